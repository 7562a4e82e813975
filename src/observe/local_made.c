/* What local memory holds that was made of bytes nobody had written.
 *
 * Followed are registers with one definition each: what they hold when it is stored comes of the
 * load's last execution in that lane. */
#include "observe/local_made.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS = 8 };

static bool is_computed(const PtxInst *inst)
{
    switch (inst->op) {
    case PTX_OP_CVT:
    case PTX_OP_ADD:
    case PTX_OP_SUB:
    case PTX_OP_MUL:
    case PTX_OP_MAD:
    case PTX_OP_FMA:
    case PTX_OP_NEG:
    case PTX_OP_ABS:
    case PTX_OP_MIN:
    case PTX_OP_MAX:
    case PTX_OP_NOT:
    case PTX_OP_SHL:
    case PTX_OP_SHR:
    case PTX_OP_DIV:
    case PTX_OP_RCP:
    case PTX_OP_SQRT:
    case PTX_OP_RSQRT:
    case PTX_OP_SIN:
    case PTX_OP_COS:
    case PTX_OP_EX2:
    case PTX_OP_LG2:
        return true;
    default:
        return false;
    }
}

/* Copies it or computes with it, each time that it is come to. */
static bool is_step(const PtxInst *inst)
{
    return (inst->op == PTX_OP_MOV || is_computed(inst)) && inst->guard == PTX_NO_REG &&
           inst->operand_count > 1 && inst->operands[0].kind == PTX_OPERAND_REG &&
           !inst->operands[1].item_count;
}

static bool is_local_store(const Flow *flow, const PtxInst *inst, uint32_t reg)
{
    if (inst->op != PTX_OP_ST || inst->guard != PTX_NO_REG || inst->operand_count != 2 ||
        flow_operand_has(&inst->operands[0], reg))
        return false;
    FlowBase base = flow_address(flow, &inst->operands[0]);
    return base.kind == FLOW_SYMBOL && base.symbol->space == PTX_SPACE_LOCAL;
}

static bool keeps(const Flow *flow, uint32_t reg, uint32_t steps)
{
    const PtxFunction *function = flow_function(flow);
    bool kept = false;
    if (!steps || !flow_definition(flow, reg))
        return false;
    for (uint32_t i = 0; i < function->inst_count; i++) {
        const PtxInst *inst = &function->insts[i];
        bool used = inst->guard == reg;
        for (uint32_t o = flow_has_result(inst); o < inst->operand_count && !used; o++)
            used = flow_operand_has(&inst->operands[o], reg);
        if (used && !is_local_store(flow, inst, reg) &&
            !(is_step(inst) && keeps(flow, inst->operands[0].reg, steps - 1)))
            return false;
        kept |= used;
    }
    return kept;
}

bool local_made_keeps(const Flow *flow, const PtxInst *load)
{
    const PtxOperand *to = &load->operands[0];
    if (load->op != PTX_OP_LD || load->guard != PTX_NO_REG)
        return false;
    for (uint32_t i = 0; i < to->item_count; i++)
        if (to->items[i].kind == PTX_OPERAND_REG && !keeps(flow, to->items[i].reg, STEPS))
            return false;
    return to->kind == PTX_OPERAND_REG ? keeps(flow, to->reg, STEPS)
                                       : to->kind == PTX_OPERAND_VECTOR;
}

/* -- loads */

static MadeLoad *load_of(LocalMade *made, const PtxInst *load)
{
    for (uint32_t i = 0; i < LOCAL_MADE_LOADS; i++)
        if (made->loads[i].load == load)
            return &made->loads[i];
    return NULL;
}

void local_made_load(LocalMade **made, const SimAccess *access, uint32_t mask,
                     const uint32_t unset[LOCAL_MADE_BYTES])
{
    uint32_t any = 0;
    for (uint32_t b = 0; b < LOCAL_MADE_BYTES; b++)
        any |= unset[b];
    if (!*made && any)
        *made = calloc(1, sizeof **made);
    if (!*made) /* no memory: tells less */
        return;
    MadeLoad *load = load_of(*made, access->inst);
    if (!load && !any)
        return;
    if (!load) {
        load = &(*made)->loads[(*made)->load_next++ % LOCAL_MADE_LOADS];
        *load = (MadeLoad){.load = access->inst, .site = access->site};
    }
    for (uint32_t left = mask; left; left &= left - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(left);
        load->address[lane] = (uint32_t)access->address[lane];
    }
    for (uint32_t b = 0; b < LOCAL_MADE_BYTES; b++)
        load->lanes[b] = (load->lanes[b] & ~mask) | unset[b];
}

