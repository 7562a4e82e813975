/* Looks for what may access global memory, and for the parameter that its address is made of. */
#include "observe/written.h"

#include "observe/param_extent.h"
#include "ptx/space.h"

enum { DEEPEST = 8, INSTS_MOST = 1 << 18 };

typedef struct Scan {
    WrittenSet *set;
    FlowTable *flows;
    const SimLaunchInfo *launch;
    uint32_t left; /* instructions that may be looked at */
    uint32_t depth;
    bool reads; /* looks for reads; what is written is known by now */
} Scan;

static bool scan_function(Scan *scan, const PtxFunction *function);

static bool add_part(WrittenSet *set, uint64_t start, uint64_t size, bool plainly)
{
    for (uint32_t i = 0; i < set->count; i++)
        if (set->parts[i].start == start) {
            set->parts[i].plainly |= plainly;
            return true;
        }
    if (set->count == WRITTEN_MOST)
        return false;
    set->parts[set->count++] = (struct WrittenPart){start, start + size, plainly, false};
    return true;
}

/* What an address is in, unless that is the thread's or the block's own. False: that isn't known.
 */
static bool find_extent(Scan *scan, const PtxFunction *function, const PtxOperand *address,
                        uint64_t *start, uint64_t *size)
{
    const Flow *flow = address ? flow_of(scan->flows, function) : NULL;
    *size = 0;
    if (!flow)
        return false;
    const FlowBase base = flow_address(flow, address);
    if (base.kind == FLOW_SYMBOL && ptx_space_is_own(base.symbol->space))
        return true;
    return base.kind == FLOW_PARAM && param_extent(scan->launch, &base, start, size);
}

static bool add_write(Scan *scan, const PtxFunction *function, const PtxInst *inst)
{
    const bool atomic = inst->op == PTX_OP_ATOM || inst->op == PTX_OP_RED;
    uint64_t start, size;
    return ptx_space_is_own(inst->space) ||
           (find_extent(scan, function, flow_address_of(inst), &start, &size) &&
            (size == 0 || add_part(scan->set, start, size, !atomic || ptx_has(inst, PTX_MOD_CTA))));
}

/* The last address is the source; what has none comes by a texture. */
static void add_read(Scan *scan, const PtxFunction *function, const PtxInst *inst)
{
    const PtxOperand *address = NULL;
    uint64_t start = 0, size;
    for (uint32_t i = 0; i < inst->operand_count; i++)
        if (inst->operands[i].kind == PTX_OPERAND_ADDRESS)
            address = &inst->operands[i];
    if (!find_extent(scan, function, address, &start, &size))
        written_plainly(scan->set, 0, 0);
    else if (size)
        written_plainly(scan->set, start, start + size);
}

static bool scan_call(Scan *scan, const PtxInst *call)
{
    for (uint32_t i = 0; i < call->operand_count; i++)
        if (call->operands[i].kind == PTX_OPERAND_FUNCTION)
            return scan_function(scan, call->operands[i].function);
    return false;
}

/* False: it may write anywhere. */
static bool scan_write(Scan *scan, const PtxFunction *function, const PtxInst *inst)
{
    switch (inst->op) {
    case PTX_OP_CP: /* without .bulk: to shared memory */
        return !ptx_has(inst, PTX_MOD_BULK) && inst->space != PTX_SPACE_GLOBAL;
    case PTX_OP_ST:
    case PTX_OP_ATOM:
    case PTX_OP_RED:
    case PTX_OP_DISCARD:
        return add_write(scan, function, inst);
    case PTX_OP_WMMA: /* stores have the address first */
        return inst->operand_count == 0 || inst->operands[0].kind != PTX_OPERAND_ADDRESS ||
               add_write(scan, function, inst);
    case PTX_OP_SUST:
    case PTX_OP_SURED:
    case PTX_OP_TENSORMAP:
        return false;
    default:
        return true;
    }
}

static void scan_read(Scan *scan, const PtxFunction *function, const PtxInst *inst)
{
    switch (inst->op) {
    case PTX_OP_LD:
        if (!ptx_space_is_own(inst->space) && inst->space != PTX_SPACE_CONST)
            add_read(scan, function, inst);
        return;
    case PTX_OP_WMMA:
        if (!ptx_space_is_own(inst->space) && flow_address_of(inst))
            add_read(scan, function, inst);
        return;
    case PTX_OP_LDU:
    case PTX_OP_TEX:
    case PTX_OP_TLD4:
    case PTX_OP_SULD:
        add_read(scan, function, inst);
        return;
    case PTX_OP_CP:
        if (flow_address_of(inst))
            add_read(scan, function, inst);
        return;
    default:
        return;
    }
}

