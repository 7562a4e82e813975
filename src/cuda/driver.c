/* Fills the driver's table from a libcuda found by name or path. */
#include "cuda/driver.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "cuda/errors.h"

enum { OPTIONAL, REQUIRED };

static const SharedSymbol rows[] = {
#define CUDA_CLIENT(NEED, name, symbol, parameters) {#symbol, offsetof(CudaDriver, name), NEED},
#include "cuda/driver.def"
};

static bool path_open(CudaDriver *driver, const char *path, SharedSearch *search)
{
    *driver = (CudaDriver){.handle = shared_open(search, path)};
    if (!driver->handle)
        return false;
    const char *lacking =
        shared_fill(search, driver->handle, rows, sizeof rows / sizeof rows[0], driver);
    if (lacking) {
        StrBuf text = {0};
        strbuf_format(&text, "it lacks %s, so it is no CUDA driver from 11.2 on", lacking);
        shared_reject(search, driver->handle, strbuf_text(&text));
        strbuf_free(&text);
        *driver = (CudaDriver){0};
        return false;
    }
    driver->simulated = dlsym(driver->handle, "culabSimApi") != NULL;
    driver->path = shared_path(driver->handle, path);
    return true;
}

/* The simulated library of this build or installation. */
static bool sim_path(StrBuf *out)
{
    if (!file_program_folder(out))
        return false;
    strbuf_add_text(out, "/../lib/culab/libcuda.so.1");
    return true;
}

static bool which_open(CudaDriver *driver, const char *which, SharedSearch *search)
{
    if (strchr(which, '/'))
        return path_open(driver, which, search);
    if (!strcmp(which, "gpu"))
        return path_open(driver, "libcuda.so.1", search) ||
               path_open(driver, "/usr/lib/wsl/lib/libcuda.so.1", search);
    StrBuf path = {0};
    bool done = sim_path(&path) && path_open(driver, strbuf_text(&path), search);
    strbuf_free(&path);
    return done;
}

bool cuda_driver_open(CudaDriver *driver, const char *which, SharedSearch *search, Error *error)
{
    SharedSearch own = {0};
    SharedSearch *record = search ? search : &own;
    *driver = (CudaDriver){0};
    bool done = false;
    if (!strchr(which, '/') && strcmp(which, "gpu") && strcmp(which, "sim")) {
        error_set(error, ERROR_MISUSE, "no CUDA driver is called \"%s\": say sim, gpu or a path",
                  which);
    } else if (!(done = which_open(driver, which, record))) {
        StrBuf tried = {0};
        shared_describe(record, &tried);
        error_set(error, ERROR_MACHINE, "no CUDA driver library could be opened (%s)",
                  strbuf_text(&tried));
        strbuf_free(&tried);
    }
    shared_search_free(&own);
    return done;
}

void cuda_driver_close(CudaDriver *driver)
{
    if (driver->handle)
        dlclose(driver->handle);
    free(driver->path);
    *driver = (CudaDriver){0};
}

void *cuda_driver_symbol(const CudaDriver *driver, const char *symbol)
{
    return driver->handle ? dlsym(driver->handle, symbol) : NULL;
}

void cuda_result_describe(CUresult result, StrBuf *out)
{
    const char *name = cuda_result_name(result);
    if (name)
        strbuf_format(out, "%s (%d): %s", name, (int)result, cuda_result_text(result));
    else
        strbuf_format(out, "CUDA error %d, which this version does not know", (int)result);
}
