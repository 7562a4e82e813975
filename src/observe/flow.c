/* Where the values in a function's registers come from. */
#include "observe/flow.h"

#include <stdlib.h>
#include <string.h>

#include "ptx/effect.h"

struct Flow {
    const PtxFunction *function;
    uint32_t *first;       /* [reg]: where its definitions begin in `definitions` */
    uint32_t *definitions; /* instruction indices */
    FlowBase *bases;       /* [reg] */
};

/* -- definitions */

bool flow_has_result(const PtxInst *inst)
{
    return inst->op != PTX_OP_CALL && ptx_has_result(inst);
}

typedef void (*RegVisit)(Flow *flow, uint32_t reg, uint32_t inst);

static void visit_operand(Flow *flow, const PtxOperand *operand, uint32_t inst, RegVisit visit)
{
    if (operand->kind == PTX_OPERAND_REG)
        visit(flow, operand->reg, inst);
    if (operand->kind == PTX_OPERAND_VECTOR || operand->kind == PTX_OPERAND_PAIR)
        for (uint32_t i = 0; i < operand->item_count; i++)
            visit_operand(flow, &operand->items[i], inst, visit);
}

static void visit_definitions(Flow *flow, RegVisit visit)
{
    const PtxFunction *function = flow->function;
    for (uint32_t i = 0; i < function->inst_count; i++)
        if (flow_has_result(&function->insts[i]))
            visit_operand(flow, &function->insts[i].operands[0], i, visit);
}

static void count_one(Flow *flow, uint32_t reg, uint32_t inst)
{
    (void)inst;
    flow->first[reg + 1]++;
}

/* `first` is the next free place of the register meanwhile. */
static void put_one(Flow *flow, uint32_t reg, uint32_t inst)
{
    flow->definitions[flow->first[reg]++] = inst;
}

static bool list_definitions(Flow *flow)
{
    uint32_t regs = flow->function->reg_count;
    flow->first = calloc((size_t)regs + 2, sizeof *flow->first);
    if (!flow->first)
        return false;
    visit_definitions(flow, count_one);
    for (uint32_t r = 0; r < regs; r++)
        flow->first[r + 1] += flow->first[r];
    flow->definitions = calloc((size_t)flow->first[regs] + 1, sizeof *flow->definitions);
    if (!flow->definitions)
        return false;
    visit_definitions(flow, put_one);
    for (uint32_t r = regs; r > 0; r--)
        flow->first[r] = flow->first[r - 1];
    flow->first[0] = 0;
    return true;
}

const PtxFunction *flow_function(const Flow *flow)
{
    return flow->function;
}

uint32_t flow_definitions(const Flow *flow, uint32_t reg, const PtxInst **out, uint32_t room)
{
    uint32_t count = flow->first[reg + 1] - flow->first[reg];
    for (uint32_t i = 0; i < count && i < room; i++)
        out[i] = &flow->function->insts[flow->definitions[flow->first[reg] + i]];
    return count;
}

const PtxInst *flow_definition(const Flow *flow, uint32_t reg)
{
    const PtxInst *only;
    return flow_definitions(flow, reg, &only, 1) == 1 ? only : NULL;
}

/* -- bases */

static const FlowBase number = {.kind = FLOW_NUMBER}, anything = {.kind = FLOW_ANYTHING};

static bool is_pointer(FlowBase base)
{
    return base.kind == FLOW_SYMBOL || base.kind == FLOW_PARAM || base.kind == FLOW_ARGUMENT;
}

static bool same_base(FlowBase a, FlowBase b)
{
    return a.kind == b.kind && a.symbol == b.symbol && a.offset == b.offset && a.start == b.start;
}

static FlowBase join(FlowBase a, FlowBase b)
{
    if (a.kind == FLOW_NOTHING)
        return b;
    return b.kind == FLOW_NOTHING || same_base(a, b) ? a : anything;
}

