/* Random calls with arrays, mipmapped arrays, textures and surfaces: descriptions of all kinds,
 * right and wrong, and copies of boxes. "call = RESULT" lines, what was told and copied, for any
 * libcuda.
 *
 *   random_image LIBCUDA [FIRST COUNT]
 *
 * It prints what a driver answers, to be compared with the simulated one. */
#include "random.h"

enum { ARRAYS = 6, MIPMAPS = 2, TEXTURES = 4, ROOM = 1 << 16, CALLS = 110 };

typedef struct Array {
    CUarray handle;
    CUDA_ARRAY3D_DESCRIPTOR made;
} Array;

static Array arrays[ARRAYS];
static CUmipmappedArray mipmaps[MIPMAPS];
static CUtexObject textures[TEXTURES];
static CUsurfObject surfaces[TEXTURES];
static CUdeviceptr room;
static unsigned char host[ROOM];

static const size_t extents[] = {0, 1, 2, 4, 6, 8, 16, 31, 32, 64};

static CUDA_ARRAY3D_DESCRIPTOR some_array(void)
{
    static const CUarray_format formats[] = {
        CU_AD_FORMAT_UNSIGNED_INT8, CU_AD_FORMAT_UNSIGNED_INT16, CU_AD_FORMAT_UNSIGNED_INT32,
        CU_AD_FORMAT_SIGNED_INT8,   CU_AD_FORMAT_SIGNED_INT16,   CU_AD_FORMAT_SIGNED_INT32,
        CU_AD_FORMAT_HALF,          CU_AD_FORMAT_FLOAT,          CU_AD_FORMAT_FLOAT,
        CU_AD_FORMAT_UNSIGNED_INT8, CU_AD_FORMAT_UNORM_INT8X4,   CU_AD_FORMAT_BC1_UNORM,
        CU_AD_FORMAT_BC7_UNORM};
    static const unsigned channels[] = {1, 1, 2, 4, 4, 3, 0};
    static const unsigned flags[] = {0,
                                     0,
                                     0,
                                     0,
                                     CUDA_ARRAY3D_SURFACE_LDST,
                                     CUDA_ARRAY3D_LAYERED,
                                     CUDA_ARRAY3D_CUBEMAP,
                                     CUDA_ARRAY3D_LAYERED | CUDA_ARRAY3D_CUBEMAP,
                                     CUDA_ARRAY3D_TEXTURE_GATHER,
                                     CUDA_ARRAY3D_LAYERED | CUDA_ARRAY3D_SURFACE_LDST};
    CUDA_ARRAY3D_DESCRIPTOR made = {0};
    made.Width = PICK(extents);
    made.Height = rarely(3) ? 0 : PICK(extents);
    made.Depth = rarely(2) ? 0 : PICK(extents);
    made.Format = rarely(30) ? (CUarray_format)below(64) : PICK(formats);
    made.NumChannels = PICK(channels);
    made.Flags = PICK(flags);
    if (made.Flags & CUDA_ARRAY3D_CUBEMAP && !rarely(3)) {
        made.Height = made.Width;
        made.Depth = made.Flags & CUDA_ARRAY3D_LAYERED ? 12 : 6;
    }
    return made;
}

static const char *array_text(const CUDA_ARRAY3D_DESCRIPTOR *made)
{
    static char text[100];
    snprintf(text, sizeof text, "%zu x %zu x %zu, format %#x of %u, %#x", made->Width, made->Height,
             made->Depth, (unsigned)made->Format, made->NumChannels, made->Flags);
    return text;
}

static void make_array(void)
{
    unsigned to = below(ARRAYS);
    CUDA_ARRAY3D_DESCRIPTOR made = some_array();
    CUDA_ARRAY_DESCRIPTOR flat = {made.Width, made.Height, made.Format, made.NumChannels};
    bool is_flat = rarely(3);
    if (arrays[to].handle)
        return;
    if (is_flat)
        TELL(cuArrayCreate_v2, (&arrays[to].handle, &flat), "a%u, %s", to, array_text(&made));
    else
        TELL(cuArray3DCreate_v2, (&arrays[to].handle, &made), "a%u, %s", to, array_text(&made));
    if (answer != CUDA_SUCCESS)
        arrays[to].handle = NULL;
    if (is_flat)
        made.Depth = made.Flags = 0;
    arrays[to].made = made;
}

