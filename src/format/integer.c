/* Integers as C's printf writes them (C17 7.21.6.1). */
#include "format/number.h"
#include "format/text.h"

static const char pairs[] = "0001020304050607080910111213141516171819202122232425262728293031323334"
                            "3536373839404142434445464748495051525354555657585960616263646566676869"
                            "707172737475767778798081828384858687888990919293949596979899";

char *format_decimal(char *end, uint64_t value)
{
    while (value >= 100) {
        end -= 2;
        memcpy(end, pairs + 2 * (value % 100), 2);
        value /= 100;
    }
    if (value >= 10) {
        end -= 2;
        memcpy(end, pairs + 2 * value, 2);
    } else {
        *--end = (char)('0' + value);
    }
    return end;
}

static char *write_binary(char *end, uint64_t value, int bits, const char *digits)
{
    for (; value; value >>= bits)
        *--end = digits[value & ((1u << bits) - 1)];
    return end;
}

static char *write_digits(char *end, const Conversion *conversion, uint64_t value)
{
    if (value == 0 && conversion->precision == 0)
        return end;
    if (value == 0) {
        *--end = '0';
        return end;
    }
    switch (conversion->letter) {
    case 'x':
        return write_binary(end, value, 4, "0123456789abcdef");
    case 'X':
        return write_binary(end, value, 4, "0123456789ABCDEF");
    case 'o':
        return write_binary(end, value, 3, "01234567");
    default:
        return format_decimal(end, value);
    }
}

/* Sign or 0x. */
static int write_prefix(char prefix[2], const Conversion *conversion, bool negative, uint64_t value)
{
    bool is_signed = conversion->letter == 'd' || conversion->letter == 'i';
    bool is_hex = conversion->letter == 'x' || conversion->letter == 'X';
    prefix[0] = negative                         ? '-'
                : conversion->flags & FLAG_PLUS  ? '+'
                : conversion->flags & FLAG_SPACE ? ' '
                                                 : '\0';
    if (is_signed)
        return prefix[0] ? 1 : 0;
    prefix[0] = '0';
    prefix[1] = conversion->letter;
    return is_hex && value && conversion->flags & FLAG_ALTERNATIVE ? 2 : 0;
}

void format_integer(FormatText *out, const Conversion *conversion, uint64_t value)
{
    char digits[32], prefix[2], *end = digits + sizeof digits;
    bool is_signed = conversion->letter == 'd' || conversion->letter == 'i', negative = false;
    uint32_t shift = 64 - 8 * (uint32_t)conversion->bytes;
    value = value << shift >> shift;
    if (is_signed && value >> (63 - shift)) {
        negative = true;
        value = (0 - value) << shift >> shift;
    }
    char *begin = write_digits(end, conversion, value);
    int count = (int)(end - begin);
    int zeros = conversion->precision > count ? conversion->precision - count : 0;
    if (conversion->letter == 'o' && conversion->flags & FLAG_ALTERNATIVE && zeros == 0 &&
        (count == 0 || *begin != '0'))
        zeros = 1;
    int prefixed = write_prefix(prefix, conversion, negative, value);
    int blanks = conversion->width - prefixed - zeros - count;
    if (blanks > 0 && conversion->flags & FLAG_ZERO && !(conversion->flags & FLAG_LEFT) &&
        conversion->precision < 0) {
        zeros += blanks;
        blanks = 0;
    }
    if (!(conversion->flags & FLAG_LEFT))
        format_text_fill(out, ' ', blanks);
    format_text_add(out, prefix, (size_t)prefixed);
    format_text_fill(out, '0', zeros);
    format_text_add(out, begin, (size_t)count);
    if (conversion->flags & FLAG_LEFT)
        format_text_fill(out, ' ', blanks);
}
