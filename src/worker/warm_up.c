/* One small kernel through all the steps of a run. */
#include "worker/warm_up.h"

enum { WARM_UP_BYTES = 4096 };

static const char source[] = "__global__ void warm_up(int *p) { p[threadIdx.x] += 1; }\n";

static void use_memory(const CudaDriver *cuda, CUfunction function)
{
    char bytes[WARM_UP_BYTES] = "";
    CUdeviceptr memory = 0;
    void *parameters[] = {&memory};
    if (cuda->cuMemAlloc(&memory, sizeof bytes) != CUDA_SUCCESS)
        return;
    if (cuda->cuMemsetD8(memory, 0, sizeof bytes) == CUDA_SUCCESS &&
        cuda->cuMemcpyHtoD(memory, bytes, sizeof bytes) == CUDA_SUCCESS &&
        cuda->cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, NULL, parameters, NULL) ==
            CUDA_SUCCESS &&
        cuda->cuCtxSynchronize() == CUDA_SUCCESS)
        cuda->cuMemcpyDtoH(bytes, memory, sizeof bytes);
    cuda->cuMemFree(memory);
}

static void launch(const CudaDriver *cuda, const Compiled *compiled)
{
    CUmodule module = NULL;
    CUfunction function = NULL;
    const char *symbol = compiled->entries.size > 0 ? compiled->entries.data[0].symbol : NULL;
    if (!compiled->cubin || !symbol ||
        cuda->cuModuleLoadData(&module, compiled->cubin) != CUDA_SUCCESS)
        return;
    if (cuda->cuModuleGetFunction(&function, module, symbol) == CUDA_SUCCESS)
        use_memory(cuda, function);
    cuda->cuModuleUnload(module);
}

void worker_warm_up(Worker *worker)
{
    Compiled compiled;
    bool ready = worker->device.open && device_ready(&worker->device, NULL);
    if (!worker->compiler.open || port_waiting(worker->port))
        return;
    compiler_compile(&worker->compiler, "warm_up.cu", view_of(source), 0, &compiled);
    if (ready && !worker->device.sim && !port_waiting(worker->port))
        launch(&worker->device.cuda, &compiled);
    compiled_free(&compiled);
}
