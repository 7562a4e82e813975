/* The device runtime's questions: the device, its limits, its functions. */
#include <stddef.h>

#include "sim/engine/device_call.h"

enum { RUNTIME_VERSION = 13000 };

static uint64_t store_int(DeviceCall *call, uint32_t index, int value)
{
    return device_store(call, device_arg(call, index), &value, sizeof(value));
}

uint64_t device_count(DeviceCall *call)
{
    return store_int(call, 0, 1);
}

uint64_t device_current(DeviceCall *call)
{
    return store_int(call, 0, 0);
}

uint64_t device_get_attribute(DeviceCall *call)
{
    const EngineHost *host = call->warp->run->launch->host;
    int value = 0;
    if (device_arg(call, 2) != 0)
        return device_fail(call, cudaErrorInvalidDevice);
    if (!host || !host->attribute ||
        !host->attribute(host->state, (int)device_arg(call, 1), &value))
        return device_fail(call, cudaErrorInvalidValue);
    return store_int(call, 0, value);
}

uint64_t device_limit(DeviceCall *call)
{
    const EngineHost *host = call->warp->run->launch->host;
    uint64_t value;
    if (!host || !host->limit || !host->limit(host->state, (int)device_arg(call, 1), &value))
        return device_fail(call, cudaErrorUnsupportedLimit);
    return device_store(call, device_arg(call, 0), &value, sizeof(value));
}

uint64_t device_cache_config(DeviceCall *call)
{
    return store_int(call, 0, 0); /* no preference */
}

uint64_t device_bank_config(DeviceCall *call)
{
    return store_int(call, 0, 1); /* banks of four bytes */
}

uint64_t device_runtime_version(DeviceCall *call)
{
    return store_int(call, 0, RUNTIME_VERSION);
}

/* The beginning of cudaFuncAttributes, which later versions only lengthen. */
typedef struct FunctionAttributes {
    uint64_t shared, constant, local;
    int32_t max_threads, registers, ptx_version, binary_version, cache_mode, max_dynamic_shared,
        carveout;
} FunctionAttributes;

uint64_t device_function_attributes(DeviceCall *call)
{
    const Run *run = call->warp->run;
    const PtxFunction *function = module_function_at(run->launch->module, device_arg(call, 1));
    EngineFunctionInfo info;
    if (!function)
        return device_fail(call, cudaErrorInvalidDeviceFunction);
    engine_function_info(run->launch->module, function, &info);
    const SimProfile *profile = run->launch->profile;
    FunctionAttributes out = {
        .shared = info.static_shared,
        .constant = info.constant,
        .local = info.local,
        .max_threads = (int32_t)info.max_threads,
        .registers = (int32_t)info.registers,
        .ptx_version = (int32_t)run->launch->module->ptx->target_sm,
        .binary_version = profile->major * 10 + profile->minor,
        .max_dynamic_shared = profile->shared_per_block - (int32_t)info.static_shared,
        .carveout = -1,
    };
    uint32_t bytes = (uint32_t)(offsetof(FunctionAttributes, carveout) + sizeof(out.carveout));
    return device_store(call, device_arg(call, 0), &out, bytes);
}

uint64_t device_occupancy(DeviceCall *call)
{
    const EngineLaunch *launch = call->warp->run->launch;
    const EngineHost *host = launch->host;
    const PtxFunction *function = module_function_at(launch->module, device_arg(call, 1));
    if (!function || !function->is_entry)
        return device_fail(call, cudaErrorInvalidDeviceFunction);
    if (!host || !host->resident_blocks)
        return device_fail(call, cudaErrorNotSupported);
    return store_int(
        call, 0,
        host->resident_blocks(host->state, function, device_arg(call, 2), device_arg(call, 3)));
}
