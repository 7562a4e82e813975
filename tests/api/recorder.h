/* What the recorders of misuse share: NVIDIA's or our libcuda by dlopen, "call = RESULT" lines, and
 * sections that run in processes of their own. A call in which the driver crashes is told as
 * "crash", and the next one is made. */
#ifndef CULAB_TESTS_API_RECORDER_H
#define CULAB_TESTS_API_RECORDER_H

#include <dlfcn.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cuda/types.h"
#include "kernels.h"

typedef struct Library {
#define CUDA_SYMBOL(symbol, parameters) CUresult(*symbol) parameters;
#include "cuda/driver.def"
} Library;

static Library cu;

static int library_load(const char *path)
{
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        fprintf(stderr, "misuse: %s\n", dlerror());
        return 0;
    }
#define CUDA_SYMBOL(symbol, parameters) *(void **)&cu.symbol = dlsym(handle, #symbol);
#include "cuda/driver.def"
    return cu.cuInit != NULL;
}

static const char *result_name(CUresult result)
{
    switch (result) {
#define CUDA_RESULT(NAME, value, text) \
    case NAME:                         \
        return #NAME;
#include "cuda/errors.def"
    }
    return "?";
}

__attribute__((unused)) static void say(const char *what, CUresult result)
{
    printf("%s = %s\n", what, result_name(result));
    fflush(stdout);
}

static _Thread_local sigjmp_buf before_crash;

static inline void crashed(int number)
{
    siglongjmp(before_crash, number);
}

/* The programs are compiled without optimisation: a jump back finds all variables in memory. */
#define SAY_AS(what, call)                                  \
    do {                                                    \
        if (sigsetjmp(before_crash, 1))                     \
            printf("%s = crash\n", (what)), fflush(stdout); \
        else                                                \
            say((what), (call));                            \
    } while (0)
#define SAY(call) SAY_AS(#call, cu.call)

/* What most sections start from. */
static CUdevice device;
static CUcontext context;
static CUmodule module;
static CUfunction scale, nothing, store, trapping, asserting, static_shared, narrow;
static CUdeviceptr memory;
static CUstream stream;
static CUevent event, other_event;

static inline void begin(void)
{
    cu.cuInit(0);
    cu.cuDeviceGet(&device, 0);
    cu.cuDevicePrimaryCtxRetain(&context, device);
    cu.cuCtxSetCurrent(context);
    if (cu.cuModuleLoadData(&module, kernels_ptx) != CUDA_SUCCESS)
        printf("the module does not load\n");
    cu.cuModuleGetFunction(&scale, module, "scale");
    cu.cuModuleGetFunction(&nothing, module, "nothing");
    cu.cuModuleGetFunction(&store, module, "store");
    cu.cuModuleGetFunction(&trapping, module, "trapping");
    cu.cuModuleGetFunction(&asserting, module, "asserting");
    cu.cuModuleGetFunction(&static_shared, module, "static_shared");
    cu.cuModuleGetFunction(&narrow, module, "narrow");
    cu.cuMemAlloc_v2(&memory, 4096);
    cu.cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING);
    cu.cuEventCreate(&event, 0);
    cu.cuEventCreate(&other_event, CU_EVENT_DISABLE_TIMING);
}

typedef struct Section {
    const char *name;
    void (*run)(void);
} Section;

static inline int record(int count, char **arguments, const Section *sections, size_t section_count)
{
    if (count != 2) {
        fprintf(stderr, "usage: %s LIBCUDA\n", arguments[0]);
        return 2;
    }
    for (size_t i = 0; i < section_count; i++) {
        printf("[%s]\n", sections[i].name);
        fflush(stdout);
        pid_t child = fork();
        if (child == 0) {
            if (!library_load(arguments[1]))
                _exit(2);
            signal(SIGSEGV, crashed);
            signal(SIGBUS, crashed);
            signal(SIGFPE, crashed);
            alarm(60); /* a driver that crashed may hold a lock of its own for good */
            sections[i].run();
            fflush(stdout);
            _exit(0);
        }
        int status;
        waitpid(child, &status, 0);
        if (WIFSIGNALED(status))
            printf("killed by signal %d\n", WTERMSIG(status));
        else if (WEXITSTATUS(status))
            return WEXITSTATUS(status);
    }
    return 0;
}

#endif
