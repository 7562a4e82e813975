/* Which line of the learner's own source an instruction belongs to, and variables' names there. */
#ifndef CULAB_PTX_PLACE_H
#define CULAB_PTX_PLACE_H

#include "ptx/ir.h"

typedef struct PtxPlace {
    View file; /* as the PTX names it; "" unknown */
    uint32_t line;
} PtxPlace;

/* Code that was inlined from a header is told at the call that brought it in: the innermost place
 * that lies in the same file as the outermost one. Code without a line is told at the next that has
 * one. Line 0: unknown. `inst` may be NULL. */
PtxPlace ptx_place(const PtxModule *module, const PtxInst *inst);
/* Where an instruction itself is written: in the header, for what was inlined from one. */
PtxPlace ptx_inner_place(const PtxModule *module, const PtxInst *inst);

/* The variable's name as the source has it: of "_ZZ1kPfE4tile" it is "tile". */
View ptx_source_name(View symbol);
/* The same of a function: of "_Z4fillPi" it is "fill", without a template's arguments. */
View ptx_function_name(View symbol);

#endif
