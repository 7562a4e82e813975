/* What textures give at the edges of what they do: rounding of coordinates and shares, borders,
 * offsets, gathers, whole coordinates, kinds of results, memory without arrays, cube maps, layers,
 * levels; for any libcuda.
 *
 *   texels_more LIBCUDA
 *
 * A recorder, as texels.c; the lines of an H200 are kept as texels_more.txt. */
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

static const char *const mode_names[] = {"wrap", "clamp", "mirror", "border"};

static const char *mode_title(const char *what, int mode, int linear, unsigned flags)
{
    static char title[128];
    snprintf(title, sizeof title, "%s %s%s%s%s%s%s", what, mode_names[mode],
             linear ? " linear" : "", flags & CU_TRSF_NORMALIZED_COORDINATES ? " normalised" : "",
             flags & CU_TRSF_READ_AS_INTEGER ? " integer" : "", flags & CU_TRSF_SRGB ? " srgb" : "",
             flags & CU_TRSF_SEAMLESS_CUBEMAP ? " seamless" : "");
    return title;
}

static void look(const char *title, const char *instruction, CUarray array,
                 const CUDA_TEXTURE_DESC *modes, unsigned count)
{
    CUtexObject texture = texture_new(array, modes, NULL);
    texel_run(title, instruction, texture, points, count);
    cu.cuTexObjectDestroy(texture);
}

/* Floats that count up. */
static CUarray ramp_new(size_t width, size_t height, size_t depth, unsigned flags)
{
    CUarray array = array_new(width, height, depth, CU_AD_FORMAT_FLOAT, 1, flags);
    size_t rows = height ? height : 1, slices = depth ? depth : 1;
    for (size_t i = 0; i < width * rows * slices; i++) {
        float value = (float)(i + 1);
        memcpy(bytes + 4 * i, &value, 4);
    }
    array_copy(array, bytes, width * 4, rows, slices, 1);
    return array;
}

static float special(uint32_t any)
{
    static const float some[] = {0,        -0.0f,     1,   -1,    0.5f,   -0.5f,
                                 INFINITY, -INFINITY, NAN, 1e30f, -1e30f, 1e-40f};
    return some[any % (sizeof some / sizeof *some)];
}

static float beside(float value, int steps)
{
    uint32_t bits;
    memcpy(&bits, &value, 4);
    bits += (uint32_t)(value < 0 ? -steps : steps);
    memcpy(&value, &bits, 4);
    return isnan(value) ? 0 : value;
}

/* -- where a coordinate lies */

static void coordinates_say(void)
{
    static const size_t widths[] = {1, 3, 7, 100, 1000, 1024, 16384};
    enum { COUNT = 72 };
    uint32_t seed = 21;
    begin();
    for (size_t w = 0; w < sizeof widths / sizeof *widths; w++) {
        float width = (float)widths[w];
        CUarray array = ramp_new(widths[w], 1, 0, 0);
        for (int normalised = 0; normalised < 2; normalised++) {
            for (int p = 0; p < COUNT; p++) {
                float at = (float)(int)(next_random(&seed) % (1024 * (uint32_t)widths[w])) / 512;
                at = p < 48   ? beside(at - width / 2, p % 5 - 2)
                     : p < 60 ? any_step(&seed, -100, 60000) * width
                              : special((uint32_t)p);
                points[p] = (TexelPoint){.f = {normalised ? at / width : at, 0.5f}};
            }
            printf("%zu elements\n", widths[w]);
            points_say(points, COUNT);
            for (int c = 0; c < 8; c++) {
                unsigned flags = normalised ? CU_TRSF_NORMALIZED_COORDINATES : 0;
                CUDA_TEXTURE_DESC modes = modes_of(c & 3, c >> 2, flags);
                look(mode_title("coordinates", c & 3, c >> 2, flags), LOOK_2D, array, &modes,
                     COUNT);
            }
        }
        cu.cuArrayDestroy(array);
    }
}

