/* Options of the just-in-time compiler: the log buffers that a caller wants filled. */
#ifndef CULAB_SIM_API_JIT_H
#define CULAB_SIM_API_JIT_H

#include "base/error.h"
#include "cuda/types.h"

typedef struct JitLog {
    char *buffer; /* NULL: not asked for */
    size_t size;
    void **size_slot; /* takes the bytes written */
} JitLog;

typedef struct JitOptions {
    JitLog info, error;
    void **wall_time_slot;
    int64_t began_ns;
    unsigned max_registers; /* 0: no limit */
} JitOptions;

/* INVALID_VALUE for lists that are missing and for options that don't exist. */
CUresult jit_read(JitOptions *out, unsigned count, const CUjit_option *names, void **values);
/* Fills the buffers: with what went wrong, or with a line that it went well. */
void jit_report(const JitOptions *options, CUresult result, const Error *error);

#endif
