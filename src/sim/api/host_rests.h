/* Whether the program does nothing but wait while a kernel runs, so that nobody changes memory that
 * the host reaches. */
#ifndef CULAB_SIM_API_HOST_RESTS_H
#define CULAB_SIM_API_HOST_RESTS_H

#include <stdbool.h>

/* Asked while a launch runs, with the lock free: the process has one thread besides the library's
 * own, which waits for work to end, and it handles no signals. False also where that is not known.
 */
bool host_rests(void);

#endif
