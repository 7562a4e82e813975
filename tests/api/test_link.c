/* cuLink: modules linked and run, and what a linker refuses. */
#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "api.h"

#define HEAD ".version 7.0\n.target sm_52\n.address_size 64\n"

static const char kernel_ptx[] =
    HEAD ".extern .func (.param .b32 r) twice(.param .b32 x);\n"
         ".extern .global .align 4 .u32 base;\n"
         ".visible .entry k(.param .u64 out)\n"
         "{\n  .reg .b64 %d<3>;\n  .reg .b32 %r<4>;\n"
         "  ld.param.u64 %d1, [out];\n  ld.global.u32 %r1, [base];\n"
         "  {\n  .param .b32 x;\n  .param .b32 r;\n  st.param.b32 [x], %r1;\n"
         "  call.uni (r), twice, (x);\n  ld.param.b32 %r2, [r];\n  }\n"
         "  st.global.u32 [%d1], %r2;\n  ret;\n}\n";
static const char device_ptx[] =
    HEAD ".visible .global .align 4 .u32 base = 21;\n"
         ".visible .func (.param .b32 r) twice(.param .b32 x)\n"
         "{\n  .reg .b32 %r<3>;\n  ld.param.b32 %r1, [x];\n  add.s32 %r2, %r1, %r1;\n"
         "  st.param.b32 [r], %r2;\n  ret;\n}\n";

static CUresult add(CUlinkState link, const char *ptx, const char *name)
{
    return cuLinkAddData_v2(link, CU_JIT_INPUT_PTX, (void *)(uintptr_t)ptx, strlen(ptx) + 1, name,
                            0, NULL, NULL);
}

static uint32_t run(CUmodule linked)
{
    CUfunction k;
    CUdeviceptr out;
    uint32_t value = 0;
    OK(cuModuleGetFunction(&k, linked, "k"));
    OK(cuMemAlloc_v2(&out, 4));
    void *parameters[] = {&out};
    OK(cuLaunchKernel(k, 1, 1, 1, 1, 1, 1, 0, NULL, parameters, NULL));
    OK(cuMemcpyDtoH_v2(&value, out, 4));
    return value;
}

static void modules_are_linked(void **state)
{
    (void)state;
    CUlinkState link;
    CUmodule linked;
    void *cubin;
    size_t size;
    OK(cuLinkCreate_v2(0, NULL, NULL, &link));
    OK(add(link, kernel_ptx, "kernel"));
    OK(add(link, device_ptx, "device"));
    OK(cuLinkComplete(link, &cubin, &size));
    assert_int_equal(strlen(cubin) + 1, size);
    OK(cuModuleLoadData(&linked, cubin));
    OK(cuLinkDestroy(link));
    assert_int_equal(run(linked), 42);
}

