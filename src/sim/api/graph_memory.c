/* Memory of graphs: its address is there as long as a node stands for it, launches make it live. */
#include <stdio.h>
#include <string.h>

#include "sim/api/allocation.h"
#include "sim/api/findings.h"
#include "sim/api/graph.h"

enum { ALIGNMENT = 512 };

/* Bytes that launches of graphs were given, and that nothing gave back to the device since: they
 * stay in use when their nodes have freed them. What is used and what is reserved are the same
 * here. */
static uint64_t graph_bytes(void)
{
    size_t position = 0;
    uint64_t bytes = library()->graph_memory_cached;
    const Allocation *allocation;
    while ((allocation = table_next(&library()->allocations, &position)))
        if (allocation->graph_mapped)
            bytes += allocation->size;
    return bytes;
}

static void highs_update(void)
{
    uint64_t *high = library()->graph_memory_high, now = graph_bytes();
    for (int i = 0; i < 2; i++)
        high[i] = now > high[i] ? now : high[i];
}

/* What graphs before have left is used first. */
static void graph_memory_map(Allocation *allocation)
{
    uint64_t *cached = &library()->graph_memory_cached;
    if (allocation->graph_mapped)
        return;
    allocation->graph_mapped = true;
    *cached -= allocation->size < *cached ? allocation->size : *cached;
    highs_update();
}

CUresult graph_memory_make(Context *context, uint64_t size, CUdeviceptr *address)
{
    Allocation *made = allocation_make(context, size, ALIGNMENT, SIM_ALLOC_DEVICE, NULL);
    if (!made)
        return CUDA_ERROR_OUT_OF_MEMORY;
    made->graph_holders = 1;
    *address = made->address;
    return CUDA_SUCCESS;
}

void graph_memory_hold(CUdeviceptr address)
{
    Allocation *allocation = allocation_at(address);
    if (allocation)
        allocation->graph_holders++;
}

/* What a launch left allocated is the program's to free. */
void graph_memory_release(CUdeviceptr address)
{
    Allocation *allocation = allocation_at(address);
    if (!allocation || !allocation->graph_holders || --allocation->graph_holders)
        return;
    if (!allocation->graph_live)
        allocation_free(allocation);
}

bool graph_memory_is(CUdeviceptr address)
{
    const Allocation *allocation = allocation_at(address);
    return allocation && allocation->graph_holders;
}

bool graph_memory_live(CUdeviceptr address)
{
    const Allocation *allocation = allocation_at(address);
    return allocation && allocation->graph_live;
}

void graph_memory_set_live(CUdeviceptr address, bool live)
{
    Allocation *allocation = allocation_at(address);
    if (!allocation)
        return;
    allocation->graph_live = live && allocation->graph_holders;
    if (live)
        graph_memory_map(allocation);
    else if (!allocation->graph_holders && !allocation->freeing)
        allocation_free(allocation);
}

CUresult graph_memory_check(uint64_t address, const char *what)
{
    char text[400];
    const Allocation *allocation = allocation_of(address);
    if (!allocation || !allocation->graph_holders || allocation->graph_live)
        return CUDA_SUCCESS;
    snprintf(
        text, sizeof text,
        "%s uses 0x%llx, memory of a graph's allocation node that is not allocated now: it is "
        "from the launch of that graph (cuGraphLaunch) until a graph's free node, cuMemFreeAsync "
        "or cuMemFree gives it back.",
        what, (unsigned long long)address);
    findings_tell_host(&(SimFinding){.checker = "memory",
                                     .rule = "use-after-free",
                                     .address = address,
                                     .space = PTX_SPACE_GLOBAL,
                                     .text = text});
    return CUDA_ERROR_INVALID_VALUE;
}

void graph_memory_check_parameters(const void *parameters, size_t size, const char *kernel)
{
    char what[160];
    uint64_t value;
    snprintf(what, sizeof what, "A launch of %.100s", kernel);
    for (size_t at = 0; at + sizeof value <= size; at += sizeof value) {
        memcpy(&value, (const char *)parameters + at, sizeof value);
        if (graph_memory_check(value, what) != CUDA_SUCCESS)
            return;
    }
}

static CUresult enter_device(CUdevice device)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    return device == 0 ? CUDA_SUCCESS : api_leave(CUDA_ERROR_INVALID_DEVICE);
}

CUresult cuDeviceGetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attribute, void *value)
{
    CUresult result = enter_device(device);
    if (result != CUDA_SUCCESS)
        return result;
    if (!value || (unsigned)attribute > CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    bool reserved = attribute >= CU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT;
    bool high = attribute == CU_GRAPH_MEM_ATTR_USED_MEM_HIGH ||
                attribute == CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH;
    *(uint64_t *)value = high ? library()->graph_memory_high[reserved] : graph_bytes();
    return api_leave(CUDA_SUCCESS);
}

/* The two high marks can be set, and only to 0. */
CUresult cuDeviceSetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attribute, void *value)
{
    CUresult result = enter_device(device);
    if (result != CUDA_SUCCESS)
        return result;
    bool used = attribute == CU_GRAPH_MEM_ATTR_USED_MEM_HIGH;
    if (!value || *(const uint64_t *)value ||
        (!used && attribute != CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH))
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    library()->graph_memory_high[!used] = graph_bytes();
    return api_leave(CUDA_SUCCESS);
}

/* Memory that no launch has left allocated goes back to the device. */
CUresult cuDeviceGraphMemTrim(CUdevice device)
{
    CUresult result = enter_device(device);
    if (result != CUDA_SUCCESS)
        return result;
    size_t position = 0;
    Allocation *allocation;
    while ((allocation = table_next(&library()->allocations, &position)))
        allocation->graph_mapped = allocation->graph_mapped && allocation->graph_live;
    library()->graph_memory_cached = 0;
    return api_leave(CUDA_SUCCESS);
}
