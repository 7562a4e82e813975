/* Modules: images of all kinds, logs, attributes, occupancy. */
#include "api.h"

static CUresult load_with_log(const void *image, char *log, size_t room, size_t *written)
{
    CUmodule loaded;
    CUjit_option names[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void *values[] = {log, (void *)room};
    memset(log, 'x', room);
    CUresult result = cuModuleLoadDataEx(&loaded, image, 2, names, values);
    *written = (size_t)values[1];
    return result;
}

static void the_log_names_the_line(void **state)
{
    (void)state;
    char log[512];
    size_t written;
    IS(CUDA_ERROR_INVALID_PTX,
       load_with_log(
           ".version 6.0\n.target sm_52\n.address_size 64\n.entry k()\n{\n  frob.u32 1;\n}\n", log,
           sizeof log, &written));
    assert_non_null(strstr(log, "line 6"));
    assert_non_null(strstr(log, "frob"));
    assert_int_equal(written, strlen(log));
    IS(CUDA_ERROR_INVALID_PTX,
       load_with_log(".version 6.0\n.target sm_52\n.address_size 64\n.entry k() { frob; }\n", log,
                     8, &written));
    assert_int_equal(strlen(log), 7);
}

static void machine_code_is_refused_with_advice(void **state)
{
    (void)state;
    char log[512];
    size_t written;
    static const char cubin[64] = "\177ELF\2\1\1\063";
    IS(CUDA_ERROR_NO_BINARY_FOR_GPU, load_with_log(cubin, log, sizeof log, &written));
    assert_non_null(strstr(log, "PTX"));
}

/* A fat binary as nvcc --no-compress writes it: one header, one PTX entry. */
static void a_fat_binary_loads(void **state)
{
    (void)state;
    struct __attribute__((packed)) {
        uint32_t magic;
        uint16_t version, header;
        uint64_t size;
        uint16_t kind, entry_version;
        uint32_t entry_header;
        uint64_t payload;
        uint32_t packed, unknown;
        uint16_t minor, major;
        uint32_t capability, name_offset, name_size;
        uint64_t flags;
        char rest[16];
        char text[sizeof kernels_ptx];
    } fat = {.magic = 0xba55ed50,
             .version = 1,
             .header = 16,
             .size = 64 + sizeof kernels_ptx,
             .kind = 1,
             .entry_header = 64,
             .payload = sizeof kernels_ptx,
             .capability = 52,
             .flags = 0x11};
    struct {
        uint32_t magic, version;
        const void *data, *file;
    } wrapper = {0x466243b1, 1, &fat, NULL};
    CUmodule loaded;
    CUfunction found;
    memcpy(fat.text, kernels_ptx, sizeof kernels_ptx);
    OK(cuModuleLoadData(&loaded, &fat));
    OK(cuModuleGetFunction(&found, loaded, "scale"));
    OK(cuModuleUnload(loaded));
    OK(cuModuleLoadFatBinary(&loaded, &wrapper));
    OK(cuModuleUnload(loaded));
    char log[512];
    size_t written;
    fat.flags |= 0x8000; /* zstd */
    assert_int_not_equal(load_with_log(&fat, log, sizeof log, &written), CUDA_SUCCESS);
    assert_non_null(strstr(log, "compressed"));
    fat.flags = 0x11;
    fat.payload = sizeof kernels_ptx + 1;
    IS(CUDA_ERROR_NO_BINARY_FOR_GPU, cuModuleLoadData(&loaded, &fat));
    fat.capability = 120;
    IS(CUDA_ERROR_NO_BINARY_FOR_GPU, cuModuleLoadData(&loaded, &fat));
    fat.payload = UINT64_MAX;
    IS(CUDA_ERROR_NO_BINARY_FOR_GPU, cuModuleLoadData(&loaded, &fat));
}

static void attributes(void **state)
{
    (void)state;
    int value;
    const char *name;
    CUmodule owner;
    size_t offset, size;
    CUfunction scale = function("scale"), room = function("static_shared");
    OK(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, room));
    assert_int_equal(value, 40960);
    OK(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, room));
    assert_int_equal(value, 8192);
    OK(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, function("narrow")));
    assert_int_equal(value, 64);
    OK(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_PTX_VERSION, scale));
    assert_int_equal(value, 52);
    OK(cuFuncGetName(&name, scale));
    assert_string_equal(name, "scale");
    OK(cuFuncGetModule(&owner, scale));
    assert_ptr_equal(owner, module);
    OK(cuFuncGetParamInfo(scale, 2, &offset, &size));
    assert_int_equal(offset, 12);
    assert_int_equal(size, 4);
}

static void functions_are_listed(void **state)
{
    (void)state;
    unsigned count;
    CUfunction all[16];
    OK(cuModuleGetFunctionCount(&count, module));
    assert_int_equal(count, 7);
    OK(cuModuleEnumerateFunctions(all, 16, module));
    assert_ptr_equal(all[0], function("scale"));
}

