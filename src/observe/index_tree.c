/* 32-bit index computations as trees. */
#include "observe/index_tree.h"

#include <stdio.h>

#include "observe/index_range.h"
#include "observe/index_step.h"
#include "observe/wide.h"

static bool is_register32(const Flow *flow, const PtxFunction *function, const PtxOperand *operand)
{
    (void)flow;
    return operand->kind == PTX_OPERAND_IMM ||
           (operand->kind == PTX_OPERAND_REG &&
            ptx_type_bytes(function->regs[operand->reg].type) == 4);
}

/* The leaves of which nothing is known. False: more than are kept, or not of 32 bits. */
static bool collect_leaves(const Flow *flow, const PtxFunction *function,
                           const SimLaunchInfo *launch, const PtxOperand *operand, uint32_t depth,
                           IndexRoot *root)
{
    IndexRange range;
    if (operand->kind == PTX_OPERAND_IMM)
        return true;
    if (!is_register32(flow, function, operand))
        return false;
    const PtxInst *step = depth ? index_step_of(flow, operand->reg) : NULL;
    for (uint32_t i = 1; step && i < step->operand_count && i < 4; i++)
        if (!collect_leaves(flow, function, launch, &step->operands[i], depth - 1, root))
            return false;
    if (step || index_leaf_range(flow, launch, operand->reg, &range))
        return true;
    for (uint32_t i = 0; i < root->leaf_count; i++)
        if (root->leaves[i] == operand->reg)
            return true;
    if (root->leaf_count == INDEX_LEAVES)
        return false;
    root->leaves[root->leaf_count++] = operand->reg;
    return true;
}

/* -- its plan */

static bool plan_tree(const Flow *flow, const PtxOperand *operand, uint32_t depth, IndexPlan *plan,
                      PlanPart *out);

/* Adds what the operands come to, and then the step. False: it has too many. */
static bool plan_step(const Flow *flow, const PtxInst *inst, uint32_t depth, IndexPlan *plan)
{
    PlanPart part[3] = {{0}};
    for (uint32_t i = 1; i < inst->operand_count && i < 4; i++)
        if (!plan_tree(flow, &inst->operands[i], depth, plan, &part[i - 1]))
            return false;
    if (plan->count == PLAN_STEPS)
        return false;
    PlanStep *step = &plan->steps[plan->count++];
    *step = (PlanStep){.a = part[0], .b = part[1], .c = part[2], .rule = PLAN_PRODUCT};
    if (inst->op == PTX_OP_SHL && inst->operands[2].kind != PTX_OPERAND_IMM) {
        step->rule = PLAN_SHIFTED_BY;
    } else if (inst->op == PTX_OP_SHL || inst->op == PTX_OP_BFI) {
        bool shl = inst->op == PTX_OP_SHL;
        *step = (PlanStep){.a = part[0],
                           .c = shl ? part[2] : part[1],
                           .shift = (uint32_t)(shl ? part[1] : part[2]).number,
                           .rule = PLAN_SHIFTED};
    } else if (inst->op != PTX_OP_MUL && inst->op != PTX_OP_MAD) {
        *step = (PlanStep){.a = part[0],
                           .c = part[1],
                           .rule = inst->op == PTX_OP_SUB ? PLAN_DIFFERENCE : PLAN_SUM};
    }
    return true;
}

static bool plan_tree(const Flow *flow, const PtxOperand *operand, uint32_t depth, IndexPlan *plan,
                      PlanPart *out)
{
    if (operand->kind == PTX_OPERAND_IMM) {
        *out = (PlanPart){.source = PLAN_NUMBER, .number = (int32_t)operand->imm};
        return true;
    }
    if (operand->kind != PTX_OPERAND_REG)
        return false;
    const PtxInst *step = depth ? index_step_of(flow, operand->reg) : NULL;
    if (!step) {
        *out = (PlanPart){.source = PLAN_REGISTER, .at = operand->reg};
        return true;
    }
    if (!plan_step(flow, step, depth - 1, plan))
        return false;
    *out = (PlanPart){.source = PLAN_STEP, .at = plan->count - 1};
    return true;
}

