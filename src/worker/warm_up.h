/* What a process's first compile, load, copy and launch take longer than the later ones: done while
 * nobody waits. */
#ifndef CULAB_WORKER_WARM_UP_H
#define CULAB_WORKER_WARM_UP_H

#include "worker/worker.h"

/* The context, a small compile, and on a GPU a launch of what it gave. Returns early when a message
 * has come. What goes wrong goes wrong again where it can be told. */
void worker_warm_up(Worker *worker);

#endif
