/* Texture and surface objects: what they are made of, what they say, which are refused, what
 * surfaces do at their edges; and references of modules. */
#include "texture.h"

static CUresult create(CUtexObject *out, const CUDA_RESOURCE_DESC *resource, unsigned flags)
{
    CUDA_TEXTURE_DESC d = {.flags = flags};
    return cuTexObjectCreate(out, resource, &d, NULL);
}

static void descriptors(void **state)
{
    (void)state;
    CUtexObject texture, unknown = 12345;
    CUarray array = array_make(4, 4, 0, CU_AD_FORMAT_FLOAT, 1, 0);
    CUDA_RESOURCE_DESC resource = {.resType = CU_RESOURCE_TYPE_ARRAY, .res.array.hArray = array},
                       told;
    CUDA_TEXTURE_DESC d = {.addressMode = {CU_TR_ADDRESS_MODE_MIRROR}, .maxAnisotropy = 5}, modes;
    CUDA_RESOURCE_VIEW_DESC view;
    OK(cuTexObjectCreate(&texture, &resource, &d, NULL));
    OK(cuTexObjectGetResourceDesc(&told, texture));
    assert_ptr_equal(told.res.array.hArray, array);
    OK(cuTexObjectGetTextureDesc(&modes, texture));
    assert_memory_equal(&modes, &d, sizeof d);
    OK(cuTexObjectGetResourceViewDesc(&view, texture));
    assert_int_equal(view.format, CU_RES_VIEW_FORMAT_NONE);
    IS(CUDA_ERROR_INVALID_VALUE, cuTexObjectGetResourceDesc(&told, unknown));
    IS(CUDA_ERROR_INVALID_VALUE, cuTexObjectGetResourceDesc(NULL, texture));
    IS(CUDA_ERROR_INVALID_VALUE, cuSurfObjectGetResourceDesc(&told, texture));
    OK(cuSurfObjectDestroy(texture)); /* it is none */
    OK(cuTexObjectGetTextureDesc(&modes, texture));
    OK(cuTexObjectDestroy(texture));
    OK(cuTexObjectDestroy(texture));
    IS(CUDA_ERROR_INVALID_VALUE, cuTexObjectGetTextureDesc(&modes, texture));
}

static void refused_resources(void **state)
{
    (void)state;
    CUtexObject texture;
    CUdeviceptr memory;
    CUarray array = array_make(4, 4, 0, CU_AD_FORMAT_FLOAT, 1, 0);
    const CUresult bad = CUDA_ERROR_INVALID_VALUE;
    OK(cuMemAlloc_v2(&memory, 65536));
    CUDA_RESOURCE_DESC resource = {.resType = CU_RESOURCE_TYPE_ARRAY, .res.array.hArray = array};
    IS(bad, create(NULL, &resource, 0));
    IS(bad, create(&texture, NULL, 0));
    IS(bad, cuTexObjectCreate(&texture, &resource, NULL, NULL));
    IS(bad, create(&texture, &resource, 0x400));
    IS(bad, create(&texture, &resource, CU_TRSF_SEAMLESS_CUBEMAP));
    resource.flags = 1;
    IS(bad, create(&texture, &resource, 0));
    resource = (CUDA_RESOURCE_DESC){.resType = CU_RESOURCE_TYPE_ARRAY};
    IS(bad, create(&texture, &resource, 0));
    resource.resType = 9;
    IS(bad, create(&texture, &resource, 0));
    resource = (CUDA_RESOURCE_DESC){.resType = CU_RESOURCE_TYPE_LINEAR,
                                    .res.linear = {memory, CU_AD_FORMAT_FLOAT, 1, 4096}};
    OK(create(&texture, &resource, 0));
    resource.res.linear.devPtr = memory + 16;
    IS(bad, create(&texture, &resource, 0));
    resource.res.linear.devPtr = memory;
    resource.res.linear.numChannels = 3;
    IS(bad, create(&texture, &resource, 0));
    resource.res.linear.numChannels = 1;
    resource.res.linear.sizeInBytes = 65536 + 4; /* what is not there is not read */
    OK(create(&texture, &resource, 0));
    resource = (CUDA_RESOURCE_DESC){.resType = CU_RESOURCE_TYPE_PITCH2D,
                                    .res.pitch2D = {memory, CU_AD_FORMAT_FLOAT, 1, 8, 8, 512}};
    OK(create(&texture, &resource, 0));
    resource.res.pitch2D.pitchInBytes = 500;
    IS(bad, create(&texture, &resource, 0));
    resource.res.pitch2D.pitchInBytes = 32;
    resource.res.pitch2D.width = 9;
    OK(create(&texture, &resource, 0));
    CUsurfObject surface;
    IS(bad, cuSurfObjectCreate(&surface, &resource));
    resource = (CUDA_RESOURCE_DESC){.resType = CU_RESOURCE_TYPE_ARRAY, .res.array.hArray = array};
    OK(cuSurfObjectCreate(&surface, &resource)); /* without CUDA_ARRAY3D_SURFACE_LDST */
}

