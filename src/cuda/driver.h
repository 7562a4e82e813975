/* The CUDA driver as a table of functions, NVIDIA's or the simulated one alike. */
#ifndef CULAB_CUDA_DRIVER_H
#define CULAB_CUDA_DRIVER_H

#include <stdbool.h>

#include "base/error.h"
#include "cuda/shared.h"
#include "cuda/types.h"

/* driver->cuMemAlloc(&address, bytes): names without version; the symbol behind each is the one in
 * driver.def. An OPTIONAL one that the library lacks is NULL. */
typedef struct CudaDriver {
    void *handle;
    char *path;     /* of its file, as the loader found it */
    bool simulated; /* it exports culabSimApi: see sim/culab_sim.h */
#define CUDA_CLIENT(NEED, name, symbol, parameters) CUresult(*name) parameters;
#include "cuda/driver.def"
} CudaDriver;

/* Opens a libcuda. `which`: "sim" is the simulated one that belongs to this program (in
 * ../lib/culab beside the program's own folder); "gpu" the system's, as the loader finds it; with a
 * slash in it, the file of that path. What was tried is added to `search` (may be NULL). On false,
 * `error` is ERROR_MACHINE and names what was tried. The library isn't initialised: call cuInit. */
bool cuda_driver_open(CudaDriver *driver, const char *which, SharedSearch *search, Error *error);
void cuda_driver_close(CudaDriver *driver);
/* Address of a further symbol, NULL when the library lacks it. */
void *cuda_driver_symbol(const CudaDriver *driver, const char *symbol);
/* "CUDA_ERROR_INVALID_VALUE (1): text" for any number. */
void cuda_result_describe(CUresult result, StrBuf *out);

#endif
