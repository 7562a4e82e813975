/* Which shared variables the blocks of each kernel hold, and where. */
#include <stdlib.h>
#include <string.h>

#include "sim/engine/engine.h"
#include "sim/engine/program.h"

/* The functions that a kernel can reach. */
typedef struct Reach {
    EngineModule *module;
    KernelLayout *layout;
    uint32_t *seen; /* by function index: the last kernel that reached it */
    uint32_t stamp; /* of this kernel */
    const PtxFunction **todo;
    uint32_t todo_count;
    uint32_t capacity;
} Reach;

static bool is_shared(const PtxSymbol *symbol)
{
    return symbol->space == PTX_SPACE_SHARED || symbol->space == PTX_SPACE_SHARED_CTA ||
           symbol->space == PTX_SPACE_SHARED_CLUSTER;
}

const SharedPlace *layout_find(const KernelLayout *layout, const PtxSymbol *symbol)
{
    for (uint32_t i = 0; i < layout->place_count; i++)
        if (layout->places[i].symbol == symbol)
            return &layout->places[i];
    return NULL;
}

static void reach_function(Reach *reach, const PtxFunction *function)
{
    if (!function->has_body || reach->seen[function->index] == reach->stamp)
        return;
    reach->seen[function->index] = reach->stamp;
    reach->todo[reach->todo_count++] = function;
}

/* An address of a function may be any function's. */
static void reach_all(Reach *reach)
{
    const PtxModule *ptx = reach->module->ptx;
    for (uint32_t i = 0; i < ptx->function_count; i++)
        if (!ptx->functions[i]->is_entry)
            reach_function(reach, ptx->functions[i]);
}

static void reach_symbol(Reach *reach, const PtxSymbol *symbol)
{
    KernelLayout *layout = reach->layout;
    if (!is_shared(symbol) || layout_find(layout, symbol))
        return;
    if (layout->place_count == reach->capacity) {
        uint32_t capacity = reach->capacity ? reach->capacity * 2 : 8;
        SharedPlace *grown = arena_alloc_array(&reach->module->arena, capacity, sizeof(*grown));
        if (layout->place_count)
            memcpy(grown, layout->places, layout->place_count * sizeof(*grown));
        layout->places = grown;
        reach->capacity = capacity;
    }
    layout->places[layout->place_count++] = (SharedPlace){symbol, 0, symbol->size};
}

static void reach_operand(Reach *reach, const PtxOperand *operand)
{
    if (operand->symbol)
        reach_symbol(reach, operand->symbol);
    if (operand->function)
        reach_function(reach, operand->function);
    if (operand->kind == PTX_OPERAND_TABLE && operand->table && operand->table->kind != 'b')
        reach_all(reach);
    for (uint32_t i = 0; i < operand->item_count; i++)
        reach_operand(reach, &operand->items[i]);
}

static uint64_t aligned(uint64_t at, uint32_t align)
{
    return align > 1 ? (at + align - 1) / align * align : at;
}

/* Variables of a known size first, in the order met; "[]" ones all begin behind them. */
static void give_offsets(KernelLayout *layout)
{
    uint64_t at = 0;
    for (uint32_t i = 0; i < layout->place_count; i++) {
        SharedPlace *place = &layout->places[i];
        if (place->size == 0)
            continue;
        at = aligned(at, place->symbol->align);
        place->offset = (uint32_t)at;
        at += place->size;
    }
    uint32_t align = 1;
    for (uint32_t i = 0; i < layout->place_count; i++)
        if (layout->places[i].size == 0 && layout->places[i].symbol->align > align)
            align = layout->places[i].symbol->align;
    at = aligned(at, align);
    layout->static_shared = at;
    for (uint32_t i = 0; i < layout->place_count; i++)
        if (layout->places[i].size == 0)
            layout->places[i].offset = (uint32_t)at;
}

static int by_offset(const void *a, const void *b)
{
    const SimSharedVariable *x = a, *y = b;
    return x->offset < y->offset ? -1 : x->offset > y->offset;
}

