#!/usr/bin/env python3
"""Matrix instructions against a statement of their own: reference.py LIBCUDA.

Where each element lies is written down here as the ISA tells it (9.7.14.5), element by element. The
inputs are small whole numbers, so that every sum is exact whatever the order and the rounding; how sums are
rounded is a matter of the recorded tables."""
import ctypes
import random
import struct
import sys

LANES = range(32)


def places(elements, place):
    return [[place(lane, lane >> 2, lane % 4, i) for i in range(elements)] for lane in LANES]


def upper(i, size):
    """Rows of the second half: every second group of `size` elements."""
    return 8 * (i // size % 2)


# (shape): elements of a lane, (row, column) of element i of lane l in group g as thread t.
A = {
    "m16n8k16.8": (8, lambda l, g, t, i: (g + upper(i, 4), t * 4 + i % 4)),
    "m16n8k32.8": (16, lambda l, g, t, i: (g + upper(i, 4), t * 4 + i % 4 + 16 * (i >= 8))),
    "m8n8k32.4": (8, lambda l, g, t, i: (g, t * 8 + i % 8)),
    "m16n8k32.4": (16, lambda l, g, t, i: (g + upper(i, 8), t * 8 + i % 8)),
    "m16n8k64.4": (32, lambda l, g, t, i: (g + upper(i, 8), t * 8 + i % 8 + 32 * (i >= 16))),
    "m8n8k128.1": (32, lambda l, g, t, i: (g, t * 32 + i % 32)),
    "m16n8k128.1": (64, lambda l, g, t, i: (g + upper(i, 32), t * 32 + i % 32)),
    "m16n8k256.1": (128, lambda l, g, t, i: (g + upper(i, 32), t * 32 + i % 32 + 128 * (i >= 64))),
    "m16n8k4.64": (2, lambda l, g, t, i: (g + 8 * (i % 2), t)),
    "m16n8k8.64": (4, lambda l, g, t, i: (g + 8 * (i % 2), t + 4 * (i // 2))),
    "m16n8k16.64": (8, lambda l, g, t, i: (g + 8 * (i % 2), t + 4 * (i // 2))),
}
B = {
    "m16n8k16.8": (4, lambda l, g, t, i: (t * 4 + i % 4, g)),
    "m16n8k32.8": (8, lambda l, g, t, i: (t * 4 + i % 4 + 16 * (i >= 4), g)),
    "m8n8k32.4": (8, lambda l, g, t, i: (t * 8 + i % 8, g)),
    "m16n8k32.4": (8, lambda l, g, t, i: (t * 8 + i % 8, g)),
    "m16n8k64.4": (16, lambda l, g, t, i: (t * 8 + i % 8 + 32 * (i >= 8), g)),
    "m8n8k128.1": (32, lambda l, g, t, i: (t * 32 + i % 32, g)),
    "m16n8k128.1": (32, lambda l, g, t, i: (t * 32 + i % 32, g)),
    "m16n8k256.1": (64, lambda l, g, t, i: (t * 32 + i % 32 + 128 * (i >= 32), g)),
    "m16n8k4.64": (1, lambda l, g, t, i: (t, g)),
    "m16n8k8.64": (2, lambda l, g, t, i: (t + 4 * i, g)),
    "m16n8k16.64": (4, lambda l, g, t, i: (t + 4 * i, g)),
}


def place_c(l, g, t, i):
    return g + 8 * (i >= 2), t * 2 + i % 2


# -- elements as bits

def bits_of(kind, value):
    if kind in ("s4", "u4"):
        return value & 15
    if kind == "b1":
        return value & 1
    if kind == "f64":
        return struct.unpack("<Q", struct.pack("<d", value))[0]
    if kind == "f32":
        return struct.unpack("<I", struct.pack("<f", value))[0]
    if kind == "f16":
        return struct.unpack("<H", struct.pack("<e", value))[0]
    if kind in ("e4m3", "e5m2"):  # numbers with few bits, by search
        fraction, bias = (3, 7) if kind == "e4m3" else (2, 15)
        for bits in range(0x78):
            exponent, rest = bits >> fraction, bits & ((1 << fraction) - 1)
            size = (rest if exponent == 0 else rest + (1 << fraction)) * 2.0 ** (max(exponent, 1) - bias - fraction)
            if size == abs(value):
                return bits | (0x80 if value < 0 else 0)
        raise ValueError(value)
    return value & 0xffffffff


WIDTH = {"s4": 4, "u4": 4, "b1": 1, "f64": 64, "f32": 32, "f16": 16, "e4m3": 8, "e5m2": 8, "s32": 32}


def some(rng, kind):
    return {"s4": lambda: rng.randrange(-8, 8), "u4": lambda: rng.randrange(16), "b1": lambda: rng.randrange(2),
            "e4m3": lambda: rng.randrange(-8, 9), "e5m2": lambda: rng.choice([-4, -3, -2, -1, 0, 1, 2, 3, 4, 6]),
            "s32": lambda: rng.randrange(-1000, 1000)}.get(kind, lambda: float(rng.randrange(-9, 10)))()


class Cuda:
    def __init__(self, path):
        self.lib = ctypes.CDLL(path)
        device, context = ctypes.c_int(), ctypes.c_void_p()
        self.check(self.lib.cuInit(0))
        self.check(self.lib.cuDeviceGet(ctypes.byref(device), 0))
        self.check(self.lib.cuDevicePrimaryCtxRetain(ctypes.byref(context), device))
        self.check(self.lib.cuCtxSetCurrent(context))

    def check(self, result):
        if result:
            raise RuntimeError(f"the driver answers {result}")

    def run(self, ptx, given, size, threads=32):
        module, function = ctypes.c_void_p(), ctypes.c_void_p()
        self.check(self.lib.cuModuleLoadData(ctypes.byref(module), ptx.encode() + b"\0"))
        self.check(self.lib.cuModuleGetFunction(ctypes.byref(function), module, b"form"))
        source, target = ctypes.c_uint64(), ctypes.c_uint64()
        self.check(self.lib.cuMemAlloc_v2(ctypes.byref(source), len(given)))
        self.check(self.lib.cuMemAlloc_v2(ctypes.byref(target), size))
        self.check(self.lib.cuMemcpyHtoD_v2(source, given, len(given)))
        pointers = (ctypes.c_void_p * 2)(*[ctypes.cast(ctypes.byref(p), ctypes.c_void_p) for p in (source, target)])
        self.check(self.lib.cuLaunchKernel(function, 1, 1, 1, threads, 1, 1, 0, None, pointers, None))
        out = ctypes.create_string_buffer(size)
        self.check(self.lib.cuMemcpyDtoH_v2(out, target, size))
        self.check(self.lib.cuMemFree_v2(source))
        self.check(self.lib.cuMemFree_v2(target))
        self.check(self.lib.cuModuleUnload(module))
        return out.raw


class Operand:
    """A matrix in the registers of a warp."""

    def __init__(self, kind, elements, place, rows, columns):
        self.kind, self.rows, self.columns = kind, rows, columns
        self.places = places(elements, place)
        width = WIDTH[kind]
        self.per = 1 if width >= 32 else 32 // width
        self.bytes = 8 if width == 64 else 4
        self.count = elements // self.per

    def pack(self, matrix):
        """Register after register, each for all lanes."""
        words = []
        for register in range(self.count):
            for lane in LANES:
                word = 0
                for part in range(self.per):
                    row, column = self.places[lane][register * self.per + part]
                    word |= bits_of(self.kind, matrix[row][column]) << part * WIDTH[self.kind]
                words.append(word)
        return struct.pack(f"<{len(words)}{'Q' if self.bytes == 8 else 'I'}", *words)

    def declared(self):
        return {"f64": "f64", "f32": "f32"}.get(self.kind, "b32")


def kernel(mnemonic, operands, target):
    lines = [f".version 9.0\n.target {target}\n.address_size 64",
             ".visible .entry form(.param .u64 in, .param .u64 out)\n{", ".reg .b32 %lane; .reg .b64 %in, %out, %at;",
             "mov.u32 %lane, %tid.x;", "ld.param.u64 %in, [in];", "ld.param.u64 %out, [out];"]
    at = 0
    names = []
    for name, operand in zip("abcd", operands):
        type_ = operand.declared()
        lines.append(f".reg .{type_} %{name}<{operand.count}>;")
        names.append("{" + ", ".join(f"%{name}{i}" for i in range(operand.count)) + "}")
        if name == "d":
            break
        for i in range(operand.count):
            lines.append(f"mad.wide.u32 %at, %lane, {operand.bytes}, %in;")
            lines.append(f"ld.global.{type_} %{name}{i}, [%at+{at}];")
            at += 32 * operand.bytes
    lines.append(f"{mnemonic} {names[3]}, {names[0]}, {names[1]}, {names[2]};")
    result = operands[3]
    for i in range(result.count):
        lines.append(f"mad.wide.u32 %at, %lane, {result.bytes}, %out;")
        lines.append(f"st.global.{result.declared()} [%at+{32 * i * result.bytes}], %d{i};")
    return "\n".join(lines + ["ret;\n}\n"])


def multiply(a, b, c, combine):
    return [[c[r][n] + sum(combine(a[r][k], b[k][n]) for k in range(len(b))) for n in range(len(b[0]))]
            for r in range(len(a))]


def matrix(rng, kind, rows, columns):
    return [[some(rng, kind) for _ in range(columns)] for _ in range(rows)]


def forms():
    for shape in ("m8n8k32", "m16n8k32", "m16n8k64"):
        for a in ("s4", "u4"):
            for b in ("s4", "u4"):
                yield shape, f"row.col.s32.{a}.{b}.s32", a, b, "s32", "sm_80", lambda x, y: x * y
    for shape in ("m8n8k128", "m16n8k128", "m16n8k256"):
        yield shape, "row.col.s32.b1.b1.s32.xor.popc", "b1", "b1", "s32", "sm_80", lambda x, y: x ^ y
        yield shape, "row.col.s32.b1.b1.s32.and.popc", "b1", "b1", "s32", "sm_80", lambda x, y: x & y
    for shape in ("m16n8k16", "m16n8k32"):
        for a in ("e4m3", "e5m2"):
            for b in ("e4m3", "e5m2"):
                for c in ("f16", "f32"):
                    yield shape, f"row.col.{c}.{a}.{b}.{c}", a, b, c, "sm_89", lambda x, y: x * y
    for shape in ("m16n8k4", "m16n8k8", "m16n8k16"):
        yield shape, "row.col.f64.f64.f64.f64", "f64", "f64", "f64", "sm_90", lambda x, y: x * y


def check(cuda, rng, shape, words, a, b, c, target, combine):
    m, rest = shape[1:].split("n")
    n, k = map(int, rest.split("k"))
    m = int(m)
    key = f"{shape}.{WIDTH[a]}"
    operands = [Operand(a, *A[key], m, k), Operand(b, *B[key], k, n), Operand(c, m // 4, place_c, m, n),
                Operand(c, m // 4, place_c, m, n)]
    given = [matrix(rng, o.kind, o.rows, o.columns) for o in operands[:3]]
    ptx = kernel(f"mma.sync.aligned.{shape}.{words}", operands, target)
    size = operands[3].count * operands[3].bytes * 32
    got = cuda.run(ptx, b"".join(o.pack(g) for o, g in zip(operands, given)), size)
    return got == operands[3].pack(multiply(*given, combine))


# -- m8n8k4: four products, of lanes 0 to 3 and 16 to 19, of 4 to 7 and 20 to 23, ...

def quad_a(layout):
    return lambda l, g, t, i: (t + 4 * (l >= 16), i) if layout == "row" else (i + 4 * (l >= 16), t)


def quad_b(layout):
    return lambda l, g, t, i: (t, i + 4 * (l >= 16)) if layout == "row" else (i, t + 4 * (l >= 16))


def quad_c(kind):
    if kind == "f16":
        return lambda l, g, t, i: (t + 4 * (l >= 16), i)
    return lambda l, g, t, i: ((l & 1) + (i & 2) + 4 * (l >= 16), (i & 4) + (l & 2) + (i & 1))


class QuadOperand(Operand):
    def pack(self, matrix):
        words = []
        for register in range(self.count):
            for lane in LANES:
                word = 0
                for part in range(self.per):
                    row, column = self.places[lane][register * self.per + part]
                    word |= bits_of(self.kind, matrix[lane % 16 // 4][row][column]) << part * WIDTH[self.kind]
                words.append(word)
        return struct.pack(f"<{len(words)}I", *words)


def check_quad(cuda, rng, la, lb, c, d):
    operands = [QuadOperand("f16", 4, quad_a(la), 8, 4), QuadOperand("f16", 4, quad_b(lb), 4, 8),
                QuadOperand(c, 8, quad_c(c), 8, 8), QuadOperand(d, 8, quad_c(d), 8, 8)]
    given = [[matrix(rng, o.kind, o.rows, o.columns) for _ in range(4)] for o in operands[:3]]
    ptx = kernel(f"mma.sync.aligned.m8n8k4.{la}.{lb}.{d}.f16.f16.{c}", operands, "sm_75")
    got = cuda.run(ptx, b"".join(o.pack(g) for o, g in zip(operands, given)), operands[3].count * 128)
    return got == operands[3].pack([multiply(*one, lambda x, y: x * y) for one in zip(*given)])


# -- wmma of less than a byte: matrices in memory, A by rows, B by columns, elements from the lowest bit up

def packed(kind, rows):
    width, out = WIDTH[kind], b""
    for row in rows:
        number = sum(bits_of(kind, value) << i * width for i, value in enumerate(row))
        out += number.to_bytes(len(row) * width // 8, "little")
    return out


def check_wmma(cuda, rng, kind, operation, layout):
    k = 128 if kind == "b1" else 32
    a, b, c = matrix(rng, kind, 8, k), matrix(rng, kind, k, 8), matrix(rng, "s32", 8, 8)
    shape = f"m8n8k{k}"
    at_c = 2 * 8 * k * WIDTH[kind] // 8
    ptx = f""".version 9.0\n.target sm_80\n.address_size 64
.visible .entry form(.param .u64 in, .param .u64 out)
{{
    .reg .b32 %a, %b, %c<2>, %d<2>;
    .reg .b64 %in, %out, %at;
    ld.param.u64 %in, [in];
    ld.param.u64 %out, [out];
    wmma.load.a.sync.aligned.row.{shape}.{kind} %a, [%in], {k};
    add.u64 %at, %in, {at_c // 2};
    wmma.load.b.sync.aligned.col.{shape}.{kind} %b, [%at], {k};
    add.u64 %at, %in, {at_c};
    wmma.load.c.sync.aligned.{layout}.{shape}.s32 {{%c0, %c1}}, [%at], 8;
    wmma.mma{operation}.sync.aligned.row.col.{shape}.s32.{kind}.{kind}.s32 {{%d0, %d1}}, %a, %b, {{%c0, %c1}};
    wmma.store.d.sync.aligned.{layout}.{shape}.s32 [%out], {{%d0, %d1}}, 8;
    ret;
}}
""".replace(" %a, [", " {%a}, [").replace(" %b, [", " {%b}, [").replace(" %a, %b, {", " {%a}, {%b}, {")

    def whole(m):
        return struct.pack("<64i", *[v for row in (m if layout == "row" else zip(*m)) for v in row])

    combine = {".xor.popc": lambda x, y: x ^ y, ".and.popc": lambda x, y: x & y, "": lambda x, y: x * y}[operation]
    got = cuda.run(ptx, packed(kind, a) + packed(kind, zip(*b)) + whole(c), 256)
    return got == whole(multiply(a, b, c, combine))


def main():
    cuda, rng, bad, count = Cuda(sys.argv[1]), random.Random(1), 0, 0
    for shape, words, *rest in forms():
        count += 1
        if not check(cuda, rng, shape, words, *rest):
            print(f"mma.{shape}.{words}: wrong")
            bad += 1
    for la in ("row", "col"):
        for lb in ("row", "col"):
            for c, d in (("f16", "f16"), ("f16", "f32"), ("f32", "f32")):
                count += 1
                if not check_quad(cuda, rng, la, lb, c, d):
                    print(f"mma.m8n8k4.{la}.{lb}.{d}.f16.f16.{c}: wrong")
                    bad += 1
    for layout in ("row", "col"):
        for kind, operation in (("s4", ""), ("u4", ""), ("b1", ".xor.popc"), ("b1", ".and.popc")):
            count += 1
            if not check_wmma(cuda, rng, kind, operation, layout):
                print(f"wmma.{kind}{operation}.{layout}: wrong")
                bad += 1
    print(f"{count} forms, {bad} wrong")
    sys.exit(bad != 0)


if __name__ == "__main__":
    main()
