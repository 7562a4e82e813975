/* BC6H: colours of half floats in tiles of 16 bytes. */
#include "sim/engine/tile.h"

#include "sim/engine/texel.h"
#include "sim/engine/tile_bits.h"

enum { END_POINTS = 4, FIELDS = 24, PARTITION_BITS = 5 };

typedef enum Value { R0, G0, B0, R1, G1, B1, R2, G2, B2, R3, G3, B3 } Value;

/* `count` bits go to the value from bit `low` on; with -count the highest comes first. */
typedef struct Field {
    uint8_t value, low;
    int8_t count;
} Field;

typedef struct Layout {
    uint8_t precision;  /* of the first end point; 0: no such mode */
    uint8_t further[3]; /* of the others' red, green, blue */
    uint8_t subsets;
    bool differences; /* the others are told as differences to the first */
    Field fields[FIELDS];
} Layout;

/* clang-format off */
static const Layout layouts[32] = {
    [0] = {10, {5, 5, 5}, 2, true,
        {{G2, 4, 1}, {B2, 4, 1}, {B3, 4, 1}, {R0, 0, 10}, {G0, 0, 10}, {B0, 0, 10}, {R1, 0, 5}, {G3, 4, 1}, {G2, 0, 4}, {G1, 0, 5}, {B3, 0, 1}, {G3, 0, 4}, {B1, 0, 5}, {B3, 1, 1}, {B2, 0, 4}, {R2, 0, 5}, {B3, 2, 1}, {R3, 0, 5}, {B3, 3, 1}}},
    [1] = {7, {6, 6, 6}, 2, true,
        {{G2, 5, 1}, {G3, 4, 1}, {G3, 5, 1}, {R0, 0, 7}, {B3, 0, 1}, {B3, 1, 1}, {B2, 4, 1}, {G0, 0, 7}, {B2, 5, 1}, {B3, 2, 1}, {G2, 4, 1}, {B0, 0, 7}, {B3, 3, 1}, {B3, 5, 1}, {B3, 4, 1}, {R1, 0, 6}, {G2, 0, 4}, {G1, 0, 6}, {G3, 0, 4}, {B1, 0, 6}, {B2, 0, 4}, {R2, 0, 6}, {R3, 0, 6}}},
    [2] = {11, {5, 4, 4}, 2, true,
        {{R0, 0, 10}, {G0, 0, 10}, {B0, 0, 10}, {R1, 0, 5}, {R0, 10, 1}, {G2, 0, 4}, {G1, 0, 4}, {G0, 10, 1}, {B3, 0, 1}, {G3, 0, 4}, {B1, 0, 4}, {B0, 10, 1}, {B3, 1, 1}, {B2, 0, 4}, {R2, 0, 5}, {B3, 2, 1}, {R3, 0, 5}, {B3, 3, 1}}},
    [6] = {11, {4, 5, 4}, 2, true,
        {{R0, 0, 10}, {G0, 0, 10}, {B0, 0, 10}, {R1, 0, 4}, {R0, 10, 1}, {G3, 4, 1}, {G2, 0, 4}, {G1, 0, 5}, {G0, 10, 1}, {G3, 0, 4}, {B1, 0, 4}, {B0, 10, 1}, {B3, 1, 1}, {B2, 0, 4}, {R2, 0, 4}, {B3, 0, 1}, {B3, 2, 1}, {R3, 0, 4}, {G2, 4, 1}, {B3, 3, 1}}},
    [10] = {11, {4, 4, 5}, 2, true,
        {{R0, 0, 10}, {G0, 0, 10}, {B0, 0, 10}, {R1, 0, 4}, {R0, 10, 1}, {B2, 4, 1}, {G2, 0, 4}, {G1, 0, 4}, {G0, 10, 1}, {B3, 0, 1}, {G3, 0, 4}, {B1, 0, 5}, {B0, 10, 1}, {B2, 0, 4}, {R2, 0, 4}, {B3, 1, 1}, {B3, 2, 1}, {R3, 0, 4}, {B3, 4, 1}, {B3, 3, 1}}},
    [14] = {9, {5, 5, 5}, 2, true,
        {{R0, 0, 9}, {B2, 4, 1}, {G0, 0, 9}, {G2, 4, 1}, {B0, 0, 9}, {B3, 4, 1}, {R1, 0, 5}, {G3, 4, 1}, {G2, 0, 4}, {G1, 0, 5}, {B3, 0, 1}, {G3, 0, 4}, {B1, 0, 5}, {B3, 1, 1}, {B2, 0, 4}, {R2, 0, 5}, {B3, 2, 1}, {R3, 0, 5}, {B3, 3, 1}}},
    [18] = {8, {6, 5, 5}, 2, true,
        {{R0, 0, 8}, {G3, 4, 1}, {B2, 4, 1}, {G0, 0, 8}, {B3, 2, 1}, {G2, 4, 1}, {B0, 0, 8}, {B3, 3, 1}, {B3, 4, 1}, {R1, 0, 6}, {G2, 0, 4}, {G1, 0, 5}, {B3, 0, 1}, {G3, 0, 4}, {B1, 0, 5}, {B3, 1, 1}, {B2, 0, 4}, {R2, 0, 6}, {R3, 0, 6}}},
    [22] = {8, {5, 6, 5}, 2, true,
        {{R0, 0, 8}, {B3, 0, 1}, {B2, 4, 1}, {G0, 0, 8}, {G2, 5, 1}, {G2, 4, 1}, {B0, 0, 8}, {G3, 5, 1}, {B3, 4, 1}, {R1, 0, 5}, {G3, 4, 1}, {G2, 0, 4}, {G1, 0, 6}, {G3, 0, 4}, {B1, 0, 5}, {B3, 1, 1}, {B2, 0, 4}, {R2, 0, 5}, {B3, 2, 1}, {R3, 0, 5}, {B3, 3, 1}}},
    [26] = {8, {5, 5, 6}, 2, true,
        {{R0, 0, 8}, {B3, 1, 1}, {B2, 4, 1}, {G0, 0, 8}, {B2, 5, 1}, {G2, 4, 1}, {B0, 0, 8}, {B3, 5, 1}, {B3, 4, 1}, {R1, 0, 5}, {G3, 4, 1}, {G2, 0, 4}, {G1, 0, 5}, {B3, 0, 1}, {G3, 0, 4}, {B1, 0, 6}, {B2, 0, 4}, {R2, 0, 5}, {B3, 2, 1}, {R3, 0, 5}, {B3, 3, 1}}},
    [30] = {6, {6, 6, 6}, 2, false,
        {{R0, 0, 6}, {G3, 4, 1}, {B3, 0, 1}, {B3, 1, 1}, {B2, 4, 1}, {G0, 0, 6}, {G2, 5, 1}, {B2, 5, 1}, {B3, 2, 1}, {G2, 4, 1}, {B0, 0, 6}, {G3, 5, 1}, {B3, 3, 1}, {B3, 5, 1}, {B3, 4, 1}, {R1, 0, 6}, {G2, 0, 4}, {G1, 0, 6}, {G3, 0, 4}, {B1, 0, 6}, {B2, 0, 4}, {R2, 0, 6}, {R3, 0, 6}}},
    [3] = {10, {10, 10, 10}, 1, false,
        {{R0, 0, 10}, {G0, 0, 10}, {B0, 0, 10}, {R1, 0, 10}, {G1, 0, 10}, {B1, 0, 10}}},
    [7] = {11, {9, 9, 9}, 1, true,
        {{R0, 0, 10}, {G0, 0, 10}, {B0, 0, 10}, {R1, 0, 9}, {R0, 10, 1}, {G1, 0, 9}, {G0, 10, 1}, {B1, 0, 9}, {B0, 10, 1}}},
    [11] = {12, {8, 8, 8}, 1, true,
        {{R0, 0, 10}, {G0, 0, 10}, {B0, 0, 10}, {R1, 0, 8}, {R0, 10, -2}, {G1, 0, 8}, {G0, 10, -2}, {B1, 0, 8}, {B0, 10, -2}}},
    [15] = {16, {4, 4, 4}, 1, true,
        {{R0, 0, 10}, {G0, 0, 10}, {B0, 0, 10}, {R1, 0, 4}, {R0, 10, -6}, {G1, 0, 4}, {G0, 10, -6}, {B1, 0, 4}, {B0, 10, -6}}},
};
/* clang-format on */

