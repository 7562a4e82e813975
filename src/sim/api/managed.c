/* Managed memory: advice, prefetching, attributes of ranges. */
#include "sim/api/managed.h"

#include <stdlib.h>
#include <string.h>

#include "sim/api/allocation.h"
#include "sim/api/capture.h"
#include "sim/api/stream.h"
#include "sim/api/virtual_memory.h"

enum { PAGE = 4096 };

typedef struct Pages {
    uint64_t begin, end;
} Pages;

/* A range for which all was said alike. What isn't in any is as at first. */
struct Advice {
    uint64_t begin, end;
    bool read_mostly, accessed_by_host, accessed_by_device;
    CUmemLocation preferred, prefetched; /* of type INVALID: none */
    Advice *next;
};

static Advice *advice_new(uint64_t begin, uint64_t end, const Advice *like, Advice *next)
{
    Advice *made = calloc(1, sizeof *made);
    if (made && like)
        *made = *like;
    if (made) {
        made->begin = begin;
        made->end = end;
        made->next = next;
    }
    return made;
}

/* Parts the range around `at` there. False: no memory. */
static bool advices_part(uint64_t at)
{
    for (Advice *advice = library()->advices; advice; advice = advice->next)
        if (advice->begin < at && at < advice->end) {
            Advice *rest = advice_new(at, advice->end, advice, advice->next);
            if (!rest)
                return false;
            advice->end = at;
            advice->next = rest;
        }
    return true;
}

/* Lets ranges cover all of [begin, end) and none reach across its ends. */
static bool advices_cover(uint64_t begin, uint64_t end)
{
    if (!advices_part(begin) || !advices_part(end))
        return false;
    Advice **link = &library()->advices;
    uint64_t at = begin;
    while (at < end) {
        while (*link && (*link)->end <= at)
            link = &(*link)->next;
        Advice *next = *link;
        uint64_t until = next && next->begin < end ? next->begin : end;
        if (next && next->begin == at) {
            at = next->end;
            continue;
        }
        *link = advice_new(at, until, NULL, next);
        if (!*link) {
            *link = next;
            return false;
        }
        at = until;
    }
    return true;
}

void advice_forget(uint64_t address, uint64_t size)
{
    if (!library()->advices || !advices_part(address) || !advices_part(address + size))
        return;
    for (Advice **link = &library()->advices; *link;) {
        Advice *advice = *link;
        if (advice->begin < address || advice->end > address + size) {
            link = &advice->next;
            continue;
        }
        *link = advice->next;
        free(advice);
    }
}

static bool managed(CUdeviceptr address, size_t size)
{
    const SimAlloc *found = size ? sim_memory_find(library()->memory, address, size) : NULL;
    return found && found->kind == SIM_ALLOC_MANAGED;
}

/* Whole pages around the bytes, as far as their allocation reaches: advice and prefetching go by
 * pages of the host (Driver API, cuMemAdvise, cuMemPrefetchAsync). The bytes are managed. */
static Pages pages_around(CUdeviceptr address, size_t size)
{
    const SimAlloc *whole = sim_memory_find(library()->memory, address, size);
    uint64_t begin = address & ~(uint64_t)(PAGE - 1);
    uint64_t end = (address + size + PAGE - 1) & ~(uint64_t)(PAGE - 1);
    uint64_t last = whole->address + whole->size;
    return (Pages){begin > whole->address ? begin : whole->address, end < last ? end : last};
}

