/* Modules: loaded, asked for functions and variables, unloaded. */
#include "sim/api/module.h"

#include <stdlib.h>
#include <string.h>

#include "sim/api/capture.h"
#include "sim/api/file_image.h"
#include "sim/api/jit.h"
#include "sim/api/queue.h"
#include "sim/api/texture.h"

/* Of the just-in-time compiler, for kernels that say nothing of their own, as in ptx/limit.h. */
static void function_limit(Function *function, unsigned limit)
{
    const PtxFunction *ptx = function->ptx;
    bool own = ptx->maxnreg || ptx->maxntid[0] || ptx->reqntid[0] || ptx->minnctapersm;
    if (limit && !own && function->info.registers > limit)
        function->info.registers = limit;
}

static bool function_fill(Module *module, const PtxFunction *ptx)
{
    Function *function = &module->functions[module->function_count];
    *function = (Function){.module = module, .ptx = ptx, .carveout = -1, .old_block = {1, 1, 1}};
    function->name = strndup(ptx->name.data, ptx->name.size);
    if (!function->name)
        return false;
    module->function_count++;
    engine_function_info(module->engine, ptx, &function->info);
    memcpy(function->cluster, ptx->cluster, sizeof function->cluster);
    return handle_add(function, HANDLE_FUNCTION);
}

static bool functions_fill(Module *module)
{
    const PtxModule *ptx = module->program->ptx;
    module->functions = calloc(ptx->function_count + 1, sizeof *module->functions);
    if (!module->functions)
        return false;
    for (uint32_t i = 0; i < ptx->function_count; i++)
        if (ptx->functions[i]->is_entry && !function_fill(module, ptx->functions[i]))
            return false;
    return true;
}

void module_free(Module *module)
{
    Module **link = &module->context->modules;
    while (*link && *link != module)
        link = &(*link)->next;
    if (*link)
        *link = module->next;
    for (uint32_t i = 0; i < module->function_count; i++) {
        handle_remove(&module->functions[i]);
        free(module->functions[i].name);
        free(module->functions[i].old_parameters);
    }
    free(module->functions);
    references_free(module->context, module);
    handle_remove(module);
    if (module->engine)
        engine_module_free(module->engine);
    program_release(module->program);
    free(module);
}

void modules_free(Context *context)
{
    while (context->modules)
        module_free(context->modules);
}

/* Arrays of shared memory that no launch could have are refused with the module. */
static bool shared_fits(const Module *module, Error *error)
{
    uint64_t most = (uint64_t)library()->profile->shared_per_block_optin;
    for (uint32_t i = 0; i < module->function_count; i++)
        if (module->functions[i].info.static_shared > most)
            return error_set(error, ERROR_CONTENT,
                             "kernel '%s' uses %llu bytes of shared memory; %llu is the most",
                             module->functions[i].name,
                             (unsigned long long)module->functions[i].info.static_shared,
                             (unsigned long long)most);
    return true;
}

