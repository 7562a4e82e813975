/* Reads, one behind the other: who and where, and how far from the first byte each run of lanes. */
#include "observe/race_log.h"

#include <stdlib.h>

#include "observe/lane_run.h"

enum { LANES = 32, ROOM_LEAST = 256, FEW_RUNS = 8, FARTHEST = UINT16_MAX };

/* A read's first words; behind it for each lane that begins a run how far it is from `low`. */
typedef struct Head {
    uint16_t clock, site;
    uint8_t warp, bytes;
    bool repeats; /* what does not begin a run does as the lane before, all of them */
    uint8_t starts;
    uint32_t mask, begins; /* lanes */
    uint32_t low;
} Head;

enum { HEAD_WORDS = sizeof(Head) / sizeof(uint32_t) };
_Static_assert(sizeof(Head) == 20, "no padding");

/* False: no memory. */
static bool make_room(RaceLog *log, uint32_t most)
{
    const uint32_t room = log->room ? log->room * 2 : ROOM_LEAST;
    if (log->count + HEAD_WORDS + LANES / 2 <= log->room)
        return true;
    if (log->room >= most)
        return false;
    uint32_t *words = realloc(log->words, room * sizeof *words);
    if (!words)
        return false;
    log->words = words;
    log->room = room;
    return true;
}

/* How many. */
static uint32_t put_few(uint16_t *away, const SimAccess *access, uint32_t begins)
{
    uint32_t starts = 0;
    for (uint32_t left = begins; left; left &= left - 1)
        away[starts++] = (uint16_t)(access->address[__builtin_ctz(left)] - access->low);
    return starts;
}

static uint32_t put_all(uint16_t *away, const SimAccess *access)
{
    const uint64_t *address = access->address, low = access->low;
    for (int l = 0; l < LANES; l++)
        away[l] = (uint16_t)(address[l] - low);
    return LANES;
}

static uint32_t words_of(const Head *head)
{
    return HEAD_WORDS + (head->starts + 1) / 2;
}

bool race_log_add(RaceLog *log, uint32_t most, const SimAccess *access, uint32_t warp,
                  uint16_t clock, uint32_t site)
{
    const bool repeats = access->repeats != 0;
    /* Lanes that follow where others repeat begin runs of their own. */
    uint32_t begins = access->mask & ~(repeats ? access->repeats : access->follows);
    if (access->high - access->low > FARTHEST || !make_room(log, most))
        return false;
    Head *head = (Head *)(void *)(log->words + log->count);
    uint16_t *away = (uint16_t *)(head + 1);
    bool all = access->mask == UINT32_MAX && __builtin_popcount(begins) > FEW_RUNS;
    begins = all ? UINT32_MAX : begins;
    *head = (Head){.clock = clock,
                   .site = (uint16_t)site,
                   .warp = (uint8_t)warp,
                   .bytes = (uint8_t)access->bytes,
                   .repeats = repeats,
                   .starts = (uint8_t)(all ? put_all(away, access) : put_few(away, access, begins)),
                   .mask = access->mask,
                   .begins = begins,
                   .low = (uint32_t)access->low};
    log->count += words_of(head);
    log->reads++;
    return true;
}

static void find_shape(LoggedRead *read)
{
    read->low = UINT64_MAX;
    read->high = read->follows = read->repeats = 0;
    for (uint32_t left = read->mask; left; left &= left - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(left);
        const uint64_t at = read->address[lane];
        const bool pair = lane && read->mask >> (lane - 1) & 1;
        const uint64_t step = pair ? at - read->address[lane - 1] : UINT64_MAX;
        read->follows |= (uint32_t)(step == read->bytes) << lane;
        read->repeats |= (uint32_t)(step == 0) << lane;
        read->low = at < read->low ? at : read->low;
        read->high = at + read->bytes > read->high ? at + read->bytes : read->high;
    }
}

uint32_t race_log_read(const RaceLog *log, uint32_t at, LoggedRead *out)
{
    const Head *head = (const Head *)(const void *)(log->words + at);
    const uint16_t *away = (const uint16_t *)(head + 1);
    uint64_t last = 0;
    *out = (LoggedRead){.warp = head->warp,
                        .site = head->site,
                        .clock = head->clock,
                        .bytes = head->bytes,
                        .mask = head->mask};
    for (uint32_t left = head->mask; left; left &= left - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(left);
        last = head->begins >> lane & 1 ? head->low + *away++
                                        : last + (head->repeats ? 0 : head->bytes);
        out->address[lane] = last;
    }
    find_shape(out);
    return at + words_of(head);
}

void race_log_clear(RaceLog *log)
{
    log->count = log->reads = 0;
}

size_t race_log_held(const RaceLog *log)
{
    return log->room * sizeof *log->words;
}

void race_log_free(RaceLog *log)
{
    free(log->words);
    *log = (RaceLog){0};
}
