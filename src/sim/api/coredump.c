/* Settings of core dumps: kept and told. No dump is ever written: findings say what a fault was. */
#include "sim/api/state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const CoredumpSettings *global_settings(void)
{
    CoredumpSettings *all = &library()->coredump;
    char host[64] = "";
    if (!all->ready) {
        gethostname(host, sizeof host - 1);
        all->ready = all->trigger_host = true;
        snprintf(all->file, sizeof all->file, "core.cuda.%s.%d", host, (int)getpid());
        snprintf(all->pipe, sizeof all->pipe, "corepipe.cuda.%s.%d", host, (int)getpid());
    }
    return all;
}

/* Where a setting lies and how many bytes it has. NULL: there is none. */
static void *setting_at(CoredumpSettings *all, CUcoredumpSettings which, size_t *size)
{
    const struct {
        void *at;
        size_t size;
    } rows[] = {
        [CU_COREDUMP_ENABLE_ON_EXCEPTION] = {&all->on_exception, sizeof all->on_exception},
        [CU_COREDUMP_TRIGGER_HOST] = {&all->trigger_host, sizeof all->trigger_host},
        [CU_COREDUMP_LIGHTWEIGHT] = {&all->lightweight, sizeof all->lightweight},
        [CU_COREDUMP_ENABLE_USER_TRIGGER] = {&all->user_trigger, sizeof all->user_trigger},
        [CU_COREDUMP_FILE] = {all->file, sizeof all->file},
        [CU_COREDUMP_PIPE] = {all->pipe, sizeof all->pipe},
        [CU_COREDUMP_GENERATION_FLAGS] = {&all->generation, sizeof all->generation},
    };
    if ((size_t)which >= sizeof rows / sizeof rows[0])
        return NULL;
    *size = rows[which].size;
    return rows[which].at;
}

static bool is_text(CUcoredumpSettings which)
{
    return which == CU_COREDUMP_FILE || which == CU_COREDUMP_PIPE;
}

/* Without a place for the value, its size is told. */
static CUresult setting_get(CoredumpSettings *all, CUcoredumpSettings which, void *value,
                            size_t *size)
{
    size_t bytes = 0;
    const void *from = setting_at(all, which, &bytes);
    if (!from || !size)
        return CUDA_ERROR_INVALID_VALUE;
    size_t room = *size;
    *size = bytes;
    if (!value)
        return CUDA_SUCCESS;
    if (!is_text(which) && room < bytes)
        return CUDA_ERROR_INVALID_VALUE;
    if (is_text(which))
        snprintf(value, room, "%s", (const char *)from); /* what has room */
    else
        memcpy(value, from, bytes);
    return CUDA_SUCCESS;
}

static CUresult setting_set(CoredumpSettings *all, CUcoredumpSettings which, const void *value,
                            size_t *size)
{
    size_t bytes = 0;
    char *to = setting_at(all, which, &bytes);
    if (!to || !size)
        return CUDA_ERROR_INVALID_VALUE;
    if (!value) {
        *size = bytes;
        return CUDA_SUCCESS;
    }
    if (is_text(which) ? strnlen(value, *size) >= bytes : *size < bytes)
        return CUDA_ERROR_INVALID_VALUE;
    if (is_text(which)) {
        size_t length = strnlen(value, *size);
        memcpy(to, value, length);
        to[length] = '\0';
    } else {
        memcpy(to, value, bytes);
    }
    return CUDA_SUCCESS;
}

CUresult cuCoredumpGetAttributeGlobal(CUcoredumpSettings which, void *value, size_t *size)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    global_settings();
    return api_leave(setting_get(&library()->coredump, which, value, size));
}

CUresult cuCoredumpSetAttributeGlobal(CUcoredumpSettings which, void *value, size_t *size)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    global_settings();
    return api_leave(setting_set(&library()->coredump, which, value, size));
}

/* A context's own settings are those of the process until it sets one. */
static CoredumpSettings *context_settings(Context *context, bool own)
{
    if (!context->coredump && own && (context->coredump = malloc(sizeof *context->coredump)))
        *context->coredump = *global_settings();
    global_settings();
    return context->coredump || own ? context->coredump : &library()->coredump;
}

CUresult cuCoredumpGetAttribute(CUcoredumpSettings which, void *value, size_t *size)
{
    Context *context;
    CUresult result = api_enter_context(&context);
    if (result != CUDA_SUCCESS)
        return result;
    return api_leave(setting_get(context_settings(context, false), which, value, size));
}

CUresult cuCoredumpSetAttribute(CUcoredumpSettings which, void *value, size_t *size)
{
    Context *context;
    CUresult result = api_enter_context(&context);
    if (result != CUDA_SUCCESS)
        return result;
    if (which == CU_COREDUMP_ENABLE_USER_TRIGGER || which == CU_COREDUMP_PIPE)
        return api_leave(CUDA_ERROR_INVALID_VALUE); /* only the process can have these */
    CoredumpSettings *all = context_settings(context, true);
    return api_leave(all ? setting_set(all, which, value, size) : CUDA_ERROR_OUT_OF_MEMORY);
}
