/* What the worker answers, checked against what it was asked. */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "session/beside.h"
#include "wire/payload.h"

static bool lie(Error *error, const char *what)
{
    return error_set(error, ERROR_MACHINE, "it sent %s", what);
}

static bool take_hello(Client *client, View payload, Error *error)
{
    HelloMessage hello;
    if (!hello_decode(payload, &hello))
        return lie(error, "a malformed hello");
    hello_message_free(&client->hello);
    client->hello = hello;
    client->has_hello = true;
    if (!client->beside && !client->alone && hello.has_device)
        client->beside = beside_new(client, &hello.device);
    client->active.deadline_ns = INT64_MAX;
    client_add_event(client, (ClientEvent){.kind = CLIENT_HELLO, .hello = &client->hello});
    return true;
}

static bool take_compiled(Client *client, Request *request, View payload, Error *error)
{
    CompileResult compile;
    if (!compiled_decode(payload, &compile))
        return lie(error, "a malformed compile result");
    client->source_on = compile.ran && compile.ok ? client->generation : 0;
    client->refused = compile.ran && !compile.ok;
    if (!request->internal && compile.ok && compile.code.size == 0 &&
        compile.image.size <= WIRE_SOURCE_CAP) {
        strbuf_clear(&client->image);
        strbuf_add(&client->image, strbuf_view(&compile.image));
    }
    strbuf_free(&compile.image);
    if (request->cancelled || request->internal)
        compile_result_free(&compile);
    else
        client_add_event(
            client,
            (ClientEvent){.kind = CLIENT_COMPILED, .request = request->number, .compile = compile});
    client_finish(client);
    return true;
}

static bool take_prints(Client *client, Request *request, View payload, Error *error)
{
    PrintLog prints;
    if (!prints_decode(payload, &prints))
        return lie(error, "malformed printf records");
    for (size_t i = 0; i < prints.records.size; i++)
        prints.records.data[i].run = request->options.run;
    request->prints += prints.records.size;
    request->lost = prints.lost;
    if (request->cancelled)
        print_log_free(&prints);
    else
        client_add_event(
            client,
            (ClientEvent){.kind = CLIENT_PRINTS, .request = request->number, .prints = prints});
    return true;
}

static bool take_wrote(Client *client, Request *request, View payload, Error *error)
{
    ClientEvent event = {.kind = CLIENT_WROTE, .request = request->number};
    (void)error;
    if (request->cancelled)
        return true;
    strbuf_add(&event.wrote, payload);
    client_add_event(client, event);
    return true;
}

/* Which of the request's buffers belongs to the argument; -1: none. */
static int buffer_of_argument(const Request *request, uint32_t argument)
{
    int index = 0;
    if (argument >= request->prepared->argument_count ||
        !request->prepared->arguments[argument].is_buffer)
        return -1;
    for (uint32_t i = 0; i < argument; i++)
        index += request->prepared->arguments[i].is_buffer;
    return index;
}

static bool take_output(Client *client, Request *request, View payload, Error *error)
{
    ChunkMessage chunk;
    if (!chunk_decode(payload, &chunk))
        return lie(error, "malformed output");
    if (request->cancelled)
        return true;
    int index = buffer_of_argument(request, chunk.argument);
    if (index < 0)
        return lie(error, "output for an argument that is no buffer");
    BufferResult *buffer = &request->buffers[index];
    uint64_t bytes = buffer->count * element_bytes(buffer->type);
    if (chunk.offset != request->received[index] || chunk.bytes.size > bytes - chunk.offset)
        return lie(error, "output outside the buffer");
    if (!buffer->bytes)
        buffer->bytes = memory_alloc((size_t)bytes);
    memcpy(buffer->bytes + chunk.offset, chunk.bytes.data, chunk.bytes.size);
    request->received[index] += chunk.bytes.size;
    client->active.deadline_ns = clock_now_ns() + client->run_ns;
    return true;
}

