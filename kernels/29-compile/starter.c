// From the text of two kernels to their results: x = (x + by) * 2.

#include <culab.h>
#include <nvrtc.h>
#include <stdio.h>
#include <stdlib.h>

static const char source[] = "__global__ void shift(float *x, float by, int n)\n"
                             "{\n"
                             "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                             "    if (i < n)\n"
                             "        x[i] += by;\n"
                             "}\n"
                             "__global__ void twice(float *x, int n)\n"
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
    // your code: nvrtcCreateProgram, nvrtcCompileProgram, nvrtcGetPTXSize, nvrtcGetPTX,
    // nvrtcDestroyProgram
    return NULL;
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
    // your code: load the PTX, find both kernels, allocate, copy, launch shift and then twice
    // with culab_launch(), copy back, free

    culab_result("x", x, bytes);
    free(ptx);
    free(x);
    CHECK(cuDevicePrimaryCtxRelease(device));
    return 0;
}
