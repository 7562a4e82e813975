/* What textures give for further shapes and types: cube maps, layers, levels of all shapes, memory
 * without arrays, types of results, queries; for any libcuda.
 *
 *   texels_kinds LIBCUDA
 *
 * A recorder, as texels.c; the lines of an H200 are kept as texels_kinds.txt. */
#include "texels.h"

static TexelPoint points[POINTS_MOST];
static unsigned char bytes[1 << 18];

#define LOOK_1D "tex.1d.v4.f32.f32 " FOUR ", [%d1, {%f1}];"
#define LOOK_2D "tex.2d.v4.f32.f32 " FOUR ", [%d1, {%f1, %f2}];"
#define LOOK_3D "tex.3d.v4.f32.f32 " FOUR ", [%d1, {%f1, %f2, %f3, %f3}];"
#define LOOK_A1D "tex.a1d.v4.f32.f32 " FOUR ", [%d1, {%r4, %f1}];"
#define LOOK_A2D "tex.a2d.v4.f32.f32 " FOUR ", [%d1, {%r4, %f1, %f2, %f2}];"
#define LOOK_CUBE "tex.cube.v4.f32.f32 " FOUR ", [%d1, {%f1, %f2, %f3, %f3}];"
#define LOOK_ACUBE "tex.acube.v4.f32.f32 " FOUR ", [%d1, {%r4, %f1, %f2, %f3}];"

static void look(const char *title, const char *instruction, CUarray array,
                 const CUDA_TEXTURE_DESC *modes, unsigned count)
{
    CUtexObject texture = texture_new(array, modes, NULL);
    texel_run(title, instruction, texture, points, count);
    cu.cuTexObjectDestroy(texture);
}

/* -- cube maps */

static void directions_make(unsigned count)
{
    static const float some[] = {0, -0.0f, 1, -1, 0.5f, INFINITY, -INFINITY, NAN, 1e30f};
    uint32_t seed = 31;
    for (unsigned p = 0; p < count; p++)
        for (int i = 0; i < 3; i++) {
            uint32_t any = next_random(&seed);
            points[p].f[i] = p < 100   ? (float)((int)(any % 4001) - 2000) / 1024
                             : p < 180 ? (any & 4096 ? 1.0f : -1.0f) * (1 - (float)(any % 90) / 256)
                                       : some[any % (p < 200 ? 5 : 9)];
        }
}

static void cubes_say(void)
{
    enum { COUNT = 240 };
    static const size_t sizes[] = {1, 3, 4, 16};
    begin();
    directions_make(COUNT);
    points_say(points, COUNT);
    for (int s = 0; s < 4; s++) {
        size_t size = sizes[s];
        CUarray array = array_new(size, size, 6, CU_AD_FORMAT_FLOAT, 2, CUDA_ARRAY3D_CUBEMAP);
        bytes_make(bytes, sizeof bytes, 7, "f32");
        array_copy(array, bytes, size * 8, size, 6, 1);
        for (int c = 0; c < 4; c++) {
            char title[96];
            CUDA_TEXTURE_DESC modes =
                modes_of(CU_TR_ADDRESS_MODE_WRAP, c & 1, c & 2 ? CU_TRSF_SEAMLESS_CUBEMAP : 0);
            snprintf(title, sizeof title, "cube of %zu%s%s", size, c & 1 ? " linear" : "",
                     c & 2 ? " seamless" : "");
            look(title, LOOK_CUBE, array, &modes, COUNT);
            snprintf(title, sizeof title, "gather from cube of %zu%s%s", size,
                     c & 1 ? " linear" : "", c & 2 ? " seamless" : "");
            if (c & 1)
                look(title, "tld4.g.cube.v4.f32.f32 " FOUR ", [%d1, {%f1, %f2, %f3, %f3}];", array,
                     &modes, COUNT);
        }
        cu.cuArrayDestroy(array);
    }
}

