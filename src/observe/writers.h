/* Who wrote each element of global memory last, and who before. */
#ifndef CULAB_OBSERVE_WRITERS_H
#define CULAB_OBSERVE_WRITERS_H

#include "observe/observe.h"
#include "observe/strip.h"
#include "sim/observer.h"

typedef struct Writers Writers;

Writers *writers_new(void); /* NULL: no memory */
void writers_free(Writers *writers);
void writers_clear(Writers *writers);
const SimObserver *writers_observer(const Writers *writers);
/* Its shadow memory. */
Strips *writers_strips(Writers *writers);
/* See observe_writers(). */
uint32_t writers_find(Writers *writers, uint64_t address, ObserveWriter out[OBSERVE_WRITERS]);

#endif
