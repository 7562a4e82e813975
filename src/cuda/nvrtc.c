/* Finds NVRTC, opens it and fills its table. */
#include "cuda/nvrtc.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"

enum { OPTIONAL, REQUIRED };

static const SharedSymbol rows[] = {
#define NVRTC_FUNCTION(NEED, return_type, name, parameters) {#name, offsetof(Nvrtc, name), NEED},
#include "cuda/nvrtc.def"
};

/* Every release from 11.2 to 11.8 has the soname .11.2; some packages made their own. */
static const char *const sonames[] = {
    "libnvrtc.so.13",   "libnvrtc.so.12",   "libnvrtc.so.11.2", "libnvrtc.so.11.8",
    "libnvrtc.so.11.7", "libnvrtc.so.11.6", "libnvrtc.so.11.5", "libnvrtc.so.11.4",
    "libnvrtc.so.11.3", "libnvrtc.so",
};
enum { SONAME_COUNT = sizeof sonames / sizeof sonames[0] };

static const char *const library_folders[] = {"lib64", "lib", "targets/x86_64-linux/lib",
                                              "targets/sbsa-linux/lib"};

/* Why this library cannot be used; empty when it can. */
static void table_check(Nvrtc *nvrtc, SharedSearch *search, StrBuf *problem)
{
    const char *lacking =
        shared_fill(search, nvrtc->handle, rows, sizeof rows / sizeof rows[0], nvrtc);
    if (lacking)
        strbuf_format(problem, "it lacks %s: NVRTC from 11.2 on is needed", lacking);
    else if (nvrtc->nvrtcVersion(&nvrtc->major, &nvrtc->minor) != NVRTC_SUCCESS)
        strbuf_add_text(problem, "it does not tell its version");
    else if (nvrtc->major < 11 || (nvrtc->major == 11 && nvrtc->minor < 2))
        strbuf_format(problem, "it is NVRTC %d.%d: 11.2 or newer is needed", nvrtc->major,
                      nvrtc->minor);
}

/* The real file of the library, so that headers beside it can be found. */
static char *handle_path(void *handle, const char *otherwise)
{
    char *found = shared_path(handle, otherwise), *real = realpath(found, NULL);
    if (!real)
        return found;
    free(found);
    return real;
}

/* <toolkit>/include for <toolkit>/lib64/libnvrtc.so or <toolkit>/targets/ARCH/lib/libnvrtc.so. */
static char *include_find(const char *library)
{
    StrBuf path = {0};
    char *found = NULL;
    View rest = view_of(library);
    for (int up = 0; up < 5 && !found; up++) {
        while (rest.size && rest.data[rest.size - 1] != '/')
            rest.size--;
        if (!rest.size)
            break;
        rest.size--;
        strbuf_clear(&path);
        strbuf_add(&path, rest);
        strbuf_add_text(&path, "/include");
        size_t size = path.size;
        strbuf_add_text(&path, "/cuda_fp16.h");
        if (file_exists(strbuf_text(&path)))
            found = memory_clone_bytes(path.data, size);
    }
    strbuf_free(&path);
    return found;
}

static bool path_open(Nvrtc *nvrtc, const char *path, SharedSearch *search)
{
    *nvrtc = (Nvrtc){.handle = shared_open(search, path)};
    if (!nvrtc->handle)
        return false;
    StrBuf problem = {0};
    table_check(nvrtc, search, &problem);
    bool fine = problem.size == 0;
    if (fine) {
        nvrtc->path = handle_path(nvrtc->handle, path);
        nvrtc->include = include_find(nvrtc->path);
    } else {
        shared_reject(search, nvrtc->handle, strbuf_text(&problem));
        *nvrtc = (Nvrtc){0};
    }
    strbuf_free(&problem);
    return fine;
}

static bool folder_open(Nvrtc *nvrtc, const char *folder, SharedSearch *search)
{
    StrBuf path = {0};
    bool done = false;
    for (size_t i = 0; i < SONAME_COUNT && !done; i++) {
        file_join(&path, folder, sonames[i]);
        done = file_exists(strbuf_text(&path)) && path_open(nvrtc, strbuf_text(&path), search);
    }
    strbuf_free(&path);
    return done;
}

static bool toolkit_open(Nvrtc *nvrtc, const char *root, SharedSearch *search)
{
    if (!root || !*root)
        return false;
    StrBuf folder = {0};
    bool done = false;
    for (size_t i = 0; i < sizeof library_folders / sizeof library_folders[0] && !done; i++)
        done = folder_open(nvrtc, file_join(&folder, root, library_folders[i]), search);
    strbuf_free(&folder);
    if (!done && search) {
        SharedTry tried = {memory_clone_text(root),
                           memory_clone_text("no libnvrtc in it could be used")};
        vec_push(&search->tries, tried);
    }
    return done;
}

static bool installed_open(Nvrtc *nvrtc, SharedSearch *search)
{
    glob_t found = {0};
    bool done = file_is_folder("/usr/local/cuda") && toolkit_open(nvrtc, "/usr/local/cuda", search);
    if (!done && glob("/usr/local/cuda-*", 0, NULL, &found) == 0)
        for (size_t i = found.gl_pathc; i-- && !done;)
            done = toolkit_open(nvrtc, found.gl_pathv[i], search);
    globfree(&found);
    return done;
}

static bool loader_open(Nvrtc *nvrtc, SharedSearch *search)
{
    for (size_t i = 0; i < SONAME_COUNT; i++)
        if (path_open(nvrtc, sonames[i], search))
            return true;
    return false;
}

static bool everywhere_open(Nvrtc *nvrtc, SharedSearch *search)
{
    const char *own = getenv("CULAB_NVRTC");
    if (own && *own)
        return file_is_folder(own)
                   ? folder_open(nvrtc, own, search) || toolkit_open(nvrtc, own, search)
                   : path_open(nvrtc, own, search);
    return toolkit_open(nvrtc, getenv("CUDA_HOME"), search) ||
           toolkit_open(nvrtc, getenv("CUDA_PATH"), search) || installed_open(nvrtc, search) ||
           loader_open(nvrtc, search);
}

bool nvrtc_open(Nvrtc *nvrtc, SharedSearch *search, Error *error)
{
    SharedSearch own = {0};
    SharedSearch *record = search ? search : &own;
    bool done = everywhere_open(nvrtc, record);
    if (!done) {
        StrBuf tried = {0};
        shared_describe(record, &tried);
        error_set(error, ERROR_MACHINE,
                  "NVRTC, the CUDA runtime compiler, was not found: install it or set $CULAB_NVRTC "
                  "to libnvrtc.so (tried: %s)",
                  strbuf_text(&tried));
        strbuf_free(&tried);
        *nvrtc = (Nvrtc){0};
    }
    shared_search_free(&own);
    return done;
}

void nvrtc_close(Nvrtc *nvrtc)
{
    /* The library stays loaded: its C++ runtime keeps memory that would be lost with it. */
    free(nvrtc->path);
    free(nvrtc->include);
    *nvrtc = (Nvrtc){0};
}
