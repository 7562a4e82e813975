/* Texture and surface objects: made, told about, destroyed. */
#include <stdlib.h>

#include "sim/api/queue.h"
#include "sim/api/texture.h"

typedef struct TextureObject {
    Context *context;
    uint64_t number;
    TextureSource source;
} TextureObject;

static CUresult object_make(Context *context, const TextureSource *source, uint64_t *out)
{
    SimTexture texture;
    CUresult result = texture_make(source, &texture);
    if (result != CUDA_SUCCESS)
        return result;
    TextureObject *object = malloc(sizeof *object);
    if (!object)
        return CUDA_ERROR_OUT_OF_MEMORY;
    *object = (TextureObject){context, sim_texture_add(library()->textures, &texture), *source};
    if (!object->number || !table_put(&library()->texture_objects, object->number, object)) {
        if (object->number)
            sim_texture_remove(library()->textures, object->number);
        free(object);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    *out = object->number;
    return CUDA_SUCCESS;
}

static void object_free(TextureObject *object)
{
    sim_texture_remove(library()->textures, object->number);
    table_take(&library()->texture_objects, object->number);
    free(object);
}

void textures_free(Context *context)
{
    size_t position = 0;
    TextureObject *object;
    while ((object = table_next(&library()->texture_objects, &position)))
        if (object->context == context)
            object_free(object);
    references_free(context, NULL);
}

CUresult cuTexObjectCreate(CUtexObject *out, const CUDA_RESOURCE_DESC *resource,
                           const CUDA_TEXTURE_DESC *texture, const CUDA_RESOURCE_VIEW_DESC *view)
{
    Context *context;
    CUresult result = api_enter_context(&context);
    if (result != CUDA_SUCCESS)
        return result;
    if (!out || !resource || !texture)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    TextureSource source = {.resource = *resource, .texture = *texture, .has_view = view != NULL};
    if (view)
        source.view = *view;
    uint64_t number = 0;
    result = object_make(context, &source, &number);
    if (result == CUDA_SUCCESS)
        *out = number;
    return api_leave(result);
}

CUresult cuSurfObjectCreate(CUsurfObject *out, const CUDA_RESOURCE_DESC *resource)
{
    Context *context;
    CUresult result = api_enter_context(&context);
    if (result != CUDA_SUCCESS)
        return result;
    if (!out || !resource || resource->resType != CU_RESOURCE_TYPE_ARRAY)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    /* What a surface's format says is taken as it is. */
    TextureSource source = {
        .resource = *resource, .texture = {.flags = CU_TRSF_READ_AS_INTEGER}, .surface = true};
    uint64_t number = 0;
    result = object_make(context, &source, &number);
    if (result == CUDA_SUCCESS)
        *out = number;
    return api_leave(result);
}

static TextureObject *object_find(uint64_t number, bool surface)
{
    TextureObject *object = table_get(&library()->texture_objects, number);
    return object && object->source.surface == surface ? object : NULL;
}

/* Enters with an object of the kind. */
static CUresult enter_object(uint64_t number, bool surface, TextureObject **out)
{
    Context *context;
    CUresult result = api_enter_context(&context);
    if (result != CUDA_SUCCESS)
        return result;
    *out = object_find(number, surface);
    return *out ? CUDA_SUCCESS : api_leave(CUDA_ERROR_INVALID_VALUE);
}

/* Kernels that were launched before still use it. That there is none is no error (recorded on an
 * H200). */
static CUresult object_destroy(uint64_t number, bool surface)
{
    Context *context;
    CUresult result = api_enter_context(&context);
    if (result != CUDA_SUCCESS)
        return result;
    TextureObject *object = object_find(number, surface);
    if (!object)
        return api_leave(CUDA_SUCCESS);
    result = queue_run_context(object->context);
    queue_wait_idle();
    if (table_get(&library()->texture_objects, number) == object)
        object_free(object);
    return api_leave(result);
}

CUresult cuTexObjectDestroy(CUtexObject number)
{
    return object_destroy(number, false);
}

CUresult cuSurfObjectDestroy(CUsurfObject number)
{
    return object_destroy(number, true);
}

static CUresult resource_get(uint64_t number, bool surface, CUDA_RESOURCE_DESC *out)
{
    TextureObject *object;
    CUresult result = enter_object(number, surface, &object);
    if (result != CUDA_SUCCESS)
        return result;
    if (!out)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    *out = object->source.resource;
    return api_leave(CUDA_SUCCESS);
}

CUresult cuTexObjectGetResourceDesc(CUDA_RESOURCE_DESC *out, CUtexObject number)
{
    return resource_get(number, false, out);
}

CUresult cuSurfObjectGetResourceDesc(CUDA_RESOURCE_DESC *out, CUsurfObject number)
{
    return resource_get(number, true, out);
}

CUresult cuTexObjectGetTextureDesc(CUDA_TEXTURE_DESC *out, CUtexObject number)
{
    TextureObject *object;
    CUresult result = enter_object(number, false, &object);
    if (result != CUDA_SUCCESS)
        return result;
    if (!out)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    *out = object->source.texture;
    for (int i = 0; i < 3; i++) /* of a dimension that there isn't; recorded on an H200 */
        if ((unsigned)out->addressMode[i] > CU_TR_ADDRESS_MODE_BORDER)
            out->addressMode[i] = CU_TR_ADDRESS_MODE_CLAMP;
    return api_leave(CUDA_SUCCESS);
}

CUresult cuTexObjectGetResourceViewDesc(CUDA_RESOURCE_VIEW_DESC *out, CUtexObject number)
{
    TextureObject *object;
    CUresult result = enter_object(number, false, &object);
    if (result != CUDA_SUCCESS)
        return result;
    if (!out)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    *out = object->source.view; /* none: all 0 */
    return api_leave(CUDA_SUCCESS);
}
