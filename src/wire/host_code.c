/* Calls, spans, streams and output of a host program, in both directions. */
#include "wire/host_code.h"

#include <stdlib.h>

enum { TEXT_LEAST = 4 };

static void code_host_argument(Codec *codec, HostArgument *argument)
{
    code_text(codec, &argument->name);
    code_text(codec, &argument->text);
    code_u64(codec, &argument->value);
    code_bool(codec, &argument->out);
}

static void code_call(Codec *codec, HostCall *call)
{
    uint32_t result = (uint32_t)call->result;
    code_text(codec, &call->name);
    code_vec(codec, &call->arguments, 9 + 2 * TEXT_LEAST, code_host_argument);
    code_u32(codec, &result);
    code_text(codec, &call->result_name);
    code_u32(codec, &call->line);
    code_u32(codec, &call->thread);
    code_u32(codec, &call->stream);
    code_u64(codec, &call->bytes);
    code_f64(codec, &call->begin_ns);
    code_f64(codec, &call->end_ns);
    code_f64(codec, &call->real_ns);
    call->result = (int32_t)result;
}

static void code_span(Codec *codec, HostSpan *span)
{
    code_enum(codec, &span->kind, SPAN_KIND_COUNT);
    code_u32(codec, &span->call);
    code_u32(codec, &span->stream);
    code_text(codec, &span->name);
    code_f64(codec, &span->begin_ns);
    code_f64(codec, &span->end_ns);
    code_u64(codec, &span->bytes);
    code_vec(codec, &span->after, 4, code_u32);
}

static void code_stream(Codec *codec, HostStream *stream)
{
    code_u64(codec, &stream->handle);
    code_text(codec, &stream->name);
    code_bool(codec, &stream->blocking);
}

static void code_host_number(Codec *codec, HostNumber *number)
{
    code_text(codec, &number->name);
    code_f64(codec, &number->value);
    code_u32(codec, &number->line);
}

/* Indices lead into the lists; a span comes after those it waited for. */
static bool is_sound(const HostRun *run)
{
    for (size_t i = 0; i < run->calls.size; i++) {
        uint32_t stream = run->calls.data[i].stream;
        if (stream != HOST_NONE && stream >= run->streams.size)
            return false;
    }
    for (size_t i = 0; i < run->spans.size; i++) {
        const HostSpan *span = &run->spans.data[i];
        if (span->stream >= run->streams.size ||
            (span->call != HOST_NONE && span->call >= run->calls.size))
            return false;
        for (size_t k = 0; k < span->after.size; k++)
            if (span->after.data[k] >= i)
                return false;
    }
    return true;
}

static void code_run_inside(Codec *codec, HostRun *run)
{
    View output = {run->output, (size_t)run->output_size};
    uint32_t status = (uint32_t)run->status;
    code_enum(codec, &run->end, HOST_END_COUNT);
    code_u32(codec, &status);
    code_text(codec, &run->end_text);
    code_vec(codec, &run->calls, 49 + 2 * TEXT_LEAST, code_call);
    code_vec(codec, &run->spans, 36 + TEXT_LEAST, code_span);
    code_vec(codec, &run->streams, 9 + TEXT_LEAST, code_stream);
    code_vec(codec, &run->numbers, 12 + TEXT_LEAST, code_host_number);
    code_u64(codec, &run->calls_lost);
    code_u64(codec, &run->spans_lost);
    code_u64(codec, &run->output_lost);
    code_view(codec, &output);
    code_bool(codec, &run->simulated);
    run->status = (int)status;
    if (codec->out)
        return;
    run->output = memory_clone_bytes(output.data, output.size);
    run->output_size = output.size;
    codec->bad |= !is_sound(run);
}

void code_host_run(Codec *codec, HostRun **run)
{
    bool there = *run != NULL;
    code_bool(codec, &there);
    if (!there)
        return;
    if (!codec->out)
        *run = memory_alloc(sizeof **run);
    code_run_inside(codec, *run);
}
