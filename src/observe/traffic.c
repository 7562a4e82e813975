/* Sectors and bank wavefronts of one warp's access. */
#include "observe/traffic.h"

#include <stdbool.h>
#include <string.h>

#include "observe/lane_run.h"
#include "observe/wide.h"

enum { LANES = 32, BANKS = 32, SECTOR = 32, LINE = 128, WORD = 4 };
enum { SCATTERED = 8 /* lanes that begin a run, from which on they are looked at all at once */ };
enum { NEAR_KEYS = 1 << 14 };
#define FARTHEST (UINT64_C(1) << 30)
#define NO_KEY UINT32_MAX
enum { SHARED_BITS = 18 }; /* of an address in shared memory */

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

/* As Nsight Compute has it: lanes with one address count each. */
static uint32_t packed(const SimAccess *access, uint32_t sectors)
{
    uint32_t bytes = (uint32_t)__builtin_popcount(access->mask) * access->bytes;
    uint32_t least = divide_up(bytes, SECTOR);
    return least < sectors ? least : sectors;
}

/* How many different keys there are: those that none before is. */
static inline ALWAYS_INLINE uint32_t count_unordered(const uint32_t key[LANES])
{
    uint32_t all[2 * LANES], again[LANES] = {0}, count = LANES;
    for (int l = 0; l < LANES; l++) {
        all[l] = NO_KEY;
        all[LANES + l] = key[l];
    }
    for (int back = 1; back < LANES; back++)
        for (int l = 0; l < LANES; l++)
            again[l] |= all[LANES + l] == all[LANES + l - back];
    for (int l = 0; l < LANES; l++)
        count -= again[l];
    return count;
}

/* Keys of [least, least + NEAR_KEYS): of those that are the same the last lane stands in their
 * place. */
static inline ALWAYS_INLINE uint32_t count_near_keys(const uint32_t key[LANES], uint32_t least)
{
    uint8_t last[NEAR_KEYS];
    uint32_t count = 0;
    for (uint32_t l = 0; l < LANES; l++)
        last[key[l] - least] = (uint8_t)l;
    for (uint32_t l = 0; l < LANES; l++)
        count += last[key[l] - least] == l;
    return count;
}

/* None of the keys is NO_KEY. Mostly they go up from lane to lane, or don't lie far apart. */
static inline ALWAYS_INLINE uint32_t count_different(const uint32_t key[LANES])
{
    uint32_t down = 0, other = 1, least = key[0], most = key[0];
    for (int l = 1; l < LANES; l++) {
        down |= key[l] < key[l - 1];
        other += key[l] != key[l - 1];
    }
    if (!down)
        return other;
    for (int l = 0; l < LANES; l++) {
        least = key[l] < least ? key[l] : least;
        most = key[l] > most ? key[l] : most;
    }
    return most - least < NEAR_KEYS ? count_near_keys(key, least) : count_unordered(key);
}

/* Lanes that lie apart, of elements that are aligned and not too far from each other. */
typedef struct Places {
    uint32_t element[LANES], sector[LANES], line[LANES];
} Places;

/* Lanes that take no part stand where the one before does, or the first one. False: they are not
 * such. */
static inline ALWAYS_INLINE bool places_find(Places *places, const SimAccess *access)
{
    const uint64_t first = access->address[__builtin_ctz(access->mask)];
    const uint64_t start = (first & ~(uint64_t)(LINE - 1)) - FARTHEST;
    uint64_t any = 0, filled[LANES], last = first;
    const uint64_t *address = access->address;
    for (uint32_t l = 0; access->mask != UINT32_MAX && l < LANES; l++)
        filled[l] = last = access->mask >> l & 1 ? access->address[l] : last;
    if (access->mask != UINT32_MAX)
        address = filled;
    for (uint32_t l = 0; l < LANES; l++) {
        const uint64_t at = address[l] - start;
        any |= at;
        places->element[l] = (uint32_t)at;
        places->sector[l] = (uint32_t)at / SECTOR;
        places->line[l] = (uint32_t)at / LINE;
    }
    return any < 2 * FARTHEST && !(access->bytes & (access->bytes - 1)) &&
           !(any & (access->bytes - 1));
}

