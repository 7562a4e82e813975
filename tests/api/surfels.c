/* What surface instructions read, write and reduce, in every form, within surfaces and outside;
 * for any libcuda.
 *
 *   surfels LIBCUDA
 *
 * A recorder, as texels.c; the lines of an H200 are kept as surfels.txt. */
#include "texels.h"

static TexelPoint points[POINTS_MOST];
static unsigned char bytes[1 << 16], back[1 << 16];

enum { X = 8, Y = 4, Z = 3 };

typedef struct Geometry {
    const char *name, *coordinates;
    size_t height, depth;
    unsigned flags;
} Geometry;

static const Geometry geometries[] = {
    {"1d", "{%r1}", 0, 0, 0},
    {"2d", "{%r1, %r2}", Y, 0, 0},
    {"3d", "{%r1, %r2, %r3, %r3}", Y, Z, 0},
    {"a1d", "{%r4, %r1}", 0, Z, CUDA_ARRAY3D_LAYERED},
    {"a2d", "{%r4, %r1, %r2, %r2}", Y, Z, CUDA_ARRAY3D_LAYERED},
};
enum { GEOMETRIES = sizeof geometries / sizeof *geometries };

/* What one access moves: its type, how many, registers of the values and what follows a load. */
typedef struct Access {
    const char *type, *loaded, *stored, *after;
    unsigned bytes;
} Access;

#define UNPACK_2 "mov.b32 %r11, {%h1, %h2};"
#define UNPACK_4 "mov.b32 %r11, {%h1, %h2}; mov.b32 %r12, {%h3, %h4};"
#define PACK \
    "cvt.u16.u32 %h1, %r5; cvt.u16.u32 %h2, %r6; cvt.u16.u32 %h3, %r7; cvt.u16.u32 %h4, %r8; "

static const Access accesses[] = {
    {"b8", "{%h1}", "{%h1}", UNPACK_2, 1},
    {"v2.b8", "{%h1, %h2}", "{%h1, %h2}", UNPACK_2, 2},
    {"v4.b8", "{%h1, %h2, %h3, %h4}", "{%h1, %h2, %h3, %h4}", UNPACK_4, 4},
    {"b16", "{%h1}", "{%h1}", UNPACK_2, 2},
    {"v2.b16", "{%h1, %h2}", "{%h1, %h2}", UNPACK_2, 4},
    {"v4.b16", "{%h1, %h2, %h3, %h4}", "{%h1, %h2, %h3, %h4}", UNPACK_4, 8},
    {"b32", "{%r11}", "{%r5}", "", 4},
    {"v2.b32", "{%r11, %r12}", "{%r5, %r6}", "", 8},
    {"v4.b32", FOUR, "{%r5, %r6, %r7, %r8}", "", 16},
    {"b64", "{%d5}", "{%d5}", "mov.b64 {%r11, %r12}, %d5;", 8},
    {"v2.b64", "{%d5, %d6}", "{%d5, %d6}", "mov.b64 {%r11, %r12}, %d5; mov.b64 {%r13, %r14}, %d6;",
     16},
};
enum { ACCESSES = sizeof accesses / sizeof *accesses };

static CUarray surface_array(const Geometry *g, CUarray_format format, unsigned channels)
{
    return array_new(X, g->height, g->depth, format, channels,
                     g->flags | CUDA_ARRAY3D_SURFACE_LDST);
}

static void array_set(CUarray array, const Geometry *g, size_t element, uint32_t seed)
{
    bytes_make(bytes, sizeof bytes, seed, "any");
    array_copy(array, bytes, X * element, g->height ? g->height : 1, g->depth ? g->depth : 1, 1);
}

/* Places within and around, in units of the access. */
static void places_make(unsigned count, unsigned unit, unsigned row)
{
    uint32_t seed = 51;
    for (unsigned p = 0; p < count; p++) {
        int units = (int)(row / unit);
        points[p].s[0] = ((int)(next_random(&seed) % (uint32_t)(units + 6)) - 3) * (int)unit;
        points[p].s[1] = (int)(next_random(&seed) % (Y + 2)) - 1;
        points[p].s[2] = (int)(next_random(&seed) % (Z + 2)) - 1;
        points[p].s[3] = (int)(next_random(&seed) % (Z + 2)) - 1;
        for (int i = 4; i < 8; i++)
            points[p].u[i] = next_random(&seed) << 8 | next_random(&seed) % 256;
    }
    for (int i = 0; i < 4; i++) {
        points[0].s[i] = INT32_MAX / 16 * 16;
        points[1].s[i] = INT32_MIN;
    }
}

