/* Video instructions (ISA 9.7.17): on one selected byte or half, and the SIMD ones on two halves or
 * four bytes. They are rare, so one handler follows a plan.
 *
 * GPUs have had no hardware for the scalar ones since Maxwell, and what the driver puts in their
 * place departs from the ISA in .sat, .min, .max, .shr7, .shr15 and selected destinations. Here
 * they give what an H200 gave (driver 580). Negated operands are refused. */
#include "sim/engine/lanes/lane_macros.h"

typedef struct Selection {
    uint8_t bits;  /* 8, 16 or 32 */
    uint8_t first; /* lowest bit */
    bool is_signed;
} Selection;

typedef struct ScalarPlan {
    Selection a, b, d; /* d.bits == 32: no merge with c */
    uint8_t op;        /* PtxOp */
    uint8_t compare;   /* PtxMod of vset */
    uint8_t shift;     /* vmad */
    bool d_signed;     /* the result's type; of vset: a's */
    bool wrap, saturate, plus_one;
    bool add, min, max; /* the second operation, with c */
} ScalarPlan;

enum { NO_MOD = 255 };
_Static_assert((int)PTX_MOD_GE < (int)NO_MOD && (int)PTX_MOD_EQ < (int)NO_MOD,
               "comparisons are kept in bytes");

static s64 select_part(u32 x, const Selection *selection)
{
    u32 part = x >> selection->first;
    int unused = 32 - selection->bits;
    return selection->is_signed ? (s64)((s32)(part << unused) >> unused)
                                : (s64)(part << unused >> unused);
}

static s64 clamp(s64 x, int bits, bool is_signed)
{
    s64 top = (INT64_C(1) << (is_signed ? bits - 1 : bits)) - 1, bottom = is_signed ? -top - 1 : 0;
    return x > top ? top : x < bottom ? bottom : x;
}

static bool compares(s64 a, s64 b, unsigned compare)
{
    switch (compare) {
    case PTX_MOD_EQ:
        return a == b;
    case PTX_MOD_NE:
        return a != b;
    case PTX_MOD_LT:
        return a < b;
    case PTX_MOD_LE:
        return a <= b;
    case PTX_MOD_GT:
        return a > b;
    default:
        return a >= b;
    }
}

static s64 apply(unsigned op, s64 a, s64 b, unsigned compare, bool wrap)
{
    u32 count = wrap ? (u32)b & 31 : (u32)b > 32 ? 32 : (u32)b;
    switch (op) {
    case PTX_OP_VADD:
    case PTX_OP_VADD2:
    case PTX_OP_VADD4:
        return a + b;
    case PTX_OP_VSUB:
    case PTX_OP_VSUB2:
    case PTX_OP_VSUB4:
        return a - b;
    case PTX_OP_VABSDIFF:
    case PTX_OP_VABSDIFF2:
    case PTX_OP_VABSDIFF4:
        return a < b ? b - a : a - b;
    case PTX_OP_VMIN:
    case PTX_OP_VMIN2:
    case PTX_OP_VMIN4:
        return a < b ? a : b;
    case PTX_OP_VMAX:
    case PTX_OP_VMAX2:
    case PTX_OP_VMAX4:
        return a > b ? a : b;
    case PTX_OP_VAVRG2:
    case PTX_OP_VAVRG4:
        return (a + b + (a + b >= 0)) >> 1;
    case PTX_OP_VSHL:
        return (s64)((u64)a << count);
    case PTX_OP_VSHR:
        return a >> count;
    default:
        return compares(a, b, compare);
    }
}

/* Of the upper half the driver takes the result's own upper half, but for vset. */
static u32 merge(const ScalarPlan *plan, u32 x, u32 c)
{
    const Selection *d = &plan->d;
    if (d->bits == 32)
        return x;
    u32 bits = ((1u << d->bits) - 1) << d->first;
    u32 placed = d->first == 16 && d->bits == 16 && plan->op != PTX_OP_VSET ? x : x << d->first;
    return (c & ~bits) | (placed & bits);
}

