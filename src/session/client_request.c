/* Requests to the worker: encoding them, sending a run's data piece by piece, and the answers that
 * need no worker. */
#include <math.h>
#include <stdlib.h>

#include "session/client_impl.h"
#include "wire/payload.h"

enum { UNSENT_ENOUGH = 2 << 20 }; /* bytes queued for the socket */

static Request *request_new(RequestKind kind, uint32_t number)
{
    Request *request = memory_alloc(sizeof *request);
    request->kind = kind;
    request->number = number;
    return request;
}

Request *request_compile(uint32_t number, const char *file, View source, const char *host_file,
                         View host, uint32_t wants)
{
    Request *request = request_new(REQUEST_COMPILE, number);
    CompileMessage message = {.file = (char *)file,
                              .source = (char *)source.data,
                              .size = source.size,
                              .wants = wants,
                              .host_file = (char *)host_file,
                              .host_source = (char *)host.data,
                              .host_size = host.size};
    request->file = memory_clone_text(file);
    compile_encode(&message, &request->payload);
    return request;
}

Request *request_compile_again(uint32_t number, const char *file, View compile, View image)
{
    CompileMessage message;
    Request *request = request_new(REQUEST_COMPILE, number);
    request->file = memory_clone_text(file);
    request->internal = true;
    if (image.size == 0 || !compile_decode(compile, &message)) {
        strbuf_add(&request->payload, compile);
        return request;
    }
    message.image = image;
    compile_encode(&message, &request->payload);
    compile_message_free(&message);
    return request;
}

static RunArgument argument_to_send(const PreparedArgument *from)
{
    RunArgument argument = {
        .name = from->name,
        .is_buffer = from->is_buffer,
        .type = from->type,
        .role = from->role,
        .count = from->count,
        .shape = {from->shape[0], from->shape[1], from->shape[2]},
    };
    for (size_t i = 0; i < sizeof argument.scalar; i++)
        argument.scalar[i] = from->scalar[i];
    return argument;
}

static void expect_buffers(Request *request, const PreparedCase *prepared)
{
    request->buffers = memory_alloc_array(prepared->argument_count + 1, sizeof(BufferResult));
    request->received = memory_alloc_array(prepared->argument_count + 1, sizeof(uint64_t));
    for (size_t i = 0; i < prepared->argument_count; i++) {
        const PreparedArgument *from = &prepared->arguments[i];
        if (!from->is_buffer)
            continue;
        request->buffers[request->buffer_count++] = (BufferResult){
            .name = memory_clone_text(from->name ? from->name : ""),
            .type = from->type,
            .role = from->role,
            .count = from->count,
            .shape = {from->shape[0], from->shape[1], from->shape[2]},
        };
    }
}

uint32_t run_checks_of(const Exercise *exercise)
{
    bool exact = exercise->reference && exercise->tolerance.kind == TOLERANCE_EXACT;
    return RUN_CHECKS_ALL | (exact && !exercise->kernel_file ? RUN_ORDER : 0);
}

Request *request_run(uint32_t number, const PreparedCase *prepared, const RunOptions *options)
{
    Request *request = request_new(REQUEST_RUN, number);
    RunMessage message = {
        .kernel = prepared->kernel,
        .grid = prepared->grid,
        .block = prepared->block,
        .shared = prepared->shared,
        .checks = options->checks,
        .seed = options->seed,
        .budget = options->budget,
        .print_limit = options->print_limit,
        .time = options->time,
        .schedule = options->schedule,
        .hurry = options->hurry,
        .ceilings = options->ceilings,
    };
    for (size_t i = 0; i < prepared->argument_count; i++)
        vec_push(&message.arguments, argument_to_send(&prepared->arguments[i]));
    message.host = prepared->host;
    for (size_t i = 0; i < prepared->number_count; i++) {
        const CaseNumber *from = &prepared->numbers[i];
        vec_push(&message.numbers, (RunNumber){from->name, from->integer, from->real});
    }
    run_encode(&message, &request->payload);
    vec_free(&message.numbers);
    vec_free(&message.arguments);
    expect_buffers(request, prepared);
    request->prepared = prepared;
    request->options = *options;
    return request;
}

