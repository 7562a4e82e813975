/* Runs a queued launch on the engine and takes in how it ended. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuda/errors.h"
#include "observe/elements.h"
#include "sim/api/capture.h"
#include "sim/api/findings.h"
#include "sim/api/graph_device.h"
#include "sim/api/host_watch.h"
#include "sim/api/launch.h"
#include "sim/api/launch_host.h"
#include "sim/api/logs.h"
#include "sim/api/observers.h"
#include "sim/api/place.h"
#include "sim/api/report.h"

static const double launch_start_ns = 2000;

typedef struct LaunchOp {
    Op op;
    Function *function;
    LaunchShape shape;
    CulabSimOptions options; /* those in force when it was launched */
    HostFrames from;         /* when a report tells of it */
    DeviceGraphs *graphs;    /* that the kernel launched; NULL: none */
    char parameters[];
} LaunchOp;

static const CUresult fault_results[] = {
    [ENGINE_FAULT_NONE] = CUDA_ERROR_LAUNCH_FAILED,
    [ENGINE_FAULT_ADDRESS] = CUDA_ERROR_ILLEGAL_ADDRESS,
    [ENGINE_FAULT_MISALIGNED] = CUDA_ERROR_MISALIGNED_ADDRESS,
    [ENGINE_FAULT_SPACE] = CUDA_ERROR_INVALID_ADDRESS_SPACE,
    [ENGINE_FAULT_PC] = CUDA_ERROR_ILLEGAL_INSTRUCTION,
    [ENGINE_FAULT_TRAP] = CUDA_ERROR_LAUNCH_FAILED,
    [ENGINE_FAULT_ASSERT] = CUDA_ERROR_ASSERT,
    [ENGINE_FAULT_STACK] = CUDA_ERROR_ILLEGAL_ADDRESS, /* as an H200 has it */
    [ENGINE_FAULT_INSTRUCTION] = CUDA_ERROR_ILLEGAL_INSTRUCTION,
    [ENGINE_FAULT_LAUNCH] = CUDA_ERROR_LAUNCH_FAILED,
};

static const CUresult status_results[] = {
    [ENGINE_DONE] = CUDA_SUCCESS,
    [ENGINE_FAULT] = CUDA_ERROR_LAUNCH_FAILED,
    [ENGINE_DEADLOCK] = CUDA_ERROR_LAUNCH_TIMEOUT,
    [ENGINE_BUDGET] = CUDA_ERROR_LAUNCH_TIMEOUT,
    [ENGINE_STOPPED] = CUDA_ERROR_LAUNCH_TIMEOUT,
    [ENGINE_MEMORY] = CUDA_ERROR_OUT_OF_MEMORY,
};

static CUresult result_of(const EngineResult *ended)
{
    return ended->status == ENGINE_FAULT ? fault_results[ended->fault]
                                         : status_results[ended->status];
}

/* Without a callback the text goes where the driver's own printf goes. */
static void print_one(void *state, const EnginePrint *printed)
{
    const CulabSimOptions *options = state;
    if (!options->print) {
        fwrite(printed->text, 1, printed->size, stdout);
        return;
    }
    Place place;
    place_fill(&place, &printed->site, false);
    CulabSimPrint print = {
        .launch = printed->launch,
        .who = thread_of(printed->block, printed->thread),
        .where = place.place,
        .text = printed->text,
        .size = printed->size,
        .malformed = printed->malformed,
    };
    options->print(options->state, &print);
}

static void ended_store(uint64_t id, const EngineResult *ended)
{
    library()->last = (CulabSimLaunchStatus){
        .launch = id,
        .status = ended->status,
        .fault = ended->fault,
        .prints_lost = ended->prints_lost,
        .thread_instructions = ended->thread_instructions,
        .warp_instructions = ended->warp_instructions,
        .cycles = ended->cycles,
        .seconds = ended->seconds,
    };
}

static void fault_log(const Function *function, CUresult fault)
{
    char text[200];
    if (fault == CUDA_SUCCESS)
        return;
    snprintf(text, sizeof text, "%s in a launch of %s", cuda_result_name(fault), function->name);
    log_error(text);
}

/* Takes a note, since it comes from a thread that runs the kernel. */
static uint32_t graph_note(void *state, uint64_t exec, uint64_t stream)
{
    LaunchOp *self = state;
    if (!self->graphs)
        self->graphs = calloc(1, sizeof *self->graphs);
    return self->graphs ? device_graph_note(self->graphs, self->op.graph != NULL, exec, stream)
                        : 2; /* cudaErrorMemoryAllocation */
}

