/* The installed CUDA toolkit, and a folder that looks like it with culab's nvcc and ptxas in it. */
#ifndef CULAB_SIMULATE_TOOLKIT_H
#define CULAB_SIMULATE_TOOLKIT_H

#include <stdbool.h>

#include "base/strbuf.h"

/* Whether two paths lead to one file. */
bool toolkit_is_same(const char *first, const char *second);
/* A real tool of the toolkit ("nvcc"): `asked` if it is a path to one, or what lies beside
 * $CULAB_NVCC, or the first in the folders of PATH, or that of $CUDA_HOME or /usr/local/cuda, that
 * isn't the file `own`. NULL: there is none. The caller frees it. */
char *toolkit_tool(const char *name, const char *asked, const char *own);
/* Becomes the tool, which finds itself outside of the simulation. Comes back when that fails, after
 * telling why on standard error. */
void toolkit_run(const char *tool, char **words);

/* Makes a temporary folder with symbolic links to all of the installed toolkit, whose compiler is
 * `nvcc`, except that bin/nvcc and bin/ptxas are those in `library`, culab's folder; its
 * libcuda.so.1 is there too. Programs look for headers and libraries beside the nvcc that they
 * call. False: the toolkit has no folder of its own, or no folder could be made. */
bool toolkit_cover(const char *library, const char *nvcc, StrBuf *folder);
void toolkit_uncover(StrBuf *folder);

#endif
