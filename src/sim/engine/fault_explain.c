/* What an access outside of its memory missed, in words. */
#include "sim/engine/fault_explain.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "ptx/place.h"

static const FaultWhy outside = {"out-of-bounds", "out of bounds"},
                      wrong_kind = {"wrong-space", "with the wrong kind of pointer"},
                      after_free = {"use-after-free", "after a free"},
                      read_only = {"read-only", "of read-only memory"};

const char *fault_plural(uint64_t n)
{
    return n == 1 ? "" : "s";
}

void fault_add_extent(FaultLine *line, uint64_t address, uint32_t bytes, uint64_t base,
                      uint64_t size)
{
    if (address < base) {
        uint64_t n = base - address;
        fault_add(line, "%llu byte%s before the start of ", (unsigned long long)n, fault_plural(n));
        return;
    }
    uint64_t offset = address - base;
    if (offset < size)
        fault_add(line, "only %llu of its %u bytes lie inside ",
                  (unsigned long long)(size - offset), bytes);
    else if (offset == size)
        fault_add(line, "right behind the end of ");
    else
        fault_add(line, "%llu byte%s past the end of ", (unsigned long long)(offset - size),
                  fault_plural(offset - size));
}

/* The same in elements, not bytes: "a[5]: a has 5 elements, a[0] to a[4]". `offset`: from its
 * start. */
static void add_element(FaultLine *line, View name, int64_t offset, uint32_t bytes, uint64_t size,
                        uint32_t element)
{
    uint64_t count = size / element;
    int64_t index = offset / (int64_t)element;
    if (offset < 0 && offset % (int64_t)element)
        index--;
    fault_add(line, "%.*s[%lld]", VIEW_ARG(name), (long long)index);
    if (bytes > element)
        fault_add(line, " to %.*s[%lld]", VIEW_ARG(name),
                  (long long)(index + (bytes - 1) / element));
    fault_add(line, ": %.*s has %llu element%s", VIEW_ARG(name), (unsigned long long)count,
              fault_plural(count));
    if (count > 1)
        fault_add(line, ", %.*s[0] to %.*s[%llu]", VIEW_ARG(name), VIEW_ARG(name),
                  (unsigned long long)count - 1);
}

/* The same of what has parts or several dimensions: "m[8][0], right behind the end of m (288
 * bytes), whose last element is m[7][8]". */
static void add_typed(FaultLine *line, View name, const SimElement *element, int64_t offset,
                      uint32_t bytes, uint64_t size)
{
    const uint64_t base = UINT64_C(1) << 62; /* so that no offset wraps */
    char text[256];
    sim_element_text(text, sizeof text, name, element);
    fault_add(line, "%s, ", text);
    fault_add_extent(line, base + (uint64_t)offset, bytes, base, size);
    fault_add(line, "%.*s (%llu byte%s)", VIEW_ARG(name), (unsigned long long)size,
              fault_plural(size));
    if (element->last[0])
        fault_add(line, ", whose last element is %.*s%s", VIEW_ARG(name), element->last);
}

void fault_add_labelled(FaultLine *line, const SimWarp *warp, uint64_t address, uint32_t bytes,
                        const SimAlloc *alloc)
{
    SimElement typed;
    bool known = fault_element_global(&warp->run->info, alloc, address, bytes, &typed);
    if (known && !typed.plain)
        add_typed(line, view_of(alloc->label), &typed, (int64_t)(address - alloc->address), bytes,
                  alloc->size);
    else
        add_element(line, view_of(alloc->label), (int64_t)(address - alloc->address), bytes,
                    alloc->size, known ? (uint32_t)typed.plain : alloc->element);
}

/* Whether the host has memory there. */
static bool is_hosts_own(const SimMemory *memory, uint64_t address)
{
    unsigned char present;
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    return address < SIM_WINDOW_SHARED && !sim_memory_reserves(memory, address) &&
           mincore((void *)(uintptr_t)(address & ~(page - 1)), 1, &present) == 0;
}

void fault_add_allocation(FaultLine *line, const SimAlloc *alloc)
{
    if (alloc->name)
        fault_add(line, "%s%.*s (%llu bytes)", fault_is_variable(alloc) ? "variable " : "",
                  VIEW_ARG(fault_variable_name(alloc)), (unsigned long long)alloc->size);
    else
        fault_add(line, "the %llu-byte allocation at 0x%llx", (unsigned long long)alloc->size,
                  (unsigned long long)alloc->address);
}