/* A whole register counts as signed, c too. */
static u32 multiply_add(const ScalarPlan *plan, u32 a, u32 b, u32 c)
{
    Selection first = plan->a, second = plan->b;
    bool is_unsigned = !first.is_signed && !second.is_signed;
    first.is_signed |= first.bits == 32;
    second.is_signed |= second.bits == 32;
    u64 product = (u64)select_part(a, &first) * (u64)select_part(b, &second);
    s64 sum = (s64)(product + (u64)(s64)(s32)c + plan->plus_one);
    s64 shifted = is_unsigned && plan->shift ? (s64)((u64)sum >> plan->shift) : sum >> plan->shift;
    return (u32)(plan->saturate ? clamp(shifted, 32, !is_unsigned) : shifted);
}

/* To the whole of d: as unsigned nothing is too large, but for vshl, which keeps 34 bits. To a part
 * of d, anything outside of its numbers from 0 on is the greatest of them. */
static s64 saturated(const ScalarPlan *plan, s64 x)
{
    const Selection *d = &plan->d;
    s64 top = (INT64_C(1) << (d->bits - plan->d_signed)) - 1;
    if (d->bits != 32)
        return x < 0 || x > top ? top : x;
    if (plan->op == PTX_OP_VSHL)
        x = (s64)((u64)x << 30) >> 30;
    if (plan->op == PTX_OP_VSHL || plan->d_signed)
        return clamp(x, 32, plan->d_signed);
    return x < 0 ? 0 : (s64)(u32)x;
}

/* What is compared with c: in 64 bits, or in 32 and extended by sign. */
static s64 comparable(const ScalarPlan *plan, s64 whole, s64 result)
{
    bool short_sum = plan->op == PTX_OP_VADD || plan->op == PTX_OP_VSUB;
    if (short_sum || (plan->op == PTX_OP_VSHL && plan->saturate))
        return (s32)result;
    if (plan->saturate && !plan->d_signed)
        return whole < 0 ? 0 : whole;
    return result;
}

static u32 scalar_lane(const ScalarPlan *plan, u32 a, u32 b, u32 c)
{
    if (plan->op == PTX_OP_VMAD)
        return multiply_add(plan, a, b, c);
    s64 x = select_part(a, &plan->a), y = select_part(b, &plan->b);
    s64 whole = apply(plan->op, x, y, plan->compare, plan->wrap);
    s64 result = plan->saturate ? saturated(plan, whole) : whole;
    if (plan->add)
        return (u32)result + c;
    if (!plan->min && !plan->max)
        return merge(plan, (u32)result, c);
    s64 mine = comparable(plan, whole, result);
    bool less = plan->d_signed ? mine < (s32)c : (u64)mine < c;
    return less == plan->min ? (u32)result : c;
}

LANE_HANDLER(video_scalar)
{
    const ScalarPlan *plan = inst->extra;
    u32 *out = LANE_SLOT(u32, inst->d);
    const u32 *as = LANE_SLOT(u32, inst->a), *bs = LANE_SLOT(u32, inst->b);
    const u32 *cs = LANE_SLOT(u32, inst->c);
    for (int i = 0; i < SIM_LANES; i++)
        if (mask & lane_bit[i])
            out[i] = scalar_lane(plan, as[i], bs[i], cs[i]);
    return inst + 1;
}

/* The SIMD instructions: `parts` of `bits` each; pick[i] is a part of b:a. */
typedef struct SimdPlan {
    uint8_t op, compare, parts, bits, written; /* `written`: a bit for each part of d */
    uint8_t pick_a[4], pick_b[4];
    bool a_signed, b_signed, d_signed, saturate, accumulate;
} SimdPlan;

static s64 pick_part(u64 both, unsigned part, const SimdPlan *plan, bool is_signed)
{
    Selection whole = {plan->bits, 0, is_signed};
    return select_part((u32)(both >> part * plan->bits), &whole);
}

