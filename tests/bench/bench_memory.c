/* What the engine holds beside the program's own memory: bench_memory LIBCUDA.
 *
 * Each kind of grid is launched in a process of its own, which has touched its buffers before; told
 * is by how much the process was larger at its largest. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "cuda/driver.h"
#include "cuda/types.h"

enum { THREADS_MAX_RESIDENT = -1 /* blocks: as many as are resident at one time */ };

typedef struct Kind {
    const char *what, *kernel;
    int blocks, threads;
    unsigned shared;
    unsigned argument; /* the second one */
    bool counter;      /* the second one is a counter in memory instead */
    bool cooperative;
} Kind;

static const Kind kinds[] = {
    {.what = "10^7 threads, blocks of 256", .kernel = "threads", .blocks = 39063, .threads = 256},
    {.what = "10^6 blocks of one warp", .kernel = "threads", .blocks = 1000000, .threads = 32},
    {.what = "48 KB of shared memory a block",
     .kernel = "shared_all",
     .blocks = 5000,
     .threads = 256,
     .shared = 48 << 10,
     .argument = 12 << 10},
    {.what = "99 KB of shared memory a block",
     .kernel = "shared_all",
     .blocks = 2000,
     .threads = 1024,
     .shared = 99 << 10,
     .argument = 99 << 8},
    {.what = "4 KB of local memory a thread, blocks of 256",
     .kernel = "local_all",
     .blocks = 200,
     .threads = 256,
     .argument = 1},
    {.what = "the same, blocks of 1024",
     .kernel = "local_all",
     .blocks = 50,
     .threads = 1024,
     .argument = 1},
    {.what = "250 registers, blocks of 256", .kernel = "registers", .blocks = 4000, .threads = 256},
    {.what = "250 registers, blocks of 1024",
     .kernel = "registers",
     .blocks = 1000,
     .threads = 1024},
    {.what = "cooperative, all resident, blocks of 256",
     .kernel = "meeting",
     .blocks = THREADS_MAX_RESIDENT,
     .threads = 256,
     .counter = true,
     .cooperative = true},
    {.what = "cooperative, all resident, blocks of 32",
     .kernel = "meeting",
     .blocks = THREADS_MAX_RESIDENT,
     .threads = 32,
     .counter = true,
     .cooperative = true},
    {.what = "the same kernel, launched as any other, blocks of 256",
     .kernel = "meeting",
     .blocks = THREADS_MAX_RESIDENT,
     .threads = 256,
     .counter = true},
    {.what = "grids that launch grids, 20 deep",
     .kernel = "nested",
     .blocks = 16,
     .threads = 256,
     .argument = 20},
    {0},
};

typedef struct Cuda {
    CUresult (*init)(unsigned);
    CUresult (*context)(CUcontext *, unsigned, CUdevice);
    CUresult (*load)(CUmodule *, const void *);
    CUresult (*function)(CUfunction *, CUmodule, const char *);
    CUresult (*set)(CUfunction, CUfunction_attribute, int);
    CUresult (*allocate)(CUdeviceptr *, size_t);
    CUresult (*fill)(CUdeviceptr, unsigned char, size_t);
    CUresult (*write)(CUdeviceptr, const void *, size_t);
    CUresult (*occupancy)(int *, CUfunction, int, size_t);
    CUresult (*attribute)(int *, CUdevice_attribute, CUdevice);
    CUresult (*launch)(CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                       unsigned, CUstream, void **, void **);
    CUresult (*launch_together)(CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned,
                                unsigned, unsigned, CUstream, void **);
    CUresult (*wait)(void);
} Cuda;

static void must(bool fine, const char *what)
{
    if (fine)
        return;
    fprintf(stderr, "bench_memory: %s failed\n", what);
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
    *(void **)&cuda->function = symbol(library, "cuModuleGetFunction");
    *(void **)&cuda->set = symbol(library, "cuFuncSetAttribute");
    *(void **)&cuda->allocate = symbol(library, "cuMemAlloc_v2");
    *(void **)&cuda->fill = symbol(library, "cuMemsetD8_v2");
    *(void **)&cuda->write = symbol(library, "cuMemcpyHtoD_v2");
    *(void **)&cuda->occupancy = symbol(library, "cuOccupancyMaxActiveBlocksPerMultiprocessor");
    *(void **)&cuda->attribute = symbol(library, "cuDeviceGetAttribute");
    *(void **)&cuda->launch = symbol(library, "cuLaunchKernel");
    *(void **)&cuda->launch_together = symbol(library, "cuLaunchCooperativeKernel");
    *(void **)&cuda->wait = symbol(library, "cuCtxSynchronize");
}

