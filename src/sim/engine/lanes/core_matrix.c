/* Matrices: wmma and mma (ISA 9.7.14). A warp executes them together. */
#include <string.h>

#include "sim/engine/access_decode.h"
#include "sim/engine/aligned.h"
#include "sim/engine/fragment.h"
#include "sim/engine/lanes/reach.h"
#include "sim/engine/product.h"
#include "sim/engine/quad.h"

enum { WORD_BITS = 32, HALF_K = 16 };

typedef struct ProductForm {
    SyncForm sync; /* first: see aligned.h */
    Product product;
    Fragment a, b, c, d;
} ProductForm;

CORE_HANDLER(multiply)
{
    const SimInst *next;
    if (!aligned_ready(warp, inst, mask, &next))
        return next;
    const ProductForm *form = inst->extra;
    uint64_t a[MATRIX_ELEMENTS], b[MATRIX_ELEMENTS], c[MATRIX_ELEMENTS], d[MATRIX_ELEMENTS];
    fragment_gather(&form->a, warp, a);
    fragment_gather(&form->b, warp, b);
    fragment_gather(&form->c, warp, c);
    product_compute(&form->product, a, b, c, d);
    fragment_scatter(&form->d, warp, d);
    return inst + 1;
}

/* -- mma.sp: half of A's elements are given, and which half */

typedef struct SparseForm {
    SyncForm sync;   /* first */
    Product product; /* of one row of A without what it leaves out */
    Fragment a, b, c, d;
    uint32_t rows;
    uint32_t metadata; /* slot */
    uint32_t first;    /* of four neighbours, the lane from which on they hold metadata */
    uint32_t row_bits; /* of metadata */
    bool halves;       /* a lane holds 16 bits of a row and 16 of that 8 below, else 32 of one */
} SparseForm;

/* `count` bits of a row's metadata, from bit `at` on (ISA 9.7.14.6.2, the figures of metadata). */
static inline uint32_t sparse_bits(const SimWarp *warp, const SparseForm *form, uint32_t row,
                                   uint32_t at, uint32_t count)
{
    const uint32_t *metadata = CORE_SLOT(const uint32_t, form->metadata);
    uint32_t lane = row % 8 * 4 + form->first, lower = row / 8;
    uint32_t word = form->halves ? metadata[lane + at / 16] >> 16 * lower >> at % 16
                                 : metadata[lane + at / 32 * 2 + lower] >> at % 32;
    return word & ((1u << count) - 1);
}

/* The column of A that the row's element i belongs to: two of four, of tf32 one of two, of 4-bit
 * types two pairs of four (ISA 9.7.14.6.1). */
static inline uint32_t sparse_column(const SimWarp *warp, const SparseForm *form, uint32_t row,
                                     uint32_t i)
{
    PtxType type = form->product.a;
    if (type == PTX_TF32)
        return 2 * i + (sparse_bits(warp, form, row, 4 * i, 2) >> 1);
    if (type == PTX_U4 || type == PTX_S4)
        return 8 * (i / 4) + 2 * sparse_bits(warp, form, row, i / 2 * 2, 2) + i % 2;
    return 4 * (i / 2) + sparse_bits(warp, form, row, 2 * i, 2);
}

CORE_HANDLER(multiply_sparse)
{
    const SimInst *next;
    if (!aligned_ready(warp, inst, mask, &next))
        return next;
    const SparseForm *form = inst->extra;
    uint64_t a[MATRIX_ELEMENTS], b[MATRIX_ELEMENTS], c[MATRIX_ELEMENTS], d[MATRIX_ELEMENTS];
    uint64_t chosen[MATRIX_ELEMENTS];
    fragment_gather(&form->a, warp, a);
    fragment_gather(&form->b, warp, b);
    fragment_gather(&form->c, warp, c);
    uint32_t k = form->product.k, n = form->product.n;
    for (uint32_t row = 0; row < form->rows; row++) {
        for (uint32_t i = 0; i < k; i++)
            memcpy(&chosen[i * n], &b[sparse_column(warp, form, row, i) * n], n * sizeof(*b));
        product_compute(&form->product, &a[row * k], chosen, &c[row * n], &d[row * n]);
    }
    fragment_scatter(&form->d, warp, d);
    return inst + 1;
}

/* -- between memory and fragments */

