/* cuGetProcAddress: a function by name and CUDA version, as NVIDIA's driver resolves it. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "sim/api/state.h"
#include "sim/api/symbols.h"

/* Rows hold addresses of functions that are declared elsewhere or only here. */
#define UNSUPPORTED(symbol) CUresult symbol(void);
#include "sim/api/unsupported.def"
#define PER_THREAD(symbol, base, parameters, arguments) CUresult symbol parameters;
#include "sim/api/per_thread.def"

typedef struct ProcRow {
    const char *name;
    int version;
    bool per_thread;
    void *address;
} ProcRow;

static const ProcRow rows[] = {
#define PROC(name, version, symbol) {#name, version, false, (void *)symbol},
#define PROC_PER_THREAD(name, version, symbol) {#name, version, true, (void *)symbol},
#include "sim/api/procs.def"
};
enum { ROWS = sizeof rows / sizeof rows[0] };

/* The first row whose name is not before `name`: the table is sorted. */
static size_t row_first(const char *name)
{
    size_t low = 0, high = ROWS;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (strcmp(rows[middle].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The last row of that kind not newer than `version`. *known: the name has rows of that kind. */
static const ProcRow *row_find(const char *name, int version, bool per_thread, bool *known)
{
    const ProcRow *found = NULL;
    for (size_t i = row_first(name); i < ROWS && !strcmp(rows[i].name, name); i++) {
        if (rows[i].per_thread != per_thread)
            continue;
        *known = true;
        if (rows[i].version <= version)
            found = &rows[i];
    }
    return found;
}

const char *proc_name_at(const void *address)
{
    const uintptr_t last_function_size = 1 << 14;
    uintptr_t at = (uintptr_t)address, end = 0, nearest = 0;
    const char *name = NULL;
    for (size_t i = 0; i < ROWS; i++) {
        uintptr_t start = (uintptr_t)rows[i].address;
        end = start > end ? start : end;
        if (start <= at && start > nearest) {
            nearest = start;
            name = rows[i].name;
        }
    }
    return at < end + last_function_size ? name : NULL;
}

CUresult cuGetProcAddress_v2(const char *name, void **address, int version, uint64_t flags,
                             CUdriverProcAddressQueryResult *status)
{
    const uint64_t per_thread = CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM;
    const uint64_t known_flags = per_thread | CU_GET_PROC_ADDRESS_LEGACY_STREAM;
    if (!name || !address || flags & ~known_flags || version > API_VERSION)
        return CUDA_ERROR_INVALID_VALUE;
    if (version < 0) /* a very large number, for the driver: the newest */
        version = API_VERSION;
    bool known = false;
    const ProcRow *row = NULL;
    if (flags & per_thread)
        row = row_find(name, version, true, &known);
    if (!known)
        row = row_find(name, version, false, &known);
    *address = row ? row->address : NULL;
    if (status)
        *status = row     ? CU_GET_PROC_ADDRESS_SUCCESS
                  : known ? CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT
                          : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    return CUDA_SUCCESS;
}

/* The form before CUDA 12 has no status: what isn't found is an error. */
CUresult cuGetProcAddress(const char *name, void **address, int version, uint64_t flags)
{
    CUdriverProcAddressQueryResult status;
    CUresult result = cuGetProcAddress_v2(name, address, version, flags, &status);
    if (result != CUDA_SUCCESS)
        return result;
    return status == CU_GET_PROC_ADDRESS_SUCCESS ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}
