/* Shared libraries opened by trying places. */
#include "cuda/shared.h"

#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>

static void try_note(SharedSearch *search, const char *path, const char *problem)
{
    if (search)
        vec_push(&search->tries, (SharedTry){memory_clone_text(path), memory_clone_text(problem)});
}

void *shared_open(SharedSearch *search, const char *path)
{
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const char *problem = handle ? NULL : dlerror();
    /* The loader's text begins with the path, which stands in the record already. */
    size_t size = strlen(path);
    if (problem && !strncmp(problem, path, size) && !strncmp(problem + size, ": ", 2))
        problem += size + 2;
    try_note(search, path, problem);
    return handle;
}

void shared_reject(SharedSearch *search, void *handle, const char *problem)
{
    if (search && search->tries.size && !vec_last(&search->tries).problem)
        vec_last(&search->tries).problem = memory_clone_text(problem);
    dlclose(handle);
}

char *shared_path(void *handle, const char *otherwise)
{
    struct link_map *map = NULL;
    char resolved[PATH_MAX];
    const char *found = otherwise;
    if (dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0 && map && *map->l_name)
        found = map->l_name;
    if (found[0] != '/' && strchr(found, '/') && realpath(found, resolved))
        found = resolved; /* who is told of it may work in another folder */
    return memory_clone_text(found);
}

static void note_missing(SharedSearch *search, const char *symbol)
{
    if (!search)
        return;
    if (search->missing.size)
        strbuf_add_text(&search->missing, ", ");
    strbuf_add_text(&search->missing, symbol);
}

const char *shared_fill(SharedSearch *search, void *handle, const SharedSymbol *rows, size_t count,
                        void *table)
{
    for (size_t i = 0; i < count; i++) {
        void *address = dlsym(handle, rows[i].name);
        if (!address && rows[i].required)
            return rows[i].name;
        if (!address)
            note_missing(search, rows[i].name);
        memcpy((char *)table + rows[i].offset, &address, sizeof address);
    }
    return NULL;
}

void shared_describe(const SharedSearch *search, StrBuf *out)
{
    for (size_t i = 0; i < search->tries.size; i++) {
        const SharedTry *tried = &search->tries.data[i];
        strbuf_format(out, "%s%s: %s", i ? "; " : "", tried->path,
                      tried->problem ? tried->problem : "loaded");
    }
}

void shared_search_free(SharedSearch *search)
{
    for (size_t i = 0; i < search->tries.size; i++) {
        free(search->tries.data[i].path);
        free(search->tries.data[i].problem);
    }
    vec_free(&search->tries);
    strbuf_free(&search->missing);
}
