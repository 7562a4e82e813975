/* Filters: what becomes of several elements of a texture. */
#include "sim/engine/sample.h"

#include <math.h>
#include <string.h>

#include "sim/engine/cube.h"

enum { FRACTION_BITS = 8, FRACTION_ONE = 1 << FRACTION_BITS };

/* In elements; far out it is all the same. The place on a face is a fraction whatever the texture
 * says. */
static double coordinate(const TexelPlace *place, const SamplePoint *point, uint32_t side)
{
    const SimTextureLevel *level = place->level;
    const uint32_t sizes[3] = {level->width, level->height, level->depth};
    if (point->is_integer)
        return point->index[side];
    double at = point->at[side];
    if (place->texture->normalised || texture_is_cube(place->texture))
        at *= sizes[side];
    return isnan(at) ? 0 : at > 1e9 ? 1e9 : at < -1e9 ? -1e9 : at;
}

/* The lower neighbours, and how far from them the point lies, in 256ths. */
static void neighbours(const TexelPlace *place, const SamplePoint *point, int64_t low[3],
                       uint32_t fraction[3])
{
    for (uint32_t i = 0; i < 3; i++) {
        low[i] = fraction[i] = 0;
        if (i >= texture_dimensions(place->texture))
            continue;
        double at = floor((coordinate(place, point, i) - 0.5) * FRACTION_ONE + 0.5);
        low[i] = (int64_t)floor(at / FRACTION_ONE);
        fraction[i] = (uint32_t)((int64_t)at - low[i] * FRACTION_ONE);
        low[i] += point->offset[i];
    }
}

/* The shares of the 2, 4 or 8 neighbours, in 256ths. That of the two upper ones is rounded; the
 * others get what is left of their sides (tested on an H200). Each is parted between two slices. */
static void shares(const uint32_t fraction[3], uint32_t dimensions, uint32_t share[8])
{
    uint32_t x = fraction[0], y = dimensions > 1 ? fraction[1] : 0;
    uint32_t both = (x * y + FRACTION_ONE / 2) / FRACTION_ONE;
    share[3] = both;
    share[2] = y - both;
    share[1] = x - both;
    share[0] = FRACTION_ONE - x - y + both;
    for (uint32_t i = 0; dimensions > 2 && i < 4; i++) {
        share[i + 4] = (share[i] * fraction[2] + FRACTION_ONE / 2) / FRACTION_ONE;
        share[i] -= share[i + 4];
    }
}

/* Fractions made of 8- and 16-bit integers are mixed as numbers of 16 bits. */
static double in_16_bits(double value, bool with_sign)
{
    double most = with_sign ? INT16_MAX : UINT16_MAX;
    return (double)(float)(floor(value * most + 0.5) / most);
}

static void fetch_linear(const TexelPlace *place, const SamplePoint *point, double sum[4])
{
    int64_t low[3];
    uint32_t fraction[3], share[8], dimensions = texture_dimensions(place->texture);
    neighbours(place, point, low, fraction);
    shares(fraction, dimensions, share);
    memset(sum, 0, 4 * sizeof(*sum));
    for (uint32_t corner = 0; corner < 1u << dimensions; corner++) {
        int64_t index[3];
        if (share[corner] == 0)
            continue;
        for (uint32_t i = 0; i < 3; i++)
            index[i] = low[i] + (corner >> i & 1);
        Texel texel = texel_resolve(place, index);
        for (uint32_t i = 0; i < 4; i++)
            sum[i] += (double)share[corner] / FRACTION_ONE * (double)texel_bits_float(texel.raw[i]);
    }
    if (!texel_type_is_float(place->texture->type) && !place->texture->srgb)
        for (uint32_t i = 0; i < 4; i++)
            sum[i] = in_16_bits(sum[i], texel_type_is_signed(place->texture->type));
}

static Texel fetch_nearest(const TexelPlace *place, const SamplePoint *point)
{
    int64_t index[3] = {0};
    for (uint32_t i = 0; i < texture_dimensions(place->texture); i++)
        index[i] = (int64_t)floor(coordinate(place, point, i)) + point->offset[i];
    return texel_resolve(place, index);
}

/* One level's share, as floats. */
static void fetch_floats(const TexelPlace *place, const SamplePoint *point, double out[4])
{
    if (place->texture->linear && !point->is_integer) {
        fetch_linear(place, point, out);
        return;
    }
    Texel texel = fetch_nearest(place, point);
    for (uint32_t i = 0; i < 4; i++)
        out[i] = (double)texel_bits_float(texel.raw[i]);
}

/* -- levels */

/* The level in 256ths. */
static uint32_t level_of(const SimTexture *texture, float level)
{
    float last = (float)(texture->level_count - 1);
    level += texture->bias;
    if (texture->level_count == 1 || isnan(level))
        return 0;
    level = fminf(fmaxf(level, texture->level_min), texture->level_max);
    level = fminf(fmaxf(level, 0), last);
    return (uint32_t)(level * FRACTION_ONE + 0.5f);
}

