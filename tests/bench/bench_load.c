/* How long loading takes: bench_load LIBCUDA [FILE.ptx...].
 *
 * From cuInit to the end of the first launch of a small kernel, each time in a process of its own;
 * then cuModuleLoadData of each file, or of about 1 MB of kernels made here. */
#include <dlfcn.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "cuda/driver.h"
#include "cuda/types.h"

enum { STARTS = 20, LOADS = 60 };

#define HEAD ".version 7.0\n.target sm_52\n.address_size 64\n"

static const char small_ptx[] =
    HEAD ".visible .entry small(.param .u64 out)\n"
         "{\n  .reg .b64 %d<3>;\n  .reg .b32 %r<3>;\n  mov.u32 %r1, %tid.x;\n"
         "  ld.param.u64 %d1, [out];\n  mul.wide.u32 %d2, %r1, 4;\n  add.s64 %d2, %d1, %d2;\n"
         "  st.global.u32 [%d2], %r1;\n  ret;\n}\n";

/* The functions that are called here. */
typedef struct Cuda {
    CUresult (*init)(unsigned);
    CUresult (*context)(CUcontext *, unsigned, CUdevice);
    CUresult (*load)(CUmodule *, const void *);
    CUresult (*unload)(CUmodule);
    CUresult (*function)(CUfunction *, CUmodule, const char *);
    CUresult (*allocate)(CUdeviceptr *, size_t);
    CUresult (*launch)(CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                       unsigned, CUstream, void **, void **);
    CUresult (*wait)(void);
} Cuda;

static void must(bool fine, const char *what)
{
    if (fine)
        return;
    fprintf(stderr, "bench_load: %s failed\n", what);
    exit(1);
}

static void *symbol(void *library, const char *name)
{
    void *found = dlsym(library, name);
    must(found, name);
    return found;
}

static void cuda_open(Cuda *cuda, const char *path)
{
    void *library = dlopen(path, RTLD_NOW);
    must(library, path);
    *(void **)&cuda->init = symbol(library, "cuInit");
    *(void **)&cuda->context = symbol(library, "cuCtxCreate_v2");
    *(void **)&cuda->load = symbol(library, "cuModuleLoadData");
    *(void **)&cuda->unload = symbol(library, "cuModuleUnload");
    *(void **)&cuda->function = symbol(library, "cuModuleGetFunction");
    *(void **)&cuda->allocate = symbol(library, "cuMemAlloc_v2");
    *(void **)&cuda->launch = symbol(library, "cuLaunchKernel");
    *(void **)&cuda->wait = symbol(library, "cuCtxSynchronize");
}

static void context_open(const Cuda *cuda)
{
    CUcontext context;
    must(cuda->init(0) == CUDA_SUCCESS, "cuInit");
    must(cuda->context(&context, 0, 0) == CUDA_SUCCESS, "cuCtxCreate");
}

static int64_t start_once(const Cuda *cuda)
{
    CUmodule module;
    CUfunction function;
    CUdeviceptr out;
    void *parameters[] = {&out};
    int64_t start = clock_now_ns();
    context_open(cuda);
    must(cuda->load(&module, small_ptx) == CUDA_SUCCESS, "cuModuleLoadData");
    must(cuda->function(&function, module, "small") == CUDA_SUCCESS, "cuModuleGetFunction");
    must(cuda->allocate(&out, 4096) == CUDA_SUCCESS, "cuMemAlloc");
    must(cuda->launch(function, 4, 1, 1, 256, 1, 1, 0, NULL, parameters, NULL) == CUDA_SUCCESS,
         "cuLaunchKernel");
    must(cuda->wait() == CUDA_SUCCESS, "cuCtxSynchronize");
    return clock_now_ns() - start;
}

static int compare(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return x < y ? -1 : x > y;
}

static void tell(const char *what, int64_t *times, int count)
{
    qsort(times, (size_t)count, sizeof *times, compare);
    printf("%s: %.2f / %.2f / %.2f ms (min / median / max)\n", what, (double)times[0] / 1e6,
           (double)times[count / 2] / 1e6, (double)times[count - 1] / 1e6);
}

static void measure_start(const char *path)
{
    int64_t times[STARTS];
    for (int i = 0; i < STARTS; i++) {
        int ends[2];
        must(pipe(ends) == 0, "pipe");
        pid_t child = fork();
        must(child >= 0, "fork");
        if (!child) {
            Cuda cuda;
            cuda_open(&cuda, path);
            int64_t taken = start_once(&cuda);
            _exit(write(ends[1], &taken, sizeof taken) != sizeof taken);
        }
        close(ends[1]);
        must(read(ends[0], &times[i], sizeof times[i]) == sizeof times[i], "a first launch");
        close(ends[0]);
        waitpid(child, NULL, 0);
    }
    tell("cuInit to the end of the first launch", times, STARTS);
}

