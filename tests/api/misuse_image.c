/* Modules, libraries, kernels and linking with wrong arguments and images, what the JIT's logs say,
 * and cuGetProcAddress: "call = RESULT" lines for any libcuda.
 *
 *   misuse_image LIBCUDA
 */
#include "recorder.h"

#define HEAD ".version 6.0\n.target sm_52\n.address_size 64\n"

/* Images that are wrong in one place. */
static const char *const images[] = {
    HEAD ".entry k(){\n  bad.u32 %r1;\n}\n",
    HEAD ".entry k(){\n  add.u32 %r1, %r2, %r3;\n  ret;\n}\n",
    HEAD ".entry k(){\n  .reg .u32 %r<4>;\n  add.u32 %r1, %r2;\n  ret;\n}\n",
    HEAD ".entry k(){\n  .reg .f32 %f<4>;\n  add.u32 %f1, %f2, %f3;\n  ret;\n}\n",
    HEAD ".entry k(){\n  .reg .u32 %r<4>;\n  mov.u32 %r1, 5\n  ret;\n}\n",
    HEAD ".entry k(){\n  bra NOWHERE;\n}\n",
    HEAD ".entry k(){\n  ret;\n",
    HEAD ".entry k(){\n  ret;\n}\n.entry k(){\n  ret;\n}\n",
    HEAD ".entry k(){\n  .reg .u32 %r<4>;\n  .reg .u32 %r<4>;\n  ret;\n}\n",
    HEAD ".extern .func f();\n.entry k(){\n  call f;\n  ret;\n}\n",
    HEAD ".extern .global .u32 g;\n.entry k(){\n  .reg .u32 %r;\n  ld.global.u32 %r, [g];\n"
         "  st.global.u32 [g], %r;\n  ret;\n}\n",
    HEAD ".entry k(){\n  .shared .b8 s[300000];\n  .reg .u32 %r;\n  mov.u32 %r, s;\n"
         "  st.shared.u32 [%r], 1;\n  ret;\n}\n",
    HEAD ".entry k(.param .b8 p[5000]){\n  ret;\n}\n",
    HEAD ".const .b8 c[70000];\n.entry k(){\n  ret;\n}\n",
    HEAD "nonsense\n",
    HEAD ".global .u32 a = ;\n",
    HEAD ".entry k(){\n  .reg .b64 %d;\n  ld.global.u32 %d, [%d+4;\n}\n",
    HEAD ".entry k(){\n  .reg .u32 %r;\n  ld.global.u32 %r, [absent];\n  ret;\n}\n",
    HEAD ".entry k()\n.maxntid 2048, 1, 1\n{\n  ret;\n}\n",
    ".version 6.0\n.entry k(){ ret; }\n",
    ".target sm_52\n.address_size 64\n",
    ".version 1.0\n.target sm_10\n.entry k(){ exit; }\n",
    ".version 6.0\n.target sm_52\n.address_size 32\n.entry k(){ ret; }\n",
    ".version 6.0\n.target sm_90\n.address_size 64\n.entry k(){ ret; }\n",
    ".version 8.0\n.target sm_90a\n.address_size 64\n.entry k(){ ret; }\n",
    ".version 8.7\n.target sm_100\n.address_size 64\n.entry k(){ ret; }\n",
    ".version 9.0\n.target sm_90\n.address_size 64\n.entry k(){ ret; }\n",
    ".version 9.9\n.target sm_90\n.address_size 64\n.entry k(){ ret; }\n",
    ".version 6.0\n.target nothing\n.address_size 64\n.entry k(){ ret; }\n",
    "  \n// a comment\n.version 6.0\n.target sm_52\n.address_size 64\n",
    "\177ELF\2\1\1",
    "\x50\xed\x55\xba",
    "version 6.0\n",
    " ",
};

/* How a line of a log begins, up to its words, which are each compiler's own. */
static void begin_say(const char *line)
{
    const char *words = strstr(line, ": ");
    printf("%.*s", words ? (int)(words - line) : 0, line);
}