/* Each of 8 neighbours has 1 in a channel, those of the second slice 4096. */
static void shares_say(void)
{
    enum { COUNT = 192 };
    static float data[2][2][2][4];
    uint32_t seed = 22;
    begin();
    for (int i = 0; i < 8; i++)
        data[i >> 2][i >> 1 & 1][i & 1][i & 3] = i < 4 ? 1 : 4096;
    CUarray flat = array_new(2, 2, 0, CU_AD_FORMAT_FLOAT, 4, 0);
    CUarray deep = array_new(2, 2, 2, CU_AD_FORMAT_FLOAT, 4, 0);
    array_copy(flat, data, 32, 2, 1, 1);
    array_copy(deep, data, 32, 2, 2, 1);
    for (int p = 0; p < COUNT; p++)
        for (int i = 0; i < 3; i++)
            points[p].f[i] = any_step(&seed, 0.5f, 256);
    points_say(points, COUNT);
    for (int normalised = 0; normalised < 2; normalised++) {
        unsigned flags = normalised ? CU_TRSF_NORMALIZED_COORDINATES : 0;
        CUDA_TEXTURE_DESC modes = modes_of(CU_TR_ADDRESS_MODE_CLAMP, 1, flags);
        for (int p = 0; p < COUNT && normalised; p++)
            for (int i = 0; i < 3; i++)
                points[p].f[i] /= 2;
        look(mode_title("shares of 4", 1, 1, flags), LOOK_2D, flat, &modes, COUNT);
        look(mode_title("shares of 8", 1, 1, flags), LOOK_3D, deep, &modes, COUNT);
    }
}

/* -- what stands outside */

static void borders_say(void)
{
    static const float colors[][4] = {{0.5f, 0.25f, 0.75f, 1},
                                      {-0.5f, 2, -2, 0.1f},
                                      {INFINITY, -INFINITY, NAN, -0.0f},
                                      {0.1f, 0.2f, 0.3f, 0.4f},
                                      {1.5f / 255, 2.5f / 255, 0.5f / 127, -1.5f / 127},
                                      {70000, 1e-6f, 65504, 1e10f}};
    static const uint32_t wholes[][4] = {{1, 127, 128, 255},
                                         {256, 32767, 32768, 65536},
                                         {0xffffffff, 0xffffff80, 0xffff7fff, 0x80000000}};
    enum { COLORS = 6, ALL = 9, COUNT = 4 };
    static const float at[COUNT][2] = {{-3, 1.5f}, {99, 99}, {0.1f, 1.5f}, {7.9f, 3.8f}};
    begin();
    for (int p = 0; p < COUNT; p++)
        points[p] = (TexelPoint){.f = {at[p][0], at[p][1]}};
    for (int f = 0; f < TEXEL_FORMATS; f++)
        for (unsigned channels = 1; channels <= 4; channels *= 4) {
            const TexelFormat *format = &texel_formats[f];
            CUarray array = array_new(8, 4, 0, format->format, channels, 0);
            bytes_make(bytes, sizeof bytes, 5, format->name);
            array_copy(array, bytes, (size_t)8 * channels * format->bytes, 4, 1, 1);
            for (int c = 0; c < ALL * 4; c++) {
                char title[128];
                int color = c / 4;
                unsigned flags = c & 2 ? CU_TRSF_READ_AS_INTEGER : 0;
                CUDA_TEXTURE_DESC modes = modes_of(CU_TR_ADDRESS_MODE_BORDER, c & 1, flags);
                if (color < COLORS)
                    memcpy(modes.borderColor, colors[color], 16);
                else
                    memcpy(modes.borderColor, wholes[color - COLORS], 16);
                snprintf(title, sizeof title, "border %d of %s x%u%s%s", color, format->name,
                         channels, c & 1 ? " linear" : "", c & 2 ? " integer" : "");
                look(title, LOOK_2D, array, &modes, COUNT);
            }
            cu.cuArrayDestroy(array);
        }
}

