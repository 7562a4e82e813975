/* Shared libraries opened by trying places, with a record of what was tried for `culab doctor`. */
#ifndef CULAB_CUDA_SHARED_H
#define CULAB_CUDA_SHARED_H

#include <stdbool.h>

#include "base/strbuf.h"
#include "base/vec.h"

typedef struct SharedTry {
    char *path;    /* as given to dlopen: a file, or a bare soname for the loader's own path */
    char *problem; /* why not; NULL: this one was taken */
} SharedTry;

/* Start from {0}; shared_search_free() when done. */
typedef struct SharedSearch {
    VEC(SharedTry) tries;
    StrBuf missing; /* optional symbols that the library lacks, with ", " in between */
} SharedSearch;

/* dlopen with the outcome noted in `search` (may be NULL). NULL when it fails. */
void *shared_open(SharedSearch *search, const char *path);
/* Takes back the last success: the library was of no use. Closes `handle`. */
void shared_reject(SharedSearch *search, void *handle, const char *problem);

/* The file of a loaded library, with its whole path, as the loader found it: links in it are not
 * followed. `otherwise` where the loader doesn't tell. The caller frees it. */
char *shared_path(void *handle, const char *otherwise);

/* A function pointer in a table that is filled from a library. */
typedef struct SharedSymbol {
    const char *name;
    size_t offset; /* in the table */
    bool required;
} SharedSymbol;
/* Fills `table` by the rows; what is optional and not there becomes NULL and is noted. Returns the
 * name of a required symbol that is missing, or NULL. */
const char *shared_fill(SharedSearch *search, void *handle, const SharedSymbol *rows, size_t count,
                        void *table);
/* "PATH: problem; PATH: problem; ...", for the message when all failed. */
void shared_describe(const SharedSearch *search, StrBuf *out);
void shared_search_free(SharedSearch *search);

#endif
