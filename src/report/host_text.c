/* A host program's output and calls as text. */
#include <inttypes.h>
#include <string.h>

#include "base/utf8.h"
#include "report/host_report.h"

enum { CALLS_SHOWN = 400 };

void text_of_host_output(StrBuf *out, const HostRun *host, size_t from, const TextStyle *style)
{
    if (!host)
        return;
    size_t size =
        host->output_size < HOST_OUTPUT_SHOWN ? (size_t)host->output_size : HOST_OUTPUT_SHOWN;
    utf8_add_inert(out, view_slice((View){host->output, size}, from, size), true, style->ascii);
    if (size > 0 && host->output[size - 1] != '\n')
        strbuf_add_byte(out, '\n');
    uint64_t left = host->output_size - size + host->output_lost;
    if (left)
        strbuf_format(out, "... and %" PRIu64 " more bytes of output\n", left);
}

void text_of_host_end(StrBuf *out, const HostRun *host, const TextStyle *style)
{
    if (!host)
        return;
    strbuf_add_text(out, "the program ");
    text_of_foreign(out, host->end_text, style);
    strbuf_format(out, "; %zu calls of the Driver API\n", host->calls.size);
}

static void add_call(StrBuf *out, const HostCall *call, const TextStyle *style)
{
    bool first = true;
    if (call->line)
        strbuf_format(out, "%5u  ", call->line);
    else
        strbuf_add_text(out, "    -  ");
    strbuf_format(out, "%10.3f us  ", call->begin_ns / 1e3);
    text_of_foreign(out, call->name, style);
    strbuf_add_byte(out, '(');
    for (size_t i = 0; i < call->arguments.size; i++) {
        const HostArgument *argument = &call->arguments.data[i];
        strbuf_add_text(out, first ? "" : ", ");
        first = false;
        if (*argument->name) {
            text_of_foreign(out, argument->name, style);
            strbuf_add_text(out, argument->out ? " = " : " ");
        }
        text_of_foreign(out, argument->text, style);
    }
    strbuf_add_byte(out, ')');
    if (strcmp(call->result_name, "CUDA_SUCCESS") != 0) {
        strbuf_add_text(out, " -> ");
        text_of_foreign(out, call->result_name, style);
    }
    strbuf_add_byte(out, '\n');
}

void text_of_host_calls(StrBuf *out, const HostRun *host, const TextStyle *style)
{
    for (size_t i = 0; i < host->calls.size && i < CALLS_SHOWN; i++)
        add_call(out, &host->calls.data[i], style);
    uint64_t left = host->calls_lost;
    if (host->calls.size > CALLS_SHOWN)
        left += host->calls.size - CALLS_SHOWN;
    if (left)
        strbuf_format(out, "... and %" PRIu64 " more calls\n", left);
}
