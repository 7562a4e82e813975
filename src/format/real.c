/* Floating-point numbers as C's printf writes them: exactly by integers of 128 bits where these
 * hold the whole value, else by the C library. */
#include <math.h>
#include <stdio.h>

#include "format/number.h"
#include "format/text.h"

typedef unsigned __int128 Wide;

enum {
    FRACTION_MOST = 17, /* digits behind the point, and digits in all, that fit into 64 bits */
    POWER_MOST = 22,    /* 53 bits times 10^22 fit into 127 */
    PIECE = 64
};

static const uint64_t powers[] = {1,
                                  10,
                                  100,
                                  1000,
                                  10000,
                                  100000,
                                  1000000,
                                  10000000,
                                  100000000,
                                  1000000000,
                                  10000000000,
                                  100000000000,
                                  1000000000000,
                                  10000000000000,
                                  100000000000000,
                                  1000000000000000,
                                  10000000000000000,
                                  100000000000000000,
                                  1000000000000000000};

static Wide power_of_ten(int exponent)
{
    return exponent <= 18 ? powers[exponent] : (Wide)powers[18] * powers[exponent - 18];
}

/* mantissa * 2^exponent */
typedef struct Parts {
    uint64_t mantissa;
    int exponent;
} Parts;

static Parts parts_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    int exponent = (int)(bits >> 52 & 0x7FF);
    uint64_t mantissa = bits & ((UINT64_C(1) << 52) - 1);
    return exponent ? (Parts){mantissa | UINT64_C(1) << 52, exponent - 1075}
                    : (Parts){mantissa, -1074};
}

/* Digits of a number without its sign, and the power of ten of the first. */
typedef struct Digits {
    char text[PIECE];
    int count, exponent;
} Digits;

/* value / 2^shift, with the remainder's weight against one half in *rest: -1, 0, 1. */
static Wide shifted(Wide value, int shift, int *rest)
{
    *rest = -1;
    if (shift > 127)
        return 0;
    if (shift == 0)
        return value;
    Wide half = (Wide)1 << (shift - 1), left = value & (((Wide)1 << shift) - 1);
    *rest = left > half ? 1 : left == half ? 0 : -1;
    return value >> shift;
}

static Wide divided(Wide value, Wide by, int *rest)
{
    Wide quotient = value / by, left = value - quotient * by, other = by - left;
    *rest = left > other ? 1 : left == other ? 0 : -1;
    return quotient;
}

static bool rounds_up(int rest, bool odd)
{
    return rest > 0 || (rest == 0 && odd);
}

/* Whole part and `count` digits behind the point, in *whole and *fraction. */
static bool split_fixed(Parts parts, int count, uint64_t *whole, uint64_t *fraction)
{
    if (parts.exponent > 10 || count > FRACTION_MOST)
        return false;
    *fraction = 0;
    if (parts.exponent >= 0) {
        *whole = parts.mantissa << parts.exponent;
        return true;
    }
    int shift = -parts.exponent, rest;
    *whole = shift < 64 ? parts.mantissa >> shift : 0;
    uint64_t left = shift < 64 ? parts.mantissa - (*whole << shift) : parts.mantissa;
    uint64_t behind = (uint64_t)shifted((Wide)left * powers[count], shift, &rest);
    if (rounds_up(rest, (count ? behind : *whole) & 1))
        behind++;
    *whole += behind / powers[count];
    *fraction = behind % powers[count];
    return true;
}

/* value * 10^power, cut off; false: too large for this way. */
static bool scaled(Parts parts, int power, Wide *quotient, int *rest)
{
    if (power > POWER_MOST || power < -POWER_MOST)
        return false;
    if (power >= 0) {
        Wide product = parts.mantissa * power_of_ten(power);
        if (parts.exponent < 0) {
            *quotient = shifted(product, -parts.exponent, rest);
            return true;
        }
        *rest = -1;
        if (parts.exponent > 74 || product >> (127 - parts.exponent))
            return false;
        *quotient = product << parts.exponent;
        return true;
    }
    Wide by = power_of_ten(-power);
    if (parts.exponent > 74 || parts.exponent < -52)
        return false;
    if (parts.exponent >= 0)
        *quotient = divided((Wide)parts.mantissa << parts.exponent, by, rest);
    else
        *quotient = divided(parts.mantissa, by << -parts.exponent, rest);
    return true;
}

/* The first `count` digits, rounded. The power of ten is guessed from that of two, at most one too
 * low. */
static bool find_digits(double value, int count, Digits *out)
{
    Parts parts = parts_of(value);
    Wide quotient;
    int rest;
    if (count > FRACTION_MOST || parts.mantissa >> 52 == 0)
        return false;
    out->count = count;
    out->exponent = (int)(((int64_t)(parts.exponent + 52) * 1292913986) >> 32);
    if (!scaled(parts, count - 1 - out->exponent, &quotient, &rest))
        return false;
    if (quotient >= powers[count]) {
        out->exponent++;
        if (!scaled(parts, count - 1 - out->exponent, &quotient, &rest))
            return false;
    }
    uint64_t number = (uint64_t)quotient;
    if (rounds_up(rest, number & 1) && ++number == powers[count]) {
        number = powers[count - 1];
        out->exponent++;
    }
    format_decimal(out->text + count, number);
    return true;
}

/* The number's text without its sign, where this can write it. */
typedef struct Written {
    char text[PIECE];
    int size;
} Written;

static void put(Written *out, const char *text, int size)
{
    memcpy(out->text + out->size, text, (size_t)size);
    out->size += size;
}

