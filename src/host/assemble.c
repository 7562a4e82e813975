/* Calls with their arguments as text, spans with their streams, on one clock. */
#include "host/assemble.h"

#include <stdlib.h>
#include <string.h>

#include "cuda/errors.h"
#include "host/decode.h"
#include "host/operation.h"

typedef struct Assembly {
    const HostLog *log;
    HostRun *out;
    HandleNames names;
    double zero; /* of the timeline, on the log's clock */
} Assembly;

static uint32_t stream_index(Assembly *assembly, uint64_t handle)
{
    HostRun *out = assembly->out;
    StrBuf text = {0};
    if (handle == 1)
        handle = 0; /* CU_STREAM_LEGACY */
    for (size_t i = out->streams.size; i > 0; i--)
        if (out->streams.data[i - 1].handle == handle)
            return (uint32_t)(i - 1);
    const char *name = handle == 0   ? "default stream"
                       : handle == 2 ? "thread's stream"
                                     : names_find(&assembly->names, handle);
    strbuf_add_text(&text, name ? name : "unknown stream");
    vec_push(&out->streams, (HostStream){handle, strbuf_take(&text), true});
    return (uint32_t)out->streams.size - 1;
}

/* A stream's handle may be that of an earlier one: a new one begins. */
static void stream_made(Assembly *assembly, const LoggedCall *call)
{
    HostRun *out = assembly->out;
    int at = call_argument(call, "phStream"), flags = call_argument(call, "Flags");
    if (at < 0 || !(call->log.has_out >> at & 1))
        return;
    uint64_t handle = call->log.outs[at];
    StrBuf text = {0};
    const char *name = names_find(&assembly->names, handle);
    strbuf_add_text(&text, name ? name : "stream");
    flags = flags < 0 ? call_argument(call, "flags") : flags;
    bool blocking = flags < 0 || !(call->log.words[flags] & CU_STREAM_NON_BLOCKING);
    vec_push(&out->streams, (HostStream){handle, strbuf_take(&text), blocking});
}

static double time_of(const Assembly *assembly, uint64_t real, double simulated)
{
    double at = assembly->out->simulated ? simulated : (double)real;
    return at - assembly->zero;
}

static uint32_t call_stream(Assembly *assembly, const LoggedCall *call)
{
    const Operation *row = operation_find(call->function.symbol);
    for (size_t i = 0; i < call->function.count; i++)
        if (call->function.parameters[i].kind == PARAMETER_STREAM)
            return stream_index(assembly, call->log.words[i]);
    return row ? stream_index(assembly, 0) : HOST_NONE;
}

static void add_result(const LoggedCall *call, HostCall *out)
{
    const char *name = cuda_result_name((CUresult)call->log.result);
    StrBuf text = {0};
    if (!call->log.ended)
        strbuf_add_text(&text, "did not return");
    else if (name)
        strbuf_add_text(&text, name);
    else
        strbuf_format(&text, "%d", call->log.result);
    out->result = call->log.result;
    out->result_name = strbuf_take(&text);
}

static void add_call(Assembly *assembly, const LoggedCall *call)
{
    HostCall out = {.name = symbol_plain(call->function.symbol),
                    .line = call->line,
                    .thread = call->log.thread,
                    .bytes = call_bytes(call)};
    names_take(&assembly->names, call);
    stream_made(assembly, call);
    out.stream = call_stream(assembly, call);
    call_decode(call, &assembly->names, &out);
    add_result(call, &out);
    bool ended = call->log.ended != 0;
    out.begin_ns = time_of(assembly, call->log.begin_ns, call->log.sim_begin_ns);
    out.end_ns = ended ? time_of(assembly, call->log.end_ns, call->log.sim_end_ns) : out.begin_ns;
    if (ended && call->log.end_ns >= call->log.begin_ns)
        out.real_ns = (double)(call->log.end_ns - call->log.begin_ns);
    vec_push(&assembly->out->calls, out);
}

