/* Findings of a run with debug information, put among those of the run that is judged; and the
 * order in which findings are told. */
#ifndef CULAB_WORKER_MERGE_H
#define CULAB_WORKER_MERGE_H

#include "worker/worker.h"

/* Whether variables that were not set have no names. */
bool findings_lack_names(const RunResult *result);
/* Whether a barrier was gone around. */
bool findings_tell_around(const RunResult *result);
/* Where the run with debug information, which has ended well, tells of no barrier that is gone
 * around, forgets those that optimised code was told of. */
void findings_doubt_around(const RunResult *named, RunResult *out);
/* Takes what names variables: of those that were not set in place of those without a name at the
 * same line, and beside the others; of indices past an array where nothing of the kind was found at
 * the line, or in place of what ended the launch there; barriers that are gone around; and what is
 * found of variables in shared memory that the optimised code doesn't have. */
void findings_merge(const Worker *worker, RunResult *named, RunResult *out);
/* Causes come before what they lead to; else the order stays. */
void findings_order(RunResult *out);

#endif
