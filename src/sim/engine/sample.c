/* Looking up textures: where a point lies, which elements surround it, on which levels. */
#include "sim/engine/sample.h"

#include <math.h>
#include <string.h>

#include "sim/engine/cube.h"
#include "sim/engine/footprint.h"
#include "sim/engine/mix.h"

enum {
    LEVEL_MOST = 4095, /* 15.996 in 256ths, as far as samplers can say */
    PROBE_BITS = 10,   /* of the shares of several looks */
    PROBE_ONE = 1 << PROBE_BITS
};

/* -- where a point lies */

/* Fractions are cut to this many bits, more for long sides (recorded on an H200). */
static int fraction_bits(uint32_t size, uint32_t side)
{
    return size <= (side < 2 ? 8192 : 2048) ? 21 : size <= 65536 ? 22 : 23;
}

static double fraction_of(const TexelPlace *place, double at, uint32_t side, uint32_t size)
{
    SimTextureBorder mode = texture_border(place->texture, side);
    if (mode == SIM_TEXTURE_WRAP)
        at -= floor(at);
    else if (mode == SIM_TEXTURE_MIRROR)
        at -= 2 * floor(at / 2);
    at = isnan(at) ? 0 : fmin(fmax(at, -65536), 65536); /* of infinity there is no part */
    return ldexp(floor(ldexp(at, fraction_bits(size, side))), -fraction_bits(size, side)) * size;
}

/* In elements; far out it is all the same. The place on a face is a fraction whatever the texture
 * says. */
static double coordinate(const TexelPlace *place, const SamplePoint *point, uint32_t side)
{
    const SimTextureLevel *level = place->level;
    const uint32_t sizes[3] = {level->width, level->height, level->depth};
    double at = point->at[side];
    if (isnan(at))
        return 0;
    if (place->texture->normalised || texture_is_cube(place->texture))
        return fraction_of(place, at, side, sizes[side]) + (double)point->shift[side] * sizes[side];
    return fmin(fmax(at, -1e9), 1e9) + (double)point->shift[side] * sizes[side];
}

/* The lower neighbours, and how far from them the point lies, in 256ths. */
static void neighbours(const TexelPlace *place, const SamplePoint *point, int64_t low[3],
                       uint32_t fraction[3])
{
    for (uint32_t i = 0; i < 3; i++) {
        low[i] = fraction[i] = 0;
        if (i >= texture_sides(place->texture))
            continue;
        double at = floor((coordinate(place, point, i) - 0.5) * MIX_ONE + 0.5);
        low[i] = (int64_t)floor(at / MIX_ONE);
        fraction[i] = (uint32_t)((int64_t)at - low[i] * MIX_ONE);
        low[i] += point->offset[i];
    }
}

/* -- the elements around it */

static uint32_t part_of(uint32_t whole, uint32_t fraction)
{
    return (whole * fraction + MIX_ONE / 2) / MIX_ONE;
}

/* The shares of 4 neighbours: parted along x, then each part along y; halves go to the right, from
 * there up, and from the left down (recorded on an H200). */
static void shares(const uint32_t fraction[3], uint32_t whole, uint32_t share[4])
{
    uint32_t right = part_of(whole, fraction[0]), left = whole - right;
    share[3] = part_of(right, fraction[1]);
    share[2] = (left * fraction[1] + MIX_ONE / 2 - 1) / MIX_ONE;
    share[1] = right - share[3];
    share[0] = left - share[2];
}

/* Where three faces meet there is no fourth element: each of the three gets a third of its share,
 * the face's own what is left (recorded on an H200). */
static void add_corner(Mix *mix, const TexelPlace *place, const int64_t index[3], uint32_t share)
{
    const int64_t last = place->level->width - 1;
    const int64_t inner[3] = {index[0] < 0 ? 0 : last, index[1] < 0 ? 0 : last, 0};
    const int64_t beside[3] = {index[0], inner[1], 0}, below[3] = {inner[0], index[1], 0};
    const uint32_t third = (share + 1) / 3;
    mix_add(mix, texel_resolve(place, beside), third);
    mix_add(mix, texel_resolve(place, below), third);
    mix_add(mix, texel_resolve(place, inner), share - 2 * third);
}

