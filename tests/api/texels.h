/* What the recorders of textures and surfaces share: kernels made of one instruction, arrays filled
 * with any bytes, results as lines of bits. */
#ifndef CULAB_TESTS_API_TEXELS_H
#define CULAB_TESTS_API_TEXELS_H

#include <math.h>
#include <stdint.h>

#include "recorder.h"

/* %f1 to %f8, the same bits as %r1 to %r8; what comes out goes into %r11 to %r14. */
typedef union TexelPoint {
    float f[8];
    int32_t s[8];
    uint32_t u[8];
} TexelPoint;

enum { POINTS_MOST = 512 };

#define FOUR "{%r11, %r12, %r13, %r14}"
#define FOUR_FORMAT "{%%r11, %%r12, %%r13, %%r14}" /* where it is printed */

static inline uint32_t next_random(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

/* From `low` on, in steps of a 256th, `count` of them. */
static inline float any_step(uint32_t *seed, float low, unsigned count)
{
    return low + (float)(next_random(seed) % count) / 256.0f;
}

static const char texel_kernel[] =
    ".version 8.1\n.target sm_80\n.address_size 64\n"
    ".visible .entry k(.param .u64 object, .param .u64 points, .param .u64 out, .param .u32 n)\n{\n"
    "  .reg .b32 %%r<20>;\n  .reg .f32 %%f<9>;\n  .reg .b64 %%d<8>;\n  .reg .b16 %%h<5>;\n"
    "  .reg .pred %%p<2>;\n"
    "  ld.param.u64 %%d1, [object];\n  ld.param.u64 %%d2, [points];\n  ld.param.u64 %%d3, [out];\n"
    "  ld.param.u32 %%r18, [n];\n  mov.u32 %%r15, %%tid.x;\n  mov.u32 %%r16, %%ctaid.x;\n"
    "  mad.lo.u32 %%r15, %%r16, 64, %%r15;\n"
    "  setp.ge.u32 %%p1, %%r15, %%r18;\n  @%%p1 ret;\n"
    "  mul.wide.u32 %%d4, %%r15, 32;\n  add.u64 %%d2, %%d2, %%d4;\n"
    "  mul.wide.u32 %%d4, %%r15, 16;\n  add.u64 %%d3, %%d3, %%d4;\n"
    "  ld.global.v4.b32 {%%r1, %%r2, %%r3, %%r4}, [%%d2];\n"
    "  ld.global.v4.b32 {%%r5, %%r6, %%r7, %%r8}, [%%d2+16];\n"
    "  mov.b32 %%f1, %%r1;\n  mov.b32 %%f2, %%r2;\n  mov.b32 %%f3, %%r3;\n  mov.b32 %%f4, %%r4;\n"
    "  mov.b32 %%f5, %%r5;\n  mov.b32 %%f6, %%r6;\n  mov.b32 %%f7, %%r7;\n  mov.b32 %%f8, %%r8;\n"
    "  mov.u32 %%r11, 0;\n  mov.u32 %%r12, 0;\n  mov.u32 %%r13, 0;\n  mov.u32 %%r14, 0;\n"
    "  mov.b16 %%h1, 0;\n  mov.b16 %%h2, 0;\n  mov.b16 %%h3, 0;\n  mov.b16 %%h4, 0;\n"
    "  mov.b64 %%d5, {%%r5, %%r6};\n  mov.b64 %%d6, {%%r7, %%r8};\n"
    "  %s\n"
    "  st.global.v4.b32 [%%d3], {%%r11, %%r12, %%r13, %%r14};\n  ret;\n}\n";

/* The kernel of an instruction; NULL: it does not load. */
static inline CUfunction texel_function(const char *instruction)
{
    enum { KEPT = 64 };
    static struct {
        char instruction[512];
        CUfunction function;
    } kept[KEPT];
    static int count;
    static char text[8192];
    CUmodule made;
    CUfunction function = NULL;
    for (int i = 0; i < count; i++)
        if (!strcmp(kept[i].instruction, instruction))
            return kept[i].function;
    snprintf(text, sizeof text, texel_kernel, instruction);
    if (cu.cuModuleLoadData(&made, text) == CUDA_SUCCESS)
        cu.cuModuleGetFunction(&function, made, "k");
    if (count < KEPT) {
        snprintf(kept[count].instruction, sizeof kept[count].instruction, "%s", instruction);
        kept[count++].function = function;
    }
    return function;
}

/* One thread for each point. */
static inline CUresult texel_launch(const char *instruction, uint64_t object,
                                    const TexelPoint *points, unsigned count, uint32_t found[][4])
{
    CUfunction function = texel_function(instruction);
    CUdeviceptr at, out;
    if (!function)
        return CUDA_ERROR_INVALID_PTX;
    cu.cuMemAlloc_v2(&at, count * sizeof *points);
    cu.cuMemAlloc_v2(&out, count * sizeof *found);
    cu.cuMemcpyHtoD_v2(at, points, count * sizeof *points);
    void *arguments[] = {&object, &at, &out, &count};
    CUresult result =
        cu.cuLaunchKernel(function, (count + 63) / 64, 1, 1, 64, 1, 1, 0, NULL, arguments, NULL);
    if (result == CUDA_SUCCESS)
        result = cu.cuMemcpyDtoH_v2(found, out, count * sizeof *found);
    cu.cuMemFree_v2(at);
    cu.cuMemFree_v2(out);
    return result;
}

/* "[title] RESULT", and a line of bits for each point. */
static inline void texel_run(const char *title, const char *instruction, uint64_t object,
                             const TexelPoint *points, unsigned count)
{
    static uint32_t found[POINTS_MOST][4];
    CUresult result = texel_launch(instruction, object, points, count, found);
    printf("[%s] %s\n", title, result_name(result));
    for (unsigned p = 0; p < count && result == CUDA_SUCCESS; p++)
        printf("%x %x %x %x\n", found[p][0], found[p][1], found[p][2], found[p][3]);
    fflush(stdout);
}

static inline void points_say(const TexelPoint *points, unsigned count)
{
    for (unsigned p = 0; p < count; p++) {
        printf("point");
        for (int i = 0; i < 8; i++)
            printf(" %x", points[p].u[i]);
        printf("\n");
    }
}

/* -- arrays and what reads them */

static inline CUarray array_new(size_t width, size_t height, size_t depth, CUarray_format format,
                                unsigned channels, unsigned flags)
{
    CUDA_ARRAY3D_DESCRIPTOR d = {width, height, depth, format, channels, flags};
    CUarray array = NULL;
    if (cu.cuArray3DCreate_v2(&array, &d) != CUDA_SUCCESS)
        printf("no array of format %d, %u channels, flags %u\n", format, channels, flags);
    return array;
}

/* `row` bytes of each of `height` rows of `depth` slices. */
static inline CUresult array_copy(CUarray array, void *data, size_t row, size_t height,
                                  size_t depth, int to_array)
{
    CUDA_MEMCPY3D copy = {.WidthInBytes = row, .Height = height, .Depth = depth};
    if (to_array) {
        copy.srcMemoryType = CU_MEMORYTYPE_HOST;
        copy.srcHost = data;
        copy.srcPitch = row;
        copy.srcHeight = height;
        copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
        copy.dstArray = array;
    } else {
        copy.srcMemoryType = CU_MEMORYTYPE_ARRAY;
        copy.srcArray = array;
        copy.dstMemoryType = CU_MEMORYTYPE_HOST;
        copy.dstHost = data;
        copy.dstPitch = row;
        copy.dstHeight = height;
    }
    return cu.cuMemcpy3D_v2(&copy);
}

static inline CUtexObject texture_new(CUarray array, const CUDA_TEXTURE_DESC *modes,
                                      const CUDA_RESOURCE_VIEW_DESC *view)
{
    CUDA_RESOURCE_DESC resource = {.resType = CU_RESOURCE_TYPE_ARRAY, .res.array.hArray = array};
    CUtexObject texture = 0;
    CUresult result = cu.cuTexObjectCreate(&texture, &resource, modes, view);
    if (result != CUDA_SUCCESS)
        printf("no texture: %s\n", result_name(result));
    return texture;
}

static inline CUsurfObject surface_new(CUarray array)
{
    CUDA_RESOURCE_DESC resource = {.resType = CU_RESOURCE_TYPE_ARRAY, .res.array.hArray = array};
    CUsurfObject surface = 0;
    CUresult result = cu.cuSurfObjectCreate(&surface, &resource);
    if (result != CUDA_SUCCESS)
        printf("no surface: %s\n", result_name(result));
    return surface;
}

static inline CUDA_TEXTURE_DESC modes_of(int mode, int linear, unsigned flags)
{
    return (CUDA_TEXTURE_DESC){.addressMode = {mode, mode, mode},
                               .filterMode = linear,
                               .flags = flags,
                               .borderColor = {5, 6, 7, 8}};
}

typedef struct TexelFormat {
    const char *name;
    CUarray_format format;
    unsigned bytes; /* of a channel */
} TexelFormat;

static const TexelFormat texel_formats[] = {
    {"u8", CU_AD_FORMAT_UNSIGNED_INT8, 1},   {"u16", CU_AD_FORMAT_UNSIGNED_INT16, 2},
    {"u32", CU_AD_FORMAT_UNSIGNED_INT32, 4}, {"s8", CU_AD_FORMAT_SIGNED_INT8, 1},
    {"s16", CU_AD_FORMAT_SIGNED_INT16, 2},   {"s32", CU_AD_FORMAT_SIGNED_INT32, 4},
    {"f16", CU_AD_FORMAT_HALF, 2},           {"f32", CU_AD_FORMAT_FLOAT, 4},
};
enum { TEXEL_FORMATS = sizeof texel_formats / sizeof *texel_formats };

/* Any bytes; halves and floats are finite and of ordinary sizes. */
static inline void bytes_make(unsigned char *data, size_t bytes, uint32_t seed, const char *format)
{
    for (size_t i = 0; i < bytes; i++)
        data[i] = (unsigned char)next_random(&seed);
    for (size_t i = 0; !strcmp(format, "f16") && i < bytes / 2; i++)
        data[2 * i + 1] = (unsigned char)((data[2 * i + 1] & 0x8f) | (0x20 + i % 3 * 0x10));
    for (size_t i = 0; !strcmp(format, "f32") && i < bytes / 4; i++) {
        float value = (float)((int)(next_random(&seed) % 65536) - 32768) / 64;
        memcpy(data + 4 * i, &value, 4);
    }
}

#endif
