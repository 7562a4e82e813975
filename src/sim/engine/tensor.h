/* Copies between a box of a tensor in global memory and shared memory (ISA 5.5, 9.7.9.27). */
#ifndef CULAB_SIM_ENGINE_TENSOR_H
#define CULAB_SIM_ENGINE_TENSOR_H

#include "sim/engine/bulk.h"
#include "sim/tensor_map.h"

enum { TENSOR_ROWS = 4 };

typedef struct TensorCopy {
    SimTensorMap map;
    int32_t start[SIM_TENSOR_RANK_MAX]; /* of `rows`: of dimension 0, then each row's */
    uint16_t offset[3];                 /* of im2col: added to W, H, D */
    bool im2col, store;                 /* store: to the tensor */
    bool rows; /* tile::gather4 and tile::scatter4: TENSOR_ROWS rows, each with its place */
} TensorCopy;

/* Why the map can't be used for this; NULL: it can. */
const char *tensor_refusal(const TensorCopy *tensor, uint32_t rank);
/* Bytes in shared memory. */
uint64_t tensor_bytes(const TensorCopy *tensor);
/* NULL: the tensor's type has no such operation. */
const Reduction *tensor_reduction(const TensorCopy *tensor, PtxMod operation);
/* Whether what the copy reaches of the tensor is allocated; false: the run is over. */
bool tensor_check(const BulkCopy *copy);
/* What the copy moves, with its end in shared memory in copy->to or, of a store, copy->from. */
void tensor_move(const BulkCopy *copy);

#endif
