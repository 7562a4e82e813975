/* 32-bit index computations as trees. */
#include "observe/index_tree.h"

#include "observe/wide.h"

#include <stdio.h>
#include <string.h>

enum { DEPTH = 8, HASH_FACTOR = 1 << 24 };

typedef struct Range {
    int64_t low, high;
} Range;

/* -- what is a step of a tree */

static bool is_int32(const PtxInst *inst)
{
    if (!inst->type_count)
        return false;
    PtxType type = inst->types[0];
    return type == PTX_S32 || type == PTX_U32 || type == PTX_B32;
}

static bool is_register32(const Flow *flow, const PtxFunction *function, const PtxOperand *operand)
{
    (void)flow;
    return operand->kind == PTX_OPERAND_IMM ||
           (operand->kind == PTX_OPERAND_REG &&
            ptx_type_bytes(function->regs[operand->reg].type) == 4);
}

static bool is_small(const PtxOperand *operand)
{
    return operand->kind != PTX_OPERAND_IMM ||
           (operand->imm < HASH_FACTOR && operand->imm > -HASH_FACTOR);
}

/* -- sums of numbers that share no bit, which compilers write as an or */

/* The lowest bits that are 0 for sure. */
static uint32_t trailing_zeros(const Flow *flow, const PtxOperand *operand, uint32_t depth)
{
    if (operand->kind == PTX_OPERAND_IMM)
        return operand->imm ? (uint32_t)__builtin_ctzll((uint64_t)operand->imm) : 32;
    const PtxInst *inst =
        operand->kind == PTX_OPERAND_REG && depth ? flow_definition(flow, operand->reg) : NULL;
    if (!inst || !is_int32(inst) || inst->guard != PTX_NO_REG)
        return 0;
    const PtxOperand *o = inst->operands;
    uint32_t a = inst->operand_count > 1 ? trailing_zeros(flow, &o[1], depth - 1) : 0;
    uint32_t b = inst->operand_count > 2 ? trailing_zeros(flow, &o[2], depth - 1) : 0;
    switch (inst->op) {
    case PTX_OP_MOV:
        return a;
    case PTX_OP_SHL:
        return o[2].kind == PTX_OPERAND_IMM && o[2].imm >= 0 && o[2].imm < 32
                   ? a + (uint32_t)o[2].imm
                   : a;
    case PTX_OP_MUL:
        return ptx_has(inst, PTX_MOD_LO) ? a + b : 0;
    case PTX_OP_AND:
        return a > b ? a : b;
    case PTX_OP_ADD:
    case PTX_OP_SUB:
    case PTX_OP_OR:
        return a < b ? a : b;
    default:
        return 0;
    }
}

/* How many of the lowest bits it may use. Threads of a block are no more than 1024. */
static uint32_t bits_used(const Flow *flow, const PtxOperand *operand, uint32_t depth)
{
    if (operand->kind == PTX_OPERAND_IMM)
        return operand->imm > 0 ? 64 - (uint32_t)__builtin_clzll((uint64_t)operand->imm) : 64;
    if (operand->kind == PTX_OPERAND_SPECIAL)
        return operand->special == PTX_SPECIAL_TID      ? 10
               : operand->special == PTX_SPECIAL_LANEID ? 5
                                                        : 64;
    const PtxInst *inst =
        operand->kind == PTX_OPERAND_REG && depth ? flow_definition(flow, operand->reg) : NULL;
    if (!inst || !is_int32(inst) || inst->guard != PTX_NO_REG || inst->operand_count < 2)
        return 64;
    const PtxOperand *o = inst->operands;
    uint32_t a = bits_used(flow, &o[1], depth - 1);
    uint32_t b = inst->operand_count > 2 ? bits_used(flow, &o[2], depth - 1) : 64;
    switch (inst->op) {
    case PTX_OP_MOV:
        return a;
    case PTX_OP_AND:
        return a < b ? a : b;
    case PTX_OP_OR:
    case PTX_OP_XOR:
        return a > b ? a : b;
    case PTX_OP_SHL:
        return o[2].kind == PTX_OPERAND_IMM && o[2].imm >= 0 && o[2].imm < 32
                   ? a + (uint32_t)o[2].imm
                   : 64;
    case PTX_OP_SHR:
        if (o[2].kind != PTX_OPERAND_IMM || o[2].imm < 0 || o[2].imm > 31)
            return 64;
        a = a < 32 ? a : inst->types[0] == PTX_S32 ? 64 : 32;
        return a > (uint32_t)o[2].imm ? a - (uint32_t)o[2].imm : 0;
    default:
        return 64;
    }
}