static u32 simd_lane(const SimdPlan *plan, u32 a, u32 b, u32 c)
{
    u64 both = (u64)b << 32 | a;
    u32 result = c, part_bits = plan->bits == 8 ? 0xff : 0xffff;
    for (unsigned i = 0; i < plan->parts; i++) {
        if (!(plan->written >> i & 1))
            continue;
        s64 t = apply(plan->op, pick_part(both, plan->pick_a[i], plan, plan->a_signed),
                      pick_part(both, plan->pick_b[i], plan, plan->b_signed), plan->compare, false);
        if (plan->saturate)
            t = clamp(t, plan->bits, plan->d_signed);
        unsigned shift = i * plan->bits;
        if (plan->accumulate)
            result += (u32)t;
        else
            result = (result & ~(part_bits << shift)) | ((u32)t & part_bits) << shift;
    }
    return result;
}

LANE_HANDLER(video_simd)
{
    const SimdPlan *plan = inst->extra;
    u32 *out = LANE_SLOT(u32, inst->d);
    const u32 *as = LANE_SLOT(u32, inst->a), *bs = LANE_SLOT(u32, inst->b);
    const u32 *cs = LANE_SLOT(u32, inst->c);
    for (int i = 0; i < SIM_LANES; i++)
        if (mask & lane_bit[i])
            out[i] = simd_lane(plan, as[i], bs[i], cs[i]);
    return inst + 1;
}

/* One of `mods` that is written, or NO_MOD; taken out of *left, the count of modifiers left. */
static unsigned one_of(const PtxInst *inst, const uint8_t *mods, size_t count, int *left)
{
    for (size_t i = 0; i < count; i++)
        if (ptx_has(inst, mods[i])) {
            --*left;
            return mods[i];
        }
    return NO_MOD;
}

static bool flag(const PtxInst *inst, unsigned mod, int *left)
{
    *left -= ptx_has(inst, mod);
    return ptx_has(inst, mod);
}

static int count_mods(const PtxInst *inst)
{
    int count = 0;
    for (int i = 0; i < PTX_MOD_WORDS; i++)
        count += __builtin_popcountll(inst->mods[i]);
    return count;
}

static const uint8_t compare_mods[] = {PTX_MOD_EQ, PTX_MOD_NE, PTX_MOD_LT,
                                       PTX_MOD_LE, PTX_MOD_GT, PTX_MOD_GE};

static bool has_int32_types(const PtxInst *inst, int count)
{
    for (int i = 0; i < inst->type_count; i++)
        if (inst->types[i] != PTX_U32 && inst->types[i] != PTX_S32)
            return false;
    return inst->type_count == count;
}

static bool refuse_types(SimDecoder *decoder, const PtxInst *inst, int types)
{
    return decoder_refuse(decoder, inst, "%s takes %d types, each .u32 or .s32",
                          ptx_op_text(inst->op), types);
}

static bool refuse_mods(SimDecoder *decoder, const PtxInst *inst)
{
    return decoder_refuse(decoder, inst, "%s does not take these modifiers", ptx_op_text(inst->op));
}

static bool read_selection(SimDecoder *decoder, const PtxInst *inst, int index, bool is_signed,
                           Selection *out)
{
    const PtxOperand *operand = &inst->operands[index];
    char letter = ptx_selector_letter(operand);
    *out = (Selection){32, 0, is_signed};
    if (!letter)
        return true;
    uint32_t digit = ptx_selector_digit(operand, 0), bits = letter == 'b' ? 8 : 16;
    if (ptx_selector_count(operand) != 1 || digit * bits >= 32)
        return decoder_refuse(decoder, inst, "operand %d of %s takes .b0 to .b3, .h0 or .h1",
                              index + 1, ptx_op_text(inst->op));
    out->bits = (uint8_t)bits;
    out->first = (uint8_t)(digit * bits);
    return true;
}

static bool bind(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    uint32_t *const slots[] = {&out->a, &out->b, &out->c};
    for (int i = 1; i < inst->operand_count; i++)
        if (!lane_form_source(decoder, inst, &inst->operands[i], PTX_B32, slots[i - 1]))
            return false;
    if (inst->operand_count == 3)
        out->c = out->b;
    return lane_form_dest(decoder, inst, &inst->operands[0], 4, &out->d);
}