static void put_zeros(Written *out, int count)
{
    for (; count > 0; count--)
        out->text[out->size++] = '0';
}

static bool write_fixed(double value, int precision, bool point, Written *out)
{
    uint64_t whole, fraction;
    char digits[PIECE / 2], *end = digits + sizeof digits;
    if (!split_fixed(parts_of(value), precision, &whole, &fraction))
        return false;
    char *begin = format_decimal(end, whole);
    put(out, begin, (int)(end - begin));
    if (precision > 0 || point)
        put(out, ".", 1);
    begin = format_decimal(end, fraction);
    put_zeros(out, precision - (int)(end - begin));
    if (precision > 0)
        put(out, begin, (int)(end - begin));
    return true;
}

static void write_exponent(int exponent, bool capital, Written *out)
{
    char digits[8], *end = digits + sizeof digits;
    char *begin = format_decimal(end, (uint64_t)(exponent < 0 ? -exponent : exponent));
    put(out, capital ? "E" : "e", 1);
    put(out, exponent < 0 ? "-" : "+", 1);
    if (end - begin < 2)
        put(out, "0", 1);
    put(out, begin, (int)(end - begin));
}

static void write_scientific(const Digits *digits, bool point, bool capital, Written *out)
{
    put(out, digits->text, 1);
    if (digits->count > 1 || point)
        put(out, ".", 1);
    put(out, digits->text + 1, digits->count - 1);
    write_exponent(digits->exponent, capital, out);
}

/* The digits with a point among them, or behind zeros. */
static void write_placed(const Digits *digits, bool point, Written *out)
{
    int whole = digits->exponent + 1;
    if (whole <= 0) {
        put(out, "0.", 2);
        put_zeros(out, -whole);
        put(out, digits->text, digits->count);
        return;
    }
    int shown = digits->count < whole ? digits->count : whole;
    put(out, digits->text, shown);
    put_zeros(out, whole - shown);
    if (digits->count > shown || point)
        put(out, ".", 1);
    put(out, digits->text + shown, digits->count - shown);
}

static bool digits_of(double value, int count, Digits *out)
{
    if (value != 0)
        return find_digits(value, count, out);
    *out = (Digits){.count = count};
    memset(out->text, '0', (size_t)count);
    return true;
}

static bool write_general(double value, int precision, bool keep, bool capital, Written *out)
{
    Digits digits;
    int count = precision == 0 ? 1 : precision;
    if (!digits_of(value, count, &digits))
        return false;
    bool placed = digits.exponent >= -4 && digits.exponent < count;
    while (!keep && digits.count > 1 && digits.text[digits.count - 1] == '0')
        digits.count--;
    if (placed)
        write_placed(&digits, keep, out);
    else
        write_scientific(&digits, keep, capital, out);
    return true;
}

static bool write_real(const Conversion *conversion, double value, Written *out)
{
    bool alternative = conversion->flags & FLAG_ALTERNATIVE;
    int precision = conversion->precision < 0 ? 6 : conversion->precision;
    Digits digits;
    if (!isfinite(value) || precision >= FRACTION_MOST)
        return false;
    switch (conversion->letter) {
    case 'f':
    case 'F':
        return write_fixed(value, precision, alternative, out);
    case 'e':
    case 'E':
        if (!digits_of(value, precision + 1, &digits))
            return false;
        write_scientific(&digits, alternative, conversion->letter == 'E', out);
        return true;
    case 'g':
    case 'G':
        return write_general(value, precision, alternative, conversion->letter == 'G', out);
    default:
        return false;
    }
}

/* The same conversion for the C library. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
static void ask_library(FormatText *out, const Conversion *conversion, double value)
{
    static const char flags[] = "-+ #0";
    char format[64] = "%", text[WIDTH_LIMIT * 2 + 512];
    size_t at = 1;
    for (size_t i = 0; i < sizeof flags - 1; i++)
        if (conversion->flags & 1u << i)
            format[at++] = flags[i];
    int n = (int)at;
    if (conversion->width >= 0)
        n += snprintf(format + n, sizeof format - (size_t)n, "%d", conversion->width);
    if (conversion->precision >= 0)
        n += snprintf(format + n, sizeof format - (size_t)n, ".%d", conversion->precision);
    snprintf(format + n, sizeof format - (size_t)n, "%c", conversion->letter);
    n = snprintf(text, sizeof text, format, value);
    size_t size = n > 0 ? (size_t)n : 0;
    format_text_add(out, text, size < sizeof text ? size : sizeof text - 1);
}
#pragma GCC diagnostic pop

void format_real(FormatText *out, const Conversion *conversion, double value)
{
    Written written = {.size = 0};
    bool left = conversion->flags & FLAG_LEFT, negative = signbit(value);
    if (!write_real(conversion, fabs(value), &written)) {
        ask_library(out, conversion, value);
        return;
    }
    char sign = negative                         ? '-'
                : conversion->flags & FLAG_PLUS  ? '+'
                : conversion->flags & FLAG_SPACE ? ' '
                                                 : '\0';
    int missing = conversion->width - written.size - (sign ? 1 : 0);
    bool zeros = conversion->flags & FLAG_ZERO && !left;
    if (!zeros && !left)
        format_text_fill(out, ' ', missing);
    format_text_add(out, &sign, sign ? 1 : 0);
    if (zeros)
        format_text_fill(out, '0', missing);
    format_text_add(out, written.text, (size_t)written.size);
    if (left)
        format_text_fill(out, ' ', missing);
}