static bool is_sum(const Flow *flow, const PtxInst *inst)
{
    const PtxOperand *o = inst->operands;
    return bits_used(flow, &o[2], DEPTH) <= trailing_zeros(flow, &o[1], DEPTH) ||
           bits_used(flow, &o[1], DEPTH) <= trailing_zeros(flow, &o[2], DEPTH);
}

/* bfi d, a, b, n, 32 - n with a b of n bits: a * 2^n + b. */
static bool is_shifted_sum(const Flow *flow, const PtxInst *inst)
{
    const PtxOperand *o = inst->operands;
    return inst->operand_count == 5 && o[3].kind == PTX_OPERAND_IMM &&
           o[4].kind == PTX_OPERAND_IMM && o[3].imm > 0 && o[3].imm < 31 &&
           o[3].imm + o[4].imm == 32 && bits_used(flow, &o[2], DEPTH) <= (uint32_t)o[3].imm;
}

/* The definition, if it is a sum, difference or product of such as can be looked at. */
static const PtxInst *step_of(const Flow *flow, uint32_t reg)
{
    const PtxInst *inst = flow_definition(flow, reg);
    if (!inst || !is_int32(inst) || inst->guard != PTX_NO_REG || ptx_has(inst, PTX_MOD_SAT) ||
        ptx_has(inst, PTX_MOD_CC))
        return NULL;
    const PtxOperand *o = inst->operands;
    switch (inst->op) {
    case PTX_OP_ADD:
    case PTX_OP_SUB:
        return inst;
    case PTX_OP_OR:
        return is_sum(flow, inst) ? inst : NULL;
    case PTX_OP_BFI:
        return is_shifted_sum(flow, inst) ? inst : NULL;
    case PTX_OP_SHL:
        return o[2].kind == PTX_OPERAND_IMM && o[2].imm >= 0 && o[2].imm < 31 ? inst : NULL;
    case PTX_OP_MUL:
    case PTX_OP_MAD:
        return ptx_has(inst, PTX_MOD_LO) && is_small(&o[1]) && is_small(&o[2]) ? inst : NULL;
    default:
        return NULL;
    }
}

/* Sums of any two numbers in 33 bits and products of two in 64 fit; deeper products may not. */
static bool combine(const PtxInst *step, int64_t a, int64_t b, int64_t c, int64_t *out)
{
    int64_t product;
    switch (step->op) {
    case PTX_OP_ADD:
    case PTX_OP_OR:
        return !__builtin_add_overflow(a, b, out);
    case PTX_OP_SUB:
        return !__builtin_sub_overflow(a, b, out);
    case PTX_OP_SHL:
        return !__builtin_mul_overflow(a, INT64_C(1) << b, out);
    case PTX_OP_MUL:
        return !__builtin_mul_overflow(a, b, out);
    case PTX_OP_BFI:
        return !__builtin_mul_overflow(a, INT64_C(1) << c, &product) &&
               !__builtin_add_overflow(product, b, out);
    default:
        return !__builtin_mul_overflow(a, b, &product) && !__builtin_add_overflow(product, c, out);
    }
}

/* -- what is known before the launch */

