/* wgmma: products of the four warps of a warpgroup, with matrices in shared memory (ISA 9.7.15).
 * Each warp makes 16 of the 64 rows, by itself and at once; that is one of the moments at which the
 * asynchronous instruction may, so that groups have nothing to wait for. */
#include <string.h>

#include "sim/engine/access_decode.h"
#include "sim/engine/aligned.h"
#include "sim/engine/fault.h"
#include "sim/engine/fragment.h"
#include "sim/engine/lanes/reach.h"
#include "sim/engine/product.h"

enum {
    WARPS = 4,
    ROWS = 16,     /* of a warp */
    GROUP = 8,     /* columns made at once, and rows or columns of a core matrix */
    UNIT = 16,     /* bytes */
    COLUMNS = 256, /* at most */
    K_BYTES = 32,  /* of a row of A and a column of B */
    ADDRESS_MASK = 0x3ffff,
    WORD_BITS = 32
};

/* Where the matrix of a descriptor lies (ISA 9.7.15.5.1). */
typedef struct SharedMatrix {
    uint32_t start, leading, stride;
    uint32_t width; /* of the swizzle in bytes; UNIT: none */
    bool odd;       /* its swizzle does not begin where it repeats */
} SharedMatrix;

typedef struct GroupForm {
    SyncForm sync;                   /* first: see aligned.h */
    Product product;                 /* of GROUP columns */
    Fragment a;                      /* in registers, when count is not 0 */
    uint32_t describe_a, describe_b; /* slots */
    bool turned_a, turned_b;         /* elements of a column lie side by side */
    uint64_t flip_a, flip_b;         /* sign bits */
    uint32_t scale, scale_flip;      /* slot of the predicate: d is added to */
    uint32_t columns, element;       /* bytes; of .b1 of a word */
    bool halves;                     /* two elements of d in a register */
    AccessForm access;
    uint32_t slots[COLUMNS / 2]; /* of d */
} GroupForm;

static inline SharedMatrix shared_matrix(uint64_t descriptor)
{
    static const uint8_t widths[] = {UNIT, 128, 64, 32};
    return (SharedMatrix){.start = (uint32_t)(descriptor << 4) & ADDRESS_MASK,
                          .leading = (uint32_t)(descriptor >> 16 << 4) & ADDRESS_MASK,
                          .stride = (uint32_t)(descriptor >> 32 << 4) & ADDRESS_MASK,
                          .width = widths[descriptor >> 62],
                          .odd = descriptor >> 49 & 7};
}

/* The offset in shared memory of what lies at byte `k` of row `row`; turned: at byte `row` of the
 * rows that lie side by side, and at column `k`. */
static inline uint32_t shared_place(const SharedMatrix *matrix, bool turned, uint32_t row,
                                    uint32_t k)
{
    uint32_t at = matrix->start, width = matrix->width;
    if (!turned && width == UNIT) {
        at += row % GROUP * UNIT + row / GROUP * matrix->stride + k / UNIT * matrix->leading +
              k % UNIT;
    } else if (!turned) {
        at += row % GROUP * width + row / GROUP * matrix->stride + k;
    } else if (width == UNIT) {
        at += row / UNIT * matrix->stride + k % GROUP * UNIT + k / GROUP * matrix->leading +
              row % UNIT;
    } else {
        at += row % width + row / width * matrix->leading + k % GROUP * width +
              k / GROUP * matrix->stride;
    }
    uint32_t phases = width / UNIT - 1; /* the pattern of 128 bytes' rows */
    return at ^ ((at >> 7 & phases) << 4);
}

/* `rows` rows from `first` on, `k` elements of each, as raw bits: element (i, j) at i * by_row + j
 * * by_k. False: they are not all in shared memory. */
static inline bool shared_gather(SimWarp *warp, const SimInst *inst, const GroupForm *form,
                                 const SharedMatrix *matrix, bool turned, uint32_t first,
                                 uint32_t rows, uint64_t flip, uint32_t by_row, uint32_t by_k,
                                 uint64_t *out)
{
    const uint32_t bytes = form->element;
    for (uint32_t i = 0; i < rows; i++)
        for (uint32_t j = 0; j < form->product.k; j++) {
            uint32_t at = turned ? shared_place(matrix, true, (first + i) * bytes, j)
                                 : shared_place(matrix, false, first + i, j * bytes);
            AccessRange range;
            uint64_t value = 0;
            if (!access_range(warp, inst, &form->access, 0, warp->shared_base + at, bytes, bytes,
                              &range))
                return false;
            memcpy(&value, range.at, bytes);
            out[i * by_row + j * by_k] = value ^ flip;
        }
    return true;
}