void fault_add_missed(FaultLine *line, const SimWarp *warp, const SimAlloc *alloc, uint64_t address,
                      uint32_t bytes, bool meant)
{
    const SimLaunchInfo *launch = &warp->run->info;
    SimElement element;
    char text[256], who[SIM_DEED_TEXT];
    uint64_t pointer;
    meant = meant && !alloc->name && !alloc->label[0];
    bool known = meant && fault_element_global(launch, alloc, address, bytes, &element);
    int32_t parameter = meant && !known ? fault_parameter_into(launch, alloc, &pointer) : -1;
    if (known) {
        sim_element_text(text, sizeof text, view_of(element.name), &element);
        fault_add(line, "%s, ", text);
    }
    fault_add_extent(line, address, bytes, alloc->address, alloc->size);
    fault_add_allocation(line, alloc);
    if (parameter >= 0)
        fault_add(line, ", which parameter %d points to", (int)parameter + 1);
    sim_deed_describe(&alloc->made, who, sizeof who);
    if (who[0])
        fault_add(line, ", allocated%s", who);
}

static FaultWhy explain_global(const SimWarp *warp, uint64_t address, uint32_t bytes,
                               uint64_t meant, FaultLine *line)
{
    const SimMemory *memory = warp->run->launch->memory;
    int64_t distance = 0;
    char who[SIM_DEED_TEXT] = "";
    if (address < NULL_PAGE) {
        fault_add(line, "a null pointer%s", address ? " plus a small offset" : "");
        return outside;
    }
    if (SIM_WINDOW_OF(address) && SIM_WINDOW_OF(address) <= SIM_WINDOW_FUNCTION) {
        static const char *const kinds[] = {"", "in shared memory", "in local memory",
                                            "of a kernel's parameter", "of a function"};
        fault_add(line, "that is an address %s", kinds[SIM_WINDOW_OF(address) >> 48]);
        return wrong_kind;
    }
    const SimAlloc *alloc = sim_memory_nearest(memory, address, &distance);
    if ((!alloc || distance) && is_hosts_own(memory, address)) {
        fault_add(line, "that is memory of the host's own (malloc(), new, a variable), which a "
                        "kernel does not reach: give it memory of cuMemAlloc(), or managed or "
                        "pinned memory");
        return wrong_kind;
    }
    if (!alloc) {
        fault_add(line, "no device memory is allocated");
        return outside;
    }
    sim_deed_describe(&alloc->freed, who, sizeof who);
    if (distance == 0 && !alloc->live) {
        fault_add(line, "%llu bytes inside an allocation of %llu bytes that has been freed%s",
                  (unsigned long long)(address - alloc->address), (unsigned long long)alloc->size,
                  who);
        return after_free;
    }
    if (distance == 0 && alloc->read_only) {
        fault_add(line, "the device was given this memory to be read only");
        return read_only;
    }
    if (llabs(distance) >= FAR_AWAY) {
        fault_add(line, "nothing of the device's is anywhere near");
        return outside;
    }
    const SimAlloc *own = meant ? sim_memory_find(memory, meant, 1) : NULL;
    if (own && llabs((int64_t)(address - own->address)) < FAR_AWAY)
        alloc = own;
    fault_add_missed(line, warp, alloc, address, bytes, alloc == own);
    if (alloc->live)
        return outside;
    fault_add(line, ", which has been freed%s", who);
    return after_free;
}

/* What an instruction takes for an element, where types are gone; 0: it has no type. */
static uint32_t element_of(const SimInst *inst)
{
    const PtxInst *source = inst->source;
    return source && source->type_count ? ptx_type_bytes(source->types[0]) : 0;
}

/* The array that an access outside of it belongs to, as far as can be told, and its elements' size:
 * the compiler makes bytes of all, so that it is that of what was accessed. NULL: not an array's
 * element. */
static const SharedPlace *shared_array(const SimWarp *warp, const SimInst *inst, uint64_t offset,
                                       uint32_t *element, uint64_t *extent)
{
    const KernelLayout *layout = warp->run->layout;
    bool before = (int64_t)offset < 0;
    const SharedPlace *place = !before                    ? fault_nearest_shared(layout, offset)
                               : layout->place_count == 1 ? layout->places
                                                          : NULL;
    uint32_t bytes = element_of(inst);
    if (!place || !place->symbol->is_array || !bytes)
        return NULL;
    *element = bytes;
    *extent = place->size ? place->size : warp->run->shared_bytes - place->offset;
    bool whole = (offset - place->offset) % bytes == 0 && *extent % bytes == 0;
    bool inside = !before && offset - place->offset < *extent;
    return whole && !inside && *extent ? place : NULL;
}

