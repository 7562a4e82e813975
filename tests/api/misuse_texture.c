/* Wrong uses of arrays, textures, surfaces and their references: "call = RESULT" lines for any
 * libcuda.
 *
 *   misuse_texture LIBCUDA
 *
 * A recorder: the lines of NVIDIA's library are kept as misuse_texture.txt beside this file. */
#include "recorder.h"

static CUarray array, other, flat, deep, layered, surfaced;
static CUmipmappedArray mipmaps;
static CUtexObject texture;
static CUsurfObject surface;
static CUtexref reference;
static CUsurfref surface_reference;
static CUDA_ARRAY_DESCRIPTOR d2;
static CUDA_ARRAY3D_DESCRIPTOR d3;
static CUDA_RESOURCE_DESC resource;
static CUDA_TEXTURE_DESC modes;
static CUDA_RESOURCE_VIEW_DESC view;
static char host[65536];

static const char names_ptx[] = ".version 7.0\n.target sm_52\n.address_size 64\n"
                                ".global .texref tex;\n.global .surfref surf;\n"
                                ".visible .entry k()\n{\n  ret;\n}\n";

/* A description in a word: width, height, depth, format, channels, flags. */
static CUresult try_array(size_t w, size_t h, size_t z, int format, unsigned channels,
                          unsigned flags)
{
    CUDA_ARRAY3D_DESCRIPTOR d = {w, h, z, (CUarray_format)format, channels, flags};
    CUarray made = NULL;
    CUresult result = cu.cuArray3DCreate_v2(&made, &d);
    if (result == CUDA_SUCCESS)
        cu.cuArrayDestroy(made);
    return result;
}
#define TRY(w, h, z, format, channels, flags)                                  \
    say("array " #w " x " #h " x " #z ", " #format " x" #channels ", " #flags, \
        try_array(w, h, z, format, channels, flags))

