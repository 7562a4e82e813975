/* Conversions between types (ISA 9.7.9.21 cvt, 9.7.9.22 cvt.pack).
 *
 * The common ones are loops that vectorise, found in the table `quick` of lane_convert.h. All
 * others follow a ConvertPlan lane by lane through a Number. */
#include "sim/engine/lanes/convert_scale.h"
#include "sim/engine/lanes/lane_convert.h"
#include "sim/engine/lanes/lane_macros.h"
#include "sim/engine/lanes/lane_number.h"

/* One end of a conversion. */
typedef struct ConvertEnd {
    const FloatFormat *format; /* NULL: an integer */
    uint8_t bits;              /* of the value */
    uint8_t shift;             /* of the value in its place: tf32 stands 13 bits high */
    uint8_t parts;             /* 1, or 2 for packed types */
    uint8_t bytes;             /* of the register */
    bool is_signed;
    uint8_t stride; /* bits from one part to the next; 0: those of the value */
} ConvertEnd;

static int stride_of(const ConvertEnd *end)
{
    return end->stride ? end->stride : end->bits;
}

typedef struct ConvertPlan {
    ConvertEnd from, to;
    int rounding;
    bool to_whole; /* .rni and its like between floating-point types */
    bool ftz, sat, relu, satfinite;
    bool keep_nan;
    u64 nan; /* of an integer destination */
} ConvertPlan;

static u64 load_lane(const SimWarp *warp, uint32_t slot, uint32_t bytes, int lane)
{
    if (bytes == 2)
        return LANE_SLOT(u16, slot)[lane];
    return bytes == 4 ? LANE_SLOT(u32, slot)[lane] : LANE_SLOT(u64, slot)[lane];
}

static void store_lane(SimWarp *warp, uint32_t slot, uint32_t bytes, int lane, u64 value)
{
    if (bytes == 2)
        LANE_SLOT(u16, slot)[lane] = (u16)value;
    else if (bytes == 4)
        LANE_SLOT(u32, slot)[lane] = (u32)value;
    else
        LANE_SLOT(u64, slot)[lane] = value;
}

static u64 cut(u64 bits, int width, bool is_signed)
{
    int unused = 64 - width;
    return is_signed ? (u64)((s64)(bits << unused) >> unused) : bits << unused >> unused;
}

static bool is_subnormal(const Number *x, const FloatFormat *format)
{
    return x->kind == NUMBER_FINITE && x->magnitude && !(x->magnitude >> format->mantissa_bits);
}

/* .ftz of a single-precision source: its NaN becomes the canonical one, too. */
static Number flush_single(Number x)
{
    if (x.kind == NUMBER_NAN)
        return number_of_float(F32_NAN, &format_f32);
    if (is_subnormal(&x, &format_f32))
        x.magnitude = 0;
    return x;
}

static Number round_to_whole(Number x, int rounding)
{
    if (x.kind == NUMBER_FINITE && x.exponent < 0) {
        x.magnitude = shift_rounded(x.magnitude, -x.exponent, rounding, x.negative);
        x.exponent = 0;
    }
    return x;
}

/* .sat to a floating-point type: [0, 1], NaN to 0. */
static Number saturate_number(Number x)
{
    static const Number one = {NUMBER_FINITE, false, 1, 0}, zero = {NUMBER_FINITE, false, 0, 0};
    if (x.kind == NUMBER_NAN || x.negative || (x.kind == NUMBER_FINITE && !x.magnitude))
        return zero;
    if (x.kind == NUMBER_INFINITE || 64 - __builtin_clzll(x.magnitude) + x.exponent > 0)
        return one;
    return x;
}

static u64 convert_to_integer(Number x, const ConvertPlan *plan)
{
    const ConvertEnd *to = &plan->to;
    if (plan->from.format || plan->sat)
        return integer_of_number(x, to->bits, to->is_signed, plan->rounding, plan->nan);
    return x.negative ? 0 - x.magnitude : x.magnitude;
}

