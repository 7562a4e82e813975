/* Bits of a tile, lowest first; and what BC6H and BC7 share: partitions and weights. */
#ifndef CULAB_SIM_ENGINE_TILE_BITS_H
#define CULAB_SIM_ENGINE_TILE_BITS_H

#include <stdint.h>

typedef struct TileBits {
    const uint8_t *bytes; /* 16 */
    uint32_t at;
} TileBits;

/* The next `count` bits, at most 16; past the end they are 0. */
uint32_t tile_bits_take(TileBits *bits, uint32_t count);
/* Which of the subsets an element belongs to; `partition` is below 64. */
uint32_t tile_subset(uint32_t subsets, uint32_t partition, uint32_t element);
/* An element's index, from where the indices of `count` bits each begin. The first of each subset
 * (its anchor) is one bit shorter. */
uint32_t tile_index(const uint8_t *tile, uint32_t begin, uint32_t count, uint32_t subsets,
                    uint32_t partition, uint32_t element);
/* How much of the second end point, in 64ths, an index of `count` bits stands for. */
uint32_t tile_weight(uint32_t count, uint32_t index);

#endif