/* -- surfaces */

static CUsurfObject surface_on(CUarray array)
{
    CUsurfObject surface = 0;
    CUDA_RESOURCE_DESC resource = {.resType = CU_RESOURCE_TYPE_ARRAY, .res.array.hArray = array};
    OK(cuSurfObjectCreate(&surface, &resource));
    return surface;
}

static void array_read(CUarray array, void *out, size_t row, size_t height, size_t depth)
{
    CUDA_MEMCPY3D copy = {.srcMemoryType = CU_MEMORYTYPE_ARRAY,
                          .srcArray = array,
                          .dstMemoryType = CU_MEMORYTYPE_HOST,
                          .dstHost = out,
                          .dstPitch = row,
                          .dstHeight = height,
                          .WidthInBytes = row,
                          .Height = height,
                          .Depth = depth};
    OK(cuMemcpy3D_v2(&copy));
}

static CUresult surface_run(const char *kernel, CUsurfObject surface, int left, int top,
                            unsigned width, unsigned height, CUdeviceptr out)
{
    CUfunction found;
    void *arguments[] = {&surface, &left, &top, &out};
    OK(cuModuleGetFunction(&found, texture_module, kernel));
    OK(cuLaunchKernel(found, 1, 1, 1, width, height, 1, 0, NULL, arguments, NULL));
    return cuCtxSynchronize();
}

enum { SX = 6, SY = 3 };

static void surfaces_at_edges(void **state)
{
    (void)state;
    NEED_KERNELS();
    CUarray array = array_make(SX, SY, 0, CU_AD_FORMAT_SIGNED_INT32, 1, CUDA_ARRAY3D_SURFACE_LDST);
    CUsurfObject surface = surface_on(array);
    int zero[SY][SX] = {0}, found[SY][SX], read[7][10];
    CUdeviceptr out;
    OK(cuMemAlloc_v2(&out, sizeof read));
    array_fill(array, zero);
    OK(surface_run("write_zero", surface, -2, -2, 10, 7, 0));
    array_read(array, found, sizeof found[0], SY, 1);
    for (int y = 0; y < SY; y++)
        for (int x = 0; x < SX; x++)
            assert_int_equal(found[y][x], 1000 * (y + 1) + x + 1);
    OK(surface_run("read_zero", surface, -2, -2, 10, 7, out));
    OK(cuMemcpyDtoH_v2(read, out, sizeof read));
    for (int y = -2; y < 5; y++)
        for (int x = -2; x < 8; x++)
            assert_int_equal(read[y + 2][x + 2],
                             x >= 0 && x < SX && y >= 0 && y < SY ? 1000 * (y + 1) + x + 1 : 0);
    OK(surface_run("read_clamp", surface, -2, -2, 10, 7, out));
    OK(cuMemcpyDtoH_v2(read, out, sizeof read));
    for (int y = -2; y < 5; y++)
        for (int x = -2; x < 8; x++) {
            int cx = x < 0 ? 0 : x >= SX ? SX - 1 : x, cy = y < 0 ? 0 : y >= SY ? SY - 1 : y;
            assert_int_equal(read[y + 2][x + 2], 1000 * (cy + 1) + cx + 1);
        }
    OK(surface_run("write_clamp", surface, SX + 3, 1, 1, 1, 0));
    array_read(array, found, sizeof found[0], SY, 1);
    assert_int_equal(found[1][SX - 1], 1000 * 2 + SX + 3 + 1);
    OK(surface_run("write_trap", surface, 0, 0, SX, SY, 0));
    OK(surface_run("read_trap", surface, 0, 0, SX, SY, out));
    assert_true(surface_run("write_trap", surface, 1, 0, SX, 1, 0) != CUDA_SUCCESS);
}