static bool special_range(const SimLaunchInfo *launch, const PtxOperand *operand, Range *out)
{
    const SimDim *dim = operand->special == PTX_SPECIAL_TID || operand->special == PTX_SPECIAL_NTID
                            ? &launch->block
                            : &launch->grid;
    uint32_t most = operand->component == 0 ? dim->x : operand->component == 1 ? dim->y : dim->z;
    switch (operand->special) {
    case PTX_SPECIAL_TID:
    case PTX_SPECIAL_CTAID:
        *out = (Range){0, most ? most - 1 : 0};
        return true;
    case PTX_SPECIAL_NTID:
    case PTX_SPECIAL_NCTAID:
        *out = (Range){most, most};
        return true;
    case PTX_SPECIAL_LANEID:
    case PTX_SPECIAL_WARPID:
        *out = (Range){0, 31};
        return true;
    default:
        return false;
    }
}

static bool param_value(const SimLaunchInfo *launch, const PtxInst *load, Range *out)
{
    const PtxOperand *from = &load->operands[1];
    int32_t value;
    if (!launch->params || from->kind != PTX_OPERAND_ADDRESS || from->reg != PTX_NO_REG ||
        !from->symbol || from->symbol->space != PTX_SPACE_PARAM || from->symbol->function ||
        load->vector > 1)
        return false;
    const PtxFunction *kernel = launch->kernel;
    for (uint32_t i = 0; i < kernel->param_count; i++) {
        uint64_t at = from->symbol->offset + (uint64_t)from->imm;
        if (kernel->params[i] != from->symbol || at > kernel->param_size ||
            kernel->param_size - at < sizeof value)
            continue;
        memcpy(&value, (const char *)launch->params + at, sizeof value);
        *out = (Range){value, value};
        return true;
    }
    return false;
}

static bool leaf_range(const Flow *flow, const SimLaunchInfo *launch, uint32_t reg, Range *out)
{
    const PtxInst *inst = flow_definition(flow, reg);
    if (!inst || inst->operand_count < 2)
        return false;
    const PtxOperand *last = &inst->operands[inst->operand_count - 1];
    switch (inst->op) {
    case PTX_OP_MOV:
        if (last->kind == PTX_OPERAND_IMM)
            *out = (Range){(int32_t)last->imm, (int32_t)last->imm};
        return last->kind == PTX_OPERAND_IMM ||
               (last->kind == PTX_OPERAND_SPECIAL && special_range(launch, last, out));
    case PTX_OP_LD:
        if (ptx_type_bytes(inst->types[0]) < 4) {
            *out = (Range){-32768, 65535};
            return true;
        }
        return ptx_type_bytes(inst->types[0]) == 4 && param_value(launch, inst, out);
    case PTX_OP_AND:
        *out = (Range){0, last->imm};
        return last->kind == PTX_OPERAND_IMM && last->imm >= 0 && last->imm <= INT32_MAX;
    case PTX_OP_SHR:
        *out = (Range){0, UINT32_MAX >> (last->imm & 31)};
        return last->kind == PTX_OPERAND_IMM && last->imm > 0 && last->imm < 32 &&
               inst->types[0] != PTX_S32;
    case PTX_OP_REM:
        *out = (Range){-last->imm, last->imm};
        return last->kind == PTX_OPERAND_IMM && last->imm > 0;
    default:
        return false;
    }
}

