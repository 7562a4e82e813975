/* A module made ready: variables placed and initialised, addresses of functions, programs. */
#include <stdlib.h>
#include <string.h>

#include "sim/engine/engine.h"
#include "sim/engine/program.h"

enum { FUNCTION_SHIFT = 4 }; /* functions lie 16 bytes apart, as code would */

typedef struct Loader {
    EngineModule *module;
    uint64_t owner;
    EngineResolve resolve;
    void *resolve_state;
    Error *error;
} Loader;

uint64_t module_function_address(const PtxFunction *function)
{
    return SIM_WINDOW_FUNCTION | (uint64_t)(function->index + 1) << FUNCTION_SHIFT;
}

const PtxFunction *module_function_at(const EngineModule *module, uint64_t address)
{
    uint64_t offset = SIM_WINDOW_OFFSET(address);
    uint64_t index = offset >> FUNCTION_SHIFT;
    if (SIM_WINDOW_OF(address) != SIM_WINDOW_FUNCTION || offset & ((1 << FUNCTION_SHIFT) - 1) ||
        index == 0 || index > module->ptx->function_count)
        return NULL;
    return module->ptx->functions[index - 1];
}

uint64_t module_symbol_address(const EngineModule *module, const PtxSymbol *symbol)
{
    if (symbol->function) {
        const uint64_t *statics = module->statics[symbol->function->index];
        return statics ? statics[symbol->index] : 0;
    }
    return module->variables[symbol->index];
}

static bool holds(const PtxSymbol *symbol, uint64_t base, uint64_t address)
{
    return symbol->space == PTX_SPACE_CONST && base && address - base < symbol->size;
}

bool module_is_const(const EngineModule *module, uint64_t address)
{
    const PtxModule *ptx = module->ptx;
    for (uint32_t i = 0; i < ptx->symbol_count; i++)
        if (holds(ptx->symbols[i], module->variables[i], address))
            return true;
    for (uint32_t f = 0; f < ptx->function_count; f++)
        for (uint32_t i = 0; i < ptx->functions[f]->local_count; i++)
            if (holds(ptx->functions[f]->locals[i], module->statics[f][i], address))
                return true;
    return false;
}

static bool lies_in_memory(const PtxSymbol *symbol)
{
    return symbol->space == PTX_SPACE_GLOBAL || symbol->space == PTX_SPACE_CONST;
}

static bool place_variable(Loader *loader, const PtxSymbol *symbol, uint64_t *address)
{
    EngineModule *module = loader->module;
    if (!lies_in_memory(symbol))
        return true;
    if (symbol->linkage == PTX_LINK_EXTERN) {
        *address =
            loader->resolve ? loader->resolve(loader->resolve_state, symbol->name, false) : 0;
        if (*address)
            return true;
        /* A module that is loaded as it is brings the variable itself: a GPU's compiler then only
         * warns that .extern is ignored. */
        if (!symbol->size)
            return error_at(loader->error, ERROR_CONTENT, "PTX", (int)symbol->pos.line,
                            "undefined reference to variable '%.*s'", VIEW_ARG(symbol->name));
    }
    const char *name = arena_clone(&module->arena, symbol->name);
    *address = sim_memory_alloc(module->memory, symbol->size, symbol->align, SIM_ALLOC_MODULE,
                                loader->owner, name);
    if (!*address)
        return error_at(loader->error, ERROR_SYSTEM, "PTX", (int)symbol->pos.line,
                        "no device memory for variable '%s' of %llu bytes", name,
                        (unsigned long long)symbol->size);
    memset((void *)(uintptr_t)*address, 0, symbol->size);
    bool bound = symbol->type == PTX_TEXREF || symbol->type == PTX_SURFREF; /* by the API */
    if (symbol->data && symbol->data_size <= symbol->size && !bound)
        memcpy((void *)(uintptr_t)*address, symbol->data, symbol->data_size);
    return true;
}

static bool place_variables(Loader *loader)
{
    EngineModule *module = loader->module;
    const PtxModule *ptx = module->ptx;
    module->variables = arena_alloc_array(&module->arena, ptx->symbol_count + 1, sizeof(uint64_t));
    module->statics =
        arena_alloc_array(&module->arena, ptx->function_count + 1, sizeof(uint64_t *));
    for (uint32_t i = 0; i < ptx->symbol_count; i++)
        if (!place_variable(loader, ptx->symbols[i], &module->variables[i]))
            return false;
    for (uint32_t f = 0; f < ptx->function_count; f++) {
        const PtxFunction *function = ptx->functions[f];
        module->statics[f] =
            arena_alloc_array(&module->arena, function->local_count + 1, sizeof(uint64_t));
        for (uint32_t i = 0; i < function->local_count; i++)
            if (!place_variable(loader, function->locals[i], &module->statics[f][i]))
                return false;
    }
    return true;
}