/* The modes of the sides that there aren't. */
static void one_side_say(void)
{
    enum { COUNT = 20 };
    static const struct {
        const char *name, *instruction;
        size_t height, depth;
        unsigned flags;
    } kinds[] = {{"one side", LOOK_1D, 0, 0, 0},
                 {"one row", LOOK_2D, 1, 0, 0},
                 {"one row as one side", LOOK_1D, 1, 0, 0},
                 {"a layer", LOOK_A1D, 0, 1, CUDA_ARRAY3D_LAYERED},
                 {"a layer of one row", LOOK_A2D, 1, 1, CUDA_ARRAY3D_LAYERED}};
    begin();
    for (int k = 0; k < 5; k++) {
        CUarray array = ramp_new(8, kinds[k].height, kinds[k].depth, kinds[k].flags);
        for (int c = 0; c < 16 * 2; c++) {
            char title[96];
            int normalised = c >> 4;
            CUDA_TEXTURE_DESC modes =
                modes_of(c & 3, 1, normalised ? CU_TRSF_NORMALIZED_COORDINATES : 0);
            modes.addressMode[1] = c >> 2 & 3;
            for (int p = 0; p < COUNT; p++) {
                float x = (float)p * 0.6f - 2, y = 0.3f;
                points[p] = (TexelPoint){.f = {normalised ? x / 8 : x, y}};
            }
            snprintf(title, sizeof title, "%s %s %s%s", kinds[k].name, mode_names[c & 3],
                     mode_names[c >> 2 & 3], normalised ? " normalised" : "");
            look(title, kinds[k].instruction, array, &modes, COUNT);
        }
        cu.cuArrayDestroy(array);
    }
}

/* -- gathers, offsets, whole coordinates */

static void gathers_say(void)
{
    enum { COUNT = 48 };
    static const char *const channels[] = {"r", "g", "b", "a"};
    uint32_t seed = 23;
    begin();
    for (int p = 0; p < COUNT; p++) {
        float x = (float)(int)(next_random(&seed) % 40) / 4 - 1, y = any_step(&seed, -1, 2560);
        points[p] = (TexelPoint){.f = {x + (float)(p % 5 - 2) / 512, y}};
        points[p].s[4] = (int)(next_random(&seed) % 24) - 12;
        points[p].s[5] = (int)(next_random(&seed) % 24) - 12;
    }
    points_say(points, COUNT);
    for (int f = 0; f < TEXEL_FORMATS; f++) {
        const TexelFormat *format = &texel_formats[f];
        CUarray array = array_new(8, 8, 0, format->format, 4, CUDA_ARRAY3D_TEXTURE_GATHER);
        bytes_make(bytes, sizeof bytes, 6, format->name);
        array_copy(array, bytes, (size_t)32 * format->bytes, 8, 1, 1);
        for (int c = 0; c < 8; c++) {
            char title[96], instruction[128];
            const char *channel = channels[(f + c) % 4];
            unsigned flags = c & 4 ? CU_TRSF_READ_AS_INTEGER : 0;
            CUDA_TEXTURE_DESC modes = modes_of(c & 3, c & 1, flags);
            snprintf(instruction, sizeof instruction,
                     "tld4.%s.2d.v4.f32.f32 " FOUR_FORMAT ", [%%d1, {%%f1, %%f2}]%s;", channel,
                     c & 2 ? ", {%r5, %r6}" : "");
            snprintf(title, sizeof title, "gather %s %s of %s%s", channel, mode_names[c & 3],
                     format->name, c & 4 ? " integer" : "");
            look(title, instruction, array, &modes, COUNT);
        }
        cu.cuArrayDestroy(array);
    }
}