static CUresult place_check(const CUmemLocation *at)
{
    if (at->type == CU_MEM_LOCATION_TYPE_DEVICE && at->id != 0)
        return CUDA_ERROR_INVALID_DEVICE;
    return location_valid(at) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/* Nodes of the host's memory have no effect here, whatever memory it is: so it is on an H200. */
static bool on_a_node(const CUmemLocation *at)
{
    return at->type == CU_MEM_LOCATION_TYPE_HOST_NUMA ||
           at->type == CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT;
}

/* The place of an advice, of which some are for no place in particular. `wrong`: the answer for a
 * device that there is not. */
static CUresult advice_check(CUmem_advise what, const CUmemLocation *at, CUresult wrong)
{
    bool accessed =
        what == CU_MEM_ADVISE_SET_ACCESSED_BY || what == CU_MEM_ADVISE_UNSET_ACCESSED_BY;
    bool placed = accessed || what == CU_MEM_ADVISE_SET_PREFERRED_LOCATION;
    if (at->type == CU_MEM_LOCATION_TYPE_DEVICE)
        return placed && at->id != 0 ? wrong : CUDA_SUCCESS;
    if (on_a_node(at) && (accessed || (placed && !location_valid(at))))
        return CUDA_ERROR_INVALID_VALUE;
    return on_a_node(at) || at->type == CU_MEM_LOCATION_TYPE_HOST ? CUDA_SUCCESS
                                                                  : CUDA_ERROR_INVALID_VALUE;
}

static void advice_apply(Advice *advice, CUmem_advise what, const CUmemLocation *at)
{
    static const CUmemLocation nowhere = {CU_MEM_LOCATION_TYPE_INVALID, 0};
    bool set = what == CU_MEM_ADVISE_SET_READ_MOSTLY ||
               what == CU_MEM_ADVISE_SET_PREFERRED_LOCATION ||
               what == CU_MEM_ADVISE_SET_ACCESSED_BY;
    switch (what) {
    case CU_MEM_ADVISE_SET_READ_MOSTLY:
    case CU_MEM_ADVISE_UNSET_READ_MOSTLY:
        advice->read_mostly = set;
        break;
    case CU_MEM_ADVISE_SET_PREFERRED_LOCATION:
    case CU_MEM_ADVISE_UNSET_PREFERRED_LOCATION:
        advice->preferred = set ? *at : nowhere;
        break;
    default:
        if (at->type == CU_MEM_LOCATION_TYPE_DEVICE)
            advice->accessed_by_device = set;
        else
            advice->accessed_by_host = set;
    }
}

static CUresult advise(CUdeviceptr address, size_t size, CUmem_advise what, CUmemLocation at,
                       CUresult wrong_device)
{
    Context *context;
    CUresult result = api_enter_context(&context);
    if (result != CUDA_SUCCESS)
        return result;
    if (what < CU_MEM_ADVISE_SET_READ_MOSTLY || what > CU_MEM_ADVISE_UNSET_ACCESSED_BY)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    result = advice_check(what, &at, wrong_device);
    if (result != CUDA_SUCCESS || on_a_node(&at))
        return api_leave(result);
    if (!managed(address, size))
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    Pages pages = pages_around(address, size);
    if (!advices_cover(pages.begin, pages.end))
        return api_leave(CUDA_ERROR_OUT_OF_MEMORY);
    for (Advice *advice = library()->advices; advice; advice = advice->next)
        if (advice->begin >= pages.begin && advice->end <= pages.end)
            advice_apply(advice, what, &at);
    return api_leave(CUDA_SUCCESS);
}

/* The place that the calls without locations mean by a device's number. */
static CUmemLocation place_of(CUdevice device)
{
    return device == CU_DEVICE_CPU ? (CUmemLocation){CU_MEM_LOCATION_TYPE_HOST, 0}
                                   : (CUmemLocation){CU_MEM_LOCATION_TYPE_DEVICE, device};
}

CUresult cuMemAdvise(CUdeviceptr address, size_t size, CUmem_advise what, CUdevice device)
{
    return advise(address, size, what, place_of(device), CUDA_ERROR_INVALID_DEVICE);
}

CUresult cuMemAdvise_v2(CUdeviceptr address, size_t size, CUmem_advise what, CUmemLocation at)
{
    return advise(address, size, what, at, CUDA_ERROR_INVALID_VALUE);
}

static CUresult range_prefetch(CUdeviceptr address, size_t size, const CUmemLocation *to)
{
    CUresult result = place_check(to);
    if (result == CUDA_SUCCESS && !managed(address, size))
        result = CUDA_ERROR_INVALID_VALUE;
    if (result != CUDA_SUCCESS)
        return result;
    Pages pages = pages_around(address, size);
    if (!advices_cover(pages.begin, pages.end))
        return CUDA_ERROR_OUT_OF_MEMORY;
    for (Advice *advice = library()->advices; advice; advice = advice->next)
        if (advice->begin >= pages.begin && advice->end <= pages.end)
            advice->prefetched = *to;
    return CUDA_SUCCESS;
}

/* Enters with a stream that isn't capturing: none of these calls has a node. */
static CUresult enter_prefetch(CUstream handle)
{
    Stream *stream;
    CUresult result = api_enter_stream(handle, &stream);
    if (result != CUDA_SUCCESS)
        return result;
    result = capture_check_wait(stream);
    return result == CUDA_SUCCESS ? CUDA_SUCCESS : api_leave(result);
}

CUresult cuMemPrefetchAsync_v2(CUdeviceptr address, size_t size, CUmemLocation to,
                               unsigned int flags, CUstream stream)
{
    CUresult result = enter_prefetch(stream);
    if (result != CUDA_SUCCESS)
        return result;
    return api_leave(flags ? CUDA_ERROR_INVALID_VALUE : range_prefetch(address, size, &to));
}

CUresult cuMemPrefetchAsync(CUdeviceptr address, size_t size, CUdevice device, CUstream stream)
{
    return cuMemPrefetchAsync_v2(address, size, place_of(device), 0, stream);
}

CUresult cuMemDiscardBatchAsync(CUdeviceptr *addresses, size_t *sizes, size_t count,
                                unsigned long long flags, CUstream stream)
{
    if (!stream && !per_thread_default())
        return CUDA_ERROR_INVALID_VALUE;
    CUresult result = enter_prefetch(stream);
    if (result != CUDA_SUCCESS)
        return result;
    bool wrong = !addresses || !sizes || !count || flags;
    for (size_t i = 0; !wrong && i < count; i++)
        wrong = !managed(addresses[i], sizes[i]);
    return api_leave(wrong ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS);
}

CUresult cuMemPrefetchBatchAsync(CUdeviceptr *addresses, size_t *sizes, size_t count,
                                 CUmemLocation *places, size_t *firsts, size_t place_count,
                                 unsigned long long flags, CUstream stream)
{
    CUresult result = cuMemDiscardBatchAsync(addresses, sizes, count, flags, stream);
    if (result != CUDA_SUCCESS)
        return result;
    if (!places || !firsts || !place_count || place_count > count || firsts[0])
        return CUDA_ERROR_INVALID_VALUE;
    for (size_t k = 1; k < place_count; k++)
        if (firsts[k] <= firsts[k - 1] || firsts[k] >= count)
            return CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0, k = 0; i < count && result == CUDA_SUCCESS; i++) {
        k += k + 1 < place_count && firsts[k + 1] == i;
        result = cuMemPrefetchAsync_v2(addresses[i], sizes[i], places[k], 0, stream);
    }
    return result;
}

