/* What culab.h promises: the case's numbers and data, results, and figures that were measured. */
#include <string.h>

#include "host/shim/shim.h"

typedef struct CulabArgument {
    const void *at;
    size_t size;
} CulabArgument;

SHIM_EXPORT long long culab_int(const char *name);
SHIM_EXPORT double culab_real(const char *name);
SHIM_EXPORT void culab_fill(const char *name, void *to, size_t bytes);
SHIM_EXPORT void culab_result(const char *name, const void *from, size_t bytes);
SHIM_EXPORT void culab_fill_room(const char *name, void *to, size_t bytes, size_t room);
SHIM_EXPORT void culab_result_room(const char *name, const void *from, size_t bytes, size_t room);
SHIM_EXPORT void culab_measured(const char *name, double value);
SHIM_EXPORT CUresult culab_kernel(CUfunction *function, const char *name);
SHIM_EXPORT CUresult culab_launch_arguments(CUfunction function, unsigned grid, unsigned block,
                                            size_t shared, CUstream stream,
                                            const CulabArgument *arguments, size_t count);

#define CALLER __builtin_return_address(0)

static const char *const kinds[] = {"a number", "a buffer"};

static LogDatum *datum_find(const char *name, uint32_t is_buffer, const void *pc)
{
    LogData *data = shim()->data;
    if (!name)
        misuse(pc, "a name is NULL");
    for (uint32_t i = 0; data && i < data->count; i++) {
        LogDatum *datum = &data->data[i];
        if (strncmp(datum->name, name, sizeof datum->name) != 0)
            continue;
        if (datum->is_buffer != is_buffer)
            misuse(pc, "\"%.60s\" is %s, not %s", name, kinds[datum->is_buffer != 0],
                   kinds[is_buffer]);
        return datum;
    }
    misuse(pc, "this run has no %s called \"%.60s\"", kinds[is_buffer] + 2, name);
}

long long culab_int(const char *name)
{
    return datum_find(name, 0, CALLER)->integer;
}

double culab_real(const char *name)
{
    return datum_find(name, 0, CALLER)->real;
}

static void *bytes_of(const LogDatum *datum)
{
    const Shim *self = shim();
    if (datum->bytes > self->data_size || datum->offset > self->data_size - datum->bytes)
        return NULL;
    return (char *)self->data + datum->offset;
}

static void check_room(const void *pc, const char *function, const char *name, size_t bytes,
                       size_t room)
{
    if (bytes > room)
        misuse(pc, "%s(\"%.60s\"): it has %llu bytes, but this memory only %llu%s", function, name,
               (unsigned long long)bytes, (unsigned long long)room,
               room && bytes % room == 0 ? ": was it allocated by its number of elements?" : "");
}

static void fill(const char *name, void *to, size_t bytes, size_t room, const void *pc)
{
    const LogDatum *datum = datum_find(name, 1, pc);
    const void *from = bytes_of(datum);
    if (!datum->has_input)
        misuse(pc, "\"%.60s\" is a result: there is nothing to fill it with", name);
    if (bytes != datum->bytes)
        misuse(pc, "culab_fill(\"%.60s\"): it has %llu bytes, not %llu", name,
               (unsigned long long)datum->bytes, (unsigned long long)bytes);
    if (!to)
        misuse(pc, "culab_fill(\"%.60s\"): the memory to fill is NULL", name);
    check_room(pc, "culab_fill", name, bytes, room);
    if (from)
        memcpy(to, from, bytes);
}

void culab_fill(const char *name, void *to, size_t bytes)
{
    fill(name, to, bytes, SIZE_MAX, CALLER);
}

void culab_fill_room(const char *name, void *to, size_t bytes, size_t room)
{
    fill(name, to, bytes, room, CALLER);
}

static void give_result(const char *name, const void *from, size_t bytes, size_t room,
                        const void *pc)
{
    LogDatum *datum = datum_find(name, 1, pc);
    void *to = bytes_of(datum);
    LogResult *record = log_add(LOG_RESULT, sizeof *record);
    if (record) {
        record->argument = (uint32_t)(datum - shim()->data->data);
        record->call = calls_current();
        record->address = (uintptr_t)from;
        record->bytes = bytes;
        record->expected = datum->bytes;
        record->pc = (uintptr_t)pc;
    }
    if (bytes != datum->bytes)
        misuse(pc, "culab_result(\"%.60s\"): it has %llu bytes, not %llu", name,
               (unsigned long long)datum->bytes, (unsigned long long)bytes);
    if (!from)
        misuse(pc, "culab_result(\"%.60s\"): the memory is NULL", name);
    check_room(pc, "culab_result", name, bytes, room);
    if (to)
        memcpy(to, from, bytes);
    datum->given = 1;
}

void culab_result(const char *name, const void *from, size_t bytes)
{
    give_result(name, from, bytes, SIZE_MAX, CALLER);
}

void culab_result_room(const char *name, const void *from, size_t bytes, size_t room)
{
    give_result(name, from, bytes, room, CALLER);
}

void culab_measured(const char *name, double value)
{
    LogNumber *record = log_add(LOG_NUMBER, sizeof *record);
    if (!name)
        misuse(CALLER, "a name is NULL");
    if (!record)
        return;
    record->value = value;
    record->pc = (uintptr_t)CALLER;
    strncpy(record->name, name, sizeof record->name - 1);
}

/* The kernel's module, loaded once for each context: nothing that the program has to free. */
static CUresult module_of_context(CUmodule *module)
{
    static _Thread_local struct {
        CUcontext context;
        CUmodule module;
    } kept;
    CUcontext context = NULL;
    CUresult result = REAL(cuCtxGetCurrent)(&context);
    if (result != CUDA_SUCCESS || !context)
        return result == CUDA_SUCCESS ? CUDA_ERROR_INVALID_CONTEXT : result;
    if (kept.context != context) {
        result = REAL(cuModuleLoad)(&kept.module, "kernel.ptx");
        kept.context = result == CUDA_SUCCESS ? context : NULL;
    }
    *module = kept.module;
    return result;
}

CUresult culab_kernel(CUfunction *function, const char *name)
{
    CUmodule module = NULL;
    bool before = calls_pause();
    CUresult result = function && name ? module_of_context(&module) : CUDA_ERROR_INVALID_VALUE;
    bool loaded = result == CUDA_SUCCESS;
    if (loaded)
        result = REAL(cuModuleGetFunction)(function, module, name);
    if (result != CUDA_SUCCESS)
        log_failure(CALLER, result,
                    loaded ? "looking for the kernel \"%s\"" : "loading kernel.ptx for \"%s\"",
                    name ? name : "NULL");
    calls_resume(before);
    return result;
}

CUresult culab_launch_arguments(CUfunction function, unsigned grid, unsigned block, size_t shared,
                                CUstream stream, const CulabArgument *arguments, size_t count)
{
    void *params[17] = {NULL};
    size_t sizes[16];
    if (count > 16)
        return CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0; i < count; i++) {
        params[i] = (void *)arguments[i].at;
        sizes[i] = arguments[i].size;
    }
    launch_sizes(sizes, count);
    CUresult result = launch_from(CALLER, function, grid, block, (unsigned)shared, stream, params);
    launch_sizes(NULL, 0);
    return result;
}
