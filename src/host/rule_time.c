/* Time that is measured wrongly, and streams that are not used. */
#include <string.h>

#include "host/operation.h"
#include "host/track.h"

static bool is_clock(const LoggedCall *call)
{
    return call->log.function >= FUNCTION_clock_gettime;
}

static const Operation *work_of(const LoggedCall *call)
{
    const Operation *row = operation_find(call->function.symbol);
    bool work = row && row->kind != OPERATION_RECORD && row->kind != OPERATION_WAIT;
    return work && call->log.result == CUDA_SUCCESS ? row : NULL;
}

/* Work that the host does not wait for by itself. */
static bool is_asynchronous(const LoggedCall *call)
{
    return work_of(call) && !operation_waits(call->function.symbol);
}

static bool is_launch(const LoggedCall *call)
{
    return work_of(call) && work_of(call)->kind == OPERATION_KERNEL;
}

/* Whether this is the first launch of its function. */
static bool is_first_launch(const HostLog *log, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (is_launch(&log->calls.data[i]) &&
            log->calls.data[i].log.words[0] == log->calls.data[index].log.words[0])
            return false;
    return true;
}

static void check_first(const RuleInput *input, RunResult *out, size_t from, size_t to,
                        uint32_t line)
{
    const HostLog *log = input->log;
    for (size_t i = from; i < to; i++)
        if (is_launch(&log->calls.data[i]) && is_first_launch(log, i)) {
            rule_tell(input, out, "first-launch-timed", line, log->calls.data[i].line,
                      "the time measured here holds the kernel's first launch, which also loads "
                      "it: launch it once before, and time a later one");
            return;
        }
}

/* Between two readings of a clock something asynchronous is started and nothing is waited for. */
static void check_clocks(const RuleInput *input, RunResult *out)
{
    const HostLog *log = input->log;
    const LoggedCall *clock = NULL, *work = NULL;
    size_t since = 0;
    for (size_t i = 0; i < log->calls.size; i++) {
        const LoggedCall *call = &log->calls.data[i];
        if (is_clock(call)) {
            if (clock && work)
                rule_tell(input, out, "async-timing", call->line, work->line,
                          "the time is taken here, but the work of line %u was only started: "
                          "between the two nothing waits for it",
                          work->line);
            else if (clock)
                check_first(input, out, since, i, call->line);
            clock = call;
            work = NULL;
            since = i;
        } else if (operation_waits(call->function.symbol)) {
            work = NULL;
        } else if (is_asynchronous(call) && clock) {
            work = call;
        }
    }
}

static bool is_elapsed(const LoggedCall *call)
{
    return strncmp(call->function.symbol, "cuEventElapsedTime", 18) == 0;
}

static int64_t record_before(const HostLog *log, size_t before, uint64_t event)
{
    for (size_t i = before; i > 0; i--)
        if (strncmp(log->calls.data[i - 1].function.symbol, "cuEventRecord", 13) == 0 &&
            log->calls.data[i - 1].log.words[0] == event)
            return (int64_t)(i - 1);
    return -1;
}

static void check_events(const RuleInput *input, RunResult *out)
{
    const HostLog *log = input->log;
    for (size_t i = 0; i < log->calls.size; i++) {
        const LoggedCall *call = &log->calls.data[i];
        if (!is_elapsed(call))
            continue;
        int64_t from = record_before(log, i, call->log.words[1]);
        int64_t to = record_before(log, i, call->log.words[2]);
        if (call->log.result == CUDA_ERROR_NOT_READY)
            rule_tell(input, out, "async-timing", call->line,
                      to >= 0 ? log->calls.data[to].line : 0,
                      "the time between two events is asked for before the second one is reached: "
                      "wait for it with cuEventSynchronize");
        else if (from >= 0 && to > from)
            check_first(input, out, (size_t)from, (size_t)to, call->line);
    }
}

void rule_times(const RuleInput *input, RunResult *out)
{
    check_clocks(input, out);
    check_events(input, out);
}

/* Copies and kernels that could run side by side, all in one stream that lets nothing do so. */
void rule_streams(const RuleInput *input, RunResult *out)
{
    const HostRun *host = input->host;
    size_t copies = 0, kernels = 0;
    uint32_t line = 0;
    for (size_t i = 0; i < host->spans.size; i++) {
        const HostSpan *span = &host->spans.data[i];
        bool copy = span->kind == SPAN_TO_DEVICE || span->kind == SPAN_TO_HOST;
        if (!copy && span->kind != SPAN_KERNEL)
            continue;
        if (span->stream != 0)
            return;
        copies += copy;
        kernels += span->kind == SPAN_KERNEL;
        if (!line && span->kind == SPAN_KERNEL && span->call != HOST_NONE)
            line = host->calls.data[span->call].line;
    }
    if (copies > 1 && kernels > 1)
        rule_tell(
            input, out, "default-stream", line, 0,
            "%zu copies and %zu kernels are all in the default stream: each waits for the one "
            "before, and nothing overlaps",
            copies, kernels);
}
