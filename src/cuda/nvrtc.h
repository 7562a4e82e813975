/* NVRTC, the runtime compiler, as a table of functions. */
#ifndef CULAB_CUDA_NVRTC_H
#define CULAB_CUDA_NVRTC_H

#include <stdbool.h>

#include "base/error.h"
#include "cuda/shared.h"
#include "cuda/types.h"

typedef struct Nvrtc {
    void *handle;
    char *path;       /* the file that was loaded, resolved */
    char *include;    /* the toolkit's folder of headers beside it, or NULL */
    int major, minor; /* 13, 0 */
#define NVRTC_FUNCTION(NEED, return_type, name, parameters) return_type(*name) parameters;
#include "cuda/nvrtc.def"
} Nvrtc;

/* Finds and opens NVRTC: the file or folder $CULAB_NVRTC alone if that is set; else below
 * $CUDA_HOME, $CUDA_PATH, /usr/local/cuda, /usr/local/cuda-* (newest first); else on the loader's
 * path. Versions from 11.2 on. What was tried is added to `search` (may be NULL). On false, `error`
 * is ERROR_MACHINE. */
bool nvrtc_open(Nvrtc *nvrtc, SharedSearch *search, Error *error);
void nvrtc_close(Nvrtc *nvrtc); /* forgets it; the library itself stays loaded */

#endif
