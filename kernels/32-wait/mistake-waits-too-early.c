// Translates n numbers by a table of m entries. Table and numbers come in two streams.
#include <cuda.h>
#include <culab.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call)                                                        \
    do {                                                                   \
        CUresult result = (call);                                          \
        if (result != CUDA_SUCCESS) {                                      \
            fprintf(stderr, "line %d: error %d\n", __LINE__, (int)result); \
            exit(1);                                                       \
        }                                                                  \
    } while (0)

int main(void)
{
    int n = (int)culab_int("n"), m = (int)culab_int("m");
    size_t bytes = n * sizeof(unsigned), table_bytes = m * sizeof(unsigned);
    CUdevice device;
    CUcontext context;
    CUfunction translate;
    CUdeviceptr d_in, d_table, d_out;
    CUstream copies, work;
    CUevent there;
    unsigned *in, *table, *out;

    CHECK(cuInit(0));
    CHECK(cuDeviceGet(&device, 0));
    CHECK(cuDevicePrimaryCtxRetain(&context, device));
    CHECK(cuCtxSetCurrent(context));
    CHECK(culab_kernel(&translate, "translate"));

    CHECK(cuMemAllocHost((void **)&in, bytes));
    CHECK(cuMemAllocHost((void **)&table, table_bytes));
    CHECK(cuMemAllocHost((void **)&out, bytes));
    CHECK(cuMemAlloc(&d_in, bytes));
    CHECK(cuMemAlloc(&d_table, table_bytes));
    CHECK(cuMemAlloc(&d_out, bytes));
    CHECK(cuStreamCreate(&copies, CU_STREAM_NON_BLOCKING));
    CHECK(cuStreamCreate(&work, CU_STREAM_NON_BLOCKING));
    CHECK(cuEventCreate(&there, CU_EVENT_DISABLE_TIMING));
    culab_fill("in", in, bytes);
    culab_fill("table", table, table_bytes);

    CHECK(cuStreamWaitEvent(work, there, 0));
    CHECK(cuMemcpyHtoDAsync(d_table, table, table_bytes, copies));
    CHECK(cuEventRecord(there, copies));

    CHECK(cuMemcpyHtoDAsync(d_in, in, bytes, work));
    CHECK(culab_launch(translate, (n + 127) / 128, 128, 0, work, d_in, d_table, d_out, n, m));
    CHECK(cuMemcpyDtoHAsync(out, d_out, bytes, work));
    CHECK(cuStreamSynchronize(work));
    culab_result("out", out, bytes);

    CHECK(cuEventDestroy(there));
    CHECK(cuStreamDestroy(copies));
    CHECK(cuStreamDestroy(work));
    CHECK(cuMemFree(d_in));
    CHECK(cuMemFree(d_table));
    CHECK(cuMemFree(d_out));
    CHECK(cuMemFreeHost(in));
    CHECK(cuMemFreeHost(table));
    CHECK(cuMemFreeHost(out));
    CHECK(cuDevicePrimaryCtxRelease(device));
    return 0;
}
