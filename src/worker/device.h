/* The device the worker runs on: NVIDIA's driver or the simulated one, by the same calls. */
#ifndef CULAB_WORKER_DEVICE_H
#define CULAB_WORKER_DEVICE_H

#include "base/error.h"
#include "cuda/driver.h"
#include "result/result.h"
#include "sim/culab_sim.h"

typedef struct Device {
    CudaDriver cuda;
    const CulabSimApi *sim; /* NULL on NVIDIA's driver */
    CUdevice device;
    CUcontext context; /* NULL: not made, or lost */
    int major, minor;
    char *name;
    bool open;
    int ordinal;
    Error gpu_trouble; /* why no GPU was taken, when any device would do */
} Device;

/* "sim", "gpu", "gpu:1", or "" for the first that is there; `profile` is the simulated device's, ""
 * the default. $CULAB_LIBCUDA names the simulated library's file where it lies elsewhere,
 * $CULAB_LIBCUDA_GPU NVIDIA's. */
bool device_open(Device *device, const char *which, const char *profile, Error *error);
/* Makes the context; it is there already most of the time. */
bool device_ready(Device *device, Error *error);
/* After a fault: a new context, with nothing in it. False: it cannot be had in this process. */
bool device_reset(Device *device);
int device_attribute(const Device *device, CUdevice_attribute attribute);
void device_info(const Device *device, DeviceInfo *out);
/* Names of the simulator's profiles, ended by NULL; NULL on a GPU. */
const char *const *device_profiles(const Device *device);

/* How a launch that gave this result is to be judged. */
LaunchStatus cuda_launch_status(CUresult result);

#endif
