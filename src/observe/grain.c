/* How wide the elements of a shared variable are. */
#include "observe/grain.h"

#include "observe/site.h"

static bool is_copy(const PtxInst *inst)
{
    return inst->op == PTX_OP_CP;
}

/* What one lane accesses; 0: it is no access, or how much can't be told. */
static uint32_t bytes_of(const PtxInst *inst)
{
    if (is_copy(inst))
        return inst->operand_count > 2 && !ptx_has(inst, PTX_MOD_BULK) &&
                       inst->operands[2].kind == PTX_OPERAND_IMM
                   ? (uint32_t)inst->operands[2].imm
                   : 0;
    if (!flow_address_of(inst) || inst->type_count == 0)
        return 0;
    return ptx_type_bytes(inst->types[inst->type_count - 1]) * (inst->vector ? inst->vector : 1);
}

static const PtxSymbol *variable_of(const Flow *flow, const PtxInst *inst)
{
    const PtxOperand *address = flow_address_of(inst);
    FlowBase base = address ? flow_address(flow, address) : (FlowBase){0};
    return base.kind == FLOW_SYMBOL ? base.symbol : NULL;
}

static bool is_single(const PtxInst *inst)
{
    return !is_copy(inst) && inst->vector <= 1;
}

uint32_t grain_bytes(FlowTable *flows, const SimSite *site)
{
    const PtxInst *inst = site_inst(site);
    uint32_t least = inst ? bytes_of(inst) : 0;
    const Flow *flow = least && !is_single(inst) && inst == site->inst && site->function
                           ? flow_of(flows, site->function)
                           : NULL;
    const PtxSymbol *variable = flow ? variable_of(flow, inst) : NULL;
    for (uint32_t i = 0; variable && i < site->function->inst_count; i++) {
        const PtxInst *other = &site->function->insts[i];
        uint32_t bytes = is_single(other) ? bytes_of(other) : 0;
        if (bytes && bytes < least && variable_of(flow, other) == variable)
            least = bytes;
    }
    return least;
}
