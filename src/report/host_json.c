/* A host program's run as JSON. */
#include "report/host_report.h"

static const char *const ends[HOST_END_COUNT] = {
    [HOST_ENDED] = "ended",     [HOST_CRASHED] = "crashed", [HOST_OVERTIME] = "overtime",
    [HOST_STOPPED] = "stopped", [HOST_NOT_RUN] = "not run",
};

static json_t *json_of_call(const HostCall *call)
{
    json_t *arguments = json_array();
    for (size_t i = 0; i < call->arguments.size; i++) {
        const HostArgument *argument = &call->arguments.data[i];
        json_array_append_new(
            arguments, json_pack("{s:o,s:o,s:b}", "name", json_of_text(argument->name), "value",
                                 json_of_text(argument->text), "out", argument->out));
    }
    return json_pack("{s:o,s:o,s:o,s:I,s:I,s:o,s:I,s:o,s:o,s:o}", "name", json_of_text(call->name),
                     "arguments", arguments, "result", json_of_text(call->result_name), "line",
                     (json_int_t)call->line, "thread", (json_int_t)call->thread, "stream",
                     call->stream == HOST_NONE ? json_null()
                                               : json_integer((json_int_t)call->stream),
                     "bytes", (json_int_t)call->bytes, "begin_ns", json_of_real(call->begin_ns),
                     "end_ns", json_of_real(call->end_ns), "real_ns", json_of_real(call->real_ns));
}

static json_t *json_of_span(const HostSpan *span)
{
    json_t *after = json_array();
    for (size_t i = 0; i < span->after.size; i++)
        json_array_append_new(after, json_integer((json_int_t)span->after.data[i]));
    return json_pack("{s:s,s:o,s:I,s:o,s:o,s:o,s:I,s:o}", "kind", host_span_text(span->kind),
                     "call",
                     span->call == HOST_NONE ? json_null() : json_integer((json_int_t)span->call),
                     "stream", (json_int_t)span->stream, "name", json_of_text(span->name),
                     "begin_ns", json_of_real(span->begin_ns), "end_ns", json_of_real(span->end_ns),
                     "bytes", (json_int_t)span->bytes, "after", after);
}

static json_t *json_of_streams(const HostRun *host)
{
    json_t *list = json_array();
    for (size_t i = 0; i < host->streams.size; i++) {
        const HostStream *stream = &host->streams.data[i];
        json_array_append_new(list, json_pack("{s:o,s:b}", "name", json_of_text(stream->name),
                                              "blocking", stream->blocking));
    }
    return list;
}

static json_t *json_of_numbers(const HostNumber *numbers, size_t count)
{
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++) {
        const HostNumber *number = &numbers[i];
        json_array_append_new(list, json_pack("{s:o,s:o,s:I}", "name", json_of_text(number->name),
                                              "value", json_of_real(number->value), "line",
                                              (json_int_t)number->line));
    }
    return list;
}

json_t *json_of_host(const HostRun *host)
{
    if (!host)
        return json_null();
    json_t *calls = json_array(), *spans = json_array();
    for (size_t i = 0; i < host->calls.size; i++)
        json_array_append_new(calls, json_of_call(&host->calls.data[i]));
    for (size_t i = 0; i < host->spans.size; i++)
        json_array_append_new(spans, json_of_span(&host->spans.data[i]));
    return json_pack("{s:s,s:I,s:o,s:b,s:o,s:I,s:o,s:I,s:o,s:I,s:o,s:o,s:o}", "end",
                     ends[host->end], "status", (json_int_t)host->status, "end_text",
                     json_of_text(host->end_text), "simulated_time", host->simulated, "output",
                     json_of_view((View){host->output, (size_t)host->output_size}), "output_lost",
                     (json_int_t)host->output_lost, "calls", calls, "calls_lost",
                     (json_int_t)host->calls_lost, "timeline", spans, "timeline_lost",
                     (json_int_t)host->spans_lost, "streams", json_of_streams(host), "measured",
                     json_of_numbers(host->numbers.data, host->numbers.size), "measured_beside",
                     json_of_numbers(host->exact.data, host->exact.size));
}
