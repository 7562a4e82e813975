/* The driver's log: what went wrong, in words. */
#ifndef CULAB_SIM_API_LOGS_H
#define CULAB_SIM_API_LOGS_H

#include "sim/api/state.h"

/* Adds an entry for the call that is being made. Those who asked to be told of it are when the call
 * that it comes from returns. */
void log_error(const char *text);
/* What a call returns, when it is an error that has no entry yet. */
void log_result(CUresult result);
/* Tells them; the lock is released meanwhile. */
void logs_tell(void);

#endif