static void loads_say(void)
{
    enum { COUNT = 24 };
    static const struct {
        CUarray_format format;
        unsigned channels, bytes;
    } kinds[] = {{CU_AD_FORMAT_UNSIGNED_INT8, 1, 1},
                 {CU_AD_FORMAT_HALF, 1, 2},
                 {CU_AD_FORMAT_FLOAT, 1, 4},
                 {CU_AD_FORMAT_UNSIGNED_INT16, 4, 8},
                 {CU_AD_FORMAT_SIGNED_INT32, 4, 16}};
    begin();
    for (int g = 0; g < GEOMETRIES; g++)
        for (int k = 0; k < 5; k++) {
            const Geometry *geometry = &geometries[g];
            CUarray array = surface_array(geometry, kinds[k].format, kinds[k].channels);
            array_set(array, geometry, kinds[k].bytes, 52);
            CUsurfObject surface = surface_new(array);
            for (int a = 0; a < ACCESSES; a++)
                for (int zero = 0; zero < 2; zero++) {
                    char title[96], instruction[256];
                    const Access *access = &accesses[a];
                    if (access->bytes > X * kinds[k].bytes ||
                        (g != 1 && access->bytes != kinds[k].bytes))
                        continue;
                    places_make(COUNT, access->bytes, X * kinds[k].bytes);
                    snprintf(title, sizeof title, "%s.%s%s of elements of %u", geometry->name,
                             access->type, zero ? " zero" : " clamp", kinds[k].bytes);
                    snprintf(instruction, sizeof instruction,
                             "suld.b.%s.%s.%s %s, [%%d1, %s];\n  %s", geometry->name, access->type,
                             zero ? "zero" : "clamp", access->loaded, geometry->coordinates,
                             access->after);
                    texel_run(title, instruction, surface, points, COUNT);
                }
            cu.cuSurfObjectDestroy(surface);
            cu.cuArrayDestroy(array);
        }
}

static void bytes_say(const char *title, CUresult result, size_t count)
{
    printf("[%s] %s\n", title, result_name(result));
    for (size_t i = 0; i < count; i++)
        printf("%02x%s", back[i], i % 32 == 31 || i + 1 == count ? "\n" : "");
    fflush(stdout);
}

/* One thread after the other, so that none meets another's element. */
static void stores_say(void)
{
    enum { COUNT = 10 };
    static uint32_t found[1][4];
    begin();
    for (int g = 0; g < GEOMETRIES; g++)
        for (int a = 0; a < ACCESSES; a++)
            for (int zero = 0; zero < 2; zero++) {
                char title[96], instruction[320];
                const Access *access = &accesses[a];
                const Geometry *geometry = &geometries[g];
                unsigned element = access->bytes < 4 ? access->bytes : 4;
                unsigned channels = access->bytes / element;
                if (g != 1 && a % 3)
                    continue;
                CUarray array = surface_array(geometry,
                                              element == 1   ? CU_AD_FORMAT_UNSIGNED_INT8
                                              : element == 2 ? CU_AD_FORMAT_HALF
                                                             : CU_AD_FORMAT_FLOAT,
                                              channels);
                CUsurfObject surface = surface_new(array);
                size_t height = geometry->height ? geometry->height : 1;
                size_t depth = geometry->depth ? geometry->depth : 1;
                CUresult result = CUDA_SUCCESS;
                array_set(array, geometry, access->bytes, 53);
                places_make(COUNT, access->bytes, X * access->bytes);
                snprintf(instruction, sizeof instruction, "%s\n  sust.b.%s.%s.%s [%%d1, %s], %s;",
                         PACK, geometry->name, access->type, zero ? "zero" : "clamp",
                         geometry->coordinates, access->stored);
                for (int p = 0; p < COUNT && result == CUDA_SUCCESS; p++)
                    result = texel_launch(instruction, surface, &points[p], 1, found);
                array_copy(array, back, X * access->bytes, height, depth, 0);
                snprintf(title, sizeof title, "%s.%s%s stored", geometry->name, access->type,
                         zero ? " zero" : " clamp");
                bytes_say(title, result, X * access->bytes * height * depth);
                cu.cuSurfObjectDestroy(surface);
                cu.cuArrayDestroy(array);
            }
}

