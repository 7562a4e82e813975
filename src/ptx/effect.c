/* What instructions and special registers do. */
#include "ptx/effect.h"

bool ptx_has_result(const PtxInst *inst)
{
    switch (inst->op) {
    case PTX_OP_ST:
    case PTX_OP_RED:
    case PTX_OP_BRA:
    case PTX_OP_BRX:
    case PTX_OP_CP:
    case PTX_OP_MEMBAR:
    case PTX_OP_FENCE:
    case PTX_OP_PREFETCH:
    case PTX_OP_NANOSLEEP:
    case PTX_OP_STACKRESTORE:
        return false;
    case PTX_OP_BAR:
    case PTX_OP_BARRIER:
        return ptx_has(inst, PTX_MOD_RED);
    default:
        return inst->operand_count != 0;
    }
}

bool ptx_special_is_clock(PtxSpecial special)
{
    switch (special) {
    case PTX_SPECIAL_CLOCK:
    case PTX_SPECIAL_CLOCK_HI:
    case PTX_SPECIAL_CLOCK64:
    case PTX_SPECIAL_GLOBALTIMER:
    case PTX_SPECIAL_GLOBALTIMER_LO:
    case PTX_SPECIAL_GLOBALTIMER_HI:
        return true;
    default:
        return false;
    }
}
