/* Variables by where they are, with their types. */
#include "debug/objects.h"

#include <string.h>

#include "base/memory.h"
#include "debug/places.h"
#include "ptx/place.h"

#define LARGEST (UINT64_C(1) << 40) /* of sizes that can be meant */
#define STAND_IN "culab_shared_"

/* One place of one variable of a function. */
typedef struct Placed {
    const PtxSymbol *symbol; /* in local memory; NULL: it is a register */
    uint64_t start;          /* among the function's own variables in local memory */
    char reg[9];             /* without the % */
    bool parameter;
    DebugObject object;
} Placed;

typedef struct Owner {
    const PtxFunction *function;
    VEC(Placed) placed;
} Owner;

struct DebugObjects {
    const PtxModule *module;
    Dwarf dwarf;
    VEC(Owner) owners; /* the functions asked for */
};

DebugObjects *debug_objects_open(const PtxModule *module)
{
    if (!module || !module->section_count)
        return NULL;
    DebugObjects *objects = memory_alloc_array(1, sizeof *objects);
    *objects = (DebugObjects){.module = module};
    dwarf_read(&objects->dwarf, module);
    if (objects->dwarf.entries.size)
        return objects;
    debug_objects_close(objects);
    return NULL;
}

void debug_objects_close(DebugObjects *objects)
{
    if (!objects)
        return;
    for (size_t i = 0; i < objects->owners.size; i++)
        vec_free(&objects->owners.data[i].placed);
    vec_free(&objects->owners);
    dwarf_free(&objects->dwarf);
    free(objects);
}

const Dwarf *debug_objects_dwarf(const DebugObjects *objects)
{
    return &objects->dwarf;
}

/* -- a function's */

static bool has_size(const Dwarf *dwarf, DebugObject *object)
{
    object->bytes = debug_size_of(dwarf, object->type);
    return object->bytes && object->bytes < LARGEST;
}

static bool object_of(const Dwarf *dwarf, const DwarfEntry *entry, DebugObject *out)
{
    const DwarfEntry *origin = debug_origin_of(dwarf, entry);
    if (!origin || !origin->name.size)
        return false;
    *out = (DebugObject){origin->name, debug_type_of(dwarf, origin), 0};
    return has_size(dwarf, out);
}

typedef struct Listing {
    Owner *owner;
    Placed placed;
} Listing;

static bool list_place(const DebugScope *scope, const DebugPlace *place, bool here, void *context)
{
    Listing *listing = context;
    Placed *placed = &listing->placed;
    (void)here;
    placed->symbol = NULL;
    memcpy(placed->reg, place->reg, sizeof placed->reg);
    for (uint32_t i = 0; place->symbol.size && i < scope->function->local_count; i++) {
        const PtxSymbol *symbol = scope->function->locals[i];
        if (symbol->space == PTX_SPACE_LOCAL && view_equal(symbol->name, place->symbol)) {
            placed->symbol = symbol;
            placed->start = symbol->offset + place->offset;
        }
    }
    if (placed->symbol || !place->symbol.size)
        vec_push(&listing->owner->placed, *placed);
    return false;
}

static void list_all(const Dwarf *dwarf, Owner *owner)
{
    DebugScope scope;
    debug_scope_open(&scope, dwarf, owner->function, 0);
    for (size_t i = 0; i < dwarf->entries.size; i++) {
        const DwarfEntry *entry = &dwarf->entries.data[i];
        bool here, parameter = entry->tag == DWARF_PARAMETER;
        Listing listing = {.owner = owner, .placed = {.parameter = parameter}};
        if ((parameter || entry->tag == DWARF_VARIABLE) &&
            debug_is_in_function(&scope, entry, &here) &&
            object_of(dwarf, entry, &listing.placed.object))
            debug_each_place(&scope, entry, list_place, &listing);
    }
    debug_scope_close(&scope);
}

static const Owner *owner_of(DebugObjects *objects, const PtxFunction *function)
{
    for (size_t i = 0; i < objects->owners.size; i++)
        if (objects->owners.data[i].function == function)
            return &objects->owners.data[i];
    Owner owner = {.function = function};
    list_all(&objects->dwarf, &owner);
    vec_push(&objects->owners, owner);
    return &vec_last(&objects->owners);
}

