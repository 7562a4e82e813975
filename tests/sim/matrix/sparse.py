#!/usr/bin/env python3
"""mma.sp, and the tiles of ldmatrix and stmatrix that hold bytes, against a statement of their own:
sparse.py LIBCUDA.

As in reference.py, where things lie is written down element by element (ISA 9.7.14.6.2). Every selector is tried;
the lanes that it doesn't name hold nonsense for metadata."""
import random
import struct
import sys

from reference import Cuda, Operand, bits_of, matrix, multiply, place_c, some

LANES = range(32)
# Kind of A, k: registers of A; metadata of a chunk of columns (size, choices): bits; who holds them.
#   pair: one lane has 16 bits of row g and, above, 16 of row g + 8; whole: a lane has 32 bits of one row
SHAPES = {
    ("f16", 16): "pair", ("f16", 32): "pair", ("bf16", 16): "pair", ("bf16", 32): "pair",
    ("tf32", 8): "pair", ("tf32", 16): "pair",
    ("s8", 32): "whole", ("s8", 64): "whole", ("u8", 32): "whole", ("u8", 64): "whole",
    ("s4", 64): "whole", ("s4", 128): "whole", ("u4", 64): "whole", ("u4", 128): "whole",
    ("e4m3", 64): "whole", ("e5m2", 64): "whole",
}
WIDTH = {"f16": 16, "bf16": 16, "tf32": 32, "s8": 8, "u8": 8, "s4": 4, "u4": 4, "e4m3": 8, "e5m2": 8}
CHUNK = {"tf32": 2, "s4": 8, "u4": 8}


def encode(kind, value):
    if kind == "bf16":
        return struct.unpack("<I", struct.pack("<f", value))[0] >> 16
    if kind == "tf32":
        return bits_of("f32", value)
    return bits_of(kind, value) & ((1 << WIDTH[kind]) - 1)


def choose(rng, kind):
    """Columns of a chunk that are given, and their metadata."""
    if kind == "tf32":
        column = rng.randrange(2)
        return [column], 0b1110 if column else 0b0100
    low, high = sorted(rng.sample(range(4), 2))
    if kind in ("s4", "u4"):
        return [2 * low, 2 * low + 1, 2 * high, 2 * high + 1], low | high << 2
    return [low, high], low | high << 2