static void surfaces_of_all_shapes(void **state)
{
    (void)state;
    NEED_KERNELS();
    enum { W = 5, H = 4, D = 6 };
    const unsigned flags = CUDA_ARRAY3D_SURFACE_LDST;
    CUarray line = array_make(W, 0, D, CU_AD_FORMAT_SIGNED_INT16, 1, flags | CUDA_ARRAY3D_LAYERED),
            flat = array_make(W, H, D, CU_AD_FORMAT_UNSIGNED_INT8, 4, flags | CUDA_ARRAY3D_LAYERED),
            deep = array_make(W, H, D, CU_AD_FORMAT_FLOAT, 2, flags),
            cube = array_make(4, 4, 6, CU_AD_FORMAT_FLOAT, 4, flags | CUDA_ARRAY3D_CUBEMAP);
    CUsurfObject objects[] = {surface_on(line), surface_on(flat), surface_on(deep),
                              surface_on(cube)};
    void *arguments[] = {&objects[0], &objects[1], &objects[2], &objects[3]};
    CUfunction found;
    short lines[D][W];
    unsigned char flats[D][H][W][4];
    float deeps[D][H][W][2], cubes[6][4][4][4];
    OK(cuModuleGetFunction(&found, texture_module, "write_layers"));
    OK(cuLaunchKernel(found, D, 1, 1, W, H, 1, 0, NULL, arguments, NULL));
    OK(cuCtxSynchronize());
    array_read(line, lines, sizeof lines[0], 1, D);
    array_read(flat, flats, sizeof flats[0][0], H, D);
    array_read(deep, deeps, sizeof deeps[0][0], H, D);
    array_read(cube, cubes, sizeof cubes[0][0], 4, 6);
    for (int z = 0; z < D; z++)
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++) {
                assert_int_equal(lines[z][x], 100 * z + x);
                assert_int_equal(flats[z][y][x][1], y);
                assert_int_equal(flats[z][y][x][2], z);
                assert_true(deeps[z][y][x][0] == (float)(x + 10 * y) &&
                            deeps[z][y][x][1] == (float)z);
                if (x < 4)
                    assert_true(cubes[z][y][x][2] == (float)z && cubes[z][y][x][1] == (float)y);
            }
}

static void freed_memory_is_found(void **state)
{
    (void)state;
    NEED_KERNELS();
    CUarray array = array_make(SX, SY, 0, CU_AD_FORMAT_SIGNED_INT32, 1, CUDA_ARRAY3D_SURFACE_LDST);
    CUsurfObject surface = surface_on(array);
    OK(cuArrayDestroy(array));
    assert_true(surface_run("write_zero", surface, 0, 0, 1, 1, 0) != CUDA_SUCCESS);
}

/* -- the checkers know elements of textures */

static void rule_note(void *state, const CulabSimFinding *finding)
{
    char *seen = state;
    if (strlen(seen) + strlen(finding->rule) + 2 < 200)
        strcat(strcat(seen, finding->rule), " ");
}

