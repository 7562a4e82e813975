/* The device runtime's errors: each thread's last one, and their texts. */
#include <stdlib.h>
#include <string.h>

#include "sim/engine/device_call.h"

enum { TEXT_BYTES = 128 };

static const struct {
    uint32_t number;
    const char *name, *text;
} errors[] = {
#define DEVICE_ERROR_ROW(NAME, value, text) {value, #NAME, text},
    DEVICE_ERRORS(DEVICE_ERROR_ROW)
#undef DEVICE_ERROR_ROW
};
enum { ERRORS = sizeof(errors) / sizeof(*errors) };

/* The thread's last error: kept from when the first thread of its warp has one. */
void device_error_keep(SimWarp *warp, uint32_t lane, DeviceError error)
{
    if (!warp->device_errors)
        warp->device_errors = calloc(SIM_LANES, sizeof(*warp->device_errors));
    if (warp->device_errors)
        warp->device_errors[lane] = error;
}

uint64_t device_error_peek(DeviceCall *call)
{
    return call->warp->device_errors ? call->warp->device_errors[call->lane] : cudaSuccess;
}

uint64_t device_error_get(DeviceCall *call)
{
    uint64_t error = device_error_peek(call);
    if (error)
        call->warp->device_errors[call->lane] = cudaSuccess;
    return error;
}

/* Texts lie in device memory, two to an error: its name, what it means; the last is for others. */
static bool texts_place(LaunchTree *tree)
{
    if (tree->texts)
        return true;
    tree->texts = sim_memory_alloc(tree->root->memory, (2 * ERRORS + 1) * TEXT_BYTES, TEXT_BYTES,
                                   SIM_ALLOC_MODULE, 0, "the names of errors");
    if (!tree->texts)
        return false;
    char *at = (char *)(uintptr_t)tree->texts; /* host and device have the same addresses */
    memset(at, 0, (2 * ERRORS + 1) * TEXT_BYTES);
    for (size_t i = 0; i < ERRORS; i++) {
        strncpy(at + 2 * i * TEXT_BYTES, errors[i].name, TEXT_BYTES - 1);
        strncpy(at + (2 * i + 1) * TEXT_BYTES, errors[i].text, TEXT_BYTES - 1);
    }
    strncpy(at + 2 * ERRORS * TEXT_BYTES, "unrecognized error code", TEXT_BYTES - 1);
    for (uint32_t i = 0; i < tree->root->observer_count; i++)
        if (tree->root->observers[i]->host_write)
            tree->root->observers[i]->host_write(tree->root->observers[i]->self, tree->texts,
                                                 (2 * ERRORS + 1) * TEXT_BYTES);
    return true;
}

static uint64_t text_at(DeviceCall *call, bool name)
{
    LaunchTree *tree = call->warp->run->tree;
    uint64_t number = device_arg(call, 0);
    size_t i = 0;
    if (!texts_place(tree))
        return 0;
    while (i < ERRORS && errors[i].number != number)
        i++;
    return tree->texts + (i == ERRORS ? 2 * i : 2 * i + !name) * TEXT_BYTES;
}

uint64_t device_error_name(DeviceCall *call)
{
    return text_at(call, true);
}

uint64_t device_error_string(DeviceCall *call)
{
    return text_at(call, false);
}
