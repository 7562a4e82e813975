/* One run: checks, module, buffers, launch, what came of it. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "cuda/errors.h"
#include "wire/payload.h"
#include "worker/blocks.h"
#include "worker/collect.h"
#include "worker/figures.h"
#include "worker/merge.h"
#include "worker/naming.h"
#include "worker/order.h"
#include "worker/print_ring.h"
#include "worker/refuse.h"
#include "worker/repeat.h"
#include "worker/timing.h"
#include "worker/worker.h"

enum {
    JIT_LOG_BYTES = 16384,
    CAPTURE_CAP = 64 << 20,  /* bytes of a GPU's printf that are read */
    WAIT_AWAKE_NS = 2000000, /* a kernel shorter than this is waited for without sleeping */
    WAIT_US = 50,
};

/* What one run works with. */
typedef struct Run {
    Worker *worker;
    uint32_t sequence;
    const RunMessage *message;
    const Entry *entry;
    CUmodule module;
    CUfunction function;
    RunResult result;
    PrintSender prints;
    uint64_t launch; /* the simulator's number of it; 0: not launched */
    bool spent;
} Run;

static bool conclude(Run *run, LaunchStatus status, CUresult result, const char *text)
{
    const char *name = result == CUDA_SUCCESS ? "" : cuda_result_name(result);
    free(run->result.error_name);
    free(run->result.error_text);
    run->result.status = status;
    run->result.error_name = memory_clone_text(name ? name : "CUDA_ERROR_UNKNOWN");
    run->result.error_text = memory_clone_text(text);
    return false;
}

static bool conclude_buf(Run *run, LaunchStatus status, CUresult result, StrBuf *text)
{
    conclude(run, status, result, strbuf_text(text));
    strbuf_free(text);
    return false;
}

/* A call before or after the launch failed: never the kernel's fault. */
static bool conclude_trouble(Run *run, CUresult result, const char *what)
{
    StrBuf text = {0};
    if (result == CUDA_ERROR_OUT_OF_MEMORY)
        strbuf_format(
            &text, "the device has not enough memory left for %s (not your kernel's fault)", what);
    else {
        strbuf_format(&text, "the device failed with %s: ", what);
        cuda_result_describe(result, &text);
        strbuf_add_text(&text, " (not your kernel's fault)");
    }
    return conclude_buf(run, LAUNCH_TROUBLE, result, &text);
}

static bool check_before(Run *run)
{
    Worker *worker = run->worker;
    StrBuf why = {0};
    if (!worker->device.open)
        return conclude(run, LAUNCH_TROUBLE, CUDA_SUCCESS, worker->device_trouble.text);
    if (!worker->compiled.ptx)
        return conclude(run, LAUNCH_NOT_RUN, CUDA_SUCCESS, "no source is compiled");
    if (!buffers_complete(&worker->buffers))
        return conclude(run, LAUNCH_NOT_RUN, CUDA_SUCCESS, "the input data did not come whole");
    if (!launch_check_kernel(&worker->compiled.entries, run->message, &run->entry, &why))
        return conclude_buf(run, LAUNCH_REFUSED, CUDA_ERROR_NOT_FOUND, &why);
    if (launch_check_arguments(run->entry, run->message, &why) &&
        launch_check_shape(&worker->device, run->message, &why))
        return true;
    return conclude_buf(run, LAUNCH_REFUSED, CUDA_SUCCESS, &why);
}

/* A driver that does not take the machine code (older, and of another major version) may take the
 * PTX. */
static CUresult load_image(Run *run, char *log, size_t size)
{
    const CudaDriver *cuda = &run->worker->device.cuda;
    const Compiled *compiled = &run->worker->compiled;
    CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void *values[] = {log, (void *)(uintptr_t)(size - 1)};
    bool direct = compiled->cubin && !run->worker->device.sim;
    if (direct && cuda->cuModuleLoadData(&run->module, compiled->cubin) == CUDA_SUCCESS)
        return CUDA_SUCCESS;
    CUresult result = cuda->cuModuleLoadDataEx(&run->module, compiled->ptx, 2, options, values);
    log[size - 1] = '\0';
    return result;
}

