/* Mipmapped arrays, resource views and cube maps, as kernels see them. */
#include "texture.h"

enum { SIDE = 8, LEVELS = 4 };

static CUtexObject mipmapped_texture(CUmipmappedArray array, CUfilter_mode between, float least,
                                     float most, float bias)
{
    CUtexObject texture;
    CUDA_RESOURCE_DESC resource = {.resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY,
                                   .res.mipmap.hMipmappedArray = array};
    CUDA_TEXTURE_DESC d = {.addressMode = {CU_TR_ADDRESS_MODE_CLAMP, CU_TR_ADDRESS_MODE_CLAMP,
                                           CU_TR_ADDRESS_MODE_CLAMP},
                           .filterMode = between,
                           .flags = CU_TRSF_NORMALIZED_COORDINATES,
                           .mipmapFilterMode = between,
                           .mipmapLevelBias = bias,
                           .minMipmapLevelClamp = least,
                           .maxMipmapLevelClamp = most};
    OK(cuTexObjectCreate(&texture, &resource, &d, NULL));
    return texture;
}

/* Level l holds 100 * l + 1 everywhere. */
static CUmipmappedArray constant_levels(size_t height, size_t depth, unsigned flags)
{
    static float data[SIDE * SIDE * SIDE];
    CUmipmappedArray array;
    CUDA_ARRAY3D_DESCRIPTOR d = {SIDE, height, depth, CU_AD_FORMAT_FLOAT, 1, flags};
    OK(cuMipmappedArrayCreate(&array, &d, LEVELS));
    for (unsigned l = 0; l < LEVELS; l++) {
        CUarray level;
        for (size_t i = 0; i < sizeof data / sizeof *data; i++)
            data[i] = (float)(100 * l + 1);
        OK(cuMipmappedArrayGetLevel(&level, array, l));
        array_fill(level, data);
    }
    return array;
}

/* A level serves as a surface although its array was not made for that. */
static void surfaces_of_levels(void **state)
{
    (void)state;
    CUmipmappedArray array = constant_levels(SIDE, 0, 0);
    CUDA_RESOURCE_DESC resource = {.resType = CU_RESOURCE_TYPE_ARRAY};
    CUsurfObject surface;
    OK(cuMipmappedArrayGetLevel(&resource.res.array.hArray, array, 1));
    OK(cuSurfObjectCreate(&surface, &resource));
    OK(cuSurfObjectDestroy(surface));
}

static void levels_check(const char *kernel, CUmipmappedArray array)
{
    static const float levels[] = {-1, 0, 0.25f, 0.5f, 1, 1.75f, 2.5f, 3, 7};
    enum { COUNT = sizeof levels / sizeof *levels };
    Four at[COUNT], out[COUNT];
    for (int i = 0; i < COUNT; i++)
        at[i] = (Four){{0.3f, 0.6f, 0.4f, levels[i]}};
    look(kernel, mipmapped_texture(array, CU_TR_FILTER_MODE_LINEAR, 0, 99, 0), at, out, COUNT);
    for (int i = 0; i < COUNT; i++)
        assert_true(fabs(out[i].v[0] - (1 + 100 * fmin(fmax(levels[i], 0), LEVELS - 1))) < 1e-3);
    look(kernel, mipmapped_texture(array, CU_TR_FILTER_MODE_POINT, 0, 99, 0), at, out, COUNT);
    for (int i = 0; i < COUNT; i++)
        assert_true(out[i].v[0] == 1 + 100 * fmin(floor(fmax(levels[i], 0) + 0.5), LEVELS - 1));
    look(kernel, mipmapped_texture(array, CU_TR_FILTER_MODE_LINEAR, 0.5f, 2, 0.25f), at, out,
         COUNT);
    for (int i = 0; i < COUNT; i++)
        assert_true(fabs(out[i].v[0] - (1 + 100 * fmin(fmax(levels[i] + 0.25, 0.5), 2))) < 1e-3);
}

