/* What the machine's compiler makes of functions' accesses: found for a function when it is first
 * asked for. */
#ifndef CULAB_OBSERVE_COMPILED_H
#define CULAB_OBSERVE_COMPILED_H

#include "observe/atomic_form.h"
#include "observe/shared_vector.h"

/* Start from {0}; it is of one launch. */
typedef struct Compiled {
    struct CompiledFunction {
        const PtxFunction *function;
        Uniform uniform;
        bool has_uniform, has_parts;
        SharedPart *parts;
        bool has_places;
        uint32_t *places; /* sunk_find() */
    } * items;
    size_t count;
} Compiled;

AtomicForm compiled_atomic(Compiled *compiled, const PtxFunction *function, const PtxInst *inst,
                           PtxSpace space, uint32_t sm);
/* Of a load or store in shared memory, or of a vector from global memory. */
SharedPart compiled_part(Compiled *compiled, const SimLaunchInfo *launch,
                         const PtxFunction *function, const PtxInst *inst);
/* The instruction that this one is executed with. */
const PtxInst *compiled_place(Compiled *compiled, const PtxFunction *function, const PtxInst *inst,
                              uint32_t sm);
void compiled_forget(Compiled *compiled);

#endif