CUresult cuMemDiscardAndPrefetchBatchAsync(CUdeviceptr *addresses, size_t *sizes, size_t count,
                                           CUmemLocation *places, size_t *firsts,
                                           size_t place_count, unsigned long long flags,
                                           CUstream stream)
{
    return cuMemPrefetchBatchAsync(addresses, sizes, count, places, firsts, place_count, flags,
                                   stream);
}

CUresult cuStreamAttachMemAsync(CUstream handle, CUdeviceptr address, size_t size,
                                unsigned int flags)
{
    Stream *stream;
    CUresult result = api_enter_stream(handle, &stream);
    if (result != CUDA_SUCCESS)
        return result;
    result = capture_check_wait(stream);
    if (result != CUDA_SUCCESS)
        return api_leave(result);
    bool wrong = (flags != CU_MEM_ATTACH_GLOBAL && flags != CU_MEM_ATTACH_HOST &&
                  flags != CU_MEM_ATTACH_SINGLE) ||
                 !managed(address, size ? size : 1) ||
                 (size && size != allocation_of(address)->size) ||
                 (flags == CU_MEM_ATTACH_SINGLE && stream->kind == STREAM_LEGACY);
    return api_leave(wrong ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS);
}

static bool same_place(const CUmemLocation *a, const CUmemLocation *b)
{
    return a->type == b->type && (a->id == b->id || a->type == CU_MEM_LOCATION_TYPE_HOST ||
                                  a->type == CU_MEM_LOCATION_TYPE_INVALID);
}