Request *request_ask(uint32_t number, uint32_t run, uint32_t argument, uint64_t offset)
{
    Request *request = request_new(REQUEST_ASK, number);
    ask_encode(&(AskMessage){run, argument, offset}, &request->payload);
    request->asked_run = run;
    return request;
}

void request_free(Request *request)
{
    if (!request)
        return;
    for (size_t i = 0; i < request->buffer_count; i++) {
        free(request->buffers[i].name);
        free(request->buffers[i].bytes);
    }
    free(request->buffers);
    free(request->received);
    free(request->file);
    strbuf_free(&request->payload);
    free(request);
}

void request_rewind(Request *request)
{
    request->feed_argument = 0;
    request->feed_offset = 0;
    request->recompiled = false;
    for (size_t i = 0; i < request->buffer_count; i++)
        request->received[i] = 0;
}

static uint64_t data_bytes(const PreparedArgument *argument)
{
    bool sent = argument->is_buffer && argument->bytes && argument->role != ROLE_OUT;
    return sent ? argument->count * element_bytes(argument->type) : 0;
}

/* Queues one INPUT frame; false when all data is out. */
static bool feed_chunk(Request *request, Link *link)
{
    const PreparedCase *prepared = request->prepared;
    while (request->feed_argument < prepared->argument_count) {
        const PreparedArgument *argument = &prepared->arguments[request->feed_argument];
        uint64_t left = data_bytes(argument) - request->feed_offset;
        if (left == 0) {
            request->feed_argument++;
            request->feed_offset = 0;
            continue;
        }
        size_t size = left < WIRE_CHUNK ? (size_t)left : WIRE_CHUNK;
        ChunkMessage chunk = {(uint32_t)request->feed_argument,
                              request->feed_offset,
                              {(const char *)argument->bytes + request->feed_offset, size}};
        StrBuf payload = {0};
        chunk_encode(&chunk, &payload);
        link_send(link, MESSAGE_INPUT, request->number, strbuf_view(&payload));
        strbuf_free(&payload);
        request->feed_offset += size;
        return true;
    }
    return false;
}

bool request_feed(Request *request, Link *link)
{
    while (link_unsent(link) < UNSENT_ENOUGH)
        if (!feed_chunk(request, link)) {
            link_send(link, MESSAGE_LAUNCH, request->number, (View){0});
            return true;
        }
    return false;
}

static void answer_run(LaunchStatus status, const char *text, ClientEvent *out)
{
    out->kind = CLIENT_RAN;
    out->run.status = status;
    out->run.error_name = memory_clone_text("");
    out->run.error_text = memory_clone_text(text);
    out->run.kernel_ms = NAN;
}

void request_answer_trouble(const Request *request, const char *text, ClientEvent *out)
{
    *out = (ClientEvent){.request = request->number};
    switch (request->kind) {
    case REQUEST_COMPILE:
        out->kind = CLIENT_COMPILED;
        out->compile.trouble = memory_clone_text(text);
        return;
    case REQUEST_RUN:
        answer_run(LAUNCH_TROUBLE, text, out);
        return;
    case REQUEST_ASK:
        out->kind = CLIENT_WRITER;
        return;
    }
}

void request_answer_limit(const Request *request, const char *text, ClientEvent *out)
{
    *out = (ClientEvent){.request = request->number};
    if (request->kind == REQUEST_COMPILE) {
        Diagnostic diagnostic = {.severity = SEVERITY_ERROR,
                                 .file = memory_clone_text(request->file),
                                 .text = memory_clone_text(text)};
        out->kind = CLIENT_COMPILED;
        out->compile.ran = true;
        out->compile.trouble = memory_clone_text("");
        vec_push(&out->compile.diagnostics, diagnostic);
    } else if (request->kind == REQUEST_RUN) {
        answer_run(request->stop && !request->overtime ? LAUNCH_STOPPED : LAUNCH_BUDGET, text, out);
        out->run.prints = request->prints;
        out->run.prints_lost = request->lost;
    } else {
        out->kind = CLIENT_WRITER;
    }
}
