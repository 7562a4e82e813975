/* The installed CUDA toolkit, and a folder that looks like it with culab's nvcc in it. */
#ifndef CULAB_SIMULATE_TOOLKIT_H
#define CULAB_SIMULATE_TOOLKIT_H

#include <stdbool.h>

#include "base/strbuf.h"

/* The first nvcc in the folders of PATH, or that of $CUDA_HOME or /usr/local/cuda, that isn't the
 * file `own`. NULL: there is none. The caller frees it. */
char *toolkit_nvcc(const char *own);

/* Makes a temporary folder with symbolic links to all of the installed toolkit, except that
 * bin/nvcc is `own`: programs look for headers and libraries beside the nvcc that they call. False:
 * there is no toolkit with folders of its own, or no folder could be made. */
bool toolkit_cover(const char *own, StrBuf *folder);
void toolkit_uncover(StrBuf *folder);

#endif
