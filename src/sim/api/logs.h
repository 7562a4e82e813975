/* The driver's log: what went wrong, in words. */
#ifndef CULAB_SIM_API_LOGS_H
#define CULAB_SIM_API_LOGS_H

#include "sim/api/state.h"

/* Adds an entry. Those who asked to be told of it are when the call that it comes from returns. */
void log_error(const char *text);
/* Tells them; the lock is released meanwhile. */
void logs_tell(void);

#endif
