/* Choosing and opening the device, and judging what the driver says. */
#include "worker/device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuda/advice.h"
#include "cuda/errors.h"

enum { PRINTF_FIFO = 16 << 20 }; /* bytes that a GPU keeps of printf */

static void describe_with_advice(CUresult result, StrBuf *out)
{
    MachineFacts facts;
    machine_facts("", &facts);
    cuda_result_describe(result, out);
    cuda_advice_add(result, &facts, out);
}

static bool refuse(Device *device, CUresult result, const char *what, Error *error)
{
    StrBuf text = {0};
    describe_with_advice(result, &text);
    error_set(error, ERROR_MACHINE, "%s: %s (not your kernel's fault)", what, strbuf_text(&text));
    strbuf_free(&text);
    free(device->name);
    cuda_driver_close(&device->cuda);
    *device = (Device){0};
    return false;
}

static bool choose_profile(const char *profile, const Device *device, Error *error)
{
    const char *const *names = device_profiles(device);
    StrBuf known = {0};
    bool found = !*profile;
    for (; names && *names && !found; names++) {
        found = !strcmp(*names, profile);
        strbuf_format(&known, "%s%s", known.size ? ", " : "", *names);
    }
    if (!found)
        error_set(error, ERROR_MISUSE, "no device profile is called \"%s\": there are %s", profile,
                  strbuf_text(&known));
    else if (*profile)
        setenv("CULAB_PROFILE", profile, 1);
    strbuf_free(&known);
    return found;
}

static bool init(Device *device, int ordinal, Error *error)
{
    const CudaDriver *cuda = &device->cuda;
    int count = 0;
    char name[256] = "";
    CUresult result = cuda->cuInit(0);
    if (result == CUDA_SUCCESS)
        result = cuda->cuDeviceGetCount(&count);
    if (result == CUDA_SUCCESS && count == 0)
        result = CUDA_ERROR_NO_DEVICE;
    if (result != CUDA_SUCCESS)
        return refuse(device, result, "the CUDA driver does not start", error);
    if (ordinal >= count) {
        error_set(error, ERROR_MISUSE,
                  "there is no device gpu:%d: this machine has %d, from "
                  "gpu:0 on",
                  ordinal, count);
        cuda_driver_close(&device->cuda);
        *device = (Device){0};
        return false;
    }
    result = cuda->cuDeviceGet(&device->device, ordinal);
    if (result == CUDA_SUCCESS)
        result = cuda->cuDeviceGetName(name, sizeof name - 1, device->device);
    if (result != CUDA_SUCCESS)
        return refuse(device, result, "the device cannot be used", error);
    device->name = memory_clone_text(name);
    device->major = device_attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
    device->minor = device_attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
    device->ordinal = ordinal;
    device->open = true;
    return true;
}

static const CulabSimApi *sim_api(const CudaDriver *cuda)
{
    const CulabSimApi *(*get)(uint32_t) = NULL;
    void *symbol = cuda_driver_symbol(cuda, "culabSimApi");
    memcpy(&get, &symbol, sizeof get);
    return get ? get(CULAB_SIM_VERSION) : NULL;
}

static bool open_sim(Device *device, const char *profile, Error *error)
{
    const char *own = getenv("CULAB_LIBCUDA");
    if (!cuda_driver_open(&device->cuda, own && strchr(own, '/') ? own : "sim", NULL, error))
        return false;
    device->sim = sim_api(&device->cuda);
    if (device->cuda.simulated && !device->sim)
        error_set(error, ERROR_MACHINE, "%s is of an older version than this worker",
                  device->cuda.path);
    else if (!device->sim || choose_profile(profile, device, error))
        return init(device, 0, error);
    cuda_driver_close(&device->cuda);
    *device = (Device){0};
    return false;
}

static bool open_gpu(Device *device, int ordinal, Error *error)
{
    const char *own = getenv("CULAB_LIBCUDA_GPU");
    return cuda_driver_open(&device->cuda, own && strchr(own, '/') ? own : "gpu", NULL, error) &&
           init(device, ordinal, error);
}

