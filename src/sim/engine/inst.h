/* One decoded instruction and how its handlers reach the lanes' registers.
 *
 * A frame holds the registers of one function activation of one warp: each register is a slot of 32
 * lanes side by side (u16[32], u32[32], u64[32], 16-byte[32]), 64-byte aligned; a predicate is one
 * uint32_t mask, bit = lane. Constants (immediates, broadcast) and special registers have slots of
 * the same form in the same frame, so a handler never asks what kind its operand is.
 * Slot SIM_SLOT_TRUE is a predicate that is always true: the guard of unguarded instructions. */
#ifndef CULAB_SIM_ENGINE_INST_H
#define CULAB_SIM_ENGINE_INST_H

#include <stdint.h>

#include "ptx/ir.h"

typedef struct SimInst SimInst;
typedef struct SimWarp SimWarp;

enum { SIM_LANES = 32, SIM_SLOT_TRUE = 0, SIM_OPERANDS = 8 };
#define SIM_FULL UINT32_MAX

/* Executes for the lanes in `mask` (never 0) and returns the next instruction of the split, usually
 * inst + 1; NULL hands the warp back to the scheduler, with the reason in the warp. */
typedef const SimInst *(*SimHandler)(SimWarp *warp, const SimInst *inst, uint32_t mask);

struct SimInst {
    SimHandler full;     /* mask == SIM_FULL */
    SimHandler partial;  /* any mask; may be the same function */
    uint32_t guard;      /* slot of the guard predicate */
    uint32_t flip;       /* 0, or ~0 for @!p */
    uint32_t d, a, b, c; /* slots: byte offsets into the frame */
    uint32_t more[SIM_OPERANDS];
    uint32_t aux;          /* handler's own: lookup table, mode, size, ... */
    int64_t imm;           /* handler's own: address offset, ... */
    const void *extra;     /* handler's own, in the decoded function's arena */
    const SimInst *target; /* branches */
    const PtxInst *source; /* text position, .loc */
};

/* The warp's view that lane handlers need; the rest of SimWarp is in warp.h. It comes first there.
 */
typedef struct SimFrame {
    unsigned char *slots;
} SimFrame;

#define SIM_LANE(T, warp, slot) \
    ((T *)__builtin_assume_aligned(((const SimFrame *)(warp))->slots + (slot), 4))
/* A predicate: bit l belongs to lane l. */
#define SIM_PRED(warp, slot) (*(uint32_t *)(((const SimFrame *)(warp))->slots + (slot)))

#endif
