/* Texture and surface references: bound to arrays and memory. */
#include "sim/api/array.h"
#include "sim/api/texture_reference.h"

/* Binds the resource, or unbinds. */
static CUresult bind(TextureReference *reference, const CUDA_RESOURCE_DESC *resource)
{
    TextureReference state = *reference;
    state.bound = resource != NULL;
    if (resource)
        state.source.resource = *resource;
    return reference_change(reference, &state);
}

static CUresult bind_array(TextureReference *reference, CUarray array)
{
    CUDA_RESOURCE_DESC resource = {.resType = CU_RESOURCE_TYPE_ARRAY, .res.array.hArray = array};
    if (!handle_is(array, HANDLE_ARRAY))
        return CUDA_ERROR_INVALID_HANDLE;
    CUresult result = bind(reference, &resource);
    if (result != CUDA_SUCCESS)
        return result;
    reference->format = array->description.Format;
    reference->channels = (int)array->description.NumChannels;
    return CUDA_SUCCESS;
}

CUresult cuTexRefSetArray(CUtexref handle, CUarray array, unsigned int flags)
{
    TextureReference *reference;
    CUresult result = api_enter_texture_reference(handle, &reference);
    if (result != CUDA_SUCCESS)
        return result;
    if (flags & ~(unsigned)CU_TRSA_OVERRIDE_FORMAT)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    return api_leave(bind_array(reference, array));
}

CUresult cuTexRefSetMipmappedArray(CUtexref handle, CUmipmappedArray array, unsigned int flags)
{
    TextureReference *reference;
    CUresult result = api_enter_texture_reference(handle, &reference);
    if (result != CUDA_SUCCESS)
        return result;
    if (!handle_is(array, HANDLE_MIPMAPPED_ARRAY))
        return api_leave(CUDA_ERROR_INVALID_HANDLE);
    if (flags & ~(unsigned)CU_TRSA_OVERRIDE_FORMAT)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    CUDA_RESOURCE_DESC resource = {.resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY,
                                   .res.mipmap.hMipmappedArray = array};
    TextureReference state = *reference;
    state.bound = true;
    state.source.resource = resource;
    state.source.texture.flags |= CU_TRSF_NORMALIZED_COORDINATES;
    result = reference_change(reference, &state);
    if (result == CUDA_SUCCESS) {
        reference->format = array->description.Format;
        reference->channels = (int)array->description.NumChannels;
    }
    return api_leave(result);
}

/* The texture begins at an address that one may begin at; the caller is told how far before. */
static CUresult bind_memory(TextureReference *reference, CUdeviceptr address, size_t bytes,
                            size_t *offset)
{
    size_t past = address % TEXTURE_ALIGNMENT;
    if (past && !offset)
        return CUDA_ERROR_INVALID_VALUE;
    CUDA_RESOURCE_DESC resource = {.resType = CU_RESOURCE_TYPE_LINEAR,
                                   .res.linear = {.devPtr = address - past,
                                                  .format = reference->format,
                                                  .numChannels = (unsigned)reference->channels,
                                                  .sizeInBytes = bytes + past}};
    ArrayFormat format; /* of what is none, nothing can be read */
    bool known =
        array_format(reference->format, (unsigned)reference->channels, &format) == CUDA_SUCCESS;
    CUresult result = bind(reference, address && bytes && known ? &resource : NULL);
    if (result == CUDA_SUCCESS && offset)
        *offset = address && bytes ? past : 0;
    return result;
}

CUresult cuTexRefSetAddress_v2(size_t *offset, CUtexref handle, CUdeviceptr address, size_t bytes)
{
    TextureReference *reference;
    CUresult result = api_enter_texture_reference(handle, &reference);
    if (result != CUDA_SUCCESS)
        return result;
    return api_leave(bind_memory(reference, address, bytes, offset));
}

CUresult cuTexRefSetAddress(unsigned int *offset, CUtexref handle, CUdeviceptr_v1 address,
                            unsigned int bytes)
{
    size_t wide = 0;
    CUresult result = cuTexRefSetAddress_v2(offset ? &wide : NULL, handle, address, bytes);
    if (result == CUDA_SUCCESS && offset)
        *offset = (unsigned)wide;
    return result;
}