/* The form of a log: how its first and last line begin, how it ends, and what its size counts. */
static void log_say(const char *what, const char *text, size_t size)
{
    size_t length = strlen(text);
    printf("%s: %s", what, length ? "first [" : "nothing");
    if (length) {
        const char *last = text + length;
        while (last > text && last[-1] == '\n')
            last--;
        while (last > text && last[-1] != '\n')
            last--;
        begin_say(text);
        printf("], last [");
        begin_say(last);
        printf("], ends with %s", text[length - 1] == '\n' ? "a line's end" : "a word");
    }
    printf(", size is its length and %d\n", (int)(size - length));
}

static CUresult load(CUmodule *loaded, const char *image, unsigned count, CUjit_option *names,
                     void **values)
{
    return cu.cuModuleLoadDataEx(loaded, image, count, names, values);
}

static void wrong_images(void)
{
    begin();
    for (size_t i = 0; i < sizeof images / sizeof images[0]; i++) {
        static char error[4096], info[4096];
        CUjit_option names[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
                                CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES};
        void *values[] = {error, (void *)sizeof error, info, (void *)sizeof info};
        CUmodule loaded = NULL;
        char what[64], copy[8192] = {0};
        memset(error, 0, sizeof error);
        memset(info, 0, sizeof info);
        snprintf(what, sizeof what, "image %zu", i);
        snprintf(copy, sizeof copy, "%s", images[i]);
        SAY_AS(what, load(&loaded, copy, 4, names, values));
        log_say("log", error, (size_t)values[1]);
        log_say("information", info, (size_t)values[3]);
    }
}

static void jit_options(void)
{
    static const int numbers[] = {-1, 0, 1, 4, 5, 32, 1000};
    char what[80];
    CUmodule loaded = NULL;
    begin();
    for (int option = -1; option < 37; option++)
        for (int i = 0; i < 7; i++) {
            CUjit_option name = option;
            void *number = (void *)(intptr_t)numbers[i];
            int pointer =
                option == CU_JIT_INFO_LOG_BUFFER || option == CU_JIT_ERROR_LOG_BUFFER ||
                (option >= CU_JIT_GLOBAL_SYMBOL_NAMES && option <= CU_JIT_GLOBAL_SYMBOL_COUNT) ||
                (option >= CU_JIT_REFERENCED_KERNEL_NAMES &&
                 option <= CU_JIT_REFERENCED_VARIABLE_COUNT);
            if (pointer && numbers[i])
                continue;
            snprintf(what, sizeof what, "option %d of %d", option, numbers[i]);
            SAY_AS(what, load(&loaded, kernels_ptx, 1, &name, &number));
        }
    CUjit_option name = CU_JIT_OPTIMIZATION_LEVEL;
    void *value = (void *)3;
    SAY(cuModuleLoadDataEx(&loaded, kernels_ptx, 1, NULL, NULL));
    SAY(cuModuleLoadDataEx(&loaded, kernels_ptx, 1, &name, NULL));
    SAY(cuModuleLoadDataEx(&loaded, kernels_ptx, 1, NULL, &value));
    SAY(cuModuleLoadDataEx(&loaded, kernels_ptx, 0, &name, &value));
    SAY(cuModuleLoadDataEx(NULL, NULL, 1, NULL, NULL));
    SAY(cuModuleLoadDataEx(&loaded, NULL, 1, &name, &value));
    /* Logs whose room is short. */
    static const size_t rooms[] = {0, 1, 2, 20, 60, 4096};
    for (int i = 0; i < 6; i++) {
        static char error[4096];
        CUjit_option names[] = {CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, CU_JIT_ERROR_LOG_BUFFER};
        void *values[] = {(void *)rooms[i], error};
        memset(error, '~', sizeof error);
        snprintf(what, sizeof what, "a log of %zu bytes", rooms[i]);
        SAY_AS(what, load(&loaded, images[0], 2, names, values));
        printf("size is %s, ended in its room %d, rest untouched %d\n",
               (size_t)values[0] <= rooms[i] ? "in the room" : "more",
               memchr(error, 0, rooms[i]) != NULL, error[rooms[i] < 4096 ? rooms[i] : 4095] == '~');
    }
    CUjit_option names[] = {CU_JIT_ERROR_LOG_BUFFER};
    char text[64] = "unset";
    void *values[] = {text};
    SAY_AS("a log without its size", load(&loaded, images[0], 1, names, values));
    printf("touched %d\n", strcmp(text, "unset") != 0);
    names[0] = CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES;
    values[0] = (void *)64;
    SAY_AS("a size without its log", load(&loaded, images[0], 1, names, values));
    printf("told %d\n", (size_t)values[0] != 64);
    float milliseconds = -1;
    names[0] = CU_JIT_WALL_TIME;
    values[0] = NULL;
    SAY_AS("the time", load(&loaded, kernels_ptx, 1, names, values));
    memcpy(&milliseconds, values, sizeof milliseconds);
    printf("time told %d\n", milliseconds > 0);
    names[0] = CU_JIT_THREADS_PER_BLOCK;
    values[0] = (void *)100;
    SAY_AS("threads of a block", load(&loaded, kernels_ptx, 1, names, values));
    printf("threads %zu\n", (size_t)values[0]);
}

