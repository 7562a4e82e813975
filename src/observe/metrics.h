/* Figures of a launch under Nsight Compute's names: requests, sectors, bank conflicts, active
 * threads, branches; for the kernel and for each line. Kept for the last launches only. */
#ifndef CULAB_OBSERVE_METRICS_H
#define CULAB_OBSERVE_METRICS_H

#include "observe/observe.h"
#include "sim/observer.h"

typedef struct Metrics Metrics;

Metrics *metrics_new(void); /* NULL: no memory */
void metrics_free(Metrics *metrics);
void metrics_clear(Metrics *metrics);
const SimObserver *metrics_observer(const Metrics *metrics);
void metrics_each(const Metrics *metrics, void *state,
                  void (*each)(void *state, const ObserveMetric *metric));
void metrics_each_access(const Metrics *metrics, void *state,
                         void (*each)(void *state, const ObserveAccess *access));

#endif
