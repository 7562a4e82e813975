/* Options of the just-in-time compiler. */
#include "sim/api/jit.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/hash.h"
#include "sim/api/logs.h"

enum { CACHE_MODES = 2, WARP = 32, WARPS_MOST = 32 };
enum { JIT_OPTIONS = CU_JIT_SPLIT_COMPILE + 1 };

/* What cannot be NULL, or nothing. */
static bool needs_value(CUjit_option option)
{
    switch (option) {
    case CU_JIT_INFO_LOG_BUFFER:
    case CU_JIT_ERROR_LOG_BUFFER:
    case CU_JIT_GLOBAL_SYMBOL_NAMES:
    case CU_JIT_GLOBAL_SYMBOL_ADDRESSES:
    case CU_JIT_GLOBAL_SYMBOL_COUNT:
    case CU_JIT_REFERENCED_KERNEL_NAMES:
    case CU_JIT_REFERENCED_VARIABLE_NAMES:
        return true;
    default:
        return false;
    }
}

/* The compiler has no negative levels, counts or threads, and no option for devices of old. */
static bool option_compiles(CUjit_option option, int value)
{
    switch (option) {
    case CU_JIT_OPTIMIZATION_LEVEL:
    case CU_JIT_MIN_CTA_PER_SM:
    case CU_JIT_SPLIT_COMPILE:
        return value >= 0;
    case CU_JIT_NEW_SM3X_OPT:
        return false;
    default:
        return true;
    }
}

/* Options that say what is to be told, and not what is to be made. */
static bool option_tells(CUjit_option option)
{
    switch (option) {
    case CU_JIT_WALL_TIME:
    case CU_JIT_INFO_LOG_BUFFER:
    case CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES:
    case CU_JIT_ERROR_LOG_BUFFER:
    case CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES:
    case CU_JIT_LOG_VERBOSE:
        return true;
    default:
        return false;
    }
}

/* The threads that the compiler takes for those asked for: whole warps, as many as fit. */
static unsigned threads_rounded(unsigned threads)
{
    unsigned warps = threads / WARP + (threads % WARP != 0);
    return (warps < WARPS_MOST ? warps : WARPS_MOST) * WARP;
}

