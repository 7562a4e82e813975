/* Numbers as elements. */
#include "check/store.h"

#include <math.h>
#include <string.h>

uint16_t half_of(double value)
{
    uint16_t sign = signbit(value) ? 0x8000 : 0;
    double magnitude = fabs(value);
    if (isnan(value))
        return 0x7e00;
    if (magnitude >= 65520) /* rounds to 2^16: past the largest */
        return sign | 0x7c00;
    if (magnitude < 0x1p-14) /* subnormal: units of 2^-24; 1024 of them are the first normal */
        return sign | (uint16_t)nearbyint(magnitude * 0x1p24);
    int exponent;
    double fraction = frexp(magnitude, &exponent);          /* [0.5, 1) */
    unsigned scaled = (unsigned)nearbyint(fraction * 2048); /* 1024 to 2048: may carry */
    return sign | (uint16_t)(((unsigned)(exponent + 14) << 10) + (scaled - 1024));
}

void element_store_integer(ElementType type, uint64_t value, void *at)
{
    unsigned char *bytes = at;
    for (size_t i = 0; i < element_bytes(type); i++)
        bytes[i] = (unsigned char)(value >> 8 * i);
}

void element_store_float(ElementType type, double value, void *at)
{
    float single = (float)value;
    if (type == ELEMENT_F16)
        element_store_integer(type, half_of(value), at);
    else if (type == ELEMENT_F32)
        memcpy(at, &single, sizeof single);
    else
        memcpy(at, &value, sizeof value);
}

static bool in_range(ElementType type, View text, uint64_t *out)
{
    unsigned bits = 8 * (unsigned)element_bytes(type);
    int64_t number;
    if (!element_is_signed(type))
        return view_to_u64(text, out) && (bits == 64 || *out >> bits == 0);
    if (!view_to_i64(text, &number))
        return false;
    *out = (uint64_t)number;
    int64_t above = number >> (bits - 1);
    return above == 0 || above == -1;
}

bool element_store_text(ElementType type, View text, void *at)
{
    double real;
    uint64_t whole;
    if (element_is_float(type)) {
        if (!view_to_f64(text, &real))
            return false;
        element_store_float(type, real, at);
        return true;
    }
    if (!in_range(type, text, &whole))
        return false;
    element_store_integer(type, whole, at);
    return true;
}
