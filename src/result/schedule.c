/* Stamps of blocks sorted, counted and summed up. */
#include "result/schedule.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "result/schedule_deal.h"

/* All blocks that were seen, before it is known how many are kept. */
typedef struct Blocks {
    ScheduleSpan *data;
    uint64_t count;
} Blocks;

static int compare_begin(const void *a, const void *b)
{
    const ScheduleSpan *x = a, *y = b;
    if (x->begin_ns != y->begin_ns)
        return x->begin_ns < y->begin_ns ? -1 : 1;
    return x->block < y->block ? -1 : x->block > y->block;
}

static int compare_double(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* Blocks with both stamps, in the device's clock. */
static void take_stamps(const ScheduleInput *input, Blocks *out)
{
    out->data = memory_alloc_array(input->blocks + 1, sizeof *out->data);
    for (uint64_t i = 0; i < input->blocks; i++) {
        const BlockStamp *stamp = &input->stamps[i];
        if (stamp->end == 0 || stamp->end < stamp->begin || stamp->sm >= SCHEDULE_SMS)
            continue;
        out->data[out->count++] =
            (ScheduleSpan){i, stamp->sm, (double)stamp->begin, (double)stamp->end};
    }
}

/* From the first begin on, in nanoseconds. Ticks are whole numbers below 2^53 once the first is
 * taken off, but a clock since 1970 is not: so it is taken off in integers. */
static void rebase(const ScheduleInput *input, Blocks *blocks)
{
    uint64_t first = UINT64_MAX;
    for (uint64_t i = 0; i < blocks->count; i++) {
        uint64_t begin = input->stamps[blocks->data[i].block].begin;
        first = begin < first ? begin : first;
    }
    for (uint64_t i = 0; i < blocks->count; i++) {
        const BlockStamp *stamp = &input->stamps[blocks->data[i].block];
        blocks->data[i].begin_ns = (double)(stamp->begin - first) * input->tick_ns;
        blocks->data[i].end_ns = (double)(stamp->end - first) * input->tick_ns;
    }
}

/* The least step between two begins or within a block. */
static double tick_of(const Blocks *blocks)
{
    double least = INFINITY;
    for (uint64_t i = 0; i < blocks->count; i++) {
        const ScheduleSpan *span = &blocks->data[i];
        double step = i ? span->begin_ns - span[-1].begin_ns : 0;
        double length = span->end_ns - span->begin_ns;
        least = step > 0 && step < least ? step : least;
        least = length > 0 && length < least ? length : least;
    }
    return isinf(least) ? 0 : least;
}

/* One begin or end, to be counted in order of time. */
typedef struct Edge {
    double at;
    uint32_t sm;
    int step;
} Edge;

static int compare_edge(const void *a, const void *b)
{
    const Edge *x = a, *y = b;
    if (x->at != y->at)
        return x->at < y->at ? -1 : 1;
    return x->step - y->step; /* ends first */
}

static uint32_t most_at_once(const Blocks *blocks)
{
    Edge *edges = memory_alloc_array(2 * blocks->count + 1, sizeof *edges);
    uint32_t held[SCHEDULE_SMS] = {0}, most = 1;
    for (uint64_t i = 0; i < blocks->count; i++) {
        const ScheduleSpan *span = &blocks->data[i];
        edges[2 * i] = (Edge){span->begin_ns, span->sm, 1};
        edges[2 * i + 1] = (Edge){span->end_ns, span->sm, -1};
    }
    qsort(edges, 2 * blocks->count, sizeof *edges, compare_edge);
    for (uint64_t i = 0; i < 2 * blocks->count; i++) {
        uint32_t *now = &held[edges[i].sm];
        if (edges[i].step > 0 && ++*now > most)
            most = *now;
        else if (edges[i].step < 0 && *now > 0)
            --*now;
    }
    free(edges);
    return most;
}

static void count_sms(const Blocks *blocks, uint64_t from, uint32_t *out)
{
    bool seen[SCHEDULE_SMS] = {false};
    *out = 0;
    for (uint64_t i = from; i < blocks->count; i++) {
        *out += !seen[blocks->data[i].sm];
        seen[blocks->data[i].sm] = true;
    }
}

static void count_waves(const Blocks *blocks, Schedule *out)
{
    uint64_t places = (uint64_t)out->per_sm * out->sms;
    uint64_t before = (blocks->count - 1) / places * places; /* in waves before the last */
    out->waves = (double)blocks->count / (double)places;
    out->last_blocks = blocks->count - before;
    count_sms(blocks, before, &out->last_sms);
    for (uint64_t i = 0; i < blocks->count && out->wave_ns.size < SCHEDULE_WAVES; i += places)
        vec_push(&out->wave_ns, blocks->data[i].begin_ns);
}

static void measure_blocks(const Blocks *blocks, Schedule *out)
{
    double *lengths = memory_alloc_array(blocks->count + 1, sizeof *lengths);
    for (uint64_t i = 0; i < blocks->count; i++)
        lengths[i] = blocks->data[i].end_ns - blocks->data[i].begin_ns;
    qsort(lengths, blocks->count, sizeof *lengths, compare_double);
    out->least_ns = lengths[0];
    out->median_ns = lengths[blocks->count / 2];
    out->most_ns = lengths[blocks->count - 1];
    free(lengths);
}

/* How much of the places' time was used from `from` on. */
static double filled_from(const Blocks *blocks, const Schedule *schedule, double from)
{
    double used = 0, all = (schedule->total_ns - from) * schedule->per_sm * schedule->sms;
    for (uint64_t i = 0; i < blocks->count; i++) {
        const ScheduleSpan *span = &blocks->data[i];
        used += fmax(0, span->end_ns - fmax(span->begin_ns, from));
    }
    return all > 0 ? fmin(1, used / all) : 1;
}

static void add_busy(const ScheduleSpan *span, Schedule *out)
{
    double part = out->total_ns / out->parts;
    double *row = &out->busy.data[(size_t)span->sm * out->parts];
    uint32_t first = (uint32_t)(span->begin_ns / part);
    for (uint32_t i = first; i < out->parts && i * part < span->end_ns; i++)
        row[i] += (fmin(span->end_ns, (i + 1) * part) - fmax(span->begin_ns, i * part)) / part;
}

static void fill_parts(const Blocks *blocks, Schedule *out)
{
    if (!(out->total_ns > 0))
        return;
    out->parts = SCHEDULE_PARTS;
    for (size_t i = 0; i < (size_t)out->sms * out->parts; i++)
        vec_push(&out->busy, 0.0);
    for (uint64_t i = 0; i < blocks->count; i++)
        add_busy(&blocks->data[i], out);
}

static void sum_up(const Blocks *blocks, Schedule *out)
{
    for (uint64_t i = 0; i < blocks->count; i++)
        out->total_ns = fmax(out->total_ns, blocks->data[i].end_ns);
    count_sms(blocks, 0, &out->used_sms);
    count_waves(blocks, out);
    measure_blocks(blocks, out);
    double last = blocks->data[blocks->count - 1].begin_ns;
    out->tail_ns = out->total_ns - last;
    out->tail_filled = filled_from(blocks, out, last);
    out->filled = filled_from(blocks, out, 0);
    fill_parts(blocks, out);
    for (uint64_t i = 0; i < blocks->count && blocks->count <= SCHEDULE_SPANS; i++)
        vec_push(&out->spans, blocks->data[i]);
}

void schedule_make(const ScheduleInput *input, Schedule *out)
{
    Blocks blocks = {0};
    *out = (Schedule){.simulated = input->simulated, .blocks = input->blocks};
    take_stamps(input, &blocks);
    out->unseen = input->blocks - blocks.count;
    out->sms = input->sms < 1 ? 1 : input->sms > SCHEDULE_SMS ? SCHEDULE_SMS : input->sms;
    for (uint64_t i = 0; i < blocks.count; i++)
        if (blocks.data[i].sm >= out->sms)
            out->sms = blocks.data[i].sm + 1;
    out->per_sm = input->per_sm;
    if (blocks.count > 0) {
        rebase(input, &blocks);
        if (input->simulated)
            schedule_deal(blocks.data, blocks.count, out->sms, input->per_sm ? input->per_sm : 1);
        qsort(blocks.data, blocks.count, sizeof *blocks.data, compare_begin);
        out->tick_ns = input->simulated ? 0 : tick_of(&blocks);
        if (!out->per_sm)
            out->per_sm = input->simulated ? 1 : most_at_once(&blocks);
        sum_up(&blocks, out);
    } else {
        out->trouble = memory_clone_text("no block left its stamps");
    }
    free(blocks.data);
}

void schedule_free(Schedule *schedule)
{
    vec_free(&schedule->spans);
    vec_free(&schedule->wave_ns);
    vec_free(&schedule->busy);
    free(schedule->trouble);
    *schedule = (Schedule){0};
}
