/* Comparison and selection (ISA 9.7.6, 9.7.7): setp, set, selp, slct.
 *
 * A comparison makes one word with a bit for each lane. Few relations are computed; the others are
 * those with the operands exchanged or the word inverted. */
#include "sim/engine/lanes/lane_float.h"
#include "sim/engine/lanes/lane_half.h"
#include "sim/engine/lanes/lane_macros.h"

typedef enum Relation { EQUAL, LESS, LESS_EQUAL, LESS_GREATER, ORDERED, RELATIONS } Relation;

typedef uint32_t (*Compare)(const SimWarp *warp, const SimInst *inst);

/* What a comparison with a second result, a boolean operation or a `set` needs; in inst->extra. */
typedef struct Comparison {
    Compare low, high; /* high: the upper halves of packed types */
    uint32_t boolean;  /* PTX_MOD_AND, OR, XOR, or NO_BOOLEAN */
    uint32_t invert, flip;
    uint32_t p, q, c; /* slots; p and q are NO_SLOT where there is none */
    uint32_t low_true, high_true;
} Comparison;

enum { NO_BOOLEAN = PTX_MOD_COUNT, NO_SLOT = UINT32_MAX };

static void write_predicate(SimWarp *warp, uint32_t slot, uint32_t value, uint32_t mask)
{
    uint32_t *out = &LANE_PREDICATE(slot);
    *out = (*out & ~mask) | (value & mask);
}

/* NAME(warp, inst) gives the word; COMPARE adds the handler of a plain setp: inst->aux inverts. */
#define COMPARE_LANES(NAME, T, FETCH, EXPR)                               \
    static inline uint32_t NAME(const SimWarp *warp, const SimInst *inst) \
    {                                                                     \
        const T *as = LANE_SLOT(T, inst->a), *bs = LANE_SLOT(T, inst->b); \
        uint32_t set = 0;                                                 \
        LANE_LOOP                                                         \
        {                                                                 \
            FETCH;                                                        \
            set |= (EXPR) ? lane_bit[i] : 0;                              \
        }                                                                 \
        return set;                                                       \
    }