CUresult module_make(Context *context, Program *program, JitOptions *options, Module **out,
                     Error *error)
{
    Module *module = calloc(1, sizeof *module);
    if (!module || !handle_add(module, HANDLE_MODULE)) {
        free(module);
        program_release(program);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    *module = (Module){.context = context, .program = program};
    module->engine = engine_module_new(program->ptx, library()->memory, context->id,
                                       options ? jit_resolve : NULL, options, error);
    CUresult result = CUDA_SUCCESS;
    if (!module->engine)
        result = error->kind == ERROR_CONTENT ? CUDA_ERROR_INVALID_PTX : CUDA_ERROR_OUT_OF_MEMORY;
    else if (!functions_fill(module))
        result = CUDA_ERROR_OUT_OF_MEMORY;
    else if (!shared_fits(module, error))
        result = CUDA_ERROR_INVALID_PTX;
    if (result != CUDA_SUCCESS) {
        module_free(module);
        return result;
    }
    module->next = context->modules;
    context->modules = module;
    *out = module;
    return CUDA_SUCCESS;
}

static CUresult load(Context *context, CUmodule *out, const void *image, JitOptions *options)
{
    Error error = {0};
    Program *program;
    CUresult result = program_load(image, &program, &error);
    if (result == CUDA_SUCCESS) {
        result = jit_target_check(options, program->ptx, &error);
        if (result != CUDA_SUCCESS)
            program_release(program);
    }
    if (result == CUDA_SUCCESS)
        result = module_make(context, program, options, out, &error);
    for (uint32_t i = 0; result == CUDA_SUCCESS && i < (*out)->function_count; i++)
        function_limit(&(*out)->functions[i], options->max_registers);
    options->cached = result == CUDA_SUCCESS && jit_compiled_before(options, image);
    jit_report(options, result, &error);
    if (result == CUDA_SUCCESS)
        jit_say(options, (*out)->program->ptx, (*out)->engine);
    return result;
}

CUresult cuModuleLoadDataEx(CUmodule *out, const void *image, unsigned int count,
                            CUjit_option *names, void **values)
{
    Context *context;
    JitOptions options;
    CUresult result = api_enter_context(&context);
    if (result != CUDA_SUCCESS)
        return result;
    if (!out || !image)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    result = jit_read(&options, count, names, values);
    return api_leave(result == CUDA_SUCCESS ? load(context, out, image, &options) : result);
}

CUresult cuModuleLoadData(CUmodule *out, const void *image)
{
    return cuModuleLoadDataEx(out, image, 0, NULL, NULL);
}

CUresult cuModuleLoadFatBinary(CUmodule *out, const void *image)
{
    return cuModuleLoadDataEx(out, image, 0, NULL, NULL);
}

CUresult cuModuleLoad(CUmodule *out, const char *path)
{
    Context *context;
    CUresult result = api_enter_context(&context);
    if (result != CUDA_SUCCESS)
        return result;
    api_leave(CUDA_SUCCESS);
    if (!out || !path || !*path)
        return CUDA_ERROR_INVALID_VALUE;
    void *image;
    result = file_image_read(path, &image);
    if (result == CUDA_SUCCESS)
        result = cuModuleLoadData(out, image);
    else
        return result;
    free(image);
    return result;
}

/* Enters with a module; `module` NULL or unknown is INVALID_HANDLE. */
static CUresult enter_module(CUmodule module)
{
    CUresult result = api_enter_handle(module, HANDLE_MODULE);
    if (result != CUDA_SUCCESS)
        return result;
    result = api_check_context(module->context);
    return result == CUDA_SUCCESS ? CUDA_SUCCESS : api_leave(result);
}

CUresult cuModuleUnload(CUmodule module)
{
    CUresult result = enter_module(module);
    if (result != CUDA_SUCCESS)
        return result;
    result = module->library ? CUDA_ERROR_NOT_PERMITTED : capture_check_unsafe();
    if (result != CUDA_SUCCESS)
        return api_leave(result);
    result = queue_run_context(module->context);
    queue_wait_idle();
    if (handle_is(module, HANDLE_MODULE))
        module_free(module);
    return api_leave(result);
}

Function *module_function(const Module *module, const char *name)
{
    for (uint32_t i = 0; i < module->function_count; i++)
        if (!strcmp(module->functions[i].name, name))
            return &module->functions[i];
    return NULL;
}

CUresult cuModuleGetFunction(CUfunction *out, CUmodule module, const char *name)
{
    CUresult result = enter_module(module);
    if (result != CUDA_SUCCESS)
        return result;
    if (!out || !name || !*name)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    Function *function = module_function(module, name);
    if (!function)
        return api_leave(CUDA_ERROR_NOT_FOUND);
    *out = function;
    return api_leave(CUDA_SUCCESS);
}

CUresult module_global(const Module *module, const char *name, CUdeviceptr *address, size_t *size)
{
    uint64_t at, bytes;
    if (!name || !*name || (!address && !size) || module_function(module, name))
        return CUDA_ERROR_INVALID_VALUE;
    if (!engine_module_variable(module->engine, view_of(name), &at, &bytes))
        return engine_module_reference(module->engine, view_of(name), PTX_TEXREF, &at) ||
                       engine_module_reference(module->engine, view_of(name), PTX_SURFREF, &at)
                   ? CUDA_ERROR_INVALID_VALUE
                   : CUDA_ERROR_NOT_FOUND;
    if (address)
        *address = at;
    if (size)
        *size = bytes;
    return CUDA_SUCCESS;
}

CUresult cuModuleGetGlobal_v2(CUdeviceptr *address, size_t *size, CUmodule module, const char *name)
{
    CUresult result = enter_module(module);
    return result == CUDA_SUCCESS ? api_leave(module_global(module, name, address, size)) : result;
}

CUresult cuModuleGetFunctionCount(unsigned int *count, CUmodule module)
{
    CUresult result = enter_module(module);
    if (result != CUDA_SUCCESS)
        return result;
    if (!count)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    *count = module->function_count;
    return api_leave(CUDA_SUCCESS);
}

CUresult cuModuleEnumerateFunctions(CUfunction *out, unsigned int count, CUmodule module)
{
    CUresult result = enter_module(module);
    if (result != CUDA_SUCCESS)
        return result;
    if (!out)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    for (uint32_t i = 0; i < count && i < module->function_count; i++)
        out[i] = &module->functions[i];
    return api_leave(CUDA_SUCCESS);
}

CUresult cuModuleGetLoadingMode(CUmoduleLoadingMode *mode)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    if (!mode)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    *mode = CU_MODULE_EAGER_LOADING;
    return api_leave(CUDA_SUCCESS);
}