/* Two pointers can't be added, so what is added to a pointer is a number, wherever it is from. */
static FlowBase sum(FlowBase a, FlowBase b)
{
    if (a.kind == FLOW_NOTHING || b.kind == FLOW_NOTHING)
        return (FlowBase){0};
    if (is_pointer(a) && is_pointer(b) && (a.kind == FLOW_ARGUMENT) == (b.kind == FLOW_ARGUMENT))
        return anything;
    if (a.kind == FLOW_ARGUMENT && is_pointer(b)) /* an argument of 8 bytes may be a number */
        return b;
    if (is_pointer(a) || b.kind == FLOW_NUMBER)
        return a;
    return is_pointer(b) || a.kind == FLOW_NUMBER ? b : anything;
}

static FlowBase difference(FlowBase a, FlowBase b)
{
    if (a.kind == FLOW_NOTHING || b.kind == FLOW_NOTHING)
        return (FlowBase){0};
    if (is_pointer(b))
        return same_base(a, b) ? number : anything;
    return a;
}

static FlowBase symbol_base(const PtxSymbol *symbol)
{
    return (FlowBase){.kind = FLOW_SYMBOL, .symbol = symbol, .start = FLOW_WHOLE};
}

static bool is_whole_frame(FlowBase base)
{
    return base.kind == FLOW_SYMBOL && base.symbol->space == PTX_SPACE_LOCAL &&
           base.start == FLOW_WHOLE;
}

static FlowBase operand_base(const Flow *flow, const PtxOperand *operand)
{
    switch (operand->kind) {
    case PTX_OPERAND_REG:
        return flow->bases[operand->reg];
    case PTX_OPERAND_IMM:
    case PTX_OPERAND_SPECIAL:
        return number;
    case PTX_OPERAND_SYMBOL:
        return symbol_base(operand->symbol);
    default:
        return anything;
    }
}

/* A number, if all its sources are none but numbers. */
static FlowBase computed(const Flow *flow, const PtxInst *inst)
{
    FlowBase result = number;
    for (uint32_t i = 1; i < inst->operand_count; i++) {
        FlowBase source = operand_base(flow, &inst->operands[i]);
        if (source.kind == FLOW_NOTHING)
            return source;
        if (source.kind != FLOW_NUMBER)
            result = anything;
    }
    return result;
}

static FlowBase loaded(const Flow *flow, const PtxInst *inst)
{
    const PtxOperand *from = &inst->operands[1];
    bool pointer = inst->type_count && ptx_type_bytes(inst->types[inst->type_count - 1]) == 8;
    bool param = from->kind == PTX_OPERAND_ADDRESS && from->symbol && from->reg == PTX_NO_REG &&
                 from->symbol->space == PTX_SPACE_PARAM;
    for (uint32_t i = 0; param && i < flow->function->param_count; i++)
        if (flow->function->params[i] == from->symbol)
            return pointer && inst->vector <= 1
                       ? (FlowBase){.kind = flow->function->is_entry ? FLOW_PARAM : FLOW_ARGUMENT,
                                    .symbol = from->symbol,
                                    .offset = from->symbol->offset + (uint64_t)from->imm,
                                    .reg = inst->operands[0].reg}
                   : pointer                  ? anything
                   : flow->function->is_entry ? number
                                              : anything;
    return anything;
}

/* A pointer's lowest bits may be set (or) and cleared (and); more makes another value of it. */
static FlowBase bits_changed(FlowBase a, FlowBase b, bool set)
{
    if (a.kind == FLOW_NOTHING || b.kind == FLOW_NOTHING)
        return (FlowBase){0};
    if (a.kind == FLOW_NUMBER && b.kind == FLOW_NUMBER)
        return number;
    return set && b.kind == FLOW_NUMBER ? a : anything;
}

static FlowBase added(FlowBase a, const PtxOperand *what, FlowBase b)
{
    FlowBase result = sum(a, b);
    if (is_whole_frame(a) && what->kind == PTX_OPERAND_IMM)
        result.start = (uint64_t)what->imm;
    return result;
}

