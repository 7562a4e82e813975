/* Figures of a host program (docs/host.md), as metrics. */
#ifndef CULAB_HOST_FIGURES_H
#define CULAB_HOST_FIGURES_H

#include "host/record.h"
#include "result/result.h"

/* Time during which both of two kinds of spans run, and each one's own: unions of intervals. */
typedef struct Overlap {
    double copy_ns, kernel_ns, both_ns;
    double share; /* both over the smaller of the two; NaN: one of them is 0 */
} Overlap;
Overlap host_overlap(const HostRun *host);

/* Adds all to out->metrics. */
void host_figures(const HostLog *log, const HostRun *host, RunResult *out);

#endif
