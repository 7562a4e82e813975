/* Runs of the same code on the same data, which the simulator would answer in the same way bit for
 * bit: as after an edit in a comment. What was answered is kept, and sent once more. */
#ifndef CULAB_WORKER_REPEAT_H
#define CULAB_WORKER_REPEAT_H

#include "worker/worker.h"

/* Answers the run that was loaded, if one like it is known. False: it is not, and what will be sent
 * is written down until repeat_end(). */
bool repeat_answer(Worker *worker, uint32_t sequence);
/* Behind the answer: keeps it, if nothing else decided on it than code and data. */
void repeat_end(Worker *worker, uint32_t sequence, const RunResult *result, bool spent);
void repeats_forget(Worker *worker);

#endif
