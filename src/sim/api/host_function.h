/* Host functions in streams, for those who have entered already. */
#ifndef CULAB_SIM_API_HOST_FUNCTION_H
#define CULAB_SIM_API_HOST_FUNCTION_H

#include "sim/api/queue.h"

CUresult host_function_enqueue(Stream *stream, CUhostFn function, void *user);

#endif
