/* What textures of block-compressed formats give, as arrays and as views of integer arrays, for
 * tiles of all modes; for any libcuda.
 *
 *   tiles LIBCUDA
 *
 * A recorder, as texels.c; the lines of an H200 are kept as tiles.txt. */
#include "texels.h"

enum { ACROSS = 8, DOWN = 6, TILES = ACROSS * DOWN, WIDTH = 4 * ACROSS, HEIGHT = 4 * DOWN };

typedef struct TileFormat {
    const char *name;
    CUarray_format format, light; /* light: with sRGB; 0: there is none */
    CUresourceViewFormat view;
    unsigned bytes, channels;
} TileFormat;

static const TileFormat formats[] = {
    {"BC1", CU_AD_FORMAT_BC1_UNORM, CU_AD_FORMAT_BC1_UNORM_SRGB, CU_RES_VIEW_FORMAT_UNSIGNED_BC1, 8,
     4},
    {"BC2", CU_AD_FORMAT_BC2_UNORM, CU_AD_FORMAT_BC2_UNORM_SRGB, CU_RES_VIEW_FORMAT_UNSIGNED_BC2,
     16, 4},
    {"BC3", CU_AD_FORMAT_BC3_UNORM, CU_AD_FORMAT_BC3_UNORM_SRGB, CU_RES_VIEW_FORMAT_UNSIGNED_BC3,
     16, 4},
    {"BC4", CU_AD_FORMAT_BC4_UNORM, 0, CU_RES_VIEW_FORMAT_UNSIGNED_BC4, 8, 1},
    {"signed BC4", CU_AD_FORMAT_BC4_SNORM, 0, CU_RES_VIEW_FORMAT_SIGNED_BC4, 8, 1},
    {"BC5", CU_AD_FORMAT_BC5_UNORM, 0, CU_RES_VIEW_FORMAT_UNSIGNED_BC5, 16, 2},
    {"signed BC5", CU_AD_FORMAT_BC5_SNORM, 0, CU_RES_VIEW_FORMAT_SIGNED_BC5, 16, 2},
    {"BC6H", CU_AD_FORMAT_BC6H_UF16, 0, CU_RES_VIEW_FORMAT_UNSIGNED_BC6H, 16, 3},
    {"signed BC6H", CU_AD_FORMAT_BC6H_SF16, 0, CU_RES_VIEW_FORMAT_SIGNED_BC6H, 16, 3},
    {"BC7", CU_AD_FORMAT_BC7_UNORM, CU_AD_FORMAT_BC7_UNORM_SRGB, CU_RES_VIEW_FORMAT_UNSIGNED_BC7,
     16, 4},
};
enum { FORMATS = sizeof formats / sizeof *formats };

static TexelPoint points[POINTS_MOST];
static unsigned char tiles[TILES * 16];

/* Any bytes, with each mode in turn. */
static void tiles_make(int format)
{
    static const unsigned char modes[] = {0,  1, 2, 6,  10, 14, 18, 22, 26,
                                          30, 3, 7, 11, 15, 19, 23, 27, 31};
    unsigned bytes = formats[format].bytes;
    bytes_make(tiles, sizeof tiles, 60 + (uint32_t)format, "any");
    for (unsigned t = 0; t < TILES; t++) {
        unsigned char *tile = tiles + (size_t)t * bytes, mode = modes[t % sizeof modes];
        if (format == FORMATS - 1 && t % 9 != 8)
            tile[0] = (unsigned char)(tile[0] << (t % 9 + 1) | 1 << t % 9);
        else if (format == FORMATS - 1)
            tile[0] = 0;
        else if (format == 7 || format == 8)
            tile[0] = (unsigned char)(mode > 1 ? (tile[0] & 0xe0) | mode : (tile[0] & 0xfc) | mode);
        else if (format == 0 && t % 3 == 0 && bytes == 8) /* three colours and none */
            tile[3] |= 0xf8, tile[1] &= 0x07;
    }
}

/* Middles of elements, row by row. */
static void middles_make(unsigned from, unsigned count)
{
    for (unsigned p = 0; p < count; p++)
        points[p] = (TexelPoint){
            .f = {(float)((from + p) % WIDTH) + 0.5f, (float)((from + p) / WIDTH) + 0.5f}};
}

