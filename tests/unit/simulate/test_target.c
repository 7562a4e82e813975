/* Options of NVRTC and nvcc on their way to PTX for the simulated device. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "simulate/assembly.h"
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

/* "": nothing is to be assembled; else input, blank, output. */
static void expect_assembly(const char *given, const char *wanted)
{
    const char *words[16];
    size_t count = 0;
    TargetWords kept = {0};
    Assembly asked;
    StrBuf got = {0};
    View rest = view_of(given), word;
    while (view_split(&rest, ' ', &word)) {
        vec_push(&kept, memory_clone_bytes(word.data, word.size));
        words[count] = kept.data[count];
        count++;
    }
    if (assembly_read(words, count, &asked))
        strbuf_format(&got, "%s%s %s", asked.is_text ? "text " : "", asked.input, asked.output);
    assert_string_equal(strbuf_text(&got), wanted);
    strbuf_free(&got);
    target_words_free(&kept);
}

static void ptxas(void **state)
{
    (void)state;
    expect_assembly("a.ptx", "a.ptx elf.o");
    expect_assembly("-lineinfo -v --regAllocOptLevel=2 --gpu-name=sm_90a a.ptx -o b.o",
                    "a.ptx b.o");
    expect_assembly("-arch sm_80 -O 3 --output-file=b.cubin a.ptx", "a.ptx b.cubin");
    expect_assembly("-m 64 -e kernel --maxrregcount 32 -O2 a.ptx", "a.ptx elf.o");
    expect_assembly("--input-as-string .version -o b.o", "text .version b.o");
    expect_assembly("--version", "");
    expect_assembly("a.ptx --help", "");
    expect_assembly("a.ptx b.ptx", "");
    expect_assembly("a.ptx -o", "");
    expect_assembly("-v", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(nvrtc), cmocka_unit_test(nvcc),
                                       cmocka_unit_test(ptxas)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
