/* Memory that the program never gave back, for the report's end. Not counted as findings: many a
 * library leaves its caches to the process's end. */
#ifndef CULAB_SIM_API_LEAKS_H
#define CULAB_SIM_API_LEAKS_H

#include "sim/api/state.h"

/* What goes now because its context does. */
void leaks_note(const Context *context);
/* Hands out each kind: how many allocations and bytes were noted or are there still, and which was
 * the first. At exit other threads may be anywhere: no lock is taken. */
void leaks_tell(void (*tell)(const char *what, uint64_t count, uint64_t bytes, const char *first));

#endif
