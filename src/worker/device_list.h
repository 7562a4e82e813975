/* The GPUs of this machine, and what the chosen device can hold. */
#ifndef CULAB_WORKER_DEVICE_LIST_H
#define CULAB_WORKER_DEVICE_LIST_H

#include "worker/device.h"

/* Every GPU that the opened driver shows; of the simulator none. */
void device_list(const Device *device, DeviceChoices *out);
/* Attributes of the device that programs meet as limits. */
void device_limits(const Device *device, DeviceInfo *out);

#endif
