/* An SM's own time runs as fast as each of its blocks gets on: slower, the more of them it holds. A
 * block then ends when the SM's own time has grown by the block's length. */
#include "result/schedule_deal.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"

/* A block on an SM. */
typedef struct Held {
    uint64_t block;
    double until; /* in the SM's own time */
} Held;

typedef struct Sm {
    Held *held;
    uint32_t count;
    double own, real; /* the same moment in both times: when its blocks changed last */
} Sm;

static const Held *first_to_end(const Sm *sm)
{
    const Held *first = &sm->held[0];
    for (uint32_t i = 1; i < sm->count; i++)
        if (sm->held[i].until < first->until)
            first = &sm->held[i];
    return first;
}

static double next_end(const Sm *sm)
{
    if (sm->count == 0)
        return INFINITY;
    return sm->real + (first_to_end(sm)->until - sm->own) * sm->count;
}

static void advance(Sm *sm, double now)
{
    if (sm->count > 0)
        sm->own += (now - sm->real) / sm->count;
    sm->real = now;
}

static void put_block(Sm *sm, uint32_t number, ScheduleSpan *span, uint64_t block, double now)
{
    double length = span->end_ns - span->begin_ns;
    advance(sm, now);
    sm->held[sm->count++] = (Held){block, sm->own + length};
    span->sm = number;
    span->begin_ns = now;
}

static void end_block(Sm *sm, ScheduleSpan *spans, double now)
{
    uint32_t at = (uint32_t)(first_to_end(sm) - sm->held);
    advance(sm, now);
    spans[sm->held[at].block].end_ns = now;
    sm->held[at] = sm->held[--sm->count];
}

/* The SMs as a heap: the one whose next end comes first is on top. */
typedef struct Deal {
    Sm *sms;
    double *ends;   /* of each SM */
    uint32_t *heap; /* numbers of SMs */
    uint32_t count;
} Deal;

static bool is_before(const Deal *deal, uint32_t a, uint32_t b)
{
    if (deal->ends[a] != deal->ends[b])
        return deal->ends[a] < deal->ends[b];
    return a < b;
}

static void sink(Deal *deal, uint32_t at)
{
    for (;;) {
        uint32_t least = at;
        for (uint32_t child = 2 * at + 1; child <= 2 * at + 2 && child < deal->count; child++)
            if (is_before(deal, deal->heap[child], deal->heap[least]))
                least = child;
        if (least == at)
            return;
        uint32_t other = deal->heap[at];
        deal->heap[at] = deal->heap[least];
        deal->heap[least] = other;
        at = least;
    }
}

/* At first one block for each SM in turn, as long as there are places. */
static uint64_t deal_first(Deal *deal, ScheduleSpan *spans, uint64_t count, uint32_t per_sm)
{
    uint64_t next = 0;
    for (uint32_t place = 0; place < per_sm; place++)
        for (uint32_t i = 0; i < deal->count && next < count; i++, next++)
            put_block(&deal->sms[i], i, &spans[next], next, 0);
    for (uint32_t i = 0; i < deal->count; i++)
        deal->ends[i] = next_end(&deal->sms[i]);
    for (uint32_t i = deal->count; i-- > 0;)
        sink(deal, i);
    return next;
}

static void deal_out(Deal *deal, ScheduleSpan *spans, uint64_t count, uint32_t per_sm)
{
    uint64_t next = deal_first(deal, spans, count, per_sm);
    while (!isinf(deal->ends[deal->heap[0]])) {
        uint32_t number = deal->heap[0];
        Sm *sm = &deal->sms[number];
        double now = deal->ends[number];
        end_block(sm, spans, now);
        if (next < count) {
            put_block(sm, number, &spans[next], next, now);
            next++;
        }
        deal->ends[number] = next_end(sm);
        sink(deal, 0);
    }
}

void schedule_deal(ScheduleSpan *spans, uint64_t count, uint32_t sms, uint32_t per_sm)
{
    Deal deal = {memory_alloc_array(sms, sizeof(Sm)), memory_alloc_array(sms, sizeof(double)),
                 memory_alloc_array(sms, sizeof(uint32_t)), sms};
    for (uint32_t i = 0; i < sms; i++) {
        deal.sms[i].held = memory_alloc_array(per_sm, sizeof(Held));
        deal.heap[i] = i;
    }
    deal_out(&deal, spans, count, per_sm);
    for (uint32_t i = 0; i < sms; i++)
        free(deal.sms[i].held);
    free(deal.sms);
    free(deal.ends);
    free(deal.heap);
}
