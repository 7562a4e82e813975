/* Work that goes forward by itself.
 *
 * Operations run when somebody waits for them (queue.h). A host can also learn of them otherwise:
 * by a host function, or from memory that it reads itself. So once a program has such a thing, and
 * makes no call for a while and waits for nothing, a thread runs what is pending. Another process
 * that was given memory or an event could wait for ever: then the thread runs whatever can run at
 * once, and what is left at the process's end is run then. */
#ifndef CULAB_SIM_API_FORWARD_H
#define CULAB_SIM_API_FORWARD_H

#include <stdbool.h>

/* `always`: for another process. Called with the lock held, any number of times. */
void forward_begin(bool always);

#endif