static void levels(void **state)
{
    (void)state;
    NEED_KERNELS();
    levels_check("level_1d", constant_levels(0, 0, 0));
    levels_check("level_2d", constant_levels(SIDE, 0, 0));
    levels_check("level_3d", constant_levels(SIDE, SIDE, 0));
    levels_check("level_cube", constant_levels(SIDE, 6, CUDA_ARRAY3D_CUBEMAP));
}

/* A step of n elements from pixel to pixel asks for level log2(n). */
static void gradients(void **state)
{
    (void)state;
    NEED_KERNELS();
    CUtexObject texture =
        mipmapped_texture(constant_levels(SIDE, 0, 0), CU_TR_FILTER_MODE_LINEAR, 0, 99, 0);
    Four at[5] = {{{0.5f, 0.5f, 1.0f / SIDE, 1.0f / SIDE}},
                  {{0.5f, 0.5f, 2.0f / SIDE, 0}},
                  {{0.5f, 0.5f, 0, 4.0f / SIDE}},
                  {{0.5f, 0.5f, 1.0f / SIDE, 8.0f / SIDE}},
                  {{0.5f, 0.5f, 0, 0}}},
         out[5];
    static const float wanted[] = {1, 101, 201, 301, 1};
    look("grad_2d", texture, at, out, 5);
    for (int i = 0; i < 5; i++)
        assert_true(fabsf(out[i].v[0] - wanted[i]) < 0.5f);
}

/* -- resource views */

static CUresult view_try(CUtexObject *texture, CUarray array, const CUDA_RESOURCE_VIEW_DESC *view,
                         unsigned flags)
{
    CUDA_RESOURCE_DESC resource = {.resType = CU_RESOURCE_TYPE_ARRAY, .res.array.hArray = array};
    CUDA_TEXTURE_DESC d = {.addressMode = {CU_TR_ADDRESS_MODE_CLAMP}, .flags = flags};
    return cuTexObjectCreate(texture, &resource, &d, view);
}

static void views_of_formats(void **state)
{
    (void)state;
    NEED_KERNELS();
    uint32_t words[4] = {0xff804020, 2, 3, 4};
    Four at[1] = {{{0.5f, 0, 0, 0}}}, out[1];
    CUtexObject texture;
    CUarray array = array_make(4, 0, 0, CU_AD_FORMAT_UNSIGNED_INT32, 1, 0);
    array_fill(array, words);
    CUDA_RESOURCE_VIEW_DESC view = {.format = CU_RES_VIEW_FORMAT_UINT_4X8, .width = 4};
    OK(view_try(&texture, array, &view, 0));
    look("look_1d", texture, at, out, 1);
    assert_true(fabs(out[0].v[0] - 0x20 / 255.0) < 1e-6 && out[0].v[3] == 1);
    CUDA_RESOURCE_VIEW_DESC told;
    OK(cuTexObjectGetResourceViewDesc(&told, texture));
    assert_int_equal(told.format, CU_RES_VIEW_FORMAT_UINT_4X8);
    view.width = 5;
    IS(CUDA_ERROR_INVALID_VALUE, view_try(&texture, array, &view, 0));
    view.width = 4;
    view.format = CU_RES_VIEW_FORMAT_UINT_4X16;
    IS(CUDA_ERROR_INVALID_VALUE, view_try(&texture, array, &view, 0));
    view.format = CU_RES_VIEW_FORMAT_SINT_2X16;
    view.lastLayer = 1;
    IS(CUDA_ERROR_INVALID_VALUE, view_try(&texture, array, &view, 0));
    view.lastLayer = 0;
    view.lastMipmapLevel = 1;
    IS(CUDA_ERROR_INVALID_VALUE, view_try(&texture, array, &view, 0));
}

