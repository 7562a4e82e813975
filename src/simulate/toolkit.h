/* The installed CUDA toolkit, and a folder that looks like it with culab's nvcc in it. */
#ifndef CULAB_SIMULATE_TOOLKIT_H
#define CULAB_SIMULATE_TOOLKIT_H

#include <stdbool.h>

#include "base/strbuf.h"

/* $CULAB_NVCC, or the first nvcc in the folders of PATH, or that of $CUDA_HOME or /usr/local/cuda,
 * that isn't the file `own`. NULL: there is none. The caller frees it. */
char *toolkit_nvcc(const char *own);

/* Makes a temporary folder with symbolic links to all of the installed toolkit, whose compiler is
 * `nvcc`, except that bin/nvcc is the one in `library`, culab's folder; its libcuda.so.1 is there
 * too. Programs look for headers and libraries beside the nvcc that they call. False: the toolkit
 * has no folder of its own, or no folder could be made. */
bool toolkit_cover(const char *library, const char *nvcc, StrBuf *folder);
void toolkit_uncover(StrBuf *folder);

#endif
