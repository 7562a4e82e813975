/* What culab's simulated libcuda can do beyond the CUDA Driver API.
 *
 * Look up `culabSimApi` with dlsym() on the opened libcuda; NVIDIA's library has no such symbol.
 * All text is UTF-8 but for printf records, which may hold any byte. Pointers that are given to
 * callbacks are valid during the call. Structs grow at their end only; `version` says how far.
 *
 * The library differs from NVIDIA's in this: after a kernel's fault cuDevicePrimaryCtxReset and
 * cuCtxDestroy let the process begin anew. It reads $CULAB_PROFILE (the device; an unknown one
 * makes cuInit answer CUDA_ERROR_INVALID_DEVICE) and $CULAB_SIM_BUDGET (thread-instructions a
 * launch, until set_options says otherwise) and $CULAB_SIM_SEED when cuInit is called, and also
 * $CULAB_SIM_THREADS (threads that a launch may use; else as many as there are processors),
 * $CULAB_SIM_CHECKS (names of checks to be on from the start, "race,init", "all" or "none"; an
 * unknown one makes cuInit answer CUDA_ERROR_INVALID_VALUE) and $CULAB_SIM_REPORT: a file to which
 * findings are appended after each launch. Without it the library writes no report. Beside it
 * $CULAB_SIM_REPORT_FORM ("text", or "json": an object on each line), $CULAB_SIM_REPORT_LIMIT (how
 * many findings are written; the others are counted) and $CULAB_SIM_TALLY (a file as long as
 * ReportTally, in which all processes count what they report). */
#ifndef CULAB_SIM_H
#define CULAB_SIM_H

#include <stddef.h>
#include <stdint.h>

#define CULAB_SIM_VERSION 6

typedef struct CulabSimPlace {
    const char *function; /* kernel or device function, as in the PTX; "" unknown */
    const char *file;     /* CUDA source file; "" unknown */
    uint32_t line;        /* in the CUDA source; 0 unknown */
    uint32_t ptx_line;    /* in the PTX text; 0 unknown */
    const char *ptx;      /* the instruction's text; "" unknown */
} CulabSimPlace;

typedef struct CulabSimThread {
    uint32_t block[3], thread[3];
} CulabSimThread;

typedef struct CulabSimPrint {
    uint64_t launch;
    CulabSimThread who;
    CulabSimPlace where;
    const char *text;
    size_t size;
    int malformed;
} CulabSimPrint;

typedef struct CulabSimFinding {
    uint64_t launch;
    const char *checker, *rule, *text; /* see observer.h, SimFinding */
    int fatal;
    CulabSimThread who;
    CulabSimPlace where;
    int has_other;
    CulabSimThread other_who;
    CulabSimPlace other_where;
    uint64_t address;
    uint32_t bytes;
    uint64_t repeats;     /* further ones of the same kind and places, not told one by one */
    const char *variable; /* what was not set, or the element past its array, as the source
                           * calls it; NULL: not known */
} CulabSimFinding;

typedef struct CulabSimMetric {
    const char *kernel;
    uint64_t launch;
    uint32_t line;    /* 0: the whole kernel */
    const char *name; /* Nsight Compute's full metric name */
    double value;
    double ideal; /* NaN: none */
} CulabSimMetric;

/* One access of one warp: of its place in the source the one that wasted most. */
typedef struct CulabSimAccess {
    uint64_t launch;
    uint32_t line;           /* in the CUDA source */
    uint32_t block[3];       /* whose warp it was */
    uint32_t warp;           /* in the block */
    const char *kind;        /* "load", "store", "atomic" */
    const char *space;       /* "global", "shared", "local", "const" */
    const char *name;        /* what the first lane touched, "a[12]"; "" unknown */
    uint32_t bytes;          /* of a lane */
    uint32_t mask;           /* lanes that took part */
    const uint64_t *address; /* [32]; in shared and local memory byte offsets */
    uint32_t units;          /* global, local: sectors; shared: passes over the banks; const:
                              * distinct addresses */
    uint32_t ideal;          /* the least for the same data */
} CulabSimAccess;

typedef struct CulabSimWriter {
    uint64_t launch;
    CulabSimThread who;
    CulabSimPlace where;
} CulabSimWriter;

/* Bits of `checks`. */
enum {
    CULAB_SIM_CHECK_MEMORY = 1, /* always on: it is the engine's own */
    CULAB_SIM_CHECK_RACE = 2,
    CULAB_SIM_CHECK_INIT = 4,
    CULAB_SIM_CHECK_SYNC = 8,
    CULAB_SIM_CHECK_ARITHMETIC = 16,
    CULAB_SIM_PROVENANCE = 32, /* who wrote which element */
    CULAB_SIM_METRICS = 64,
    CULAB_SIM_CHECK_ALL = 127,
    /* With MEMORY, of programs with debug information: also what may be meant so. An index past an
     * array at the start of a struct can't be told from a word of the struct without the source. */
    CULAB_SIM_DOUBTFUL = 256,
};

typedef struct CulabSimOptions {
    uint32_t size; /* sizeof(CulabSimOptions) */
    uint32_t checks;
    uint64_t seed;        /* 0: the plain schedule */
    uint64_t budget;      /* thread-instructions a launch, moved words among them; 0: none */
    uint64_t print_limit; /* records a launch; 0: none */
    void *state;
    /* When set, printf records go here instead of to standard output; both when somebody waits for
     * the launch. The callback may not call the Driver API, but may call stop(). */
    void (*print)(void *state, const CulabSimPrint *print);
    /* Not 0: a kernel that leaves an allocation is stopped at the first byte; this holds unless a
     * report is written. 0: as on a device, the bytes up to the next multiple of 512 can be reached
     * too; the finding is told, and the kernel goes on. */
    uint32_t strict;
} CulabSimOptions;

