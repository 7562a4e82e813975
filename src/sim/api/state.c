/* The one libcuda of the process: its lock, its objects, what is current in a thread. */
#include "sim/api/state.h"

#include <stdlib.h>

#include "sim/api/logs.h"
#include "sim/api/user_object.h"

enum { CURRENT_MAX = 128 };

typedef struct Thread {
    Context *stack[CURRENT_MAX];
    int depth;
    bool in_callback;
    bool per_thread_default;
    uint64_t number;
} Thread;

static Library the_library = {
    .lock = PTHREAD_MUTEX_INITIALIZER,
    .idle = PTHREAD_COND_INITIALIZER,
    .work = PTHREAD_COND_INITIALIZER,
    .options = {.size = sizeof(CulabSimOptions), .strict = 1},
};
static _Thread_local Thread thread;

Library *library(void)
{
    return &the_library;
}

CUresult api_enter(void)
{
    if (thread.in_callback)
        return CUDA_ERROR_NOT_PERMITTED;
    if (atomic_load_explicit(&the_library.forked, memory_order_relaxed))
        return CUDA_ERROR_NOT_INITIALIZED;
    pthread_mutex_lock(&the_library.lock);
    the_library.calls++;
    if (the_library.initialised)
        return CUDA_SUCCESS;
    pthread_mutex_unlock(&the_library.lock);
    return CUDA_ERROR_NOT_INITIALIZED;
}

CUresult api_enter_context(Context **context)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    *context = current_get();
    if (!*context)
        return api_leave(CUDA_ERROR_INVALID_CONTEXT);
    result =
        current_handle()->active ? api_check_context(*context) : CUDA_ERROR_CONTEXT_IS_DESTROYED;
    return result == CUDA_SUCCESS ? CUDA_SUCCESS : api_leave(result);
}

CUresult api_enter_handle(const void *handle, HandleKind kind)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    return handle_check(handle, kind) ? CUDA_SUCCESS : api_leave(CUDA_ERROR_INVALID_HANDLE);
}

CUresult api_wrong(void)
{
    CUresult result = api_enter();
    return result == CUDA_SUCCESS ? api_leave(CUDA_ERROR_INVALID_VALUE) : result;
}

CUresult api_check_context(const Context *context)
{
    return context->active ? context->fault : CUDA_ERROR_CONTEXT_IS_DESTROYED;
}

CUresult api_leave(CUresult result)
{
    if (result != CUDA_SUCCESS && result != CUDA_ERROR_NOT_READY)
        log_result(result);
    the_library.logged = false;
    if (the_library.logs_due)
        logs_tell();
    if (the_library.dying) {
        UserObject *dying = the_library.dying;
        the_library.dying = NULL;
        api_callback_begin();
        user_objects_destroy(dying);
        thread.in_callback = false;
        return result;
    }
    pthread_mutex_unlock(&the_library.lock);
    return result;
}

void api_callback_begin(void)
{
    pthread_mutex_unlock(&the_library.lock);
    thread.in_callback = true;
}

void api_callback_end(void)
{
    thread.in_callback = false;
    pthread_mutex_lock(&the_library.lock);
}

Context *current_handle(void)
{
    return thread.depth ? thread.stack[thread.depth - 1] : NULL;
}

Context *current_get(void)
{
    Context *context = current_handle();
    return context && context->green ? context->whole : context;
}

bool current_push(Context *context)
{
    if (thread.depth == CURRENT_MAX)
        return false;
    thread.stack[thread.depth++] = context;
    return true;
}

bool current_pop(Context **context)
{
    if (!thread.depth)
        return false;
    *context = thread.stack[--thread.depth];
    return true;
}

bool current_set(Context *context)
{
    if (thread.depth)
        thread.depth--;
    return context ? current_push(context) : true;
}

void per_thread_default_set(bool on)
{
    thread.per_thread_default = on;
}

bool per_thread_default(void)
{
    return thread.per_thread_default;
}

uint64_t thread_number(void)
{
    static atomic_uint_fast64_t last;
    if (!thread.number)
        thread.number = atomic_fetch_add(&last, 1) + 1;
    return thread.number;
}
