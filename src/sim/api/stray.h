/* Copies and fills that reach beyond their memory, into what was freed, or into nothing: told as
 * findings of the memory checker, whatever the call answers. */
#ifndef CULAB_SIM_API_STRAY_H
#define CULAB_SIM_API_STRAY_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/api/array.h"

/* A box in memory, in bytes; the pitch: from row to row. */
typedef struct Reach {
    uint64_t address, width, pitch, rows, slices;
    uint64_t extent; /* from the first to the last */
    bool writes;
} Reach;

/* Not all of it is memory of the device's. */
void stray_tell_device(const Reach *reach);
/* What an array has no room for: `x` in bytes. */
void stray_tell_array(const Array *array, uint64_t x, uint64_t y, uint64_t z, const Reach *reach);
/* Memory that a call takes for the host's: told of what the library can know to be wrong. */
void stray_check_host(const Reach *reach);

#endif