static void arrays(void)
{
    begin();
    TRY(0, 0, 0, 32, 1, 0);
    TRY(8, 0, 0, 32, 1, 0);
    TRY(8, 0, 0, 32, 0, 0);
    TRY(8, 0, 0, 32, 3, 0);
    TRY(8, 0, 0, 32, 8, 0);
    TRY(8, 0, 0, 77, 1, 0);
    TRY(8, 0, 4, 32, 1, 0);
    TRY(131072, 0, 0, 1, 1, 0);
    TRY(131073, 0, 0, 1, 1, 0);
    TRY(131072, 1, 0, 1, 1, 0);
    TRY(131073, 1, 0, 1, 1, 0);
    TRY(1, 65536, 0, 1, 1, 0);
    TRY(1, 65537, 0, 1, 1, 0);
    TRY(16384, 1, 1, 1, 1, 0);
    TRY(16385, 1, 1, 1, 1, 0);
    TRY(1, 1, 32768, 1, 1, 0);
    TRY(1, 1, 32769, 1, 1, 0);
    TRY(8, 0, 0, 32, 1, CUDA_ARRAY3D_LAYERED);
    TRY(8, 0, 8, 32, 1, CUDA_ARRAY3D_LAYERED);
    TRY(8, 0, 2049, 32, 1, CUDA_ARRAY3D_LAYERED);
    TRY(8, 8, 6, 32, 1, CUDA_ARRAY3D_CUBEMAP);
    TRY(8, 8, 0, 32, 1, CUDA_ARRAY3D_CUBEMAP);
    TRY(8, 4, 6, 32, 1, CUDA_ARRAY3D_CUBEMAP);
    TRY(8, 8, 12, 32, 1, CUDA_ARRAY3D_CUBEMAP);
    TRY(8, 8, 12, 32, 1, CUDA_ARRAY3D_CUBEMAP | CUDA_ARRAY3D_LAYERED);
    TRY(8, 8, 13, 32, 1, CUDA_ARRAY3D_CUBEMAP | CUDA_ARRAY3D_LAYERED);
    TRY(32769, 0, 0, 1, 1, CUDA_ARRAY3D_SURFACE_LDST);
    TRY(8, 8, 0, 32, 1, CUDA_ARRAY3D_TEXTURE_GATHER);
    TRY(8, 0, 0, 32, 1, CUDA_ARRAY3D_TEXTURE_GATHER);
    TRY(8, 8, 8, 32, 1, CUDA_ARRAY3D_TEXTURE_GATHER);
    TRY(8, 8, 8, 32, 1, CUDA_ARRAY3D_TEXTURE_GATHER | CUDA_ARRAY3D_LAYERED);
    TRY(8, 8, 0, 32, 1, CUDA_ARRAY3D_DEPTH_TEXTURE);
    TRY(8, 8, 0, 32, 1, CUDA_ARRAY3D_COLOR_ATTACHMENT);
    TRY(8, 8, 0, 32, 1, CUDA_ARRAY3D_SPARSE);
    TRY(8, 8, 0, 32, 1, CUDA_ARRAY3D_DEFERRED_MAPPING);
    TRY(8, 8, 0, 32, 1, 0x8000);
    TRY(8, 8, 0, 194, 4, 0);
    TRY(8, 8, 0, 194, 1, 0);
    TRY(8, 8, 0, 145, 4, 0);
    TRY(16384, 16384, 16384, 32, 4, 0);
    SAY(cuArrayCreate_v2(NULL, &d2));
    SAY(cuArrayCreate_v2(&array, NULL));
    SAY(cuArrayDestroy(NULL));
    d3 = (CUDA_ARRAY3D_DESCRIPTOR){20, 6, 0, CU_AD_FORMAT_FLOAT, 1, 0};
    SAY(cuMipmappedArrayCreate(&mipmaps, &d3, 0));
    SAY(cuMipmappedArrayCreate(&mipmaps, &d3, 99));
    SAY(cuMipmappedArrayGetLevel(&array, mipmaps, 4));
    SAY(cuMipmappedArrayGetLevel(&array, mipmaps, 5));
    SAY(cuMipmappedArrayGetLevel(NULL, mipmaps, 0));
    SAY(cuMipmappedArrayGetLevel(&array, mipmaps, 0));
    SAY(cuArrayDestroy(array));
    SAY(cuArrayGetDescriptor_v2(&d2, array));
    SAY(cuArrayGetDescriptor_v2(NULL, array));
    SAY(cuArray3DGetDescriptor_v2(NULL, array));
    SAY(cuMipmappedArrayDestroy(NULL));
    SAY(cuMipmappedArrayDestroy(mipmaps));
}

static CUarray make(size_t w, size_t h, size_t z, unsigned flags)
{
    CUarray made = NULL;
    CUDA_ARRAY3D_DESCRIPTOR d = {w, h, z, CU_AD_FORMAT_FLOAT, 1, flags};
    cu.cuArray3DCreate_v2(&made, &d);
    return made;
}

static void start(void)
{
    begin();
    array = make(16, 0, 0, 0);
    other = make(16, 0, 0, 0);
    flat = make(8, 4, 0, 0);
    deep = make(8, 4, 2, 0);
    layered = make(8, 0, 3, CUDA_ARRAY3D_LAYERED);
    surfaced = make(8, 4, 0, CUDA_ARRAY3D_SURFACE_LDST);
}

