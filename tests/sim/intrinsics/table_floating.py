"""Functions of float and double. Bounds are those of the CUDA C++ Programming Guide's tables of
mathematical functions: units in the last place from the correctly rounded result, so half a unit
more from the exact one."""
import ctypes
import math
from fractions import Fraction

from formats import F32, F64, add, divide, fused, multiply, root

PRELUDE = ""
LIBM = ctypes.CDLL("libm.so.6")
MODES = ("rn", "rz", "ru", "rd")
HOST_ERROR = 1 # units of a double, of the host's own functions


def host(name, count=1):
    function = getattr(LIBM, name)
    function.restype, function.argtypes = ctypes.c_double, [ctypes.c_double] * count
    return function


def around(low, high):
    return lambda rng: rng.uniform(low, high)


def sin_of_pi(x):
    if not math.isfinite(x):
        return math.nan
    r = math.fmod(x, 2)
    if r == int(r):
        return math.copysign(0.0, x)
    whole = round(2 * r)
    rest = math.pi * (r - whole / 2)
    return (math.sin(rest), math.cos(rest), -math.sin(rest), -math.cos(rest))[whole % 4]


def cos_of_pi(x):
    if not math.isfinite(x):
        return math.nan
    r = math.fmod(abs(x), 2)
    whole = round(2 * r)
    rest = math.pi * (r - whole / 2)
    return (math.cos(rest), -math.sin(rest), -math.cos(rest), math.sin(rest))[whole % 4]


def inverse_root(x):
    if x == 0:
        return math.copysign(math.inf, x)
    return 1 / math.sqrt(x) if x > 0 else math.nan


def inverse_cube(x):
    return 1 / host("cbrt")(x) if x else math.copysign(math.inf, x)


def normal_cdf(x):
    return host("erfc")(-x / math.sqrt(2)) / 2 if abs(x) < 1 else None


# Name in C (of double), units of float, of double, reference, arguments of interest.
FUNCTIONS = [
    ("sqrt", 0, 0, None, around(0, 100)), ("rsqrt", 2, 1, inverse_root, around(0, 100)),
    ("cbrt", 1, 1, None, None), ("rcbrt", 1, 1, inverse_cube, None),
    ("exp", 2, 1, None, around(-80, 80)), ("exp2", 2, 1, None, around(-120, 120)),
    ("exp10", 2, 1, None, around(-37, 37)), ("expm1", 1, 1, None, around(-20, 20)),
    ("log", 1, 1, None, around(0, 10)), ("log2", 1, 1, None, around(0, 10)),
    ("log10", 2, 1, None, around(0, 10)), ("log1p", 1, 1, None, around(-1, 10)),
    ("sin", 2, 2, None, around(-50, 50)), ("cos", 2, 2, None, around(-50, 50)),
    ("tan", 4, 2, None, around(-50, 50)), ("sinpi", 1, 2, sin_of_pi, around(-10, 10)),
    ("cospi", 1, 2, cos_of_pi, around(-10, 10)), ("asin", 2, 2, None, around(-1, 1)),
    ("acos", 2, 2, None, around(-1, 1)), ("atan", 2, 2, None, around(-10, 10)),
    ("sinh", 3, 2, None, around(-20, 20)), ("cosh", 2, 1, None, around(-20, 20)),
    ("tanh", 2, 1, None, around(-5, 5)), ("asinh", 3, 3, None, around(-20, 20)),
    ("acosh", 4, 3, None, around(1, 20)), ("atanh", 3, 2, None, around(-1, 1)),
    ("erf", 2, 2, None, around(-3, 3)), ("erfc", 4, 5, None, around(-3, 8)),
    ("normcdf", 5, 5, normal_cdf, around(-1, 1)),
    ("tgamma", 5, 10, None, around(0.5, 20)), ("lgamma", 6, 4, None, around(3, 50)),
    ("fabs", 0, 0, None, None), ("floor", 0, 0, None, None), ("ceil", 0, 0, None, None),
    ("trunc", 0, 0, None, None), ("round", 0, 0, None, None), ("rint", 0, 0, None, None),
    ("nearbyint", 0, 0, None, None), ("logb", 0, 0, None, None),
]
PAIRS = [("atan2", 3, 2, around(-9, 9)), ("hypot", 3, 2, around(-9, 9)),
         ("pow", 4, 2, around(0, 9)), ("fmod", 0, 0, around(-99, 99)),
         ("remainder", 0, 0, around(-99, 99)), ("fdim", 0, 0, None), ("fmax", 0, 0, None),
         ("fmin", 0, 0, None), ("copysign", 0, 0, None)]
# Arguments where the bound of lgamma does not hold, or the host's function is no reference.
OUTSIDE = {"lgamma": lambda x: x < 0.5, "tgamma": lambda x: x < 0 or x > 100,
           "erfc": lambda x: x > 9, "sinpi": lambda x: abs(x) > 1e6, "cospi": lambda x: abs(x) > 1e6,
           "fabs": math.isnan, "copysign": math.isnan}
HOST_UNITS = {"tgamma": 6, "lgamma": 3, "normcdf": 3, "sinpi": 2, "cospi": 2, "rcbrt": 3,
              "sqrt": 0, "cosh": 2, "sinh": 2, "exp10": 2, "rsqrt": 2}