/* Rows of 16 bytes that hold elements of the matrix are told of as loads, a lane each. */
static inline void shared_tell(SimWarp *warp, const SimInst *inst, const GroupForm *form,
                               const SharedMatrix *matrix, bool turned, uint32_t first,
                               uint32_t rows)
{
#if SIM_OBSERVED
    uint64_t address[SIM_LANES];
    SimInst at = *inst;
    uint32_t count = 0, side = turned ? rows * form->element : K_BYTES;
    uint32_t lines = turned ? form->product.k : rows, from = first * (turned ? form->element : 1);
    at.extra = &form->access;
    if (!warp->run->wants_access)
        return;
    for (uint32_t line = 0; line < lines; line++)
        for (uint32_t along = 0; along < side; along += UNIT) {
            address[count++] = turned ? shared_place(matrix, true, from + along, line)
                                      : shared_place(matrix, false, from + line, along);
            bool last = line + 1 == lines && along + UNIT >= side;
            if (count < SIM_LANES && !last)
                continue;
            uint32_t mask = count == SIM_LANES ? SIM_FULL : (UINT32_C(1) << count) - 1;
            access_tell_lanes(warp, &at, PTX_SPACE_SHARED, mask, address, &(AccessShape){0}, NULL);
            count = 0;
        }
#else
    (void)warp, (void)inst, (void)form, (void)matrix, (void)turned, (void)first, (void)rows;
#endif
}

/* The rows that the warp makes, of A; false: the run is over. */
static inline bool take_a(SimWarp *warp, const SimInst *inst, const GroupForm *form, uint64_t *a)
{
    if (form->a.count) {
        fragment_gather(&form->a, warp, a);
        for (uint32_t i = 0; form->flip_a && i < ROWS * form->product.k; i++)
            a[i] ^= form->flip_a;
        return true;
    }
    SharedMatrix matrix = shared_matrix(CORE_SLOT(uint64_t, form->describe_a)[0]);
    uint32_t first = warp->index % WARPS * ROWS;
    shared_tell(warp, inst, form, &matrix, form->turned_a, first, ROWS);
    return shared_gather(warp, inst, form, &matrix, form->turned_a, first, ROWS, form->flip_a,
                         form->product.k, 1, a);
}

/* Element `part` of the four that a lane has of 8 columns: two neighbours, and two 8 rows below. */
static inline uint32_t result_place(uint32_t lane, uint32_t part)
{
    return (lane / 4 + part / 2 * GROUP) * GROUP + lane % 4 * 2 + part % 2;
}

static inline void take_d(const SimWarp *warp, const GroupForm *form, uint32_t group, uint64_t *c)
{
    bool added = (SIM_PRED(warp, form->scale) ^ form->scale_flip) & 1;
    for (uint32_t lane = 0; lane < SIM_LANES; lane++)
        for (uint32_t part = 0; part < 4; part++) {
            uint32_t at = group * 4 + part, slot = form->slots[form->halves ? at / 2 : at];
            uint32_t value = CORE_SLOT(const uint32_t, slot)[lane];
            if (form->halves)
                value = value >> at % 2 * 16 & UINT16_MAX;
            c[result_place(lane, part)] = added ? value : 0;
        }
}

static inline void give_d(SimWarp *warp, const GroupForm *form, uint32_t group, const uint64_t *d)
{
    for (uint32_t lane = 0; lane < SIM_LANES; lane++)
        for (uint32_t part = 0; part < 4; part++) {
            uint32_t at = group * 4 + part, value = (uint32_t)d[result_place(lane, part)];
            if (!form->halves) {
                CORE_SLOT(uint32_t, form->slots[at])[lane] = value;
                continue;
            }
            uint32_t *word = &CORE_SLOT(uint32_t, form->slots[at / 2])[lane];
            uint32_t shift = at % 2 * 16;
            *word = (*word & ~(UINT32_C(0xffff) << shift)) | value << shift;
        }
}

CORE_HANDLER(multiply_group)
{
    const SimInst *next;
    if (!aligned_ready(warp, inst, mask, &next))
        return next;
    const GroupForm *form = inst->extra;
    uint64_t a[MATRIX_ELEMENTS], b[MATRIX_ELEMENTS], c[MATRIX_ELEMENTS], d[MATRIX_ELEMENTS];
    SharedMatrix matrix = shared_matrix(CORE_SLOT(uint64_t, form->describe_b)[0]);
    if (matrix.odd) {
        FaultText what = {.fault = ENGINE_FAULT_INSTRUCTION, .rule = "invalid-descriptor"};
        return warp_fault(warp, inst, 0, &what,
                          "names a matrix with a base offset, which is not supported");
    }
    if (!take_a(warp, inst, form, a))
        return NULL;
    shared_tell(warp, inst, form, &matrix, form->turned_b, 0, form->columns);
    for (uint32_t group = 0; group * GROUP < form->columns; group++) {
        if (!shared_gather(warp, inst, form, &matrix, form->turned_b, group * GROUP, GROUP,
                           form->flip_b, 1, GROUP, b))
            return NULL;
        take_d(warp, form, group, c);
        product_compute(&form->product, a, b, c, d);
        give_d(warp, form, group, d);
    }
    return inst + 1;
}

CORE_HANDLER(pass)
{
    const SimInst *next;
    return aligned_ready(warp, inst, mask, &next) ? inst + 1 : next;
}

/* -- decoding */