static size_t shared_of(int block)
{
    return (size_t)block * 100;
}

static void occupancy(void **state)
{
    (void)state;
    int blocks, grid, block;
    size_t bytes;
    CUfunction nothing = function("nothing");
    OK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing, 128, 0));
    assert_int_equal(blocks, 12);
    OK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing, 1024, 0));
    assert_int_equal(blocks, 1);
    OK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing, 32, 20000));
    assert_int_equal(blocks, 4);
    OK(cuOccupancyMaxPotentialBlockSize(&grid, &block, nothing, NULL, 0, 0));
    assert_int_equal(block, 768);
    assert_int_equal(grid, 56);
    OK(cuOccupancyMaxPotentialBlockSize(&grid, &block, nothing, shared_of, 0, 256));
    assert_true(block > 0 && block <= 256);
    OK(cuOccupancyAvailableDynamicSMemPerBlock(&bytes, nothing, 4, 128));
    assert_int_equal(bytes, 25600);
}

static void libraries_are_laid_out_in_each_context(void **state)
{
    (void)state;
    CUlibrary library;
    CUmodule one, two;
    CUcontext other;
    CUdeviceptr here, there;
    OK(cuLibraryLoadData(&library, kernels_ptx, NULL, NULL, 0, NULL, NULL, 0));
    OK(cuLibraryGetModule(&one, library));
    OK(cuLibraryGetGlobal(&here, NULL, library, "counter"));
    OK(cuCtxCreate_v2(&other, 0, 0));
    OK(cuLibraryGetModule(&two, library));
    OK(cuLibraryGetGlobal(&there, NULL, library, "counter"));
    assert_ptr_not_equal(one, two);
    assert_true(here != there);
    OK(cuLibraryUnload(library));
    OK(cuCtxDestroy_v2(other));
    IS(CUDA_ERROR_INVALID_HANDLE, cuLibraryUnload(library));
}

static const char outside[] = ".version 6.0\n.target sm_52\n.address_size 64\n"
                              ".extern .global .u32 outside;\n"
                              ".visible .entry add(.param .u32 what)\n"
                              "{\n  .reg .b32 %r<3>;\n  .shared .b32 room[8];\n"
                              "  ld.param.u32 %r1, [what];\n  ld.global.u32 %r2, [outside];\n"
                              "  add.u32 %r2, %r2, %r1;\n  st.shared.u32 [room], %r2;\n"
                              "  bar.sync 0;\n  st.global.u32 [outside], %r2;\n  ret;\n}\n";

/* Names that are defined nowhere, and a log of what became of the functions. */
static void symbols_from_outside(void **state)
{
    (void)state;
    CUdeviceptr word;
    CUmodule loaded;
    CUfunction add;
    unsigned what = 5, got = 7;
    char log[1024] = "";
    const char *names[] = {"nothing", "outside"};
    void *addresses[2] = {NULL, NULL}, *arguments[] = {&what};
    OK(cuModuleLoadData(&loaded, outside)); /* the variable is its own then */
    OK(cuMemAlloc_v2(&word, sizeof got));
    OK(cuMemcpyHtoD_v2(word, &got, sizeof got));
    addresses[1] = (void *)(uintptr_t)word;
    CUjit_option options[] = {CU_JIT_GLOBAL_SYMBOL_NAMES,        CU_JIT_GLOBAL_SYMBOL_ADDRESSES,
                              CU_JIT_GLOBAL_SYMBOL_COUNT,        CU_JIT_INFO_LOG_BUFFER,
                              CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES, CU_JIT_LOG_VERBOSE};
    void *values[] = {names, addresses, (void *)2, log, (void *)sizeof log, (void *)1};
    OK(cuModuleLoadDataEx(&loaded, outside, 6, options, values));
    assert_non_null(strstr(log, "ptxas info    : Compiling entry function 'add' for 'sm_86'\n"));
    assert_non_null(strstr(log, " registers, used 1 barriers, 32 bytes smem, 356 bytes cmem[0]"));
    assert_int_equal((size_t)values[4], strlen(log));
    OK(cuModuleGetFunction(&add, loaded, "add"));
    OK(cuLaunchKernel(add, 1, 1, 1, 1, 1, 1, 0, NULL, arguments, NULL));
    OK(cuMemcpyDtoH_v2(&got, word, sizeof got));
    assert_int_equal(got, 12);
    values[0] = NULL;
    IS(CUDA_ERROR_INVALID_VALUE, cuModuleLoadDataEx(&loaded, outside, 6, options, values));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_log_names_the_line),
        TEST(machine_code_is_refused_with_advice),
        TEST(a_fat_binary_loads),
        TEST(attributes),
        TEST(functions_are_listed),
        TEST(occupancy),
        TEST(libraries_are_laid_out_in_each_context),
        TEST(symbols_from_outside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