static void explain_shared(const SimWarp *warp, uint64_t offset, uint32_t bytes, FaultLine *line)
{
    uint64_t size = warp->run->shared_bytes;
    const SharedPlace *place = fault_nearest_shared(warp->run->layout, offset);
    if (size == 0) {
        fault_add(line, "the block has no shared memory: none is declared and the launch asks for "
                        "none");
        return;
    }
    if ((int64_t)offset < 0 || !place) {
        fault_add_extent(line, offset, bytes, 0, size);
        fault_add(line, "the block's %llu bytes of shared memory", (unsigned long long)size);
        return;
    }
    uint64_t extent = place->size ? place->size : size - place->offset;
    fault_add_extent(line, offset, bytes, place->offset, extent);
    fault_add(line, "shared variable %.*s (%llu bytes)",
              VIEW_ARG(ptx_source_name(place->symbol->name)), (unsigned long long)extent);
}

/* The allocation that has a name to be told: the one that was meant, or else the nearest. */
static const SimAlloc *named_for(const SimMemory *memory, uint64_t address, uint64_t meant)
{
    int64_t distance = 0;
    const SimAlloc *alloc = meant ? sim_memory_find(memory, meant, 1) : NULL;
    if (alloc)
        distance = (int64_t)(address - alloc->address);
    else
        alloc = sim_memory_nearest(memory, address, &distance);
    bool named = alloc && alloc->live && (alloc->label[0] || fault_is_variable(alloc));
    return named && llabs(distance) < FAR_AWAY ? alloc : NULL;
}

/* False: what is accessed is no element of it. */
static bool add_variable(FaultLine *line, const SimWarp *warp, const SimAlloc *alloc,
                         uint64_t address, uint32_t bytes, uint32_t element)
{
    int64_t offset = (int64_t)(address - alloc->address);
    SimElement typed;
    bool known = fault_element_global(&warp->run->info, alloc, address, bytes, &typed);
    if (known && !typed.plain) {
        add_typed(line, fault_variable_name(alloc), &typed, offset, bytes, alloc->size);
        return true;
    }
    element = known ? (uint32_t)typed.plain : element;
    if (!element || alloc->size == element || alloc->size % element || offset % element)
        return false;
    add_element(line, fault_variable_name(alloc), offset, bytes, alloc->size, element);
    return true;
}

static bool add_shared(FaultLine *line, const SimWarp *warp, const SimInst *inst, uint64_t offset,
                       uint32_t bytes)
{
    uint32_t element;
    uint64_t extent;
    SimElement typed;
    const SharedPlace *array = shared_array(warp, inst, offset, &element, &extent);
    if (!array)
        return false;
    View name = ptx_source_name(array->symbol->name);
    bool known = fault_element_shared(&warp->run->info, array, offset, bytes, &typed);
    if (known && !typed.plain)
        add_typed(line, name, &typed, (int64_t)(offset - array->offset), bytes, extent);
    else
        add_element(line, name, (int64_t)(offset - array->offset), bytes, extent,
                    known ? (uint32_t)typed.plain : element);
    return true;
}

bool fault_explain_element(const SimWarp *warp, const SimInst *inst, PtxSpace space,
                           uint64_t address, uint32_t bytes, uint64_t meant, FaultLine *line)
{
    if ((space == PTX_SPACE_GLOBAL || space == PTX_SPACE_CONST) && address >= NULL_PAGE) {
        const SimAlloc *alloc = named_for(warp->run->launch->memory, address, meant);
        if (alloc && !alloc->label[0])
            return add_variable(line, warp, alloc, address, bytes, element_of(inst));
        if (alloc)
            fault_add_labelled(line, warp, address, bytes, alloc);
        return alloc;
    }
    return space == PTX_SPACE_SHARED && add_shared(line, warp, inst, address, bytes);
}

FaultWhy fault_explain(const SimWarp *warp, PtxSpace space, uint64_t address, uint32_t bytes,
                       uint64_t meant, FaultLine *line)
{
    switch (space) {
    case PTX_SPACE_SHARED:
        explain_shared(warp, address, bytes, line);
        return outside;
    case PTX_SPACE_LOCAL:
        fault_add(line, "the thread has %u bytes there", warp->top->local_top);
        return outside;
    case PTX_SPACE_PARAM:
        fault_add(line, "there are %llu bytes of them",
                  (unsigned long long)warp->run->launch->kernel->param_size);
        return outside;
    default:
        return explain_global(warp, address, bytes, meant, line);
    }
}
