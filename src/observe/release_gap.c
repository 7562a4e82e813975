/* What a lock or a flag lacks that may have been meant to order two accesses. */
#include "observe/release_gap.h"

#include <stdio.h>
#include <string.h>

#include "observe/say.h"
#include "observe/steer.h"

enum { STEPS_MOST = 4096 };

typedef enum Fenced { FENCED_NOT, FENCED_IN_BLOCK, FENCED_ALL } Fenced;

static bool is_atomic(const PtxInst *inst)
{
    return inst->op == PTX_OP_ATOM || inst->op == PTX_OP_RED;
}

static bool is_strong(const PtxInst *inst)
{
    return is_atomic(inst) || ptx_has(inst, PTX_MOD_VOLATILE) || ptx_has(inst, PTX_MOD_RELAXED) ||
           ptx_has(inst, PTX_MOD_ACQUIRE) || ptx_has(inst, PTX_MOD_RELEASE);
}

static Fenced fenced_by(const PtxInst *inst)
{
    bool fence = inst->op == PTX_OP_MEMBAR || inst->op == PTX_OP_FENCE;
    bool orders = fence || ptx_has(inst, PTX_MOD_ACQUIRE) || ptx_has(inst, PTX_MOD_RELEASE) ||
                  ptx_has(inst, PTX_MOD_ACQ_REL) || ptx_has(inst, PTX_MOD_SC);
    if (!orders || ptx_has(inst, PTX_MOD_PROXY))
        return FENCED_NOT;
    return ptx_has(inst, PTX_MOD_CTA) ? FENCED_IN_BLOCK : FENCED_ALL;
}

static FlowBase base_of(const Flow *flow, const PtxInst *inst)
{
    const PtxOperand *address = flow_address_of(inst);
    return address ? flow_address(flow, address) : (FlowBase){0};
}

static bool is_same_variable(FlowBase a, FlowBase b)
{
    return (a.kind == FLOW_PARAM || a.kind == FLOW_SYMBOL) && a.kind == b.kind &&
           a.symbol == b.symbol && a.offset == b.offset;
}

/* A value that the function goes by. */
static bool is_look(const Flow *flow, const PtxInst *inst)
{
    if (inst->op == PTX_OP_ATOM)
        return steer_is_used(flow, inst);
    return inst->op == PTX_OP_LD && steer_decides(flow, inst);
}

/* The last look at the variable before the access. NULL: none. */
static const PtxInst *look_before(const Flow *flow, const PtxInst *access, FlowBase variable,
                                  bool strong)
{
    for (const PtxInst *inst = access; inst-- > flow_function(flow)->insts;)
        if ((inst->op == PTX_OP_ATOM || inst->op == PTX_OP_LD) && (!strong || is_strong(inst)) &&
            is_same_variable(base_of(flow, inst), variable) && is_look(flow, inst))
            return inst;
    return NULL;
}

static ReleaseGapKind kind_of(const PtxInst *write, Fenced fenced, const PtxInst *read,
                              const PtxInst *second, bool across)
{
    bool strong_write = is_strong(write), strong_read = is_strong(read);
    if (!strong_write || !strong_read)
        return strong_write ? GAP_PLAIN_READ : strong_read ? GAP_PLAIN_WRITE : GAP_PLAIN_BOTH;
    if (fenced == FENCED_NOT)
        return GAP_FENCE_BEFORE;
    if (fenced == FENCED_IN_BLOCK && across)
        return GAP_FENCE_NARROW;
    bool relaxed = ptx_has(read, PTX_MOD_RELAXED) &&
                   (read->op == PTX_OP_LD || ptx_has(read, PTX_MOD_GPU) ||
                    ptx_has(read, PTX_MOD_CTA) || ptx_has(read, PTX_MOD_SYS));
    for (const PtxInst *inst = read; relaxed && inst < second; inst++)
        relaxed = fenced_by(inst) == FENCED_NOT && inst->op != PTX_OP_CALL;
    return relaxed ? GAP_FENCE_AFTER : GAP_NONE;
}

