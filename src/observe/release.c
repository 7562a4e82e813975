/* Releases to synchronising locations, as logs. */
#include "observe/release.h"

#include <stdlib.h>
#include <string.h>

#define HASH_FACTOR UINT64_C(0x9E3779B97F4A7C15)

typedef struct LogEntry {
    uint32_t block;
    uint32_t previous; /* entry of the same block before, + 1; 0: none */
    Release *release;
} LogEntry;

/* All releases to one location, and for each block its newest (a hash of block to entry + 1). */
struct ReleaseLog {
    uint64_t key;
    LogEntry *entries;
    uint32_t count, room;
    uint32_t *newest; /* [2 * room] */
    bool wide;        /* some release reaches other blocks */
};

Release *release_new(ReleaseLogs *logs, uint32_t warps)
{
    Release *release = calloc(1, sizeof *release + warps * sizeof *release->clocks);
    if (!release)
        return NULL;
    release->next = logs->all;
    logs->all = release;
    return release;
}

void seen_list_free(SeenList *seen)
{
    free(seen->items);
    *seen = (SeenList){0};
}

void release_set_seen(Release *release, const SeenList *seen)
{
    seen_list_free(&release->seen);
    if (seen->count == 0)
        return;
    release->seen.items = malloc(seen->count * sizeof *seen->items);
    if (!release->seen.items)
        return;
    memcpy(release->seen.items, seen->items, seen->count * sizeof *seen->items);
    release->seen.count = release->seen.room = seen->count;
}

void release_logs_free(ReleaseLogs *logs)
{
    for (uint32_t i = 0; i < logs->count; i++) {
        free(logs->logs[i].entries);
        free(logs->logs[i].newest);
    }
    for (Release *release = logs->all, *next; release; release = next) {
        next = release->next;
        seen_list_free(&release->seen);
        free(release);
    }
    free(logs->logs);
    free(logs->slots);
    *logs = (ReleaseLogs){0};
}

