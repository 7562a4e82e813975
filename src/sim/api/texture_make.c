/* Textures and surfaces as the engine reads them, from the API's descriptors (cuTexObjectCreate).
 */
#include "sim/api/allocation.h"
#include "sim/api/array.h"
#include "sim/api/device.h"
#include "sim/api/texture.h"

enum { ANISOTROPY_MOST = 16, FACES = 6 };

static bool is_within(uint64_t extent, CUdevice_attribute attribute)
{
    int most = 0;
    device_attribute(library()->profile, attribute, &most);
    return extent >= 1 && extent <= (uint64_t)most;
}

static void format_set(SimTexture *out, const ArrayFormat *format, unsigned flags)
{
    out->type = format->type;
    out->channels = format->channels;
    out->texel_bytes = format->texel_bytes;
    out->integer = !format->fraction && (flags & CU_TRSF_READ_AS_INTEGER);
    out->srgb = format->srgb;
    out->opaque = format->opaque;
}

static CUresult of_array(const TextureSource *source, SimTexture *out)
{
    const Array *array = source->resource.res.array.hArray;
    if (!handle_is(array, HANDLE_ARRAY) || (source->surface && array->format.tiles))
        return CUDA_ERROR_INVALID_VALUE;
    /* An H200 makes surface objects of any array, and references only of those made for them. */
    if (source->surface && source->reference &&
        !(array->description.Flags & CUDA_ARRAY3D_SURFACE_LDST))
        return CUDA_ERROR_INVALID_VALUE;
    out->shape = array_shape(&array->description);
    out->tiled = true;
    out->level_count = 1;
    out->levels[0] = array->level;
    format_set(out, &array->format, source->texture.flags);
    return CUDA_SUCCESS;
}

static CUresult of_mipmapped_array(const TextureSource *source, SimTexture *out)
{
    const MipmappedArray *array = source->resource.res.mipmap.hMipmappedArray;
    if (!handle_is(array, HANDLE_MIPMAPPED_ARRAY) || source->surface)
        return CUDA_ERROR_INVALID_VALUE;
    out->shape = array_shape(&array->description);
    out->tiled = true;
    out->level_count = array->count;
    for (unsigned i = 0; i < array->count; i++)
        out->levels[i] = array->levels[i].level;
    format_set(out, &array->levels[0].format, source->texture.flags);
    return CUDA_SUCCESS;
}

/* How many of the bytes are there. */
static uint64_t bytes_within(uint64_t address, uint64_t bytes)
{
    const SimAlloc *alloc = sim_memory_find(library()->memory, address, 1);
    if (memory_reachable(address, bytes))
        return bytes;
    uint64_t left = alloc ? alloc->address + alloc->size - address : 0;
    return left < bytes ? left : bytes;
}

static uint64_t rows_within(uint64_t address, uint64_t pitch, uint64_t row, uint64_t rows)
{
    if (rows == 0)
        return 0;
    uint64_t bytes = bytes_within(address, pitch * (rows - 1) + row);
    uint64_t whole = bytes < row ? 0 : pitch == 0 ? rows : (bytes - row) / pitch + 1;
    return whole < rows ? whole : rows;
}

static CUresult of_linear(const TextureSource *source, SimTexture *out)
{
    ArrayFormat format;
    CUdeviceptr address = source->resource.res.linear.devPtr;
    size_t bytes = source->resource.res.linear.sizeInBytes;
    CUresult result = array_format(source->resource.res.linear.format,
                                   source->resource.res.linear.numChannels, &format);
    if (result != CUDA_SUCCESS)
        return result;
    if (source->surface || format.tiles || !address || address % TEXTURE_ALIGNMENT ||
        bytes > UINT32_MAX)
        return CUDA_ERROR_INVALID_VALUE;
    bytes = bytes_within(address, bytes); /* of what is not there nothing can be read */
    uint64_t width = bytes / format.texel_bytes;
    out->shape = SIM_TEXTURE_LINEAR;
    out->level_count = 1;
    out->levels[0] = (SimTextureLevel){address, bytes, bytes, (uint32_t)width, 1, 1};
    format_set(out, &format, source->texture.flags);
    return CUDA_SUCCESS;
}