#define COMPARE(NAME, T, FETCH, EXPR)                                       \
    COMPARE_LANES(NAME, T, FETCH, EXPR)                                     \
    LANE_HANDLER(setp_##NAME)                                               \
    {                                                                       \
        write_predicate(warp, inst->d, NAME(warp, inst) ^ inst->aux, mask); \
        return inst + 1;                                                    \
    }

#define COMPARE_INTEGER(T)                                  \
    COMPARE(equal_##T, T, T a = as[i]; T b = bs[i], a == b) \
    COMPARE(less_##T, T, T a = as[i]; T b = bs[i], a < b)
COMPARE_INTEGER(u16)
COMPARE_INTEGER(s16)
COMPARE_INTEGER(u32)
COMPARE_INTEGER(s32)
COMPARE_INTEGER(u64)
COMPARE_INTEGER(s64)

#define COMPARE_FLOAT(COMPARE, NAME, T, FETCH)                \
    COMPARE(equal_##NAME, T, FETCH, a == b)                   \
    COMPARE(less_##NAME, T, FETCH, a < b)                     \
    COMPARE(less_equal_##NAME, T, FETCH, a <= b)              \
    COMPARE(less_greater_##NAME, T, FETCH, (a < b) | (a > b)) \
    COMPARE(ordered_##NAME, T, FETCH, (a == a) & (b == b))
COMPARE_FLOAT(COMPARE, f32, f32, f32 a = as[i]; f32 b = bs[i])
COMPARE_FLOAT(COMPARE, f32_ftz, f32, f32 a = flush_f32(as[i]); f32 b = flush_f32(bs[i]))
COMPARE_FLOAT(COMPARE, f64, f64, f64 a = as[i]; f64 b = bs[i])
#define HALVES(T, CONVERT, PART)        \
    f32 a = CONVERT((u16)(as[i] PART)); \
    f32 b = CONVERT((u16)(bs[i] PART))
#define WIDEN_FLUSHED(half) widen_f16(flush_f16(half))
COMPARE_FLOAT(COMPARE, f16, u16, HALVES(u16, widen_f16, ))
COMPARE_FLOAT(COMPARE, f16_ftz, u16, HALVES(u16, WIDEN_FLUSHED, ))
COMPARE_FLOAT(COMPARE, bf16, u16, HALVES(u16, widen_bf16, ))
COMPARE_FLOAT(COMPARE_LANES, f16_low, u32, HALVES(u32, widen_f16, ))
COMPARE_FLOAT(COMPARE_LANES, f16_low_ftz, u32, HALVES(u32, WIDEN_FLUSHED, ))
COMPARE_FLOAT(COMPARE_LANES, bf16_low, u32, HALVES(u32, widen_bf16, ))
COMPARE_FLOAT(COMPARE_LANES, f16_high, u32, HALVES(u32, widen_f16, >> 16))
COMPARE_FLOAT(COMPARE_LANES, f16_high_ftz, u32, HALVES(u32, WIDEN_FLUSHED, >> 16))
COMPARE_FLOAT(COMPARE_LANES, bf16_high, u32, HALVES(u32, widen_bf16, >> 16))

typedef struct CompareType {
    SimHandler setp[RELATIONS];
    Compare low[RELATIONS], high[RELATIONS];
    char kind; /* b, u, s or f */
    bool known, ftz;
} CompareType;

#define INTEGER(T)                   \
    {setp_equal_##T, setp_less_##T}, \
    {                                \
        equal_##T, less_##T          \
    }
#define FLOAT_SETP(NAME)                                                                       \
    {                                                                                          \
        setp_equal_##NAME, setp_less_##NAME, setp_less_equal_##NAME, setp_less_greater_##NAME, \
            setp_ordered_##NAME                                                                \
    }
#define FLOAT_LANES(NAME)                                                                 \
    {                                                                                     \
        equal_##NAME, less_##NAME, less_equal_##NAME, less_greater_##NAME, ordered_##NAME \
    }
#define FLOAT(NAME) FLOAT_SETP(NAME), FLOAT_LANES(NAME)

static const CompareType types[PTX_TYPE_COUNT] = {
    [PTX_B16] = {INTEGER(u16), .kind = 'b', .known = true},
    [PTX_B32] = {INTEGER(u32), .kind = 'b', .known = true},
    [PTX_B64] = {INTEGER(u64), .kind = 'b', .known = true},
    [PTX_U16] = {INTEGER(u16), .kind = 'u', .known = true},
    [PTX_U32] = {INTEGER(u32), .kind = 'u', .known = true},
    [PTX_U64] = {INTEGER(u64), .kind = 'u', .known = true},
    [PTX_S16] = {INTEGER(s16), .kind = 's', .known = true},
    [PTX_S32] = {INTEGER(s32), .kind = 's', .known = true},
    [PTX_S64] = {INTEGER(s64), .kind = 's', .known = true},
    [PTX_F32] = {FLOAT(f32), .kind = 'f', .known = true, .ftz = true},
    [PTX_F64] = {FLOAT(f64), .kind = 'f', .known = true},
    [PTX_F16] = {FLOAT(f16), .kind = 'f', .known = true, .ftz = true},
    [PTX_BF16] = {FLOAT(bf16), .kind = 'f', .known = true},
    [PTX_F16X2] = {{NULL}, FLOAT_LANES(f16_low), FLOAT_LANES(f16_high), 'f', true, true},
    [PTX_BF16X2] = {{NULL}, FLOAT_LANES(bf16_low), FLOAT_LANES(bf16_high), 'f', true, false},
};
static const CompareType flushed_types[PTX_TYPE_COUNT] = {
    [PTX_F32] = {FLOAT(f32_ftz), .kind = 'f', .known = true, .ftz = true},
    [PTX_F16] = {FLOAT(f16_ftz), .kind = 'f', .known = true, .ftz = true},
    [PTX_F16X2] = {{NULL}, FLOAT_LANES(f16_low_ftz), FLOAT_LANES(f16_high_ftz), 'f', true, true},
};

/* A comparison word of PTX: which relation it is, how, and for which kinds of type. */
static const struct CompareWord {
    uint8_t mod, relation;
    bool exchange, invert;
    const char *kinds;
} words[] = {
    {PTX_MOD_EQ, EQUAL, false, false, "busf"},     {PTX_MOD_NE, EQUAL, false, true, "bus"},
    {PTX_MOD_NE, LESS_GREATER, false, false, "f"}, {PTX_MOD_LT, LESS, false, false, "usf"},
    {PTX_MOD_LE, LESS, true, true, "us"},          {PTX_MOD_LE, LESS_EQUAL, false, false, "f"},
    {PTX_MOD_GT, LESS, true, false, "usf"},        {PTX_MOD_GE, LESS, false, true, "us"},
    {PTX_MOD_GE, LESS_EQUAL, true, false, "f"},    {PTX_MOD_LO, LESS, false, false, "u"},
    {PTX_MOD_LS, LESS, true, true, "u"},           {PTX_MOD_HI, LESS, true, false, "u"},
    {PTX_MOD_HS, LESS, false, true, "u"},          {PTX_MOD_EQU, LESS_GREATER, false, true, "f"},
    {PTX_MOD_NEU, EQUAL, false, true, "f"},        {PTX_MOD_LTU, LESS_EQUAL, true, true, "f"},
    {PTX_MOD_LEU, LESS, true, true, "f"},          {PTX_MOD_GTU, LESS_EQUAL, false, true, "f"},
    {PTX_MOD_GEU, LESS, false, true, "f"},         {PTX_MOD_NUM, ORDERED, false, false, "f"},
    {PTX_MOD_NAN, ORDERED, false, true, "f"},
};

static uint32_t combine(const SimWarp *warp, const Comparison *comparison, uint32_t t)
{
    if (comparison->boolean == NO_BOOLEAN)
        return t;
    uint32_t c = LANE_PREDICATE(comparison->c) ^ comparison->flip;
    switch (comparison->boolean) {
    case PTX_MOD_AND:
        return t & c;
    case PTX_MOD_OR:
        return t | c;
    default:
        return t ^ c;
    }
}

/* setp with p|q or a boolean operation. */
LANE_HANDLER(setp_combined)
{
    const Comparison *comparison = inst->extra;
    uint32_t t = comparison->low(warp, inst) ^ comparison->invert;
    uint32_t other = comparison->high ? comparison->high(warp, inst) ^ comparison->invert : ~t;
    uint32_t p = combine(warp, comparison, t), q = combine(warp, comparison, other);
    if (comparison->p != NO_SLOT)
        write_predicate(warp, comparison->p, p, mask);
    if (comparison->q != NO_SLOT)
        write_predicate(warp, comparison->q, q, mask);
    return inst + 1;
}

#define SET(NAME, T)                                                                             \
    LANE_HANDLER(NAME)                                                                           \
    {                                                                                            \
        const Comparison *comparison = inst->extra;                                              \
        uint32_t low = comparison->low(warp, inst) ^ comparison->invert, high = 0;               \
        if (comparison->high)                                                                    \
            high = combine(warp, comparison, comparison->high(warp, inst) ^ comparison->invert); \
        low = combine(warp, comparison, low);                                                    \
        T *out = LANE_SLOT(T, inst->d), low_true = (T)comparison->low_true;                      \
        T high_true = (T)comparison->high_true;                                                  \
        LANE_LOOP                                                                                \
        {                                                                                        \
            T l = low & lane_bit[i] ? low_true : 0, h = high & lane_bit[i] ? high_true : 0;      \
            out[i] = mask & lane_bit[i] ? l | h : out[i];                                        \
        }                                                                                        \
        return inst + 1;                                                                         \
    }
SET(set_b32, u32)
SET(set_b16, u16)

static bool mod_is_only(const PtxInst *inst, unsigned word, unsigned boolean, bool ftz)
{
    uint64_t rest[PTX_MOD_WORDS];
    memcpy(rest, inst->mods, sizeof rest);
    rest[word / 64] &= ~(UINT64_C(1) << word % 64);
    if (boolean != NO_BOOLEAN)
        rest[boolean / 64] &= ~(UINT64_C(1) << boolean % 64);
    if (ftz)
        rest[PTX_MOD_FTZ / 64] &= ~(UINT64_C(1) << PTX_MOD_FTZ % 64);
    for (int i = 0; i < PTX_MOD_WORDS; i++)
        if (rest[i])
            return false;
    return true;
}

static unsigned boolean_of(const PtxInst *inst)
{
    static const uint8_t booleans[] = {PTX_MOD_AND, PTX_MOD_OR, PTX_MOD_XOR};
    for (size_t i = 0; i < sizeof booleans; i++)
        if (ptx_has(inst, booleans[i]))
            return booleans[i];
    return NO_BOOLEAN;
}

static const struct CompareWord *find_word(const PtxInst *inst, char kind)
{
    for (size_t i = 0; i < LANE_COUNT(words); i++)
        if (ptx_has(inst, words[i].mod) && strchr(words[i].kinds, kind))
            return &words[i];
    return NULL;
}

/* The parts that setp and set share: relation, sources, boolean operation. */
static bool decode_comparison(SimDecoder *decoder, const PtxInst *inst, SimInst *out, PtxType type,
                              Comparison *comparison, const CompareType **found, Relation *relation)
{
    bool ftz = ptx_has(inst, PTX_MOD_FTZ);
    const CompareType *row = ftz ? &flushed_types[type] : &types[type];
    if (!row->known)
        return decoder_refuse(decoder, inst, "%s does not compare .%s%s", ptx_op_text(inst->op),
                              ptx_type_text(type), ftz ? " with .ftz" : "");
    const struct CompareWord *word = find_word(inst, row->kind);
    unsigned boolean = boolean_of(inst);
    if (!word || !mod_is_only(inst, word->mod, boolean, ftz))
        return decoder_refuse(
            decoder, inst, "%s.%s takes %s", ptx_op_text(inst->op), ptx_type_text(type),
            row->kind == 'b'   ? ".eq and .ne"
            : row->kind == 's' ? ".eq .ne .lt .le .gt .ge"
            : row->kind == 'u' ? ".eq .ne .lt .le .gt .ge .lo .ls .hi .hs"
                               : ".eq .ne .lt .le .gt .ge .equ .neu .ltu .leu .gtu .geu .num .nan");
    int operands = boolean == NO_BOOLEAN ? 3 : 4;
    if (inst->operand_count != operands)
        return decoder_refuse(decoder, inst, "%s takes %d operands here, not %d",
                              ptx_op_text(inst->op), operands, inst->operand_count);
    uint32_t *first = word->exchange ? &out->b : &out->a;
    uint32_t *second = word->exchange ? &out->a : &out->b;
    if (!lane_form_source(decoder, inst, &inst->operands[1], type, first) ||
        !lane_form_source(decoder, inst, &inst->operands[2], type, second))
        return false;
    *comparison = (Comparison){.low = row->low[word->relation],
                               .high = row->high[word->relation],
                               .boolean = boolean,
                               .invert = word->invert ? UINT32_MAX : 0,
                               .p = NO_SLOT,
                               .q = NO_SLOT};
    if (boolean != NO_BOOLEAN)
        comparison->c = decoder_pred(decoder, inst, &inst->operands[3], &comparison->flip);
    *found = row;
    *relation = word->relation;
    return true;
}

static bool keep_comparison(SimDecoder *decoder, SimInst *out, const Comparison *comparison)
{
    Comparison *kept = decoder_alloc(decoder, sizeof *kept);
    if (!kept)
        return false;
    *kept = *comparison;
    out->extra = kept;
    return true;
}

static bool predicate_dest(SimDecoder *decoder, const PtxInst *inst, const PtxOperand *operand,
                           uint32_t *slot)
{
    return operand->kind == PTX_OPERAND_SINK || lane_form_dest(decoder, inst, operand, 0, slot);
}

static bool decode_setp(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    Comparison comparison;
    const CompareType *row;
    Relation relation;
    PtxType type = inst->types[0];
    if (inst->type_count != 1)
        return decoder_refuse(decoder, inst, "setp takes one type");
    if (!decode_comparison(decoder, inst, out, type, &comparison, &row, &relation))
        return false;
    const PtxOperand *dest = &inst->operands[0];
    if (dest->kind != PTX_OPERAND_PAIR) {
        if (row->high[0])
            return decoder_refuse(decoder, inst, "setp.%s writes two predicates, p|q",
                                  ptx_type_text(type));
        if (comparison.boolean == NO_BOOLEAN) {
            out->aux = comparison.invert;
            out->full = out->partial = row->setp[relation];
            return lane_form_dest(decoder, inst, dest, 0, &out->d);
        }
        if (!predicate_dest(decoder, inst, dest, &comparison.p))
            return false;
    } else if (!predicate_dest(decoder, inst, &dest->items[0], &comparison.p) ||
               !predicate_dest(decoder, inst, &dest->items[1], &comparison.q)) {
        return false;
    }
    out->full = out->partial = setp_combined;
    return keep_comparison(decoder, out, &comparison);
}

/* What `set` writes for true, by destination and source type (ISA 9.7.6.1, 9.7.7.1). */
static const struct SetType {
    uint8_t dest;
    const char *sources; /* i: integers, f32 and f64;  h: f16;  b: bf16;  H, B: packed */
    SimHandler handler;
    uint32_t low, high;
} set_types[] = {
    {PTX_U32, "ihb", set_b32, UINT32_MAX, 0},
    {PTX_S32, "ihb", set_b32, UINT32_MAX, 0},
    {PTX_F32, "i", set_b32, 0x3f800000, 0},
    {PTX_U16, "hb", set_b16, 0xffff, 0},
    {PTX_S16, "hb", set_b16, 0xffff, 0},
    {PTX_F16, "ih", set_b16, 0x3c00, 0},
    {PTX_BF16, "ib", set_b16, 0x3f80, 0},
    {PTX_U32, "HB", set_b32, 0xffff, 0xffff0000},
    {PTX_S32, "HB", set_b32, 0xffff, 0xffff0000},
    {PTX_F16X2, "H", set_b32, 0x3c00, 0x3c000000},
    {PTX_BF16X2, "B", set_b32, 0x3f80, 0x3f800000},
};

static char source_letter(PtxType type)
{
    switch (type) {
    case PTX_F16:
        return 'h';
    case PTX_BF16:
        return 'b';
    case PTX_F16X2:
        return 'H';
    case PTX_BF16X2:
        return 'B';
    default:
        return 'i';
    }
}

static bool decode_set(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    Comparison comparison;
    const CompareType *row;
    Relation relation;
    const struct SetType *found = NULL;
    char letter = source_letter(inst->types[1]);
    for (size_t i = 0; i < LANE_COUNT(set_types); i++)
        if (set_types[i].dest == inst->types[0] && strchr(set_types[i].sources, letter))
            found = &set_types[i];
    if (inst->type_count != 2 || !found)
        return decoder_refuse(decoder, inst, "set does not write .%s",
                              ptx_type_text(inst->types[0]));
    if (!decode_comparison(decoder, inst, out, inst->types[1], &comparison, &row, &relation))
        return false;
    comparison.low_true = found->low;
    comparison.high_true = found->high;
    out->full = out->partial = found->handler;
    return lane_form_dest(decoder, inst, &inst->operands[0], ptx_type_bytes(inst->types[0]),
                          &out->d) &&
           keep_comparison(decoder, out, &comparison);
}

/* selp: the predicate is slot c, negated when aux has its top bit. */
#define SELECT(W)                                                                  \
    LANE_HANDLER(selp_b##W)                                                        \
    {                                                                              \
        u##W *out = LANE_SLOT(u##W, inst->d);                                      \
        const u##W *as = LANE_SLOT(u##W, inst->a), *bs = LANE_SLOT(u##W, inst->b); \
        uint32_t p = LANE_PREDICATE(inst->c) ^ (0u - (inst->aux >> 31));           \
        uint32_t to_a = p & mask, to_b = ~p & mask;                                \
        LANE_LOOP                                                                  \
        {                                                                          \
            u##W kept = to_b & lane_bit[i] ? bs[i] : out[i];                       \
            out[i] = to_a & lane_bit[i] ? as[i] : kept;                            \
        }                                                                          \
        return inst + 1;                                                           \
    }                                                                              \
    LANE_HANDLER(selp_all_b##W)                                                    \
    {                                                                              \
        u##W *out = LANE_SLOT(u##W, inst->d);                                      \
        const u##W *as = LANE_SLOT(u##W, inst->a), *bs = LANE_SLOT(u##W, inst->b); \
        uint32_t p = LANE_PREDICATE(inst->c) ^ (0u - (inst->aux >> 31));           \
        (void)mask;                                                                \
        LANE_LOOP                                                                  \
        {                                                                          \
            u##W a = as[i], b = bs[i];                                             \
            out[i] = p & lane_bit[i] ? a : b;                                      \
        }                                                                          \
        return inst + 1;                                                           \
    }                                                                              \
    LANE_3(slct_b##W##_s32, u##W, u##W, u##W, s32, c >= 0 ? a : b)                 \
    LANE_3(slct_b##W##_f32, u##W, u##W, u##W, f32, c >= 0.0f ? a : b)              \
    LANE_3(slct_ftz_b##W##_f32, u##W, u##W, u##W, f32, flush_f32(c) >= 0.0f ? a : b)
SELECT(16)
SELECT(32)
SELECT(64)

#define SELECT_FORMS(TYPE, W)                                   \
    {.op = PTX_OP_SELP,                                         \
     .types = {PTX_##TYPE},                                     \
     .shape = "t=ttp",                                          \
     .full = selp_all_b##W,                                     \
     .partial = selp_b##W},                                     \
        LANE_FORM_2(SLCT, TYPE, S32, "t=tts", slct_b##W##_s32), \
        LANE_FORM_2(SLCT, TYPE, F32, "t=tts", slct_b##W##_f32), \
        LANE_FORM_2(SLCT, TYPE, F32, "t=tts", slct_ftz_b##W##_f32, LANE_MOD(FTZ))

static const LaneForm forms[] = {
    SELECT_FORMS(B32, 32), SELECT_FORMS(F32, 32), SELECT_FORMS(U32, 32), SELECT_FORMS(S32, 32),
    SELECT_FORMS(B64, 64), SELECT_FORMS(F64, 64), SELECT_FORMS(U64, 64), SELECT_FORMS(S64, 64),
    SELECT_FORMS(B16, 16), SELECT_FORMS(U16, 16), SELECT_FORMS(S16, 16),
};

static bool decode_select(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    return lane_form_decode(decoder, inst, out, forms, LANE_COUNT(forms));
}

const DecodeRow SIM_VARIANT(rows_compare)[] = {
    {PTX_OP_SETP, 0, decode_setp},   {PTX_OP_SET, 0, decode_set}, {PTX_OP_SELP, 0, decode_select},
    {PTX_OP_SLCT, 0, decode_select}, {PTX_OP_COUNT, 0, NULL},
};
