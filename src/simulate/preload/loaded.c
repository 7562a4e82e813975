/* NVIDIA's libraries as the program has loaded them. */
#include "simulate/preload/loaded.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <string.h>

/* dlsym's version in the C library, which tells it from the one that this library exports. */
#if defined(__x86_64__)
#define DLSYM_VERSION "GLIBC_2.2.5"
#elif defined(__aarch64__)
#define DLSYM_VERSION "GLIBC_2.17"
#endif

Dlsym *loaded_dlsym(void)
{
    static Dlsym *found; /* any thread stores the same */
    Dlsym *real = __atomic_load_n(&found, __ATOMIC_RELAXED);
    if (!real) {
        void *address = dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.34");
        if (!address)
            address = dlvsym(RTLD_NEXT, "dlsym", DLSYM_VERSION);
        memcpy(&real, &address, sizeof real);
        __atomic_store_n(&found, real, __ATOMIC_RELAXED);
    }
    return real;
}

void *loaded_symbol(void *handle, const char *name)
{
    Dlsym *real = loaded_dlsym();
    return real ? real(handle, name) : NULL;
}

void *loaded_library_of(void *address)
{
    Dl_info info;
    if (!address || !dladdr(address, &info) || !info.dli_fname)
        return NULL;
    return dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
}

typedef struct Search {
    const char *prefix;
    char path[4096];
} Search;

static int library_visit(struct dl_phdr_info *info, size_t size, void *state)
{
    Search *search = state;
    (void)size;
    const char *slash = info->dlpi_name ? strrchr(info->dlpi_name, '/') : NULL;
    const char *base = slash ? slash + 1 : "";
    if (strncmp(base, search->prefix, strlen(search->prefix)) != 0)
        return 0;
    snprintf(search->path, sizeof search->path, "%s", info->dlpi_name);
    return 1;
}

void *loaded_library(const char *prefix)
{
    Search search = {.prefix = prefix};
    return dl_iterate_phdr(library_visit, &search) ? dlopen(search.path, RTLD_LAZY | RTLD_NOLOAD)
                                                   : NULL;
}
