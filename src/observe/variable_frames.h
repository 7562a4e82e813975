/* What is kept of registers and shared memory that hold chance: for each activation of a function
 * that the compiler has left such registers in, or that divides, and for each block that stored
 * one.
 */
#ifndef CULAB_OBSERVE_VARIABLE_FRAMES_H
#define CULAB_OBSERVE_VARIABLE_FRAMES_H

#include <stddef.h>

#include "observe/flow.h"
#include "observe/undefined.h"

/* A function, and its instructions that are worth a look. */
typedef struct VariableFunction {
    const PtxFunction *function;
    Live live;
    Flow *flow;         /* NULL: no memory, or no register matters */
    uint8_t *concerned; /* by instruction */
    uint8_t *printed;   /* by instruction: stores of what printf() is given */
    bool restarts;      /* its first instruction is that of each activation and no other */
} VariableFunction;

typedef struct VariableFrame {
    const void *key; /* SimWarpInfo.frame */
    const VariableFunction *function;
    UndefinedFrame undefined;
    struct VariableFrame *next;
} VariableFrame;

/* A block's shared memory, once something that is chance was stored in it. */
typedef struct VariableShared {
    unsigned char *bits;      /* [shared_bytes]: those that are chance */
    UndefinedOrigin *origins; /* [shared_bytes / 4 + 1]: where the last such bits came from */
} VariableShared;

typedef struct VariableBlock {
    uint32_t linear;
    VariableFrame **warps; /* a list for each */
    VariableShared shared; /* {0}: all is defined */
} VariableBlock;

/* Start from {0}; set `launch` and `divided` at the start of each one. */
typedef struct VariableFrames {
    const SimLaunchInfo *launch;
    bool divided; /* chance comes of divisions, not of what is never set */
    VariableFunction **functions;
    uint32_t function_count, function_room;
    uint32_t concerned; /* functions with registers that matter */
    VariableBlock *blocks;
    size_t block_count, block_room, last;
    UndefinedPool pool;
    size_t shared_held, shared_most; /* bytes of VariableShared: now, and at most so far */
} VariableFrames;

/* Looked through at the first call of a launch. NULL: no memory. */
const VariableFunction *variable_function(VariableFrames *frames, const PtxFunction *function);
/* The running activation. NULL: none of its registers matter, or no memory. */
VariableFrame *variable_frame(VariableFrames *frames, const SimWarpInfo *warp);
/* The activation begins, for the lanes of `mask`: what it may read first is not set. */
void variable_frame_begin(VariableFrame *frame, uint32_t mask);
/* NULL: none of the block's shared memory is chance, or with `make` no memory. */
VariableShared *variable_shared(VariableFrames *frames, uint32_t linear, bool make);
void variable_block_end(VariableFrames *frames, uint32_t linear);
void variable_frames_free(VariableFrames *frames);

#endif
