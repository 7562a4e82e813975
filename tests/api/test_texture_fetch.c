/* What kernels read from textures, against the formulae of the CUDA C++ Programming Guide, "Texture
 * Fetching", written down here once more. */
#include "texture.h"

enum { X = 8, Y = 4, Z = 4, POINTS = 512 };

static float texels[X * Y * Z * 6 * 2];

/* The guide's T[i, j, k] with what an address mode makes of an index; outside with border: 0. */
typedef struct Reference {
    int dimensions, size[3];
    bool layered, normalised, linear;
    CUaddress_mode mode;
} Reference;

static int index_by_mode(int i, int n, CUaddress_mode mode)
{
    if (mode == CU_TR_ADDRESS_MODE_CLAMP)
        return i < 0 ? 0 : i >= n ? n - 1 : i;
    if (mode == CU_TR_ADDRESS_MODE_WRAP)
        return ((i % n) + n) % n;
    if (mode == CU_TR_ADDRESS_MODE_MIRROR) {
        i = ((i % (2 * n)) + 2 * n) % (2 * n);
        return i < n ? i : 2 * n - 1 - i;
    }
    return i < 0 || i >= n ? -1 : i;
}

static double texel_of(const Reference *r, const int at[3], int layer)
{
    int found[3] = {0, 0, 0};
    CUaddress_mode mode = r->mode;
    /* The modes that repeat are only for normalised coordinates. */
    if (!r->normalised && (mode == CU_TR_ADDRESS_MODE_WRAP || mode == CU_TR_ADDRESS_MODE_MIRROR))
        mode = CU_TR_ADDRESS_MODE_CLAMP;
    for (int i = 0; i < r->dimensions; i++) {
        found[i] = index_by_mode(at[i], r->size[i], mode);
        if (found[i] < 0)
            return 0;
    }
    int z = r->layered ? layer : found[2];
    return texels[(z * r->size[1] + found[1]) * r->size[0] + found[0]];
}

static double reference(const Reference *r, const Four *at)
{
    int low[3] = {0, 0, 0}, layer = (int)at->v[3];
    double alpha[3] = {0, 0, 0}, sum = 0;
    layer = layer < 0 ? 0 : layer >= Z ? Z - 1 : layer;
    for (int i = 0; i < r->dimensions; i++) {
        double x = at->v[i] * (r->normalised ? r->size[i] : 1) - (r->linear ? 0.5 : 0);
        low[i] = (int)floor(x);
        alpha[i] = r->linear ? x - floor(x) : 0;
    }
    for (int corner = 0; corner < 1 << r->dimensions; corner++) {
        int index[3];
        double share = 1;
        for (int i = 0; i < 3; i++) {
            index[i] = low[i] + (corner >> i & 1);
            if (i < r->dimensions)
                share *= corner >> i & 1 ? alpha[i] : 1 - alpha[i];
        }
        if (share > 0)
            sum += share * texel_of(r, index, layer);
    }
    /* One side is a row of two, looked up at its edge; recorded on an H200. */
    bool at_edge = r->dimensions == 1 && !r->layered && r->linear;
    return at_edge && r->mode == CU_TR_ADDRESS_MODE_BORDER ? sum / 2 : sum;
}

/* Quarters of elements, from two sizes before the texture to two behind it: all shares are whole
 * numbers of 256ths, so that no rounding of the shares comes in. */
static void points_make(const Reference *r, Four *at)
{
    unsigned seed = 12345;
    for (int p = 0; p < POINTS; p++)
        for (int i = 0; i < 4; i++) {
            seed = seed * 1664525u + 1013904223u;
            int size = i < 3 ? r->size[i] : Z;
            int quarters = (int)(seed >> 8) % (size * 16) - size * 6;
            at[p].v[i] = i == 3          ? (float)((int)(seed >> 8) % (Z + 1))
                         : r->normalised ? (float)quarters / (float)(4 * size)
                                         : (float)quarters / 4;
        }
}

static void check(const char *kernel, const Reference *r, CUtexObject texture)
{
    static Four at[POINTS], out[POINTS];
    points_make(r, at);
    look(kernel, texture, at, out, POINTS);
    for (int p = 0; p < POINTS; p++) {
        double wanted = reference(r, &at[p]);
        if (fabs(out[p].v[0] - wanted) > 1e-5)
            fail_msg("%s, mode %d, linear %d, normalised %d, at (%g, %g, %g; %g): %.9g, not %.9g",
                     kernel, r->mode, r->linear, r->normalised, at[p].v[0], at[p].v[1], at[p].v[2],
                     at[p].v[3], out[p].v[0], wanted);
        assert_true(out[p].v[1] == 0 && out[p].v[2] == 0 && out[p].v[3] == 0);
    }
}