static void graphs_launch(LaunchOp *self)
{
    Context *context = self->op.stream->context;
    if (!self->graphs)
        return;
    CUresult result = device_graphs_launch(self->graphs, &self->op);
    if (result != CUDA_SUCCESS && context->fault == CUDA_SUCCESS)
        context->fault = result;
    free(self->graphs);
    self->graphs = NULL;
}

static void findings_tell(const LaunchOp *self, uint64_t number)
{
    SimDim cluster = launch_cluster(self->function, &self->shape), none = {1, 1, 1};
    ReportLaunch launch = {.number = number,
                           .kernel = self->function->name,
                           .grid = self->shape.grid,
                           .block = self->shape.block,
                           .cluster = cluster.x ? cluster : none,
                           .shared = self->shape.shared,
                           .from = self->from};
    report_findings(&launch);
}

static const char *twin_of(void *state, bool at_hand)
{
    const Library *lib = state;
    return lib->twin(lib->twin_state, at_hand);
}

static double launch_run(Op *op)
{
    LaunchOp *self = (LaunchOp *)op;
    Library *lib = library();
    Function *function = self->function;
    EngineResult ended = {0};
    Elements elements;
    EngineHost host = launch_host(function);
    host.graph_launch = graph_note;
    host.graph_state = self;
    EngineLaunch launch = {
        .module = function->module->engine,
        .kernel = function->ptx,
        .grid = self->shape.grid,
        .block = self->shape.block,
        .cluster = self->shape.cluster,
        .dynamic_shared = self->shape.shared,
        .params = self->parameters,
        .memory = lib->memory,
        .textures = lib->textures,
        .profile = lib->profile,
        .id = ++lib->next_launch,
        .stream = op->stream->kind == STREAM_LEGACY ? 0 : op->stream->id,
        .cooperative = self->shape.cooperative,
        .threads = lib->threads,
        .eager = lib->eager,
        .seed = self->options.seed,
        .budget = self->options.budget,
        .tolerant = !self->options.strict,
        .print_limit = self->options.print_limit,
        .stop = &lib->stop,
        .findings = findings_sink(),
        .host = &host,
        .print_state = &self->options,
        .print = print_one,
    };
    launch.observers = observers_for_launch(&launch.observer_count);
    elements_open(&elements, lib->twin ? twin_of : NULL, lib);
    launch.elements = &elements.known;
    launch.elements_at_hand = &elements.at_hand;
    atomic_store(&lib->stop, false);
    findings_launch(launch.id);
    api_callback_begin();
    engine_run(&launch, &ended);
    if (!self->options.print)
        fflush(stdout);
    api_callback_end();
    elements_close(&elements);
    ended_store(launch.id, &ended);
    findings_tell(self, launch.id);
    observers_tell_touches(op->call);
    host_watch_launched(op);
    op->stream->context->fault = result_of(&ended);
    fault_log(function, op->stream->context->fault);
    graphs_launch(self);
    return launch_start_ns + (double)ended.cycles * 1e6 / lib->profile->clock_khz;
}

/* Kernels side by side share the multiprocessors as long as there is room for their threads. */
static bool shape_fills_device(const LaunchShape *shape)
{
    const SimProfile *profile = library()->profile;
    double threads = (double)shape->grid.x * shape->grid.y * shape->grid.z * shape->block.x *
                     shape->block.y * shape->block.z;
    return 2 * threads >= (double)profile->sms * profile->threads_per_sm;
}

CUresult launch_enqueue(Stream *stream, Function *function, const LaunchShape *shape,
                        const void *parameters)
{
    size_t size = function->ptx->param_size;
    CUresult result = capture_check(stream);
    if (result != CUDA_SUCCESS)
        return result;
    if (stream->capture)
        return capture_launch(stream, function, shape, parameters);
    LaunchOp *op = op_new(sizeof *op + size, launch_run);
    if (!op)
        return CUDA_ERROR_OUT_OF_MEMORY;
    op->op.unlocked = true;
    op->op.kind = CULAB_SIM_SPAN_KERNEL;
    op->op.name = function->name;
    op->function = function;
    op->shape = launch_seen(function, shape); /* as the function is now */
    op->shape.hints = NULL;                   /* the call's */
    op->op.alone = shape_fills_device(&op->shape);
    op->options = library()->options;
    if (report_wanted())
        host_frames_take(&op->from);
    if (size)
        memcpy(op->parameters, parameters, size);
    host_watch_parameters(&op->op, op->parameters, size);
    queue_add(stream, &op->op);
    return CUDA_SUCCESS;
}