/* All lanes at once. False: as places_find(). */
static OBSERVE_WIDE bool count_scattered(const SimAccess *access, Traffic *out)
{
    const uint32_t lanes = (uint32_t)__builtin_popcount(access->mask);
    Places places;
    if (!places_find(&places, access))
        return false;
    const uint32_t lines = count_different(places.line);
    const uint32_t sectors = lines == lanes ? lanes : count_different(places.sector);
    const uint32_t elements = sectors == lanes ? lanes : count_different(places.element);
    const uint32_t bytes = elements * access->bytes;
    *out = (Traffic){.units = sectors,
                     .ideal = divide_up(bytes, SECTOR),
                     .bytes = bytes,
                     .sectors = sectors,
                     .lines = lines,
                     .packed = packed(access, sectors)};
    return true;
}

/* Elements are aligned, so those that overlap are the same. */
Traffic traffic_sectors(const SimAccess *access)
{
    const uint32_t starts = access->mask & ~(access->follows | access->repeats);
    Traffic apart = {0};
    if (__builtin_popcount(starts) >= SCATTERED && count_scattered(access, &apart))
        return apart;
    Span sorted[LANES];
    uint64_t byte = 0, sector = 0, line = 0, bytes = 0; /* all below the first three is counted */
    uint32_t count = ascending(access, sorted), sectors = 0, lines = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t first = sorted[i].start / SECTOR, end = (sorted[i].end - 1) / SECTOR + 1;
        uint64_t start = sorted[i].start > byte ? sorted[i].start : byte;
        first = first > sector ? first : sector;
        if (sorted[i].end > start) {
            bytes += sorted[i].end - start;
            byte = sorted[i].end;
        }
        if (end > first) {
            uint64_t first_line = first * SECTOR / LINE, end_line = (end * SECTOR - 1) / LINE + 1;
            first_line = first_line > line ? first_line : line;
            lines += (uint32_t)(end_line - first_line);
            line = end_line;
            sectors += (uint32_t)(end - first);
            sector = end;
        }
    }
    return (Traffic){.units = sectors,
                     .ideal = divide_up((uint32_t)bytes, SECTOR),
                     .bytes = (uint32_t)bytes,
                     .sectors = sectors,
                     .lines = lines,
                     .packed = packed(access, sectors)};
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
    bool matrix = access->inst && access->inst->op == PTX_OP_LDMATRIX;
    bool pairs = parts > 1 && access->kind == SIM_ACCESS_LOAD && !matrix &&
                 (pairs_agree(access, 1) || pairs_agree(access, 2));
    return pairs ? parts / 2 : parts;
}

/* What each lane has to do with the banks, whose columns are as wide as an element: those of
 * different parts count as different. */
typedef struct Banks {
    uint16_t element[LANES];
    uint8_t column[LANES], load[BANKS];
    uint32_t columns; /* of a part */
} Banks;

static inline ALWAYS_INLINE void banks_find(Banks *banks, const SimAccess *access, uint32_t parts)
{
    const uint32_t shift = access->bytes > WORD ? (uint32_t)__builtin_ctz(access->bytes) : 2;
    const uint32_t part_shift = (uint32_t)__builtin_ctz(LANES / parts);
    const uint32_t columns = BANKS * WORD >> shift, part_bits = SHARED_BITS - shift;
    banks->columns = columns;
    for (uint32_t l = 0; l < LANES; l++) {
        const uint32_t element = (uint32_t)(access->address[l] >> shift), part = l >> part_shift;
        banks->element[l] = (uint16_t)(element | part << part_bits);
        banks->column[l] = (uint8_t)((element & (columns - 1)) + part * columns);
    }
    memset(banks->load, 0, sizeof banks->load);
}

