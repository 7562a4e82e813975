"""The lessons as texts: they load, fit the narrow pane, have a drawing, hints and hard cases."""
import pathlib
import re
import subprocess
import sys
import textwrap
import unicodedata

NARROW = 38  # columns of the reader's pane on a terminal of 80
WIDE, SCREEN = 70, 22  # a pane of its own
DRAWN = re.compile("[─│┌┐└┘├┤┬┴┼═║╪▲▼►◄]")


def columns(line):
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
               for c in line)


def blocks(text):
    """(is preformatted, lines) of each piece between fences."""
    return [(i % 2 == 1, part.split("\n")) for i, part in enumerate(re.split(r"^```\w*$", text, flags=re.M))]


def screens(text):
    lines = 0
    for fenced, part in blocks(text):
        for paragraph in "\n".join(part).split("\n\n") if not fenced else []:
            lines += 1 + len(textwrap.wrap(paragraph, WIDE))
        lines += len(part) if fenced else 0
    return lines / SCREEN


def problems_of_text(path):
    text = path.read_text()
    drawn = False
    for fenced, part in blocks(text):
        for line in part if fenced else []:
            if columns(line) > NARROW:
                yield f"{path}: {columns(line)} columns, {NARROW} are there: {line}"
        drawn |= fenced and len(DRAWN.findall("".join(part))) > 4
    if not drawn:
        yield f"{path}: no drawing"
    if not 2 <= screens(text) <= 5:
        yield f"{path}: {screens(text):.1f} screens of {WIDE} columns, 2 to 5 are right"
    if "\t" in text:
        yield f"{path}: a tab"


def exercises_of(text):
    parts = re.split(r"^  - id: (\S+)\n", text, flags=re.M)
    return list(zip(parts[1::2], parts[2::2]))


def problems_of_exercise(where, body):
    kind = re.search(r"^    kind: (\w+)", body, re.M).group(1)
    hints = re.search(r"^    hints:\n((?:      .*\n)+)", body, re.M)
    if len(re.findall(r"^      - ", hints.group(1) if hints else "", re.M)) < 2:
        yield f"{where}: fewer than two hints"
    if not re.search(r"^    mistakes:", body, re.M):
        yield f"{where}: no mistakes"
    if kind in ("fix", "write", "optimise") and "hidden: yes" not in body:
        yield f"{where}: no hidden case"
    for line in body.split("\n"):
        if columns(line) > 100:
            yield f"{where}: {columns(line)} columns: {line.strip()}"


def problems_of_lesson(path):
    exercises = exercises_of(path.read_text())
    kinds = set(re.findall(r"^    kind: (\w+)", path.read_text(), re.M))
    if len(exercises) < 2 or len(kinds) < 2:
        yield f"{path}: two exercises of two kinds at least"
    for name, body in exercises:
        yield from problems_of_exercise(f"{path}: {name}", body)


def main():
    culab, root = sys.argv[1], pathlib.Path(sys.argv[2])
    found = []
    listed = subprocess.run([culab, "list"], capture_output=True, text=True, check=False)
    if listed.returncode != 0 or "lesson.yml" in listed.stdout + listed.stderr:
        found.append(f"culab list: {listed.stdout}{listed.stderr}")
    lessons = sorted(root.glob("lessons/*/"))
    for lesson in lessons:
        found += problems_of_text(lesson / "lesson.md")
        found += problems_of_lesson(lesson / "lesson.yml")
    print("\n".join(found))
    sys.exit(1 if found or not lessons else 0)


main()
