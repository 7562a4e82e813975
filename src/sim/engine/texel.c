/* Elements of textures: their places, types and what stands outside. */
#include "sim/engine/texel.h"

#include <math.h>
#include <string.h>

#include "sim/engine/cube.h"

uint32_t texture_dimensions(const SimTexture *texture)
{
    static const uint8_t dimensions[] = {
        [SIM_TEXTURE_LINEAR] = 1, [SIM_TEXTURE_1D] = 1,           [SIM_TEXTURE_2D] = 2,
        [SIM_TEXTURE_3D] = 3,     [SIM_TEXTURE_1D_LAYERED] = 1,   [SIM_TEXTURE_2D_LAYERED] = 2,
        [SIM_TEXTURE_CUBE] = 2,   [SIM_TEXTURE_CUBE_LAYERED] = 2,
    };
    return dimensions[texture->shape];
}

bool texture_is_layered(const SimTexture *texture)
{
    return texture->shape > SIM_TEXTURE_3D && texture->shape != SIM_TEXTURE_CUBE;
}

bool texture_is_cube(const SimTexture *texture)
{
    return texture->shape == SIM_TEXTURE_CUBE || texture->shape == SIM_TEXTURE_CUBE_LAYERED;
}

bool texture_is_row(const SimTexture *texture)
{
    return texture->shape == SIM_TEXTURE_2D && texture->levels[0].height == 1;
}

