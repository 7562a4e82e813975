/* Copies to the host of memory that nothing has written are told; what a kernel fills in part, what
 * is padding, and what is passed on to another buffer, is not. */
#include "told.h"

enum { COUNT = 256, BYTES = 4 * COUNT };

static unsigned char host[2 * BYTES];

static CUdeviceptr memory(void)
{
    CUdeviceptr made;
    OK(cuMemAlloc_v2(&made, BYTES));
    return made;
}

static void launch_scale(CUdeviceptr data, unsigned count)
{
    float factor = 2;
    void *arguments[] = {&data, &count, &factor};
    OK(cuLaunchKernel(function("scale"), (count + 63) / 64, 1, 1, 64, 1, 1, 0, stream, arguments,
                      NULL));
    OK(cuStreamSynchronize(stream));
}

static void launch_store(CUdeviceptr address)
{
    unsigned value = 7;
    void *arguments[] = {&address, &value};
    OK(cuLaunchKernel(function("store"), 1, 1, 1, 1, 1, 1, 0, stream, arguments, NULL));
    OK(cuStreamSynchronize(stream));
}

static void all_of_it(void **state)
{
    (void)state;
    CUdeviceptr data = memory();
    OK(cuMemcpyDtoH_v2(host, data + 16, 64));
    assert_told("uninitialised-global", "cuMemcpyDtoH() copies 64 bytes from 0x");
    OK(cuMemcpyDtoH_v2(host, data + 16, 64)); /* told once */
    assert_silent();
    OK(cuMemcpyDtoH_v2(host, data + 128, 64));
    assert_told("uninitialised-global", "byte 128 of the 1024-byte allocation at 0x");
    OK(cuMemsetD8_v2(data, 0, BYTES));
    OK(cuMemcpyDtoH_v2(host, data + 512, 64));
    assert_silent();
}

static void a_part_of_it(void **state)
{
    (void)state;
    CUdeviceptr data = memory();
    launch_store(data);
    OK(cuMemcpyDtoH_v2(host, data, BYTES));
    assert_silent(); /* a compaction leaves the rest as it was */
    OK(cuMemcpyDtoH_v2(host, data, 4));
    assert_silent();
    OK(cuMemcpyDtoH_v2(host, data + 4, BYTES - 4));
    assert_told("uninitialised-global", "copies 1020 bytes");
}

static void passed_on(void **state)
{
    (void)state;
    CUdeviceptr from = memory(), to = memory(), again = memory();
    OK(cuMemsetD8_v2(from, 1, BYTES / 2));
    OK(cuMemsetD8_v2(to, 1, BYTES));
    OK(cuMemcpyDtoD_v2(to, from, BYTES)); /* the whole buffer, as it is */
    OK(cuMemcpy(again, to, BYTES));
    assert_silent();
    OK(cuMemcpyDtoH_v2(host, again, BYTES / 2));
    assert_silent();
    OK(cuMemcpyDtoH_v2(host, again + BYTES / 2, BYTES / 2));
    assert_told("uninitialised-global", "cuMemcpyDtoH() copies 512 bytes");
    OK(cuCtxSynchronize());
    launch_scale(to, COUNT);
    assert_told("uninitialised-global", "reads global memory");
    OK(cuMemsetD8_v2(from, 1, BYTES));
    OK(cuMemcpyDtoD_v2(to, from, BYTES));
    OK(cuCtxSynchronize());
    launch_scale(to, COUNT);
    OK(cuMemcpyDtoH_v2(host, to, BYTES));
    assert_silent();
}

static void rows_and_arrays(void **state)
{
    (void)state;
    CUdeviceptr data;
    CUarray array;
    size_t pitch;
    CUDA_ARRAY_DESCRIPTOR shape = {16, 4, CU_AD_FORMAT_FLOAT, 1};
    OK(cuMemAllocPitch_v2(&data, &pitch, 100, 8, 4));
    CUDA_MEMCPY2D copy = {.dstMemoryType = CU_MEMORYTYPE_HOST,
                          .dstHost = host,
                          .dstPitch = 100,
                          .srcMemoryType = CU_MEMORYTYPE_DEVICE,
                          .srcDevice = data,
                          .srcPitch = pitch,
                          .WidthInBytes = 100,
                          .Height = 8};
    OK(cuMemcpy2D_v2(&copy));
    assert_told("uninitialised-global", "cuMemcpy2D() copies 800 bytes");
    OK(cuMemsetD2D8_v2(data, pitch, 1, 100, 8));
    OK(cuMemcpy2D_v2(&copy));
    assert_silent();
    OK(cuArrayCreate_v2(&array, &shape));
    OK(cuMemcpyAtoH_v2(host, array, 0, 64));
    assert_told("uninitialised-global", "cuMemcpyAtoH() copies 64 bytes");
    OK(cuMemcpyHtoA_v2(array, 0, host, 64));
    OK(cuMemcpyAtoH_v2(host, array, 0, 64));
    assert_silent();
    OK(cuArrayDestroy(array));
}

static void memory_that_the_host_sees(void **state)
{
    (void)state;
    CUdeviceptr data = memory(), managed;
    void *pinned;
    OK(cuMemAllocManaged(&managed, BYTES, CU_MEM_ATTACH_GLOBAL));
    OK(cuMemAllocHost_v2(&pinned, BYTES));
    OK(cuMemcpy(data, managed, BYTES)); /* the host may have written it */
    OK(cuMemcpyDtoH_v2(host, data, BYTES));
    OK(cuMemcpyHtoD_v2(data, pinned, BYTES));
    OK(cuMemcpyDtoH_v2(host, data, BYTES));
    assert_silent();
    CUdeviceptr unset = memory(), third = memory();
    launch_scale(managed, COUNT); /* that a kernel uses the host's memory doesn't make it forget */
    OK(cuMemcpyDtoHAsync_v2(pinned, unset, BYTES, stream));
    OK(cuStreamSynchronize(stream));
    assert_told("uninitialised-global", "cuMemcpyDtoHAsync() copies");
    OK(cuMemcpy(managed, third, BYTES));
    OK(cuCtxSynchronize());
    assert_told("uninitialised-global", "cuMemcpy() copies");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TOLD(all_of_it),
        TOLD(a_part_of_it),
        TOLD(passed_on),
        TOLD(rows_and_arrays),
        TOLD(memory_that_the_host_sees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
