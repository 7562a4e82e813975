/* The library that a host program is linked with in place of libcuda: it records each call in the
 * log, hands it on to the real library, and gives the program what culab.h promises.
 *
 * It lives in the learner's process, so it is one thing there: what it holds is its only mutable
 * global. It takes nothing from src/base. */
#ifndef CULAB_HOST_SHIM_H
#define CULAB_HOST_SHIM_H

#include <stdbool.h>
#include <stddef.h>

#include "cuda/types.h"
#include "host/function.h"
#include "host/log.h"
#include "sim/culab_sim.h"

#define CUDA_SYMBOL(symbol, parameters) CUresult symbol parameters;
#include "cuda/driver.def"

#define SHIM_EXPORT __attribute__((visibility("default")))

typedef struct Shim {
    LogHeader *log; /* NULL: nobody reads; the program was started by hand */
    LogData *data;  /* NULL: none */
    size_t data_size;
    void *cuda, *nvrtc;     /* handles of the libraries; NULL: not there */
    const CulabSimApi *sim; /* NULL on NVIDIA's library */
    void *real[FUNCTION_COUNT];
    uintptr_t text_begin, text_end; /* of the program's own code */
} Shim;

Shim *shim(void);

/* One call under way. */
typedef struct ShimCall {
    uint32_t function;
    bool recorded;
    LogCall *log; /* NULL: not recorded, or the log is full */
    size_t room;  /* bytes for extras behind the record */
} ShimCall;

/* Between the two the call is made. `words`: its arguments, each as its first 8 bytes. */
void call_begin(ShimCall *call, uint32_t function, const void *pc, const uint64_t *words);
CUresult call_end(ShimCall *call, CUresult result);
/* Nanoseconds to add to what a clock shows in this call: on the simulator the time in calls is the
 * simulated one, so that a host's clock fits the events. The program's own time stays real. */
int64_t call_clock_shift(const ShimCall *call);
/* Adds what an argument points to. */
void call_extra_add(ShimCall *call, uint32_t argument, const void *bytes, size_t size);
/* Nothing that this thread calls is recorded until it is given back: the shim's own calls. */
bool calls_pause(void);
void calls_resume(bool before);
uint32_t calls_current(void); /* number of this thread's newest call; UINT32_MAX: none */

/* Room for a record of `size` bytes behind its header; NULL: the log is full. */
void *log_add(LogKind kind, size_t size);
void log_text(LogKind kind, const void *pc, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* What a function of culab.h or cuda_runtime.h did inside failed: kept for how the program ends. */
void log_failure(const void *pc, CUresult result, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
uint64_t now_ns(void);
bool is_program(const void *pc); /* called from the program's own code */
/* Ends the program with a message: what it did with culab.h cannot be. */
_Noreturn void misuse(const void *pc, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The real function behind a wrapper, NULL when the library lacks it. Without recording. */
#define REAL(symbol) ((__typeof__(&symbol))shim()->real[FUNCTION_##symbol])
/* cuGetProcAddress gives out wrappers, too. */
void procs_wrap(void);

/* cuLaunchKernel with a line of blocks and threads, as if it had been called from `pc`. */
CUresult launch_from(const void *pc, CUfunction function, unsigned grid, unsigned block,
                     unsigned shared, CUstream stream, void **params);
/* refuse_calls.c: from here on the system refuses what a host program may not do. */
void system_calls_refuse(void);

/* launch.c: the parameters of a launch, as the caller gave them and as the kernel has them. */
void launch_capture(ShimCall *call, const uint64_t *words);
/* The sizes that culab_launch() was given, for the launch that it makes next. */
void launch_sizes(const size_t *sizes, size_t count);

/* sim.c: what only the simulator tells. */
void sim_attach(void);
void sim_before(uint32_t number);
void sim_after(void);  /* findings of launches that have ended */
void sim_finish(void); /* the program ends: the figures, too */
/* gpu.c: times of what a GPU does, by events around each operation. */
void gpu_before(ShimCall *call, const uint64_t *words);
void gpu_after(ShimCall *call, CUresult result);
void gpu_finish(void); /* the program ends */

#endif