static void shape_check(const char *kernel, CUarray array, Reference r)
{
    for (int mode = 0; mode < 4; mode++)
        for (int linear = 0; linear < 2; linear++)
            for (int normalised = 0; normalised < 2; normalised++) {
                r.mode = (CUaddress_mode)mode;
                r.linear = linear;
                r.normalised = normalised;
                CUtexObject texture = texture_on(array, r.mode, (CUfilter_mode)linear,
                                                 normalised ? CU_TRSF_NORMALIZED_COORDINATES : 0);
                check(kernel, &r, texture);
                OK(cuTexObjectDestroy(texture));
            }
}

static CUarray floats(size_t width, size_t height, size_t depth, unsigned flags)
{
    CUarray array = array_make(width, height, depth, CU_AD_FORMAT_FLOAT, 1, flags);
    for (size_t i = 0; i < sizeof texels / sizeof *texels; i++)
        texels[i] = (float)((i * 37) % 251 + 1);
    array_fill(array, texels);
    return array;
}

static void shapes_modes_and_filters(void **state)
{
    (void)state;
    NEED_KERNELS();
    const unsigned layered = CUDA_ARRAY3D_LAYERED;
    shape_check("look_1d", floats(X, 0, 0, 0), (Reference){.dimensions = 1, .size = {X, 1, 1}});
    shape_check("look_1d", floats(X, 1, 0, 0), (Reference){.dimensions = 1, .size = {X, 1, 1}});
    shape_check("look_2d", floats(X, Y, 0, 0), (Reference){.dimensions = 2, .size = {X, Y, 1}});
    shape_check("look_3d", floats(X, Y, Z, 0), (Reference){.dimensions = 3, .size = {X, Y, Z}});
    shape_check("look_a1d", floats(X, 0, Z, layered),
                (Reference){.dimensions = 1, .size = {X, 1, 1}, .layered = true});
    shape_check("look_a2d", floats(X, Y, Z, layered),
                (Reference){.dimensions = 2, .size = {X, Y, 1}, .layered = true});
}

/* Coordinates that fall between 256ths: within half of one for each side. */
static void weights_have_8_bits(void **state)
{
    (void)state;
    NEED_KERNELS();
    static Four at[POINTS], out[POINTS];
    Reference r = {
        .dimensions = 1, .size = {X, 1, 1}, .linear = true, .mode = CU_TR_ADDRESS_MODE_CLAMP};
    CUtexObject texture = texture_on(floats(X, 0, 0, 0), r.mode, CU_TR_FILTER_MODE_LINEAR, 0);
    int rounded = 0;
    for (int p = 0; p < POINTS; p++)
        at[p].v[0] = (float)p * 0.0171f;
    look("look_1d", texture, at, out, POINTS);
    for (int p = 0; p < POINTS; p++) {
        double wanted = reference(&r, &at[p]);
        assert_true(fabs(out[p].v[0] - wanted) <= 251.0 / 512 + 1e-3);
        rounded += fabs(out[p].v[0] - wanted) > 1e-3;
    }
    assert_true(rounded > POINTS / 2);
}

/* -- formats */

static float half_of(unsigned bits)
{
    int exponent = (int)(bits >> 10 & 31);
    float size = exponent ? ldexpf((float)(1024 + (bits & 1023)), exponent - 25)
                          : ldexpf((float)(bits & 1023), -24);
    return bits >> 15 ? -size : size;
}

/* Channel values of each type: raw bytes, what they are as integers and as fractions. */
typedef struct Format {
    CUarray_format format;
    int bytes;
    bool sign, is_float, fraction_only;
} Format;

