// From the text of two kernels to their results: x = (x + by) * 2.

#include <culab.h>
#include <nvrtc.h>
#include <stdio.h>
#include <stdlib.h>

static const char source[] = "extern \"C\" __global__ void shift(float *x, float by, int n)\n"
                             "{\n"
                             "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                             "    if (i < n)\n"
                             "        x[i] += by;\n"
                             "}\n"
                             "extern \"C\" __global__ void twice(float *x, int n)\n"
                             "{\n"
                             "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                             "    if (i < n)\n"
                             "        x[i] *= 2;\n"
                             "}\n";

static void stop(int line, const char *text)
{
    fprintf(stderr, "line %d: %s\n", line, text);
    exit(1);
}

#define CHECK(call)                                   \
    do {                                              \
        CUresult result_ = (call);                    \
        const char *text_ = "";                       \
        if (result_ != CUDA_SUCCESS) {                \
            (void)!cuGetErrorString(result_, &text_); \
            stop(__LINE__, text_);                    \
        }                                             \
    } while (0)

#define CHECK_NVRTC(call)                                 \
    do {                                                  \
        nvrtcResult result_ = (call);                     \
        if (result_ != NVRTC_SUCCESS)                     \
            stop(__LINE__, nvrtcGetErrorString(result_)); \
    } while (0)

// The PTX of the source: the caller frees it.
static char *compile(void)
{
    nvrtcProgram program;
    size_t size;
    CHECK_NVRTC(nvrtcCreateProgram(&program, source, "kernels.cu", 0, NULL, NULL));

    CHECK_NVRTC(nvrtcGetPTXSize(program, &size));
    char *ptx = malloc(size);
    CHECK_NVRTC(nvrtcGetPTX(program, ptx));
    CHECK_NVRTC(nvrtcDestroyProgram(&program));
    return ptx;
}

int main(void)
{
    CUdevice device;
    CUcontext context;
    CHECK(cuInit(0));
    CHECK(cuDeviceGet(&device, 0));
    CHECK(cuDevicePrimaryCtxRetain(&context, device));
    CHECK(cuCtxSetCurrent(context));

    int n = (int)culab_int("n");
    float by = (float)culab_real("by");
    size_t bytes = n * sizeof(float);
    float *x = malloc(bytes);
    culab_fill("x", x, bytes);

    char *ptx = compile();
    CUmodule module;
    CUfunction shift, twice;
    CHECK(cuModuleLoadData(&module, ptx));
    CHECK(cuModuleGetFunction(&shift, module, "shift"));
    CHECK(cuModuleGetFunction(&twice, module, "twice"));

    CUdeviceptr d_x;
    CHECK(cuMemAlloc(&d_x, bytes));
    CHECK(cuMemcpyHtoD(d_x, x, bytes));
    CHECK(culab_launch(shift, (n + 255) / 256, 256, 0, NULL, d_x, by, n));
    CHECK(culab_launch(twice, (n + 255) / 256, 256, 0, NULL, d_x, n));
    CHECK(cuMemcpyDtoH(x, d_x, bytes));
    CHECK(cuMemFree(d_x));
    CHECK(cuModuleUnload(module));
    culab_result("x", x, bytes);
    free(ptx);
    free(x);
    CHECK(cuDevicePrimaryCtxRelease(device));
    return 0;
}