#define LOOK "tex.2d.v4.f32.f32 " FOUR ", [%d1, {%f1, %f2}];"

static void all_say(const char *title, CUarray array, unsigned flags,
                    const CUDA_RESOURCE_VIEW_DESC *view, unsigned count)
{
    char part[160];
    uint32_t seed = 61;
    CUDA_TEXTURE_DESC modes = modes_of(CU_TR_ADDRESS_MODE_BORDER, 0, flags);
    CUtexObject texture = texture_new(array, &modes, view);
    for (unsigned from = 0; from < count; from += 384) {
        unsigned some = count - from < 384 ? count - from : 384;
        middles_make(from, some);
        snprintf(part, sizeof part, "%s from %u", title, from);
        texel_run(part, LOOK, texture, points, some);
    }
    cu.cuTexObjectDestroy(texture);
    modes = modes_of(CU_TR_ADDRESS_MODE_BORDER, 1, flags);
    memcpy(modes.borderColor, (float[]){0.3f, 0.6f, -0.2f, 0.9f}, 16);
    texture = texture_new(array, &modes, view);
    for (int p = 0; p < 64; p++)
        points[p] = (TexelPoint){
            .f = {any_step(&seed, -1, (WIDTH + 2) * 256), any_step(&seed, -1, (HEIGHT + 2) * 256)}};
    snprintf(part, sizeof part, "%s linear", title);
    texel_run(part, LOOK, texture, points, 64);
    cu.cuTexObjectDestroy(texture);
}

static void views_say(void)
{
    begin();
    for (int f = 0; f < FORMATS; f++) {
        const TileFormat *format = &formats[f];
        char title[96];
        CUarray array =
            array_new(ACROSS, DOWN, 0, CU_AD_FORMAT_UNSIGNED_INT32, format->bytes / 4, 0);
        tiles_make(f);
        array_copy(array, tiles, (size_t)ACROSS * format->bytes, DOWN, 1, 1);
        CUDA_RESOURCE_VIEW_DESC view = {.format = format->view, .width = WIDTH, .height = HEIGHT};
        snprintf(title, sizeof title, "a view as %s", format->name);
        all_say(title, array, 0, &view, WIDTH * HEIGHT);
        snprintf(title, sizeof title, "a view as %s srgb", format->name);
        if (format->light)
            all_say(title, array, CU_TRSF_SRGB, &view, 128);
        cu.cuArrayDestroy(array);
    }
}

static void arrays_say(void)
{
    static unsigned char back[TILES * 16];
    begin();
    for (int f = 0; f < 2 * FORMATS; f++) {
        const TileFormat *format = &formats[f / 2];
        char title[96];
        if (f % 2 && !format->light)
            continue;
        CUarray array = array_new(WIDTH, HEIGHT, 0, f % 2 ? format->light : format->format,
                                  format->channels, 0);
        CUDA_ARRAY3D_DESCRIPTOR d = {0};
        tiles_make(f / 2);
        cu.cuArray3DGetDescriptor_v2(&d, array);
        printf("%s%s: %zu x %zu, %u channels, %s\n", format->name, f % 2 ? " srgb" : "", d.Width,
               d.Height, d.NumChannels,
               result_name(array_copy(array, tiles, (size_t)ACROSS * format->bytes, DOWN, 1, 1)));
        memset(back, 0, sizeof back);
        say("read", array_copy(array, back, (size_t)ACROSS * format->bytes, DOWN, 1, 0));
        printf("%s\n", memcmp(back, tiles, (size_t)TILES * format->bytes) ? "other" : "the same");
        say("too wide", array_copy(array, tiles, (size_t)(ACROSS + 1) * format->bytes, 1, 1, 1));
        say("too high", array_copy(array, tiles, format->bytes, DOWN + 1, 1, 1));
        snprintf(title, sizeof title, "%s%s", format->name, f % 2 ? " srgb" : "");
        all_say(title, array, f % 2 ? CU_TRSF_SRGB : 0, NULL, 128);
        cu.cuArrayDestroy(array);
    }
}

static const Section sections[] = {{"views", views_say}, {"arrays", arrays_say}};

int main(int count, char **arguments)
{
    return record(count, arguments, sections, sizeof sections / sizeof sections[0]);
}
