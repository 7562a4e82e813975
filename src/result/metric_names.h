/* Nsight Compute's metric names in words, and which of them a learner should see first. */
#ifndef CULAB_RESULT_METRIC_NAMES_H
#define CULAB_RESULT_METRIC_NAMES_H

#include <stdbool.h>
#include <stddef.h>

/* "sectors / global load" for l1tex__average_t_sectors_...; the name itself when it has no words.
 */
const char *metric_words(const char *name);
/* The same for a line's end, where there is little room: "sectors/load". */
const char *metric_brief(const char *name);
/* The names that there are, one after the other; NULL behind the last. */
const char *metric_name(size_t index);
/* What it is at best, where that is the same for all kernels (32 active threads); else NAN. */
double metric_best(const char *name);
/* Its name in Nsight Compute, or why it has none; NULL: a figure of a host program. */
const char *metric_source(const char *name);
/* One of the few that tell how well a kernel does; the others are there for who asks. */
bool metric_is_main(const char *name);
/* Those of a source line that stand beside it in the editor when they miss their ideal. */
bool metric_is_of_line(const char *name);

#endif
