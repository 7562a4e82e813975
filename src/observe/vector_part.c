/* Vector loads of which not all elements are read. */
#include "observe/vector_part.h"

#include <stdlib.h>

#include "observe/flow.h"

enum { WORD = 4, WORDS = 4 };

static void mark(const PtxOperand *operand, bool *read, uint32_t count)
{
    if (operand->reg < count)
        read[operand->reg] = true;
    for (uint32_t i = 0; i < operand->item_count; i++)
        mark(&operand->items[i], read, count);
}

static void mark_all(const PtxFunction *function, bool *read)
{
    for (uint32_t i = 0; i < function->inst_count; i++) {
        const PtxInst *inst = &function->insts[i];
        if (inst->guard < function->reg_count)
            read[inst->guard] = true;
        for (uint32_t k = flow_has_result(inst) ? 1 : 0; k < inst->operand_count; k++)
            mark(&inst->operands[k], read, function->reg_count);
    }
}

static bool is_candidate(const PtxInst *inst)
{
    return inst->op == PTX_OP_LD && inst->vector > 1 && inst->type_count &&
           inst->space != PTX_SPACE_PARAM && inst->space != PTX_SPACE_CONST &&
           inst->operands[0].kind == PTX_OPERAND_VECTOR && !ptx_has(inst, PTX_MOD_VOLATILE) &&
           !ptx_has(inst, PTX_MOD_ACQUIRE);
}

/* The one of four short elements that is read; else nothing. */
static SharedPart short_of(const PtxInst *inst, const bool *read)
{
    const PtxOperand *vector = &inst->operands[0];
    uint32_t found = 0, which = 0;
    for (uint32_t i = 0; i < vector->item_count; i++)
        if (vector->items[i].kind == PTX_OPERAND_REG && read[vector->items[i].reg]) {
            found++;
            which = i;
        }
    return found == 1 ? (SharedPart){.bytes = 2, .skip = (int8_t)(-2 * (int)which)}
                      : (SharedPart){0};
}

/* Bits: words of the vector that are read. */
static uint32_t words_read(const PtxInst *inst, const bool *read, uint32_t words)
{
    const PtxOperand *vector = &inst->operands[0];
    uint32_t bytes = ptx_type_bytes((PtxType)inst->types[inst->type_count - 1]), found = 0;
    for (uint32_t i = 0; i < vector->item_count; i++) {
        const PtxOperand *item = &vector->items[i];
        uint32_t of_element = bytes > WORD ? 3u : 1u;
        if (item->kind == PTX_OPERAND_REG && read[item->reg])
            found |= of_element << i * bytes / WORD;
    }
    return found & ((1u << words) - 1);
}

static SharedPart part_of(uint32_t found)
{
    uint32_t first = (uint32_t)__builtin_ctz(found), last = 31 - (uint32_t)__builtin_clz(found);
    bool pair = found == 3 || found == 12;
    return (SharedPart){.bytes = pair ? 2 * WORD : WORD,
                        .skip = (int8_t)(-WORD * (int)first),
                        .other = pair ? 0 : (uint8_t)(WORD * (last - first))};
}

void vector_parts_find(const PtxFunction *function, SharedPart *parts)
{
    bool *read = calloc((size_t)function->reg_count + 1, sizeof *read);
    if (read)
        mark_all(function, read);
    for (uint32_t i = 0; read && i < function->inst_count; i++) {
        const PtxInst *inst = &function->insts[i];
        if (!is_candidate(inst))
            continue;
        uint32_t bytes = ptx_type_bytes((PtxType)inst->types[inst->type_count - 1]);
        uint32_t words = bytes * inst->vector / WORD;
        if (bytes == 2 && words == 2)
            parts[i] = short_of(inst, read);
        if (bytes < WORD || words > WORDS)
            continue;
        uint32_t found = words_read(inst, read, words);
        if (found && found != (1u << words) - 1 && __builtin_popcount(found) < 3)
            parts[i] = part_of(found);
    }
    free(read);
}
