/* Keeps a thread from reading files: the second line behind include_problem(), for whatever way
 * into a file the compiler may know. */
#ifndef CULAB_COMPILE_CONFINE_H
#define CULAB_COMPILE_CONFINE_H

#include <stdbool.h>

/* From now on the calling thread, and threads that it starts, can open for reading only what lies
 * in the folders given (ended by NULL; those that are not there are passed over), in the system's
 * folders of libraries and in /dev. There is no way back. False: this machine's
 * Linux has no Landlock (5.13, and switched on), and nothing has changed. */
bool confine_reading(const char *const *folders);

#endif