CUresult cuTexRefSetAddress2D_v3(CUtexref handle, const CUDA_ARRAY_DESCRIPTOR *d,
                                 CUdeviceptr address, size_t pitch)
{
    TextureReference *reference;
    CUresult result = api_enter_texture_reference(handle, &reference);
    if (result != CUDA_SUCCESS)
        return result;
    if (!d)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    CUDA_RESOURCE_DESC resource = {.resType = CU_RESOURCE_TYPE_PITCH2D,
                                   .res.pitch2D = {.devPtr = address,
                                                   .format = d->Format,
                                                   .numChannels = d->NumChannels,
                                                   .width = d->Width,
                                                   .height = d->Height,
                                                   .pitchInBytes = pitch}};
    result = bind(reference, &resource);
    if (result == CUDA_SUCCESS) {
        reference->format = d->Format;
        reference->channels = (int)d->NumChannels;
    }
    return api_leave(result);
}

CUresult cuTexRefSetAddress2D_v2(CUtexref handle, const CUDA_ARRAY_DESCRIPTOR *description,
                                 CUdeviceptr address, size_t pitch)
{
    return cuTexRefSetAddress2D_v3(handle, description, address, pitch);
}

CUresult cuTexRefSetAddress2D(CUtexref handle, const CUDA_ARRAY_DESCRIPTOR_v1 *d,
                              CUdeviceptr_v1 address, unsigned int pitch)
{
    if (!d)
        return cuTexRefSetAddress2D_v3(handle, NULL, address, pitch);
    CUDA_ARRAY_DESCRIPTOR wide = {d->Width, d->Height, d->Format, d->NumChannels};
    return cuTexRefSetAddress2D_v3(handle, &wide, address, pitch);
}

CUresult cuTexRefGetArray(CUarray *out, CUtexref handle)
{
    TextureReference *reference;
    CUresult result = api_enter_texture_reference(handle, &reference);
    if (result != CUDA_SUCCESS)
        return result;
    const CUDA_RESOURCE_DESC *resource = &reference->source.resource;
    if (!out || !reference->bound || resource->resType != CU_RESOURCE_TYPE_ARRAY)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    *out = resource->res.array.hArray;
    return api_leave(CUDA_SUCCESS);
}

CUresult cuTexRefGetMipmappedArray(CUmipmappedArray *out, CUtexref handle)
{
    TextureReference *reference;
    CUresult result = api_enter_texture_reference(handle, &reference);
    if (result != CUDA_SUCCESS)
        return result;
    const CUDA_RESOURCE_DESC *resource = &reference->source.resource;
    if (!out || !reference->bound || resource->resType != CU_RESOURCE_TYPE_MIPMAPPED_ARRAY)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    *out = resource->res.mipmap.hMipmappedArray;
    return api_leave(CUDA_SUCCESS);
}

CUresult cuTexRefGetAddress_v2(CUdeviceptr *out, CUtexref handle)
{
    TextureReference *reference;
    CUresult result = api_enter_texture_reference(handle, &reference);
    if (result != CUDA_SUCCESS)
        return result;
    const CUDA_RESOURCE_DESC *resource = &reference->source.resource;
    if (!out || !reference->bound || resource->resType < CU_RESOURCE_TYPE_LINEAR)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    *out = resource->resType == CU_RESOURCE_TYPE_LINEAR ? resource->res.linear.devPtr
                                                        : resource->res.pitch2D.devPtr;
    return api_leave(CUDA_SUCCESS);
}

/* Addresses here don't fit 32 bits. */
CUresult cuTexRefGetAddress(CUdeviceptr_v1 *out, CUtexref handle)
{
    CUdeviceptr wide;
    CUresult result = cuTexRefGetAddress_v2(out ? &wide : NULL, handle);
    if (result != CUDA_SUCCESS)
        return result;
    if (wide > UINT32_MAX)
        return CUDA_ERROR_INVALID_VALUE;
    *out = (CUdeviceptr_v1)wide;
    return CUDA_SUCCESS;
}

CUresult cuSurfRefSetArray(CUsurfref handle, CUarray array, unsigned int flags)
{
    TextureReference *reference;
    CUresult result = api_enter_surface_reference(handle, &reference);
    if (result != CUDA_SUCCESS)
        return result;
    return api_leave(flags ? CUDA_ERROR_INVALID_VALUE : bind_array(reference, array));
}

CUresult cuSurfRefGetArray(CUarray *out, CUsurfref handle)
{
    TextureReference *reference;
    CUresult result = api_enter_surface_reference(handle, &reference);
    if (result != CUDA_SUCCESS)
        return result;
    if (!out || !reference->bound)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    *out = reference->source.resource.res.array.hArray;
    return api_leave(CUDA_SUCCESS);
}
