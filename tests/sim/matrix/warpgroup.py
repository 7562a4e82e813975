#!/usr/bin/env python3
"""wgmma against a statement of its own: warpgroup.py LIBCUDA.

Matrices are laid out in shared memory as the ISA draws them (9.7.15.5): core matrices of 8 rows of 16 bytes one
after the other, or rows of 32, 64 or 128 bytes whose 16-byte pieces change places by the row's number."""
import random
import struct
import sys

from reference import Cuda, bits_of, some

SHARED = 49152
AT_B = 16384
WIDTH = {"f16": 16, "bf16": 16, "tf32": 32, "s8": 8, "u8": 8, "e4m3": 8, "e5m2": 8, "b1": 1}
SMALL = {"bf16": "f16", "tf32": "f16", "u8": "u4", "s8": "s4"}
MODES = {16: 0, 128: 1, 64: 2, 32: 3}  # bytes of a row: the descriptor's number


def encode(kind, value):
    if kind == "bf16":
        return struct.unpack("<I", struct.pack("<f", value))[0] >> 16
    if kind == "tf32":
        return bits_of("f32", value)
    return bits_of(kind, value) & ((1 << WIDTH[kind]) - 1)


def piece_of(row, piece, width):
    """Where in its row a piece of 16 bytes lies."""
    return piece ^ {16: 0, 32: row // 4 % 2, 64: row // 2 % 4, 128: row % 8}[width]


class Shared:
    def __init__(self):
        self.bytes = bytearray(SHARED)

    def put(self, at, bits, value):
        if bits == 1:
            self.bytes[at // 8] |= value << at % 8
        else:
            self.bytes[at // 8:at // 8 + bits // 8] = value.to_bytes(bits // 8, "little")

    def k_major(self, base, rows, kind, width, skip):
        """`skip`: bytes of each row before the matrix. Returns the descriptor."""
        bits = WIDTH[kind]
        k_bytes = len(rows[0]) * bits // 8
        groups = len(rows) // 8
        for r, row in enumerate(rows):
            for k, value in enumerate(row):
                byte = skip + k * bits // 8
                if width == 16:  # core matrices: those of one column of them first
                    at = base + byte // 16 * groups * 128 + r // 8 * 128 + r % 8 * 16 + byte % 16
                else:
                    at = base + r * width + piece_of(r, byte // 16, width) * 16 + byte % 16
                self.put(at * 8 + (k % 8 if bits == 1 else 0), bits, encode(kind, value))
        leading, stride = (groups * 128, 128) if width == 16 else (16, 8 * width)
        return descriptor(base + skip, leading, stride, width)

    def mn_major(self, base, rows, kind, width):
        """Rows of the image are those of K."""
        bytes_ = WIDTH[kind] // 8
        atoms = -(-len(rows) * bytes_ // width)
        for r, row in enumerate(rows):
            for k, value in enumerate(row):
                along = r * bytes_
                atom = base + (along // width * 8 * width) + k // 8 * atoms * 8 * width
                at = atom + k % 8 * width + piece_of(k % 8, along % width // 16, width) * 16 + along % 16
                self.put(at * 8, WIDTH[kind], encode(kind, value))
        across, down = 8 * width, atoms * 8 * width
        return descriptor(base, down if width == 16 else across, across if width == 16 else down, width)


def descriptor(start, leading, stride, width):
    return start >> 4 | leading >> 4 << 16 | stride >> 4 << 32 | MODES[width] << 62


def kernel(mnemonic, registers, kind, a_words, tail, add):
    d = ", ".join(f"%d{i}" for i in range(registers))
    a = "{%a0, %a1, %a2, %a3}" if a_words else "%da"
    lines = [".version 9.0\n.target sm_90a\n.address_size 64",
             f".visible .entry form(.param .u64 in, .param .u64 out)\n{{\n.shared .align 1024 .b8 tile[{SHARED}];",
             f".reg .{kind} %d<{registers}>; .reg .b32 %a<4>, %t, %i, %at, %w; .reg .b64 %in, %out, %p, %da, %db;",
             ".reg .pred %more, %add; mov.u32 %t, %tid.x; ld.param.u64 %in, [in]; ld.param.u64 %out, [out];",
             "ld.global.u64 %da, [%in]; ld.global.u64 %db, [%in+8]; add.u64 %in, %in, 16;", "shl.b32 %i, %t, 2;",
             "fill: cvt.u64.u32 %p, %i; add.u64 %p, %p, %in; ld.global.u32 %w, [%p]; mov.u32 %at, tile;",
             "add.u32 %at, %at, %i; st.shared.u32 [%at], %w; add.u32 %i, %i, 512;",
             f"setp.lt.u32 %more, %i, {SHARED}; @%more bra fill;", "fence.proxy.async; bar.sync 0;",
             f"mad.wide.u32 %in, %t, 4, %in; add.u64 %in, %in, {SHARED}; mad.wide.u32 %out, %t, 4, %out;"]
    for i in range(4):
        lines.append(f"ld.global.u32 %a{i}, [%in+{512 * i}];")
    for i in range(registers):
        lines.append(f"ld.global.{kind} %d{i}, [%in+{2048 + 512 * i}];")
    lines += [f"setp.eq.u32 %add, 1, {add};", "wgmma.fence.sync.aligned;",
              f"{mnemonic} {{{d}}}, {a}, %db, %add{tail};", "wgmma.commit_group.sync.aligned;",
              "wgmma.wait_group.sync.aligned 0;"]
    lines += [f"st.global.{kind} [%out+{512 * i}], %d{i};" for i in range(registers)]
    return "\n".join(lines + ["ret;\n}\n"])


def pack_d(matrix, kind, columns):
    """Register after register, each for all 128 threads."""
    words = []
    for i in range(columns // 4 if kind == "f16" else columns // 2):
        for thread in range(128):
            warp, lane = thread // 32, thread % 32
            group, member = lane // 4, lane % 4
            word = 0
            for part in range(2 if kind == "f16" else 1):
                e = 2 * i + part if kind == "f16" else i
                row, column = 16 * warp + group + e // 2 % 2 * 8, e // 4 * 8 + member * 2 + e % 2
                word |= (bits_of(kind, matrix[row][column]) & 0xffffffff) << 16 * part
            words.append(word)
    return words


def pack_a(rows, kind):
    per, words = 32 // WIDTH[kind], []
    for i in range(4):
        for thread in range(128):
            warp, group, member = thread // 32, thread % 32 // 4, thread % 4
            row = rows[16 * warp + group + i % 2 * 8]
            first = (i // 2 * 4 + member) * per
            words.append(sum(encode(kind, row[first + p]) << p * WIDTH[kind] for p in range(per)))
    return words


def check(cuda, rng, a_kind, b_kind, d_kind, n, k, width, turned=(0, 0), registers=False, signs=(1, 1), add=1, skip=0,
          word=""):
    a = [[some(rng, SMALL.get(a_kind, a_kind)) for _ in range(k)] for _ in range(64)]
    b = [[some(rng, SMALL.get(b_kind, b_kind)) for _ in range(k)] for _ in range(n)]  # by columns
    c = [[some(rng, d_kind) for _ in range(n)] for _ in range(64)]
    shared = Shared()
    first = 0 if registers else \
        shared.mn_major(0, a, a_kind, width) if turned[0] else shared.k_major(0, a, a_kind, width, skip)
    second = shared.mn_major(AT_B, b, b_kind, width) if turned[1] else shared.k_major(AT_B, b, b_kind, width, skip)
    operation = (lambda x, y: x & y) if a_kind == "b1" else (lambda x, y: x * y * signs[0] * signs[1])
    wanted = [[add * c[r][col] + sum(operation(a[r][i], b[col][i]) for i in range(k)) for col in range(n)]
              for r in range(64)]
    is_float = d_kind != "s32"
    tail = f", {signs[0]}, {signs[1]}" if is_float else ""
    if WIDTH[a_kind] == 16:
        tail += f", {turned[1]}" if registers else f", {turned[0]}, {turned[1]}"
    mnemonic = f"wgmma.mma_async.sync.aligned.m64n{n}k{k}.{d_kind}.{a_kind}.{b_kind}{word}"
    count = n // 4 if d_kind == "f16" else n // 2
    ptx = kernel(mnemonic, count, "f32" if d_kind == "f32" else "b32", registers, tail, add)
    a_words = pack_a(a, a_kind) if registers else [0] * 512
    data = struct.pack("<QQ", first, second) + bytes(shared.bytes) + \
        struct.pack(f"<{512 + 128 * count}I", *a_words, *pack_d(c, d_kind, n))
    got = cuda.run(ptx, data, 512 * count, 128)
    return got == struct.pack(f"<{128 * count}I", *pack_d(wanted, d_kind, n))


def forms():
    for width in (16, 32, 64, 128):
        for turned in ((0, 0), (1, 0), (0, 1), (1, 1)):
            yield dict(a_kind="f16", b_kind="f16", d_kind="f32", n=64, k=16, width=width, turned=turned)
    for width in (64, 128):
        yield dict(a_kind="f16", b_kind="f16", d_kind="f16", n=128, k=16, width=width, skip=32)
    for n in (8, 24, 256):
        for kind in ("f16", "bf16"):
            for registers in (False, True):
                yield dict(a_kind=kind, b_kind=kind, d_kind="f32", n=n, k=16, width=128, registers=registers)
    for signs in ((-1, 1), (1, -1), (-1, -1)):
        for add in (0, 1):
            for registers in (False, True):
                yield dict(a_kind="f16", b_kind="f16", d_kind="f16", n=16, k=16, width=128, signs=signs, add=add,
                           registers=registers)
    for registers in (False, True):
        yield dict(a_kind="tf32", b_kind="tf32", d_kind="f32", n=40, k=8, width=128, registers=registers, signs=(-1, 1))
        for pair in (("s8", "s8"), ("s8", "u8"), ("u8", "s8"), ("u8", "u8")):
            yield dict(a_kind=pair[0], b_kind=pair[1], d_kind="s32", n=32, k=32, width=64, registers=registers)
        yield dict(a_kind="b1", b_kind="b1", d_kind="s32", n=16, k=256, width=32, registers=registers,
                   word=".and.popc")
        for pair in (("e4m3", "e4m3"), ("e4m3", "e5m2"), ("e5m2", "e4m3"), ("e5m2", "e5m2")):
            for d_kind in ("f32", "f16"):
                yield dict(a_kind=pair[0], b_kind=pair[1], d_kind=d_kind, n=32, k=32, width=16, registers=registers,
                           signs=(1, -1))


def main():
    cuda, rng, bad, count = Cuda(sys.argv[1]), random.Random(3), 0, 0
    for form in forms():
        count += 1
        if not check(cuda, rng, **form):
            print("wgmma:", form, "wrong")
            bad += 1
    print(f"{count} forms, {bad} wrong")
    sys.exit(bad != 0)


if __name__ == "__main__":
    main()