/* A kernel of about 1.9 KB in the manner of compilers: indices, a loop, floats, a branch. */
static void kernel_add(StrBuf *text, int number)
{
    strbuf_format(text,
                  ".visible .entry kernel_%d(.param .u64 kernel_%d_param_0, .param .u64 "
                  "kernel_%d_param_1, .param .u32 kernel_%d_param_2)\n{\n\t.reg .pred \t%%p<8>;\n"
                  "\t.reg .f32 \t%%f<40>;\n\t.reg .b32 \t%%r<20>;\n\t.reg .b64 \t%%rd<20>;\n\n"
                  "\tld.param.u64 \t%%rd1, [kernel_%d_param_0];\n"
                  "\tld.param.u64 \t%%rd2, [kernel_%d_param_1];\n"
                  "\tld.param.u32 \t%%r2, [kernel_%d_param_2];\n\tmov.u32 \t%%r3, %%ntid.x;\n"
                  "\tmov.u32 \t%%r4, %%ctaid.x;\n\tmov.u32 \t%%r5, %%tid.x;\n"
                  "\tmad.lo.s32 \t%%r1, %%r3, %%r4, %%r5;\n\tsetp.ge.s32 \t%%p1, %%r1, %%r2;\n"
                  "\t@%%p1 bra \t$L__BB%d_3;\n\n\tcvta.to.global.u64 \t%%rd3, %%rd1;\n"
                  "\tcvta.to.global.u64 \t%%rd4, %%rd2;\n\tmul.wide.s32 \t%%rd5, %%r1, 4;\n"
                  "\tadd.s64 \t%%rd6, %%rd3, %%rd5;\n\tadd.s64 \t%%rd7, %%rd4, %%rd5;\n"
                  "\tmov.u32 \t%%r6, 0;\n\tmov.f32 \t%%f1, 0f3F800000;\n$L__BB%d_2:\n",
                  number, number, number, number, number, number, number, number, number);
    for (int i = 0; i < 8; i++)
        strbuf_format(text,
                      "\tld.global.f32 \t%%f%d, [%%rd6+%d];\n"
                      "\tfma.rn.f32 \t%%f%d, %%f%d, %%f1, 0f40490FDB;\n"
                      "\tadd.f32 \t%%f1, %%f%d, %%f1;\n",
                      2 * i + 2, 4 * i, 2 * i + 3, 2 * i + 2, 2 * i + 3);
    strbuf_format(text,
                  "\tadd.s32 \t%%r6, %%r6, 1;\n\tsetp.lt.s32 \t%%p2, %%r6, %%r2;\n"
                  "\t@%%p2 bra \t$L__BB%d_2;\n\tst.global.f32 \t[%%rd7], %%f1;\n\n$L__BB%d_3:\n"
                  "\tret;\n\n}\n",
                  number, number);
}

static void measure_load(const Cuda *cuda, const char *what, StrBuf *text)
{
    int64_t times[LOADS];
    for (int i = 0; i < LOADS; i++) {
        CUmodule module;
        int64_t start = clock_now_ns();
        must(cuda->load(&module, strbuf_text(text)) == CUDA_SUCCESS, "cuModuleLoadData");
        times[i] = clock_now_ns() - start;
        must(cuda->unload(module) == CUDA_SUCCESS, "cuModuleUnload");
    }
    printf("%s, %zu bytes, ", what, text->size);
    tell("loaded", times, LOADS);
}

int main(int argc, char **argv)
{
    Cuda cuda;
    Error error = {0};
    if (argc < 2) {
        fprintf(stderr, "usage: bench_load LIBCUDA [FILE.ptx...]\n");
        return 2;
    }
    measure_start(argv[1]);
    cuda_open(&cuda, argv[1]);
    context_open(&cuda);
    if (argc == 2) {
        StrBuf text = {0};
        strbuf_add_text(&text, HEAD);
        for (int i = 0; text.size < 1000000; i++)
            kernel_add(&text, i);
        measure_load(&cuda, "kernels", &text);
        strbuf_free(&text);
    }
    for (int i = 2; i < argc; i++) {
        StrBuf text = {0};
        must(file_read(argv[i], (size_t)1 << 30, &text, &error), argv[i]);
        measure_load(&cuda, argv[i], &text);
        strbuf_free(&text);
    }
    return 0;
}