static void modules(void)
{
    CUmodule loaded = NULL, none = NULL, old = NULL;
    CUfunction found = NULL, several[8];
    CUdeviceptr address = 0;
    CUtexref texture;
    CUsurfref surface;
    CUmoduleLoadingMode mode;
    size_t size = 0;
    unsigned count = 0;
    begin();
    SAY(cuModuleLoadData(NULL, NULL));
    SAY(cuModuleLoad(NULL, "/nowhere"));
    SAY(cuModuleLoad(NULL, NULL));
    SAY(cuModuleLoad(&loaded, ""));
    SAY(cuModuleLoad(&loaded, "/dev/null"));
    SAY(cuModuleLoad(&loaded, "/tmp"));
    SAY(cuModuleLoadFatBinary(NULL, kernels_ptx));
    SAY(cuModuleLoadFatBinary(&loaded, NULL));
    SAY(cuModuleLoadFatBinary(&loaded, "nonsense nonsense nonsense nonsense"));
    SAY(cuModuleLoadFatBinary(&loaded, kernels_ptx));
    SAY(cuModuleGetFunction(NULL, NULL, NULL));
    SAY(cuModuleGetFunction(&found, NULL, NULL));
    SAY(cuModuleGetFunction(&found, module, ""));
    SAY(cuModuleGetFunction(NULL, NULL, "scale"));
    SAY(cuModuleGetGlobal_v2(NULL, NULL, NULL, NULL));
    SAY(cuModuleGetGlobal_v2(NULL, NULL, module, NULL));
    SAY(cuModuleGetGlobal_v2(NULL, NULL, module, "absent"));
    SAY(cuModuleGetGlobal_v2(&address, &size, NULL, "counter"));
    SAY(cuModuleGetGlobal_v2(&address, &size, module, ""));
    SAY(cuModuleGetGlobal_v2(&address, &size, module, "message"));
    printf("size %zu\n", size);
    SAY(cuModuleGetGlobal_v2(&address, &size, module, "table"));
    printf("size %zu\n", size);
    SAY(cuModuleGetTexRef(&texture, module, "absent"));
    SAY(cuModuleGetTexRef(&texture, module, "counter"));
    SAY(cuModuleGetTexRef(NULL, module, "absent"));
    SAY(cuModuleGetTexRef(&texture, NULL, "absent"));
    SAY(cuModuleGetTexRef(&texture, module, NULL));
    SAY(cuModuleGetSurfRef(&surface, module, "absent"));
    SAY(cuModuleGetSurfRef(NULL, module, "absent"));
    SAY(cuModuleGetFunctionCount(&count, module));
    printf("count %u\n", count);
    SAY(cuModuleGetFunctionCount(&count, NULL));
    SAY(cuModuleEnumerateFunctions(NULL, 8, module));
    SAY(cuModuleEnumerateFunctions(several, 0, module));
    SAY(cuModuleEnumerateFunctions(several, 8, NULL));
    SAY(cuModuleEnumerateFunctions(several, 8, module));
    SAY(cuModuleGetLoadingMode(NULL));
    SAY(cuModuleGetLoadingMode(&mode));
    cu.cuModuleLoadData(&old, kernels_ptx);
    SAY(cuModuleUnload(old));
    SAY(cuModuleUnload(none));
}

