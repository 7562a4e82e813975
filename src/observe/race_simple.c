/* Looks for instructions that order threads otherwise: fences, releases, barriers of some threads.
 */
#include "observe/race_simple.h"

#include <stdint.h>

enum { DEEPEST = 8, INSTS_MOST = 1 << 18 };

typedef struct Scan {
    uint32_t left; /* instructions that may be looked at */
    uint32_t depth;
} Scan;

static bool is_simple(Scan *scan, const PtxFunction *function);

/* Waits for all threads of the block. */
static bool is_whole(const PtxInst *inst)
{
    if (ptx_has(inst, PTX_MOD_WARP) || ptx_has(inst, PTX_MOD_CLUSTER) ||
        ptx_has(inst, PTX_MOD_ARRIVE))
        return false;
    return inst->operand_count == (ptx_has(inst, PTX_MOD_RED) ? 3 : 1);
}

static bool calls_simple(Scan *scan, const PtxInst *call)
{
    for (uint32_t i = 0; i < call->operand_count; i++)
        if (call->operands[i].kind == PTX_OPERAND_FUNCTION)
            return is_simple(scan, call->operands[i].function);
    return false;
}

static bool is_simple_inst(Scan *scan, const PtxInst *inst)
{
    switch (inst->op) {
    case PTX_OP_BAR:
    case PTX_OP_BARRIER:
        return is_whole(inst);
    case PTX_OP_CALL:
        return calls_simple(scan, inst);
    case PTX_OP_CP: /* what bulk copies read has to be behind a fence, too */
        return !ptx_has(inst, PTX_MOD_BULK);
    case PTX_OP_MEMBAR:
    case PTX_OP_FENCE:
    case PTX_OP_MBARRIER:
    case PTX_OP_GRIDDEPCONTROL:
    case PTX_OP_CLUSTERLAUNCHCONTROL:
        return false;
    default:
        return !ptx_has(inst, PTX_MOD_ACQUIRE) && !ptx_has(inst, PTX_MOD_RELEASE) &&
               !ptx_has(inst, PTX_MOD_ACQ_REL) && !ptx_has(inst, PTX_MOD_SC);
    }
}

static bool is_simple(Scan *scan, const PtxFunction *function)
{
    bool simple = scan->depth < DEEPEST && function->inst_count <= scan->left;
    if (!simple)
        return false;
    scan->left -= function->inst_count;
    scan->depth++;
    for (uint32_t i = 0; simple && i < function->inst_count; i++)
        simple = is_simple_inst(scan, &function->insts[i]);
    scan->depth--;
    return simple;
}

bool race_is_simple(const SimLaunchInfo *launch)
{
    Scan scan = {.left = INSTS_MOST};
    bool clusters = (uint64_t)launch->cluster.x * launch->cluster.y * launch->cluster.z > 1;
    return !clusters && is_simple(&scan, launch->kernel);
}

bool race_sync_is_simple(const SimSync *sync)
{
    switch (sync->kind) {
    case SIM_SYNC_BARRIER_ARRIVE:
    case SIM_SYNC_BARRIER_LEAVE:
        return sync->expected == 0;
    case SIM_SYNC_WARP:
        return !sync->orders_memory;
    case SIM_SYNC_LANDED:
        return true;
    default:
        return false;
    }
}
