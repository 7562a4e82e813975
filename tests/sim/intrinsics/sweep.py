#!/usr/bin/env python3
"""Compiles a kernel for each function of a group with NVRTC for targets old and new, runs all on
the simulated libcuda and compares with the reference.

usage: sweep.py LIBCUDA GROUP [NAME...]     (integer, floating, narrow)
"""
import concurrent.futures
import ctypes
import glob
import importlib
import math
import os
import random
import sys
from fractions import Fraction

sys.dont_write_bytecode = True
from formats import BF16, E4M3, E5M2, F16, F32, F64  # noqa: E402

TARGETS = [75, 80, 90, 100, 120]
COUNT = 96
SKIP = 77
# Of a type: the C expression for the argument x, that for the word of a result r, bits, format.
TYPES = {
    "i": ("(int)x", "(unsigned)r", 32, None),
    "u": ("(unsigned)x", "(unsigned)r", 32, None),
    "l": ("(long long)x", "(unsigned long long)r", 64, None),
    "L": ("x", "(unsigned long long)r", 64, None),
    "w": ("(unsigned short)x", "(unsigned short)r", 16, None),
    "f": ("__uint_as_float((unsigned)x)", "__float_as_uint(r)", 32, F32),
    "d": ("__longlong_as_double((long long)x)", "(unsigned long long)__double_as_longlong(r)", 64,
          F64),
    "h": ("__ushort_as_half((unsigned short)x)", "__half_as_ushort(r)", 16, F16),
    "b": ("__ushort_as_bfloat16((unsigned short)x)", "__bfloat16_as_ushort(r)", 16, BF16),
    "4": ("(unsigned char)x", "(unsigned char)r", 8, E4M3),
    "5": ("(unsigned char)x", "(unsigned char)r", 8, E5M2),
}


class Case:
    """`code`: C with {0}, {1}, {2} for the arguments. The reference takes decoded arguments and
    gives bits (bound None) or a number, from which the result may be `bound` units away."""

    def __init__(self, name, code, ins, out, reference, bound=None, least=75, near=None):
        self.name, self.code, self.ins, self.out = name, code, ins, out
        self.reference, self.bound, self.least, self.near = reference, bound, least, near


