#!/usr/bin/env python3
"""Checks that every #include obeys the dependency rule.

The rule is written once, in the culab_library(NAME ... USES folder ...) line of each folder's
CMakeLists.txt. A folder may include its own headers and those of the folders it uses. A few headers
are open to more folders than their folder is: they are listed in OPEN with the reason.
"""
import pathlib
import re
import sys

# header: folders that may include it besides those that use its folder
OPEN = {
    "sim/observer.h": {"observe"},  # the seam between the engine and its observers
    "sim/culab_sim.h": {"worker", "host"},  # the documented extension, looked up with dlsym
    "sim/check_names.def": {"worker"},  # the names of its checks in an environment
    "view/surface.h": {"term"},     # what a terminal implements
}


def uses(source):
    """folder -> set of folders it may include from."""
    rule = {}
    for listing in source.rglob("CMakeLists.txt"):
        text = re.sub(r"#[^\n]*", "", listing.read_text())
        for call in re.findall(r"culab_library\(([^)]*)\)", text):
            words = call.split()
            used, keyword = set(), None
            for word in words[1:]:
                if word in ("SOURCES", "USES", "LINKS"):
                    keyword = word
                elif keyword == "USES":
                    used.add(word)
            top = listing.parent.relative_to(source).parts[0]
            rule.setdefault(top, set()).update(used)
        for call in re.findall(r"culab_program\(([^)]*)\)", text):
            words = call.split()
            top = listing.parent.relative_to(source).parts[0]
            rule.setdefault(top, set()).update(words[1:])
    return rule


def broken(source):
    rule = uses(source)
    for path in sorted(source.rglob("*.[ch]")) + sorted(source.rglob("*.def")):
        folder = path.relative_to(source).parts[0]
        for number, line in enumerate(path.read_text().splitlines(), 1):
            found = re.match(r'\s*#\s*include\s+"([^"]+)"', line)
            if not found:
                continue
            header = found.group(1)
            target = header.split("/")[0]
            if not (source / header).exists():
                yield f"{path}:{number}: {header}: write includes from src/ on, and of files that exist"
            elif header.endswith(".c"):
                yield f"{path}:{number}: {header}: a .c file is not included"
            elif (target != folder and target not in rule.get(folder, set())
                  and folder not in OPEN.get(header, set())):
                yield f"{path}:{number}: src/{folder} may not include {header}: {target} is not in its USES"


def main():
    source = pathlib.Path(sys.argv[1]) / "src"
    complaints = list(broken(source))
    print("\n".join(complaints) if complaints else "all includes obey the USES lines")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
