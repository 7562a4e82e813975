/* Formats of array elements. */
#include "sim/api/array_format.h"

#include <stddef.h>

/* How a format's elements are: never read as integers; all channels in `bytes`; sRGB. */
enum { FRACTION = 1, PACKED = 2, SRGB = 4 };

typedef struct FormatRow {
    int format; /* CUarray_format */
    SimTexelType type;
    uint8_t bytes;    /* of a channel, or of the element where the channels are packed */
    uint8_t channels; /* that the format says itself; 0: 1, 2 or 4 */
    uint8_t how;
} FormatRow;

static const FormatRow rows[] = {
    {CU_AD_FORMAT_UNSIGNED_INT8, SIM_TEXEL_U8, 1, 0, 0},
    {CU_AD_FORMAT_UNSIGNED_INT16, SIM_TEXEL_U16, 2, 0, 0},
    {CU_AD_FORMAT_UNSIGNED_INT32, SIM_TEXEL_U32, 4, 0, 0},
    {CU_AD_FORMAT_SIGNED_INT8, SIM_TEXEL_S8, 1, 0, 0},
    {CU_AD_FORMAT_SIGNED_INT16, SIM_TEXEL_S16, 2, 0, 0},
    {CU_AD_FORMAT_SIGNED_INT32, SIM_TEXEL_S32, 4, 0, 0},
    {CU_AD_FORMAT_HALF, SIM_TEXEL_F16, 2, 0, 0},
    {CU_AD_FORMAT_FLOAT, SIM_TEXEL_F32, 4, 0, 0},
    {CU_AD_FORMAT_UNORM_INT8X1, SIM_TEXEL_U8, 1, 1, FRACTION},
    {CU_AD_FORMAT_UNORM_INT8X2, SIM_TEXEL_U8, 1, 2, FRACTION},
    {CU_AD_FORMAT_UNORM_INT8X4, SIM_TEXEL_U8, 1, 4, FRACTION},
    {CU_AD_FORMAT_UNORM_INT16X1, SIM_TEXEL_U16, 2, 1, FRACTION},
    {CU_AD_FORMAT_UNORM_INT16X2, SIM_TEXEL_U16, 2, 2, FRACTION},
    {CU_AD_FORMAT_UNORM_INT16X4, SIM_TEXEL_U16, 2, 4, FRACTION},
    {CU_AD_FORMAT_SNORM_INT8X1, SIM_TEXEL_S8, 1, 1, FRACTION},
    {CU_AD_FORMAT_SNORM_INT8X2, SIM_TEXEL_S8, 1, 2, FRACTION},
    {CU_AD_FORMAT_SNORM_INT8X4, SIM_TEXEL_S8, 1, 4, FRACTION},
    {CU_AD_FORMAT_SNORM_INT16X1, SIM_TEXEL_S16, 2, 1, FRACTION},
    {CU_AD_FORMAT_SNORM_INT16X2, SIM_TEXEL_S16, 2, 2, FRACTION},
    {CU_AD_FORMAT_SNORM_INT16X4, SIM_TEXEL_S16, 2, 4, FRACTION},
    {CU_AD_FORMAT_UNORM_INT_101010_2, SIM_TEXEL_U10_2, 4, 4, FRACTION | PACKED},
    {CU_AD_FORMAT_BC1_UNORM, SIM_TEXEL_BC1, 8, 4, FRACTION | PACKED},
    {CU_AD_FORMAT_BC1_UNORM_SRGB, SIM_TEXEL_BC1, 8, 4, FRACTION | PACKED | SRGB},
    {CU_AD_FORMAT_BC2_UNORM, SIM_TEXEL_BC2, 16, 4, FRACTION | PACKED},
    {CU_AD_FORMAT_BC2_UNORM_SRGB, SIM_TEXEL_BC2, 16, 4, FRACTION | PACKED | SRGB},
    {CU_AD_FORMAT_BC3_UNORM, SIM_TEXEL_BC3, 16, 4, FRACTION | PACKED},
    {CU_AD_FORMAT_BC3_UNORM_SRGB, SIM_TEXEL_BC3, 16, 4, FRACTION | PACKED | SRGB},
    {CU_AD_FORMAT_BC4_UNORM, SIM_TEXEL_BC4U, 8, 1, FRACTION | PACKED},
    {CU_AD_FORMAT_BC4_SNORM, SIM_TEXEL_BC4S, 8, 1, FRACTION | PACKED},
    {CU_AD_FORMAT_BC5_UNORM, SIM_TEXEL_BC5U, 16, 2, FRACTION | PACKED},
    {CU_AD_FORMAT_BC5_SNORM, SIM_TEXEL_BC5S, 16, 2, FRACTION | PACKED},
    {CU_AD_FORMAT_BC6H_UF16, SIM_TEXEL_BC6U, 16, 3, FRACTION | PACKED},
    {CU_AD_FORMAT_BC6H_SF16, SIM_TEXEL_BC6S, 16, 3, FRACTION | PACKED},
    {CU_AD_FORMAT_BC7_UNORM, SIM_TEXEL_BC7, 16, 4, FRACTION | PACKED},
    {CU_AD_FORMAT_BC7_UNORM_SRGB, SIM_TEXEL_BC7, 16, 4, FRACTION | PACKED | SRGB},
};