/* What holds for every byte of the range. */
static Advice range_summary(uint64_t begin, uint64_t end)
{
    Advice all = {.begin = begin, .end = end};
    uint64_t covered = 0;
    bool first = true;
    for (const Advice *advice = library()->advices; advice; advice = advice->next) {
        if (advice->end <= begin || advice->begin >= end)
            continue;
        covered += (advice->end < end ? advice->end : end) -
                   (advice->begin > begin ? advice->begin : begin);
        if (first)
            all = *advice;
        first = false;
        all.read_mostly &= advice->read_mostly;
        all.accessed_by_host &= advice->accessed_by_host;
        all.accessed_by_device &= advice->accessed_by_device;
        if (!same_place(&all.preferred, &advice->preferred))
            all.preferred.type = CU_MEM_LOCATION_TYPE_INVALID;
        if (!same_place(&all.prefetched, &advice->prefetched))
            all.prefetched.type = CU_MEM_LOCATION_TYPE_INVALID;
    }
    return covered == end - begin ? all : (Advice){.begin = begin, .end = end};
}

static int device_of(const CUmemLocation *at)
{
    return at->type == CU_MEM_LOCATION_TYPE_INVALID  ? CU_DEVICE_INVALID
           : at->type == CU_MEM_LOCATION_TYPE_DEVICE ? at->id
                                                     : CU_DEVICE_CPU;
}

/* The host as a whole has no number. */
static int number_of(const CUmemLocation *at)
{
    return at->type == CU_MEM_LOCATION_TYPE_INVALID ? CU_DEVICE_INVALID
           : at->type == CU_MEM_LOCATION_TYPE_HOST  ? CU_DEVICE_CPU
                                                    : at->id;
}

static void accessors_write(const Advice *all, int *out, size_t count)
{
    size_t at = 0;
    if (all->accessed_by_device && at < count)
        out[at++] = 0;
    if (all->accessed_by_host && at < count)
        out[at++] = CU_DEVICE_CPU;
    while (at < count)
        out[at++] = CU_DEVICE_INVALID;
}

static CUresult range_attribute(const Advice *all, CUmem_range_attribute attribute, void *out,
                                size_t size)
{
    const CUmemLocation *preferred = &all->preferred, *prefetched = &all->prefetched;
    if (attribute == CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY) {
        if (!size || size % sizeof(int))
            return CUDA_ERROR_INVALID_VALUE;
        accessors_write(all, out, size / sizeof(int));
        return CUDA_SUCCESS;
    }
    const int values[] = {
        [CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY] = all->read_mostly,
        [CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION] = device_of(preferred),
        [CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION] = device_of(prefetched),
        [CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE] = (int)preferred->type,
        [CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_ID] = number_of(preferred),
        [CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_TYPE] = (int)prefetched->type,
        [CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_ID] = number_of(prefetched),
    };
    if (size != sizeof(int) || attribute < 1 ||
        (size_t)attribute >= sizeof values / sizeof values[0])
        return CUDA_ERROR_INVALID_VALUE;
    memcpy(out, &values[attribute], sizeof(int));
    return CUDA_SUCCESS;
}

CUresult cuMemRangeGetAttributes(void **data, size_t *sizes, CUmem_range_attribute *attributes,
                                 size_t attribute_count, CUdeviceptr address, size_t count)
{
    Context *context;
    CUresult result = api_enter_context(&context);
    if (result != CUDA_SUCCESS)
        return result;
    if (!data || !sizes || !attributes || !attribute_count || !managed(address, count))
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    Advice all = range_summary(address, address + count);
    for (size_t i = 0; i < attribute_count && result == CUDA_SUCCESS; i++)
        result = data[i] ? range_attribute(&all, attributes[i], data[i], sizes[i])
                         : CUDA_ERROR_INVALID_VALUE;
    return api_leave(result);
}

CUresult cuMemRangeGetAttribute(void *data, size_t size, CUmem_range_attribute attribute,
                                CUdeviceptr address, size_t count)
{
    return cuMemRangeGetAttributes(&data, &size, &attribute, 1, address, count);
}
