/* Registers that hold the same value in all lanes of a warp, as the machine's compiler can tell
 * from the code: those that nothing of a lane's own flows into. */
#ifndef CULAB_OBSERVE_UNIFORM_H
#define CULAB_OBSERVE_UNIFORM_H

#include <stdbool.h>
#include <stdint.h>

#include "ptx/ir.h"

typedef struct Uniform {
    const PtxFunction *function;
    uint64_t *apart; /* bits by register: may differ from lane to lane */
} Uniform;

/* `sm`: the compute capability that code is made for, such as 90. False: no memory. */
bool uniform_find(const PtxFunction *function, uint32_t sm, Uniform *out);
void uniform_free(Uniform *uniform);
/* Of a register, an address, a number: is it the same for the lanes that are there? */
bool uniform_operand(const Uniform *uniform, const PtxOperand *operand);

#endif
