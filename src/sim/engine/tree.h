/* Grids that kernels launch: a host's launch is the root of a tree of grids (CUDA C++ Programming
 * Guide, "CUDA Dynamic Parallelism").
 *
 * What a grid launches runs when the grid is done, in the order in which it was launched, each with
 * all that it launches in turn, and last what went to the tail stream. So every stream's order is
 * kept, everything that a parent wrote is visible to its children, and a grid is complete when its
 * children are. A parent that waits in the middle (cudaDeviceSynchronize, before CUDA 12) runs what
 * is pending then. */
#ifndef CULAB_SIM_ENGINE_TREE_H
#define CULAB_SIM_ENGINE_TREE_H

#include "sim/engine/warp.h"

/* What cudaLimitDevRuntimePendingLaunchCount and ...SyncDepth are at first; the deepest nesting,
 * for which a device has no limit of its own (1000 levels ran on an H200): here a level is some of
 * the stack. */
enum { TREE_PENDING = 2048, TREE_SYNC_DEPTH = 2, TREE_DEPTH = 2048 };
enum { BUFFER_CLASSES = 16 };

typedef enum WorkKind { WORK_GRID, WORK_COPY, WORK_FILL } WorkKind;

/* Bytes of a copy or fill: rows of slices; a fill's `from` is its value. */
typedef struct WorkBox {
    uint64_t to, from;
    uint64_t to_pitch, from_pitch, to_slice, from_slice;
    uint64_t width, height, depth;
} WorkBox;

struct Work {
    Work *next;
    WorkKind kind;
    EngineChild origin;
    uint64_t number;               /* SimLaunched.work */
    uint64_t buffer, buffer_bytes; /* that the parameters were written to; 0: none */
    SimDim grid, block;
    uint64_t shared;
    WorkBox box;
    unsigned char params[]; /* of a grid */
};

/* A buffer that a kernel fills with the parameters of a grid that it is about to launch. */
typedef struct ParamBuffer {
    struct ParamBuffer *next;
    uint64_t address;
    uint32_t size_class;
    const PtxFunction *kernel; /* what cudaGetParameterBufferV2 was told; NULL: nothing */
    SimDim grid, block;
    uint64_t shared;
} ParamBuffer;

typedef enum TreeHandle { TREE_STREAM = 1, TREE_EVENT, TREE_GONE } TreeHandle;

struct LaunchTree {
    const EngineLaunch *root;
    uint32_t pending; /* launched and not done */
    uint32_t pending_limit, sync_depth;
    uint64_t prints, launched;
    unsigned char *handles; /* TreeHandle, by number */
    uint32_t handle_count, handle_capacity;
    ParamBuffer *free_buffers[BUFFER_CLASSES];
    uint64_t texts; /* of errors, in device memory; 0: nobody has asked */
};

void tree_begin(LaunchTree *tree, const EngineLaunch *root);
void tree_end(LaunchTree *tree);

/* Runs what is in the queue to its end, children `level` deep, as part of the launch `parent`, and
 * adds to its result; after a failure the rest is dropped. */
void tree_run(LaunchTree *tree, const EngineLaunch *parent, WorkQueue *queue, uint32_t level,
              EngineResult *result);
void work_queue_add(WorkQueue *queue, Work *work);
/* Puts all of `first` before what is in the queue. */
void work_queue_prepend(WorkQueue *queue, WorkQueue *first);
void work_queue_drop(LaunchTree *tree, WorkQueue *queue);

/* A copy or fill. False: it left the memory that is allocated; the finding is told. */
bool work_move(const EngineLaunch *launch, const Work *work);

/* The grid of the launch, and what it launches except for its tail work. */
void grid_run(LaunchTree *tree, const EngineLaunch *launch, uint32_t level, EngineResult *result,
              WorkQueue *tails);

/* A buffer of `size` bytes. NULL: no memory. */
ParamBuffer *param_buffer_new(Run *run, uint64_t size);
/* The buffer of the run that begins at `address`; NULL: there is none. */
ParamBuffer *param_buffer_find(const Run *run, uint64_t address);
/* It is launched from: no use of its address is right any more. */
void param_buffer_spend(Run *run, ParamBuffer *buffer);
void param_buffers_return(Run *run);

#endif