static void add_root(const Flow *flow, const PtxFunction *function, const SimLaunchInfo *launch,
                     const PtxOperand *operand, bool is_signed, IndexRoots *out)
{
    if (operand->kind != PTX_OPERAND_REG || out->count == INDEX_ROOTS)
        return;
    IndexRoot root = {.reg = operand->reg, .is_signed = is_signed};
    root.made = index_step_of(flow, operand->reg);
    if (!root.made || !collect_leaves(flow, function, launch, operand, INDEX_DEPTH, &root))
        return;
    IndexRange range;
    uint32_t bits = 30;
    for (; bits > 0; bits--) {
        IndexRange unknown = {is_signed ? -(INT64_C(1) << bits) : 0, INT64_C(1) << bits};
        if (index_range_of(flow, launch, operand, unknown, INDEX_DEPTH, &range) &&
            index_range_fits(range, is_signed))
            break;
        if (root.leaf_count == 0)
            bits = 1; /* nothing depends on it */
    }
    if (root.leaf_count == 0 && bits > 0)
        return;
    root.limit = bits ? UINT32_C(1) << bits : 0;
    for (uint32_t i = 0; i < out->count; i++)
        if (out->roots[i].reg == root.reg)
            return;
    PlanPart whole;
    if (!plan_tree(flow, operand, INDEX_DEPTH, &root.plan, &whole))
        root.plan.count = 0;
    out->roots[out->count++] = root;
}

/* Goes back through the 64-bit computation of an address. */
static void find_roots(const Flow *flow, const PtxFunction *function, const SimLaunchInfo *launch,
                       const PtxOperand *operand, uint32_t depth, IndexRoots *out)
{
    const PtxInst *inst =
        operand->kind == PTX_OPERAND_REG || operand->kind == PTX_OPERAND_ADDRESS
            ? (operand->reg != PTX_NO_REG ? flow_definition(flow, operand->reg) : NULL)
            : NULL;
    if (!inst || depth == 0 || inst->operand_count < 2)
        return;
    const PtxOperand *o = inst->operands;
    bool wide = ptx_has(inst, PTX_MOD_WIDE);
    bool is_signed =
        inst->type_count && ptx_type_kind(inst->types[inst->type_count - 1]) == PTX_KIND_SIGNED;
    switch (inst->op) {
    case PTX_OP_CVT:
        if (inst->type_count == 2 && ptx_type_bytes(inst->types[0]) == 8 &&
            ptx_type_bytes(inst->types[1]) == 4)
            add_root(flow, function, launch, &o[1], is_signed, out);
        break;
    case PTX_OP_MUL:
    case PTX_OP_MAD:
        if (wide && inst->operand_count > 2) {
            add_root(flow, function, launch, &o[1], is_signed, out);
            add_root(flow, function, launch, &o[2], is_signed, out);
        } else if (inst->operand_count > 2) {
            find_roots(flow, function, launch, &o[1], depth - 1, out);
            find_roots(flow, function, launch, &o[2], depth - 1, out);
        }
        if (inst->op == PTX_OP_MAD && inst->operand_count > 3)
            find_roots(flow, function, launch, &o[3], depth - 1, out);
        break;
    case PTX_OP_ADD:
    case PTX_OP_SUB:
        find_roots(flow, function, launch, &o[1], depth - 1, out);
        find_roots(flow, function, launch, &o[2], depth - 1, out);
        break;
    case PTX_OP_SHL:
    case PTX_OP_MOV:
    case PTX_OP_CVTA:
        find_roots(flow, function, launch, &o[1], depth - 1, out);
        break;
    default:
        break;
    }
}

void index_roots_find(const Flow *flow, const SimLaunchInfo *launch, const PtxOperand *address,
                      IndexRoots *out)
{
    out->count = 0;
    find_roots(flow, flow_function(flow), launch, address, INDEX_DEPTH, out);
}

/* -- while it runs */

static int64_t lane_of(const SimWarpInfo *warp, uint32_t reg, uint32_t lane, bool is_signed)
{
    const uint32_t *lanes = warp->lanes(warp->frame, reg);
    return is_signed ? (int64_t)(int32_t)lanes[lane] : (int64_t)lanes[lane];
}

OBSERVE_WIDE bool index_root_is_far(const IndexRoot *root, const SimWarpInfo *warp, uint32_t mask)
{
    if (root->limit == 0 || root->leaf_count == 0)
        return true;
    for (uint32_t l = 0; l < root->leaf_count; l++) {
        const int32_t *lanes = warp->lanes(warp->frame, root->leaves[l]);
        uint32_t bits = 0;
        for (uint32_t i = 0; i < 32; i++) {
            int32_t one = mask >> i & 1 ? lanes[i] : 0;
            bits |= root->is_signed ? (uint32_t)(one ^ one >> 31) : (uint32_t)one;
        }
        if (bits >= root->limit)
            return true;
    }
    return false;
}

