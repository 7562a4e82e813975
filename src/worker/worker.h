/* The worker's state: one device, one compiler, the source compiled last, the runs since then. */
#ifndef CULAB_WORKER_WORKER_H
#define CULAB_WORKER_WORKER_H

#include "compile/compile.h"
#include "program/program.h"
#include "worker/buffers.h"
#include "worker/device.h"
#include "worker/port.h"
#include "worker/print_ring.h"

/* Where the buffers of an earlier run lay, for questions about who wrote to them. */
typedef struct PastRun {
    uint32_t sequence;
    BufferList buffers; /* addresses only */
} PastRun;

/* What was answered to a run (repeat.h). */
typedef struct Repeat {
    uint32_t sequence;
    StrBuf key, frames;
} Repeat;

typedef struct Worker {
    Port *port;
    int captured; /* file behind standard output, where a GPU's driver prints */
    Device device;
    Compiler compiler;
    Error device_trouble, compiler_trouble;
    Compiled compiled;
    uint32_t wants;             /* CODE_... that it was compiled with */
    Compiled named;             /* the same source with debug information, once it was asked for */
    char *source, *source_file; /* that it was compiled from; NULL: none, or it was PTX */
    size_t source_size;
    VEC(CUmodule)
    modules; /* one for each run, so that no variable keeps its value, where there are any; they
                stay, since the simulator's knowledge of writers refers to them */
    bool has_variables; /* the source compiled last */
    VEC(PastRun) past;
    VEC(Repeat) repeats; /* of the source compiled last `repeats_used`; the others are memory */
    size_t repeats_used, repeats_bytes;
    PortRecord record; /* of the run under way, if it is recorded */
    bool is_recording;
    BufferList kept;   /* of the last run: freed when the next begins */
    PrintRing ring;    /* of a GPU */
    Ceilings ceilings; /* of a GPU, once something was timed */
    Program program;   /* the host program that goes with the kernel */
    bool has_program;
    RunMessage run; /* being loaded */
    BufferList buffers;
} Worker;

/* Answers the messages of the port for ever; the port ends the process. */
_Noreturn void worker_serve(Worker *worker);

/* run.c: launches what was loaded and answers. */
void worker_launch(Worker *worker, uint32_t sequence);
/* host.c: runs the host program on the data that was loaded, and answers. */
void worker_run_host(Worker *worker, uint32_t sequence);
/* Compiles the host program beside the kernel: what is said of it is added to the result. */
void worker_compile_host(Worker *worker, const CompileMessage *message);
/* Forgets the runs and their modules; `lost`: they are gone with the context. */
void worker_forget_runs(Worker *worker, bool lost);

#endif
