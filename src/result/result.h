/* What compiling and running gave, as plain data: made by the worker's client, read by the verdict,
 * the views and the reports. Text in it is data from outside: make it inert before it is shown. */
#ifndef CULAB_RESULT_RESULT_H
#define CULAB_RESULT_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "result/host.h"
#include "result/schedule.h"

typedef enum Severity { SEVERITY_NOTE, SEVERITY_WARNING, SEVERITY_ERROR } Severity;

typedef struct Diagnostic {
    Severity severity;
    char *file;
    uint32_t line, column; /* 1-based; 0: none */
    char *text;            /* without place and severity; further lines (context) after LF */
} Diagnostic;

typedef struct Dim3 {
    uint32_t x, y, z;
} Dim3;

typedef struct Place {
    char *function, *file; /* "" unknown */
    uint32_t line;         /* 0 unknown */
} Place;

typedef struct PrintRecord {
    uint32_t run; /* index of the case it belongs to */
    Dim3 block, thread;
    bool attributed; /* false: printed outside our printf; block, thread and line unknown */
    bool malformed;
    uint32_t line;
    const char *text;
    size_t size;
} PrintRecord;

typedef struct Finding {
    char *checker, *rule, *text;
    char *variable; /* what was not set, or the element past its array, as the source calls it:
                     * "acc[2]"; NULL or "": not known */
    bool fatal;
    Dim3 block, thread;
    Place place;
    bool has_other;
    Dim3 other_block, other_thread;
    Place other_place;
    uint64_t address;
    uint32_t bytes;
    uint64_t repeats;
    bool note; /* told, but no reason to fail */
} Finding;

typedef struct Metric {
    char *kernel, *name;
    uint32_t line;       /* 0: the whole kernel */
    double value, ideal; /* ideal NaN: none */
} Metric;

/* What the lanes of one warp touched at once; of its line the access that wasted most. */
typedef struct WarpAccess {
    uint32_t line;
    Dim3 block;
    uint32_t warp;         /* in the block */
    char *kind, *space;    /* "load" "store" "atomic"; "global" "shared" "local" "const" */
    char *name;            /* what the first lane touched, "a[12]"; "" unknown */
    uint32_t bytes;        /* of a lane */
    uint32_t mask;         /* lanes that took part */
    uint64_t address[32];  /* of these; in shared and local memory byte offsets */
    uint32_t units, ideal; /* sectors, passes over the banks, or addresses (const) */
} WarpAccess;

typedef enum ElementType {
    ELEMENT_I8,
    ELEMENT_U8,
    ELEMENT_I16,
    ELEMENT_U16,
    ELEMENT_I32,
    ELEMENT_U32,
    ELEMENT_I64,
    ELEMENT_U64,
    ELEMENT_F16,
    ELEMENT_F32,
    ELEMENT_F64,
    ELEMENT_COUNT
} ElementType;
typedef enum BufferRole { ROLE_IN, ROLE_OUT, ROLE_INOUT } BufferRole;

/* Outputs are filled with this byte before a launch, so that what was never written is known. It is
 * not the one that fresh memory of the simulated device holds (0xCB): what was computed from that
 * was written after all. */
enum { POISON_BYTE = 0xC5 };

size_t element_bytes(ElementType type);
const char *element_text(ElementType type);      /* "f32" */
bool element_parse(View text, ElementType *out); /* "f32", and C names: "float", "int", ... */
double element_value(ElementType type, const void *at); /* as double; 64-bit integers may round */
void element_format(ElementType type, const void *at, StrBuf *out, bool hex);
/* All its bytes are poison. One of a single byte may be so by chance. */
bool element_is_poison(ElementType type, const void *at);
/* For who shows an element of a buffer: nothing has written it. */
bool element_is_unwritten(BufferRole role, ElementType type, const void *at);
bool element_is_float(ElementType type);
bool element_is_signed(ElementType type); /* of the integers */
/* "[127]"; in a shape of two dimensions "[3][12]", the row first. */
void element_add_index(const uint64_t shape[3], uint64_t index, StrBuf *out);