/* The mode's number: 2 bits, or 5 when the lower 2 are above 1. */
static const Layout *layout_take(TileBits *bits)
{
    uint32_t mode = tile_bits_take(bits, 2);
    if (mode > 1)
        mode |= tile_bits_take(bits, 3) << 2;
    return &layouts[mode];
}

static void values_take(TileBits *bits, const Layout *layout, uint32_t values[12])
{
    for (uint32_t i = 0; i < FIELDS && layout->fields[i].count; i++) {
        const Field *field = &layout->fields[i];
        uint32_t count = (uint32_t)(field->count < 0 ? -field->count : field->count);
        uint32_t taken = tile_bits_take(bits, count);
        for (uint32_t bit = 0; bit < count; bit++) {
            uint32_t to = field->low + (field->count < 0 ? count - 1 - bit : bit);
            values[field->value] |= (taken >> bit & 1) << to;
        }
    }
}

static int32_t sign_extended(uint32_t value, uint32_t bits)
{
    return (int32_t)(value << (32 - bits)) >> (32 - bits);
}

/* An end point in its own precision. */
static int32_t end_point(const Layout *layout, const uint32_t values[12], uint32_t which,
                         bool with_sign)
{
    uint32_t channel = which % 3, first = values[channel], value = values[which];
    if (which >= 3 && layout->differences)
        value = (first + (uint32_t)sign_extended(value, layout->further[channel])) &
                ((1u << layout->precision) - 1);
    return with_sign ? sign_extended(value, layout->precision) : (int32_t)value;
}