static FlowBase result_base(const Flow *flow, const PtxInst *inst)
{
    const PtxOperand *o = inst->operands;
    uint32_t count = inst->operand_count;
    switch (inst->op) {
    case PTX_OP_MOV:
    case PTX_OP_CVTA:
    case PTX_OP_CVT:
        return count > 1 ? operand_base(flow, &o[1]) : anything;
    case PTX_OP_ADD:
        return added(operand_base(flow, &o[1]), &o[2], operand_base(flow, &o[2]));
    case PTX_OP_SUB:
        return difference(operand_base(flow, &o[1]), operand_base(flow, &o[2]));
    case PTX_OP_MAD:
        return sum(number, operand_base(flow, &o[3]));
    case PTX_OP_MUL:
    case PTX_OP_SHL:
        return number;
    case PTX_OP_OR:
    case PTX_OP_AND:
        return bits_changed(operand_base(flow, &o[1]), operand_base(flow, &o[2]),
                            inst->op == PTX_OP_OR);
    case PTX_OP_SELP:
        return join(operand_base(flow, &o[1]), operand_base(flow, &o[2]));
    case PTX_OP_LD:
        return count > 1 ? loaded(flow, inst) : anything;
    case PTX_OP_ATOM:
    case PTX_OP_LDU:
    case PTX_OP_SHFL:
    case PTX_OP_MAPA:
        return anything;
    default:
        return computed(flow, inst);
    }
}

static bool has_sources(const PtxInst *inst)
{
    uint32_t need = inst->op == PTX_OP_MAD ? 4
                    : inst->op == PTX_OP_MOV || inst->op == PTX_OP_LD || inst->op == PTX_OP_CVT ||
                            inst->op == PTX_OP_CVTA
                        ? 2
                        : 3;
    switch (inst->op) {
    case PTX_OP_ADD:
    case PTX_OP_SUB:
    case PTX_OP_MAD:
    case PTX_OP_OR:
    case PTX_OP_AND:
    case PTX_OP_SELP:
        return inst->operand_count >= need;
    default:
        return true;
    }
}

/* Joins until nothing changes; a base changes twice at most, so it ends. */
static bool find_bases(Flow *flow)
{
    const PtxFunction *function = flow->function;
    flow->bases = calloc((size_t)function->reg_count + 1, sizeof *flow->bases);
    if (!flow->bases)
        return false;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < function->inst_count; i++) {
            const PtxInst *inst = &function->insts[i];
            if (!flow_has_result(inst))
                continue;
            const PtxOperand *to = &inst->operands[0];
            FlowBase base = anything;
            if (to->kind == PTX_OPERAND_REG && has_sources(inst))
                base = result_base(flow, inst);
            uint32_t items = to->kind == PTX_OPERAND_REG ? 1 : to->item_count;
            for (uint32_t k = 0; k < items; k++) {
                const PtxOperand *one = to->kind == PTX_OPERAND_REG ? to : &to->items[k];
                if (one->kind != PTX_OPERAND_REG)
                    continue;
                FlowBase joined = join(flow->bases[one->reg], base);
                changed |= !same_base(joined, flow->bases[one->reg]);
                flow->bases[one->reg] = joined;
            }
        }
    }
    return true;
}

const PtxOperand *flow_address_of(const PtxInst *inst)
{
    for (uint32_t i = 0; i < inst->operand_count; i++)
        if (inst->operands[i].kind == PTX_OPERAND_ADDRESS)
            return &inst->operands[i];
    return NULL;
}

FlowBase flow_address(const Flow *flow, const PtxOperand *address)
{
    if (address->reg != PTX_NO_REG)
        return flow->bases[address->reg];
    return address->symbol ? symbol_base(address->symbol) : number;
}

/* -- updates */

static bool same_place(const PtxOperand *a, const PtxOperand *b)
{
    return a->reg == b->reg && a->symbol == b->symbol && a->imm == b->imm;
}

static bool made_of(const Flow *flow, uint32_t reg, const PtxOperand *place, uint32_t depth)
{
    const PtxInst *inst = flow_definition(flow, reg);
    if (!inst || depth == 0)
        return false;
    if (inst->op == PTX_OP_LD)
        return inst->operand_count > 1 && same_place(&inst->operands[1], place);
    for (uint32_t i = 1; i < inst->operand_count; i++)
        if (inst->operands[i].kind == PTX_OPERAND_REG &&
            made_of(flow, inst->operands[i].reg, place, depth - 1))
            return true;
    return false;
}

