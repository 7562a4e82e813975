/* What the engine asks of the library while a kernel runs that uses the device runtime. */
#ifndef CULAB_SIM_API_LAUNCH_HOST_H
#define CULAB_SIM_API_LAUNCH_HOST_H

#include "sim/api/module.h"

/* For a launch of the function; its state is the module, which must outlive the launch. */
EngineHost launch_host(Function *function);

#endif