static CUresult of_pitch(const TextureSource *source, SimTexture *out)
{
    ArrayFormat format;
    CUdeviceptr address = source->resource.res.pitch2D.devPtr;
    size_t width = source->resource.res.pitch2D.width;
    size_t height = source->resource.res.pitch2D.height;
    size_t pitch = source->resource.res.pitch2D.pitchInBytes;
    CUresult result = array_format(source->resource.res.pitch2D.format,
                                   source->resource.res.pitch2D.numChannels, &format);
    if (result != CUDA_SUCCESS)
        return result;
    if (source->surface || address % TEXTURE_ALIGNMENT || pitch % TEXTURE_PITCH_ALIGNMENT ||
        (width && !is_within(width, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_WIDTH)) ||
        (height && !is_within(height, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_HEIGHT)) ||
        (pitch && !is_within(pitch, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_PITCH)) ||
        format.tiles)
        return CUDA_ERROR_INVALID_VALUE;
    height = rows_within(address, pitch, width * format.texel_bytes, height);
    out->shape = SIM_TEXTURE_2D;
    out->level_count = 1;
    out->levels[0] =
        (SimTextureLevel){address, pitch, pitch * height, (uint32_t)width, (uint32_t)height, 1};
    format_set(out, &format, source->texture.flags);
    return CUDA_SUCCESS;
}

/* -- views */

static const CUDA_ARRAY3D_DESCRIPTOR *description_of(const CUDA_RESOURCE_DESC *resource)
{
    return resource->resType == CU_RESOURCE_TYPE_MIPMAPPED_ARRAY
               ? &resource->res.mipmap.hMipmappedArray->description
               : &resource->res.array.hArray->description;
}

static CUresult view_layers(const CUDA_RESOURCE_VIEW_DESC *view, SimTexture *out)
{
    bool layered = out->shape > SIM_TEXTURE_3D && out->shape != SIM_TEXTURE_CUBE;
    unsigned unit = out->shape == SIM_TEXTURE_CUBE_LAYERED ? FACES : 1;
    unsigned count = view->lastLayer - view->firstLayer + 1;
    if (!layered)
        return view->firstLayer || view->lastLayer ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
    if (view->firstLayer > view->lastLayer || view->lastLayer >= out->levels[0].depth ||
        view->firstLayer % unit || count % unit)
        return CUDA_ERROR_INVALID_VALUE;
    for (uint32_t i = 0; i < out->level_count; i++) {
        out->levels[i].address += view->firstLayer * out->levels[i].slice;
        out->levels[i].depth = count;
    }
    return CUDA_SUCCESS;
}

static CUresult view_apply(const TextureSource *source, SimTexture *out)
{
    const CUDA_RESOURCE_VIEW_DESC *view = &source->view;
    if (source->resource.resType > CU_RESOURCE_TYPE_MIPMAPPED_ARRAY)
        return CUDA_SUCCESS; /* memory has its own format */
    const CUDA_ARRAY3D_DESCRIPTOR *whole = description_of(&source->resource);
    ArrayFormat format;
    CUresult result = view->format == CU_RES_VIEW_FORMAT_NONE
                          ? CUDA_SUCCESS
                          : array_format_of_view(view->format, &format);
    if (result != CUDA_SUCCESS)
        return result;
    size_t side = view->format >= CU_RES_VIEW_FORMAT_UNSIGNED_BC1 ? TILE : 1;
    if (view->width != whole->Width * side || view->height != whole->Height * side ||
        view->depth != whole->Depth || view->firstMipmapLevel > view->lastMipmapLevel ||
        view->lastMipmapLevel >= out->level_count)
        return CUDA_ERROR_INVALID_VALUE;
    out->level_count = view->lastMipmapLevel - view->firstMipmapLevel + 1;
    for (uint32_t i = 0; i < out->level_count; i++)
        out->levels[i] = out->levels[i + view->firstMipmapLevel];
    result = view_layers(view, out);
    if (result != CUDA_SUCCESS || view->format == CU_RES_VIEW_FORMAT_NONE)
        return result;
    if (format.texel_bytes != out->texel_bytes)
        return CUDA_ERROR_INVALID_VALUE;
    for (uint32_t i = 0; i < out->level_count && side > 1; i++) {
        out->levels[i].width *= TILE;
        out->levels[i].height *= TILE;
    }
    format_set(out, &format, source->texture.flags);
    return CUDA_SUCCESS;
}

