/* The simulated device's figures. */
#ifndef CULAB_SIM_API_DEVICE_H
#define CULAB_SIM_API_DEVICE_H

#include <stdbool.h>

#include "cuda/types.h"
#include "sim/profile.h"

/* False: there is no such attribute. */
bool device_attribute(const SimProfile *profile, CUdevice_attribute attribute, int *value);

#endif
