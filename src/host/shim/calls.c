/* Recording a call: before it what it was given, after it what it gave back. */
#include <stdatomic.h>
#include <string.h>

#include "host/shim/shim.h"

enum { EXTRA_ROOM = 4096, THREADS_MAX = 4096 };

static _Thread_local struct ThreadState {
    bool paused;
    bool numbered;
    uint32_t number; /* of the thread */
    uint32_t call;   /* the newest one's number and one; 0: none */
    uint64_t since;  /* real time at which the call under way began */
    uint64_t inside; /* real time spent in calls before that */
} thread;

bool calls_pause(void)
{
    bool before = thread.paused;
    if (!before)
        thread.since = now_ns();
    thread.paused = true;
    return before;
}

void calls_resume(bool before)
{
    if (!before && thread.paused)
        thread.inside += now_ns() - thread.since;
    thread.paused = before;
}

uint32_t calls_current(void)
{
    return thread.call - 1;
}

static uint32_t thread_number(void)
{
    static _Atomic uint32_t threads;
    if (!thread.numbered) {
        thread.numbered = true;
        thread.number = threads++;
    }
    return thread.number;
}

/* Adds what an argument points to. */
void call_extra_add(ShimCall *call, uint32_t argument, const void *bytes, size_t size)
{
    size_t padded = (size + 7) & ~(size_t)7, used = call->log->extra_used;
    LogExtra extra = {(uint32_t)size, argument};
    if (used + sizeof extra + padded > call->room)
        return;
    char *at = (char *)(call->log + 1) + used;
    memcpy(at, &extra, sizeof extra);
    memcpy(at + sizeof extra, bytes, size);
    call->log->extra_used += (uint32_t)(sizeof extra + padded);
}

static void text_add(ShimCall *call, uint32_t argument, const char *text)
{
    if (text)
        call_extra_add(call, argument, text, strnlen(text, LOG_TEXT));
}

/* How much a call may leave behind: launches leave their parameters. */
static size_t extra_room(const HostFunction *row)
{
    size_t room = 0;
    for (size_t i = 0; i < row->count; i++) {
        const ParameterType *type = &row->parameters[i];
        if (type->kind == PARAMETER_TEXT || type->kind == PARAMETER_OUT_TEXT)
            room += sizeof(LogExtra) + LOG_TEXT;
        else if (type->kind == PARAMETER_STRUCT)
            room += sizeof(LogExtra) + ((type->bytes + 7u) & ~7u);
        else if (row->names[i] && strcmp(row->names[i], "kernelParams") == 0)
            room += sizeof(LogExtra) + LOG_PARAMETERS * sizeof(LogParameter);
    }
    return room < EXTRA_ROOM ? room : EXTRA_ROOM;
}

static void inputs_add(ShimCall *call, const HostFunction *row, const uint64_t *words)
{
    for (uint32_t i = 0; i < row->count; i++) {
        const void *at = (const void *)(uintptr_t)words[i];
        if (!at)
            continue;
        if (row->parameters[i].kind == PARAMETER_TEXT)
            text_add(call, i, at);
        else if (row->parameters[i].kind == PARAMETER_STRUCT)
            call_extra_add(call, i, at, row->parameters[i].bytes);
        else if (row->names[i] && strcmp(row->names[i], "kernelParams") == 0)
            launch_capture(call, words);
    }
}

static void log_call(ShimCall *call, const void *pc, const uint64_t *words)
{
    HostFunction row;
    host_function_get(call->function, &row);
    call->room = extra_room(&row);
    uint32_t number = atomic_fetch_add(&shim()->log->calls, 1);
    thread.call = number + 1;
    call->log = log_add(LOG_CALL, sizeof *call->log + call->room);
    if (!call->log) {
        atomic_fetch_add(&shim()->log->calls_lost, 1);
        return;
    }
    call->log->function = call->function;
    call->log->number = number;
    call->log->thread = thread_number();
    call->log->pc = (uintptr_t)pc;
    for (size_t i = 0; i < row.count; i++)
        call->log->words[i] = words[i];
    inputs_add(call, &row, words);
}

/* Until the end of the call nothing else of this thread is recorded: what a library calls inside
 * is its own affair. */
void call_begin(ShimCall *call, uint32_t function, const void *pc, const uint64_t *words)
{
    *call = (ShimCall){.function = function, .recorded = !thread.paused && shim()->log};
    if (!call->recorded)
        return;
    thread.paused = true;
    thread.since = now_ns();
    log_call(call, pc, words);
    if (shim()->sim)
        sim_before(calls_current());
    else
        gpu_before(call, words);
    if (call->log) {
        call->log->sim_begin_ns = shim()->sim ? shim()->sim->host_time() : 0;
        call->log->begin_ns = now_ns();
    }
}

static bool gave_back(CUresult result)
{
    return result == CUDA_SUCCESS || result == CUDA_ERROR_NOT_READY;
}

static void outputs_add(ShimCall *call)
{
    HostFunction row;
    LogCall *log = call->log;
    host_function_get(call->function, &row);
    for (uint32_t i = 0; i < row.count; i++) {
        const ParameterType *type = &row.parameters[i];
        const void *at = (const void *)(uintptr_t)log->words[i];
        if (!at)
            continue;
        if (type->kind == PARAMETER_OUT && type->bytes <= sizeof log->outs[i]) {
            memcpy(&log->outs[i], at, type->bytes);
            log->has_out |= 1u << i;
        } else if (type->kind == PARAMETER_OUT_TEXT) {
            text_add(call, i, type->bytes ? *(const char *const *)at : at);
        }
    }
}

CUresult call_end(ShimCall *call, CUresult result)
{
    if (!call->recorded)
        return result;
    if (call->log) {
        call->log->end_ns = now_ns();
        call->log->sim_end_ns = shim()->sim ? shim()->sim->host_time() : 0;
        call->log->result = (int32_t)result;
        if (gave_back(result))
            outputs_add(call);
        call->log->ended = 1;
    }
    if (shim()->sim)
        sim_after();
    else
        gpu_after(call, result);
    thread.inside += now_ns() - thread.since;
    thread.paused = false;
    return result;
}

int64_t call_clock_shift(const ShimCall *call)
{
    if (!call->recorded || !shim()->sim)
        return 0;
    uint64_t real = thread.inside + (now_ns() - thread.since);
    return (int64_t)shim()->sim->host_time() - (int64_t)real;
}