static u64 convert_to_float(Number x, const ConvertPlan *plan)
{
    const ConvertEnd *to = &plan->to;
    if (plan->to_whole)
        x = round_to_whole(x, plan->rounding);
    if (plan->sat)
        x = saturate_number(x);
    if (x.kind == NUMBER_NAN && plan->keep_nan)
        return nan_of_number(x, to->format);
    if (plan->relu && x.negative && x.kind != NUMBER_NAN)
        x = (Number){NUMBER_FINITE, false, 0, 0};
    u64 bits = float_of_number(x, to->format, plan->rounding, plan->satfinite);
    Number result = number_of_float(bits, to->format);
    if (plan->ftz && to->format == &format_f32 && is_subnormal(&result, to->format))
        bits &= F32_SIGN;
    return bits << to->shift;
}

static u64 convert_one(u64 bits, const ConvertPlan *plan)
{
    const ConvertEnd *from = &plan->from;
    if (!from->format) {
        Number x = number_of_integer(cut(bits, from->bits, from->is_signed), from->is_signed);
        return plan->to.format ? convert_to_float(x, plan) : convert_to_integer(x, plan);
    }
    Number x = number_of_float(cut(bits, from->bits, false), from->format);
    if (x.kind == NUMBER_NAN && plan->rounding == NUMBER_RNA)
        return (bits & ~UINT64_C(0x1fff)) - (plan->satfinite ? 0x2000 : 0);
    if (plan->ftz && from->format == &format_f32)
        x = flush_single(x);
    return plan->to.format ? convert_to_float(x, plan) : convert_to_integer(x, plan);
}

/* Any conversion; d = convert(a), or for packed results from two registers {convert(a), convert(b)}
 * with a in the upper half. */
LANE_HANDLER(convert_any)
{
    const ConvertPlan *plan = inst->extra;
    const ConvertEnd *from = &plan->from, *to = &plan->to;
    for (int i = 0; i < SIM_LANES; i++) {
        if (!(mask & lane_bit[i]))
            continue;
        u64 a = load_lane(warp, inst->a, from->bytes, i), low = a, result;
        if (to->parts == 2) {
            u64 high = from->parts == 2 ? a >> stride_of(from) : a;
            low = from->parts == 2 ? a : load_lane(warp, inst->b, from->bytes, i);
            result = convert_one(high, plan) << stride_of(to) | convert_one(low, plan);
        } else {
            result = convert_one(a, plan);
        }
        if (!to->format)
            result = cut(result, to->bits, to->is_signed);
        store_lane(warp, inst->d, to->bytes, i, result);
    }
    return inst + 1;
}

static const ConvertEnd ends[PTX_TYPE_COUNT] = {
    [PTX_U8] = {NULL, 8, 0, 1, 2, false},
    [PTX_S8] = {NULL, 8, 0, 1, 2, true},
    [PTX_U16] = {NULL, 16, 0, 1, 2, false},
    [PTX_S16] = {NULL, 16, 0, 1, 2, true},
    [PTX_U32] = {NULL, 32, 0, 1, 4, false},
    [PTX_S32] = {NULL, 32, 0, 1, 4, true},
    [PTX_U64] = {NULL, 64, 0, 1, 8, false},
    [PTX_S64] = {NULL, 64, 0, 1, 8, true},
    [PTX_F16] = {&format_f16, 16, 0, 1, 2, false},
    [PTX_BF16] = {&format_bf16, 16, 0, 1, 2, false},
    [PTX_F32] = {&format_f32, 32, 0, 1, 4, false},
    [PTX_F64] = {&format_f64, 64, 0, 1, 8, false},
    [PTX_TF32] = {&format_tf32, 19, 13, 1, 4, false},
    [PTX_F16X2] = {&format_f16, 16, 0, 2, 4, false},
    [PTX_BF16X2] = {&format_bf16, 16, 0, 2, 4, false},
    [PTX_E4M3X2] = {&format_e4m3, 8, 0, 2, 2, false},
    [PTX_E5M2X2] = {&format_e5m2, 8, 0, 2, 2, false},
    [PTX_E2M3X2] = {&format_e2m3, 6, 0, 2, 2, false, 8},
    [PTX_E3M2X2] = {&format_e3m2, 6, 0, 2, 2, false, 8},
    [PTX_E2M1X2] = {&format_e2m1, 4, 0, 2, 2, false},
};

/* What a pair of types may be converted with. Float kinds: 0 integer, then the formats by
 * precision.
 */
enum { TO_NEAREST = 1, DIRECTED = 2, TO_WHOLE = 4, AWAY = 8, UNROUNDED = 16 };
typedef struct ConvertRule {
    unsigned roundings;
    bool ftz, sat, relu, satfinite;
} ConvertRule;

