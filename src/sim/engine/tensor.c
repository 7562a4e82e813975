/* Boxes of tensors: which element of global memory lies where in shared memory. */
#include "sim/engine/tensor.h"

#include <string.h>

enum { DATA_U4 = 13, DATA_TYPES = 14, FILL_NAN = 1, CHUNK = 16 };

/* Of a CUtensorMapDataType, in bits. */
static const uint8_t type_bits[DATA_TYPES] = {8, 16, 32, 32, 64, 64, 16, 32, 64, 16, 32, 32, 32, 4};
/* What lies outside where NaN is asked for, as an H200 has it: in each 16 bits the one that
 * fma.oob knows; 0: no type of floats. */
static const uint64_t type_nan[DATA_TYPES] = {
    [6] = 0x7ff7,      [7] = 0x7ff77ff7,  [8] = 0x7ff77ff77ff77ff7, [9] = 0x7ff7,
    [10] = 0x7ff77ff7, [11] = 0x7ff77ff7, [12] = 0x7ff77ff7};
static const bool type_flushes[DATA_TYPES] = {[10] = true, [12] = true};

/* Which bits of an address in shared memory are changed by which others: `from` ^= `by`. */
typedef struct Swizzle {
    uint32_t from, count, by;
    bool flip; /* bit 3 by bit 7 as well */
} Swizzle;
static const Swizzle swizzles[] = {
    {0, 0, 0, false}, {4, 1, 7, false}, {4, 2, 7, false}, {4, 3, 7, false},
    {5, 2, 7, false}, {5, 2, 7, true},  {6, 1, 7, false},
};
enum { SWIZZLES = sizeof(swizzles) / sizeof(*swizzles) };

static uint64_t swizzled(const SimTensorMap *map, uint64_t address)
{
    const Swizzle *swizzle = &swizzles[map->swizzle];
    uint64_t bits = address >> swizzle->by & ((UINT64_C(1) << swizzle->count) - 1);
    address ^= bits << swizzle->from;
    return swizzle->flip ? address ^ (address >> 7 & 1) << 3 : address;
}

const char *tensor_refusal(const TensorCopy *tensor, uint32_t rank)
{
    const SimTensorMap *map = &tensor->map;
    if (map->magic != SIM_TENSOR_MAP_MAGIC)
        return "no tensor map lies there";
    if (map->rank != rank || rank < 1 || rank > SIM_TENSOR_RANK_MAX)
        return "the tensor map is for another number of dimensions";
    if (map->type >= DATA_TYPES || map->swizzle >= SWIZZLES)
        return "packed types of 6 and 4 bits with gaps are not supported";
    if (map->interleave)
        return "interleaved layouts are not supported";
    if (map->mode > SIM_TENSOR_IM2COL)
        return "wide im2col modes are not supported";
    if (tensor->im2col != (map->mode == SIM_TENSOR_IM2COL))
        return "the tensor map is for another mode";
    if (tensor->rows && map->box[1] != 1)
        return "it takes rows from a tensor map whose box has not one row";
    for (uint32_t i = 0; i < rank; i++)
        if (!map->element_stride[i])
            return "the tensor map has a stride of 0";
    if ((int64_t)tensor->start[0] * type_bits[map->type] % (CHUNK * 8))
        return "the first coordinate is not at a multiple of 16 bytes";
    for (uint32_t i = 0; tensor->store && i < (tensor->rows ? 1 + TENSOR_ROWS : rank); i++)
        if (tensor->start[i] < 0)
            return "a copy to a tensor begins before it";
    if (map->fill == FILL_NAN && !type_nan[map->type])
        return "the tensor map asks for NaN outside of integers";
    return NULL;
}

static uint64_t inner_elements(const TensorCopy *tensor)
{
    return tensor->im2col ? tensor->map.channels : tensor->map.box[0];
}

static uint64_t inner_bytes(const TensorCopy *tensor)
{
    return inner_elements(tensor) * type_bits[tensor->map.type] / 8;
}

/* Elements along a dimension above the innermost. */
static uint64_t steps(const SimTensorMap *map, uint32_t dimension)
{
    uint32_t stride = map->element_stride[dimension];
    return (map->box[dimension] + stride - 1) / stride;
}

static uint64_t row_count(const TensorCopy *tensor)
{
    uint64_t rows = 1;
    if (tensor->im2col)
        return tensor->map.pixels;
    if (tensor->rows)
        return TENSOR_ROWS;
    for (uint32_t i = 1; i < tensor->map.rank; i++)
        rows *= steps(&tensor->map, i);
    return rows;
}

uint64_t tensor_bytes(const TensorCopy *tensor)
{
    return inner_bytes(tensor) * row_count(tensor);
}

