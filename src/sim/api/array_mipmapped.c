/* Mipmapped arrays: made, their levels as arrays, destroyed. */
#include <stdlib.h>

#include "sim/api/array.h"
#include "sim/api/capture.h"
#include "sim/api/queue.h"

static unsigned levels_most(const CUDA_ARRAY3D_DESCRIPTOR *d)
{
    bool layers = d->Flags & (CUDA_ARRAY3D_LAYERED | CUDA_ARRAY3D_CUBEMAP);
    size_t side = d->Width > d->Height ? d->Width : d->Height;
    if (!layers && d->Depth > side)
        side = d->Depth;
    unsigned levels = 1;
    while (side >>= 1)
        levels++;
    return levels < SIM_TEXTURE_LEVELS ? levels : SIM_TEXTURE_LEVELS;
}

/* Sizes of all levels, one after the other at addresses that textures may have. */
static uint64_t levels_fill(MipmappedArray *array)
{
    uint64_t bytes = 0;
    for (unsigned i = 0; i < array->count; i++) {
        Array *level = &array->levels[i];
        array_level_fill(level, &array->description, i);
        level->context = array->context;
        level->whole = array;
        level->level.address = bytes;
        bytes += (array_level_bytes(&level->level) + ARRAY_ALIGNMENT - 1) / ARRAY_ALIGNMENT *
                 ARRAY_ALIGNMENT;
    }
    return bytes;
}

uint64_t mipmapped_array_bytes(const MipmappedArray *array)
{
    const SimTextureLevel *last = &array->levels[array->count - 1].level;
    return (last->address - array->address + array_level_bytes(last) + ARRAY_ALIGNMENT - 1) /
           ARRAY_ALIGNMENT * ARRAY_ALIGNMENT;
}

void mipmapped_array_free(MipmappedArray *array)
{
    MipmappedArray **link = &array->context->mipmapped_arrays;
    while (*link && *link != array)
        link = &(*link)->next;
    if (*link)
        *link = array->next;
    for (unsigned i = 0; i < array->count; i++)
        handle_remove(&array->levels[i]);
    if (array->address)
        array_memory_give(array->address, mipmapped_array_bytes(array));
    handle_remove(array);
    free(array);
}

static CUresult mipmapped_make(Context *context, const CUDA_ARRAY3D_DESCRIPTOR *d, unsigned levels,
                               MipmappedArray **out)
{
    CUresult result = array_check(d, levels ? levels : 1);
    if (result == CUDA_SUCCESS)
        result = capture_check_unsafe();
    if (result != CUDA_SUCCESS)
        return result;
    MipmappedArray *array = calloc(1, sizeof *array);
    if (!array)
        return CUDA_ERROR_OUT_OF_MEMORY;
    *array = (MipmappedArray){.context = context, .description = *d};
    array->count = levels < 1 ? 1 : levels > levels_most(d) ? levels_most(d) : levels;
    array->address = array_memory_take(context, levels_fill(array));
    bool known = array->address && handle_add(array, HANDLE_MIPMAPPED_ARRAY);
    for (unsigned i = 0; i < array->count; i++) {
        array->levels[i].level.address += array->address;
        known = known && handle_add(&array->levels[i], HANDLE_ARRAY);
    }
    if (!known) {
        mipmapped_array_free(array);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    array->next = context->mipmapped_arrays;
    context->mipmapped_arrays = array;
    *out = array;
    return CUDA_SUCCESS;
}

CUresult cuMipmappedArrayCreate(CUmipmappedArray *out, const CUDA_ARRAY3D_DESCRIPTOR *description,
                                unsigned int levels)
{
    Context *context;
    CUresult result = api_enter_context(&context);
    if (result != CUDA_SUCCESS)
        return result;
    if (!out || !description)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    return api_leave(mipmapped_make(context, description, levels, out));
}

static CUresult enter_mipmapped(CUmipmappedArray array)
{
    CUresult result = api_enter_handle(array, HANDLE_MIPMAPPED_ARRAY);
    if (result != CUDA_SUCCESS)
        return result;
    result = api_check_context(array->context);
    return result == CUDA_SUCCESS ? CUDA_SUCCESS : api_leave(result);
}

CUresult cuMipmappedArrayGetLevel(CUarray *out, CUmipmappedArray array, unsigned int level)
{
    CUresult result = enter_mipmapped(array);
    if (result != CUDA_SUCCESS)
        return result;
    if (!out || level >= array->count)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    *out = &array->levels[level];
    return api_leave(CUDA_SUCCESS);
}

CUresult cuMipmappedArrayDestroy(CUmipmappedArray array)
{
    CUresult result = enter_mipmapped(array);
    if (result != CUDA_SUCCESS)
        return result;
    result = capture_check_unsafe();
    if (result != CUDA_SUCCESS)
        return api_leave(result);
    result = queue_run_context(array->context);
    queue_wait_idle();
    if (handle_is(array, HANDLE_MIPMAPPED_ARRAY))
        mipmapped_array_free(array);
    return api_leave(result);
}

static CUresult refuse_mipmapped(CUmipmappedArray array)
{
    CUresult result = enter_mipmapped(array);
    return result == CUDA_SUCCESS ? api_leave(CUDA_ERROR_INVALID_VALUE) : result;
}

CUresult cuMipmappedArrayGetSparseProperties(CUDA_ARRAY_SPARSE_PROPERTIES *out,
                                             CUmipmappedArray array)
{
    (void)out;
    return refuse_mipmapped(array);
}

CUresult cuMipmappedArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS *out,
                                               CUmipmappedArray array, CUdevice device)
{
    (void)out, (void)device;
    return refuse_mipmapped(array);
}
