/* What follows for values from the ways that a thread has taken. */
#include "sim/engine/apart_state.h"

enum { DEEPEST = 8 };
#define FAR ((Wide)1 << 100)

typedef enum Relation { LESS, LESS_EQUAL, EQUAL } Relation;

/* A comparison as "a `relation` b", turned round or denied. */
typedef struct Comparison {
    PtxMod word;
    Relation relation;
    bool turned, denied;
} Comparison;

static const Comparison comparisons[] = {
    {PTX_MOD_LT, LESS, false, false},       {PTX_MOD_LO, LESS, false, false},
    {PTX_MOD_LE, LESS_EQUAL, false, false}, {PTX_MOD_LS, LESS_EQUAL, false, false},
    {PTX_MOD_GT, LESS, true, false},        {PTX_MOD_HI, LESS, true, false},
    {PTX_MOD_GE, LESS_EQUAL, true, false},  {PTX_MOD_HS, LESS_EQUAL, true, false},
    {PTX_MOD_EQ, EQUAL, false, false},      {PTX_MOD_NE, EQUAL, false, true},
};

static const Bound *keep(Apart *apart, const Bound *bounds, const Bound *made)
{
    if (apart->kept_count == APART_BOUNDS)
        return bounds;
    apart->kept[apart->kept_count] = *made;
    return &apart->kept[apart->kept_count++];
}

static const Bound *relate(Apart *apart, const Bound *bounds, const Form *a, const Form *b,
                           Relation relation, bool truth)
{
    const Form away = form_scale(b, -1), difference = form_add(a, &away);
    const Wide most = relation == LESS ? -1 : 0;
    Bound made;
    bool news;
    if (relation == EQUAL)
        news = truth ? bound_make(&apart->space, bounds, &difference, (Range){0, 0}, &made)
                     : bound_make_not(&apart->space, bounds, &difference, &made);
    else
        news = bound_make(&apart->space, bounds, &difference,
                          truth ? (Range){-FAR, most} : (Range){most + 1, FAR}, &made);
    return news ? keep(apart, bounds, &made) : bounds;
}

/* Both operands as the numbers that are compared; whether they are equal doesn't depend on the
 * sign. */
static bool exact_operands(Apart *apart, const Bound *bounds, const PtxInst *inst, bool is_signed,
                           Form out[2])
{
    uint32_t bits;
    bool signed_type;
    if (!apart_type((PtxType)inst->types[0], &bits, &signed_type) ||
        (is_signed != signed_type && !ptx_has(inst, PTX_MOD_EQ) && !ptx_has(inst, PTX_MOD_NE)))
        return false;
    for (uint32_t i = 0; i < 2; i++) {
        const Form form = apart_operand(apart, &inst->operands[1 + i]);
        if (!form_exact(&apart->space, bounds, &form, bits, is_signed, &out[i]))
            return false;
    }
    return true;
}

static const Bound *compare(Apart *apart, const Bound *bounds, const PtxInst *inst, bool truth)
{
    Form form[2];
    if (!exact_operands(apart, bounds, inst, true, form) &&
        !exact_operands(apart, bounds, inst, false, form))
        return bounds;
    for (uint32_t i = 0; i < sizeof(comparisons) / sizeof(*comparisons); i++) {
        const Comparison *one = &comparisons[i];
        if (ptx_has(inst, one->word))
            return relate(apart, bounds, &form[one->turned], &form[!one->turned], one->relation,
                          truth != one->denied);
    }
    return bounds;
}

static const Bound *assume(Apart *apart, const Bound *bounds, uint32_t predicate, bool truth,
                           uint32_t at, uint32_t depth);

static const Bound *assume_operand(Apart *apart, const Bound *bounds, const PtxOperand *operand,
                                   bool truth, uint32_t at, uint32_t depth)
{
    if (operand->kind != PTX_OPERAND_REG)
        return bounds;
    return assume(apart, bounds, operand->reg, truth != operand->negate, at, depth);
}

/* setp, whose result may go through a second predicate, and whose second result is the first one's
 * opposite before that. */
static const Bound *assume_setp(Apart *apart, const Bound *bounds, const PtxInst *inst,
                                bool is_second, bool truth, uint32_t at, uint32_t depth)
{
    if (inst->operand_count == 4) {
        const bool whole = truth ? ptx_has(inst, PTX_MOD_AND) : ptx_has(inst, PTX_MOD_OR);
        if (!whole)
            return bounds;
        bounds = assume_operand(apart, bounds, &inst->operands[3], truth, at, depth);
    }
    apart->at = at;
    return inst->operand_count < 3 ? bounds : compare(apart, bounds, inst, truth != is_second);
}

static bool is_second(const PtxInst *inst, uint32_t predicate)
{
    const PtxOperand *result = &inst->operands[0];
    return result->kind == PTX_OPERAND_PAIR && result->item_count == 2 &&
           result->items[1].kind == PTX_OPERAND_REG && result->items[1].reg == predicate;
}

/* `at`: where the predicate is looked at. */
static const Bound *assume(Apart *apart, const Bound *bounds, uint32_t predicate, bool truth,
                           uint32_t at, uint32_t depth)
{
    if (depth == DEEPEST || !apart_is_defined(apart, predicate, at))
        return bounds;
    const uint32_t def = apart->defs[predicate];
    const PtxInst *inst = &apart->function->insts[def];
    const PtxOperand *operands = inst->operands;
    if (inst->op == PTX_OP_SETP)
        return assume_setp(apart, bounds, inst, is_second(inst, predicate), truth, def, depth + 1);
    if (!inst->type_count || inst->types[0] != PTX_PRED)
        return bounds;
    if (inst->op == PTX_OP_MOV || inst->op == PTX_OP_NOT)
        return assume_operand(apart, bounds, &operands[1], truth == (inst->op == PTX_OP_MOV), def,
                              depth + 1);
    if (inst->op != (truth ? PTX_OP_AND : PTX_OP_OR))
        return bounds;
    bounds = assume_operand(apart, bounds, &operands[1], truth, def, depth + 1);
    return assume_operand(apart, bounds, &operands[2], truth, def, depth + 1);
}

const Bound *apart_assume(Apart *apart, const Bound *bounds, uint32_t predicate, bool truth)
{
    const uint32_t at = apart->at;
    bounds = assume(apart, bounds, predicate, truth, at, 0);
    apart->at = at;
    return bounds;
}