bool flow_is_update(const Flow *flow, const PtxInst *store)
{
    enum { DEPTH = 6 };
    return store->op == PTX_OP_ST && store->operand_count > 1 &&
           store->operands[1].kind == PTX_OPERAND_REG &&
           made_of(flow, store->operands[1].reg, &store->operands[0], DEPTH);
}

/* -- uses */

static bool mentions(const PtxOperand *operand, uint32_t reg)
{
    if (operand->reg == reg &&
        (operand->kind == PTX_OPERAND_REG || operand->kind == PTX_OPERAND_ADDRESS))
        return true;
    for (uint32_t i = 0; i < operand->item_count; i++)
        if (mentions(&operand->items[i], reg))
            return true;
    return false;
}

/* Not a store to memory that others see. */
static bool is_copy(const Flow *flow, const PtxInst *store)
{
    if (store->op != PTX_OP_ST || store->space == PTX_SPACE_GLOBAL ||
        store->space == PTX_SPACE_SHARED)
        return false;
    FlowBase base = flow_address(flow, &store->operands[0]);
    return base.kind != FLOW_PARAM &&
           !(base.kind == FLOW_SYMBOL &&
             (base.symbol->space == PTX_SPACE_GLOBAL || base.symbol->space == PTX_SPACE_SHARED));
}

static bool is_only_copied(const Flow *flow, uint32_t reg, bool anywhere, uint32_t depth);

/* Whether the use of a register as an operand takes it somewhere else and nothing more. */
static bool is_moved(const Flow *flow, const PtxInst *inst, uint32_t operand, bool anywhere,
                     uint32_t depth)
{
    if (operand != 1)
        return false;
    if (inst->op == PTX_OP_MOV)
        return depth && inst->operands[0].kind == PTX_OPERAND_REG &&
               is_only_copied(flow, inst->operands[0].reg, anywhere, depth - 1);
    /* A shuffle hands on what most lanes may not have: who asks one that does gets what is set. */
    if (!anywhere && inst->op == PTX_OP_SHFL)
        return true;
    return anywhere ? inst->op == PTX_OP_ST : is_copy(flow, inst);
}

static bool is_only_copied(const Flow *flow, uint32_t reg, bool anywhere, uint32_t depth)
{
    const PtxFunction *function = flow->function;
    for (uint32_t i = 0; i < function->inst_count; i++) {
        const PtxInst *inst = &function->insts[i];
        if (inst->guard == reg)
            return false;
        for (uint32_t o = 0; o < inst->operand_count; o++) {
            bool defines = o == 0 && flow_has_result(inst);
            if (!defines && mentions(&inst->operands[o], reg) &&
                !is_moved(flow, inst, o, anywhere, depth))
                return false;
        }
    }
    return true;
}

static bool are_only_copied(const Flow *flow, const PtxOperand *registers, bool anywhere)
{
    enum { MOVES = 6 };
    if (registers->kind == PTX_OPERAND_REG)
        return is_only_copied(flow, registers->reg, anywhere, MOVES);
    for (uint32_t i = 0; i < registers->item_count; i++)
        if (registers->items[i].kind == PTX_OPERAND_REG &&
            !is_only_copied(flow, registers->items[i].reg, anywhere, MOVES))
            return false;
    return registers->kind == PTX_OPERAND_VECTOR;
}

bool flow_is_only_copied(const Flow *flow, const PtxOperand *registers)
{
    return are_only_copied(flow, registers, false);
}

/* An address that is a variable's plus a constant. */
static bool is_certain(const Flow *flow, const PtxOperand *operand, uint32_t depth)
{
    if (operand->kind == PTX_OPERAND_IMM || operand->kind == PTX_OPERAND_SYMBOL)
        return true;
    bool has_reg = operand->kind == PTX_OPERAND_REG || operand->kind == PTX_OPERAND_ADDRESS;
    if (!has_reg || depth == 0)
        return false;
    if (operand->reg == PTX_NO_REG)
        return operand->symbol != NULL;
    const PtxInst *inst = flow_definition(flow, operand->reg);
    if (!inst || (inst->op != PTX_OP_ADD && inst->op != PTX_OP_MOV && inst->op != PTX_OP_CVTA))
        return false;
    for (uint32_t i = 1; i < inst->operand_count; i++)
        if (!is_certain(flow, &inst->operands[i], depth - 1))
            return false;
    return true;
}

