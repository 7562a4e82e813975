/* The bits of a result that are chance, by those of its sources. */
#include "observe/undefined_rules.h"

/* -- what they have in common */

static uint64_t all_bits(const UndefinedCase *now)
{
    uint64_t bits = 0;
    for (uint32_t i = 0; i < now->count; i++)
        bits |= now->from[i].bits;
    return bits;
}

/* How wide the parts are that a type computes with side by side; 0: it is all one. */
static uint32_t part_of(const PtxInst *inst)
{
    switch (inst->type_count ? inst->types[0] : PTX_TYPE_NONE) {
    case PTX_F16X2:
    case PTX_BF16X2:
    case PTX_U16X2:
    case PTX_S16X2:
        return 16;
    case PTX_U8X4:
    case PTX_S8X4:
        return 8;
    case PTX_F32X2:
        return 32;
    default:
        return 0;
    }
}

/* One bit that is chance makes the whole result so, or its part of it. */
static uint64_t whole(const UndefinedCase *now)
{
    uint64_t bits = all_bits(now), result = 0;
    uint32_t part = part_of(now->inst);
    if (!part)
        return bits ? undefined_ones(now->width) : 0;
    for (uint32_t at = 0; at < now->width; at += part) {
        uint64_t ones = undefined_ones(part) << at;
        result |= bits & ones ? ones : 0;
    }
    return result;
}

/* A sum's bits depend on those below. */
static uint64_t upwards(uint64_t bits)
{
    return bits ? ~((bits & -bits) - 1) : 0;
}

static bool is_integer(PtxType type)
{
    PtxKind kind = ptx_type_kind(type);
    return kind == PTX_KIND_BITS || kind == PTX_KIND_UNSIGNED || kind == PTX_KIND_SIGNED;
}

static bool is_signed(PtxType type)
{
    return ptx_type_kind(type) == PTX_KIND_SIGNED;
}

static bool is_plain_integer(const PtxInst *inst)
{
    return inst->type_count && is_integer(inst->types[0]) && !part_of(inst) &&
           !ptx_has(inst, PTX_MOD_SAT);
}

/* A count or position that is known for sure. */
static bool is_sure(const UndefinedWord *word)
{
    return word->known && !word->bits;
}

/* What a bit that isn't chance may be: 1, or 0. */
static uint64_t may_be_one(const UndefinedWord *word)
{
    return word->known ? word->value | word->bits : UINT64_MAX;
}

static uint64_t may_be_zero(const UndefinedWord *word)
{
    return word->known ? ~word->value | word->bits : UINT64_MAX;
}

/* -- copies */

static uint64_t copy(const UndefinedCase *now)
{
    return now->from[0].bits;
}

static uint64_t convert(const UndefinedCase *now)
{
    const PtxInst *inst = now->inst;
    uint64_t bits = now->from[0].bits;
    if (inst->type_count != 2 || !is_integer(inst->types[0]) || !is_integer(inst->types[1]) ||
        ptx_has(inst, PTX_MOD_SAT) || ptx_has(inst, PTX_MOD_PACK))
        return whole(now);
    uint32_t from = ptx_type_bytes(inst->types[1]) * 8, to = ptx_type_bytes(inst->types[0]) * 8;
    if (from == 0 || to == 0)
        return whole(now);
    bits &= undefined_ones(from);
    if (is_signed(inst->types[1]) && bits >> (from - 1) & 1)
        bits |= ~undefined_ones(from);
    bits &= undefined_ones(to);
    if (is_signed(inst->types[0]) && bits >> (to - 1) & 1)
        bits |= ~undefined_ones(to);
    return bits;
}

static uint64_t select(const UndefinedCase *now)
{
    const UndefinedWord *a = &now->from[0], *b = &now->from[1], *p = &now->from[2];
    if (!is_sure(p)) {
        uint64_t differ = a->known && b->known ? a->value ^ b->value : UINT64_MAX;
        return a->bits | b->bits | (p->bits ? differ : 0);
    }
    return p->value & 1 ? a->bits : b->bits;
}

static uint64_t permute(const UndefinedCase *now)
{
    const UndefinedWord *selector = &now->from[2];
    const PtxInst *inst = now->inst;
    if (!is_sure(selector) || ptx_has(inst, PTX_MOD_F4E) || ptx_has(inst, PTX_MOD_B4E) ||
        ptx_has(inst, PTX_MOD_RC8) || ptx_has(inst, PTX_MOD_ECL) || ptx_has(inst, PTX_MOD_ECR) ||
        ptx_has(inst, PTX_MOD_RC16))
        return whole(now);
    uint64_t both = (now->from[0].bits & UINT32_MAX) | now->from[1].bits << 32, result = 0;
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t pick = (uint32_t)(selector->value >> (4 * i)) & 15;
        uint64_t byte = both >> (8 * (pick & 7)) & 0xff;
        if (pick & 8)
            byte = byte & 0x80 ? 0xff : 0;
        result |= byte << (8 * i);
    }
    return result;
}

