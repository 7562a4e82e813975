/* Options of the just-in-time compiler: the log buffers that a caller wants filled. */
#ifndef CULAB_SIM_API_JIT_H
#define CULAB_SIM_API_JIT_H

#include "base/error.h"
#include "cuda/types.h"
#include "sim/engine/engine.h"

typedef struct JitLog {
    char *buffer; /* NULL: not asked for */
    size_t size, used;
    void **size_slot; /* takes the bytes written, without the NUL that ends them */
} JitLog;

typedef struct JitOptions {
    JitLog info, error;
    void **wall_time_slot;
    int64_t began_ns;
    unsigned max_registers; /* 0: no limit */
    void **threads_slot;    /* takes the threads compiled for, for those asked for */
    bool has_target;
    int target;
    uint64_t made_by; /* of all options that make a difference */
    bool cached;      /* the same was compiled before */
    bool verbose;
    /* Names that the module doesn't define, and where they lie. */
    const char *const *symbol_names;
    void *const *symbol_addresses;
    unsigned symbol_count;
} JitOptions;

/* INVALID_VALUE for lists that are missing and for options that don't exist. */
CUresult jit_read(JitOptions *out, unsigned count, const CUjit_option *names, void **values);
/* Whether there is, or was, such a device: a CUjit_target. */
bool jit_target_exists(int target);
/* Whether code compiled from the PTX for the options' target would run on this device, and what it
 * is refused with. */
CUresult jit_target_check(const JitOptions *options, const PtxModule *ptx, Error *error);
/* Whether the image was loaded with the same options before; it is known from now on. */
bool jit_compiled_before(const JitOptions *options, const void *image);
/* Fills the buffers: with what went wrong, or with a line that it went well. */
void jit_report(JitOptions *options, CUresult result, const Error *error);
/* After that, when the caller asked for more words: what became of the functions. */
void jit_say(JitOptions *options, const PtxModule *ptx, const EngineModule *module);
/* Behind what was written before, on a line of its own. */
void jit_log_write(JitLog *log, const char *text);
/* An EngineResolve of the options' symbols. */
uint64_t jit_resolve(void *options, View name, bool is_function);

#endif