/* The kept call with that number: they are in order, some may be missing. */
static uint32_t call_index(const Assembly *assembly, uint32_t number)
{
    const HostLog *log = assembly->log;
    size_t kept = assembly->out->calls.size, low = 0, high = kept;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (log->calls.data[middle].log.number < number)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < kept && log->calls.data[low].log.number == number;
    return found ? (uint32_t)low : HOST_NONE;
}

typedef struct SpanIds {
    VEC(uint64_t) ids; /* of the spans, by their index */
} SpanIds;

static uint32_t span_index(const SpanIds *ids, uint64_t id)
{
    for (size_t i = ids->ids.size; id && i > 0; i--)
        if (ids->ids.data[i - 1] == id)
            return (uint32_t)(i - 1);
    return HOST_NONE;
}

static int by_end(const void *a, const void *b)
{
    const LogSpan *left = a, *right = b;
    if (left->end_ns != right->end_ns)
        return left->end_ns < right->end_ns ? -1 : 1;
    return left->id < right->id ? -1 : left->id > right->id;
}

static void add_span(Assembly *assembly, const LogSpan *span, const SpanIds *ids)
{
    HostSpan out = {.kind = (HostSpanKind)span->kind,
                    .call = call_index(assembly, span->call),
                    .name = memory_clone_text(span->name),
                    .begin_ns = span->begin_ns - assembly->zero,
                    .end_ns = span->end_ns - assembly->zero,
                    .bytes = span->bytes};
    /* The stream as the call names it, since handles are used again. */
    out.stream = out.call != HOST_NONE && assembly->out->calls.data[out.call].stream != HOST_NONE
                     ? assembly->out->calls.data[out.call].stream
                     : stream_index(assembly, span->stream);
    for (size_t i = 0; i < sizeof span->after / sizeof *span->after; i++) {
        uint32_t index = span_index(ids, span->after[i]);
        if (index != HOST_NONE)
            vec_push(&out.after, index);
    }
    vec_push(&assembly->out->spans, out);
}

static bool is_sound(const LogSpan *span)
{
    return span->kind < SPAN_KIND_COUNT && span->begin_ns >= 0 && span->end_ns < 1e300 &&
           span->begin_ns <= span->end_ns;
}

/* A GPU tells by an event before each operation when its stream had come to it. A copy begins only
 * when its engine, which makes one at a time in each direction, has ended the one before. */
static void settle_copies(LogSpan *sorted, size_t count)
{
    double free_ns[SPAN_KIND_COUNT] = {0};
    for (size_t i = 0; i < count; i++) {
        LogSpan *span = &sorted[i];
        if (span->kind != SPAN_TO_DEVICE && span->kind != SPAN_TO_HOST)
            continue;
        if (span->begin_ns < free_ns[span->kind])
            span->begin_ns = free_ns[span->kind];
        free_ns[span->kind] = span->end_ns;
    }
}

static void add_spans(Assembly *assembly)
{
    const HostLog *log = assembly->log;
    LogSpan *sorted = memory_alloc_array(log->spans.size + 1, sizeof *sorted);
    SpanIds ids = {0};
    size_t count = 0;
    for (size_t i = 0; i < log->spans.size; i++)
        if (is_sound(&log->spans.data[i]))
            sorted[count++] = log->spans.data[i];
    if (count > 0)
        qsort(sorted, count, sizeof *sorted, by_end);
    if (!assembly->out->simulated)
        settle_copies(sorted, count);
    for (size_t i = 0; i < count && i < HOST_SPANS_KEPT; i++) {
        add_span(assembly, &sorted[i], &ids);
        vec_push(&ids.ids, sorted[i].id);
    }
    if (count > HOST_SPANS_KEPT)
        assembly->out->spans_lost += count - HOST_SPANS_KEPT;
    vec_free(&ids.ids);
    free(sorted);
}

