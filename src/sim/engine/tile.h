/* Block-compressed textures: tiles of 4 x 4 elements in 8 or 16 bytes (BC1 to BC7: Direct3D 11 and
 * the Khronos Data Format Specification, chapters "S3TC", "RGTC" and "BPTC"). */
#ifndef CULAB_SIM_ENGINE_TILE_H
#define CULAB_SIM_ENGINE_TILE_H

#include "sim/texture.h"

enum { TILE_SIDE = 4, TILE_ELEMENTS = 16, TILE_BYTES_MOST = 16 };

/* A colour, 0 to 1 (-1 to 1 of signed ones), or of BC6H any. Channels that there are not are 0. */
typedef struct TileColor {
    float channel[4];
} TileColor;

bool tile_is(SimTexelType type);
uint32_t tile_bytes(SimTexelType type);
uint32_t tile_channels(SimTexelType type);
/* One element, counted row by row, of a tile of tile_bytes() bytes. Any bytes mean something. */
TileColor tile_decode(SimTexelType type, const uint8_t *tile, uint32_t element);

/* The parts of tile_decode(). */
TileColor tile_decode_half(const uint8_t *tile, uint32_t element, bool with_sign);
TileColor tile_decode_modes(const uint8_t *tile, uint32_t element);

#endif
