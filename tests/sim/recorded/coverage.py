#!/usr/bin/env python3
"""Which forms of opcodes.def no recording of a GPU covers:

    coverage.py SOURCE           prints them
    coverage.py SOURCE FILE      compares with the list that is kept; exit status 1: another one

Recordings are the tables of tests/sim/alu and tests/sim/matrix and the values of this folder. Of each line of
opcodes.def every word must have been recorded with it: what isn't listed was. A line of which no word was is listed
whole, else the words that are missing, in one of these classes, with what tells more behind it:

    equal      recorded by an equal, for the device that was there lacks it (newer.py)
    elsewhere  recorded, with values that are kept in another folder
    none       not recorded, and why"""
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
    (r"swizzle_atomicity$", NEWER + ", and the bits of a map are its own"),
    (r"^tensormap.cp_fenceproxy.*: cluster cta sys$", "as with .gpu, which is recorded"),
    (r"^(alloca|stacksave|stackrestore)\b", "for addresses of 32 bits"),
    (r": .*param::func|^(ld|st)\S*: .*\bconst\b", "parameters of functions, where no assembler takes the others"),
    (r"^st\S*: L2::128B|^wmma\S*: shared::cluster$|multicast\S*: shared::cta$|^ldu\S*: v8$|: s8 u8$", NOBODY),
    (r"^(ld|st)\S*: L2::evict_unchanged$|^mma\.\S*f16\.\[e4m3\S*: sp$|^st\.async\S*: cluster cta$", NOBODY),
    (r"^clusterlaunchcontrol", NEWER + ", and on none before it blocks are cancelled"),
    (r": 2pi$|f16x2\|bf16x2\]: |: bf16x2$", "since PTX 9.1, newer than the driver there"),
    (r": cta_group", NEWER + ", and none before it has pairs of blocks"),
]
LAYOUT = "which lane holds what is as CUTLASS has it"
ELSEWHERE = re.compile("the recordings of tests/api|the faults of tests/gpu")


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


def lacking(line, known, classes):
    """What of a line is not recorded: {index of an element: words}; with None for all of it, where no word is."""
    head, wanted = elements(line, classes)
    fitting = [taken for taken in (fit(m, head, wanted) for m in known.get(head, ())) if taken is not None]
    out = {i: words - {taken[i] for taken in fitting if i in taken} for i, (words, _) in enumerate(wanted)}
    return {i: words for i, words in out.items() if words} if fitting else {None: {line}, **out}


def reason(text):
    return next((why for pattern, why in REASONS if re.search(pattern, text)), "")


def by_head(mnemonics):
    out = {}
    for mnemonic in mnemonics:
        out.setdefault(mnemonic.split(".")[0], []).append(mnemonic)
    return out


def told(line, found, lacks_still):
    """Lines of the list for what is missing: in the class "equal" what is not in `lacks_still`."""
    whole = None in found
    for i in [None] if whole else found:
        done = set() if i in lacks_still else found[i]
        if not whole and i in lacks_still:
            done = found[i] - lacks_still[i]
        for class_, words in (("equal", done), ("none", found[i] - done)):
            text = line if whole else f"{line}: {' '.join(sorted(words))}"
            if words:
                why = reason(text) if class_ == "none" else LAYOUT if re.match("(ld|st)matrix", text) else ""
                class_ = "elsewhere" if ELSEWHERE.search(why) else class_
                yield class_, f"{class_} {text}{'  # ' + why if why else ''}"
    if whole and None not in lacks_still:
        yield from told(line, lacks_still, lacks_still)


def listed(source):
    lines, classes = forms.tables(source)
    real, equals = run.recorded_forms()
    known = by_head(tables(os.path.join(source, "tests/sim")) | real)
    more = by_head(equals)
    both = {head: known.get(head, []) + more.get(head, []) for head in {*known, *more}}
    out, total, counts = [], 0, {"equal": 0, "elsewhere": 0, "none": 0}
    for rows in lines.values():
        for line in dict.fromkeys(row.split(" ")[0] for row in rows):
            found, still = lacking(line, known, classes), lacking(line, both, classes)
            total += 1
            lines_told = list(told(line, found, still))
            out += [text for _, text in lines_told]
            if None in found:
                counts[lines_told[0][0]] += 1
    recorded = total - sum(counts.values())
    return out + [f"{total} lines: {recorded} recorded, {counts['equal']} by an equal, {counts['elsewhere']} elsewhere, {counts['none']} not"]


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