def sparse_matrix(rng, kind, k):
    """Dense rows, rows of what is given, {(row, chunk): metadata}."""
    size, dense, given, metadata = CHUNK.get(kind, 4), [], [], {}
    for row in range(16):
        dense.append([0] * k)
        given.append([])
        for chunk in range(k // size):
            columns, metadata[row, chunk] = choose(rng, kind)
            for column in columns:
                value = some(rng, {"bf16": "f16", "tf32": "f16", "u8": "u4", "s8": "s4"}.get(kind, kind))
                dense[row][chunk * size + column] = value
                given[row].append(value)
    return dense, given, metadata


def metadata_words(rng, kind, k, metadata, selector):
    words = [rng.getrandbits(32) for _ in LANES]
    for lane in LANES:
        group, member = lane >> 2, lane % 4
        if SHAPES[kind, k] == "pair":
            holders = k // CHUNK.get(kind, 4) // 4  # 4 chunks of a row in one lane
            part = member - selector * holders
            if 0 <= part < holders:
                fields = [metadata[row, 4 * part + c] for row in (group, group + 8) for c in range(4)]
                words[lane] = sum(field << 4 * i for i, field in enumerate(fields))
        else:
            holders = k // CHUNK.get(kind, 4) // 8 * 2  # 8 chunks of a row in one lane
            part = member - selector * holders
            if 0 <= part < holders:
                row = group + 8 * (part % 2)
                fields = [metadata[row, 8 * (part // 2) + c] for c in range(8)]
                words[lane] = sum(field << 4 * i for i, field in enumerate(fields))
    return words, 4 // holders


class Registers:
    """A matrix's words: register after register, each for all lanes."""

    def __init__(self, kind, count, element):
        self.count, self.words = count, []
        per = 32 // WIDTH[kind]
        for register in range(count):
            for lane in LANES:
                word = 0
                for part in range(per):
                    word |= encode(kind, element(lane >> 2, lane % 4, register, part)) << part * WIDTH[kind]
                self.words.append(word)


def check(cuda, rng, kind, k, other, result, selector, word):
    dense, given, metadata = sparse_matrix(rng, kind, k)
    per = 32 // WIDTH[kind]
    b = [[some(rng, {"bf16": "f16", "tf32": "f16", "u8": "u4", "s8": "s4"}.get(other, other)) for _ in range(8)]
         for _ in range(k)]
    c = matrix(rng, result, 16, 8)
    words, selectors = metadata_words(rng, kind, k, metadata, selector)
    if selector >= selectors:
        return None
    # A: registers by halves of the rows, then further columns; B: rows further down.
    a = Registers(kind, k * 8 // 32 // per, lambda g, t, r, p: given[g + 8 * (r % 2)][(r // 2 * 4 + t) * per + p])
    bs = Registers(other, k * 8 // 32 // per, lambda g, t, r, p: b[(r * 4 + t) * per + p][g])
    cs = Operand(result, 4, place_c, 16, 8)
    text = [".version 9.0\n.target sm_90\n.address_size 64",
            ".visible .entry form(.param .u64 in, .param .u64 out)\n{", ".reg .b32 %lane; .reg .b64 %in, %out, %at;",
            "mov.u32 %lane, %tid.x;", "ld.param.u64 %in, [in];", "ld.param.u64 %out, [out];",
            "mad.wide.u32 %in, %lane, 4, %in;", "mad.wide.u32 %out, %lane, 4, %out;"]
    at, names, data = 0, {}, []
    for name, registers, type_ in (("a", a.words, "b32"), ("b", bs.words, "b32"),
                                   ("c", list(struct.unpack(f"<{cs.count * 32}I", cs.pack(c))), cs.declared()),
                                   ("e", words, "b32")):
        count = len(registers) // 32
        text.append(f".reg .{type_} %{name}<{count}>;")
        names[name] = "{" + ", ".join(f"%{name}{i}" for i in range(count)) + "}"
        for i in range(count):
            text.append(f"ld.global.{type_} %{name}{i}, [%in+{at}];")
            at += 128
        data += registers
    text.append(f".reg .{cs.declared()} %d<{cs.count}>;")
    names["d"] = "{" + ", ".join(f"%d{i}" for i in range(cs.count)) + "}"
    shape = f"m16n8k{k}"
    text.append(f"mma.{word}.sync.aligned.{shape}.row.col.{result}.{kind}.{other}.{result} {names['d']}, {names['a']}, "
                f"{names['b']}, {names['c']}, %e0, {selector};")
    text += [f"st.global.{cs.declared()} [%out+{i * 128}], %d{i};" for i in range(cs.count)] + ["ret;\n}\n"]
    got = cuda.run("\n".join(text), struct.pack(f"<{len(data)}I", *data), cs.count * 128)
    return got == cs.pack(multiply(dense, b, c, lambda x, y: x * y))


def sparse_forms():
    for kind, k in SHAPES:
        results = {"f16": ("f16", "f32"), "e4m3": ("f16", "f32"), "e5m2": ("f16", "f32"), "bf16": ("f32",),
                   "tf32": ("f32",)}.get(kind, ("s32",))
        others = {"s8": "us", "u8": "us", "s4": "us", "u4": "us"}.get(kind)
        others = [o + kind[1] for o in others] if others else ["e4m3", "e5m2"] if kind[0] == "e" else [kind]
        for other in others:
            for result in results:
                for selector in range(4):
                    for word in ("sp", "sp::ordered_metadata"):
                        yield kind, k, other, result, selector, word


# -- tiles of bytes: lane l in group g as thread t

def run_tiles(cuda, mnemonic, count, shared, stores=None):
    """Rows of 16 bytes, lane l's address being that of row l; registers, or the rows afterwards."""
    names = ", ".join(f"%r{i}" for i in range(count))
    text = [".version 9.0\n.target sm_100a\n.address_size 64",
            ".visible .entry form(.param .u64 in, .param .u64 out)\n{",
            ".reg .b32 %r<8>, %lane, %at, %w<4>; .reg .b64 %in, %out, %row; .shared .align 16 .b8 tile[512];",
            "mov.u32 %lane, %tid.x;", "ld.param.u64 %in, [in];", "ld.param.u64 %out, [out];", "mov.u32 %at, tile;",
            "mad.lo.u32 %at, %lane, 16, %at;", "mad.wide.u32 %row, %lane, 16, %in;",
            "ld.global.v4.u32 {%w0, %w1, %w2, %w3}, [%row];", "st.shared.v4.u32 [%at], {%w0, %w1, %w2, %w3};",
            "bar.sync 0;", "mad.wide.u32 %in, %lane, 4, %in;", "mad.wide.u32 %row, %lane, 16, %out;",
            "mad.wide.u32 %out, %lane, 4, %out;"]
    if stores is None:
        text += [f"{mnemonic} {{{names}}}, [%at];"]
        text += [f"st.global.u32 [%out+{i * 128}], %r{i};" for i in range(count)]
    else:
        text += [f"ld.global.u32 %r{i}, [%in+{512 + i * 128}];" for i in range(count)]
        text += [f"{mnemonic} [%at], {{{names}}};", "bar.sync 0;",
                 "ld.shared.v4.u32 {%w0, %w1, %w2, %w3}, [%at];", "st.global.v4.u32 [%row], {%w0, %w1, %w2, %w3};"]
    given = b"".join(shared) + b"".join(struct.pack("<I", w) for w in stores or [])
    return cuda.run("\n".join(text + ["ret;\n}\n"]), given, 512)


def unpacked(row, bits):
    number = int.from_bytes(row, "little")
    return bytes(number >> bits * i & ((1 << bits) - 1) for i in range(16))


def check_load(cuda, rng, shape, count, source):
    shared = [bytes(rng.randrange(256) for _ in range(16)) for _ in LANES]
    bits = {"b8": 8, "b8x16.b6x16_p32": 6, "b8x16.b4x16_p64": 4}[source]
    rows = [unpacked(row, bits) for row in shared]
    words = []
    registers = count * (2 if shape == "m16n16" else 1)
    for r in range(registers):
        for lane in LANES:
            g, t = lane >> 2, lane % 4
            if shape == "m8n16":
                four = rows[8 * r + g][4 * t:4 * t + 4]
            else:  # transposed: four rows of the square, in one column
                top = 16 * (r // 2) + 4 * t
                four = bytes(rows[top + i][g + 8 * (r % 2)] for i in range(4))
            words.append(int.from_bytes(four, "little"))
    trans = ".trans" if shape == "m16n16" else ""
    got = run_tiles(cuda, f"ldmatrix.sync.aligned.{shape}.x{count}{trans}.shared.{source}", registers, shared)
    return got[:128 * registers] == struct.pack(f"<{len(words)}I", *words)


def check_store(cuda, rng, count):
    shared = [bytes(rng.randrange(256) for _ in range(16)) for _ in LANES]
    words = [rng.getrandbits(32) for _ in range(32 * count)]
    rows = [bytearray(row) for row in shared]
    for m in range(count):
        for lane in LANES:
            g, t = lane >> 2, lane % 4
            for i, byte in enumerate(words[32 * m + lane].to_bytes(4, "little")):
                row, column = g + 8 * (i // 2), 2 * t + i % 2  # as an mma's result
                rows[8 * m + column][row] = byte
    got = run_tiles(cuda, f"stmatrix.sync.aligned.m16n8.x{count}.trans.shared.b8", count, shared, words)
    return got == b"".join(rows)


def main():
    cuda, rng, bad, count = Cuda(sys.argv[1]), random.Random(2), 0, 0
    for form in sparse_forms():
        good = check(cuda, rng, *form)
        count += good is not None
        if good is False:
            print("mma.sp:", *form, "wrong")
            bad += 1
    for source in ("b8", "b8x16.b6x16_p32", "b8x16.b4x16_p64"):
        for shape, counts in (("m16n16", (1, 2)), ("m8n16", (1, 2, 4))):
            for n in counts if (shape, source) != ("m8n16", "b8") else ():
                count += 1
                if not check_load(cuda, rng, shape, n, source):
                    print(f"ldmatrix.{shape}.x{n}.{source}: wrong")
                    bad += 1
    for n in (1, 2, 4):
        count += 1
        if not check_store(cuda, rng, n):
            print(f"stmatrix.m16n8.x{n}: wrong")
            bad += 1
    print(f"{count} forms, {bad} wrong")
    sys.exit(bad != 0)


if __name__ == "__main__":
    main()
