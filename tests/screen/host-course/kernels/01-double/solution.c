#include <culab.h>
#include <stdio.h>
#include <stdlib.h>
#define OK(call)                    \
    do {                            \
        if ((call) != CUDA_SUCCESS) \
            exit(1);                \
    } while (0)
int main(void)
{
    int n = culab_int("n");
    float *x = malloc(n * sizeof *x);
    CUcontext context;
    CUfunction twice;
    CUdeviceptr d;
    culab_fill("x", x, n * sizeof *x);
    OK(cuInit(0));
    OK(cuDevicePrimaryCtxRetain(&context, 0));
    OK(cuCtxSetCurrent(context));
    OK(culab_kernel(&twice, "twice"));
    OK(cuMemAlloc(&d, n * sizeof *x));
    OK(cuMemcpyHtoD(d, x, n * sizeof *x));
    OK(culab_launch(twice, (n + 127) / 128, 128, 0, NULL, d, n));
    OK(cuMemcpyDtoH(x, d, n * sizeof *x));
    culab_result("x", x, n * sizeof *x);
    OK(cuMemFree(d));
    OK(cuDevicePrimaryCtxRelease(0));
    printf("x[1] is %g\n", x[1]);
    free(x);
    return 0;
}
