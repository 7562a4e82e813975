#!/usr/bin/env python3
"""Looks for instructions that ptxas takes and we refuse: beyond.py PTXAS LIBCUDA SOURCE [SEED [CHANGES]].

Spellings of opcodes.def are changed at random, a word exchanged, added or left out; what ptxas still takes is loaded
with our library. Prints what it refuses, one of each kind. Words that ptxas overlooks wherever they stand
are left out. Not a test: what it finds is for people to judge."""
import ctypes
import random
import re
import sys

import forms

OVERLOOKED = set("""texref samplerref surfref pred finite infinite number notanumber normal subnormal global_address
    rank box_dim global_dim element_stride global_stride elemtype interleave_layout swizzle_mode fill_mode
    swizzle_atomicity""".split())
HEAD = (".version 9.0\n.target sm_100\n.address_size 64\n.visible .entry k()\n{\n"
        ".reg .pred %p<40>; .reg .b16 %h<40>; .reg .b32 %r<40>; .reg .b64 %d<40>; .reg .b128 %x<40>;\n")


class Library:
    def __init__(self, path):
        self.lib = ctypes.CDLL(path)
        device, context = ctypes.c_int(), ctypes.c_void_p()
        if self.lib.cuInit(0) or self.lib.cuDeviceGet(ctypes.byref(device), 0) \
                or self.lib.cuDevicePrimaryCtxRetain(ctypes.byref(context), device) \
                or self.lib.cuCtxSetCurrent(context):
            sys.exit("the library does not start; choose a device of 10.0: CULAB_PROFILE=b200")

    def refusal(self, text):
        """The first line of the log, or None."""
        module, log = ctypes.c_void_p(), ctypes.create_string_buffer(4096)
        options = (ctypes.c_int * 2)(5, 6)  # CU_JIT_ERROR_LOG_BUFFER and its size
        values = (ctypes.c_void_p * 2)(ctypes.cast(log, ctypes.c_void_p), 4096)
        if self.lib.cuModuleLoadDataEx(ctypes.byref(module), (HEAD + text + "\nret;\n}\n").encode() + b"\0", 2,
                                       options, values):
            return re.sub(r".*error *: ", "", log.value.decode().split("\n")[0])
        self.lib.cuModuleUnload(module)
        return None


def changed(rng, words, pool):
    words = list(words)
    chance = rng.random()
    if chance < 0.55 and len(words) > 1:
        words[rng.randrange(1, len(words))] = rng.choice(pool)
    elif chance < 0.9:
        words.insert(rng.randrange(1, len(words) + 1), rng.choice(pool))
    elif len(words) > 2:
        words.pop(rng.randrange(1, len(words)))
    return words


def candidates(maker, rng, pool, changes):
    out = {}
    for op, lines in maker.lines.items():
        for line in lines * (op not in ("call", "bra", "brx", "cp")):
            for _ in range(3):
                text = maker.instruction(line)
                if not text:
                    continue
                mnemonic, _, operands = text.partition(" ")
                for _ in range(changes):
                    words = changed(rng, mnemonic.split("."), pool)
                    wide = rng.choice(["rd", "dr", "hr", "rh", ""] + [""] * 6)
                    rest = re.sub(f"%{wide[0]}(\\d)", f"%{wide[1]}\\1", operands) if wide else operands
                    if len(set(words)) == len(words) and "[%h" not in rest:
                        out[".".join(words) + " " + rest] = True
    return list(out)


def main():
    ptxas, library, source = sys.argv[1:4]
    seed, changes = int((sys.argv[4:5] or ["1"])[0]), int((sys.argv[5:6] or ["12"])[0])
    maker, rng, lib = forms.Maker(source), random.Random(seed), Library(library)
    words = re.findall(r'PTX_MOD\(\w+, "([^"]+)"', open(source + "/src/ptx/words.def").read())
    pool = [w for w in words + list(maker.bytes) * 3 if w not in OVERLOOKED]
    left, taken = candidates(maker, rng, pool, changes), []
    count = len(left)
    for target in forms.TARGETS:
        bad = forms.refused(ptxas, target, left)
        taken += [text for i, text in enumerate(left) if i not in bad]
        left = [left[i] for i in bad]
    told = {}
    for text in taken:
        why = lib.refusal(text)
        if why:
            told.setdefault(why[:120], text)
    for why, text in sorted(told.items(), key=lambda item: item[1]):
        print(f"{text}\n    {why[:160]}")
    print(f"{count} spellings, {len(taken)} that ptxas takes, {len(told)} kinds that we refuse")


if __name__ == "__main__":
    main()