static bool load_module(Run *run)
{
    Worker *worker = run->worker;
    const CudaDriver *cuda = &worker->device.cuda;
    char log[JIT_LOG_BYTES] = "";
    bool loaded = worker->modules.size > 0 && !worker->has_variables;
    run->module = loaded ? vec_last(&worker->modules) : NULL;
    CUresult result = loaded ? CUDA_SUCCESS : load_image(run, log, sizeof log);
    if (result == CUDA_SUCCESS) {
        if (!loaded)
            vec_push(&worker->modules, run->module);
        result = cuda->cuModuleGetFunction(&run->function, run->module, run->entry->symbol);
    }
    if (result == CUDA_SUCCESS)
        return true;
    StrBuf text = {0};
    strbuf_add_text(&text, "the kernel cannot be loaded on this device: ");
    if (*log)
        strbuf_add(&text, view_trim(view_of(log)));
    else {
        cuda_result_describe(result, &text);
        strbuf_add_text(&text, " (not your kernel's fault)");
    }
    /* What was compiled asks for more than the device has. */
    bool refused = result == CUDA_ERROR_INVALID_PTX;
    return conclude_buf(run, refused ? LAUNCH_REFUSED : LAUNCH_TROUBLE, result, &text);
}

/* Before the buffers are filled, so that the checkers see what is written to them and what is not.
 */
static void set_options(Run *run)
{
    const CulabSimApi *sim = run->worker->device.sim;
    CulabSimOptions options = {
        .size = sizeof options,
        .checks = run->message->checks & CULAB_SIM_CHECK_ALL,
        .seed = run->message->seed,
        .budget = run->message->budget,
        .print_limit = run->message->print_limit,
        .state = &run->prints,
        .print = print_sender_take,
        .strict = 1,
    };
    if (sim)
        sim->set_options(&options);
    naming_offer(run->worker);
}

static bool prepare(Run *run)
{
    Worker *worker = run->worker;
    Error error = {0};
    StrBuf why = {0};
    if (!device_ready(&worker->device, &error)) {
        run->spent = true;
        return conclude(run, LAUNCH_TROUBLE, CUDA_SUCCESS, error.text);
    }
    buffers_release(&worker->kept, &worker->device);
    buffers_free(&worker->kept);
    if (!load_module(run))
        return false;
    if (!launch_check_function(&worker->device, run->function, run->message, &why))
        return conclude_buf(run, LAUNCH_REFUSED, CUDA_SUCCESS, &why);
    set_options(run);
    CUresult result = buffers_upload(&worker->buffers, &worker->device);
    buffers_label(&worker->buffers, run->message, &worker->device);
    if (result != CUDA_SUCCESS)
        return conclude_trouble(run, result, "the buffers");
    result = print_ring_begin(&worker->ring, &worker->device, run->module);
    return result == CUDA_SUCCESS || conclude_trouble(run, result, "what the kernel prints");
}

static uint64_t last_launch(const CulabSimApi *sim, CulabSimLaunchStatus *status)
{
    *status = (CulabSimLaunchStatus){0};
    if (sim)
        sim->last_launch(status);
    return status->launch;
}

/* Looks whether a GPU's kernel has ended, often at first; false: it is asked to stop. A kernel
 * cannot be stopped, but its process can be done without. */
static bool wait_for_kernel(const Run *run)
{
    const CudaDriver *cuda = &run->worker->device.cuda;
    int64_t start = clock_now_ns();
    while (cuda->cuStreamQuery(NULL) == CUDA_ERROR_NOT_READY) {
        if (port_stopped(run->worker->port))
            return false;
        if (clock_now_ns() - start > WAIT_AWAKE_NS)
            usleep(WAIT_US);
    }
    return true;
}

