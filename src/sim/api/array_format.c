/* Formats of array elements. */
#include "sim/api/array_format.h"

#include <stddef.h>

typedef struct FormatRow {
    int format; /* CUarray_format */
    SimTexelType type;
    uint8_t bytes;    /* of a channel, or of the element where the channels are packed */
    uint8_t channels; /* that the format says itself; 0: 1, 2 or 4 */
    bool fraction, packed;
} FormatRow;

static const FormatRow rows[] = {
    {CU_AD_FORMAT_UNSIGNED_INT8, SIM_TEXEL_U8, 1, 0, false, false},
    {CU_AD_FORMAT_UNSIGNED_INT16, SIM_TEXEL_U16, 2, 0, false, false},
    {CU_AD_FORMAT_UNSIGNED_INT32, SIM_TEXEL_U32, 4, 0, false, false},
    {CU_AD_FORMAT_SIGNED_INT8, SIM_TEXEL_S8, 1, 0, false, false},
    {CU_AD_FORMAT_SIGNED_INT16, SIM_TEXEL_S16, 2, 0, false, false},
    {CU_AD_FORMAT_SIGNED_INT32, SIM_TEXEL_S32, 4, 0, false, false},
    {CU_AD_FORMAT_HALF, SIM_TEXEL_F16, 2, 0, false, false},
    {CU_AD_FORMAT_FLOAT, SIM_TEXEL_F32, 4, 0, false, false},
    {CU_AD_FORMAT_UNORM_INT8X1, SIM_TEXEL_U8, 1, 1, true, false},
    {CU_AD_FORMAT_UNORM_INT8X2, SIM_TEXEL_U8, 1, 2, true, false},
    {CU_AD_FORMAT_UNORM_INT8X4, SIM_TEXEL_U8, 1, 4, true, false},
    {CU_AD_FORMAT_UNORM_INT16X1, SIM_TEXEL_U16, 2, 1, true, false},
    {CU_AD_FORMAT_UNORM_INT16X2, SIM_TEXEL_U16, 2, 2, true, false},
    {CU_AD_FORMAT_UNORM_INT16X4, SIM_TEXEL_U16, 2, 4, true, false},
    {CU_AD_FORMAT_SNORM_INT8X1, SIM_TEXEL_S8, 1, 1, true, false},
    {CU_AD_FORMAT_SNORM_INT8X2, SIM_TEXEL_S8, 1, 2, true, false},
    {CU_AD_FORMAT_SNORM_INT8X4, SIM_TEXEL_S8, 1, 4, true, false},
    {CU_AD_FORMAT_SNORM_INT16X1, SIM_TEXEL_S16, 2, 1, true, false},
    {CU_AD_FORMAT_SNORM_INT16X2, SIM_TEXEL_S16, 2, 2, true, false},
    {CU_AD_FORMAT_SNORM_INT16X4, SIM_TEXEL_S16, 2, 4, true, false},
    {CU_AD_FORMAT_UNORM_INT_101010_2, SIM_TEXEL_U10_2, 4, 4, true, true},
};

static bool is_known(int format)
{
    return (format >= CU_AD_FORMAT_BC1_UNORM && format <= CU_AD_FORMAT_P010) ||
           (format >= CU_AD_FORMAT_P016 && format <= CU_AD_FORMAT_Y410) ||
           (format >= CU_AD_FORMAT_NV12 && format <= CU_AD_FORMAT_YUV444_16bit_SemiPlanar);
}

CUresult array_format(CUarray_format format, unsigned channels, ArrayFormat *out)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const FormatRow *row = &rows[i];
        if (row->format != (int)format)
            continue;
        bool fits = row->channels ? channels == row->channels
                                  : channels == 1 || channels == 2 || channels == 4;
        *out = (ArrayFormat){row->type, channels, row->bytes * (row->packed ? 1 : channels),
                             row->fraction};
        return fits ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
    }
    return is_known((int)format) ? CUDA_ERROR_NOT_SUPPORTED : CUDA_ERROR_INVALID_VALUE;
}

/* Views come in threes: 1, 2 and 4 channels of a format. */
CUresult array_format_of_view(CUresourceViewFormat view, ArrayFormat *out)
{
    static const CUarray_format formats[] = {
        CU_AD_FORMAT_UNSIGNED_INT8, CU_AD_FORMAT_SIGNED_INT8,    CU_AD_FORMAT_UNSIGNED_INT16,
        CU_AD_FORMAT_SIGNED_INT16,  CU_AD_FORMAT_UNSIGNED_INT32, CU_AD_FORMAT_SIGNED_INT32,
        CU_AD_FORMAT_HALF,          CU_AD_FORMAT_FLOAT,
    };
    if (view >= CU_RES_VIEW_FORMAT_UNSIGNED_BC1 && view <= CU_RES_VIEW_FORMAT_UNSIGNED_BC7)
        return CUDA_ERROR_NOT_SUPPORTED;
    if (view < CU_RES_VIEW_FORMAT_UINT_1X8 || view > CU_RES_VIEW_FORMAT_FLOAT_4X32)
        return CUDA_ERROR_INVALID_VALUE;
    unsigned row = view - CU_RES_VIEW_FORMAT_UINT_1X8;
    return array_format(formats[row / 3], 1u << row % 3, out);
}
