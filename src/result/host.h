/* What a host program did: its calls of the Driver API, what the device did when, what it wrote.
 * As plain data: read from the program's log by src/host, shown by views and reports. Text in it is
 * data from outside: make it inert before it is shown. */
#ifndef CULAB_RESULT_HOST_H
#define CULAB_RESULT_HOST_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

enum {
    HOST_CALLS_KEPT = 20000, /* further ones are counted */
    HOST_SPANS_KEPT = 40000,
    HOST_OUTPUT_KEPT = 1 << 20, /* bytes */
};

typedef struct HostArgument {
    char *name;     /* "dptr", as NVIDIA's documentation has it; "" unknown */
    char *text;     /* decoded: "0x7f3a08000000", "4096", "CU_EVENT_DEFAULT", "\"saxpy\"" */
    uint64_t value; /* number, address or handle; of what a call gives back: that */
    bool out;       /* given back by the call */
} HostArgument;

typedef struct HostCall {
    char *name; /* without the symbol's version: "cuMemAlloc" */
    VEC(HostArgument) arguments;
    int32_t result;
    char *result_name; /* "CUDA_SUCCESS" */
    uint32_t line;     /* in host.c; 0: called from elsewhere */
    uint32_t thread;   /* of the host: 0 is main's, then in order of their first calls */
    uint32_t stream;   /* index in HostRun.streams; HOST_NONE: no call of a stream's */
    uint64_t bytes;    /* moved, filled or allocated; 0: none */
    /* On the timeline's clock, nanoseconds from the program's first call: simulated time on the
     * simulator, real time on a GPU. */
    double begin_ns, end_ns;
    double real_ns; /* that it took */
} HostCall;

#define HOST_NONE UINT32_MAX

typedef enum HostSpanKind {
    SPAN_TO_DEVICE,
    SPAN_TO_HOST,
    SPAN_ON_DEVICE, /* a copy from device memory to device memory */
    SPAN_FILL,
    SPAN_KERNEL,
    SPAN_HOST,   /* a host function */
    SPAN_RECORD, /* an event is reached: takes no time */
    SPAN_WAIT,   /* a stream waits for an event: from when it could begin to when it may */
    SPAN_KIND_COUNT
} HostSpanKind;
const char *host_span_text(HostSpanKind kind); /* "copy to device", ... for JSON and people */

/* What the device, a copy engine or a stream did. */
typedef struct HostSpan {
    HostSpanKind kind;
    uint32_t call;   /* that asked for it: index in HostRun.calls, or HOST_NONE */
    uint32_t stream; /* index in HostRun.streams */
    char *name;      /* of the kernel or event; "" */
    double begin_ns, end_ns;
    uint64_t bytes;
    /* Spans of other streams that had to end first (indices, all smaller than its own). Within a
     * stream each waits for the one before. */
    VEC(uint32_t) after;
} HostSpan;

typedef struct HostStream {
    uint64_t handle;
    char *name;    /* "default stream", "stream 1" in order of creation */
    bool blocking; /* waits for the default stream, as it for this */
} HostStream;

/* A figure that the program told by culab_measured(). */
typedef struct HostNumber {
    char *name;
    double value;
    uint32_t line;
} HostNumber;

typedef enum HostEnd {
    HOST_ENDED,    /* `status`: what main returned or exit() was given */
    HOST_CRASHED,  /* `status`: the signal */
    HOST_OVERTIME, /* it was stopped at its limit of time */
    HOST_STOPPED,  /* on request */
    HOST_NOT_RUN,
    HOST_END_COUNT
} HostEnd;

typedef struct HostRun {
    HostEnd end;
    int status;
    char *end_text;          /* in words: "returned 0", "was killed by SIGSEGV in line 12" */
    VEC(HostCall) calls;     /* in the order in which they began */
    VEC(HostSpan) spans;     /* in the order in which they ended */
    VEC(HostStream) streams; /* [0] the default stream */
    VEC(HostNumber) numbers;
    /* Of a run on a GPU: what the same program measured on the simulator beside it. */
    VEC(HostNumber) exact;
    uint64_t calls_lost, spans_lost, output_lost;
    char *output; /* standard output and error, as they came; any bytes */
    uint64_t output_size;
    bool simulated; /* the timeline's clock is simulated */
} HostRun;

void host_call_free(HostCall *call);
void host_span_free(HostSpan *span);
void host_run_free(HostRun *run);

#endif
