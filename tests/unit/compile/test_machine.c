/* ptxas's report, and a disassembler that is there, fails, or is missing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "compile/machine.h"

static void registers_and_spills_are_read(void **state)
{
    CompileResult result = {0};
    (void)state;
    machine_read_log(VIEW("k.cu(3): warning: something\n"
                          "ptxas info    : 0 bytes gmem\n"
                          "ptxas info    : Compiling entry function '_Z3addPf' for 'sm_86'\n"
                          "ptxas info    : Function properties for _Z3addPf\n"
                          "ptxas         .     256 bytes stack frame, 8 bytes spill stores, 12 "
                          "bytes spill loads\n"
                          "ptxas info    : Used 40 registers, used 1 barriers, 372 bytes cmem[0]\n"
                          "ptxas info    : Compiling entry function 'b' for 'sm_86'\n"
                          "ptxas info    : Used 8 registers, 372 bytes cmem[0]\n"),
                     &result);
    assert_int_equal(result.code.size, 2);
    assert_string_equal(result.code.data[0].name, "_Z3addPf");
    assert_int_equal(result.code.data[0].registers, 40);
    assert_int_equal(result.code.data[0].stack, 256);
    assert_int_equal(result.code.data[0].spill_stores, 8);
    assert_int_equal(result.code.data[0].spill_loads, 12);
    assert_int_equal(result.code.data[0].barriers, 1);
    assert_int_equal(result.code.data[1].registers, 8);
    assert_int_equal(result.code.data[1].barriers, 0);
    compile_result_free(&result);
}

static void disassemble_with(const char *script, CompileResult *result)
{
    char path[] = "/tmp/culab-nvdisasm-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0 && fchmod(fd, 0700) == 0);
    assert_true(write(fd, script, strlen(script)) > 0);
    close(fd);
    setenv("CULAB_NVDISASM", path, 1);
    machine_disassemble(VIEW("cubin"), NULL, result);
    unsetenv("CULAB_NVDISASM");
    unlink(path);
}

static void a_listing_is_taken(void **state)
{
    CompileResult result = {0};
    (void)state;
    disassemble_with("#!/bin/sh\necho \"$1 $2\"; cat \"$3\"\n", &result);
    assert_string_equal(result.sass, "-g -c\ncubin");
    assert_null(result.sass_trouble);
    compile_result_free(&result);
}

static void a_tool_that_fails_or_is_missing_is_told(void **state)
{
    CompileResult result = {0};
    (void)state;
    disassemble_with("#!/bin/sh\nexit 3\n", &result);
    assert_null(result.sass);
    assert_non_null(strstr(result.sass_trouble, "exited with status 3"));
    compile_result_free(&result);
    setenv("CULAB_NVDISASM", "/nowhere/nvdisasm", 1);
    machine_disassemble(VIEW("cubin"), NULL, &result);
    unsetenv("CULAB_NVDISASM");
    assert_non_null(strstr(result.sass_trouble, "/nowhere/nvdisasm"));
    compile_result_free(&result);
    char *path = getenv("PATH") ? strdup(getenv("PATH")) : NULL;
    setenv("PATH", "/nowhere", 1);
    machine_disassemble(VIEW("cubin"), NULL, &result);
    if (path)
        setenv("PATH", path, 1);
    free(path);
    assert_non_null(strstr(result.sass_trouble, "missing"));
    compile_result_free(&result);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(registers_and_spills_are_read),
        cmocka_unit_test(a_listing_is_taken),
        cmocka_unit_test(a_tool_that_fails_or_is_missing_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
