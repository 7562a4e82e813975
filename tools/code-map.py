#!/usr/bin/env python3
"""Writes CODE-MAP.md from the first comment of each file; with --check, says whether it is current.

A file says its job in its first comment line, so the map cannot part from the code. The text above
the marker in CODE-MAP.md is written by hand and kept.
"""
import pathlib
import re
import subprocess
import sys

MARKER = "<!-- made by tools/code-map.py from here on -->"
C_COMMENT = r"/\*+\s*(.+?)(?:\*/|\n\s*\*?\s*\n|\Z)"
HASH_COMMENT = r"(?:#!.*\n)?(?:#\s*\n)*#\s*(.+)"
COMMENT = {
    ".c": C_COMMENT,
    ".h": C_COMMENT,
    ".def": C_COMMENT,
    ".py": r'(?:#.*\n)*"""(.+?)(?:"""|\n)',
    ".sh": HASH_COMMENT,
    "": HASH_COMMENT,
    ".cmake": HASH_COMMENT,
}
FOLDERS = ("src/", "tests/", "tools/", "cmake/")
# Data, and what learners write (the tests of host programs tell in a line what each is there for).
SKIPPED = re.compile(r"^tests/(data/|.*/corpus/|host/programs/|host/memory/|screen/host-course/)")


def tracked(root):
    listing = subprocess.run(["git", "-C", root, "ls-files", "--cached", "--others", "--exclude-standard"],
                             capture_output=True, text=True)
    if listing.returncode == 0:
        return [name for name in listing.stdout.splitlines() if (root / name).is_file()]
    return [str(path.relative_to(root)) for path in root.rglob("*") if path.is_file()]


def first_sentence(path):
    """None: not a kind of file the map lists; "": it says nothing."""
    pattern = COMMENT.get(path.suffix)
    if pattern is None:
        return None
    try:
        head = path.read_text()[:4000]
    except UnicodeDecodeError:
        return None
    found = re.match(pattern, head, re.S if path.suffix in (".c", ".h", ".def") else 0)
    if not found:
        return ""
    text = re.sub(r"\s*\n\s*\*?\s*", " ", found.group(1)).strip()
    return re.split(r"(?<=\.)\s", text + " ")[0].strip().rstrip(":.") + "."


def lines(root):
    folder = None
    for name in sorted(tracked(root)):
        if not name.startswith(FOLDERS) or SKIPPED.match(name) or name.endswith("CMakeLists.txt"):
            continue
        sentence = first_sentence(root / name)
        if sentence is None:
            continue
        head = str(pathlib.PurePath(name).parent)
        if head != folder:
            folder = head
            yield f"\n### {folder}\n"
        yield f"- `{pathlib.PurePath(name).name}`: {sentence or 'NO FIRST COMMENT LINE'}"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 and sys.argv[1] != "--check" else ".").resolve()
    target = root / "CODE-MAP.md"
    old = target.read_text()
    if MARKER not in old:
        sys.exit(f"CODE-MAP.md has lost its marker: {MARKER}")
    made = "\n".join(lines(root)) + "\n"
    new = old.split(MARKER)[0] + MARKER + "\n" + made
    if "--check" not in sys.argv:
        target.write_text(new)
        return 0
    bare = [line for line in made.splitlines() if "NO FIRST COMMENT LINE" in line]
    if bare:
        print("files without a first comment that says their job:", *bare, sep="\n")
        return 1
    if new != old:
        print("CODE-MAP.md is not current: run tools/code-map.py")
        return 1
    print("CODE-MAP.md is current")
    return 0


if __name__ == "__main__":
    sys.exit(main())
