/* Options of NVRTC and nvcc on their way to PTX for the simulated device. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "simulate/target.h"

typedef void Rewrite(const char *const *options, size_t count, int capability, TargetWords *out);

/* Words with blanks between, in and out. */
static void expect(Rewrite *rewrite, const char *given, const char *wanted)
{
    TargetWords words = {0}, out = {0};
    StrBuf got = {0};
    View rest = view_of(given), word;
    while (view_split(&rest, ' ', &word))
        vec_push(&words, memory_clone_bytes(word.data, word.size));
    rewrite((const char *const *)words.data, words.size, 86, &out);
    for (size_t i = 0; i < out.size; i++)
        strbuf_format(&got, "%s%s", i ? " " : "", out.data[i]);
    assert_string_equal(strbuf_text(&got), wanted);
    strbuf_free(&got);
    target_words_free(&words);
    target_words_free(&out);
}

static void nvrtc(void **state)
{
    (void)state;
    expect(target_nvrtc, "--gpu-architecture=sm_80 -G", "--gpu-architecture=compute_80 -G");
    expect(target_nvrtc, "-arch sm_90a", "-arch compute_86");
    expect(target_nvrtc, "-arch=compute_120f --fmad=false", "-arch=compute_86 --fmad=false");
    expect(target_nvrtc, "-DTARGET=sm_90 -arch", "-DTARGET=sm_90 -arch");
    expect(target_nvrtc, "-architecture=sm_90", "-architecture=sm_90");
}

static void nvcc(void **state)
{
    (void)state;
    expect(target_nvcc, "--cubin -arch sm_86 dir/kernel.cu",
           "-ptx -arch compute_86 dir/kernel.cu -o kernel.cubin");
    expect(target_nvcc, "-cubin -o k.cubin k.cu", "-ptx -o k.cubin k.cu");
    expect(target_nvcc, "-gencode arch=compute_90,code=sm_90 a.cu",
           "-gencode arch=compute_86,code=compute_86 a.cu");
    expect(target_nvcc, "--generate-code=arch=compute_80,code=[sm_80,compute_80] a.cu",
           "--generate-code=arch=compute_80,code=[compute_80] a.cu");
    expect(target_nvcc, "-arch=native -ptx a.cu", "-arch=compute_86 -ptx a.cu");
    expect(target_nvcc, "--version", "--version");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(nvrtc), cmocka_unit_test(nvcc)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
