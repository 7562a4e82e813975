/* What instructions make of values that are sums of multiples of indices. */
#include <string.h>

#include "sim/engine/apart_state.h"

#define WIDEST ((Wide)1 << 40) /* range of a variable that stands for something else */

/* How the instruction looked at sees its operands. */
typedef struct Sight {
    Apart *apart;
    const PtxInst *inst;
    const Bound *bounds;
    uint32_t bits;
    bool is_signed;
} Sight;

typedef Form Rule(const Sight *sight);

static Form operand(const Sight *sight, uint32_t index)
{
    return index < sight->inst->operand_count
               ? apart_operand(sight->apart, &sight->inst->operands[index])
               : form_unknown();
}

static bool exact(const Sight *sight, const Form *form, Form *out)
{
    return form_exact(&sight->apart->space, sight->bounds, form, sight->bits, sight->is_signed,
                      out);
}

static bool exact_operand(const Sight *sight, uint32_t index, Form *out)
{
    const Form form = operand(sight, index);
    return exact(sight, &form, out);
}

static Range range_of(const Sight *sight, const Form *form)
{
    return form_range(&sight->apart->space, sight->bounds, form);
}

/* Something in the range, another value in each thread. */
static Form something(const Sight *sight, Wide low, Wide high)
{
    FormSpace *space = &sight->apart->space;
    if (low == high)
        return form_of((int64_t)low);
    if (space->count == FORM_VARS || low > high || low < -WIDEST || high > WIDEST)
        return form_unknown();
    space->range[space->count] = (Range){low, high};
    return form_var(space->count++);
}

/* -- sums and products */

static Form product(const Form *a, const Form *b)
{
    if (form_is_constant(a))
        return form_scale(b, a->constant);
    return form_is_constant(b) ? form_scale(a, b->constant) : form_unknown();
}

static Form value_copy(const Sight *sight)
{
    return operand(sight, 1);
}

static Form value_add(const Sight *sight)
{
    const Form a = operand(sight, 1), b = operand(sight, 2);
    return ptx_has(sight->inst, PTX_MOD_SAT) ? form_unknown() : form_add(&a, &b);
}

static Form value_neg(const Sight *sight)
{
    const Form a = operand(sight, 1);
    return form_scale(&a, -1);
}

static Form value_sub(const Sight *sight)
{
    const Form a = operand(sight, 1), b = operand(sight, 2), away = form_scale(&b, -1);
    return ptx_has(sight->inst, PTX_MOD_SAT) ? form_unknown() : form_add(&a, &away);
}

static Form value_not(const Sight *sight)
{
    const Form a = value_neg(sight), one = form_of(-1);
    return form_add(&a, &one);
}

static Form value_mul(const Sight *sight)
{
    Form a = operand(sight, 1), b = operand(sight, 2);
    if (ptx_has(sight->inst, PTX_MOD_WIDE)) {
        if (!exact(sight, &a, &a) || !exact(sight, &b, &b))
            return form_unknown();
    } else if (!ptx_has(sight->inst, PTX_MOD_LO)) {
        return form_unknown();
    }
    return product(&a, &b);
}

static Form value_mad(const Sight *sight)
{
    const Form factors = value_mul(sight), c = operand(sight, 3);
    return form_add(&factors, &c);
}

/* -- bits */

/* A constant operand as an unsigned number of 32 bits; UINT32_MAX: it is none. */
static uint32_t amount(const Sight *sight, uint32_t index)
{
    const Form form = operand(sight, index);
    return form_is_constant(&form) ? (uint32_t)form.constant : UINT32_MAX;
}

static Form value_shl(const Sight *sight)
{
    const Form a = operand(sight, 1);
    const uint32_t by = amount(sight, 2);
    return by < sight->bits ? form_scale(&a, (int64_t)(UINT64_C(1) << by)) : form_unknown();
}

static int64_t floor_divided(int64_t a, int64_t b)
{
    return a / b - (a % b != 0 && a < 0);
}

