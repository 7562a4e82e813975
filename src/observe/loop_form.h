/* Loops that the machine's compiler unrolls by itself: four rounds at a time, then two, then one,
 * with branches between. */
#ifndef CULAB_OBSERVE_LOOP_FORM_H
#define CULAB_OBSERVE_LOOP_FORM_H

#include "ptx/ir.h"

typedef struct LoopForm {
    bool unrolled;
    bool counted;   /* how many rounds it has is known: with few of them nothing is left of it */
    uint32_t head;  /* its first instruction */
    uint32_t cost;  /* machine instructions of a round */
    uint32_t fixed; /* branches of one way through it, besides those of the rounds */
    bool last;      /* one more where a round is left over */
} LoopForm;

/* Of the loop that this branch goes back in, as ptxas of CUDA 13.0 translates it for capability
 * `sm`. */
LoopForm loop_form(const PtxFunction *function, const PtxInst *branch, uint32_t sm);
/* Branches of one way through it that takes so many rounds, at least one. */
uint64_t loop_branches(const LoopForm *form, uint64_t rounds);

#endif