static bool keep(SimDecoder *decoder, SimInst *out, SimHandler handler, const void *plan,
                 size_t size)
{
    void *kept = decoder_alloc(decoder, size);
    if (!kept)
        return false;
    memcpy(kept, plan, size);
    out->extra = kept;
    out->full = out->partial = handler;
    return true;
}

static bool read_scalar_mods(const PtxInst *inst, ScalarPlan *plan)
{
    int left = count_mods(inst);
    plan->saturate = inst->op != PTX_OP_VSET && flag(inst, PTX_MOD_SAT, &left);
    if (inst->op == PTX_OP_VMAD) {
        plan->plus_one = flag(inst, PTX_MOD_PO, &left);
        plan->shift = flag(inst, PTX_MOD_SHR7, &left)    ? 7
                      : flag(inst, PTX_MOD_SHR15, &left) ? 15
                                                         : 0;
        return left == 0;
    }
    plan->add = flag(inst, PTX_MOD_ADD, &left);
    plan->min = flag(inst, PTX_MOD_MIN, &left);
    plan->max = flag(inst, PTX_MOD_MAX, &left);
    if (plan->add + plan->min + plan->max > 1)
        return false;
    if (inst->op == PTX_OP_VSET) {
        plan->compare = (uint8_t)one_of(inst, compare_mods, LANE_COUNT(compare_mods), &left);
        return left == 0 && plan->compare != NO_MOD;
    }
    if (inst->op == PTX_OP_VSHL || inst->op == PTX_OP_VSHR) {
        bool clamped = flag(inst, PTX_MOD_CLAMP, &left);
        plan->wrap = flag(inst, PTX_MOD_WRAP, &left);
        return left == 0 && clamped != plan->wrap;
    }
    return left == 0;
}

static bool decode_scalar(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    ScalarPlan plan = {.op = (uint8_t)inst->op, .d_signed = inst->types[0] == PTX_S32};
    int results = inst->op == PTX_OP_VSET ? 0 : 1;
    if (!has_int32_types(inst, 2 + results))
        return refuse_types(decoder, inst, 2 + results);
    if (!read_scalar_mods(inst, &plan))
        return refuse_mods(decoder, inst);
    if (!read_selection(decoder, inst, 0, false, &plan.d) ||
        !read_selection(decoder, inst, 1, inst->types[results] == PTX_S32, &plan.a) ||
        !read_selection(decoder, inst, 2, inst->types[results + 1] == PTX_S32, &plan.b))
        return false;
    bool second = plan.add || plan.min || plan.max, merges = plan.d.bits != 32;
    bool takes_c = second || merges || inst->op == PTX_OP_VMAD;
    for (int i = 0; i < inst->operand_count; i++)
        if (inst->operands[i].negate)
            return decoder_refuse(decoder, inst, "%s with a negated operand is not supported",
                                  ptx_op_text(inst->op));
    if (merges && second)
        return decoder_refuse(decoder, inst,
                              "a part of d and a second operation exclude each other");
    if (inst->operand_count != 3 + takes_c)
        return decoder_refuse(decoder, inst, "%s takes %d operands here", ptx_op_text(inst->op),
                              3 + takes_c);
    return bind(decoder, inst, out) && keep(decoder, out, video_scalar, &plan, sizeof plan);
}

/* .h10 or .b7654: which parts of b:a; the default is a's own parts or b's own. */
static bool read_picks(const PtxOperand *operand, const SimdPlan *plan, unsigned from,
                       uint8_t picks[4])
{
    char letter = ptx_selector_letter(operand);
    uint32_t count = ptx_selector_count(operand);
    for (unsigned i = 0; i < plan->parts; i++)
        picks[i] = (uint8_t)(from + i);
    if (!letter)
        return true;
    if (letter != (plan->parts == 2 ? 'h' : 'b') || count != plan->parts)
        return false;
    for (unsigned i = 0; i < plan->parts; i++) {
        picks[i] = (uint8_t)ptx_selector_digit(operand, count - 1 - i);
        if (picks[i] >= 2 * plan->parts)
            return false;
    }
    return true;
}

