/* Arrays: made, told about, destroyed. */
#include "sim/api/array.h"

#include <stdlib.h>

#include "sim/api/capture.h"
#include "sim/api/observers.h"
#include "sim/api/queue.h"

uint64_t array_level_bytes(const SimTextureLevel *level)
{
    return level->slice * level->depth;
}

void array_level_fill(Array *array, const CUDA_ARRAY3D_DESCRIPTOR *d, unsigned at)
{
    bool layers = d->Flags & (CUDA_ARRAY3D_LAYERED | CUDA_ARRAY3D_CUBEMAP);
    size_t width = d->Width >> at, height = d->Height >> at, depth = d->Depth >> at;
    array->description = *d;
    array_format(d->Format, d->NumChannels, &array->format);
    array->description.Width = width ? width : 1;
    array->description.Height = d->Height && !height ? 1 : height;
    array->description.Depth = layers ? d->Depth : d->Depth && !depth ? 1 : depth;
    SimTextureLevel *level = &array->level;
    level->width = (uint32_t)array->description.Width;
    level->height = array->description.Height ? (uint32_t)array->description.Height : 1;
    level->depth = array->description.Depth ? (uint32_t)array->description.Depth : 1;
    uint32_t side = array->format.tiles ? TILE : 1;
    level->pitch = (uint64_t)((level->width + side - 1) / side) * array->format.texel_bytes;
    level->slice = level->pitch * ((level->height + side - 1) / side);
}

uint64_t array_memory_take(Context *context, uint64_t bytes)
{
    uint64_t address = sim_memory_alloc(library()->memory, bytes, ARRAY_ALIGNMENT, SIM_ALLOC_ARRAY,
                                        context->id, NULL);
    if (address)
        observers_allocated(address, bytes);
    return address;
}

void array_memory_give(uint64_t address, uint64_t bytes)
{
    observers_freed(address, bytes);
    sim_memory_release(library()->memory, address);
}

