/* The parameters of a kernel launch, taken before it is made. */
#include <string.h>

#include "host/shim/shim.h"

enum { FUNCTION_WORD = 0, EXTRAS_MAX = 16 };

static _Thread_local struct GivenSizes {
    const size_t *sizes;
    size_t count;
} given;

void launch_sizes(const size_t *sizes, size_t count)
{
    given.sizes = sizes;
    given.count = count;
}

/* Which word holds the parameters' addresses; -1: no launch. */
static int params_word(const HostFunction *row)
{
    for (size_t i = 0; i < row->count; i++)
        if (row->names[i] && strcmp(row->names[i], "kernelParams") == 0)
            return (int)i;
    return -1;
}

static const void *function_of(const HostFunction *row, const uint64_t *words)
{
    for (size_t i = 0; i < row->count; i++)
        if (strcmp(row->parameters[i].text, "CUfunction") == 0)
            return (const void *)(uintptr_t)words[i];
    return NULL;
}

/* All that is read of the caller's object is what the driver would read. */
static LogParameter parameter_of(const void *at, size_t size, size_t index)
{
    LogParameter out = {.size = size, .address = (uintptr_t)at};
    if (index < given.count)
        out.given = given.sizes[index];
    if (at)
        memcpy(&out.value, at, size < sizeof out.value ? size : sizeof out.value);
    return out;
}

void launch_capture(ShimCall *call, const uint64_t *words)
{
    HostFunction row;
    host_function_get(call->function, &row);
    int word = params_word(&row);
    CUresult (*info)(CUfunction, size_t, size_t *, size_t *) =
        (CUresult(*)(CUfunction, size_t, size_t *, size_t *))shim()
            ->real[FUNCTION_cuFuncGetParamInfo];
    void *const *params = word < 0 ? NULL : (void *const *)(uintptr_t)words[word];
    const void *function = function_of(&row, words);
    if (!params || !info || !function)
        return;
    LogParameter kept[LOG_PARAMETERS];
    size_t count = 0, offset, size;
    while (count < LOG_PARAMETERS &&
           info((CUfunction)(uintptr_t)function, count, &offset, &size) == CUDA_SUCCESS) {
        kept[count] = parameter_of(params[count], size, count);
        count++;
    }
    call_extra_add(call, (uint32_t)word, kept, count * sizeof *kept);
}
