"""Integer intrinsics: bits, multiplication, funnel shifts, dot products, SIMD in a word, DPX."""
PRELUDE = ""
M32, M64 = (1 << 32) - 1, (1 << 64) - 1


def signed(x, bits):
    x &= (1 << bits) - 1
    return x - (1 << bits) if x >> bits - 1 else x


def lanes(x, bits, sign):
    parts = [x >> at & (1 << bits) - 1 for at in range(0, 32, bits)]
    return [signed(part, bits) for part in parts] if sign else parts


def join(parts, bits):
    return sum((part & (1 << bits) - 1) << i * bits for i, part in enumerate(parts))


def clamp(x, bits, sign):
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if sign else (0, (1 << bits) - 1)
    return min(max(x, low), high)


def simd(bits, sign, op, saturate=None):
    """Of one or two words; `saturate`: the sign of the range to which results are held."""
    def reference(*words):
        out = [op(*row) for row in zip(*(lanes(word, bits, sign) for word in words))]
        if saturate is not None:
            out = [clamp(x, bits, saturate) for x in out]
        return join(out, bits)
    return reference


def byte_perm(x, y, s):
    pool = (y << 32 | x).to_bytes(8, "little")
    return join([pool[s >> 4 * i & 7] for i in range(4)], 8)


def dot(a, b, c, bits_a, sign_a, bits_b, sign_b, part=0):
    left = lanes(a, bits_a, sign_a)
    right = lanes(b, bits_b, sign_b)[part:part + len(left)]
    return c + sum(x * y for x, y in zip(left, right))


def low(fill):
    return lambda x, y, s: fill(y << 32 | x, s)


COMPARE = {"eq": lambda a, b: a == b, "ne": lambda a, b: a != b, "lt": lambda a, b: a < b,
           "le": lambda a, b: a <= b, "gt": lambda a, b: a > b, "ge": lambda a, b: a >= b}


def words_of_lanes(case):
    for count, bits in ((2, 16), (4, 8)):
        full = (1 << bits) - 1

        def row(name, ins, sign, op, saturate=None):
            args = ", ".join("{%d}" % i for i in range(len(ins)))
            return case(f"__v{name}{count}", f"__v{name}{count}({args})", ins, "u",
                        simd(bits, sign, op, saturate))
        yield row("add", "uu", False, lambda a, b: a + b)
        yield row("addss", "uu", True, lambda a, b: a + b, True)
        yield row("addus", "uu", False, lambda a, b: a + b, False)
        yield row("sub", "uu", False, lambda a, b: a - b)
        yield row("subss", "uu", True, lambda a, b: a - b, True)
        yield row("subus", "uu", False, lambda a, b: a - b, False)
        yield row("neg", "u", True, lambda a: -a)
        yield row("negss", "u", True, lambda a: -a, True)
        yield row("abs", "u", True, abs)
        yield row("absss", "u", True, abs, True)
        yield row("absdiffs", "uu", True, lambda a, b: abs(a - b))
        yield row("absdiffu", "uu", False, lambda a, b: abs(a - b))
        # Signed averages round away from zero.
        yield row("avgs", "uu", True, lambda a, b: (a + b + (a + b >= 0)) >> 1)
        yield row("avgu", "uu", False, lambda a, b: (a + b + 1) >> 1)
        yield row("haddu", "uu", False, lambda a, b: (a + b) >> 1)
        for sign, mark in ((True, "s"), (False, "u")):
            yield row("max" + mark, "uu", sign, max)
            yield row("min" + mark, "uu", sign, min)
            name = f"__vsad{mark}{count}"
            yield case(name, name + "({0}, {1})", "uu", "u", lambda a, b, bits=bits, sign=sign: sum(
                abs(x - y) for x, y in zip(lanes(a, bits, sign), lanes(b, bits, sign))))
            for word, test in COMPARE.items():
                mark_of = "" if word in ("eq", "ne") else mark
                if not mark_of and not sign:
                    continue
                yield row("cmp" + word + mark_of, "uu", sign,
                          lambda a, b, test=test, full=full: full if test(a, b) else 0)
                yield row("set" + word + mark_of, "uu", sign, lambda a, b, test=test: test(a, b))