static void copies(void)
{
    start();
    SAY(cuMemcpyHtoA_v2(array, 0, host, 64));
    SAY(cuMemcpyHtoA_v2(array, 0, host, 68));
    SAY(cuMemcpyHtoA_v2(array, 4, host, 64));
    SAY(cuMemcpyHtoA_v2(array, 2, host, 4));
    SAY(cuMemcpyHtoA_v2(array, 0, host, 6));
    SAY(cuMemcpyHtoA_v2(array, 0, host, 0));
    SAY(cuMemcpyHtoA_v2(array, 0, NULL, 4));
    SAY(cuMemcpyHtoA_v2(NULL, 0, host, 4));
    SAY(cuMemcpyHtoA_v2(flat, 0, host, 32));
    SAY(cuMemcpyHtoA_v2(flat, 0, host, 64));
    SAY(cuMemcpyAtoH_v2(host, array, 0, 68));
    SAY(cuMemcpyAtoA_v2(other, 0, array, 0, 64));
    SAY(cuMemcpyAtoA_v2(other, 4, array, 0, 64));
    SAY(cuMemcpyAtoD_v2(memory, array, 0, 64));
    SAY(cuMemcpyAtoD_v2(0, array, 0, 64));
    CUDA_MEMCPY2D c = {.srcMemoryType = CU_MEMORYTYPE_HOST,
                       .srcHost = host,
                       .dstMemoryType = CU_MEMORYTYPE_ARRAY,
                       .dstArray = flat,
                       .WidthInBytes = 32,
                       .Height = 4};
    SAY(cuMemcpy2D_v2(&c));
    c.Height = 5;
    SAY(cuMemcpy2D_v2(&c));
    c.Height = 4;
    c.dstXInBytes = 4;
    SAY(cuMemcpy2D_v2(&c));
    c.WidthInBytes = 26;
    SAY(cuMemcpy2D_v2(&c));
    c.WidthInBytes = 28;
    c.dstXInBytes = 3;
    SAY(cuMemcpy2D_v2(&c));
    c.dstXInBytes = 0;
    c.srcPitch = 8;
    SAY(cuMemcpy2D_v2(&c));
    c.srcPitch = (size_t)1 << 31;
    c.Height = 1;
    SAY(cuMemcpy2D_v2(&c));
    c.srcPitch = 32;
    c.dstArray = NULL;
    SAY(cuMemcpy2D_v2(&c));
    c.dstMemoryType = 9;
    SAY(cuMemcpy2D_v2(&c));
    CUDA_MEMCPY3D b = {.srcMemoryType = CU_MEMORYTYPE_HOST,
                       .srcHost = host,
                       .srcPitch = 32,
                       .srcHeight = 4,
                       .dstMemoryType = CU_MEMORYTYPE_ARRAY,
                       .dstArray = deep,
                       .WidthInBytes = 32,
                       .Height = 4,
                       .Depth = 2};
    SAY(cuMemcpy3D_v2(&b));
    b.Depth = 3;
    SAY(cuMemcpy3D_v2(&b));
    b.Depth = 2;
    b.dstZ = 1;
    SAY(cuMemcpy3D_v2(&b));
    b.dstZ = 0;
    b.dstLOD = 1;
    SAY(cuMemcpy3D_v2(&b));
    b.dstLOD = 0;
    b.reserved0 = host;
    SAY(cuMemcpy3D_v2(&b));
    b.reserved0 = NULL;
    b.dstArray = layered;
    b.Height = 1;
    b.Depth = 3;
    SAY(cuMemcpy3D_v2(&b));
    b.Height = 3;
    b.Depth = 1;
    SAY(cuMemcpy3D_v2(&b));
}

