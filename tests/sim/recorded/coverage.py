#!/usr/bin/env python3
"""Which forms of opcodes.def no recording of a GPU covers:

    coverage.py SOURCE           prints them
    coverage.py SOURCE FILE      compares with the list that is kept; exit status 1: another one

Recordings are the tables of tests/sim/alu and tests/sim/matrix and the values of this folder. Of each line of
opcodes.def every word must have been recorded with it: a line of which none was is listed whole, else the words that
are missing. Behind it stands why."""
import glob
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../ptx"))
import forms  # noqa: E402  pylint: disable=wrong-import-position
import run  # noqa: E402  pylint: disable=wrong-import-position

NEWER = "needs a device from 10.0 on"
# The first that fits what is listed says why.
NOBODY = "no assembler takes it for any device"
REASONS = [
    (r"^(tex|tld4|txq|suld|sust|sured|suq|istypep)\b", "textures and surfaces: the recordings of tests/api"),
    (r"^(trap|brkpt)\b", "ends the kernel: the faults of tests/gpu"),
    (r"swizzle_atomicity$", NEWER),
    (r"^tensormap.cp_fenceproxy.*: cluster cta sys$", "as with .gpu, which is recorded"),
    (r"^(alloca|stacksave|stackrestore)\b", "for addresses of 32 bits"),
    (r": .*param::func|^(ld|st)\S*: .*\bconst\b", "parameters of functions, where no assembler takes the others"),
    (r"^st\S*: L2::128B|^wmma\S*: shared::cluster$|multicast\S*: shared::cta$|^ldu\S*: v8$|: s8 u8$", NOBODY),
    (r"f32x2|ue8m0|e2m1|e2m3|e3m2|\.f32\.\[f16\|bf16\]$|clusterlaunchcontrol|st\.bulk|b8x16|\.b8$|cp_mask|redux.*f32", NEWER),
    (r"\.abs\.f32$|: cta_group|: v8$|: L2::evict|^st\.async\{\.mmio|tf32\.f32: satfinite$|^mma\..*f16\.\[e4m3", NEWER),
]


def elements(line, classes):
    """The head of a line and [(words, optional)]."""
    head, rest = re.match(r"(\w+)(\S*)", line).groups()
    return head, [(set(forms.flat(body.strip("[]").split("|"), classes)), bool(optional))
                  for optional, body in re.findall(r"(\{)?\.(\[[^\]]*\]|[\w:]+)\}?", rest)]


def fit(mnemonic, head, wanted):
    """Which element takes which word: {index: word}; None: it doesn't fit."""
    words = mnemonic.split(".")
    if words[0] != head:
        return None
    left, taken = list(range(len(wanted))), {}
    for word in words[1:]:
        found = next((i for i in left if word in wanted[i][0]), None)
        if found is None:
            return None
        left.remove(found)
        taken[found] = word
    return taken if all(wanted[i][1] for i in left) else None


def tables(folder):
    """Mnemonics of the tables that have results."""
    out = set()
    for path in glob.glob(folder + "/alu/*.table"):
        lines = open(path, encoding="utf-8").read().split("\n")
        if any(line.startswith("recorded on") for line in lines[:4]):
            for i, line in enumerate(lines[:-1]):
                if line.startswith("form ") and re.match(r"[0-9a-f]+( |$)", lines[i + 1]):
                    text = re.sub(r"@!?%p", "", line.partition("|")[2])
                    out.update(part.split()[0] for part in text.split(";") if part.split())
    for path in glob.glob(folder + "/matrix/*.table"):
        lines = open(path, encoding="utf-8").read().split("\n")
        for line, after in zip(lines, lines[1:]):
            words = line.split()
            if not after.startswith(" ") or not words:
                continue
            if words[0] in ("mma", "load"):
                out.add(words[1])
            if words[0] == "wmma":
                shape, la, lb, kinds = words[1:5]
                out.add(f"wmma.mma.sync.aligned.{la}.{lb}.{shape}{kinds}")
                out.add(f"wmma.store.d.sync.aligned.row.{shape}.global.{words[-1]}")
    return out


def missing(line, known, classes):
    """What of a line is not recorded: the line, words of it, or nothing; and how many words it has."""
    head, wanted = elements(line, classes)
    fitting = [taken for taken in (fit(m, head, wanted) for m in known.get(head, ())) if taken is not None]
    count = sum(len(words) for words, _ in wanted) or 1
    text = line.split(" ")[0]
    if not fitting:
        return [text], count, count
    out, bare = [], 0
    for i, (words, _) in enumerate(wanted):
        lacks = sorted(words - {taken[i] for taken in fitting if i in taken})
        bare += len(lacks)
        if lacks:
            out.append(f"{text}: {' '.join(lacks)}")
    return out, bare, count


def reason(text):
    return next((why for pattern, why in REASONS if re.search(pattern, text)), "")


def listed(source):
    lines, classes = forms.tables(source)
    known = {}
    for mnemonic in tables(os.path.join(source, "tests/sim")) | run.recorded_forms():
        known.setdefault(mnemonic.split(".")[0], []).append(mnemonic)
    out, total, bare, words, lacking = [], 0, 0, 0, 0
    for rows in lines.values():
        for line in dict.fromkeys(row.split(" ")[0] for row in rows):
            found, lacks, count = missing(line, known, classes)
            total, words, lacking = total + 1, words + count, lacking + lacks
            bare += found == [line]
            out += [f"{text}{'  # ' + reason(text) if reason(text) else ''}" for text in found]
    return out + [f"{total - bare} of {total} lines recorded, {words - lacking} of {words} words of them"]


def main():
    found = listed(sys.argv[1])
    if len(sys.argv) < 3:
        print("\n".join(found))
        return
    kept = [line for line in open(sys.argv[2], encoding="utf-8").read().split("\n") if line and line[0] != "#"]
    for line in sorted(set(found) ^ set(kept)):
        print(("not listed: " if line in found else "listed, but recorded: ") + line)
    sys.exit(found != kept)


if __name__ == "__main__":
    main()
