"""Every file that git tracks: no blanks at the end of a line, a line end at its end, and no path of
somebody's own machine. PTX is left as NVRTC wrote it."""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(sys.argv[1]).resolve()
# A checkout right below / has a name too common to look for.
HERE = "|" + re.escape(f"{ROOT}/") if len(ROOT.parts) > 2 else ""
OWN = re.compile(r"/(?:home|Users)/[\w.-]+/|/root/\w" + HERE)
BLANKS = re.compile(r"[ \t\r]+$", re.MULTILINE)


def tracked():
    done = subprocess.run(["git", "-C", ROOT, "ls-files", "-z"], capture_output=True, text=True,
                          check=False)
    if done.returncode != 0:
        print("skipped: not a git checkout")
        sys.exit(77)
    return [name for name in done.stdout.split("\0") if name]


def problems(name, text):
    for number, line in enumerate(text.split("\n"), 1):
        if OWN.search(line):
            yield f"{name}:{number}: a path of one machine: {line.strip()[:100]}"
        if BLANKS.search(line):
            yield f"{name}:{number}: blanks at the end of the line"
    if text and not text.endswith("\n"):
        yield f"{name}: no line end at its end"


FOUND = []
for path in tracked():
    file = ROOT / path
    if path.endswith(".ptx") or file.is_symlink() or not file.is_file():
        continue
    try:
        FOUND += problems(path, file.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        continue  # not text
print("\n".join(FOUND))
sys.exit(1 if FOUND else 0)