static void format_check(const Format *f, unsigned channels)
{
    static const uint32_t samples[] = {0,      1,      0x7f,   0x80,   0xff,  0x3c00,
                                       0xbc00, 0x7fff, 0x8000, 0xffff, 0x1234};
    enum { WIDE = 11 };
    unsigned char raw[WIDE * 4 * 4] = {0};
    Four at[WIDE], out[WIDE];
    for (unsigned i = 0; i < WIDE * channels; i++) {
        uint32_t value = samples[(i * 3 + i / WIDE) % WIDE];
        float real = (float)value / 16;
        if (f->is_float && f->bytes == 4)
            memcpy(&value, &real, 4);
        memcpy(raw + i * (unsigned)f->bytes, &value, (size_t)f->bytes);
    }
    CUarray array = array_make(WIDE, 0, 0, f->format, channels, 0);
    array_fill(array, raw);
    for (int p = 0; p < WIDE; p++)
        at[p] = (Four){{(float)p + 0.5f, 0, 0, 0}};
    for (int integer = 0; integer < 2; integer++) {
        CUtexObject texture = texture_on(array, CU_TR_ADDRESS_MODE_CLAMP, CU_TR_FILTER_MODE_POINT,
                                         integer ? CU_TRSF_READ_AS_INTEGER : 0);
        look("look_1d", texture, at, out, WIDE);
        for (unsigned p = 0; p < WIDE; p++)
            for (unsigned c = 0; c < 4; c++) {
                uint32_t value = 0, got;
                memcpy(&got, &out[p].v[c], 4);
                memcpy(&value, raw + (p * channels + c) * (unsigned)f->bytes, (size_t)f->bytes);
                int32_t extended = f->bytes == 1   ? (int8_t)value
                                   : f->bytes == 2 ? (int16_t)value
                                                   : (int32_t)value;
                double scale = ldexp(1, 8 * f->bytes - f->sign) - 1;
                double fraction = fmax((f->sign ? extended : (double)value) / scale, -1);
                if (c >= channels)
                    assert_int_equal(got, 0);
                else if (f->is_float && f->bytes == 4)
                    assert_int_equal(got, value);
                else if (f->is_float) {
                    if ((value >> 10 & 31) != 31)
                        assert_true(out[p].v[c] == half_of(value));
                } else if ((integer || f->bytes == 4) && !f->fraction_only)
                    assert_int_equal(got, f->sign ? (uint32_t)extended : value);
                else
                    assert_true(fabs(out[p].v[c] - fraction) < 1e-6);
            }
        OK(cuTexObjectDestroy(texture));
    }
    OK(cuArrayDestroy(array));
}