static void objects(void)
{
    start();
    resource = (CUDA_RESOURCE_DESC){.resType = CU_RESOURCE_TYPE_ARRAY, .res.array.hArray = flat};
    SAY(cuTexObjectCreate(NULL, &resource, &modes, NULL));
    SAY(cuTexObjectCreate(&texture, NULL, &modes, NULL));
    SAY(cuTexObjectCreate(&texture, &resource, NULL, NULL));
    SAY(cuTexObjectCreate(&texture, &resource, &modes, NULL));
    SAY(cuTexObjectGetResourceViewDesc(&view, texture));
    SAY(cuTexObjectGetTextureDesc(NULL, texture));
    SAY(cuTexObjectDestroy(texture));
    SAY(cuTexObjectDestroy(texture));
    SAY(cuTexObjectDestroy(0));
    modes.addressMode[0] = 4;
    SAY(cuTexObjectCreate(&texture, &resource, &modes, NULL));
    modes = (CUDA_TEXTURE_DESC){.filterMode = 2};
    SAY(cuTexObjectCreate(&texture, &resource, &modes, NULL));
    modes = (CUDA_TEXTURE_DESC){.flags = 0x400};
    SAY(cuTexObjectCreate(&texture, &resource, &modes, NULL));
    modes = (CUDA_TEXTURE_DESC){.flags = CU_TRSF_SEAMLESS_CUBEMAP};
    SAY(cuTexObjectCreate(&texture, &resource, &modes, NULL));
    modes = (CUDA_TEXTURE_DESC){.maxAnisotropy = 99};
    SAY(cuTexObjectCreate(&texture, &resource, &modes, NULL));
    modes = (CUDA_TEXTURE_DESC){0};
    resource.flags = 1;
    SAY(cuTexObjectCreate(&texture, &resource, &modes, NULL));
    resource = (CUDA_RESOURCE_DESC){.resType = CU_RESOURCE_TYPE_ARRAY};
    SAY(cuTexObjectCreate(&texture, &resource, &modes, NULL));
    resource.resType = 9;
    SAY(cuTexObjectCreate(&texture, &resource, &modes, NULL));
    CUdeviceptr big;
    cu.cuMemAlloc_v2(&big, 65536);
    resource = (CUDA_RESOURCE_DESC){.resType = CU_RESOURCE_TYPE_LINEAR,
                                    .res.linear = {big, CU_AD_FORMAT_FLOAT, 1, 4096}};
    SAY(cuTexObjectCreate(&texture, &resource, &modes, NULL));
    resource.res.linear.devPtr = big + 16;
    SAY(cuTexObjectCreate(&texture, &resource, &modes, NULL));
    resource.res.linear.devPtr = big + 256;
    SAY(cuTexObjectCreate(&texture, &resource, &modes, NULL));
    resource.res.linear.devPtr = 0;
    SAY(cuTexObjectCreate(&texture, &resource, &modes, NULL));
    resource.res.linear.devPtr = big;
    resource.res.linear.sizeInBytes = 0;
    SAY(cuTexObjectCreate(&texture, &resource, &modes, NULL));
    resource.res.linear.sizeInBytes = (size_t)1 << 40;
    SAY(cuTexObjectCreate(&texture, &resource, &modes, NULL));
    resource = (CUDA_RESOURCE_DESC){.resType = CU_RESOURCE_TYPE_PITCH2D,
                                    .res.pitch2D = {big, CU_AD_FORMAT_FLOAT, 1, 8, 8, 512}};
    SAY(cuTexObjectCreate(&texture, &resource, &modes, NULL));
    resource.res.pitch2D.pitchInBytes = 500;
    SAY(cuTexObjectCreate(&texture, &resource, &modes, NULL));
    resource.res.pitch2D.pitchInBytes = 32;
    resource.res.pitch2D.width = 9;
    SAY(cuTexObjectCreate(&texture, &resource, &modes, NULL));
    resource = (CUDA_RESOURCE_DESC){.resType = CU_RESOURCE_TYPE_ARRAY, .res.array.hArray = flat};
    view =
        (CUDA_RESOURCE_VIEW_DESC){.format = CU_RES_VIEW_FORMAT_UINT_1X32, .width = 8, .height = 4};
    SAY(cuTexObjectCreate(&texture, &resource, &modes, &view));
    view.width = 4;
    SAY(cuTexObjectCreate(&texture, &resource, &modes, &view));
    view.width = 8;
    view.format = CU_RES_VIEW_FORMAT_UINT_4X32;
    SAY(cuTexObjectCreate(&texture, &resource, &modes, &view));
    SAY(cuSurfObjectCreate(&surface, &resource));
    resource.res.array.hArray = surfaced;
    SAY(cuSurfObjectCreate(&surface, &resource));
    SAY(cuSurfObjectGetResourceDesc(NULL, surface));
    SAY(cuSurfObjectDestroy(surface));
    SAY(cuSurfObjectDestroy(surface));
}

/* The call comes before its answer is read. */
#define SAY_NUMBER(what, call, value)                                     \
    do {                                                                  \
        CUresult said = (call);                                           \
        printf("%s = %s, %d\n", (what), result_name(said), (int)(value)); \
    } while (0)

