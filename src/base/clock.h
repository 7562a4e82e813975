/* The monotonic clock. */
#ifndef CULAB_BASE_CLOCK_H
#define CULAB_BASE_CLOCK_H

#include <stdint.h>

int64_t clock_now_ns(void);

#endif
