/* What the machine's compiler makes of an atomic operation, as far as it shows in figures. */
#ifndef CULAB_OBSERVE_ATOMIC_FORM_H
#define CULAB_OBSERVE_ATOMIC_FORM_H

#include "observe/uniform.h"
#include "sim/observer.h"

typedef enum AtomicForm {
    ATOMIC_PLAIN,
    ATOMIC_COUNTED,      /* shared memory counts up by one: lanes at one address at once */
    ATOMIC_GATHERED,     /* lanes at one address add up first, then one of them does it */
    ATOMIC_GATHERED_ALL, /* the same, but only where all 32 lanes are there */
    ATOMIC_COMPARED,     /* compare-and-swap in shared memory: it takes two passes of each one */
    ATOMIC_RETRIED,      /* load and compare-and-swap until all lanes have had their turn */
} AtomicForm;

/* As ptxas of CUDA 13.0 translates it for compute capability `sm`. */
AtomicForm atomic_form(const PtxFunction *function, const Uniform *uniform, const PtxInst *inst,
                       PtxSpace space, uint32_t sm);

#endif