bool device_open(Device *device, const char *which, const char *profile, Error *error)
{
    int64_t ordinal = 0;
    *device = (Device){0};
    if (!*which) {
        Error why = {0};
        if (open_gpu(device, 0, &why))
            return true;
        bool opened = open_sim(device, profile, error);
        device->gpu_trouble = why;
        return opened;
    }
    if (!strcmp(which, "sim"))
        return open_sim(device, profile, error);
    if (!strcmp(which, "gpu"))
        return open_gpu(device, 0, error);
    if (!strncmp(which, "gpu:", 4) && view_to_i64(view_of(which + 4), &ordinal) && ordinal >= 0 &&
        ordinal < 1024)
        return open_gpu(device, (int)ordinal, error);
    return error_set(error, ERROR_MISUSE, "no device is called \"%s\": say sim, gpu or gpu:1",
                     which);
}

bool device_ready(Device *device, Error *error)
{
    const CudaDriver *cuda = &device->cuda;
    if (device->context)
        return true;
    CUresult result = cuda->cuDevicePrimaryCtxRetain(&device->context, device->device);
    if (result == CUDA_SUCCESS)
        result = cuda->cuCtxSetCurrent(device->context);
    if (result == CUDA_SUCCESS && !device->sim)
        cuda->cuCtxSetLimit(CU_LIMIT_PRINTF_FIFO_SIZE, PRINTF_FIFO);
    if (result == CUDA_SUCCESS)
        return true;
    device->context = NULL;
    StrBuf text = {0};
    describe_with_advice(result, &text);
    error_set(error, ERROR_MACHINE, "the device cannot be used now: %s (not your kernel's fault)",
              strbuf_text(&text));
    strbuf_free(&text);
    return false;
}

bool device_reset(Device *device)
{
    if (!device->sim)
        return false;
    device->cuda.cuDevicePrimaryCtxReset(device->device);
    device->cuda.cuDevicePrimaryCtxRelease(device->device);
    device->context = NULL;
    return device_ready(device, NULL);
}

int device_attribute(const Device *device, CUdevice_attribute attribute)
{
    int value = 0;
    if (device->cuda.cuDeviceGetAttribute(&value, attribute, device->device) != CUDA_SUCCESS)
        return 0;
    return value;
}

void device_info(const Device *device, DeviceInfo *out)
{
    int version = 0;
    StrBuf driver = {0};
    if (device->open && device->cuda.cuDriverGetVersion(&version) == CUDA_SUCCESS)
        strbuf_format(&driver, "%d.%d", version / 1000, version % 1000 / 10);
    *out = (DeviceInfo){
        .name = memory_clone_text(device->name ? device->name : ""),
        .simulated = device->sim != NULL,
        .major = device->major,
        .minor = device->minor,
        .driver = strbuf_take(&driver),
    };
    size_t memory = 0;
    if (!device->open)
        return;
    if (device->cuda.cuDeviceTotalMem(&memory, device->device) == CUDA_SUCCESS)
        out->memory = memory;
    out->multiprocessors =
        (uint32_t)device_attribute(device, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
}

const char *const *device_profiles(const Device *device)
{
    return device->sim ? device->sim->profiles() : NULL;
}

typedef struct ResultRow {
    CUresult result;
    LaunchStatus status;
} ResultRow;

/* All others are not the learner's fault. */
static const ResultRow result_rows[] = {
    {CUDA_SUCCESS, LAUNCH_OK},
    {CUDA_ERROR_INVALID_VALUE, LAUNCH_REFUSED},
    {CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, LAUNCH_REFUSED},
    {CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE, LAUNCH_REFUSED},
    {CUDA_ERROR_INVALID_CLUSTER_SIZE, LAUNCH_REFUSED},
    {CUDA_ERROR_ILLEGAL_ADDRESS, LAUNCH_FAULT},
    {CUDA_ERROR_MISALIGNED_ADDRESS, LAUNCH_FAULT},
    {CUDA_ERROR_INVALID_ADDRESS_SPACE, LAUNCH_FAULT},
    {CUDA_ERROR_INVALID_PC, LAUNCH_FAULT},
    {CUDA_ERROR_ILLEGAL_INSTRUCTION, LAUNCH_FAULT},
    {CUDA_ERROR_HARDWARE_STACK_ERROR, LAUNCH_FAULT},
    {CUDA_ERROR_ASSERT, LAUNCH_FAULT},
    {CUDA_ERROR_LAUNCH_FAILED, LAUNCH_FAULT},
    {CUDA_ERROR_LAUNCH_TIMEOUT, LAUNCH_BUDGET},
};

LaunchStatus cuda_launch_status(CUresult result)
{
    for (size_t i = 0; i < sizeof result_rows / sizeof *result_rows; i++)
        if (result_rows[i].result == result)
            return result_rows[i].status;
    return LAUNCH_TROUBLE;
}
