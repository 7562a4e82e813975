#!/usr/bin/env python3
"""Writes the forms of matrix.table without results: make_forms.py > matrix.table, then record them
on a GPU with `sim_matrix gpu record matrix.table`; the same with `make_forms.py more > more.table`, whose forms
need compute capability 9.0. See matrix.h for what a line says."""
import sys


def mma(words, d, a, b, c):
    print(f"mma mma.sync.aligned.{words} {d} {a} {b} {c}")


def registers():
    for k, n in ((8, 1), (16, 2)):
        for t in ("f16", "bf16"):
            mma(f"m16n8k{k}.row.col.f32.{t}.{t}.f32", "f32*4", f"{t}x2*{2*n}", f"{t}x2*{n}", "f32*4")
        mma(f"m16n8k{k}.row.col.f16.f16.f16.f16", "f16x2*2", f"f16x2*{2*n}", f"f16x2*{n}", "f16x2*2")
    for k, n in ((4, 1), (8, 2)):
        mma(f"m16n8k{k}.row.col.f32.tf32.tf32.f32", "f32*4", f"tf32*{2*n}", f"tf32*{n}", "f32*4")
    for sat in ("", ".satfinite"):
        for a, b in (("u8", "u8"), ("u8", "s8"), ("s8", "u8"), ("s8", "s8")):
            for shape, na, nb, nc in (("m8n8k16", 1, 1, 2), ("m16n8k16", 2, 1, 4), ("m16n8k32", 4, 2, 4)):
                mma(f"{shape}.row.col{sat}.s32.{a}.{b}.s32", f"s32*{nc}", f"{a}*{na}", f"{b}*{nb}", f"s32*{nc}")
    mma("m8n8k4.row.col.f64.f64.f64.f64", "f64*2", "f64*1", "f64*1", "f64*2")


SHAPES = {"m16n16k16": (16, 16, 16), "m32n8k16": (32, 8, 16), "m8n32k16": (8, 32, 16),
          "m16n16k8": (16, 16, 8), "m8n8k4": (8, 8, 4)}


def kinds(shape):
    if shape == "m16n16k8":
        return [("tf32", "f32", "f32", ".f32.tf32.tf32.f32")]
    if shape == "m8n8k4":
        return [("f64", "f64", "f64", ".f64.f64.f64.f64")]
    out = [("f16", c, d, f".{d}.{c}") for c in ("f16", "f32") for d in ("f16", "f32")]
    out.append(("bf16", "f32", "f32", ".f32.bf16.bf16.f32"))
    for t in ("u8", "s8"):
        for sat in ("", ".satfinite"):
            out.append((t, "s32", "s32", f".s32.{t}.{t}.s32{sat}"))
    return out


def fragments():
    for shape in SHAPES:
        for la, lb in (("row", "col"), ("row", "row"), ("col", "col"), ("col", "row")):
            for ab, c, d, words in kinds(shape):
                if (la, lb) != ("row", "col") and (c, d) not in (("f32", "f32"), ("s32", "s32"), ("f64", "f64")):
                    continue
                if "satfinite" in words and (la, lb) != ("row", "col"):
                    continue
                print(f"wmma {shape} {la} {lb} {words} {ab} {c} {d}")


def count(shape, which, t):
    m, n, k = SHAPES[shape]
    size = {"a": m * k, "b": k * n, "c": m * n}[which]
    if t in ("f64", "tf32", "f32", "s32"):
        return size // 32
    if which == "c":  # f16
        return size // 64
    per = {"f16": 2, "bf16": 2, "u8": 4, "s8": 4}[t]
    regs = size // 32 // per
    return 8 if t == "f16" else regs


def loads():
    for shape, (m, n, k) in SHAPES.items():
        seen = set()
        for ab, c, d, _ in kinds(shape):
            for which, t, row, col in (("a", ab, k, m), ("b", ab, n, k), ("c", c, n, m)):
                for layout, stride in (("row", row), ("col", col)):
                    key = (which, t, layout)
                    if key in seen:
                        continue
                    seen.add(key)
                    print(f"load wmma.load.{which}.sync.aligned.{layout}.{shape}.global.{t} "
                          f"{t}*{count(shape, which, t)} {stride}")


def more():
    for sat in ("", ".satfinite"):
        for a in ("u4", "s4"):
            for b in ("u4", "s4"):
                for shape, na, nb, nc in (("m8n8k32", 1, 1, 2), ("m16n8k32", 2, 1, 4), ("m16n8k64", 4, 2, 4)):
                    mma(f"{shape}.row.col{sat}.s32.{a}.{b}.s32", f"s32*{nc}", f"{a}*{na}", f"{b}*{nb}", f"s32*{nc}")
    for op in ("xor", "and"):
        for shape, na, nb, nc in (("m8n8k128", 1, 1, 2), ("m16n8k128", 2, 1, 4), ("m16n8k256", 4, 2, 4)):
            mma(f"{shape}.row.col.s32.b1.b1.s32.{op}.popc", f"s32*{nc}", f"b1*{na}", f"b1*{nb}", f"s32*{nc}")
    for a in ("e4m3", "e5m2"):
        for b in ("e4m3", "e5m2"):
            for k, n in ((16, 1), (32, 2)):
                mma(f"m16n8k{k}.row.col.f32.{a}.{b}.f32", "f32*4", f"{a}*{2*n}", f"{b}*{n}", "f32*4")
                mma(f"m16n8k{k}.row.col.f16.{a}.{b}.f16", "f16x2*2", f"{a}*{2*n}", f"{b}*{n}", "f16x2*2")
    for k, n in ((4, 1), (8, 2), (16, 4)):
        mma(f"m16n8k{k}.row.col.f64.f64.f64.f64", "f64*4", f"f64*{2*n}", f"f64*{n}", "f64*4")
    for la in ("row", "col"):
        for lb in ("row", "col"):
            for c, d in (("f16", "f16"), ("f16", "f32"), ("f32", "f32")):
                kinds = {"f16": "f16x2*4", "f32": "f32*8"}
                mma(f"m8n8k4.{la}.{lb}.{d}.f16.f16.{c}", kinds[d], "f16x2*2", "f16x2*2", kinds[c])


print("# Matrix instructions: what a GPU gave. Made by make_forms.py, recorded by sim_matrix.")
print("# Not recorded yet.")
if "more" in sys.argv:
    more()
else:
    registers()
    fragments()
    loads()