static bool is_f32(const ConvertEnd *end)
{
    return end->format == &format_f32;
}

static ConvertRule packed_rule(const ConvertEnd *to, const ConvertEnd *from)
{
    bool to_byte = to->bits <= 8, from_byte = from->bits <= 8;
    bool from_half = from->format == &format_f16 || from->format == &format_bf16;
    if (to_byte && (is_f32(from) || from_half) && from->parts != 1 + is_f32(from))
        return (ConvertRule){.roundings = TO_NEAREST, .relu = true, .satfinite = true};
    if (from_byte && to->bits == 16 && to->parts == 2)
        return (ConvertRule){.roundings = TO_NEAREST, .relu = true};
    if (!to_byte && is_f32(from) && from->parts == 1)
        return (ConvertRule){.roundings = TO_NEAREST | DIRECTED, .relu = true, .satfinite = true};
    return (ConvertRule){0};
}

static ConvertRule rule_for(const ConvertEnd *to, const ConvertEnd *from)
{
    if (to->parts == 2 || from->parts == 2)
        return packed_rule(to, from);
    if (!to->format && !from->format)
        return (ConvertRule){.roundings = UNROUNDED, .sat = true};
    if (!to->format)
        return (ConvertRule){.roundings = TO_WHOLE, .ftz = is_f32(from), .sat = true};
    if (!from->format)
        return (ConvertRule){.roundings = TO_NEAREST | DIRECTED, .ftz = is_f32(to), .sat = true};
    if (to->format == &format_tf32)
        return (ConvertRule){.roundings = is_f32(from) ? AWAY | TO_NEAREST | DIRECTED : 0,
                             .relu = true,
                             .satfinite = true};
    bool ftz = is_f32(to) || is_f32(from);
    if (to->format == from->format)
        return (ConvertRule){.roundings = UNROUNDED | TO_WHOLE, .ftz = ftz, .sat = true};
    if (to->format->mantissa_bits > from->format->mantissa_bits &&
        to->format->bias >= from->format->bias)
        return (ConvertRule){.roundings = UNROUNDED, .ftz = ftz, .sat = true};
    bool half = to->bits == 16;
    return (ConvertRule){.roundings = TO_NEAREST | DIRECTED,
                         .ftz = ftz,
                         .sat = true,
                         .relu = half && is_f32(from),
                         .satfinite = half && is_f32(from)};
}

static const struct {
    uint8_t mod, kind, rounding;
} roundings[] = {
    {PTX_MOD_RN, TO_NEAREST, NUMBER_RN}, {PTX_MOD_RZ, DIRECTED, NUMBER_RZ},
    {PTX_MOD_RM, DIRECTED, NUMBER_RM},   {PTX_MOD_RP, DIRECTED, NUMBER_RP},
    {PTX_MOD_RNI, TO_WHOLE, NUMBER_RN},  {PTX_MOD_RZI, TO_WHOLE, NUMBER_RZ},
    {PTX_MOD_RMI, TO_WHOLE, NUMBER_RM},  {PTX_MOD_RPI, TO_WHOLE, NUMBER_RP},
    {PTX_MOD_RNA, AWAY, NUMBER_RNA},
};

static void take_mod(uint64_t rest[PTX_MOD_WORDS], unsigned mod)
{
    rest[mod / 64] &= ~(UINT64_C(1) << mod % 64);
}

/* Reads the modifiers into the plan; the rounding word or NO_ROUNDING in *word. False: not a form.
 */
static bool read_mods(const PtxInst *inst, const ConvertRule *rule, ConvertPlan *plan,
                      unsigned *word)
{
    uint64_t rest[PTX_MOD_WORDS];
    unsigned kind = UNROUNDED;
    memcpy(rest, inst->mods, sizeof rest);
    *word = NO_ROUNDING;
    for (size_t i = 0; i < LANE_COUNT(roundings); i++)
        if (ptx_has(inst, roundings[i].mod) && *word == NO_ROUNDING) {
            *word = roundings[i].mod;
            kind = roundings[i].kind;
            plan->rounding = roundings[i].rounding;
            take_mod(rest, *word);
        }
    plan->to_whole = kind == TO_WHOLE && plan->to.format;
    const struct {
        unsigned mod;
        bool allowed;
        bool *flag;
    } flags[] = {{PTX_MOD_FTZ, rule->ftz, &plan->ftz},
                 {PTX_MOD_SAT, rule->sat, &plan->sat},
                 {PTX_MOD_RELU, rule->relu, &plan->relu},
                 {PTX_MOD_SATFINITE, rule->satfinite, &plan->satfinite}};
    for (size_t i = 0; i < LANE_COUNT(flags); i++)
        if (flags[i].allowed && ptx_has(inst, flags[i].mod)) {
            *flags[i].flag = true;
            take_mod(rest, flags[i].mod);
        }
    for (int i = 0; i < PTX_MOD_WORDS; i++)
        if (rest[i])
            return false;
    return (rule->roundings & kind) != 0;
}