/* Where the tree wraps around in 64 bits and comes to the root all the same, nothing is known of
 * what it should be. */
OBSERVE_WIDE bool index_root_holds(const IndexRoot *root, const SimWarpInfo *warp, uint32_t mask)
{
    const int32_t *lanes = warp->lanes(warp->frame, root->reg);
    int64_t meant[PLAN_LANES];
    uint64_t wrong[PLAN_LANES] = {0}, differs = 0;
    if (!root->plan.count)
        return false;
    for (int way = 0; way < 2; way++) {
        index_plan_compute(&root->plan, warp->lanes, warp->frame, way == 0, meant);
        differs = 0;
        for (uint32_t l = 0; l < PLAN_LANES; l++) {
            int64_t is = root->is_signed ? (int64_t)lanes[l] : (int64_t)(uint32_t)lanes[l];
            uint64_t away = mask >> l & 1 ? (uint64_t)(meant[l] ^ is) : 0;
            wrong[l] = way == 0 || away == 0 ? away : wrong[l];
            differs |= wrong[l];
        }
        if (!differs)
            return true;
    }
    return false;
}

static bool tree_value(const Flow *flow, const SimWarpInfo *warp, const PtxOperand *operand,
                       uint32_t lane, bool is_signed, uint32_t depth, int64_t *out)
{
    if (operand->kind == PTX_OPERAND_IMM) {
        *out = (int32_t)operand->imm;
        return true;
    }
    if (operand->kind != PTX_OPERAND_REG)
        return false;
    const PtxInst *step = depth ? index_step_of(flow, operand->reg) : NULL;
    if (!step) {
        *out = lane_of(warp, operand->reg, lane, is_signed);
        return true;
    }
    int64_t part[3] = {0, 0, 0};
    for (uint32_t i = 1; i < step->operand_count && i < 4; i++)
        if (!tree_value(flow, warp, &step->operands[i], lane, is_signed, depth - 1, &part[i - 1]))
            return false;
    return index_step_value(step, part[0], part[1], part[2], out);
}

bool index_root_overflows(const Flow *flow, const IndexRoot *root, const SimWarpInfo *warp,
                          uint32_t lane, int64_t *meant, int64_t *is)
{
    PtxOperand operand = {.kind = PTX_OPERAND_REG, .reg = root->reg};
    int64_t other;
    *is = lane_of(warp, root->reg, lane, root->is_signed);
    if (!tree_value(flow, warp, &operand, lane, true, INDEX_DEPTH, meant) ||
        !tree_value(flow, warp, &operand, lane, false, INDEX_DEPTH, &other))
        return false;
    /* Leaves that have changed since the root was made give another number altogether. */
    return *meant != *is && other != *is && (uint32_t)*meant == (uint32_t)*is;
}

void index_root_describe(const Flow *flow, const IndexRoot *root, const SimWarpInfo *warp,
                         uint32_t lane, char *out, size_t size)
{
    const PtxInst *step = root->made;
    int64_t v[3] = {0, 0, 0};
    for (uint32_t i = 1; i < step->operand_count && i < 4; i++)
        tree_value(flow, warp, &step->operands[i], lane, true, INDEX_DEPTH, &v[i - 1]);
    long long a = v[0], b = v[1], c = v[2];
    switch (step->op) {
    case PTX_OP_ADD:
    case PTX_OP_OR:
        snprintf(out, size, "%lld + %lld", a, b);
        break;
    case PTX_OP_SUB:
        snprintf(out, size, "%lld - %lld", a, b);
        break;
    case PTX_OP_SHL:
        snprintf(out, size, "%lld * %lld", a, 1LL << (b & 31));
        break;
    case PTX_OP_BFI:
        snprintf(out, size, "%lld * %lld + %lld", a, 1LL << c, b);
        break;
    case PTX_OP_MUL:
        snprintf(out, size, "%lld * %lld", a, b);
        break;
    default:
        snprintf(out, size, "%lld * %lld + %lld", a, b, c);
        break;
    }
}