static void offsets_say(void)
{
    enum { COUNT = 64 };
    uint32_t seed = 24;
    begin();
    CUarray array = ramp_new(32, 32, 0, 0);
    for (int p = 0; p < COUNT; p++) {
        points[p] = (TexelPoint){.f = {any_step(&seed, -4, 10240), any_step(&seed, -4, 10240)}};
        points[p].s[2] = (int)points[p].f[0];
        points[p].s[3] = (int)points[p].f[1];
        points[p].s[4] = p < 40 ? p - 20 : (int)(next_random(&seed) % 512) - 256;
        points[p].s[5] = (int)(next_random(&seed) % 20) - 10;
    }
    points_say(points, COUNT);
    for (int c = 0; c < 8; c++) {
        CUDA_TEXTURE_DESC modes = modes_of(c & 3, c >> 2, 0);
        look(mode_title("offset", c & 3, c >> 2, 0),
             "tex.2d.v4.f32.f32 " FOUR ", [%d1, {%f1, %f2}], {%r5, %r6};", array, &modes, COUNT);
        look(mode_title("whole", c & 3, c >> 2, 0),
             "tex.2d.v4.f32.s32 " FOUR ", [%d1, {%r3, %r4}];", array, &modes, COUNT);
        look(mode_title("whole with offset", c & 3, c >> 2, 0),
             "tex.2d.v4.f32.s32 " FOUR ", [%d1, {%r3, %r4}], {%r5, %r6};", array, &modes, COUNT);
    }
}

static void wholes_say(void)
{
    enum { COUNT = 32 };
    static const struct {
        const char *name, *instruction;
        size_t height, depth;
        unsigned flags;
    } kinds[] = {
        {"whole 1d", "tex.1d.v4.f32.s32 " FOUR ", [%d1, {%r1}];", 0, 0, 0},
        {"whole 3d", "tex.3d.v4.f32.s32 " FOUR ", [%d1, {%r1, %r2, %r3, %r3}];", 4, 3, 0},
        {"whole a1d", "tex.a1d.v4.f32.s32 " FOUR ", [%d1, {%r4, %r1}];", 0, 3,
         CUDA_ARRAY3D_LAYERED},
        {"whole a2d", "tex.a2d.v4.f32.s32 " FOUR ", [%d1, {%r4, %r1, %r2, %r2}];", 4, 3,
         CUDA_ARRAY3D_LAYERED},
        {"whole level 2d", "tex.level.2d.v4.f32.s32 " FOUR ", [%d1, {%r1, %r2}], %r3;", 4, 0, 0},
    };
    uint32_t seed = 25;
    begin();
    for (int p = 0; p < COUNT; p++)
        for (int i = 0; i < 4; i++)
            points[p].s[i] = (int)(next_random(&seed) % 16) - 4;
    points[0] = (TexelPoint){.s = {INT32_MAX, INT32_MAX, INT32_MAX, INT32_MAX}};
    points[1] = (TexelPoint){.s = {INT32_MIN, INT32_MIN, INT32_MIN, INT32_MIN}};
    points_say(points, COUNT);
    for (int k = 0; k < 5; k++) {
        CUarray array = ramp_new(8, kinds[k].height, kinds[k].depth, kinds[k].flags);
        for (int c = 0; c < 8; c++) {
            CUDA_TEXTURE_DESC modes = modes_of(c & 3, c >> 2, 0);
            look(mode_title(kinds[k].name, c & 3, c >> 2, 0), kinds[k].instruction, array, &modes,
                 COUNT);
        }
        cu.cuArrayDestroy(array);
    }
}

static const Section sections[] = {
    {"coordinates", coordinates_say}, {"shares", shares_say},   {"borders", borders_say},
    {"one side", one_side_say},       {"gathers", gathers_say}, {"offsets", offsets_say},
    {"wholes", wholes_say},
};

int main(int count, char **arguments)
{
    return record(count, arguments, sections, sizeof sections / sizeof sections[0]);
}