/* Lanes at one element count as one: the last of them that says so in its place. Those that are out
 * of it do as the first that is in. Returns lanes that met another element in their place. */
static inline ALWAYS_INLINE uint32_t count_shared(Banks *banks, uint32_t lanes)
{
    enum { PLACES = 1024 };
    const uint32_t first = (uint32_t)__builtin_ctz(lanes);
    uint8_t last[PLACES], lane[LANES];
    uint16_t differs = 0;
    uint32_t again = 0;
    for (uint32_t l = 0; l < LANES; l++)
        lane[l] = (uint8_t)(lanes >> l & 1 ? l : first);
    for (uint32_t l = 0; l < LANES; l++)
        last[banks->element[lane[l]] % PLACES] = lane[l];
    for (uint32_t l = 0; l < LANES; l++) {
        const uint32_t own = lane[l], other = last[banks->element[own] % PLACES];
        banks->load[banks->column[own]] += other == l;
        differs |= banks->element[own] ^ banks->element[other];
    }
    for (uint32_t l = 0; differs && l < LANES; l++) {
        const uint32_t own = lane[l], other = last[banks->element[own] % PLACES];
        again |= (uint32_t)(banks->element[own] != banks->element[other]) << own;
    }
    return again;
}

/* Of others nobody asks how many bytes there are. */
static bool is_plain(const SimAccess *access)
{
    return access->kind == SIM_ACCESS_LOAD || access->kind == SIM_ACCESS_STORE;
}

/* How many elements, of which 64 span all. */
static inline ALWAYS_INLINE uint32_t count_near(const SimAccess *access, uint32_t shift)
{
    uint64_t there = 0;
    for (uint32_t l = 0; l < LANES; l++) {
        const uint64_t element = (access->address[l] - access->low) >> shift;
        there |= (uint64_t)(access->mask >> l & 1) << (element & 63);
    }
    return (uint32_t)__builtin_popcountll(there);
}

/* Elements are aligned and of one size. */
static inline ALWAYS_INLINE uint32_t distinct_bytes(const SimAccess *access)
{
    const uint32_t starts = access->mask & ~(access->follows | access->repeats);
    const uint32_t bytes = access->bytes;
    if (!is_plain(access))
        return 0;
    if ((starts & (starts - 1)) == 0)
        return bytes * (1 + (uint32_t)__builtin_popcount(access->mask & access->follows));
    if (access->high && !(bytes & (bytes - 1)) && access->high - access->low <= 64 * bytes)
        return bytes * count_near(access, (uint32_t)__builtin_ctz(bytes));
    return bytes * traffic_addresses(access);
}

/* The same, where words of all lanes were counted together. */
static uint32_t distinct_words(const Banks *banks)
{
    uint32_t words = 0;
    for (uint32_t bank = 0; bank < BANKS; bank++)
        words += banks->load[bank];
    return words;
}

static inline ALWAYS_INLINE Traffic banks_traffic(const Banks *banks, uint32_t parts)
{
    Traffic traffic = {0};
    for (uint32_t part = 0; part < parts; part++) {
        const uint8_t *load = banks->load + part * banks->columns;
        uint8_t most = 0;
        for (uint32_t column = 0; column < banks->columns; column++)
            most = load[column] > most ? load[column] : most;
        traffic.units += most;
        traffic.ideal += most > 0;
    }
    return traffic;
}

OBSERVE_WIDE Traffic traffic_wavefronts(const SimAccess *access)
{
    const uint32_t parts = parts_of(access);
    Banks banks;
    if (parts == 1 && access->high && (access->high - 1) / WORD - access->low / WORD < BANKS)
        return (Traffic){.units = 1, .ideal = 1, .bytes = distinct_bytes(access)}; /* of one row */
    banks_find(&banks, access, parts);
    uint32_t left = access->mask;
    left = left == UINT32_MAX ? count_shared(&banks, UINT32_MAX) : left;
    while (left)
        left = count_shared(&banks, left);
    Traffic traffic = banks_traffic(&banks, parts);
    if (is_plain(access))
        traffic.bytes =
            access->bytes == WORD ? WORD * distinct_words(&banks) : distinct_bytes(access);
    return traffic;
}