static void make_mipmap(void)
{
    unsigned to = below(MIPMAPS), levels = rarely(6) ? 0 : 1 + below(8);
    CUDA_ARRAY3D_DESCRIPTOR made = some_array();
    if (mipmaps[to])
        return;
    TELL(cuMipmappedArrayCreate, (&mipmaps[to], &made, levels), "mip%u, %s, %u", to,
         array_text(&made), levels);
    if (answer != CUDA_SUCCESS)
        mipmaps[to] = NULL;
}

static unsigned some_array_number(void)
{
    unsigned number = below(ARRAYS);
    for (unsigned i = 0; i < ARRAYS && !arrays[number].handle && !rarely(20); i++)
        number = (number + 1) % ARRAYS;
    return number;
}

/* Textures and surfaces may outlive what they read. */
static void drop(void)
{
    unsigned number = below(ARRAYS), kind = below(5);
    if (kind == 0 && number < TEXTURES && textures[number]) {
        TELL(cuTexObjectDestroy, (textures[number]), "t%u", number);
        textures[number] = 0;
    } else if (kind == 1 && number < TEXTURES && surfaces[number]) {
        TELL(cuSurfObjectDestroy, (surfaces[number]), "u%u", number);
        surfaces[number] = 0;
    } else if (kind == 2 && number < MIPMAPS && mipmaps[number]) {
        TELL(cuMipmappedArrayDestroy, (mipmaps[number]), "mip%u", number);
        mipmaps[number] = NULL;
    } else if (arrays[number].handle) {
        TELL(cuArrayDestroy, (arrays[number].handle), "a%u", number);
        arrays[number] = (Array){0};
    }
}

static void ask_array(void)
{
    unsigned number = some_array_number(), level = below(9), from = below(MIPMAPS);
    CUDA_ARRAY3D_DESCRIPTOR told = {0};
    CUDA_ARRAY_DESCRIPTOR flat = {0};
    CUarray got = NULL;
    switch (below(4)) {
    case 0:
        TELL(cuArrayGetDescriptor_v2, (&flat, arrays[number].handle), "a%u", number);
        gave("%zu x %zu, %#x of %u", flat.Width, flat.Height, (unsigned)flat.Format,
             flat.NumChannels);
        break;
    case 1:
        TELL(cuMipmappedArrayGetLevel, (&got, mipmaps[from], level), "mip%u, %u", from, level);
        if (answer != CUDA_SUCCESS)
            return;
        TELL(cuArray3DGetDescriptor_v2, (&told, got), "it");
        gave("%s", array_text(&told));
        break;
    default:
        TELL(cuArray3DGetDescriptor_v2, (&told, arrays[number].handle), "a%u", number);
        gave("%s", array_text(&told));
    }
}

static void copy_part(void)
{
    static const size_t offsets[] = {0, 0, 4, 8, 16, 60, 1, 64},
                        lengths[] = {4, 8, 16, 32, 64, 1, 0, 200};
    unsigned number = some_array_number(), other = some_array_number();
    size_t offset = PICK(offsets), from = PICK(offsets), size = PICK(lengths);
    CUarray array = arrays[number].handle;
    switch (below(5)) {
    case 0:
        TELL(cuMemcpyHtoA_v2, (array, offset, host, size), "a%u + %zu, host, %zu", number, offset,
             size);
        break;
    case 1:
        TELL(cuMemcpyAtoH_v2, (host + 4096, array, offset, size), "host, a%u + %zu, %zu", number,
             offset, size);
        break;
    case 2:
        TELL(cuMemcpyDtoA_v2, (array, offset, room, size), "a%u + %zu, room, %zu", number, offset,
             size);
        break;
    case 3:
        TELL(cuMemcpyAtoD_v2, (room + 4096, array, offset, size), "room, a%u + %zu, %zu", number,
             offset, size);
        break;
    default:
        TELL(cuMemcpyAtoA_v2, (array, offset, arrays[other].handle, from, size),
             "a%u + %zu, a%u + %zu, %zu", number, offset, other, from, size);
    }
}