/* Integers may lie in wider registers than their type (ISA 9.4.1). */
static bool register_width(SimDecoder *decoder, const PtxInst *inst, const PtxOperand *operand,
                           ConvertEnd *end)
{
    uint32_t bytes =
        operand->kind == PTX_OPERAND_REG ? decoder_reg_bytes(decoder, operand) : end->bytes;
    if (bytes != end->bytes && (end->format || bytes < end->bytes || bytes > 8))
        return decoder_refuse(decoder, inst,
                              "operand %d of cvt is a register of %u bits, not of %u",
                              (int)(operand - inst->operands) + 1, bytes * 8, end->bytes * 8);
    end->bytes = (uint8_t)bytes;
    return true;
}

static PtxType type_of_width(uint32_t bytes, PtxType type)
{
    if (bytes == ptx_type_bytes(type))
        return type;
    return bytes == 2 ? PTX_B16 : bytes == 4 ? PTX_B32 : PTX_B64;
}

static bool bind_operands(SimDecoder *decoder, const PtxInst *inst, SimInst *out, ConvertPlan *plan)
{
    int count = plan->to.parts == 2 && plan->from.parts == 1 ? 3 : 2;
    if (inst->operand_count != count)
        return decoder_refuse(decoder, inst, "cvt takes %d operands here, not %d", count,
                              inst->operand_count);
    if (!register_width(decoder, inst, &inst->operands[0], &plan->to) ||
        !register_width(decoder, inst, &inst->operands[1], &plan->from))
        return false;
    PtxType from = type_of_width(plan->from.bytes, inst->types[1]);
    out->a = decoder_source(decoder, inst, &inst->operands[1], from);
    if (count == 3 && !lane_form_source(decoder, inst, &inst->operands[2], from, &out->b))
        return false;
    return lane_form_dest(decoder, inst, &inst->operands[0], plan->to.bytes, &out->d);
}

/* Whether .ftz makes no difference: a subnormal source rounds to zero anyway, or neither end can be
 * subnormal. */
static bool flushes_nothing(const ConvertPlan *plan, unsigned word)
{
    bool to_zero = word == PTX_MOD_RNI || word == PTX_MOD_RZI;
    bool from_half = plan->from.format && plan->from.bits == 16 && plan->from.format->bias == 15;
    return (is_f32(&plan->from) && to_zero) || !plan->from.format || from_half;
}

static const QuickForm *find_quick(const PtxInst *inst, const ConvertPlan *plan, unsigned word)
{
    if ((plan->ftz && !flushes_nothing(plan, word)) || plan->relu || plan->satfinite)
        return NULL;
    for (size_t i = 0; i < LANE_COUNT(quick); i++)
        if (quick[i].to == inst->types[0] && quick[i].from == inst->types[1] &&
            quick[i].to_bytes == plan->to.bytes && quick[i].from_bytes == plan->from.bytes &&
            quick[i].rounding == word && quick[i].sat == plan->sat)
            return &quick[i];
    return NULL;
}

static bool is_f64(const ConvertEnd *end)
{
    return end->format == &format_f64;
}

/* Seen on GPUs: the bits of a NaN come through from and to doubles. */
static bool keeps_nan(const ConvertPlan *plan)
{
    return is_f64(&plan->from) || is_f64(&plan->to);
}

/* cvt.pack: d = {c's low bits, a, b}, a and b clamped. `bits` of each is aux, signed when aux >> 8.
 */
