/* Releases to synchronising locations, as logs. */
#include "observe/release.h"

#include <stdlib.h>
#include <string.h>

#include "observe/block_past.h"
#include "observe/read_log.h"

#define HASH_FACTOR UINT64_C(0x9E3779B97F4A7C15)

typedef struct LogEntry {
    uint32_t block;
    uint32_t previous; /* entry of the same block before, + 1; 0: none */
    uint32_t when;
    Release *release;
} LogEntry;

/* All releases to one location, and for each block its newest (a hash of block to entry + 1). */
struct ReleaseLog {
    uint64_t key;
    LogEntry *entries;
    uint32_t count, room;
    uint32_t *newest;   /* [2 * room] */
    bool wide;          /* some release reaches other blocks */
    bool phased, phase; /* of an mbarrier; and the phase that it was in */
    uint32_t moved;     /* entries that can be read at another log */
    uint32_t visit;     /* the last search that came here, and how far it looked */
    uint32_t visited;
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

static void own_forget(Release *release)
{
    for (uint32_t lane = 0; release->own && lane < 32; lane++)
        if (release->clocks[release->own_warp] < release->own[lane])
            release->clocks[release->own_warp] = release->own[lane];
    free(release->own);
    release->own = NULL;
}

bool release_make_own(Release *release, uint32_t warp)
{
    if (release->own && release->own_warp == warp)
        return true;
    own_forget(release);
    release->own = calloc(32, sizeof *release->own);
    release->own_warp = warp;
    return release->own != NULL;
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
        free(release->own);
        free(release);
    }
    read_logs_free(logs);
    block_pasts_free(logs);
    free(logs->logs);
    free(logs->slots);
    free(logs->answers);
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
    uint32_t number = logs->capacity ? logs->slots[log_slot(logs, key)] : 0;
    return number && logs->logs[number - 1].count != 0;
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

static bool knows_lanes(const Release *release, const Release *other, uint32_t warp)
{
    for (uint32_t lane = 0; lane < 32; lane++)
        if (release_clock(other, warp, lane) > release_clock(release, warp, lane))
            return false;
    return true;
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
static void join_own(Release *into, const Release *from)
{
    if (!from->own)
        return;
    uint32_t warp = from->own_warp;
    if (into->own && into->own_warp != warp) {
        for (uint32_t lane = 0; lane < 32; lane++)
            if (into->clocks[warp] < from->own[lane])
                into->clocks[warp] = from->own[lane];
    } else if (release_make_own(into, warp)) {
        for (uint32_t lane = 0; lane < 32; lane++)
            if (into->own[lane] < from->own[lane])
                into->own[lane] = from->own[lane];
    }
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
    seen_merge(&both->seen, &a->seen, SEEN_BY_ALL);
    seen_merge(&both->seen, &b->seen, SEEN_BY_ALL);
    for (uint32_t i = 0; i < warps; i++)
        both->clocks[i] = a->clocks[i] > b->clocks[i] ? a->clocks[i] : b->clocks[i];
    join_own(both, a);
    join_own(both, b);
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
    log->entries[log->count] = (LogEntry){block, *newest, ++logs->when, release};
    *newest = ++log->count;
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

bool release_is_phased(const ReleaseLogs *logs, uint64_t key)
{
    uint32_t number = logs->capacity ? logs->slots[log_slot(logs, key)] : 0;
    return number && logs->logs[number - 1].phased;
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

const Release *release_read(const ReleaseLogs *logs, uint64_t key, uint32_t block, Seen *out)
{
    uint32_t number = logs->count ? logs->slots[log_slot(logs, key)] : 0;
    *out = (Seen){0};
    if (number == 0)
        return NULL;
    const ReleaseLog *log = &logs->logs[number - 1];
    if (log->wide)
        *out = (Seen){.log = number - 1, .length = log->count};
    return newest_seen(log, log->count, block, SIM_SCOPE_NONE);
}

/* What searches came to: of this thread, clocks below `yes` are covered and those from `no` on are
 * not. */
typedef struct Answer {
    uint32_t stamp, lanes, block, thread;
    uint32_t yes, no;
} Answer;

enum { ANSWERS = 2048 };

/* NULL: no memory. */
static Answer *answer_for(ReleaseLogs *logs, const SeenList *seen, uint32_t lanes, Moment moment)
{
    if (!logs->answers)
        logs->answers = calloc(ANSWERS, sizeof *logs->answers);
    if (!logs->answers || !seen->stamp)
        return NULL;
    uint32_t thread = moment.warp * 32 + moment.lane;
    uint64_t hash = (seen->stamp ^ (uint64_t)lanes << 32) * HASH_FACTOR;
    hash = (hash ^ (moment.block | (uint64_t)thread << 32)) * HASH_FACTOR;
    Answer *answer = &logs->answers[(hash >> 32) % ANSWERS];
    if (answer->stamp != seen->stamp || answer->lanes != lanes || answer->block != moment.block ||
        answer->thread != thread)
        *answer = (Answer){seen->stamp, lanes, moment.block, thread, 0, UINT32_MAX};
    return answer;
}

/* Items that a search has still to look at. */
typedef struct Span {
    const Seen *items;
    size_t count;
} Span;
typedef struct Search {
    Span *spans;
    size_t count, room;
    uint32_t until; /* what was logged up to then is left out */
} Search;

static bool search_push(Search *search, const Seen *items, size_t count)
{
    if (search->count == search->room) {
        size_t room = search->room ? search->room * 2 : 32;
        Span *spans = realloc(search->spans, room * sizeof *spans);
        if (!spans)
            return false;
        search->spans = spans;
        search->room = room;
    }
    search->spans[search->count++] = (Span){items, count};
    return true;
}

/* Is it among what was released at this location? */
static bool log_covers(const ReleaseLogs *logs, const Seen *item, Moment moment)
{
    const ReleaseLog *log = &logs->logs[item->log];
    const Release *release = newest_seen(log, item->length, moment.block, SIM_SCOPE_CLUSTER);
    return release && release_clock(release, moment.warp, moment.lane) > moment.clock;
}

/* Looks at one item; what its releasers had read is put off. */
static bool covers(ReleaseLogs *logs, const Seen *item, Moment moment, Search *search)
{
    ReadLog *read_log = read_log_is(item) ? read_log_at(logs, item) : NULL;
    ReleaseLog *log = read_log ? NULL : &logs->logs[item->log];
    uint32_t *visit = read_log ? &read_log->visit : &log->visit;
    uint32_t *visited = read_log ? &read_log->visited : &log->visited;
    uint32_t from = *visit == logs->visit ? *visited : 0;
    if (from >= item->length)
        return false;
    *visit = logs->visit;
    *visited = item->length;
    logs->visited += item->length - from + 1;
    if (read_log) {
        uint32_t first = item->length;
        while (first > from && read_log->whens[first - 1] > search->until)
            first--;
        return first < item->length &&
               !search_push(search, read_log->items + first, item->length - first);
    }
    if (log->entries[item->length - 1].when <= search->until)
        return false;
    if (log_covers(logs, item, moment))
        return true;
    for (uint32_t e = item->length; e > from && log->entries[e - 1].when > search->until; e--) {
        const SeenList *seen = &log->entries[e - 1].release->seen;
        if (seen->count && !search_push(search, seen->items, seen->count))
            return true;
    }
    return false;
}

static bool read_by(const Seen *item, uint32_t lanes)
{
    return lanes == SEEN_BY_ALL ? item->lanes == lanes : item->lanes & lanes;
}

/* What a thread uses is mostly ordered by what it has read just before. */
static bool latest_cover(const ReleaseLogs *logs, const SeenList *seen, uint32_t lanes,
                         Moment moment, uint32_t until)
{
    enum { LATEST = 256 };
    const ReadLog *read_log = seen->read_log ? &logs->read_logs[seen->read_log - 1] : NULL;
    uint32_t count = read_log ? read_log->count : 0;
    for (uint32_t i = count; i > 0 && count - i < LATEST; i--) {
        if (read_log->whens[i - 1] <= until)
            return false;
        if ((i <= seen->shared || read_by(&read_log->items[i - 1], lanes)) &&
            log_covers(logs, &read_log->items[i - 1], moment))
            return true;
    }
    return false;
}

static bool search_all(ReleaseLogs *logs, const SeenList *seen, uint32_t lanes, Moment moment,
                       uint32_t until)
{
    /* A program whose blocks pass on more than that counts as ordered. */
    static const uint64_t VISITS_MAX = 200000000;
    Search search = {.until = until};
    bool found = false;
    logs->visit++;
    for (size_t i = 0; i < seen->count && !found; i++)
        if (read_by(&seen->items[i], lanes))
            found = covers(logs, &seen->items[i], moment, &search);
    while (!found && search.count) {
        Span span = search.spans[--search.count];
        while (!found && span.count)
            found = covers(logs, &span.items[--span.count], moment, &search);
        found |= logs->visited > VISITS_MAX;
    }
    free(search.spans);
    return found;
}

bool release_covers(ReleaseLogs *logs, const SeenList *seen, uint32_t lanes, Moment moment)
{
    Answer *answer = answer_for(logs, seen, lanes, moment);
    if (answer && moment.clock < answer->yes)
        return true;
    if (answer && moment.clock >= answer->no)
        return false;
    uint32_t until = block_past_until(logs, moment);
    if (until == UINT32_MAX)
        return false;
    bool covered = latest_cover(logs, seen, lanes, moment, until) ||
                   search_all(logs, seen, lanes, moment, until);
    if (answer && covered)
        answer->yes = moment.clock + 1u;
    else if (answer)
        answer->no = moment.clock;
    return covered;
}