/* -- bits */

static uint64_t bit_and(const UndefinedCase *now)
{
    const UndefinedWord *a = &now->from[0], *b = &now->from[1];
    return (a->bits & may_be_one(b)) | (b->bits & may_be_one(a));
}

static uint64_t bit_or(const UndefinedCase *now)
{
    const UndefinedWord *a = &now->from[0], *b = &now->from[1];
    return (a->bits & may_be_zero(b)) | (b->bits & may_be_zero(a));
}

static uint64_t bit_by_bit(const UndefinedCase *now)
{
    return all_bits(now);
}

static uint64_t table_of(uint64_t table, uint64_t a, uint64_t b, uint64_t c)
{
    uint64_t result = 0;
    for (uint32_t i = 0; i < 8; i++)
        if (table >> i & 1)
            result |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
    return result;
}

/* All values that the bits may have are tried. */
static uint64_t bit_table(const UndefinedCase *now)
{
    const UndefinedWord *w = now->from;
    uint64_t result = 0;
    if (now->count != 4 || !w[0].known || !w[1].known || !w[2].known || !is_sure(&w[3]))
        return all_bits(now);
    uint64_t a = w[0].value & ~w[0].bits, b = w[1].value & ~w[1].bits, c = w[2].value & ~w[2].bits;
    uint64_t first = table_of(w[3].value, a, b, c);
    for (uint32_t i = 1; i < 8; i++)
        result |= first ^ table_of(w[3].value, a | (i & 4 ? w[0].bits : 0),
                                   b | (i & 2 ? w[1].bits : 0), c | (i & 1 ? w[2].bits : 0));
    return result;
}

static uint64_t shift_left(const UndefinedCase *now)
{
    const UndefinedWord *amount = &now->from[1];
    if (!is_sure(amount))
        return whole(now);
    return amount->value >= now->width ? 0 : now->from[0].bits << amount->value;
}

static uint64_t shift_right(const UndefinedCase *now)
{
    const UndefinedWord *amount = &now->from[1];
    uint64_t bits = now->from[0].bits;
    if (!is_sure(amount))
        return whole(now);
    if (now->inst->type_count && is_signed(now->inst->types[0]) && bits >> (now->width - 1) & 1)
        bits |= ~undefined_ones(now->width);
    else if (amount->value >= now->width)
        return 0;
    return bits >> (amount->value >= now->width ? now->width - 1 : amount->value);
}

static uint64_t funnel(const UndefinedCase *now)
{
    const UndefinedWord *amount = &now->from[2];
    if (!is_sure(amount))
        return whole(now);
    uint64_t n = amount->value & UINT32_MAX;
    n = ptx_has(now->inst, PTX_MOD_WRAP) ? n & 31 : n > 32 ? 32 : n;
    uint64_t both = (now->from[0].bits & UINT32_MAX) | now->from[1].bits << 32;
    return ptx_has(now->inst, PTX_MOD_L) ? both >> (32 - n) : both >> n;
}

static uint64_t insert(const UndefinedCase *now)
{
    const UndefinedWord *position = &now->from[2], *length = &now->from[3];
    if (!is_sure(position) || !is_sure(length))
        return whole(now);
    uint32_t at = position->value & 255, count = length->value & 255;
    uint64_t field = at >= now->width ? 0 : undefined_ones(count) << at;
    return (at >= now->width ? 0 : now->from[0].bits << at & field) | (now->from[1].bits & ~field);
}

static uint64_t extract(const UndefinedCase *now)
{
    const UndefinedWord *position = &now->from[1], *length = &now->from[2];
    if (!is_sure(position) || !is_sure(length))
        return whole(now);
    uint32_t at = position->value & 255, count = length->value & 255;
    uint64_t bits = at >= now->width ? 0 : now->from[0].bits >> at & undefined_ones(count);
    bool sign = now->inst->type_count && is_signed(now->inst->types[0]);
    if (sign && (at + count > now->width || (count && bits >> (count - 1) & 1)))
        return now->from[0].bits ? undefined_ones(now->width) : 0;
    return bits;
}

static uint64_t reverse(const UndefinedCase *now)
{
    uint64_t result = 0;
    for (uint32_t i = 0; i < now->width; i++)
        result |= (now->from[0].bits >> i & 1) << (now->width - 1 - i);
    return result;
}

/* -- arithmetic */

static uint64_t sum(const UndefinedCase *now)
{
    return is_plain_integer(now->inst) ? upwards(all_bits(now)) : whole(now);
}

static uint64_t product(const UndefinedCase *now)
{
    if (!is_plain_integer(now->inst) || ptx_has(now->inst, PTX_MOD_HI))
        return whole(now);
    const UndefinedWord *a = &now->from[0], *b = &now->from[1];
    bool zero = (is_sure(a) && !a->value) || (is_sure(b) && !b->value);
    uint64_t bits = zero ? 0 : a->bits | b->bits;
    return upwards(now->count > 2 ? bits | now->from[2].bits : bits);
}

