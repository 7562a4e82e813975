/* Sectors and bank wavefronts of one warp's access. */
#include "observe/traffic.h"

#include <stdbool.h>

enum { LANES = 32, BANKS = 32, SECTOR = 32, WORD = 4, WORDS_MAX = LANES * 9 };

static uint32_t divide_up(uint32_t a, uint32_t b)
{
    return (a + b - 1) / b;
}

/* The lanes' addresses from the lowest up; mostly they come that way. Returns how many. */
static uint32_t ascending(const uint64_t *address, uint32_t mask, uint64_t sorted[LANES])
{
    uint32_t count = 0;
    for (; mask; mask &= mask - 1) {
        uint64_t at = address[__builtin_ctz(mask)];
        uint32_t i = count++;
        for (; i > 0 && sorted[i - 1] > at; i--)
            sorted[i] = sorted[i - 1];
        sorted[i] = at;
    }
    return count;
}

Traffic traffic_sectors(const uint64_t *address, uint32_t mask, uint32_t bytes)
{
    uint64_t sorted[LANES], next = 0, before = 0; /* sectors below `next` are counted */
    uint32_t count = ascending(address, mask, sorted), sectors = 0, distinct = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t first = sorted[i] / SECTOR, end = (sorted[i] + bytes - 1) / SECTOR + 1;
        distinct += i == 0 || sorted[i] != before;
        before = sorted[i];
        if (first < next)
            first = next;
        if (end > first) {
            sectors += (uint32_t)(end - first);
            next = end;
        }
    }
    return (Traffic){sectors, divide_up(distinct * bytes, SECTOR)};
}

Traffic traffic_sectors_run(uint64_t first, uint32_t distinct, uint32_t bytes)
{
    uint64_t end = first + (uint64_t)distinct * bytes - 1;
    return (Traffic){(uint32_t)(end / SECTOR - first / SECTOR) + 1,
                     divide_up(distinct * bytes, SECTOR)};
}

/* The words of a bank that were seen in this pass, as a chain. */
typedef struct Banks {
    uint64_t word[WORDS_MAX];
    uint16_t next[WORDS_MAX]; /* index + 1 */
    uint16_t head[BANKS], load[BANKS];
    uint32_t count, most;
} Banks;

static void fetch_word(Banks *banks, uint64_t word)
{
    uint32_t bank = word % BANKS;
    for (uint32_t i = banks->head[bank]; i; i = banks->next[i - 1])
        if (banks->word[i - 1] == word)
            return;
    banks->word[banks->count] = word;
    banks->next[banks->count] = banks->head[bank];
    banks->head[bank] = (uint16_t)++banks->count;
    if (++banks->load[bank] > banks->most)
        banks->most = banks->load[bank];
}

/* Words that lie within one row of the banks never meet in a bank. */
static bool in_one_row(const uint64_t *address, uint32_t mask, uint32_t bytes)
{
    uint64_t low = UINT64_MAX, high = 0;
    for (; mask; mask &= mask - 1) {
        uint64_t at = address[__builtin_ctz(mask)];
        low = at < low ? at : low;
        high = at > high ? at : high;
    }
    return (high + bytes - 1) / WORD - low / WORD < BANKS;
}

/* One pass of the banks over the lanes in `mask`: the bank with most distinct words decides. */
static uint32_t pass_wavefronts(const uint64_t *address, uint32_t mask, uint32_t bytes)
{
    if (mask == 0 || in_one_row(address, mask, bytes))
        return mask != 0;
    Banks banks;
    for (uint32_t i = 0; i < BANKS; i++)
        banks.head[i] = banks.load[i] = 0;
    banks.count = banks.most = 0;
    for (; mask; mask &= mask - 1) {
        uint64_t at = address[__builtin_ctz(mask)];
        for (uint64_t w = at / WORD; w <= (at + bytes - 1) / WORD; w++)
            fetch_word(&banks, w);
    }
    return banks.most;
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
        traffic.ideal += part != 0;
    }
    return traffic;
}
