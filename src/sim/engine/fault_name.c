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

bool fault_name_global(const void *memory, uint64_t address, uint32_t bytes, char *out, size_t size)
{
    const SimAlloc *alloc = sim_memory_find(memory, address, 1);
    if (alloc && !alloc->label[0] && alloc->name) {
        name_variable(alloc, address - alloc->address, bytes, out, size);
        return true;
    }
    if (!alloc || !alloc->label[0])
        return false;
    snprintf(out, size, "%s[%llu]", alloc->label,
             (unsigned long long)((address - alloc->address) / alloc->element));
    return true;
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

void fault_name_shared(const KernelLayout *layout, uint64_t offset, char *out, size_t size)
{
    const SharedPlace *place = fault_nearest_shared(layout, offset);
    if (!place) {
        snprintf(out, size, "byte %llu of shared memory", (unsigned long long)offset);
        return;
    }
    View name = ptx_source_name(place->symbol->name);
    uint32_t element = ptx_type_bytes(place->symbol->type);
    if (element > 1 && place->symbol->is_array)
        snprintf(out, size, "%.*s[%llu]", VIEW_ARG(name),
                 (unsigned long long)((offset - place->offset) / element));
    else if (offset > place->offset)
        snprintf(out, size, "%.*s (byte %llu)", VIEW_ARG(name),
                 (unsigned long long)(offset - place->offset));
    else
        snprintf(out, size, "%.*s", VIEW_ARG(name));
}
