/* The log that a host program leaves: memory shared between the program, in which the library of
 * src/host/shim writes, and the worker, which reads it when the program has ended in whatever way.
 *
 * The program can write anything there: the reader believes nothing. A header, then records one
 * behind the other, each with its size. A record is written before the call that it tells of, and
 * completed after it, so that a crash inside a call leaves it behind. */
#ifndef CULAB_HOST_LOG_H
#define CULAB_HOST_LOG_H

#include <stdint.h>

#include "host/each.h"

enum {
    LOG_MAGIC = 0x474f4c48,
    LOG_VERSION = 1,
    LOG_BYTES = 64 << 20,
    LOG_TEXT = 120,     /* bytes kept of a text argument */
    LOG_PARAMETERS = 64 /* of a kernel, kept of one launch */
};

/* What the program is given: environment variables of its process. */
#define LOG_ENV_FD "CULAB_HOST_LOG"       /* descriptor of the log */
#define LOG_ENV_DATA "CULAB_HOST_DATA"    /* descriptor of the data: see LogData */
#define LOG_ENV_LIBCUDA "CULAB_HOST_CUDA" /* path or name of the library to use */
#define LOG_ENV_NVRTC "CULAB_HOST_NVRTC"  /* the same for NVRTC; empty: there is none */

typedef struct LogHeader {
    uint32_t magic, version;
    uint64_t size;         /* bytes of all, this header too */
    _Atomic uint64_t used; /* bytes that were asked for: more than `size` when some found no room */
    _Atomic uint32_t calls, calls_lost, spans_lost, prints_lost;
    uint32_t simulated;
    uint32_t finished; /* main returned, or exit() was called */
} LogHeader;

typedef enum LogKind {
    LOG_CALL = 1,
    LOG_SPAN,
    LOG_PRINT,
    LOG_FINDING,
    LOG_NUMBER,
    LOG_RESULT,  /* culab_result() was called for a buffer */
    LOG_REFUSED, /* the program asked for what it may not have: text */
    LOG_MISUSE,  /* it used culab.h wrongly: text */
    LOG_METRIC,
    LOG_CRASH,   /* a signal: where */
    LOG_TOUCH,   /* bytes that a kernel has used */
    LOG_TROUBLE, /* the libraries could not be loaded: text */
    LOG_FAILED,  /* a function of culab.h gave an error back: text */
} LogKind;

typedef struct LogRecord {
    uint32_t size; /* of the whole record: a multiple of 8, this header too */
    uint32_t kind;
} LogRecord;

/* A piece of what an argument points to: follow LogCall, in `extra` bytes. */
typedef struct LogExtra {
    uint32_t size; /* of the bytes behind it, padded to a multiple of 8 */
    uint32_t argument;
} LogExtra;

typedef struct LogCall {
    LogRecord record;
    uint32_t function; /* its number in the table of host/function.h */
    uint32_t number;   /* of the call: 0, 1, ... */
    uint32_t thread;
    int32_t result;
    uint32_t ended;
    uint32_t extra_used;       /* bytes behind this */
    uint64_t pc;               /* where it returns to */
    uint64_t begin_ns, end_ns; /* monotonic clock */
    double sim_begin_ns, sim_end_ns;
    uint64_t words[PARAMETERS_MAX]; /* as they were passed, the first 8 bytes of each */
    uint64_t outs[PARAMETERS_MAX];  /* what out parameters point to afterwards */
    uint32_t has_out;               /* bits */
    uint32_t pad;
} LogCall;

/* Parameters of a launched kernel: in LogExtra of its arguments' argument, an array of these. */
typedef struct LogParameter {
    uint64_t size;    /* as the kernel has it */
    uint64_t given;   /* as the caller gave it; 0: unknown */
    uint64_t address; /* of the caller's object */
    uint64_t value;   /* its first bytes */
} LogParameter;

typedef struct LogSpan {
    LogRecord record;
    uint64_t id;   /* of the simulator's operation; 0: of a GPU */
    uint32_t call; /* number; UINT32_MAX: none */
    uint32_t kind; /* HostSpanKind */
    uint64_t stream;
    uint64_t bytes;
    double begin_ns, end_ns;
    uint64_t after[4]; /* ids; 0: none */
    char name[64];
} LogSpan;

typedef enum TouchedKind { TOUCHED_READ, TOUCHED_WRITE, TOUCHED_ATOMIC, TOUCHED_KINDS } TouchedKind;

/* A range that a kernel has read, written, or changed by atomics. */
typedef struct LogTouch {
    LogRecord record;
    uint32_t call, kind; /* number of the call that launched it; TouchedKind */
    uint64_t address, size;
} LogTouch;

/* Texts of these follow the struct: `text_size` bytes each, one after another. */
typedef struct LogPrint {
    LogRecord record;
    uint32_t block[3], thread[3], line;
    uint32_t malformed;
    uint32_t text_size, pad;
} LogPrint;

enum { FINDING_TEXTS = 7 }; /* checker, rule, text, file, function, other file, other function */
typedef struct LogFinding {
    LogRecord record;
    uint32_t fatal, has_other;
    uint32_t block[3], thread[3], line;
    uint32_t other_block[3], other_thread[3], other_line;
    uint32_t bytes;
    uint32_t pad;
    uint64_t address, repeats;
    uint32_t text_sizes[FINDING_TEXTS];
    uint32_t call; /* the newest call */
} LogFinding;

typedef struct LogMetric {
    LogRecord record;
    double value, ideal;
    uint32_t line, pad;
    char kernel[128], name[128];
} LogMetric;

typedef struct LogNumber {
    LogRecord record;
    double value;
    uint64_t pc;
    char name[64];
} LogNumber;

typedef struct LogResult {
    LogRecord record;
    uint32_t argument, call; /* index among the data; calls made so far */
    uint64_t address, bytes, expected, pc;
} LogResult;

typedef struct LogText { /* LOG_REFUSED, LOG_MISUSE, LOG_TROUBLE, LOG_FAILED */
    LogRecord record;
    uint32_t call, pad; /* calls made before it */
    uint64_t pc;
    char text[240];
} LogText;

typedef struct LogCrash {
    LogRecord record;
    uint64_t pc, caller, address;
    uint32_t signal, call;
} LogCrash;

/* The data of the case: a table, and the bytes of buffers behind it. The program maps it; results
 * are written into it. */
typedef struct LogDatum {
    char name[64];
    uint32_t is_buffer, has_input;
    uint32_t given, pad;    /* given: culab_result() was called */
    uint64_t offset, bytes; /* of a buffer, in the file */
    int64_t integer;        /* of a number */
    double real;
} LogDatum;

typedef struct LogData {
    uint32_t magic, count;
    LogDatum data[];
} LogData;

#endif