static void uninitialised_elements(void **state)
{
    (void)state;
    NEED_KERNELS();
    const CulabSimApi *sim = culabSimApi(CULAB_SIM_VERSION);
    CulabSimOptions options = {
        .size = sizeof options, .checks = CULAB_SIM_CHECK_INIT | CULAB_SIM_CHECK_RACE, .strict = 1};
    char seen[200] = "";
    float half[2] = {1, 2};
    Four at[1] = {{{0.5f, 0, 0, 0}}}, out[1];
    sim->clear();
    assert_int_equal(sim->set_options(&options), 0);
    CUarray array = array_make(4, 0, 0, CU_AD_FORMAT_FLOAT, 1, 0);
    OK(cuMemcpyHtoA_v2(array, 0, half, sizeof half));
    CUtexObject texture = texture_on(array, CU_TR_ADDRESS_MODE_CLAMP, CU_TR_FILTER_MODE_POINT, 0);
    look("look_1d", texture, at, out, 1);
    sim->findings(seen, rule_note);
    assert_string_equal(seen, "");
    at[0].v[0] = 2.5f;
    look("look_1d", texture, at, out, 1);
    sim->findings(seen, rule_note);
    assert_non_null(strstr(seen, "uninitialised"));
    sim->clear();
    /* all lanes write one element of a surface */
    seen[0] = '\0';
    CUarray drawn = array_make(SX, SY, 0, CU_AD_FORMAT_SIGNED_INT32, 1, CUDA_ARRAY3D_SURFACE_LDST);
    OK(surface_run("write_clamp", surface_on(drawn), SX + 1, 0, 4, 1, 0));
    sim->findings(seen, rule_note);
    assert_non_null(strstr(seen, "race"));
    sim->clear();
    options.checks = 0;
    assert_int_equal(sim->set_options(&options), 0);
}

/* -- references */

static const char references_ptx[] =
    ".version 7.0\n.target sm_52\n.address_size 64\n"
    ".global .texref tex;\n"
    ".global .texref given = { addr_mode_0 = clamp_to_border, filter_mode = linear };\n"
    ".global .surfref surf;\n"
    ".visible .entry read(.param .u64 out)\n"
    "{\n  .reg .b32 %r<3>;\n  .reg .f32 %f<7>;\n  .reg .b64 %d<3>;\n"
    "  ld.param.u64 %d1, [out];\n  mov.u32 %r1, %tid.x;\n  cvt.rn.f32.u32 %f1, %r1;\n"
    "  add.f32 %f1, %f1, 0f3f000000;\n  mov.f32 %f2, 0f3fc00000;\n"
    "  tex.2d.v4.f32.f32 {%f3, %f4, %f5, %f6}, [tex, {%f1, %f2}];\n"
    "  mul.wide.u32 %d2, %r1, 4;\n  add.u64 %d1, %d1, %d2;\n  st.global.f32 [%d1], %f3;\n  "
    "ret;\n}\n"
    ".visible .entry element(.param .u64 out)\n"
    "{\n  .reg .b32 %r<7>;\n  .reg .b64 %d<4>;\n"
    "  ld.param.u64 %d1, [out];\n  mov.u32 %r1, %tid.x;\n  mov.u64 %d3, tex;\n"
    "  tex.1d.v4.s32.s32 {%r2, %r3, %r4, %r5}, [%d3, {%r1}];\n"
    "  mul.wide.u32 %d2, %r1, 4;\n  add.u64 %d1, %d1, %d2;\n  st.global.u32 [%d1], %r2;\n  "
    "ret;\n}\n"
    ".visible .entry write()\n"
    "{\n  .reg .b32 %r<4>;\n  mov.u32 %r1, %tid.x;\n  shl.b32 %r2, %r1, 2;\n  mov.u32 %r3, 1;\n"
    "  sust.b.2d.b32.trap [surf, {%r2, %r3}], %r1;\n  ret;\n}\n";

typedef struct References {
    CUmodule module;
    CUtexref texture;
    CUsurfref surface;
    CUdeviceptr out;
} References;

