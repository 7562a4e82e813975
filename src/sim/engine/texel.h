/* Elements of textures: found by coordinates that count elements, converted to what a kernel gets.
 */
#ifndef CULAB_SIM_ENGINE_TEXEL_H
#define CULAB_SIM_ENGINE_TEXEL_H

#include "sim/texture.h"

/* Where the elements lay that one look-up read, for observers. */
enum { TEXEL_TOUCHES = 24 };
typedef struct TexelTouches {
    uint32_t count; /* past the end of the lists they are only counted */
    uint64_t address[TEXEL_TOUCHES], sector[TEXEL_TOUCHES];
} TexelTouches;

typedef struct Texel {
    uint32_t raw[4]; /* floats or integers, as the texture gives them */
} Texel;

/* What one look-up goes by: a level of the texture and the layer in it. */
typedef struct TexelPlace {
    const SimTexture *texture;
    const SimTextureLevel *level;
    uint32_t layer;        /* past the end: the last; of cube maps: a face, that is there */
    TexelTouches *touches; /* may be NULL */
} TexelPlace;

/* Which 32 bytes of a device's memory byte x of a row lies in, as an address that tells them apart:
 * of arrays 16 bytes of each of two rows, one below the other (recorded on an H200). */
uint64_t texel_sector(const SimTexture *texture, const SimTextureLevel *level,
                      const uint64_t at[3]);
void texel_touch(TexelTouches *touches, uint64_t address, uint64_t sector);
/* What stands outside along a side; for cube maps it is more than that. */
SimTextureBorder texture_border(const SimTexture *texture, uint32_t side);
/* Sides without layers: 1, 2, 3. */
uint32_t texture_dimensions(const SimTexture *texture);
/* The sides that are looked up by: an H200 takes one side without layers for a row of two, at 0 of
 * the second. */
uint32_t texture_sides(const SimTexture *texture);
bool texture_is_layered(const SimTexture *texture);
bool texture_is_cube(const SimTexture *texture);
/* Of two dimensions and one row: instructions of one dimension take it, too. */
bool texture_is_row(const SimTexture *texture);
/* Whether the results are floats, and not integers. */
bool texture_gives_floats(const SimTexture *texture);
/* Whether a channel lies on the curve of sRGB: of two channels, only the first does (recorded on an
 * H200). */
bool texel_is_light(const SimTexture *texture, uint32_t channel);
/* The exponent that linear light is mixed at: the greatest of the eight bytes' around it. */
int texel_light_exponent(float light);
bool texel_type_is_float(SimTexelType type);
bool texel_type_is_signed(SimTexelType type);
uint32_t texel_type_bits(SimTexelType type); /* of one channel */
/* There are two ways to say -1; the one that says less than that is taken for it at the end only.
 */
Texel texel_clamped(const SimTexture *texture, Texel texel);
/* The element at any index: address modes decide what stands outside. Not clamped. */
Texel texel_resolve(const TexelPlace *place, const int64_t index[3]);
/* The element at an index itself; nothing (0) where there is none. */
Texel texel_whole(const TexelPlace *place, const int64_t index[3]);
/* One channel's bits as the texture's type takes a 32-bit value: a float is rounded into fractions
 * and halves, an integer is cut to the range. */
uint32_t texel_pack(const SimTexture *texture, uint32_t value);
uint32_t texel_float_bits(float value);
float texel_bits_float(uint32_t bits);
float texel_half_value(uint32_t bits);
uint32_t texel_half_bits(float value); /* to nearest even */
uint32_t texel_half_cut(float value);  /* towards zero, as surfaces take them */

#endif