/* -- sust.p: registers become elements */

static void formatted_say(void)
{
    enum { COUNT = 48 };
    static const float some[] = {0,         -0.0f, 1,      -1,    0.5f,  -0.5f, 2,      INFINITY,
                                 -INFINITY, NAN,   1e-40f, 65520, 70000, 1e30f, -1e30f, 6e-8f};
    static const int32_t whole[] = {-200, -129,  -128,  -1,    1,     127,    128,       255,
                                    256,  32767, 32768, 65535, 65536, -32768, INT32_MAX, INT32_MIN};
    static const char *const vectors[] = {"b32", "v2.b32", "v4.b32"};
    static const char *const values[] = {"{%r5}", "{%r5, %r6}", "{%r5, %r6, %r7, %r8}"};
    static uint32_t found[COUNT][4];
    uint32_t seed = 54;
    begin();
    for (int p = 0; p < COUNT; p++) {
        points[p] = (TexelPoint){.s = {p, 0}};
        for (int i = 4; i < 8; i++) {
            uint32_t any = next_random(&seed);
            if (p < 16)
                points[p].f[i] = some[(p + i) % 16];
            else if (p < 32)
                points[p].s[i] = whole[(p + i) % 16];
            else
                points[p].f[i] = p < 40 ? (float)(int)(any % 601 - 300) / 254
                                        : ((float)(any % 300) + 0.5f) / (any & 512 ? 255 : 127);
        }
    }
    points_say(points, COUNT);
    for (int f = 0; f < TEXEL_FORMATS; f++)
        for (unsigned channels = 1; channels <= 4; channels *= 2)
            for (int v = 0; v < 3; v++) {
                char title[96], instruction[128];
                const TexelFormat *format = &texel_formats[f];
                CUarray array =
                    array_new(COUNT, 1, 0, format->format, channels, CUDA_ARRAY3D_SURFACE_LDST);
                size_t row = (size_t)COUNT * channels * format->bytes;
                CUsurfObject surface = surface_new(array);
                bytes_make(bytes, sizeof bytes, 55, "any");
                array_copy(array, bytes, row, 1, 1, 1);
                snprintf(instruction, sizeof instruction,
                         "sust.p.2d.%s.zero [%%d1, {%%r1, %%r2}], %s;", vectors[v], values[v]);
                CUresult result = texel_launch(instruction, surface, points, COUNT, found);
                array_copy(array, back, row, 1, 1, 0);
                snprintf(title, sizeof title, "formatted %s as %s x%u", vectors[v], format->name,
                         channels);
                bytes_say(title, result, row);
                cu.cuSurfObjectDestroy(surface);
                cu.cuArrayDestroy(array);
            }
}

/* -- sured */

