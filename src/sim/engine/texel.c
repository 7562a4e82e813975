/* Elements of textures: their places, types and what stands outside. */
#include "sim/engine/texel.h"

#include <math.h>
#include <string.h>

#include "sim/engine/cube.h"
#include "sim/engine/tile.h"

uint32_t texture_dimensions(const SimTexture *texture)
{
    static const uint8_t dimensions[] = {
        [SIM_TEXTURE_LINEAR] = 1, [SIM_TEXTURE_1D] = 1,           [SIM_TEXTURE_2D] = 2,
        [SIM_TEXTURE_3D] = 3,     [SIM_TEXTURE_1D_LAYERED] = 1,   [SIM_TEXTURE_2D_LAYERED] = 2,
        [SIM_TEXTURE_CUBE] = 2,   [SIM_TEXTURE_CUBE_LAYERED] = 2,
    };
    return dimensions[texture->shape];
}

uint32_t texture_sides(const SimTexture *texture)
{
    return texture->shape == SIM_TEXTURE_1D ? 2 : texture_dimensions(texture);
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

bool texture_gives_floats(const SimTexture *texture)
{
    return texel_type_is_float(texture->type) ||
           (texel_type_bits(texture->type) < 32 && !texture->integer);
}

/* From bytes on the curve of sRGB (IEC 61966-2-1) to linear light: the upper halves of floats, as
 * an H200 has them. */
static const uint16_t linear_light[256] = {
    0x0000, 0x39a0, 0x3a20, 0x3a70, 0x3aa0, 0x3ac8, 0x3af0, 0x3b0c, 0x3b20, 0x3b34, 0x3b48, 0x3b5c,
    0x3b70, 0x3b84, 0x3b90, 0x3b9c, 0x3baa, 0x3bb8, 0x3bc6, 0x3bd6, 0x3be6, 0x3bf6, 0x3c03, 0x3c0c,
    0x3c16, 0x3c1f, 0x3c29, 0x3c34, 0x3c3e, 0x3c49, 0x3c55, 0x3c60, 0x3c6c, 0x3c7a, 0x3c83, 0x3c8a,
    0x3c91, 0x3c98, 0x3c9f, 0x3ca6, 0x3cae, 0x3cb6, 0x3cbe, 0x3cc6, 0x3cce, 0x3cd7, 0x3ce0, 0x3ce9,
    0x3cf2, 0x3cfc, 0x3d03, 0x3d08, 0x3d0d, 0x3d12, 0x3d17, 0x3d1c, 0x3d22, 0x3d28, 0x3d2d, 0x3d33,
    0x3d39, 0x3d3f, 0x3d45, 0x3d4c, 0x3d52, 0x3d58, 0x3d60, 0x3d66, 0x3d6c, 0x3d74, 0x3d7a, 0x3d81,
    0x3d85, 0x3d88, 0x3d8c, 0x3d90, 0x3d94, 0x3d98, 0x3d9c, 0x3da0, 0x3da4, 0x3da9, 0x3dad, 0x3db1,
    0x3db6, 0x3dba, 0x3dbf, 0x3dc3, 0x3dc8, 0x3dcd, 0x3dd1, 0x3dd6, 0x3ddb, 0x3de0, 0x3de5, 0x3dea,
    0x3df0, 0x3df4, 0x3dfa, 0x3e00, 0x3e02, 0x3e05, 0x3e08, 0x3e0b, 0x3e0e, 0x3e11, 0x3e14, 0x3e17,
    0x3e1a, 0x3e1d, 0x3e20, 0x3e23, 0x3e26, 0x3e29, 0x3e2c, 0x3e30, 0x3e33, 0x3e36, 0x3e3a, 0x3e3d,
    0x3e40, 0x3e44, 0x3e47, 0x3e4b, 0x3e4e, 0x3e52, 0x3e56, 0x3e59, 0x3e5d, 0x3e61, 0x3e65, 0x3e68,
    0x3e6c, 0x3e70, 0x3e74, 0x3e78, 0x3e7c, 0x3e80, 0x3e82, 0x3e84, 0x3e86, 0x3e88, 0x3e8a, 0x3e8d,
    0x3e8f, 0x3e91, 0x3e93, 0x3e95, 0x3e98, 0x3e9a, 0x3e9c, 0x3e9e, 0x3ea1, 0x3ea3, 0x3ea5, 0x3ea8,
    0x3eaa, 0x3ead, 0x3eaf, 0x3eb2, 0x3eb4, 0x3eb6, 0x3eb9, 0x3ebc, 0x3ebe, 0x3ec1, 0x3ec3, 0x3ec6,
    0x3ec8, 0x3ecb, 0x3ece, 0x3ed1, 0x3ed3, 0x3ed6, 0x3ed9, 0x3edb, 0x3ede, 0x3ee1, 0x3ee4, 0x3ee7,
    0x3eea, 0x3eed, 0x3ef0, 0x3ef2, 0x3ef6, 0x3ef8, 0x3efc, 0x3efe, 0x3f01, 0x3f02, 0x3f04, 0x3f05,
    0x3f07, 0x3f09, 0x3f0a, 0x3f0c, 0x3f0d, 0x3f0f, 0x3f11, 0x3f12, 0x3f14, 0x3f16, 0x3f17, 0x3f19,
    0x3f1b, 0x3f1c, 0x3f1e, 0x3f20, 0x3f21, 0x3f23, 0x3f25, 0x3f27, 0x3f29, 0x3f2a, 0x3f2c, 0x3f2e,
    0x3f30, 0x3f32, 0x3f33, 0x3f35, 0x3f37, 0x3f39, 0x3f3b, 0x3f3d, 0x3f3f, 0x3f41, 0x3f43, 0x3f45,
    0x3f47, 0x3f49, 0x3f4b, 0x3f4d, 0x3f4f, 0x3f51, 0x3f53, 0x3f55, 0x3f57, 0x3f59, 0x3f5b, 0x3f5d,
    0x3f5f, 0x3f61, 0x3f63, 0x3f65, 0x3f68, 0x3f6a, 0x3f6c, 0x3f6e, 0x3f70, 0x3f72, 0x3f74, 0x3f76,
    0x3f7a, 0x3f7c, 0x3f7e, 0x3f80,
};

bool texel_is_light(const SimTexture *texture, uint32_t channel)
{
    const SimTexelType type = texture->type;
    const bool may = type == SIM_TEXEL_U8 || type == SIM_TEXEL_BC1 || type == SIM_TEXEL_BC2 ||
                     type == SIM_TEXEL_BC3 || type == SIM_TEXEL_BC7;
    return texture->srgb && may && channel < (texture->channels == 2 ? 1 : 3);
}

int texel_light_exponent(float light)
{
    int group = 31;
    while (group > 0 && light < texel_bits_float((uint32_t)linear_light[8 * group] << 16))
        group--;
    return ilogbf(texel_bits_float((uint32_t)linear_light[8 * group + 7] << 16));
}

static uint32_t channel_value(const SimTexture *texture, uint32_t raw, uint32_t channel)
{
    uint32_t bits = texel_type_bits(texture->type), unused = 32 - bits;
    int32_t extended = (int32_t)(raw << unused) >> unused;
    float most = (float)((1u << (bits - 1)) - 1);
    if (texel_type_is_float(texture->type))
        return bits == 16 ? texel_float_bits(texel_half_value(raw)) : raw;
    if (!texture_gives_floats(texture))
        return texel_type_is_signed(texture->type) ? (uint32_t)extended : raw;
    if (texel_type_is_signed(texture->type))
        return texel_float_bits((float)extended / most);
    if (texel_is_light(texture, channel))
        return (uint32_t)linear_light[raw] << 16;
    return texel_float_bits((float)raw / (2 * most + 1));
}

uint64_t texel_sector(const SimTexture *texture, const SimTextureLevel *level, const uint64_t at[3])
{
    const uint64_t slice = level->address + at[2] * level->slice;
    if (texture->tiled)
        return slice + (at[1] & ~UINT64_C(1)) * level->pitch + (at[0] & ~UINT64_C(15));
    return (slice + at[1] * level->pitch + at[0]) & ~UINT64_C(31);
}

void texel_touch(TexelTouches *touches, uint64_t address, uint64_t sector)
{
    uint32_t i = touches->count++;
    if (i >= TEXEL_TOUCHES)
        return;
    touches->address[i] = address;
    touches->sector[i] = sector;
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

static Texel texel_of_tile(const SimTexture *texture, const void *tile, const uint32_t index[3])
{
    uint32_t element = index[1] % TILE_SIDE * TILE_SIDE + index[0] % TILE_SIDE;
    TileColor color = tile_decode(texture->type, tile, element);
    Texel texel;
    if (texture->opaque)
        color.channel[3] = 1;
    for (uint32_t i = 0; i < 4; i++)
        texel.raw[i] = texel_is_light(texture, i)
                           ? (uint32_t)linear_light[lrintf(color.channel[i] * 255)] << 16
                           : texel_float_bits(color.channel[i]);
    return texel;
}

static Texel texel_at(const TexelPlace *place, const uint32_t index[3])
{
    const SimTexture *texture = place->texture;
    const SimTextureLevel *level = place->level;
    Texel texel = {{0}}; /* channels that the texture hasn't are 0 */
    uint32_t bytes = texel_type_bits(texture->type) / 8;
    uint32_t side = tile_is(texture->type) ? TILE_SIDE : 1;
    uint64_t at = level->address + index[2] * level->slice + index[1] / side * level->pitch +
                  (uint64_t)(index[0] / side) * texture->texel_bytes;
    if (place->touches)
        texel_touch(place->touches, at,
                    texel_sector(texture, level,
                                 (uint64_t[3]){(uint64_t)(index[0] / side) * texture->texel_bytes,
                                               index[1] / side, index[2]}));
    if (side > 1)
        return texel_of_tile(texture, (const void *)(uintptr_t)at, index);
    if (texture->type == SIM_TEXEL_U10_2)
        return texel_packed((const void *)(uintptr_t)at);
    for (uint32_t i = 0; i < texture->channels; i++) {
        uint32_t raw = 0;
        memcpy(&raw, (const void *)(uintptr_t)(at + (uint64_t)i * bytes), bytes);
        texel.raw[i] = channel_value(texture, raw, i);
    }
    return texel;
}

/* To a whole number, halves towards zero; cut to what the type holds. A NaN is 0. */
static float fraction_rounded(float value, bool with_sign, float most)
{
    value = isnan(value) ? 0 : fminf(fmaxf(value, with_sign ? -1 : 0), 1);
    return copysignf(ceilf(fabsf(value) * most - 0.5f), value) / most + 0.0f;
}

/* One channel of the colour outside, in the precision of the texture's own values. */
static uint32_t border_value(const SimTexture *texture, uint32_t channel)
{
    const bool with_sign = texel_type_is_signed(texture->type);
    const uint32_t bits = texel_type_bits(texture->type), unused = 32 - bits;
    const float value = texture->border[channel];
    if (!texture_gives_floats(texture)) {
        uint32_t raw = texel_float_bits(value) << unused;
        return with_sign ? (uint32_t)((int32_t)raw >> unused) : raw >> unused;
    }
    if (texel_type_is_float(texture->type))
        return texel_float_bits(bits == 16 ? texel_half_value(texel_half_cut(value)) : value);
    if (texel_is_light(texture, channel)) {
        uint32_t light = texel_float_bits(fminf(fmaxf(value, 0), 1));
        return (light + 0x7fff + (light >> 16 & 1)) & 0xffff0000;
    }
    return texel_float_bits(
        fraction_rounded(value, with_sign, (float)((1u << (bits - with_sign)) - 1)));
}

static Texel texel_border(const SimTexture *texture)
{
    Texel texel = {{0}};
    for (uint32_t i = 0; i < texture->channels; i++)
        texel.raw[i] = border_value(texture, i);
    if (texture->opaque)
        texel.raw[3] = texel_float_bits(1);
    return texel;
}

/* The element that an index along one side stands for. False: the border. */
static bool index_resolve(int64_t index, uint32_t size, SimTextureBorder mode, uint32_t *out)
{
    if (size == 0)
        return false;
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
SimTextureBorder texture_border(const SimTexture *texture, uint32_t side)
{
    if (texture->shape == SIM_TEXTURE_LINEAR)
        return SIM_TEXTURE_BORDER;
    if (texture->seamless && texture_is_cube(texture))
        return SIM_TEXTURE_CLAMP;
    bool repeats =
        texture->borders[side] == SIM_TEXTURE_WRAP || texture->borders[side] == SIM_TEXTURE_MIRROR;
    return repeats && !texture->normalised && !texture_is_cube(texture) ? SIM_TEXTURE_CLAMP
                                                                        : texture->borders[side];
}

/* Across an edge of a cube map's face; beyond corners there is nothing to find. */
static Texel texel_across(const TexelPlace *place, const int64_t index[3])
{
    CubeTexel at = {place->layer % 6, {index[0], index[1]}};
    cube_fold(&at, place->level->width);
    return texel_at(place, (uint32_t[3]){(uint32_t)at.index[0], (uint32_t)at.index[1],
                                         place->layer - place->layer % 6 + at.face});
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
    for (uint32_t i = 0; i < texture_sides(texture); i++)
        if (!index_resolve(index[i], sizes[i], texture_border(texture, i), &resolved[i]))
            return texel_border(texture);
    if (texture->shape > SIM_TEXTURE_3D)
        resolved[2] = place->layer < level->depth ? place->layer : level->depth - 1;
    return texel_at(place, resolved);
}

Texel texel_clamped(const SimTexture *texture, Texel texel)
{
    for (uint32_t i = 0;
         texel_type_is_signed(texture->type) && texture_gives_floats(texture) && i < 4; i++)
        texel.raw[i] = texel_float_bits(fmaxf(texel_bits_float(texel.raw[i]), -1));
    return texel;
}

Texel texel_whole(const TexelPlace *place, const int64_t index[3])
{
    const SimTextureLevel *level = place->level;
    const uint32_t sizes[3] = {level->width, level->height, level->depth};
    uint32_t resolved[3] = {0};
    if (place->texture->shape == SIM_TEXTURE_1D)
        return (Texel){{0}}; /* such arrays have none for whole coordinates (recorded on an H200) */
    for (uint32_t i = 0; i < texture_dimensions(place->texture); i++) {
        if (index[i] < 0 || index[i] >= sizes[i])
            return (Texel){{0}};
        resolved[i] = (uint32_t)index[i];
    }
    if (place->texture->shape > SIM_TEXTURE_3D) {
        if (place->layer >= level->depth)
            return (Texel){{0}};
        resolved[2] = place->layer;
    }
    return texel_clamped(place->texture, texel_at(place, resolved));
}
