/* The worker's messages: one handler each. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compile/image.h"
#include "wire/payload.h"
#include "worker/collect.h"
#include "worker/device_list.h"
#include "worker/repeat.h"
#include "worker/warm_up.h"
#include "worker/worker.h"

enum {
    COMPILE_MEMORY = 2 << 10, /* MiB that one compile may take */
    PAST_MOST = 1000          /* runs that are kept of one code */
};

static _Noreturn void misunderstand(const Message *message)
{
    fprintf(stderr, "culab-worker: a %s message cannot be read\n",
            message_name(message->header.type));
    exit(1);
}

static void send_payload(Worker *worker, MessageType type, uint32_t sequence, StrBuf *payload)
{
    port_send(worker->port, type, sequence, strbuf_view(payload));
    strbuf_free(payload);
}

/* What to install, for this distribution's packages. */
static const char install_advice[] =
    "install any CUDA toolkit, or the distribution's package (Debian: libnvrtc11.2 from non-free; "
    "Ubuntu: libnvrtc from multiverse)";

static void open_compiler(Worker *worker)
{
    const Device *device = &worker->device;
    int capability = device->open ? 10 * device->major + device->minor : 86;
    Error error = {0};
    if (compiler_open(&worker->compiler, capability, !device->open || device->sim, &error))
        return;
    worker->compiler_trouble = error;
    snprintf(worker->compiler_trouble.text, sizeof worker->compiler_trouble.text, "%.700s; %s",
             error.text, install_advice);
}

/* Whether what NVRTC makes can be loaded by the driver, and what was chosen for that. */
static char *describe_fit(const Worker *worker, const HelloMessage *hello)
{
    double driver = 0, nvrtc = 0;
    StrBuf out = {0};
    if (!worker->device.open || worker->device.sim ||
        !view_to_f64(view_of(hello->device.driver), &driver) ||
        !view_to_f64(view_of(hello->device.nvrtc), &nvrtc))
        return memory_clone_text("");
    strbuf_format(&out, "NVRTC %s compiles for %s", hello->device.nvrtc, hello->target);
    if (worker->compiler.machine_code)
        strbuf_add_text(&out, nvrtc > driver ? ", machine code, since it is newer than the driver, "
                                               "which might not take its PTX"
                                             : ", machine code for this device");
    else if (nvrtc > driver)
        strbuf_add_text(&out, ", PTX that this older driver may refuse: update the driver");
    else
        strbuf_add_text(&out, ", PTX that the driver translates: this NVRTC does not know the "
                              "device yet");
    return strbuf_take(&out);
}

static void fill_choices(const Worker *worker, DeviceChoices *out)
{
    const Device *device = &worker->device;
    const char *visible = getenv("CUDA_VISIBLE_DEVICES");
    const char *const *profiles = device_profiles(device);
    for (; profiles && *profiles; profiles++)
        vec_push(&out->profiles, memory_clone_text(*profiles));
    device_list(device, out);
    out->gpu_trouble = memory_clone_text(device->gpu_trouble.text);
    out->visible = memory_clone_text(visible ? visible : "");
    out->ordinal = (uint32_t)device->ordinal;
}

static void fill_hello(const Worker *worker, HelloMessage *hello)
{
    const Compiler *compiler = &worker->compiler;
    StrBuf version = {0}, target = {0};
    *hello = (HelloMessage){0};
    device_info(&worker->device, &hello->device);
    hello->has_device = worker->device.open;
    hello->has_compiler = compiler->open;
    hello->misuse = worker->device_trouble.kind == ERROR_MISUSE;
    hello->device_trouble = memory_clone_text(worker->device_trouble.text);
    hello->compiler_trouble = memory_clone_text(worker->compiler_trouble.text);
    hello->libcuda_path = memory_clone_text(worker->device.cuda.path);
    if (compiler->open) {
        compiler_version(compiler, &version);
        strbuf_format(&target, "%s_%d", compiler->machine_code ? "sm" : "compute",
                      compiler->target);
        hello->nvrtc_path = memory_clone_text(compiler->nvrtc.path);
        hello->toolkit = memory_clone_text(compiler->nvrtc.include);
    }
    hello->device.nvrtc = strbuf_take(&version);
    hello->target = strbuf_take(&target);
    device_limits(&worker->device, &hello->device);
    hello->device.fit = describe_fit(worker, hello);
    fill_choices(worker, &hello->choices);
}

static void serve_start(Worker *worker, const Message *message)
{
    StartMessage start;
    HelloMessage hello;
    StrBuf payload = {0};
    if (!start_decode(strbuf_view(&message->payload), &start))
        misunderstand(message);
    device_open(&worker->device, start.device, start.profile, &worker->device_trouble);
    open_compiler(worker);
    fill_hello(worker, &hello);
    hello_encode(&hello, &payload);
    send_payload(worker, MESSAGE_HELLO, message->header.sequence, &payload);
    hello_message_free(&hello);
    start_message_free(&start);
    worker_warm_up(worker);
}

