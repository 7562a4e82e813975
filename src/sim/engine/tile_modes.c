/* BC7: colours of 8 bits in tiles of 16 bytes, in one of eight modes. */
#include "sim/engine/tile.h"
#include "sim/engine/tile_bits.h"

#include <string.h>

enum { SUBSETS = 3, CHANNELS = 4, ALPHA = 3, NO_MODE = 8 };

typedef struct Mode {
    uint8_t subsets, partition_bits, rotation_bits, choice_bits;
    uint8_t color_bits, alpha_bits;
    uint8_t own_parity, shared_parity; /* a lowest bit for each end point, or for each subset */
    uint8_t index_bits, more_index_bits;
} Mode;

static const Mode modes[8] = {
    {3, 4, 0, 0, 4, 0, 1, 0, 3, 0}, {2, 6, 0, 0, 6, 0, 0, 1, 3, 0}, {3, 6, 0, 0, 5, 0, 0, 0, 2, 0},
    {2, 6, 0, 0, 7, 0, 1, 0, 2, 0}, {1, 0, 2, 1, 5, 6, 0, 0, 2, 3}, {1, 0, 2, 0, 7, 8, 0, 0, 2, 2},
    {1, 0, 0, 0, 7, 7, 1, 0, 4, 0}, {2, 6, 0, 0, 5, 5, 1, 0, 2, 0},
};

/* End points of 8 bits. */
typedef struct Ends {
    uint8_t value[SUBSETS][2][CHANNELS];
} Ends;

static void parities_take(TileBits *bits, const Mode *mode, Ends *ends)
{
    uint32_t channels = mode->alpha_bits ? CHANNELS : CHANNELS - 1, parity = 0;
    for (uint32_t i = 0; i < 2u * mode->subsets; i++) {
        if (mode->own_parity || (mode->shared_parity && i % 2 == 0))
            parity = tile_bits_take(bits, 1);
        for (uint32_t c = 0; c < channels && (mode->own_parity || mode->shared_parity); c++) {
            uint8_t *value = &ends->value[i / 2][i % 2][c];
            *value = (uint8_t)(*value << 1 | parity);
        }
    }
}

/* To 8 bits: the highest ones are repeated below. */
static uint8_t widened(uint32_t value, uint32_t bits)
{
    value <<= 8 - bits;
    return (uint8_t)(value | value >> bits);
}

static void ends_take(TileBits *bits, const Mode *mode, Ends *ends)
{
    uint32_t parity = mode->own_parity | mode->shared_parity;
    memset(ends, 0, sizeof(*ends));
    for (uint32_t c = 0; c < CHANNELS; c++)
        for (uint32_t i = 0; i < 2u * mode->subsets; i++)
            ends->value[i / 2][i % 2][c] =
                (uint8_t)tile_bits_take(bits, c == ALPHA ? mode->alpha_bits : mode->color_bits);
    parities_take(bits, mode, ends);
    for (uint32_t c = 0; c < CHANNELS; c++)
        for (uint32_t i = 0; i < 2u * mode->subsets; i++) {
            uint8_t *value = &ends->value[i / 2][i % 2][c];
            *value = c != ALPHA         ? widened(*value, mode->color_bits + parity)
                     : mode->alpha_bits ? widened(*value, mode->alpha_bits + parity)
                                        : 255;
        }
}

static uint32_t mixed(const Ends *ends, uint32_t subset, uint32_t channel, uint32_t weight)
{
    uint32_t low = ends->value[subset][0][channel], high = ends->value[subset][1][channel];
    return (low * (64 - weight) + high * weight + 32) >> 6;
}

TileColor tile_decode_modes(const uint8_t *tile, uint32_t element)
{
    TileColor color = {{0}};
    TileBits bits = {tile, 0};
    uint32_t number = 0;
    while (number < NO_MODE && !tile_bits_take(&bits, 1))
        number++;
    if (number == NO_MODE)
        return color;
    const Mode *mode = &modes[number];
    Ends ends;
    uint32_t partition = tile_bits_take(&bits, mode->partition_bits);
    uint32_t rotation = tile_bits_take(&bits, mode->rotation_bits);
    uint32_t choice = tile_bits_take(&bits, mode->choice_bits);
    ends_take(&bits, mode, &ends);
    uint32_t weight[2]; /* of colours, of alpha */
    uint32_t index = tile_index(tile, bits.at, mode->index_bits, mode->subsets, partition, element);
    weight[0] = weight[1] = tile_weight(mode->index_bits, index);
    if (mode->more_index_bits) {
        uint32_t more = bits.at + TILE_ELEMENTS * mode->index_bits - 1;
        index = tile_index(tile, more, mode->more_index_bits, 1, 0, element);
        weight[!choice] = tile_weight(mode->more_index_bits, index);
    }
    uint32_t subset = tile_subset(mode->subsets, partition, element);
    for (uint32_t c = 0; c < CHANNELS; c++)
        color.channel[c] = (float)mixed(&ends, subset, c, weight[c == ALPHA]) / 255;
    if (rotation) { /* alpha changes places with red, green or blue */
        float alpha = color.channel[ALPHA];
        color.channel[ALPHA] = color.channel[rotation - 1];
        color.channel[rotation - 1] = alpha;
    }
    return color;
}
