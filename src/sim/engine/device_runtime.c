/* The device runtime's table of functions, and how one is called. */
#include "sim/engine/device_runtime.h"

#include <stdlib.h>
#include <string.h>

#include "sim/engine/device_call.h"

/* -- a call's arguments and results */

uint64_t device_arg(const DeviceCall *call, uint32_t index)
{
    return index < call->form->arg_count
               ? call_value_read(call->warp, call->lane, &call->form->args[index])
               : 0;
}

void device_arg_copy(const DeviceCall *call, uint32_t index, uint32_t offset, void *out,
                     uint32_t bytes)
{
    memset(out, 0, bytes);
    if (index < call->form->arg_count)
        call_value_copy(call->warp, call->lane, &call->form->args[index], offset, out, bytes);
}

uint64_t device_store(DeviceCall *call, uint64_t address, const void *data, uint32_t bytes)
{
    if (access_write(call->warp, call->inst, call->lane, address, data, bytes))
        return cudaSuccess;
    return device_fail(call, cudaErrorInvalidValue);
}

EngineChild device_origin(const DeviceCall *call, const PtxFunction *kernel)
{
    return (EngineChild){.kernel = kernel,
                         .site = warp_site(call->warp, call->inst),
                         .block = call->warp->block->index,
                         .thread = warp_thread(call->warp, call->lane),
                         .parent = call->warp->run->launch->id};
}

/* -- the table: names without "cuda"; ERROR: what is returned is a cudaError_t; VALUE: it is not */

#define DEVICE_FUNCTIONS(ERROR, VALUE)                                 \
    VALUE(GetParameterBuffer, device_parameter_buffer)                 \
    VALUE(GetParameterBufferV2, device_parameter_buffer_v2)            \
    ERROR(LaunchDevice, device_launch)                                 \
    ERROR(LaunchDeviceV2, device_launch_v2)                            \
    ERROR(DeviceSynchronize, device_synchronize)                       \
    ERROR(GraphLaunch, device_graph_launch)                            \
    ERROR(DeviceSynchronizeDeprecationAvoidance, device_synchronize)   \
    VALUE(GetLastError, device_error_get)                              \
    VALUE(PeekAtLastError, device_error_peek)                          \
    VALUE(GetErrorString, device_error_string)                         \
    VALUE(GetErrorName, device_error_name)                             \
    ERROR(StreamCreateWithFlags, device_stream_create)                 \
    ERROR(StreamDestroy, device_stream_destroy)                        \
    ERROR(StreamWaitEvent, device_stream_wait_event)                   \
    ERROR(EventCreateWithFlags, device_event_create)                   \
    ERROR(EventRecord, device_event_record)                            \
    ERROR(EventRecordWithFlags, device_event_record)                   \
    ERROR(EventDestroy, device_event_destroy)                          \
    ERROR(MemcpyAsync, device_copy)                                    \
    ERROR(Memcpy2DAsync, device_copy_2d)                               \
    ERROR(Memcpy3DAsync, device_copy_3d)                               \
    ERROR(MemsetAsync, device_set)                                     \
    ERROR(Memset2DAsync, device_set_2d)                                \
    ERROR(Memset3DAsync, device_set_3d)                                \
    ERROR(Malloc, device_memory_take)                                  \
    ERROR(Free, device_memory_give_back)                               \
    ERROR(GetDeviceCount, device_count)                                \
    ERROR(GetDevice, device_current)                                   \
    ERROR(DeviceGetAttribute, device_get_attribute)                    \
    ERROR(DeviceGetLimit, device_limit)                                \
    ERROR(DeviceGetCacheConfig, device_cache_config)                   \
    ERROR(DeviceGetSharedMemConfig, device_bank_config)                \
    ERROR(RuntimeGetVersion, device_runtime_version)                   \
    ERROR(FuncGetAttributes, device_function_attributes)               \
    ERROR(OccupancyMaxActiveBlocksPerMultiprocessor, device_occupancy) \
    ERROR(OccupancyMaxActiveBlocksPerMultiprocessorWithFlags, device_occupancy)

static const SimInst *each_lane(SimWarp *warp, const SimInst *inst, uint32_t mask,
                                const CallForm *form, DeviceFunction *function, bool is_error)
{
    for (uint32_t left = mask; left; left &= left - 1) {
        DeviceCall call = {warp, inst, form, (uint32_t)__builtin_ctz(left), cudaSuccess};
        uint64_t value = function(&call);
        if (warp->run->over)
            return NULL;
        if (call.error)
            device_error_keep(warp, call.lane, call.error);
        if (form->result_count)
            call_value_write(warp, call.lane, &form->results[0], is_error ? call.error : value);
    }
    return inst + 1;
}

#define DEFINE(name, function, is_error)                                                \
    static const SimInst *run_##name(SimWarp *warp, const SimInst *inst, uint32_t mask, \
                                     const CallForm *form)                              \
    {                                                                                   \
        return each_lane(warp, inst, mask, form, function, is_error);                   \
    }
#define DEFINE_ERROR(name, function) DEFINE(name, function, true)
#define DEFINE_VALUE(name, function) DEFINE(name, function, false)
DEVICE_FUNCTIONS(DEFINE_ERROR, DEFINE_VALUE)

static const struct {
    const char *name;
    External run;
} rows[] = {
#define ROW(name, function) {#name, run_##name},
    DEVICE_FUNCTIONS(ROW, ROW)
#undef ROW
};

/* What follows the prefix; empty: it has none of ours. */
static View bare_name(View name)
{
    static const char *const prefixes[] = {"__cudaCDP2", "__cuda", "cuda"};
    for (size_t i = 0; i < sizeof(prefixes) / sizeof(*prefixes); i++)
        if (view_starts(name, prefixes[i]))
            return view_slice(name, strlen(prefixes[i]), name.size);
    return (View){0};
}

External device_runtime_find(View name)
{
    static const char per_thread[] = "_ptsz";
    View bare = bare_name(name);
    size_t suffix = sizeof(per_thread) - 1;
    if (bare.size > suffix && !memcmp(bare.data + bare.size - suffix, per_thread, suffix))
        bare.size -= suffix;
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
        if (view_equal_text(bare, rows[i].name))
            return rows[i].run;
    return NULL;
}
