/* Finds out that threads wait in loops for what nobody will ever change, such as a lock that is
 * never given back.
 *
 * When no block has ended for long, the warps are run an instruction at a time, and each is looked
 * at after its turn. Once every one of them has been again in the state that it was in at the
 * beginning, each of its splits having run meanwhile, and no memory has changed, all of them will
 * go round like this for ever. A kernel that counts, computes or prints is never in the same
 * state twice. Registers that hold what a clock said are left out of the state, as long as no clock
 * can lead out of the loop: see stall_clock.h. */
#ifndef CULAB_SIM_ENGINE_STALL_H
#define CULAB_SIM_ENGINE_STALL_H

#include "sim/engine/stall_clock.h"

/* What lanes of a warp look at again and again. */
typedef struct StallLook {
    const SimInst *inst; /* NULL: nothing was seen */
    Frame *frame;
    uint32_t mask, lane;
    PtxSpace space;   /* global or shared */
    uint64_t address; /* in shared memory an offset */
} StallLook;

typedef struct StallWarp {
    uint64_t place, values; /* at the beginning */
    uint64_t turn;
    bool back;
    StallLook look;
} StallWarp;

/* Start from {0}. */
typedef struct Stall {
    bool watching;
    uint64_t since, wait; /* warp-instructions, pauses counted in: when a block ended last; how long
                           * to wait */
    uint64_t steps_left, looks_left;
    uint64_t memory, events, generation;
    StallWarp *warps; /* [block * warps of a block + warp] */
    size_t count, back;
    ClockTrace *clocks; /* by PtxFunction.index; made at the first look */
} Stall;

/* A block has ended or begun. */
void stall_forget(Stall *stall, const Run *run);
/* How long a block's turn is to be. */
uint64_t stall_slice(const Stall *stall, uint64_t usual);
/* After a turn of each block in which none came to its end. True: none ever will. */
bool stall_look(Stall *stall, const Run *run, Block *const *blocks, uint32_t count);
void stall_free(Stall *stall, const Run *run);

/* -- stall_look.c */
/* The split is about to execute an instruction: kept if it looks at memory, and tells more than
 * what was kept before. */
void stall_note_look(StallLook *look, const SimWarp *warp, const Split *split);
/* "which reads flag[1], that holds 3"; `out` is empty where nothing is known. */
void stall_describe_look(const StallLook *look, const SimWarp *warp, char *out, size_t size);

#endif
