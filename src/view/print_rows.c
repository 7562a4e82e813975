/* Which records the printf pane shows: filter, groups of equal lines, search. */
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "view/print_pane.h"

enum { WARP_LANES = 32 };

bool print_filter_any(const PrintFilter *filter)
{
    return filter->by_block || filter->by_thread || filter->by_warp || filter->by_line ||
           filter->by_case;
}

static bool same(Dim3 a, Dim3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

/* CUDA C++ Programming Guide, "Thread Hierarchy": the thread's number in its block. */
static uint64_t warp_of(Dim3 thread, Dim3 shape)
{
    uint64_t row = thread.y + (uint64_t)thread.z * (shape.y ? shape.y : 1);
    return (thread.x + row * (shape.x ? shape.x : 1)) / WARP_LANES;
}

bool print_filter_passes(const PrintFilter *filter, const PrintRecord *record, Dim3 shape)
{
    bool by_place = filter->by_block || filter->by_thread || filter->by_warp || filter->by_line;
    if (filter->by_case && record->run != filter->which_case)
        return false;
    if (by_place && !record->attributed)
        return false;
    return (!filter->by_block || same(record->block, filter->block)) &&
           (!filter->by_thread || same(record->thread, filter->thread)) &&
           (!filter->by_warp || warp_of(record->thread, shape) == filter->warp) &&
           (!filter->by_line || record->line == filter->line);
}

static Dim3 shape_of(const Verdict *verdict, uint32_t run)
{
    return verdict && run < verdict->cases.size ? verdict->cases.data[run].prepared.block
                                                : (Dim3){0};
}

/* Rows by their text: open addressing over row numbers. */
typedef struct Groups {
    uint32_t *slots; /* row + 1; 0: free */
    size_t capacity; /* a power of two */
} Groups;

static View text_of(const PrintLog *log, uint32_t record)
{
    return (View){log->records.data[record].text, log->records.data[record].size};
}

/* The slot where a row with this text is, or would be. */
static uint32_t *slot_of(const Groups *groups, const PrintPane *print, const PrintLog *log,
                         View text)
{
    size_t at = hash_bytes(HASH_START, text.data, text.size) & (groups->capacity - 1);
    while (groups->slots[at] &&
           !view_equal(text_of(log, print->rows.data[groups->slots[at] - 1].record), text))
        at = (at + 1) & (groups->capacity - 1);
    return &groups->slots[at];
}

static void add_grouped(PrintPane *print, const PrintLog *log, Groups *groups, uint32_t record)
{
    uint32_t *slot = slot_of(groups, print, log, text_of(log, record));
    if (*slot) {
        print->rows.data[*slot - 1].equal++;
        return;
    }
    vec_push(&print->rows, (PrintRow){record, 1});
    *slot = (uint32_t)print->rows.size;
}

static int by_number(const void *a, const void *b)
{
    const PrintRow *x = a, *y = b;
    if (x->equal != y->equal)
        return x->equal > y->equal ? -1 : 1;
    return x->record < y->record ? -1 : 1;
}

/* What a hidden case prints would tell what it asks for. */
static bool is_hidden(const Exercise *exercise, const Verdict *verdict, uint32_t run)
{
    const CaseSpec *spec = NULL;
    if (verdict && run < verdict->cases.size)
        spec = verdict->cases.data[run].spec;
    else if (exercise && run < exercise->case_count)
        spec = &exercise->cases[run];
    return spec && spec->hidden;
}

static size_t count_shown(const PrintLog *log, const Exercise *exercise, const Verdict *verdict)
{
    size_t cases = verdict ? verdict->cases.size : 0, shown = 0;
    bool hides = false;
    if (exercise && exercise->case_count > cases)
        cases = exercise->case_count;
    for (uint32_t i = 0; i < cases; i++)
        hides |= is_hidden(exercise, verdict, i);
    if (!hides)
        return log->records.size;
    for (size_t i = 0; i < log->records.size; i++)
        shown += !is_hidden(exercise, verdict, log->records.data[i].run);
    return shown;
}

/* Are the rows the log's records, as they are? */
static bool is_whole(const PrintPane *print)
{
    return !print->grouped && !print_filter_any(&print->filter) && !print->hides;
}

void print_pane_update(PrintPane *print, const PrintLog *log, const Exercise *exercise,
                       const Verdict *verdict)
{
    Groups groups = {.capacity = 16};
    vec_clear(&print->rows);
    print->total = log ? count_shown(log, exercise, verdict) : 0;
    print->hides = log && print->total < log->records.size;
    if (!log || is_whole(print))
        return;
    while (groups.capacity < 2 * log->records.size)
        groups.capacity *= 2;
    if (print->grouped)
        groups.slots = memory_alloc_array(groups.capacity, sizeof *groups.slots);
    for (uint32_t i = 0; i < log->records.size; i++) {
        const PrintRecord *record = &log->records.data[i];
        if (is_hidden(exercise, verdict, record->run) ||
            !print_filter_passes(&print->filter, record, shape_of(verdict, record->run)))
            continue;
        if (print->grouped)
            add_grouped(print, log, &groups, i);
        else
            vec_push(&print->rows, (PrintRow){i, 1});
    }
    if (print->grouped && print->rows.size > 0)
        qsort(print->rows.data, print->rows.size, sizeof *print->rows.data, by_number);
    free(groups.slots);
}

void print_pane_free(PrintPane *print)
{
    vec_free(&print->rows);
    strbuf_free(&print->search);
}

size_t print_pane_count(const PrintPane *print, const PrintLog *log)
{
    if (!log)
        return 0;
    return is_whole(print) ? log->records.size : print->rows.size;
}

size_t print_pane_total(const PrintPane *print, const PrintLog *log)
{
    return !log ? 0 : print->hides ? print->total : log->records.size;
}

PrintRow print_pane_row(const PrintPane *print, size_t row)
{
    return is_whole(print) ? (PrintRow){(uint32_t)row, 1} : print->rows.data[row];
}

static bool holds(View text, View pattern)
{
    return pattern.size == 0 ||
           (text.size > 0 && memmem(text.data, text.size, pattern.data, pattern.size));
}

bool print_pane_search(const PrintPane *print, const PrintLog *log, size_t from, bool backwards,
                       size_t *row)
{
    size_t count = print_pane_count(print, log);
    for (size_t i = 0; i < count; i++) {
        size_t at = backwards ? (from + 2 * count - 1 - i) % count : (from + i) % count;
        if (holds(text_of(log, print_pane_row(print, at).record), strbuf_view(&print->search))) {
            *row = at;
            return true;
        }
    }
    return false;
}
