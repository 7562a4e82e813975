/* Grids that kernels launch: running what waits, and the buffers for parameters. */
#include "sim/engine/tree.h"

#include <stdlib.h>
#include <string.h>

enum { BUFFER_SMALLEST = 64, BUFFER_ALIGN = 256 };

void tree_begin(LaunchTree *tree, const EngineLaunch *root)
{
    const EngineHost *host = root->host;
    *tree =
        (LaunchTree){.root = root, .pending_limit = TREE_PENDING, .sync_depth = TREE_SYNC_DEPTH};
    if (host && host->pending_launches)
        tree->pending_limit = host->pending_launches;
    if (host && host->sync_depth)
        tree->sync_depth = host->sync_depth;
}

void tree_end(LaunchTree *tree)
{
    for (uint32_t i = 0; i < BUFFER_CLASSES; i++)
        while (tree->free_buffers[i]) {
            ParamBuffer *buffer = tree->free_buffers[i];
            tree->free_buffers[i] = buffer->next;
            sim_memory_release(tree->root->memory, buffer->address);
            free(buffer);
        }
    if (tree->texts)
        sim_memory_release(tree->root->memory, tree->texts);
    free(tree->handles);
}

/* -- queues */

void work_queue_add(WorkQueue *queue, Work *work)
{
    work->next = NULL;
    if (queue->last)
        queue->last->next = work;
    else
        queue->first = work;
    queue->last = work;
}

void work_queue_prepend(WorkQueue *queue, WorkQueue *first)
{
    if (!first->first)
        return;
    first->last->next = queue->first;
    queue->first = first->first;
    if (!queue->last)
        queue->last = first->last;
    *first = (WorkQueue){0};
}

static Work *work_queue_take(WorkQueue *queue)
{
    Work *work = queue->first;
    if (!work)
        return NULL;
    queue->first = work->next;
    if (!queue->first)
        queue->last = NULL;
    return work;
}

void work_queue_drop(LaunchTree *tree, WorkQueue *queue)
{
    Work *work;
    while ((work = work_queue_take(queue))) {
        tree->pending--;
        free(work);
    }
}

/* -- running */

static void result_add(EngineResult *result, const EngineResult *more)
{
    result->prints_lost += more->prints_lost;
    result->thread_instructions += more->thread_instructions;
    result->charged += more->charged;
    result->warp_instructions += more->warp_instructions;
    result->cycles += more->cycles;
    if (result->status != ENGINE_DONE)
        return;
    result->status = more->status;
    result->fault = more->fault;
}

static void run_grid_of(LaunchTree *tree, const EngineLaunch *parent, const Work *work,
                        uint32_t level, EngineResult *result, WorkQueue *tails)
{
    const EngineHost *host = parent->host;
    EngineLaunch launch = *parent;
    EngineResult ended;
    uint64_t used = result->thread_instructions + result->charged;
    launch.kernel = work->origin.kernel;
    launch.grid = work->grid;
    launch.block = work->block;
    launch.dynamic_shared = work->shared;
    launch.params = work->params;
    launch.cooperative = false;
    launch.work = work->number;
    launch.cluster =
        (SimDim){launch.kernel->cluster[0], launch.kernel->cluster[1], launch.kernel->cluster[2]};
    if (launch.budget)
        launch.budget = used < launch.budget ? launch.budget - used : 1;
    if (host && host->child_begin)
        launch.id = host->child_begin(host->state, &work->origin);
    grid_run(tree, &launch, level, &ended, tails);
    result_add(result, &ended);
}

/* Whole rows move much faster than words that an instruction each moves. */
enum { ROW_BYTES = 32 };

static void run_move(const EngineLaunch *parent, const Work *work, EngineResult *result)
{
    const WorkBox *box = &work->box;
    const unsigned __int128 cost =
        (unsigned __int128)(box->width / ROW_BYTES + 1) * box->height * box->depth;
    const uint64_t used = result->thread_instructions + result->charged;
    if (parent->budget && (used >= parent->budget || cost >= parent->budget - used)) {
        result_add(result, &(EngineResult){.status = ENGINE_BUDGET});
        return;
    }
    result->charged += parent->budget ? (uint64_t)cost : 0;
    if (!work_move(parent, work))
        result_add(result, &(EngineResult){.status = ENGINE_FAULT, .fault = ENGINE_FAULT_ADDRESS});
}

void tree_run(LaunchTree *tree, const EngineLaunch *parent, WorkQueue *queue, uint32_t level,
              EngineResult *result)
{
    Work *work;
    while (result->status == ENGINE_DONE && (work = work_queue_take(queue))) {
        WorkQueue tails = {0};
        if (work->kind == WORK_GRID)
            run_grid_of(tree, parent, work, level, result, &tails);
        else
            run_move(parent, work, result);
        tree->pending--;
        free(work);
        work_queue_prepend(queue, &tails); /* a grid's tail work comes before what follows it */
    }
    work_queue_drop(tree, queue);
}

/* -- buffers for parameters */

ParamBuffer *param_buffer_new(Run *run, uint64_t size)
{
    LaunchTree *tree = run->tree;
    uint32_t size_class = 0;
    while (size_class < BUFFER_CLASSES && (uint64_t)BUFFER_SMALLEST << size_class < size)
        size_class++;
    if (size_class == BUFFER_CLASSES)
        return NULL;
    ParamBuffer *buffer = tree->free_buffers[size_class];
    if (buffer) {
        tree->free_buffers[size_class] = buffer->next;
    } else {
        buffer = calloc(1, sizeof(*buffer));
        if (!buffer)
            return NULL;
        buffer->size_class = size_class;
        buffer->address =
            sim_memory_alloc(tree->root->memory, (uint64_t)BUFFER_SMALLEST << size_class,
                             BUFFER_ALIGN, SIM_ALLOC_MODULE, 0, "the parameters of a launch");
        if (!buffer->address) {
            free(buffer);
            return NULL;
        }
    }
    buffer->kernel = NULL;
    buffer->next = run->buffers;
    run->buffers = buffer;
    return buffer;
}

ParamBuffer *param_buffer_find(const Run *run, uint64_t address)
{
    ParamBuffer *buffer = run->buffers;
    while (buffer && buffer->address != address)
        buffer = buffer->next;
    return buffer;
}

static void buffer_return(LaunchTree *tree, ParamBuffer *buffer)
{
    buffer->next = tree->free_buffers[buffer->size_class];
    tree->free_buffers[buffer->size_class] = buffer;
}

void param_buffer_spend(Run *run, ParamBuffer *buffer)
{
    ParamBuffer **link = &run->buffers;
    while (*link != buffer)
        link = &(*link)->next;
    *link = buffer->next;
    if (!run->observed) {
        buffer_return(run->tree, buffer);
        return;
    }
    /* Two threads that fill one buffer in turn would look like a race. */
    buffer->next = run->spent_buffers;
    run->spent_buffers = buffer;
}

void param_buffers_return(Run *run)
{
    ParamBuffer **lists[] = {&run->buffers, &run->spent_buffers};
    for (int i = 0; i < 2; i++)
        while (*lists[i]) {
            ParamBuffer *buffer = *lists[i];
            *lists[i] = buffer->next;
            buffer_return(run->tree, buffer);
        }
}