static void reductions_say(void)
{
    enum { COUNT = 32 };
    static const struct {
        const char *form, *value;
        unsigned bytes;
    } kinds[] = {
        {"b.add.2d.u32", "%r5", 4}, {"b.add.2d.s32", "%r5", 4}, {"b.min.2d.u32", "%r5", 4},
        {"b.min.2d.s32", "%r5", 4}, {"b.max.2d.u32", "%r5", 4}, {"b.max.2d.s32", "%r5", 4},
        {"b.and.2d.b32", "%r5", 4}, {"b.or.2d.b32", "%r5", 4},  {"b.add.2d.u64", "%d5", 8},
        {"b.min.2d.u64", "%d5", 8}, {"b.min.2d.s64", "%d5", 8}, {"b.max.2d.u64", "%d5", 8},
        {"b.max.2d.s64", "%d5", 8}, {"p.add.2d.b32", "%r5", 4}, {"p.min.2d.b32", "%r5", 4},
        {"p.max.2d.b32", "%r5", 4}, {"p.and.2d.b32", "%r5", 4}, {"p.or.2d.b32", "%r5", 4},
        {"p.min.2d.b64", "%d5", 8}, {"p.max.2d.b64", "%d5", 8},
    };
    static uint32_t found[COUNT][4];
    uint32_t seed = 56;
    begin();
    for (int k = 0; k < 20; k++)
        for (int with_sign = 0; with_sign < 2; with_sign++) {
            char title[96], instruction[128];
            int formatted = kinds[k].form[0] == 'p';
            CUarray array = array_new(
                COUNT, 1, 0, with_sign ? CU_AD_FORMAT_SIGNED_INT32 : CU_AD_FORMAT_UNSIGNED_INT32,
                kinds[k].bytes / 4, CUDA_ARRAY3D_SURFACE_LDST);
            CUsurfObject surface = surface_new(array);
            for (int p = 0; p < COUNT; p++) {
                points[p] = (TexelPoint){.s = {p * (formatted ? 1 : (int)kinds[k].bytes), 0}};
                points[p].u[4] = next_random(&seed) << 8 | (uint32_t)p;
                points[p].u[5] = next_random(&seed) << (p % 2 ? 8 : 0);
            }
            bytes_make(bytes, sizeof bytes, 57, "any");
            array_copy(array, bytes, COUNT * kinds[k].bytes, 1, 1, 1);
            snprintf(instruction, sizeof instruction, "sured.%s.zero [%%d1, {%%r1, %%r2}], %s;",
                     kinds[k].form, kinds[k].value);
            CUresult result = texel_launch(instruction, surface, points, COUNT, found);
            array_copy(array, back, COUNT * kinds[k].bytes, 1, 1, 0);
            snprintf(title, sizeof title, "sured.%s of %s", kinds[k].form,
                     with_sign ? "signed" : "unsigned");
            bytes_say(title, result, COUNT * kinds[k].bytes);
            cu.cuSurfObjectDestroy(surface);
            cu.cuArrayDestroy(array);
        }
}

/* -- what ends a kernel: a process for each */

static void fault(const char *title, const char *instruction, int x, int y, int object)
{
    begin();
    const Geometry *g = &geometries[1];
    CUarray array = surface_array(g, CU_AD_FORMAT_UNSIGNED_INT32, 1);
    array_set(array, g, 4, 58);
    CUDA_TEXTURE_DESC modes = modes_of(CU_TR_ADDRESS_MODE_CLAMP, 0, 0);
    uint64_t objects[] = {surface_new(array), texture_new(array, &modes, NULL), 0, 0x123456};
    points[0] = (TexelPoint){.s = {0, 0}};
    points[1] = (TexelPoint){.s = {x, y, 0, 0, 77}};
    texel_run(title, instruction, objects[object], points, 2);
}

#define FAULT(name, title, instruction, x, y, object) \
    static void name(void)                            \
    {                                                 \
        fault(title, instruction, x, y, object);      \
    }

#define SULD(mode) "suld.b.2d.b32." mode " {%r11}, [%d1, {%r1, %r2}];"
#define SUST(mode) "sust.b.2d.b32." mode " [%d1, {%r1, %r2}], {%r5};"

FAULT(load_outside, "a load outside", SULD("trap"), 400, 0, 0)
FAULT(load_below, "a load below", SULD("trap"), 0, 4, 0)
FAULT(store_outside, "a store outside", SUST("trap"), -4, 0, 0)
FAULT(load_odd, "a load at an odd byte", SULD("trap"), 2, 0, 0)
FAULT(load_odd_zero, "a load at an odd byte, zero", SULD("zero"), 2, 0, 0)
FAULT(store_odd, "a store at an odd byte", SUST("clamp"), 2, 0, 0)
FAULT(load_texture, "a load from a texture", SULD("zero"), 0, 0, 1)
FAULT(load_nothing, "a load from nothing", SULD("zero"), 0, 0, 2)
FAULT(load_wild, "a load from a number", SULD("zero"), 0, 0, 3)

static const Section sections[] = {
    {"loads", loads_say},
    {"stores", stores_say},
    {"formatted", formatted_say},
    {"reductions", reductions_say},
    {"load outside", load_outside},
    {"load below", load_below},
    {"store outside", store_outside},
    {"load odd", load_odd},
    {"load odd zero", load_odd_zero},
    {"store odd", store_odd},
    {"load texture", load_texture},
    {"load nothing", load_nothing},
    {"load wild", load_wild},
};

int main(int count, char **arguments)
{
    return record(count, arguments, sections, sizeof sections / sizeof sections[0]);
}
