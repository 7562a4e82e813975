/* Work that goes forward by itself: since operations otherwise run when somebody in this process
 * waits for them, another process could wait for ever. */
#ifndef CULAB_SIM_API_FORWARD_H
#define CULAB_SIM_API_FORWARD_H

/* From now on a thread runs whatever can run, and what is left at the process's end is run then.
 * Called with the lock held, once something is shared with another process. */
void forward_begin(void);

#endif