/* A box between an array and memory, or two arrays. */
static void copy_box(void)
{
    static const size_t pitches[] = {0, 64, 128, 512}, widths[] = {4, 8, 16, 32, 64, 1, 0, 12};
    unsigned number = some_array_number(), other = some_array_number(), kind = below(5);
    CUDA_MEMCPY3D copy = {0};
    copy.srcXInBytes = rarely(3) ? 4 * below(5) : 0;
    copy.srcY = below(3);
    copy.srcZ = rarely(3) ? below(3) : 0;
    copy.dstXInBytes = rarely(3) ? 4 * below(5) : 0;
    copy.dstY = below(3);
    copy.dstZ = rarely(3) ? below(3) : 0;
    copy.srcPitch = PICK(pitches);
    copy.dstPitch = PICK(pitches);
    copy.srcHeight = rarely(2) ? 0 : 8;
    copy.dstHeight = rarely(2) ? 0 : 8;
    copy.WidthInBytes = PICK(widths);
    copy.Height = below(5);
    copy.Depth = rarely(2) ? 1 : below(4);
    bool to_array = kind != 0, from_array = kind == 0 || kind == 1;
    copy.dstMemoryType = to_array   ? CU_MEMORYTYPE_ARRAY
                         : kind & 1 ? CU_MEMORYTYPE_HOST
                                    : CU_MEMORYTYPE_DEVICE;
    copy.srcMemoryType = from_array ? CU_MEMORYTYPE_ARRAY
                         : kind & 1 ? CU_MEMORYTYPE_HOST
                                    : CU_MEMORYTYPE_DEVICE;
    copy.dstArray = to_array ? arrays[number].handle : NULL;
    copy.srcArray = from_array ? arrays[other].handle : NULL;
    copy.srcHost = host;
    copy.dstHost = host + 4096;
    copy.srcDevice = room;
    copy.dstDevice = room + 4096;
    TELL(cuMemcpy3D_v2, (&copy),
         "%d:a%u [%zu, %zu, %zu] / %zu x %zu, %d:a%u [%zu, %zu, %zu] / %zu x %zu, %zu x %zu x %zu",
         (int)copy.dstMemoryType, number, copy.dstXInBytes, copy.dstY, copy.dstZ, copy.dstPitch,
         copy.dstHeight, (int)copy.srcMemoryType, other, copy.srcXInBytes, copy.srcY, copy.srcZ,
         copy.srcPitch, copy.srcHeight, copy.WidthInBytes, copy.Height, copy.Depth);
}

static CUDA_RESOURCE_DESC some_resource(char *text, size_t size)
{
    static const CUarray_format formats[] = {CU_AD_FORMAT_UNSIGNED_INT8, CU_AD_FORMAT_FLOAT,
                                             CU_AD_FORMAT_HALF, CU_AD_FORMAT_SIGNED_INT32,
                                             CU_AD_FORMAT_UNSIGNED_INT16};
    static const unsigned channels[] = {1, 2, 4, 4, 1, 3};
    static const size_t pitches[] = {512, 64, 32, 256, 100, 0}, sizes[] = {0, 4, 64, 1000, 4096, 3};
    unsigned kind = below(8), number = some_array_number(), from = below(MIPMAPS);
    CUDA_RESOURCE_DESC made = {0};
    CUarray_format format = PICK(formats);
    unsigned channel = PICK(channels);
    if (kind < 4) {
        made.resType = CU_RESOURCE_TYPE_ARRAY;
        made.res.array.hArray = arrays[number].handle;
        snprintf(text, size, "a%u", number);
    } else if (kind == 4) {
        made.resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY;
        made.res.mipmap.hMipmappedArray = mipmaps[from];
        snprintf(text, size, "mip%u", from);
    } else if (kind == 5) {
        size_t offset = rarely(4) ? 16 : 0;
        made.resType = CU_RESOURCE_TYPE_LINEAR;
        made.res.linear.devPtr = room + offset;
        made.res.linear.format = format;
        made.res.linear.numChannels = channel;
        made.res.linear.sizeInBytes = PICK(sizes);
        snprintf(text, size, "linear + %zu, %#x of %u, %zu", offset, (unsigned)format, channel,
                 made.res.linear.sizeInBytes);
    } else {
        size_t offset = rarely(4) ? 16 : 0;
        made.resType = CU_RESOURCE_TYPE_PITCH2D;
        made.res.pitch2D.devPtr = room + offset;
        made.res.pitch2D.format = format;
        made.res.pitch2D.numChannels = channel;
        made.res.pitch2D.width = PICK(extents);
        made.res.pitch2D.height = PICK(extents);
        made.res.pitch2D.pitchInBytes = PICK(pitches);
        snprintf(text, size, "pitched + %zu, %#x of %u, %zu x %zu / %zu", offset, (unsigned)format,
                 channel, made.res.pitch2D.width, made.res.pitch2D.height,
                 made.res.pitch2D.pitchInBytes);
    }
    made.flags = rarely(30);
    return made;
}

static CUDA_RESOURCE_VIEW_DESC some_view(void)
{
    CUDA_RESOURCE_VIEW_DESC view = {0};
    view.format = (CUresourceViewFormat)below(36);
    view.width = PICK(extents);
    view.height = PICK(extents);
    view.depth = rarely(2) ? 0 : PICK(extents);
    view.lastMipmapLevel = below(3);
    view.firstLayer = rarely(3) ? below(4) : 0;
    view.lastLayer = rarely(3) ? below(4) : 0;
    return view;
}