static References references_open(void)
{
    References r;
    OK(cuModuleLoadData(&r.module, references_ptx));
    OK(cuModuleGetTexRef(&r.texture, r.module, "tex"));
    OK(cuModuleGetSurfRef(&r.surface, r.module, "surf"));
    OK(cuMemAlloc_v2(&r.out, 64));
    return r;
}

static void references_run(const References *r, const char *kernel, unsigned count, void *out)
{
    CUfunction found;
    void *arguments[] = {(void *)(uintptr_t)&r->out};
    OK(cuModuleGetFunction(&found, r->module, kernel));
    OK(cuLaunchKernel(found, 1, 1, 1, count, 1, 1, 0, NULL, arguments, NULL));
    OK(cuMemcpyDtoH_v2(out, r->out, count * 4));
}

static void references_read(void **state)
{
    (void)state;
    References r = references_open();
    float rows[2][4] = {{0, 1, 2, 3}, {10, 11, 12, 13}}, out[6];
    CUarray array = array_make(4, 2, 0, CU_AD_FORMAT_FLOAT, 1, CUDA_ARRAY3D_SURFACE_LDST), told;
    array_fill(array, rows);
    OK(cuTexRefSetArray(r.texture, array, CU_TRSA_OVERRIDE_FORMAT));
    OK(cuTexRefSetAddressMode(r.texture, 0, CU_TR_ADDRESS_MODE_BORDER));
    references_run(&r, "read", 6, out);
    assert_true(out[0] == 10 && out[3] == 13 && out[4] == 0);
    OK(cuTexRefSetAddressMode(r.texture, 0, CU_TR_ADDRESS_MODE_CLAMP));
    references_run(&r, "read", 6, out);
    assert_true(out[4] == 13);
    OK(cuTexRefGetArray(&told, r.texture));
    assert_ptr_equal(told, array);
    /* pitched memory with a filter: y = 1.5 is the middle of row 1 */
    CUdeviceptr memory;
    size_t pitch;
    OK(cuMemAllocPitch_v2(&memory, &pitch, 16, 2, 4));
    OK(cuMemcpyHtoD_v2(memory + pitch, rows[1], 16));
    CUDA_ARRAY_DESCRIPTOR d = {4, 2, CU_AD_FORMAT_FLOAT, 1};
    OK(cuTexRefSetFilterMode(r.texture, CU_TR_FILTER_MODE_LINEAR));
    OK(cuTexRefSetAddress2D_v3(r.texture, &d, memory, pitch));
    IS(CUDA_ERROR_INVALID_VALUE, cuTexRefSetAddress2D_v3(r.texture, &d, memory, 20));
    references_run(&r, "read", 4, out);
    assert_true(out[0] == 10 && out[2] == 12);
    /* linear memory of integers, from an address that no texture may begin at */
    int numbers[8] = {1, -2, 3, -4, 5, -6, 7, -8}, got[8];
    size_t offset = 99;
    CUdeviceptr line;
    OK(cuMemAlloc_v2(&line, 1024));
    OK(cuMemcpyHtoD_v2(line + 8, numbers, sizeof numbers));
    OK(cuTexRefSetFormat(r.texture, CU_AD_FORMAT_SIGNED_INT32, 1));
    OK(cuTexRefSetFlags(r.texture, CU_TRSF_READ_AS_INTEGER));
    IS(CUDA_ERROR_INVALID_VALUE, cuTexRefSetAddress_v2(NULL, r.texture, line + 8, 32));
    OK(cuTexRefSetAddress_v2(&offset, r.texture, line + 8, sizeof numbers));
    assert_int_equal(offset, 8);
    references_run(&r, "element", 8, got);
    for (int i = 2; i < 8; i++)
        assert_int_equal(got[i], numbers[i - 2]);
    IS(CUDA_ERROR_INVALID_VALUE, cuTexRefGetArray(&told, r.texture));
    CUdeviceptr where;
    OK(cuTexRefGetAddress_v2(&where, r.texture));
    assert_int_equal(where, line);
}