/* For observers, in the order of memory. */
static void list_places(EngineModule *module, KernelLayout *layout)
{
    layout->told = arena_alloc_array(&module->arena, layout->place_count, sizeof(*layout->told));
    for (uint32_t i = 0; i < layout->place_count; i++)
        layout->told[i] = (SimSharedVariable){layout->places[i].symbol, layout->places[i].offset};
    qsort(layout->told, layout->place_count, sizeof(*layout->told), by_offset);
}

static void layout_kernel(Reach *reach, const PtxFunction *kernel)
{
    reach->layout = &reach->module->layouts[kernel->index];
    reach->capacity = 0;
    reach->stamp++;
    reach_function(reach, kernel);
    while (reach->todo_count) {
        const PtxFunction *function = reach->todo[--reach->todo_count];
        for (uint32_t i = 0; i < function->inst_count; i++)
            for (uint32_t o = 0; o < function->insts[i].operand_count; o++)
                reach_operand(reach, &function->insts[i].operands[o]);
    }
    give_offsets(reach->layout);
    list_places(reach->module, reach->layout);
}

/* Most modules have no shared variables: then nothing need be looked for. */
static bool has_shared(const PtxModule *ptx)
{
    for (uint32_t i = 0; i < ptx->symbol_count; i++)
        if (is_shared(ptx->symbols[i]))
            return true;
    for (uint32_t f = 0; f < ptx->function_count; f++)
        for (uint32_t i = 0; i < ptx->functions[f]->local_count; i++)
            if (is_shared(ptx->functions[f]->locals[i]))
                return true;
    return false;
}

/* Bytes of all .const variables of the module. */
static uint64_t constants_of(const PtxModule *ptx)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < ptx->symbol_count; i++)
        if (ptx->symbols[i]->space == PTX_SPACE_CONST)
            bytes += ptx->symbols[i]->size;
    return bytes;
}

void layout_kernels(EngineModule *module)
{
    const PtxModule *ptx = module->ptx;
    Arena scratch = {0};
    Reach reach = {.module = module};
    module->layouts =
        arena_alloc_array(&module->arena, ptx->function_count + 1, sizeof(*module->layouts));
    module->constant_bytes = constants_of(ptx);
    if (!has_shared(ptx))
        return;
    reach.seen = arena_alloc_array(&scratch, ptx->function_count + 1, sizeof(*reach.seen));
    reach.todo = arena_alloc_array(&scratch, ptx->function_count + 1, sizeof(*reach.todo));
    for (uint32_t i = 0; i < ptx->function_count; i++)
        if (ptx->functions[i]->is_entry && ptx->functions[i]->has_body)
            layout_kernel(&reach, ptx->functions[i]);
    arena_free(&scratch);
}

enum { REGISTERS_OF_LARGEST = 64 };

static uint32_t estimate_registers(const PtxFunction *function)
{
    uint32_t words = 0;
    for (uint32_t i = 0; i < function->reg_count; i++) {
        uint32_t bytes = ptx_type_bytes(function->regs[i].type);
        words += bytes > 4 ? bytes / 4 : bytes > 0;
    }
    /* PTX registers are named once for each value; a third of them live at once is a fair guess. A
     * guess must not keep the largest block from running: 64 registers are what its threads have.
     */
    uint32_t registers = 8 + words / 3;
    uint32_t limit = function->maxnreg ? function->maxnreg : REGISTERS_OF_LARGEST;
    return registers < limit ? registers : limit;
}

void engine_function_info(const EngineModule *module, const PtxFunction *function,
                          EngineFunctionInfo *out)
{
    *out = (EngineFunctionInfo){.registers = estimate_registers(function),
                                .local = function->local_size,
                                .constant = module->constant_bytes,
                                .max_threads = 1024};
    if (function->is_entry)
        out->static_shared = module->layouts[function->index].static_shared;
    const uint32_t *limit = function->reqntid[0] ? function->reqntid : function->maxntid;
    if (limit[0]) {
        uint64_t threads = limit[0];
        threads *= limit[1] ? limit[1] : 1;
        threads *= limit[2] ? limit[2] : 1;
        out->max_threads = threads < 1024 ? (uint32_t)threads : 1024;
    }
}