/* The launch's parameters: addresses of buffers, values of scalars. */
static CUresult call_kernel(Run *run)
{
    const RunMessage *message = run->message;
    const CudaDriver *cuda = &run->worker->device.cuda;
    void *parameters[WIRE_ARGUMENTS + 1];
    buffers_list_parameters(&run->worker->buffers, message, parameters);
    CUresult result =
        run->entry->waits_for_grid && cuda->cuLaunchCooperativeKernel
            ? cuda->cuLaunchCooperativeKernel(run->function, message->grid.x, message->grid.y,
                                              message->grid.z, message->block.x, message->block.y,
                                              message->block.z, (unsigned)message->shared, NULL,
                                              parameters)
            : cuda->cuLaunchKernel(run->function, message->grid.x, message->grid.y, message->grid.z,
                                   message->block.x, message->block.y, message->block.z,
                                   (unsigned)message->shared, NULL, parameters, NULL);
    if (result == CUDA_SUCCESS && !run->worker->device.sim && !wait_for_kernel(run))
        return CUDA_ERROR_LAUNCH_TIMEOUT;
    return result == CUDA_SUCCESS ? cuda->cuCtxSynchronize() : result;
}

/* After the results were read: the kernel changes its buffers again and again. */
static void measure_time(Run *run)
{
    Worker *worker = run->worker;
    const RunMessage *message = run->message;
    void *parameters[WIRE_ARGUMENTS + 1];
    buffers_list_parameters(&worker->buffers, message, parameters);
    TimedLaunch launch = {run->function, message->grid, message->block, (uint32_t)message->shared,
                          parameters};
    port_run_begin(worker->port, run->sequence, NULL);
    timing_measure(&worker->device, worker->port, &launch, &run->result.timing);
    if (worker->ceilings.bytes_per_s == 0)
        worker->ceilings = message->ceilings;
    if (run->result.timing.samples > 0 && worker->compiler.open &&
        worker->ceilings.bytes_per_s == 0)
        timing_ceilings(&worker->device, &worker->compiler, worker->port, &worker->ceilings);
    run->result.timing.ceilings = worker->ceilings;
}

/* The words of the finding that ended the launch. */
static const char *fatal_text(const RunResult *result)
{
    for (size_t i = 0; i < result->findings.size; i++)
        if (result->findings.data[i].fatal)
            return result->findings.data[i].text;
    return NULL;
}

static LaunchStatus sim_status(const CulabSimLaunchStatus *status, bool stopped)
{
    static const LaunchStatus map[] = {
        [CULAB_SIM_DONE] = LAUNCH_OK,           [CULAB_SIM_FAULT] = LAUNCH_FAULT,
        [CULAB_SIM_DEADLOCK] = LAUNCH_DEADLOCK, [CULAB_SIM_BUDGET] = LAUNCH_BUDGET,
        [CULAB_SIM_STOPPED] = LAUNCH_STOPPED,   [CULAB_SIM_NO_MEMORY] = LAUNCH_TROUBLE,
    };
    if (status->status < 0 || (size_t)status->status >= sizeof map / sizeof *map)
        return LAUNCH_TROUBLE;
    LaunchStatus result = map[status->status];
    return result == LAUNCH_BUDGET && stopped ? LAUNCH_STOPPED : result;
}

static void describe_end(Run *run, LaunchStatus status, CUresult result)
{
    StrBuf text = {0};
    const char *fatal = fatal_text(&run->result);
    if (status == LAUNCH_OK)
        strbuf_add_text(&text, "");
    else if (fatal && *fatal)
        strbuf_add_text(&text, fatal);
    else if (status == LAUNCH_BUDGET)
        strbuf_format(&text, "the kernel was stopped at its limit of %llu thread-instructions",
                      (unsigned long long)run->message->budget);
    else if (status == LAUNCH_STOPPED)
        strbuf_add_text(&text, "the kernel was stopped");
    else if (result == CUDA_SUCCESS && status == LAUNCH_TROUBLE)
        strbuf_add_text(&text, "the simulator has not enough memory (not your kernel's fault)");
    else
        cuda_result_describe(result, &text);
    if (status == LAUNCH_TROUBLE && result != CUDA_SUCCESS)
        strbuf_add_text(&text, " (not your kernel's fault)");
    conclude_buf(run, status, result, &text);
}

/* What a GPU's driver printed while the kernel ran. */
static void read_captured(Run *run)
{
    int fd = run->worker->captured;
    StrBuf text = {0};
    char piece[65536];
    ssize_t size;
    fflush(stdout);
    while (text.size < CAPTURE_CAP && (size = pread(fd, piece, sizeof piece, (off_t)text.size)) > 0)
        strbuf_add_bytes(&text, piece, (size_t)size);
    if (ftruncate(fd, 0) != 0 || lseek(fd, 0, SEEK_SET) != 0)
        fprintf(stderr, "culab-worker: captured output cannot be emptied: %s\n", strerror(errno));
    print_sender_take_text(&run->prints, strbuf_view(&text));
    strbuf_free(&text);
}

