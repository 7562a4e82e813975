/* Data movement without memory: mov in all forms, cvta, isspacep, and cluster address mapping. */
#include <string.h>

#include "ptx/effect.h"
#include "sim/engine/cluster.h"
#include "sim/engine/decoder.h"
#include "sim/engine/lanes/reach.h"

#define COPY(NAME, T)                                           \
    CORE_HANDLER(NAME##_full)                                   \
    {                                                           \
        (void)mask;                                             \
        T *out = CORE_SLOT(T, inst->d);                         \
        const T *in = CORE_SLOT(T, inst->a);                    \
        CORE_LOOP out[i] = in[i];                               \
        return inst + 1;                                        \
    }                                                           \
    CORE_HANDLER(NAME##_part)                                   \
    {                                                           \
        T *out = CORE_SLOT(T, inst->d);                         \
        const T *in = CORE_SLOT(T, inst->a);                    \
        CORE_LOOP out[i] = mask & core_bit[i] ? in[i] : out[i]; \
        return inst + 1;                                        \
    }
COPY(copy_16, uint16_t)
COPY(copy_32, uint32_t)
COPY(copy_64, uint64_t)

CORE_HANDLER(copy_128)
{
    unsigned char *out = warp->frame.slots + inst->d;
    const unsigned char *in = warp->frame.slots + inst->a;
    CORE_LANES(mask, lane)
    memmove(out + 16 * (size_t)lane, in + 16 * (size_t)lane, 16);
    return inst + 1;
}

CORE_HANDLER(copy_pred)
{
    uint32_t *out = &SIM_PRED(warp, inst->d);
    uint32_t value = SIM_PRED(warp, inst->a) ^ inst->b;
    *out = (*out & ~mask) | (value & mask);
    return inst + 1;
}

/* Clocks stand still while the dispatcher runs on; the scheduler brings them up to date first. */
CORE_HANDLER(read_clock)
{
    (void)mask;
    warp->stop = WARP_CLOCK;
    warp->next = inst;
    return NULL;
}

/* Packing and unpacking, lane by lane: the parts' slots are in the form, from the lowest up. */
typedef struct PackForm {
    AccessReg part[8];
    uint32_t count, bytes; /* bytes of a part */
    AccessReg whole;
} PackForm;

CORE_HANDLER(pack)
{
    const PackForm *form = inst->extra;
    unsigned char value[16];
    CORE_LANES(mask, lane)
    {
        for (uint32_t i = 0; i < form->count; i++)
            memcpy(value + i * form->bytes,
                   warp->frame.slots + form->part[i].slot + (size_t)lane * form->part[i].bytes,
                   form->bytes);
        memcpy(warp->frame.slots + form->whole.slot + (size_t)lane * form->whole.bytes, value,
               form->whole.bytes);
    }
    return inst + 1;
}

CORE_HANDLER(unpack)
{
    const PackForm *form = inst->extra;
    unsigned char value[16];
    CORE_LANES(mask, lane)
    {
        memcpy(value, warp->frame.slots + form->whole.slot + (size_t)lane * form->whole.bytes,
               form->whole.bytes);
        for (uint32_t i = 0; i < form->count; i++) {
            unsigned char part[16] = {0};
            memcpy(part, value + i * form->bytes, form->bytes);
            memcpy(warp->frame.slots + form->part[i].slot + (size_t)lane * form->part[i].bytes,
                   part, form->part[i].bytes);
        }
    }
    return inst + 1;
}

#define PAIR(NAME, HALF, WHOLE, BITS)                                                     \
    CORE_HANDLER(pack_##NAME)                                                             \
    {                                                                                     \
        const PackForm *form = inst->extra;                                               \
        const HALF *low = CORE_SLOT(HALF, form->part[0].slot);                            \
        const HALF *high = CORE_SLOT(HALF, form->part[1].slot);                           \
        WHOLE *out = CORE_SLOT(WHOLE, form->whole.slot);                                  \
        CORE_LOOP out[i] = mask & core_bit[i] ? low[i] | (WHOLE)high[i] << BITS : out[i]; \
        return inst + 1;                                                                  \
    }                                                                                     \
    CORE_HANDLER(unpack_##NAME)                                                           \
    {                                                                                     \
        const PackForm *form = inst->extra;                                               \
        const WHOLE *in = CORE_SLOT(WHOLE, form->whole.slot);                             \
        HALF *low = CORE_SLOT(HALF, form->part[0].slot);                                  \
        HALF *high = CORE_SLOT(HALF, form->part[1].slot);                                 \
        CORE_LOOP low[i] = mask & core_bit[i] ? (HALF)in[i] : low[i];                     \
        CORE_LOOP high[i] = mask & core_bit[i] ? (HALF)(in[i] >> BITS) : high[i];         \
        return inst + 1;                                                                  \
    }
PAIR(32, uint16_t, uint32_t, 16)
PAIR(64, uint32_t, uint64_t, 32)

/* mov.v2, mov.v4. */
typedef struct VectorForm {
    AccessReg to[4], from[4];
    uint32_t count, bytes; /* bytes of an element */
} VectorForm;

CORE_HANDLER(copy_vector)
{
    const VectorForm *form = inst->extra;
    char *slots = (char *)warp->frame.slots;
    CORE_LANES(mask, lane)
    {
        unsigned char value[16];
        for (uint32_t i = 0; i < form->count; i++)
            memcpy(value + i * form->bytes,
                   slots + form->from[i].slot + (size_t)lane * form->from[i].bytes, form->bytes);
        for (uint32_t i = 0; i < form->count; i++)
            memcpy(slots + form->to[i].slot + (size_t)lane * form->to[i].bytes,
                   value + i * form->bytes, form->bytes);
    }
    return inst + 1;
}

CORE_HANDLER(add_window)
{
    uint64_t *out = CORE_SLOT(uint64_t, inst->d);
    const uint64_t *in = CORE_SLOT(uint64_t, inst->a);
    const uint64_t add = (uint64_t)inst->imm;
    CORE_LOOP out[i] = mask & core_bit[i] ? in[i] + add : out[i];
    return inst + 1;
}

/* Whether addresses lie in the window imm; 0: in none, which is global memory. */
/* Only the block's own shared memory; other blocks' is that of the cluster. */
CORE_HANDLER(is_in_own_shared)
{
    const uint64_t *in = CORE_SLOT(uint64_t, inst->a);
    uint32_t *out = &SIM_PRED(warp, inst->d);
    uint64_t first = SIM_WINDOW_SHARED + warp->shared_base;
    uint32_t inside = 0;
    CORE_LANES(mask, lane)
    inside |= (uint32_t)(in[lane] - first < UINT64_C(1) << CLUSTER_RANK_SHIFT) << lane;
    *out = (*out & ~mask) | inside;
    return inst + 1;
}

/* The same offset in the shared memory of the block of rank b. */
#define MAP_RANK(NAME, T)                                                                      \
    CORE_HANDLER(NAME)                                                                         \
    {                                                                                          \
        const T *in = CORE_SLOT(T, inst->a);                                                   \
        const uint32_t *rank = CORE_SLOT(uint32_t, inst->b);                                   \
        T *out = CORE_SLOT(T, inst->d);                                                        \
        CORE_LANES(mask, lane)                                                                 \
        out[lane] = (in[lane] & ~((T)0xff << CLUSTER_RANK_SHIFT)) | (T)(rank[lane] & 0xff)     \
                                                                        << CLUSTER_RANK_SHIFT; \
        return inst + 1;                                                                       \
    }                                                                                          \
    CORE_HANDLER(NAME##_of)                                                                    \
    {                                                                                          \
        const T *in = CORE_SLOT(T, inst->a);                                                   \
        uint32_t *out = CORE_SLOT(uint32_t, inst->d);                                          \
        CORE_LANES(mask, lane)                                                                 \
        out[lane] = (uint32_t)(in[lane] >> CLUSTER_RANK_SHIFT) & 0xff;                         \
        return inst + 1;                                                                       \
    }
MAP_RANK(map_rank_32, uint32_t)
MAP_RANK(map_rank_64, uint64_t)

CORE_HANDLER(is_in_window)
{
    const uint64_t *in = CORE_SLOT(uint64_t, inst->a);
    uint32_t *out = &SIM_PRED(warp, inst->d);
    uint32_t inside = 0;
    CORE_LANES(mask, lane)
    inside |= (uint32_t)(SIM_WINDOW_OF(in[lane]) == (uint64_t)inst->imm) << lane;
    *out = (*out & ~mask) | inside;
    return inst + 1;
}

/* A variable of constant memory lies in device memory among the module's other ones. */
CORE_HANDLER(is_in_const)
{
    const uint64_t *in = CORE_SLOT(uint64_t, inst->a);
    uint32_t *out = &SIM_PRED(warp, inst->d);
    uint32_t inside = 0;
    CORE_LANES(mask, lane)
    inside |= (uint32_t)module_is_const(warp->run->launch->module, in[lane]) << lane;
    *out = (*out & ~mask) | inside;
    return inst + 1;
}

/* A kernel's parameters count as global memory; constant memory doesn't. */
CORE_HANDLER(is_in_global)
{
    const uint64_t *in = CORE_SLOT(uint64_t, inst->a);
    uint32_t *out = &SIM_PRED(warp, inst->d);
    uint32_t inside = 0;
    CORE_LANES(mask, lane)
    {
        uint64_t window = SIM_WINDOW_OF(in[lane]);
        bool plain = window == 0 && !module_is_const(warp->run->launch->module, in[lane]);
        inside |= (uint32_t)(plain || window == SIM_WINDOW_PARAM) << lane;
    }
    *out = (*out & ~mask) | inside;
    return inst + 1;
}

/* -- decoding */

static bool choose_copy(SimDecoder *decoder, const PtxInst *inst, uint32_t bytes, SimInst *out)
{
    switch (bytes) {
    case 2:
        out->full = copy_16_full;
        out->partial = copy_16_part;
        return true;
    case 4:
        out->full = copy_32_full;
        out->partial = copy_32_part;
        return true;
    case 8:
        out->full = copy_64_full;
        out->partial = copy_64_part;
        return true;
    case 16:
        out->full = out->partial = copy_128;
        return true;
    default:
        return decoder_refuse(decoder, inst, "moves of this width are not supported");
    }
}

static AccessReg part_register(SimDecoder *decoder, const PtxInst *inst, const PtxOperand *operand,
                               bool source, PtxType type)
{
    AccessReg reg;
    uint32_t bytes = ptx_type_bytes(type) < 2 ? 2 : ptx_type_bytes(type);
    reg.slot = source ? decoder_source(decoder, inst, operand, type)
                      : decoder_dest(decoder, inst, operand);
    reg.bytes = operand->kind == PTX_OPERAND_REG ? decoder_reg_bytes(decoder, operand) : bytes;
    if (operand->kind == PTX_OPERAND_SINK)
        reg.bytes = 16;
    if (reg.bytes < bytes)
        decoder_refuse(decoder, inst, "a register is narrower than its part of the value");
    return reg;
}

/* Element by element, all of them read before the first is written: {a, b} = {b, a}. */
static bool decode_vector(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    const PtxOperand *to = &inst->operands[0], *from = &inst->operands[1];
    VectorForm *form = decoder_alloc(decoder, sizeof(*form));
    form->bytes = ptx_type_bytes(inst->types[0]);
    form->count = inst->vector;
    if (form->count * form->bytes > 16)
        return decoder_refuse(decoder, inst, "a vector of more than 128 bits");
    if (to->kind != PTX_OPERAND_VECTOR || from->kind != PTX_OPERAND_VECTOR ||
        to->item_count != form->count || from->item_count != form->count)
        return decoder_refuse(decoder, inst, "takes two vectors of %u elements", form->count);
    for (uint32_t i = 0; i < form->count; i++) {
        form->to[i] = part_register(decoder, inst, &to->items[i], false, inst->types[0]);
        form->from[i] = part_register(decoder, inst, &from->items[i], true, inst->types[0]);
    }
    out->extra = form;
    out->full = out->partial = copy_vector;
    return !decoder->refused;
}

static bool decode_pack(SimDecoder *decoder, const PtxInst *inst, bool packing, SimInst *out)
{
    static const PtxType types[] = {PTX_B8,  PTX_B8,  PTX_B16, PTX_B16, PTX_B32,
                                    PTX_B32, PTX_B32, PTX_B32, PTX_B64};
    PackForm *form = decoder_alloc(decoder, sizeof(*form));
    const PtxOperand *vector = &inst->operands[packing ? 1 : 0];
    const PtxOperand *whole = &inst->operands[packing ? 0 : 1];
    uint32_t bytes = ptx_type_bytes(inst->types[0]);
    form->count = vector->item_count;
    form->bytes = form->count ? bytes / form->count : 0;
    if (!form->bytes || form->bytes * form->count != bytes || form->count > 8 || form->bytes > 8)
        return decoder_refuse(decoder, inst, "%u parts don't make up .%s", form->count,
                              ptx_type_text(inst->types[0]));
    for (uint32_t i = 0; i < form->count; i++)
        form->part[i] =
            part_register(decoder, inst, &vector->items[i], packing, types[form->bytes]);
    form->whole = part_register(decoder, inst, whole, !packing, inst->types[0]);
    out->extra = form;
    bool plain = form->count == 2 && form->part[0].bytes == form->bytes &&
                 form->part[1].bytes == form->bytes && form->whole.bytes == bytes;
    if (plain && bytes == 4)
        out->full = out->partial = packing ? pack_32 : unpack_32;
    else if (plain && bytes == 8)
        out->full = out->partial = packing ? pack_64 : unpack_64;
    else
        out->full = out->partial = packing ? pack : unpack;
    /* unpacking over a part of itself needs the whole value first */
    if (!packing && (form->part[0].slot == form->whole.slot))
        out->full = out->partial = unpack;
    return !decoder->refused;
}

CORE_HANDLER(read_explicit)
{
    uint32_t *out = &SIM_PRED(warp, inst->d);
    *out = warp->run->launch->cluster.x ? *out | mask : *out & ~mask;
    return inst + 1;
}

static bool decode_mov_pred(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    out->d = decoder_exact_dest(decoder, inst, &inst->operands[0], 0);
    if (inst->operands[1].kind == PTX_OPERAND_SPECIAL &&
        inst->operands[1].special == PTX_SPECIAL_IS_EXPLICIT_CLUSTER) {
        out->full = out->partial = read_explicit;
        return !decoder->refused;
    }
    out->a = decoder_pred(decoder, inst, &inst->operands[1], &out->b);
    out->full = out->partial = copy_pred;
    return !decoder->refused;
}

static bool decode_mov(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    if (inst->operand_count != 2 || !inst->type_count)
        return decoder_refuse(decoder, inst, "takes a type, a destination and a source");
    const PtxOperand *to = &inst->operands[0], *from = &inst->operands[1];
    PtxType type = inst->types[0];
    if (type == PTX_PRED)
        return decode_mov_pred(decoder, inst, out);
    if (inst->vector > 1)
        return decode_vector(decoder, inst, out);
    if (to->kind == PTX_OPERAND_VECTOR && from->kind == PTX_OPERAND_VECTOR)
        return decoder_refuse(decoder, inst, "moves of whole vectors take .v2 or .v4");
    if (to->kind == PTX_OPERAND_VECTOR || from->kind == PTX_OPERAND_VECTOR)
        return decode_pack(decoder, inst, from->kind == PTX_OPERAND_VECTOR, out);
    uint32_t bytes = decoder_reg_bytes(decoder, to);
    if (to->kind != PTX_OPERAND_REG)
        bytes = ptx_type_bytes(type) < 2 ? 2 : ptx_type_bytes(type);
    if (bytes != (ptx_type_bytes(type) < 2 ? 2 : ptx_type_bytes(type)))
        return decoder_refuse(decoder, inst, "the register's width is not that of .%s",
                              ptx_type_text(type));
    out->d = decoder_dest(decoder, inst, to);
    if (from->kind == PTX_OPERAND_SPECIAL && ptx_special_is_clock(from->special)) {
        out->aux = from->special;
        out->b = bytes;
        out->full = out->partial = read_clock;
        return !decoder->refused;
    }
    out->a = decoder_exact_source(decoder, inst, from, type);
    return choose_copy(decoder, inst, bytes, out) && !decoder->refused;
}

static bool window_of_space(const SimDecoder *decoder, PtxSpace space, uint64_t *window)
{
    switch (space) {
    case PTX_SPACE_SHARED:
    case PTX_SPACE_SHARED_CTA:
    case PTX_SPACE_SHARED_CLUSTER:
        *window = SIM_WINDOW_SHARED;
        return true;
    case PTX_SPACE_LOCAL:
        *window = SIM_WINDOW_LOCAL;
        return true;
    case PTX_SPACE_PARAM:
        *window = decoder->function->is_entry ? SIM_WINDOW_PARAM : SIM_WINDOW_LOCAL;
        return true;
    case PTX_SPACE_PARAM_ENTRY:
        *window = SIM_WINDOW_PARAM;
        return true;
    case PTX_SPACE_GLOBAL:
    case PTX_SPACE_CONST:
        *window = 0;
        return true;
    default:
        return false;
    }
}

static bool decode_cvta(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    uint64_t window;
    if (inst->operand_count != 2 || inst->type_count != 1 || inst->types[0] != PTX_U64)
        return decoder_refuse(decoder, inst, "is supported for .u64 only");
    if (!window_of_space(decoder, inst->space, &window))
        return decoder_refuse(decoder, inst, "not supported for the %s space",
                              ptx_space_text(inst->space));
    out->d = decoder_exact_dest(decoder, inst, &inst->operands[0], 8);
    out->a = decoder_exact_source(decoder, inst, &inst->operands[1], PTX_U64);
    if (!window)
        return choose_copy(decoder, inst, 8, out) && !decoder->refused;
    out->imm = (int64_t)(ptx_has(inst, PTX_MOD_TO) ? 0 - window : window);
    out->full = out->partial = add_window;
    return !decoder->refused;
}

static bool decode_isspacep(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    uint64_t window;
    if (inst->operand_count != 2 || !window_of_space(decoder, inst->space, &window))
        return decoder_refuse(decoder, inst, "not supported for the %s space",
                              ptx_space_text(inst->space));
    if (decoder_reg_bytes(decoder, &inst->operands[1]) != 8)
        return decoder_refuse(decoder, inst, "takes a 64-bit address");
    out->d = decoder_exact_dest(decoder, inst, &inst->operands[0], 0);
    out->a = decoder_exact_source(decoder, inst, &inst->operands[1], PTX_U64);
    out->imm = (int64_t)window;
    bool own = inst->space == PTX_SPACE_SHARED || inst->space == PTX_SPACE_SHARED_CTA;
    out->full = out->partial = inst->space == PTX_SPACE_CONST    ? is_in_const
                               : inst->space == PTX_SPACE_GLOBAL ? is_in_global
                               : own                             ? is_in_own_shared
                                                                 : is_in_window;
    return !decoder->refused;
}

static bool decode_mapa(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    if (inst->operand_count != 3 || !inst->type_count)
        return decoder_refuse(decoder, inst, "takes a destination, an address and a rank");
    uint32_t bytes = ptx_type_bytes(inst->types[0]);
    out->d = decoder_exact_dest(decoder, inst, &inst->operands[0], bytes);
    out->a = decoder_exact_source(decoder, inst, &inst->operands[1], inst->types[0]);
    out->b = decoder_exact_source(decoder, inst, &inst->operands[2], PTX_U32);
    out->full = out->partial = bytes == 8 ? map_rank_64 : map_rank_32;
    return !decoder->refused;
}

static bool decode_getctarank(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    if (inst->operand_count != 2 || !inst->type_count)
        return decoder_refuse(decoder, inst, "takes a destination and an address");
    out->d = decoder_exact_dest(decoder, inst, &inst->operands[0], 4);
    out->a = decoder_exact_source(decoder, inst, &inst->operands[1], inst->types[0]);
    out->full = out->partial = inst->types[0] == PTX_U64 ? map_rank_64_of : map_rank_32_of;
    return !decoder->refused;
}

const DecodeRow SIM_VARIANT(rows_move)[] = {
    {PTX_OP_MOV, 0, decode_mov},
    {PTX_OP_CVTA, 0, decode_cvta},
    {PTX_OP_ISSPACEP, 0, decode_isspacep},
    {PTX_OP_MAPA, 0, decode_mapa},
    {PTX_OP_GETCTARANK, 0, decode_getctarank},
    {PTX_OP_COUNT, 0, NULL},
};