/* -- stores */

typedef struct Value {
    LocalMade *made;
    const Flow *flow;
    const PtxInst *store;
    uint32_t bytes; /* of each item */
    uint32_t lanes[LOCAL_MADE_BYTES];
    const MadeLoad *from;
} Value;

/* A call between the two may execute the load again. */
static bool is_before(const PtxInst *load, const PtxInst *store)
{
    bool before = load < store;
    for (const PtxInst *inst = load; before && inst < store; inst++)
        before = inst->op != PTX_OP_CALL;
    return before;
}

static uint32_t item_at(const PtxOperand *operand, uint32_t reg)
{
    for (uint32_t i = 0; i < operand->item_count; i++)
        if (operand->items[i].kind == PTX_OPERAND_REG && operand->items[i].reg == reg)
            return i;
    return 0;
}

/* Computed with bytes that are all chance, it is chance; what some of them make of it is not known.
 */
static void add_load(Value *value, const MadeLoad *load, uint32_t reg, bool computed)
{
    const PtxOperand *to = &load->load->operands[0];
    uint32_t items = to->item_count + !to->item_count;
    uint32_t bytes = ptx_type_bytes(load->load->types[load->load->type_count - 1]);
    uint32_t from = item_at(to, reg) * bytes, all = UINT32_MAX;
    if (!bytes || bytes * items > LOCAL_MADE_BYTES)
        return;
    for (uint32_t b = 0; b < bytes; b++)
        all &= load->lanes[from + b];
    for (uint32_t b = 0; b < value->bytes; b++)
        value->lanes[b] |= computed ? all : b < bytes ? load->lanes[from + b] : 0;
    value->from = load;
}

static void add_sources(Value *value, uint32_t reg, bool computed, uint32_t steps)
{
    const PtxInst *inst = flow_definition(value->flow, reg);
    if (!inst || !steps)
        return;
    const MadeLoad *load = inst->op == PTX_OP_LD ? load_of(value->made, inst) : NULL;
    if (load && is_before(inst, value->store))
        add_load(value, load, reg, computed);
    if (!is_step(inst))
        return;
    for (uint32_t i = 1; i < inst->operand_count; i++)
        if (inst->operands[i].kind == PTX_OPERAND_REG)
            add_sources(value, inst->operands[i].reg, computed || is_computed(inst), steps - 1);
}

static void note_part(LocalMade *made, const Value *value, uint32_t lanes, uint64_t from)
{
    MadePart *part = &made->parts[made->part_next++ % LOCAL_MADE_PARTS];
    *part = (MadePart){.from = from,
                       .to = from + value->bytes,
                       .lanes = lanes,
                       .site = value->from->site,
                       .load = value->from->load};
    memcpy(part->address, value->from->address, sizeof part->address);
}

void local_made_store(LocalMade *made, const Flow *flow, const SimAccess *access, uint32_t mask,
                      uint32_t unset[LOCAL_MADE_BYTES])
{
    const PtxInst *inst = access->inst;
    memset(unset, 0, LOCAL_MADE_BYTES * sizeof *unset);
    if (inst->op != PTX_OP_ST || inst->operand_count != 2 || access->bytes > LOCAL_MADE_BYTES)
        return;
    const PtxOperand *from = &inst->operands[1];
    uint32_t items = from->item_count + !from->item_count, bytes = access->bytes / items;
    for (uint32_t i = 0; i < items; i++) {
        const PtxOperand *item = from->item_count ? &from->items[i] : from;
        Value value = {.made = made, .flow = flow, .store = inst, .bytes = bytes};
        if (item->kind == PTX_OPERAND_REG)
            add_sources(&value, item->reg, false, STEPS);
        uint32_t any = 0;
        for (uint32_t b = 0; b < bytes; b++)
            any |= unset[i * bytes + b] = value.lanes[b] & mask;
        if (any)
            note_part(made, &value, any,
                      access->address[__builtin_ctz(mask)] + (uint64_t)i * bytes);
    }
}

const MadePart *local_made_of(const LocalMade *made, uint64_t from, uint64_t to, uint32_t lane)
{
    for (uint32_t i = 0; made && i < LOCAL_MADE_PARTS; i++) {
        const MadePart *part = &made->parts[i];
        if (part->lanes >> lane & 1 && part->from < to && part->to > from)
            return part;
    }
    return NULL;
}