static size_t log_slot(const ReleaseLogs *logs, uint64_t key)
{
    size_t mask = logs->capacity - 1;
    size_t at = (size_t)((key * HASH_FACTOR) >> 24) & mask;
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

bool release_is_logged(const ReleaseLogs *logs, uint64_t key)
{
    return logs->capacity && logs->slots[log_slot(logs, key)] != 0;
}

static ReleaseLog *log_for(ReleaseLogs *logs, uint64_t key)
{
    if (logs->count == logs->room && !logs_grow(logs))
        return NULL;
    size_t at = log_slot(logs, key);
    if (logs->slots[at] == 0) {
        logs->logs[logs->count] = (ReleaseLog){.key = key};
        logs->slots[at] = ++logs->count;
    }
    return &logs->logs[logs->slots[at] - 1];
}

static size_t newest_slot(const ReleaseLog *log, uint32_t block)
{
    size_t mask = (size_t)log->room * 2 - 1;
    size_t at = (block * HASH_FACTOR >> 24) & mask;
    while (log->newest[at] && log->entries[log->newest[at] - 1].block != block)
        at = (at + 1) & mask;
    return at;
}

static bool log_grow(ReleaseLog *log)
{
    uint32_t room = log->room ? log->room * 2 : 8;
    LogEntry *entries = realloc(log->entries, room * sizeof *entries);
    if (!entries)
        return false;
    log->entries = entries;
    uint32_t *newest = calloc((size_t)room * 2, sizeof *newest);
    if (!newest)
        return false;
    free(log->newest);
    log->newest = newest;
    log->room = room;
    for (uint32_t i = 0; i < log->count; i++) /* later entries replace earlier ones */
        newest[newest_slot(log, entries[i].block)] = i + 1;
    return true;
}

static bool knows_all(const Release *release, const Release *other, uint32_t warps)
{
    if (other->scope > release->scope || other->seen.count > release->seen.count)
        return false;
    for (uint32_t i = 0; i < warps; i++)
        if (other->clocks[i] > release->clocks[i])
            return false;
    return true;
}

Release *release_join(ReleaseLogs *logs, Release *a, Release *b, SimScope scope, uint32_t warps)
{
    if (knows_all(a, b, warps) && a->scope >= scope)
        return a;
    if (knows_all(b, a, warps) && b->scope >= scope)
        return b;
    Release *both = release_new(logs, warps);
    if (!both)
        return NULL;
    both->scope = scope;
    release_set_seen(both, a->seen.count > b->seen.count ? &a->seen : &b->seen);
    for (uint32_t i = 0; i < warps; i++)
        both->clocks[i] = a->clocks[i] > b->clocks[i] ? a->clocks[i] : b->clocks[i];
    return both;
}

bool release_append(ReleaseLogs *logs, uint64_t key, uint32_t block, Release *release,
                    uint32_t warps)
{
    ReleaseLog *log = log_for(logs, key);
    if (!log || (log->count == log->room && !log_grow(log)))
        return false;
    uint32_t *newest = &log->newest[newest_slot(log, block)];
    if (*newest) {
        Release *before = log->entries[*newest - 1].release;
        /* Who reads an atomic update learns what those who updated before had released (release
         * sequences, ISA 8.8), so the newest of a block stands for its earlier ones too. */
        release = release_join(logs, before, release, release->scope, warps);
        if (release == before || !release)
            return release != NULL; /* nothing new since */
    }
    release->logged = true;
    log->wide |= release->scope > SIM_SCOPE_CTA;
    log->entries[log->count] = (LogEntry){block, *newest, release};
    *newest = ++log->count;
    return true;
}

/* The newest release of a block, of at least a scope, that a reader of `length` entries has seen.
 */
static const Release *newest_seen(const ReleaseLog *log, uint32_t length, uint32_t block,
                                  SimScope scope)
{
    uint32_t entry = log->room ? log->newest[newest_slot(log, block)] : 0;
    while (entry && (entry > length || log->entries[entry - 1].release->scope < scope))
        entry = log->entries[entry - 1].previous;
    return entry ? log->entries[entry - 1].release : NULL;
}

static void remember(SeenList *seen, uint32_t log, uint32_t length)
{
    for (size_t i = 0; i < seen->count; i++) {
        if (seen->items[i].log == log) {
            seen->items[i].length = length;
            return;
        }
    }
    if (seen->count == seen->room) {
        size_t room = seen->room ? seen->room * 2 : 4;
        Seen *items = realloc(seen->items, room * sizeof *items);
        if (!items)
            return;
        seen->items = items;
        seen->room = room;
    }
    seen->items[seen->count++] = (Seen){log, length};
}

const Release *release_read(const ReleaseLogs *logs, uint64_t key, uint32_t block, SeenList *seen)
{
    uint32_t number = logs->count ? logs->slots[log_slot(logs, key)] : 0;
    if (number == 0)
        return NULL;
    const ReleaseLog *log = &logs->logs[number - 1];
    if (log->wide)
        remember(seen, number - 1, log->count);
    return newest_seen(log, log->count, block, SIM_SCOPE_NONE);
}

static bool covers(const ReleaseLogs *logs, const SeenList *seen, uint32_t block, uint32_t warp,
                   uint16_t clock, int depth)
{
    for (size_t i = 0; i < seen->count; i++) {
        const Seen *item = &seen->items[i];
        const Release *release =
            newest_seen(&logs->logs[item->log], item->length, block, SIM_SCOPE_CLUSTER);
        if (release && release->clocks[warp] > clock)
            return true;
    }
    for (size_t i = 0; depth > 0 && i < seen->count; i++) {
        const ReleaseLog *log = &logs->logs[seen->items[i].log];
        for (uint32_t e = seen->items[i].length; e-- > 0;) {
            const Release *release = log->entries[e].release;
            if (release->seen.count && covers(logs, &release->seen, block, warp, clock, depth - 1))
                return true;
        }
    }
    return false;
}

bool release_covers(const ReleaseLogs *logs, const SeenList *seen, uint32_t block, uint32_t warp,
                    uint16_t clock)
{
    enum { CHAIN_MAX = 3 }; /* flags passed on by more blocks than that count as unordered */
    return covers(logs, seen, block, warp, clock, CHAIN_MAX);
}
