/* A host program's result: texts, and freeing. */
#include "result/host.h"

#include <stdlib.h>

static const char *const span_texts[SPAN_KIND_COUNT] = {
    [SPAN_TO_DEVICE] = "copy to device",
    [SPAN_TO_HOST] = "copy to host",
    [SPAN_ON_DEVICE] = "copy on device",
    [SPAN_FILL] = "fill",
    [SPAN_KERNEL] = "kernel",
    [SPAN_HOST] = "host function",
    [SPAN_RECORD] = "event",
    [SPAN_WAIT] = "wait",
};

const char *host_span_text(HostSpanKind kind)
{
    return span_texts[kind];
}

void host_call_free(HostCall *call)
{
    free(call->name);
    free(call->result_name);
    for (size_t i = 0; i < call->arguments.size; i++) {
        free(call->arguments.data[i].name);
        free(call->arguments.data[i].text);
    }
    vec_free(&call->arguments);
}

void host_span_free(HostSpan *span)
{
    free(span->name);
    vec_free(&span->after);
}

void host_run_free(HostRun *run)
{
    for (size_t i = 0; i < run->calls.size; i++)
        host_call_free(&run->calls.data[i]);
    for (size_t i = 0; i < run->spans.size; i++)
        host_span_free(&run->spans.data[i]);
    for (size_t i = 0; i < run->streams.size; i++)
        free(run->streams.data[i].name);
    for (size_t i = 0; i < run->numbers.size; i++)
        free(run->numbers.data[i].name);
    for (size_t i = 0; i < run->exact.size; i++)
        free(run->exact.data[i].name);
    vec_free(&run->calls);
    vec_free(&run->spans);
    vec_free(&run->streams);
    vec_free(&run->numbers);
    vec_free(&run->exact);
    free(run->end_text);
    free(run->output);
    *run = (HostRun){0};
}