static bool scan_inst(Scan *scan, const PtxFunction *function, const PtxInst *inst)
{
    if (inst->op == PTX_OP_CALL)
        return scan_call(scan, inst);
    if (!scan->reads)
        return scan_write(scan, function, inst);
    scan_read(scan, function, inst);
    return true;
}

/* Of what the device brings itself, which has no instructions. */
static bool only_tells(const PtxFunction *function)
{
    return function->inst_count == 0 && (view_equal_text(function->name, "vprintf") ||
                                         view_equal_text(function->name, "__assertfail"));
}

static bool scan_function(Scan *scan, const PtxFunction *function)
{
    if (function->inst_count == 0)
        return only_tells(function);
    if (function->inst_count > scan->left || scan->depth == DEEPEST)
        return false;
    bool known = true;
    scan->left -= function->inst_count;
    scan->depth++;
    for (uint32_t i = 0; known && i < function->inst_count; i++)
        known = scan_inst(scan, function, &function->insts[i]);
    scan->depth--;
    return known;
}

/* -- what each thread has for itself */

typedef struct Elsewhere {
    Scan *scan;
    const struct WrittenPart *part;
} Elsewhere;

static bool lies_elsewhere(const Elsewhere *where, const PtxInst *inst)
{
    uint64_t start, size;
    bool elsewhere = true;
    for (uint32_t i = 0; i < inst->operand_count && elsewhere; i++)
        elsewhere = inst->operands[i].kind != PTX_OPERAND_ADDRESS ||
                    (find_extent(where->scan, where->scan->launch->kernel, &inst->operands[i],
                                 &start, &size) &&
                     (size == 0 || start != where->part->start));
    return elsewhere;
}

/* Whether an instruction of the kernel accesses nothing in the part. */
static bool accesses_elsewhere(void *state, const PtxInst *inst)
{
    switch (inst->op) {
    case PTX_OP_CALL:
        for (uint32_t i = 0; i < inst->operand_count; i++)
            if (inst->operands[i].kind == PTX_OPERAND_FUNCTION)
                return only_tells(inst->operands[i].function);
        return false;
    case PTX_OP_TEX:
    case PTX_OP_TLD4:
    case PTX_OP_SULD:
        return false;
    default:
        return ptx_space_is_own(inst->space) || inst->space == PTX_SPACE_CONST ||
               lies_elsewhere(state, inst);
    }
}

static void find_apart(Scan *scan)
{
    const SimLaunchInfo *launch = scan->launch;
    for (uint32_t i = 0; i < scan->set->count && launch->threads_apart; i++) {
        struct WrittenPart *part = &scan->set->parts[i];
        Elsewhere where = {scan, part};
        part->apart = part->plainly && launch->threads_apart(launch->engine, part->start, part->end,
                                                             accesses_elsewhere, &where);
    }
}

void written_find(WrittenSet *set, FlowTable *flows, const SimLaunchInfo *launch)
{
    Scan scan = {.set = set, .flows = flows, .launch = launch, .left = INSTS_MOST};
    *set = (WrittenSet){0};
    set->known = scan_function(&scan, launch->kernel);
    scan.reads = true;
    scan.left = INSTS_MOST;
    if (set->known && scan_function(&scan, launch->kernel))
        find_apart(&scan);
}

/* Whether [low, high) lies in one allocation that is written. */
static bool holds(const WrittenSet *set, uint64_t low, uint64_t high)
{
    for (uint32_t i = 0; i < set->count; i++)
        if (low >= set->parts[i].start && high <= set->parts[i].end)
            return true;
    return false;
}

bool written_was_expected(const WrittenSet *set, const SimAccess *access)
{
    if (access->high && holds(set, access->low, access->high))
        return true;
    for (uint32_t left = access->mask; left; left &= left - 1) {
        const uint64_t at = access->address[__builtin_ctz(left)];
        if (!holds(set, at, at + access->bytes))
            return false;
    }
    return true;
}
