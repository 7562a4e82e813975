/* Host programs: compiled beside the kernel, and run on a case's data. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/temporary.h"
#include "sim/culab_sim.h"
#include "wire/payload.h"
#include "worker/collect.h"
#include "worker/worker.h"

/* A driver that is older than NVRTC does not take its PTX, but its machine code. */
static bool wants_machine_code(const Worker *worker)
{
    const Nvrtc *nvrtc = &worker->compiler.nvrtc;
    int driver = 0;
    return worker->device.open && !worker->device.sim && worker->compiler.open &&
           worker->device.cuda.cuDriverGetVersion(&driver) == CUDA_SUCCESS &&
           driver < 1000 * nvrtc->major + 10 * nvrtc->minor;
}

/* The folder is for this process alone. Its path may be read meanwhile by the main thread, which
 * ends with the process. */
static void remove_folder(void *state)
{
    const Worker *worker = state;
    if (worker->program.folder.path)
        temporary_remove(worker->program.folder.path);
}

void worker_compile_host(Worker *worker, const CompileMessage *message)
{
    CompileResult *result = &worker->compiled.result;
    const Compiled *compiled = &worker->compiled;
    View source = {message->host_source, (size_t)message->host_size};
    Error error = {0};
    port_at_end(worker->port, remove_folder, worker);
    program_compile(&worker->program, message->host_file, source, result);
    worker->has_program = worker->program.ready;
    if (!result->ok)
        return;
    View image = wants_machine_code(worker) && compiled->cubin
                     ? (View){compiled->cubin, compiled->cubin_size}
                     : view_of(compiled->ptx);
    if (program_set_kernel(&worker->program, image, &error))
        return;
    free(result->trouble);
    result->trouble = memory_clone_text(error.text);
    result->ran = result->ok = false;
}

static ProgramDatum datum_of_argument(const RunArgument *argument, const Buffer *buffer)
{
    return (ProgramDatum){
        .name = argument->name,
        .is_buffer = true,
        .has_input = argument->role != ROLE_OUT,
        .is_result = argument->role != ROLE_IN,
        .type = argument->type,
        .bytes = buffer->bytes,
        .input = buffer->sent,
    };
}

static size_t make_data(const Worker *worker, ProgramDatum **out)
{
    const RunMessage *run = &worker->run;
    size_t count = 0, buffer = 0;
    *out = memory_alloc_array(run->arguments.size + run->numbers.size + 1, sizeof **out);
    for (size_t i = 0; i < run->numbers.size; i++)
        (*out)[count++] = (ProgramDatum){.name = run->numbers.data[i].name,
                                         .integer = run->numbers.data[i].integer,
                                         .real = run->numbers.data[i].real};
    for (size_t i = 0; i < run->arguments.size; i++)
        if (run->arguments.data[i].is_buffer)
            (*out)[count++] =
                datum_of_argument(&run->arguments.data[i], &worker->buffers.data[buffer++]);
    return count;
}

/* Results that the program gave; of an input only what it handed back. */
static void take_outputs(Worker *worker, uint32_t sequence, const ProgramRun *run,
                         RunResult *result)
{
    size_t numbers = worker->run.numbers.size;
    result->buffer_count = worker->buffers.size;
    result->buffers = memory_alloc_array(worker->buffers.size + 1, sizeof *result->buffers);
    for (size_t i = 0; i < worker->buffers.size; i++) {
        const Buffer *buffer = &worker->buffers.data[i];
        const RunArgument *argument = &worker->run.arguments.data[buffer->argument];
        result->buffers[i] = (BufferResult){
            .name = memory_clone_text(argument->name),
            .type = argument->type,
            .role = argument->role,
            .count = argument->count,
            .shape = {argument->shape[0], argument->shape[1], argument->shape[2]},
        };
        if (argument->role != ROLE_IN && run->outputs)
            buffer_send(buffer, run->outputs[numbers + i], worker->port, sequence);
    }
}

/* What a program's environment says of its device. */
typedef struct Environment {
    char room[2][96];
    const char *variables[4]; /* ended by NULL */
} Environment;

static void add_checks(uint32_t checks, char *out, size_t size)
{
    static const struct {
        const char *name;
        uint32_t bits;
    } rows[] = {
#define SIM_CHECK_NAME(name, bits, what) {name, bits},
#include "sim/check_names.def"
#undef SIM_CHECK_NAME
    };
    size_t used = (size_t)snprintf(out, size, "CULAB_SIM_CHECKS=");
    for (size_t i = 0, named = 0; i < sizeof rows / sizeof *rows; i++)
        if (checks & rows[i].bits)
            used +=
                (size_t)snprintf(out + used, size - used, "%s%s", named++ ? "," : "", rows[i].name);
}

