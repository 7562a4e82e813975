/* Numbers by what each adds to the one before, for neighbours whose differences are few: a byte for
 * each, in rows of which the first is known. */
#ifndef CULAB_OBSERVE_STRIP_DELTA_H
#define CULAB_OBSERVE_STRIP_DELTA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The differences that there are; start from {0}. */
typedef struct DeltaList {
    uint32_t *deltas; /* code 1 is the first */
    uint8_t count, last;
    uint16_t room;
} DeltaList;

void delta_list_free(DeltaList *list);

/* Memory for `count` numbers, a multiple of 64; all 0 bytes: all numbers are 0. */
size_t delta_bytes(uint32_t count);
uint32_t delta_get(const DeltaList *list, const void *memory, uint32_t count, uint32_t at);
/* False, and nothing was changed: no memory, or too many differences. */
bool delta_put(DeltaList *list, void *memory, uint32_t count, uint32_t at, uint32_t value);

#endif
