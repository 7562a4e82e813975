#!/usr/bin/env python3
"""Writes the tables of instruction forms, without results: make_tables.py FOLDER.

A recorder (record.c) fills in the results on a real GPU; newer.table, for which a newer one is needed,
has them from here. The inputs are edge values, crossed, and
pseudo-random ones from a fixed seed, so that a run of this script gives the same files again.
"""
import fractions
import itertools
import os
import random
import struct
import sys

INTEGERS = ["u16", "s16", "u32", "s32", "u64", "s64"]
ROUNDINGS = ["rn", "rz", "rm", "rp"]
WHOLE = ["rni", "rzi", "rmi", "rpi"]


def width(type_):
    return int("".join(c for c in type_.split("x")[0] if c.isdigit())) * (
        2 if type_.endswith("x2") else 1)


def bits_type(type_):
    return "b%d" % max(16, width(type_))


class Random(random.Random):
    def integer(self, bits):
        """Of any size up to `bits`, so that small and large ones both come."""
        value = self.getrandbits(bits) >> self.choice([0, 0, 0, self.randrange(bits)])
        return value if self.random() < 0.7 else ~value & (1 << bits) - 1

    def single(self):
        return self.getrandbits(1) << 31 | (127 + self.randrange(-20, 20)) << 23 | self.getrandbits(23)

    def double(self):
        return (self.getrandbits(1) << 63 | (1023 + self.randrange(-20, 20)) << 52
                | self.getrandbits(52))


def single(x):
    return struct.unpack("<I", struct.pack("<f", x))[0]


def double(x):
    return struct.unpack("<Q", struct.pack("<d", x))[0]


def integer_edges(bits):
    top = 1 << bits - 1
    return [0, 1, 2, 3, 7, top - 1, top, top + 1, (1 << bits) - 1, (1 << bits) - 2, (1 << bits) - 7]


SINGLE_EDGES = [0, 0x80000000, 1, 0x807fffff, 0x00800000, 0x3f800000, 0xbf800001, 0x40490fdb,
                0x7f7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0xff812345]
SINGLE_MORE = [0x00ffffff, 0x80000001, 0x3f000000, 0x3effffff, 0x3f7fffff, 0x3fc00000, 0x40200000,
               0xc0200000, 0x4b000000, 0x4b800001, 0x4effffff, 0x4f000000, 0xcf000000, 0xcf000001,
               0x4f7fffff, 0x4f800000, 0x5effffff, 0x5f000000, 0xdf000000, 0x5f800000, 0x7e800000,
               0x7e800001, 0x7f000000, 0xff7fffff, 0x7fffffff, 0xffc00001, 0x33000000, 0x33000001,
               0x387fc000, 0x387fe000, 0x477fe000, 0x477fefff, 0x477ff000, 0x47800000, 0x43800000,
               0x43e00000, 0x43e80000, 0x43e80001, 0x477fffff, 0x3f808000, 0x3f818000, 0x3f801000,
               0x3f803000, 0x42fe0000, 0x42ff0000, 0x43000000, 0xc3010000, 0x437f0000, 0x437f8000,
               0x46fffe00, 0x46ffff00, 0xc7000080, 0x477fff00, 0x477fff80]
DOUBLE_EDGES = [0, 1 << 63, 1, 0x800fffffffffffff, 0x0010000000000000, 0x3ff0000000000000,
                0xbff0000000000001, 0x400921fb54442d18, 0x7fefffffffffffff, 0x7ff0000000000000,
                0xfff0000000000000, 0x7ff8000000000000, 0xfff8000000012345, 0x7ff4000000000001]
DOUBLE_MORE = [0x3fe0000000000000, 0xbfe0000000000000, 0x3ff8000000000000, 0x4004000000000000,
               0xc004000000000000, 0x41dfffffffc00000, 0x41dfffffffe00000, 0x41e0000000000000,
               0xc1e0000000000000, 0xc1e0000000100000, 0xc1e0000000200000, 0x41efffffffe00000,
               0x41f0000000000000, 0x43e0000000000000, 0xc3e0000000000000, 0xc3e0000000000001,
               0x43efffffffffffff, 0x43f0000000000000, 0x47efffffe0000000, 0x47efffffefffffff,
               0x47effffff0000000, 0x3810000000000000, 0x380fffffffffffff, 0x36a0000000000000,
               0x3690000000000000, 0x3690000000000001, 0x3ff0000010000000, 0x3ff0000010000001,
               0x3ff0000030000000, 0x001fffffffffffff, 0xffefffffffffffff, 0x40effc0000000000,
               0x3e70000000000000, 0x3f10000000000000, 0xffffffffffffffff, 0x405fc00000000000]
HALF_EDGES = [0, 0x8000, 1, 0x83ff, 0x0400, 0x3c00, 0xbc01, 0x4248, 0x7bff, 0x7c00, 0xfc00, 0x7e00,
              0xfd01]
HALF_MORE = [0x3800, 0x3bff, 0x3e00, 0x4100, 0xc100, 0x57f8, 0x5800, 0x5bf8, 0x77ff, 0x7800, 0xfbff,
             0x7fff, 0xffff, 0x0200, 0x4900]
BRAIN_EDGES = [0, 0x8000, 1, 0x807f, 0x0080, 0x3f80, 0xbf81, 0x4049, 0x7f7f, 0x7f80, 0xff80, 0x7fc0,
               0xff81]
BRAIN_MORE = [0x3f00, 0x3f7f, 0x3fc0, 0x4020, 0xc020, 0x4300, 0x437f, 0x4f00, 0x5f00, 0x7e80, 0xff7f,
              0x7fff, 0xffff, 0x0040]


def edges(type_):
    return {"f32": SINGLE_EDGES, "f64": DOUBLE_EDGES, "f16": HALF_EDGES,
            "bf16": BRAIN_EDGES}.get(type_) or integer_edges(width(type_))


def all_edges(type_):
    more = {"f32": SINGLE_MORE, "f64": DOUBLE_MORE, "f16": HALF_MORE, "bf16": BRAIN_MORE}
    return edges(type_) + more.get(type_, [])


def some(rng, type_):
    if type_ == "f32":
        return rng.single()
    if type_ == "f64":
        return rng.double()
    if type_ in ("f16", "bf16"):
        return rng.getrandbits(16)
    return rng.integer(width(type_))


