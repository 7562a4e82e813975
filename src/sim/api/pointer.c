/* Attributes of pointers. */
#include <string.h>

#include "sim/api/allocation.h"
#include "sim/api/virtual_memory.h"

enum { PAGE = 4096, BLOCK = 2 << 20, POOL_BLOCK = 32 << 20 };

typedef struct PeerTokens {
    unsigned long long peer, space;
} PeerTokens;

static const PeerTokens no_tokens;

static uint64_t host_pointer(const Allocation *a, uint64_t address)
{
    return a->kind == SIM_ALLOC_DEVICE ? 0 : address;
}

static unsigned memory_type(const Allocation *a)
{
    bool host = a->kind == SIM_ALLOC_HOST || a->kind == SIM_ALLOC_REGISTERED;
    return host ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
}

/* A mapped range looks like an allocation of no context. */
static bool ipc_capable(const Allocation *a)
{
    return allocation_at(a->address) == a && allocation_can_be_given(a);
}

static uint64_t handle_types(const Allocation *a, CUdeviceptr p)
{
    if (a->pool && a->pool->shareable)
        return CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    const Mapping *mapping = mapping_of(p);
    return mapping ? (uint64_t)mapping->physical->properties.requestedHandleTypes : 0;
}

static int access_flags(CUdeviceptr p)
{
    const Mapping *mapping = mapping_of(p);
    return mapping ? (int)mapping->access : CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
}

/* As an allocation: the reserved range that the mapping is in. */
static const Allocation *mapped_allocation(const Mapping *mapping, Allocation *out)
{
    *out = (Allocation){.id = mapping->physical->id,
                        .kind = SIM_ALLOC_DEVICE,
                        .sync_memops = mapping->physical->sync_memops};
    if (!sim_memory_reserved(library()->memory, mapping->address, &out->address, &out->size)) {
        out->address = mapping->address;
        out->size = mapping->size;
    }
    return out;
}

/* As an allocation: a module's variable. */
static const Allocation *variable_allocation(uint64_t address, Allocation *out)
{
    const SimAlloc *found = sim_memory_find(library()->memory, address, 1);
    if (!found || found->kind != SIM_ALLOC_MODULE)
        return NULL;
    *out = (Allocation){.address = found->address,
                        .size = found->size,
                        .id = found->id,
                        .kind = SIM_ALLOC_DEVICE,
                        .sync_memops = true};
    for (Context *context = library()->contexts; context && !out->context; context = context->next)
        if (context->id == found->owner)
            out->context = context;
    return out;
}

/* NULL: the pointer is not known. */
static const Allocation *pointer_allocation(CUdeviceptr pointer, Allocation *other)
{
    const Mapping *mapping = mapping_of(pointer);
    if (mapping)
        return mapped_allocation(mapping, other);
    const Allocation *allocation = allocation_of(pointer);
    if (allocation)
        return allocation->freeing ? NULL : allocation;
    return variable_allocation(pointer, other);
}

/* What cuMemAlloc gave. */
static bool is_plain(const Allocation *a)
{
    return allocation_at(a->address) == a && a->kind == SIM_ALLOC_DEVICE && !a->pool;
}

/* A driver maps memory in blocks: these are the ones that an allocation lies in. */
static uint64_t mapping_block(const Allocation *a)
{
    return a->kind == SIM_ALLOC_REGISTERED ? PAGE : a->pool ? POOL_BLOCK : BLOCK;
}

static uint64_t mapping_base(const Allocation *a)
{
    return a->address - a->address % mapping_block(a);
}

static uint64_t mapping_size(const Allocation *a)
{
    uint64_t block = mapping_block(a), bytes = a->address + a->size - mapping_base(a);
    return (bytes + block - 1) / block * block;
}

/* Rows: attribute, type of the answer, its value, its value for a pointer that is not known. `a` is
 * the allocation, `p` the pointer. */