static bool read_written(const PtxOperand *operand, SimdPlan *plan)
{
    char letter = ptx_selector_letter(operand);
    uint32_t count = ptx_selector_count(operand);
    plan->written = (uint8_t)((1u << plan->parts) - 1);
    if (!letter)
        return true;
    plan->written = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t digit = ptx_selector_digit(operand, i);
        if (digit >= plan->parts)
            return false;
        plan->written |= (uint8_t)(1u << digit);
    }
    return letter == (plan->parts == 2 ? 'h' : 'b');
}

static bool decode_simd(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    bool sets = inst->op == PTX_OP_VSET2 || inst->op == PTX_OP_VSET4;
    bool bytes = inst->op >= PTX_OP_VADD4;
    SimdPlan plan = {.op = (uint8_t)inst->op, .parts = bytes ? 4 : 2, .bits = bytes ? 8 : 16};
    int left = count_mods(inst), results = sets ? 0 : 1;
    if (!has_int32_types(inst, 2 + results))
        return refuse_types(decoder, inst, 2 + results);
    plan.accumulate = flag(inst, PTX_MOD_ADD, &left);
    if (sets)
        plan.compare = (uint8_t)one_of(inst, compare_mods, LANE_COUNT(compare_mods), &left);
    else
        plan.saturate = flag(inst, PTX_MOD_SAT, &left);
    if (left || (sets && plan.compare == NO_MOD) || (plan.saturate && plan.accumulate))
        return refuse_mods(decoder, inst);
    plan.d_signed = results && inst->types[0] == PTX_S32;
    plan.a_signed = inst->types[results] == PTX_S32;
    plan.b_signed = inst->types[results + 1] == PTX_S32;
    if (inst->operand_count != 4 || !read_written(&inst->operands[0], &plan) ||
        !read_picks(&inst->operands[1], &plan, 0, plan.pick_a) ||
        !read_picks(&inst->operands[2], &plan, plan.parts, plan.pick_b))
        return decoder_refuse(decoder, inst,
                              "%s takes d, a, b, c, with selectors such as %s for a and b",
                              ptx_op_text(inst->op), bytes ? ".b3210" : ".h10");
    return bind(decoder, inst, out) && keep(decoder, out, video_simd, &plan, sizeof plan);
}

const DecodeRow SIM_VARIANT(rows_video)[] = {
    {PTX_OP_VADD, 0, decode_scalar},     {PTX_OP_VSUB, 0, decode_scalar},
    {PTX_OP_VABSDIFF, 0, decode_scalar}, {PTX_OP_VMIN, 0, decode_scalar},
    {PTX_OP_VMAX, 0, decode_scalar},     {PTX_OP_VSHL, 0, decode_scalar},
    {PTX_OP_VSHR, 0, decode_scalar},     {PTX_OP_VSET, 0, decode_scalar},
    {PTX_OP_VMAD, 0, decode_scalar},     {PTX_OP_VADD2, 0, decode_simd},
    {PTX_OP_VSUB2, 0, decode_simd},      {PTX_OP_VAVRG2, 0, decode_simd},
    {PTX_OP_VABSDIFF2, 0, decode_simd},  {PTX_OP_VMIN2, 0, decode_simd},
    {PTX_OP_VMAX2, 0, decode_simd},      {PTX_OP_VSET2, 0, decode_simd},
    {PTX_OP_VADD4, 0, decode_simd},      {PTX_OP_VSUB4, 0, decode_simd},
    {PTX_OP_VAVRG4, 0, decode_simd},     {PTX_OP_VABSDIFF4, 0, decode_simd},
    {PTX_OP_VMIN4, 0, decode_simd},      {PTX_OP_VMAX4, 0, decode_simd},
    {PTX_OP_VSET4, 0, decode_simd},      {PTX_OP_COUNT, 0, NULL},
};