void worker_forget_runs(Worker *worker, bool lost)
{
    const Device *device = &worker->device;
    repeats_forget(worker);
    if (device->sim)
        device->sim->clear();
    if (!lost)
        buffers_release(&worker->kept, device);
    buffers_free(&worker->kept);
    for (size_t i = 0; i < worker->modules.size && !lost; i++)
        device->cuda.cuModuleUnload(worker->modules.data[i]);
    vec_free(&worker->modules);
    for (size_t i = 0; i < worker->past.size; i++)
        vec_free(&worker->past.data[i].buffers);
    vec_free(&worker->past);
}

/* Takes it out of the message. */
static void keep_source(Worker *worker, CompileMessage *compile)
{
    free(worker->source);
    free(worker->source_file);
    worker->source = worker->source_file = NULL;
    if (!worker->compiled.ptx || compiled_is_ptx(compile->file))
        return;
    worker->source = compile->source;
    worker->source_file = compile->file;
    worker->source_size = (size_t)compile->size;
    compile->source = compile->file = NULL;
}

/* What was edited changes nothing of what runs: the runs so far are still those of this source. */
static bool is_same_code(const Worker *worker, const char *before, uint32_t wants)
{
    const char *now = worker->compiled.ptx;
    return worker->device.sim && before && now && strcmp(before, now) == 0 &&
           worker->wants == wants && worker->past.size < PAST_MOST;
}

static void serve_compile(Worker *worker, const Message *message)
{
    CompileMessage compile;
    StrBuf payload = {0};
    if (!compile_decode(strbuf_view(&message->payload), &compile))
        misunderstand(message);
    char *before = worker->compiled.ptx;
    worker->compiled.ptx = NULL;
    compiled_free(&worker->compiled);
    compiled_free(&worker->named);
    View source = {compile.source, (size_t)compile.size};
    bool host = compile.host_file[0] != '\0';
    worker->has_program = false;
    if (!host && image_read(compile.image, &worker->compiled)) {
        ; /* another worker has compiled it */
    } else if (compiled_is_ptx(compile.file)) {
        compiled_take_ptx(compile.file, source, &worker->compiled);
    } else if (worker->compiler.open) {
        port_guard_memory(worker->port, (uint64_t)COMPILE_MEMORY << 20);
        compiler_compile_as(&worker->compiler, compile.file, source, compile.wants, !host,
                            &worker->compiled);
        port_guard_end(worker->port);
    } else {
        worker->compiled.result.trouble = memory_clone_text(worker->compiler_trouble.text);
    }
    if (!is_same_code(worker, before, compile.wants))
        worker_forget_runs(worker, false);
    worker->wants = compile.wants;
    free(before);
    worker->has_variables =
        worker->compiled.ptx && ptx_has_variables(view_of(worker->compiled.ptx));
    if (host)
        worker_compile_host(worker, &compile);
    if (!host)
        image_make(&worker->compiled);
    compiled_encode(&worker->compiled.result, &payload);
    strbuf_free(&worker->compiled.result.image);
    send_payload(worker, MESSAGE_COMPILED, message->header.sequence, &payload);
    keep_source(worker, &compile);
    compile_message_free(&compile);
}

static void serve_run(Worker *worker, const Message *message)
{
    if (!run_decode(strbuf_view(&message->payload), &worker->run) ||
        worker->run.arguments.size > WIRE_ARGUMENTS ||
        !buffers_expect(&worker->run, &worker->buffers))
        misunderstand(message);
}

static void serve_input(Worker *worker, const Message *message)
{
    ChunkMessage chunk;
    if (!chunk_decode(strbuf_view(&message->payload), &chunk) ||
        !buffers_take(&worker->buffers, &chunk))
        misunderstand(message);
}

static void serve_launch(Worker *worker, const Message *message)
{
    if (worker->run.host)
        worker_run_host(worker, message->header.sequence);
    else
        worker_launch(worker, message->header.sequence);
}

static CUdeviceptr past_address(const Worker *worker, const AskMessage *ask)
{
    for (size_t i = 0; i < worker->past.size; i++) {
        const PastRun *past = &worker->past.data[i];
        for (size_t b = 0; past->sequence == ask->run && b < past->buffers.size; b++) {
            const Buffer *buffer = &past->buffers.data[b];
            if (buffer->argument == ask->argument && ask->offset < buffer->bytes)
                return buffer->data + ask->offset;
        }
    }
    return 0;
}

static void serve_ask(Worker *worker, const Message *message)
{
    AskMessage ask;
    Writer writer;
    StrBuf payload = {0};
    if (!ask_decode(strbuf_view(&message->payload), &ask))
        misunderstand(message);
    collect_writer(worker->device.sim, past_address(worker, &ask), &writer);
    writer_encode(&writer, &payload);
    send_payload(worker, MESSAGE_WRITER, message->header.sequence, &payload);
    writer_free(&writer);
}

typedef void (*Handler)(Worker *, const Message *);
static const Handler handlers[] = {
    [MESSAGE_START] = serve_start, [MESSAGE_COMPILE] = serve_compile, [MESSAGE_RUN] = serve_run,
    [MESSAGE_INPUT] = serve_input, [MESSAGE_LAUNCH] = serve_launch,   [MESSAGE_ASK] = serve_ask,
};

_Noreturn void worker_serve(Worker *worker)
{
    for (;;) {
        Message message;
        port_receive(worker->port, &message);
        handlers[message.header.type](worker, &message);
        strbuf_free(&message.payload);
    }
}