/* What a tree may come to while unknown leaves are in `unknown`. False: too much to say. */
static bool tree_range(const Flow *flow, const SimLaunchInfo *launch, const PtxOperand *operand,
                       Range unknown, uint32_t depth, Range *out)
{
    if (operand->kind == PTX_OPERAND_IMM) {
        *out = (Range){(int32_t)operand->imm, (int32_t)operand->imm};
        return true;
    }
    if (operand->kind != PTX_OPERAND_REG)
        return false;
    const PtxInst *step = depth ? step_of(flow, operand->reg) : NULL;
    if (!step) {
        if (!leaf_range(flow, launch, operand->reg, out))
            *out = unknown;
        return true;
    }
    Range part[3] = {{0, 0}, {0, 0}, {0, 0}};
    for (uint32_t i = 1; i < step->operand_count && i < 4; i++)
        if (!tree_range(flow, launch, &step->operands[i], unknown, depth - 1, &part[i - 1]))
            return false;
    *out = (Range){INT64_MAX, INT64_MIN};
    for (int corner = 0; corner < 8; corner++) {
        int64_t value;
        if (!combine(step, corner & 1 ? part[0].high : part[0].low,
                     corner & 2 ? part[1].high : part[1].low,
                     corner & 4 ? part[2].high : part[2].low, &value))
            return false;
        out->low = value < out->low ? value : out->low;
        out->high = value > out->high ? value : out->high;
    }
    return true;
}

static bool fits(Range range, bool is_signed)
{
    return is_signed ? range.low >= INT32_MIN && range.high <= INT32_MAX
                     : range.low >= 0 && range.high <= UINT32_MAX;
}

/* The leaves of which nothing is known. False: more than are kept, or not of 32 bits. */
static bool collect_leaves(const Flow *flow, const PtxFunction *function,
                           const SimLaunchInfo *launch, const PtxOperand *operand, uint32_t depth,
                           IndexRoot *root)
{
    Range range;
    if (operand->kind == PTX_OPERAND_IMM)
        return true;
    if (!is_register32(flow, function, operand))
        return false;
    const PtxInst *step = depth ? step_of(flow, operand->reg) : NULL;
    for (uint32_t i = 1; step && i < step->operand_count && i < 4; i++)
        if (!collect_leaves(flow, function, launch, &step->operands[i], depth - 1, root))
            return false;
    if (step || leaf_range(flow, launch, operand->reg, &range))
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
    if (inst->op == PTX_OP_SHL || inst->op == PTX_OP_BFI) {
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
    const PtxInst *step = depth ? step_of(flow, operand->reg) : NULL;
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
    root.made = step_of(flow, operand->reg);
    if (!root.made || !collect_leaves(flow, function, launch, operand, DEPTH, &root))
        return;
    Range range;
    uint32_t bits = 30;
    for (; bits > 0; bits--) {
        Range unknown = {is_signed ? -(INT64_C(1) << bits) : 0, INT64_C(1) << bits};
        if (tree_range(flow, launch, operand, unknown, DEPTH, &range) && fits(range, is_signed))
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
    if (!plan_tree(flow, operand, DEPTH, &root.plan, &whole))
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
    find_roots(flow, flow_function(flow), launch, address, DEPTH, out);
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
    const PtxInst *step = depth ? step_of(flow, operand->reg) : NULL;
    if (!step) {
        *out = lane_of(warp, operand->reg, lane, is_signed);
        return true;
    }
    int64_t part[3] = {0, 0, 0};
    for (uint32_t i = 1; i < step->operand_count && i < 4; i++)
        if (!tree_value(flow, warp, &step->operands[i], lane, is_signed, depth - 1, &part[i - 1]))
            return false;
    return combine(step, part[0], part[1], part[2], out);
}

bool index_root_overflows(const Flow *flow, const IndexRoot *root, const SimWarpInfo *warp,
                          uint32_t lane, int64_t *meant, int64_t *is)
{
    PtxOperand operand = {.kind = PTX_OPERAND_REG, .reg = root->reg};
    int64_t other;
    *is = lane_of(warp, root->reg, lane, root->is_signed);
    if (!tree_value(flow, warp, &operand, lane, true, DEPTH, meant) ||
        !tree_value(flow, warp, &operand, lane, false, DEPTH, &other))
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
        tree_value(flow, warp, &step->operands[i], lane, true, DEPTH, &v[i - 1]);
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
        snprintf(out, size, "%lld * %lld", a, 1LL << b);
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