static void libraries(void)
{
    CUlibrary library = NULL, bad = NULL, of = NULL;
    CUkernel kernel = NULL, several[8];
    CUmodule loaded = NULL;
    CUfunction found = NULL;
    CUdeviceptr address = 0;
    void *pointer = NULL;
    const char *name = NULL;
    size_t size = 0, offset = 0;
    unsigned count = 0;
    int number = 0;
    CUjit_option jit = CU_JIT_OPTIMIZATION_LEVEL;
    CUlibraryOption option = CU_LIBRARY_BINARY_IS_PRESERVED;
    void *value = (void *)1;
    char what[80];
    begin();
    SAY(cuLibraryLoadData(NULL, kernels_ptx, NULL, NULL, 0, NULL, NULL, 0));
    SAY(cuLibraryLoadData(&library, NULL, NULL, NULL, 0, NULL, NULL, 0));
    SAY(cuLibraryLoadData(&library, kernels_ptx, NULL, NULL, 1, NULL, NULL, 0));
    SAY(cuLibraryLoadData(&library, kernels_ptx, NULL, NULL, 0, NULL, NULL, 1));
    SAY(cuLibraryLoadData(&library, kernels_ptx, &jit, &value, 1, &option, &value, 1));
    option = 9;
    SAY(cuLibraryLoadData(&library, kernels_ptx, NULL, NULL, 0, &option, &value, 1));
    jit = 99;
    SAY(cuLibraryLoadData(&library, kernels_ptx, &jit, &value, 1, NULL, NULL, 0));
    SAY(cuLibraryLoadFromFile(NULL, "/nowhere", NULL, NULL, 0, NULL, NULL, 0));
    SAY(cuLibraryLoadFromFile(&library, NULL, NULL, NULL, 0, NULL, NULL, 0));
    SAY(cuLibraryLoadFromFile(&library, "/nowhere", NULL, NULL, 0, NULL, NULL, 0));
    SAY(cuLibraryLoadFromFile(&library, "/dev/null", NULL, NULL, 0, NULL, NULL, 0));
    SAY(cuLibraryLoadData(&bad, images[0], NULL, NULL, 0, NULL, NULL, 0));
    SAY(cuLibraryGetKernel(&kernel, bad, "k"));
    SAY(cuLibraryGetKernelCount(&count, bad));
    SAY(cuLibraryGetModule(&loaded, bad));
    SAY(cuLibraryUnload(bad));
    SAY(cuLibraryLoadData(&library, kernels_ptx, NULL, NULL, 0, NULL, NULL, 0));
    SAY(cuLibraryGetKernel(NULL, library, "scale"));
    SAY(cuLibraryGetKernel(&kernel, NULL, "scale"));
    SAY(cuLibraryGetKernel(&kernel, library, NULL));
    SAY(cuLibraryGetKernel(NULL, NULL, NULL));
    SAY(cuLibraryGetKernel(&kernel, library, "counter"));
    SAY(cuLibraryGetKernelCount(NULL, library));
    SAY(cuLibraryGetKernelCount(&count, NULL));
    SAY(cuLibraryGetKernelCount(&count, library));
    printf("count %u\n", count);
    SAY(cuLibraryEnumerateKernels(NULL, 1, library));
    SAY(cuLibraryEnumerateKernels(several, 0, library));
    SAY(cuLibraryEnumerateKernels(several, 8, NULL));
    SAY(cuLibraryEnumerateKernels(several, 8, library));
    SAY(cuLibraryGetModule(NULL, library));
    SAY(cuLibraryGetModule(&loaded, NULL));
    SAY(cuLibraryGetModule(&loaded, library));
    SAY(cuModuleUnload(loaded));
    SAY(cuModuleGetFunction(&found, loaded, "scale"));
    SAY(cuLibraryGetGlobal(NULL, NULL, library, "counter"));
    SAY(cuLibraryGetGlobal(&address, NULL, library, "counter"));
    SAY(cuLibraryGetGlobal(NULL, &size, library, "counter"));
    SAY(cuLibraryGetGlobal(&address, &size, NULL, "counter"));
    SAY(cuLibraryGetGlobal(&address, &size, library, NULL));
    SAY(cuLibraryGetGlobal(&address, &size, library, "scale"));
    SAY(cuLibraryGetManaged(NULL, NULL, library, "counter"));
    SAY(cuLibraryGetManaged(&address, &size, NULL, "counter"));
    SAY(cuLibraryGetManaged(&address, &size, library, NULL));
    SAY(cuLibraryGetManaged(&address, &size, library, "absent"));
    SAY(cuLibraryGetUnifiedFunction(&pointer, library, "scale"));
    SAY(cuLibraryGetUnifiedFunction(NULL, library, "scale"));
    SAY(cuLibraryGetUnifiedFunction(&pointer, NULL, "scale"));
    SAY(cuLibraryGetUnifiedFunction(&pointer, library, NULL));
    SAY(cuLibraryGetKernel(&kernel, library, "scale"));
    SAY(cuKernelGetFunction(&found, NULL));
    SAY(cuKernelGetFunction(NULL, NULL));
    SAY(cuKernelGetFunction(&found, kernel));
    SAY(cuKernelGetLibrary(NULL, kernel));
    SAY(cuKernelGetLibrary(&of, NULL));
    SAY(cuKernelGetLibrary(&of, kernel));
    printf("same %d\n", of == library);
    SAY(cuKernelGetName(NULL, kernel));
    SAY(cuKernelGetName(&name, NULL));
    SAY(cuKernelGetName(&name, kernel));
    SAY(cuKernelGetParamInfo(kernel, 0, NULL, &size));
    SAY(cuKernelGetParamInfo(kernel, 0, &offset, NULL));
    SAY(cuKernelGetParamInfo(kernel, 0, NULL, NULL));
    SAY(cuKernelGetParamInfo(kernel, 3, &offset, &size));
    SAY(cuKernelGetParamInfo(NULL, 0, &offset, &size));
    SAY(cuKernelGetAttribute(&number, CU_FUNC_ATTRIBUTE_NUM_REGS, kernel, 0));
    SAY(cuKernelGetAttribute(NULL, CU_FUNC_ATTRIBUTE_NUM_REGS, kernel, 0));
    SAY(cuKernelGetAttribute(&number, 99, kernel, 0));
    SAY(cuKernelGetAttribute(&number, CU_FUNC_ATTRIBUTE_NUM_REGS, NULL, 0));
    SAY(cuKernelGetAttribute(&number, CU_FUNC_ATTRIBUTE_NUM_REGS, kernel, 1000));
    SAY(cuKernelGetAttribute(&number, CU_FUNC_ATTRIBUTE_NUM_REGS, kernel, -1));
    for (int a = 0; a < 17; a++) {
        snprintf(what, sizeof what, "kernel attribute %d set to 1", a);
        SAY_AS(what, cu.cuKernelSetAttribute(a, 1, kernel, 0));
    }
    SAY(cuKernelSetAttribute(8, 1 << 24, kernel, 0));
    SAY(cuKernelSetAttribute(8, 65536, kernel, 0));
    SAY(cuKernelSetAttribute(8, 65536, kernel, 1000));
    SAY(cuKernelSetAttribute(8, 65536, NULL, 0));
    SAY(cuKernelSetAttribute(9, 101, kernel, 0));
    SAY(cuKernelSetAttribute(99, 1, NULL, 1000));
    SAY(cuKernelSetCacheConfig(kernel, 1, 0));
    SAY(cuKernelSetCacheConfig(kernel, 17, 0));
    SAY(cuKernelSetCacheConfig(NULL, 1, 0));
    SAY(cuKernelSetCacheConfig(kernel, 1, 1000));
    /* A kernel where a function is asked for. */
    SAY(cuFuncGetAttribute(&number, CU_FUNC_ATTRIBUTE_NUM_REGS, (CUfunction)kernel));
    SAY(cuFuncSetAttribute((CUfunction)kernel, 8, 1000));
    SAY(cuFuncGetName(&name, (CUfunction)kernel));
    SAY(cuFuncGetModule(&loaded, (CUfunction)kernel));
    SAY(cuOccupancyMaxActiveBlocksPerMultiprocessor(&number, (CUfunction)kernel, 32, 0));
    SAY(cuCtxSetCurrent(NULL));
    SAY(cuLibraryGetGlobal(&address, &size, library, "counter"));
    SAY(cuKernelGetFunction(&found, kernel));
    SAY(cuLibraryGetModule(&loaded, library));
    SAY(cuKernelGetName(&name, kernel));
    SAY(cuKernelGetAttribute(&number, CU_FUNC_ATTRIBUTE_NUM_REGS, kernel, 0));
    SAY(cuKernelGetParamInfo(kernel, 0, &offset, &size));
    SAY(cuLibraryGetKernel(&kernel, library, "nothing"));
    SAY(cuLibraryLoadData(&of, kernels_ptx, NULL, NULL, 0, NULL, NULL, 0));
    SAY(cuLibraryUnload(of));
    SAY(cuLibraryUnload(library));
}