static void layers_say(void)
{
    static const int32_t layers[] = {0, 1, 2, 3, 4, 17, 18, -1, -2, INT32_MAX, INT32_MIN};
    static const struct {
        const char *name, *instruction;
        size_t width, height, depth;
        unsigned flags;
    } kinds[] = {{"layers of one side", LOOK_A1D, 8, 0, 3, CUDA_ARRAY3D_LAYERED},
                 {"layers", LOOK_A2D, 8, 4, 3, CUDA_ARRAY3D_LAYERED},
                 {"cubes", LOOK_ACUBE, 4, 4, 18, CUDA_ARRAY3D_LAYERED | CUDA_ARRAY3D_CUBEMAP}};
    enum { LAYERS = 11, COUNT = 3 * LAYERS };
    uint32_t seed = 32;
    begin();
    for (int p = 0; p < COUNT; p++) {
        for (int i = 0; i < 3; i++)
            points[p].f[i] = any_step(&seed, -2, 1024);
        points[p].s[3] = layers[p % LAYERS];
    }
    points_say(points, COUNT);
    for (int k = 0; k < 3; k++) {
        CUarray array = array_new(kinds[k].width, kinds[k].height, kinds[k].depth,
                                  CU_AD_FORMAT_FLOAT, 1, kinds[k].flags);
        bytes_make(bytes, sizeof bytes, 8, "f32");
        array_copy(array, bytes, kinds[k].width * 4, kinds[k].height ? kinds[k].height : 1,
                   kinds[k].depth, 1);
        for (int c = 0; c < 8; c++) {
            char title[96];
            CUDA_TEXTURE_DESC modes = modes_of(c & 3, c >> 2, 0);
            snprintf(title, sizeof title, "%s, mode %d%s", kinds[k].name, c & 3,
                     c & 4 ? " linear" : "");
            look(title, kinds[k].instruction, array, &modes, COUNT);
        }
        cu.cuArrayDestroy(array);
    }
}

/* -- levels of all shapes */

static CUmipmappedArray levels_new(CUDA_ARRAY3D_DESCRIPTOR d, unsigned count)
{
    CUmipmappedArray made = NULL;
    CUresult result = cu.cuMipmappedArrayCreate(&made, &d, count);
    if (result != CUDA_SUCCESS)
        printf("no levels: %s\n", result_name(result));
    for (unsigned l = 0; made && l < count; l++) {
        CUarray level;
        CUDA_ARRAY3D_DESCRIPTOR is;
        cu.cuMipmappedArrayGetLevel(&level, made, l);
        cu.cuArray3DGetDescriptor_v2(&is, level);
        bytes_make(bytes, sizeof bytes, 40 + l, "f32");
        array_copy(level, bytes, is.Width * 4, is.Height ? is.Height : 1, is.Depth ? is.Depth : 1,
                   1);
    }
    return made;
}

