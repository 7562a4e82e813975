/* Which bits of registers are chance, since nothing has set them: lane by lane through one
 * instruction after the other. A bit is chance where another value of what was never set would
 * change it: x & 0 is not. */
#ifndef CULAB_OBSERVE_UNDEFINED_H
#define CULAB_OBSERVE_UNDEFINED_H

#include "observe/live.h"
#include "sim/observer.h"

/* The first instruction that computed with such bits, or stored them for other threads to see, and
 * the register that it found them in. */
typedef struct UndefinedOrigin {
    const PtxInst *inst;         /* NULL: they were only copied from register to register */
    const PtxFunction *function; /* that it belongs to */
    uint32_t reg;
    bool computed; /* something was computed with them since */
} UndefinedOrigin;

/* Of one register that holds such bits in some lane. */
typedef struct Undefined {
    struct Undefined *next; /* among those that nobody uses */
    UndefinedOrigin origin;
    uint64_t bits[32]; /* by lane */
} Undefined;

/* Those that were given back. Start from {0}. */
typedef struct UndefinedPool {
    Undefined *spare;
} UndefinedPool;
void undefined_pool_free(UndefinedPool *pool);

/* The registers of one activation of a function. */
typedef struct UndefinedFrame {
    const Live *live;
    UndefinedPool *pool;
    Undefined **regs; /* by live number - 1; NULL: all is defined */
} UndefinedFrame;

/* NULL: the register is defined in all lanes. */
static inline const Undefined *undefined_of(const UndefinedFrame *frame, uint32_t reg)
{
    uint32_t number = reg == PTX_NO_REG ? 0 : live_number(frame->live, reg);
    return number ? frame->regs[number - 1] : NULL;
}
/* The lanes of `mask` in which some bit of the register is chance. */
uint32_t undefined_lanes(const UndefinedFrame *frame, uint32_t reg, uint32_t mask);
/* Sets the bits of a register in the lanes of `mask`; `bits` NULL: they are defined now. */
void undefined_set(UndefinedFrame *frame, uint32_t reg, uint32_t mask, const uint64_t bits[32],
                   UndefinedOrigin origin);
#define UNDEFINED_COPIED ((UndefinedOrigin){0})
/* Bits of the register: 1 for a predicate. */
uint32_t undefined_width(const PtxFunction *function, uint32_t reg);
/* What the instruction, which is about to be executed by the lanes of `mask`, does to them. What it
 * loads is taken for defined. */
void undefined_step(UndefinedFrame *frame, const SimWarpInfo *warp, const PtxInst *inst,
                    uint32_t mask);

#endif