typedef struct TransferForm {
    SyncForm sync; /* first */
    Fragment fragment;
    AccessForm access; /* of one step: as many elements of a register as lie side by side */
    SimInst at;        /* the address's registers */
    uint32_t stride;   /* slot: elements from one row, or column, to the next */
    bool by_row;
    uint32_t step; /* elements of one access */
    /* Bits of the instruction's type, and how many of it count as one element here. */
    uint32_t bits, counts;
} TransferForm;

/* Where the lanes find element `first` of their fragments, each from its own address. */
static inline void element_addresses(const SimWarp *warp, const TransferForm *form,
                                     const uint64_t base[SIM_LANES], uint32_t first,
                                     uint64_t address[SIM_LANES])
{
    const uint32_t *stride = CORE_SLOT(uint32_t, form->stride);
    for (uint32_t lane = 0; lane < SIM_LANES; lane++) {
        FragmentPlace place = fragment_place(&form->fragment, lane, first);
        uint32_t along = form->by_row ? place.row : place.column;
        uint32_t across = form->by_row ? place.column : place.row;
        address[lane] =
            base[lane] +
            ((uint64_t)along * stride[lane] + (uint64_t)across * form->counts) * form->bits / 8;
    }
}

static inline unsigned char *register_bytes(SimWarp *warp, const Fragment *fragment, uint32_t first,
                                            uint32_t lane)
{
    uint32_t bytes = fragment->bits > 32 ? 8 : 4;
    return warp->frame.slots + fragment->slots[first / fragment->per] + (size_t)lane * bytes +
           first % fragment->per * fragment->bits / 8;
}

typedef bool Step(SimWarp *warp, const SimInst *inst, const TransferForm *form,
                  const uint64_t address[SIM_LANES], uint32_t first);

static inline bool each_step(SimWarp *warp, const SimInst *inst, const TransferForm *form,
                             Step *step)
{
    const Fragment *fragment = &form->fragment;
    uint64_t base[SIM_LANES], address[SIM_LANES];
    access_addresses(warp, &form->at, &form->access, base);
    for (uint32_t i = 0; i < fragment->distinct * fragment->per; i += form->step) {
        element_addresses(warp, form, base, i, address);
        if (!step(warp, inst, form, address, i))
            return false;
    }
    return true;
}

static inline bool load_step(SimWarp *warp, const SimInst *inst, const TransferForm *form,
                             const uint64_t address[SIM_LANES], uint32_t first)
{
    Access access;
    if (!access_reach(warp, inst, &form->access, SIM_FULL, address, &access))
        return false;
    if (SIM_OBSERVED && warp->run->wants_access)
        access_tell(warp, inst, &form->access, &access, NULL);
    for (uint32_t lane = 0; lane < SIM_LANES; lane++)
        memcpy(register_bytes(warp, &form->fragment, first, lane), access.at[lane],
               form->access.bytes);
    return true;
}

CORE_HANDLER(load_fragment)
{
    const SimInst *next;
    if (!aligned_ready(warp, inst, mask, &next))
        return next;
    const TransferForm *form = inst->extra;
    const Fragment *fragment = &form->fragment;
    if (!each_step(warp, inst, form, load_step))
        return NULL;
    uint32_t bytes = (fragment->bits > 32 ? 8 : 4) * SIM_LANES;
    for (uint32_t i = fragment->distinct; i < fragment->count; i++)
        memcpy(warp->frame.slots + fragment->slots[i],
               warp->frame.slots + fragment->slots[i % fragment->distinct], bytes);
    return inst + 1;
}

static inline bool store_step(SimWarp *warp, const SimInst *inst, const TransferForm *form,
                              const uint64_t address[SIM_LANES], uint32_t first)
{
    Access access;
    if (!access_reach(warp, inst, &form->access, SIM_FULL, address, &access))
        return false;
    unsigned char stored[SIM_LANES * ACCESS_BYTES];
    uint32_t bytes = form->access.bytes;
    for (uint32_t lane = 0; lane < SIM_LANES; lane++)
        memcpy(stored + (size_t)lane * bytes, register_bytes(warp, &form->fragment, first, lane),
               bytes);
    if (SIM_OBSERVED && warp->run->wants_access)
        access_tell(warp, inst, &form->access, &access, stored);
    for (uint32_t lane = 0; lane < SIM_LANES; lane++)
        memcpy(access.at[lane], stored + (size_t)lane * bytes, bytes);
    return !access.local || access_finish(warp, &form->access, &access);
}

CORE_HANDLER(store_fragment)
{
    const SimInst *next;
    if (!aligned_ready(warp, inst, mask, &next))
        return next;
    const TransferForm *form = inst->extra;
    if (!each_step(warp, inst, form, store_step))
        return NULL;
    return inst + 1;
}