uint32_t texel_type_bits(SimTexelType type)
{
    static const uint8_t bits[] = {
        [SIM_TEXEL_U8] = 8,   [SIM_TEXEL_U16] = 16, [SIM_TEXEL_U32] = 32,
        [SIM_TEXEL_S8] = 8,   [SIM_TEXEL_S16] = 16, [SIM_TEXEL_S32] = 32,
        [SIM_TEXEL_F16] = 16, [SIM_TEXEL_F32] = 32, [SIM_TEXEL_U10_2] = 10,
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
    return type == SIM_TEXEL_F16 || type == SIM_TEXEL_F32;
}

bool texel_type_is_signed(SimTexelType type)
{
    return type == SIM_TEXEL_S8 || type == SIM_TEXEL_S16 || type == SIM_TEXEL_S32;
}

bool texture_gives_floats(const SimTexture *texture)
{
    return texel_type_is_float(texture->type) ||
           (texel_type_bits(texture->type) < 32 && !texture->integer);
}

/* From the curve of sRGB (IEC 61966-2-1) to linear light. */
static float linear_light(float value)
{
    return value <= 0.04045f ? value / 12.92f : powf((value + 0.055f) / 1.055f, 2.4f);
}

static uint32_t channel_value(const SimTexture *texture, uint32_t raw, uint32_t channel)
{
    uint32_t bits = texel_type_bits(texture->type), unused = 32 - bits;
    int32_t extended = (int32_t)(raw << unused) >> unused;
    float most = (float)((1u << (bits - 1)) - 1);
    if (texel_type_is_float(texture->type))
        return bits == 16 ? texel_float_bits(half_value(raw)) : raw;
    if (!texture_gives_floats(texture))
        return texel_type_is_signed(texture->type) ? (uint32_t)extended : raw;
    if (texel_type_is_signed(texture->type))
        return texel_float_bits(fmaxf((float)extended / most, -1.0f));
    float fraction = (float)raw / (2 * most + 1);
    return texel_float_bits(texture->srgb && channel < 3 ? linear_light(fraction) : fraction);
}

static void touch(const TexelPlace *place, uint64_t address)
{
    TexelTouches *touches = place->touches;
    if (touches && touches->count < TEXEL_TOUCHES)
        touches->address[touches->count++] = address;
}

/* 10, 10, 10 and 2 bits, as fractions. */
static Texel texel_packed(const void *at)
{
    uint32_t word;
    Texel texel;
    memcpy(&word, at, sizeof(word));
    for (uint32_t i = 0; i < 3; i++)
        texel.raw[i] = texel_float_bits((float)(word >> 10 * i & 1023) / 1023);
    texel.raw[3] = texel_float_bits((float)(word >> 30) / 3);
    return texel;
}

static Texel texel_at(const TexelPlace *place, const uint32_t index[3])
{
    const SimTexture *texture = place->texture;
    const SimTextureLevel *level = place->level;
    Texel texel = {{0}}; /* channels that the texture hasn't are 0 */
    uint32_t bytes = texel_type_bits(texture->type) / 8;
    uint64_t at = level->address + index[2] * level->slice + index[1] * level->pitch +
                  (uint64_t)index[0] * texture->texel_bytes;
    touch(place, at);
    if (texture->type == SIM_TEXEL_U10_2)
        return texel_packed((const void *)(uintptr_t)at);
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
    bool fractions = texture_gives_floats(texture) && !texel_type_is_float(texture->type);
    uint32_t bits = texel_type_bits(texture->type) - texel_type_is_signed(texture->type);
    float most = (float)((1u << (bits & 31)) - 1);
    for (uint32_t i = 0; i < texture->channels; i++) {
        float value = texture->border[i];
        if (fractions)
            value =
                ceilf(fminf(fmaxf(value, texel_type_is_signed(texture->type) ? -1 : 0), 1) * most -
                      0.5f) /
                    most +
                0.0f;
        texel.raw[i] = texel_float_bits(value);
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
    if (texture->seamless && texture_is_cube(texture))
        return SIM_TEXTURE_CLAMP;
    bool repeats =
        texture->borders[side] == SIM_TEXTURE_WRAP || texture->borders[side] == SIM_TEXTURE_MIRROR;
    return repeats && !texture->normalised ? SIM_TEXTURE_CLAMP : texture->borders[side];
}

/* Across the edges of a cube map's face. Where three faces meet it is their mean. */
static Texel texel_across(const TexelPlace *place, const int64_t index[3])
{
    const int64_t size = place->level->width;
    const int64_t inner[2] = {index[0] < 0       ? 0
                              : index[0] >= size ? size - 1
                                                 : index[0],
                              index[1] < 0       ? 0
                              : index[1] >= size ? size - 1
                                                 : index[1]};
    const bool corner = inner[0] != index[0] && inner[1] != index[1];
    const int64_t three[3][2] = {
        {index[0], corner ? inner[1] : index[1]}, {inner[0], index[1]}, {inner[0], inner[1]}};
    Texel found[3];
    for (uint32_t i = 0; i < (corner ? 3 : 1); i++) {
        CubeTexel at = {place->layer % 6, {three[i][0], three[i][1]}};
        cube_fold(&at, (uint32_t)size);
        found[i] = texel_at(place, (uint32_t[3]){(uint32_t)at.index[0], (uint32_t)at.index[1],
                                                 place->layer - place->layer % 6 + at.face});
    }
    for (uint32_t i = 0; corner && i < 4; i++) {
        float sum = 0;
        for (uint32_t face = 0; face < 3; face++)
            sum += texel_bits_float(found[face].raw[i]);
        found[0].raw[i] = texel_float_bits(sum / 3);
    }
    return found[0];
}

Texel texel_resolve(const TexelPlace *place, const int64_t index[3])
{
    const SimTexture *texture = place->texture;
    const SimTextureLevel *level = place->level;
    const uint32_t sizes[3] = {level->width, level->height, level->depth};
    uint32_t resolved[3] = {0};
    if (texture->seamless && texture_is_cube(texture) && texture->linear &&
        texture_gives_floats(texture))
        return texel_across(place, index);
    for (uint32_t i = 0; i < texture_dimensions(texture); i++)
        if (!index_resolve(index[i], sizes[i], border_mode(texture, i), &resolved[i]))
            return texel_border(texture);
    if (texture->shape > SIM_TEXTURE_3D)
        resolved[2] = place->layer < level->depth ? place->layer : level->depth - 1;
    return texel_at(place, resolved);
}

static float clamped(float value, float least, float most)
{
    return value >= least ? value <= most ? value : most : isnan(value) ? 0 : least;
}

/* To nearest even. */
static uint32_t half_bits(float value)
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

uint32_t texel_pack(const SimTexture *texture, uint32_t value)
{
    uint32_t bits = texel_type_bits(texture->type);
    bool with_sign = texel_type_is_signed(texture->type);
    int64_t most = (INT64_C(1) << (bits - with_sign)) - 1, least = with_sign ? -most - 1 : 0;
    if (texel_type_is_float(texture->type))
        return bits == 16 ? half_bits(texel_bits_float(value)) : value;
    if (bits < 32 && !texture->integer) {
        float fraction = clamped(texel_bits_float(value), with_sign ? -1 : 0, 1);
        return (uint32_t)(int32_t)nearbyintf(fraction * (float)most);
    }
    int64_t number = with_sign ? (int64_t)(int32_t)value : (int64_t)value;
    return (uint32_t)(number > most ? most : number < least ? least : number);
}