OBSERVE_WIDE Traffic traffic_shared_atomics(const SimAccess *access)
{
    const uint32_t parts = access->bytes == 2 * WORD ? 2 : 1;
    Banks banks;
    banks_find(&banks, access, parts);
    for (uint32_t l = 0; l < LANES; l++)
        banks.load[banks.column[l]] += access->mask >> l & 1;
    return banks_traffic(&banks, parts);
}

/* Numbers met so far, found by hashing: twice as many places as lanes. */
enum { PLACE_BITS = 6 };
typedef struct Met {
    uint32_t count;
    uint64_t number[LANES];
    uint8_t place[1 << PLACE_BITS]; /* index + 1; 0: free */
} Met;

/* The number's index; it is new where that was the count before. */
static uint32_t meet(Met *met, uint64_t number)
{
    uint32_t at = (uint32_t)((number * UINT64_C(0x9E3779B97F4A7C15)) >> (64 - PLACE_BITS));
    while (met->place[at] && met->number[met->place[at] - 1] != number)
        at = (at + 1) & ((1u << PLACE_BITS) - 1);
    if (met->place[at])
        return met->place[at] - 1u;
    met->number[met->count] = number;
    met->place[at] = (uint8_t)++met->count;
    return met->count - 1;
}

/* The distinct addresses and how many lanes go to each. */
static void meet_addresses(const SimAccess *access, Met *met, uint8_t times[LANES])
{
    met->count = 0;
    memset(met->place, 0, sizeof met->place);
    for (uint32_t left = access->mask; left; left &= left - 1) {
        uint32_t before = met->count;
        uint32_t i = meet(met, access->address[__builtin_ctz(left)]);
        times[i] = i == before ? 1 : (uint8_t)(times[i] + 1);
    }
}

uint32_t traffic_addresses(const SimAccess *access)
{
    Met met;
    uint8_t times[LANES];
    meet_addresses(access, &met, times);
    return met.count;
}

/* Lanes each of which has an element of its own. False: there may be others. */
static OBSERVE_WIDE bool count_own_atomics(const SimAccess *access, Traffic *out)
{
    const uint32_t lanes = (uint32_t)__builtin_popcount(access->mask);
    Places places;
    if (!places_find(&places, access))
        return false;
    const uint32_t lines = count_different(places.line);
    const uint32_t sectors = lines == lanes ? lanes : count_different(places.sector);
    if (sectors != lanes && count_different(places.element) != lanes)
        return false;
    *out = (Traffic){.units = sectors,
                     .ideal = lanes,
                     .sectors = sectors,
                     .lines = lines,
                     .packed = packed(access, sectors)};
    return true;
}

Traffic traffic_global_atomics(const SimAccess *access)
{
    Traffic own;
    if (count_own_atomics(access, &own))
        return own;
    Met addresses, sectors = {.count = 0};
    uint8_t times[LANES], most[LANES];
    uint32_t units = 0;
    meet_addresses(access, &addresses, times);
    for (uint32_t i = 0; i < addresses.count; i++) {
        uint32_t before = sectors.count;
        uint32_t sector = meet(&sectors, addresses.number[i] / SECTOR);
        uint8_t had = sector == before ? 0 : most[sector];
        most[sector] = times[i] > had ? times[i] : had;
        units += (uint32_t)(most[sector] - had);
    }
    Met lines = {.count = 0};
    for (uint32_t i = 0; i < sectors.count; i++)
        meet(&lines, sectors.number[i] / (LINE / SECTOR));
    return (Traffic){.units = units,
                     .ideal = addresses.count,
                     .sectors = sectors.count,
                     .lines = lines.count,
                     .packed = packed(access, sectors.count)};
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
    return (Traffic){
        .units = sectors, .ideal = divide_up(bytes, SECTOR), .bytes = distinct_bytes(access)};
}
