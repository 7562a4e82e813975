// Adds up the rows of a matrix that lies on the host row behind row.
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
    int rows = (int)culab_int("rows"), columns = (int)culab_int("columns");
    size_t row_bytes = columns * sizeof(int), bytes = rows * row_bytes;
    CUdevice device;
    CUcontext context;
    CUfunction row_sums;
    CUdeviceptr d_matrix, d_sums;

    CHECK(cuInit(0));
    CHECK(cuDeviceGet(&device, 0));
    CHECK(cuDevicePrimaryCtxRetain(&context, device));
    CHECK(cuCtxSetCurrent(context));
    CHECK(culab_kernel(&row_sums, "row_sums"));

    int *matrix = malloc(bytes), *sums = malloc(rows * sizeof(int));
    CHECK(cuMemAlloc(&d_matrix, bytes));
    CHECK(cuMemAlloc(&d_sums, rows * sizeof(int)));
    culab_fill("matrix", matrix, bytes);

    CHECK(cuMemcpyHtoD(d_matrix, matrix, bytes));
    CHECK(culab_launch(row_sums, (rows + 63) / 64, 64, 0, 0, d_matrix, d_sums, rows, columns));
    for (int row = 0; row < rows; row++)
        CHECK(cuMemcpyDtoH(sums + row, d_sums + row * sizeof(int), sizeof(int)));
    culab_result("sums", sums, rows * sizeof(int));

    CHECK(cuMemFree(d_matrix));
    CHECK(cuMemFree(d_sums));
    CHECK(cuDevicePrimaryCtxRelease(device));
    free(matrix);
    free(sums);
    return 0;
}
