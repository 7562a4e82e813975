/* Texture references: formats and modes, set and told. */
#include <string.h>

#include "sim/api/array_format.h"
#include "sim/api/texture_reference.h"

/* Enters with a reference and a copy of its state. Each setter changes the copy, which is then
 * taken whole or not at all. */
static CUresult enter(CUtexref handle, TextureReference **reference, TextureReference *state)
{
    CUresult result = api_enter_texture_reference(handle, reference);
    if (result == CUDA_SUCCESS)
        *state = **reference;
    return result;
}

CUresult cuTexRefSetFormat(CUtexref handle, CUarray_format format, int channels)
{
    TextureReference *reference, state;
    CUresult result = enter(handle, &reference, &state);
    if (result != CUDA_SUCCESS)
        return result;
    if (channels != 1 && channels != 2 &&
        channels != 4) /* the format is seen when memory is bound */
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    state.format = format;
    state.channels = channels;
    if (state.source.resource.resType == CU_RESOURCE_TYPE_LINEAR) {
        state.source.resource.res.linear.format = format;
        state.source.resource.res.linear.numChannels = (unsigned)channels;
    }
    return api_leave(reference_change(reference, &state));
}

CUresult cuTexRefSetAddressMode(CUtexref handle, int side, CUaddress_mode mode)
{
    TextureReference *reference, state;
    CUresult result = enter(handle, &reference, &state);
    if (result != CUDA_SUCCESS)
        return result;
    if (side < 0 || side > 2)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    if ((unsigned)mode > CU_TR_ADDRESS_MODE_BORDER) /* nothing comes of it */
        return api_leave(CUDA_SUCCESS);
    state.source.texture.addressMode[side] = mode;
    return api_leave(reference_change(reference, &state));
}

CUresult cuTexRefSetFilterMode(CUtexref handle, CUfilter_mode mode)
{
    TextureReference *reference, state;
    CUresult result = enter(handle, &reference, &state);
    if (result != CUDA_SUCCESS)
        return result;
    state.source.texture.filterMode = mode;
    return api_leave(reference_change(reference, &state));
}

CUresult cuTexRefSetMipmapFilterMode(CUtexref handle, CUfilter_mode mode)
{
    TextureReference *reference, state;
    CUresult result = enter(handle, &reference, &state);
    if (result != CUDA_SUCCESS)
        return result;
    if ((unsigned)mode > CU_TR_FILTER_MODE_LINEAR)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    state.source.texture.mipmapFilterMode = mode;
    return api_leave(reference_change(reference, &state));
}

CUresult cuTexRefSetMipmapLevelBias(CUtexref handle, float bias)
{
    TextureReference *reference, state;
    CUresult result = enter(handle, &reference, &state);
    if (result != CUDA_SUCCESS)
        return result;
    state.source.texture.mipmapLevelBias = bias;
    return api_leave(reference_change(reference, &state));
}

CUresult cuTexRefSetMipmapLevelClamp(CUtexref handle, float least, float most)
{
    TextureReference *reference, state;
    CUresult result = enter(handle, &reference, &state);
    if (result != CUDA_SUCCESS)
        return result;
    state.source.texture.minMipmapLevelClamp = least;
    state.source.texture.maxMipmapLevelClamp = most;
    return api_leave(reference_change(reference, &state));
}

CUresult cuTexRefSetMaxAnisotropy(CUtexref handle, unsigned int most)
{
    TextureReference *reference, state;
    CUresult result = enter(handle, &reference, &state);
    if (result != CUDA_SUCCESS)
        return result;
    state.source.texture.maxAnisotropy = most;
    return api_leave(reference_change(reference, &state));
}

CUresult cuTexRefSetBorderColor(CUtexref handle, float *colour)
{
    TextureReference *reference, state;
    CUresult result = enter(handle, &reference, &state);
    if (result != CUDA_SUCCESS)
        return result;
    if (!colour)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    memcpy(state.source.texture.borderColor, colour, sizeof state.source.texture.borderColor);
    return api_leave(reference_change(reference, &state));
}

CUresult cuTexRefSetFlags(CUtexref handle, unsigned int flags)
{
    const unsigned known = CU_TRSF_READ_AS_INTEGER | CU_TRSF_NORMALIZED_COORDINATES | CU_TRSF_SRGB |
                           CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION | CU_TRSF_SEAMLESS_CUBEMAP;
    TextureReference *reference, state;
    CUresult result = enter(handle, &reference, &state);
    if (result != CUDA_SUCCESS)
        return result;
    if (flags & ~known)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    state.source.texture.flags = flags;
    return api_leave(reference_change(reference, &state));
}

/* -- told */

CUresult cuTexRefGetFormat(CUarray_format *format, int *channels, CUtexref handle)
{
    TextureReference *reference, state;
    CUresult result = enter(handle, &reference, &state);
    if (result != CUDA_SUCCESS)
        return result;
    if (!format && !channels)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    if (format)
        *format = state.format;
    if (channels)
        *channels = state.channels;
    return api_leave(CUDA_SUCCESS);
}

CUresult cuTexRefGetAddressMode(CUaddress_mode *out, CUtexref handle, int side)
{
    TextureReference *reference, state;
    CUresult result = enter(handle, &reference, &state);
    if (result != CUDA_SUCCESS)
        return result;
    if (!out || side < 0 || side > 2)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    *out = state.source.texture.addressMode[side];
    return api_leave(CUDA_SUCCESS);
}

CUresult cuTexRefGetMipmapLevelClamp(float *least, float *most, CUtexref handle)
{
    TextureReference *reference, state;
    CUresult result = enter(handle, &reference, &state);
    if (result != CUDA_SUCCESS)
        return result;
    if (!least && !most)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    if (least)
        *least = state.source.texture.minMipmapLevelClamp;
    if (most)
        *most = state.source.texture.maxMipmapLevelClamp;
    return api_leave(CUDA_SUCCESS);
}

CUresult cuTexRefGetBorderColor(float *out, CUtexref handle)
{
    TextureReference *reference, state;
    CUresult result = enter(handle, &reference, &state);
    if (result != CUDA_SUCCESS)
        return result;
    if (!out)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    memcpy(out, state.source.texture.borderColor, sizeof state.source.texture.borderColor);
    return api_leave(CUDA_SUCCESS);
}

#define GETTER(call, Type, member)                           \
    CUresult call(Type *out, CUtexref handle)                \
    {                                                        \
        TextureReference *reference, state;                  \
        CUresult result = enter(handle, &reference, &state); \
        if (result != CUDA_SUCCESS)                          \
            return result;                                   \
        if (!out)                                            \
            return api_leave(CUDA_ERROR_INVALID_VALUE);      \
        *out = (Type)state.source.texture.member;            \
        return api_leave(CUDA_SUCCESS);                      \
    }

GETTER(cuTexRefGetFilterMode, CUfilter_mode, filterMode)
GETTER(cuTexRefGetMipmapFilterMode, CUfilter_mode, mipmapFilterMode)
GETTER(cuTexRefGetMipmapLevelBias, float, mipmapLevelBias)
GETTER(cuTexRefGetMaxAnisotropy, int, maxAnisotropy)
GETTER(cuTexRefGetFlags, unsigned int, flags)
