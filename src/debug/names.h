/* What a learner calls a register or a byte of local memory: read from the debug information of
 * modules that were compiled with it (-G). All of it is read anew by each call: it is for telling.
 */
#ifndef CULAB_DEBUG_NAMES_H
#define CULAB_DEBUG_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "debug/types.h"
#include "ptx/ir.h"

/* A variable, or part of one: "sum", "acc[5]", "p.y". */
typedef struct DebugName {
    char text[DEBUG_NAME];
    char variable[DEBUG_NAME]; /* "acc", "p" */
    uint64_t bytes;            /* of the variable; 0: not known */
} DebugName;

/* The variable that register `reg` holds at an instruction of `function`. False: not known. */
bool debug_name_register(DebugName *name, const PtxModule *module, const PtxFunction *function,
                         uint32_t inst, uint32_t reg);
/* The variable that byte `offset` of the function's own variables in local memory belongs to. */
bool debug_name_local(DebugName *name, const PtxModule *module, const PtxFunction *function,
                      uint32_t inst, uint64_t offset);

#endif