/* -- rows: all elements that differ in dimension 0 only */

typedef struct Row {
    int64_t at[SIM_TENSOR_RANK_MAX]; /* coordinates; of im2col before its offsets */
    uint64_t step[SIM_TENSOR_RANK_MAX];
} Row;

static void row_first(const TensorCopy *tensor, Row *row)
{
    *row = (Row){{0}, {0}};
    for (uint32_t i = 0; i < tensor->map.rank; i++)
        row->at[i] = tensor->start[i];
}

static void row_next_tiled(const TensorCopy *tensor, Row *row)
{
    for (uint32_t i = 1; i < tensor->map.rank; i++) {
        row->at[i] += tensor->map.element_stride[i];
        if (++row->step[i] < steps(&tensor->map, i))
            return;
        row->step[i] = 0;
        row->at[i] = tensor->start[i];
    }
}

static void row_next_given(const TensorCopy *tensor, Row *row)
{
    if (++row->step[1] < TENSOR_ROWS)
        row->at[1] = tensor->start[1 + row->step[1]];
}

/* Pixels go through their bounding box along W, then H, then D, then to the next N. */
static void row_next_im2col(const TensorCopy *tensor, Row *row)
{
    const SimTensorMap *map = &tensor->map;
    uint32_t last = map->rank - 1u;
    for (uint32_t i = 1; i < last; i++) {
        row->at[i] += map->element_stride[i];
        if (row->at[i] <= (int64_t)map->last[i] + map->upper[i - 1])
            return;
        row->at[i] = map->lower[i - 1];
    }
    row->at[last]++;
}

/* Where the row's element 0 lies, before dimension 0 is added. False: outside of the tensor. */
static bool row_address(const TensorCopy *tensor, const Row *row, uint64_t *address)
{
    const SimTensorMap *map = &tensor->map;
    *address = map->address;
    for (uint32_t i = 1; i < map->rank; i++) {
        bool moved = tensor->im2col && i < map->rank - 1u;
        int64_t at = row->at[i] + (moved ? tensor->offset[i - 1] : 0);
        if (at < 0 || at > (int64_t)map->last[i])
            return false;
        *address += (uint64_t)at * map->stride[i - 1];
    }
    return true;
}

/* -- moving */

static void fill(const SimTensorMap *map, unsigned char *to, uint64_t bytes)
{
    uint64_t nan = map->fill == FILL_NAN ? type_nan[map->type] : 0;
    uint32_t size = type_bits[map->type] / 8;
    memset(to, 0, bytes);
    for (uint64_t i = 0; nan && i + size <= bytes; i += size)
        memcpy(to + i, &nan, size);
}

static void flush(const SimTensorMap *map, unsigned char *at, uint64_t bytes)
{
    for (uint64_t i = 0; type_flushes[map->type] && i + 4 <= bytes; i += 4) {
        uint32_t bits;
        memcpy(&bits, at + i, sizeof(bits));
        if (!(bits & 0x7f800000u))
            bits &= 0x80000000u;
        memcpy(at + i, &bits, sizeof(bits));
    }
}

/* A part of a row that lies in one piece on both sides: up to a chunk of the swizzle. */
typedef struct Piece {
    AccessRange shared, global;
    uint64_t bytes;
    bool inside;
} Piece;

static void piece_store(const BulkCopy *copy, const Piece *piece)
{
    SimAccessKind kind = copy->reduces ? SIM_ACCESS_REDUCTION : SIM_ACCESS_STORE;
    if (!piece->inside)
        return;
    bulk_tell(copy, &piece->shared, SIM_ACCESS_LOAD, piece->bytes, NULL);
    bulk_tell(copy, &piece->global, kind, piece->bytes, copy->reduces ? NULL : piece->shared.at);
    if (copy->reduces)
        reduction_apply(copy->reduces, piece->global.at, piece->shared.at, piece->bytes);
    else
        memcpy(piece->global.at, piece->shared.at, piece->bytes);
}

static void piece_load(const BulkCopy *copy, const Piece *piece)
{
    const SimTensorMap *map = &copy->tensor->map;
    unsigned char bytes[CHUNK];
    if (piece->inside) {
        bulk_tell(copy, &piece->global, SIM_ACCESS_LOAD, piece->bytes, NULL);
        memcpy(bytes, piece->global.at, piece->bytes);
        flush(map, bytes, piece->bytes);
    } else {
        fill(map, bytes, piece->bytes);
    }
    bulk_tell(copy, &piece->shared, SIM_ACCESS_STORE, piece->bytes, bytes);
    memcpy(piece->shared.at, bytes, piece->bytes);
}

/* Bytes [from, to) of the row whose first byte in shared memory is `offset`; all of them lie inside
 * of the tensor or none. */
