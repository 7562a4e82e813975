/* A worker without a compiler or a device, for the session's tests: it does what a line
 * "// fake: WORD" in the source says, with what it was sent.
 *
 *   right   every i32 out[i] is 2 * in[i]; a kernel without buffers prints "here" from each block
 *   wrong   the same, but the last element is one too large
 *   fault   the launch ends with an illegal address
 *   error   the source does not compile: an error in line 3
 *   spin    the kernel runs until it is stopped
 *   slow    right, after 350 ms
 *   late    the same, but only for more than 100 elements
 *   die     the worker exits when it is to run
 *   lie     it answers a run with garbage
 *   hang    it never answers the compile
 * Arguments: --no-compiler; --dies-once FILE: exits at a compile when it can remove FILE;
 * --killed-once FILE: is killed there. */
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fd.h"
#include "wire/frame.h"
#include "wire/payload.h"

typedef struct Fake {
    bool no_compiler;
    const char *dies_once, *killed_once; /* files that are there once; NULL: none */
    StrBuf in;
    char *word; /* of the newest source */
    char *kernel;
    RunMessage run;
    VEC(int32_t) input;
    uint32_t sequence;
} Fake;

static void send_message(MessageType type, uint32_t sequence, StrBuf *payload)
{
    StrBuf frame = {0};
    frame_add(&frame, type, sequence, strbuf_view(payload));
    if (!fd_write_all(1, frame.data, frame.size))
        exit(1);
    strbuf_free(&frame);
    strbuf_free(payload);
}

/* What stands behind `key` in the source, up to a blank, a bracket or the line's end. */
static char *word_after(View source, const char *key)
{
    char *at = memmem(source.data, source.size, key, strlen(key));
    if (!at)
        return memory_clone_text("right");
    at += strlen(key);
    return memory_clone_bytes(at, strcspn(at, " (\n"));
}

static void say_hello(Fake *fake)
{
    StrBuf payload = {0};
    HelloMessage hello = {.device = {.name = "fake",
                                     .simulated = true,
                                     .major = 8,
                                     .minor = 6,
                                     .driver = "1.0",
                                     .nvrtc = "13.0"},
                          .has_device = true,
                          .has_compiler = !fake->no_compiler,
                          .compiler_trouble = fake->no_compiler ? "NVRTC is missing" : ""};
    hello_encode(&hello, &payload);
    send_message(MESSAGE_HELLO, fake->sequence, &payload);
}

static void compile(Fake *fake, View payload)
{
    CompileMessage message;
    StrBuf answer = {0};
    if (!compile_decode(payload, &message))
        exit(2);
    if (fake->dies_once && unlink(fake->dies_once) == 0)
        exit(7);
    if (fake->killed_once && unlink(fake->killed_once) == 0)
        raise(SIGKILL);
    free(fake->word);
    free(fake->kernel);
    fake->word = word_after((View){message.source, message.size}, "// fake: ");
    fake->kernel = word_after((View){message.source, message.size}, "void ");
    CompileResult result = {.ran = !fake->no_compiler, .ms = 1};
    result.ok = result.ran && strcmp(fake->word, "error") != 0;
    result.trouble = fake->no_compiler ? "NVRTC is missing" : "";
    Diagnostic diagnostic = {SEVERITY_ERROR, message.file, 3, 1, "expected a }"};
    if (result.ran && !result.ok)
        vec_push(&result.diagnostics, diagnostic);
    vec_push(&result.kernels, fake->kernel);
    compiled_encode(&result, &answer);
    if (strcmp(fake->word, "hang") != 0)
        send_message(MESSAGE_COMPILED, fake->sequence, &answer);
    strbuf_free(&answer);
    vec_free(&result.diagnostics);
    vec_free(&result.kernels);
    compile_message_free(&message);
}

static void take_input(Fake *fake, View payload)
{
    ChunkMessage chunk;
    if (!chunk_decode(payload, &chunk))
        exit(2);
    size_t count = chunk.bytes.size / sizeof(int32_t);
    vec_reserve(&fake->input, fake->input.size + count);
    memcpy(fake->input.data + fake->input.size, chunk.bytes.data, chunk.bytes.size);
    fake->input.size += count;
}

static void send_prints(const Fake *fake)
{
    StrBuf payload = {0};
    PrintLog log = {0};
    for (uint32_t i = 0; i < fake->run.grid.x; i++)
        print_log_add(
            &log,
            &(PrintRecord){
                .block = {i, 0, 0}, .attributed = true, .line = 5, .text = "here\n", .size = 5});
    prints_encode(&log, &payload);
    send_message(MESSAGE_PRINTS, fake->sequence, &payload);
    print_log_free(&log);
}

