/* What limits theoretical occupancy, in words. */
#ifndef CULAB_VIEW_OCCUPANCY_WORDS_H
#define CULAB_VIEW_OCCUPANCY_WORDS_H

#include <stdbool.h>

#include "base/strbuf.h"
#include "result/result.h"

/* "by registers", "by warps, shared memory"; false: the figure is not of occupancy, or no limit
 * came with the run. */
bool occupancy_limited_by(const RunResult *run, const char *name, StrBuf *out);

#endif
