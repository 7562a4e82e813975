/* Initialisation, version, names of errors, the profiler's switch. */
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "base/view.h"
#include "cuda/errors.h"
#include "sim/api/capture.h"
#include "sim/api/observers.h"
#include "sim/api/report.h"
#include "sim/api/state.h"

enum { PATIENCE = 10, IDLE = 200 };

/* $CULAB_PROFILE names the device, $CULAB_SIM_BUDGET limits a launch's thread-instructions,
 * $CULAB_SIM_PATIENCE is how many seconds a stream may wait for a value that nothing writes;
 * $CULAB_SIM_IDLE milliseconds are how long it makes no call before operations run by themselves;
 * those of the report: see report.h. */
static CUresult environment_read(Library *lib)
{
    const char *name = getenv("CULAB_PROFILE"), *budget = getenv("CULAB_SIM_BUDGET"),
               *patience = getenv("CULAB_SIM_PATIENCE"), *seed = getenv("CULAB_SIM_SEED"),
               *idle = getenv("CULAB_SIM_IDLE");
    uint64_t seconds = PATIENCE, milliseconds = IDLE;
    lib->profile = name && *name ? sim_profile_find(name) : &sim_profiles[0];
    if (!lib->profile)
        return CUDA_ERROR_INVALID_DEVICE;
    if (budget && *budget && !view_to_u64(view_of(budget), &lib->options.budget))
        return CUDA_ERROR_INVALID_VALUE;
    if (seed && *seed && !view_to_u64(view_of(seed), &lib->options.seed))
        return CUDA_ERROR_INVALID_VALUE;
    if (patience && *patience && !view_to_u64(view_of(patience), &seconds))
        return CUDA_ERROR_INVALID_VALUE;
    if (idle && *idle && (!view_to_u64(view_of(idle), &milliseconds) || milliseconds > 1000000))
        return CUDA_ERROR_INVALID_VALUE;
    lib->patience = (double)seconds;
    lib->idle_milliseconds = (unsigned)milliseconds;
    return report_start(&lib->options.checks) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/* As on a device, a child has nothing of its parent's CUDA; the lock may even be held for ever. */
static void child_begins(void)
{
    atomic_store(&library()->forked, true);
}

/* $CULAB_SIM_THREADS: how many threads a launch may use, as many as there are processors when it
 * isn't set. "4,eager" is for tests: small launches use them too. */
static CUresult threads_read(Library *lib)
{
    const char *text = getenv("CULAB_SIM_THREADS");
    cpu_set_t processors;
    lib->threads = sched_getaffinity(0, sizeof processors, &processors) == 0
                       ? (uint32_t)CPU_COUNT(&processors)
                       : 1;
    if (!text || !*text)
        return CUDA_SUCCESS;
    View number = view_of(text);
    uint64_t threads;
    lib->eager = view_ends(number, ",eager");
    if (lib->eager)
        number.size -= strlen(",eager");
    if (!view_to_u64(number, &threads) || threads < 1 || threads > 1024)
        return CUDA_ERROR_INVALID_VALUE;
    lib->threads = (uint32_t)threads;
    return CUDA_SUCCESS;
}

static CUresult library_start(Library *lib)
{
    CUresult result = environment_read(lib);
    if (result == CUDA_SUCCESS)
        result = threads_read(lib);
    if (result != CUDA_SUCCESS)
        return result;
    if (pthread_atfork(NULL, NULL, child_begins) != 0)
        return CUDA_ERROR_OUT_OF_MEMORY;
    lib->memory = sim_memory_new(lib->profile->memory_bytes);
    lib->textures = sim_textures_new();
    if (!lib->memory || !lib->textures) {
        sim_memory_free(lib->memory);
        sim_textures_free(lib->textures);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    lib->initialised = true;
    observers_prepare(); /* for the checks of the environment */
    return CUDA_SUCCESS;
}

CUresult cuInit(unsigned int flags)
{
    Library *lib = library();
    if (flags)
        return CUDA_ERROR_INVALID_VALUE;
    if (atomic_load(&lib->forked))
        return CUDA_ERROR_NOT_INITIALIZED;
    report_prepare();
    pthread_mutex_lock(&lib->lock);
    return api_leave(lib->initialised ? CUDA_SUCCESS : library_start(lib));
}

CUresult cuDriverGetVersion(int *version)
{
    if (!version)
        return CUDA_ERROR_INVALID_VALUE;
    *version = API_VERSION;
    return CUDA_SUCCESS;
}

CUresult cuGetErrorName(CUresult result, const char **name)
{
    if (!name)
        return CUDA_ERROR_INVALID_VALUE;
    *name = cuda_result_name(result);
    return *name ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

typedef struct ErrorText {
    CUresult result;
    const char *text;
} ErrorText;

static const ErrorText error_texts[] = {
#define ERROR_TEXT(result, text) {result, text},
#include "sim/api/error_texts.def"
};

CUresult cuGetErrorString(CUresult result, const char **text)
{
    if (!text)
        return CUDA_ERROR_INVALID_VALUE;
    *text = cuda_result_text(result);
    for (size_t i = 0; i < sizeof error_texts / sizeof error_texts[0]; i++)
        if (error_texts[i].result == result)
            *text = error_texts[i].text;
    return *text ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuProfilerInitialize(const char *config, const char *output, CUoutput_mode mode)
{
    (void)config;
    (void)output;
    (void)mode;
    return CUDA_ERROR_NOT_SUPPORTED;
}

CUresult cuProfilerStart(void)
{
    Context *context;
    CUresult result = api_enter_context(&context);
    return result == CUDA_SUCCESS ? api_leave(capture_check_unsafe()) : result;
}

CUresult cuProfilerStop(void)
{
    return cuProfilerStart();
}