/* -- asking */

bool debug_object_around(DebugObjects *objects, const PtxFunction *function, uint64_t byte,
                         uint64_t *start, DebugObject *out)
{
    const Owner *owner = owner_of(objects, function);
    bool found = false;
    for (size_t i = 0; i < owner->placed.size; i++) {
        const Placed *one = &owner->placed.data[i];
        if (!one->symbol || byte < one->start || byte - one->start >= one->object.bytes ||
            (found && out->bytes >= one->object.bytes))
            continue;
        *start = one->start;
        *out = one->object;
        found = true;
    }
    return found;
}

bool debug_object_local(DebugObjects *objects, const PtxFunction *function, uint64_t start,
                        DebugObject *out)
{
    uint64_t at;
    return debug_object_around(objects, function, start, &at, out) && at == start;
}

static bool is_symbol(const DebugScope *scope, const DebugPlace *place, bool here, void *context)
{
    const View *name = context;
    (void)scope;
    (void)here;
    return place->offset == 0 && view_equal(place->symbol, *name);
}

static const DwarfEntry *find_symbol(const Dwarf *dwarf, View name)
{
    DebugScope scope = {.dwarf = dwarf};
    for (size_t i = 0; i < dwarf->entries.size; i++) {
        const DwarfEntry *entry = &dwarf->entries.data[i];
        if (entry->tag == DWARF_VARIABLE && entry->place.size != DWARF_NONE &&
            debug_each_place(&scope, entry, is_symbol, &name))
            return entry;
    }
    return NULL;
}

/* The function that has the shared variable. */
static const PtxFunction *function_with(const PtxModule *module, View name)
{
    for (uint32_t i = 0; i < module->function_count; i++)
        for (uint32_t k = 0; k < module->functions[i]->local_count; k++) {
            const PtxSymbol *symbol = module->functions[i]->locals[k];
            if (symbol->space == PTX_SPACE_SHARED && view_equal(symbol->name, name))
                return module->functions[i];
        }
    return NULL;
}

static bool is_stand_in(const DwarfEntry *entry, View name)
{
    return entry->tag == DWARF_VARIABLE && view_starts(entry->name, STAND_IN) &&
           view_equal(view_slice(entry->name, strlen(STAND_IN), entry->name.size), name);
}

/* Whether the variable is declared in the function that the symbol's name tells, which may have
 * been inlined: "_ZZ4fillPfE4tile" in "_Z4fillPf". */
static bool is_in_named(const Dwarf *dwarf, const DwarfEntry *entry, View symbol)
{
    while (entry->tag != DWARF_SUBPROGRAM) {
        if (entry->parent == DWARF_NONE)
            return false;
        entry = &dwarf->entries.data[entry->parent];
    }
    View function = view_slice(entry->linkage, strlen("_Z"), entry->linkage.size);
    View within = view_slice(symbol, strlen("_ZZ"), symbol.size);
    return view_starts(symbol, "_ZZ") && function.size && within.size > function.size &&
           view_equal(view_slice(within, 0, function.size), function) &&
           within.data[function.size] == 'E';
}

/* The type of a function's shared variable, by the pointer that has its name. */
static const DwarfEntry *find_stand_in(const DebugObjects *objects, View name, uint64_t size)
{
    const Dwarf *dwarf = &objects->dwarf;
    const PtxFunction *function = function_with(objects->module, name);
    const DwarfEntry *found = NULL;
    DebugScope scope = {.dwarf = dwarf};
    bool here;
    if (function)
        debug_scope_open(&scope, dwarf, function, 0);
    for (size_t i = 0; i < dwarf->entries.size && !found; i++) {
        const DwarfEntry *entry = &dwarf->entries.data[i];
        if (!is_stand_in(entry, ptx_source_name(name)) ||
            !(is_in_named(dwarf, entry, name) ||
              (function && debug_is_in_function(&scope, entry, &here))))
            continue;
        const DwarfEntry *pointer = debug_type_of(dwarf, entry);
        found = pointer ? debug_type_of(dwarf, pointer) : NULL;
        if (found && debug_size_of(dwarf, found) != size)
            found = NULL;
    }
    if (function)
        debug_scope_close(&scope);
    return found;
}

