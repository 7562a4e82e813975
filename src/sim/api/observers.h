/* The set of observers in force, and what it is told outside launches. */
#ifndef CULAB_SIM_API_OBSERVERS_H
#define CULAB_SIM_API_OBSERVERS_H

#include "sim/api/state.h"

/* Makes the set that the options ask for, if it isn't there: memory that exists already counts as
 * initialised, since nobody watched. Does nothing when no checks are asked for. */
void observers_prepare(void);
/* For a launch: NULL and 0 when no checks are asked for. */
const SimObserver *const *observers_for_launch(uint32_t *count);
/* After a launch, to those who asked for what it has touched. */
void observers_tell_touches(uint64_t call);
/* All wait until no launch runs, then tell every observer. */
void observers_allocated(uint64_t address, uint64_t size);
void observers_freed(uint64_t address, uint64_t size);
void observers_host_write(uint64_t address, uint64_t size);
void observers_host_read(uint64_t address, uint64_t size);
/* After both were told: what nothing wrote where a copy came from, nothing wrote where it went. */
void observers_copied(uint64_t to, uint64_t from, uint64_t size);

#endif
