/* Sectors and bank wavefronts of one warp's access. */
#include "observe/traffic.h"

#include <stdbool.h>

#include "observe/lane_run.h"
#include "observe/wide.h"

enum { LANES = 32, BANKS = 32, SECTOR = 32, WORD = 4, WORDS_MAX = LANES * 9 };

static uint32_t divide_up(uint32_t a, uint32_t b)
{
    return (a + b - 1) / b;
}

/* Bytes [start, end) that lanes side by side access. */
typedef struct Span {
    uint64_t start, end;
} Span;

/* The access's runs of lanes from the lowest up; mostly they come that way. Returns how many. */
static uint32_t ascending(const SimAccess *access, Span sorted[LANES])
{
    uint32_t count = 0;
    for (uint32_t left = access->mask; left;) {
        LaneRun run = lane_run_next(access, access->follows | access->repeats, &left);
        uint32_t i = count++;
        for (; i > 0 && sorted[i - 1].start > run.start; i--)
            sorted[i] = sorted[i - 1];
        sorted[i] = (Span){run.start, run.end};
    }
    return count;
}

/* Elements are aligned, so those that overlap are the same. */
Traffic traffic_sectors(const SimAccess *access)
{
    Span sorted[LANES];
    uint64_t byte = 0, sector = 0, bytes = 0; /* all below the first two is counted */
    uint32_t count = ascending(access, sorted), sectors = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t first = sorted[i].start / SECTOR, end = (sorted[i].end - 1) / SECTOR + 1;
        uint64_t start = sorted[i].start > byte ? sorted[i].start : byte;
        first = first > sector ? first : sector;
        if (sorted[i].end > start) {
            bytes += sorted[i].end - start;
            byte = sorted[i].end;
        }
        if (end > first) {
            sectors += (uint32_t)(end - first);
            sector = end;
        }
    }
    return (Traffic){sectors, divide_up((uint32_t)bytes, SECTOR)};
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
static bool in_one_row(const SimAccess *access)
{
    uint64_t low = UINT64_MAX, high = 0;
    for (uint32_t left = access->mask; left;) {
        LaneRun run = lane_run_next(access, access->follows | access->repeats, &left);
        low = run.start < low ? run.start : low;
        high = run.end > high ? run.end : high;
    }
    return (high - 1) / WORD - low / WORD < BANKS;
}

/* One pass of the banks over the lanes in `mask`: the bank with most distinct words decides. */
static uint32_t pass_wavefronts(const uint64_t *address, uint32_t mask, uint32_t bytes)
{
    if (mask == 0)
        return 0;
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

/* Whether lanes that differ in this bit of their number have the same address, where both are. */
static bool pairs_agree(const SimAccess *access, uint32_t bit)
{
    for (uint32_t left = access->mask; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left), other = lane ^ bit;
        if (access->mask >> other & 1 && access->address[lane] != access->address[other])
            return false;
    }
    return true;
}

/* Into how many parts a warp's lanes are divided. Loads whose lanes bring half as much come in half
 * as many. */
static uint32_t parts_of(const SimAccess *access)
{
    uint32_t parts = access->bytes <= WORD ? 1 : access->bytes / WORD;
    bool pairs = parts > 1 && access->kind == SIM_ACCESS_LOAD &&
                 (pairs_agree(access, 1) || pairs_agree(access, 2));
    return pairs ? parts / 2 : parts;
}

/* The same for one word a lane. Mostly few lanes meet another one's bank; 0: too many do. */
static uint32_t word_wavefronts(const SimAccess *access)
{
    enum { MEET_MOST = 20 };
    uint64_t first[BANKS], met[MEET_MOST];
    uint32_t taken = 0, count = 0, most = 1;
    uint8_t load[BANKS];
    for (uint32_t left = access->mask; left; left &= left - 1) {
        uint64_t word = access->address[__builtin_ctz(left)] / WORD;
        uint32_t bank = word % BANKS, i = 0;
        if (!(taken >> bank & 1)) {
            taken |= UINT32_C(1) << bank;
            first[bank] = word;
            load[bank] = 1;
            continue;
        }
        if (first[bank] == word)
            continue;
        while (i < count && met[i] != word)
            i++;
        if (i < count)
            continue;
        if (count == MEET_MOST)
            return 0;
        met[count++] = word;
        load[bank]++;
        most = load[bank] > most ? load[bank] : most;
    }
    return most;
}