/* -- decoding */

typedef struct Shape {
    PtxMod mod;
    uint32_t m, n, k;
} Shape;

static const Shape shapes[] = {
    {PTX_MOD_M16N16K16, 16, 16, 16}, {PTX_MOD_M32N8K16, 32, 8, 16},
    {PTX_MOD_M8N32K16, 8, 32, 16},   {PTX_MOD_M16N16K8, 16, 16, 8},
    {PTX_MOD_M8N8K4, 8, 8, 4},       {PTX_MOD_M16N8K4, 16, 8, 4},
    {PTX_MOD_M16N8K8, 16, 8, 8},     {PTX_MOD_M16N8K16, 16, 8, 16},
    {PTX_MOD_M16N8K32, 16, 8, 32},   {PTX_MOD_M8N8K16, 8, 8, 16},
    {PTX_MOD_M8N8K32, 8, 8, 32},     {PTX_MOD_M16N8K64, 16, 8, 64},
    {PTX_MOD_M8N8K128, 8, 8, 128},   {PTX_MOD_M16N8K128, 16, 8, 128},
    {PTX_MOD_M16N8K256, 16, 8, 256},
};

static const Shape *shape_of(const PtxInst *inst)
{
    for (size_t i = 0; i < sizeof(shapes) / sizeof(*shapes); i++)
        if (ptx_has(inst, shapes[i].mod))
            return &shapes[i];
    return NULL;
}

/* m8n32k16 is done as the transposed product of its transposed matrices. */
static bool is_turned(const Shape *shape)
{
    return shape->m == 8 && shape->n == 32;
}

static void role_size(const Shape *shape, FragmentRole role, uint32_t *rows, uint32_t *columns)
{
    *rows = role == FRAGMENT_B ? shape->k : shape->m;
    *columns = role == FRAGMENT_A ? shape->k : shape->n;
}

static PtxType register_type(PtxType type)
{
    return type == PTX_F64 ? PTX_F64 : type == PTX_F32 ? PTX_F32 : PTX_B32;
}

static bool decode_fragment(SimDecoder *decoder, const PtxInst *inst, const PtxOperand *operand,
                            const Shape *shape, FragmentRole role, PtxType type, bool written,
                            Fragment *out)
{
    uint32_t rows, columns;
    role_size(shape, role, &rows, &columns);
    if (type == PTX_B1 && role == FRAGMENT_A)
        columns /= WORD_BITS;
    if (type == PTX_B1 && role == FRAGMENT_B)
        rows /= WORD_BITS;
    if (operand->kind != PTX_OPERAND_VECTOR ||
        !fragment_init(out, role, is_turned(shape), type, rows, columns, operand->item_count))
        return decoder_refuse(decoder, inst,
                              "operand %d must be a vector of %u registers for a matrix of %u x %u "
                              ".%s",
                              (int)(operand - inst->operands) + 1,
                              rows * columns * fragment_bits(type) / (type == PTX_F64 ? 64 : 32) /
                                  SIM_LANES,
                              rows, columns, ptx_type_text(type));
    PtxType reg = register_type(type);
    for (uint32_t i = 0; i < operand->item_count; i++)
        out->slots[i] =
            written ? decoder_exact_dest(decoder, inst, &operand->items[i], ptx_type_bytes(reg))
                    : decoder_exact_source(decoder, inst, &operand->items[i], reg);
    return !decoder->refused;
}

/* -- mma.m8n8k4 of f16: four products */

typedef struct QuadForm {
    SyncForm sync; /* first */
    Quad quad;
} QuadForm;

CORE_HANDLER(multiply_quad)
{
    const SimInst *next;
    if (!aligned_ready(warp, inst, mask, &next))
        return next;
    const QuadForm *form = inst->extra;
    quad_compute(&form->quad, warp);
    return inst + 1;
}

static bool decode_quad_registers(SimDecoder *decoder, const PtxInst *inst, uint32_t operand,
                                  PtxType type, bool written, uint32_t *slots)
{
    const PtxOperand *vector = &inst->operands[operand];
    uint32_t count = quad_registers(operand == 1 || operand == 2, type);
    if (vector->kind != PTX_OPERAND_VECTOR || vector->item_count != count)
        return decoder_refuse(decoder, inst, "operand %u must be a vector of %u registers",
                              operand + 1, count);
    for (uint32_t i = 0; i < count; i++)
        slots[i] =
            written ? decoder_exact_dest(decoder, inst, &vector->items[i], 4)
                    : decoder_exact_source(decoder, inst, &vector->items[i], register_type(type));
    return !decoder->refused;
}

