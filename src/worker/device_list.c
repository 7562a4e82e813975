/* What the driver says of its devices. */
#include "worker/device_list.h"

#include <stdio.h>

#include "cuda/advice.h"
#include "cuda/errors.h"

enum { GPUS_MOST = 64 };

static const struct {
    CUdevice_attribute attribute;
    const char *name;
} limits[] = {
    {CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, "threads in a block"},
    {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X, "threads in a block, x"},
    {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z, "threads in a block, z"},
    {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X, "blocks in a grid, x"},
    {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y, "blocks in a grid, y and z"},
    {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK, "shared memory of a block, bytes"},
    {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, "the same when asked for"},
    {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR, "shared memory of an SM, bytes"},
    {CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK, "registers of a block"},
    {CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR, "registers of an SM"},
    {CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR, "threads on an SM"},
    {CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR, "blocks on an SM"},
    {CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY, "constant memory, bytes"},
    {CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE, "second-level cache, bytes"},
    {CU_DEVICE_ATTRIBUTE_CLOCK_RATE, "clock, kHz"},
    {CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE, "memory clock, kHz"},
    {CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH, "memory bus, bits"},
    {CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT, "copy engines"},
};

void device_limits(const Device *device, DeviceInfo *out)
{
    int value;
    for (size_t i = 0; device->open && i < sizeof limits / sizeof *limits; i++)
        if (device->cuda.cuDeviceGetAttribute(&value, limits[i].attribute, device->device) ==
            CUDA_SUCCESS)
            vec_push(&out->limits, (DeviceLimit){memory_clone_text(limits[i].name), value});
}

/* Why it cannot be chosen, as far as that is known before a context is made. */
static char *trouble_of(const Device *device, CUdevice gpu)
{
    int mode = CU_COMPUTEMODE_DEFAULT;
    bool forbidden = device->cuda.cuDeviceGetAttribute(&mode, CU_DEVICE_ATTRIBUTE_COMPUTE_MODE,
                                                       gpu) == CUDA_SUCCESS &&
                     mode == CU_COMPUTEMODE_PROHIBITED;
    return memory_clone_text(
        forbidden ? "its compute mode forbids it to all programs (nvidia-smi -c 0)" : "");
}

static int attribute_of(const Device *device, CUdevice gpu, CUdevice_attribute attribute)
{
    int value = 0;
    return device->cuda.cuDeviceGetAttribute(&value, attribute, gpu) == CUDA_SUCCESS ? value : 0;
}

static DeviceInfo describe(const Device *device, CUdevice gpu)
{
    char name[256] = "";
    size_t memory = 0;
    device->cuda.cuDeviceGetName(name, sizeof name - 1, gpu);
    bool known = device->cuda.cuDeviceTotalMem(&memory, gpu) == CUDA_SUCCESS;
    return (DeviceInfo){
        .name = memory_clone_text(name),
        .major = attribute_of(device, gpu, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR),
        .minor = attribute_of(device, gpu, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR),
        .memory = known ? memory : 0,
        .multiprocessors =
            (uint32_t)attribute_of(device, gpu, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT),
        .trouble = trouble_of(device, gpu),
        .mig = device_name_is_mig(name),
    };
}

/* One that the driver counts, but does not give out. */
static DeviceInfo refused(CUresult result)
{
    StrBuf text = {0};
    cuda_result_describe(result, &text);
    return (DeviceInfo){.name = memory_clone_text("?"), .trouble = strbuf_take(&text)};
}

void device_list(const Device *device, DeviceChoices *out)
{
    int count = 0;
    if (!device->open || device->sim || device->cuda.cuDeviceGetCount(&count) != CUDA_SUCCESS)
        return;
    for (int i = 0; i < count && i < GPUS_MOST; i++) {
        CUdevice gpu;
        CUresult result = device->cuda.cuDeviceGet(&gpu, i);
        vec_push(&out->gpus, result == CUDA_SUCCESS ? describe(device, gpu) : refused(result));
    }
}