/* A launch uses what was bound when it was made. */
static void references_rebound(void **state)
{
    (void)state;
    References r = references_open();
    float rows[2][2][4] = {{{0}, {1, 2, 3, 4}}, {{0}, {5, 6, 7, 8}}}, out[4];
    CUarray first = array_make(4, 2, 0, CU_AD_FORMAT_FLOAT, 1, 0),
            second = array_make(4, 2, 0, CU_AD_FORMAT_FLOAT, 1, 0);
    CUfunction found;
    void *arguments[] = {&r.out};
    array_fill(first, rows[0]);
    array_fill(second, rows[1]);
    OK(cuModuleGetFunction(&found, r.module, "read"));
    OK(cuTexRefSetArray(r.texture, first, CU_TRSA_OVERRIDE_FORMAT));
    OK(cuLaunchKernel(found, 1, 1, 1, 4, 1, 1, 0, NULL, arguments, NULL));
    OK(cuTexRefSetArray(r.texture, second, CU_TRSA_OVERRIDE_FORMAT));
    OK(cuMemcpyDtoH_v2(out, r.out, sizeof out));
    assert_true(out[0] == 1 && out[3] == 4);
    references_run(&r, "read", 4, out);
    assert_true(out[0] == 5 && out[3] == 8);
}

static void references_write(void **state)
{
    (void)state;
    References r = references_open();
    uint32_t found[2][4] = {{0}};
    CUarray array = array_make(4, 2, 0, CU_AD_FORMAT_UNSIGNED_INT32, 1, CUDA_ARRAY3D_SURFACE_LDST),
            plain = array_make(4, 2, 0, CU_AD_FORMAT_UNSIGNED_INT32, 1, 0), told;
    array_fill(array, found);
    IS(CUDA_ERROR_INVALID_VALUE, cuSurfRefSetArray(r.surface, plain, 0));
    IS(CUDA_ERROR_INVALID_VALUE, cuSurfRefSetArray(r.surface, array, 1));
    OK(cuSurfRefSetArray(r.surface, array, 0));
    OK(cuSurfRefGetArray(&told, r.surface));
    assert_ptr_equal(told, array);
    CUfunction write;
    OK(cuModuleGetFunction(&write, r.module, "write"));
    OK(cuLaunchKernel(write, 1, 1, 1, 4, 1, 1, 0, NULL, NULL, NULL));
    array_read(array, found, sizeof found[0], 2, 1);
    for (uint32_t x = 0; x < 4; x++)
        assert_int_equal(found[1][x], x);
}