/* -- comparisons */

typedef struct Range {
    uint64_t from, to; /* order-preserving: signed numbers have their sign bit turned */
} Range;

static Range range_of(const UndefinedWord *word, PtxType type)
{
    uint32_t width = ptx_type_bytes(type) * 8;
    uint64_t ones = undefined_ones(width);
    uint64_t turn = is_signed(type) ? UINT64_C(1) << (width - 1) : 0;
    uint64_t value = (word->value & ones) ^ turn, bits = word->bits & ones;
    return (Range){value & ~bits, value | bits};
}

/* 1 or 0: it is that whatever the bits are; -1: it depends. */
static int compared(const PtxInst *inst, const UndefinedWord *a, const UndefinedWord *b)
{
    PtxType type = inst->type_count ? inst->types[inst->type_count - 1] : PTX_TYPE_NONE;
    if (!is_integer(type) || ptx_type_bytes(type) == 0 || !a->known || !b->known)
        return -1;
    Range x = range_of(a, type), y = range_of(b, type);
    bool less = x.to<y.from, more = x.from> y.to;
    bool apart =
        (a->value ^ b->value) & ~(a->bits | b->bits) & undefined_ones(ptx_type_bytes(type) * 8);
    bool same = x.from == x.to && y.from == y.to && x.from == y.from;
    if (ptx_has(inst, PTX_MOD_EQ) || ptx_has(inst, PTX_MOD_NE))
        return same ? ptx_has(inst, PTX_MOD_EQ) : apart ? ptx_has(inst, PTX_MOD_NE) : -1;
    if (ptx_has(inst, PTX_MOD_LT) || ptx_has(inst, PTX_MOD_LO))
        return less ? 1 : x.from >= y.to ? 0 : -1;
    if (ptx_has(inst, PTX_MOD_GE) || ptx_has(inst, PTX_MOD_HS))
        return less ? 0 : x.from >= y.to ? 1 : -1;
    if (ptx_has(inst, PTX_MOD_GT) || ptx_has(inst, PTX_MOD_HI))
        return more ? 1 : x.to <= y.from ? 0 : -1;
    if (ptx_has(inst, PTX_MOD_LE) || ptx_has(inst, PTX_MOD_LS))
        return more ? 0 : x.to <= y.from ? 1 : -1;
    return -1;
}

static uint64_t compare(const UndefinedCase *now)
{
    const UndefinedWord *a = &now->from[0], *b = &now->from[1], *c = &now->from[2];
    int result = compared(now->inst, a, b);
    bool depends = result < 0 && (a->bits || b->bits);
    if (now->count > 2 && ptx_has(now->inst, PTX_MOD_AND)) {
        if ((is_sure(c) && !(c->value & 1)) || result == 0)
            return 0;
    } else if (now->count > 2 && ptx_has(now->inst, PTX_MOD_OR)) {
        if ((is_sure(c) && (c->value & 1)) || result == 1)
            return 0;
    }
    return depends || (now->count > 2 && c->bits) ? undefined_ones(now->width) : 0;
}

/* -- */

typedef uint64_t Rule(const UndefinedCase *now);

static Rule *const rules[PTX_OP_COUNT] = {
    [PTX_OP_MOV] = copy,       [PTX_OP_CVTA] = copy,      [PTX_OP_CVT] = convert,
    [PTX_OP_SELP] = select,    [PTX_OP_PRMT] = permute,   [PTX_OP_AND] = bit_and,
    [PTX_OP_OR] = bit_or,      [PTX_OP_XOR] = bit_by_bit, [PTX_OP_NOT] = bit_by_bit,
    [PTX_OP_LOP3] = bit_table, [PTX_OP_SHL] = shift_left, [PTX_OP_SHR] = shift_right,
    [PTX_OP_SHF] = funnel,     [PTX_OP_BFI] = insert,     [PTX_OP_BFE] = extract,
    [PTX_OP_BREV] = reverse,   [PTX_OP_ADD] = sum,        [PTX_OP_SUB] = sum,
    [PTX_OP_NEG] = sum,        [PTX_OP_MUL] = product,    [PTX_OP_MAD] = product,
    [PTX_OP_SETP] = compare,   [PTX_OP_SET] = compare,
};

uint64_t undefined_result(const UndefinedCase *now)
{
    Rule *rule = now->inst->op < PTX_OP_COUNT ? rules[now->inst->op] : NULL;
    return (rule ? rule : whole)(now)&undefined_ones(now->width);
}

bool undefined_is_copy(const PtxInst *inst)
{
    switch (inst->op) {
    case PTX_OP_MOV:
    case PTX_OP_CVTA:
    case PTX_OP_SELP:
    case PTX_OP_PRMT:
    case PTX_OP_BFI:
    case PTX_OP_SHFL:
    case PTX_OP_LD:
        return true;
    case PTX_OP_CVT:
        return inst->type_count == 2 && is_integer(inst->types[0]) && is_integer(inst->types[1]);
    default:
        return false;
    }
}