bool debug_object_symbol(const DebugObjects *objects, const PtxSymbol *symbol, DebugObject *out)
{
    const DwarfEntry *entry = find_symbol(&objects->dwarf, symbol->name);
    if (entry)
        return object_of(&objects->dwarf, entry, out);
    *out = (DebugObject){ptx_source_name(symbol->name),
                         symbol->space == PTX_SPACE_SHARED
                             ? find_stand_in(objects, symbol->name, symbol->size)
                             : NULL,
                         0};
    return out->type && has_size(&objects->dwarf, out);
}

const DwarfEntry *debug_type_of_symbol(const DebugObjects *objects, View name, uint64_t size)
{
    const Dwarf *dwarf = &objects->dwarf;
    const DwarfEntry *entry = find_symbol(dwarf, name);
    const DwarfEntry *type = entry ? debug_type_of(dwarf, debug_origin_of(dwarf, entry))
                                   : find_stand_in(objects, name, size);
    return type && debug_size_of(dwarf, type) == size ? type : NULL;
}

bool debug_object_elements(const DebugObjects *objects, const PtxSymbol *symbol, DebugObject *out)
{
    const Dwarf *dwarf = &objects->dwarf;
    const DwarfEntry *entry = find_symbol(dwarf, symbol->name);
    const DwarfEntry *type = entry ? debug_type_of(dwarf, debug_origin_of(dwarf, entry)) : NULL;
    if (!type || type->tag != DWARF_ARRAY)
        return false;
    *out = (DebugObject){debug_origin_of(dwarf, entry)->name, debug_type_of(dwarf, type), 0};
    return has_size(dwarf, out);
}

static const PtxFunction *function_named(const PtxModule *module, View name)
{
    for (uint32_t i = 0; i < module->function_count; i++)
        if (view_equal(module->functions[i]->name, name))
            return module->functions[i];
    return NULL;
}

const DwarfEntry *debug_type_behind_parameter(const DebugObjects *objects, View function,
                                              uint32_t index, View *name)
{
    const Dwarf *dwarf = &objects->dwarf;
    const PtxFunction *code = function_named(objects->module, function);
    const DwarfEntry *found = NULL;
    DebugScope scope;
    bool here;
    if (!code)
        return NULL;
    debug_scope_open(&scope, dwarf, code, 0);
    for (size_t i = 0; i < dwarf->entries.size && !found; i++) {
        const DwarfEntry *entry = &dwarf->entries.data[i];
        if (entry->tag == DWARF_PARAMETER && entry->parent != DWARF_NONE &&
            dwarf->entries.data[entry->parent].tag == DWARF_SUBPROGRAM &&
            debug_is_in_function(&scope, entry, &here) && index-- == 0)
            found = debug_origin_of(dwarf, entry);
    }
    debug_scope_close(&scope);
    const DwarfEntry *pointer = found ? debug_type_of(dwarf, found) : NULL;
    if (!pointer || (pointer->tag != DWARF_POINTER && pointer->tag != DWARF_REFERENCE))
        return NULL;
    *name = found->name;
    return debug_type_of(dwarf, pointer);
}

bool debug_object_pointee(DebugObjects *objects, const PtxFunction *function, uint32_t reg,
                          DebugObject *out)
{
    View name = reg < function->reg_count ? function->regs[reg].name : (View){0};
    const Owner *owner = owner_of(objects, function);
    name = view_slice(name, name.size && name.data[0] == '%', name.size);
    for (size_t i = 0; name.size && i < owner->placed.size; i++) {
        const Placed *one = &owner->placed.data[i];
        const DwarfEntry *type = one->object.type;
        if (one->symbol || !one->parameter ||
            (type->tag != DWARF_POINTER && type->tag != DWARF_REFERENCE) ||
            !view_equal_text(name, one->reg + (one->reg[0] == '%')))
            continue;
        *out = (DebugObject){one->object.name, debug_type_of(&objects->dwarf, type), 0};
        return has_size(&objects->dwarf, out);
    }
    return false;
}