static void references(void)
{
    CUmodule named;
    CUaddress_mode mode = 9;
    CUfilter_mode filter = 9;
    CUarray_format format = 9;
    unsigned flags = 9;
    int number = 9;
    size_t offset = 9;
    CUdeviceptr big = 0;
    start();
    cu.cuMemAlloc_v2(&big, 65536);
    SAY(cuModuleLoadData(&named, names_ptx));
    SAY(cuModuleGetTexRef(&reference, named, "absent"));
    SAY(cuModuleGetTexRef(&reference, named, "surf"));
    SAY(cuModuleGetTexRef(NULL, named, "tex"));
    SAY(cuModuleGetTexRef(&reference, named, "tex"));
    SAY(cuModuleGetSurfRef(&surface_reference, named, "tex"));
    SAY(cuModuleGetSurfRef(&surface_reference, named, "surf"));
    SAY(cuModuleGetGlobal_v2(&memory, NULL, named, "tex"));
    SAY_NUMBER("address mode", cu.cuTexRefGetAddressMode(&mode, reference, 0), mode);
    SAY_NUMBER("filter mode", cu.cuTexRefGetFilterMode(&filter, reference), filter);
    SAY_NUMBER("format", cu.cuTexRefGetFormat(&format, &number, reference), format);
    SAY_NUMBER("channels", CUDA_SUCCESS, number);
    SAY_NUMBER("flags", cu.cuTexRefGetFlags(&flags, reference), flags);
    SAY_NUMBER("anisotropy", cu.cuTexRefGetMaxAnisotropy(&number, reference), number);
    SAY(cuTexRefGetArray(&other, reference));
    SAY(cuTexRefGetAddress_v2(&memory, reference));
    SAY(cuTexRefSetArray(reference, NULL, CU_TRSA_OVERRIDE_FORMAT));
    SAY(cuTexRefSetArray(reference, flat, 0));
    SAY(cuTexRefSetArray(reference, flat, CU_TRSA_OVERRIDE_FORMAT));
    SAY(cuTexRefSetAddressMode(reference, 3, CU_TR_ADDRESS_MODE_WRAP));
    SAY(cuTexRefSetAddressMode(reference, 0, 9));
    SAY(cuTexRefSetFilterMode(reference, 9));
    SAY(cuTexRefSetFlags(reference, 0x8000));
    SAY(cuTexRefSetFormat(reference, CU_AD_FORMAT_FLOAT, 3));
    SAY(cuTexRefSetFormat(reference, 77, 1));
    SAY(cuTexRefSetFormat(reference, CU_AD_FORMAT_FLOAT, 1));
    SAY(cuTexRefSetAddress_v2(NULL, reference, big + 4, 64));
    SAY(cuTexRefSetAddress_v2(&offset, reference, big + 4, 64));
    SAY_NUMBER("offset", CUDA_SUCCESS, offset);
    SAY(cuTexRefSetAddress_v2(&offset, reference, big, 1 << 30));
    SAY(cuTexRefSetAddress_v2(&offset, reference, 0, 0));
    d2 = (CUDA_ARRAY_DESCRIPTOR){8, 8, CU_AD_FORMAT_FLOAT, 1};
    SAY(cuTexRefSetAddress2D_v3(reference, &d2, big, 512));
    SAY(cuTexRefSetAddress2D_v3(reference, &d2, big, 33));
    SAY(cuTexRefSetAddress2D_v3(reference, &d2, big + 4, 512));
    SAY(cuTexRefSetAddress2D_v3(reference, NULL, big, 512));
    SAY(cuSurfRefSetArray(surface_reference, flat, 0));
    SAY(cuSurfRefSetArray(surface_reference, surfaced, 1));
    SAY(cuSurfRefSetArray(surface_reference, surfaced, 0));
}

/* -- what is told of arrays, and more of what objects and references are made of */

