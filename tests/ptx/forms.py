#!/usr/bin/env python3
"""Asks NVIDIA's assembler whether it takes the forms of opcodes.def: forms.py PTXAS SOURCE [COUNT].

Of each line some spellings are made (COUNT of them, 24 without it), with operands of the kinds that the line
asks for, and handed to ptxas for several targets. A line of which it takes none is wrong. Those that it doesn't
take though it takes others of their line are shown: words that don't go together, which no compiler writes.
Exit status 77 (skipped) where there is no ptxas."""
import collections
import os
import random
import re
import subprocess
import sys
import tempfile

OLD_TARGET = "sm_75"  # with an older version of PTX: what later ones do not take any more
TARGETS = ["sm_90a", "sm_100a", "sm_120a", OLD_TARGET]
# What needs more around it than a line of operands.
KNOWN = re.compile(r"^(istypep|ldu|tex|tld4|txq|suld|sust|suq|call|bra|brx|ret|exit|alloca|stackrestore)\b")


def tables(source):
    """{opcode: [line]} and {class: [word]}."""
    text = open(os.path.join(source, "src/ptx/opcodes.def")).read()
    lines = {}
    for row in re.finditer(r'PTX_OP\(\w+, "(\w+)",((?:\s*"(?:[^"\\]|\\.)*")+)\s*,', text):
        joined = "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', row[2]))
        lines[row[1]] = joined.split("\\n")
    form = open(os.path.join(source, "src/ptx/form.c")).read()
    classes = {}
    for row in re.finditer(r'\{"([A-Z0-9]+)",\s*((?:"[^"]*"\s*)+)\}', form):
        classes[row[1]] = "".join(re.findall(r'"([^"]*)"', row[2])).split("|")
    return lines, classes


def widths(source):
    text = open(os.path.join(source, "src/ptx/words.def")).read()
    return {row[1]: int(row[2]) for row in re.finditer(r'PTX_TYPE\(\w+, "(\w+)", (\d+)', text)}


def flat(words, classes):
    out = []
    for word in words:
        out += flat(classes[word], classes) if word in classes else [word]
    return out


def constant(mnemonic):
    """One that the instruction takes."""
    for start, value in (("st.bulk", 0), ("cp.async.ca", 16), ("cp.async.cg", 16), ("discard", 128),
                         ("applypriority", 128), ("fence.proxy", 128), ("setmaxnreg", 32),
                         ("tensormap.cp", 128)):
        if mnemonic.startswith(start):
            return str(value)
    return "1"


class Maker:
    def __init__(self, source):
        self.lines, self.classes = tables(source)
        self.bytes = widths(source)
        self.random = random.Random(7)

    def spelling(self, line):
        """One choice of words: (mnemonic, types), and the operands as they are written in the line."""
        words, _, operands = line.partition(" ")
        head, rest = re.match(r"(\w+)(.*)", words).groups()
        out, types = head, []
        for optional, body in re.findall(r"(\{)?\.(\[[^\]]*\]|[\w:]+)\}?", rest):
            if optional and self.random.random() < 0.6:
                continue
            choice = self.random.choice(flat(body.strip("[]").split("|"), self.classes))
            out += "." + choice
            if choice in self.bytes:
                types.append(choice)
        return out, types, operands

    def register(self, type_, used):
        if type_ == "pred":
            kind = "p"
        else:
            size = max(self.bytes.get(type_, 4), 2) * 8
            kind = {16: "h", 32: "r", 64: "d", 128: "x"}[size]
        used[kind] += 1
        return f"%{kind}{used[kind]}"

    def operand(self, text, types, mnemonic, used):
        name, _, kind = text.partition(":")
        if text.startswith("["):
            return None if "coords" in text else "[%d31]" if not re.search(r"shared|mbarrier", mnemonic) else "[%r31]"
        wide = kind.startswith("w")
        vector = "v" in kind.lstrip("w")
        kind = kind.lstrip("w").rstrip("+vp")
        if kind == "imm":
            return constant(mnemonic)
        if kind in ("frag", "label", "table"):
            return None
        type_ = types[int(kind) - 1] if kind.isdigit() and len(kind) == 1 and int(kind) <= len(types) else kind
        if wide:
            type_ = {2: "b32", 4: "b64"}[self.bytes[type_]]
        count = re.search(r"\.v([248])\b", mnemonic)
        if vector and count:
            return "{" + ", ".join(self.register(type_, used) for _ in range(int(count[1]))) + "}"
        return self.register(type_, used)

    def instruction(self, line):
        mnemonic, types, operands = self.spelling(line)
        used = collections.Counter()
        parts = []
        text = re.sub(r"\{([|,][^}]*)\}", lambda m: m[1] if "|" in m[1] and "match" not in line else "", operands)
        if ".L2::cache_hint" in mnemonic and "cache:" in operands and "cache:" not in text:
            text += ", cache:b64"
        for one in filter(None, re.split(r",\s*", text.strip())):
            both = [self.operand(o.strip(), types, mnemonic, used) for o in one.split("|")]
            if None in both:
                return None
            parts.append("|".join(both))
        return f"{mnemonic} {', '.join(parts)};"