/* The two layouts are told by their order alone. */
static bool decode_quad(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    QuadForm *form = decoder_alloc(decoder, sizeof(*form));
    View words = inst->mnemonic, word, layouts[2] = {{0}, {0}};
    uint32_t count = 0;
    while (count < 2 && view_split(&words, '.', &word))
        if (view_equal_text(word, "row") || view_equal_text(word, "col"))
            layouts[count++] = word;
    aligned_init(&form->sync, inst);
    form->quad.d_type = inst->types[0];
    form->quad.c_type = inst->types[3];
    form->quad.a_by_row = view_equal_text(layouts[0], "row");
    form->quad.b_by_row = view_equal_text(layouts[1], "row");
    out->extra = form;
    out->full = out->partial = multiply_quad;
    return decode_quad_registers(decoder, inst, 0, form->quad.d_type, true, form->quad.d) &&
           decode_quad_registers(decoder, inst, 1, PTX_F16, false, form->quad.a) &&
           decode_quad_registers(decoder, inst, 2, PTX_F16, false, form->quad.b) &&
           decode_quad_registers(decoder, inst, 3, form->quad.c_type, false, form->quad.c);
}

/* Types as written: d a b c; of wmma with f16 only d c. */
static void product_types(const PtxInst *inst, Product *product)
{
    bool short_form = inst->type_count == 2;
    product->d = inst->types[0];
    product->a = short_form ? PTX_F16 : inst->types[1];
    product->b = short_form ? PTX_F16 : inst->types[2];
    product->c = inst->types[inst->type_count - 1];
}

static bool is_fp8(PtxType type)
{
    return type == PTX_E4M3 || type == PTX_E5M2;
}

/* How a row's metadata lie in the lanes, and which lanes `selector` can mean. */
static bool sparse_layout(const Product *product, uint64_t selector, SparseForm *form)
{
    uint32_t chunk = product->a == PTX_TF32                         ? 2
                     : product->a == PTX_U4 || product->a == PTX_S4 ? 8
                                                                    : 4;
    form->row_bits = product->k / chunk * 4;
    form->halves = fragment_bits(product->a) > 8;
    uint32_t lanes = form->row_bits / (form->halves ? 16 : 32) * (form->halves ? 1 : 2);
    form->first = (uint32_t)selector * lanes;
    return lanes && selector < 4 / lanes;
}

/* mma.sp d, a, b, c, metadata, selector. */
static bool decode_sparse(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    const Shape *shape = shape_of(inst);
    if (!shape || inst->operand_count != 6 || inst->type_count != 4)
        return decoder_refuse(decoder, inst, "takes four vectors, metadata and a selector");
    SparseForm *form = decoder_alloc(decoder, sizeof(*form));
    aligned_init(&form->sync, inst);
    Product *product = &form->product;
    *product = (Product){.m = 1, .n = shape->n, .k = shape->k};
    product_types(inst, product);
    product->saturates = ptx_has(inst, PTX_MOD_SATFINITE);
    if (!sparse_layout(product, (uint64_t)inst->operands[5].imm, form))
        return decoder_refuse(decoder, inst, "has no such selector");
    const Shape half = {shape->mod, shape->m, shape->n, shape->k / 2};
    form->rows = shape->m;
    product->k = half.k;
    product->together = half.k < HALF_K ? half.k : HALF_K;
    product->by_halves = is_fp8(product->a);
    form->metadata = decoder_exact_source(decoder, inst, &inst->operands[4], PTX_B32);
    out->extra = form;
    out->full = out->partial = multiply_sparse;
    const PtxOperand *operands = inst->operands;
    return decode_fragment(decoder, inst, &operands[0], shape, FRAGMENT_C, product->d, true,
                           &form->d) &&
           decode_fragment(decoder, inst, &operands[1], &half, FRAGMENT_A, product->a, false,
                           &form->a) &&
           decode_fragment(decoder, inst, &operands[2], shape, FRAGMENT_B, product->b, false,
                           &form->b) &&
           decode_fragment(decoder, inst, &operands[3], shape, FRAGMENT_C, product->c, false,
                           &form->c);
}