static void views_of_layers_and_levels(void **state)
{
    (void)state;
    NEED_KERNELS();
    float data[5][4];
    for (int z = 0; z < 5; z++)
        for (int x = 0; x < 4; x++)
            data[z][x] = (float)(10 * z + x);
    CUarray array = array_make(4, 0, 5, CU_AD_FORMAT_FLOAT, 1, CUDA_ARRAY3D_LAYERED);
    array_fill(array, data);
    CUtexObject texture;
    CUDA_RESOURCE_VIEW_DESC view = {.format = CU_RES_VIEW_FORMAT_FLOAT_1X32,
                                    .width = 4,
                                    .depth = 5,
                                    .firstLayer = 1,
                                    .lastLayer = 3};
    OK(view_try(&texture, array, &view, 0));
    Four at[3] = {{{2.5f, 0, 0, 0}}, {{2.5f, 0, 0, 2}}, {{2.5f, 0, 0, 4}}}, out[3];
    look("look_a1d", texture, at, out, 3);
    assert_true(out[0].v[0] == 12 && out[1].v[0] == 32 && out[2].v[0] == 32);
    CUmipmappedArray mipmaps = constant_levels(SIDE, 0, 0);
    CUDA_RESOURCE_DESC resource = {.resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY,
                                   .res.mipmap.hMipmappedArray = mipmaps};
    CUDA_TEXTURE_DESC d = {.flags = CU_TRSF_NORMALIZED_COORDINATES, .maxMipmapLevelClamp = 99};
    view = (CUDA_RESOURCE_VIEW_DESC){.format = CU_RES_VIEW_FORMAT_FLOAT_1X32,
                                     .width = SIDE,
                                     .height = SIDE,
                                     .firstMipmapLevel = 1,
                                     .lastMipmapLevel = 2};
    OK(cuTexObjectCreate(&texture, &resource, &d, &view));
    Four levels_at[3] = {{{0.5f, 0.5f, 0, 0}}, {{0.5f, 0.5f, 0, 1}}, {{0.5f, 0.5f, 0, 3}}};
    look("level_2d", texture, levels_at, out, 3);
    assert_true(out[0].v[0] == 101 && out[1].v[0] == 201 && out[2].v[0] == 201);
    d.flags = 0;
    OK(cuTexObjectCreate(&texture, &resource, &d, NULL));
}

/* -- cube maps: the guide's table of faces and coordinates */

/* Face, and s, t from 0 to 1, as the table "Cubemap Textures" has them. */
static int face_of(const float d[3], double *s, double *t)
{
    double x = d[0], y = d[1], z = d[2], m, sc, tc;
    int face;
    if (fabs(x) > fabs(y) && fabs(x) > fabs(z)) {
        face = x >= 0 ? 0 : 1;
        m = fabs(x);
        sc = x >= 0 ? -z : z;
        tc = -y;
    } else if (fabs(y) > fabs(z)) {
        face = y >= 0 ? 2 : 3;
        m = fabs(y);
        sc = x;
        tc = y >= 0 ? z : -z;
    } else {
        face = z >= 0 ? 4 : 5;
        m = fabs(z);
        sc = z >= 0 ? x : -x;
        tc = -y;
    }
    *s = (sc / m + 1) / 2;
    *t = (tc / m + 1) / 2;
    return face;
}

static float cube_texel(int cube, int face, int y, int x)
{
    return (float)(1000 * cube + 100 * face + 10 * y + x);
}

static CUarray cube_make(int cubes)
{
    static float data[2 * 6][4][4];
    for (int z = 0; z < 6 * cubes; z++)
        for (int y = 0; y < 4; y++)
            for (int x = 0; x < 4; x++)
                data[z][y][x] = cube_texel(z / 6, z % 6, y, x);
    CUarray array = array_make(4, 4, (size_t)(6 * cubes), CU_AD_FORMAT_FLOAT, 1,
                               CUDA_ARRAY3D_CUBEMAP | (cubes > 1 ? CUDA_ARRAY3D_LAYERED : 0));
    array_fill(array, data);
    return array;
}