/* How many elements one step of the gradient passes over. */
static float footprint(const SimTexture *texture, const float change[3])
{
    const SimTextureLevel *level = &texture->levels[0];
    const uint32_t sizes[3] = {level->width, level->height, level->depth};
    double sum = 0;
    for (uint32_t i = 0; i < texture_dimensions(texture); i++) {
        double part =
            (double)change[i] * (texture->normalised || texture_is_cube(texture) ? sizes[i] : 1);
        sum += part * part;
    }
    return (float)sqrt(sum);
}

/* Several looks along the longer gradient take the place of a coarser level. */
typedef struct Probes {
    uint32_t count;
    float step[3];
} Probes;

/* The level of a gradient: the logarithm of its footprint, shared by the probes. */
static float level_of_gradient(const SimTexture *texture, const SamplePoint *point, Probes *probes)
{
    float x = footprint(texture, point->dx), y = footprint(texture, point->dy);
    float most = fmaxf(x, y), least = fminf(x, y);
    if (!(most > 0))
        return -INFINITY;
    if (texture->anisotropy > 1 && texture->linear && isfinite(most)) {
        float ratio = least > 0 ? ceilf(most / least) : (float)texture->anisotropy;
        probes->count = (uint32_t)fminf(fmaxf(ratio, 1), (float)texture->anisotropy);
        memcpy(probes->step, x >= y ? point->dx : point->dy, sizeof(probes->step));
    }
    return log2f(most / (float)probes->count);
}

/* -- fetching */

/* The fetch at one point of one level or between two, as floats. */
static void fetch_levels(TexelPlace place, const SamplePoint *point, uint32_t level, double out[4])
{
    const SimTexture *texture = place.texture;
    uint32_t fraction = texture->linear_levels ? level % FRACTION_ONE : 0;
    double near[4], far[4] = {0};
    place.level = &texture->levels[level / FRACTION_ONE];
    fetch_floats(&place, point, near);
    if (fraction) {
        place.level++;
        fetch_floats(&place, point, far);
    }
    for (uint32_t i = 0; i < 4; i++)
        out[i] = (near[i] * (FRACTION_ONE - fraction) + far[i] * fraction) / FRACTION_ONE;
}

static void fetch_probes(const TexelPlace *place, const SamplePoint *point, const Probes *probes,
                         uint32_t level, double out[4])
{
    memset(out, 0, 4 * sizeof(*out));
    for (uint32_t probe = 0; probe < probes->count; probe++) {
        SamplePoint at = *point;
        double one[4];
        float along = ((float)probe + 0.5f) / (float)probes->count - 0.5f;
        for (uint32_t i = 0; i < 3 && probes->count > 1; i++)
            at.at[i] += along * probes->step[i];
        fetch_levels(*place, &at, level, one);
        for (uint32_t i = 0; i < 4; i++)
            out[i] += one[i] / probes->count;
    }
}

/* A point of a cube map becomes one of a face, which counts as a layer. */
static SamplePoint on_face(const SimTexture *texture, const SamplePoint *point)
{
    SamplePoint on = *point;
    if (!texture_is_cube(texture) || point->is_integer)
        return on;
    uint32_t cubes = texture->levels[0].depth / 6;
    uint32_t cube = texture->shape == SIM_TEXTURE_CUBE ? 0
                    : point->layer < cubes             ? point->layer
                                                       : cubes - 1;
    on.layer = cube * 6 + cube_project(point->at, on.at, point->gradient ? on.dx : NULL,
                                       point->gradient ? on.dy : NULL);
    return on;
}

void sample_fetch(const SimTexture *texture, const SamplePoint *given, uint32_t out[4])
{
    SamplePoint point = on_face(texture, given);
    Probes probes = {.count = 1};
    uint32_t level = level_of(texture, point.gradient ? level_of_gradient(texture, &point, &probes)
                                                      : point.level);
    if (!texture->linear_levels)
        level = (level + FRACTION_ONE / 2) / FRACTION_ONE * FRACTION_ONE;
    TexelPlace place = {texture, &texture->levels[level / FRACTION_ONE], point.layer,
                        point.touches};
    if (!texture_gives_floats(texture) || (!texture->linear && level % FRACTION_ONE == 0) ||
        point.is_integer) {
        Texel texel = fetch_nearest(&place, &point);
        memcpy(out, texel.raw, sizeof(texel.raw));
        return;
    }
    double sum[4];
    fetch_probes(&place, &point, &probes, level, sum);
    for (uint32_t i = 0; i < 4; i++)
        out[i] = texel_float_bits((float)sum[i]);
}

void sample_gather(const SimTexture *texture, const SamplePoint *given, uint32_t channel,
                   uint32_t out[4])
{
    static const uint8_t order[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
    SamplePoint point = on_face(texture, given);
    TexelPlace place = {texture, &texture->levels[0], point.layer, point.touches};
    int64_t low[3];
    uint32_t fraction[3];
    neighbours(&place, &point, low, fraction);
    for (uint32_t i = 0; i < 4; i++) {
        int64_t index[3] = {low[0] + order[i][0], low[1] + order[i][1], 0};
        out[i] = texel_resolve(&place, index).raw[channel];
    }
}