def bit_functions(case):
    def plain(name, ins, out, reference):
        args = ", ".join("{%d}" % i for i in range(len(ins)))
        return case(name, f"{name}({args})", ins, out, reference)
    yield plain("__popc", "u", "i", lambda x: x.bit_count())
    yield plain("__popcll", "L", "i", lambda x: x.bit_count())
    yield plain("__clz", "i", "i", lambda x: 32 - (x & M32).bit_length())
    yield plain("__clzll", "l", "i", lambda x: 64 - (x & M64).bit_length())
    yield plain("__ffs", "i", "i", lambda x: (x & -x & M32).bit_length())
    yield plain("__ffsll", "l", "i", lambda x: (x & -x & M64).bit_length())
    yield plain("__brev", "u", "u", lambda x: int(f"{x:032b}"[::-1], 2))
    yield plain("__brevll", "L", "L", lambda x: int(f"{x:064b}"[::-1], 2))
    yield plain("__byte_perm", "uuu", "u", byte_perm)
    yield plain("__mul24", "ii", "i", lambda a, b: signed(a, 24) * signed(b, 24))
    yield plain("__umul24", "uu", "u", lambda a, b: (a & 0xffffff) * (b & 0xffffff))
    yield plain("__mulhi", "ii", "i", lambda a, b: a * b >> 32)
    yield plain("__umulhi", "uu", "u", lambda a, b: a * b >> 32)
    yield plain("__mul64hi", "ll", "l", lambda a, b: a * b >> 64)
    yield plain("__umul64hi", "LL", "L", lambda a, b: a * b >> 64)
    yield plain("__hadd", "ii", "i", lambda a, b: a + b >> 1)
    yield plain("__uhadd", "uu", "u", lambda a, b: a + b >> 1)
    yield plain("__rhadd", "ii", "i", lambda a, b: a + b + 1 >> 1)
    yield plain("__urhadd", "uu", "u", lambda a, b: a + b + 1 >> 1)
    yield plain("__sad", "iiu", "u", lambda a, b, c: abs(a - b) + c)
    yield plain("__usad", "uuu", "u", lambda a, b, c: abs(a - b) + c)
    yield plain("__funnelshift_l", "uuu", "u", low(lambda v, s: v << (s & 31) >> 32))
    yield plain("__funnelshift_lc", "uuu", "u", low(lambda v, s: v << min(s, 32) >> 32))
    yield plain("__funnelshift_r", "uuu", "u", low(lambda v, s: v >> (s & 31)))
    yield plain("__funnelshift_rc", "uuu", "u", low(lambda v, s: v >> min(s, 32)))
    yield plain("abs", "i", "i", abs)
    yield plain("llabs", "l", "l", abs)


def dots(case):
    for sign, letter in ((True, "i"), (False, "u")):
        args = (8, sign, 8, sign)
        yield case(f"__dp4a/{letter}", "__dp4a({0}, {1}, {2})", letter * 3, letter,
                   lambda a, b, c, args=args: dot(a & M32, b & M32, c, *args))
        for part, word in ((0, "lo"), (2, "hi")):
            yield case(f"__dp2a_{word}/{letter}", "__dp2a_%s({0}, {1}, {2})" % word, letter * 3,
                       letter, lambda a, b, c, s=sign, p=part: dot(a & M32, b & M32, c, 16, s, 8, s,
                                                                   p))


def dpx(case):
    """Dynamic programming: maximum and minimum of sums and of three."""
    forms = (("s32", "i", 32, True), ("u32", "u", 32, False), ("s16x2", "u", 16, True),
             ("u16x2", "u", 16, False))
    for word, pick in (("max", max), ("min", min)):
        for kind, letter, bits, sign in forms:
            def row(name, op, letter=letter, kind=kind, bits=bits, sign=sign):
                reference = simd(bits, sign, op)
                return case(f"{name}_{kind}", "%s_%s({0}, {1}, {2})" % (name, kind), letter * 3,
                            letter, lambda *words: reference(*(word & M32 for word in words)))
            wrap = (lambda x, b=bits, s=sign: signed(x, b) if s else x & (1 << b) - 1)
            yield row(f"__vi{word}3", pick)
            yield row(f"__viadd{word}", lambda a, b, c, w=wrap, p=pick: p(w(a + b), c))
            if sign:
                name = f"__viadd{word}_{kind}_relu"
                reference = simd(bits, True,
                                 lambda a, b, c, w=wrap, p=pick: max(p(w(a + b), c), 0))
                yield case(name, name + "({0}, {1}, {2})", letter * 3, letter,
                           lambda *words, r=reference: r(*(word & M32 for word in words)))


def cases(case):
    for group in (bit_functions, words_of_lanes, dots, dpx):
        yield from group(case)
