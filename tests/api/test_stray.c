/* Copies, fills and frees of memory that isn't there, or isn't what they take it for: told with the
 * call, the allocation that was missed and by how much; and what looks like that and is right. */
#include "told.h"

enum { BYTES = 1024 };

static unsigned char host[4 * BYTES];

static CUdeviceptr memory(size_t bytes)
{
    CUdeviceptr made;
    OK(cuMemAlloc_v2(&made, bytes));
    OK(cuMemsetD8_v2(made, 1, bytes));
    return made;
}

static void past_the_end(void **state)
{
    (void)state;
    CUdeviceptr data = memory(BYTES), to = memory(2 * BYTES);
    OK(cuMemcpyDtoH_v2(host, data + 24, BYTES - 24));
    OK(cuMemcpyHtoD_v2(data, host, BYTES));
    OK(cuMemsetD32_v2(data, 0, BYTES / 4));
    assert_silent();
    IS(CUDA_ERROR_INVALID_VALUE, cuMemcpyDtoH_v2(host, data + 24, BYTES));
    assert_told("out-of-bounds", "cuMemcpyDtoH() reads 1024 bytes at 0x");
    IS(CUDA_ERROR_INVALID_VALUE, cuMemcpyHtoD_v2(data, host, BYTES + 1));
    assert_told("out-of-bounds", "only the first 1024 lie inside, the last 1 past the end of the "
                                 "1024-byte allocation at 0x");
    IS(CUDA_ERROR_INVALID_VALUE, cuMemcpyDtoD_v2(to, data, 2 * BYTES));
    assert_told("out-of-bounds", "cuMemcpyDtoD() reads 2048 bytes");
    IS(CUDA_ERROR_INVALID_VALUE, cuMemcpyDtoDAsync_v2(data, to, 2 * BYTES, stream));
    assert_told("out-of-bounds", "cuMemcpyDtoDAsync() writes 2048 bytes");
    IS(CUDA_ERROR_INVALID_VALUE, cuMemcpy(data, to, 2 * BYTES));
    assert_told("out-of-bounds", "cuMemcpy() writes 2048 bytes");
    IS(CUDA_ERROR_INVALID_VALUE, cuMemsetD32_v2(data, 0, BYTES)); /* elements, not bytes */
    assert_told("out-of-bounds", "cuMemsetD32() writes 4096 bytes");
    IS(CUDA_ERROR_INVALID_VALUE, cuMemsetD8Async(data + BYTES, 0, 8, stream));
    assert_told("out-of-bounds", "right behind the end of the 1024-byte allocation");
    IS(CUDA_ERROR_INVALID_VALUE, cuMemcpyDtoH_v2(host, data - 16, 32));
    assert_told("out-of-bounds", "16 bytes before the start of the 1024-byte allocation");
    IS(CUDA_ERROR_INVALID_VALUE, cuMemcpyDtoH_v2(host, 0, 32));
    assert_told("out-of-bounds", "a null pointer");
    OK(cuMemcpyDtoH_v2(host, 0, 0)); /* nothing is copied */
    assert_silent();
}

static void variables(void **state)
{
    (void)state;
    CUdeviceptr variable;
    size_t size;
    OK(cuModuleGetGlobal_v2(&variable, &size, module, "counter"));
    OK(cuMemcpyDtoH_v2(host, variable, size));
    assert_silent();
    IS(CUDA_ERROR_INVALID_VALUE, cuMemcpyDtoH_v2(host, variable, size + 4));
    assert_told("out-of-bounds", "past the end of variable counter (");
}