static LaunchStatus gpu_status(const Run *run, CUresult result)
{
    bool stopped = port_stopped(run->worker->port) && result == CUDA_ERROR_LAUNCH_TIMEOUT;
    return stopped ? LAUNCH_STOPPED : cuda_launch_status(result);
}

/* What the kernel left in the lab's printf buffer. */
static void take_ring(Run *run, CUresult result)
{
    PrintRing *ring = &run->worker->ring;
    bool ended = result == CUDA_SUCCESS;
    run->result.prints_lost = print_ring_collect(ring, &run->worker->device, ended,
                                                 run->message->print_limit, &run->prints);
}

/* As ptxas told of the kernel; NULL: it was not asked. */
static const KernelCode *code_of(const Run *run)
{
    const CompileResult *compile = &run->worker->compiled.result;
    for (size_t i = 0; i < compile->code.size; i++)
        if (strcmp(compile->code.data[i].name, run->entry->symbol) == 0)
            return &compile->code.data[i];
    return NULL;
}

static bool launch(Run *run)
{
    Worker *worker = run->worker;
    const CulabSimApi *sim = worker->device.sim;
    CulabSimLaunchStatus status;
    uint64_t before = last_launch(sim, &status);
    port_run_begin(worker->port, run->sequence, sim ? sim->stop : NULL);
    int64_t start = clock_now_ns();
    CUresult result = call_kernel(run);
    run->result.kernel_ms = (double)(clock_now_ns() - start) / 1e6;
    port_run_end(worker->port);
    read_captured(run);
    if (last_launch(sim, &status) != before && sim) {
        run->launch = status.launch;
        run->result.thread_instructions = status.thread_instructions;
        run->result.prints_lost = status.prints_lost;
        if ((run->message->checks & CULAB_SIM_CHECK_MEMORY) && status.status == CULAB_SIM_DONE)
            sim->leaks();
        collect_findings(sim, run->launch, &run->result);
        collect_metrics(sim, run->launch, &run->result);
        collect_accesses(sim, run->launch, &run->result);
        describe_end(run, sim_status(&status, port_stopped(worker->port)), result);
    } else {
        take_ring(run, result);
        describe_end(run, gpu_status(run, result), result);
    }
    if (result == CUDA_SUCCESS)
        figures_add(&worker->device, run->function, run->entry->symbol, code_of(run), run->message,
                    &run->result);
    return run->result.status == LAUNCH_OK;
}

/* The first element in which an input differs from what was sent; its bytes are equal: false. */
static bool find_change(const Buffer *buffer, const unsigned char *now, size_t element,
                        uint64_t *first)
{
    if (buffer->bytes == 0 || memcmp(buffer->sent, now, (size_t)buffer->bytes) == 0)
        return false;
    uint64_t at = 0;
    while (buffer->sent[at] == now[at])
        at++;
    *first = at / element;
    return true;
}

static bool collect_buffer(Run *run, const Buffer *buffer, BufferResult *out)
{
    const Device *device = &run->worker->device;
    const RunArgument *argument = &run->message->arguments.data[buffer->argument];
    unsigned char *now = memory_alloc((size_t)buffer->bytes + 1);
    CUresult result = buffer_judge_guards(buffer, device, out);
    if (result == CUDA_SUCCESS)
        result = buffer_download(buffer, device, now);
    bool fine = result == CUDA_SUCCESS || conclude_trouble(run, result, "reading the buffers back");
    size_t element = element_bytes(argument->type);
    if (fine && argument->role == ROLE_IN)
        out->input_changed = find_change(buffer, now, element, &out->first_changed);
    if (out->input_changed)
        collect_writer(device->sim, buffer->data + out->first_changed * element, &out->changed_by);
    if (fine && (argument->role != ROLE_IN || out->input_changed))
        buffer_send(buffer, now, run->worker->port, run->sequence);
    free(now);
    return fine;
}