Traffic traffic_wavefronts(const SimAccess *access)
{
    uint32_t words = access->bytes == WORD && access->mask ? word_wavefronts(access) : 0;
    if (words)
        return (Traffic){words, 1};
    uint32_t passes = parts_of(access);
    uint32_t lanes = LANES / passes;
    uint32_t group = lanes == LANES ? UINT32_MAX : (1u << lanes) - 1;
    Traffic traffic = {0, 0};
    if (passes == 1 && in_one_row(access))
        return (Traffic){1, 1};
    for (uint32_t pass = 0; pass < passes; pass++) {
        uint32_t part = access->mask & group << pass * lanes;
        traffic.units += pass_wavefronts(access->address, part, access->bytes);
        traffic.ideal += part != 0;
    }
    return traffic;
}

/* The distinct addresses and how many lanes go to each. */
static uint32_t count_addresses(const SimAccess *access, uint64_t seen[LANES], uint8_t times[LANES])
{
    uint32_t count = 0;
    for (uint32_t left = access->mask; left; left &= left - 1) {
        uint64_t address = access->address[__builtin_ctz(left)];
        uint32_t i = 0;
        while (i < count && seen[i] != address)
            i++;
        if (i == count) {
            times[count] = 0;
            seen[count++] = address;
        }
        times[i]++;
    }
    return count;
}

uint32_t traffic_addresses(const SimAccess *access)
{
    uint64_t seen[LANES];
    uint8_t times[LANES];
    return count_addresses(access, seen, times);
}

Traffic traffic_global_atomics(const SimAccess *access)
{
    uint64_t seen[LANES];
    uint8_t times[LANES];
    uint32_t count = count_addresses(access, seen, times), sectors = 0;
    for (uint32_t i = 0; i < count; i++) {
        bool most = true; /* of its sector, and the first of equals */
        for (uint32_t k = 0; k < count && most; k++)
            most = seen[k] / SECTOR != seen[i] / SECTOR || times[k] < times[i] ||
                   (times[k] == times[i] && k >= i);
        sectors += most ? times[i] : 0;
    }
    return (Traffic){sectors, count};
}

/* How many of the lanes meet in one column of the banks. */
static uint32_t most_in_column(const SimAccess *access, uint32_t mask, uint32_t columns)
{
    uint8_t load[BANKS] = {0}, most = 0;
    for (uint32_t left = mask; left; left &= left - 1)
        load[access->address[__builtin_ctz(left)] / access->bytes % columns]++;
    for (uint32_t column = 0; column < columns; column++)
        most = load[column] > most ? load[column] : most;
    return most;
}

static Traffic shared_atomics_by_halves(const SimAccess *access)
{
    uint32_t half = UINT32_MAX >> LANES / 2, low = access->mask & half, high = access->mask & ~half;
    return (Traffic){most_in_column(access, low, BANKS / 2) +
                         most_in_column(access, high, BANKS / 2),
                     (low != 0) + (high != 0)};
}

OBSERVE_WIDE Traffic traffic_shared_atomics(const SimAccess *access)
{
    uint8_t load[BANKS] = {0}, most = 0;
    if (access->bytes == 2 * WORD)
        return shared_atomics_by_halves(access);
    if (access->mask == UINT32_MAX)
        for (int lane = 0; lane < LANES; lane++)
            load[access->address[lane] / WORD % BANKS]++;
    else
        for (uint32_t left = access->mask; left; left &= left - 1)
            load[access->address[__builtin_ctz(left)] / WORD % BANKS]++;
    for (int bank = 0; bank < BANKS; bank++)
        most = load[bank] > most ? load[bank] : most;
    return (Traffic){most, 1};
}

Traffic traffic_local(const SimAccess *access)
{
    uint64_t row[LANES * 8];
    uint8_t parts[LANES * 8]; /* sectors of that row: eight lanes share one */
    uint32_t count = 0, sectors = 0, bytes = 0;
    for (uint32_t left = access->mask; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        uint64_t first = access->address[lane] / WORD;
        uint64_t last = (access->address[lane] + access->bytes - 1) / WORD;
        bytes += access->bytes;
        for (uint64_t word = first; word <= last; word++) {
            uint32_t i = count;
            while (i > 0 && row[i - 1] != word)
                i--;
            if (i == 0) {
                row[count] = word;
                parts[count++] = 0;
                i = count;
            }
            sectors += !(parts[i - 1] >> lane / 8 & 1);
            parts[i - 1] |= (uint8_t)(1 << lane / 8);
        }
    }
    return (Traffic){sectors, divide_up(bytes, SECTOR)};
}
