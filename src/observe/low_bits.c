/* Known low bits, from all definitions of a register; those in loops are taken for granted until
 * they prove wrong. */
#include "observe/low_bits.h"

#include <stdlib.h>

#include "observe/flow.h"

enum { ANY = 255 }; /* of `known`: nothing has been defined yet */

typedef struct Search {
    const PtxFunction *function;
    const SimLaunchInfo *launch;
    LowBits *registers;
    bool *several; /* by register: whether it is set in more than one place */
} Search;

static const LowBits nothing = {0};
static const LowBits not_yet = {true, ANY, 0};

static LowBits low(uint32_t known, uint64_t value)
{
    known = known < LOW_BITS ? known : LOW_BITS;
    return (LowBits){false, (uint8_t)known, (uint8_t)(value & ((1u << known) - 1))};
}

static LowBits number(int64_t value)
{
    LowBits bits = low(LOW_BITS, (uint64_t)value);
    bits.number = true;
    return bits;
}

static uint32_t least(LowBits a, LowBits b)
{
    return a.known < b.known ? a.known : b.known;
}

static LowBits join(LowBits a, LowBits b)
{
    if (a.known == ANY || b.known == ANY)
        return a.known == ANY ? b : a;
    uint32_t known = least(a, b);
    while (known && ((a.value ^ b.value) & ((1u << known) - 1)))
        known--;
    LowBits both = low(known, a.value);
    both.number = a.number && b.number;
    return both;
}

/* Where several values meet only zeros are known further on, but of numbers. */
static LowBits met(LowBits bits)
{
    if (bits.known == ANY || bits.number || bits.value == 0)
        return bits;
    return low((uint32_t)__builtin_ctz(bits.value), 0);
}

static LowBits of_symbol(const SimLaunchInfo *launch, const PtxSymbol *symbol)
{
    for (uint32_t i = 0; i < launch->shared_count; i++)
        if (launch->shared[i].symbol == symbol)
            return low(LOW_BITS, launch->shared[i].offset);
    return nothing;
}

static LowBits sum(LowBits a, LowBits b)
{
    if (a.known == ANY || b.known == ANY)
        return not_yet;
    LowBits all = low(least(a, b), (uint64_t)a.value + b.value);
    all.number = a.number && b.number;
    return all;
}

static LowBits operand(const Search *search, const PtxInst *inst, uint32_t which)
{
    if (which >= inst->operand_count)
        return nothing;
    const PtxOperand *from = &inst->operands[which];
    switch (from->kind) {
    case PTX_OPERAND_REG:
        return search->registers[from->reg];
    case PTX_OPERAND_IMM:
        return from->is_f32 || from->is_f64 ? nothing : number(from->imm);
    case PTX_OPERAND_SYMBOL:
        return sum(of_symbol(search->launch, from->symbol), number(from->imm));
    default:
        return nothing;
    }
}

static bool is_constant(const PtxInst *inst, uint32_t which)
{
    return which < inst->operand_count && inst->operands[which].kind == PTX_OPERAND_IMM;
}

static LowBits shifted(LowBits a, uint64_t by)
{
    return a.known == ANY   ? a
           : by >= LOW_BITS ? number(0)
                            : low(a.known + (uint32_t)by, (uint64_t)a.value << by);
}

/* Of a product with a constant: as many more are known as that has zeros. */
static LowBits product(const Search *search, const PtxInst *inst)
{
    uint32_t constant = is_constant(inst, 2) ? 2 : 1;
    LowBits other = operand(search, inst, 3 - constant);
    if (!is_constant(inst, constant) || ptx_has(inst, PTX_MOD_HI) || other.known == ANY)
        return other.known == ANY ? other : nothing;
    uint64_t by = (uint64_t)inst->operands[constant].imm;
    uint32_t zeros = by ? (uint32_t)__builtin_ctzll(by) : LOW_BITS;
    return low(other.known + zeros, other.value * by);
}