static void rows(void **state)
{
    (void)state;
    CUdeviceptr data;
    size_t pitch;
    OK(cuMemAllocPitch_v2(&data, &pitch, 100, 8, 4));
    CUDA_MEMCPY2D copy = {.srcMemoryType = CU_MEMORYTYPE_HOST,
                          .srcHost = host,
                          .srcPitch = 100,
                          .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                          .dstDevice = data,
                          .dstPitch = pitch,
                          .WidthInBytes = 100,
                          .Height = 8};
    OK(cuMemcpy2D_v2(&copy));
    OK(cuMemsetD2D8_v2(data, pitch, 0, pitch, 8));
    assert_silent();
    copy.Height = 9;
    IS(CUDA_ERROR_INVALID_VALUE, cuMemcpy2D_v2(&copy));
    assert_told("out-of-bounds", "9 rows of 100 bytes with a pitch of 512, at 0x");
    IS(CUDA_ERROR_INVALID_VALUE, cuMemsetD2D32_v2(data, pitch, 0, 25, 9));
    assert_told("out-of-bounds", "the last one ends 100 bytes past the end of the 4096-byte");
    copy.Height = 8;
    copy.dstXInBytes = 413;
    IS(CUDA_ERROR_INVALID_VALUE, cuMemcpy2D_v2(&copy)); /* the row leaves its pitch */
    sim->clear();
    copy.dstXInBytes = 412;
    OK(cuMemcpy2D_v2(&copy));
    assert_silent();
}

static void arrays(void **state)
{
    (void)state;
    CUarray array;
    CUDA_ARRAY_DESCRIPTOR shape = {16, 4, CU_AD_FORMAT_FLOAT, 1};
    OK(cuArrayCreate_v2(&array, &shape));
    OK(cuMemcpyHtoA_v2(array, 32, host, 32));
    assert_silent();
    IS(CUDA_ERROR_INVALID_VALUE, cuMemcpyHtoA_v2(array, 36, host, 32));
    assert_told("out-of-bounds", "writes bytes 36 to 67 of rows 0 to 0");
    OK(cuArrayDestroy(array));
}

static void freed(void **state)
{
    (void)state;
    CUdeviceptr data = memory(BYTES), later;
    OK(cuMemFree_v2(data));
    IS(CUDA_ERROR_INVALID_VALUE, cuMemcpyDtoH_v2(host, data + 8, 8));
    assert_told("use-after-free", "byte 8 of an allocation of 1024 bytes that has been freed by "
                                  "cuMemFree");
    IS(CUDA_ERROR_INVALID_VALUE, cuMemsetD8_v2(data, 0, 8));
    assert_told("use-after-free", "cuMemsetD8() writes");
    OK(cuMemAllocAsync(&later, BYTES, stream));
    OK(cuMemsetD8Async(later, 0, BYTES, stream));
    OK(cuMemFreeAsync(later, stream));
    assert_silent();
    IS(CUDA_ERROR_INVALID_VALUE, cuMemsetD8Async(later, 0, BYTES, stream)); /* as on an H200 */
    assert_told("use-after-free", "has been freed by cuMemFreeAsync");
    OK(cuStreamSynchronize(stream));
}

static void graphs(void **state)
{
    (void)state;
    CUgraph graph;
    CUgraphNode node;
    CUgraphExec exec;
    CUdeviceptr data = memory(BYTES);
    CUDA_MEMSET_NODE_PARAMS fill = {
        .dst = data, .elementSize = 4, .width = BYTES / 4 + 1, .height = 1};
    OK(cuGraphCreate(&graph, 0));
    IS(CUDA_ERROR_INVALID_VALUE, cuGraphAddMemsetNode(&node, graph, NULL, 0, &fill, context));
    assert_told("out-of-bounds", "cuGraphAddMemsetNode() writes 1028 bytes");
    fill.width--;
    OK(cuGraphAddMemsetNode(&node, graph, NULL, 0, &fill, context));
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    OK(cuGraphLaunch(exec, stream));
    OK(cuStreamSynchronize(stream));
    assert_silent();
    OK(cuMemFree_v2(data));
    IS(CUDA_ERROR_INVALID_VALUE, cuGraphLaunch(exec, stream));
    assert_told("use-after-free", "cuGraphLaunch() writes 1024 bytes");
    OK(cuGraphExecDestroy(exec));
    OK(cuGraphDestroy(graph));
}

