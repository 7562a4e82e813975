/* The device: count, name, identity, attributes, peers. */
#include "sim/api/device.h"

#include <stdio.h>
#include <string.h>

#include "sim/api/state.h"

static const CUdevice_attribute ATTRIBUTE_LAST =
    CU_DEVICE_ATTRIBUTE_ONLY_PARTIAL_HOST_NATIVE_ATOMIC_SUPPORTED;

bool device_attribute(const SimProfile *p, CUdevice_attribute attribute, int *value)
{
    int sm = p->major * 10 + p->minor;
    switch (attribute) {
#define ATTRIBUTE(NAME, expression)  \
    case CU_DEVICE_ATTRIBUTE_##NAME: \
        *value = (expression);       \
        return true;
#include "sim/api/attributes.def"
    default:
        *value = 0;
        return attribute > 0 && attribute <= ATTRIBUTE_LAST;
    }
}

static CUresult enter_device(CUdevice device)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    return device == 0 ? CUDA_SUCCESS : api_leave(CUDA_ERROR_INVALID_DEVICE);
}

CUresult cuDeviceGetCount(int *count)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    if (!count)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    *count = 1;
    return api_leave(CUDA_SUCCESS);
}

CUresult cuDeviceGet(CUdevice *device, int ordinal)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    if (!device)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    if (ordinal != 0)
        return api_leave(CUDA_ERROR_INVALID_DEVICE);
    *device = 0;
    return api_leave(CUDA_SUCCESS);
}

CUresult cuDeviceGetName(char *name, int size, CUdevice device)
{
    CUresult result = enter_device(device);
    if (result != CUDA_SUCCESS)
        return result;
    if (!name || size <= 0)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    snprintf(name, (size_t)size, "%s", library()->profile->device);
    return api_leave(CUDA_SUCCESS);
}

CUresult cuDeviceTotalMem_v2(size_t *bytes, CUdevice device)
{
    CUresult result = enter_device(device);
    if (result != CUDA_SUCCESS)
        return result;
    if (!bytes)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    *bytes = library()->profile->memory_bytes;
    return api_leave(CUDA_SUCCESS);
}

/* Sixteen bytes that name the profile, so that two runs agree and two profiles differ. */
CUresult cuDeviceGetUuid_v2(CUuuid *uuid, CUdevice device)
{
    CUresult result = enter_device(device);
    if (result != CUDA_SUCCESS)
        return result;
    if (!uuid)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    memset(uuid, 0, sizeof *uuid);
    memcpy(uuid->bytes, "culab", 5);
    const char *name = library()->profile->name;
    size_t size = strlen(name);
    memcpy(uuid->bytes + 5, name, size < 11 ? size : 11);
    return api_leave(CUDA_SUCCESS);
}

CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice device)
{
    return cuDeviceGetUuid_v2(uuid, device);
}

/* Locally unique identifiers exist on Windows only. */
CUresult cuDeviceGetLuid(char *luid, unsigned int *mask, CUdevice device)
{
    CUresult result = enter_device(device);
    (void)luid;
    (void)mask;
    return result == CUDA_SUCCESS ? api_leave(CUDA_ERROR_NOT_SUPPORTED) : result;
}

CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device)
{
    CUresult result = enter_device(device);
    if (result != CUDA_SUCCESS)
        return result;
    if (!value || !device_attribute(library()->profile, attribute, value))
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    return api_leave(CUDA_SUCCESS);
}

CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device)
{
    CUresult result = enter_device(device);
    if (result != CUDA_SUCCESS)
        return result;
    if (!major || !minor)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    *major = library()->profile->major;
    *minor = library()->profile->minor;
    return api_leave(CUDA_SUCCESS);
}

CUresult cuDeviceGetProperties(CUdevprop *out, CUdevice device)
{
    CUresult result = enter_device(device);
    if (result != CUDA_SUCCESS)
        return result;
    if (!out)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    const SimProfile *profile = library()->profile;
    *out = (CUdevprop){
        .maxThreadsPerBlock = 1024,
        .maxThreadsDim = {1024, 1024, 64},
        .maxGridSize = {2147483647, 65535, 65535},
        .sharedMemPerBlock = profile->shared_per_block,
        .totalConstantMemory = 65536,
        .SIMDWidth = 32,
        .memPitch = 2147483647,
        .regsPerBlock = profile->registers_per_block,
        .clockRate = profile->clock_khz,
        .textureAlign = 512,
    };
    return api_leave(CUDA_SUCCESS);
}

static const char bus_id[] = "0000:01:00.0";

CUresult cuDeviceGetPCIBusId(char *out, int size, CUdevice device)
{
    CUresult result = enter_device(device);
    if (result != CUDA_SUCCESS)
        return result;
    if (!out || size < (int)sizeof bus_id)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    memcpy(out, bus_id, sizeof bus_id);
    return api_leave(CUDA_SUCCESS);
}

CUresult cuDeviceGetByPCIBusId(CUdevice *device, const char *id)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    if (!device || !id)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    unsigned domain = 0, bus, slot, function = 0;
    if (sscanf(id, "%x:%x:%x.%x", &domain, &bus, &slot, &function) < 3) {
        domain = function = 0;
        if (sscanf(id, "%x:%x.%x", &bus, &slot, &function) < 2)
            return api_leave(CUDA_ERROR_INVALID_VALUE);
    }
    if (domain != 0 || bus != 1 || slot != 0 || function != 0)
        return api_leave(CUDA_ERROR_INVALID_DEVICE);
    *device = 0;
    return api_leave(CUDA_SUCCESS);
}

CUresult cuDeviceCanAccessPeer(int *can, CUdevice device, CUdevice peer)
{
    CUresult result = enter_device(device);
    if (result != CUDA_SUCCESS)
        return result;
    if (!can)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    if (peer != 0)
        return api_leave(CUDA_ERROR_INVALID_DEVICE);
    *can = 0;
    return api_leave(CUDA_SUCCESS);
}

/* There is one device, and a device is no peer of its own. */
CUresult cuDeviceGetP2PAttribute(int *value, CUdevice_P2PAttribute attribute, CUdevice from,
                                 CUdevice to)
{
    CUresult result = enter_device(from);
    (void)attribute;
    (void)to;
    if (result != CUDA_SUCCESS)
        return result;
    return api_leave(value ? CUDA_ERROR_INVALID_DEVICE : CUDA_ERROR_INVALID_VALUE);
}

CUresult cuDeviceGetExecAffinitySupport(int *supported, CUexecAffinityType type, CUdevice device)
{
    CUresult result = enter_device(device);
    if (result != CUDA_SUCCESS)
        return result;
    (void)type; /* of what the driver doesn't know it says that it isn't supported */
    if (!supported)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    *supported = 0;
    return api_leave(CUDA_SUCCESS);
}

CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned int flags)
{
    Context *context;
    CUresult result = api_enter_context(&context);
    if (result != CUDA_SUCCESS)
        return result;
    if (!handle_is(peer, HANDLE_CONTEXT))
        return api_leave(CUDA_ERROR_INVALID_CONTEXT);
    if (flags)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    return api_leave(CUDA_ERROR_PEER_ACCESS_UNSUPPORTED);
}

CUresult cuCtxDisablePeerAccess(CUcontext peer)
{
    Context *context;
    CUresult result = api_enter_context(&context);
    if (result != CUDA_SUCCESS)
        return result;
    return api_leave(handle_is(peer, HANDLE_CONTEXT) ? CUDA_ERROR_PEER_ACCESS_NOT_ENABLED
                                                     : CUDA_ERROR_INVALID_CONTEXT);
}