static void told(void)
{
    CUDA_ARRAY_SPARSE_PROPERTIES sparse = {0};
    CUDA_ARRAY_MEMORY_REQUIREMENTS needs = {0};
    CUDA_ARRAY3D_DESCRIPTOR d = {256, 256, 0, CU_AD_FORMAT_FLOAT, 1, CUDA_ARRAY3D_SPARSE};
    CUarray made = NULL, later = NULL, plane = NULL;
    start();
    SAY(cuArrayGetSparseProperties(&sparse, flat));
    SAY(cuArrayGetMemoryRequirements(&needs, flat, device));
    SAY(cuArrayGetPlane(&plane, flat, 0));
    say("a sparse array", cu.cuArray3DCreate_v2(&made, &d));
    SAY(cuArrayGetSparseProperties(NULL, made));
    SAY(cuArrayGetSparseProperties(&sparse, made));
    printf("a tile is %u x %u x %u, the tail is of %llu bytes from level %u, flags %u\n",
           sparse.tileExtent.width, sparse.tileExtent.height, sparse.tileExtent.depth,
           sparse.miptailSize, sparse.miptailFirstLevel, sparse.flags);
    SAY(cuArrayGetMemoryRequirements(&needs, made, device));
    printf("it needs %zu bytes at %zu\n", needs.size, needs.alignment);
    d.Flags = CUDA_ARRAY3D_DEFERRED_MAPPING;
    say("an array mapped later", cu.cuArray3DCreate_v2(&later, &d));
    SAY(cuArrayGetSparseProperties(&sparse, later));
    SAY(cuArrayGetMemoryRequirements(NULL, later, device));
    SAY(cuArrayGetMemoryRequirements(&needs, later, device));
    printf("it needs %zu bytes at %zu\n", needs.size, needs.alignment);
    SAY(cuArrayDestroy(made));
    SAY(cuArrayDestroy(later));
}

static void mipmaps_say(const char *what, CUDA_ARRAY3D_DESCRIPTOR d, unsigned levels)
{
    CUmipmappedArray made = NULL;
    say(what, cu.cuMipmappedArrayCreate(&made, &d, levels));
    if (made)
        cu.cuMipmappedArrayDestroy(made);
}

static void levels(void)
{
    const CUarray_format f = CU_AD_FORMAT_FLOAT;
    start();
    mipmaps_say("one side", (CUDA_ARRAY3D_DESCRIPTOR){64, 0, 0, f, 1, 0}, 4);
    mipmaps_say("one side, too long", (CUDA_ARRAY3D_DESCRIPTOR){32769, 0, 0, f, 1, 0}, 4);
    mipmaps_say("two sides, too long", (CUDA_ARRAY3D_DESCRIPTOR){32769, 8, 0, f, 1, 0}, 4);
    mipmaps_say("layers", (CUDA_ARRAY3D_DESCRIPTOR){64, 8, 3, f, 1, CUDA_ARRAY3D_LAYERED}, 4);
    mipmaps_say("layers of one side",
                (CUDA_ARRAY3D_DESCRIPTOR){64, 0, 3, f, 1, CUDA_ARRAY3D_LAYERED}, 4);
    mipmaps_say("three sides", (CUDA_ARRAY3D_DESCRIPTOR){64, 8, 3, f, 1, 0}, 4);
    mipmaps_say("a cube", (CUDA_ARRAY3D_DESCRIPTOR){8, 8, 6, f, 1, CUDA_ARRAY3D_CUBEMAP}, 4);
    mipmaps_say("to gather from",
                (CUDA_ARRAY3D_DESCRIPTOR){64, 8, 0, f, 1, CUDA_ARRAY3D_TEXTURE_GATHER}, 4);
    mipmaps_say("of surfaces", (CUDA_ARRAY3D_DESCRIPTOR){64, 8, 0, f, 1, CUDA_ARRAY3D_SURFACE_LDST},
                4);
    mipmaps_say("sparse", (CUDA_ARRAY3D_DESCRIPTOR){256, 256, 0, f, 1, CUDA_ARRAY3D_SPARSE}, 4);
    d3 = (CUDA_ARRAY3D_DESCRIPTOR){16, 8, 0, f, 1, 0};
    cu.cuMipmappedArrayCreate(&mipmaps, &d3, 3);
    modes = (CUDA_TEXTURE_DESC){0};
    resource = (CUDA_RESOURCE_DESC){.resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY,
                                    .res.mipmap.hMipmappedArray = mipmaps};
    SAY(cuTexObjectCreate(&texture, &resource, &modes, NULL));
    SAY(cuSurfObjectCreate(&surface, &resource));
    modes.flags = CU_TRSF_NORMALIZED_COORDINATES;
    SAY(cuTexObjectCreate(&texture, &resource, &modes, NULL));
    view = (CUDA_RESOURCE_VIEW_DESC){.width = 16, .height = 8, .lastMipmapLevel = 2};
    SAY(cuTexObjectCreate(&texture, &resource, &modes, &view));
    view.lastMipmapLevel = 3;
    SAY(cuTexObjectCreate(&texture, &resource, &modes, &view));
    view.lastMipmapLevel = 0;
    view.firstMipmapLevel = 1;
    SAY(cuTexObjectCreate(&texture, &resource, &modes, &view));
    view.firstMipmapLevel = 0;
    view.lastLayer = 1;
    SAY(cuTexObjectCreate(&texture, &resource, &modes, &view));
    view.lastLayer = 0;
    view.format = CU_RES_VIEW_FORMAT_UNSIGNED_BC1;
    SAY(cuTexObjectCreate(&texture, &resource, &modes, &view));
    view.format = 99;
    SAY(cuTexObjectCreate(&texture, &resource, &modes, &view));
}

