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
    SAY(cuSurfRefGetArray(NULL, surface_reference));
    SAY(cuTexRefDestroy(reference));
    SAY(cuParamSetTexRef(nothing, 0, reference));
    SAY(cuParamSetTexRef(nothing, -1, reference));
}

static const Section sections[] = {
    {"arrays", arrays},
    {"copies", copies},
    {"objects", objects},
    {"references", references},
};

int main(int count, char **arguments)
{
    return record(count, arguments, sections, sizeof sections / sizeof sections[0]);
}
