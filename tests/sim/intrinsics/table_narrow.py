"""Functions of cuda_fp16.h, cuda_bf16.h and cuda_fp8.h."""
import math
from fractions import Fraction

from formats import BF16, E4M3, E5M2, F16, F32, add, divide, fused, multiply, root
from table_floating import MODES, around, host, inverse_root, to_integer

PRELUDE = "#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n#include <cuda_fp8.h>\n"
# Name of the type, letter, format, first target with instructions for it.
HALVES = (("half", "h", F16, 75), ("bfloat16", "b", BF16, 80))
COMPARE = {"eq": lambda a, b: a == b, "ne": lambda a, b: a != b, "lt": lambda a, b: a < b,
           "le": lambda a, b: a <= b, "gt": lambda a, b: a > b, "ge": lambda a, b: a >= b}


def unordered(a, b):
    return math.isnan(a) or math.isnan(b)


def clamped(fmt, bits):
    x = fmt.decode(bits)
    return fmt.encode(0.0 if math.isnan(x) or x <= 0 else min(x, 1.0))


def pick(fmt, choose, a, b, nan):
    if unordered(a, b):
        if nan or math.isnan(a) and math.isnan(b):
            return fmt.nan
        return fmt.encode(b if math.isnan(a) else a)
    if a == b == 0: # minus zero is the smaller one
        signs = (math.copysign(1, a), math.copysign(1, b))
        return fmt.encode(0.0 if choose(signs) > 0 else -0.0)
    return fmt.encode(choose(a, b))


def arithmetic(case, letter, fmt, least):
    rows = [("__hadd", 2, lambda a, b: add(fmt, "rn", a, b)),
            ("__hsub", 2, lambda a, b: add(fmt, "rn", a, -b)),
            ("__hmul", 2, lambda a, b: multiply(fmt, "rn", a, b)),
            ("__hfma", 3, lambda a, b, c: fused(fmt, "rn", a, b, c)),
            ("__hadd_sat", 2, lambda a, b: clamped(fmt, add(fmt, "rn", a, b))),
            ("__hsub_sat", 2, lambda a, b: clamped(fmt, add(fmt, "rn", a, -b))),
            ("__hmul_sat", 2, lambda a, b: clamped(fmt, multiply(fmt, "rn", a, b))),
            ("__hfma_sat", 3, lambda a, b, c: clamped(fmt, fused(fmt, "rn", a, b, c))),
            ("__hfma_relu", 3, lambda a, b, c: relu(fmt, fused(fmt, "rn", a, b, c))),
            ("__hneg", 1, lambda a: fmt.encode(-a)), ("__habs", 1, lambda a: fmt.encode(abs(a))),
            ("__hmax", 2, lambda a, b: pick(fmt, max, a, b, False)),
            ("__hmin", 2, lambda a, b: pick(fmt, min, a, b, False)),
            ("__hmax_nan", 2, lambda a, b: pick(fmt, max, a, b, True)),
            ("__hmin_nan", 2, lambda a, b: pick(fmt, min, a, b, True))]
    for name, count, reference in rows:
        args = ["{%d}" % i for i in range(count)]
        # Fused without an instruction for it means two roundings.
        first = least if "fma" in name or "relu" in name else 75
        first = 80 if "relu" in name else first
        yield case(f"{name}/{letter}", f"{name}({', '.join(args)})", letter * count, letter,
                   reference, least=first)
        two = name.replace("__hfma", "__hfma2").replace("__hadd", "__hadd2")
        two = two + "2" if two == name and "_" not in name[2:] else two
        if two == name:
            two = name.replace("_sat", "2_sat").replace("_nan", "2_nan")
        pair = "__halves2half2" if letter == "h" else "__halves2bfloat162"
        high = "__high2half" if letter == "h" else "__high2bfloat16"
        given = ", ".join(f"{pair}({args[-1 - i]}, {arg})" for i, arg in enumerate(args))
        yield case(f"{two}/{letter}", f"{high}({two}({given}))", letter * count, letter,
                   reference, least=first)


def relu(fmt, bits):
    x = fmt.decode(bits)
    return fmt.nan if math.isnan(x) else fmt.encode(max(x, 0.0))