static void make_buffer_results(Run *run)
{
    const BufferList *list = &run->worker->buffers;
    run->result.buffers = memory_alloc_array(list->size + 1, sizeof(BufferResult));
    run->result.buffer_count = list->size;
    for (size_t i = 0; i < list->size; i++) {
        const RunArgument *argument = &run->message->arguments.data[list->data[i].argument];
        run->result.buffers[i] = (BufferResult){
            .name = memory_clone_text(argument->name),
            .type = argument->type,
            .role = argument->role,
            .count = argument->count,
            .shape = {argument->shape[0], argument->shape[1], argument->shape[2]},
        };
    }
}

static void collect_buffers(Run *run)
{
    const BufferList *list = &run->worker->buffers;
    for (size_t i = 0; i < list->size; i++)
        if (!collect_buffer(run, &list->data[i], &run->result.buffers[i]))
            return;
}

/* What ends a context: everything but a success, a refusal, or a stop of the simulator's. */
static void clean_up(Run *run)
{
    Worker *worker = run->worker;
    bool broken = run->result.status != LAUNCH_OK && run->result.status != LAUNCH_REFUSED &&
                  run->result.status != LAUNCH_NOT_RUN && worker->device.open;
    if (broken) {
        worker_forget_runs(worker, true);
        run->spent = run->spent || !device_reset(&worker->device);
        for (size_t i = 0; i < worker->buffers.size; i++)
            worker->buffers.data[i].base = worker->buffers.data[i].data = 0;
        buffers_free(&worker->buffers);
        return;
    }
    PastRun past = {.sequence = run->sequence};
    for (size_t i = 0; i < worker->buffers.size; i++) {
        vec_push(&past.buffers, worker->buffers.data[i]);
        past.buffers.data[i].sent = NULL;
    }
    vec_push(&worker->past, past);
    buffers_release(&worker->kept, &worker->device); /* if this one was not even begun */
    buffers_free(&worker->kept);
    worker->kept = worker->buffers;
    worker->buffers = (BufferList){0};
}

static void answer(Run *run)
{
    RanMessage message = {.run = run->result, .spent = run->spent};
    StrBuf payload = {0};
    print_sender_flush(&run->prints, run->result.prints_lost);
    message.run.prints = run->prints.sent;
    ran_encode(&message, &payload);
    port_send(run->worker->port, MESSAGE_RAN, run->sequence, strbuf_view(&payload));
    strbuf_free(&payload);
}

static void forget_loaded(Worker *worker)
{
    buffers_free(&worker->buffers);
    run_message_free(&worker->run);
}

void worker_launch(Worker *worker, uint32_t sequence)
{
    if (repeat_answer(worker, sequence)) {
        forget_loaded(worker);
        return;
    }
    Run run = {.worker = worker, .sequence = sequence, .message = &worker->run};
    run.result.kernel_ms = NAN;
    run.prints.port = worker->port;
    run.prints.sequence = sequence;
    make_buffer_results(&run);
    if (check_before(&run) && prepare(&run) && launch(&run)) {
        collect_buffers(&run);
        if (run.message->time && !worker->device.sim && run.result.status == LAUNCH_OK)
            measure_time(&run);
        if (run.message->schedule && run.result.status == LAUNCH_OK)
            run.spent |= !blocks_measure(worker, run.message, sequence, run.entry->symbol,
                                         run.function, &run.result);
    }
    if (run.result.status == LAUNCH_OK && !run.entry->waits_for_grid)
        run.spent |= !naming_improve(worker, run.message, sequence, run.entry->symbol, &run.result);
    else if (run.result.status == LAUNCH_FAULT)
        naming_explain(worker, run.message, sequence, run.entry->symbol, &run.result);
    if (run.result.status == LAUNCH_OK && !run.entry->waits_for_grid && !run.spent)
        run.spent |= !order_look(worker, run.message, sequence, run.entry->symbol, &run.result);
    findings_order(&run.result);
    if (run.message->schedule && run.result.status != LAUNCH_OK)
        run.result.schedule.trouble = memory_clone_text("the run before it did not end well");
    port_run_end(worker->port);
    clean_up(&run);
    answer(&run);
    repeat_end(worker, sequence, &run.result, run.spent);
    print_sender_free(&run.prints);
    run_result_free(&run.result);
    run_message_free(&worker->run);
}