static void memory_made(void)
{
    CUdeviceptr big;
    start();
    cu.cuMemAlloc_v2(&big, 65536);
    modes = (CUDA_TEXTURE_DESC){0};
    resource = (CUDA_RESOURCE_DESC){.resType = CU_RESOURCE_TYPE_LINEAR,
                                    .res.linear = {big, CU_AD_FORMAT_FLOAT, 1, 65536 + 4}};
    SAY(cuTexObjectCreate(&texture, &resource, &modes, NULL));
    resource.res.linear.sizeInBytes = 1 << 30;
    SAY(cuTexObjectCreate(&texture, &resource, &modes, NULL));
    resource.res.linear.sizeInBytes = (1 << 30) + 4;
    SAY(cuTexObjectCreate(&texture, &resource, &modes, NULL));
    resource.res.linear.sizeInBytes = 3;
    SAY(cuTexObjectCreate(&texture, &resource, &modes, NULL));
    resource.res.linear.devPtr = (CUdeviceptr)1 << 20;
    resource.res.linear.sizeInBytes = 64;
    SAY(cuTexObjectCreate(&texture, &resource, &modes, NULL));
    SAY(cuSurfObjectCreate(&surface, &resource));
    resource.res.linear.devPtr = big;
    resource.res.linear.format = 77;
    SAY(cuTexObjectCreate(&texture, &resource, &modes, NULL));
    resource.res.linear.format = CU_AD_FORMAT_BC1_UNORM;
    resource.res.linear.numChannels = 4;
    SAY(cuTexObjectCreate(&texture, &resource, &modes, NULL));
    resource.res.linear.format = CU_AD_FORMAT_FLOAT;
    resource.res.linear.numChannels = 3;
    SAY(cuTexObjectCreate(&texture, &resource, &modes, NULL));
    resource = (CUDA_RESOURCE_DESC){.resType = CU_RESOURCE_TYPE_PITCH2D,
                                    .res.pitch2D = {big, CU_AD_FORMAT_FLOAT, 1, 8, 129, 512}};
    SAY(cuTexObjectCreate(&texture, &resource, &modes, NULL));
    resource.res.pitch2D.height = 65001;
    SAY(cuTexObjectCreate(&texture, &resource, &modes, NULL));
    resource.res.pitch2D.height = 0;
    SAY(cuTexObjectCreate(&texture, &resource, &modes, NULL));
    resource.res.pitch2D.height = 8;
    resource.res.pitch2D.pitchInBytes = 0;
    SAY(cuTexObjectCreate(&texture, &resource, &modes, NULL));
    view = (CUDA_RESOURCE_VIEW_DESC){.width = 8, .height = 8};
    resource.res.pitch2D.pitchInBytes = 512;
    SAY(cuTexObjectCreate(&texture, &resource, &modes, &view));
    resource = (CUDA_RESOURCE_DESC){.resType = CU_RESOURCE_TYPE_ARRAY, .res.array.hArray = flat};
    SAY(cuTexObjectCreate(&texture, &resource, &modes, NULL));
    SAY(cuSurfObjectDestroy(texture));
    SAY(cuSurfObjectGetResourceDesc(&resource, texture));
    SAY(cuTexObjectGetResourceDesc(&resource, 0));
    CUDA_MEMCPY3D c = {.srcMemoryType = CU_MEMORYTYPE_ARRAY,
                       .srcArray = deep,
                       .srcXInBytes = 2,
                       .dstMemoryType = CU_MEMORYTYPE_HOST,
                       .dstHost = host,
                       .WidthInBytes = 9,
                       .Height = 2,
                       .Depth = 2};
    SAY(cuMemcpy3D_v2(&c));
    c.srcXInBytes = 24;
    SAY(cuMemcpy3D_v2(&c));
}