/* -- how it is read */

/* Dimensions whose address modes are looked at. */
static int dimensions(SimTextureShape shape)
{
    switch (shape) {
    case SIM_TEXTURE_LINEAR:
    case SIM_TEXTURE_1D:
    case SIM_TEXTURE_1D_LAYERED:
        return 1;
    case SIM_TEXTURE_2D:
    case SIM_TEXTURE_2D_LAYERED:
        return 2;
    default:
        return 3;
    }
}

static bool is_valid(const CUDA_TEXTURE_DESC *t, SimTextureShape shape)
{
    const unsigned flags = CU_TRSF_READ_AS_INTEGER | CU_TRSF_NORMALIZED_COORDINATES | CU_TRSF_SRGB |
                           CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION | CU_TRSF_SEAMLESS_CUBEMAP;
    for (int i = 0; i < dimensions(shape); i++)
        if ((unsigned)t->addressMode[i] > CU_TR_ADDRESS_MODE_BORDER)
            return false;
    return (unsigned)t->filterMode <= CU_TR_FILTER_MODE_LINEAR &&
           (unsigned)t->mipmapFilterMode <= CU_TR_FILTER_MODE_LINEAR && !(t->flags & ~flags);
}

static CUresult modes_set(const TextureSource *source, SimTexture *out)
{
    const CUDA_TEXTURE_DESC *t = &source->texture;
    if (!source->reference && !is_valid(t, out->shape))
        return CUDA_ERROR_INVALID_VALUE;
    bool cube = out->shape == SIM_TEXTURE_CUBE || out->shape == SIM_TEXTURE_CUBE_LAYERED;
    bool linear_memory = out->shape == SIM_TEXTURE_LINEAR;
    out->seamless = t->flags & CU_TRSF_SEAMLESS_CUBEMAP;
    if (out->seamless && !cube)
        return CUDA_ERROR_INVALID_VALUE;
    for (int i = 0; i < 3; i++)
        out->borders[i] = (SimTextureBorder)(t->addressMode[i] & 3);
    for (int i = 0; i < 4 && !linear_memory; i++)
        out->border[i] = t->borderColor[i];
    out->linear = t->filterMode == CU_TR_FILTER_MODE_LINEAR && !linear_memory;
    out->linear_levels = t->mipmapFilterMode == CU_TR_FILTER_MODE_LINEAR;
    out->normalised = (t->flags & CU_TRSF_NORMALIZED_COORDINATES) && !linear_memory;
    if (out->srgb && !(t->flags & CU_TRSF_SRGB)) /* the format says so, and the flag must */
        return CUDA_ERROR_INVALID_VALUE;
    out->srgb = t->flags & CU_TRSF_SRGB;
    out->bias = t->mipmapLevelBias;
    out->exact_levels = t->flags & CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION;
    out->level_min = t->minMipmapLevelClamp;
    out->level_max = t->maxMipmapLevelClamp;
    out->anisotropy = t->maxAnisotropy < 1                 ? 1
                      : t->maxAnisotropy > ANISOTROPY_MOST ? ANISOTROPY_MOST
                                                           : t->maxAnisotropy;
    return CUDA_SUCCESS;
}

CUresult texture_make(const TextureSource *source, SimTexture *out)
{
    typedef CUresult (*Make)(const TextureSource *source, SimTexture *out);
    static const Make makers[] = {
        [CU_RESOURCE_TYPE_ARRAY] = of_array,
        [CU_RESOURCE_TYPE_MIPMAPPED_ARRAY] = of_mipmapped_array,
        [CU_RESOURCE_TYPE_LINEAR] = of_linear,
        [CU_RESOURCE_TYPE_PITCH2D] = of_pitch,
    };
    *out = (SimTexture){.surface = source->surface};
    if ((unsigned)source->resource.resType > CU_RESOURCE_TYPE_PITCH2D || source->resource.flags)
        return CUDA_ERROR_INVALID_VALUE;
    CUresult result = makers[source->resource.resType](source, out);
    if (result == CUDA_SUCCESS && source->has_view)
        result = view_apply(source, out);
    if (result == CUDA_SUCCESS && !source->surface)
        result = modes_set(source, out);
    return result;
}
