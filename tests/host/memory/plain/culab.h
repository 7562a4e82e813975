// culab.h for programs that run by themselves: launches and kernels by the Driver API alone.
#include "../../../../src/host/include/culab.h"

CUresult culab_kernel(CUfunction *function, const char *name)
{
    CUmodule module;
    CUresult result = cuModuleLoad(&module, "kernel.ptx");
    return result == CUDA_SUCCESS ? cuModuleGetFunction(function, module, name) : result;
}

CUresult culab_launch_arguments(CUfunction function, unsigned grid, unsigned block, size_t shared,
                                CUstream stream, const CulabArgument *arguments, size_t count)
{
    void *at[16];
    for (size_t i = 0; i < count; i++)
        at[i] = (void *)arguments[i].at;
    return cuLaunchKernel(function, grid, 1, 1, block, 1, 1, (unsigned)shared, stream, at, NULL);
}