/* The worker judged the buffers; their names, types and data are those known here. */
static bool merge_buffers(Request *request, RunResult *run, Error *error)
{
    if (run->buffer_count != request->buffer_count)
        return lie(error, "a result with other buffers than were sent");
    for (size_t i = 0; i < run->buffer_count; i++) {
        BufferResult *known = &request->buffers[i], *told = &run->buffers[i];
        uint64_t bytes = known->count * element_bytes(known->type);
        bool whole = known->bytes && request->received[i] == bytes;
        if (known->bytes && !whole)
            return lie(error, "only a part of an output");
        if (run->status == LAUNCH_OK && known->role != ROLE_IN && !whole && bytes > 0)
            return lie(error, "a result without its output");
        if (told->input_changed && (!whole || told->first_changed >= known->count))
            return lie(error, "a change outside the input");
        known->input_changed = told->input_changed;
        known->changed_by = told->changed_by;
        told->changed_by = (Writer){0};
        known->first_changed = told->first_changed;
        known->guard_before_broken = told->guard_before_broken;
        known->guard_after_broken = told->guard_after_broken;
        known->guard_offset = told->guard_offset;
    }
    BufferResult *swap = run->buffers;
    run->buffers = request->buffers;
    request->buffers = swap;
    return true;
}

static void tell_overtime(const Client *client, const Request *request, RunResult *run)
{
    StrBuf text = {0};
    if (!request->overtime || run->status != LAUNCH_STOPPED)
        return;
    strbuf_format(&text, "the %s ran for longer than %.1f s and was stopped",
                  run->host ? "program" : "kernel", (double)client->run_ns / 1e9);
    free(run->error_text);
    run->error_text = strbuf_take(&text);
    run->status = LAUNCH_BUDGET;
}

static bool take_ran(Client *client, Request *request, View payload, Error *error)
{
    RanMessage message;
    if (!ran_decode(payload, &message))
        return lie(error, "a malformed result");
    if (!request->cancelled && !merge_buffers(request, &message.run, error)) {
        ran_message_free(&message);
        return false;
    }
    tell_overtime(client, request, &message.run);
    LaunchStatus status = message.run.status;
    bool request_cancelled = request->cancelled;
    vec_push(&client->runs, request->number);
    if (message.run.timing.ceilings.bytes_per_s > 0)
        client->ceilings = message.run.timing.ceilings;
    if (request->cancelled)
        run_result_free(&message.run);
    else
        client_add_event(
            client,
            (ClientEvent){.kind = CLIENT_RAN, .request = request->number, .run = message.run});
    client_finish(client);
    client->spent = message.spent;
    client->hangs = status != LAUNCH_FAULT;
    client->paused = status != LAUNCH_OK && status != LAUNCH_FAULT && !request_cancelled;
    return true;
}

static bool take_writer(Client *client, Request *request, View payload, Error *error)
{
    Writer writer;
    if (!writer_decode(payload, &writer))
        return lie(error, "a malformed writer");
    if (request->cancelled)
        writer_free(&writer);
    else
        client_add_event(
            client,
            (ClientEvent){.kind = CLIENT_WRITER, .request = request->number, .writer = writer});
    client_finish(client);
    return true;
}

typedef bool (*AnswerHandler)(Client *, Request *, View, Error *);
static const AnswerHandler handlers[] = {
    [MESSAGE_COMPILED] = take_compiled, [MESSAGE_PRINTS] = take_prints,
    [MESSAGE_OUTPUT] = take_output,     [MESSAGE_RAN] = take_ran,
    [MESSAGE_WRITER] = take_writer,     [MESSAGE_WROTE] = take_wrote,
};

bool client_answer(Client *client, const FrameHeader *header, View payload, Error *error)
{
    if (header->type == MESSAGE_HELLO)
        return take_hello(client, payload, error);
    Request *request = client_current(client);
    if (!request || header->sequence != request->number)
        return lie(error, "an answer to nothing that was asked");
    return handlers[header->type](client, request, payload, error);
}
