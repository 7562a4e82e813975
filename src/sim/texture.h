/* Textures and surfaces as the engine reads them, found by the handle that a kernel was given.
 *
 * The API makes the objects; tex, tld4, txq, suld, sust, sured and suq look them up. Every row of
 * every level lies in memory of the device (SimMemory), so that `address + z * slice + y * pitch +
 * x * texel_bytes` is a readable byte for all coordinates within the level's extent. A module
 * variable of type .texref or .surfref is a slot of 8 bytes that holds the handle of the object it
 * stands for, 0 while none is bound: the API finds it with engine_module_reference(). */
#ifndef CULAB_SIM_TEXTURE_H
#define CULAB_SIM_TEXTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SIM_TEXTURE_LEVELS = 17 };

typedef enum SimTexelType {
    SIM_TEXEL_U8,
    SIM_TEXEL_U16,
    SIM_TEXEL_U32,
    SIM_TEXEL_S8,
    SIM_TEXEL_S16,
    SIM_TEXEL_S32,
    SIM_TEXEL_F16,
    SIM_TEXEL_F32,
    SIM_TEXEL_U10_2, /* 10, 10, 10 and 2 bits of one word: always 4 channels */
    SIM_TEXEL_BC1,   /* tiles of 4 x 4 elements: see engine/tile.h */
    SIM_TEXEL_BC2,
    SIM_TEXEL_BC3,
    SIM_TEXEL_BC4U,
    SIM_TEXEL_BC4S,
    SIM_TEXEL_BC5U,
    SIM_TEXEL_BC5S,
    SIM_TEXEL_BC6U,
    SIM_TEXEL_BC6S,
    SIM_TEXEL_BC7,
    SIM_TEXEL_COUNT,
} SimTexelType;

typedef enum SimTextureShape {
    SIM_TEXTURE_LINEAR, /* a range of memory: tex.1d with integer coordinates */
    SIM_TEXTURE_1D,
    SIM_TEXTURE_2D,
    SIM_TEXTURE_3D,
    SIM_TEXTURE_1D_LAYERED,
    SIM_TEXTURE_2D_LAYERED,
    SIM_TEXTURE_CUBE, /* layers 0 to 5: +x, -x, +y, -y, +z, -z */
    SIM_TEXTURE_CUBE_LAYERED,
} SimTextureShape;

/* Numbered as CUaddress_mode. */
typedef enum SimTextureBorder {
    SIM_TEXTURE_WRAP,
    SIM_TEXTURE_CLAMP,
    SIM_TEXTURE_MIRROR,
    SIM_TEXTURE_BORDER,
} SimTextureBorder;

typedef struct SimTextureLevel {
    uint64_t address;              /* of texel 0, 0, 0 */
    uint64_t pitch;                /* bytes from row to row */
    uint64_t slice;                /* bytes from slice to slice, or from layer to layer */
    uint32_t width, height, depth; /* texels; depth: slices or layers; 1 where there are none */
} SimTextureLevel;

typedef struct SimTexture {
    bool surface; /* made as a surface: only su* instructions may use it; else only tex and the like
                   */
    SimTextureShape shape;
    bool tiled; /* an array's elements, which lie in tiles on a device; else rows of memory */
    SimTexelType type;
    uint32_t channels, texel_bytes; /* 1, 2 or 4; channels * bytes of the type */
    uint32_t level_count;           /* 1 without mipmaps */
    SimTextureLevel levels[SIM_TEXTURE_LEVELS];
    /* The rest concerns textures only. */
    SimTextureBorder borders[3]; /* for x, y, z */
    bool linear, linear_levels;  /* interpolates between texels; between levels */
    bool normalised;             /* coordinates are fractions of the extent */
    bool integer;  /* U8 to S16 are read as integers, not as fractions 0 to 1, -1 to 1; of surfaces:
                    * sust.p takes them so */
    bool srgb;     /* U8 fractions are converted to linear light */
    bool opaque;   /* alpha is always 1 */
    bool seamless; /* cube maps interpolate across faces, without regard to `borders` */
    float border[4]; /* outside, with SIM_TEXTURE_BORDER */
    float bias, level_min, level_max;
    uint32_t anisotropy;
    bool exact_levels; /* anisotropy doesn't sharpen the mixing of levels */
} SimTexture;

typedef struct SimTextures SimTextures;

SimTextures *sim_textures_new(void); /* NULL: no memory */
void sim_textures_free(SimTextures *textures);
/* The new object's handle: never 0, never used again soon. 0: no memory, or far too many. */
uint64_t sim_texture_add(SimTextures *textures, const SimTexture *texture);
/* Takes the object away; false: unknown. A launch that runs now may still read the old object. */
bool sim_texture_remove(SimTextures *textures, uint64_t handle);
/* Any number may be asked for, by any thread, at any time. NULL: no such object. `textures` may be
 * NULL. */
const SimTexture *sim_texture_find(const SimTextures *textures, uint64_t handle);

#endif