/* Of these the host's side is as large as the library knows. */
static void memory_of_the_host(void **state)
{
    (void)state;
    unsigned char *pinned;
    CUdeviceptr data = memory(2 * BYTES), managed;
    OK(cuMemAllocHost_v2((void **)&pinned, BYTES));
    OK(cuMemcpyDtoH_v2(pinned, data, BYTES));
    assert_silent();
    OK(cuMemcpyDtoH_v2(pinned, data, BYTES + 8)); /* as on a device: the page is there */
    assert_told("out-of-bounds", "cuMemcpyDtoH() writes 1032 bytes at 0x");
    OK(cuMemAllocManaged(&managed, BYTES, CU_MEM_ATTACH_GLOBAL));
    OK(cuMemcpyDtoH_v2((void *)(uintptr_t)managed, data, BYTES));
    assert_silent();
    OK(cuMemcpyHtoD_v2(data, (void *)(uintptr_t)(managed + 4), BYTES));
    assert_told("out-of-bounds", "the last 4 past the end of the 1024-byte allocation");
    OK(cuMemHostRegister_v2(host, 2 * BYTES, 0));
    OK(cuMemcpyDtoHAsync_v2(host, data, 2 * BYTES, stream));
    OK(cuStreamSynchronize(stream));
    assert_silent();
    OK(cuMemcpyDtoH_v2(host + BYTES + 1, data, BYTES));
    assert_told("out-of-bounds", "the last 1 past the end of the 2048-byte allocation");
    OK(cuMemHostUnregister(host));
}

static void wrong_kinds(void **state)
{
    (void)state;
    static unsigned char more[BYTES];
    CUdeviceptr data = memory(BYTES);
    CUdeviceptr hosts = (uintptr_t)host;
    IS(CUDA_ERROR_INVALID_VALUE, cuMemcpyHtoD_v2(hosts, more, BYTES));
    assert_told("wrong-space", "cuMemcpyHtoD() writes 1024 bytes at 0x");
    IS(CUDA_ERROR_INVALID_VALUE, cuMemsetD8_v2(hosts, 0, BYTES));
    assert_told("wrong-space", "memory of the host's own");
    OK(cuMemcpy(data, hosts, BYTES)); /* of either kind, as the addresses say */
    OK(cuMemcpy(hosts, data, BYTES));
    assert_silent();
}

static void frees(void **state)
{
    (void)state;
    CUdeviceptr data = memory(BYTES), managed;
    void *pinned;
    OK(cuMemAllocHost_v2(&pinned, BYTES));
    OK(cuMemAllocManaged(&managed, BYTES, CU_MEM_ATTACH_GLOBAL));
    OK(cuMemHostRegister_v2(host, sizeof host, 0));
    IS(CUDA_ERROR_INVALID_VALUE, cuMemFree_v2((uintptr_t)pinned));
    assert_told("invalid-free", "memory of cuMemHostAlloc()");
    IS(CUDA_ERROR_INVALID_VALUE, cuMemFreeHost((void *)(uintptr_t)data));
    assert_told("invalid-free", "cuMemFree() frees it");
    IS(CUDA_ERROR_INVALID_VALUE, cuMemFreeHost(host));
    assert_told("invalid-free", "cuMemHostUnregister() ends it");
    IS(CUDA_ERROR_INVALID_VALUE, cuMemFree_v2(data + 16));
    assert_told("invalid-free", "is not the start of an allocation");
    IS(CUDA_ERROR_INVALID_VALUE, cuMemFreeAsync((uintptr_t)pinned, stream));
    assert_told("invalid-free", "cuMemFreeAsync() of");
    OK(cuMemHostUnregister(host));
    IS(CUDA_ERROR_INVALID_VALUE, cuMemFree_v2((uintptr_t)&data));
    assert_told("invalid-free", "memory of the host's own");
    IS(CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED, cuMemHostUnregister(host));
    assert_told("double-free", "by cuMemHostUnregister");
    OK(cuMemFree_v2(data));
    OK(cuMemFree_v2(managed));
    OK(cuMemFreeHost(pinned));
    OK(cuMemFree_v2(0));
    OK(cuMemFreeHost(NULL));
    assert_silent();
    IS(CUDA_ERROR_INVALID_VALUE, cuMemFree_v2(data));
    assert_told("double-free", "1024 bytes that have been freed before by cuMemFree");
    IS(CUDA_ERROR_INVALID_VALUE, cuMemFree_v2(data + 16));
    assert_told("double-free", "byte 16 of 1024 bytes");
    IS(CUDA_ERROR_INVALID_VALUE, cuMemFree_v2(0x1234)); /* who asks, hears the error */
    IS(CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED, cuMemHostUnregister(&data));
    assert_silent();
}