/* Rounded down; `by` is above 0, the form exact. What is no multiple of it becomes a variable. */
static Form divided(const Sight *sight, const Form *form, int64_t by)
{
    Form out = form_of(floor_divided(form->constant, by));
    Form rest = form_of(form->constant - out.constant * by);
    for (uint32_t i = 0; i < FORM_VARS; i++) {
        if (form->coef[i] % by)
            rest.coef[i] = form->coef[i];
        else
            out.coef[i] = form->coef[i] / by;
    }
    const Range range = range_of(sight, &rest);
    if (range.low < -WIDEST || range.high > WIDEST)
        return form_unknown();
    const Form more = something(sight, floor_divided((int64_t)range.low, by),
                                floor_divided((int64_t)range.high, by));
    return form_add(&out, &more);
}

static Form value_shr(const Sight *sight)
{
    const uint32_t by = amount(sight, 2);
    Form a;
    if (by >= sight->bits || by > 62 || !exact_operand(sight, 1, &a))
        return form_unknown();
    return divided(sight, &a, INT64_C(1) << by);
}

/* The divisor, when both operands are known and not negative; 0: they aren't. */
static int64_t divisor(const Sight *sight, Form *a)
{
    Form b;
    if (!exact_operand(sight, 1, a) || !exact_operand(sight, 2, &b) || !form_is_constant(&b))
        return 0;
    return b.constant > 0 && range_of(sight, a).low >= 0 ? b.constant : 0;
}

static Form value_div(const Sight *sight)
{
    Form a;
    const int64_t by = divisor(sight, &a);
    return by ? divided(sight, &a, by) : form_unknown();
}

static Form value_rem(const Sight *sight)
{
    Form a, rest = form_of(0);
    const int64_t by = divisor(sight, &a);
    if (!by)
        return form_unknown();
    rest.constant = a.constant - floor_divided(a.constant, by) * by;
    for (uint32_t i = 0; i < FORM_VARS; i++)
        rest.coef[i] = a.coef[i] % by ? a.coef[i] : 0;
    const Range range = range_of(sight, &rest);
    return range.low >= 0 && range.high < by ? rest : something(sight, 0, by - 1);
}

/* The lowest bits. */
static Form masked(const Sight *sight, const Form *form, uint32_t bits)
{
    Form out = form_reduce(form, bits);
    if (form->known && form_exact(&sight->apart->space, sight->bounds, &out, bits, false, &out))
        return out;
    return something(sight, 0, ((Wide)1 << bits) - 1);
}

static Form value_and(const Sight *sight)
{
    for (uint32_t i = 1; i <= 2; i++) {
        const Form mask = operand(sight, i), other = operand(sight, 3 - i);
        const uint64_t ones = (uint64_t)mask.constant;
        if (form_is_constant(&mask) && ones && ones < UINT32_MAX && !(ones & (ones + 1)))
            return masked(sight, &other, (uint32_t)__builtin_popcountll(ones));
    }
    return form_unknown();
}

/* How many of the lowest bits are 0 whatever the variables are. */
static uint32_t zeros_below(const Form *form)
{
    uint64_t all = (uint64_t)form->constant;
    for (uint32_t i = 0; i < FORM_VARS; i++)
        all |= (uint64_t)form->coef[i];
    return all ? (uint32_t)__builtin_ctzll(all) : 63;
}

/* Of bits that are never in both operands it is the sum. */
static Form value_or(const Sight *sight)
{
    for (uint32_t i = 1; i <= 2; i++) {
        const Form high = operand(sight, i), low = operand(sight, 3 - i);
        Form small;
        if (high.known &&
            form_exact(&sight->apart->space, sight->bounds, &low, sight->bits, false, &small) &&
            range_of(sight, &small).high < (Wide)1 << zeros_below(&high))
            return form_add(&high, &small);
    }
    return form_unknown();
}

/* -- one of two */

static bool both_ranges(const Sight *sight, Range out[2])
{
    for (uint32_t i = 0; i < 2; i++) {
        Form form;
        if (!exact_operand(sight, 1 + i, &form))
            return false;
        out[i] = range_of(sight, &form);
    }
    return true;
}

static Wide smaller(Wide a, Wide b)
{
    return a < b ? a : b;
}

static Wide larger(Wide a, Wide b)
{
    return a > b ? a : b;
}

static Form value_min(const Sight *sight)
{
    Range of[2];
    return both_ranges(sight, of)
               ? something(sight, smaller(of[0].low, of[1].low), smaller(of[0].high, of[1].high))
               : form_unknown();
}

