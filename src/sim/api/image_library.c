/* Libraries and kernels. */
#include "sim/api/image_library.h"

#include <stdlib.h>
#include <string.h>

#include "sim/api/file_image.h"
#include "sim/api/image.h"
#include "sim/api/jit.h"
#include "sim/api/queue.h"

static void library_free(ImageLibrary *lib)
{
    for (uint32_t i = 0; i < lib->kernel_count; i++) {
        handle_remove(&lib->kernels[i]);
        free(lib->kernels[i].name);
    }
    free(lib->kernels);
    if (lib->program)
        program_release(lib->program);
    handle_remove(lib);
    free(lib->image);
    free(lib);
}

static bool kernels_fill(ImageLibrary *lib)
{
    const PtxModule *ptx = lib->program->ptx;
    lib->kernels = calloc(ptx->function_count + 1, sizeof *lib->kernels);
    if (!lib->kernels)
        return false;
    for (uint32_t i = 0; i < ptx->function_count; i++) {
        if (!ptx->functions[i]->is_entry)
            continue;
        Kernel *kernel = &lib->kernels[lib->kernel_count];
        *kernel = (Kernel){lib, ptx->functions[i],
                           strndup(ptx->functions[i]->name.data, ptx->functions[i]->name.size)};
        lib->kernel_count++;
        if (!kernel->name || !handle_add(kernel, HANDLE_KERNEL))
            return false;
    }
    return true;
}

static CUresult library_parse(ImageLibrary *lib, Error *error)
{
    if (lib->program)
        return CUDA_SUCCESS;
    CUresult result = program_load(lib->image, &lib->program, error);
    if (result != CUDA_SUCCESS)
        return result;
    return kernels_fill(lib) ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

/* A wrapper's fat binary stays the caller's, as the driver expects it to. */
static ImageLibrary *library_make(const void *image)
{
    size_t size = image_size(image);
    ImageLibrary *lib = calloc(1, sizeof *lib);
    void *copy = lib ? malloc(size) : NULL;
    if (!copy || !handle_add(lib, HANDLE_LIBRARY)) {
        free(copy);
        free(lib);
        return NULL;
    }
    memcpy(copy, image, size);
    lib->image = copy;
    return lib;
}

CUresult cuLibraryLoadData(CUlibrary *out, const void *image, CUjit_option *names, void **values,
                           unsigned int count, CUlibraryOption *library_options,
                           void **library_values, unsigned int library_count)
{
    JitOptions options;
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    if (!out || !image || (library_count && (!library_options || !library_values)))
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    for (unsigned i = 0; i < library_count; i++)
        if ((unsigned)library_options[i] > CU_LIBRARY_BINARY_IS_PRESERVED)
            return api_leave(CUDA_ERROR_INVALID_VALUE);
    result = jit_read(&options, count, names, values);
    if (result != CUDA_SUCCESS)
        return api_leave(result);
    ImageLibrary *lib = library_make(image);
    if (!lib)
        return api_leave(CUDA_ERROR_OUT_OF_MEMORY);
    /* Loading is lazy, unless somebody wants to read the log now. */
    Error error = {0};
    if (options.error.buffer || options.info.buffer)
        result = library_parse(lib, &error);
    options.cached = result == CUDA_SUCCESS && jit_compiled_before(&options, image);
    jit_report(&options, result, &error);
    if (result == CUDA_SUCCESS)
        *out = lib;
    else
        library_free(lib);
    return api_leave(result);
}

CUresult cuLibraryLoadFromFile(CUlibrary *out, const char *path, CUjit_option *names, void **values,
                               unsigned int count, CUlibraryOption *library_options,
                               void **library_values, unsigned int library_count)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    api_leave(CUDA_SUCCESS);
    if (!out || !path)
        return CUDA_ERROR_INVALID_VALUE;
    void *image;
    result = file_image_read(path, &image);
    if (result != CUDA_SUCCESS)
        return result;
    if (!*(const char *)image) { /* of a file, that much is looked at now */
        free(image);
        return CUDA_ERROR_INVALID_IMAGE;
    }
    result = cuLibraryLoadData(out, image, names, values, count, library_options, library_values,
                               library_count);
    free(image);
    return result;
}

/* The library's module in the context; made when `wanted` and there is none. */
static Module *library_module(Context *context, const ImageLibrary *lib)
{
    for (Module *module = context->modules; module; module = module->next)
        if (module->library == lib)
            return module;
    return NULL;
}

static CUresult library_layout(Context *context, ImageLibrary *lib, Module **out)
{
    Error error = {0};
    CUresult result = library_parse(lib, &error);
    *out = library_module(context, lib);
    if (result != CUDA_SUCCESS || *out)
        return result;
    result = module_make(context, program_hold(lib->program), NULL, out, &error);
    if (result == CUDA_SUCCESS)
        (*out)->library = lib;
    return result;
}