static LowBits masked(const Search *search, const PtxInst *inst)
{
    LowBits a = operand(search, inst, 1);
    if (!is_constant(inst, 2) || a.known == ANY)
        return a.known == ANY ? a : nothing;
    uint64_t mask = (uint64_t)inst->operands[2].imm;
    uint32_t known = a.known;
    while (known < LOW_BITS && !(mask >> known & 1))
        known++;
    return low(known, a.value & mask);
}

static LowBits result(const Search *search, const PtxInst *inst)
{
    LowBits a = operand(search, inst, 1);
    switch (inst->op) {
    case PTX_OP_MOV:
    case PTX_OP_CVTA:
    case PTX_OP_CVT:
        return a;
    case PTX_OP_ADD:
        return sum(a, operand(search, inst, 2));
    case PTX_OP_SUB:
        return is_constant(inst, 2) ? sum(a, number(-inst->operands[2].imm)) : nothing;
    case PTX_OP_SHL:
        return is_constant(inst, 2) ? shifted(a, (uint64_t)inst->operands[2].imm) : nothing;
    case PTX_OP_MUL:
        return product(search, inst);
    case PTX_OP_MAD:
        return sum(product(search, inst), operand(search, inst, 3));
    case PTX_OP_AND:
        return masked(search, inst);
    case PTX_OP_OR:
    case PTX_OP_XOR:
        if (a.known == ANY || !is_constant(inst, 2))
            return a.known == ANY ? a : nothing;
        return low(a.known, inst->op == PTX_OP_OR ? a.value | (uint64_t)inst->operands[2].imm
                                                  : a.value ^ (uint64_t)inst->operands[2].imm);
    case PTX_OP_SELP:
        return join(a, operand(search, inst, 2));
    default:
        return nothing;
    }
}

static bool define(Search *search, const PtxOperand *to, LowBits bits)
{
    bool changed = false;
    if (to->kind == PTX_OPERAND_REG) {
        LowBits *old = &search->registers[to->reg], now = join(*old, bits);
        now = search->several[to->reg] ? met(now) : now;
        changed = now.known != old->known;
        *old = now;
    }
    for (uint32_t i = 0; i < to->item_count; i++)
        changed |= define(search, &to->items[i], nothing);
    return changed;
}

static void note_set(const PtxOperand *to, bool *set, bool *several)
{
    if (to->kind == PTX_OPERAND_REG) {
        several[to->reg] |= set[to->reg];
        set[to->reg] = true;
    }
    for (uint32_t i = 0; i < to->item_count; i++)
        note_set(&to->items[i], set, several);
}

/* By register; NULL: no memory. */
static bool *find_several(const PtxFunction *function)
{
    bool *several = calloc((size_t)function->reg_count + 1, 2 * sizeof *several);
    bool *set = several ? several + function->reg_count + 1 : NULL;
    for (uint32_t i = 0; several && i < function->inst_count; i++)
        if (flow_has_result(&function->insts[i]))
            note_set(&function->insts[i].operands[0], set, several);
    return several;
}

LowBits *low_bits_find(const PtxFunction *function, const SimLaunchInfo *launch)
{
    LowBits *registers = malloc(((size_t)function->reg_count + 1) * sizeof *registers);
    bool *several = find_several(function);
    if (!registers || !several) {
        free(registers);
        free(several);
        return NULL;
    }
    Search search = {function, launch, registers, several};
    for (uint32_t r = 0; r < function->reg_count; r++)
        registers[r] = not_yet;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < function->inst_count; i++)
            if (flow_has_result(&function->insts[i]))
                changed |= define(&search, &function->insts[i].operands[0],
                                  result(&search, &function->insts[i]));
    }
    free(several);
    return registers;
}

LowBits low_bits_address(const LowBits *registers, const SimLaunchInfo *launch,
                         const PtxOperand *address)
{
    LowBits base = address->reg != PTX_NO_REG ? registers[address->reg]
                   : address->symbol          ? of_symbol(launch, address->symbol)
                                              : number(0);
    return base.known == ANY ? nothing : sum(base, number(address->imm));
}