/* The instruction that comes next where no condition holds; NULL: the end. */
static const PtxInst *next_of(const PtxFunction *function, const PtxInst *inst)
{
    if (inst->guard == PTX_NO_REG && (inst->op == PTX_OP_RET || inst->op == PTX_OP_EXIT))
        return NULL;
    uint32_t at = (uint32_t)(inst - function->insts) + 1;
    if (inst->guard == PTX_NO_REG && inst->op == PTX_OP_BRA &&
        inst->operands[0].kind == PTX_OPERAND_LABEL)
        at = inst->operands[0].label;
    return at < function->inst_count ? &function->insts[at] : NULL;
}

/* A write that a look before `second` may see: a plain one only where a fence says that order is
 * meant, or where the look is none to be taken for data. */
static const PtxInst *look_at(const Flow *flow, const PtxInst *write, FlowBase data,
                              const PtxInst *second)
{
    bool strong = is_strong(write);
    if (!is_atomic(write) && write->op != PTX_OP_ST)
        return NULL;
    FlowBase variable = base_of(flow, write);
    if (!strong && is_same_variable(variable, data))
        return NULL;
    bool fenced = !is_atomic(write) && steer_is_fenced(flow, write);
    return look_before(flow, second, variable, !fenced || is_same_variable(variable, data));
}

ReleaseGap release_gap(FlowTable *flows, const SimSite *first, const SimSite *second, bool across)
{
    ReleaseGap gap = {GAP_NONE, *first, *second};
    bool known = first->inst && second->inst && !first->inner && !second->inner &&
                 first->function && first->function == second->function;
    const Flow *flow = known ? flow_of(flows, first->function) : NULL;
    if (!flow)
        return gap;
    const FlowBase data = base_of(flow, first->inst);
    const PtxInst *write = next_of(first->function, first->inst);
    Fenced fenced = FENCED_NOT;
    for (int steps = 0; write && write->op != PTX_OP_CALL && steps < STEPS_MOST; steps++) {
        Fenced more = fenced_by(write);
        fenced = more > fenced ? more : fenced;
        const PtxInst *read = look_at(flow, write, data, second->inst);
        if (read && write != second->inst && read != first->inst) {
            gap.kind = kind_of(write, fenced, read, second->inst, across);
            gap.write.inst = write;
            gap.read.inst = read;
            return gap;
        }
        write = next_of(first->function, write);
    }
    return gap;
}

void release_gap_say(const ReleaseGap *gap, bool shared, char *out, size_t size)
{
    const char *fence = shared ? "__threadfence_block()" : "__threadfence()";
    char write[48], read[48], lacks[160];
    say_line(write, sizeof write, &gap->write);
    say_line(read, sizeof read, &gap->read);
    out[0] = 0;
    switch (gap->kind) {
    case GAP_NONE:
        return;
    case GAP_FENCE_BEFORE:
        snprintf(lacks, sizeof lacks, "a fence is missing before %s: %s", write, fence);
        break;
    case GAP_FENCE_NARROW:
        snprintf(lacks, sizeof lacks,
                 "the fence before %s must reach other blocks, as __threadfence() does", write);
        break;
    case GAP_FENCE_AFTER:
        snprintf(lacks, sizeof lacks, "a fence is missing after %s, which is relaxed: %s", read,
                 fence);
        break;
    default:
        snprintf(lacks, sizeof lacks,
                 "%s must be volatile or atomic: a fence does not replace that",
                 gap->kind == GAP_PLAIN_BOTH    ? "both"
                 : gap->kind == GAP_PLAIN_WRITE ? write
                                                : read);
        break;
    }
    if (strcmp(write, read) == 0)
        snprintf(out, size,
                 "Should %s hand over from thread to thread, as a lock or a count does? Then %s.",
                 write, lacks);
    else
        snprintf(out, size, "Should %s hand over to %s, as a lock or a flag does? Then %s.", write,
                 read, lacks);
}