static void move_part(const BulkCopy *copy, uint64_t offset, uint64_t from, uint64_t to,
                      uint64_t global, bool inside)
{
    const TensorCopy *tensor = copy->tensor;
    const AccessRange *base = tensor->store ? &copy->from : &copy->to;
    uint32_t size = tensor->map.swizzle == 5 ? 8 : CHUNK;
    for (uint64_t at = from; at < to;) {
        uint64_t address = base->address + offset + at;
        uint64_t end = at + size - address % size;
        uint64_t place = swizzled(&tensor->map, address) - base->address;
        Piece piece = {.shared = *base, .bytes = (end < to ? end : to) - at, .inside = inside};
        piece.shared.at += place;
        piece.shared.address += place;
        piece.global = (AccessRange){.at = (unsigned char *)(uintptr_t)(global + at - from),
                                     .address = global + at - from};
        if (tensor->store)
            piece_store(copy, &piece);
        else
            piece_load(copy, &piece);
        at += piece.bytes;
    }
}

static int64_t between(int64_t value, int64_t least, int64_t most)
{
    return value < least ? least : value > most ? most : value;
}

/* The part of a row that lies in the tensor: bytes [from, to) of it, from address `global` on. */
typedef struct Extent {
    uint64_t from, to, global;
} Extent;

/* False: none of it. */
static bool row_extent(const TensorCopy *tensor, const Row *row, Extent *out)
{
    const uint32_t bits = type_bits[tensor->map.type];
    int64_t count = (int64_t)inner_elements(tensor), first = row->at[0];
    uint64_t address;
    if (!row_address(tensor, row, &address))
        return false;
    int64_t low = between(-first, 0, count);
    int64_t high = between((int64_t)tensor->map.last[0] + 1 - first, low, count);
    *out = (Extent){(uint64_t)low * bits / 8, (uint64_t)high * bits / 8,
                    address + (uint64_t)(first + low) * bits / 8};
    return true;
}

static void move_row(const BulkCopy *copy, const Row *row, uint64_t offset)
{
    Extent extent = {0, 0, 0};
    row_extent(copy->tensor, row, &extent);
    move_part(copy, offset, 0, extent.from, 0, false);
    move_part(copy, offset, extent.from, extent.to, extent.global, true);
    move_part(copy, offset, extent.to, inner_bytes(copy->tensor), 0, false);
}

static void row_next(const TensorCopy *tensor, Row *row)
{
    if (tensor->im2col)
        row_next_im2col(tensor, row);
    else if (tensor->rows)
        row_next_given(tensor, row);
    else
        row_next_tiled(tensor, row);
}

bool tensor_check(const BulkCopy *copy)
{
    const TensorCopy *tensor = copy->tensor;
    SimWarp *warp = copy->warp;
    const AccessForm form = {.kind = tensor->store ? SIM_ACCESS_STORE : SIM_ACCESS_LOAD,
                             .space = PTX_SPACE_GLOBAL};
    uint64_t rows = row_count(tensor);
    Row row;
    row_first(tensor, &row);
    for (uint64_t i = 0; i < rows; i++, row_next(tensor, &row)) {
        Extent extent;
        AccessRange range;
        if (row_extent(tensor, &row, &extent) && extent.to > extent.from &&
            !access_range(warp, copy->inst, &form, copy->lane, extent.global,
                          extent.to - extent.from, 1, &range))
            return false;
    }
    return true;
}

void tensor_move(const BulkCopy *copy)
{
    const TensorCopy *tensor = copy->tensor;
    uint64_t rows = row_count(tensor), bytes = inner_bytes(tensor);
    Row row;
    row_first(tensor, &row);
    for (uint64_t i = 0; i < rows; i++, row_next(tensor, &row))
        move_row(copy, &row, i * bytes);
}

/* -- reductions: the tensor's type tells which */

const Reduction *tensor_reduction(const TensorCopy *tensor, PtxMod operation)
{
    static const PtxType numbers[DATA_TYPES] = {
        [2] = PTX_U32, [3] = PTX_S32,  [4] = PTX_U64,  [5] = PTX_S64,  [6] = PTX_F16, [7] = PTX_F32,
        [8] = PTX_F64, [9] = PTX_BF16, [10] = PTX_F32, [11] = PTX_F32, [12] = PTX_F32};
    bool bitwise = operation == PTX_MOD_AND || operation == PTX_MOD_OR || operation == PTX_MOD_XOR;
    uint32_t bits = type_bits[tensor->map.type];
    PtxType type = bitwise ? (bits == 64   ? PTX_B64
                              : bits == 32 ? PTX_B32
                                           : PTX_TYPE_NONE)
                           : numbers[tensor->map.type];
    return reduction_find(operation, type);
}
