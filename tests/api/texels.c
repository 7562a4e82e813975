/* What textures give for a grid of coordinates, modes, filters, shapes and formats: "configuration:
 * point = bits" lines for any libcuda.
 *
 *   texels LIBCUDA
 *
 * A recorder: the lines of NVIDIA's library on a GPU are kept as texels.txt beside this file (a
 * first line "# Recorded on ..." goes before them), which the simulated library's are then compared
 * with. */
#include "recorder.h"

#include <math.h>
#include <stdint.h>

enum { POINTS = 24, X = 8, Y = 4, Z = 4 };

typedef struct Geometry {
    const char *name, *coordinates; /* of the instruction, in %f1 to %f3 and the layer %r4 */
    size_t width, height, depth;
    unsigned flags;
} Geometry;

static const Geometry geometries[] = {
    {"1d", "{%f1}", X, 0, 0, 0},
    {"2d", "{%f1, %f2}", X, Y, 0, 0},
    {"3d", "{%f1, %f2, %f3, %f3}", X, Y, Z, 0},
    {"a1d", "{%r4, %f1}", X, 0, Z, CUDA_ARRAY3D_LAYERED},
    {"a2d", "{%r4, %f1, %f2, %f2}", X, Y, Z, CUDA_ARRAY3D_LAYERED},
    {"cube", "{%f1, %f2, %f3, %f3}", Y, Y, 6, CUDA_ARRAY3D_CUBEMAP},
    {"acube", "{%r4, %f1, %f2, %f3}", Y, Y, 12, CUDA_ARRAY3D_CUBEMAP | CUDA_ARRAY3D_LAYERED},
};
enum { GEOMETRIES = sizeof geometries / sizeof *geometries };

static float points[POINTS][4];
static CUmodule loaded;

