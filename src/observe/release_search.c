/* Whether what a warp has read of releases covers a moment, over any number of blocks. */
#include <stdlib.h>

#include "observe/block_past.h"
#include "observe/read_log.h"
#include "observe/release_log.h"

/* What searches came to: of this thread, clocks below `yes` are covered and those from `no` on are
 * not. */
typedef struct Answer {
    uint32_t stamp, lanes, block, thread;
    uint32_t yes, no;
} Answer;

enum {
    ANSWERS = 2048,
    LATEST_AT_ONCE = 4, /* before it is known how far back it is worth it */
    LATEST = 256
};

/* NULL: no memory. */
static Answer *answer_for(ReleaseLogs *logs, const SeenList *seen, uint32_t lanes, Moment moment)
{
    if (!logs->answers)
        logs->answers = calloc(ANSWERS, sizeof *logs->answers);
    if (!logs->answers || !seen->stamp)
        return NULL;
    uint32_t thread = moment.warp * 32 + moment.lane;
    uint64_t hash = (seen->stamp ^ (uint64_t)lanes << 32) * RELEASE_HASH_FACTOR;
    hash = (hash ^ (moment.block | (uint64_t)thread << 32)) * RELEASE_HASH_FACTOR;
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
    const Release *release =
        release_newest_seen(log, item->length, moment.block, SIM_SCOPE_CLUSTER);
    return release && release_clock(release, moment.warp, moment.lane) > moment.clock;
}

/* Looks at one item; what its releasers had read is put off. */
static bool covers(ReleaseLogs *logs, const Seen *item, Moment moment, Search *search)
{
    if (item->newest <= search->until)
        return false;
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
        while (first > from && read_log->times[first - 1].when > search->until)
            first--;
        return first < item->length &&
               !search_push(search, read_log->items + first, item->length - first);
    }
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

static const ReadLog *own_log(const ReleaseLogs *logs, const SeenList *seen)
{
    return seen->read_log ? &logs->read_logs[seen->read_log - 1] : NULL;
}

/* What a thread uses is mostly ordered by what it has read just before. Looks at up to `most` of
 * its newest reads. */
static bool latest_cover(const ReleaseLogs *logs, const SeenList *seen, uint32_t lanes,
                         Moment moment, uint32_t until, uint32_t most)
{
    const ReadLog *log = own_log(logs, seen);
    const uint32_t shared = seen->shared;
    for (uint32_t i = log ? read_log_newest(log, shared, lanes) : 0;
         i && most && log->times[i - 1].when > until; i = read_log_older(log, shared, lanes, i)) {
        const Seen *item = &log->items[i - 1];
        if (item->newest <= until || (i > shared && !read_by(item, lanes)))
            continue;
        if (log_covers(logs, item, moment))
            return true;
        most--;
    }
    return false;
}

/* The same of all that was read, and of what its releasers had read. */
static bool begin_search(ReleaseLogs *logs, const SeenList *seen, uint32_t lanes, Moment moment,
                         Search *search)
{
    const ReadLog *log = seen->parted ? NULL : own_log(logs, seen);
    const uint32_t shared = seen->shared;
    for (uint32_t i = log ? read_log_newest(log, shared, lanes) : 0;
         i && log->times[i - 1].when > search->until; i = read_log_older(log, shared, lanes, i))
        if ((i <= shared || read_by(&log->items[i - 1], lanes)) &&
            covers(logs, &log->items[i - 1], moment, search))
            return true;
    for (size_t i = seen->count; i-- > 0;) {
        const Seen *item = &seen->items[i];
        if (log && !read_log_is(item)) /* references sort last */
            return false;
        if (item->newest > search->until && read_by(item, lanes) &&
            covers(logs, item, moment, search))
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
    logs->visit++;
    bool found = begin_search(logs, seen, lanes, moment, &search);
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
    bool covered = latest_cover(logs, seen, lanes, moment, 0, LATEST_AT_ONCE);
    if (!covered) {
        uint32_t until = block_past_until(logs, moment);
        if (until == UINT32_MAX)
            return false;
        covered = latest_cover(logs, seen, lanes, moment, until, LATEST) ||
                  search_all(logs, seen, lanes, moment, until);
    }
    if (answer && covered)
        answer->yes = moment.clock + 1u;
    else if (answer)
        answer->no = moment.clock;
    return covered;
}
