/* Which arrays can be made: shapes, flags and the device's limits (cuArray3DCreate). */
#include "sim/api/array.h"
#include "sim/api/device.h"

enum { CUBE_FACES = 6 };

SimTextureShape array_shape(const CUDA_ARRAY3D_DESCRIPTOR *d)
{
    bool layered = d->Flags & CUDA_ARRAY3D_LAYERED;
    if (d->Flags & CUDA_ARRAY3D_CUBEMAP)
        return layered ? SIM_TEXTURE_CUBE_LAYERED : SIM_TEXTURE_CUBE;
    if (layered)
        return d->Height ? SIM_TEXTURE_2D_LAYERED : SIM_TEXTURE_1D_LAYERED;
    return d->Depth ? SIM_TEXTURE_3D : d->Height ? SIM_TEXTURE_2D : SIM_TEXTURE_1D;
}

/* Attributes that bound the extents; 0: the extent must be 0, SAME: as the width. */
enum { NONE = 0, SAME = -1 };
typedef struct Limits {
    int width, height, depth;
} Limits;

#define ATTRIBUTE(name) CU_DEVICE_ATTRIBUTE_MAXIMUM_##name

static const Limits texture_limits[] = {
    [SIM_TEXTURE_1D] = {ATTRIBUTE(TEXTURE1D_WIDTH), NONE, NONE},
    [SIM_TEXTURE_2D] = {ATTRIBUTE(TEXTURE2D_WIDTH), ATTRIBUTE(TEXTURE2D_HEIGHT), NONE},
    [SIM_TEXTURE_3D] = {ATTRIBUTE(TEXTURE3D_WIDTH), ATTRIBUTE(TEXTURE3D_HEIGHT),
                        ATTRIBUTE(TEXTURE3D_DEPTH)},
    [SIM_TEXTURE_1D_LAYERED] = {ATTRIBUTE(TEXTURE1D_LAYERED_WIDTH), NONE,
                                ATTRIBUTE(TEXTURE1D_LAYERED_LAYERS)},
    [SIM_TEXTURE_2D_LAYERED] = {ATTRIBUTE(TEXTURE2D_LAYERED_WIDTH),
                                ATTRIBUTE(TEXTURE2D_LAYERED_HEIGHT),
                                ATTRIBUTE(TEXTURE2D_LAYERED_LAYERS)},
    [SIM_TEXTURE_CUBE] = {ATTRIBUTE(TEXTURECUBEMAP_WIDTH), SAME, SAME},
    [SIM_TEXTURE_CUBE_LAYERED] = {ATTRIBUTE(TEXTURECUBEMAP_LAYERED_WIDTH), SAME,
                                  ATTRIBUTE(TEXTURECUBEMAP_LAYERED_LAYERS)},
};

static const Limits surface_limits[] = {
    [SIM_TEXTURE_1D] = {ATTRIBUTE(SURFACE1D_WIDTH), NONE, NONE},
    [SIM_TEXTURE_2D] = {ATTRIBUTE(SURFACE2D_WIDTH), ATTRIBUTE(SURFACE2D_HEIGHT), NONE},
    [SIM_TEXTURE_3D] = {ATTRIBUTE(SURFACE3D_WIDTH), ATTRIBUTE(SURFACE3D_HEIGHT),
                        ATTRIBUTE(SURFACE3D_DEPTH)},
    [SIM_TEXTURE_1D_LAYERED] = {ATTRIBUTE(SURFACE1D_LAYERED_WIDTH), NONE,
                                ATTRIBUTE(SURFACE1D_LAYERED_LAYERS)},
    [SIM_TEXTURE_2D_LAYERED] = {ATTRIBUTE(SURFACE2D_LAYERED_WIDTH),
                                ATTRIBUTE(SURFACE2D_LAYERED_HEIGHT),
                                ATTRIBUTE(SURFACE2D_LAYERED_LAYERS)},
    [SIM_TEXTURE_CUBE] = {ATTRIBUTE(SURFACECUBEMAP_WIDTH), SAME, SAME},
    [SIM_TEXTURE_CUBE_LAYERED] = {ATTRIBUTE(SURFACECUBEMAP_LAYERED_WIDTH), SAME,
                                  ATTRIBUTE(SURFACECUBEMAP_LAYERED_LAYERS)},
};

