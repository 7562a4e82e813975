/* Logic, shifts and byte permutation (ISA 9.7.8, prmt 9.7.9.7). */
#include "sim/engine/lanes/lane_integer.h"
#include "sim/engine/lanes/lane_macros.h"

#define LOGIC(W)                              \
    LANE_2(and_b##W, u##W, u##W, u##W, a &b)  \
    LANE_2(or_b##W, u##W, u##W, u##W, a | b)  \
    LANE_2(xor_b##W, u##W, u##W, u##W, a ^ b) \
    LANE_1(not_b##W, u##W, u##W, ~a)          \
    LANE_1(cnot_b##W, u##W, u##W, a == 0)
LOGIC(16)
LOGIC(32)
LOGIC(64)

/* The count is .u32 and stops at the width. */
LANE_2(shl_b16, u16, u16, u32, shift_left_u32(a, b))
LANE_2(shl_b32, u32, u32, u32, shift_left_u32(a, b))
LANE_2(shl_b64, u64, u64, u32, shift_left_u64(a, b))
LANE_2(shr_u16, u16, u16, u32, shift_right_u32(a, b))
LANE_2(shr_u32, u32, u32, u32, shift_right_u32(a, b))
LANE_2(shr_u64, u64, u64, u32, shift_right_u64(a, b))
LANE_2(shr_s16, s16, s16, u32, shift_right_s32(a, b))
LANE_2(shr_s32, s32, s32, u32, shift_right_s32(a, b))
LANE_2(shr_s64, s64, s64, u32, shift_right_s64(a, b))

/* shf: b:a as one number of 64 bits */
LANE_3(shf_l_wrap, u32, u32, u32, u32, ((u64)b << 32 | a) << (c & 31) >> 32)
LANE_3(shf_r_wrap, u32, u32, u32, u32, ((u64)b << 32 | a) >> (c & 31))
LANE_3(shf_l_clamp, u32, u32, u32, u32, ((u64)b << 32 | a) << min_u(c, 32) >> 32)
LANE_3(shf_r_clamp, u32, u32, u32, u32, ((u64)b << 32 | a) >> min_u(c, 32))

/* prmt: byte `index` (0 to 7) of b:a; bit 3 of a selector asks for its sign instead. */
static inline uint32_t pick_byte(uint64_t bytes, uint32_t index)
{
    return (uint32_t)(bytes >> (index & 7) * 8) & 255;
}

static inline uint32_t pick_selected(uint64_t bytes, uint32_t selector)
{
    uint32_t byte = pick_byte(bytes, selector);
    return selector & 8 ? (byte & 128 ? 255 : 0) : byte;
}

static inline uint32_t join_bytes(uint32_t b0, uint32_t b1, uint32_t b2, uint32_t b3)
{
    return b0 | b1 << 8 | b2 << 16 | b3 << 24;
}

static inline uint32_t permute(uint64_t bytes, uint32_t c)
{
    return join_bytes(pick_selected(bytes, c), pick_selected(bytes, c >> 4),
                      pick_selected(bytes, c >> 8), pick_selected(bytes, c >> 12));
}

static inline uint32_t pick_four(uint64_t bytes, uint32_t i0, uint32_t i1, uint32_t i2, uint32_t i3)
{
    return join_bytes(pick_byte(bytes, i0), pick_byte(bytes, i1), pick_byte(bytes, i2),
                      pick_byte(bytes, i3));
}

#define BYTES ((u64)b << 32 | a)
LANE_3(prmt, u32, u32, u32, u32, permute(BYTES, c))
LANE_3(prmt_f4e, u32, u32, u32, u32, pick_four(BYTES, c & 3, (c & 3) + 1, (c & 3) + 2, (c & 3) + 3))
LANE_3(prmt_b4e, u32, u32, u32, u32, pick_four(BYTES, c & 3, (c & 3) + 7, (c & 3) + 6, (c & 3) + 5))
LANE_3(prmt_rc8, u32, u32, u32, u32, pick_byte(BYTES, c & 3) * 0x01010101u)
LANE_3(prmt_ecl, u32, u32, u32, u32, pick_four(BYTES, c & 3, max_u(c & 3, 1), max_u(c & 3, 2), 3))
LANE_3(prmt_ecr, u32, u32, u32, u32, pick_four(BYTES, 0, min_u(c & 3, 1), min_u(c & 3, 2), c & 3))
LANE_3(prmt_rc16, u32, u32, u32, u32, ((u32)(BYTES >> (c & 1) * 16) & 0xffff) * 0x00010001u)

/* lop3: the common tables as expressions, the others by choosing among the table's eight bits. */
LANE_3(lop3_and, u32, u32, u32, u32, a &b &c)
LANE_3(lop3_or, u32, u32, u32, u32, a | b | c)
LANE_3(lop3_xor, u32, u32, u32, u32, a ^ b ^ c)
LANE_3(lop3_and_or, u32, u32, u32, u32, (a & b) | c)
LANE_3(lop3_or_and, u32, u32, u32, u32, a &(b | c))
LANE_3(lop3_and_xor, u32, u32, u32, u32, (a & b) ^ c)
LANE_3(lop3_xor_and, u32, u32, u32, u32, a ^ (b & c))
LANE_3(lop3_choose, u32, u32, u32, u32, (a & b) | (~a & c))
LANE_3(lop3_majority, u32, u32, u32, u32, (a & b) | (c & (a | b)))

static inline uint32_t table_bit(uint32_t table, int bit)
{
    return 0u - (table >> bit & 1);
}

static inline uint32_t choose(uint32_t by, uint32_t one, uint32_t zero)
{
    return zero ^ (by & (one ^ zero));
}

static inline uint32_t look_up(uint32_t a, uint32_t b, uint32_t c, uint32_t t)
{
    return choose(a,
                  choose(b, choose(c, table_bit(t, 7), table_bit(t, 6)),
                         choose(c, table_bit(t, 5), table_bit(t, 4))),
                  choose(b, choose(c, table_bit(t, 3), table_bit(t, 2)),
                         choose(c, table_bit(t, 1), table_bit(t, 0))));
}
LANE_3(lop3_any, u32, u32, u32, u32, look_up(a, b, c, inst->aux))

/* lop3.and, lop3.or: p = (d != 0) op q; p's slot is more[0], q's more[1], its negation more[2]. */
LANE_HANDLER(lop3_predicate)
{
    u32 *out = LANE_SLOT(u32, inst->d);
    const u32 *as = LANE_SLOT(u32, inst->a), *bs = LANE_SLOT(u32, inst->b);
    const u32 *cs = LANE_SLOT(u32, inst->c);
    uint32_t set = 0, q = LANE_PREDICATE(inst->more[1]) ^ inst->more[2];
    LANE_LOOP
    {
        u32 result = look_up(as[i], bs[i], cs[i], inst->aux & 255);
        set |= result ? lane_bit[i] : 0;
        out[i] = mask & lane_bit[i] ? result : out[i];
    }
    uint32_t result = inst->aux >> 8 ? set | q : set & q;
    uint32_t *p = &LANE_PREDICATE(inst->more[0]);
    *p = (*p & ~mask) | (result & mask);
    return inst + 1;
}

/* Predicates: 32 lanes are one word; more[0] and more[1] negate the sources. */
#define PREDICATE_LOGIC(NAME, EXPR)                           \
    LANE_HANDLER(NAME)                                        \
    {                                                         \
        uint32_t a = LANE_PREDICATE(inst->a) ^ inst->more[0]; \
        uint32_t b = LANE_PREDICATE(inst->b) ^ inst->more[1]; \
        uint32_t *out = &LANE_PREDICATE(inst->d);             \
        (void)b;                                              \
        *out = (*out & ~mask) | ((EXPR)&mask);                \
        return inst + 1;                                      \
    }
PREDICATE_LOGIC(and_pred, a &b)
PREDICATE_LOGIC(or_pred, a | b)
PREDICATE_LOGIC(xor_pred, a ^ b)
PREDICATE_LOGIC(not_pred, ~a)

#define M LANE_MOD
#define BITS(OP, SHAPE, HANDLER)                                                    \
    LANE_FORM(OP, B32, SHAPE, HANDLER##32), LANE_FORM(OP, B64, SHAPE, HANDLER##64), \
        LANE_FORM(OP, B16, SHAPE, HANDLER##16)
#define SHIFT_RIGHT(W)                                                              \
    LANE_FORM(SHR, U##W, "t=tu", shr_u##W), LANE_FORM(SHR, S##W, "t=tu", shr_s##W), \
        LANE_FORM(SHR, B##W, "t=tu", shr_u##W)

static const LaneForm forms[] = {
    BITS(AND, "t=tt", and_b),
    BITS(OR, "t=tt", or_b),
    BITS(XOR, "t=tt", xor_b),
    BITS(NOT, "t=t", not_b),
    BITS(CNOT, "t=t", cnot_b),
    BITS(SHL, "t=tu", shl_b),
    SHIFT_RIGHT(32),
    SHIFT_RIGHT(64),
    SHIFT_RIGHT(16),
    LANE_FORM(SHF, B32, "t=ttu", shf_l_wrap, M(L), M(WRAP)),
    LANE_FORM(SHF, B32, "t=ttu", shf_r_wrap, M(R), M(WRAP)),
    LANE_FORM(SHF, B32, "t=ttu", shf_l_clamp, M(L), M(CLAMP)),
    LANE_FORM(SHF, B32, "t=ttu", shf_r_clamp, M(R), M(CLAMP)),
    LANE_FORM(PRMT, B32, "t=ttu", prmt),
    LANE_FORM(PRMT, B32, "t=ttu", prmt_f4e, M(F4E)),
    LANE_FORM(PRMT, B32, "t=ttu", prmt_b4e, M(B4E)),
    LANE_FORM(PRMT, B32, "t=ttu", prmt_rc8, M(RC8)),
    LANE_FORM(PRMT, B32, "t=ttu", prmt_ecl, M(ECL)),
    LANE_FORM(PRMT, B32, "t=ttu", prmt_ecr, M(ECR)),
    LANE_FORM(PRMT, B32, "t=ttu", prmt_rc16, M(RC16)),
};

static bool decode_logic(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    return lane_form_decode(decoder, inst, out, forms, LANE_COUNT(forms));
}

static SimHandler predicate_handler(unsigned op)
{
    switch (op) {
    case PTX_OP_AND:
        return and_pred;
    case PTX_OP_OR:
        return or_pred;
    case PTX_OP_XOR:
        return xor_pred;
    default:
        return not_pred;
    }
}

static bool decode_predicate_logic(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    int sources = inst->op == PTX_OP_NOT ? 1 : 2;
    if (inst->operand_count != sources + 1)
        return decoder_refuse(decoder, inst, "%s.pred takes %d operands", ptx_op_text(inst->op),
                              sources + 1);
    if (!lane_form_dest(decoder, inst, &inst->operands[0], 0, &out->d))
        return false;
    out->a = decoder_pred(decoder, inst, &inst->operands[1], &out->more[0]);
    out->b = out->a;
    if (sources == 2)
        out->b = decoder_pred(decoder, inst, &inst->operands[2], &out->more[1]);
    out->full = out->partial = predicate_handler(inst->op);
    return true;
}

static const struct {
    uint8_t table;
    SimHandler full, partial;
} lop3_tables[] = {
    {0x80, lop3_and_full, lop3_and_part},           {0xfe, lop3_or_full, lop3_or_part},
    {0x96, lop3_xor_full, lop3_xor_part},           {0xea, lop3_and_or_full, lop3_and_or_part},
    {0xe0, lop3_or_and_full, lop3_or_and_part},     {0x6a, lop3_and_xor_full, lop3_and_xor_part},
    {0x78, lop3_xor_and_full, lop3_xor_and_part},   {0xca, lop3_choose_full, lop3_choose_part},
    {0xe8, lop3_majority_full, lop3_majority_part},
};

static bool decode_lop3_predicate(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    const PtxOperand *pair = &inst->operands[0];
    if (inst->operand_count != 6 || pair->kind != PTX_OPERAND_PAIR)
        return decoder_refuse(decoder, inst, "lop3 with .and or .or takes d|p, a, b, c, table, q");
    if (!lane_form_dest(decoder, inst, &pair->items[0], 4, &out->d) ||
        !lane_form_dest(decoder, inst, &pair->items[1], 0, &out->more[0]))
        return false;
    out->more[1] = decoder_pred(decoder, inst, &inst->operands[5], &out->more[2]);
    out->aux |= ptx_has(inst, PTX_MOD_OR) ? 1u << 8 : 0;
    out->full = out->partial = lop3_predicate;
    return true;
}

static bool decode_lop3(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    bool predicate = ptx_has(inst, PTX_MOD_AND) || ptx_has(inst, PTX_MOD_OR);
    if (inst->operand_count < 5 || inst->operands[4].kind != PTX_OPERAND_IMM)
        return decoder_refuse(decoder, inst,
                              "lop3 takes a table from 0 to 255 as its fifth operand");
    out->aux = (uint32_t)inst->operands[4].imm & 255;
    uint32_t *const slots[] = {&out->a, &out->b, &out->c};
    for (int i = 0; i < 3; i++)
        if (!lane_form_source(decoder, inst, &inst->operands[i + 1], PTX_B32, slots[i]))
            return false;
    if (predicate)
        return decode_lop3_predicate(decoder, inst, out);
    if (inst->operand_count != 5)
        return decoder_refuse(decoder, inst, "lop3.b32 takes five operands");
    out->full = lop3_any_full;
    out->partial = lop3_any_part;
    for (size_t i = 0; i < LANE_COUNT(lop3_tables); i++)
        if (lop3_tables[i].table == out->aux) {
            out->full = lop3_tables[i].full;
            out->partial = lop3_tables[i].partial;
        }
    return lane_form_dest(decoder, inst, &inst->operands[0], 4, &out->d);
}

#define PREDICATE SIM_TYPE(PTX_PRED)
#define ANY_BITS (SIM_TYPE(PTX_B16) | SIM_TYPE(PTX_B32) | SIM_TYPE(PTX_B64))

const DecodeRow SIM_VARIANT(rows_logic)[] = {
    {PTX_OP_AND, ANY_BITS, decode_logic},
    {PTX_OP_OR, ANY_BITS, decode_logic},
    {PTX_OP_XOR, ANY_BITS, decode_logic},
    {PTX_OP_NOT, ANY_BITS, decode_logic},
    {PTX_OP_AND, PREDICATE, decode_predicate_logic},
    {PTX_OP_OR, PREDICATE, decode_predicate_logic},
    {PTX_OP_XOR, PREDICATE, decode_predicate_logic},
    {PTX_OP_NOT, PREDICATE, decode_predicate_logic},
    {PTX_OP_CNOT, 0, decode_logic},
    {PTX_OP_LOP3, 0, decode_lop3},
    {PTX_OP_SHF, 0, decode_logic},
    {PTX_OP_SHL, 0, decode_logic},
    {PTX_OP_SHR, 0, decode_logic},
    {PTX_OP_PRMT, 0, decode_logic},
    {PTX_OP_COUNT, 0, NULL},
};
