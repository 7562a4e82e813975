/* What lies in the 128 bytes of a CUtensorMap: cuTensorMapEncode* write it, cp.async.bulk.tensor
 * reads it (CUDA Driver API, tensor map object management; ISA 5.5). On a GPU the bytes are opaque,
 * so their order is ours to choose. Dimension 0 is the innermost one. */
#ifndef CULAB_SIM_TENSOR_MAP_H
#define CULAB_SIM_TENSOR_MAP_H

#include <stdint.h>

#define SIM_TENSOR_MAP_MAGIC 0x54616d43u

enum { SIM_TENSOR_RANK_MAX = 5 };
typedef enum SimTensorMode {
    SIM_TENSOR_TILED,
    SIM_TENSOR_IM2COL,
    SIM_TENSOR_IM2COL_WIDE, /* mode W */
    SIM_TENSOR_IM2COL_WIDE_128
} SimTensorMode;

typedef struct SimTensorMap {
    uint32_t magic; /* SIM_TENSOR_MAP_MAGIC: anything else is no tensor map */
    uint8_t mode;   /* SimTensorMode */
    uint8_t type;   /* CUtensorMapDataType */
    uint8_t rank;   /* 1 to 5 */
    uint8_t interleave;
    uint8_t swizzle;
    uint8_t promotion;                           /* to L2 */
    uint8_t fill;                                /* CUtensorMapFloatOOBfill */
    uint8_t element_stride[SIM_TENSOR_RANK_MAX]; /* 1 to 8 */
    uint64_t address;                            /* of the tensor in global memory */
    uint32_t last[SIM_TENSOR_RANK_MAX];          /* globalDim - 1: elements */
    uint16_t box[SIM_TENSOR_RANK_MAX];           /* boxDim, of tiled ones */
    uint16_t channels, pixels;                   /* of the others: for each pixel, in a column */
    int16_t lower[3], upper[3];                  /* their corners, W first */
    uint8_t atomicity; /* of a swizzle of 128 bytes, kept while the map has another one */
    uint8_t unused[9];
    uint64_t stride[SIM_TENSOR_RANK_MAX - 1]; /* globalStrides, of dimension 1 and up: bytes */
} SimTensorMap;
_Static_assert(sizeof(SimTensorMap) <= 128, "it lies in a CUtensorMap");

#endif