static void make_texture(void)
{
    static const unsigned flags[] = {0,
                                     0,
                                     0,
                                     CU_TRSF_READ_AS_INTEGER,
                                     CU_TRSF_NORMALIZED_COORDINATES,
                                     CU_TRSF_NORMALIZED_COORDINATES | CU_TRSF_SRGB,
                                     CU_TRSF_SRGB,
                                     CU_TRSF_SEAMLESS_CUBEMAP | CU_TRSF_NORMALIZED_COORDINATES,
                                     0x100};
    unsigned to = below(TEXTURES);
    char text[100];
    CUDA_RESOURCE_DESC resource = some_resource(text, sizeof text);
    CUDA_RESOURCE_VIEW_DESC view = some_view();
    CUDA_TEXTURE_DESC how = {0};
    bool viewed = rarely(6);
    for (unsigned i = 0; i < 3; i++)
        how.addressMode[i] = (CUaddress_mode)below(rarely(20) ? 6 : 4);
    how.filterMode = (CUfilter_mode)below(rarely(20) ? 3 : 2);
    how.mipmapFilterMode = (CUfilter_mode)below(2);
    how.flags = PICK(flags);
    how.maxAnisotropy = rarely(5) ? below(20) : 0;
    if (textures[to])
        return;
    TELL(cuTexObjectCreate, (&textures[to], &resource, &how, viewed ? &view : NULL),
         "t%u, %s; modes %d %d %d, filters %d %d, %#x, %u%s", to, text, (int)how.addressMode[0],
         (int)how.addressMode[1], (int)how.addressMode[2], (int)how.filterMode,
         (int)how.mipmapFilterMode, how.flags, how.maxAnisotropy, resource.flags ? ", flags" : "");
    if (viewed)
        printf("  view %d, %zu x %zu x %zu, %u to %u, %u to %u\n", (int)view.format, view.width,
               view.height, view.depth, view.firstMipmapLevel, view.lastMipmapLevel,
               view.firstLayer, view.lastLayer);
    if (answer != CUDA_SUCCESS)
        textures[to] = 0;
}

static void make_surface(void)
{
    unsigned to = below(TEXTURES);
    char text[100];
    CUDA_RESOURCE_DESC resource = some_resource(text, sizeof text);
    if (surfaces[to])
        return;
    TELL(cuSurfObjectCreate, (&surfaces[to], &resource), "u%u, %s%s", to, text,
         resource.flags ? ", flags" : "");
    if (answer != CUDA_SUCCESS)
        surfaces[to] = 0;
}

static void ask_texture(void)
{
    unsigned number = below(TEXTURES);
    CUDA_RESOURCE_DESC resource = {0};
    CUDA_TEXTURE_DESC how = {0};
    CUDA_RESOURCE_VIEW_DESC view = {0};
    switch (below(3)) {
    case 0:
        TELL(cuTexObjectGetTextureDesc, (&how, textures[number]), "t%u", number);
        gave("modes %d %d %d, filters %d %d, %#x, %u", (int)how.addressMode[0],
             (int)how.addressMode[1], (int)how.addressMode[2], (int)how.filterMode,
             (int)how.mipmapFilterMode, how.flags, how.maxAnisotropy);
        break;
    case 1:
        TELL(cuTexObjectGetResourceDesc, (&resource, textures[number]), "t%u", number);
        gave("type %d", (int)resource.resType);
        break;
    default:
        TELL(cuTexObjectGetResourceViewDesc, (&view, textures[number]), "t%u", number);
        gave("%d, %zu x %zu x %zu", (int)view.format, view.width, view.height, view.depth);
    }
}

static void run(void)
{
    static const Call table[] = {{make_array, 30},  {make_mipmap, 5}, {make_texture, 24},
                                 {make_surface, 6}, {drop, 22},       {ask_array, 8},
                                 {copy_part, 16},   {copy_box, 24},   {ask_texture, 6}};
    cu.cuMemAlloc_v2(&room, ROOM);
    for (size_t i = 0; i < sizeof host; i++)
        host[i] = (unsigned char)draw();
    cu.cuMemcpyHtoD_v2(room, host, ROOM);
    calls_make(table, 2, 8);
    calls_make(table, COUNT(table), CALLS);
}

int main(int count, char **arguments)
{
    return record_seeds(count, arguments, 0, 15, NULL, 0, run);
}