static void handles(void **state)
{
    (void)state;
    CUevent event;
    CUarray array;
    CUgraph graph;
    CUgraphExec exec;
    CUmemoryPool pool;
    CUdeviceptr made;
    CUDA_ARRAY_DESCRIPTOR shape = {16, 4, CU_AD_FORMAT_FLOAT, 1};
    CUmemPoolProps properties = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
                                 .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}};
    OK(cuEventCreate(&event, 0));
    OK(cuEventRecord(event, stream));
    OK(cuEventDestroy_v2(event));
    IS(CUDA_ERROR_INVALID_HANDLE, cuEventSynchronize(event));
    assert_told("use-after-free", "cuEventSynchronize() of an event that has been destroyed by "
                                  "cuEventDestroy");
    IS(CUDA_ERROR_INVALID_HANDLE, cuEventDestroy_v2(event));
    assert_told("double-free", "of an event that has been destroyed before");
    OK(cuArrayCreate_v2(&array, &shape));
    OK(cuArrayDestroy(array));
    IS(CUDA_ERROR_INVALID_HANDLE, cuArrayDestroy(array));
    assert_told("double-free", "cuArrayDestroy() of an array");
    OK(cuStreamDestroy_v2(other));
    IS(CUDA_ERROR_INVALID_HANDLE, cuStreamSynchronize(other));
    assert_told("use-after-free", "of a stream");
    OK(cuMemPoolCreate(&pool, &properties));
    OK(cuMemPoolDestroy(pool));
    IS(CUDA_ERROR_INVALID_VALUE, cuMemAllocFromPoolAsync(&made, BYTES, pool, stream));
    assert_told("use-after-free", "of a memory pool");
    OK(cuGraphCreate(&graph, 0));
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    OK(cuGraphDestroy(graph));
    OK(cuGraphLaunch(exec, stream)); /* it needs the graph no more */
    OK(cuGraphExecDestroy(exec));
    assert_silent();
    IS(CUDA_ERROR_INVALID_VALUE, cuGraphExecDestroy(exec));
    assert_told("double-free", "of an executable graph");
    IS(CUDA_ERROR_INVALID_VALUE, cuGraphInstantiateWithFlags(&exec, graph, 0));
    assert_told("use-after-free", "of a graph that");
    /* never made; and gone with its context, as at many a program's end */
    IS(CUDA_ERROR_INVALID_HANDLE, cuStreamSynchronize((CUstream)(uintptr_t)0x1234560));
    OK(cuEventCreate(&event, 0));
    OK(cuDevicePrimaryCtxReset_v2(0));
    assert_int_not_equal(cuEventDestroy_v2(event), CUDA_SUCCESS);
    assert_silent();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TOLD(past_the_end),
        TOLD(variables),
        TOLD(rows),
        TOLD(arrays),
        TOLD(freed),
        TOLD(graphs),
        TOLD(memory_of_the_host),
        TOLD(wrong_kinds),
        TOLD(frees),
        TOLD(handles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
