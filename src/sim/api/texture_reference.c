/* Texture and surface references: found in modules, made, bound to arrays and memory. */
#include "sim/api/texture_reference.h"

#include <stdlib.h>
#include <string.h>

#include "ptx/opaque.h"
#include "sim/api/array.h"
#include "sim/api/queue.h"

static CUresult enter(const void *handle, HandleKind kind, TextureReference **out)
{
    Context *context;
    CUresult result = api_enter_context(&context);
    if (result != CUDA_SUCCESS)
        return result;
    *out = (TextureReference *)(uintptr_t)handle;
    return handle_is(handle, kind) ? CUDA_SUCCESS : api_leave(CUDA_ERROR_INVALID_HANDLE);
}

CUresult api_enter_texture_reference(CUtexref handle, TextureReference **out)
{
    return enter(handle, HANDLE_TEXTURE_REFERENCE, out);
}

CUresult api_enter_surface_reference(CUsurfref handle, TextureReference **out)
{
    return enter(handle, HANDLE_SURFACE_REFERENCE, out);
}

static void slot_write(const TextureReference *reference)
{
    if (reference->slot)
        memcpy((void *)(uintptr_t)reference->slot, &reference->handle, sizeof reference->handle);
}

CUresult reference_change(TextureReference *reference, const TextureReference *state)
{
    TextureReference changed = *state;
    SimTexture texture;
    CUresult result = changed.bound ? texture_make(&changed.source, &texture) : CUDA_SUCCESS;
    if (result != CUDA_SUCCESS)
        return result;
    if (reference->handle) {
        result = queue_run_context(reference->context);
        queue_wait_idle();
        if (result != CUDA_SUCCESS)
            return result;
    }
    changed.handle = changed.bound ? sim_texture_add(library()->textures, &texture) : 0;
    if (changed.bound && !changed.handle)
        return CUDA_ERROR_OUT_OF_MEMORY;
    if (reference->handle)
        sim_texture_remove(library()->textures, reference->handle);
    changed.next = reference->next;
    *reference = changed;
    slot_write(reference);
    return CUDA_SUCCESS;
}

/* -- made and freed */

static TextureReference *reference_new(Context *context, bool surface)
{
    TextureReference *reference = malloc(sizeof *reference);
    if (!reference ||
        !handle_add(reference, surface ? HANDLE_SURFACE_REFERENCE : HANDLE_TEXTURE_REFERENCE)) {
        free(reference);
        return NULL;
    }
    *reference = (TextureReference){
        .context = context,
        .surface = surface,
        .format = CU_AD_FORMAT_FLOAT,
        .channels = 1,
        .source = {.texture =
                       {
                           .addressMode = {CU_TR_ADDRESS_MODE_CLAMP, CU_TR_ADDRESS_MODE_CLAMP,
                                           CU_TR_ADDRESS_MODE_CLAMP},
                           .flags = surface ? CU_TRSF_READ_AS_INTEGER : 0,
                       },
                   .surface = surface,
                   .reference = true},
        .next = context->references};
    context->references = reference;
    return reference;
}

static void reference_free(TextureReference *reference)
{
    TextureReference **link = &reference->context->references;
    while (*link != reference)
        link = &(*link)->next;
    *link = reference->next;
    if (reference->handle)
        sim_texture_remove(library()->textures, reference->handle);
    handle_remove(reference);
    free(reference);
}

void references_free(Context *context, const Module *module)
{
    TextureReference *next;
    for (TextureReference *one = context->references; one; one = next) {
        next = one->next;
        if (!module || one->module == module)
            reference_free(one);
    }
}

