/* Forms of atomics and vectors in shared memory, kept by function. Without memory, and for
 * instructions that are not the function's own, all is as the PTX says. */
#include "observe/compiled.h"

#include <stdlib.h>

#include "observe/sunk.h"
#include "observe/vector_part.h"

typedef struct CompiledFunction Item;

static Item *item_of(Compiled *compiled, const PtxFunction *function, const PtxInst *inst)
{
    if (!function || inst < function->insts || inst >= function->insts + function->inst_count)
        return NULL;
    for (size_t i = 0; i < compiled->count; i++)
        if (compiled->items[i].function == function)
            return &compiled->items[i];
    Item *items = realloc(compiled->items, (compiled->count + 1) * sizeof *items);
    if (!items)
        return NULL;
    compiled->items = items;
    items[compiled->count] = (Item){.function = function};
    return &items[compiled->count++];
}

AtomicForm compiled_atomic(Compiled *compiled, const PtxFunction *function, const PtxInst *inst,
                           PtxSpace space, uint32_t sm)
{
    Item *item = item_of(compiled, function, inst);
    if (item && !item->has_uniform)
        item->has_uniform = uniform_find(function, sm, &item->uniform);
    if (!item || !item->has_uniform)
        return ATOMIC_PLAIN;
    return atomic_form(function, &item->uniform, inst, space, sm);
}

SharedPart compiled_part(Compiled *compiled, const SimLaunchInfo *launch,
                         const PtxFunction *function, const PtxInst *inst)
{
    Item *item = item_of(compiled, function, inst);
    if (item && !item->has_parts) {
        item->parts = shared_vectors_find(function, launch);
        if (item->parts)
            vector_parts_find(function, item->parts);
        item->has_parts = true;
    }
    return item && item->parts ? item->parts[inst - function->insts] : (SharedPart){0};
}

const PtxInst *compiled_place(Compiled *compiled, const PtxFunction *function, const PtxInst *inst,
                              uint32_t sm)
{
    Item *item = item_of(compiled, function, inst);
    if (item && !item->has_places) {
        item->places = sunk_find(function, sm);
        item->has_places = true;
    }
    return item && item->places ? &function->insts[item->places[inst - function->insts]] : inst;
}

void compiled_forget(Compiled *compiled)
{
    for (size_t i = 0; i < compiled->count; i++) {
        uniform_free(&compiled->items[i].uniform);
        free(compiled->items[i].parts);
        free(compiled->items[i].places);
    }
    free(compiled->items);
    *compiled = (Compiled){0};
}
