/* Types of elements: their sizes, halves, and what a surface makes of 32 bits. */
#include "sim/engine/texel.h"

#include <math.h>
#include <string.h>

uint32_t texel_type_bits(SimTexelType type)
{
    static const uint8_t bits[] = {
        [SIM_TEXEL_U8] = 8,     [SIM_TEXEL_U16] = 16,  [SIM_TEXEL_U32] = 32,  [SIM_TEXEL_S8] = 8,
        [SIM_TEXEL_S16] = 16,   [SIM_TEXEL_S32] = 32,  [SIM_TEXEL_F16] = 16,  [SIM_TEXEL_F32] = 32,
        [SIM_TEXEL_U10_2] = 10, [SIM_TEXEL_BC1] = 8,   [SIM_TEXEL_BC2] = 8,   [SIM_TEXEL_BC3] = 8,
        [SIM_TEXEL_BC4U] = 16,  [SIM_TEXEL_BC4S] = 16, [SIM_TEXEL_BC5U] = 16, [SIM_TEXEL_BC5S] = 16,
        [SIM_TEXEL_BC6U] = 16,  [SIM_TEXEL_BC6S] = 16, [SIM_TEXEL_BC7] = 8,
    };
    return bits[type];
}

float texel_half_value(uint32_t bits)
{
    int exponent = (int)(bits >> 10 & 31);
    float fraction = (float)(bits & 1023);
    if (exponent == 31) /* a NaN's other bits stay */
        return texel_bits_float((bits & 0x8000) << 16 | 0x7f800000 | (bits & 1023) << 13);
    float size = exponent ? ldexpf(1024 + fraction, exponent - 25) : ldexpf(fraction, -24);
    return bits >> 15 ? -size : size;
}

uint32_t texel_float_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

float texel_bits_float(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof(value));
    return value;
}

bool texel_type_is_float(SimTexelType type)
{
    return type == SIM_TEXEL_F16 || type == SIM_TEXEL_F32 || type == SIM_TEXEL_BC6U ||
           type == SIM_TEXEL_BC6S;
}

bool texel_type_is_signed(SimTexelType type)
{
    return type == SIM_TEXEL_S8 || type == SIM_TEXEL_S16 || type == SIM_TEXEL_S32 ||
           type == SIM_TEXEL_BC4S || type == SIM_TEXEL_BC5S;
}

static float clamped(float value, float least, float most)
{
    return value >= least ? value <= most ? value : most : isnan(value) ? 0 : least;
}

uint32_t texel_half_bits(float value)
{
    uint32_t sign = signbit(value) ? 0x8000 : 0;
    float size = fabsf(value);
    if (isnan(value))
        return 0x7fff;
    if (size >= 65520)
        return sign | 0x7c00;
    if (size < ldexpf(1, -14))
        return sign | (uint32_t)nearbyintf(size * ldexpf(1, 24));
    int exponent;
    float fraction = frexpf(size, &exponent); /* 0.5 to 1 */
    return sign | (((uint32_t)(exponent + 13) << 10) + (uint32_t)nearbyintf(fraction * 2048));
}

/* A NaN keeps the upper bits of what it holds; what is too great becomes the greatest. */
uint32_t texel_half_cut(float value)
{
    uint32_t bits = texel_float_bits(value), sign = bits >> 16 & 0x8000;
    float size = fabsf(value);
    if (isnan(value))
        return sign | 0x7c00 | (bits >> 13 & 0x3ff) | 0x200;
    if (isinf(value))
        return sign | 0x7c00;
    if (size >= 65536)
        return sign | 0x7bff;
    if (size < 0x1p-14f)
        return sign | (uint32_t)(size * 0x1p24f);
    return sign | (((bits >> 13) & 0x3ffff) - (112 << 10));
}

uint32_t texel_pack(const SimTexture *texture, uint32_t value)
{
    uint32_t bits = texel_type_bits(texture->type);
    bool with_sign = texel_type_is_signed(texture->type);
    int64_t most = (INT64_C(1) << (bits - with_sign)) - 1, least = with_sign ? -most - 1 : 0;
    if (texel_type_is_float(texture->type))
        return bits == 16 ? texel_half_cut(texel_bits_float(value)) : value;
    if (bits < 32 && !texture->integer) {
        float fraction = clamped(texel_bits_float(value), with_sign ? -1 : 0, 1);
        return (uint32_t)(int32_t)nearbyintf(fraction * (float)most);
    }
    int64_t number = with_sign ? (int64_t)(int32_t)value : (int64_t)value;
    return (uint32_t)(number > most ? most : number < least ? least : number);
}
