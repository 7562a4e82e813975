/* Releases to synchronising locations, as logs. */
#include "observe/release.h"

#include <stdlib.h>
#include <string.h>

#include "observe/block_past.h"
#include "observe/read_log.h"
#include "observe/release_log.h"

Release *release_new(ReleaseLogs *logs, uint32_t warps)
{
    const size_t size = sizeof(Release) + warps * sizeof(uint16_t);
    Release *release = arena_alloc(&logs->arena, size);
    release->seen = (SeenList){.items = release->first, .room = 2, .lent = true};
    release->next = logs->all;
    logs->all = release;
    return release;
}

void release_make_own(Release *release, ReleaseLogs *logs, uint32_t warp)
{
    if (release->own && release->own_warp == warp)
        return;
    if (release->own)
        for (uint32_t lane = 0; lane < 32; lane++)
            if (release->clocks[release->own_warp] < release->own[lane])
                release->clocks[release->own_warp] = release->own[lane];
    release->own = arena_alloc_array(&logs->arena, 32, sizeof *release->own);
    release->own_warp = warp;
}

void release_logs_free(ReleaseLogs *logs)
{
    for (Release *release = logs->all; release; release = release->next)
        seen_list_free(&release->seen);
    read_logs_free(logs);
    block_pasts_free(logs);
    free(logs->logs);
    free(logs->slots);
    free(logs->answers);
    arena_free(&logs->arena);
    *logs = (ReleaseLogs){0};
}

static size_t first_slot(const ReleaseLogs *logs, uint64_t key)
{
    return (size_t)((key * RELEASE_HASH_FACTOR) >> 24) & (logs->capacity - 1);
}

static size_t log_slot(const ReleaseLogs *logs, uint64_t key)
{
    size_t mask = logs->capacity - 1;
    size_t at = first_slot(logs, key);
    while (logs->slots[at] && logs->logs[logs->slots[at] - 1].key != key)
        at = (at + 1) & mask;
    return at;
}

static bool logs_grow(ReleaseLogs *logs)
{
    uint32_t room = logs->room ? logs->room * 2 : 32;
    ReleaseLog *more = realloc(logs->logs, room * sizeof *more);
    if (!more)
        return false;
    logs->logs = more;
    uint32_t *slots = calloc((size_t)room * 2, sizeof *slots);
    if (!slots)
        return false;
    free(logs->slots);
    logs->slots = slots;
    logs->capacity = (size_t)room * 2;
    logs->room = room;
    for (uint32_t i = 0; i < logs->count; i++)
        slots[log_slot(logs, more[i].key)] = i + 1;
    return true;
}

/* The location's log, as long as no other one is made; NULL: none. Mostly the last one is asked for
 * again. */
static ReleaseLog *log_find(ReleaseLogs *logs, uint64_t key)
{
    if (logs->last < logs->count && logs->logs[logs->last].key == key)
        return &logs->logs[logs->last];
    uint32_t number = logs->capacity ? logs->slots[log_slot(logs, key)] : 0;
    if (number == 0)
        return NULL;
    logs->last = number - 1;
    return &logs->logs[number - 1];
}

void release_fetch(const ReleaseLogs *logs, const uint64_t *keys, uint32_t mask, uint32_t block)
{
    const ReleaseLog *found[32];
    uint32_t count = 0;
    if (!logs->capacity)
        return;
    for (uint32_t left = mask; left; left &= left - 1)
        __builtin_prefetch(&logs->slots[first_slot(logs, keys[__builtin_ctz(left)])]);
    for (uint32_t left = mask; left; left &= left - 1) {
        const uint32_t number = logs->slots[first_slot(logs, keys[__builtin_ctz(left)])];
        if (number)
            __builtin_prefetch(found[count++] = &logs->logs[number - 1]);
    }
    for (uint32_t i = 0; i < count; i++) {
        const ReleaseLog *log = found[i];
        if (log->count)
            __builtin_prefetch(&log->entries[log->count - 1]);
        if (log->newest)
            __builtin_prefetch(&log->newest[release_newest_first(log, block)]);
    }
}

bool release_is_logged(ReleaseLogs *logs, uint64_t key)
{
    const ReleaseLog *log = log_find(logs, key);
    return log && log->count != 0;
}

static ReleaseLog *log_for(ReleaseLogs *logs, uint64_t key)
{
    ReleaseLog *log = log_find(logs, key);
    if (log)
        return log;
    if (logs->count == logs->room && !logs_grow(logs))
        return NULL;
    logs->last = logs->count++;
    logs->slots[log_slot(logs, key)] = logs->count;
    logs->logs[logs->last] = (ReleaseLog){.key = key};
    return &logs->logs[logs->last];
}

static void put_newest(ReleaseLog *log, uint32_t entry)
{
    uint32_t *newest = &log->newest[release_newest_slot(log, log->entries[entry].block)];
    log->entries[entry].previous = *newest;
    *newest = entry + 1;
}

static void log_grow(ReleaseLogs *logs, ReleaseLog *log)
{
    const LogEntry *entries = log->entries;
    log->room = log->room ? log->room * 2 : 2;
    log->entries = arena_alloc_array(&logs->arena, log->room, sizeof *log->entries);
    if (log->count)
        memcpy(log->entries, entries, log->count * sizeof *entries);
    if (log->room <= RELEASE_LOG_SHORT)
        return;
    log->newest = arena_alloc_array(&logs->arena, (size_t)log->room * 2, sizeof *log->newest);
    for (uint32_t i = 0; i < log->count; i++)
        put_newest(log, i);
}

