/* Reserved address ranges: physical memory mapped into them, and who may access it. */
#include <stdlib.h>
#include <string.h>

#include "sim/api/observers.h"
#include "sim/api/queue.h"
#include "sim/api/virtual_memory.h"

enum { GRANULE = SIM_VIRTUAL_GRANULE };

static bool granular(uint64_t value)
{
    return value % GRANULE == 0;
}

/* Index of the first mapping that ends after the address. */
static size_t mapping_after(uint64_t address)
{
    const Library *lib = library();
    size_t low = 0, high = lib->mapping_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (lib->mappings[middle].address + lib->mappings[middle].size <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const Mapping *mapping_of(uint64_t address)
{
    size_t at = mapping_after(address);
    const Mapping *mapping = &library()->mappings[at];
    return at < library()->mapping_count && mapping->address <= address ? mapping : NULL;
}

/* The mappings that make up a range: it begins with one, ends with one and has no gap. */
static bool mappings_of(uint64_t address, uint64_t size, size_t *first, size_t *count)
{
    const Library *lib = library();
    uint64_t at = address, end = address + size;
    *first = mapping_after(address);
    *count = 0;
    for (size_t i = *first; at < end && i < lib->mapping_count; i++) {
        if (lib->mappings[i].address != at)
            return false;
        at += lib->mappings[i].size;
        ++*count;
    }
    return end > address && at == end;
}

CUresult cuMemAddressReserve(CUdeviceptr *out, size_t size, size_t alignment, CUdeviceptr hint,
                             unsigned long long flags)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    if (!out || !size || !granular(size) || !granular(hint) || flags || alignment & (alignment - 1))
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    uint64_t at = sim_memory_reserve(library()->memory, size, alignment, hint);
    if (!at)
        return api_leave(CUDA_ERROR_OUT_OF_MEMORY);
    *out = at;
    return api_leave(CUDA_SUCCESS);
}

CUresult cuMemAddressFree(CUdeviceptr address, size_t size)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    size_t next = mapping_after(address);
    bool used =
        next < library()->mapping_count && library()->mappings[next].address - address < size;
    if (!size || !granular(size) || used || !sim_memory_unreserve(library()->memory, address, size))
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    return api_leave(CUDA_SUCCESS);
}

static bool mapping_insert(size_t at, const Mapping *mapping)
{
    Library *lib = library();
    if (lib->mapping_count == lib->mapping_capacity) {
        size_t capacity = lib->mapping_capacity ? 2 * lib->mapping_capacity : 32;
        Mapping *grown = realloc(lib->mappings, capacity * sizeof *grown);
        if (!grown)
            return false;
        lib->mappings = grown;
        lib->mapping_capacity = capacity;
    }
    memmove(&lib->mappings[at + 1], &lib->mappings[at],
            (lib->mapping_count - at) * sizeof *lib->mappings);
    lib->mappings[at] = *mapping;
    lib->mapping_count++;
    return true;
}

static void mapping_remove(size_t at)
{
    Library *lib = library();
    lib->mapping_count--;
    memmove(&lib->mappings[at], &lib->mappings[at + 1],
            (lib->mapping_count - at) * sizeof *lib->mappings);
}

CUresult cuMemMap(CUdeviceptr address, size_t size, size_t offset,
                  CUmemGenericAllocationHandle handle, unsigned long long flags)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    Physical *physical = physical_of(handle);
    if (!physical || !address || !size || flags)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    if (offset || size != physical->size) /* parts are not mapped */
        return api_leave(CUDA_ERROR_NOT_SUPPORTED);
    if (!granular(address) || !sim_memory_is_reserved(library()->memory, address, size))
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    size_t at = mapping_after(address);
    if (at < library()->mapping_count && library()->mappings[at].address < address + size)
        return api_leave(CUDA_ERROR_INVALID_VALUE); /* something is mapped there */
    Mapping mapping = {.address = address, .size = size, .physical = physical};
    if (!mapping_insert(at, &mapping))
        return api_leave(CUDA_ERROR_OUT_OF_MEMORY);
    if (!sim_memory_map(address, size, physical->file, offset)) {
        mapping_remove(at);
        return api_leave(CUDA_ERROR_OUT_OF_MEMORY);
    }
    physical->mappings++;
    return api_leave(CUDA_SUCCESS);
}

/* Mappings side by side with equal access are one allocation to the device. Shows it anew. */
static CUresult run_show(size_t first, size_t end)
{
    const Mapping *mappings = library()->mappings;
    uint64_t begin = mappings[first].address;
    for (size_t i = first; i < end; i++)
        sim_memory_hide(library()->memory, mappings[i].address);
    if (mappings[first].access == CU_MEM_ACCESS_FLAGS_PROT_NONE)
        return CUDA_SUCCESS;
    uint64_t size = mappings[end - 1].address + mappings[end - 1].size - begin;
    bool read_only = mappings[first].access == CU_MEM_ACCESS_FLAGS_PROT_READ;
    return sim_memory_show(library()->memory, begin, size, read_only) ? CUDA_SUCCESS
                                                                      : CUDA_ERROR_OUT_OF_MEMORY;
}

static bool joined(const Mapping *left, const Mapping *right)
{
    return left->address + left->size == right->address && left->access == right->access;
}

