/* BC1 to BC5: two colours, or two values, and what lies between them. */
#include "sim/engine/tile.h"

#include <string.h>

enum { HALF_TILE = 8 };

typedef struct TileRow {
    uint8_t bytes, channels;
} TileRow;

static const TileRow rows[SIM_TEXEL_COUNT] = {
    [SIM_TEXEL_BC1] = {8, 4},   [SIM_TEXEL_BC2] = {16, 4},  [SIM_TEXEL_BC3] = {16, 4},
    [SIM_TEXEL_BC4U] = {8, 1},  [SIM_TEXEL_BC4S] = {8, 1},  [SIM_TEXEL_BC5U] = {16, 2},
    [SIM_TEXEL_BC5S] = {16, 2}, [SIM_TEXEL_BC6U] = {16, 3}, [SIM_TEXEL_BC6S] = {16, 3},
    [SIM_TEXEL_BC7] = {16, 4},
};

bool tile_is(SimTexelType type)
{
    return rows[type].bytes != 0;
}

uint32_t tile_bytes(SimTexelType type)
{
    return rows[type].bytes;
}

uint32_t tile_channels(SimTexelType type)
{
    return rows[type].channels;
}

/* 5, 6 and 5 bits of red, green and blue. */
static void color_565(uint32_t bits, float out[3])
{
    out[0] = (float)(bits >> 11) / 31;
    out[1] = (float)(bits >> 5 & 63) / 63;
    out[2] = (float)(bits & 31) / 31;
}

/* `punches`: when the first colour is not the greater one, the fourth is none. */
static void color_decode(const uint8_t *half, uint32_t element, bool punches, TileColor *color)
{
    uint16_t ends[2];
    uint32_t indices;
    float first[3], second[3];
    memcpy(ends, half, sizeof(ends));
    memcpy(&indices, half + 4, sizeof(indices));
    uint32_t index = indices >> 2 * element & 3;
    bool three = punches && ends[0] <= ends[1];
    static const float shares[2][4] = {{0, 1, 1.0f / 3, 2.0f / 3}, {0, 1, 0.5f, 0}};
    color_565(ends[0], first);
    color_565(ends[1], second);
    float share = shares[three][index];
    bool none = three && index == 3;
    for (uint32_t i = 0; i < 3; i++)
        color->channel[i] = none ? 0 : first[i] * (1 - share) + second[i] * share;
    color->channel[3] = none ? 0 : 1;
}

/* 8 values from one to the other; or 6, and the least and the most there is. */
static float value_decode(const uint8_t *half, uint32_t element, bool with_sign)
{
    uint64_t indices = 0;
    memcpy(&indices, half + 2, 6);
    uint32_t index = indices >> 3 * element & 7;
    int32_t first = with_sign ? (int8_t)half[0] : half[0];
    int32_t second = with_sign ? (int8_t)half[1] : half[1];
    bool eight = first > second;
    if (with_sign) { /* there are two ways to say -1 */
        first = first < -127 ? -127 : first;
        second = second < -127 ? -127 : second;
    }
    float most = with_sign ? 127 : 255;
    if (index < 2)
        return (float)(index ? second : first) / most;
    if (!eight && index > 5)
        return index == 7 ? 1 : with_sign ? -1 : 0;
    int32_t steps = eight ? 7 : 5, step = (int32_t)index - 1;
    return (float)(first * (steps - step) + second * step) / (float)steps / most;
}

/* 4 bits of alpha each. */
static float alpha_decode(const uint8_t *half, uint32_t element)
{
    return (float)(half[element / 2] >> element % 2 * 4 & 15) / 15;
}

TileColor tile_decode(SimTexelType type, const uint8_t *tile, uint32_t element)
{
    TileColor color = {{0, 0, 0, 1}};
    switch (type) {
    case SIM_TEXEL_BC1:
        color_decode(tile, element, true, &color);
        break;
    case SIM_TEXEL_BC2:
        color_decode(tile + HALF_TILE, element, false, &color);
        color.channel[3] = alpha_decode(tile, element);
        break;
    case SIM_TEXEL_BC3:
        color_decode(tile + HALF_TILE, element, false, &color);
        color.channel[3] = value_decode(tile, element, false);
        break;
    case SIM_TEXEL_BC5U:
    case SIM_TEXEL_BC5S:
        color.channel[1] = value_decode(tile + HALF_TILE, element, type == SIM_TEXEL_BC5S);
        color.channel[0] = value_decode(tile, element, type == SIM_TEXEL_BC5S);
        break;
    case SIM_TEXEL_BC4U:
    case SIM_TEXEL_BC4S:
        color.channel[0] = value_decode(tile, element, type == SIM_TEXEL_BC4S);
        break;
    case SIM_TEXEL_BC6U:
    case SIM_TEXEL_BC6S:
        return tile_decode_half(tile, element, type == SIM_TEXEL_BC6S);
    default:
        return tile_decode_modes(tile, element);
    }
    return color;
}