CUresult kernel_function(Context *context, Kernel *kernel, Function **out)
{
    Module *module;
    CUresult result = library_layout(context, kernel->library, &module);
    if (result == CUDA_SUCCESS)
        *out = module_function(module, kernel->name);
    return result;
}

/* Enters with a library. */
static CUresult enter_library(CUlibrary lib)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    return handle_is(lib, HANDLE_LIBRARY) ? CUDA_SUCCESS : api_leave(CUDA_ERROR_INVALID_HANDLE);
}

static CUresult enter_library_parsed(CUlibrary lib)
{
    Error error = {0};
    CUresult result = enter_library(lib);
    if (result != CUDA_SUCCESS)
        return result;
    result = library_parse(lib, &error);
    return result == CUDA_SUCCESS ? CUDA_SUCCESS : api_leave(result);
}

CUresult cuLibraryUnload(CUlibrary lib)
{
    CUresult result = enter_library(lib);
    if (result != CUDA_SUCCESS)
        return result;
    for (Context *context = library()->contexts; context; context = context->next) {
        Module *module = library_module(context, lib);
        if (!module)
            continue;
        queue_run_context(context);
        queue_wait_idle();
        module_free(module);
    }
    library_free(lib);
    return api_leave(CUDA_SUCCESS);
}

CUresult cuLibraryGetKernel(CUkernel *out, CUlibrary lib, const char *name)
{
    CUresult result = !out || !name ? api_wrong() : enter_library_parsed(lib);
    if (result != CUDA_SUCCESS)
        return result;
    for (uint32_t i = 0; i < lib->kernel_count; i++)
        if (!strcmp(lib->kernels[i].name, name)) {
            *out = &lib->kernels[i];
            return api_leave(CUDA_SUCCESS);
        }
    return api_leave(CUDA_ERROR_NOT_FOUND);
}

CUresult cuLibraryGetKernelCount(unsigned int *count, CUlibrary lib)
{
    Error error = {0};
    CUresult result = enter_library(lib);
    if (result != CUDA_SUCCESS)
        return result;
    if (!count)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    library_parse(lib, &error); /* one that cannot be parsed has none, and nothing is said of it */
    *count = lib->kernel_count;
    return api_leave(CUDA_SUCCESS);
}

CUresult cuLibraryEnumerateKernels(CUkernel *out, unsigned int count, CUlibrary lib)
{
    CUresult result = enter_library_parsed(lib);
    if (result != CUDA_SUCCESS)
        return result;
    if (!out)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    for (uint32_t i = 0; i < count && i < lib->kernel_count; i++)
        out[i] = &lib->kernels[i];
    return api_leave(CUDA_SUCCESS);
}

/* Enters with the library's module in the current context. */
static CUresult enter_module(CUlibrary lib, Module **module)
{
    Context *context;
    CUresult result = api_enter_context(&context);
    if (result != CUDA_SUCCESS)
        return result;
    if (!handle_is(lib, HANDLE_LIBRARY))
        return api_leave(CUDA_ERROR_INVALID_HANDLE);
    result = library_layout(context, lib, module);
    return result == CUDA_SUCCESS ? CUDA_SUCCESS : api_leave(result);
}

CUresult cuLibraryGetModule(CUmodule *out, CUlibrary lib)
{
    Module *module;
    CUresult result = enter_module(lib, &module);
    if (result != CUDA_SUCCESS)
        return result;
    if (!out)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    *out = module;
    return api_leave(CUDA_SUCCESS);
}

CUresult cuLibraryGetGlobal(CUdeviceptr *address, size_t *size, CUlibrary lib, const char *name)
{
    Module *module;
    CUresult result = enter_module(lib, &module);
    return result == CUDA_SUCCESS ? api_leave(module_global(module, name, address, size)) : result;
}

CUresult cuLibraryGetManaged(CUdeviceptr *address, size_t *size, CUlibrary lib, const char *name)
{
    Module *module;
    CUresult result = enter_module(lib, &module);
    if (result != CUDA_SUCCESS)
        return result;
    if (!address && !size)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    const PtxSymbol *symbol = name ? ptx_find_symbol(module->program->ptx, view_of(name)) : NULL;
    if (!symbol || !symbol->managed)
        return api_leave(name ? CUDA_ERROR_NOT_FOUND : CUDA_ERROR_INVALID_VALUE);
    return api_leave(module_global(module, name, address, size));
}

/* Functions that one pointer names on host and device alike need hardware of a few machines. */
CUresult cuLibraryGetUnifiedFunction(void **out, CUlibrary lib, const char *name)
{
    CUresult result = enter_library(lib);
    if (result != CUDA_SUCCESS)
        return result;
    (void)out;
    (void)name;
    return api_leave(CUDA_ERROR_INVALID_VALUE);
}
