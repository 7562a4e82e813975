"""Floating-point formats: numbers from bits, and bits from exact numbers, rounded in any mode."""
import math
from fractions import Fraction


class Format:
    def __init__(self, bits, mantissa, infinite=True):
        self.bits, self.mantissa = bits, mantissa
        self.exponent = bits - 1 - mantissa
        self.bias = (1 << (self.exponent - 1)) - 1
        self.infinite = infinite
        top = (1 << (bits - 1)) - 1
        self.nan = top
        self.infinity = ((1 << self.exponent) - 1) << mantissa if infinite else top
        self.largest = self.infinity - 1

    def decode(self, bits):
        sign = -1.0 if bits >> (self.bits - 1) & 1 else 1.0
        rest = bits & ((1 << (self.bits - 1)) - 1)
        if self.infinite and rest >= self.infinity or rest == self.nan:
            return sign * math.inf if rest == self.infinity and self.infinite else math.nan
        field, fraction = rest >> self.mantissa, rest & ((1 << self.mantissa) - 1)
        if field:
            fraction |= 1 << self.mantissa
        return sign * math.ldexp(fraction, max(field, 1) - self.bias - self.mantissa)

    def is_nan(self, bits):
        return math.isnan(self.decode(bits))

    def encode(self, x, mode="rn", saturate=False):
        """`x`: a float or a Fraction (never a zero of its own sign)."""
        top = 1 << (self.bits - 1)
        if isinstance(x, float):
            if math.isnan(x):
                return self.nan
            sign = top if math.copysign(1, x) < 0 else 0
            if math.isinf(x):
                return sign | (self.largest if saturate else self.infinity)
        else:
            sign = top if x < 0 else 0
        m = abs(Fraction(x))
        if m == 0:
            return sign
        e = m.numerator.bit_length() - m.denominator.bit_length()
        if Fraction(2) ** e > m:
            e -= 1
        e = max(e, 1 - self.bias)
        scaled = m / Fraction(2) ** (e - self.mantissa)
        n, rest = divmod(scaled.numerator, scaled.denominator)
        rest = Fraction(rest, scaled.denominator)
        up = {"rn": rest > Fraction(1, 2) or rest == Fraction(1, 2) and n & 1, "rz": False,
              "ru": rest and not sign, "rd": rest and sign}[mode]
        bits = ((e + self.bias - 1) << self.mantissa) + n + (1 if up else 0)
        if bits > self.largest:
            held = saturate or mode == "rz" or mode == ("rd" if not sign else "ru")
            bits = self.largest if held else self.infinity
        return sign | bits

    def ulp(self, x):
        e = math.frexp(x)[1] - 1 if x else 1 - self.bias
        return Fraction(2) ** (max(e, 1 - self.bias) - self.mantissa)


F16, BF16, F32, F64 = Format(16, 10), Format(16, 7), Format(32, 23), Format(64, 52)
E4M3, E5M2 = Format(8, 3, infinite=False), Format(8, 2)


def negative(x):
    return math.copysign(1, x) < 0


def add(fmt, mode, a, b):
    if not (math.isfinite(a) and math.isfinite(b)):
        return fmt.encode(a + b, mode)
    exact = Fraction(a) + Fraction(b)
    if exact == 0:
        both = a == 0 and b == 0 and negative(a) and negative(b)
        plain = a == 0 and b == 0 and negative(a) == negative(b)
        return fmt.encode(-0.0 if both or (mode == "rd" and not plain) else 0.0)
    return fmt.encode(exact, mode)


def multiply(fmt, mode, a, b):
    if not (math.isfinite(a) and math.isfinite(b)) or a == 0 or b == 0:
        return fmt.encode(a * b, mode)
    return fmt.encode(Fraction(a) * Fraction(b), mode)


def fused(fmt, mode, a, b, c):
    if not (math.isfinite(a) and math.isfinite(b) and math.isfinite(c)):
        return fmt.encode(math.nan if math.isnan(a * b) else
                          c if math.isfinite(a) and math.isfinite(b) else a * b + c, mode)
    product = Fraction(a) * Fraction(b)
    if product + Fraction(c) == 0:
        sign = negative(a) != negative(b)
        if product == 0 and sign == negative(c):
            return fmt.encode(-0.0 if sign else 0.0)
        return fmt.encode(-0.0 if mode == "rd" else 0.0)
    return fmt.encode(product + Fraction(c), mode)


def divide(fmt, mode, a, b):
    if math.isfinite(a) and math.isfinite(b) and a and b:
        return fmt.encode(Fraction(a) / Fraction(b), mode)
    sign = -1.0 if negative(a) != negative(b) else 1.0
    if math.isnan(a) or math.isnan(b) or a == b == 0 or math.isinf(a) and math.isinf(b):
        return fmt.encode(math.nan)
    return fmt.encode(sign * (math.inf if b == 0 or math.isinf(a) else 0.0))


def root(fmt, mode, a):
    if not math.isfinite(a) or a <= 0:
        return fmt.encode(a if a >= 0 else math.nan)
    exact = Fraction(a)
    shift = 2 * (fmt.mantissa + fmt.bias + 8)
    whole = (exact.numerator << shift) // exact.denominator
    low = math.isqrt(whole)
    inexact = low * low != whole or whole * exact.denominator != exact.numerator << shift
    # Half a unit below anything that rounding looks at.
    return fmt.encode(Fraction(2 * low + inexact, 2 << (shift // 2)), mode)