static CUresult array_make(Context *context, const CUDA_ARRAY3D_DESCRIPTOR *d, Array **out)
{
    CUresult result = array_check(d, 0);
    if (result == CUDA_SUCCESS)
        result = capture_check_unsafe();
    if (result != CUDA_SUCCESS)
        return result;
    Array *array = calloc(1, sizeof *array);
    if (!array)
        return CUDA_ERROR_OUT_OF_MEMORY;
    array->context = context;
    array_level_fill(array, d, 0);
    array->level.address = array_memory_take(context, array_level_bytes(&array->level));
    if (!array->level.address || !handle_add(array, HANDLE_ARRAY)) {
        if (array->level.address)
            array_memory_give(array->level.address, array_level_bytes(&array->level));
        free(array);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    array->next = context->arrays;
    context->arrays = array;
    *out = array;
    return CUDA_SUCCESS;
}

void array_free(Array *array)
{
    Array **link = &array->context->arrays;
    while (*link != array)
        link = &(*link)->next;
    *link = array->next;
    array_memory_give(array->level.address, array_level_bytes(&array->level));
    handle_remove(array);
    free(array);
}

CUresult cuArray3DCreate_v2(CUarray *out, const CUDA_ARRAY3D_DESCRIPTOR *description)
{
    Context *context;
    CUresult result = api_enter_context(&context);
    if (result != CUDA_SUCCESS)
        return result;
    if (!out || !description)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    return api_leave(array_make(context, description, out));
}

CUresult cuArrayCreate_v2(CUarray *out, const CUDA_ARRAY_DESCRIPTOR *d)
{
    if (!d)
        return cuArray3DCreate_v2(out, NULL);
    CUDA_ARRAY3D_DESCRIPTOR whole = {
        .Width = d->Width, .Height = d->Height, .Format = d->Format, .NumChannels = d->NumChannels};
    return cuArray3DCreate_v2(out, &whole);
}

CUresult cuArrayCreate(CUarray *out, const CUDA_ARRAY_DESCRIPTOR_v1 *d)
{
    if (!d)
        return cuArray3DCreate_v2(out, NULL);
    CUDA_ARRAY_DESCRIPTOR wide = {d->Width, d->Height, d->Format, d->NumChannels};
    return cuArrayCreate_v2(out, &wide);
}

CUresult cuArray3DCreate(CUarray *out, const CUDA_ARRAY3D_DESCRIPTOR_v1 *d)
{
    if (!d)
        return cuArray3DCreate_v2(out, NULL);
    CUDA_ARRAY3D_DESCRIPTOR wide = {d->Width,  d->Height,      d->Depth,
                                    d->Format, d->NumChannels, d->Flags};
    return cuArray3DCreate_v2(out, &wide);
}

/* Enters with an array. */
static CUresult enter_array(CUarray array)
{
    CUresult result = api_enter_handle(array, HANDLE_ARRAY);
    if (result != CUDA_SUCCESS)
        return result;
    result = api_check_context(array->context);
    return result == CUDA_SUCCESS ? CUDA_SUCCESS : api_leave(result);
}

/* Waits for the work that may still use it, as freeing memory does. */
CUresult cuArrayDestroy(CUarray array)
{
    CUresult result = enter_array(array);
    if (result != CUDA_SUCCESS)
        return result;
    if (array->whole) /* it stays until the whole goes; recorded on an H200 */
        return api_leave(CUDA_SUCCESS);
    result = capture_check_unsafe();
    if (result != CUDA_SUCCESS)
        return api_leave(result);
    result = queue_run_context(array->context);
    queue_wait_idle();
    if (handle_is(array, HANDLE_ARRAY))
        array_free(array);
    return api_leave(result);
}

CUresult cuArray3DGetDescriptor_v2(CUDA_ARRAY3D_DESCRIPTOR *out, CUarray array)
{
    CUresult result = enter_array(array);
    if (result != CUDA_SUCCESS)
        return result;
    if (!out)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    *out = array->description;
    return api_leave(CUDA_SUCCESS);
}

CUresult cuArrayGetDescriptor_v2(CUDA_ARRAY_DESCRIPTOR *out, CUarray array)
{
    CUDA_ARRAY3D_DESCRIPTOR whole;
    CUresult result = cuArray3DGetDescriptor_v2(out ? &whole : NULL, array);
    if (result == CUDA_SUCCESS)
        *out = (CUDA_ARRAY_DESCRIPTOR){whole.Width, whole.Height, whole.Format, whole.NumChannels};
    return result;
}

CUresult cuArrayGetDescriptor(CUDA_ARRAY_DESCRIPTOR_v1 *out, CUarray array)
{
    CUDA_ARRAY3D_DESCRIPTOR whole;
    CUresult result = cuArray3DGetDescriptor_v2(out ? &whole : NULL, array);
    if (result == CUDA_SUCCESS)
        *out = (CUDA_ARRAY_DESCRIPTOR_v1){(unsigned)whole.Width, (unsigned)whole.Height,
                                          whole.Format, whole.NumChannels};
    return result;
}

CUresult cuArray3DGetDescriptor(CUDA_ARRAY3D_DESCRIPTOR_v1 *out, CUarray array)
{
    CUDA_ARRAY3D_DESCRIPTOR whole;
    CUresult result = cuArray3DGetDescriptor_v2(out ? &whole : NULL, array);
    if (result == CUDA_SUCCESS)
        *out = (CUDA_ARRAY3D_DESCRIPTOR_v1){(unsigned)whole.Width, (unsigned)whole.Height,
                                            (unsigned)whole.Depth, whole.Format,
                                            whole.NumChannels,     whole.Flags};
    return result;
}

enum { TILE_BYTES = 65536 }; /* of sparse arrays, and what is mapped later is aligned to */

/* Elements of 1, 2, 4, 8 and 16 bytes that fill a tile. */
static void tile_extent(const Array *array, CUDA_ARRAY_SPARSE_PROPERTIES *out)
{
    static const uint16_t flat[5][3] = {
        {256, 256, 1}, {256, 128, 1}, {128, 128, 1}, {128, 64, 1}, {64, 64, 1}};
    static const uint16_t deep[5][3] = {
        {64, 32, 32}, {32, 32, 32}, {32, 32, 16}, {32, 16, 16}, {16, 16, 16}};
    const uint32_t row = (uint32_t)__builtin_ctz(array->format.texel_bytes);
    const uint16_t *extent =
        array_shape(&array->description) == SIM_TEXTURE_3D ? deep[row] : flat[row];
    out->tileExtent.width = extent[0];
    out->tileExtent.height = extent[1];
    out->tileExtent.depth = extent[2];
}

CUresult cuArrayGetSparseProperties(CUDA_ARRAY_SPARSE_PROPERTIES *out, CUarray array)
{
    CUresult result = enter_array(array);
    if (result != CUDA_SUCCESS)
        return result;
    if (!out || !(array->description.Flags & CUDA_ARRAY3D_SPARSE))
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    *out = (CUDA_ARRAY_SPARSE_PROPERTIES){0};
    tile_extent(array, out);
    return api_leave(CUDA_SUCCESS);
}

CUresult cuArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS *out, CUarray array,
                                      CUdevice device)
{
    CUresult result = enter_array(array);
    if (result != CUDA_SUCCESS)
        return result;
    (void)device;
    if (!out || !(array->description.Flags & CUDA_ARRAY3D_DEFERRED_MAPPING))
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    *out = (CUDA_ARRAY_MEMORY_REQUIREMENTS){0};
    out->size = (array_level_bytes(&array->level) + TILE_BYTES - 1) / TILE_BYTES * TILE_BYTES;
    out->alignment = TILE_BYTES;
    return api_leave(CUDA_SUCCESS);
}

/* No array here has several planes. */
CUresult cuArrayGetPlane(CUarray *out, CUarray array, unsigned int plane)
{
    CUresult result = enter_array(array);
    (void)out, (void)plane;
    return result == CUDA_SUCCESS ? api_leave(CUDA_ERROR_INVALID_VALUE) : result;
}

void arrays_free(Context *context)
{
    while (context->arrays)
        array_free(context->arrays);
    while (context->mipmapped_arrays)
        mipmapped_array_free(context->mipmapped_arrays);
}

void arrays_visit(void (*visit)(uint64_t address, uint64_t size))
{
    for (const Context *context = library()->contexts; context; context = context->next) {
        for (const Array *array = context->arrays; array; array = array->next)
            visit(array->level.address, array_level_bytes(&array->level));
        for (const MipmappedArray *array = context->mipmapped_arrays; array; array = array->next)
            visit(array->address, mipmapped_array_bytes(array));
    }
}