static void send_output(const Fake *fake, uint32_t argument)
{
    StrBuf payload = {0};
    size_t count = fake->input.size;
    int32_t *out = memory_alloc_array(count, sizeof *out);
    for (size_t i = 0; i < count; i++)
        out[i] = 2 * fake->input.data[i];
    out[count - 1] += strcmp(fake->word, "wrong") == 0;
    size_t size = count * sizeof *out;
    for (size_t at = 0; at < size; at += WIRE_CHUNK) {
        size_t left = size - at;
        View piece = {(char *)out + at, left < WIRE_CHUNK ? left : WIRE_CHUNK};
        chunk_encode(&(ChunkMessage){argument, at, piece}, &payload);
        send_message(MESSAGE_OUTPUT, fake->sequence, &payload);
    }
    free(out);
}

static void send_ran(Fake *fake, LaunchStatus status, const char *text)
{
    StrBuf payload = {0};
    RanMessage ran = {
        .run = {.status = status, .error_name = "", .error_text = (char *)text, .kernel_ms = 0.5}};
    ran.run.buffers = memory_alloc_array(fake->run.arguments.size + 1, sizeof(BufferResult));
    for (size_t i = 0; i < fake->run.arguments.size; i++) {
        const RunArgument *argument = &fake->run.arguments.data[i];
        if (argument->is_buffer)
            ran.run.buffers[ran.run.buffer_count++] = (BufferResult){.name = argument->name,
                                                                     .type = argument->type,
                                                                     .role = argument->role,
                                                                     .count = argument->count};
    }
    ran_encode(&ran, &payload);
    free(ran.run.buffers);
    send_message(MESSAGE_RAN, fake->sequence, &payload);
}

static void launch(Fake *fake)
{
    if (strcmp(fake->word, "die") == 0)
        exit(7);
    if (strcmp(fake->word, "lie") == 0) {
        fd_write_all(1, "this is no frame at all", 23);
        return;
    }
    if (strcmp(fake->word, "spin") == 0)
        return; /* the answer comes with STOP */
    if (strcmp(fake->word, "fault") == 0) {
        send_ran(fake, LAUNCH_FAULT, "illegal address");
        return;
    }
    bool late = strcmp(fake->word, "late") == 0 && fake->input.size > 100;
    if (late || strcmp(fake->word, "slow") == 0)
        poll(NULL, 0, 350);
    if (fake->input.size == 0)
        send_prints(fake);
    for (size_t i = 0; i < fake->run.arguments.size; i++)
        if (fake->run.arguments.data[i].is_buffer && fake->run.arguments.data[i].role != ROLE_IN)
            send_output(fake, (uint32_t)i);
    send_ran(fake, LAUNCH_OK, "");
}

static void begin_run(Fake *fake, View payload)
{
    run_message_free(&fake->run);
    vec_clear(&fake->input);
    if (!run_decode(payload, &fake->run))
        exit(2);
}

static void tell_writer(const Fake *fake, View payload)
{
    AskMessage ask;
    StrBuf answer = {0};
    if (!ask_decode(payload, &ask))
        exit(2);
    Writer writer = {.known = true,
                     .thread = {(uint32_t)(ask.offset / sizeof(int32_t)), 0, 0},
                     .place = {"twice", "kernel.cu", 4}};
    writer_encode(&writer, &answer);
    send_message(MESSAGE_WRITER, fake->sequence, &answer);
}

static void handle(Fake *fake, const FrameHeader *header, View payload)
{
    fake->sequence = header->sequence;
    switch (header->type) {
    case MESSAGE_START:
        say_hello(fake);
        break;
    case MESSAGE_COMPILE:
        compile(fake, payload);
        break;
    case MESSAGE_RUN:
        begin_run(fake, payload);
        break;
    case MESSAGE_INPUT:
        take_input(fake, payload);
        break;
    case MESSAGE_LAUNCH:
        launch(fake);
        break;
    case MESSAGE_STOP:
        if (fake->word && strcmp(fake->word, "spin") == 0)
            send_ran(fake, LAUNCH_STOPPED, "stopped");
        break;
    case MESSAGE_ASK:
        tell_writer(fake, payload);
        break;
    default:
        exit(2);
    }
}

int main(int argc, char **argv)
{
    Fake fake = {.no_compiler = argc > 1 && strcmp(argv[1], "--no-compiler") == 0};
    if (argc > 2 && strcmp(argv[1], "--dies-once") == 0)
        fake.dies_once = argv[2];
    if (argc > 2 && strcmp(argv[1], "--killed-once") == 0)
        fake.killed_once = argv[2];
    for (;;) {
        FrameHeader header;
        View payload;
        size_t used;
        char piece[65536];
        ssize_t got = read(0, piece, sizeof piece);
        if (got <= 0)
            break;
        strbuf_add_bytes(&fake.in, piece, (size_t)got);
        View rest = strbuf_view(&fake.in);
        while (frame_take(rest, &header, &payload, &used, NULL) == FRAME_WHOLE) {
            handle(&fake, &header, payload);
            rest = view_slice(rest, used, rest.size);
        }
        StrBuf left = {0};
        strbuf_add(&left, rest);
        strbuf_free(&fake.in);
        fake.in = left;
    }
    run_message_free(&fake.run);
    vec_free(&fake.input);
    strbuf_free(&fake.in);
    free(fake.word);
    free(fake.kernel);
    return 0;
}