static void levels_say(void)
{
    enum { COUNT = 48 };
    static const struct {
        const char *name, *instruction;
        CUDA_ARRAY3D_DESCRIPTOR d;
    } kinds[] = {
        {"1d",
         "tex.%s.1d.v4.f32.f32 " FOUR_FORMAT ", [%%d1, {%%f1}]%s;",
         {64, 0, 0, CU_AD_FORMAT_FLOAT, 1, 0}},
        {"2d",
         "tex.%s.2d.v4.f32.f32 " FOUR_FORMAT ", [%%d1, {%%f1, %%f2}]%s;",
         {32, 8, 0, CU_AD_FORMAT_FLOAT, 1, 0}},
        {"3d",
         "tex.%s.3d.v4.f32.f32 " FOUR_FORMAT ", [%%d1, {%%f1, %%f2, %%f3, %%f3}]%s;",
         {16, 8, 8, CU_AD_FORMAT_FLOAT, 1, 0}},
        {"a1d",
         "tex.%s.a1d.v4.f32.f32 " FOUR_FORMAT ", [%%d1, {%%r4, %%f1}]%s;",
         {32, 0, 3, CU_AD_FORMAT_FLOAT, 1, CUDA_ARRAY3D_LAYERED}},
        {"a2d",
         "tex.%s.a2d.v4.f32.f32 " FOUR_FORMAT ", [%%d1, {%%r4, %%f1, %%f2, %%f2}]%s;",
         {16, 16, 3, CU_AD_FORMAT_FLOAT, 1, CUDA_ARRAY3D_LAYERED}},
        {"cube",
         "tex.%s.cube.v4.f32.f32 " FOUR_FORMAT ", [%%d1, {%%f1, %%f2, %%f3, %%f3}]%s;",
         {16, 16, 6, CU_AD_FORMAT_FLOAT, 1, CUDA_ARRAY3D_CUBEMAP}},
        {"acube",
         "tex.%s.acube.v4.f32.f32 " FOUR_FORMAT ", [%%d1, {%%r4, %%f1, %%f2, %%f3}]%s;",
         {16, 16, 12, CU_AD_FORMAT_FLOAT, 1, CUDA_ARRAY3D_CUBEMAP | CUDA_ARRAY3D_LAYERED}},
    };
    uint32_t seed = 33;
    begin();
    for (int p = 0; p < COUNT; p++) {
        for (int i = 0; i < 3; i++)
            points[p].f[i] = any_step(&seed, -1, 768);
        points[p].s[3] = p % 3;
        points[p].f[4] = any_step(&seed, -1, 5 * 256) + (p % 4 ? 0.0f : 1.0f / 512);
        points[p].f[5] = ldexpf(any_step(&seed, 0.5f, 256), -(p % 6));
        points[p].f[6] = ldexpf(any_step(&seed, -0.5f, 256), -(p % 5));
    }
    points_say(points, COUNT);
    for (int k = 0; k < 7; k++) {
        CUmipmappedArray array = levels_new(kinds[k].d, 4);
        CUDA_RESOURCE_DESC resource = {.resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY,
                                       .res.mipmap.hMipmappedArray = array};
        static const char *const gradients[] = {", {%f5, %f6}, {%f6, %f7}", ", {%f6}, {%f7}",
                                                ", {%f5, %f6, %f7, %f7}, {%f6, %f7, %f5, %f5}"};
        const char *gradient = gradients[k == 0 || k == 3 ? 1 : k == 1 || k == 4 ? 0 : 2];
        for (int c = 0; c < 8; c++) {
            char title[96], instruction[256];
            CUtexObject texture = 0;
            CUDA_TEXTURE_DESC modes =
                modes_of(c & 1 ? CU_TR_ADDRESS_MODE_WRAP : CU_TR_ADDRESS_MODE_BORDER, c >> 1 & 1,
                         CU_TRSF_NORMALIZED_COORDINATES);
            modes.mipmapFilterMode = c >> 2;
            modes.maxMipmapLevelClamp = 9;
            modes.mipmapLevelBias = c == 7 ? -0.25f : 0;
            CUresult result = cu.cuTexObjectCreate(&texture, &resource, &modes, NULL);
            if (result != CUDA_SUCCESS)
                printf("no texture: %s\n", result_name(result));
            snprintf(title, sizeof title, "levels of %s%s%s%s", kinds[k].name,
                     c & 1 ? " wrap" : " border", c & 2 ? " linear" : "", c & 4 ? " between" : "");
            snprintf(instruction, sizeof instruction, kinds[k].instruction, "level", ", %f5");
            texel_run(title, instruction, texture, points, COUNT);
            snprintf(title, sizeof title, "gradients of %s%s%s%s", kinds[k].name,
                     c & 1 ? " wrap" : " border", c & 2 ? " linear" : "", c & 4 ? " between" : "");
            snprintf(instruction, sizeof instruction, kinds[k].instruction, "grad", gradient);
            texel_run(title, instruction, texture, points, COUNT);
            cu.cuTexObjectDestroy(texture);
        }
        cu.cuMipmappedArrayDestroy(array);
    }
}

/* -- memory without arrays, types of results, queries */

