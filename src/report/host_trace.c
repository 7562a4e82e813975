/* The timeline as Chrome's trace events, which Perfetto reads. */
#include "report/host_report.h"

/* Processes of the trace: groups of rows. */
enum { HOST_ROWS = 1, STREAM_ROWS = 2, UNIT_ROWS = 3 };
enum { UNIT_TO_DEVICE, UNIT_TO_HOST, UNIT_KERNELS, UNITS };

static void add_row(json_t *events, int process, uint32_t row, const char *group, const char *name)
{
    json_array_append_new(events,
                          json_pack("{s:s,s:s,s:i,s:{s:o}}", "ph", "M", "name", "process_name",
                                    "pid", process, "args", "name", json_of_text(group)));
    json_array_append_new(events, json_pack("{s:s,s:s,s:i,s:I,s:{s:o}}", "ph", "M", "name",
                                            "thread_name", "pid", process, "tid", (json_int_t)row,
                                            "args", "name", json_of_text(name)));
}

static void add_rows(json_t *events, const HostRun *host)
{
    static const char *const units[UNITS] = {"copies to the device", "copies to the host",
                                             "kernels"};
    uint32_t threads = 1;
    for (size_t i = 0; i < host->calls.size; i++)
        threads = host->calls.data[i].thread >= threads ? host->calls.data[i].thread + 1 : threads;
    for (uint32_t i = 0; i < threads && i < HOST_CALLS_KEPT; i++) {
        StrBuf name = {0};
        strbuf_format(&name, "thread %u", i);
        add_row(events, HOST_ROWS, i, "host", strbuf_text(&name));
        strbuf_free(&name);
    }
    for (size_t i = 0; i < host->streams.size; i++)
        add_row(events, STREAM_ROWS, (uint32_t)i, "streams", host->streams.data[i].name);
    for (uint32_t i = 0; i < UNITS; i++)
        add_row(events, UNIT_ROWS, i, "device", units[i]);
}

static json_t *event_of(const char *name, const char *category, int process, uint32_t row,
                        double begin_ns, double end_ns, json_t *arguments)
{
    return json_pack("{s:s,s:o,s:s,s:i,s:I,s:f,s:f,s:o}", "ph", "X", "name", json_of_text(name),
                     "cat", category, "pid", process, "tid", (json_int_t)row, "ts", begin_ns / 1e3,
                     "dur", (end_ns - begin_ns) / 1e3, "args", arguments);
}

static void add_call(json_t *events, const HostCall *call)
{
    json_t *arguments =
        json_pack("{s:I,s:o,s:I}", "line", (json_int_t)call->line, "result",
                  json_of_text(call->result_name), "bytes", (json_int_t)call->bytes);
    for (size_t i = 0; i < call->arguments.size; i++)
        if (*call->arguments.data[i].name)
            json_object_set_new(arguments, call->arguments.data[i].name,
                                json_of_text(call->arguments.data[i].text));
    json_array_append_new(events, event_of(call->name, "call", HOST_ROWS, call->thread,
                                           call->begin_ns, call->end_ns, arguments));
}

static int unit_of(HostSpanKind kind)
{
    return kind == SPAN_TO_DEVICE ? UNIT_TO_DEVICE
           : kind == SPAN_TO_HOST ? UNIT_TO_HOST
           : kind == SPAN_KERNEL  ? UNIT_KERNELS
                                  : -1;
}

static json_t *arguments_of(const HostRun *host, const HostSpan *span)
{
    uint32_t line = span->call == HOST_NONE ? 0 : host->calls.data[span->call].line;
    return json_pack("{s:I,s:I}", "line", (json_int_t)line, "bytes", (json_int_t)span->bytes);
}

static const char *name_of(const HostSpan *span)
{
    return *span->name ? span->name : host_span_text(span->kind);
}

/* An arrow from the end of a span that was waited for to the beginning of the one that waited. */
static void add_arrow(json_t *events, const HostRun *host, size_t from, size_t to, size_t id)
{
    const HostSpan *before = &host->spans.data[from], *after = &host->spans.data[to];
    json_array_append_new(events,
                          json_pack("{s:s,s:s,s:s,s:I,s:i,s:I,s:f}", "ph", "s", "name", "waits",
                                    "cat", "dependency", "id", (json_int_t)id, "pid", STREAM_ROWS,
                                    "tid", (json_int_t)before->stream, "ts", before->end_ns / 1e3));
    json_array_append_new(events, json_pack("{s:s,s:s,s:s,s:s,s:I,s:i,s:I,s:f}", "ph", "f", "bp",
                                            "e", "name", "waits", "cat", "dependency", "id",
                                            (json_int_t)id, "pid", STREAM_ROWS, "tid",
                                            (json_int_t)after->stream, "ts", after->end_ns / 1e3));
}

static void add_spans(json_t *events, const HostRun *host)
{
    size_t arrows = 0;
    for (size_t i = 0; i < host->spans.size; i++) {
        const HostSpan *span = &host->spans.data[i];
        int unit = unit_of(span->kind);
        json_array_append_new(events, event_of(name_of(span), host_span_text(span->kind),
                                               STREAM_ROWS, span->stream, span->begin_ns,
                                               span->end_ns, arguments_of(host, span)));
        if (unit >= 0)
            json_array_append_new(events, event_of(name_of(span), host_span_text(span->kind),
                                                   UNIT_ROWS, (uint32_t)unit, span->begin_ns,
                                                   span->end_ns, arguments_of(host, span)));
        for (size_t k = 0; k < span->after.size; k++)
            add_arrow(events, host, span->after.data[k], i, ++arrows);
    }
}

void host_trace(const HostRun *host, StrBuf *out)
{
    json_t *events = json_array();
    add_rows(events, host);
    for (size_t i = 0; i < host->calls.size; i++)
        add_call(events, &host->calls.data[i]);
    add_spans(events, host);
    json_print(json_pack("{s:o,s:s,s:{s:s}}", "traceEvents", events, "displayTimeUnit", "ns",
                         "otherData", "clock", host->simulated ? "simulated" : "real"),
               out);
}
