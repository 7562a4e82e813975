/* LTO-IR made to PTX by the real nvJitLink. */
#include "simulate/preload/lto.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "simulate/preload/loaded.h"
#include "simulate/preload/nvjitlink.h"

typedef struct Real {
#define MEMBER(name, parameters) nvJitLinkResult(*name) parameters;
    NVJITLINK_FUNCTIONS(MEMBER)
} Real;

struct Lto {
    Real real;
    nvJitLinkHandle handle;
};

typedef struct Row {
    const char *name;
    size_t offset;
} Row;

static const Row rows[] = {
#define ROW(name, parameters) {#name, offsetof(Real, name)},
    NVJITLINK_FUNCTIONS(ROW)};

static bool real_fill(Real *real)
{
    void *library = loaded_library("libnvJitLink.so");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        void *address = library ? loaded_symbol(library, rows[i].name) : NULL;
        if (!address)
            return false;
        memcpy((char *)real + rows[i].offset, &address, sizeof address);
    }
    return true;
}

static bool failed(Lto *lto, const char *what, nvJitLinkResult result, Error *error)
{
    size_t size = 0;
    char *log = NULL;
    if (lto->handle && lto->real.nvJitLinkGetErrorLogSize(lto->handle, &size) == 0 && size)
        log = calloc(1, size + 1);
    if (log)
        lto->real.nvJitLinkGetErrorLog(lto->handle, log);
    error_set(error, ERROR_CONTENT, "nvJitLink %s: error %d %s", what, (int)result, log ? log : "");
    free(log);
    return false;
}

nvJitLinkResult lto_try_options(const char *const *options, size_t count)
{
    Real real = {0};
    nvJitLinkHandle handle = NULL;
    VEC(const char *) all = {0};
    if (!real_fill(&real))
        return NVJITLINK_SUCCESS;
    for (size_t i = 0; i < count; i++)
        vec_push(&all, options[i]);
    nvJitLinkResult result = real.nvJitLinkCreate(&handle, (uint32_t)all.size, all.data);
    if (handle)
        real.nvJitLinkDestroy(&handle);
    vec_free(&all);
    return result;
}

Lto *lto_new(const char *const *options, size_t count, Error *error)
{
    Lto *lto = memory_alloc(sizeof *lto);
    VEC(const char *) all = {0};
    if (!real_fill(&lto->real)) {
        error_set(error, ERROR_MACHINE, "LTO-IR needs NVIDIA's nvJitLink, which is not loaded");
        free(lto);
        return NULL;
    }
    bool has_ptx = false;
    for (size_t i = 0; i < count; i++) {
        has_ptx |= !strcmp(options[i], "-ptx");
        vec_push(&all, options[i]);
    }
    if (!has_ptx)
        vec_push(&all, "-ptx");
    nvJitLinkResult result = lto->real.nvJitLinkCreate(&lto->handle, (uint32_t)all.size, all.data);
    vec_free(&all);
    if (result == NVJITLINK_SUCCESS)
        return lto;
    failed(lto, "does not start", result, error);
    lto->handle = NULL;
    lto_free(lto);
    return NULL;
}

void lto_free(Lto *lto)
{
    if (lto && lto->handle)
        lto->real.nvJitLinkDestroy(&lto->handle);
    free(lto);
}

bool lto_add(Lto *lto, const void *data, size_t size, const char *name, Error *error)
{
    nvJitLinkResult result =
        lto->real.nvJitLinkAddData(lto->handle, NVJITLINK_INPUT_LTOIR, data, size, name);
    return result == NVJITLINK_SUCCESS || failed(lto, "refuses LTO-IR", result, error);
}

bool lto_complete(Lto *lto, StrBuf *out, Error *error)
{
    size_t size = 0;
    nvJitLinkResult result = lto->real.nvJitLinkComplete(lto->handle);
    if (result == NVJITLINK_SUCCESS)
        result = lto->real.nvJitLinkGetLinkedPtxSize(lto->handle, &size);
    char *text = memory_alloc(size + 1);
    if (result == NVJITLINK_SUCCESS)
        result = lto->real.nvJitLinkGetLinkedPtx(lto->handle, text);
    strbuf_add_text(out, text);
    free(text);
    return result == NVJITLINK_SUCCESS || failed(lto, "cannot link", result, error);
}
