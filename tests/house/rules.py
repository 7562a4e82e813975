"""Every rule that the checkers name stands in the pages about them, and in the table of rules."""
import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1])
SET = re.compile(r"\.rule\s*=\s*((?:[^,;{}]|\n)*?\"[^,;{}]*)[,;}]")  # .rule = shared ? "a" : "b"
ROW = re.compile(r"^\s*\{\"([a-z-]+)\", (?:true|false)\},", re.MULTILINE)
NAME = re.compile(r"\"([a-z]+(?:-[a-z]+)*)\"")

named = {}
for path in sorted(ROOT.glob("src/**/*.[ch]")):
    text = path.read_text(encoding="utf-8")
    found = {name for value in SET.findall(text) for name in NAME.findall(value)}
    if path.name == "rules.c":
        found |= set(ROW.findall(text))
    for name in found:
        named.setdefault(name, path.relative_to(ROOT))
pages = "".join((ROOT / "docs" / page).read_text(encoding="utf-8")
                for page in ("checkers.md", "host.md"))
missing = [f"{path}: {rule} stands in no page" for rule, path in sorted(named.items())
           if f"`{rule}`" not in pages]
table = (ROOT / "src/result/rule_names.c").read_text(encoding="utf-8")
missing += [f"{path}: {rule} stands not in rule_names.c" for rule, path in sorted(named.items())
            if f'{{"{rule}", ' not in table]
if len(named) < 40:
    missing.append(f"only {len(named)} rules were found in the sources")
print("\n".join(missing) or f"{len(named)} rules")
sys.exit(bool(missing))