CUresult jit_read(JitOptions *out, unsigned count, const CUjit_option *names, void **values)
{
    *out = (JitOptions){.began_ns = clock_now_ns(), .made_by = HASH_START};
    if (count && (!names || !values))
        return CUDA_ERROR_INVALID_VALUE;
    for (unsigned i = 0; i < count; i++) {
        if ((unsigned)names[i] >= JIT_OPTIONS || (!values[i] && needs_value(names[i])))
            return CUDA_ERROR_INVALID_VALUE;
        if (!option_compiles(names[i], (int)(intptr_t)values[i]))
            return CUDA_ERROR_INVALID_PTX;
        if (!option_tells(names[i])) {
            const uint64_t said[] = {names[i], (uintptr_t)values[i]};
            out->made_by = hash_bytes(out->made_by, said, sizeof said);
        }
        if (names[i] == CU_JIT_TARGET) {
            out->target = (int)(intptr_t)values[i];
            out->has_target = true;
            if (!jit_target_exists(out->target))
                return CUDA_ERROR_INVALID_VALUE;
        }
        if (names[i] == CU_JIT_INFO_LOG_BUFFER)
            out->info.buffer = values[i];
        if (names[i] == CU_JIT_ERROR_LOG_BUFFER)
            out->error.buffer = values[i];
        JitLog *sized = names[i] == CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES    ? &out->info
                        : names[i] == CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES ? &out->error
                                                                         : NULL;
        if (sized) {
            /* The size is an unsigned int passed in the place of a pointer. */
            sized->size = (unsigned)(uintptr_t)values[i];
            sized->size_slot = &values[i];
        }
        if (names[i] == CU_JIT_MAX_REGISTERS &&
            !(out->max_registers = (unsigned)(uintptr_t)values[i]))
            return CUDA_ERROR_INVALID_VALUE;
        if (names[i] == CU_JIT_THREADS_PER_BLOCK) {
            out->threads_slot = &values[i];
            if (!(unsigned)(uintptr_t)values[i])
                return CUDA_ERROR_INVALID_VALUE;
        }
        if (names[i] == CU_JIT_CACHE_MODE && (uintptr_t)values[i] > CACHE_MODES)
            return CUDA_ERROR_INVALID_VALUE;
        if (names[i] == CU_JIT_WALL_TIME)
            out->wall_time_slot = &values[i];
        if (names[i] == CU_JIT_LOG_VERBOSE)
            out->verbose = (unsigned)(uintptr_t)values[i] != 0;
        if (names[i] == CU_JIT_GLOBAL_SYMBOL_NAMES)
            out->symbol_names = values[i];
        if (names[i] == CU_JIT_GLOBAL_SYMBOL_ADDRESSES)
            out->symbol_addresses = values[i];
        if (names[i] == CU_JIT_GLOBAL_SYMBOL_COUNT)
            out->symbol_count = (unsigned)(uintptr_t)values[i];
    }
    bool error = out->error.buffer || out->error.size_slot,
         info = out->info.buffer || out->info.size_slot;
    if ((error && !(out->error.buffer && out->error.size_slot)) ||
        (info && !(out->info.buffer && out->info.size_slot)))
        return CUDA_ERROR_INVALID_VALUE; /* a log and its size belong together */
    bool symbols = out->symbol_names && out->symbol_addresses;
    return out->symbol_count && !symbols ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

uint64_t jit_resolve(void *options, View name, bool is_function)
{
    const JitOptions *jit = options;
    for (unsigned i = 0; i < jit->symbol_count && !is_function; i++)
        if (jit->symbol_names[i] && view_equal_text(name, jit->symbol_names[i]))
            return (uint64_t)(uintptr_t)jit->symbol_addresses[i];
    return 0;
}

void jit_log_write(JitLog *log, const char *text)
{
    if (log->buffer && log->used < log->size) {
        const char *between = log->used && *text ? "\n" : "";
        snprintf(log->buffer + log->used, log->size - log->used, "%s%s", between, text);
        log->used += strlen(log->buffer + log->used);
    }
    if (log->size_slot)
        *log->size_slot = (void *)(uintptr_t)log->used;
}

void jit_report(JitOptions *options, CUresult result, const Error *error)
{
    char text[sizeof error->text + 160] = "";
    /* The shape of ptxas's messages, since programs look for it: what is no PTX at all is fatal. */
    const char *how = strncmp(error->text, "expected ", 9) ? "error   " : "fatal   ";
    if (result != CUDA_SUCCESS && error->line)
        snprintf(text, sizeof text,
                 "ptxas application ptx input, line %d; %s: %s\n"
                 "ptxas fatal   : Ptx assembly aborted due to errors",
                 error->line, how, error->text);
    else if (result == CUDA_ERROR_UNKNOWN || result == CUDA_ERROR_INVALID_IMAGE) /* not ptxas's */
        snprintf(text, sizeof text, "error   : %s", error->text);
    else if (result != CUDA_SUCCESS)
        snprintf(text, sizeof text, "ptxas fatal   : %s", error->text);
    if (*text)
        log_error(text);
    jit_log_write(&options->error, text);
    jit_log_write(&options->info, "");
    if (options->threads_slot && result == CUDA_SUCCESS)
        *options->threads_slot =
            (void *)(uintptr_t)threads_rounded((unsigned)(uintptr_t)*options->threads_slot);
    if (options->wall_time_slot) {
        bool idle = options->cached || result != CUDA_SUCCESS;
        float milliseconds = idle ? 0 : (float)(clock_now_ns() - options->began_ns) / 1e6f;
        memcpy(options->wall_time_slot, &milliseconds, sizeof milliseconds);
    }
}