static void linking(void)
{
    static char error[4096], info[4096];
    static const char caller[] =
        HEAD ".extern .func f();\n.visible .entry k(){\n  call f;\n  ret;\n}\n";
    static const char callee[] = HEAD ".visible .func f(){\n  ret;\n}\n";
    CUlinkState link = NULL;
    CUmodule loaded = NULL;
    void *cubin = NULL;
    size_t size = 0;
    CUjit_option names[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
                            CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES};
    void *values[] = {error, (void *)sizeof error, info, (void *)sizeof info};
    begin();
#define LOGS() \
    log_say("error", error, (size_t)values[1]), log_say("information", info, (size_t)values[3])
    SAY(cuLinkCreate_v2(0, NULL, NULL, NULL));
    SAY(cuLinkCreate_v2(1, NULL, NULL, &link));
    memset(error, 0, sizeof error);
    memset(info, 0, sizeof info);
    values[1] = values[3] = (void *)sizeof error;
    SAY(cuLinkCreate_v2(4, names, values, &link));
    SAY(cuLinkAddData_v2(NULL, CU_JIT_INPUT_PTX, (void *)caller, sizeof caller, "a", 0, NULL,
                         NULL));
    SAY(cuLinkAddData_v2(link, CU_JIT_INPUT_PTX, NULL, 10, "a", 0, NULL, NULL));
    SAY(cuLinkAddData_v2(link, CU_JIT_INPUT_PTX, (void *)caller, 0, "a", 0, NULL, NULL));
    SAY(cuLinkAddData_v2(link, 77, (void *)caller, sizeof caller, "a", 0, NULL, NULL));
    SAY(cuLinkAddFile_v2(NULL, CU_JIT_INPUT_PTX, "/nowhere", 0, NULL, NULL));
    SAY(cuLinkAddFile_v2(link, CU_JIT_INPUT_PTX, NULL, 0, NULL, NULL));
    SAY(cuLinkAddFile_v2(link, CU_JIT_INPUT_PTX, "/nowhere", 0, NULL, NULL));
    SAY(cuLinkAddFile_v2(link, 77, "/nowhere", 0, NULL, NULL));
    LOGS();
    SAY(cuLinkAddData_v2(link, CU_JIT_INPUT_PTX, (void *)images[0], strlen(images[0]) + 1, "named",
                         0, NULL, NULL));
    LOGS();
    SAY(cuLinkAddData_v2(link, CU_JIT_INPUT_PTX, (void *)images[0], strlen(images[0]) + 1, NULL, 0,
                         NULL, NULL));
    LOGS();
    SAY(cuLinkAddData_v2(link, CU_JIT_INPUT_PTX, (void *)"nonsense", 9, "n", 0, NULL, NULL));
    LOGS();
    SAY(cuLinkComplete(NULL, &cubin, &size));
    SAY(cuLinkComplete(link, NULL, &size));
    SAY(cuLinkComplete(link, &cubin, NULL));
    SAY(cuLinkDestroy(link));
    SAY(cuLinkDestroy(NULL));
    for (int type = -1; type < 8; type++) {
        char what[64];
        cu.cuLinkCreate_v2(0, NULL, NULL, &link);
        snprintf(what, sizeof what, "PTX as input %d", type);
        SAY_AS(what,
               cu.cuLinkAddData_v2(link, type, (void *)callee, sizeof callee, "a", 0, NULL, NULL));
        SAY(cuLinkComplete(link, &cubin, &size));
        cu.cuLinkDestroy(link);
    }
    cu.cuLinkCreate_v2(0, NULL, NULL, &link);
    SAY(cuLinkAddData_v2(link, CU_JIT_INPUT_PTX, (void *)images[0], strlen(images[0]) + 1, "named",
                         0, NULL, NULL));
    SAY(cuLinkComplete(link, &cubin, &size));
    SAY(cuLinkAddData_v2(link, CU_JIT_INPUT_PTX, (void *)callee, sizeof callee, "one", 0, NULL,
                         NULL));
    SAY(cuLinkComplete(link, &cubin, &size));
    cu.cuLinkDestroy(link);
    memset(error, 0, sizeof error);
    memset(info, 0, sizeof info);
    values[1] = values[3] = (void *)sizeof error;
    SAY(cuLinkCreate_v2(4, names, values, &link));
    SAY(cuLinkComplete(link, &cubin, &size));
    LOGS();
    SAY(cuLinkDestroy(link));
    memset(error, 0, sizeof error);
    memset(info, 0, sizeof info);
    values[1] = values[3] = (void *)sizeof error;
    SAY(cuLinkCreate_v2(4, names, values, &link));
    SAY(cuLinkAddData_v2(link, CU_JIT_INPUT_PTX, (void *)caller, sizeof caller, "caller", 0, NULL,
                         NULL));
    SAY(cuLinkComplete(link, &cubin, &size));
    LOGS();
    SAY(cuLinkDestroy(link));
    memset(error, 0, sizeof error);
    memset(info, 0, sizeof info);
    values[1] = values[3] = (void *)sizeof error;
    SAY(cuLinkCreate_v2(4, names, values, &link));
    SAY(cuLinkAddData_v2(link, CU_JIT_INPUT_PTX, (void *)callee, sizeof callee, "one", 0, NULL,
                         NULL));
    SAY(cuLinkAddData_v2(link, CU_JIT_INPUT_PTX, (void *)callee, sizeof callee, "two", 0, NULL,
                         NULL));
    SAY(cuLinkComplete(link, &cubin, &size));
    LOGS();
    SAY(cuLinkDestroy(link));
    memset(error, 0, sizeof error);
    memset(info, 0, sizeof info);
    values[1] = values[3] = (void *)sizeof error;
    SAY(cuLinkCreate_v2(4, names, values, &link));
    SAY(cuLinkAddData_v2(link, CU_JIT_INPUT_PTX, (void *)caller, sizeof caller, "caller", 0, NULL,
                         NULL));
    SAY(cuLinkAddData_v2(link, CU_JIT_INPUT_PTX, (void *)callee, sizeof callee, "callee", 0, NULL,
                         NULL));
    SAY(cuLinkComplete(link, &cubin, &size));
    LOGS();
    SAY(cuLinkComplete(link, &cubin, &size));
    SAY(cuModuleLoadData(&loaded, cubin));
    SAY(cuLinkAddData_v2(link, CU_JIT_INPUT_PTX, (void *)callee, sizeof callee, "late", 0, NULL,
                         NULL));
    SAY(cuLinkDestroy(link));
}

