/* What cuGetProcAddress answers: "name flags: version symbol, version symbol ..." lines for any
 * libcuda, where a symbol is told when it changes with the version asked for.
 *
 *   procs LIBCUDA SYMBOLS
 *
 * SYMBOLS is a sorted file of exported symbols, one a line; each function is asked for once, by its
 * name without version. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuda/types.h"

static CUresult (*get)(const char *, void **, int, uint64_t, CUdriverProcAddressQueryResult *);
static void *library;

static const char *const suffixes[] = {"",      "_v2",      "_v3",      "_v4",      "_ptsz",
                                       "_ptds", "_v2_ptsz", "_v2_ptds", "_v3_ptsz", "_v4_ptsz"};

/* Which symbol lies at the address. */
static const char *symbol_of(const char *name, void *address, char *out, size_t size)
{
    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++) {
        snprintf(out, size, "%s%s", name, suffixes[i]);
        if (dlsym(library, out) == address)
            return out;
    }
    return "?";
}

static void ask(const char *name, uint64_t flags)
{
    char last[200] = "", now[200], symbol[160];
    printf("%s %d:", name, (int)flags);
    for (int version = 1000; version <= 13000; version += 10) {
        void *address = NULL;
        CUdriverProcAddressQueryResult found = 0;
        CUresult result = get(name, &address, version, flags, &found);
        if (result == CUDA_SUCCESS && address)
            snprintf(now, sizeof now, "%s", symbol_of(name, address, symbol, sizeof symbol));
        else
            snprintf(now, sizeof now, "-%d/%d", (int)result, (int)found);
        if (strcmp(now, last))
            printf(" %d %s", version, now);
        snprintf(last, sizeof last, "%s", now);
    }
    printf("\n");
}

/* Cuts off _ptsz, _ptds and _v2. */
static void version_strip(char *name)
{
    size_t size = strlen(name);
    if (size > 5 && (!strcmp(name + size - 5, "_ptsz") || !strcmp(name + size - 5, "_ptds")))
        name[size -= 5] = 0;
    if (size > 3 && name[size - 3] == '_' && name[size - 2] == 'v')
        name[size - 3] = 0;
}

int main(int count, char **arguments)
{
    char name[128], last[128] = "";
    FILE *names = count == 3 ? fopen(arguments[2], "r") : NULL;
    library = names ? dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL) : NULL;
    *(void **)&get = library ? dlsym(library, "cuGetProcAddress_v2") : NULL;
    CUresult (*init)(unsigned) = NULL;
    if (get)
        *(void **)&init = dlsym(library, "cuInit");
    if (!init || init(0) != CUDA_SUCCESS) {
        fprintf(stderr, "procs: no libcuda or no names\n");
        return 2;
    }
    while (fscanf(names, "%127s", name) == 1) {
        version_strip(name);
        for (uint64_t flags = 0; flags <= 2 && strcmp(name, last); flags++)
            ask(name, flags);
        strcpy(last, name);
    }
    fclose(names);
    return 0;
}
