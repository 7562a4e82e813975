/* What a place in memory is called: an element of a labelled allocation or a variable. */
#include <stdio.h>
#include <string.h>

#include "ptx/place.h"
#include "sim/engine/fault.h"

bool fault_is_variable(const SimAlloc *alloc)
{
    return alloc->name && !strchr(alloc->name, ' ');
}

View fault_variable_name(const SimAlloc *alloc)
{
    View name = view_of(alloc->name);
    return view_starts(name, "_ZZ") ? ptx_source_name(name) : ptx_function_name(name);
}

/* -- by types */

static bool find_element(const SimLaunchInfo *launch, const SimElementOf *of, SimElement *out)
{
    return launch->elements && of->bytes && launch->elements->find(launch->elements->self, of, out);
}

int32_t fault_parameter_into(const SimLaunchInfo *launch, const SimAlloc *alloc, uint64_t *pointer)
{
    const PtxFunction *kernel = launch->kernel;
    int32_t found = -1;
    for (uint32_t i = 0; launch->params && i < kernel->param_count; i++) {
        const PtxSymbol *param = kernel->params[i];
        uint64_t value;
        if (param->size != sizeof value || param->offset + sizeof value > kernel->param_size)
            continue;
        memcpy(&value, (const char *)launch->params + param->offset, sizeof value);
        if (value < alloc->address || value - alloc->address >= alloc->size)
            continue;
        if (found >= 0)
            return -1;
        found = (int32_t)i;
        *pointer = value;
    }
    return found;
}

bool fault_element_global(const SimLaunchInfo *launch, const SimAlloc *alloc, uint64_t address,
                          uint32_t bytes, SimElement *out)
{
    bool variable = alloc->name && !alloc->label[0];
    uint64_t from = alloc->address;
    SimElementOf of = {.module = launch->module, .parameter = -1, .bytes = bytes};
    if (variable && !fault_is_variable(alloc))
        return false;
    if (!variable)
        of.parameter = fault_parameter_into(launch, alloc, &from);
    if (!variable && (of.parameter < 0 || (alloc->label[0] && from != alloc->address)))
        return false;
    of.name = variable ? view_of(alloc->name) : launch->kernel->name;
    of.declared = of.size = alloc->address + alloc->size - from;
    of.offset = (int64_t)(address - from);
    return find_element(launch, &of, out);
}

bool fault_element_shared(const SimLaunchInfo *launch, const SharedPlace *place, uint64_t offset,
                          uint32_t bytes, SimElement *out)
{
    const SimElementOf of = {.module = launch->module,
                             .name = place->symbol->name,
                             .parameter = -1,
                             .declared = place->symbol->size,
                             .size =
                                 place->size ? place->size : launch->shared_bytes - place->offset,
                             .offset = (int64_t)(offset - place->offset),
                             .bytes = bytes};
    return find_element(launch, &of, out);
}

/* -- names */

/* Where types aren't known. */
static void name_variable(const SimAlloc *alloc, uint64_t offset, uint32_t bytes, char *out,
                          size_t size)
{
    View name = fault_variable_name(alloc);
    if (bytes == 0 || bytes >= alloc->size || !fault_is_variable(alloc))
        snprintf(out, size, "%.*s", VIEW_ARG(name));
    else if (offset % bytes)
        snprintf(out, size, "byte %llu of %.*s", (unsigned long long)offset, VIEW_ARG(name));
    else
        snprintf(out, size, "%.*s[%llu]", VIEW_ARG(name), (unsigned long long)(offset / bytes));
}

bool fault_name_global(const SimLaunchInfo *launch, uint64_t address, uint32_t bytes, char *out,
                       size_t size)
{
    const SimAlloc *alloc = sim_memory_find(launch->memory, address, 1);
    SimElement element;
    if (!alloc)
        return false;
    if (fault_element_global(launch, alloc, address, bytes, &element))
        sim_element_text(out, size, fault_owner_name(alloc, &element), &element);
    else if (alloc->label[0])
        snprintf(out, size, "%s[%llu]", alloc->label,
                 (unsigned long long)((address - alloc->address) / alloc->element));
    else if (alloc->name)
        name_variable(alloc, address - alloc->address, bytes, out, size);
    else
        return false;
    return true;
}

View fault_owner_name(const SimAlloc *alloc, const SimElement *element)
{
    return alloc->label[0] ? view_of(alloc->label)
           : alloc->name   ? fault_variable_name(alloc)
                           : view_of(element->name);
}

bool fault_extent(const void *memory, uint64_t address, uint64_t *start, uint64_t *size)
{
    const SimAlloc *alloc = sim_memory_find(memory, address, 1);
    if (!alloc)
        return false;
    *start = alloc->address;
    *size = alloc->size;
    return true;
}

const SharedPlace *fault_nearest_shared(const KernelLayout *layout, uint64_t offset)
{
    const SharedPlace *best = NULL;
    for (uint32_t i = 0; i < layout->place_count; i++) {
        const SharedPlace *place = &layout->places[i];
        if (place->offset <= offset && (!best || place->offset >= best->offset))
            best = place;
    }
    return best;
}

void fault_name_shared(const SimWarp *warp, uint64_t offset, uint32_t bytes, char *out, size_t size)
{
    const SharedPlace *place = fault_nearest_shared(warp->run->layout, offset);
    SimElement known;
    if (!place) {
        snprintf(out, size, "byte %llu of shared memory", (unsigned long long)offset);
        return;
    }
    View name = ptx_source_name(place->symbol->name);
    uint32_t element = ptx_type_bytes(place->symbol->type);
    if (fault_element_shared(&warp->run->info, place, offset, bytes, &known))
        sim_element_text(out, size, name, &known);
    else if (element > 1 && place->symbol->is_array)
        snprintf(out, size, "%.*s[%llu]", VIEW_ARG(name),
                 (unsigned long long)((offset - place->offset) / element));
    else if (offset > place->offset)
        snprintf(out, size, "%.*s (byte %llu)", VIEW_ARG(name),
                 (unsigned long long)(offset - place->offset));
    else
        snprintf(out, size, "%.*s", VIEW_ARG(name));
}