/* m64n<columns>k<k> */
static bool decode_shape(const PtxInst *inst, uint32_t *columns, uint32_t *k)
{
    View words = inst->mnemonic, word;
    while (view_split(&words, '.', &word)) {
        if (!view_starts(word, "m64n"))
            continue;
        uint32_t value[2] = {0, 0}, at = 0;
        for (size_t i = 4; i < word.size; i++) {
            char c = word.data[i];
            if (c >= '0' && c <= '9')
                value[at] = value[at] * 10 + (uint32_t)(c - '0');
            else
                at = 1;
        }
        *columns = value[0];
        *k = value[1];
        return *columns && *columns <= COLUMNS;
    }
    return false;
}

static uint64_t sign_bit(PtxType type)
{
    uint32_t bits = type == PTX_TF32 ? 32 : ptx_type_bytes(type) * 8;
    return UINT64_C(1) << (bits - 1);
}

static bool is_negated(const PtxInst *inst, uint32_t operand)
{
    return inst->operands[operand].imm == -1;
}

/* The numbers behind the predicate: signs, for floats; then which side lies along memory. */
static bool decode_numbers(SimDecoder *decoder, const PtxInst *inst, GroupForm *form)
{
    if (ptx_type_kind(form->product.a) != PTX_KIND_FLOAT)
        return true;
    for (uint32_t i = 4; i < 6; i++)
        if (inst->operands[i].imm != 1 && inst->operands[i].imm != -1)
            return decoder_refuse(decoder, inst, "operand %u must be 1 or -1", i + 1);
    form->flip_a = is_negated(inst, 4) ? sign_bit(form->product.a) : 0;
    form->flip_b = is_negated(inst, 5) ? sign_bit(form->product.b) : 0;
    bool both = inst->operand_count == 8;
    form->turned_a = both && inst->operands[6].imm;
    form->turned_b = inst->operand_count > 6 && inst->operands[inst->operand_count - 1].imm;
    return true;
}

static bool decode_result(SimDecoder *decoder, const PtxInst *inst, GroupForm *form)
{
    const PtxOperand *d = &inst->operands[0];
    uint32_t count = form->columns / 2 / (form->halves ? 2 : 1);
    if (d->kind != PTX_OPERAND_VECTOR || d->item_count != count)
        return decoder_refuse(decoder, inst, "operand 1 must be a vector of %u registers", count);
    for (uint32_t i = 0; i < count; i++)
        form->slots[i] = decoder_exact_dest(decoder, inst, &d->items[i], 4);
    return !decoder->refused;
}

static bool decode_left(SimDecoder *decoder, const PtxInst *inst, GroupForm *form)
{
    const PtxOperand *a = &inst->operands[1];
    if (a->kind != PTX_OPERAND_VECTOR) {
        form->describe_a = decoder_exact_source(decoder, inst, a, PTX_U64);
        return !decoder->refused;
    }
    if (!fragment_init(&form->a, FRAGMENT_A, false, form->product.a, ROWS, form->product.k,
                       a->item_count))
        return decoder_refuse(decoder, inst, "operand 2 must be a vector of 4 registers");
    for (uint32_t i = 0; i < a->item_count; i++)
        form->a.slots[i] = decoder_exact_source(decoder, inst, &a->items[i], PTX_B32);
    return !decoder->refused;
}

static bool decode_wgmma(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    GroupForm *form = decoder_alloc(decoder, sizeof(*form));
    aligned_init(&form->sync, inst);
    out->extra = form;
    out->full = out->partial = pass;
    if (!ptx_has(inst, PTX_MOD_MMA_ASYNC))
        return true;
    uint32_t k;
    if (inst->type_count != 3 || inst->operand_count < 4 || !decode_shape(inst, &form->columns, &k))
        return decoder_refuse(decoder, inst, "takes a shape, three types and operands");
    Product *product = &form->product;
    *product = (Product){.m = ROWS, .n = GROUP, .k = k, .together = 16, .anded = true};
    product->d = product->c = inst->types[0];
    product->a = inst->types[1];
    product->b = inst->types[2];
    product->saturates = ptx_has(inst, PTX_MOD_SATFINITE);
    if (product->a == PTX_B1)
        product->k /= WORD_BITS;
    product->is_short = product->a == PTX_E4M3 || product->a == PTX_E5M2;
    if (product->is_short || product->together > product->k)
        product->together = product->k;
    form->element = fragment_bits(product->a) / 8;
    form->halves = product->d == PTX_F16;
    form->access = (AccessForm){
        .kind = SIM_ACCESS_LOAD, .space = PTX_SPACE_SHARED, .bytes = UNIT, .element = UNIT};
    out->full = out->partial = multiply_group;
    form->describe_b = decoder_exact_source(decoder, inst, &inst->operands[2], PTX_U64);
    form->scale = decoder_pred(decoder, inst, &inst->operands[3], &form->scale_flip);
    return decode_numbers(decoder, inst, form) && decode_result(decoder, inst, form) &&
           decode_left(decoder, inst, form);
}

const DecodeRow SIM_VARIANT(rows_warpgroup)[] = {
    {PTX_OP_WGMMA, 0, decode_wgmma},
    {PTX_OP_COUNT, 0, NULL},
};
