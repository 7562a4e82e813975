/* Nsight Compute's metric names in words, and which of them a learner should see first. */
#ifndef CULAB_VIEW_METRIC_NAMES_H
#define CULAB_VIEW_METRIC_NAMES_H

#include <stdbool.h>

/* "sectors / global load" for l1tex__average_t_sectors_...; the name itself when it has no words.
 */
const char *metric_words(const char *name);
/* The same for a line's end, where there is little room: "sectors/load". */
const char *metric_brief(const char *name);
/* One of the few that tell how well a kernel does; the others are there for who asks. */
bool metric_is_main(const char *name);
/* Those of a source line that stand beside it in the editor when they miss their ideal. */
bool metric_is_of_line(const char *name);

#endif