def mathematics(case):
    rows = [(name, f, d, ref or host(name), near, 1) for name, f, d, ref, near in FUNCTIONS]
    rows += [(name, f, d, host(name, 2), near, 2) for name, f, d, near in PAIRS]
    for name, units_f, units_d, reference, near, count in rows:
        outside = OUTSIDE.get(name, lambda x: False)

        def wanted(*args, reference=reference, outside=outside):
            return None if outside(args[0]) else reference(*args)
        args = ", ".join("{%d}" % i for i in range(count))
        rounded = units_f or name in ("sqrt", "fdim")
        yield case(name + "f", f"{name}f({args})", "f" * count, "f", wanted,
                   units_f + 0.5 if rounded else 0, near=near)
        error = units_d + 0.5 + HOST_UNITS.get(name, HOST_ERROR) if units_d else 0
        yield case(name, f"{name}({args})", "d" * count, "d", wanted, error, near=near)


def arithmetic(case):
    """Of a rounding mode, exact."""
    for letter, fmt, word in (("f", F32, "f"), ("d", F64, "d")):
        for mode in MODES:
            for name, count, op in (("add", 2, add), ("mul", 2, multiply), ("div", 2, divide)):
                yield case(f"__{word}{name}_{mode}", "__%s%s_%s({0}, {1})" % (word, name, mode),
                           letter * count, letter,
                           lambda a, b, op=op, fmt=fmt, mode=mode: op(fmt, mode, a, b))
            yield case(f"__{word}sub_{mode}", "__%ssub_%s({0}, {1})" % (word, mode), letter * 2,
                       letter, lambda a, b, fmt=fmt, mode=mode: add(fmt, mode, a, -b))
            fma = "__fmaf_" if word == "f" else "__fma_"
            yield case(fma + mode, fma + mode + "({0}, {1}, {2})", letter * 3, letter,
                       lambda a, b, c, fmt=fmt, mode=mode: fused(fmt, mode, a, b, c))
            yield case(f"__{word}rcp_{mode}", "__%srcp_%s({0})" % (word, mode), letter, letter,
                       lambda a, fmt=fmt, mode=mode: divide(fmt, mode, 1.0, a))
            yield case(f"__{word}sqrt_{mode}", "__%ssqrt_%s({0})" % (word, mode), letter, letter,
                       lambda a, fmt=fmt, mode=mode: root(fmt, mode, a))


def whole(x, mode):
    return {"rn": round, "rz": math.trunc, "ru": math.ceil, "rd": math.floor}[mode](x)


def to_integer(bits, sign, mode, single):
    """Out of range goes to the nearest end; NaN to 0, or the top bit where double or 64 bits."""
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if sign else (0, (1 << bits) - 1)

    def reference(x):
        if math.isnan(x):
            return 0 if single and bits == 32 else 1 << bits - 1
        if math.isinf(x):
            return high if x > 0 else low
        return min(max(whole(x, mode), low), high)
    return reference


def conversions(case):
    kinds = (("int", "i", 32, True), ("uint", "u", 32, False), ("ll", "l", 64, True),
             ("ull", "L", 64, False))
    for mode in MODES:
        for name, letter, bits, sign in kinds:
            for word, from_letter in (("float", "f"), ("double", "d")):
                yield case(f"__{word}2{name}_{mode}", "__%s2%s_%s({0})" % (word, name, mode),
                           from_letter, letter,
                           to_integer(bits, sign, mode, from_letter == "f"))
                fmt = F32 if from_letter == "f" else F64
                if fmt is F64 and bits == 32:
                    continue
                yield case(f"__{name}2{word}_{mode}", "__%s2%s_%s({0})" % (name, word, mode),
                           letter, from_letter,
                           lambda x, fmt=fmt, mode=mode: fmt.encode(Fraction(x), mode))
        yield case(f"__double2float_{mode}", "__double2float_%s({0})" % mode, "d", "f",
                   lambda x, mode=mode: F32.encode(x, mode))
    yield case("__saturatef", "__saturatef({0})", "f", "f",
               lambda x: F32.encode(0.0 if math.isnan(x) or x <= 0 else min(x, 1.0)))
    yield case("__double2hiint", "__double2hiint({0})", "d", "i",
               lambda x: None if math.isnan(x) else F64.encode(x) >> 32)
    yield case("__double2loint", "__double2loint({0})", "d", "i",
               lambda x: None if math.isnan(x) else F64.encode(x))


def fast(case):
    """Absolute bounds are stated for these; units are for the range in which they are stated."""
    for name, reference, low, high, bound in (
            ("__sinf", math.sin, -math.pi, math.pi, 2 ** -21.41),
            ("__cosf", math.cos, -math.pi, math.pi, 2 ** -21.19)):
        yield case(name, "fabsf(%s({0}) - (float)%s((double){0})) <= %gf" %
                   (name, name[2:-1], bound * 1.01 + 6e-8), "f", "i",
                   lambda x, low=low, high=high: 1 if low <= x <= high else None,
                   near=around(low, high))
    yield case("__expf", "__expf({0})", "f", "f",
               lambda x: math.exp(x) if abs(x) < 10 else None, 2 + 12, near=around(-10, 10))
    yield case("__logf", "__logf({0})", "f", "f",
               lambda x: math.log(x) if 2 <= x < 100 else None, 3.5, near=around(2, 100))
    yield case("__frsqrt_rn", "__frsqrt_rn({0})", "f", "f", inverse_root, 0.5001)


def cases(case):
    for group in (mathematics, arithmetic, conversions, fast):
        yield from group(case)