#define POINTER_ATTRIBUTES(ROW)                                \
    ROW(CONTEXT, CUcontext, a->pool ? NULL : a->context, NULL) \
    ROW(MEMORY_TYPE, unsigned, memory_type(a), 0)              \
    ROW(DEVICE_POINTER, CUdeviceptr, p, 0)                     \
    ROW(HOST_POINTER, uint64_t, host_pointer(a, p), p)         \
    ROW(P2P_TOKENS, PeerTokens, no_tokens, no_tokens)          \
    ROW(SYNC_MEMOPS, int, a->sync_memops, 0)                   \
    ROW(BUFFER_ID, unsigned long long, a->id, 0)               \
    ROW(IS_MANAGED, int, a->kind == SIM_ALLOC_MANAGED, 0)      \
    ROW(DEVICE_ORDINAL, int, 0, -2)                            \
    ROW(IS_LEGACY_CUDA_IPC_CAPABLE, int, ipc_capable(a), 0)    \
    ROW(RANGE_START_ADDR, CUdeviceptr, a->address, 0)          \
    ROW(RANGE_SIZE, size_t, a->size, 0)                        \
    ROW(MAPPED, int, 1, 0)                                     \
    ROW(ALLOWED_HANDLE_TYPES, uint64_t, handle_types(a, p), 0) \
    ROW(IS_GPU_DIRECT_RDMA_CAPABLE, int, 0, 0)                 \
    ROW(ACCESS_FLAGS, int, access_flags(p), 0)                 \
    ROW(MEMPOOL_HANDLE, CUmemoryPool, a->pool, NULL)           \
    ROW(MAPPING_SIZE, size_t, mapping_size(a), 0)              \
    ROW(MAPPING_BASE_ADDR, CUdeviceptr, mapping_base(a), 0)    \
    ROW(MEMORY_BLOCK_ID, unsigned long long, a->id, 0)         \
    ROW(IS_HW_DECOMPRESS_CAPABLE, int, is_plain(a), 0)

/* False: there is no such attribute. `a` is NULL for a pointer that is not known. */
static bool attribute_write(void *out, CUpointer_attribute attribute, const Allocation *a,
                            CUdeviceptr p)
{
    switch (attribute) {
#define ROW(NAME, type, known, unknown)       \
    case CU_POINTER_ATTRIBUTE_##NAME: {       \
        type value = a ? (known) : (unknown); \
        memcpy(out, &value, sizeof value);    \
        return true;                          \
    }
        POINTER_ATTRIBUTES(ROW)
#undef ROW
    default:
        return false;
    }
}

/* Device memory is not the host's, and the host's is no peer's. */
static bool attribute_is_missing(CUpointer_attribute attribute, const Allocation *a, CUdeviceptr p)
{
    return (attribute == CU_POINTER_ATTRIBUTE_HOST_POINTER && a->kind == SIM_ALLOC_DEVICE) ||
           (attribute == CU_POINTER_ATTRIBUTE_P2P_TOKENS && memory_type(a) == CU_MEMORYTYPE_HOST) ||
           (attribute == CU_POINTER_ATTRIBUTE_DEVICE_POINTER && !access_flags(p));
}

/* Who has the tokens may write the memory past the driver: what works on it is to be done when its
 * call returns. */
static void tokens_given(CUdeviceptr pointer)
{
    const Mapping *mapping = mapping_of(pointer);
    Allocation *allocation = mapping ? NULL : allocation_of(pointer);
    if (mapping)
        mapping->physical->sync_memops = true;
    if (allocation)
        allocation->sync_memops = true;
}

/* Attributes can be asked without a context and after a fault. */
CUresult cuPointerGetAttribute(void *out, CUpointer_attribute attribute, CUdeviceptr pointer)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    Allocation mapped;
    const Allocation *allocation = pointer_allocation(pointer, &mapped);
    if (!out || !allocation)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    bool none = attribute_is_missing(attribute, allocation, pointer);
    bool written = attribute_write(out, attribute, none ? NULL : allocation, none ? 0 : pointer);
    if (!written || none)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    if (attribute == CU_POINTER_ATTRIBUTE_P2P_TOKENS)
        tokens_given(pointer);
    return api_leave(CUDA_SUCCESS);
}

CUresult cuPointerGetAttributes(unsigned int count, CUpointer_attribute *attributes, void **data,
                                CUdeviceptr pointer)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    if (!count || !attributes || !data)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    Allocation mapped;
    const Allocation *allocation = pointer_allocation(pointer, &mapped);
    for (unsigned i = 0; i < count; i++) {
        bool none = !data[i] || attributes[i] == CU_POINTER_ATTRIBUTE_P2P_TOKENS;
        if (none || !attribute_write(data[i], attributes[i], allocation, pointer))
            return api_leave(CUDA_ERROR_INVALID_VALUE);
    }
    return api_leave(CUDA_SUCCESS);
}

CUresult cuPointerSetAttribute(const void *value, CUpointer_attribute attribute,
                               CUdeviceptr pointer)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    if (value && mapping_of(pointer) && attribute == CU_POINTER_ATTRIBUTE_SYNC_MEMOPS)
        return api_leave(CUDA_ERROR_NOT_SUPPORTED);
    Allocation *allocation = allocation_of(pointer);
    if (!value || !allocation || attribute != CU_POINTER_ATTRIBUTE_SYNC_MEMOPS)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    allocation->sync_memops = *(const unsigned *)value != 0;
    return api_leave(CUDA_SUCCESS);
}
