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

/* Of 5 bits. Between them lie thirds and halves, as an H200 has them: not quite. */
static uint32_t narrow_value(uint32_t first, uint32_t second, uint32_t index, bool three)
{
    switch (index) {
    case 0:
        return first << 3 | first >> 2;
    case 1:
        return second << 3 | second >> 2;
    case 2:
        return three ? (first + second) * 33 / 8 : (2 * first + second) * 22 / 8;
    default:
        return (first + 2 * second) * 22 / 8;
    }
}

/* Of 6 bits. */
static uint32_t wide_value(uint32_t first, uint32_t second, uint32_t index, bool three)
{
    const int32_t from = (int32_t)(first << 2 | first >> 4),
                  to = (int32_t)(second << 2 | second >> 4);
    const int32_t apart = to - from;
    switch (index) {
    case 0:
        return (uint32_t)from;
    case 1:
        return (uint32_t)to;
    case 2:
        return (uint32_t)(256 * from + apart / 4 + 128 + apart * (three ? 128 : 80)) / 256;
    default:
        return (uint32_t)(256 * to - apart / 4 + 128 - apart * 80) / 256;
    }
}

/* `punches`: when the first colour is not the greater one, the fourth is none. */
static void color_decode(const uint8_t *half, uint32_t element, bool punches, TileColor *color)
{
    uint16_t ends[2];
    uint32_t indices;
    memcpy(ends, half, sizeof(ends));
    memcpy(&indices, half + 4, sizeof(indices));
    const uint32_t index = indices >> 2 * element & 3, first = ends[0], second = ends[1];
    const bool three = punches && first <= second;
    if (three && index == 3) {
        *color = (TileColor){{0}};
        return;
    }
    const uint32_t value[3] = {narrow_value(first >> 11, second >> 11, index, three),
                               wide_value(first >> 5 & 63, second >> 5 & 63, index, three),
                               narrow_value(first & 31, second & 31, index, three)};
    for (uint32_t i = 0; i < 3; i++)
        color->channel[i] = (float)value[i] / 255;
    color->channel[3] = 1;
}

/* What an index stands for: from one of the ends, how far to the other, in 257ths. */
typedef struct Step {
    bool from_second;
    uint8_t share;
} Step;

static const Step eight_steps[8] = {{false, 0},  {true, 0},    {false, 36}, {false, 72},
                                    {true, 144}, {false, 144}, {true, 72},  {true, 36}};
static const Step six_steps[6] = {{false, 0},  {true, 0},  {false, 48},
                                  {false, 96}, {true, 96}, {true, 48}};

/* 8 values from one to the other; or 6, and the least and the most there is. */
typedef struct Between {
    int32_t from, apart, share;
    bool is_extreme, is_most;
} Between;

static Between between(const uint8_t *half, uint32_t element, bool with_sign)
{
    uint64_t indices = 0;
    memcpy(&indices, half + 2, 6);
    const uint32_t index = indices >> 3 * element & 7;
    int32_t first = with_sign ? (int8_t)half[0] : half[0];
    int32_t second = with_sign ? (int8_t)half[1] : half[1];
    const bool eight = first > second;
    if (!eight && index > 5)
        return (Between){.is_extreme = true, .is_most = index == 7};
    if (with_sign) { /* there are two ways to say -1 */
        first = first < -127 ? -127 : first;
        second = second < -127 ? -127 : second;
    }
    const Step *step = eight ? &eight_steps[index] : &six_steps[index];
    return step->from_second ? (Between){second, first - second, step->share, false, false}
                             : (Between){first, second - first, step->share, false, false};
}

/* In 16 bits. */
static float value_decode(const uint8_t *half, uint32_t element, bool with_sign)
{
    const Between b = between(half, element, with_sign);
    if (b.is_extreme)
        return b.is_most ? 1 : with_sign ? -1 : 0;
    if (!with_sign)
        return (float)((b.from * 257 + b.apart * b.share) / 65535.0);
    const int32_t carried = b.from >= 64 ? 1 : b.from <= -64 ? -1 : 0;
    return (float)((b.from * 258 + carried + b.apart * b.share) / 32767.0);
}

/* In 8 bits. */
static float byte_decode(const uint8_t *half, uint32_t element)
{
    const Between b = between(half, element, false);
    if (b.is_extreme)
        return b.is_most;
    const int32_t apart = b.apart < 0 ? -b.apart : b.apart;
    const int32_t way = (apart * (b.share * 8 + b.share / 36) + 1024) >> 11;
    return (float)(b.apart < 0 ? b.from - way : b.from + way) / 255;
}

/* 4 bits of alpha each. */
static float alpha_decode(const uint8_t *half, uint32_t element)
{
    return (float)(half[element / 2] >> element % 2 * 4 & 15) / 15;
}

TileColor tile_decode(SimTexelType type, const uint8_t *tile, uint32_t element)
{
    TileColor color = {{0}};
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
        color.channel[3] = byte_decode(tile, element);
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