static void formats(void **state)
{
    (void)state;
    NEED_KERNELS();
    static const Format all[] = {{CU_AD_FORMAT_UNSIGNED_INT8, 1, false, false, false},
                                 {CU_AD_FORMAT_UNSIGNED_INT16, 2, false, false, false},
                                 {CU_AD_FORMAT_UNSIGNED_INT32, 4, false, false, false},
                                 {CU_AD_FORMAT_SIGNED_INT8, 1, true, false, false},
                                 {CU_AD_FORMAT_SIGNED_INT16, 2, true, false, false},
                                 {CU_AD_FORMAT_SIGNED_INT32, 4, true, false, false},
                                 {CU_AD_FORMAT_HALF, 2, true, true, false},
                                 {CU_AD_FORMAT_FLOAT, 4, true, true, false}};
    static const Format fractions[] = {{CU_AD_FORMAT_UNORM_INT8X1, 1, false, false, true},
                                       {CU_AD_FORMAT_UNORM_INT16X1, 2, false, false, true},
                                       {CU_AD_FORMAT_SNORM_INT8X1, 1, true, false, true},
                                       {CU_AD_FORMAT_SNORM_INT16X1, 2, true, false, true}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        for (unsigned channels = 1; channels <= 4; channels *= 2)
            format_check(&all[i], channels);
    for (size_t i = 0; i < sizeof fractions / sizeof *fractions; i++)
        for (int more = 0; more < 3; more++) {
            Format f = fractions[i];
            f.format += (CUarray_format)more;
            format_check(&f, 1u << more);
        }
}

static void srgb_and_border(void **state)
{
    (void)state;
    NEED_KERNELS();
    unsigned char bytes[4] = {0, 128, 255, 128};
    Four at[2] = {{{0.5f, 0, 0, 0}}, {{-3, 0, 0, 0}}}, out[2];
    CUarray array = array_make(1, 0, 0, CU_AD_FORMAT_UNSIGNED_INT8, 4, 0);
    array_fill(array, bytes);
    CUtexObject texture;
    CUDA_RESOURCE_DESC resource = {.resType = CU_RESOURCE_TYPE_ARRAY, .res.array.hArray = array};
    CUDA_TEXTURE_DESC d = {.addressMode = {CU_TR_ADDRESS_MODE_BORDER},
                           .flags = CU_TRSF_SRGB,
                           .borderColor = {1, 0, 1, 0}};
    OK(cuTexObjectCreate(&texture, &resource, &d, NULL));
    look("look_1d", texture, at, out, 2);
    assert_true(out[0].v[0] == 0 && out[0].v[2] == 1);
    assert_true(fabs(out[0].v[1] - pow((128 / 255.0 + 0.055) / 1.055, 2.4)) < 1e-3);
    assert_true(fabs(out[0].v[3] - 128 / 255.0) < 1e-6); /* alpha stays */
    assert_true(out[1].v[0] == 1 && out[1].v[1] == 0 && out[1].v[2] == 1 && out[1].v[3] == 0);
}

/* -- memory without an array */

static void linear_memory(void **state)
{
    (void)state;
    NEED_KERNELS();
    CUdeviceptr memory;
    float data[40];
    Four at[16], out[16];
    for (int i = 0; i < 40; i++)
        data[i] = (float)i;
    for (int i = 0; i < 16; i++)
        at[i] = (Four){{(float)(i - 3), 0, 0, 0}};
    OK(cuMemAlloc_v2(&memory, sizeof data));
    OK(cuMemcpyHtoD_v2(memory, data, sizeof data));
    CUtexObject texture;
    CUDA_RESOURCE_DESC resource = {.resType = CU_RESOURCE_TYPE_LINEAR,
                                   .res.linear = {memory, CU_AD_FORMAT_FLOAT, 4, sizeof data}};
    CUDA_TEXTURE_DESC d = {0};
    OK(cuTexObjectCreate(&texture, &resource, &d, NULL));
    look("element_1d", texture, at, out, 16);
    for (int i = 0; i < 16; i++)
        for (int c = 0; c < 4; c++)
            assert_true(out[i].v[c] == (i < 3 || i >= 13 ? 0 : (float)(4 * (i - 3) + c)));
}

static void pitched_memory(void **state)
{
    (void)state;
    NEED_KERNELS();
    CUdeviceptr memory;
    size_t pitch;
    Four at[9], out[9];
    float rows[3][5];
    for (int y = 0; y < 3; y++)
        for (int x = 0; x < 5; x++)
            rows[y][x] = (float)(10 * y + x);
    OK(cuMemAllocPitch_v2(&memory, &pitch, sizeof rows[0], 3, 4));
    CUDA_MEMCPY2D copy = {.srcMemoryType = CU_MEMORYTYPE_HOST,
                          .srcHost = rows,
                          .srcPitch = sizeof rows[0],
                          .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                          .dstDevice = memory,
                          .dstPitch = pitch,
                          .WidthInBytes = sizeof rows[0],
                          .Height = 3};
    OK(cuMemcpy2D_v2(&copy));
    CUtexObject texture;
    CUDA_RESOURCE_DESC resource = {.resType = CU_RESOURCE_TYPE_PITCH2D,
                                   .res.pitch2D = {memory, CU_AD_FORMAT_FLOAT, 1, 5, 3, pitch}};
    CUDA_TEXTURE_DESC d = {.addressMode = {CU_TR_ADDRESS_MODE_CLAMP, CU_TR_ADDRESS_MODE_CLAMP},
                           .filterMode = CU_TR_FILTER_MODE_LINEAR};
    OK(cuTexObjectCreate(&texture, &resource, &d, NULL));
    for (int i = 0; i < 9; i++)
        at[i] = (Four){{1.0f + (float)(i % 3), 1.0f + 0.25f * (float)(i / 3), 0, 0}};
    look("look_2d", texture, at, out, 9);
    for (int i = 0; i < 9; i++)
        assert_true(fabs(out[i].v[0] - (0.5 + i % 3 + 10 * (0.5 + 0.25 * (i / 3)))) < 1e-5);
}

/* -- gather: the four neighbours, from below left against the clock */

static void gathers(void **state)
{
    (void)state;
    NEED_KERNELS();
    float data[4][4][4];
    for (int y = 0; y < 4; y++)
        for (int x = 0; x < 4; x++)
            for (int c = 0; c < 4; c++)
                data[y][x][c] = (float)(100 * c + 10 * y + x);
    CUarray array = array_make(4, 4, 0, CU_AD_FORMAT_FLOAT, 4, CUDA_ARRAY3D_TEXTURE_GATHER);
    array_fill(array, data);
    CUtexObject texture = texture_on(array, CU_TR_ADDRESS_MODE_CLAMP, CU_TR_FILTER_MODE_POINT, 0);
    Four at[2] = {{{2.2f, 1.7f, 0, 0}}, {{4, 4, 0, 0}}}, out[2];
    look("gather_r", texture, at, out, 2);
    assert_true(out[0].v[0] == 21 && out[0].v[1] == 22 && out[0].v[2] == 12 && out[0].v[3] == 11);
    assert_true(out[1].v[0] == 33 && out[1].v[1] == 33 && out[1].v[2] == 33 && out[1].v[3] == 33);
    look("gather_b", texture, at, out, 1);
    assert_true(out[0].v[0] == 221 && out[0].v[3] == 211);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEXTURE_TEST(shapes_modes_and_filters),
        TEXTURE_TEST(weights_have_8_bits),
        TEXTURE_TEST(formats),
        TEXTURE_TEST(srgb_and_border),
        TEXTURE_TEST(linear_memory),
        TEXTURE_TEST(pitched_memory),
        TEXTURE_TEST(gathers),
    };
    return cmocka_run_group_tests(tests, kernels_compile, kernels_drop);
}
