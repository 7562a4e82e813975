/* Elements of textures, and what a filter makes of several. */
#include "sim/engine/sample.h"

#include <math.h>
#include <string.h>

enum { FRACTION_BITS = 8, FRACTION_ONE = 1 << FRACTION_BITS };

typedef struct Texel {
    uint32_t raw[4]; /* as the result wants it */
} Texel;

/* What one look-up goes by: a level of the texture and the layer in it. */
typedef struct Place {
    const SimTexture *texture;
    const SimTextureLevel *level;
    uint32_t layer;
} Place;

uint32_t sample_dimensions(const SimTexture *texture)
{
    static const uint8_t dimensions[] = {
        [SIM_TEXTURE_LINEAR] = 1, [SIM_TEXTURE_1D] = 1,           [SIM_TEXTURE_2D] = 2,
        [SIM_TEXTURE_3D] = 3,     [SIM_TEXTURE_1D_LAYERED] = 1,   [SIM_TEXTURE_2D_LAYERED] = 2,
        [SIM_TEXTURE_CUBE] = 2,   [SIM_TEXTURE_CUBE_LAYERED] = 2,
    };
    return dimensions[texture->shape];
}

bool sample_is_layered(const SimTexture *texture)
{
    return texture->shape > SIM_TEXTURE_3D;
}

static uint32_t bits_of(SimTexelType type)
{
    static const uint8_t bits[] = {
        [SIM_TEXEL_U8] = 8,   [SIM_TEXEL_U16] = 16, [SIM_TEXEL_U32] = 32, [SIM_TEXEL_S8] = 8,
        [SIM_TEXEL_S16] = 16, [SIM_TEXEL_S32] = 32, [SIM_TEXEL_F16] = 16, [SIM_TEXEL_F32] = 32,
    };
    return bits[type];
}

static float half_value(uint32_t bits)
{
    int exponent = (int)(bits >> 10 & 31);
    float fraction = (float)(bits & 1023);
    float size = exponent == 31 ? (bits & 1023 ? NAN : INFINITY)
                 : exponent     ? ldexpf(1024 + fraction, exponent - 25)
                                : ldexpf(fraction, -24);
    return bits >> 15 ? -size : size;
}

static uint32_t float_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

static float bits_float(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof(value));
    return value;
}

static bool is_float(SimTexelType type)
{
    return type == SIM_TEXEL_F16 || type == SIM_TEXEL_F32;
}

static bool is_signed(SimTexelType type)
{
    return type == SIM_TEXEL_S8 || type == SIM_TEXEL_S16 || type == SIM_TEXEL_S32;
}

/* Whether the results are floats, and not integers. */
static bool gives_floats(const SimTexture *texture)
{
    return is_float(texture->type) || (bits_of(texture->type) < 32 && !texture->integer);
}

/* From the curve of sRGB (IEC 61966-2-1) to linear light. */
static float linear_light(float value)
{
    return value <= 0.04045f ? value / 12.92f : powf((value + 0.055f) / 1.055f, 2.4f);
}

static uint32_t channel_value(const SimTexture *texture, uint32_t raw, uint32_t channel)
{
    uint32_t bits = bits_of(texture->type), unused = 32 - bits;
    int32_t extended = (int32_t)(raw << unused) >> unused;
    float most = (float)((1u << (bits - 1)) - 1);
    if (is_float(texture->type))
        return bits == 16 ? float_bits(half_value(raw)) : raw;
    if (!gives_floats(texture))
        return is_signed(texture->type) ? (uint32_t)extended : raw;
    if (is_signed(texture->type))
        return float_bits(fmaxf((float)extended / most, -1.0f));
    float fraction = (float)raw / (2 * most + 1);
    return float_bits(texture->srgb && channel < 3 ? linear_light(fraction) : fraction);
}

static Texel texel_at(const Place *place, const uint32_t index[3])
{
    const SimTexture *texture = place->texture;
    const SimTextureLevel *level = place->level;
    Texel texel = {{0}}; /* channels that the texture hasn't are 0 */
    uint32_t bytes = bits_of(texture->type) / 8;
    uint64_t at = level->address + index[2] * level->slice + index[1] * level->pitch +
                  (uint64_t)index[0] * texture->texel_bytes;
    for (uint32_t i = 0; i < texture->channels; i++) {
        uint32_t raw = 0;
        memcpy(&raw, (const void *)(uintptr_t)(at + (uint64_t)i * bytes), bytes);
        texel.raw[i] = channel_value(texture, raw, i);
    }
    return texel;
}

/* The colour outside, in the precision of the texture's own values. */
static Texel texel_border(const SimTexture *texture)
{
    Texel texel = {{0}};
    bool fractions = gives_floats(texture) && !is_float(texture->type);
    uint32_t bits = bits_of(texture->type) - is_signed(texture->type);
    float most = (float)((1u << (bits & 31)) - 1);
    for (uint32_t i = 0; i < texture->channels; i++) {
        float value = texture->border[i];
        if (fractions)
            value = ceilf(fminf(fmaxf(value, is_signed(texture->type) ? -1 : 0), 1) * most - 0.5f) /
                        most +
                    0.0f;
        texel.raw[i] = float_bits(value);
    }
    return texel;
}

/* The element that an index along one side stands for. False: the border. */
static bool index_resolve(int64_t index, uint32_t size, SimTextureBorder mode, uint32_t *out)
{
    int64_t period = mode == SIM_TEXTURE_MIRROR ? 2 * (int64_t)size : size;
    if (mode == SIM_TEXTURE_WRAP || mode == SIM_TEXTURE_MIRROR) {
        index %= period;
        index += index < 0 ? period : 0;
        index = index >= size ? period - 1 - index : index;
    } else if (mode == SIM_TEXTURE_CLAMP) {
        index = index < 0 ? 0 : index >= size ? size - 1 : index;
    }
    *out = (uint32_t)index;
    return index >= 0 && index < size;
}