static void add_numbers(Assembly *assembly)
{
    for (size_t i = 0; i < assembly->log->numbers.size; i++) {
        const LogNumber *number = &assembly->log->numbers.data[i];
        HostNumber out = {memory_clone_text(number->name), number->value,
                          host_log_line(assembly->log, number->pc)};
        vec_push(&assembly->out->numbers, out);
    }
}

void host_run_assemble(const HostLog *log, HostRun *out)
{
    Assembly assembly = {.log = log, .out = out};
    out->simulated = log->header.simulated != 0;
    if (log->calls.size > 0)
        assembly.zero = out->simulated ? log->calls.data[0].log.sim_begin_ns
                                       : (double)log->calls.data[0].log.begin_ns;
    stream_index(&assembly, 0);
    for (size_t i = 0; i < log->calls.size && i < HOST_CALLS_KEPT; i++)
        add_call(&assembly, &log->calls.data[i]);
    out->calls_lost = log->header.calls_lost;
    if (log->calls.size > HOST_CALLS_KEPT)
        out->calls_lost += log->calls.size - HOST_CALLS_KEPT;
    out->spans_lost = log->header.spans_lost;
    add_spans(&assembly);
    add_numbers(&assembly);
    names_free(&assembly.names);
}

static char *text_of(View text)
{
    return memory_clone_bytes(text.data, text.size);
}

static void add_finding(const LoggedFinding *from, RunResult *out)
{
    const LogFinding *log = &from->log;
    Finding finding = {
        .checker = text_of(from->texts[0]),
        .rule = text_of(from->texts[1]),
        .text = text_of(from->texts[2]),
        .fatal = log->fatal != 0,
        .block = {log->block[0], log->block[1], log->block[2]},
        .thread = {log->thread[0], log->thread[1], log->thread[2]},
        .place = {text_of(from->texts[4]), text_of(from->texts[3]), log->line},
        .has_other = log->has_other != 0,
        .other_block = {log->other_block[0], log->other_block[1], log->other_block[2]},
        .other_thread = {log->other_thread[0], log->other_thread[1], log->other_thread[2]},
        .other_place = {text_of(from->texts[6]), text_of(from->texts[5]), log->other_line},
        .address = log->address,
        .bytes = log->bytes,
        .repeats = log->repeats,
    };
    vec_push(&out->findings, finding);
}

/* What the simulator tells of a call's memory, and as what the rules tell it with its line. */
static const struct {
    const char *rule, *own;
} told_rows[] = {{"invalid-free", "invalid-free"},
                 {"double-free", "double-free"},
                 {"out-of-bounds", "wrong-size"},
                 {"wrong-space", "wrong-direction"},
                 {"use-after-free", "use-after-free"}};

static bool is_told(const RunResult *out, const char *rule)
{
    for (size_t i = 0; i < out->findings.size; i++)
        if (!strcmp(out->findings.data[i].checker, "host") &&
            !strcmp(out->findings.data[i].rule, rule))
            return true;
    return false;
}

/* Of a call, not of a kernel, and told by the rules already. */
static bool is_calls_own(const LoggedFinding *from, const RunResult *out)
{
    for (size_t i = 0; i < sizeof told_rows / sizeof *told_rows; i++)
        if (!from->texts[3].size && !from->texts[4].size &&
            view_equal_text(from->texts[1], told_rows[i].rule) && is_told(out, told_rows[i].own))
            return true;
    return false;
}

enum { FINDINGS_KEPT = 2000, METRICS_KEPT = 50000 };

void host_kernels_assemble(const HostLog *log, RunResult *out)
{
    for (size_t i = 0; i < log->findings.size && i < FINDINGS_KEPT; i++)
        if (!is_calls_own(&log->findings.data[i], out))
            add_finding(&log->findings.data[i], out);
    for (size_t i = 0; i < log->metrics.size && i < METRICS_KEPT; i++) {
        const LogMetric *from = &log->metrics.data[i];
        Metric metric = {memory_clone_text(from->kernel), memory_clone_text(from->name), from->line,
                         from->value, from->ideal};
        vec_push(&out->metrics, metric);
    }
}