/* A verbose load: what ptxas says. */
static void verbose(void)
{
    static char info[8192];
    static const char ptx[] =
        HEAD ".visible .entry k(.param .u64 p, .param .u32 n){\n  .local .b8 l[64];\n"
             "  .shared .b8 s[100];\n  .reg .b64 %d<4>;\n  .reg .u32 %r<4>;\n"
             "  ld.param.u64 %d1, [p];\n  ld.param.u32 %r1, [n];\n  mov.u64 %d2, l;\n"
             "  cvt.u64.u32 %d3, %r1;\n  add.u64 %d2, %d2, %d3;\n  st.local.u32 [%d2], %r1;\n"
             "  ld.local.u32 %r2, [l+8];\n  mov.u32 %r3, s;\n  st.shared.u32 [%r3], %r2;\n"
             "  bar.sync 0;\n  st.global.u32 [%d1], %r2;\n  ret;\n}\n";
    CUmodule loaded;
    begin();
    for (int number = 0; number < 3; number++) {
        /* The limit of registers differs, so that nothing comes from the driver's cache. */
        CUjit_option names[] = {CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES,
                                CU_JIT_LOG_VERBOSE, CU_JIT_MAX_REGISTERS};
        void *values[] = {info, (void *)sizeof info, (void *)(intptr_t)number,
                          (void *)(intptr_t)(41 + number)};
        memset(info, 0, sizeof info);
        SAY(cuModuleLoadDataEx(&loaded, ptx, 4, names, values));
        printf("verbose %d\n", number);
        log_say("information", info, (size_t)values[1]);
    }
    CUjit_option names[] = {CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES,
                            CU_JIT_LOG_VERBOSE, CU_JIT_CACHE_MODE, CU_JIT_MAX_REGISTERS};
    void *values[] = {info, (void *)sizeof info, (void *)1, (void *)0, (void *)40};
    memset(info, 0, sizeof info);
    SAY(cuModuleLoadDataEx(&loaded, ptx, 5, names, values));
    log_say("information", info, (size_t)values[1]);
}

