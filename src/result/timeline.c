/* Walking back through what held the device's work up. */
#include "result/timeline.h"

#include "base/memory.h"

/* Times of one clock that are told as doubles: closer than this is at once. */
#define AT_ONCE_NS 1.0

static bool is_work(const HostSpan *span)
{
    return span->kind != SPAN_RECORD && span->kind != SPAN_WAIT;
}

/* Copies to the device, copies to the host, and kernels each have one engine. */
static bool shares_engine(const HostSpan *a, const HostSpan *b)
{
    bool copy = a->kind == SPAN_TO_DEVICE || a->kind == SPAN_TO_HOST;
    return a->kind == b->kind && (copy || a->kind == SPAN_KERNEL);
}

static bool depends(const HostSpan *span, uint32_t on)
{
    for (size_t i = 0; i < span->after.size; i++)
        if (span->after.data[i] == on)
            return true;
    return false;
}

static bool holds_up(const HostSpan *span, const HostSpan *before, uint32_t number)
{
    if (before->end_ns > span->begin_ns + AT_ONCE_NS)
        return false;
    if (before->stream == span->stream || depends(span, number))
        return true;
    return shares_engine(span, before) && span->begin_ns - before->end_ns <= AT_ONCE_NS;
}

uint32_t timeline_cause(const HostRun *host, uint32_t span)
{
    const HostSpan *held = &host->spans.data[span];
    uint32_t cause = HOST_NONE;
    for (uint32_t i = 0; i < span; i++) {
        const HostSpan *before = &host->spans.data[i];
        if (holds_up(held, before, i) &&
            (cause == HOST_NONE || before->end_ns >= host->spans.data[cause].end_ns))
            cause = i;
    }
    if (cause == HOST_NONE || held->call == HOST_NONE || held->call >= host->calls.size)
        return cause;
    /* Asked for only after that had ended: it waited for the host. */
    bool late = host->calls.data[held->call].begin_ns > host->spans.data[cause].end_ns + AT_ONCE_NS;
    return late ? HOST_NONE : cause;
}

bool *timeline_critical(const HostRun *host)
{
    bool *critical = memory_alloc_array(host->spans.size + 1, sizeof *critical);
    uint32_t last = HOST_NONE;
    for (uint32_t i = 0; i < host->spans.size; i++)
        if (is_work(&host->spans.data[i]) &&
            (last == HOST_NONE || host->spans.data[i].end_ns >= host->spans.data[last].end_ns))
            last = i;
    for (; last != HOST_NONE; last = timeline_cause(host, last))
        critical[last] = true;
    return critical;
}
