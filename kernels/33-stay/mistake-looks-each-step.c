// Runs `steps` steps of a rule on a ring of n cells.
#include <cuda_runtime.h>
#include <culab.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call)                                                                 \
    do {                                                                            \
        cudaError_t result = (call);                                                \
        if (result != cudaSuccess) {                                                \
            fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(result)); \
            exit(1);                                                                \
        }                                                                           \
    } while (0)

int main(void)
{
    int n = (int)culab_int("n"), steps = (int)culab_int("steps");
    size_t bytes = n * sizeof(int);
    int *cells = malloc(bytes), *now, *next;

    CHECK(cudaMalloc(&now, bytes));
    CHECK(cudaMalloc(&next, bytes));
    culab_fill("cells", cells, bytes);

    CHECK(cudaMemcpy(now, cells, bytes, cudaMemcpyHostToDevice));
    for (int s = 0; s < steps; s++) {
        void *arguments[] = {&now, &next, &n};
        CHECK(cudaLaunchKernel("step", DIM3((n + 127) / 128), DIM3(128), arguments, 0, 0));
        int *swapped = now;
        now = next;
        next = swapped;
        CHECK(cudaMemcpy(cells, now, bytes, cudaMemcpyDeviceToHost));
    }
    culab_result("cells", cells, bytes);

    CHECK(cudaFree(now));
    CHECK(cudaFree(next));
    free(cells);
    return 0;
}
