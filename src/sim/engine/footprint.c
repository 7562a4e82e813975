/* Footprints: lengths without roots, logarithms by a table of 8 bits, as the hardware has them. */
#include "sim/engine/footprint.h"

#include <math.h>
#include <string.h>

enum { MANTISSA_BITS = 10, TABLE_BITS = 8 };

static const float nothing = -128; /* the level of no change at all */

/* To ten places. */
static float shortened(float value, int *exponent)
{
    if (!(value > 0)) {
        *exponent = -127;
        return 0;
    }
    frexpf(value, exponent);
    *exponent -= MANTISSA_BITS;
    return floorf(ldexpf(value, -*exponent));
}

/* The longer side and 11/32 of the shorter one. */
static float length_of(float x, float y)
{
    int unit, small_unit;
    x = fabsf(x), y = fabsf(y);
    if (isinf(x) || isinf(y))
        return INFINITY;
    float longer = shortened(fmaxf(x, y), &unit), shorter = shortened(fminf(x, y), &small_unit);
    float part = floorf((shorter * 11 + 4) / 32);
    return ldexpf(longer + floorf(ldexpf(part, small_unit - unit)), unit);
}

/* In 256ths. The table's first and last are not what the others follow. */
static float logarithm(float value)
{
    int exponent;
    if (!(value > 0))
        return nothing;
    if (isinf(value))
        return -nothing;
    float mantissa = frexpf(value, &exponent) * 2;
    uint32_t place = (uint32_t)((mantissa - 1) * (1 << TABLE_BITS));
    float fraction = place == 0     ? 0
                     : place == 255 ? 255
                                    : floorf(256 * log2f(1 + ((float)place + 0.468f) / 256) + 0.5f);
    return (float)(exponent - 1) + fraction / 256;
}

/* Changes in elements of the first level. */
static void changes(const SimTexture *texture, const float given[3], float out[3])
{
    const SimTextureLevel *level = &texture->levels[0];
    const uint32_t sizes[3] = {level->width, level->height, level->depth};
    for (uint32_t i = 0; i < 3; i++) {
        bool scaled = texture->normalised || texture_is_cube(texture);
        out[i] = i < texture_sides(texture) ? given[i] * (scaled ? (float)sizes[i] : 1) : 0;
        out[i] = isnan(out[i]) ? 0 : out[i];
    }
}

/* Of two sides: the ellipse that both changes span, its longer radius along one of them, their sum
 * or their difference. */
static void radii(const float x[3], const float y[3], float *longer, float *shorter, float along[3])
{
    const float all[4][2] = {
        {x[0], x[1]}, {y[0], y[1]}, {x[0] + y[0], x[1] + y[1]}, {x[0] - y[0], x[1] - y[1]}};
    *longer = 0;
    for (uint32_t i = 0; i < 4; i++) {
        float length = length_of(all[i][0], all[i][1]) * (i < 2 ? 1 : 11.0f / 16);
        if (!(length > *longer))
            continue;
        *longer = length;
        memcpy(along, all[i], sizeof(all[i]));
    }
    *shorter = isfinite(*longer) && *longer > 0 ? fabsf(x[0] * y[1] - x[1] * y[0]) / *longer : 0;
}

static float euclid(const float of[3])
{
    return (float)sqrt((double)of[0] * of[0] + (double)of[1] * of[1] + (double)of[2] * of[2]);
}

Footprint footprint_of(const SimTexture *texture, const SamplePoint *point)
{
    Footprint footprint = {.length = 1};
    float x[3], y[3], longer, shorter;
    changes(texture, point->dx, x);
    changes(texture, point->dy, y);
    if (texture_sides(texture) == 2 && !texture_is_cube(texture)) {
        radii(x, y, &longer, &shorter, footprint.along);
    } else {
        longer = fmaxf(euclid(x), euclid(y));
        shorter = fminf(euclid(x), euclid(y));
        memcpy(footprint.along, euclid(x) >= euclid(y) ? x : y, sizeof(x));
    }
    footprint.level = logarithm(longer);
    if (texture->anisotropy <= 1 || !(longer > 0) || isinf(longer))
        return footprint;
    float most = (float)texture->anisotropy;
    float ratio = shorter * most > longer ? longer / shorter : most;
    const float size = euclid(footprint.along);
    footprint.length = ratio;
    footprint.level = ratio < most ? logarithm(shorter) : footprint.level - log2f(most);
    for (uint32_t i = 0; i < 3; i++)
        footprint.along[i] /= size;
    return footprint;
}
