/* Wrong uses of what CUDA 10.2 to 13 added: virtual memory, pools, stream memory operations,
 * managed ranges, batches, conditional nodes, green contexts, logs, core dumps, tensor maps,
 * handles for other processes. "call = RESULT" lines for any libcuda.
 *
 *   misuse_memory LIBCUDA
 *
 * It prints what a driver answers, to be compared with the simulated one. */
#include "recorder.h"

#include <stdbool.h>

static const CUmemAllocationProp on_device = {.type = CU_MEM_ALLOCATION_TYPE_PINNED,
                                              .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}};
static const CUmemAccessDesc read_write = {{CU_MEM_LOCATION_TYPE_DEVICE, 0},
                                           CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
static CUmemGenericAllocationHandle physical, other;
static CUdeviceptr base, got;
static size_t grain, size;
static int number;

static void ranges(void)
{
    unsigned long long flags;
    CUmemAllocationProp odd = on_device, told;
    begin();
    SAY(cuMemGetAllocationGranularity(NULL, &on_device, 0));
    SAY(cuMemGetAllocationGranularity(&grain, NULL, 0));
    SAY(cuMemGetAllocationGranularity(&grain, &on_device, 7));
    SAY(cuMemGetAllocationGranularity(&grain, &on_device, 0));
    SAY(cuMemAddressReserve(NULL, grain, 0, 0, 0));
    SAY(cuMemAddressReserve(&base, 0, 0, 0, 0));
    SAY(cuMemAddressReserve(&base, 100, 0, 0, 0));
    SAY(cuMemAddressReserve(&base, 4096, 0, 0, 0));
    SAY(cuMemAddressReserve(&base, grain, 3, 0, 0));
    SAY(cuMemAddressReserve(&base, grain, 0, 0, 1));
    SAY(cuMemAddressReserve(&base, (size_t)1 << 60, 0, 0, 0));
    SAY(cuMemAddressReserve(&base, 4 * grain, 0, 0, 0));
    SAY(cuMemCreate(NULL, grain, &on_device, 0));
    SAY(cuMemCreate(&physical, 0, &on_device, 0));
    SAY(cuMemCreate(&physical, 100, &on_device, 0));
    SAY(cuMemCreate(&physical, grain, NULL, 0));
    SAY(cuMemCreate(&physical, grain, &on_device, 1));
    SAY(cuMemCreate(&physical, (size_t)1 << 50, &on_device, 0));
    odd.location.id = 1000;
    SAY(cuMemCreate(&physical, grain, &odd, 0));
    odd = on_device;
    odd.type = CU_MEM_ALLOCATION_TYPE_INVALID;
    SAY(cuMemCreate(&physical, grain, &odd, 0));
    odd = on_device;
    odd.requestedHandleTypes = CU_MEM_HANDLE_TYPE_WIN32;
    SAY(cuMemCreate(&physical, grain, &odd, 0));
    SAY(cuMemCreate(&physical, 2 * grain, &on_device, 0));
    SAY(cuMemMap(base, 0, 0, physical, 0));
    SAY(cuMemMap(base, 100, 0, physical, 0));
    SAY(cuMemMap(base + 4096, grain, 0, physical, 0));
    SAY(cuMemMap(base, grain, grain, physical, 0));
    SAY(cuMemMap(base, grain, 0, physical, 1));
    SAY(cuMemMap(base, 4 * grain, 0, physical, 0));
    SAY(cuMemMap(0, grain, 0, physical, 0));
    SAY(cuMemSetAccess(base, 2 * grain, &read_write, 1));
    SAY(cuMemMap(base, 2 * grain, 0, physical, 0));
    SAY(cuMemMap(base, 2 * grain, 0, physical, 0));
    SAY(cuMemMap(base + grain, grain, 0, physical, 0));
    SAY(cuMemGetAccess(&flags, &read_write.location, base));
    SAY(cuMemGetAccess(NULL, &read_write.location, base));
    SAY(cuMemGetAccess(&flags, NULL, base));
    SAY(cuMemGetAccess(&flags, &read_write.location, base + 3 * grain));
    SAY(cuMemcpyHtoD_v2(base, "text", 4));
    SAY(cuMemSetAccess(base, 2 * grain, NULL, 1));
    SAY(cuMemSetAccess(base, 2 * grain, &read_write, 0));
    SAY(cuMemSetAccess(base, grain, &read_write, 1));
    SAY(cuMemSetAccess(base, 4 * grain, &read_write, 1));
    SAY(cuMemSetAccess(base, 2 * grain, &read_write, 1));
    SAY(cuMemcpyHtoD_v2(base, "text", 4));
    SAY(cuMemsetD8_v2(base + 2 * grain - 4, 1, 8));
    SAY(cuMemFree_v2(base));
    SAY(cuMemFreeAsync(base, stream));
    SAY(cuPointerGetAttribute(&number, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, base));
    SAY(cuPointerGetAttribute(&number, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, base + 3 * grain));
    SAY(cuMemGetAddressRange_v2(&got, &size, base + grain + 5));
    printf("range: offset %lld, %lld grains\n", (long long)(got - base), (long long)(size / grain));
    SAY(cuMemRetainAllocationHandle(NULL, (void *)(uintptr_t)base));
    SAY(cuMemRetainAllocationHandle(&other, (void *)(uintptr_t)(base + 3 * grain)));
    SAY(cuMemRetainAllocationHandle(&other, (void *)(uintptr_t)(base + 5)));
    SAY(cuMemGetAllocationPropertiesFromHandle(NULL, physical));
    SAY(cuMemGetAllocationPropertiesFromHandle(&told, physical));
    SAY(cuMemExportToShareableHandle(&number, physical, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR,
                                     0));
    SAY(cuMemUnmap(base, grain));
    SAY(cuMemUnmap(base + 1, 2 * grain));
    SAY(cuMemUnmap(base, 4 * grain));
    SAY(cuMemAddressFree(base, 4 * grain));
    SAY(cuMemUnmap(base, 2 * grain));
    SAY(cuMemUnmap(base, 2 * grain));
    SAY(cuMemRelease(physical));
    SAY(cuMemRelease(other));
    SAY(cuMemAddressFree(base, grain));
    SAY(cuMemAddressFree(base + grain, grain));
    SAY(cuMemAddressFree(base, 4 * grain));
    SAY(cuMemAddressFree(base, 4 * grain));
}

/* A mapping that ends behind the addresses that were reserved. */
static void past_a_range(void)
{
    unsigned long long flags;
    begin();
    SAY(cuMemGetAllocationGranularity(&grain, &on_device, 0));
    SAY(cuMemAddressReserve(&base, 4 * grain, 0, 0, 0));
    SAY(cuMemCreate(&physical, 2 * grain, &on_device, 0));
    SAY(cuMemMap(base + 3 * grain, 2 * grain, 0, physical, 0));
    SAY(cuMemSetAccess(base + 3 * grain, 2 * grain, &read_write, 1));
    SAY(cuMemGetAccess(&flags, &read_write.location, base + 4 * grain));
    SAY(cuMemUnmap(base + 3 * grain, 2 * grain));
    SAY(cuMemMap(base + 4 * grain, 2 * grain, 0, physical, 0));
    SAY(cuMemMap(base + 64 * grain, 2 * grain, 0, physical, 0));
    SAY(cuMemAddressFree(base, 4 * grain));
    SAY(cuMemMap(base, 2 * grain, 0, physical, 0));
    SAY(cuMemUnmap(base, 2 * grain));
    SAY(cuMemAddressReserve(&base, grain + 4096, 0, 0, 0));
    SAY(cuMemAddressReserve(&base, 3 * grain, 64 * grain, 0, 0));
    printf("aligned %d\n", base % (64 * grain) == 0);
    SAY(cuMemAddressReserve(&base, grain, 4096, 0, 0));
    SAY(cuMemAddressReserve(&base, grain, 0, base + 100, 0));
    SAY(cuMemAddressFree(base, 2 * grain));
    SAY(cuMemAddressFree(base, 0));
    SAY(cuMemAddressFree(0, grain));
    SAY(cuMemAddressFree(base, grain));
    SAY(cuMemUnmap(base, grain));
    SAY(cuMemUnmap(base, 100));
    SAY(cuMemUnmap(0x1234, grain));
    SAY(cuMemUnmap(memory, grain));
    SAY(cuMemRelease(physical));
    SAY(cuMemRelease(physical));
    SAY(cuMemRelease(0));
}

/* Ends in a sticky fault: nothing may be used afterwards. */
static void unmapped_access(void)
{
    unsigned value = 1;
    void *arguments[] = {&base, &value};
    begin();
    SAY(cuMemGetAllocationGranularity(&grain, &on_device, 0));
    SAY(cuMemAddressReserve(&base, grain, 0, 0, 0));
    SAY(cuMemCreate(&physical, grain, &on_device, 0));
    SAY(cuMemMap(base, grain, 0, physical, 0));
    SAY(cuLaunchKernel(store, 1, 1, 1, 1, 1, 1, 0, NULL, arguments, NULL));
    SAY(cuCtxSynchronize());
    SAY(cuMemUnmap(base, grain));
}

static void shared_handles(void)
{
    CUmemAllocationProp shareable = on_device;
    int file = -1;
    CUipcMemHandle memory_handle = {{0}};
    CUipcEventHandle event_handle = {{0}};
    CUevent opened;
    begin();
    shareable.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    cu.cuMemGetAllocationGranularity(&grain, &on_device, 0);
    SAY(cuMemCreate(&physical, grain, &shareable, 0));
    SAY(cuMemExportToShareableHandle(NULL, physical, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
    SAY(cuMemExportToShareableHandle(&file, physical, CU_MEM_HANDLE_TYPE_NONE, 0));
    SAY(cuMemExportToShareableHandle(&file, physical, CU_MEM_HANDLE_TYPE_WIN32, 0));
    SAY(cuMemExportToShareableHandle(&file, physical, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 1));
    SAY(cuMemExportToShareableHandle(&file, physical, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
    SAY(cuMemImportFromShareableHandle(NULL, (void *)(intptr_t)file,
                                       CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
    SAY(cuMemImportFromShareableHandle(&other, (void *)(intptr_t)file, CU_MEM_HANDLE_TYPE_NONE));
    SAY(cuMemImportFromShareableHandle(&other, (void *)(intptr_t)0,
                                       CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
    SAY(cuMemImportFromShareableHandle(&other, (void *)(intptr_t)file,
                                       CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
    SAY(cuMemGetHandleForAddressRange(&number, memory, 4096, 1, 0));
    SAY(cuMemGetHandleForAddressRange(&number, memory, 100, 1, 0));
    SAY(cuMemGetHandleForAddressRange(NULL, memory, 4096, 1, 0));
    SAY(cuIpcGetMemHandle(NULL, memory));
    SAY(cuIpcGetMemHandle(&memory_handle, 0x1234));
    SAY(cuIpcGetMemHandle(&memory_handle, memory));
    SAY(cuIpcOpenMemHandle_v2(&got, memory_handle, 1));
    SAY(cuIpcCloseMemHandle(memory));
    SAY(cuIpcGetEventHandle(&event_handle, event));
    SAY(cuIpcGetEventHandle(&event_handle, NULL));
    SAY(cuIpcOpenEventHandle(&opened, event_handle));
}

static void pools(void)
{
    CUmemPoolProps properties = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
                                 .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}};
    CUmemoryPool pool, gone;
    CUmemLocation here = {CU_MEM_LOCATION_TYPE_DEVICE, 0}, host = {CU_MEM_LOCATION_TYPE_HOST, 0};
    CUmemAccess_flags flags;
    CUmemAccessDesc access = read_write;
    CUmemPoolPtrExportData data = {{0}};
    uint64_t value = 1;
    begin();
    SAY(cuDeviceGetDefaultMemPool(NULL, 0));
    SAY(cuDeviceGetDefaultMemPool(&pool, 1000));
    SAY(cuDeviceGetDefaultMemPool(&pool, 0));
    SAY(cuMemPoolDestroy(pool));
    SAY(cuMemPoolCreate(NULL, &properties));
    SAY(cuMemPoolCreate(&pool, NULL));
    properties.location.id = 1000;
    SAY(cuMemPoolCreate(&pool, &properties));
    properties.location.id = 0;
    properties.allocType = CU_MEM_ALLOCATION_TYPE_INVALID;
    SAY(cuMemPoolCreate(&pool, &properties));
    properties.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.maxSize = 4 << 20;
    SAY(cuMemPoolCreate(&pool, &properties));
    SAY(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, NULL));
    SAY(cuMemPoolGetAttribute(pool, 99, &value));
    SAY(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &value));
    value = 1;
    SAY(cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &value));
    SAY(cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_HIGH, &value));
    value = 0;
    SAY(cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_HIGH, &value));
    SAY(cuMemPoolGetAccess(&flags, pool, &here));
    SAY(cuMemPoolGetAccess(NULL, pool, &here));
    SAY(cuMemPoolGetAccess(&flags, pool, &host));
    SAY(cuMemPoolSetAccess(pool, NULL, 1));
    SAY(cuMemPoolSetAccess(pool, &access, 1));
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_NONE;
    SAY(cuMemPoolSetAccess(pool, &access, 1));
    access = read_write;
    access.location.id = 1000;
    SAY(cuMemPoolSetAccess(pool, &access, 1));
    SAY(cuMemAllocFromPoolAsync(NULL, 64, pool, stream));
    SAY(cuMemAllocFromPoolAsync(&got, 0, pool, stream));
    SAY(cuMemAllocFromPoolAsync(&got, (size_t)1 << 40, pool, stream));
    SAY(cuMemAllocFromPoolAsync(&got, 64, NULL, stream));
    SAY(cuMemAllocFromPoolAsync(&got, 64, pool, stream));
    SAY(cuMemPoolExportToShareableHandle(&number, pool, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR,
                                         0));
    SAY(cuMemPoolExportPointer(&data, got));
    SAY(cuMemPoolExportPointer(&data, 0x1234));
    SAY(cuMemFreeAsync(got, stream));
    SAY(cuMemFreeAsync(got, stream));
    SAY(cuMemPoolTrimTo(pool, 0));
    SAY(cuStreamSynchronize(stream));
    SAY(cuDeviceSetMemPool(0, NULL));
    SAY(cuDeviceSetMemPool(1000, pool));
    SAY(cuDeviceSetMemPool(0, pool));
    SAY(cuMemGetDefaultMemPool(NULL, &here, CU_MEM_ALLOCATION_TYPE_PINNED));
    SAY(cuMemGetDefaultMemPool(&gone, NULL, CU_MEM_ALLOCATION_TYPE_PINNED));
    SAY(cuMemGetDefaultMemPool(&gone, &here, CU_MEM_ALLOCATION_TYPE_INVALID));
    SAY(cuMemGetDefaultMemPool(&gone, &here, CU_MEM_ALLOCATION_TYPE_PINNED));
    SAY(cuMemGetDefaultMemPool(&gone, &host, CU_MEM_ALLOCATION_TYPE_PINNED));
    SAY(cuMemGetMemPool(&gone, &here, CU_MEM_ALLOCATION_TYPE_PINNED));
    SAY(cuMemSetMemPool(&host, CU_MEM_ALLOCATION_TYPE_PINNED, pool));
    SAY(cuMemSetMemPool(&here, CU_MEM_ALLOCATION_TYPE_PINNED, pool));
    SAY(cuMemPoolDestroy(pool));
    SAY(cuMemPoolDestroy(NULL));
}

static void values(void)
{
    CUstreamBatchMemOpParams write = {
        .writeValue = {CU_STREAM_MEM_OP_WRITE_VALUE_32, 0, {.value = 1}, 0, 0}};
    CUstreamBatchMemOpParams barrier = {.memoryBarrier = {CU_STREAM_MEM_OP_BARRIER, 0}};
    CUstreamBatchMemOpParams flush = {
        .flushRemoteWrites = {CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES, 0}};
    CUstreamBatchMemOpParams unknown = {.operation = 99};
    begin();
    write.writeValue.address = memory;
    SAY(cuMemsetD8_v2(memory, 0, 64));
    SAY(cuCtxSynchronize());
    SAY(cuStreamWriteValue32_v2(stream, memory, 5, 0));
    SAY(cuStreamWriteValue32_v2(stream, memory, 5, 2));
    SAY(cuStreamWriteValue32_v2(stream, memory + 2, 5, 0));
    SAY(cuStreamWriteValue32_v2(stream, 0, 5, 0));
    SAY(cuStreamWriteValue32_v2(stream, 0x12340, 5, 0));
    SAY(cuStreamWriteValue32_v2(NULL, memory, 5, 0));
    SAY(cuStreamWriteValue64_v2(stream, memory + 4, 5, 0));
    SAY(cuStreamWriteValue64_v2(stream, memory + 8, 5, 0));
    SAY(cuStreamWaitValue32_v2(stream, memory, 5, CU_STREAM_WAIT_VALUE_EQ));
    SAY(cuStreamWaitValue32_v2(stream, memory, 5, 9));
    SAY(cuStreamWaitValue32_v2(stream, memory, 5, CU_STREAM_WAIT_VALUE_FLUSH));
    SAY(cuStreamWaitValue32_v2(stream, memory + 1, 5, 0));
    SAY(cuStreamWaitValue64_v2(stream, memory + 8, 5, CU_STREAM_WAIT_VALUE_GEQ));
    SAY(cuStreamBatchMemOp_v2(stream, 0, &write, 0));
    SAY(cuStreamBatchMemOp_v2(stream, 1, NULL, 0));
    SAY(cuStreamBatchMemOp_v2(stream, 1, &write, 1));
    SAY(cuStreamBatchMemOp_v2(stream, 1, &write, 0));
    SAY(cuStreamBatchMemOp_v2(stream, 1, &barrier, 0));
    SAY(cuStreamBatchMemOp_v2(stream, 1, &flush, 0));
    SAY(cuStreamBatchMemOp_v2(stream, 1, &unknown, 0));
    SAY(cuStreamSynchronize(stream));
}

static void managed_ranges(void)
{
    CUdeviceptr managed = 0;
    CUmemLocation here = {CU_MEM_LOCATION_TYPE_DEVICE, 0}, nowhere = {0, 0};
    size_t first = 0, one = 4096;
    int several[3];
    begin();
    SAY(cuMemAllocManaged(&managed, 4096, CU_MEM_ATTACH_GLOBAL));
    SAY(cuMemAdvise(managed, 4096, 0, 0));
    SAY(cuMemAdvise(managed, 4096, 99, 0));
    SAY(cuMemAdvise(managed, 0, CU_MEM_ADVISE_SET_READ_MOSTLY, 0));
    SAY(cuMemAdvise(managed, 8192 << 10, CU_MEM_ADVISE_SET_READ_MOSTLY, 0));
    SAY(cuMemAdvise(memory, 64, CU_MEM_ADVISE_SET_READ_MOSTLY, 0));
    SAY(cuMemAdvise(managed, 4096, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, 1000));
    SAY(cuMemAdvise(managed, 4096, CU_MEM_ADVISE_SET_ACCESSED_BY, CU_DEVICE_CPU));
    SAY(cuMemAdvise_v2(managed, 4096, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, nowhere));
    SAY(cuMemAdvise_v2(managed, 4096, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, here));
    SAY(cuMemPrefetchAsync(memory, 64, 0, stream));
    SAY(cuMemPrefetchAsync(managed, 0, 0, stream));
    SAY(cuMemPrefetchAsync(managed, 4096, 1000, stream));
    SAY(cuMemPrefetchAsync(managed, 4096, 0, stream));
    SAY(cuMemPrefetchAsync_v2(managed, 4096, here, 1, stream));
    SAY(cuMemPrefetchAsync_v2(managed, 4096, nowhere, 0, stream));
    SAY(cuMemRangeGetAttribute(NULL, 4, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, managed, 4096));
    SAY(cuMemRangeGetAttribute(&number, 3, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, managed, 4096));
    SAY(cuMemRangeGetAttribute(&number, 4, 99, managed, 4096));
    SAY(cuMemRangeGetAttribute(&number, 4, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, memory, 64));
    SAY(cuMemRangeGetAttribute(&number, 4, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, managed, 0));
    SAY(cuMemRangeGetAttribute(&number, 4, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, managed, 4096));
    SAY(cuMemRangeGetAttribute(several, 12, CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY, managed, 4096));
    printf("accessed by %d %d %d\n", several[0], several[1], several[2]);
    SAY(cuMemDiscardBatchAsync(&managed, &one, 1, 0, NULL));
    SAY(cuMemDiscardBatchAsync(&managed, &one, 0, 0, stream));
    SAY(cuMemDiscardBatchAsync(&memory, &one, 1, 0, stream));
    SAY(cuMemDiscardBatchAsync(&managed, &one, 1, 0, stream));
    SAY(cuMemPrefetchBatchAsync(&managed, &one, 1, NULL, &first, 1, 0, stream));
    SAY(cuMemPrefetchBatchAsync(&managed, &one, 1, &here, &first, 2, 0, stream));
    SAY(cuMemPrefetchBatchAsync(&managed, &one, 1, &here, &first, 1, 0, stream));
    SAY(cuStreamAttachMemAsync(stream, managed, 0, CU_MEM_ATTACH_SINGLE));
    SAY(cuStreamAttachMemAsync(stream, managed, 100, CU_MEM_ATTACH_SINGLE));
    SAY(cuStreamAttachMemAsync(stream, managed, 0, 8));
    SAY(cuStreamAttachMemAsync(stream, memory, 0, CU_MEM_ATTACH_SINGLE));
    SAY(cuStreamSynchronize(stream));
}

static void batches(void)
{
    CUdeviceptr to = 0, from = 0;
    size_t bytes = 64, first = 0, failed = 0;
    CUmemcpyAttributes attributes = {.srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM};
    CUDA_MEMCPY3D_BATCH_OP box = {.src = {CU_MEMCPY_OPERAND_TYPE_POINTER, {.ptr = {0}}},
                                  .dst = {CU_MEMCPY_OPERAND_TYPE_POINTER, {.ptr = {0}}},
                                  .extent = {8, 2, 1},
                                  .srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM};
    begin();
    to = memory;
    from = memory + 1024;
    box.src.op.ptr.ptr = from;
    box.dst.op.ptr.ptr = to;
    SAY(cuMemcpyBatchAsync(&to, &from, &bytes, 1, &attributes, &first, 1, &failed, stream));
    SAY(cuMemcpyBatchAsync_v2(&to, &from, &bytes, 1, &attributes, &first, 1, stream));
    SAY(cuMemcpyBatchAsync_v2(&to, &from, &bytes, 1, &attributes, &first, 1, NULL));
    SAY(cuMemcpyBatchAsync_v2(&to, &from, &bytes, 0, &attributes, &first, 1, stream));
    SAY(cuMemcpyBatchAsync_v2(NULL, &from, &bytes, 1, &attributes, &first, 1, stream));
    SAY(cuMemcpyBatchAsync_v2(&to, &from, &bytes, 1, NULL, &first, 1, stream));
    SAY(cuMemcpyBatchAsync_v2(&to, &from, &bytes, 1, &attributes, &first, 0, stream));
    SAY(cuMemcpyBatchAsync_v2(&to, &from, &bytes, 1, &attributes, &first, 2, stream));
    first = 1;
    SAY(cuMemcpyBatchAsync_v2(&to, &from, &bytes, 1, &attributes, &first, 1, stream));
    first = bytes = 0;
    say("of no bytes",
        cu.cuMemcpyBatchAsync_v2(&to, &from, &bytes, 1, &attributes, &first, 1, stream));
    bytes = 1 << 20;
    say("past the end",
        cu.cuMemcpyBatchAsync_v2(&to, &from, &bytes, 1, &attributes, &first, 1, stream));
    bytes = 64;
    attributes.srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_INVALID;
    say("without an order",
        cu.cuMemcpyBatchAsync_v2(&to, &from, &bytes, 1, &attributes, &first, 1, stream));
    SAY(cuMemcpy3DBatchAsync_v2(1, &box, 0, stream));
    SAY(cuMemcpy3DBatchAsync_v2(1, &box, 1, stream));
    SAY(cuMemcpy3DBatchAsync_v2(1, &box, 0, NULL));
    SAY(cuMemcpy3DBatchAsync_v2(0, &box, 0, stream));
    box.extent.height = 0;
    say("a box without rows", cu.cuMemcpy3DBatchAsync_v2(1, &box, 0, stream));
    box.extent.height = 2;
    box.src.op.ptr.rowLength = 4;
    say("rows shorter than the box", cu.cuMemcpy3DBatchAsync_v2(1, &box, 0, stream));
    SAY(cuStreamSynchronize(stream));
}

static void conditionals(void)
{
    CUgraph graph, second;
    CUgraphNode node;
    CUgraphExec exec;
    CUgraphConditionalHandle handle = 0;
    begin();
    SAY(cuGraphCreate(&graph, 0));
    SAY(cuGraphCreate(&second, 0));
    SAY(cuGraphConditionalHandleCreate(NULL, graph, context, 0, 0));
    SAY(cuGraphConditionalHandleCreate(&handle, NULL, context, 0, 0));
    SAY(cuGraphConditionalHandleCreate(&handle, graph, context, 0, 2));
    SAY(cuGraphConditionalHandleCreate(&handle, graph, NULL, 0, 0));
    SAY(cuGraphConditionalHandleCreate(&handle, graph, context, 1, CU_GRAPH_COND_ASSIGN_DEFAULT));
    CUgraphNodeParams params = {.type = CU_GRAPH_NODE_TYPE_CONDITIONAL,
                                .conditional = {handle, CU_GRAPH_COND_TYPE_IF, 0, NULL, context}};
    say("if of no body", cu.cuGraphAddNode_v2(&node, graph, NULL, NULL, 0, &params));
    params.conditional.size = 3;
    say("if of three bodies", cu.cuGraphAddNode_v2(&node, graph, NULL, NULL, 0, &params));
    params.conditional.type = CU_GRAPH_COND_TYPE_WHILE;
    params.conditional.size = 2;
    say("while of two bodies", cu.cuGraphAddNode_v2(&node, graph, NULL, NULL, 0, &params));
    params.conditional.type = 9;
    params.conditional.size = 1;
    say("no such type", cu.cuGraphAddNode_v2(&node, graph, NULL, NULL, 0, &params));
    params.conditional.type = CU_GRAPH_COND_TYPE_IF;
    say("another graph's handle", cu.cuGraphAddNode_v2(&node, second, NULL, NULL, 0, &params));
    say("if", cu.cuGraphAddNode_v2(&node, graph, NULL, NULL, 0, &params));
    SAY(cuGraphDestroy(params.conditional.phGraph_out[0]));
    SAY(cuGraphInstantiateWithFlags(&exec, graph, 0));
    SAY(cuGraphLaunch(exec, stream));
    SAY(cuStreamSynchronize(stream));
    SAY(cuGraphClone(&second, graph));
    SAY(cuGraphExecDestroy(exec));
    SAY(cuGraphDestroy(graph));
}

static void green_contexts(void)
{
    CUdevResource all, part, rest;
    CUdevResourceDesc desc;
    CUgreenCtx green;
    CUcontext converted;
    CUstream made;
    unsigned count = 1;
    begin();
    SAY(cuDeviceGetDevResource(0, NULL, CU_DEV_RESOURCE_TYPE_SM));
    SAY(cuDeviceGetDevResource(1000, &all, CU_DEV_RESOURCE_TYPE_SM));
    SAY(cuDeviceGetDevResource(0, &all, CU_DEV_RESOURCE_TYPE_INVALID));
    SAY(cuDeviceGetDevResource(0, &all, CU_DEV_RESOURCE_TYPE_SM));
    printf("at least %u, multiples of %u\n", all.sm.minSmPartitionSize,
           all.sm.smCoscheduledAlignment);
    SAY(cuDevSmResourceSplitByCount(&part, NULL, &all, &rest, 0, 1));
    SAY(cuDevSmResourceSplitByCount(&part, &count, NULL, &rest, 0, 1));
    SAY(cuDevSmResourceSplitByCount(&part, &count, &all, &rest, 64, 1));
    SAY(cuDevSmResourceSplitByCount(&part, &count, &all, &rest, 0, 100000));
    SAY(cuDevSmResourceSplitByCount(&part, &count, &all, &rest, 0, 1));
    printf("%u part of %u\n", count, part.sm.smCount);
    SAY(cuDevResourceGenerateDesc(NULL, &part, 1));
    SAY(cuDevResourceGenerateDesc(&desc, NULL, 1));
    SAY(cuDevResourceGenerateDesc(&desc, &part, 0));
    SAY(cuDevResourceGenerateDesc(&desc, &part, 1));
    SAY(cuGreenCtxCreate(NULL, desc, 0, CU_GREEN_CTX_DEFAULT_STREAM));
    SAY(cuGreenCtxCreate(&green, desc, 0, 0));
    SAY(cuGreenCtxCreate(&green, desc, 1000, CU_GREEN_CTX_DEFAULT_STREAM));
    SAY(cuGreenCtxCreate(&green, desc, 0, CU_GREEN_CTX_DEFAULT_STREAM));
    SAY(cuCtxFromGreenCtx(NULL, green));
    SAY(cuCtxFromGreenCtx(&converted, green));
    SAY(cuGreenCtxStreamCreate(NULL, green, CU_STREAM_NON_BLOCKING, 0));
    SAY(cuGreenCtxStreamCreate(&made, green, 0, 0));
    SAY(cuGreenCtxStreamCreate(&made, green, CU_STREAM_NON_BLOCKING, 0));
    SAY(cuStreamDestroy_v2(made));
    SAY(cuGreenCtxRecordEvent(green, NULL));
    SAY(cuGreenCtxDestroy(green));
    SAY(cuGreenCtxDestroy(NULL));
}

static void logs_and_dumps(void)
{
    CUlogIterator at;
    CUlogsCallbackHandle callback;
    char text[2048];
    size_t room = sizeof text, none = 0;
    bool on = true;
    begin();
    SAY(cuLogsRegisterCallback(NULL, NULL, &callback));
    SAY(cuLogsUnregisterCallback(NULL));
    SAY(cuLogsCurrent(NULL, 0));
    SAY(cuLogsCurrent(&at, 1));
    SAY(cuLogsCurrent(&at, 0));
    SAY(cuLogsDumpToMemory(&at, NULL, &room, 0));
    SAY(cuLogsDumpToMemory(&at, text, NULL, 0));
    SAY(cuLogsDumpToMemory(&at, text, &room, 1));
    SAY(cuLogsDumpToMemory(&at, text, &room, 0));
    SAY(cuLogsDumpToFile(&at, NULL, 0));
    SAY(cuLogsDumpToFile(&at, "/nowhere/log", 0));
    room = sizeof text;
    SAY(cuCoredumpGetAttributeGlobal(CU_COREDUMP_FILE, text, &room));
    SAY(cuCoredumpGetAttributeGlobal(CU_COREDUMP_FILE, NULL, &none));
    SAY(cuCoredumpGetAttributeGlobal(CU_COREDUMP_MAX, text, &room));
    SAY(cuCoredumpGetAttributeGlobal(CU_COREDUMP_FILE, text, NULL));
    none = 1;
    SAY(cuCoredumpGetAttributeGlobal(CU_COREDUMP_FILE, text, &none));
    none = sizeof on;
    SAY(cuCoredumpSetAttribute(CU_COREDUMP_ENABLE_USER_TRIGGER, &on, &none));
    none = sizeof on;
    SAY(cuCoredumpGetAttribute(CU_COREDUMP_ENABLE_ON_EXCEPTION, &on, &none));
    room = sizeof text;
    SAY(cuCoredumpSetAttribute(CU_COREDUMP_PIPE, text, &room));
}

static _Alignas(128) CUtensorMap map;

static CUresult tiled(CUtensorMapDataType type, uint32_t rank, uint64_t width, uint64_t stride,
                      uint32_t box, uint32_t step, int swizzle, int fill)
{
    const uint64_t extents[] = {width, 8, 8, 8, 8, 8}, strides[] = {stride, 4096, 4096, 4096, 4096};
    const uint32_t boxes[] = {box, 4, 4, 4, 4, 4}, steps[] = {1, step, 1, 1, 1, 1};
    return cu.cuTensorMapEncodeTiled(&map, type, rank, (void *)(uintptr_t)memory, extents, strides,
                                     boxes, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle,
                                     CU_TENSOR_MAP_L2_PROMOTION_NONE, fill);
}
#define TILED(...) say("tiled " #__VA_ARGS__, tiled(__VA_ARGS__))

static void tensor_maps(void)
{
    begin();
    TILED(7, 2, 64, 256, 16, 1, 0, 0);
    TILED(99, 2, 64, 256, 16, 1, 0, 0);
    TILED(7, 0, 64, 256, 16, 1, 0, 0);
    TILED(7, 1, 64, 256, 16, 1, 0, 0);
    TILED(7, 6, 64, 256, 16, 1, 0, 0);
    TILED(7, 2, 0, 256, 16, 1, 0, 0);
    TILED(7, 2, 64, 8, 16, 1, 0, 0);
    TILED(7, 2, 64, 0, 16, 1, 0, 0);
    TILED(7, 2, 64, (uint64_t)1 << 40, 16, 1, 0, 0);
    TILED(7, 2, 64, 256, 0, 1, 0, 0);
    TILED(7, 2, 64, 256, 3, 1, 0, 0);
    TILED(7, 2, 64, 256, 257, 1, 0, 0);
    TILED(7, 2, 64, 256, 16, 0, 0, 0);
    TILED(7, 2, 64, 256, 16, 9, 0, 0);
    TILED(7, 2, 64, 256, 16, 1, 1, 0);
    TILED(7, 2, 64, 256, 8, 1, 1, 0);
    TILED(7, 2, 64, 256, 16, 1, 99, 0);
    TILED(7, 2, 64, 256, 16, 1, 0, 1);
    TILED(2, 2, 64, 256, 16, 1, 0, 1);
    SAY(cuTensorMapReplaceAddress(&map, (void *)(uintptr_t)(memory + 8)));
    SAY(cuTensorMapReplaceAddress(&map, (void *)(uintptr_t)(memory + 64)));
    SAY(cuTensorMapReplaceAddress(NULL, (void *)(uintptr_t)memory));
}

static void device_more(void)
{
    unsigned capability;
    CUatomicOperation operation = CU_ATOMIC_OPERATION_INTEGER_ADD;
    CUasyncCallbackHandle callback;
    begin();
    SAY(cuDeviceGetTexture1DLinearMaxWidth(NULL, CU_AD_FORMAT_FLOAT, 1, 0));
    SAY(cuDeviceGetTexture1DLinearMaxWidth(&size, CU_AD_FORMAT_FLOAT, 3, 0));
    SAY(cuDeviceGetTexture1DLinearMaxWidth(&size, 0, 1, 0));
    SAY(cuDeviceGetTexture1DLinearMaxWidth(&size, CU_AD_FORMAT_FLOAT, 1, 1000));
    SAY(cuDeviceGetTexture1DLinearMaxWidth(&size, CU_AD_FORMAT_FLOAT, 1, 0));
    SAY(cuDeviceGetHostAtomicCapabilities(NULL, &operation, 1, 0));
    SAY(cuDeviceGetHostAtomicCapabilities(&capability, &operation, 0, 0));
    SAY(cuDeviceGetHostAtomicCapabilities(&capability, &operation, 1, 0));
    SAY(cuDeviceGetP2PAtomicCapabilities(&capability, &operation, 1, 0, 0));
    SAY(cuDeviceGetP2PAttribute(&number, CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED, 0, 0));
    SAY(cuDeviceGetExecAffinitySupport(&number, CU_EXEC_AFFINITY_TYPE_SM_COUNT, 0));
    SAY(cuDeviceGetExecAffinitySupport(&number, 9, 0));
    SAY(cuDeviceRegisterAsyncNotification(0, NULL, NULL, &callback));
    SAY(cuDeviceUnregisterAsyncNotification(0, NULL));
    SAY(cuLaunchCooperativeKernelMultiDevice(NULL, 1, 0));
}

static const Section sections[] = {
    {"ranges", ranges},
    {"past a range", past_a_range},
    {"unmapped access", unmapped_access},
    {"shared handles", shared_handles},
    {"pools", pools},
    {"values", values},
    {"managed ranges", managed_ranges},
    {"batches", batches},
    {"conditionals", conditionals},
    {"green contexts", green_contexts},
    {"logs and dumps", logs_and_dumps},
    {"tensor maps", tensor_maps},
    {"device", device_more},
};

int main(int argument_count, char **arguments)
{
    return record(argument_count, arguments, sections, sizeof sections / sizeof sections[0]);
}