static bool is_corner(const TexelPlace *place, const int64_t index[3])
{
    const int64_t size = place->level->width;
    return place->texture->seamless && texture_is_cube(place->texture) &&
           (index[0] < 0 || index[0] >= size) && (index[1] < 0 || index[1] >= size);
}

static void add_slice(Mix *mix, const TexelPlace *place, const int64_t low[3],
                      const uint32_t share[4])
{
    for (uint32_t corner = 0; corner < 4; corner++) {
        int64_t index[3] = {low[0] + (corner & 1), low[1] + (corner >> 1), low[2]};
        if (share[corner] && is_corner(place, index))
            add_corner(mix, place, index, share[corner]);
        else if (share[corner])
            mix_add(mix, texel_resolve(place, index), share[corner]);
    }
}

/* A point that was brought back to the edge lies on the middle of the last element. */
static void bring_in(const TexelPlace *place, int64_t low[3], uint32_t fraction[3])
{
    const uint32_t sizes[3] = {place->level->width, place->level->height, place->level->depth};
    for (uint32_t i = 0; i < texture_sides(place->texture); i++) {
        if (texture_is_cube(place->texture) ||
            texture_border(place->texture, i) != SIM_TEXTURE_CLAMP ||
            (low[i] >= 0 && low[i] < (int64_t)sizes[i] - 1))
            continue;
        low[i] = low[i] < 0 ? 0 : (int64_t)sizes[i] - 1;
        fraction[i] = 0;
    }
}

static void add_around(Mix *mix, const TexelPlace *place, const SamplePoint *point, uint32_t whole)
{
    int64_t low[3];
    uint32_t fraction[3], share[4];
    neighbours(place, point, low, fraction);
    bring_in(place, low, fraction);
    uint32_t behind = texture_sides(place->texture) > 2 ? part_of(whole, fraction[2]) : 0;
    shares(fraction, whole - behind, share);
    add_slice(mix, place, low, share);
    low[2]++;
    shares(fraction, behind, share);
    add_slice(mix, place, low, share);
}

static Texel nearest(const TexelPlace *place, const SamplePoint *point)
{
    int64_t index[3] = {0};
    for (uint32_t i = 0; i < texture_sides(place->texture); i++)
        index[i] = (int64_t)floor(coordinate(place, point, i)) + point->offset[i];
    return texel_resolve(place, index);
}

static void add_level(Mix *mix, const SimTexture *texture, const SamplePoint *point, uint32_t level,
                      uint32_t whole)
{
    TexelPlace place = {texture, &texture->levels[level], point->layer, point->touches};
    if (whole && texture->linear)
        add_around(mix, &place, point, whole);
    else if (whole)
        mix_add(mix, nearest(&place, point), whole);
}

/* -- levels */

/* In 256ths, towards zero; of what is no number, `otherwise`. */
static int32_t in_256ths(float value, float least, float most, int32_t otherwise)
{
    return isnan(value) ? otherwise : (int32_t)(fminf(fmaxf(value, least), most) * MIX_ONE);
}

/* With anisotropy, levels are mixed only where they are far from both; the more so, the more. */
static int32_t level_sharpened(const SimTexture *texture, int32_t level)
{
    static const int32_t slope[] = {6, 7, 8}, start[] = {252, 378, 512};
    if (!texture->linear_levels || texture->anisotropy < 2 || texture->exact_levels)
        return level;
    uint32_t how = texture->anisotropy < 4 ? 0 : texture->anisotropy < 8 ? 1 : 2;
    int32_t sharp = (slope[how] * (level & (MIX_ONE - 1)) - start[how]) >> 2;
    sharp = sharp < 0 ? 0 : sharp > MIX_ONE ? MIX_ONE : sharp;
    return (level & ~(MIX_ONE - 1)) + sharp;
}

static uint32_t level_of(const SimTexture *texture, float asked, bool with_bias)
{
    int32_t last = (int32_t)(texture->level_count - 1) * MIX_ONE;
    int32_t level = in_256ths(asked, -128, 128, 0);
    if (last == 0)
        return 0;
    if (with_bias)
        level += in_256ths(texture->bias, -16, LEVEL_MOST / 256.0f, LEVEL_MOST);
    int32_t least = in_256ths(texture->level_min, 0, LEVEL_MOST / 256.0f, LEVEL_MOST);
    int32_t most = in_256ths(texture->level_max, 0, LEVEL_MOST / 256.0f, LEVEL_MOST);
    level = level_sharpened(texture, level);
    level = level > most ? most : level;
    level = level < least ? least : level;
    return (uint32_t)(level > last ? last : level);
}

