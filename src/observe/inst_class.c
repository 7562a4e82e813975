/* Classes of PTX instructions, those in which Nsight Compute counts what the machine has for them
 * (tests/figures/kernels/classes.cu): by opcode, and where that leaves it open, by type. */
#include "observe/inst_class.h"

#include "ptx/words.h"

enum { BY_TYPE = 0 }; /* rows hold the class + 1 */

#define CLASS(name) [PTX_OP_##name] = 1 +
static const uint8_t classes[PTX_OP_COUNT] = {
    CLASS(AND) INST_INTEGER,
    CLASS(OR) INST_INTEGER,
    CLASS(XOR) INST_INTEGER,
    CLASS(NOT) INST_INTEGER,
    CLASS(CNOT) INST_INTEGER,
    CLASS(LOP3) INST_INTEGER,
    CLASS(SHF) INST_INTEGER,
    CLASS(SHL) INST_INTEGER,
    CLASS(SHR) INST_INTEGER,
    CLASS(POPC) INST_INTEGER,
    CLASS(CLZ) INST_INTEGER,
    CLASS(BFIND) INST_INTEGER,
    CLASS(FNS) INST_INTEGER,
    CLASS(BREV) INST_BIT,
    CLASS(BFE) INST_INTEGER,
    CLASS(BFI) INST_INTEGER,
    CLASS(BMSK) INST_INTEGER,
    CLASS(PRMT) INST_BIT,
    CLASS(SELP) INST_BIT,
    CLASS(SLCT) INST_BIT,
    CLASS(MOV) INST_MISC,
    CLASS(ISSPACEP) INST_INTEGER,
    CLASS(CVTA) INST_INTEGER,
    CLASS(CVT) INST_CONVERSION,
    CLASS(MAPA) INST_INTEGER,
    CLASS(LD) INST_MEMORY,
    CLASS(LDU) INST_MEMORY,
    CLASS(ST) INST_MEMORY,
    CLASS(PREFETCH) INST_MEMORY,
    CLASS(PREFETCHU) INST_MEMORY,
    CLASS(CP) INST_MEMORY,
    CLASS(ATOM) INST_MEMORY,
    CLASS(RED) INST_MEMORY,
    CLASS(LDMATRIX) INST_MEMORY,
    CLASS(STMATRIX) INST_MEMORY,
    CLASS(TEX) INST_MEMORY,
    CLASS(TLD4) INST_MEMORY,
    CLASS(SULD) INST_MEMORY,
    CLASS(SUST) INST_MEMORY,
    CLASS(MBARRIER) INST_MEMORY,
    CLASS(BRA) INST_CONTROL,
    CLASS(BRX) INST_CONTROL,
    CLASS(CALL) INST_CONTROL,
    CLASS(RET) INST_CONTROL,
    CLASS(EXIT) INST_CONTROL,
    CLASS(TRAP) INST_CONTROL,
    CLASS(BRKPT) INST_CONTROL,
    CLASS(SHFL) INST_INTER_THREAD,
    CLASS(VOTE) INST_INTER_THREAD,
    CLASS(MATCH) INST_INTER_THREAD,
    CLASS(ACTIVEMASK) INST_INTER_THREAD,
    CLASS(REDUX) INST_INTER_THREAD,
    CLASS(ELECT) INST_INTER_THREAD,
    CLASS(MOVMATRIX) INST_INTER_THREAD,
    CLASS(BAR) INST_MISC,
    CLASS(BARRIER) INST_MISC,
    CLASS(MEMBAR) INST_MEMORY,
    CLASS(FENCE) INST_MEMORY,
    CLASS(NANOSLEEP) INST_MISC,
    CLASS(GRIDDEPCONTROL) INST_MISC,
};
#undef CLASS

static InstClass class_of_type(PtxType type)
{
    switch (type) {
    case PTX_F16:
    case PTX_F16X2:
    case PTX_BF16:
    case PTX_BF16X2:
        return INST_FP16;
    case PTX_F32:
    case PTX_F32X2:
    case PTX_TF32:
        return INST_FP32;
    case PTX_F64:
        return INST_FP64;
    default:
        return INST_INTEGER;
    }
}