/* What the variable's initialiser says (ISA 5.3). */
static void modes_from_symbol(const PtxSymbol *symbol, CUDA_TEXTURE_DESC *texture)
{
    static const CUaddress_mode modes[] = {
        [OPAQUE_WRAP] = CU_TR_ADDRESS_MODE_WRAP,
        [OPAQUE_MIRROR] = CU_TR_ADDRESS_MODE_MIRROR,
        [OPAQUE_CLAMP_OGL] = CU_TR_ADDRESS_MODE_CLAMP,
        [OPAQUE_CLAMP_TO_EDGE] = CU_TR_ADDRESS_MODE_CLAMP,
        [OPAQUE_CLAMP_TO_BORDER] = CU_TR_ADDRESS_MODE_BORDER,
    };
    const uint8_t *data = symbol->data;
    if (!data || symbol->data_size < OPAQUE_BYTES)
        return;
    for (int i = 0; i < 3; i++)
        if (data[OPAQUE_ADDRESS_0 + i])
            texture->addressMode[i] = modes[data[OPAQUE_ADDRESS_0 + i] - 1];
    if (data[OPAQUE_FILTER])
        texture->filterMode = (CUfilter_mode)(data[OPAQUE_FILTER] - 1);
    if (data[OPAQUE_NORMALIZED] == 2)
        texture->flags |= CU_TRSF_NORMALIZED_COORDINATES;
}

static CUresult module_reference(CUmodule module, const char *name, bool surface,
                                 TextureReference **out)
{
    uint64_t slot = 0;
    const PtxSymbol *symbol = engine_module_reference(module->engine, view_of(name),
                                                      surface ? PTX_SURFREF : PTX_TEXREF, &slot);
    if (!symbol)
        return CUDA_ERROR_NOT_FOUND;
    for (*out = module->context->references; *out; *out = (*out)->next)
        if ((*out)->module == module && (*out)->name == symbol)
            return CUDA_SUCCESS;
    *out = reference_new(module->context, surface);
    if (!*out)
        return CUDA_ERROR_OUT_OF_MEMORY;
    (*out)->module = module;
    (*out)->name = symbol;
    (*out)->slot = slot;
    modes_from_symbol(symbol, &(*out)->source.texture);
    return CUDA_SUCCESS;
}

static CUresult module_get(CUmodule module, const char *name, bool surface, void **out)
{
    Context *context;
    CUresult result = api_enter_context(&context);
    if (result != CUDA_SUCCESS)
        return result;
    if (!handle_is(module, HANDLE_MODULE))
        return api_leave(CUDA_ERROR_INVALID_HANDLE);
    if (!out || !name)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    TextureReference *reference;
    result = module_reference(module, name, surface, &reference);
    if (result == CUDA_SUCCESS)
        *out = reference;
    return api_leave(result);
}

CUresult cuModuleGetTexRef(CUtexref *out, CUmodule module, const char *name)
{
    return module_get(module, name, false, (void **)out);
}

CUresult cuModuleGetSurfRef(CUsurfref *out, CUmodule module, const char *name)
{
    return module_get(module, name, true, (void **)out);
}

CUresult cuTexRefCreate(CUtexref *out)
{
    Context *context;
    CUresult result = api_enter_context(&context);
    if (result != CUDA_SUCCESS)
        return result;
    if (!out)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    TextureReference *reference = reference_new(context, false);
    if (!reference)
        return api_leave(CUDA_ERROR_OUT_OF_MEMORY);
    *out = (CUtexref)(void *)reference;
    return api_leave(CUDA_SUCCESS);
}

/* Those of modules go with their modules, and may be given away without harm. */
CUresult cuTexRefDestroy(CUtexref handle)
{
    TextureReference *reference;
    CUresult result = api_enter_texture_reference(handle, &reference);
    if (result != CUDA_SUCCESS)
        return result;
    if (!reference->module)
        reference_free(reference);
    return api_leave(CUDA_SUCCESS);
}

/* The texture unit is chosen by the module's own code; only the default may be asked for. */
CUresult cuParamSetTexRef(CUfunction handle, int unit, CUtexref texture)
{
    Context *context;
    Function *function;
    CUresult result = api_enter_function(handle, &context, &function);
    if (result != CUDA_SUCCESS)
        return result;
    if (!handle_is(texture, HANDLE_TEXTURE_REFERENCE))
        return api_leave(CUDA_ERROR_INVALID_HANDLE);
    bool of_module = ((TextureReference *)(void *)texture)->module == function->module;
    return api_leave(of_module && unit == CU_PARAM_TR_DEFAULT ? CUDA_SUCCESS
                                                              : CUDA_ERROR_INVALID_VALUE);
}