static bool decode_product(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    const Shape *shape = shape_of(inst);
    if (ptx_has(inst, PTX_MOD_SP) || ptx_has(inst, PTX_MOD_SP_ORDERED_METADATA))
        return decode_sparse(decoder, inst, out);
    if (shape && shape->mod == PTX_MOD_M8N8K4 && inst->type_count == 4 && inst->types[1] == PTX_F16)
        return decode_quad(decoder, inst, out);
    if (!shape || inst->operand_count != 4 || (inst->type_count != 2 && inst->type_count != 4))
        return decoder_refuse(decoder, inst, "takes a shape, types and four vectors");
    ProductForm *form = decoder_alloc(decoder, sizeof(*form));
    aligned_init(&form->sync, inst);
    Product *product = &form->product;
    product->m = shape->m;
    product->n = shape->n;
    product->k = shape->k;
    product->together = shape->mod == PTX_MOD_M16N16K8 ? 4 : shape->k;
    product->saturates = ptx_has(inst, PTX_MOD_SATFINITE);
    product->anded = ptx_has(inst, PTX_MOD_AND);
    product_types(inst, product);
    if (product->a == PTX_B1)
        product->k /= WORD_BITS;
    product->by_halves = is_fp8(product->a);
    if (product->by_halves)
        product->together = product->k / 2; /* two products of f16 */
    out->extra = form;
    out->full = out->partial = multiply;
    const PtxOperand *operands = inst->operands;
    return decode_fragment(decoder, inst, &operands[0], shape, FRAGMENT_C, product->d, true,
                           &form->d) &&
           decode_fragment(decoder, inst, &operands[1], shape, FRAGMENT_A, product->a, false,
                           &form->a) &&
           decode_fragment(decoder, inst, &operands[2], shape, FRAGMENT_B, product->b, false,
                           &form->b) &&
           decode_fragment(decoder, inst, &operands[3], shape, FRAGMENT_C, product->c, false,
                           &form->c);
}

/* Elements of a register that lie side by side in memory are moved at once. */
static void choose_step(TransferForm *form)
{
    FragmentPlace first = fragment_place(&form->fragment, 0, 0);
    FragmentPlace second = fragment_place(&form->fragment, 0, 1);
    bool along_row = second.column != first.column;
    form->step = form->fragment.per > 1 && along_row == form->by_row ? form->fragment.per : 1;
}

static bool decode_transfer(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    const Shape *shape = shape_of(inst);
    bool store = ptx_has(inst, PTX_MOD_STORE);
    FragmentRole role = ptx_has(inst, PTX_MOD_A) && !store   ? FRAGMENT_A
                        : ptx_has(inst, PTX_MOD_B) && !store ? FRAGMENT_B
                                                             : FRAGMENT_C;
    if (!shape || inst->type_count != 1 || inst->operand_count < 2)
        return decoder_refuse(decoder, inst, "takes a shape, a type, a vector and an address");
    TransferForm *form = decoder_alloc(decoder, sizeof(*form));
    aligned_init(&form->sync, inst);
    out->extra = form;
    out->full = out->partial = store ? store_fragment : load_fragment;
    form->by_row = ptx_has(inst, PTX_MOD_ROW);
    if (!decode_fragment(decoder, inst, &inst->operands[store], shape, role, inst->types[0], !store,
                         &form->fragment))
        return false;
    choose_step(form);
    PtxInst part = *inst; /* types of less than a byte come a register at a time */
    part.types[0] = ptx_type_bytes(inst->types[0]) ? inst->types[0] : PTX_B32;
    AccessForm *access = access_decode(decoder, &part, &inst->operands[!store], &form->at);
    if (!access)
        return false;
    form->access = *access;
    form->access.kind = store ? SIM_ACCESS_STORE : SIM_ACCESS_LOAD;
    const Fragment *fragment = &form->fragment;
    form->access.element = form->access.bytes = fragment->bits * form->step / 8;
    form->counts = inst->types[0] == PTX_B1 ? fragment->bits : 1;
    form->bits = fragment->bits / form->counts;
    form->stride = inst->operand_count > 2
                       ? decoder_exact_source(decoder, inst, &inst->operands[2], PTX_U32)
                       : decoder_constant(
                             decoder, 4,
                             (form->by_row ? fragment->columns : fragment->rows) * form->counts, 0);
    return !decoder->refused;
}

static bool decode_wmma(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    return ptx_has(inst, PTX_MOD_MMA) ? decode_product(decoder, inst, out)
                                      : decode_transfer(decoder, inst, out);
}

const DecodeRow SIM_VARIANT(rows_matrix)[] = {
    {PTX_OP_WMMA, 0, decode_wmma},
    {PTX_OP_MMA, 0, decode_product},
    {PTX_OP_COUNT, 0, NULL},
};