CUresult array_format(CUarray_format format, unsigned channels, ArrayFormat *out)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const FormatRow *row = &rows[i];
        if (row->format != (int)format)
            continue;
        bool fits = row->channels ? channels == row->channels
                                  : channels == 1 || channels == 2 || channels == 4;
        *out = (ArrayFormat){.type = row->type,
                             .channels = channels,
                             .texel_bytes = row->bytes * (row->how & PACKED ? 1 : channels),
                             .fraction = row->how & FRACTION,
                             .tiles = row->type >= SIM_TEXEL_BC1,
                             .srgb = row->how & SRGB,
                             .opaque = row->type >= SIM_TEXEL_BC1 && channels < 4};
        return fits ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
    }
    return CUDA_ERROR_INVALID_VALUE; /* so an H200 answers to video formats, too */
}

/* Views come in threes: 1, 2 and 4 channels of a format. */
CUresult array_format_of_view(CUresourceViewFormat view, ArrayFormat *out)
{
    static const CUarray_format formats[] = {
        CU_AD_FORMAT_UNSIGNED_INT8, CU_AD_FORMAT_SIGNED_INT8,    CU_AD_FORMAT_UNSIGNED_INT16,
        CU_AD_FORMAT_SIGNED_INT16,  CU_AD_FORMAT_UNSIGNED_INT32, CU_AD_FORMAT_SIGNED_INT32,
        CU_AD_FORMAT_HALF,          CU_AD_FORMAT_FLOAT,
    };
    static const ArrayFormat tiles[] = {
        {SIM_TEXEL_BC1, 4, 8, true, true, false, false},
        {SIM_TEXEL_BC2, 4, 16, true, true, false, false},
        {SIM_TEXEL_BC3, 4, 16, true, true, false, false},
        {SIM_TEXEL_BC4U, 1, 8, true, true, false, false},
        {SIM_TEXEL_BC4S, 1, 8, true, true, false, false},
        {SIM_TEXEL_BC5U, 2, 16, true, true, false, false},
        {SIM_TEXEL_BC5S, 2, 16, true, true, false, false},
        {SIM_TEXEL_BC6U, 3, 16, true, true, false, false},
        {SIM_TEXEL_BC6S, 3, 16, true, true, false, false},
        {SIM_TEXEL_BC7, 4, 16, true, true, false, false},
    };
    if (view >= CU_RES_VIEW_FORMAT_UNSIGNED_BC1 && view <= CU_RES_VIEW_FORMAT_UNSIGNED_BC7) {
        *out = tiles[view - CU_RES_VIEW_FORMAT_UNSIGNED_BC1];
        return CUDA_SUCCESS;
    }
    if (view < CU_RES_VIEW_FORMAT_UINT_1X8 || view > CU_RES_VIEW_FORMAT_FLOAT_4X32)
        return CUDA_ERROR_INVALID_VALUE;
    unsigned row = view - CU_RES_VIEW_FORMAT_UINT_1X8;
    return array_format(formats[row / 3], 1u << row % 3, out);
}
