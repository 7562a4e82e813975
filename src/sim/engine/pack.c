/* Values of 32 lanes in little room. */
#include "sim/engine/pack.h"

#include <string.h>

#include "sim/observer.h"

enum { LANES = 32 };
#define FORGOTTEN SIM_FORGOTTEN & 0xff, SIM_FORGOTTEN >> 8

/* What follows the row's first byte. */
typedef enum Packing {
    PACKING_NOTHING, /* forgotten */
    PACKING_SAME,    /* the value of all lanes */
    PACKING_STEPS,   /* that of the first one, and how much it is more in each that follows */
    PACKING_ROW      /* all values */
} Packing;

/* Whether lane l holds first + l * step. */
#define IS_STEPS(T)                                                    \
    static bool is_steps_##T(const T *lanes, T step)                   \
    {                                                                  \
        T differs = 0;                                                 \
        for (T lane = 0; lane < LANES; lane++)                         \
            differs |= lanes[lane] ^ (T)(lanes[0] + (T)(lane * step)); \
        return !differs;                                               \
    }
IS_STEPS(uint32_t)
IS_STEPS(uint64_t)

static Packing steps_or_row(const void *lanes, uint32_t bytes, void *step)
{
    if (bytes == sizeof(uint32_t)) {
        const uint32_t *words = lanes;
        uint32_t by = words[1] - words[0];
        memcpy(step, &by, sizeof(by));
        return is_steps_uint32_t(words, by) ? PACKING_STEPS : PACKING_ROW;
    }
    if (bytes == sizeof(uint64_t)) {
        const uint64_t *words = lanes;
        uint64_t by = words[1] - words[0];
        memcpy(step, &by, sizeof(by));
        return is_steps_uint64_t(words, by) ? PACKING_STEPS : PACKING_ROW;
    }
    return PACKING_ROW;
}

size_t pack_row(const void *lanes, uint32_t bytes, size_t most, unsigned char *out)
{
    const unsigned char *row = lanes;
    unsigned char step[sizeof(uint64_t)];
    Packing packing = memcmp(row, row + bytes, (LANES - 1) * (size_t)bytes) == 0
                          ? PACKING_SAME
                          : steps_or_row(lanes, bytes, step);
    size_t size = packing == PACKING_SAME    ? bytes
                  : packing == PACKING_STEPS ? 2 * (size_t)bytes
                                             : LANES * (size_t)bytes;
    if (size + 1 > most) {
        out[0] = PACKING_NOTHING;
        return 1;
    }
    out[0] = (unsigned char)packing;
    memcpy(out + 1, row, packing == PACKING_ROW ? size : bytes);
    if (packing == PACKING_STEPS)
        memcpy(out + 1 + bytes, step, bytes);
    return size + 1;
}

#define SPREAD(T)                                              \
    static void spread_##T(const unsigned char *first, T *row) \
    {                                                          \
        T value;                                               \
        memcpy(&value, first, sizeof(value));                  \
        for (int lane = 0; lane < LANES; lane++)               \
            row[lane] = value;                                 \
    }
SPREAD(uint16_t)
SPREAD(uint32_t)
SPREAD(uint64_t)

static void spread(const unsigned char *first, uint32_t bytes, void *row)
{
    switch (bytes) {
    case 2:
        spread_uint16_t(first, row);
        break;
    case 4:
        spread_uint32_t(first, row);
        break;
    case 8:
        spread_uint64_t(first, row);
        break;
    default:
        for (int lane = 0; lane < LANES; lane++)
            memcpy((unsigned char *)row + lane * bytes, first, bytes);
    }
}

static void walk(const unsigned char *packed, uint32_t bytes, void *row)
{
    uint64_t first = 0, step = 0;
    memcpy(&first, packed, bytes);
    memcpy(&step, packed + bytes, bytes);
    for (uint32_t lane = 0; lane < LANES; lane++) {
        if (bytes == sizeof(uint32_t))
            ((uint32_t *)row)[lane] = (uint32_t)(first + lane * step);
        else
            ((uint64_t *)row)[lane] = first + lane * step;
    }
}

static const unsigned char none[16] = {FORGOTTEN, FORGOTTEN, FORGOTTEN, FORGOTTEN,
                                       FORGOTTEN, FORGOTTEN, FORGOTTEN, FORGOTTEN};

size_t unpack_row(const unsigned char *packed, uint32_t bytes, void *lanes)
{
    switch ((Packing)packed[0]) {
    case PACKING_SAME:
        spread(packed + 1, bytes, lanes);
        return 1 + (size_t)bytes;
    case PACKING_STEPS:
        walk(packed + 1, bytes, lanes);
        return 1 + 2 * (size_t)bytes;
    case PACKING_ROW:
        memcpy(lanes, packed + 1, LANES * (size_t)bytes);
        return 1 + LANES * (size_t)bytes;
    default:
        spread(none, bytes, lanes);
        return 1;
    }
}
