/* Names of registers and of bytes in local memory. */
#include "debug/names.h"

#include <stdio.h>
#include <string.h>

#include "debug/places.h"

typedef struct Search {
    Dwarf dwarf;
    DebugScope scope;
} Search;

static bool search_start(Search *search, const PtxModule *module, const PtxFunction *function,
                         uint32_t inst)
{
    *search = (Search){0};
    if (!module || !function || !module->section_count)
        return false;
    dwarf_read(&search->dwarf, module);
    debug_scope_open(&search->scope, &search->dwarf, function, inst);
    return search->dwarf.entries.size != 0;
}

static void search_end(Search *search)
{
    debug_scope_close(&search->scope);
    dwarf_free(&search->dwarf);
}

static bool name_entry(const Dwarf *dwarf, const DwarfEntry *entry, uint64_t offset, bool parts,
                       DebugName *name)
{
    const DwarfEntry *origin = debug_origin_of(dwarf, entry);
    if (!origin || !origin->name.size)
        return false;
    const DwarfEntry *type = debug_type_of(dwarf, origin);
    *name = (DebugName){.bytes = debug_size_of(dwarf, type)};
    snprintf(name->variable, sizeof name->variable, "%.*s", VIEW_ARG(origin->name));
    memcpy(name->text, name->variable, sizeof name->text);
    if (parts)
        debug_describe(dwarf, type, (int64_t)offset, 1, name->text);
    return true;
}

typedef struct Wanted {
    View reg; /* without the %; empty: local memory */
    const PtxSymbol *symbol;
    uint64_t offset; /* in the symbol */
    uint64_t from;   /* found: where the variable begins there */
    bool here;       /* found: it holds at the instruction */
} Wanted;

static bool is_wanted(const DebugScope *scope, const DebugPlace *place, bool here, void *context)
{
    Wanted *wanted = context;
    (void)scope;
    bool same =
        wanted->reg.size
            ? !place->symbol.size &&
                  view_equal_text(wanted->reg, place->reg + (place->reg[0] == '%'))
            : view_equal(place->symbol, wanted->symbol->name) && place->offset <= wanted->offset;
    if (!same)
        return false;
    wanted->from = place->offset;
    wanted->here = here;
    return here;
}

/* The innermost scope's variable wins, then one that was in the register elsewhere. */
static bool search_names(const Search *search, Wanted *wanted, DebugName *name)
{
    bool found = false;
    for (size_t i = 0; i < search->dwarf.entries.size; i++) {
        const DwarfEntry *entry = &search->dwarf.entries.data[i];
        bool here, variable = entry->tag == DWARF_VARIABLE || entry->tag == DWARF_PARAMETER;
        if (!variable || !debug_is_in_function(&search->scope, entry, &here))
            continue;
        wanted->from = UINT64_MAX;
        wanted->here = false;
        debug_each_place(&search->scope, entry, is_wanted, wanted);
        bool best = here && wanted->here;
        DebugName one;
        if (wanted->from == UINT64_MAX || (found && !best) ||
            !name_entry(&search->dwarf, entry, wanted->offset - wanted->from, !wanted->reg.size,
                        &one))
            continue;
        if (!wanted->reg.size && (!best || wanted->offset - wanted->from >= one.bytes))
            continue;
        *name = one;
        found = true;
    }
    return found;
}

bool debug_name_register(DebugName *name, const PtxModule *module, const PtxFunction *function,
                         uint32_t inst, uint32_t reg)
{
    Search search;
    bool found = false;
    if (search_start(&search, module, function, inst) && reg < function->reg_count) {
        View text = function->regs[reg].name;
        size_t sign = text.size && text.data[0] == '%';
        Wanted wanted = {.reg = view_slice(text, sign, text.size)};
        found = wanted.reg.size && search_names(&search, &wanted, name);
    }
    search_end(&search);
    return found;
}

bool debug_name_local(DebugName *name, const PtxModule *module, const PtxFunction *function,
                      uint32_t inst, uint64_t offset)
{
    Search search;
    bool found = false, good = search_start(&search, module, function, inst);
    for (uint32_t i = 0; good && !found && i < function->local_count; i++) {
        const PtxSymbol *symbol = function->locals[i];
        if (symbol->space != PTX_SPACE_LOCAL || offset < symbol->offset ||
            offset - symbol->offset >= symbol->size)
            continue;
        Wanted wanted = {.symbol = symbol, .offset = offset - symbol->offset};
        found = search_names(&search, &wanted, name);
    }
    search_end(&search);
    return found;
}
