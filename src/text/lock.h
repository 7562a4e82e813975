/* Notices the same work file open in two labs. */
#ifndef CULAB_TEXT_LOCK_H
#define CULAB_TEXT_LOCK_H

#include <stdbool.h>

#include "base/error.h"

/* Takes the lock that the file `path` stands for, making the file when it isn't there. Returns the
 * descriptor that holds it until it is closed (fd_close), or until the process ends, however it
 * ends. -1 with *busy: another process holds it. -1 with an error: no lock can be had here. */
int work_lock(const char *path, bool *busy, Error *error);

#endif
