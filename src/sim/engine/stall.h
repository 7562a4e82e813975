/* Finds out that threads wait in loops for what nobody will ever change, such as a lock that is
 * never given back.
 *
 * When no block has ended for long, the warps are run an instruction at a time, and each is looked
 * at after its turn. Once every one of them has been again in the state that it was in at the
 * beginning, each of its splits having run meanwhile, and no memory has changed, all of them will
 * go round like this for ever. A kernel that counts, computes or prints is never in the same
 * state twice. */
#ifndef CULAB_SIM_ENGINE_STALL_H
#define CULAB_SIM_ENGINE_STALL_H

#include "sim/engine/warp.h"

typedef struct StallWarp {
    uint64_t place, values; /* at the beginning */
    uint64_t turn;
    bool back;
} StallWarp;

/* Start from {0}. */
typedef struct Stall {
    bool watching;
    uint64_t since, wait; /* warp-instructions: when a block ended last; how long to wait */
    uint64_t steps_left, looks_left;
    uint64_t memory, events, generation;
    StallWarp *warps; /* [block * warps of a block + warp] */
    size_t count, back;
} Stall;

/* A block has ended or begun. */
void stall_forget(Stall *stall, const Run *run);
/* How long a block's turn is to be. */
uint64_t stall_slice(const Stall *stall, uint64_t usual);
/* After a turn of each block in which none came to its end. True: none ever will. */
bool stall_look(Stall *stall, const Run *run, Block *const *blocks, uint32_t count);
void stall_free(Stall *stall);

#endif