static uint64_t relocation_target(Loader *loader, const PtxRelocation *relocation)
{
    if (relocation->function)
        return module_function_address(relocation->function);
    if (relocation->symbol)
        return module_symbol_address(loader->module, relocation->symbol);
    if (!loader->resolve)
        return 0;
    uint64_t address = loader->resolve(loader->resolve_state, relocation->name, false);
    return address ? address : loader->resolve(loader->resolve_state, relocation->name, true);
}

static bool relocate(Loader *loader, const PtxSymbol *symbol)
{
    uint64_t base = lies_in_memory(symbol) ? module_symbol_address(loader->module, symbol) : 0;
    if (!base || symbol->linkage == PTX_LINK_EXTERN)
        return true;
    for (uint32_t i = 0; i < symbol->relocation_count; i++) {
        const PtxRelocation *relocation = &symbol->relocations[i];
        uint64_t target = relocation_target(loader, relocation);
        if (!target || relocation->size > 8 || relocation->offset > symbol->size ||
            relocation->size > symbol->size - relocation->offset)
            return error_at(loader->error, ERROR_CONTENT, "PTX", (int)symbol->pos.line,
                            "undefined reference to '%.*s' in the initialiser of '%.*s'",
                            VIEW_ARG(relocation->name), VIEW_ARG(symbol->name));
        uint64_t value = (target + (uint64_t)relocation->addend) >> (relocation->shift & 63);
        memcpy((void *)(uintptr_t)(base + relocation->offset), &value, relocation->size);
    }
    return true;
}

static bool relocate_all(Loader *loader)
{
    const PtxModule *ptx = loader->module->ptx;
    for (uint32_t i = 0; i < ptx->symbol_count; i++)
        if (!relocate(loader, ptx->symbols[i]))
            return false;
    for (uint32_t f = 0; f < ptx->function_count; f++)
        for (uint32_t i = 0; i < ptx->functions[f]->local_count; i++)
            if (!relocate(loader, ptx->functions[f]->locals[i]))
                return false;
    return true;
}

EngineModule *engine_module_new(const PtxModule *ptx, SimMemory *memory, uint64_t owner,
                                EngineResolve resolve, void *resolve_state, Error *error)
{
    EngineModule *module = calloc(1, sizeof(*module));
    if (!module) {
        error_set(error, ERROR_SYSTEM, "no memory for the module");
        return NULL;
    }
    module->ptx = ptx;
    module->memory = memory;
    pthread_mutex_init(&module->lock, NULL);
    Loader loader = {module, owner, resolve, resolve_state, error};
    if (!place_variables(&loader) || !relocate_all(&loader) ||
        !module_program(module, SIM_VIEW_PLAIN, error)) {
        engine_module_free(module);
        return NULL;
    }
    layout_kernels(module);
    return module;
}

static void release_variable(EngineModule *module, const PtxSymbol *symbol, uint64_t address)
{
    if (address && lies_in_memory(symbol) && symbol->linkage != PTX_LINK_EXTERN)
        sim_memory_release(module->memory, address);
}

void engine_module_free(EngineModule *module)
{
    if (!module)
        return;
    const PtxModule *ptx = module->ptx;
    for (uint32_t i = 0; module->variables && i < ptx->symbol_count; i++)
        release_variable(module, ptx->symbols[i], module->variables[i]);
    for (uint32_t f = 0; module->statics && f < ptx->function_count; f++)
        for (uint32_t i = 0; module->statics[f] && i < ptx->functions[f]->local_count; i++)
            release_variable(module, ptx->functions[f]->locals[i], module->statics[f][i]);
    for (int view = 0; view < SIM_VIEWS; view++)
        arena_free(&module->programs[view].arena);
    arena_free(&module->arena);
    pthread_mutex_destroy(&module->lock);
    free(module);
}

const SimProgram *module_program(EngineModule *module, SimView view, Error *error)
{
    pthread_mutex_lock(&module->lock);
    if (!module->ready[view])
        module->ready[view] = program_decode(module, view, &module->programs[view], error);
    bool ready = module->ready[view];
    pthread_mutex_unlock(&module->lock);
    return ready ? &module->programs[view] : NULL;
}

static bool is_opaque(const PtxSymbol *symbol)
{
    return ptx_type_kind(symbol->type) == PTX_KIND_OPAQUE;
}

bool engine_module_variable(const EngineModule *module, View name, uint64_t *address,
                            uint64_t *size)
{
    for (uint32_t i = 0; i < module->ptx->symbol_count; i++) {
        const PtxSymbol *symbol = module->ptx->symbols[i];
        if (!lies_in_memory(symbol) || is_opaque(symbol) || !view_equal(symbol->name, name))
            continue;
        *address = module->variables[i];
        *size = symbol->size;
        return true;
    }
    return false;
}

const PtxSymbol *engine_module_reference(const EngineModule *module, View name, PtxType type,
                                         uint64_t *address)
{
    for (uint32_t i = 0; i < module->ptx->symbol_count; i++) {
        const PtxSymbol *symbol = module->ptx->symbols[i];
        if (symbol->type != type || symbol->is_array || !lies_in_memory(symbol) ||
            !view_equal(symbol->name, name))
            continue;
        *address = module->variables[i];
        return symbol;
    }
    return NULL;
}
