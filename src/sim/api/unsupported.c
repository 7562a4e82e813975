/* Exported symbols of what isn't implemented, made from their table. */
#include "sim/api/symbols.h"

#define UNSUPPORTED(symbol)              \
    API_EXPORT CUresult symbol(void);    \
    CUresult symbol(void)                \
    {                                    \
        return CUDA_ERROR_NOT_SUPPORTED; \
    }
#include "sim/api/unsupported.def"