def words(kind, rng):
    """Telling bit patterns first, then random ones."""
    bits, fmt = TYPES[kind][2:]
    if not fmt:
        edge = [0, 1, 2, 31, 32, 33, -1, -2, 1 << bits - 1, (1 << bits - 1) - 1, 0x00ff00ff,
                0x7f807f80, 0x80018001, 0x80008000, 0x7fff7fff, 0x01020304]
        return edge + [rng.getrandbits(bits) for _ in range(COUNT - len(edge))]
    top = 1 << bits - 1
    near = [fmt.encode(x) for x in (1.0, 1.5, 2.0, 0.5, 3.0, 0.1, 10.0, 100.0)]
    edge = [0, 1, (1 << fmt.mantissa) - 1, 1 << fmt.mantissa, fmt.largest, fmt.infinity, fmt.nan]
    edge = edge + [x | top for x in edge[:-1]] + near + [x | top for x in near[:4]]
    near = [fmt.encode(rng.uniform(-1, 1) * 10.0 ** rng.uniform(-3, 2)) for _ in range(COUNT // 2)]
    return edge + near + [rng.getrandbits(bits) for _ in range(COUNT - len(edge) - len(near))]


def decode(kind, word):
    bits, fmt = TYPES[kind][2:]
    word &= (1 << bits) - 1
    if fmt:
        return fmt.decode(word)
    return word - (1 << bits) if kind in "il" and word >> bits - 1 else word


def arguments(case):
    """Rows of words; those for which the reference has nothing to say are left out."""
    rng = random.Random(case.name)
    columns = [words(kind, rng) for kind in case.ins]
    for i, column in enumerate(columns):
        if i:
            rng.shuffle(column)
    rows = []
    for row in zip(*columns):
        if case.near:
            row = [TYPES[k][3].encode(case.near(rng)) for k in case.ins] if rng.random() < .6 else row
        args = [decode(kind, word) for kind, word in zip(case.ins, row)]
        try:
            wanted = case.reference(*args)
        except (OverflowError, ZeroDivisionError, ValueError):
            continue
        if wanted is not None:
            rows.append((row, args, wanted))
    return rows


def agrees(case, wanted, got):
    bits, fmt = TYPES[case.out][2:]
    got &= (1 << bits) - 1
    if case.bound is None:
        wanted &= (1 << bits) - 1
        return got == wanted or bool(fmt) and fmt.is_nan(got) and fmt.is_nan(wanted)
    value = fmt.decode(got)
    if math.isnan(wanted) or math.isnan(value):
        return math.isnan(wanted) and math.isnan(value)
    if math.isinf(wanted) or math.isinf(value):
        near_end = fmt.decode(fmt.largest - math.ceil(case.bound))
        return value == wanted or value * wanted > 0 and min(abs(value), abs(wanted)) > near_end
    return abs(Fraction(value) - Fraction(wanted)) <= Fraction(case.bound) * fmt.ulp(wanted)


def source(cases, prelude):
    text = prelude + "typedef unsigned long long W;\n"
    for i, case in enumerate(cases):
        args = [TYPES[kind][0].replace("x", f"in[{len(case.ins)} * i + {j}]")
                for j, kind in enumerate(case.ins)]
        result = TYPES[case.out][1]
        text += (f'extern "C" __global__ void k{i}(const W *in, W *out, int n)\n'
                 "{\n    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    if (i >= n)\n"
                 f"        return;\n    auto r = {case.code.format(*args)};\n"
                 f"    out[i] = {result};\n}}\n")
    return text


def find_nvrtc():
    """Library and include folder; None: missing."""
    roots = [os.environ.get("CUDA_HOME"), os.environ.get("CUDA_PATH"), "/usr/local/cuda"]
    libraries = [os.environ.get("CULAB_NVRTC")]
    for root in filter(None, roots):
        libraries += sorted(glob.glob(root + "/lib64/libnvrtc.so.*[0-9]"))
    headers = [r + "/include" for r in filter(None, roots)
               if os.path.exists(r + "/include/cuda_fp8.h")]
    libraries = [path for path in libraries if path and os.path.exists(path)]
    return (ctypes.CDLL(libraries[0]), headers[0]) if libraries and headers else None


def compile_for(nvrtc, include, target, text):
    program = ctypes.c_void_p()
    nvrtc.nvrtcCreateProgram(ctypes.byref(program), text.encode(), b"sweep.cu", 0, None, None)
    flags = [f"-arch=compute_{target}".encode(), b"-I" + include.encode(), b"-std=c++17"]
    failed = nvrtc.nvrtcCompileProgram(program, len(flags), (ctypes.c_char_p * len(flags))(*flags))
    size = ctypes.c_size_t()
    kind = "ProgramLog" if failed else "PTX"
    getattr(nvrtc, f"nvrtcGet{kind}Size")(program, ctypes.byref(size))
    room = ctypes.create_string_buffer(size.value + 1)
    getattr(nvrtc, "nvrtcGet" + kind)(program, room)
    nvrtc.nvrtcDestroyProgram(ctypes.byref(program))
    if failed:
        sys.exit(f"compute_{target}: " + room.value.decode()[:3000])
    return room.value


class Device:
    def __init__(self, path):
        os.environ["CULAB_PROFILE"] = "rtx5090"
        self.cuda = ctypes.CDLL(path)
        context = ctypes.c_void_p()
        self.buffers = ctypes.c_uint64(), ctypes.c_uint64()
        self.call("cuInit", 0)
        self.call("cuCtxCreate_v2", ctypes.byref(context), 0, 0)
        for buffer in self.buffers:
            self.call("cuMemAlloc_v2", ctypes.byref(buffer), ctypes.c_size_t(COUNT * 8 * 4))

    def call(self, name, *args):
        result = getattr(self.cuda, name)(*args)
        if result:
            sys.exit(f"{name} gave {result}")

    def load(self, ptx):
        module = ctypes.c_void_p()
        log = ctypes.create_string_buffer(2000)
        names = (ctypes.c_int * 2)(5, 6) # CU_JIT_ERROR_LOG_BUFFER and its size
        values = (ctypes.c_void_p * 2)(ctypes.addressof(log), 2000)
        if self.cuda.cuModuleLoadDataEx(ctypes.byref(module), ptx, 2, names, values):
            sys.exit("the PTX does not load: " + log.value.decode())
        return module

    def run(self, module, name, rows):
        function = ctypes.c_void_p()
        flat = [word & (1 << 64) - 1 for row, _, _ in rows for word in row]
        given, back = (ctypes.c_uint64 * len(flat))(*flat), (ctypes.c_uint64 * len(rows))()
        count = ctypes.c_int(len(rows))
        into, out = self.buffers
        params = (ctypes.c_void_p * 3)(*map(ctypes.addressof, (into, out, count)))
        self.call("cuModuleGetFunction", ctypes.byref(function), module, name.encode())
        self.call("cuMemcpyHtoD_v2", into, given, ctypes.c_size_t(8 * len(flat)))
        self.call("cuLaunchKernel", function, 1, 1, 1, 128, 1, 1, 0, None, params, None)
        self.call("cuMemcpyDtoH_v2", back, out, ctypes.c_size_t(8 * len(rows)))
        return back


def judge(case, target, rows, results):
    wrong = [(row, wanted, got) for (row, _, wanted), got in zip(rows, results)
             if not agrees(case, wanted, got)]
    for row, wanted, got in wrong[:2]:
        shown = ", ".join(hex(word & (1 << 64) - 1) for word in row)
        given = hex(wanted & (1 << 64) - 1) if case.bound is None else repr(wanted)
        value = TYPES[case.out][3]
        print(f"compute_{target}: {case.name}({shown}) is {hex(got)}"
              f"{' ' + repr(value.decode(got)) if value else ''}, not {given}"
              f" ({len(wrong)} of {len(rows)})")
    return bool(wrong)


def main(path, group, chosen):
    nvrtc = find_nvrtc()
    if not nvrtc:
        print("skipped: no NVRTC, or no headers of the CUDA toolkit beside it")
        return SKIP
    table = importlib.import_module("table_" + group)
    cases = [case for case in table.cases(Case) if not chosen or case.name in chosen]
    given = {case.name: arguments(case) for case in cases}
    device = Device(path)
    lists = {target: [case for case in cases if case.least <= target] for target in TARGETS}
    bad = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        texts = pool.map(lambda t: compile_for(*nvrtc, t, source(lists[t], table.PRELUDE)), TARGETS)
        for target, ptx in zip(TARGETS, texts):
            module = device.load(ptx)
            for i, case in enumerate(lists[target]):
                rows = given[case.name]
                bad += judge(case, target, rows, device.run(module, f"k{i}", rows))
    print(f"{group}: {len(cases)} functions, {sum(map(len, given.values()))} values, {bad} bad")
    return bool(bad)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