static const Limits deep_limits = {ATTRIBUTE(TEXTURE3D_WIDTH_ALTERNATE),
                                   ATTRIBUTE(TEXTURE3D_HEIGHT_ALTERNATE),
                                   ATTRIBUTE(TEXTURE3D_DEPTH_ALTERNATE)};
static const Limits gather_limits = {ATTRIBUTE(TEXTURE2D_GATHER_WIDTH),
                                     ATTRIBUTE(TEXTURE2D_GATHER_HEIGHT), NONE};
static const Limits mipmap_limits[] = {
    [SIM_TEXTURE_1D] = {ATTRIBUTE(TEXTURE1D_MIPMAPPED_WIDTH), NONE, NONE},
    [SIM_TEXTURE_2D] = {ATTRIBUTE(TEXTURE2D_MIPMAPPED_WIDTH), ATTRIBUTE(TEXTURE2D_MIPMAPPED_HEIGHT),
                        NONE},
};

static bool extent_fits(size_t extent, int attribute)
{
    int most = 0;
    if (attribute == SAME)
        return true;
    if (attribute == NONE)
        return extent == 0;
    device_attribute(library()->profile, (CUdevice_attribute)attribute, &most);
    return extent >= 1 && extent <= (size_t)most;
}

static bool fits(const CUDA_ARRAY3D_DESCRIPTOR *d, const Limits *limits)
{
    return extent_fits(d->Width, limits->width) && extent_fits(d->Height, limits->height) &&
           extent_fits(d->Depth, limits->depth);
}

static bool is_cube(const CUDA_ARRAY3D_DESCRIPTOR *d)
{
    bool layered = d->Flags & CUDA_ARRAY3D_LAYERED;
    return d->Width == d->Height &&
           (layered ? d->Depth && d->Depth % CUBE_FACES == 0 : d->Depth == CUBE_FACES);
}

static bool size_fits(const CUDA_ARRAY3D_DESCRIPTOR *d, bool mipmapped)
{
    SimTextureShape shape = array_shape(d);
    const Limits *most = &texture_limits[shape];
    if (mipmapped && shape <= SIM_TEXTURE_2D)
        most = &mipmap_limits[shape];
    if (!fits(d, most) && (shape != SIM_TEXTURE_3D || !fits(d, &deep_limits)))
        return false;
    if ((d->Flags & CUDA_ARRAY3D_SURFACE_LDST) && !fits(d, &surface_limits[shape]))
        return false;
    if ((d->Flags & CUDA_ARRAY3D_TEXTURE_GATHER) && !fits(d, &gather_limits))
        return false;
    return !(d->Flags & CUDA_ARRAY3D_CUBEMAP) || is_cube(d);
}

/* Depth textures and colour attachments come from graphics. Arrays whose memory is mapped later
 * have theirs from the start. */
CUresult array_check(const CUDA_ARRAY3D_DESCRIPTOR *d, unsigned levels)
{
    const unsigned flags = CUDA_ARRAY3D_LAYERED | CUDA_ARRAY3D_SURFACE_LDST | CUDA_ARRAY3D_CUBEMAP |
                           CUDA_ARRAY3D_TEXTURE_GATHER | CUDA_ARRAY3D_SPARSE |
                           CUDA_ARRAY3D_DEFERRED_MAPPING;
    ArrayFormat format;
    if (d->Flags & ~flags)
        return CUDA_ERROR_INVALID_VALUE;
    CUresult result = array_format(d->Format, d->NumChannels, &format);
    if (result != CUDA_SUCCESS)
        return result;
    if (!size_fits(d, levels != 0))
        return CUDA_ERROR_INVALID_VALUE;
    if (format.tiles && d->Flags & CUDA_ARRAY3D_SURFACE_LDST)
        return CUDA_ERROR_NOT_SUPPORTED;
    return format.tiles && !d->Height ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}
