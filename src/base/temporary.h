/* Folders for a while, in $TMPDIR or /tmp, whose names hold the number of the process that made
 * them: "PREFIX123-XXXXXX". */
#ifndef CULAB_BASE_TEMPORARY_H
#define CULAB_BASE_TEMPORARY_H

#include "base/error.h"

/* Of host programs: made by the worker, removed by whoever sees its end. */
#define TEMPORARY_HOST "culab-host-"

/* The path, which the caller frees; NULL and `error` on failure. */
char *temporary_make(const char *prefix, Error *error);
/* Removes a folder and all that is in it; follows no links. */
void temporary_remove(const char *path);
/* Removes folders of that prefix and of this user whose process is no more. */
void temporary_sweep(const char *prefix);

#endif
