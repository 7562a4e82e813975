/* What the texture tests share: kernels from NVRTC, arrays filled from a formula, launches. */
#ifndef CULAB_TESTS_API_TEXTURE_H
#define CULAB_TESTS_API_TEXTURE_H

#include <math.h>
#include <stdio.h>

#include "api.h"
#include "cuda/nvrtc.h"
#include "texture_kernels.h"

static char *texture_ptx; /* NULL: there is no NVRTC here */

/* Compiles the kernels once for all tests of the program. */
__attribute__((unused)) static int kernels_compile(void **state)
{
    (void)state;
    static Nvrtc nvrtc;
    Error error = {0};
    nvrtcProgram program;
    size_t size = 0;
    const char *options[] = {"--gpu-architecture=compute_80", "--std=c++17"};
    if (!nvrtc_open(&nvrtc, NULL, &error)) {
        printf("skipped: no NVRTC\n");
        return 0;
    }
    if (nvrtc.nvrtcCreateProgram(&program, texture_kernels, "textures.cu", 0, NULL, NULL) ||
        nvrtc.nvrtcCompileProgram(program, 2, options) || nvrtc.nvrtcGetPTXSize(program, &size))
        return -1;
    texture_ptx = malloc(size);
    int failed = !texture_ptx || nvrtc.nvrtcGetPTX(program, texture_ptx);
    nvrtc.nvrtcDestroyProgram(&program);
    return failed ? -1 : 0;
}

__attribute__((unused)) static int kernels_drop(void **state)
{
    (void)state;
    free(texture_ptx);
    return 0;
}

static CUmodule texture_module;

__attribute__((unused)) static int texture_open(void **state)
{
    context_open(state);
    if (texture_ptx)
        OK(cuModuleLoadData(&texture_module, texture_ptx));
    return 0;
}

#define TEXTURE_TEST(name) cmocka_unit_test_setup_teardown(name, texture_open, context_close)
#define NEED_KERNELS()    \
    do {                  \
        if (!texture_ptx) \
            skip();       \
    } while (0)

typedef struct Four {
    float v[4];
} Four;

/* Runs a kernel of LOOK's form for `count` points. */
__attribute__((unused)) static void look(const char *kernel, CUtexObject texture, const Four *at,
                                         Four *out, unsigned count)
{
    CUfunction found;
    CUdeviceptr points, results;
    OK(cuModuleGetFunction(&found, texture_module, kernel));
    OK(cuMemAlloc_v2(&points, count * sizeof *at));
    OK(cuMemAlloc_v2(&results, count * sizeof *out));
    OK(cuMemcpyHtoD_v2(points, at, count * sizeof *at));
    void *arguments[] = {&texture, &points, &results};
    assert_true(count <= 1024);
    OK(cuLaunchKernel(found, 1, 1, 1, count, 1, 1, 0, NULL, arguments, NULL));
    OK(cuMemcpyDtoH_v2(out, results, count * sizeof *out));
    OK(cuMemFree_v2(points));
    OK(cuMemFree_v2(results));
}

/* Fills an array of rows that lie side by side. */
__attribute__((unused)) static void array_fill(CUarray array, const void *data)
{
    CUDA_ARRAY3D_DESCRIPTOR d;
    OK(cuArray3DGetDescriptor_v2(&d, array));
    size_t bytes =
        d.Format == CU_AD_FORMAT_FLOAT || d.Format == CU_AD_FORMAT_UNSIGNED_INT32 ||
                d.Format == CU_AD_FORMAT_SIGNED_INT32
            ? 4
        : d.Format == CU_AD_FORMAT_UNSIGNED_INT8 || d.Format == CU_AD_FORMAT_SIGNED_INT8 ||
                (d.Format >= CU_AD_FORMAT_UNORM_INT8X1 && d.Format <= CU_AD_FORMAT_UNORM_INT8X4) ||
                (d.Format >= CU_AD_FORMAT_SNORM_INT8X1 && d.Format <= CU_AD_FORMAT_SNORM_INT8X4)
            ? 1
            : 2;
    CUDA_MEMCPY3D copy = {.srcMemoryType = CU_MEMORYTYPE_HOST,
                          .srcHost = data,
                          .srcPitch = d.Width * bytes * d.NumChannels,
                          .srcHeight = d.Height ? d.Height : 1,
                          .dstMemoryType = CU_MEMORYTYPE_ARRAY,
                          .dstArray = array,
                          .WidthInBytes = d.Width * bytes * d.NumChannels,
                          .Height = d.Height ? d.Height : 1,
                          .Depth = d.Depth ? d.Depth : 1};
    OK(cuMemcpy3D_v2(&copy));
}

__attribute__((unused)) static CUarray array_make(size_t width, size_t height, size_t depth,
                                                  CUarray_format format, unsigned channels,
                                                  unsigned flags)
{
    CUarray array = NULL;
    CUDA_ARRAY3D_DESCRIPTOR d = {width, height, depth, format, channels, flags};
    OK(cuArray3DCreate_v2(&array, &d));
    return array;
}

__attribute__((unused)) static CUtexObject texture_on(CUarray array, CUaddress_mode mode,
                                                      CUfilter_mode filter, unsigned flags)
{
    CUtexObject texture = 0;
    CUDA_RESOURCE_DESC resource = {.resType = CU_RESOURCE_TYPE_ARRAY, .res.array.hArray = array};
    CUDA_TEXTURE_DESC d = {.addressMode = {mode, mode, mode}, .filterMode = filter, .flags = flags};
    OK(cuTexObjectCreate(&texture, &resource, &d, NULL));
    return texture;
}

#endif
