/* Entry points for programs built with a per-thread default stream, made from their table. */
#include "sim/api/state.h"

#define PER_THREAD(symbol, base, parameters, arguments) \
    API_EXPORT CUresult symbol parameters;              \
    CUresult symbol parameters                          \
    {                                                   \
        per_thread_default_set(true);                   \
        CUresult result = base arguments;               \
        per_thread_default_set(false);                  \
        return result;                                  \
    }
#include "sim/api/per_thread.def"