static int resident_blocks(const Cuda *cuda, CUfunction function, const Kind *kind)
{
    int each = 0, processors = 0;
    must(cuda->occupancy(&each, function, kind->threads, kind->shared) == CUDA_SUCCESS,
         "cuOccupancyMaxActiveBlocksPerMultiprocessor");
    must(cuda->attribute(&processors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0) == CUDA_SUCCESS,
         "cuDeviceGetAttribute");
    return each * processors;
}

static CUdeviceptr buffer(const Cuda *cuda, size_t bytes)
{
    CUdeviceptr address;
    must(cuda->allocate(&address, bytes) == CUDA_SUCCESS, "cuMemAlloc");
    must(cuda->fill(address, 0, bytes) == CUDA_SUCCESS, "cuMemsetD8");
    return address;
}

/* Numbers of which none follows from another, where the kernels read. */
static void write_numbers(const Cuda *cuda, CUdeviceptr address)
{
    float numbers[1024];
    unsigned next = 1;
    for (int i = 0; i < 1024; i++)
        numbers[i] = (float)((next = next * 1664525 + 1013904223) >> 8);
    must(cuda->write(address, numbers, sizeof numbers) == CUDA_SUCCESS, "cuMemcpyHtoD");
}

/* The figure of /proc/self/status in KB. */
static double status_of(const char *name)
{
    char line[256];
    double value = 0;
    FILE *file = fopen("/proc/self/status", "r");
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, name, strlen(name)) == 0)
            value = strtod(line + strlen(name) + 1, NULL);
    if (file)
        fclose(file);
    return value;
}

/* The largest size so far counts from here on. */
static void forget_most(void)
{
    FILE *file = fopen("/proc/self/clear_refs", "w");
    if (file) {
        fputs("5", file);
        fclose(file);
    }
}

static double measure(const Cuda *cuda, const char *ptx, const Kind *kind, int *blocks)
{
    CUcontext context;
    CUmodule module;
    CUfunction function;
    must(cuda->init(0) == CUDA_SUCCESS, "cuInit");
    must(cuda->context(&context, 0, 0) == CUDA_SUCCESS, "cuCtxCreate");
    must(cuda->load(&module, ptx) == CUDA_SUCCESS, "cuModuleLoadData");
    must(cuda->function(&function, module, kind->kernel) == CUDA_SUCCESS, "cuModuleGetFunction");
    if (kind->shared > 48 << 10)
        must(cuda->set(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                       (int)kind->shared) == CUDA_SUCCESS,
             "cuFuncSetAttribute");
    *blocks = kind->blocks > 0 ? kind->blocks : resident_blocks(cuda, function, kind);
    CUdeviceptr out = buffer(cuda, (size_t)*blocks * (size_t)kind->threads * 4 + 8192);
    CUdeviceptr counter = buffer(cuda, 256);
    write_numbers(cuda, out);
    unsigned number = kind->argument;
    void *arguments[] = {&out, kind->counter ? (void *)&counter : (void *)&number};
    forget_most();
    double before = status_of("VmRSS:");
    CUresult result =
        kind->cooperative
            ? cuda->launch_together(function, (unsigned)*blocks, 1, 1, (unsigned)kind->threads, 1,
                                    1, kind->shared, NULL, arguments)
            : cuda->launch(function, (unsigned)*blocks, 1, 1, (unsigned)kind->threads, 1, 1,
                           kind->shared, NULL, arguments, NULL);
    must(result == CUDA_SUCCESS, "the launch");
    must(cuda->wait() == CUDA_SUCCESS, "cuCtxSynchronize");
    return (status_of("VmHWM:") - before) * 1024 / 1e6;
}

int main(int argc, char **argv)
{
    StrBuf ptx = {0};
    Error error = {0};
    if (argc != 2 && argc != 3) {
        fprintf(stderr, "usage: bench_memory LIBCUDA [WORDS IN A ROW'S NAME]\n");
        return 2;
    }
    must(file_read(CULAB_SOURCE_DIR "/kernels/bench/memory.ptx", 1 << 20, &ptx, &error),
         "reading kernels/bench/memory.ptx");
    printf("%-54s %9s %8s\n", "grid", "blocks", "MB");
    for (const Kind *kind = kinds; kind->what; kind++) {
        if (argc == 3 && !strstr(kind->what, argv[2]))
            continue;
        fflush(stdout);
        pid_t child = fork();
        must(child >= 0, "fork");
        if (!child) {
            Cuda cuda;
            int blocks;
            cuda_open(&cuda, argv[1]);
            double most = measure(&cuda, strbuf_text(&ptx), kind, &blocks);
            printf("%-54s %9d %8.1f\n", kind->what, blocks, most);
            exit(0);
        }
        waitpid(child, NULL, 0);
    }
    strbuf_free(&ptx);
    return 0;
}
