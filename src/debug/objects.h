/* Variables by where they are, with their types: what debug information says of a module, read once
 * for many questions. */
#ifndef CULAB_DEBUG_OBJECTS_H
#define CULAB_DEBUG_OBJECTS_H

#include "debug/types.h"

typedef struct DebugObjects DebugObjects;

/* NULL: the module has no debug information. The module outlives it. */
DebugObjects *debug_objects_open(const PtxModule *module);
void debug_objects_close(DebugObjects *objects);
const Dwarf *debug_objects_dwarf(const DebugObjects *objects);

typedef struct DebugObject {
    View name;
    const DwarfEntry *type; /* never NULL */
    uint64_t bytes;         /* never 0, less than 2^40 */
} DebugObject;

/* All of these are false where nothing certain is known. */
/* The variable that begins at byte `start` of the function's own ones in local memory. */
bool debug_object_local(DebugObjects *objects, const PtxFunction *function, uint64_t start,
                        DebugObject *out);
/* The variable of the function's that holds the byte; `start`: where it begins. */
bool debug_object_around(DebugObjects *objects, const PtxFunction *function, uint64_t byte,
                         uint64_t *start, DebugObject *out);
/* A variable in another memory. Of a function's shared ones debug information tells nothing, but of
 * the pointers that culab_shared() of kernels/lab/culab_index.h declares beside them. */
bool debug_object_symbol(const DebugObjects *objects, const PtxSymbol *symbol, DebugObject *out);
/* What an array consists of that is as long as there is room for: extern __shared__ int data[]. */
bool debug_object_elements(const DebugObjects *objects, const PtxSymbol *symbol, DebugObject *out);
/* The type of a variable in another memory, by its name in the PTX, where it is as large as `size`
 * bytes; of an array that is as long as there is room for with 0. NULL: not known. */
const DwarfEntry *debug_type_of_symbol(const DebugObjects *objects, View name, uint64_t size);
/* What a function's parameter points at, counted from 0; `name`: the parameter's. NULL: not known,
 * or it is no pointer. */
const DwarfEntry *debug_type_behind_parameter(const DebugObjects *objects, View function,
                                              uint32_t index, View *name);
/* The function's parameter that register `reg` is: a pointer, and the type that it points at. */
bool debug_object_pointee(DebugObjects *objects, const PtxFunction *function, uint32_t reg,
                          DebugObject *out);

#endif