/* To 16 bits. */
static int32_t widened(int32_t value, uint32_t precision, bool with_sign)
{
    int32_t size = value < 0 ? -value : value;
    if (!with_sign) {
        if (precision >= 15 || size == 0)
            return size;
        return size == (1 << precision) - 1 ? 0xffff : ((size << 16) + 0x8000) >> precision;
    }
    if (precision >= 16 || size == 0)
        return value;
    size = size >= (1 << (precision - 1)) - 1 ? 0x7fff : ((size << 15) + 0x4000) >> (precision - 1);
    return value < 0 ? -size : size;
}

/* The bits of a half float, the largest of which is 31/32 or 31/64 of 16 bits. */
static uint32_t half_of(int32_t value, bool with_sign)
{
    if (!with_sign)
        return (uint32_t)(value * 31 >> 6);
    return value < 0 ? 0x8000u | (uint32_t)(-value * 31 >> 5) : (uint32_t)(value * 31 >> 5);
}

TileColor tile_decode_half(const uint8_t *tile, uint32_t element, bool with_sign)
{
    TileColor color = {{0}};
    TileBits bits = {tile, 0};
    uint32_t values[12] = {0};
    const Layout *layout = layout_take(&bits);
    if (!layout->precision)
        return color;
    values_take(&bits, layout, values);
    uint32_t partition = layout->subsets == 2 ? tile_bits_take(&bits, PARTITION_BITS) : 0;
    uint32_t width = layout->subsets == 2 ? 3 : 4;
    uint32_t index = tile_index(tile, bits.at, width, layout->subsets, partition, element);
    int32_t weight = (int32_t)tile_weight(width, index);
    uint32_t subset = tile_subset(layout->subsets, partition, element);
    for (uint32_t i = 0; i < 3; i++) {
        int32_t low = end_point(layout, values, subset * 6 + i, with_sign);
        int32_t high = end_point(layout, values, subset * 6 + 3 + i, with_sign);
        low = widened(low, layout->precision, with_sign);
        high = widened(high, layout->precision, with_sign);
        int32_t mixed = (low * (64 - weight) + high * weight + 32) >> 6;
        color.channel[i] = texel_half_value(half_of(mixed, with_sign));
    }
    return color;
}
