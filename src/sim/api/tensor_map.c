/* Tensor maps: their parameters checked by the rules of the Driver API's documentation, and written
 * in an encoding of our own. */
#include "sim/tensor_map.h"

#include <stdbool.h>
#include <string.h>

#include "sim/api/state.h"

enum { MAP_ALIGNMENT = 64, BOX_MAX = 256, STEP_MAX = 8, CHANNELS_MAX = 256, PIXELS_MAX = 1024 };

/* What an encoding is made from; fields that a kind has not are 0. */
typedef struct Asked {
    SimTensorMode mode;
    CUtensorMapDataType type;
    uint32_t rank;
    const void *address;
    const uint64_t *extents, *strides;
    const uint32_t *box, *steps;
    CUtensorMapInterleave interleave;
    CUtensorMapSwizzle swizzle;
    CUtensorMapL2promotion promotion;
    CUtensorMapFloatOOBfill fill;
} Asked;

static bool type_is_packed(CUtensorMapDataType type)
{
    return type >= CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN8B;
}

/* Packed types whose groups have gaps in shared memory. */
static bool type_has_gaps(CUtensorMapDataType type)
{
    return type >= CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN16B;
}

static bool type_is_float(CUtensorMapDataType type)
{
    return type >= CU_TENSOR_MAP_DATA_TYPE_FLOAT16 && !type_is_packed(type);
}

static uint64_t type_bits(CUtensorMapDataType type)
{
    static const uint8_t bits[] = {8, 16, 32, 32, 64, 64, 16, 32, 64, 16, 32, 32, 32, 4, 4, 6};
    return bits[type];
}

static bool swizzle_valid(const Asked *asked)
{
    switch (asked->type) {
    case CU_TENSOR_MAP_DATA_TYPE_16U6_ALIGN16B:
        return asked->swizzle == CU_TENSOR_MAP_SWIZZLE_NONE ||
               asked->swizzle == CU_TENSOR_MAP_SWIZZLE_128B ||
               asked->swizzle == CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B ||
               asked->swizzle == CU_TENSOR_MAP_SWIZZLE_128B_ATOM_64B;
    case CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN16B:
        return asked->swizzle == CU_TENSOR_MAP_SWIZZLE_NONE ||
               asked->swizzle == CU_TENSOR_MAP_SWIZZLE_128B ||
               asked->swizzle == CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B;
    default:
        return asked->interleave != CU_TENSOR_MAP_INTERLEAVE_32B ||
               asked->swizzle == CU_TENSOR_MAP_SWIZZLE_32B;
    }
}

static bool enums_valid(const Asked *asked)
{
    return (unsigned)asked->type <= CU_TENSOR_MAP_DATA_TYPE_16U6_ALIGN16B &&
           (unsigned)asked->interleave <= CU_TENSOR_MAP_INTERLEAVE_32B &&
           (unsigned)asked->swizzle <= CU_TENSOR_MAP_SWIZZLE_128B_ATOM_64B &&
           (unsigned)asked->promotion <= CU_TENSOR_MAP_L2_PROMOTION_L2_256B &&
           (unsigned)asked->fill <= CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA &&
           (!asked->fill || type_is_float(asked->type)) && swizzle_valid(asked) &&
           (asked->type != CU_TENSOR_MAP_DATA_TYPE_16U6_ALIGN16B || !asked->interleave);
}

static bool tensor_valid(const Asked *asked)
{
    uint64_t grain =
        asked->interleave == CU_TENSOR_MAP_INTERLEAVE_32B || type_has_gaps(asked->type) ? 32 : 16;
    uint64_t group = type_has_gaps(asked->type) ? 128 : type_is_packed(asked->type) ? 2 : 1;
    uint32_t least = asked->mode != SIM_TENSOR_TILED || asked->interleave ? 3 : 1;
    if (asked->rank < least || asked->rank > SIM_TENSOR_RANK_MAX || !asked->address ||
        (uintptr_t)asked->address % grain || !asked->extents ||
        (asked->rank > 1 && !asked->strides) || asked->extents[0] % group)
        return false;
    for (uint32_t i = 0; i < asked->rank; i++)
        if (!asked->extents[i] || asked->extents[i] > UINT64_C(1) << 32)
            return false;
    for (uint32_t i = 0; i + 1 < asked->rank; i++)
        if (asked->strides[i] % grain || asked->strides[i] >= UINT64_C(1) << 40)
            return false;
    return true;
}