def compare(case, letter):
    for word, test in COMPARE.items():
        yield case(f"__h{word}/{letter}", "__h%s({0}, {1})" % word, letter * 2, "i",
                   lambda a, b, test=test, ne=word == "ne":
                   int(not unordered(a, b) and test(a, b)))
        yield case(f"__h{word}u/{letter}", "__h%su({0}, {1})" % word, letter * 2, "i",
                   lambda a, b, test=test: int(unordered(a, b) or test(a, b)))
    yield case(f"__hisnan/{letter}", "__hisnan({0})", letter, "i", lambda a: int(math.isnan(a)))
    yield case(f"__hisinf/{letter}", "__hisinf({0})", letter, "i",
               lambda a: int(math.copysign(1, a)) if math.isinf(a) else 0)


def mathematics(case, letter, fmt):
    for name, reference, near in (
            ("hexp", host("exp"), around(-9, 9)), ("hexp2", host("exp2"), around(-13, 13)),
            ("hexp10", host("exp10"), around(-4, 4)), ("hlog", host("log"), around(0, 99)),
            ("hlog2", host("log2"), around(0, 99)), ("hlog10", host("log10"), around(0, 99)),
            ("hsin", host("sin"), around(-9, 9)), ("hcos", host("cos"), around(-9, 9)),
            ("hsqrt", host("sqrt"), around(0, 99)), ("hrsqrt", inverse_root, around(0, 99)),
            ("hrcp", lambda x: 1 / x if x else math.copysign(math.inf, x), around(-9, 9))):
        def wanted(x, reference=reference, name=name):
            return None if name in ("hsin", "hcos") and abs(x) > 1e4 else reference(x)
        yield case(f"{name}/{letter}", name + "({0})", letter, letter, wanted, 1.01, near=near)
    for name in ("floor", "ceil", "trunc", "rint"):
        yield case(f"h{name}/{letter}", "h%s({0})" % name, letter, letter, host(name), 0)
    yield case(f"__hdiv/{letter}", "__hdiv({0}, {1})", letter * 2, letter,
               lambda a, b: None if not math.isfinite(a) else
               fmt.decode(divide(fmt, "rn", a, b)), 1, near=around(-99, 99))


def conversions(case, name, letter, fmt):
    for mode in MODES:
        yield case(f"__float2{name}_{mode}", "__float2%s_%s({0})" % (name, mode), "f", letter,
                   lambda x, mode=mode: fmt.encode(x, mode))
        for word, to, bits, sign in (("int", "i", 32, True), ("uint", "u", 32, False),
                                     ("ll", "l", 64, True), ("ull", "L", 64, False)):
            yield case(f"__{word}2{name}_{mode}", "__%s2%s_%s({0})" % (word, name, mode), to,
                       letter, lambda x, mode=mode: fmt.encode(Fraction(x), mode))
            yield case(f"__{name}2{word}_{mode}", "__%s2%s_%s({0})" % (name, word, mode), letter,
                       to, to_integer(bits, sign, mode, True))
    yield case(f"__double2{name}", "__double2%s({0})" % name, "d", letter,
               lambda x: fmt.encode(x))
    yield case(f"__{name}2float", "__%s2float({0})" % name, letter, "f",
               lambda x: F32.encode(x))


def eighths(case):
    """fp8, by the conversions that cuda_fp8.h names."""
    for kind, letter, fmt in (("E4M3", "4", E4M3), ("E5M2", "5", E5M2)):
        for saturate, word in ((True, "__NV_SATFINITE"), (False, "__NV_NOSAT")):
            for source, from_letter, code in (
                    ("float", "f", "{0}"), ("double", "d", "{0}"),
                    ("halfraw", "h", "__half_raw({0})"),
                    ("bfloat16raw", "b", "__nv_bfloat16_raw({0})")):
                yield case(f"__nv_cvt_{source}_to_fp8/{kind}/{word}",
                           f"__nv_cvt_{source}_to_fp8({code}, {word}, __NV_{kind})", from_letter,
                           letter, lambda x, fmt=fmt, s=saturate: fmt.encode(x, "rn", s))
        yield case(f"__nv_cvt_fp8_to_halfraw/{kind}",
                   "__half(__nv_cvt_fp8_to_halfraw({0}, __NV_%s))" % kind, letter, "h",
                   lambda x: F16.encode(x))


def cases(case):
    for name, letter, fmt, least in HALVES:
        yield from arithmetic(case, letter, fmt, least)
        yield from compare(case, letter)
        yield from mathematics(case, letter, fmt)
        yield from conversions(case, name, letter, fmt)
    yield from eighths(case)
