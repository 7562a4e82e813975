/* Sectors and bank wavefronts of one warp's access. */
#include "observe/traffic.h"

#include <stdbool.h>
#include <string.h>

enum { LANES = 32, BANKS = 32, SECTOR = 32, WORD = 4, PARTS_MAX = LANES * 9 };

/* Adds a value to a small set; true when it is new. Lanes mostly come in order, so look back first.
 */
static bool add_new(uint64_t *set, uint32_t *count, uint64_t value)
{
    for (uint32_t i = *count; i-- > 0;)
        if (set[i] == value)
            return false;
    set[(*count)++] = value;
    return true;
}

static uint32_t popcount(uint32_t mask)
{
    return (uint32_t)__builtin_popcount(mask);
}

/* Distinct start addresses: lanes that read the same element need it once. */
static uint32_t distinct(const uint64_t *address, uint32_t mask)
{
    uint64_t seen[LANES];
    uint32_t count = 0;
    for (; mask; mask &= mask - 1)
        add_new(seen, &count, address[__builtin_ctz(mask)]);
    return count;
}

static uint32_t divide_up(uint32_t a, uint32_t b)
{
    return (a + b - 1) / b;
}

Traffic traffic_sectors(const uint64_t *address, uint32_t mask, uint32_t bytes)
{
    uint64_t sectors[PARTS_MAX];
    uint32_t count = 0, lanes = mask;
    for (; lanes; lanes &= lanes - 1) {
        uint64_t at = address[__builtin_ctz(lanes)];
        for (uint64_t s = at / SECTOR; s <= (at + bytes - 1) / SECTOR; s++)
            add_new(sectors, &count, s);
    }
    return (Traffic){count, divide_up(distinct(address, mask) * bytes, SECTOR)};
}

/* One pass of the banks over the lanes in `mask`: the bank with most distinct words decides. */
static uint32_t pass_wavefronts(const uint64_t *address, uint32_t mask, uint32_t bytes)
{
    uint64_t words[PARTS_MAX];
    uint32_t count = 0, most = 0;
    uint8_t load[BANKS] = {0};
    for (; mask; mask &= mask - 1) {
        uint64_t at = address[__builtin_ctz(mask)];
        for (uint64_t w = at / WORD; w <= (at + bytes - 1) / WORD; w++) {
            if (add_new(words, &count, w) && ++load[w % BANKS] > most)
                most = load[w % BANKS];
        }
    }
    return most;
}

Traffic traffic_wavefronts(const uint64_t *address, uint32_t mask, uint32_t bytes)
{
    uint32_t passes = bytes <= WORD ? 1 : bytes / WORD;
    uint32_t lanes = LANES / passes;
    uint32_t group = lanes == LANES ? UINT32_MAX : (1u << lanes) - 1;
    Traffic traffic = {0, 0};
    for (uint32_t pass = 0; pass < passes; pass++) {
        uint32_t part = mask & group << pass * lanes;
        traffic.units += pass_wavefronts(address, part, bytes);
        traffic.ideal += popcount(part) > 0;
    }
    return traffic;
}