/* `elements` of the innermost dimension that are brought together. */
static bool inner_valid(const Asked *asked, uint32_t elements)
{
    static const uint16_t spans[] = {0, 32, 64, 128, 128, 128, 128};
    uint64_t bits = elements * type_bits(asked->type);
    if (type_has_gaps(asked->type) && elements != 128)
        return false;
    if (asked->interleave != CU_TENSOR_MAP_INTERLEAVE_NONE)
        return true;
    if (bits % 128) /* 16 bytes */
        return false;
    bool fits = type_has_gaps(asked->type) || bits <= 8 * spans[asked->swizzle];
    return asked->swizzle == CU_TENSOR_MAP_SWIZZLE_NONE || fits;
}

static bool steps_valid(const Asked *asked)
{
    if (!asked->steps)
        return false;
    for (uint32_t i = 0; i < asked->rank; i++) {
        bool ignored = i == 0 && asked->interleave == CU_TENSOR_MAP_INTERLEAVE_NONE;
        if (!ignored && (!asked->steps[i] || asked->steps[i] > STEP_MAX))
            return false;
    }
    return true;
}

static bool box_valid(const Asked *asked)
{
    if (!asked->box)
        return false;
    for (uint32_t i = 0; i < asked->rank; i++)
        if (!asked->box[i] || asked->box[i] > BOX_MAX)
            return false;
    return inner_valid(asked, asked->box[0]);
}

static bool asked_valid(const CUtensorMap *out, const Asked *asked)
{
    return out && (uintptr_t)out % MAP_ALIGNMENT == 0 && enums_valid(asked) &&
           tensor_valid(asked) && steps_valid(asked);
}

static SimTensorMap map_make(const Asked *asked)
{
    SimTensorMap map = {.magic = SIM_TENSOR_MAP_MAGIC,
                        .mode = asked->mode,
                        .type = asked->type,
                        .rank = (uint8_t)asked->rank,
                        .interleave = asked->interleave,
                        .swizzle = asked->swizzle,
                        .atomicity = asked->swizzle > CU_TENSOR_MAP_SWIZZLE_128B
                                         ? asked->swizzle - CU_TENSOR_MAP_SWIZZLE_128B
                                         : 0,
                        .promotion = asked->promotion,
                        .fill = asked->fill,
                        .address = (uintptr_t)asked->address};
    for (uint32_t i = 0; i < asked->rank; i++) {
        bool ignored = i == 0 && asked->interleave == CU_TENSOR_MAP_INTERLEAVE_NONE;
        map.last[i] = (uint32_t)(asked->extents[i] - 1);
        map.element_stride[i] = ignored ? 1 : (uint8_t)asked->steps[i];
        if (asked->box)
            map.box[i] = (uint16_t)asked->box[i];
    }
    for (uint32_t i = 0; i + 1 < asked->rank; i++)
        map.stride[i] = asked->strides[i];
    return map;
}

/* Programs align maps to 64 bytes as the driver asks, the type itself to 128: by its bytes alone.
 */
static void map_write(void *out, const SimTensorMap *map)
{
    memset(out, 0, sizeof(CUtensorMap));
    memcpy(out, map, sizeof *map);
}

CUresult cuTensorMapEncodeTiled(CUtensorMap *out, CUtensorMapDataType type, uint32_t rank,
                                void *address, const uint64_t *extents, const uint64_t *strides,
                                const uint32_t *box, const uint32_t *steps,
                                CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                                CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill)
{
    Asked asked = {SIM_TENSOR_TILED, type,    rank,      address, extents, strides, box, steps,
                   interleave,       swizzle, promotion, fill};
    if (!asked_valid(out, &asked) || !box_valid(&asked))
        return CUDA_ERROR_INVALID_VALUE;
    SimTensorMap map = map_make(&asked);
    map_write(out, &map);
    return CUDA_SUCCESS;
}

/* Offsets of im2col's box have fewer bits the more of them there are. */
static bool corner_valid(uint32_t rank, const int *corner)
{
    const int most = rank == 3 ? 32767 : rank == 4 ? 127 : 15;
    for (uint32_t i = 0; corner && i < rank - 2; i++)
        if (corner[i] > most || corner[i] < -most - 1)
            return false;
    return corner != NULL;
}