static void directions_make(Four *at, int count)
{
    unsigned seed = 99;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) {
            seed = seed * 1664525u + 1013904223u;
            at[i].v[k] = (float)((int)(seed >> 8) % 2001 - 1000) / 333.0f;
        }
}

static void cubes(void **state)
{
    (void)state;
    NEED_KERNELS();
    enum { COUNT = 256 };
    static Four at[COUNT], out[COUNT], layered[COUNT];
    directions_make(at, COUNT);
    for (int i = 0; i < COUNT; i++)
        at[i].v[3] = (float)(i % 3);
    look("look_cube",
         texture_on(cube_make(1), CU_TR_ADDRESS_MODE_CLAMP, CU_TR_FILTER_MODE_POINT, 0), at, out,
         COUNT);
    look("look_acube",
         texture_on(cube_make(2), CU_TR_ADDRESS_MODE_CLAMP, CU_TR_FILTER_MODE_POINT,
                    CU_TRSF_NORMALIZED_COORDINATES),
         at, layered, COUNT);
    for (int i = 0; i < COUNT; i++) {
        double s, t;
        int face = face_of(at[i].v, &s, &t), x = (int)(4 * s), y = (int)(4 * t);
        int cube = i % 3 > 1 ? 1 : i % 3; /* past the last cube: the last */
        assert_true(out[i].v[0] == cube_texel(0, face, y, x));
        assert_true(layered[i].v[0] == cube_texel(cube, face, y, x));
    }
}

/* On an edge of two faces a seamless fetch is the mean of the elements on both sides of it, and
 * going over the edge changes nothing suddenly; without the flag a face ends at its own edge. */
static void seams(void **state)
{
    (void)state;
    NEED_KERNELS();
    CUarray array = cube_make(1);
    CUtexObject seamless = texture_on(array, CU_TR_ADDRESS_MODE_WRAP, CU_TR_FILTER_MODE_LINEAR,
                                      CU_TRSF_SEAMLESS_CUBEMAP);
    CUtexObject plain = texture_on(array, CU_TR_ADDRESS_MODE_CLAMP, CU_TR_FILTER_MODE_LINEAR, 0);
    const float in = 0.999999f;
    /* +x towards +z: at y = -0.25 the middle between rows 2 and 3 of +x, whose column 0 meets
     * column 3 of +z */
    Four at[6] = {{{1, -0.25f, in, 0}}, {{in, -0.25f, 1, 0}}, {{1, 0.75f, in, 0}},
                  {{1, in, in, 0}},     {{in, 1, in, 0}},     {{in, in, 1, 0}}},
         out[6];
    look("look_cube", seamless, at, out, 6);
    double across = (20 + 423) / 2.0; /* row 2 */
    assert_true(fabs(out[0].v[0] - across) < 0.5 && fabs(out[1].v[0] - across) < 0.5);
    assert_true(fabs(out[2].v[0] - (0 + 403) / 2.0) < 0.5);
    /* the corner of +x (row 0, column 0), +y (row 3, column 3) and +z (row 0, column 3) */
    double corner = (0 + 233 + 403) / 3.0;
    for (int i = 3; i < 6; i++)
        assert_true(fabs(out[i].v[0] - corner) < 60 && out[i].v[0] > 100);
    look("look_cube", plain, at, out, 6);
    assert_true(fabs(out[0].v[0] - 20) < 0.5 && fabs(out[1].v[0] - 423) < 0.5);
    assert_true(fabs(out[3].v[0] - 0) < 0.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEXTURE_TEST(levels),
        TEXTURE_TEST(surfaces_of_levels),
        TEXTURE_TEST(gradients),
        TEXTURE_TEST(views_of_formats),
        TEXTURE_TEST(views_of_layers_and_levels),
        TEXTURE_TEST(cubes),
        TEXTURE_TEST(seams),
    };
    return cmocka_run_group_tests(tests, kernels_compile, kernels_drop);
}
