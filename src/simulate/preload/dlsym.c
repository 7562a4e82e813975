/* dlsym in front of the C library's: who looks up NVRTC or nvJitLink gets the simulator's front. */
#include <stdbool.h>
#include <string.h>

#include "simulate/preload/front.h"
#include "simulate/preload/loaded.h"

__attribute__((visibility("default"))) void *dlsym(void *handle, const char *name);

static bool starts(const char *name, const char *prefix)
{
    return !strncmp(name, prefix, strlen(prefix));
}

static __attribute__((noinline)) void *look_up(void *handle, const char *name)
{
    void *real = loaded_symbol(handle, name);
    if (!real)
        return NULL;
    return starts(name, "nvrtc") ? front_nvrtc(name, real) : front_nvjitlink(name, real);
}

/* A tail call, so that the C library sees its caller: RTLD_NEXT and RTLD_DEFAULT depend on it. */
void *dlsym(void *handle, const char *name)
{
    if (name && (starts(name, "nvrtc") || starts(name, "nvJitLink") || starts(name, "__nvJitLink")))
        return look_up(handle, name);
    return loaded_dlsym()(handle, name);
}