/* The clock of each lane of a warp up to which it is known. */
static void lane_clocks(const Release *release, uint32_t warp, uint16_t clocks[32])
{
    const bool own = release->own && release->own_warp == warp;
    for (uint32_t lane = 0; lane < 32; lane++)
        clocks[lane] = release->clocks[warp];
    for (uint32_t lane = 0; own && lane < 32; lane++)
        clocks[lane] = clocks[lane] < release->own[lane] ? release->own[lane] : clocks[lane];
}

static bool knows_lanes(const Release *release, const Release *other, uint32_t warp)
{
    uint16_t known[32], wanted[32], lacks = 0;
    lane_clocks(release, warp, known);
    lane_clocks(other, warp, wanted);
    for (uint32_t lane = 0; lane < 32; lane++)
        lacks |= wanted[lane] > known[lane];
    return !lacks;
}

static bool knows_all(const Release *release, const Release *other, uint32_t warps)
{
    if (other->scope > release->scope)
        return false;
    for (uint32_t i = 0; i < warps; i++)
        if (other->clocks[i] > release->clocks[i] && !knows_lanes(release, other, i))
            return false;
    return (!other->own || knows_lanes(release, other, other->own_warp)) &&
           seen_has_all(&release->seen, &other->seen);
}

/* One warp's lanes can be told apart; of two such warps, one's are not any more. */
static void join_own(ReleaseLogs *logs, Release *into, const Release *from)
{
    if (!from->own)
        return;
    uint32_t warp = from->own_warp;
    if (into->own && into->own_warp != warp) {
        for (uint32_t lane = 0; lane < 32; lane++)
            if (into->clocks[warp] < from->own[lane])
                into->clocks[warp] = from->own[lane];
    } else {
        release_make_own(into, logs, warp);
        for (uint32_t lane = 0; lane < 32; lane++)
            if (into->own[lane] < from->own[lane])
                into->own[lane] = from->own[lane];
    }
}

static void join_into(ReleaseLogs *logs, Release *into, const Release *from, uint32_t warps)
{
    if (into == from)
        return;
    seen_merge(&into->seen, &from->seen, SEEN_BY_ALL);
    for (uint32_t i = 0; i < warps; i++)
        if (into->clocks[i] < from->clocks[i])
            into->clocks[i] = from->clocks[i];
    join_own(logs, into, from);
}

Release *release_join(ReleaseLogs *logs, Release *a, Release *b, SimScope scope, uint32_t warps,
                      Release *spare)
{
    if (a->scope >= scope && (a == b || knows_all(a, b, warps)))
        return a;
    if (b->scope >= scope && knows_all(b, a, warps))
        return b;
    Release *both = spare ? spare : release_new(logs, warps);
    both->scope = scope;
    join_into(logs, both, a, warps);
    join_into(logs, both, b, warps);
    return both;
}

bool release_append(ReleaseLogs *logs, uint64_t key, uint32_t block, Release *release,
                    uint32_t warps)
{
    ReleaseLog *log = log_for(logs, key);
    if (!log)
        return false;
    Release *before = release_newest_seen(log, log->count, block, SIM_SCOPE_NONE);
    /* Who reads an atomic update learns what those who updated before had released (release
     * sequences, ISA 8.8), so the newest of a block stands for its earlier ones too. */
    if (before)
        release = release_join(logs, before, release, release->scope, warps, NULL);
    if (release == before)
        return true; /* nothing new since */
    if (log->count == log->room)
        log_grow(logs, log);
    release->logged = true;
    log->wide |= release->scope > SIM_SCOPE_CTA;
    log->entries[log->count] = (LogEntry){block, 0, ++logs->when, release};
    if (log->newest)
        put_newest(log, log->count);
    log->count++;
    return true;
}

static void move_pending(ReleaseLogs *logs, uint64_t key, uint64_t pending, uint32_t warps)
{
    if (!release_is_logged(logs, pending))
        return;
    size_t number = logs->slots[log_slot(logs, pending)] - 1; /* logs may move */
    while (logs->logs[number].moved < logs->logs[number].count) {
        LogEntry entry = logs->logs[number].entries[logs->logs[number].moved++];
        if (!release_append(logs, key, entry.block, entry.release, warps))
            return;
    }
}

bool release_is_phased(ReleaseLogs *logs, uint64_t key)
{
    const ReleaseLog *log = log_find(logs, key);
    return log && log->phased;
}

bool release_phase(ReleaseLogs *logs, uint64_t key, uint64_t pending, bool phase, uint32_t warps)
{
    ReleaseLog *log = log_for(logs, key);
    if (!log)
        return false;
    bool ended = log->phased && log->phase != phase;
    log->phased = true;
    log->phase = phase;
    if (ended)
        move_pending(logs, key, pending, warps);
    return true;
}

const Release *release_read(ReleaseLogs *logs, uint64_t key, uint32_t block, Seen *out)
{
    const ReleaseLog *log = log_find(logs, key);
    *out = (Seen){0};
    if (!log)
        return NULL;
    if (log->wide)
        *out = (Seen){.log = (uint32_t)(log - logs->logs),
                      .length = log->count,
                      .newest = log->entries[log->count - 1].when};
    return release_newest_seen(log, log->count, block, SIM_SCOPE_NONE);
}