/* After the access of [first, end) changed, or a neighbour of `first` has gone (end == first). */
static CUresult runs_show(size_t first, size_t end)
{
    const Library *lib = library();
    while (first > 0 && lib->mappings[first - 1].address + lib->mappings[first - 1].size ==
                            lib->mappings[first].address)
        first--;
    CUresult result = CUDA_SUCCESS;
    while (first < lib->mapping_count && result == CUDA_SUCCESS) {
        size_t next = first + 1;
        while (next < lib->mapping_count && joined(&lib->mappings[next - 1], &lib->mappings[next]))
            next++;
        result = run_show(first, next);
        bool gap = next == lib->mapping_count ||
                   lib->mappings[next - 1].address + lib->mappings[next - 1].size !=
                       lib->mappings[next].address;
        if (gap && next >= end)
            break;
        first = next;
    }
    return result;
}

/* What can access memory that is here: its own device, and the host where pages of its are used. */
static CUresult access_check(const CUmemAccessDesc *access, size_t count)
{
    if (!access || !count)
        return CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0; i < count; i++) {
        CUmemAccess_flags flags = access[i].flags;
        if (access[i].location.type == CU_MEM_LOCATION_TYPE_DEVICE && access[i].location.id != 0)
            return CUDA_ERROR_INVALID_DEVICE;
        if (!location_valid(&access[i].location) ||
            (flags != CU_MEM_ACCESS_FLAGS_PROT_NONE && flags != CU_MEM_ACCESS_FLAGS_PROT_READ &&
             flags != CU_MEM_ACCESS_FLAGS_PROT_READWRITE))
            return CUDA_ERROR_INVALID_VALUE;
    }
    return CUDA_SUCCESS;
}

static void observers_shown(const Mapping *mapping)
{
    observers_allocated(mapping->address, mapping->size);
    if (mapping->physical->shown)
        observers_host_write(mapping->address, mapping->size);
    mapping->physical->shown = true;
}

static void mapping_allow(Mapping *mapping, const CUmemAccessDesc *access)
{
    if (access->location.type != CU_MEM_LOCATION_TYPE_DEVICE) {
        mapping->host = access->flags;
        return;
    }
    bool before = mapping->access != CU_MEM_ACCESS_FLAGS_PROT_NONE,
         after = access->flags != CU_MEM_ACCESS_FLAGS_PROT_NONE;
    mapping->access = access->flags;
    if (after && !before)
        observers_shown(mapping);
    else if (before && !after)
        observers_freed(mapping->address, mapping->size);
}

CUresult cuMemSetAccess(CUdeviceptr address, size_t size, const CUmemAccessDesc *access,
                        size_t count)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    result = access_check(access, count);
    queue_wait_idle(); /* a launch may be using what lies beside it */
    size_t first, mappings;
    if (result == CUDA_SUCCESS && !mappings_of(address, size, &first, &mappings))
        result = CUDA_ERROR_INVALID_VALUE;
    if (result != CUDA_SUCCESS)
        return api_leave(result);
    for (size_t i = first; i < first + mappings; i++)
        for (size_t k = 0; k < count; k++)
            mapping_allow(&library()->mappings[i], &access[k]);
    return api_leave(runs_show(first, first + mappings));
}

CUresult cuMemGetAccess(unsigned long long *flags, const CUmemLocation *at, CUdeviceptr address)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    const Mapping *mapping = mapping_of(address);
    if (!flags || !at || !mapping)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    if (at->type == CU_MEM_LOCATION_TYPE_DEVICE && at->id != 0)
        return api_leave(CUDA_ERROR_INVALID_DEVICE);
    if (!location_valid(at))
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    *flags = at->type == CU_MEM_LOCATION_TYPE_DEVICE ? mapping->access : mapping->host;
    return api_leave(CUDA_SUCCESS);
}

/* All contexts' work that was queued may still use the range. */
static void contexts_finish(void)
{
    for (Context *context = library()->contexts; context; context = context->next)
        if (context->active && context->fault == CUDA_SUCCESS)
            queue_run_context(context);
    queue_wait_idle();
}

/* The mappings in a reserved range, if no other reaches into it. */
static bool mappings_within(uint64_t address, uint64_t size, size_t *first, size_t *count)
{
    const Library *lib = library();
    *first = mapping_after(address);
    *count = 0;
    if (!size || !granular(address) || !granular(size) ||
        !sim_memory_is_reserved(lib->memory, address, size))
        return false;
    for (size_t i = *first; i < lib->mapping_count && lib->mappings[i].address < address + size;
         i++, ++*count)
        if (lib->mappings[i].address < address ||
            lib->mappings[i].address + lib->mappings[i].size > address + size)
            return false;
    return true;
}

CUresult cuMemUnmap(CUdeviceptr address, size_t size)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    contexts_finish();
    size_t first, count;
    if (!mappings_within(address, size, &first, &count))
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    if (!count)
        return api_leave(CUDA_SUCCESS);
    for (size_t i = first; i < first + count; i++) {
        Mapping *mapping = &library()->mappings[i];
        sim_memory_hide(library()->memory, mapping->address);
        if (mapping->access != CU_MEM_ACCESS_FLAGS_PROT_NONE)
            observers_freed(mapping->address, mapping->size);
        mapping->access = CU_MEM_ACCESS_FLAGS_PROT_NONE;
    }
    result = runs_show(first, first + count); /* the neighbours without it */
    for (; count; count--) {
        Physical *physical = library()->mappings[first].physical;
        mapping_remove(first);
        physical->mappings--;
        physical_release(physical);
    }
    sim_memory_unmap(address, size);
    return api_leave(result);
}