/* Links up to two modules with a log; the first result that isn't a success. */
static CUresult link_both(const char *first, const char *second, char log[500])
{
    CUjit_option names[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void *values[] = {log, (void *)(uintptr_t)500}, *cubin;
    CUlinkState link;
    OK(cuLinkCreate_v2(2, names, values, &link));
    CUresult result = add(link, first, "first");
    if (result == CUDA_SUCCESS && second)
        result = add(link, second, "second");
    if (result == CUDA_SUCCESS)
        result = cuLinkComplete(link, &cubin, NULL);
    OK(cuLinkDestroy(link));
    return result;
}

static void a_linker_refuses(void **state)
{
    (void)state;
    char log[500];
    IS(CUDA_ERROR_UNKNOWN, link_both(kernel_ptx, NULL, log));
    assert_string_equal(log, "error   : Undefined reference to 'base' in 'first'");
    IS(CUDA_ERROR_UNKNOWN, link_both(device_ptx, device_ptx, log));
    assert_string_equal(
        log, "error   : Multiple definition of 'base' in 'second', first defined in 'first'");
    IS(CUDA_ERROR_INVALID_PTX, link_both(HEAD ".visible .entry k()\n{ rot; }\n", NULL, log));
    assert_non_null(strstr(log, "line 5"));
}

static int registers(CUmodule of, const char *name)
{
    CUfunction k;
    int count;
    OK(cuModuleGetFunction(&k, of, name));
    OK(cuFuncGetAttribute(&count, CU_FUNC_ATTRIBUTE_NUM_REGS, k));
    return count;
}

/* CU_JIT_MAX_REGISTERS holds for kernels without bounds of their own: when linking and loading. */
static void registers_are_limited(void **state)
{
    (void)state;
    static const char ptx[] =
        HEAD ".visible .entry k()\n{\n  .reg .b64 %d<200>;\n  ret;\n}\n"
             ".visible .entry bound()\n.maxntid 128, 1, 1\n{\n  .reg .b64 %d<200>;\n  ret;\n}\n";
    CUjit_option names[] = {CU_JIT_MAX_REGISTERS};
    void *values[] = {(void *)(uintptr_t)24};
    CUmodule loaded;
    CUlinkState link;
    void *cubin;
    size_t size;
    OK(cuModuleLoadData(&loaded, ptx));
    assert_true(registers(loaded, "k") > 24);
    OK(cuModuleLoadDataEx(&loaded, ptx, 1, names, values));
    assert_int_equal(registers(loaded, "k"), 24);
    assert_true(registers(loaded, "bound") > 24);
    OK(cuLinkCreate_v2(1, names, values, &link));
    OK(add(link, ptx, "kernels"));
    OK(add(link, device_ptx, "device"));
    OK(cuLinkComplete(link, &cubin, &size));
    OK(cuModuleLoadData(&loaded, cubin));
    OK(cuLinkDestroy(link));
    assert_int_equal(registers(loaded, "k"), 24);
    assert_true(registers(loaded, "bound") > 24);
}

/* An `ar` archive of up to 8 KB. */
typedef struct Archive {
    char bytes[8192];
    size_t size;
} Archive;

static void archive_add(Archive *archive, const char *name, const void *data, size_t size)
{
    char header[61];
    if (!archive->size)
        archive->size = (size_t)sprintf(archive->bytes, "!<arch>\n");
    snprintf(header, sizeof header, "%-16s%-12d%-6d%-6d%-8o%-10zu`\n", name, 0, 0, 0, 0644u, size);
    memcpy(archive->bytes + archive->size, header, 60);
    memcpy(archive->bytes + archive->size + 60, data, size);
    archive->size += 60 + size;
    if (size % 2)
        archive->bytes[archive->size++] = '\n';
}

/* Kernel and library; *log is the linker's. */
static CUresult link_library(const void *library, size_t size, CUmodule *linked, char log[500])
{
    CUjit_option names[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void *values[] = {log, (void *)(uintptr_t)500}, *cubin;
    CUlinkState link;
    OK(cuLinkCreate_v2(2, names, values, &link));
    OK(add(link, kernel_ptx, "kernel"));
    CUresult result = cuLinkAddData_v2(link, CU_JIT_INPUT_LIBRARY, (void *)(uintptr_t)library, size,
                                       "lib.a", 0, NULL, NULL);
    if (result == CUDA_SUCCESS)
        result = cuLinkComplete(link, &cubin, NULL);
    if (result == CUDA_SUCCESS)
        OK(cuModuleLoadData(linked, cubin));
    OK(cuLinkDestroy(link));
    return result;
}

/* Of a library's members those are linked that are needed: the second `base` is left out. */
static void libraries_bring_what_is_needed(void **state)
{
    (void)state;
    static const char other[] = HEAD ".visible .global .align 4 .u32 base = 99;\n";
    static const char machine_code[] = "\177ELF\2\1\1\063\0\0\0\0\0\0\0\0\2\0\276\0";
    static Archive archive;
    char code[64] = {0};
    CUmodule linked;
    char log[500];
    memcpy(code, machine_code, sizeof machine_code);
    archive_add(&archive, "/", "symbols", 7);
    archive_add(&archive, "//", "a_name_that_is_long.o/\n", 23);
    archive_add(&archive, "code.o/", code, sizeof code);
    archive_add(&archive, "/0", device_ptx, sizeof device_ptx);
    archive_add(&archive, "other.o/", other, sizeof other);
    OK(link_library(archive.bytes, archive.size, &linked, log));
    assert_int_equal(run(linked), 42);
    IS(CUDA_ERROR_INVALID_IMAGE, link_library(archive.bytes, archive.size - 10, &linked, log));
    assert_non_null(strstr(log, "lib.a: the archive is cut off"));
}

/* A host object with one fat binary in its section .nv_fatbin; `cut` bytes of it are missing. */
static size_t object_make(char *out, size_t room, size_t cut)
{
    static const char names[] = "\0.shstrtab\0.nv_fatbin";
    size_t ptx = sizeof device_ptx, fat = 16 + 64 + ptx;
    uint32_t magic = 0xba55ed50, head = 64, version = 1 << 16 | 1, target = 52;
    uint64_t entries = 64 + ptx, payload = ptx;
    Elf64_Ehdr elf = {.e_ident = "\177ELF\2\1\1", .e_machine = EM_X86_64, .e_type = ET_REL};
    Elf64_Shdr sections[3] = {{0}};
    memset(out, 0, room);
    elf.e_shoff = sizeof elf;
    elf.e_shentsize = sizeof sections[0];
    elf.e_shnum = 3;
    elf.e_shstrndx = 1;
    sections[1] = (Elf64_Shdr){.sh_name = 1, .sh_offset = 320, .sh_size = sizeof names};
    sections[2] = (Elf64_Shdr){.sh_name = 11, .sh_offset = 384, .sh_size = fat - cut};
    memcpy(out, &elf, sizeof elf);
    memcpy(out + sizeof elf, sections, sizeof sections);
    memcpy(out + 320, names, sizeof names);
    memcpy(out + 384, &magic, 4);
    memcpy(out + 388, &(uint32_t){16u << 16 | 1}, 4);
    memcpy(out + 392, &entries, 8);
    memcpy(out + 400, &version, 4);
    memcpy(out + 404, &head, 4);
    memcpy(out + 408, &payload, 8);
    memcpy(out + 428, &target, 4);
    memcpy(out + 464, device_ptx, ptx);
    return 384 + fat;
}

static void host_objects_are_looked_into(void **state)
{
    (void)state;
    static char object[4096];
    static Archive archive;
    CUmodule linked;
    char log[500];
    size_t size = object_make(object, sizeof object, 0);
    archive_add(&archive, "device.o/", object, size);
    OK(link_library(object, size, &linked, log));
    assert_int_equal(run(linked), 42);
    OK(link_library(archive.bytes, archive.size, &linked, log));
    assert_int_equal(run(linked), 42);
    object_make(object, sizeof object, 1);
    IS(CUDA_ERROR_INVALID_IMAGE, link_library(object, size, &linked, log));
    assert_non_null(strstr(log, "cut off"));
    IS(CUDA_ERROR_INVALID_IMAGE, link_library(object, 100, &linked, log));
}

/* Lengths that a fat binary claims are held against what is there; and a pointer in a file or in an
 * archive's member, as in the wrapper of a host program, is not followed. */
static void no_image_reaches_past_its_end(void **state)
{
    (void)state;
    static const uint32_t begun[] = {0xba55ed50, 16u << 16 | 1, 0x7fffffff, 0, 0, 0};
    static const uint32_t wrapper[] = {0x466243b1, 1, 0x10, 0, 0, 0};
    static Archive archive;
    char log[500], path[] = "/tmp/culab-image-XXXXXX";
    CUmodule linked;
    IS(CUDA_ERROR_INVALID_IMAGE, link_library(begun, 12, &linked, log));
    IS(CUDA_ERROR_INVALID_IMAGE, link_library(begun, sizeof begun, &linked, log));
    IS(CUDA_ERROR_INVALID_IMAGE, link_library(wrapper, 12, &linked, log));
    archive_add(&archive, "w.o/", wrapper, sizeof wrapper);
    IS(CUDA_ERROR_INVALID_IMAGE, link_library(archive.bytes, archive.size, &linked, log));
    for (int i = 0; i < 2; i++) {
        int fd = i ? open(path, O_WRONLY | O_TRUNC) : mkstemp(path);
        const void *image = i ? wrapper : begun;
        assert_int_equal(write(fd, image, sizeof begun), sizeof begun);
        close(fd);
        IS(CUDA_ERROR_INVALID_IMAGE, cuModuleLoad(&linked, path));
    }
    unlink(path);
}

static void lto_ir_is_refused(void **state)
{
    (void)state;
    static const unsigned char lto[64] = {0xed, 0x43, 0x4e, 0x7f};
    CUmodule linked;
    char log[500];
    IS(CUDA_ERROR_NO_BINARY_FOR_GPU, link_library(lto, sizeof lto, &linked, log));
    assert_non_null(strstr(log, "LTO-IR"));
}

static void misuse(void **state)
{
    (void)state;
    CUlinkState link;
    IS(CUDA_ERROR_INVALID_VALUE, cuLinkCreate_v2(0, NULL, NULL, NULL));
    OK(cuLinkCreate_v2(0, NULL, NULL, &link));
    IS(CUDA_ERROR_INVALID_VALUE,
       cuLinkAddData_v2(link, 9, (void *)(uintptr_t) "x", 2, "x", 0, NULL, NULL));
    IS(CUDA_ERROR_FILE_NOT_FOUND,
       cuLinkAddFile_v2(link, CU_JIT_INPUT_PTX, "/nonexistent.ptx", 0, NULL, NULL));
    IS(CUDA_ERROR_INVALID_VALUE, cuLinkComplete(link, NULL, NULL));
    OK(cuLinkDestroy(link));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(modules_are_linked),
        TEST(a_linker_refuses),
        TEST(libraries_bring_what_is_needed),
        TEST(host_objects_are_looked_into),
        TEST(no_image_reaches_past_its_end),
        TEST(lto_ir_is_refused),
        TEST(registers_are_limited),
        TEST(misuse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