static void references_told(void)
{
    CUmodule named;
    CUaddress_mode mode = 9;
    CUfilter_mode filter = 9;
    CUarray_format format = 9;
    int number = 9;
    size_t offset = 9;
    CUdeviceptr big = 0;
    float least = 9, most = 9;
    start();
    cu.cuMemAlloc_v2(&big, 65536);
    cu.cuModuleLoadData(&named, names_ptx);
    cu.cuModuleGetTexRef(&reference, named, "tex");
    SAY(cuTexRefGetMipmapLevelClamp(&least, &most, reference));
    printf("clamped from %g to %g\n", least, most);
    cu.cuTexRefSetAddressMode(reference, 0, 9);
    SAY_NUMBER("address mode", cu.cuTexRefGetAddressMode(&mode, reference, 0), mode);
    cu.cuTexRefSetFilterMode(reference, 9);
    SAY_NUMBER("filter mode", cu.cuTexRefGetFilterMode(&filter, reference), filter);
    cu.cuTexRefSetFormat(reference, 77, 1);
    SAY_NUMBER("format", cu.cuTexRefGetFormat(&format, &number, reference), format);
    SAY(cuTexRefSetAddress_v2(&offset, reference, big, 64));
    SAY(cuTexRefSetFormat(reference, CU_AD_FORMAT_FLOAT, 1));
    SAY(cuTexRefSetAddress_v2(&offset, reference, big, ((size_t)1 << 30) + 4));
    SAY(cuTexRefSetMipmapFilterMode(reference, 9));
    SAY(cuTexRefSetMaxAnisotropy(reference, 99));
    SAY_NUMBER("anisotropy", cu.cuTexRefGetMaxAnisotropy(&number, reference), number);
    d3 = (CUDA_ARRAY3D_DESCRIPTOR){16, 8, 0, CU_AD_FORMAT_FLOAT, 1, 0};
    cu.cuMipmappedArrayCreate(&mipmaps, &d3, 3);
    SAY(cuTexRefSetMipmappedArray(reference, NULL, 0));
    SAY(cuTexRefSetMipmappedArray(reference, mipmaps, 0));
    SAY(cuTexRefSetMipmappedArray(reference, mipmaps, CU_TRSA_OVERRIDE_FORMAT));
    SAY(cuTexRefSetArray(reference, flat, 2));
    SAY(cuTexRefGetArray(&other, reference));
}

static void references_of_modules(void)
{
    CUmodule named;
    start();
    cu.cuModuleLoadData(&named, names_ptx);
    cu.cuModuleGetTexRef(&reference, named, "tex");
    SAY(cuParamSetTexRef(nothing, 0, reference));
    SAY(cuParamSetTexRef(nothing, -1, reference));
    SAY(cuTexRefDestroy(reference));
}

static const Section sections[] = {
    {"arrays", arrays},
    {"copies", copies},
    {"objects", objects},
    {"references", references},
    {"told of arrays", told},
    {"levels", levels},
    {"memory", memory_made},
    {"told of references", references_told},
    {"references of modules", references_of_modules},
};

int main(int count, char **arguments)
{
    return record(count, arguments, sections, sizeof sections / sizeof sections[0]);
}