static Form value_max(const Sight *sight)
{
    Range of[2];
    return both_ranges(sight, of)
               ? something(sight, larger(of[0].low, of[1].low), larger(of[0].high, of[1].high))
               : form_unknown();
}

static Form value_selp(const Sight *sight)
{
    Range of[2];
    return both_ranges(sight, of)
               ? something(sight, smaller(of[0].low, of[1].low), larger(of[0].high, of[1].high))
               : form_unknown();
}

/* -- other widths and spaces */

static Form value_cvt(const Sight *sight)
{
    uint32_t from;
    bool is_signed;
    Form a = operand(sight, 1);
    if (sight->inst->type_count != 2 || ptx_has(sight->inst, PTX_MOD_SAT) ||
        !apart_type((PtxType)sight->inst->types[1], &from, &is_signed))
        return form_unknown();
    if (from < sight->bits &&
        !form_exact(&sight->apart->space, sight->bounds, &a, from, is_signed, &a))
        return form_unknown();
    return a;
}

static Form value_cvta(const Sight *sight)
{
    const PtxInst *inst = sight->inst;
    return inst->space == PTX_SPACE_GLOBAL || inst->space == PTX_SPACE_CONST ? operand(sight, 1)
                                                                             : form_unknown();
}

/* Parameters of the launch. */
static Form value_ld(const Sight *sight)
{
    const PtxFunction *function = sight->apart->function;
    const PtxOperand *from = &sight->inst->operands[1];
    const PtxSymbol *symbol = from->symbol;
    const uint32_t bytes = sight->bits / 8;
    uint64_t value = 0;
    const bool of_launch =
        (sight->inst->space == PTX_SPACE_PARAM || sight->inst->space == PTX_SPACE_PARAM_ENTRY) &&
        from->kind == PTX_OPERAND_ADDRESS && from->reg == PTX_NO_REG && symbol &&
        symbol->index < function->param_count && function->params[symbol->index] == symbol &&
        sight->inst->vector <= 1;
    const uint64_t offset = of_launch ? symbol->offset + (uint64_t)from->imm : 0;
    if (!of_launch || offset > function->param_size || bytes > function->param_size - offset)
        return form_unknown();
    memcpy(&value, (const unsigned char *)sight->apart->launch->params + offset, bytes);
    const uint32_t away = 64 - sight->bits;
    return form_of(sight->is_signed ? (int64_t)(value << away) >> away : (int64_t)value);
}

static Rule *const rules[PTX_OP_COUNT] = {
    [PTX_OP_MOV] = value_copy,  [PTX_OP_ADD] = value_add,   [PTX_OP_SUB] = value_sub,
    [PTX_OP_NEG] = value_neg,   [PTX_OP_NOT] = value_not,   [PTX_OP_MUL] = value_mul,
    [PTX_OP_MAD] = value_mad,   [PTX_OP_SHL] = value_shl,   [PTX_OP_SHR] = value_shr,
    [PTX_OP_DIV] = value_div,   [PTX_OP_REM] = value_rem,   [PTX_OP_AND] = value_and,
    [PTX_OP_OR] = value_or,     [PTX_OP_MIN] = value_min,   [PTX_OP_MAX] = value_max,
    [PTX_OP_CVT] = value_cvt,   [PTX_OP_CVTA] = value_cvta, [PTX_OP_LD] = value_ld,
    [PTX_OP_SELP] = value_selp,
};

Form apart_value(Apart *apart, const PtxInst *inst)
{
    Sight sight = {apart, inst, apart->bounds[apart->code.block_of[apart->at]], 0, false};
    if (!rules[inst->op] || !inst->type_count || inst->operand_count < 2 ||
        !apart_type((PtxType)inst->types[0], &sight.bits, &sight.is_signed))
        return form_unknown();
    const Form form = rules[inst->op](&sight);
    const uint32_t bits = ptx_has(inst, PTX_MOD_WIDE) ? 2 * sight.bits : sight.bits;
    Form out = form_reduce(&form, bits < 64 ? bits : 64);
    const uint32_t reg = inst->operands[0].reg;
    /* A wider register holds the number, not only its lower bits. */
    if (bits < 8 * ptx_type_bytes(apart->function->regs[reg].type) &&
        !form_exact(&apart->space, sight.bounds, &out, bits, sight.is_signed, &out))
        return form_unknown();
    return form.known ? out : form_unknown();
}