static bool columns_valid(const Asked *asked, uint32_t channels, uint32_t pixels)
{
    return channels && channels <= CHANNELS_MAX && pixels && pixels <= PIXELS_MAX &&
           inner_valid(asked, channels);
}

/* The box that is left of the tensor when the corners are taken off. */
static bool pixel_box_valid(const Asked *asked, const int *lower, const int *upper)
{
    for (uint32_t i = 0; i < asked->rank - 2; i++)
        if ((int64_t)asked->extents[i + 1] + upper[i] - lower[i] <= 0)
            return false;
    return true;
}

CUresult cuTensorMapEncodeIm2col(CUtensorMap *out, CUtensorMapDataType type, uint32_t rank,
                                 void *address, const uint64_t *extents, const uint64_t *strides,
                                 const int *lower, const int *upper, uint32_t channels,
                                 uint32_t pixels, const uint32_t *steps,
                                 CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                                 CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill)
{
    Asked asked = {SIM_TENSOR_IM2COL, type,    rank,      address, extents, strides, NULL, steps,
                   interleave,        swizzle, promotion, fill};
    if (!asked_valid(out, &asked) || !columns_valid(&asked, channels, pixels) ||
        !corner_valid(rank, lower) || !corner_valid(rank, upper) ||
        !pixel_box_valid(&asked, lower, upper))
        return CUDA_ERROR_INVALID_VALUE;
    SimTensorMap map = map_make(&asked);
    map.channels = (uint16_t)channels;
    map.pixels = (uint16_t)pixels;
    for (uint32_t i = 0; i < rank - 2; i++) {
        map.lower[i] = (int16_t)lower[i];
        map.upper[i] = (int16_t)upper[i];
    }
    map_write(out, &map);
    return CUDA_SUCCESS;
}

CUresult cuTensorMapEncodeIm2colWide(CUtensorMap *out, CUtensorMapDataType type, uint32_t rank,
                                     void *address, const uint64_t *extents,
                                     const uint64_t *strides, int lower, int upper,
                                     uint32_t channels, uint32_t pixels, const uint32_t *steps,
                                     CUtensorMapInterleave interleave,
                                     CUtensorMapIm2ColWideMode mode, CUtensorMapSwizzle swizzle,
                                     CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill)
{
    Asked asked = {SIM_TENSOR_IM2COL_WIDE,
                   type,
                   rank,
                   address,
                   extents,
                   strides,
                   NULL,
                   steps,
                   interleave,
                   swizzle,
                   promotion,
                   fill};
    if (!asked_valid(out, &asked) || !columns_valid(&asked, channels, pixels) ||
        (unsigned)mode > CU_TENSOR_MAP_IM2COL_WIDE_MODE_W128 || !corner_valid(3, &lower) ||
        !corner_valid(3, &upper))
        return CUDA_ERROR_INVALID_VALUE;
    SimTensorMap map = map_make(&asked);
    if (mode == CU_TENSOR_MAP_IM2COL_WIDE_MODE_W128)
        map.mode = SIM_TENSOR_IM2COL_WIDE_128;
    map.channels = (uint16_t)channels;
    map.pixels = (uint16_t)pixels;
    map.lower[0] = (int16_t)lower;
    map.upper[0] = (int16_t)upper;
    map_write(out, &map);
    return CUDA_SUCCESS;
}

CUresult cuTensorMapReplaceAddress(CUtensorMap *out, void *address)
{
    SimTensorMap map;
    if (!out || (uintptr_t)out % MAP_ALIGNMENT)
        return CUDA_ERROR_INVALID_VALUE;
    memcpy(&map, out, sizeof map);
    bool wide = map.interleave == CU_TENSOR_MAP_INTERLEAVE_32B ||
                type_has_gaps((CUtensorMapDataType)map.type);
    if (map.magic != SIM_TENSOR_MAP_MAGIC || !address || (uintptr_t)address % (wide ? 32 : 16))
        return CUDA_ERROR_INVALID_VALUE;
    map.address = (uintptr_t)address;
    map_write(out, &map);
    return CUDA_SUCCESS;
}