static bool is_integer(const PtxInst *inst, int which)
{
    return inst->type_count > which && class_of_type((PtxType)inst->types[which]) == INST_INTEGER;
}

InstClass inst_class(const PtxInst *inst)
{
    uint8_t known = inst->op < PTX_OP_COUNT ? classes[inst->op] : BY_TYPE;
    if (inst->op == PTX_OP_CVT && is_integer(inst, 0) && is_integer(inst, 1))
        return INST_INTEGER; /* nothing, or a shift or so */
    if (known != BY_TYPE)
        return (InstClass)(known - 1);
    /* set and setp name the result's type first, what they compare last */
    return inst->type_count ? class_of_type(inst->types[inst->type_count - 1]) : INST_MISC;
}

FlopKind inst_flop(const PtxInst *inst, uint32_t *width, uint32_t *lanes)
{
    static const uint8_t kinds[PTX_OP_COUNT] = {
        [PTX_OP_ADD] = 1 + FLOP_ADD, [PTX_OP_SUB] = 1 + FLOP_ADD, [PTX_OP_MUL] = 1 + FLOP_MUL,
        [PTX_OP_FMA] = 1 + FLOP_FMA, [PTX_OP_MAD] = 1 + FLOP_FMA,
    };
    if (inst->op >= PTX_OP_COUNT || !kinds[inst->op] || !inst->type_count)
        return FLOP_NONE;
    PtxType type = inst->types[0];
    InstClass class = class_of_type(type);
    if (class > INST_FP64)
        return FLOP_NONE;
    *width = (uint32_t) class;
    *lanes = type == PTX_F16X2 || type == PTX_BF16X2 || type == PTX_F32X2 ? 2 : 1;
    return (FlopKind)(kinds[inst->op] - 1);
}

static bool reads(const PtxOperand *operand, uint32_t reg)
{
    if ((operand->kind == PTX_OPERAND_REG || operand->kind == PTX_OPERAND_ADDRESS) &&
        operand->reg == reg)
        return true;
    for (uint32_t i = 0; i < operand->item_count; i++)
        if (reads(&operand->items[i], reg))
            return true;
    return false;
}

/* The first operand of these is read, that of all others is written. */
static bool gives_nothing(const PtxInst *inst)
{
    return inst->op == PTX_OP_ST || inst->op == PTX_OP_RED || inst->op == PTX_OP_CALL ||
           inst->op == PTX_OP_BRA || inst->op == PTX_OP_BRX || inst->op == PTX_OP_SUST ||
           inst->op == PTX_OP_STMATRIX || inst->op == PTX_OP_CP || inst->op == PTX_OP_BAR ||
           inst->op == PTX_OP_BARRIER || inst->op == PTX_OP_MBARRIER || inst->op == PTX_OP_WMMA;
}

static bool inst_reads(const PtxInst *inst, uint32_t reg)
{
    if (inst->guard == reg)
        return true;
    for (uint32_t i = gives_nothing(inst) ? 0 : 1; i < inst->operand_count; i++)
        if (reads(&inst->operands[i], reg))
            return true;
    return false;
}

static bool is_read(const PtxFunction *function, uint32_t reg)
{
    for (uint32_t i = 0; i < function->inst_count; i++)
        if (inst_reads(&function->insts[i], reg))
            return true;
    return false;
}

bool inst_result_unused(const PtxFunction *function, const PtxInst *inst)
{
    if (inst->operand_count == 0 || inst->operands[0].kind == PTX_OPERAND_SINK)
        return true;
    if (inst->operands[0].kind == PTX_OPERAND_REG)
        return !is_read(function, inst->operands[0].reg);
    if (inst->operands[0].kind != PTX_OPERAND_VECTOR)
        return false;
    for (uint32_t i = 0; i < inst->operands[0].item_count; i++) {
        const PtxOperand *item = &inst->operands[0].items[i];
        if (item->kind == PTX_OPERAND_REG && is_read(function, item->reg))
            return false;
    }
    return true;
}