static void addresses(void)
{
    static const char *const names[] = {
        "cuInit",     "cuMemcpyHtoD",        "cuMemcpyHtoD_v2",     "cuLaunchKernel",
        "cuMemAlloc", "cuStreamSynchronize", "cuLaunchKernel_ptsz", "",
        "cu"};
    static const int versions[] = {-1,    0,     1,     2000,  3020,  7000,
                                   11000, 12000, 13000, 13001, 13010, 14000};
    void *address = NULL;
    CUdriverProcAddressQueryResult found;
    cu.cuInit(0);
    for (int n = 0; n < 9; n++)
        for (int v = 0; v < 12; v++)
            for (int flags = 0; flags < 5; flags++) {
                address = (void *)8;
                found = 77;
                CUresult result =
                    cu.cuGetProcAddress_v2(names[n], &address, versions[v], flags, &found);
                printf("%s %d %d: %d, %d, %s\n", names[n], versions[v], flags, (int)result,
                       (int)found,
                       !address               ? "NULL"
                       : address == (void *)8 ? "unset"
                                              : "an address");
            }
    SAY(cuGetProcAddress_v2(NULL, &address, 13000, 0, &found));
    SAY(cuGetProcAddress_v2("cuInit", NULL, 13000, 0, &found));
    SAY(cuGetProcAddress_v2(NULL, NULL, 13000, 0, NULL));
    SAY(cuGetProcAddress_v2("cuInit", NULL, 99999, 9, NULL));
    SAY(cuGetProcAddress("cuInit", &address, 13000, 3));
    SAY(cuGetProcAddress("cuInit", &address, 1, 0));
    SAY(cuGetProcAddress("cuInit", &address, 14000, 0));
    SAY(cuGetProcAddress(NULL, &address, 13000, 0));
    SAY(cuGetExportTable(NULL, NULL));
}

static const Section sections[] = {
    {"wrong images", wrong_images}, {"JIT options", jit_options}, {"modules", modules},
    {"libraries", libraries},       {"linking", linking},         {"verbose", verbose},
    {"addresses", addresses},
};

int main(int count, char **words)
{
    return record(count, words, sections, sizeof sections / sizeof sections[0]);
}