static void references_say(void **state)
{
    (void)state;
    References r = references_open();
    CUtexref again, made;
    CUaddress_mode mode;
    CUfilter_mode filter;
    CUarray_format format;
    CUdeviceptr address;
    size_t size;
    int channels, anisotropy;
    unsigned flags;
    float bias, least, most, colour[4] = {1, 2, 3, 4}, told[4];
    OK(cuModuleGetTexRef(&again, r.module, "tex"));
    assert_ptr_equal(again, r.texture);
    IS(CUDA_ERROR_NOT_FOUND, cuModuleGetTexRef(&again, r.module, "absent"));
    IS(CUDA_ERROR_NOT_FOUND, cuModuleGetTexRef(&again, r.module, "surf"));
    IS(CUDA_ERROR_INVALID_VALUE, cuModuleGetGlobal_v2(&address, &size, r.module, "tex"));
    IS(CUDA_ERROR_INVALID_VALUE, cuModuleGetTexRef(NULL, r.module, "tex"));
    OK(cuModuleGetTexRef(&again, r.module, "given"));
    OK(cuTexRefGetAddressMode(&mode, again, 0));
    OK(cuTexRefGetFilterMode(&filter, again));
    assert_int_equal(mode, CU_TR_ADDRESS_MODE_BORDER);
    assert_int_equal(filter, CU_TR_FILTER_MODE_LINEAR);
    OK(cuTexRefSetFormat(again, CU_AD_FORMAT_HALF, 2));
    OK(cuTexRefGetFormat(&format, &channels, again));
    assert_true(format == CU_AD_FORMAT_HALF && channels == 2);
    IS(CUDA_ERROR_INVALID_VALUE, cuTexRefSetFormat(again, CU_AD_FORMAT_HALF, 3));
    IS(CUDA_ERROR_INVALID_VALUE, cuTexRefSetAddressMode(again, 3, CU_TR_ADDRESS_MODE_WRAP));
    OK(cuTexRefSetAddressMode(again, 0, 4)); /* taken without a look */
    OK(cuTexRefSetFilterMode(again, 2));
    OK(cuTexRefSetMipmapLevelBias(again, 0.5f));
    OK(cuTexRefGetMipmapLevelBias(&bias, again));
    OK(cuTexRefSetMipmapLevelClamp(again, 1, 2));
    OK(cuTexRefGetMipmapLevelClamp(&least, &most, again));
    assert_true(bias == 0.5f && least == 1 && most == 2);
    OK(cuTexRefSetMipmapFilterMode(again, CU_TR_FILTER_MODE_LINEAR));
    OK(cuTexRefGetMipmapFilterMode(&filter, again));
    assert_int_equal(filter, CU_TR_FILTER_MODE_LINEAR);
    OK(cuTexRefSetMaxAnisotropy(again, 4));
    OK(cuTexRefGetMaxAnisotropy(&anisotropy, again));
    assert_int_equal(anisotropy, 4);
    OK(cuTexRefSetBorderColor(again, colour));
    OK(cuTexRefGetBorderColor(told, again));
    assert_memory_equal(told, colour, sizeof colour);
    OK(cuTexRefSetFlags(again, CU_TRSF_NORMALIZED_COORDINATES));
    OK(cuTexRefGetFlags(&flags, again));
    assert_int_equal(flags, CU_TRSF_NORMALIZED_COORDINATES);
    IS(CUDA_ERROR_INVALID_HANDLE, cuTexRefSetArray(again, NULL, CU_TRSA_OVERRIDE_FORMAT));
    OK(cuTexRefCreate(&made));
    OK(cuTexRefDestroy(made));
    IS(CUDA_ERROR_INVALID_HANDLE, cuTexRefDestroy(made));
    CUfunction found;
    OK(cuModuleGetFunction(&found, r.module, "read"));
    OK(cuParamSetTexRef(found, CU_PARAM_TR_DEFAULT, r.texture));
    IS(CUDA_ERROR_INVALID_VALUE, cuParamSetTexRef(found, 0, r.texture));
    OK(cuModuleUnload(r.module));
    IS(CUDA_ERROR_INVALID_HANDLE, cuTexRefGetFlags(&flags, r.texture));
}

static void references_unbound(void **state)
{
    (void)state;
    References r = references_open();
    CUfunction found;
    void *arguments[] = {&r.out};
    OK(cuModuleGetFunction(&found, r.module, "read"));
    OK(cuLaunchKernel(found, 1, 1, 1, 1, 1, 1, 0, NULL, arguments, NULL));
    assert_true(cuCtxSynchronize() != CUDA_SUCCESS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEXTURE_TEST(descriptors),           TEXTURE_TEST(refused_resources),
        TEXTURE_TEST(surfaces_at_edges),     TEXTURE_TEST(surfaces_of_all_shapes),
        TEXTURE_TEST(freed_memory_is_found), TEXTURE_TEST(uninitialised_elements),
        TEXTURE_TEST(references_read),       TEXTURE_TEST(references_rebound),
        TEXTURE_TEST(references_write),      TEXTURE_TEST(references_say),
        TEXTURE_TEST(references_unbound),
    };
    return cmocka_run_group_tests(tests, kernels_compile, kernels_drop);
}
