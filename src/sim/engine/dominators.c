/* Basic blocks and dominators: K. Cooper, T. Harvey and K. Kennedy, A simple, fast dominance
 * algorithm (2001). */
#include "sim/engine/dominators.h"

#include <stdlib.h>
#include <string.h>

static bool jumps(const PtxInst *inst)
{
    return inst->op == PTX_OP_BRA || inst->op == PTX_OP_RET || inst->op == PTX_OP_EXIT ||
           inst->op == PTX_OP_TRAP;
}

/* The instruction it jumps to; NO_BLOCK: it leaves the function. */
static uint32_t target_of(const PtxInst *inst)
{
    for (uint32_t i = 0; i < inst->operand_count; i++)
        if (inst->operands[i].kind == PTX_OPERAND_LABEL)
            return inst->operands[i].label;
    return NO_BLOCK;
}

static void mark_begins(const PtxFunction *function, uint32_t *begins)
{
    begins[0] = 1;
    for (uint32_t i = 0; i < function->inst_count; i++) {
        const PtxInst *inst = &function->insts[i];
        const uint32_t target = target_of(inst);
        if (jumps(inst))
            begins[i + 1] = 1;
        if (target != NO_BLOCK)
            begins[target] = 1;
    }
}

static void cut(const PtxFunction *function, Dominators *code)
{
    uint32_t block = NO_BLOCK;
    for (uint32_t i = 0; i < function->inst_count; i++) {
        if (code->block_of[i])
            code->blocks[++block].first = i;
        code->block_of[i] = block;
        code->blocks[block].end = i + 1;
    }
    code->count = block + 1;
}

static uint32_t block_at(const PtxFunction *function, const Dominators *code, uint32_t inst)
{
    return inst < function->inst_count ? code->block_of[inst] : NO_BLOCK;
}

static void join(const PtxFunction *function, Dominators *code)
{
    for (uint32_t i = 0; i < code->count; i++) {
        CodeBlock *block = &code->blocks[i];
        const PtxInst *last = &function->insts[block->end - 1];
        const bool falls = !jumps(last) || last->guard != PTX_NO_REG;
        block->fall = falls ? block_at(function, code, block->end) : NO_BLOCK;
        block->taken =
            last->op == PTX_OP_BRA ? block_at(function, code, target_of(last)) : NO_BLOCK;
        block->order = NO_BLOCK;
    }
}

/* Depth first: a block is numbered when all that lies behind it is, so that the numbers, read
 * backwards, are an order in which dominators come first. */
static bool number(Dominators *code)
{
    uint32_t *stack = malloc((size_t)code->count * sizeof(*stack));
    uint8_t *seen = calloc(code->count, 1); /* how many of the two ways have been gone, plus 1 */
    uint32_t depth = 0, left = code->count;
    if (stack && seen) {
        stack[depth++] = 0;
        seen[0] = 1;
    }
    while (depth) {
        const CodeBlock *block = &code->blocks[stack[depth - 1]];
        uint8_t *way = &seen[stack[depth - 1]];
        if (*way == 3) {
            code->order[--left] = stack[--depth];
            continue;
        }
        const uint32_t next = (*way)++ == 1 ? block->fall : block->taken;
        if (next != NO_BLOCK && !seen[next]) {
            stack[depth++] = next;
            seen[next] = 1;
        }
    }
    const bool ok = stack && seen;
    free(stack);
    free(seen);
    code->order_count = code->count - left;
    memmove(code->order, code->order + left, code->order_count * sizeof(*code->order));
    for (uint32_t i = 0; i < code->order_count; i++)
        code->blocks[code->order[i]].order = i;
    return ok;
}

static uint32_t common_dominator(const Dominators *code, uint32_t a, uint32_t b)
{
    while (a != b) {
        if (code->blocks[a].order > code->blocks[b].order)
            a = code->blocks[a].above;
        else
            b = code->blocks[b].above;
    }
    return a;
}

static bool lead(Dominators *code, uint32_t from, uint32_t to)
{
    if (to == NO_BLOCK)
        return false;
    CodeBlock *block = &code->blocks[to];
    const uint32_t before = block->above;
    block->above = before == NO_BLOCK ? from : common_dominator(code, before, from);
    return block->above != before;
}

static void find_dominators(Dominators *code)
{
    for (uint32_t i = 0; i < code->count; i++)
        code->blocks[i].above = NO_BLOCK;
    code->blocks[0].above = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < code->order_count; i++) {
            const CodeBlock *block = &code->blocks[code->order[i]];
            changed |= lead(code, code->order[i], block->fall);
            changed |= lead(code, code->order[i], block->taken);
        }
    }
}

static void count_ways(Dominators *code)
{
    code->blocks[0].ways = 1;
    for (uint32_t i = 0; i < code->order_count; i++) {
        const CodeBlock *block = &code->blocks[code->order[i]];
        if (block->fall != NO_BLOCK)
            code->blocks[block->fall].ways++;
        if (block->taken != NO_BLOCK)
            code->blocks[block->taken].ways++;
    }
}

bool dominators_find(const PtxFunction *function, Dominators *code)
{
    const size_t most = (size_t)function->inst_count + 1;
    *code = (Dominators){.blocks = calloc(most, sizeof(*code->blocks)),
                         .block_of = calloc(most, sizeof(*code->block_of)),
                         .order = calloc(most, sizeof(*code->order))};
    if (!code->blocks || !code->block_of || !code->order || !function->inst_count)
        return false;
    mark_begins(function, code->block_of);
    cut(function, code);
    join(function, code);
    if (!number(code))
        return false;
    find_dominators(code);
    count_ways(code);
    return true;
}

void dominators_free(Dominators *code)
{
    free(code->blocks);
    free(code->block_of);
    free(code->order);
}

bool dominates(const Dominators *code, uint32_t a, uint32_t b)
{
    while (code->blocks[b].order > code->blocks[a].order)
        b = code->blocks[b].above;
    return a == b;
}
