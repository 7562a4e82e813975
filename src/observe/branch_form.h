/* What the machine's compiler makes of a conditional branch, as far as it shows in figures. */
#ifndef CULAB_OBSERVE_BRANCH_FORM_H
#define CULAB_OBSERVE_BRANCH_FORM_H

#include "ptx/ir.h"

typedef enum BranchForm {
    BRANCH_NONE,       /* it is no branch, or nothing is left of it */
    BRANCH_PLAIN,      /* it stays one */
    BRANCH_EXIT,       /* to the kernel's end: the lanes exit there and then */
    BRANCH_ALWAYS,     /* it counts, and all lanes go there: calls, returns of functions, jumps */
    BRANCH_PREDICATES, /* around a short body: that is executed by all warps, with a predicate */
} BranchForm;

/* As ptxas of CUDA 13.0 translates it for compute capability `sm`. Where it goes around a short
 * body, that is [*from, *to). */
BranchForm branch_form(const PtxFunction *function, const PtxInst *inst, uint32_t sm,
                       uint32_t *from, uint32_t *to);
/* Whether the straight code from instruction `from` on has enough for a body before it, that loads
 * from global memory or doesn't, to be longer and still have a predicate. */
bool branch_has_work_behind(const PtxFunction *function, uint32_t from, bool loads, uint32_t sm);

#endif