static void memory_say(void)
{
    enum { COUNT = 40 };
    CUdeviceptr at;
    uint32_t seed = 34;
    begin();
    cu.cuMemAlloc_v2(&at, 65536);
    bytes_make(bytes, sizeof bytes, 9, "u8");
    cu.cuMemcpyHtoD_v2(at, bytes, 65536);
    for (int p = 0; p < COUNT; p++) {
        points[p] = (TexelPoint){.f = {0, any_step(&seed, -2, 4096), any_step(&seed, -2, 3072)}};
        points[p].s[0] = (int)(next_random(&seed) % 80) - 8;
    }
    points[0].s[0] = INT32_MAX;
    points[1].s[0] = INT32_MIN;
    points_say(points, COUNT);
    for (int f = 0; f < TEXEL_FORMATS; f++)
        for (int c = 0; c < 8; c++) {
            char title[96];
            const TexelFormat *format = &texel_formats[f];
            unsigned channels = 1u << (c + f) % 3, flags = c & 1 ? CU_TRSF_READ_AS_INTEGER : 0;
            CUDA_TEXTURE_DESC modes = modes_of(c & 3, c >> 2, flags);
            CUDA_RESOURCE_DESC resource = {
                .resType = CU_RESOURCE_TYPE_LINEAR,
                .res.linear = {at, format->format, channels,
                               (size_t)64 * channels * format->bytes + 1}};
            CUtexObject texture = 0;
            CUresult result = cu.cuTexObjectCreate(&texture, &resource, &modes, NULL);
            if (result != CUDA_SUCCESS)
                printf("no texture: %s\n", result_name(result));
            snprintf(title, sizeof title, "linear %s x%u%s", format->name, channels,
                     c & 1 ? " integer" : "");
            if (c < 4)
                texel_run(title, "tex.1d.v4.u32.s32 " FOUR ", [%d1, {%r1}];", texture, points,
                          COUNT);
            cu.cuTexObjectDestroy(texture);
            resource =
                (CUDA_RESOURCE_DESC){.resType = CU_RESOURCE_TYPE_PITCH2D,
                                     .res.pitch2D = {at, format->format, channels, 13, 9, 512}};
            texture = 0;
            result = cu.cuTexObjectCreate(&texture, &resource, &modes, NULL);
            if (result != CUDA_SUCCESS)
                printf("no texture: %s\n", result_name(result));
            snprintf(title, sizeof title, "rows %s x%u mode %d%s%s", format->name, channels, c & 3,
                     c & 4 ? " linear" : "", c & 1 ? " integer" : "");
            texel_run(title, "tex.2d.v4.f32.f32 " FOUR ", [%d1, {%f2, %f3}];", texture, points,
                      COUNT);
            cu.cuTexObjectDestroy(texture);
        }
}

static void results_say(void)
{
    enum { COUNT = 24 };
    uint32_t seed = 35;
    begin();
    for (int p = 0; p < COUNT; p++)
        points[p] = (TexelPoint){.f = {any_step(&seed, 0, 2048), any_step(&seed, 0, 2048)}};
    points_say(points, COUNT);
    for (int f = 0; f < TEXEL_FORMATS; f++) {
        const TexelFormat *format = &texel_formats[f];
        CUarray array = array_new(8, 8, 0, format->format, 4, 0);
        bytes_make(bytes, sizeof bytes, 10, format->name);
        array_copy(array, bytes, (size_t)32 * format->bytes, 8, 1, 1);
        for (int c = 0; c < 4; c++) {
            char title[96];
            CUDA_TEXTURE_DESC modes =
                modes_of(CU_TR_ADDRESS_MODE_CLAMP, c & 1, c & 2 ? CU_TRSF_READ_AS_INTEGER : 0);
            const char *how = c & 1   ? c & 2 ? " linear integer" : " linear"
                              : c & 2 ? " integer"
                                      : "";
            snprintf(title, sizeof title, "%s%s as halves", format->name, how);
            look(title,
                 "tex.2d.v4.f16.f32 {%h1, %h2, %h3, %h4}, [%d1, {%f1, %f2}];\n"
                 "  mov.b32 %r11, {%h1, %h2};\n  mov.b32 %r12, {%h3, %h4};",
                 array, &modes, COUNT);
            snprintf(title, sizeof title, "%s%s as pairs of halves", format->name, how);
            look(title, "tex.2d.v2.f16x2.f32 {%r11, %r12}, [%d1, {%f1, %f2}];", array, &modes,
                 COUNT);
            snprintf(title, sizeof title, "%s%s as integers", format->name, how);
            look(title, "tex.2d.v4.s32.f32 " FOUR ", [%d1, {%f1, %f2}];", array, &modes, COUNT);
        }
        cu.cuArrayDestroy(array);
    }
}