typedef enum LaunchStatus {
    LAUNCH_NOT_RUN, /* did not compile, or stopped before */
    LAUNCH_OK,
    LAUNCH_REFUSED, /* shape, shared memory, no such kernel: `error_text` gives the limit */
    LAUNCH_FAULT,   /* illegal address, misaligned, trap, assert, stack overflow */
    LAUNCH_DEADLOCK,
    LAUNCH_BUDGET,  /* ran to the limit */
    LAUNCH_STOPPED, /* on request */
    LAUNCH_TROUBLE, /* not the learner's fault: device lost, worker died, out of memory */
    LAUNCH_STATUS_COUNT
} LaunchStatus;
const char *launch_status_text(LaunchStatus status); /* "ok", "refused", ... for JSON */

/* Who last wrote an element (simulator only). */
typedef struct Writer {
    bool known;
    Dim3 block, thread;
    Place place;
    VEC(struct Writer) before; /* who wrote there before, newest first; theirs are empty */
} Writer;

/* One buffer after the run. `bytes` holds the data; guard zones were taken off and judged. */
typedef struct BufferResult {
    char *name;
    ElementType type;
    BufferRole role;
    uint64_t count;
    uint64_t shape[3];     /* 1-D: {n,1,1}; 2-D: {width,height,1} */
    unsigned char *bytes;  /* NULL for unchanged inputs */
    unsigned char *beside; /* of a GPU's run: what the simulator beside it gave; NULL: nothing */
    bool input_changed;    /* role in: differs from what was sent */
    uint64_t first_changed;
    Writer changed_by; /* of that element */
    bool guard_before_broken, guard_after_broken;
    int64_t guard_offset; /* bytes from the buffer's start (negative) or end of the first broken
                             guard byte */
} BufferResult;
/* How many elements of an output that came back nothing has written, as far as it is known. */
uint64_t buffer_unwritten(const BufferResult *buffer);

/* What a GPU can do at best, measured; 0: unknown. */
typedef struct Ceilings {
    double bytes_per_s; /* read and written by a copy in device memory */
    double flops_per_s; /* float, a fused multiply-add counts two */
} Ceilings;

/* A kernel's time on a GPU, of one launch; no samples: not measured. */
typedef struct KernelTime {
    uint32_t samples, joined; /* launches joined in a graph for a sample; 1: single ones */
    double least_us, median_us, most_us;
    double variation; /* standard deviation over mean */
    bool stable;      /* 15 samples or more that vary by less than 2 % */
    Ceilings ceilings;
} KernelTime;

/* One launch with its data. */
typedef struct RunResult {
    LaunchStatus status;
    char *error_name; /* "CUDA_ERROR_ILLEGAL_ADDRESS", "" */
    char *error_text; /* in words */
    BufferResult *buffers;
    size_t buffer_count;
    VEC(Finding) findings;
    VEC(Metric) metrics;
    VEC(WarpAccess) accesses;
    uint64_t prints, prints_lost;
    double kernel_ms; /* host time of the launch; NaN unknown */
    bool repeated;    /* code and data were those of an earlier run, whose result this is */
    uint64_t thread_instructions;
    KernelTime timing;
    Schedule schedule; /* no blocks and no trouble: it was not asked for */
    HostRun *host;     /* of an exercise of kind host, or a `culab run` of a C file; else NULL */
} RunResult;

/* Machine code of one kernel, as ptxas tells of it. */
typedef struct KernelCode {
    char *name; /* as in the PTX */
    uint32_t registers, barriers;
    uint32_t stack, spill_stores, spill_loads; /* bytes a thread */
} KernelCode;

/* What can be asked for beside the kernels; each costs time at every compile. */
enum {
    CODE_MACHINE = 1, /* registers, spills */
    CODE_TEXT = 2,    /* PTX and SASS */
    /* And how the kernels are made otherwise than they are, to explain differences: */
    CODE_UNFUSED = 4,    /* without fused multiply-add */
    CODE_PRECISE = 8,    /* exact functions in place of __expf() and the like */
    CODE_RAISED = 16,    /* approximate instructions' results with their last two bits set, */
    CODE_LOWERED = 32,   /* or cleared; in PTX alone */
    CODE_NAMED = 64,     /* with debug information, and nothing optimised away */
    CODE_REVEALED = 128, /* the source as compile/reveal.h writes it */
};

