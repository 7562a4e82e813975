// What all programs here begin with: checks, the kernels' launches, and main().
#include <culab.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1024, BYTES = N * sizeof(int) };

static CUresult told(CUresult result, int line, const char *call)
{
    const char *text = "";
    if (result != CUDA_SUCCESS && cuGetErrorName(result, &text) == CUDA_SUCCESS)
        fprintf(stderr, "line %d: %s: %s\n", line, call, text);
    return result;
}
#define MAY_FAIL(call) (void)told((call), __LINE__, #call)
#define CHECK(call)                                        \
    do {                                                   \
        if (told((call), __LINE__, #call) != CUDA_SUCCESS) \
            exit(3);                                       \
    } while (0)
/* Each function below is one expression of the program's line: what it calls is told of there. */
#define take()                         \
    ({                                 \
        CUdeviceptr p_;                \
        CHECK(cuMemAlloc(&p_, BYTES)); \
        p_;                            \
    })
#define take_async(s)                          \
    ({                                         \
        CUdeviceptr p_;                        \
        CHECK(cuMemAllocAsync(&p_, BYTES, s)); \
        p_;                                    \
    })
#define stream()                                            \
    ({                                                      \
        CUstream s_;                                        \
        CHECK(cuStreamCreate(&s_, CU_STREAM_NON_BLOCKING)); \
        s_;                                                 \
    })
#define event()                                             \
    ({                                                      \
        CUevent e_;                                         \
        CHECK(cuEventCreate(&e_, CU_EVENT_DISABLE_TIMING)); \
        e_;                                                 \
    })
#define stream_end(s) CHECK(cuStreamDestroy(s))
#define fill_count(s, p, value, n) \
    culab_launch(kernel_fill, 8, 256, 0, s, p, (int)(value), (int)(n))
#define fill(s, p, value) fill_count(s, p, value, N)
#define add(s, to, from) culab_launch(kernel_add, 8, 256, 0, s, to, from, (int)N)
#define slow(s, p) culab_launch(kernel_slow, 8, 256, 0, s, p, (int)N)

static CUfunction kernel_fill, kernel_add, kernel_slow;
static void run(void);

int main(void)
{
    CUdevice device;
    CUcontext primary;
    CHECK(cuInit(0));
    CHECK(cuDeviceGet(&device, 0));
    CHECK(cuDevicePrimaryCtxRetain(&primary, device));
    CHECK(cuCtxSetCurrent(primary));
    CHECK(culab_kernel(&kernel_fill, "fill"));
    CHECK(culab_kernel(&kernel_add, "add"));
    CHECK(culab_kernel(&kernel_slow, "slow"));
    run();
    MAY_FAIL(cuDevicePrimaryCtxRelease(device));
    return 0;
}