/* -- fetching */

static void add_levels(Mix *mix, const SimTexture *texture, const SamplePoint *point,
                       uint32_t level, uint32_t whole)
{
    if (!texture->linear_levels) {
        add_level(mix, texture, point, (level + MIX_ONE / 2) / MIX_ONE, whole);
        return;
    }
    uint32_t further = part_of(whole, level % MIX_ONE);
    add_level(mix, texture, point, level / MIX_ONE, whole - further);
    add_level(mix, texture, point, level / MIX_ONE + 1, further);
}

static Texel fetch_levels(const SimTexture *texture, const SamplePoint *point, uint32_t level)
{
    Mix mix;
    mix_begin(&mix, MIX_ONE_BITS);
    add_levels(&mix, texture, point, level, MIX_ONE);
    return mix.count == 1 && !texture->linear ? texel_clamped(texture, mix.texel[0])
                                              : mix_result(texture, &mix);
}

/* Looks one element of the nearer level apart, an even number; those at the ends count for what is
 * left.
 */
static Texel fetch_probes(const SimTexture *texture, const SamplePoint *point,
                          const Footprint *footprint, uint32_t level)
{
    const uint32_t count = 2 * (uint32_t)ceilf(footprint->length / 2);
    const uint32_t inner = (uint32_t)(PROBE_ONE / footprint->length + 0.5f);
    const uint32_t near = (level + (texture->linear_levels ? 0 : MIX_ONE / 2)) / MIX_ONE;
    const SimTextureLevel *first = &texture->levels[near];
    const uint32_t sizes[3] = {first->width, first->height, first->depth};
    Mix mix;
    mix_begin(&mix, PROBE_BITS);
    for (uint32_t probe = 0; probe < count; probe++) {
        bool outer = probe == 0 || probe == count - 1;
        SamplePoint at = *point;
        for (uint32_t i = 0; i < texture_sides(texture); i++)
            at.shift[i] =
                ((float)probe - (float)(count - 1) / 2) * footprint->along[i] / (float)sizes[i];
        add_levels(&mix, texture, &at, level,
                   outer ? (PROBE_ONE - (count - 2) * inner) / 2 : inner);
    }
    return mix_result(texture, &mix);
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

/* Whole coordinates: no modes, no filter; outside there is nothing. */
static Texel fetch_whole(const SimTexture *texture, const SamplePoint *point)
{
    float asked = point->base ? 0 : point->level;
    uint32_t level = asked > 0 ? (uint32_t)fminf(asked, SIM_TEXTURE_LEVELS) : 0;
    if (level >= texture->level_count)
        return (Texel){{0}};
    TexelPlace place = {texture, &texture->levels[level], point->layer, point->touches};
    int64_t index[3] = {0};
    for (uint32_t i = 0; i < texture_dimensions(texture); i++)
        index[i] = (int64_t)point->index[i] + point->offset[i];
    return texel_whole(&place, index);
}

void sample_fetch(const SimTexture *texture, const SamplePoint *given, uint32_t out[4])
{
    SamplePoint point = on_face(texture, given);
    Footprint footprint = {.level = point.level, .length = 1};
    Texel texel;
    if (point.gradient)
        footprint = footprint_of(texture, &point);
    uint32_t level = level_of(texture, point.base ? -32 : footprint.level, !point.base);
    if (point.is_integer)
        texel = fetch_whole(texture, &point);
    else if (footprint.length > 1)
        texel = fetch_probes(texture, &point, &footprint, level);
    else
        texel = fetch_levels(texture, &point, level);
    memcpy(out, texel.raw, sizeof(texel.raw));
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
        Mix mix;
        mix_begin(&mix, MIX_ONE_BITS);
        if (is_corner(&place, index))
            add_corner(&mix, &place, index, MIX_ONE);
        else
            mix_add(&mix, texel_resolve(&place, index), MIX_ONE);
        const bool mixed = mix.count > 1 || texture->type == SIM_TEXEL_S8;
        out[i] =
            (mixed ? mix_result(texture, &mix) : texel_clamped(texture, mix.texel[0])).raw[channel];
    }
}
