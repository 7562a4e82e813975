#!/usr/bin/env python3
"""Which forms of opcodes.def no recording of a GPU covers: recorded.py SOURCE.

Recordings are the tables of tests/sim/alu and tests/sim/matrix. A line of opcodes.def is covered when the text of some
recorded form holds an instruction that fits its words. What needs several threads, memory of several kinds or a newer
GPU than the recorder's is tested by scripts and references instead, and shows here too."""
import glob
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../ptx"))
import forms


def elements(line, classes):
    """[(words, optional)] of a line."""
    head, rest = re.match(r"(\w+)(\S*)", line).groups()
    return head, [(set(forms.flat(body.strip("[]").split("|"), classes)), bool(optional))
                  for optional, body in re.findall(r"(\{)?\.(\[[^\]]*\]|[\w:]+)\}?", rest)]


def fits(mnemonic, head, wanted):
    words = mnemonic.split(".")
    if words[0] != head:
        return False
    left = list(wanted)
    for word in words[1:]:
        found = next((e for e in left if word in e[0]), None)
        if not found:
            return False
        left.remove(found)
    return all(optional for _, optional in left)


def recorded(folder):
    """Mnemonics of the forms that have results."""
    out = set()
    for path in glob.glob(folder + "/alu/*.table"):
        lines = open(path).read().split("\n")
        if any(line.startswith("recorded on") for line in lines[:4]):
            for i, line in enumerate(lines[:-1]):
                if line.startswith("form ") and re.match(r"[0-9a-f]+( |$)", lines[i + 1]):
                    text = re.sub(r"@!?%p", "", line.partition("|")[2])
                    out.update(part.split()[0] for part in text.split(";") if part.split())
    for line in open(folder + "/matrix/matrix.table").read().split("\n"):
        words = line.split()
        if words and words[0] in ("mma", "load"):
            out.add(words[1])
        if words and words[0] == "wmma":
            shape, la, lb, kinds = words[1:5]
            out.add(f"wmma.mma.sync.aligned.{la}.{lb}.{shape}{kinds}")
            out.add(f"wmma.store.d.sync.aligned.row.{shape}.global.{words[-1]}")
    return out


def main():
    source = sys.argv[1]
    lines, classes = forms.tables(source)
    known = recorded(os.path.join(source, "tests/sim"))
    total = bare = 0
    for rows in lines.values():
        for line in rows:
            head, wanted = elements(line, classes)
            total += 1
            if not any(fits(mnemonic, head, wanted) for mnemonic in known if mnemonic.startswith(head + ".")
                       or mnemonic == head):
                bare += 1
                print(line.split(" ")[0])
    print(f"{total} lines, {total - bare} covered by a recording, {bare} not")


if __name__ == "__main__":
    main()
