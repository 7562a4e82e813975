/* Results that are taken before the device has delivered them. */
#include <string.h>

#include "host/decode.h"
#include "host/operation.h"
#include "host/track.h"

static void settle(Track *track, bool all, uint64_t stream)
{
    size_t left = 0;
    for (size_t i = 0; i < track->pending.size; i++) {
        const PendingCopy *pending = &track->pending.data[i];
        if (!all && pending->stream != stream)
            track->pending.data[left++] = *pending;
    }
    track->pending.size = left;
}

/* The newest recording of an event before a call; -1: none. */
static int64_t record_of(const HostLog *log, size_t before, uint64_t event)
{
    for (size_t i = before; i > 0; i--) {
        const LoggedCall *call = &log->calls.data[i - 1];
        if (strncmp(call->function.symbol, "cuEventRecord", 13) == 0 && call->log.words[0] == event)
            return (int64_t)(i - 1);
    }
    return -1;
}

/* What was in the event's stream before it was recorded is done. */
static void settle_event(Track *track, size_t index, uint64_t event)
{
    const HostLog *log = track->input->log;
    int64_t record = record_of(log, index, event);
    size_t left = 0;
    for (size_t i = 0; i < track->pending.size; i++) {
        const PendingCopy *pending = &track->pending.data[i];
        bool done = record >= 0 && pending->call < (uint32_t)record &&
                    pending->stream == log->calls.data[record].log.words[1];
        if (!done)
            track->pending.data[left++] = *pending;
    }
    track->pending.size = left;
}

/* Only a copy to pinned memory goes on beside the host. */
static void add_pending(Track *track, const LoggedCall *call, const Operation *row, size_t index)
{
    if (row->kind != OPERATION_TO_HOST || row->stream < 0)
        return;
    const Held *held = track_memory(track, call->log.words[row->to]);
    if (!held || !held->live || !track_is_pinned(held->kind))
        return;
    PendingCopy pending = {call->log.words[row->to], call_bytes(call), call->log.words[row->stream],
                           call->line, (uint32_t)index};
    vec_push(&track->pending, pending);
}

void rule_pending(Track *track, size_t index)
{
    const LoggedCall *call = &track->input->log->calls.data[index];
    const char *symbol = call->function.symbol;
    const Operation *row = operation_find(symbol);
    if (call->log.result != CUDA_SUCCESS)
        return;
    if (strncmp(symbol, "cuStreamSynchronize", 19) == 0 || strcmp(symbol, "cuStreamQuery") == 0)
        settle(track, false, call->log.words[0]);
    else if (strcmp(symbol, "cuEventSynchronize") == 0 || strcmp(symbol, "cuEventQuery") == 0)
        settle_event(track, index, call->log.words[0]);
    else if (operation_waits(symbol))
        settle(track, true, 0); /* the context's, or a copy in the default stream */
    else if (row)
        add_pending(track, call, row, index);
}

static void check_result(Track *track, const LogResult *result)
{
    char room[24];
    uint32_t line = host_log_line(track->input->log, result->pc);
    for (size_t i = 0; i < track->pending.size; i++) {
        const PendingCopy *pending = &track->pending.data[i];
        if (pending->address >= result->address + result->bytes ||
            result->address >= pending->address + pending->size)
            continue;
        rule_tell(track->input, track->out, "read-before-sync", line, pending->line,
                  "the result is read while the copy to it%s may still be under way: nothing waits "
                  "for its stream",
                  line_text(pending->line, room));
        return;
    }
}

void rule_results(Track *track, size_t index)
{
    const HostLog *log = track->input->log;
    const LoggedCall *call = &log->calls.data[index];
    uint32_t next =
        index + 1 < log->calls.size ? log->calls.data[index + 1].log.number : UINT32_MAX;
    for (size_t i = 0; i < log->results.size; i++) {
        const LogResult *result = &log->results.data[i];
        if (result->call >= call->log.number && result->call < next && result->call != UINT32_MAX)
            check_result(track, result);
    }
}

void rule_results_given(const RuleInput *input, RunResult *out)
{
    if (input->host->end != HOST_ENDED || input->host->status != 0)
        return;
    for (size_t i = 0; i < input->missing_count; i++)
        rule_tell(input, out, "no-result", 0, 0,
                  "the result \"%s\" was never given: culab_result(\"%s\", ...) is missing",
                  input->missing[i], input->missing[i]);
}