typedef struct CompileResult {
    bool ran; /* false: NVRTC missing or died; `trouble` says so */
    bool ok;
    char *trouble;
    VEC(Diagnostic) diagnostics;
    VEC(char *) kernels; /* entry functions, demangled where C++ */
    /* Of each kernel the names of its parameters as the source has them, "a,b,,n": empty where one
     * has none; "" where the source doesn't tell (it is PTX, or a macro wrote the kernel). */
    VEC(char *) parameters;
    double ms;     /* inside NVRTC */
    char *machine; /* "sm_86": what the figures and SASS below are for; NULL: none was made */
    VEC(KernelCode) code;
    char *ptx;          /* NULL: not asked for */
    char *sass;         /* with marks like //## File "kernel.cu", line 12; NULL: none */
    char *sass_trouble; /* why not; NULL: not asked for */
    StrBuf image;       /* for the worker: spares another one the compile; empty: none */
} CompileResult;

typedef struct DeviceLimit {
    char *name; /* "threads in a block" */
    int64_t value;
} DeviceLimit;

typedef struct DeviceInfo {
    char *name; /* "simulator as RTX 3060" */
    bool simulated;
    int major, minor;
    uint64_t memory;          /* bytes; 0 unknown */
    uint32_t multiprocessors; /* 0 unknown */
    char *driver, *nvrtc;     /* versions, "" unknown */
    VEC(DeviceLimit) limits;  /* of the device in use */
    char *fit; /* how NVRTC and the driver go together, and what was chosen; "" nothing to say */
    char *trouble; /* of one that is not in use: why it cannot be; "" nothing is known against it */
    bool mig;      /* an instance: a part of a GPU */
} DeviceInfo;

/* What could be chosen instead. */
typedef struct DeviceChoices {
    VEC(DeviceInfo) gpus; /* gpu:0, gpu:1, ...; empty: none is seen, or nobody has looked */
    VEC(char *) profiles; /* of the simulator; empty on a GPU */
    char *gpu_trouble;    /* why the simulator was taken though nobody asked for it; "" */
    char *visible;        /* $CUDA_VISIBLE_DEVICES at the worker; "" not set */
    uint32_t ordinal;     /* of the GPU in use */
} DeviceChoices;

/* Printf records of all runs since the last compile. Text lies in the arena. */
typedef struct PrintLog {
    Arena arena;
    VEC(PrintRecord) records;
    uint64_t lost;
} PrintLog;

void print_log_add(PrintLog *log, const PrintRecord *record); /* copies the text */
/* Moves the records of `from` behind those of `log`; `from` is empty then. */
void print_log_join(PrintLog *log, PrintLog *from);
void print_log_free(PrintLog *log);
void diagnostic_free(Diagnostic *diagnostic);
void finding_free(Finding *finding);
/* What a timed run reached: bytes that its threads asked of global memory and operations, by the
 * simulator's figures, in the median time; 0 where these are missing. */
typedef struct Rates {
    double bytes_per_s, flops_per_s, flops_per_byte;
} Rates;
Rates run_rates(const RunResult *run);
/* A figure of the whole run, or of the first kernel that has it. False: it is missing. */
bool run_figure(const RunResult *run, const char *name, double *value);
/* Names of a host program's figures: on a GPU the simulator's stand beside them under the second.
 */
#define HOST_FIGURES "host."
#define SIMULATED_FIGURES "simulated."
/* The figure by which a program is judged: of a host program's run on a GPU the simulator's, where
 * it is known, since measured time is luck. */
bool run_judged_figure(const RunResult *run, const char *name, double *value, bool *simulated);
void warp_access_free(WarpAccess *access);
void writer_free(Writer *writer);
void run_result_free(RunResult *run);
void compile_result_free(CompileResult *compile);
void device_info_free(DeviceInfo *device);
void device_choices_free(DeviceChoices *choices);

#endif