bool flow_is_part_of_copy(const Flow *flow, const PtxInst *load)
{
    enum { DEPTH = 6 };
    return load->op == PTX_OP_LD && load->operand_count > 1 &&
           is_certain(flow, &load->operands[1], DEPTH) &&
           are_only_copied(flow, &load->operands[0], true);
}

static bool is_put_back(const Flow *flow, uint32_t reg, const PtxOperand *place, bool masked,
                        uint32_t depth);

/* Whether one use of a register leads back to where it was loaded from. */
static bool leads_back(const Flow *flow, const PtxInst *inst, uint32_t reg, const PtxOperand *place,
                       bool masked, uint32_t depth)
{
    const PtxOperand *o = inst->operands;
    if (inst->op == PTX_OP_ST)
        return masked && inst->operand_count == 2 && !mentions(&o[0], reg) &&
               same_place(&o[0], place);
    bool masks = inst->op == PTX_OP_AND && inst->operand_count == 3 &&
                 (o[1].kind == PTX_OPERAND_IMM || o[2].kind == PTX_OPERAND_IMM);
    masks |= inst->op == PTX_OP_BFI && inst->operand_count == 5 && mentions(&o[2], reg);
    bool carries = masked && (inst->op == PTX_OP_OR || inst->op == PTX_OP_CVT);
    return (masks || carries) && o[0].kind == PTX_OPERAND_REG && o[0].reg != reg &&
           is_put_back(flow, o[0].reg, place, true, depth - 1);
}

static bool is_put_back(const Flow *flow, uint32_t reg, const PtxOperand *place, bool masked,
                        uint32_t depth)
{
    const PtxFunction *function = flow->function;
    bool used = false;
    for (uint32_t i = 0; depth && i < function->inst_count; i++) {
        const PtxInst *inst = &function->insts[i];
        if (inst->guard == reg)
            return false;
        for (uint32_t o = flow_has_result(inst); o < inst->operand_count; o++) {
            if (!mentions(&inst->operands[o], reg))
                continue;
            if (!leads_back(flow, inst, reg, place, masked, depth))
                return false;
            used = true;
        }
    }
    return used;
}

bool flow_is_insertion(const Flow *flow, const PtxInst *load)
{
    enum { DEPTH = 5 };
    return load->op == PTX_OP_LD && load->operand_count == 2 &&
           load->operands[0].kind == PTX_OPERAND_REG &&
           is_put_back(flow, load->operands[0].reg, &load->operands[1], false, DEPTH);
}

/* -- */

Flow *flow_new(const PtxFunction *function)
{
    Flow *flow = calloc(1, sizeof *flow);
    if (!flow)
        return NULL;
    flow->function = function;
    if (list_definitions(flow) && find_bases(flow))
        return flow;
    flow_free(flow);
    return NULL;
}

void flow_free(Flow *flow)
{
    if (!flow)
        return;
    free(flow->first);
    free(flow->definitions);
    free(flow->bases);
    free(flow);
}

const Flow *flow_of(FlowTable *table, const PtxFunction *function)
{
    for (uint32_t i = 0; i < table->count; i++)
        if (table->entries[i].function == function)
            return table->entries[i].flow;
    if (table->count == table->room) {
        uint32_t room = table->room ? table->room * 2 : 8;
        struct FlowEntry *entries = realloc(table->entries, room * sizeof *entries);
        if (!entries)
            return NULL;
        table->entries = entries;
        table->room = room;
    }
    Flow *flow = flow_new(function);
    if (flow)
        table->entries[table->count++] = (struct FlowEntry){function, flow};
    return flow;
}

void flow_table_free(FlowTable *table)
{
    for (uint32_t i = 0; i < table->count; i++)
        flow_free(table->entries[i].flow);
    free(table->entries);
    *table = (FlowTable){0};
}