/* The program sees the worker's device alone, as the first. False: it sees what the worker does. */
static bool show_device(int ordinal, char *out, size_t size)
{
    const char *visible = getenv("CUDA_VISIBLE_DEVICES");
    if (!visible)
        return snprintf(out, size, "CUDA_VISIBLE_DEVICES=%d", ordinal) < (int)size;
    for (; visible && ordinal > 0; ordinal--) {
        visible = strchr(visible, ',');
        visible += visible != NULL;
    }
    return visible && snprintf(out, size, "CUDA_VISIBLE_DEVICES=%.*s", (int)strcspn(visible, ","),
                               visible) < (int)size;
}

/* The library that this worker itself has opened, on the same device. */
static void environment_make(const Worker *worker, Environment *out)
{
    size_t count = 0;
    if (worker->device.sim) {
        add_checks(worker->run.checks, out->room[0], sizeof out->room[0]);
        snprintf(out->room[1], sizeof out->room[1], "CULAB_SIM_SEED=%" PRIu64, worker->run.seed);
        out->variables[count++] = out->room[0];
        out->variables[count++] = out->room[1];
        /* On a busy machine a learner's program could otherwise seem to wait by itself. */
        out->variables[count++] = "CULAB_SIM_IDLE=1000";
    } else if (show_device(worker->device.ordinal, out->room[0], sizeof out->room[0])) {
        out->variables[count++] = out->room[0];
    }
    out->variables[count] = NULL;
}

static bool is_stopped(void *state)
{
    return port_stopped(((Worker *)state)->port);
}

/* The port is used by nobody else while the program runs. */
typedef struct Telling {
    Worker *worker;
    uint32_t sequence;
} Telling;

static void tell_output(void *state, View text)
{
    const Telling *telling = state;
    port_send(telling->worker->port, MESSAGE_WROTE, telling->sequence, text);
}

static void answer(Worker *worker, uint32_t sequence, RunResult *result, const PrintLog *prints)
{
    PrintSender sender = {.port = worker->port, .sequence = sequence};
    StrBuf payload = {0};
    for (size_t i = 0; i < prints->records.size; i++)
        print_sender_add(&sender, &prints->records.data[i]);
    print_sender_flush(&sender, 0);
    result->prints = sender.sent;
    ran_encode(&(RanMessage){.run = *result}, &payload);
    port_send(worker->port, MESSAGE_RAN, sequence, strbuf_view(&payload));
    strbuf_free(&payload);
    print_sender_free(&sender);
}

static void refuse(RunResult *result, LaunchStatus status, const char *text)
{
    result->status = status;
    result->error_text = memory_clone_text(text);
}

void worker_run_host(Worker *worker, uint32_t sequence)
{
    RunResult result = {.error_name = memory_clone_text(""), .kernel_ms = NAN};
    PrintLog prints = {0};
    Environment environment;
    Telling telling = {worker, sequence};
    ProgramRun run = {.libcuda = worker->device.cuda.path,
                      .nvrtc = worker->compiler.open ? worker->compiler.nvrtc.path : NULL,
                      .environment = environment.variables,
                      .stopped = is_stopped,
                      .stopped_state = worker,
                      .wrote = tell_output,
                      .wrote_state = &telling,
                      .prints = &prints};
    run.data_count = make_data(worker, &run.data);
    environment_make(worker, &environment);
    if (!worker->device.open)
        refuse(&result, LAUNCH_TROUBLE, worker->device_trouble.text);
    else if (!worker->has_program)
        refuse(&result, LAUNCH_NOT_RUN, "no program is compiled");
    else if (!buffers_complete(&worker->buffers))
        refuse(&result, LAUNCH_NOT_RUN, "the input data did not come whole");
    else {
        port_run_begin(worker->port, sequence, NULL);
        program_run(&worker->program, &run, &result);
        port_run_end(worker->port);
    }
    take_outputs(worker, sequence, &run, &result);
    answer(worker, sequence, &result, &prints);
    for (size_t i = 0; run.outputs && i < run.data_count; i++)
        free(run.outputs[i]);
    free(run.outputs);
    free(run.data);
    print_log_free(&prints);
    run_result_free(&result);
    buffers_free(&worker->buffers);
    run_message_free(&worker->run);
}