static void queries_say(void)
{
    static const char *const asked[] = {"width",         "height",
                                        "depth",         "channel_data_type",
                                        "channel_order", "normalized_coords",
                                        "array_size",    "num_mipmap_levels",
                                        "num_samples"};
    static const struct {
        const char *name;
        CUDA_ARRAY3D_DESCRIPTOR d;
    } kinds[] = {
        {"1d", {8, 0, 0, CU_AD_FORMAT_FLOAT, 1, 0}},
        {"2d", {8, 4, 0, CU_AD_FORMAT_UNSIGNED_INT8, 4, CUDA_ARRAY3D_SURFACE_LDST}},
        {"2d halves", {8, 4, 0, CU_AD_FORMAT_HALF, 2, CUDA_ARRAY3D_SURFACE_LDST}},
        {"3d", {8, 4, 3, CU_AD_FORMAT_SIGNED_INT16, 1, CUDA_ARRAY3D_SURFACE_LDST}},
        {"layers", {8, 4, 3, CU_AD_FORMAT_FLOAT, 1, CUDA_ARRAY3D_LAYERED}},
        {"cube", {8, 8, 6, CU_AD_FORMAT_FLOAT, 1, CUDA_ARRAY3D_CUBEMAP}},
        {"cubes", {8, 8, 12, CU_AD_FORMAT_FLOAT, 1, CUDA_ARRAY3D_LAYERED | CUDA_ARRAY3D_CUBEMAP}},
    };
    char title[128], instruction[96];
    begin();
    for (int p = 0; p < 6; p++)
        points[p] = (TexelPoint){.s = {p - 1}};
    for (int k = 0; k < 7; k++) {
        CUarray array = NULL;
        cu.cuArray3DCreate_v2(&array, &kinds[k].d);
        for (int q = 0; q < 9; q++) {
            CUDA_TEXTURE_DESC modes = modes_of(1, 0, k & 1 ? CU_TRSF_NORMALIZED_COORDINATES : 0);
            snprintf(title, sizeof title, "%s of %s", asked[q], kinds[k].name);
            snprintf(instruction, sizeof instruction, "txq.%s.b32 %%r11, [%%d1];", asked[q]);
            look(title, instruction, array, &modes, 1);
            CUsurfObject surface = surface_new(array);
            snprintf(title, sizeof title, "%s of %s as a surface", asked[q], kinds[k].name);
            snprintf(instruction, sizeof instruction, "suq.%s.b32 %%r11, [%%d1];",
                     q == 5 ? "memory_layout" : asked[q]);
            if (q < 7)
                texel_run(title, instruction, surface, points, 1);
            cu.cuSurfObjectDestroy(surface);
        }
        cu.cuArrayDestroy(array);
    }
    CUmipmappedArray levels =
        levels_new((CUDA_ARRAY3D_DESCRIPTOR){32, 8, 0, CU_AD_FORMAT_FLOAT, 1, 0}, 4);
    CUDA_RESOURCE_DESC resource = {.resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY,
                                   .res.mipmap.hMipmappedArray = levels};
    CUDA_TEXTURE_DESC modes = modes_of(1, 0, CU_TRSF_NORMALIZED_COORDINATES);
    CUtexObject texture = 0;
    modes.maxMipmapLevelClamp = 2;
    cu.cuTexObjectCreate(&texture, &resource, &modes, NULL);
    for (int q = 0; q < 3; q++) {
        snprintf(title, sizeof title, "%s of levels", asked[q]);
        snprintf(instruction, sizeof instruction, "txq.level.%s.b32 %%r11, [%%d1], %%r1;",
                 asked[q]);
        texel_run(title, instruction, texture, points, 6);
    }
    texel_run("number of levels", "txq.num_mipmap_levels.b32 %r11, [%d1];", texture, points, 1);
}

static const Section sections[] = {
    {"cubes", cubes_say},   {"layers", layers_say},   {"levels", levels_say},
    {"memory", memory_say}, {"results", results_say}, {"queries", queries_say},
};

int main(int count, char **arguments)
{
    return record(count, arguments, sections, sizeof sections / sizeof sections[0]);
}