static uint32_t next_random(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

/* Element boundaries, middles, 512ths beside them, far outside, special values, and any. */
static void points_make(void)
{
    static const float some[] = {0,      0.5f,  1,     1.5f,  -0.5f,        -1,      3.999f, 4,
                                 7.998f, 8,     8.25f, -7.3f, 1.0f / 512,   0.25f,   0.75f,  1e9f,
                                 -1e9f,  1e30f, -0.0f, 2.5f,  1.001953125f, INFINITY};
    uint32_t seed = 7;
    for (int p = 0; p < POINTS; p++)
        for (int i = 0; i < 4; i++) {
            uint32_t any = next_random(&seed);
            points[p][i] = p < 14 ? some[any % (sizeof some / sizeof *some)]
                                  : (float)((int)(any % 4001) - 1000) / 256.0f;
            if (i == 3)
                points[p][i] = (float)(int)(any % 6);
        }
}

static void entry_add(char *text, size_t size, const char *name, const char *instruction)
{
    size_t used = strlen(text);
    snprintf(text + used, size - used,
             ".visible .entry %s(.param .u64 t, .param .u64 at, .param .u64 out)\n"
             "{\n  .reg .b32 %%r<9>;\n  .reg .f32 %%f<9>;\n  .reg .b64 %%d<6>;\n"
             "  ld.param.u64 %%d1, [t];\n  ld.param.u64 %%d2, [at];\n  ld.param.u64 %%d3, [out];\n"
             "  mov.u32 %%r1, %%tid.x;\n  mul.wide.u32 %%d4, %%r1, 16;\n"
             "  add.u64 %%d2, %%d2, %%d4;\n  add.u64 %%d3, %%d3, %%d4;\n"
             "  ld.global.v4.f32 {%%f1, %%f2, %%f3, %%f4}, [%%d2];\n"
             "  cvt.rzi.s32.f32 %%r4, %%f4;\n  %s\n"
             "  st.global.v4.f32 [%%d3], {%%f5, %%f6, %%f7, %%f8};\n  ret;\n}\n",
             name, instruction);
}

static int kernels_load(void)
{
    static char text[32768];
    char instruction[256], name[32];
    snprintf(text, sizeof text, ".version 7.0\n.target sm_52\n.address_size 64\n");
    for (int i = 0; i < GEOMETRIES; i++) {
        const Geometry *g = &geometries[i];
        snprintf(instruction, sizeof instruction,
                 "tex.%s.v4.f32.f32 {%%f5, %%f6, %%f7, %%f8}, [%%d1, %s];", g->name,
                 g->coordinates);
        snprintf(name, sizeof name, "look_%s", g->name);
        entry_add(text, sizeof text, name, instruction);
    }
    entry_add(text, sizeof text, "level_2d",
              "tex.level.2d.v4.f32.f32 {%f5, %f6, %f7, %f8}, [%d1, {%f1, %f2}], %f3;");
    entry_add(text, sizeof text, "grad_2d",
              "mul.f32 %f4, %f4, 0f3e000000; tex.grad.2d.v4.f32.f32 {%f5, %f6, %f7, %f8}, "
              "[%d1, {%f1, %f2}], {%f4, %f3}, {%f3, %f4};");
    entry_add(text, sizeof text, "gather_2d",
              "tld4.r.2d.v4.f32.f32 {%f5, %f6, %f7, %f8}, [%d1, {%f1, %f2}];");
    return cu.cuModuleLoadData(&loaded, text) == CUDA_SUCCESS;
}

/* -- configurations */

static void array_fill(CUarray array, size_t bytes, uint32_t seed, int as_floats)
{
    static unsigned char data[1 << 16];
    CUDA_ARRAY3D_DESCRIPTOR d;
    cu.cuArray3DGetDescriptor_v2(&d, array);
    size_t height = d.Height ? d.Height : 1, depth = d.Depth ? d.Depth : 1;
    for (size_t i = 0; i < d.Width * height * depth * bytes; i++)
        data[i] = (unsigned char)next_random(&seed);
    for (size_t i = 0; as_floats && i < d.Width * height * depth * bytes / 4; i++) {
        float value = (float)(next_random(&seed) % 4096) / 8;
        memcpy(data + 4 * i, &value, 4);
    }
    CUDA_MEMCPY3D copy = {.srcMemoryType = CU_MEMORYTYPE_HOST,
                          .srcHost = data,
                          .srcPitch = d.Width * bytes,
                          .srcHeight = height,
                          .dstMemoryType = CU_MEMORYTYPE_ARRAY,
                          .dstArray = array,
                          .WidthInBytes = d.Width * bytes,
                          .Height = height,
                          .Depth = depth};
    cu.cuMemcpy3D_v2(&copy);
}

static void run(const char *title, const char *kernel, CUtexObject texture)
{
    static uint32_t found[POINTS][4];
    CUfunction function;
    CUdeviceptr at, out;
    cu.cuMemAlloc_v2(&at, sizeof points);
    cu.cuMemAlloc_v2(&out, sizeof found);
    cu.cuMemcpyHtoD_v2(at, points, sizeof points);
    void *arguments[] = {&texture, &at, &out};
    memset(found, 0, sizeof found);
    CUresult result = cu.cuModuleGetFunction(&function, loaded, kernel);
    if (result == CUDA_SUCCESS)
        result = cu.cuLaunchKernel(function, 1, 1, 1, POINTS, 1, 1, 0, NULL, arguments, NULL);
    if (result == CUDA_SUCCESS)
        result = cu.cuMemcpyDtoH_v2(found, out, sizeof found);
    printf("[%s] %s\n", title, result_name(result));
    for (int p = 0; p < POINTS && result == CUDA_SUCCESS; p++)
        printf("%g %g %g %g = %08x %08x %08x %08x\n", points[p][0], points[p][1], points[p][2],
               points[p][3], found[p][0], found[p][1], found[p][2], found[p][3]);
    cu.cuMemFree_v2(at);
    cu.cuMemFree_v2(out);
}

static void array_run(const char *title, const char *kernel, CUarray array,
                      const CUDA_TEXTURE_DESC *modes)
{
    CUDA_RESOURCE_DESC resource = {.resType = CU_RESOURCE_TYPE_ARRAY, .res.array.hArray = array};
    CUtexObject texture = 0;
    CUresult result = cu.cuTexObjectCreate(&texture, &resource, modes, NULL);
    if (result != CUDA_SUCCESS)
        printf("[%s] not made: %s\n", title, result_name(result));
    else
        run(title, kernel, texture);
    cu.cuTexObjectDestroy(texture);
}

static CUDA_TEXTURE_DESC modes_of(int mode, int linear, unsigned flags)
{
    return (CUDA_TEXTURE_DESC){.addressMode = {mode, mode, mode},
                               .filterMode = linear,
                               .flags = flags,
                               .borderColor = {5, 6, 7, 8}};
}

static void start(void)
{
    begin();
    points_make();
    if (!kernels_load())
        printf("the kernels do not load\n");
}

static void shapes_say(void)
{
    start();
    static const char *const names[] = {"wrap", "clamp", "mirror", "border"};
    for (int i = 0; i < GEOMETRIES; i++) {
        const Geometry *g = &geometries[i];
        CUDA_ARRAY3D_DESCRIPTOR d = {g->width,           g->height, g->depth,
                                     CU_AD_FORMAT_FLOAT, 1,         g->flags};
        CUarray array;
        cu.cuArray3DCreate_v2(&array, &d);
        array_fill(array, 4, 3, 1);
        for (int c = 0; c < 4 * 2 * 2 * 2; c++) {
            char title[96], kernel[32];
            int mode = c & 3, linear = c >> 2 & 1, normalised = c >> 3 & 1, seamless = c >> 4;
            CUDA_TEXTURE_DESC modes = modes_of(mode, linear,
                                               (normalised ? CU_TRSF_NORMALIZED_COORDINATES : 0) |
                                                   (seamless ? CU_TRSF_SEAMLESS_CUBEMAP : 0));
            if (seamless && !(g->flags & CUDA_ARRAY3D_CUBEMAP))
                continue;
            snprintf(title, sizeof title, "%s %s%s%s%s", g->name, names[mode],
                     linear ? " linear" : "", normalised ? " normalised" : "",
                     seamless ? " seamless" : "");
            snprintf(kernel, sizeof kernel, "look_%s", g->name);
            array_run(title, kernel, array, &modes);
            if (i == 1) {
                char gather[128];
                snprintf(gather, sizeof gather, "gather %s", title);
                array_run(gather, "gather_2d", array, &modes);
            }
        }
        cu.cuArrayDestroy(array);
    }
}

static void formats_say(void)
{
    start();
    static const struct {
        const char *name;
        CUarray_format format;
        size_t bytes;
    } formats[] = {
        {"u8", CU_AD_FORMAT_UNSIGNED_INT8, 1},   {"u16", CU_AD_FORMAT_UNSIGNED_INT16, 2},
        {"u32", CU_AD_FORMAT_UNSIGNED_INT32, 4}, {"s8", CU_AD_FORMAT_SIGNED_INT8, 1},
        {"s16", CU_AD_FORMAT_SIGNED_INT16, 2},   {"s32", CU_AD_FORMAT_SIGNED_INT32, 4},
        {"f16", CU_AD_FORMAT_HALF, 2},
    };
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        for (unsigned channels = 1; channels <= 4; channels *= 4) {
            CUDA_ARRAY3D_DESCRIPTOR d = {X, Y, 0, formats[i].format, channels, 0};
            CUarray array;
            cu.cuArray3DCreate_v2(&array, &d);
            array_fill(array, formats[i].bytes * channels, 11, 0);
            for (int c = 0; c < 8; c++) {
                char title[96];
                CUDA_TEXTURE_DESC modes =
                    modes_of(CU_TR_ADDRESS_MODE_BORDER, c & 1,
                             (c & 2 ? CU_TRSF_READ_AS_INTEGER : 0) | (c & 4 ? CU_TRSF_SRGB : 0));
                snprintf(title, sizeof title, "format %s x%u%s%s%s", formats[i].name, channels,
                         c & 1 ? " linear" : "", c & 2 ? " integer" : "", c & 4 ? " srgb" : "");
                array_run(title, "look_2d", array, &modes);
            }
            cu.cuArrayDestroy(array);
        }
}

static void levels_say(void)
{
    CUDA_ARRAY3D_DESCRIPTOR d = {16, 8, 0, CU_AD_FORMAT_FLOAT, 1, 0};
    CUmipmappedArray mipmaps;
    start();
    cu.cuMipmappedArrayCreate(&mipmaps, &d, 5);
    for (unsigned l = 0; l < 5; l++) {
        CUarray level;
        cu.cuMipmappedArrayGetLevel(&level, mipmaps, l);
        array_fill(level, 4, 5 + l, 1);
    }
    CUDA_RESOURCE_DESC resource = {.resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY,
                                   .res.mipmap.hMipmappedArray = mipmaps};
    for (int c = 0; c < 32; c++) {
        static const char *const kernels[] = {"level_2d", "grad_2d", "look_2d"};
        CUDA_TEXTURE_DESC modes =
            modes_of(CU_TR_ADDRESS_MODE_CLAMP, c & 1, CU_TRSF_NORMALIZED_COORDINATES);
        CUtexObject texture;
        modes.mipmapFilterMode = c >> 1 & 1;
        modes.mipmapLevelBias = c & 4 ? 0.75f : 0;
        modes.minMipmapLevelClamp = c & 8 ? 0.5f : 0;
        modes.maxMipmapLevelClamp = c & 8 ? 2.25f : 10;
        modes.maxAnisotropy = c & 16 ? 8 : 1;
        if (cu.cuTexObjectCreate(&texture, &resource, &modes, NULL) != CUDA_SUCCESS)
            continue;
        for (int k = 0; k < 3; k++) {
            char title[96];
            snprintf(title, sizeof title, "%s%s%s%s%s%s", kernels[k], c & 1 ? " linear" : "",
                     c & 2 ? " between" : "", c & 4 ? " biased" : "", c & 8 ? " clamped" : "",
                     c & 16 ? " anisotropic" : "");
            run(title, kernels[k], texture);
        }
        cu.cuTexObjectDestroy(texture);
    }
}

static const Section sections[] = {
    {"shapes", shapes_say},
    {"formats", formats_say},
    {"levels", levels_say},
};

int main(int count, char **arguments)
{
    return record(count, arguments, sections, sizeof sections / sizeof sections[0]);
}