def refused(ptxas, target, instructions, head=None):
    """{index: message} of those that ptxas doesn't take, each in a line behind `head`."""
    left, bad = dict(enumerate(instructions)), {}
    own = not head
    head = head or (f".version 9.0\n.target {target}\n.address_size 64\n.visible .entry k()\n{{\n"
            ".reg .pred %p<40>; .reg .b16 %h<40>; .reg .b32 %r<40>; .reg .b64 %d<40>; .reg .b128 %x<40>;\n")
    if target == OLD_TARGET and own:
        head = head.replace(".version 9.0", ".version 6.3").replace(" .reg .b128 %x<40>;", "")
    while left:
        order = list(left)
        text = head + "\n".join(left[i] for i in order) + "\nret;\n}\n"
        with tempfile.NamedTemporaryFile("w", suffix=".ptx") as file:
            file.write(text)
            file.flush()
            done = subprocess.run([ptxas, "-arch=" + target, "-c", "-O0", "-o", os.devnull, file.name],
                                  capture_output=True, text=True)
        wrong = re.findall(r"line (\d+); (?:error|fatal)\s*: (.*)", done.stdout + done.stderr)
        first = head.count("\n") + 1
        found = {order[int(n) - first]: message for n, message in wrong if 0 <= int(n) - first < len(order)}
        if done.returncode == 0 or not found:
            break
        for i, message in found.items():
            bad[i] = message
            left.pop(i)
    return bad


def main():
    ptxas, source = sys.argv[1:3]
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 24
    if not ptxas or not os.path.exists(ptxas):
        sys.exit(77)
    maker = Maker(source)
    made, skipped = {}, 0
    for op, lines in maker.lines.items():
        for line in lines:
            if KNOWN.match(op):
                continue
            for _ in range(count):
                text = maker.instruction(line)
                skipped += text is None
                if text:
                    made.setdefault(text, line)
    texts = list(made)
    messages = {}
    left = texts
    for target in TARGETS:
        bad = refused(ptxas, target, left)
        for i, message in bad.items():
            messages.setdefault(left[i], message)
        left = [left[i] for i in bad]
    by_line = collections.defaultdict(list)
    for text in left:
        by_line[made[text]].append(text)
    known = {made[text] for text in texts} - {made[text] for text in set(texts) - set(left)}
    for line, those in by_line.items():
        print(f"{'WRONG ' if line in known else ''}{line}\n    {those[0]}  ({messages[those[0]]})"
              f"  and {len(those) - 1} more")
    print(f"{len(texts)} spellings, {len(left)} that ptxas takes for no target; {skipped} could not be made; "
          f"{len(known)} lines of which it takes none")
    sys.exit(len(known) > 0)


if __name__ == "__main__":
    main()
