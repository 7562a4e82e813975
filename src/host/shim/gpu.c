/* When a GPU did what: an event before and one behind each operation in its stream. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "host/operation.h"
#include "host/shim/shim.h"

enum {
    PENDING_MAX = 8192,
    CONTEXTS_MAX = 8,
    SPARE_MAX = 128, /* events of a context that are used again: making them takes time */
    SPARE_FIRST = 64,
    NS_A_MS = 1000000
};

typedef struct Pending {
    uint32_t call, kind;
    CUstream stream;
    uint64_t bytes;
    size_t base; /* index of its context */
    CUevent begin, end;
    char name[64];
} Pending;

/* A context's zero of time, and its events that are free. */
typedef struct Base {
    CUcontext context;
    CUevent event;
    double at_ns; /* on the host's clock */
    CUevent spare[SPARE_MAX];
    size_t spare_count;
} Base;

typedef struct GpuClock {
    pthread_mutex_t lock;
    Base bases[CONTEXTS_MAX];
    size_t base_count;
    Pending *pending;
    size_t count;
} GpuClock;

static GpuClock gpu = {.lock = PTHREAD_MUTEX_INITIALIZER};
static _Thread_local struct {
    bool open;
    Pending pending;
} now;

/* The context's zero of time; false: none can be had. */
static bool base_find(size_t *out)
{
    CUcontext context = NULL;
    if (REAL(cuCtxGetCurrent)(&context) != CUDA_SUCCESS || !context)
        return false;
    for (*out = 0; *out < gpu.base_count; ++*out)
        if (gpu.bases[*out].context == context)
            return true;
    CUevent event = NULL;
    if (gpu.base_count == CONTEXTS_MAX || REAL(cuEventCreate)(&event, 0) != CUDA_SUCCESS)
        return false;
    if (REAL(cuEventRecord)(event, NULL) != CUDA_SUCCESS ||
        REAL(cuEventSynchronize)(event) != CUDA_SUCCESS)
        return false;
    Base *base = &gpu.bases[gpu.base_count++];
    *base = (Base){.context = context, .event = event, .at_ns = (double)now_ns()};
    while (base->spare_count < SPARE_FIRST &&
           REAL(cuEventCreate)(&base->spare[base->spare_count], 0) == CUDA_SUCCESS)
        base->spare_count++;
    return true;
}

static bool event_take(size_t index, CUevent *out)
{
    Base *base = &gpu.bases[index];
    if (base->spare_count == 0)
        return REAL(cuEventCreate)(out, 0) == CUDA_SUCCESS;
    *out = base->spare[--base->spare_count];
    return true;
}

static void event_give(size_t index, CUevent event)
{
    Base *base = &gpu.bases[index];
    if (event && base->spare_count < SPARE_MAX)
        base->spare[base->spare_count++] = event;
    else if (event)
        (void)!REAL(cuEventDestroy_v2)(event);
}

/* An event in a captured stream would become part of the graph. */
static bool is_captured(CUstream stream)
{
    CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
    return !REAL(cuStreamIsCapturing) ||
           REAL(cuStreamIsCapturing)(stream, &status) != CUDA_SUCCESS ||
           status != CU_STREAM_CAPTURE_STATUS_NONE;
}

static void name_take(Pending *pending, const uint64_t *words)
{
    const char *name = NULL;
    if (pending->kind == OPERATION_KERNEL && REAL(cuFuncGetName) &&
        REAL(cuFuncGetName)(&name, (CUfunction)(uintptr_t)words[0]) == CUDA_SUCCESS && name)
        strncpy(pending->name, name, sizeof pending->name - 1);
}

