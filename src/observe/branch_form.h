/* What the machine's compiler makes of a conditional branch, as far as it shows in figures. */
#ifndef CULAB_OBSERVE_BRANCH_FORM_H
#define CULAB_OBSERVE_BRANCH_FORM_H

#include "ptx/ir.h"

typedef enum BranchForm {
    BRANCH_NONE,       /* it is no branch, or unconditional */
    BRANCH_PLAIN,      /* it stays one */
    BRANCH_EXIT,       /* to the kernel's end: the lanes exit there and then */
    BRANCH_PREDICATES, /* around a short body: that is executed by all warps, with a predicate */
} BranchForm;

/* As ptxas of CUDA 13.0 translates it for compute capability `sm`. Where it goes around a short
 * body, that is [*from, *to). */
BranchForm branch_form(const PtxFunction *function, const PtxInst *inst, uint32_t sm,
                       uint32_t *from, uint32_t *to);

#endif
