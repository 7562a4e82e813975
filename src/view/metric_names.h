/* Nsight Compute's metric names in words. */
#ifndef CULAB_VIEW_METRIC_NAMES_H
#define CULAB_VIEW_METRIC_NAMES_H

/* "sectors / global load" for l1tex__average_t_sectors_...; the name itself when it has no words.
 */
const char *metric_words(const char *name);

#endif