/* Memory without an array is 0 outside; and the modes that repeat need fractions. */
static SimTextureBorder border_mode(const SimTexture *texture, uint32_t side)
{
    if (texture->shape == SIM_TEXTURE_LINEAR)
        return SIM_TEXTURE_BORDER;
    bool repeats =
        texture->borders[side] == SIM_TEXTURE_WRAP || texture->borders[side] == SIM_TEXTURE_MIRROR;
    return repeats && !texture->normalised ? SIM_TEXTURE_CLAMP : texture->borders[side];
}

static Texel texel_resolve(const Place *place, const int64_t index[3])
{
    const SimTexture *texture = place->texture;
    const SimTextureLevel *level = place->level;
    const uint32_t sizes[3] = {level->width, level->height, level->depth};
    uint32_t resolved[3] = {0};
    for (uint32_t i = 0; i < sample_dimensions(texture); i++)
        if (!index_resolve(index[i], sizes[i], border_mode(texture, i), &resolved[i]))
            return texel_border(texture);
    if (sample_is_layered(texture))
        resolved[2] = place->layer < level->depth ? place->layer : level->depth - 1;
    return texel_at(place, resolved);
}

/* In elements; far out it is all the same. */
static double coordinate(const Place *place, const SamplePoint *point, uint32_t side)
{
    const SimTextureLevel *level = place->level;
    const uint32_t sizes[3] = {level->width, level->height, level->depth};
    if (point->is_integer)
        return point->index[side];
    double at = point->at[side];
    if (place->texture->normalised)
        at *= sizes[side];
    return isnan(at) ? 0 : at > 1e9 ? 1e9 : at < -1e9 ? -1e9 : at;
}

/* The lower neighbours, and how far from them the point lies, in 256ths. */
static void neighbours(const Place *place, const SamplePoint *point, int64_t low[3],
                       uint32_t fraction[3])
{
    for (uint32_t i = 0; i < 3; i++) {
        low[i] = fraction[i] = 0;
        if (i >= sample_dimensions(place->texture))
            continue;
        double at = floor((coordinate(place, point, i) - 0.5) * FRACTION_ONE + 0.5);
        low[i] = (int64_t)floor(at / FRACTION_ONE);
        fraction[i] = (uint32_t)((int64_t)at - low[i] * FRACTION_ONE);
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

static void fetch_linear(const Place *place, const SamplePoint *point, double sum[4])
{
    int64_t low[3];
    uint32_t fraction[3], share[8], dimensions = sample_dimensions(place->texture);
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
            sum[i] += (double)share[corner] / FRACTION_ONE * (double)bits_float(texel.raw[i]);
    }
    if (!is_float(place->texture->type) && !place->texture->srgb)
        for (uint32_t i = 0; i < 4; i++)
            sum[i] = in_16_bits(sum[i], is_signed(place->texture->type));
}

static Texel fetch_nearest(const Place *place, const SamplePoint *point)
{
    int64_t index[3] = {0};
    for (uint32_t i = 0; i < sample_dimensions(place->texture); i++)
        index[i] = (int64_t)floor(coordinate(place, point, i));
    return texel_resolve(place, index);
}

/* One level's share, as floats. */
static void fetch_floats(const Place *place, const SamplePoint *point, double out[4])
{
    if (place->texture->linear && !point->is_integer) {
        fetch_linear(place, point, out);
        return;
    }
    Texel texel = fetch_nearest(place, point);
    for (uint32_t i = 0; i < 4; i++)
        out[i] = (double)bits_float(texel.raw[i]);
}

/* The level in 256ths. */
static uint32_t level_of(const SimTexture *texture, const SamplePoint *point)
{
    float last = (float)(texture->level_count - 1), level = point->level + texture->bias;
    if (texture->level_count == 1 || isnan(level))
        return 0;
    level = fminf(fmaxf(level, texture->level_min), texture->level_max);
    level = fminf(fmaxf(level, 0), last);
    return (uint32_t)(level * FRACTION_ONE + 0.5f);
}

void sample_fetch(const SimTexture *texture, const SamplePoint *point, uint32_t out[4])
{
    uint32_t level = level_of(texture, point);
    uint32_t fraction = texture->linear_levels ? level % FRACTION_ONE : 0;
    level = (texture->linear_levels ? level : level + FRACTION_ONE / 2) / FRACTION_ONE;
    Place place = {texture, &texture->levels[level], point->layer};
    if (!gives_floats(texture) || (!texture->linear && !fraction) || point->is_integer) {
        Texel texel = fetch_nearest(&place, point);
        memcpy(out, texel.raw, sizeof(texel.raw));
        return;
    }
    double near[4], far[4] = {0};
    fetch_floats(&place, point, near);
    if (fraction) {
        place.level++;
        fetch_floats(&place, point, far);
    }
    for (uint32_t i = 0; i < 4; i++)
        out[i] = float_bits(
            (float)((near[i] * (FRACTION_ONE - fraction) + far[i] * fraction) / FRACTION_ONE));
}

void sample_gather(const SimTexture *texture, const SamplePoint *point, uint32_t channel,
                   uint32_t out[4])
{
    static const uint8_t order[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
    Place place = {texture, &texture->levels[0], point->layer};
    int64_t low[3];
    uint32_t fraction[3];
    neighbours(&place, point, low, fraction);
    for (uint32_t i = 0; i < 4; i++) {
        int64_t index[3] = {low[0] + order[i][0], low[1] + order[i][1], 0};
        out[i] = texel_resolve(&place, index).raw[channel];
    }
}