LANE_HANDLER(convert_pack)
{
    u32 *out = LANE_SLOT(u32, inst->d);
    const s32 *as = LANE_SLOT(s32, inst->a), *bs = LANE_SLOT(s32, inst->b);
    const u32 *cs = LANE_SLOT(u32, inst->c);
    u32 bits = inst->aux & 255, part = (1u << bits) - 1, is_signed = inst->aux >> 8;
    s32 top = (s32)(part >> is_signed), bottom = is_signed ? -top - 1 : 0;
    LANE_LOOP
    {
        s32 a = as[i] > top ? top : as[i] < bottom ? bottom : as[i];
        s32 b = bs[i] > top ? top : bs[i] < bottom ? bottom : bs[i];
        u32 c = bits == 16 ? 0 : cs[i] << (2 * bits & 31);
        u32 packed = c | ((u32)a & part) << bits | ((u32)b & part);
        out[i] = mask & lane_bit[i] ? packed : out[i];
    }
    return inst + 1;
}

static bool decode_pack(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    static const struct {
        uint8_t type, bits, is_signed;
    } parts[] = {{PTX_U16, 16, 0}, {PTX_S16, 16, 1}, {PTX_U8, 8, 0}, {PTX_S8, 8, 1},
                 {PTX_U4, 4, 0},   {PTX_S4, 4, 1},   {PTX_U2, 2, 0}, {PTX_S2, 2, 1}};
    for (size_t i = 0; i < LANE_COUNT(parts); i++)
        if (parts[i].type == inst->types[0])
            out->aux = parts[i].bits | (uint32_t)parts[i].is_signed << 8;
    int operands = (out->aux & 255) == 16 ? 3 : 4;
    if (!out->aux || inst->types[1] != PTX_S32 || !ptx_has(inst, PTX_MOD_SAT) ||
        inst->operand_count != operands)
        return decoder_refuse(decoder, inst,
                              "cvt.pack is cvt.pack.sat.TYPE.s32 d, a, b for .u16 and .s16, and "
                              "cvt.pack.sat.TYPE.s32.b32 d, a, b, c for .u8 .s8 .u4 .s4 .u2 .s2");
    uint32_t *const slots[] = {&out->a, &out->b, &out->c};
    for (int i = 1; i < operands; i++)
        if (!lane_form_source(decoder, inst, &inst->operands[i], PTX_S32, slots[i - 1]))
            return false;
    out->c = operands == 4 ? out->c : out->b;
    out->full = out->partial = convert_pack;
    return lane_form_dest(decoder, inst, &inst->operands[0], 4, &out->d);
}

static bool decode_convert(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    const char *to = ptx_type_text(inst->types[0]), *from = ptx_type_text(inst->types[1]);
    if (ptx_has(inst, PTX_MOD_PACK))
        return decode_pack(decoder, inst, out);
    if (inst->type_count == 2 && (inst->types[0] == PTX_UE8M0X2 || inst->types[1] == PTX_UE8M0X2))
        return decode_scale(decoder, inst, out);
    if (inst->type_count != 2 || !ends[inst->types[0]].bits || !ends[inst->types[1]].bits)
        return decoder_refuse(decoder, inst, "cvt to .%s from .%s is not supported", to, from);
    ConvertPlan plan = {.from = ends[inst->types[1]], .to = ends[inst->types[0]]};
    ConvertRule rule = rule_for(&plan.to, &plan.from);
    unsigned word;
    if (!read_mods(inst, &rule, &plan, &word))
        return decoder_refuse(decoder, inst, "cvt to .%s from .%s does not take these modifiers",
                              to, from);
    if (plan.from.bits == 64 || plan.to.bits == 64)
        plan.nan = UINT64_C(1) << (plan.to.bits - 1);
    plan.keep_nan = keeps_nan(&plan);
    bool to_half = plan.to.format && plan.to.bits == 16;
    plan.ftz = plan.ftz && !to_half; /* seen on GPUs: cvt.rp.ftz.f16.f32 does not flush */
    if (!bind_operands(decoder, inst, out, &plan))
        return false;
    const QuickForm *form = find_quick(inst, &plan, word);
    if (form) {
        out->full = form->full;
        out->partial = form->partial;
        return true;
    }
    ConvertPlan *kept = decoder_alloc(decoder, sizeof *kept);
    if (!kept)
        return false;
    *kept = plan;
    out->extra = kept;
    out->full = out->partial = convert_any;
    return true;
}

const DecodeRow SIM_VARIANT(rows_convert)[] = {
    {PTX_OP_CVT, 0, decode_convert},
    {PTX_OP_COUNT, 0, NULL},
};