static bool begin(const Operation *row, const uint64_t *words)
{
    Pending *pending = &now.pending;
    *pending = (Pending){.call = calls_current(), .kind = row->kind};
    pending->stream = row->stream < 0 ? NULL : (CUstream)(uintptr_t)words[row->stream];
    pending->bytes = row->bytes < 0 ? 0 : words[row->bytes];
    if (gpu.count == PENDING_MAX || is_captured(pending->stream) || !base_find(&pending->base))
        return false;
    if (strcmp(row->symbol, "cuGraphLaunch") == 0)
        strcpy(pending->name, "graph");
    else
        name_take(pending, words);
    return event_take(pending->base, &pending->begin) && event_take(pending->base, &pending->end) &&
           REAL(cuEventRecord)(pending->begin, pending->stream) == CUDA_SUCCESS;
}

static void events_free(Pending *pending)
{
    event_give(pending->base, pending->begin);
    event_give(pending->base, pending->end);
}

static void tell(const Pending *pending)
{
    float from = 0, to = 0;
    CUevent base = gpu.bases[pending->base].event;
    LogSpan *record;
    if (REAL(cuEventElapsedTime)(&from, base, pending->begin) != CUDA_SUCCESS ||
        REAL(cuEventElapsedTime)(&to, base, pending->end) != CUDA_SUCCESS)
        return;
    record = log_add(LOG_SPAN, sizeof *record);
    if (!record)
        return;
    record->call = pending->call;
    record->kind = pending->kind;
    record->stream = (uintptr_t)pending->stream;
    record->bytes = pending->bytes;
    record->begin_ns = gpu.bases[pending->base].at_ns + (double)from * NS_A_MS;
    record->end_ns = gpu.bases[pending->base].at_ns + (double)to * NS_A_MS;
    memcpy(record->name, pending->name, sizeof record->name);
}

/* Tells of what has ended; `wait`: everything has to end first. */
static void settle(bool wait)
{
    size_t left = 0;
    for (size_t i = 0; i < gpu.count; i++) {
        Pending *pending = &gpu.pending[i];
        CUresult result =
            wait ? REAL(cuEventSynchronize)(pending->end) : REAL(cuEventQuery)(pending->end);
        if (result == CUDA_ERROR_NOT_READY) {
            gpu.pending[left++] = *pending;
            continue;
        }
        if (result == CUDA_SUCCESS)
            tell(pending);
        events_free(pending);
    }
    gpu.count = left;
}

/* Calls after which the events would be gone. */
static bool ends_context(const char *symbol)
{
    return strncmp(symbol, "cuCtxDestroy", 12) == 0 ||
           strncmp(symbol, "cuDevicePrimaryCtxRe", 20) ==
               0 /* Release, Reset; Retain does no harm */;
}

void gpu_before(ShimCall *call, const uint64_t *words)
{
    HostFunction row;
    host_function_get(call->function, &row);
    const Operation *operation = operation_find(row.symbol);
    now.open = false;
    if (!shim()->cuda || !(operation || ends_context(row.symbol)))
        return;
    pthread_mutex_lock(&gpu.lock);
    if (!gpu.pending)
        gpu.pending = calloc(PENDING_MAX, sizeof *gpu.pending);
    if (!operation) {
        settle(true);
        gpu.base_count = 0; /* a new context may have the same handle */
    } else if (gpu.pending && !(now.open = begin(operation, words)))
        events_free(&now.pending);
    pthread_mutex_unlock(&gpu.lock);
}

void gpu_after(ShimCall *call, CUresult result)
{
    HostFunction row;
    host_function_get(call->function, &row);
    pthread_mutex_lock(&gpu.lock);
    if (now.open && result == CUDA_SUCCESS && gpu.count < PENDING_MAX &&
        REAL(cuEventRecord)(now.pending.end, now.pending.stream) == CUDA_SUCCESS)
        gpu.pending[gpu.count++] = now.pending;
    else if (now.open)
        events_free(&now.pending);
    now.open = false;
    if (gpu.count && operation_waits(row.symbol))
        settle(false);
    pthread_mutex_unlock(&gpu.lock);
}

void gpu_finish(void)
{
    pthread_mutex_lock(&gpu.lock);
    if (gpu.count)
        settle(true);
    pthread_mutex_unlock(&gpu.lock);
}