class Table:
    def __init__(self, name, target="8.3 sm_90"):
        self.name, self.target = name, target
        self.inputs, self.forms = {}, []
        self.random = Random(name)

    def given(self, name, types, rows):
        """A named list of inputs; the registers' types."""
        if name not in self.inputs:
            self.inputs[name] = (types, rows)
        return name

    def ones(self, type_, extra=24):
        rows = [(x,) for x in all_edges(type_)] + [(some(self.random, type_),) for _ in range(extra)]
        return self.given(type_ + ".1", [bits_type(type_)], rows)

    def twos(self, type_, extra=24):
        rows = list(itertools.product(edges(type_), repeat=2))
        rows += [(some(self.random, type_), some(self.random, type_)) for _ in range(extra)]
        return self.given(type_ + ".2", [bits_type(type_)] * 2, rows)

    def threes(self, type_, extra=40, crossed=80):
        few = edges(type_)
        rows = [(self.random.choice(few), self.random.choice(few), self.random.choice(few))
                for _ in range(crossed)]
        for _ in range(extra):
            rows.append(tuple(some(self.random, type_) for _ in range(3)))
        return self.given(type_ + ".3", [bits_type(type_)] * 3, rows)

    def pairs(self, type_, count, rows=96):
        """Packed halves."""
        few = all_edges(type_)
        data = [tuple(self.random.choice(few) << 16 | self.random.choice(few) for _ in range(count))
                for _ in range(rows // 2)]
        data += [tuple(self.random.getrandbits(32) for _ in range(count)) for _ in range(rows // 2)]
        return self.given("%sx2.%d" % (type_, count), ["b32"] * count, data)

    def form(self, result, inputs, text, bound="exact", results=()):
        self.forms.append((result, inputs, bound, text, results))

    def write(self, folder):
        with open(os.path.join(folder, self.name + ".table"), "w") as out:
            out.write("target %s\n" % self.target)
            for name, (types, rows) in self.inputs.items():
                out.write("\ninputs %s %s\n" % (name, " ".join(types)))
                for row in rows:
                    out.write(" ".join("%0*x" % (width(t) // 4, x & (1 << width(t)) - 1)
                                       for t, x in zip(types, row)) + "\n")
            for result, inputs, bound, text, results in self.forms:
                out.write("\nform %s %s %s | %s\n" % (result, inputs, bound, text))
                for i in range(0, len(results), 5):
                    out.write(" ".join("%x" % x for x in results[i:i + 5]) + "\n")


def integer():
    t = Table("integer")
    for ty in INTEGERS:
        b, two, three = bits_type(ty), t.twos(ty), t.threes(ty)
        wide = {"16": "32", "32": "64"}.get(ty[1:])
        for op in ("add", "sub", "mul.lo", "mul.hi", "div", "rem", "min", "max"):
            t.form(b, two, "%s.%s %%d, %%a, %%b;" % (op, ty))
        for op in ("mad.lo", "mad.hi", "sad"):
            t.form(b, three, "%s.%s %%d, %%a, %%b, %%c;" % (op, ty))
        if wide:
            t.form("b" + wide, two, "mul.wide.%s %%d, %%a, %%b;" % ty)
            rows = [(t.random.integer(int(ty[1:])), t.random.integer(int(ty[1:])),
                     t.random.integer(int(wide))) for _ in range(64)]
            t.given(ty + ".wide", [b, b, "b" + wide], rows)
            t.form("b" + wide, ty + ".wide", "mad.wide.%s %%d, %%a, %%b, %%c;" % ty)
    for ty in ("s16", "s32", "s64"):
        for op in ("abs", "neg"):
            t.form(bits_type(ty), t.ones(ty), "%s.%s %%d, %%a;" % (op, ty))
    two, three = t.twos("s32"), t.threes("s32")
    for op in ("add.sat.s32", "sub.sat.s32", "min.relu.s32", "max.relu.s32", "mul24.lo.s32",
               "mul24.hi.s32", "mul24.lo.u32", "mul24.hi.u32"):
        t.form("b32", two, op + " %d, %a, %b;")
    for op in ("mad.hi.sat.s32", "mad24.lo.s32", "mad24.hi.s32", "mad24.lo.u32", "mad24.hi.u32",
               "mad24.hi.sat.s32"):
        t.form("b32", three, op + " %d, %a, %b, %c;")
    halves = t.pairs("s16", 2)
    for op in ("add.u16x2", "add.s16x2", "min.u16x2", "min.s16x2", "min.relu.s16x2", "max.u16x2",
               "max.s16x2", "max.relu.s16x2"):
        t.form("b32", halves, op + " %d, %a, %b;")
    for ty in ("b32", "b64"):
        for op in ("popc", "clz"):
            t.form("b32", t.ones("u" + ty[1:]), "%s.%s %%d, %%a;" % (op, ty))
        t.form(ty, t.ones("u" + ty[1:]), "brev.%s %%d, %%a;" % ty)
    for ty in ("u32", "s32", "u64", "s64"):
        for op in ("bfind", "bfind.shiftamt"):
            t.form("b32", t.ones(ty), "%s.%s %%d, %%a;" % (op, ty))
        b = int(ty[1:])
        rows = [(t.random.choice(integer_edges(b) + [t.random.getrandbits(b)] * 8), p, n)
                for p, n in itertools.product([0, 1, 5, 31, 32, 33, 63, 64, 255, 256, 0x105],
                                              [0, 1, 8, 31, 32, 33, 63, 64, 255, 256, 0x104])]
        t.given(ty + ".field", ["b%d" % b, "b32", "b32"], rows)
        t.form("b%d" % b, ty + ".field", "bfe.%s %%d, %%a, %%b, %%c;" % ty)
        if ty[0] == "u":
            rows = [(t.random.getrandbits(b), row[0], row[1], row[2]) for row in rows]
            t.given(ty + ".insert", ["b%d" % b, "b%d" % b, "b32", "b32"], rows)
            t.form("b%d" % b, ty + ".insert", "bfi.b%d %%d, %%a, %%b, %%c, %%e;" % b)
    rows = [(t.random.choice([0xffffffff, t.random.getrandbits(32), 0x80000001, 0]),
             t.random.randrange(32), t.random.choice([0, 1, 2, 3, 9, 31, 32, -1, -2, -5, -32]))
            for _ in range(96)]
    t.given("fns", ["b32"] * 3, rows)
    t.form("b32", "fns", "fns.b32 %d, %a, %b, %c;")
    counts = [0, 1, 2, 15, 30, 31, 32, 33, 34, 63, 64, 0x80000000, 0xffffffff]
    t.given("counts", ["b32"] * 2, list(itertools.product(counts, counts)))
    for mode in ("clamp", "wrap"):
        t.form("b32", "counts", "bmsk.%s.b32 %%d, %%a, %%b;" % mode)
    rows = [(t.random.getrandbits(32), n) for n in counts for _ in range(4)]
    t.given("extend", ["b32"] * 2, rows)
    for mode, ty in itertools.product(("clamp", "wrap"), ("u32", "s32")):
        t.form("b32", "extend", "szext.%s.%s %%d, %%a, %%b;" % (mode, ty))
    for a, b in itertools.product(("u32", "s32"), repeat=2):
        for op in ("dp4a", "dp2a.lo", "dp2a.hi"):
            t.form("b32", three, "%s.%s.%s %%d, %%a, %%b, %%c;" % (op, a, b))
    for ty in ("u32", "s32", "u64", "s64"):
        b = bits_type(ty)
        two, three = t.twos(ty), t.threes(ty)
        v = {"b32": "%t", "b64": "%u"}[b]
        for op, then in (("add", "addc"), ("sub", "subc"), ("sub", "addc"), ("add", "subc")):
            t.form(b, two, "%s.cc.%s %s, %%a, %%b; %s.%s %%d, %%a, %%b;" % (op, ty, v, then, ty))
        t.form(b, two, "add.cc.%s %s, %%a, %%b; addc.cc.%s %s, %%b, %%b; addc.%s %%d, %%a, 0;"
               % (ty, v, ty, v, ty))
        t.form(b, two, "sub.cc.%s %s, %%a, %%b; subc.cc.%s %s, %%b, %%a; subc.%s %%d, %%a, 0;"
               % (ty, v, ty, v, ty))
        for part in ("lo", "hi"):
            t.form(b, three, "mad.%s.cc.%s %s, %%a, %%b, %%c; addc.%s %%d, 0, 0;" % (part, ty, v, ty))
            t.form(b, three, "add.cc.%s %s, %%a, %%c; madc.%s.%s %%d, %%a, %%b, %%c;"
                   % (ty, v, part, ty))
            t.form(b, three, "add.cc.%s %s, %%b, %%c; madc.%s.cc.%s %s, %%a, %%b, %%c; "
                   "addc.%s %%d, 0, 0;" % (ty, v, part, ty, v, ty))
    return t


def logic():
    t = Table("logic")
    counts = [0, 1, 4, 15, 16, 17, 31, 32, 33, 63, 64, 65, 255, 256, 0x80000001, 0xffffffff]
    for bits in (16, 32, 64):
        b, u = "b%d" % bits, "u%d" % bits
        for op in ("and", "or", "xor"):
            t.form(b, t.twos(u), "%s.%s %%d, %%a, %%b;" % (op, b))
        for op in ("not", "cnot"):
            t.form(b, t.ones(u), "%s.%s %%d, %%a;" % (op, b))
        rows = [(x, n) for n in counts for x in (t.random.getrandbits(bits), (1 << bits) - 1,
                                                 1 << bits - 1)]
        t.given("shift." + b, [b, "b32"], rows)
        for op in ("shl.b", "shr.b", "shr.u", "shr.s"):
            t.form(b, "shift." + b, "%s%d %%d, %%a, %%b;" % (op, bits))
    rows = [(t.random.getrandbits(32), t.random.getrandbits(32), n) for n in counts for _ in range(4)]
    t.given("funnel", ["b32"] * 3, rows)
    for side, mode in itertools.product("lr", ("wrap", "clamp")):
        t.form("b32", "funnel", "shf.%s.%s.b32 %%d, %%a, %%b, %%c;" % (side, mode))
    rows = [(t.random.getrandbits(32), t.random.getrandbits(32),
             t.random.choice([i, t.random.getrandbits(32)])) for i in range(64)]
    t.given("bytes", ["b32"] * 3, rows)
    for mode in ("", ".f4e", ".b4e", ".rc8", ".ecl", ".ecr", ".rc16"):
        t.form("b32", "bytes", "prmt.b32%s %%d, %%a, %%b, %%c;" % mode)
    rows = [tuple(t.random.getrandbits(32) for _ in range(3)) for _ in range(16)]
    t.given("three", ["b32"] * 3, rows)
    for table in sorted({0x80, 0xfe, 0x96, 0xea, 0xe0, 0x6a, 0x78, 0xca, 0xe8, 0, 0xff, 0xf0, 0xcc,
                         0xaa} | set(range(1, 256, 13))):
        t.form("b32", "three", "lop3.b32 %%d, %%a, %%b, %%c, 0x%02x;" % table)
    t.given("few", ["b32"] * 3, list(itertools.product([0, 1, 2], [0, 1, 3], [0, 1])))
    for op, negate in itertools.product(("and", "or"), ("", "!")):
        t.form("b32", "few", "setp.ne.u32 %%q, %%c, 0; lop3.%s.b32 %%t|%%p, %%a, %%b, %%c, 0x68, %s%%q; "
               "selp.b32 %%d, 5, 9, %%p; xor.b32 %%d, %%d, %%t;" % (op, negate))
    for op in ("and", "or", "xor"):
        for one, two in itertools.product(("", "!"), repeat=2):
            t.form("b32", "few", "setp.ne.u32 %%p, %%a, 0; setp.ne.u32 %%q, %%b, 0; "
                   "%s.pred %%p, %s%%p, %s%%q; selp.b32 %%d, 1, 0, %%p;" % (op, one, two))
    t.form("b32", "few", "setp.ne.u32 %p, %a, 0; not.pred %q, %p; selp.b32 %d, 1, 0, %q;")
    return t


def compare():
    t = Table("compare")
    ordered = ["eq", "ne", "lt", "le", "gt", "ge"]
    floats = ordered + ["equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"]
    words = {"b": ["eq", "ne"], "s": ordered, "u": ordered + ["lo", "ls", "hi", "hs"], "f": floats}
    pick = "selp.b32 %d, 1, 0, %p;"
    types = ["b16", "b32", "b64"] + INTEGERS + ["f32", "f64", "f16", "bf16"]
    for ty in types:
        kind = "f" if "f" in ty else ty[0]
        two = t.twos("u" + ty[1:] if kind == "b" else ty, 8)
        for word in words[kind]:
            t.form("b32", two, "setp.%s.%s %%p, %%a, %%b; %s" % (word, ty, pick))
            if ty in ("f32", "f16"):
                t.form("b32", two, "setp.%s.ftz.%s %%p, %%a, %%b; %s" % (word, ty, pick))
        for word in words[kind][:2]:
            for boolean, negate in (("and", ""), ("or", "!"), ("xor", "")):
                both = "|%q" if ty not in ("f16", "bf16") else ""
                t.form("b32", two,
                       "setp.%s.%s %%q, %%b, %%a; setp.%s.%s.%s %%p%s, %%a, %%b, %s%%q; "
                       "selp.b32 %%t, 2, 0, %%q; selp.b32 %%d, 1, 0, %%p; or.b32 %%d, %%d, %%t;"
                       % (word, ty, word, boolean, ty, both, negate))
        for dest in ("u32", "s32", "f32"):
            for word in words[kind][:2] + words[kind][-1:]:
                if kind == "f" and ty in ("f16", "bf16") and dest == "f32":
                    continue
                t.form("b32", two, "set.%s.%s.%s %%d, %%a, %%b;" % (word, dest, ty))
    for ty in ("f16", "bf16"):
        two = t.pairs(ty, 2)
        flush = ["", ".ftz"] if ty == "f16" else [""]
        for word, ftz in itertools.product(floats, flush):
            t.form("b32", two, "setp.%s%s.%sx2 %%p|%%q, %%a, %%b; selp.b32 %%t, 2, 0, %%q; "
                   "selp.b32 %%d, 1, 0, %%p; or.b32 %%d, %%d, %%t;" % (word, ftz, ty))
        for word in ("lt", "geu"):
            t.form("b32", two, "set.%s.%sx2.%sx2 %%d, %%a, %%b;" % (word, ty, ty))
            t.form("b32", two, "set.%s.u32.%sx2 %%d, %%a, %%b;" % (word, ty))
            t.form("b16", t.twos(ty), "set.%s.%s.%s %%d, %%a, %%b;" % (word, ty, ty))
            t.form("b16", t.twos(ty), "set.%s.u16.%s %%d, %%a, %%b;" % (word, ty))
    t.form("b32", t.twos("f32"), "set.lt.ftz.u32.f32 %d, %a, %b;")
    t.form("b32", t.twos("f32"), "setp.lt.f32 %q, %b, %a; set.gt.or.u32.f32 %d, %a, %b, %q;")
    t.form("b32", t.twos("s32"), "setp.lt.s32 %q, %b, 0; set.gt.and.s32.s32 %d, %a, %b, !%q;")
    t.form("b16", t.twos("s32"), "set.gt.f16.s32 %d, %a, %b;")
    for ty in ("b16", "b32", "b64", "u16", "s16", "u32", "s32", "u64", "s64", "f32", "f64"):
        two = t.twos("u" + ty[1:], 4)
        b = bits_type(ty)
        t.form(b, two, "setp.lt.u%d %%p, %%a, %%b; selp.%s %%d, %%a, %%b, %%p;" % (width(ty), ty))
        t.form(b, two, "setp.lt.u%d %%p, %%a, %%b; selp.%s %%d, %%a, %%b, !%%p;" % (width(ty), ty))
        rows = [(t.random.getrandbits(width(ty)), t.random.getrandbits(width(ty)), c)
                for c in SINGLE_EDGES + integer_edges(32)]
        three = t.given("choose." + b, [b, b, "b32"], rows)
        for tail in ("", ".s32"), ("", ".f32"), (".ftz", ".f32"):
            t.form(b, three, "slct%s.%s%s %%d, %%a, %%b, %%c;" % (tail[0], ty, tail[1]))
    return t


def float32():
    t = Table("float32")
    one, two, three = t.ones("f32"), t.twos("f32"), t.threes("f32")
    near = [(0x3f800000 | t.random.getrandbits(23), 0x3f800000 + t.random.randrange(-4, 4) |
             t.random.getrandbits(1) << 31, t.random.getrandbits(1) << 31 | 0x3f800000 >> 0)
            for _ in range(24)]
    tiny = [(t.random.getrandbits(24), 0x3f000000 | t.random.getrandbits(23)) for _ in range(24)]
    tiny += [(0x00ffffff, 0x3f000000), (0x00fffffe, 0x3f000000), (0x00ffffff, 0xbf000000),
             (0x1f800001, 0x1fffffff), (0x20000000, 0x1fffffff), (0x1fffffff, 0x1fffffff)]
    tiny += [(t.random.randrange(0x1e000000, 0x22000000), t.random.randrange(0x1e000000, 0x22000000))
             for _ in range(24)]
    while len(tiny) < 140:  # products just below the least normal number
        a = t.random.randrange(1 << 23, 1 << 24)
        b = (1 << 47) // a
        if 0 < (1 << 47) - a * b < 1 << 23 and b < 1 << 24:
            tiny.append((67 << 23 | a & 0x7fffff, 60 << 23 | b & 0x7fffff))
    t.given("f32.tiny", ["b32"] * 2, tiny)
    least = [(0x17800000, 0x97800000, 0x00800000), (0x17800000, 0x17800000, 0x80800000),
             (0x1a000000, 0x99800000, 0x00800000), (0x1a000000, 0x9a000000, 0x00800000),
             (0x1a800000, 0x9a000000, 0x00800000), (0x1a000000, 0x1a000000, 0x80800000),
             (0x17800000, 0x17800000, 0x007fffff), (0x17800000, 0x17800000, 0x00800000),
             (0x1a000000, 0x9a000000, 0x00800001), (0x1a000000, 0x9a000001, 0x00800000)]
    t.given("f32.least", ["b32"] * 3, least)
    t.given("f32.near", ["b32"] * 3, near)
    flags = ["", ".ftz", ".sat", ".ftz.sat"]
    for op, rounding, flag in itertools.product(("add", "sub", "mul"), [""] + ROUNDINGS, flags):
        if rounding == "rn" and flag:
            continue
        dot = "." + rounding if rounding else ""
        for rows in (two, "f32.tiny") if ".sat" not in flag else (two,):
            t.form("b32", rows, "%s%s%s.f32 %%d, %%a, %%b;" % (op, dot, flag))
    for rounding, flag in itertools.product(ROUNDINGS, flags):
        for rows in (three, "f32.near", "f32.least") if ".sat" not in flag else (three,):
            t.form("b32", rows, "fma.%s%s.f32 %%d, %%a, %%b, %%c;" % (rounding, flag))
    t.form("b32", three, "mad.rn.f32 %d, %a, %b, %c;")
    t.form("b32", "f32.tiny", "fma.rn.ftz.f32 %d, %a, %b, 0f00800000;")
    t.form("b32", "f32.tiny", "fma.rn.f32 %d, %a, %b, 0f00000001;")
    for rounding, flag in itertools.product(ROUNDINGS, ["", ".ftz"]):
        t.form("b32", two, "div.%s%s.f32 %%d, %%a, %%b;" % (rounding, flag))
        t.form("b32", "f32.tiny", "div.%s%s.f32 %%d, %%a, %%b;" % (rounding, flag))
        t.form("b32", one, "rcp.%s%s.f32 %%d, %%a;" % (rounding, flag))
        t.form("b32", one, "sqrt.%s%s.f32 %%d, %%a;" % (rounding, flag))
    for op, flag in itertools.product(("abs", "neg"), ["", ".ftz"]):
        t.form("b32", one, "%s%s.f32 %%d, %%a;" % (op, flag))
    for op, flag in itertools.product(("min", "max"), ["", ".ftz"]):
        for nan, sign in itertools.product(["", ".NaN"], ["", ".xorsign.abs"]):
            t.form("b32", two, "%s%s%s%s.f32 %%d, %%a, %%b;" % (op, flag, nan, sign))
    t.form("b32", two, "copysign.f32 %d, %a, %b;")
    for test in ("finite", "infinite", "number", "notanumber", "normal", "subnormal"):
        t.form("b32", one, "testp.%s.f32 %%p, %%a; selp.b32 %%d, 1, 0, %%p;" % test)
    return t


def approximate():
    t = Table("approximate")
    one, two = t.ones("f32"), t.twos("f32")
    special = [(x,) for x in SINGLE_EDGES]
    uniform = lambda low, high, count: [(single(t.random.uniform(low, high)),) for _ in range(count)]
    t.given("f32.angle", ["b32"], uniform(-6.28, 6.28, 60) + special
            + [(0x3fc90fdb,), (0x40490fdb,), (0xc0c90fdb,), (0x80000001,)])
    t.given("f32.around1", ["b32"], uniform(0.5, 2, 60))
    t.given("f32.positive", ["b32"], special + [
        (x,) for x in (t.random.randrange(1, 0x7f800000) for _ in range(100))
        if not 0x3f000000 < x < 0x40000000])
    t.given("f32.power", ["b32"], uniform(-150, 130, 80) + special)
    rows = [(t.random.randrange(0x7e800000, 0x7f800000), t.random.randrange(0x7e700000, 0x7f000000))
            for _ in range(24)]
    rows += [(t.random.getrandbits(32), t.random.getrandbits(24)) for _ in range(24)]
    t.given("f32.far", ["b32"] * 2, rows)
    for ftz in ("", ".ftz"):
        for op in ("rcp", "sqrt", "rsqrt"):
            t.form("f32", one, "%s.approx%s.f32 %%d, %%a;" % (op, ftz), "relative 2.4e-7")
        for op in ("sin", "cos"):
            t.form("f32", "f32.angle", "%s.approx%s.f32 %%d, %%a;" % (op, ftz), "absolute 7.2e-7")
        t.form("f32", "f32.around1", "lg2.approx%s.f32 %%d, %%a;" % ftz, "absolute 2.4e-7")
        t.form("f32", "f32.positive", "lg2.approx%s.f32 %%d, %%a;" % ftz, "relative 2.4e-7")
        t.form("f32", "f32.power", "ex2.approx%s.f32 %%d, %%a;" % ftz, "relative 2.4e-7")
        for rows in (two, "f32.far"):
            t.form("f32", rows, "div.approx%s.f32 %%d, %%a, %%b;" % ftz, "relative 2.4e-7")
            t.form("f32", rows, "div.full%s.f32 %%d, %%a, %%b;" % ftz, "relative 2.4e-7")
    t.form("f32", one, "tanh.approx.f32 %d, %a;", "relative 4.9e-4")
    d = t.ones("f64", 40)
    t.form("f64", d, "rcp.approx.ftz.f64 %d, %a;", "relative 3e-6")
    t.form("f64", d, "rsqrt.approx.ftz.f64 %d, %a;", "relative 3e-6")
    t.form("f64", d, "rsqrt.approx.f64 %d, %a;", "relative 3e-6")
    return t


def float64():
    t = Table("float64")
    one, two, three = t.ones("f64"), t.twos("f64"), t.threes("f64")
    for op, rounding in itertools.product(("add", "sub", "mul"), [""] + ROUNDINGS):
        t.form("b64", two, "%s%s.f64 %%d, %%a, %%b;" % (op, "." + rounding if rounding else ""))
    for rounding in ROUNDINGS:
        t.form("b64", three, "fma.%s.f64 %%d, %%a, %%b, %%c;" % rounding)
        t.form("b64", two, "div.%s.f64 %%d, %%a, %%b;" % rounding)
        for op in ("rcp", "sqrt"):
            t.form("b64", one, "%s.%s.f64 %%d, %%a;" % (op, rounding))
    t.form("b64", three, "mad.rn.f64 %d, %a, %b, %c;")
    nans = [0x7ff8000000000001, 0xfff8000000000002, 0x3ff0000000000000, 0x7ff0000000000000,
            0x7ff4000000000003, 0]
    t.given("f64.nans", ["b64"] * 3, list(itertools.product(nans, repeat=3)))
    t.form("b64", "f64.nans", "fma.rn.f64 %d, %a, %b, %c;")
    t.form("b64", "f64.nans", "fma.rp.f64 %d, %a, %b, %c;")
    for op in ("abs", "neg"):
        t.form("b64", one, "%s.f64 %%d, %%a;" % op)
    for op in ("min", "max", "copysign"):
        t.form("b64", two, "%s.f64 %%d, %%a, %%b;" % op)
    for test in ("finite", "infinite", "number", "notanumber", "normal", "subnormal"):
        t.form("b32", one, "testp.%s.f64 %%p, %%a; selp.b32 %%d, 1, 0, %%p;" % test)
    return t


def half():
    t = Table("half")
    for ty in ("f16", "bf16"):
        kinds = [(ty, "b16", t.ones(ty), t.twos(ty), t.threes(ty)),
                 (ty + "x2", "b32", t.pairs(ty, 1), t.pairs(ty, 2), t.pairs(ty, 3))]
        flush = ["", ".ftz"] if ty == "f16" else [""]
        if ty == "f16":
            rows = []
            for x in range(1024, 2048):
                y = (1 << 21) // x
                if 0 < (1 << 21) - x * y < 1024 and y < 2048:
                    rows.append(((8 << 10) | x & 1023, (7 << 10) | y & 1023))
            t.given("f16.tiny", ["b16"] * 2, rows[:40])
            t.form("b16", "f16.tiny", "mul.ftz.f16 %d, %a, %b;")
            t.form("b16", "f16.tiny", "mul.f16 %d, %a, %b;")
        for name, b, one, two, three in kinds:
            for op, ftz in itertools.product(("add", "sub", "mul"), flush):
                for sat in ("", ".sat") if ty == "f16" else ("",):
                    for rounding in ("", ".rn"):
                        t.form(b, two, "%s%s%s%s.%s %%d, %%a, %%b;" % (op, rounding, ftz, sat, name))
            for ftz, limit in itertools.product(flush, ["", ".sat", ".relu"]):
                if limit != ".sat" or ty == "f16":
                    t.form(b, three, "fma.rn%s%s.%s %%d, %%a, %%b, %%c;" % (ftz, limit, name))
            for op, ftz in itertools.product(("abs", "neg"), flush):
                t.form(b, one, "%s%s.%s %%d, %%a;" % (op, ftz, name))
            for op, ftz, nan, sign in itertools.product(("min", "max"), flush, ["", ".NaN"],
                                                        ["", ".xorsign.abs"]):
                t.form(b, two, "%s%s%s%s.%s %%d, %%a, %%b;" % (op, ftz, nan, sign, name))
            bound = "relative 2e-3" if ty == "f16" else "relative 8e-3"
            if b == "b16":
                t.form(ty, one, "ex2.approx%s.%s %%d, %%a;" % (".ftz" * (ty == "bf16"), name), bound)
                t.form(ty, one, "tanh.approx.%s %%d, %%a;" % name, bound)
            else:
                for op in ("ex2.approx" + ".ftz" * (ty == "bf16"), "tanh.approx"):
                    for shift in (0, 16):
                        t.form(ty, one, "%s.%s %%t, %%a; shr.u32 %%t, %%t, %d; cvt.u16.u32 %%d, %%t;"
                               % (op, name, shift), bound)
    return t


def convert():
    t = Table("convert")
    integers = ["u8", "s8"] + INTEGERS
    for a, d in itertools.product(integers, repeat=2):
        source = t.ones(a.replace("8", "16"), 8)
        for sat in ("", ".sat"):
            t.form(bits_type(d), source, "cvt%s.%s.%s %%d, %%a;" % (sat, d, a))
    for a in integers:
        source = t.ones(a.replace("8", "16"), 8)
        for d in ("f16", "f32", "f64", "bf16"):
            for rounding in ROUNDINGS:
                t.form(bits_type(d), source, "cvt.%s.%s.%s %%d, %%a;" % (rounding, d, a))
        t.form("b32", source, "cvt.rn.sat.f32.%s %%d, %%a;" % a)
    # integers in registers wider than their type
    for a, d in (("u8", "u32"), ("s8", "s32"), ("u8", "f32"), ("s16", "s64"), ("s8", "u16"),
                 ("u16", "s32")):
        rounding = ".rn" if d == "f32" else ""
        t.form(bits_type(d), t.ones("u32", 8), "cvt%s.%s.%s %%d, %%a;" % (rounding, d, a))
    for d, a, register, source in (("s64", "s8", "b64", "u64"), ("u8", "s32", "b32", "s32"),
                                   ("s8", "u16", "b32", "u16"), ("u16", "f32", "b64", "f32")):
        rounding = ".rzi" if a == "f32" else ""
        t.form(register, t.ones(source, 8), "cvt%s.%s.%s %%d, %%a;" % (rounding, d, a))
    for a in ("f16", "f32", "f64", "bf16"):
        source = t.ones(a)
        for d, rounding in itertools.product(integers, WHOLE):
            t.form(bits_type(d), source, "cvt.%s.%s.%s %%d, %%a;" % (rounding, d, a))
        for rounding in WHOLE:
            t.form(bits_type(a), source, "cvt.%s.%s.%s %%d, %%a;" % (rounding, a, a))
    for d in ("s32", "u32", "s64", "u16"):
        t.form(bits_type(d), t.ones("f32"), "cvt.rpi.ftz.%s.f32 %%d, %%a;" % d)
        t.form(bits_type(d), t.ones("f32"), "cvt.rzi.sat.%s.f32 %%d, %%a;" % d)
    one = t.ones("f32")
    for text in ("cvt.f64.f32", "cvt.ftz.f64.f32", "cvt.sat.f64.f32"):
        t.form("b64", one, text + " %d, %a;")
    for text in ("cvt.f32.f32", "cvt.sat.f32.f32", "cvt.ftz.f32.f32", "cvt.ftz.sat.f32.f32",
                 "cvt.rpi.ftz.f32.f32", "cvt.rni.sat.f32.f32", "cvt.rna.tf32.f32", "cvt.rn.tf32.f32",
                 "cvt.rz.tf32.f32", "cvt.rn.relu.tf32.f32", "cvt.rz.relu.tf32.f32"):
        t.form("b32", one, text + " %d, %a;")
    t.form("b64", t.ones("f64"), "cvt.f64.f64 %d, %a;")
    t.form("b64", t.ones("f64"), "cvt.sat.f64.f64 %d, %a;")
    for a in ("f16", "bf16"):
        for d in ("f32", "f64"):
            for flag in ("", ".sat", ".ftz"):
                t.form(bits_type(d), t.ones(a), "cvt%s.%s.%s %%d, %%a;" % (flag, d, a))
        t.form("b16", t.ones(a), "cvt.%s.%s %%d, %%a;" % (a, a))
        t.form("b16", t.ones(a), "cvt.sat.%s.%s %%d, %%a;" % (a, a))
        other = "bf16" if a == "f16" else "f16"
        for rounding in ROUNDINGS:
            t.form("b16", t.ones(a), "cvt.%s.%s.%s %%d, %%a;" % (rounding, other, a))
    for rounding, flag in itertools.product(ROUNDINGS, ["", ".sat", ".ftz", ".ftz.sat"]):
        t.form("b32", t.ones("f64"), "cvt.%s%s.f32.f64 %%d, %%a;" % (rounding, flag))
        t.form("b16", one, "cvt.%s%s.f16.f32 %%d, %%a;" % (rounding, flag))
        if flag in ("", ".sat"):
            t.form("b16", t.ones("f64"), "cvt.%s%s.f16.f64 %%d, %%a;" % (rounding, flag))
            t.form("b16", t.ones("f64"), "cvt.%s%s.bf16.f64 %%d, %%a;" % (rounding, flag))
    two = t.twos("f32")
    for rounding, relu, sat in itertools.product(ROUNDINGS, ["", ".relu"], ["", ".satfinite"]):
        for d in ("f16", "bf16"):
            t.form("b16", one, "cvt.%s%s%s.%s.f32 %%d, %%a;" % (rounding, relu, sat, d))
            if rounding in ("rn", "rz"):
                t.form("b32", two, "cvt.%s%s%s.%sx2.f32 %%d, %%a, %%b;" % (rounding, relu, sat, d))
    for d, relu in itertools.product(("e4m3x2", "e5m2x2"), ("", ".relu")):
        t.form("b16", two, "cvt.rn.satfinite%s.%s.f32 %%d, %%a, %%b;" % (relu, d))
        t.form("b16", t.pairs("f16", 1), "cvt.rn.satfinite%s.%s.f16x2 %%d, %%a;" % (relu, d))
        t.form("b32", t.ones("u16"), "cvt.rn%s.f16x2.%s %%d, %%a;" % (relu, d))
    for d, n in (("u16", 2), ("s16", 2), ("u8", 3), ("s8", 3), ("u4", 3), ("s4", 3), ("u2", 3),
                 ("s2", 3)):
        rows = t.twos("s32") if n == 2 else t.threes("s32")
        tail = " %d, %a, %b;" if n == 2 else ".b32 %d, %a, %b, %c;"
        t.form("b32", rows, "cvt.pack.sat.%s.s32%s" % (d, tail))
    return t


def video():
    t = Table("video")
    three = t.threes("s32", 24, 24)
    types = ("u32", "s32")
    for op in ("vadd", "vsub", "vabsdiff", "vmin", "vmax"):
        for d, a, b in itertools.product(types, repeat=3):
            t.form("b32", three, "%s.%s.%s.%s %%d, %%a, %%b;" % (op, d, a, b))
            t.form("b32", three, "%s.%s.%s.%s %%d, %%a.b2, %%b.h1;" % (op, d, a, b))
            t.form("b32", three, "%s.%s.%s.%s.add %%d, %%a.h0, %%b.b1, %%c;" % (op, d, a, b))
    rows = [(t.random.getrandbits(32), t.random.choice([0, 1, 7, 31, 32, 33, 64, 255]),
             t.random.getrandbits(32)) for _ in range(60)]
    t.given("shifts", ["b32"] * 3, rows)
    for op, d, a, mode in itertools.product(("vshl", "vshr"), types, types, ("clamp", "wrap")):
        t.form("b32", "shifts", "%s.%s.%s.u32.%s %%d, %%a, %%b;" % (op, d, a, mode))
        t.form("b32", "shifts", "%s.%s.%s.u32.%s %%d, %%a.b3, %%b.b0;" % (op, d, a, mode))
        t.form("b32", "shifts", "%s.%s.%s.u32.%s.add %%d, %%a.h1, %%b.b0, %%c;" % (op, d, a, mode))
    for d, a, b, po in itertools.product(types, types, types, ("", ".po")):
        t.form("b32", three, "vmad.%s.%s.%s%s %%d, %%a, %%b, %%c;" % (d, a, b, po))
        t.form("b32", three, "vmad.%s.%s.%s%s %%d, %%a.h1, %%b.b2, %%c;" % (d, a, b, po))
    for a, b, word in itertools.product(types, types, ("eq", "ne", "lt", "le", "gt", "ge")):
        t.form("b32", three, "vset.%s.%s.%s %%d, %%a, %%b;" % (a, b, word))
        t.form("b32", three, "vset.%s.%s.%s.add %%d, %%a.b1, %%b.b0, %%c;" % (a, b, word))
        t.form("b32", three, "vset.%s.%s.%s %%d.b3, %%a.h1, %%b.b0, %%c;" % (a, b, word))
    for n, masks, picks in ((2, ("", ".h0", ".h1"), ("%a.h32, %b.h10", "%a.h03, %b.h21")),
                            (4, ("", ".b0", ".b310"), ("%a.b7654, %b.b0123", "%a.b0246, %b.b7531"))):
        for op in ("vadd", "vsub", "vavrg", "vabsdiff", "vmin", "vmax"):
            for d, a, b in itertools.product(types, repeat=3):
                for tail in ("", ".sat", ".add"):
                    t.form("b32", three, "%s%d.%s.%s.%s%s %%d, %%a, %%b, %%c;"
                           % (op, n, d, a, b, tail))
                t.form("b32", three, "%s%d.%s.%s.%s %%d%s, %s, %%c;"
                       % (op, n, d, a, b, masks[1], picks[0]))
                t.form("b32", three, "%s%d.%s.%s.%s.sat %%d%s, %s, %%c;"
                       % (op, n, d, a, b, masks[2], picks[1]))
                t.form("b32", three, "%s%d.%s.%s.%s.add %%d%s, %s, %%c;"
                       % (op, n, d, a, b, masks[2], picks[1]))
        for a, b, word in itertools.product(types, types, ("eq", "ne", "lt", "le", "gt", "ge")):
            t.form("b32", three, "vset%d.%s.%s.%s %%d, %%a, %%b, %%c;" % (n, a, b, word))
            t.form("b32", three, "vset%d.%s.%s.%s.add %%d%s, %s, %%c;"
                   % (n, a, b, word, masks[2], picks[0]))
    return t


def value(bits):
    return fractions.Fraction(struct.unpack("<f", struct.pack("<I", bits))[0])


def rounded(x, mode):
    """Bits of the single next to a fraction; no overflow here."""
    if x == 0:
        return 0
    sign, x = (1, -x) if x < 0 else (0, x)
    exponent = -149
    while x >= fractions.Fraction(2) ** (exponent + 24):
        exponent += 1
    steps = x / fractions.Fraction(2) ** exponent
    whole, rest = int(steps), steps - int(steps)
    up = {"rn": rest > 0.5 or rest == 0.5 and whole & 1, "rz": False, "rm": sign and rest > 0,
          "rp": not sign and rest > 0}[mode]
    bits = whole + bool(up) + (exponent + 149 << 23)  # the leading 1 counts one exponent itself
    return sign << 31 | bits


def newer():
    """Forms of compute capability 10.0, with results computed here by exact fractions."""
    t = Table("newer", "8.8 sm_100")
    halves = [tuple(t.random.single() for _ in range(6)) for _ in range(48)]
    rows = [(a | x << 32, b | y << 32, c | z << 32) for a, x, b, y, c, z in halves]
    t.given("pairs", ["b64"] * 3, rows)

    def both(operation, mode):
        low = [rounded(operation(*map(value, row[0::2])), mode) for row in halves]
        high = [rounded(operation(*map(value, row[1::2])), mode) for row in halves]
        return [x | y << 32 for x, y in zip(low, high)]
    for mode in ROUNDINGS:
        for op, operation in (("add", lambda a, b, c: a + b), ("sub", lambda a, b, c: a - b),
                              ("mul", lambda a, b, c: a * b)):
            t.form("b64", "pairs", "%s.%s.f32x2 %%d, %%a, %%b;" % (op, mode),
                   results=both(operation, mode))
        t.form("b64", "pairs", "fma.%s.f32x2 %%d, %%a, %%b, %%c;" % mode,
               results=both(lambda a, b, c: a * b + c, mode))
    few = [0xff800000, 0xbf800000, 0x80000000, 0, 0x3f800000, 0x7f800000, 0x7fffffff]
    rows = list(itertools.product(few, repeat=3))
    t.given("three", ["b32"] * 3, rows)

    def choose(row, pick, nan, absolute):
        row = [x & 0x7fffffff if absolute else x for x in row]
        numbers = [x for x in row if x != 0x7fffffff]
        if not numbers or nan and len(numbers) < 3:
            return 0x7fffffff
        return pick(numbers, key=lambda x: (float(struct.unpack("<f", struct.pack("<I", x))[0]),
                                            -(x >> 31)))
    for op, pick in (("min", min), ("max", max)):
        for nan, absolute in itertools.product((False, True), repeat=2):
            t.form("b32", "three", "%s%s%s.f32 %%d, %%a, %%b, %%c;"
                   % (op, ".NaN" * nan, ".abs" * absolute),
                   results=[choose(row, pick, nan, absolute) for row in rows])
    mixed(t)
    return t


def half_value(bits, kind):
    if kind == "bf16":
        return value(bits << 16)
    return fractions.Fraction(struct.unpack("<e", struct.pack("<H", bits))[0])


def mixed(t):
    """add, sub and fma of singles with halves."""
    for kind, top in (("f16", 0x7bff), ("bf16", 0x4f7f)):
        rows = [(t.random.getrandbits(1) << 15 | t.random.randrange(0x3000, top),
                 t.random.getrandbits(1) << 15 | t.random.randrange(0x3000, top), t.random.single())
                for _ in range(48)]
        t.given(kind + ".mixed", ["b16", "b16", "b32"], rows)
        for mode in ROUNDINGS:
            for op, sign in (("add", 1), ("sub", -1)):
                t.form("b32", kind + ".mixed", "%s.%s.f32.%s %%d, %%a, %%c;" % (op, mode, kind),
                       results=[rounded(half_value(a, kind) + sign * value(c), mode) for a, _, c in rows])
            t.form("b32", kind + ".mixed", "fma.%s.f32.%s %%d, %%a, %%b, %%c;" % (mode, kind),
                   results=[rounded(half_value(a, kind) * half_value(b, kind) + value(c), mode)
                            for a, b, c in rows])


ORDERED = {"eq": lambda a, b: a == b, "ne": lambda a, b: a != b, "lt": lambda a, b: a < b,
           "le": lambda a, b: a <= b, "gt": lambda a, b: a > b, "ge": lambda a, b: a >= b}
COMBINED = {"and": lambda x, y: x and y, "or": lambda x, y: x or y, "xor": lambda x, y: x != y}


def compares(word, a, b):
    """Of floats; None is a NaN."""
    unordered = a is None or b is None
    if word in ("num", "nan"):
        return unordered == (word == "nan")
    if word.endswith("u") and word != "nu":
        return unordered or ORDERED[word[:-1]](a, b)
    return not unordered and ORDERED[word](a, b)


def selection():
    """set and setp of halves combined with a predicate, with results computed here."""
    t = Table("selection", "8.3 sm_90")
    words = list(ORDERED) + [w + "u" for w in ORDERED] + ["num", "nan"]
    for kind, edges_, nan in (("f16", HALF_EDGES, 0x7c00), ("bf16", BRAIN_EDGES, 0x7f80)):
        rows = [(a, b, t.random.getrandbits(1)) for a, b in itertools.product(edges_, repeat=2)]
        one = t.given(kind + ".chosen", ["b16", "b16", "b32"], rows)
        few = [edges_[i] for i in (0, 1, 2, 5, 6, 8, 9, 11)]
        pairs = [(t.random.choice(few) << 16 | t.random.choice(few), t.random.choice(few) << 16 | t.random.choice(few),
                  t.random.getrandbits(1)) for _ in range(64)]
        two = t.given(kind + "x2.chosen", ["b32"] * 3, pairs)

        def number(bits):
            if bits & 0x7fff > nan:
                return None
            if bits & 0x7fff == nan:
                return float("-inf" if bits >> 15 else "inf")
            return half_value(bits, kind)
        true = {"f16": 0x3c00, "bf16": 0x3f80, "u16": 0xffff, "s32": 0xffffffff}
        for word, (name, combine) in itertools.product(words, COMBINED.items()):
            told = [combine(compares(word, number(a), number(b)), bool(c)) for a, b, c in rows]
            start = "setp.ne.b32 %%p, %%c, 0; "
            for d in (kind, "u16", "s32"):
                t.form(bits_type(d), one, (start + "set.%s.%s.%s.%s %%d, %%a, %%b, %%p;") % (word, name, d, kind),
                       results=[true[d] if x else 0 for x in told])
            both = [[combine(compares(word, number(a >> s & 0xffff), number(b >> s & 0xffff)), bool(c))
                     for s in (0, 16)] for a, b, c in pairs]
            t.form("b32", two, (start + "set.%s.%s.%sx2.%sx2 %%d, %%a, %%b, %%p;") % (word, name, kind, kind),
                   results=[(true[kind] if x else 0) | (true[kind] << 16 if y else 0) for x, y in both])
            t.form("b32", two, (start + "setp.%s.%s.%sx2 %%p|%%q, %%a, %%b, %%p; selp.b32 %%d, 1, 0, %%p; "
                                "selp.b32 %%t, 2, 0, %%q; or.b32 %%d, %%d, %%t;") % (word, name, kind),
                   results=[x + 2 * y for x, y in both])
    return t


def main():
    for make in (integer, logic, compare, float32, approximate, float64, half, convert, video,
                 newer, selection):
        make().write(sys.argv[1])


if __name__ == "__main__":
    main()