/* How a launch ended: EngineStatus of the engine. */
enum {
    CULAB_SIM_DONE,
    CULAB_SIM_FAULT,
    CULAB_SIM_DEADLOCK,
    CULAB_SIM_BUDGET,
    CULAB_SIM_STOPPED,
    CULAB_SIM_NO_MEMORY, /* of the host, for the engine */
};

typedef struct CulabSimLaunchStatus {
    uint64_t launch;
    int status; /* CULAB_SIM_DONE ... */
    int fault;  /* EngineFault */
    uint64_t prints_lost, thread_instructions, warp_instructions, cycles;
    double seconds;
} CulabSimLaunchStatus;

/* What an operation did, in the order of result/host.h, HostSpanKind. */
enum {
    CULAB_SIM_SPAN_TO_DEVICE,
    CULAB_SIM_SPAN_TO_HOST,
    CULAB_SIM_SPAN_ON_DEVICE,
    CULAB_SIM_SPAN_FILL,
    CULAB_SIM_SPAN_KERNEL,
    CULAB_SIM_SPAN_HOST,
    CULAB_SIM_SPAN_RECORD,
    CULAB_SIM_SPAN_WAIT,
    CULAB_SIM_SPAN_NONE, /* an operation that is not told of */
};
enum { CULAB_SIM_SPAN_AFTER = 4 };

/* One operation of a stream, with its place in simulated time. */
typedef struct CulabSimSpan {
    uint64_t id;     /* of the operation: it grows in the order in which they were enqueued */
    uint64_t call;   /* as correlate() said when it was enqueued */
    uint64_t stream; /* its handle; 0: the default stream */
    int kind;
    uint64_t bytes;
    const char *name; /* of a kernel; "" */
    double begin_ns, end_ns;
    uint64_t after[CULAB_SIM_SPAN_AFTER]; /* ids of operations of other streams that decided when it
                                             could begin; 0: none */
} CulabSimSpan;

typedef struct CulabSimApi {
    uint32_t version;
    /* Applies to later launches of the process. 0, or a CUresult. */
    int (*set_options)(const CulabSimOptions *options);
    void (*get_options)(CulabSimOptions *options);
    /* Calls `each` for every finding since the last clear, in order; where a report is written, of
     * the newest launches only. */
    void (*findings)(void *state, void (*each)(void *state, const CulabSimFinding *finding));
    void (*metrics)(void *state, void (*each)(void *state, const CulabSimMetric *metric));
    void (*clear)(void); /* findings, metrics, provenance */
    /* Who last wrote the byte at a device address, in a launch with provenance. 1: known; the texts
     * are valid until this thread asks again. */
    int (*writer)(uint64_t address, CulabSimWriter *out);
    void (*last_launch)(CulabSimLaunchStatus *out);
    /* Stops the running launch, from any thread; it ends with CUDA_ERROR_LAUNCH_TIMEOUT. */
    void (*stop)(void);
    /* Names of the profiles, ended by NULL; the one in force is chosen by $CULAB_PROFILE before
     * cuInit. */
    const char *const *(*profiles)(void);
    /* Names an allocation of cuMemAlloc in messages: "reads a[12]" instead of an address. 1: done.
     */
    int (*label)(uint64_t address, const char *name, uint32_t element_bytes);
    /* Version 2. The accesses of the launches that figures are kept of. */
    void (*accesses)(void *state, void (*each)(void *state, const CulabSimAccess *access));

    /* Version 3. Calls `span` when an operation has ended (NULL: no more); it may not call
     * the Driver API. */
    void (*set_spans)(void *state, void (*span)(void *state, const CulabSimSpan *span));
    /* The operations that this thread enqueues from now on belong to this call of the Driver API;
     * the host is taken to need `host_ns` of simulated time for it. */
    void (*correlate)(uint64_t call, double host_ns);
    /* Simulated nanoseconds at which the host's next call is made. */
    double (*host_time)(void);
    /* Version 4. Tells as a finding what the last launch took with malloc() and nobody has freed,
     * for a program that ends now. */
    void (*leaks)(void);
    /* Who wrote the byte, newest first: at most `room` and no more than the last four that differ
     * in thread or place. Returns how many are known; as for writer(). */
    int (*writers)(uint64_t address, CulabSimWriter *out, int room);
    /* Version 5. Calls `touch` after each launch for the ranges of global memory that it has read
     * (kind 0), written (1) or changed by atomics (2), with the call that asked for it (NULL: no
     * more). None of a kind of which there were too many. It may not call the Driver API. */
    void (*set_touches)(void *state, void (*touch)(void *state, uint64_t call, int kind,
                                                   uint64_t address, uint64_t size));
    /* Version 6. The program of later launches compiled with debug information (-G), as PTX that
     * stays until this is called again: its types name elements, "cells[2].v[3]". `twin` is called
     * while a launch runs, when a finding is to be told (`at_hand` 0), or the picture of an access
     * (1: NULL where the twin would have to be made first); it may not call the Driver API. NULL:
     * no more. */
    void (*set_twin)(void *state, const char *(*twin)(void *state, int at_hand));
} CulabSimApi;

/* NULL when this library is older than `version`. */
const CulabSimApi *culabSimApi(uint32_t version);

#endif
