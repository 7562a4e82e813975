/* Mixing elements: integers as they are, fractions in 16 bits, floats brought to one exponent. */
#include "sim/engine/mix.h"

#include <math.h>
#include <string.h>

/* Places after the first of the results, and of what is added up. */
enum { FLOAT_BITS = 23, HALF_BITS = 10, GUARD_BITS = 4, LIGHT_BITS = 7 };

static const uint32_t float_nan = 0x7fffffff, half_nan = 0x7fffe000;

void mix_begin(Mix *mix, uint32_t bits)
{
    mix->bits = bits;
    mix->count = 0;
}

void mix_add(Mix *mix, Texel texel, uint32_t share)
{
    if (share == 0)
        return;
    mix->texel[mix->count] = texel;
    mix->share[mix->count++] = share;
}

/* Those of 32 bits are cut, shorter ones rounded. */
static uint32_t mix_integers(const SimTexture *texture, const Mix *mix, uint32_t channel)
{
    bool with_sign = texel_type_is_signed(texture->type);
    int64_t sum = texel_type_bits(texture->type) < 32 ? INT64_C(1) << mix->bits >> 1 : 0;
    for (uint32_t i = 0; i < mix->count; i++) {
        uint32_t raw = mix->texel[i].raw[channel];
        sum += mix->share[i] * (with_sign ? (int64_t)(int32_t)raw : (int64_t)raw);
    }
    return (uint32_t)(sum >> mix->bits);
}

/* Fractions made of integers are mixed as numbers of 16 bits. */
static uint32_t mix_fractions(const SimTexture *texture, const Mix *mix, uint32_t channel)
{
    const double most = texel_type_is_signed(texture->type) ? INT16_MAX : UINT16_MAX;
    double sum = 0;
    for (uint32_t i = 0; i < mix->count; i++)
        sum += rint((double)texel_bits_float(mix->texel[i].raw[channel]) * most) * mix->share[i];
    return texel_float_bits((float)(fmax(floor(ldexp(sum, -(int)mix->bits) + 0.5), -most) / most));
}

/* Signed bytes are mixed as such, and brought to 16 bits by 1 + 1/128 and a bit. */
static uint32_t mix_signed_bytes(const Mix *mix, uint32_t channel)
{
    int32_t sum = 0;
    for (uint32_t i = 0; i < mix->count; i++)
        sum += (int32_t)lrintf(texel_bits_float(mix->texel[i].raw[channel]) * INT8_MAX) *
               (int32_t)mix->share[i];
    sum >>= mix->bits - MIX_ONE_BITS;
    sum += (sum + 64 + (sum >> 12) * 16) >> 7;
    return texel_float_bits((float)((sum < -INT16_MAX ? -INT16_MAX : sum) / (double)INT16_MAX));
}

/* The special cases. False: none. */
static bool mix_special(const Mix *mix, uint32_t channel, float *out)
{
    bool any = false;
    float sum = 0;
    for (uint32_t i = 0; i < mix->count; i++) {
        float value = texel_bits_float(mix->texel[i].raw[channel]);
        if (isfinite(value))
            continue;
        any = true;
        sum += value;
    }
    *out = sum;
    return any;
}

/* Halves away from zero. `unit` is what the last place counts. */
static double to_places(double value, int places, int lowest)
{
    int exponent;
    frexp(value, &exponent);
    int unit = exponent - 1 - places > lowest ? exponent - 1 - places : lowest;
    return copysign(ldexp(floor(ldexp(fabs(value), -unit) + 0.5), unit), value);
}

/* All are cut to the same unit, so that the greatest has `kept` places; what is added up of these
 * is exact, and rounded once. Floats too small to be normal count as 0. */
static uint32_t mix_floats(const Mix *mix, uint32_t channel, bool halves, int kept)
{
    const int places = halves ? HALF_BITS : FLOAT_BITS;
    float special, value[MIX_PARTS];
    int greatest = INT32_MIN;
    bool negative = true;
    if (mix_special(mix, channel, &special))
        return !isnan(special) ? texel_float_bits(special) : halves ? half_nan : float_nan;
    for (uint32_t i = 0; i < mix->count; i++) {
        value[i] = texel_bits_float(mix->texel[i].raw[channel]);
        if (fpclassify(value[i]) == FP_SUBNORMAL)
            value[i] = copysignf(0, value[i]);
        negative = negative && signbit(value[i]);
        if (value[i] == 0)
            continue;
        int exponent = kept == LIGHT_BITS ? texel_light_exponent(value[i]) : ilogbf(value[i]);
        greatest = exponent > greatest ? exponent : greatest;
    }
    if (greatest == INT32_MIN)
        return texel_float_bits(negative ? -0.0f : 0.0f);
    const int unit = greatest - kept;
    double sum = 0;
    for (uint32_t i = 0; i < mix->count; i++)
        sum += trunc(ldexp((double)value[i], -unit)) * mix->share[i];
    if (sum == 0)
        return 0;
    sum = to_places(ldexp(sum, unit - (int)mix->bits), places, halves ? -24 : -149);
    if (!halves && fabs(sum) < 0x1p-126)
        return texel_float_bits(copysignf(0, (float)sum));
    return texel_float_bits((float)sum);
}

Texel mix_result(const SimTexture *texture, const Mix *mix)
{
    Texel texel = {{0}};
    for (uint32_t i = 0; i < 4; i++) {
        if (!texture_gives_floats(texture))
            texel.raw[i] = mix_integers(texture, mix, i);
        else if (texel_is_light(texture, i))
            texel.raw[i] = mix_floats(mix, i, true, LIGHT_BITS);
        else if (texture->type == SIM_TEXEL_F32)
            texel.raw[i] = mix_floats(mix, i, false, FLOAT_BITS + GUARD_BITS);
        else if (texel_type_is_float(texture->type))
            texel.raw[i] = mix_floats(mix, i, true, HALF_BITS + GUARD_BITS);
        else if (texture->type == SIM_TEXEL_S8)
            texel.raw[i] = mix_signed_bytes(mix, i);
        else
            texel.raw[i] = mix_fractions(texture, mix, i);
    }
    return texel;
}
