/* The order of a function's instructions: basic blocks so that all ways lead forwards but for
 * loops, and every loop lies together. "The split that is behind runs first" then brings lanes
 * together at the earliest place where their ways meet.
 *
 * The order is F. Bourdoncle's weak topological order (Efficient chaotic iteration strategies with
 * widenings, 1993): strongly connected parts are kept together, headers first. */
#include <stdlib.h>
#include <string.h>

#include "sim/engine/decoder.h"

enum { DEEPEST = 20000 }; /* blocks; a function with more stays in the order of its text */

typedef struct BlockRange {
    uint32_t first, end;   /* instructions */
    uint32_t next[2];      /* fall through, branch; UINT32_MAX: none */
    const PtxTable *table; /* brx */
} BlockRange;

typedef struct Flow {
    const PtxFunction *function;
    BlockRange *blocks;
    uint32_t count;
    uint32_t *block_at; /* by instruction index, of leaders */
    uint32_t *number;   /* Bourdoncle's depth-first numbers */
    uint32_t *stack, stack_size, numbers;
    uint32_t *order, left; /* filled from its end */
} Flow;

static const PtxOperand *branch_operand(const PtxInst *inst, PtxOperandKind kind)
{
    for (uint32_t i = 0; i < inst->operand_count; i++)
        if (inst->operands[i].kind == kind)
            return &inst->operands[i];
    return NULL;
}

static bool ends_block(const PtxInst *inst)
{
    switch (inst->op) {
    case PTX_OP_BRA:
    case PTX_OP_BRX:
    case PTX_OP_RET:
    case PTX_OP_EXIT:
    case PTX_OP_TRAP:
        return true;
    default:
        return false;
    }
}

/* Whether control can reach the instruction behind. */
static bool falls_through(const PtxInst *inst)
{
    return !ends_block(inst) || inst->guard != PTX_NO_REG;
}

static void mark_leaders(const PtxFunction *function, uint8_t *leader)
{
    leader[0] = 1;
    for (uint32_t i = 0; i < function->inst_count; i++) {
        const PtxInst *inst = &function->insts[i];
        if (!ends_block(inst))
            continue;
        leader[i + 1] = 1;
        const PtxOperand *label = branch_operand(inst, PTX_OPERAND_LABEL);
        const PtxOperand *table = branch_operand(inst, PTX_OPERAND_TABLE);
        if (label)
            leader[label->label] = 1;
        for (uint32_t t = 0; table && t < table->table->count; t++)
            if (table->table->labels)
                leader[table->table->labels[t]] = 1;
    }
}

/* The end of the function is a block of its own, with no instruction: the implicit return. */
static void find_blocks(Arena *arena, Flow *flow)
{
    const PtxFunction *function = flow->function;
    uint32_t n = function->inst_count;
    uint8_t *leader = arena_alloc(arena, (size_t)n + 1);
    mark_leaders(function, leader);
    leader[n] = 1;
    flow->block_at = arena_alloc_array(arena, (size_t)n + 1, sizeof(uint32_t));
    for (uint32_t i = 0; i <= n; i++)
        flow->count += leader[i];
    flow->blocks = arena_alloc_array(arena, flow->count, sizeof(BlockRange));
    uint32_t block = 0;
    for (uint32_t i = 0; i <= n; i++) {
        if (!leader[i])
            continue;
        if (block)
            flow->blocks[block - 1].end = i;
        flow->blocks[block] = (BlockRange){i, n, {UINT32_MAX, UINT32_MAX}, NULL};
        flow->block_at[i] = block++;
    }
}

static void link_blocks(Flow *flow)
{
    for (uint32_t b = 0; b + 1 < flow->count; b++) {
        BlockRange *block = &flow->blocks[b];
        const PtxInst *last = &flow->function->insts[block->end - 1];
        if (falls_through(last))
            block->next[0] = b + 1;
        if (last->op == PTX_OP_BRA) {
            const PtxOperand *label = branch_operand(last, PTX_OPERAND_LABEL);
            if (label)
                block->next[1] = flow->block_at[label->label];
        } else if (last->op == PTX_OP_BRX) {
            const PtxOperand *table = branch_operand(last, PTX_OPERAND_TABLE);
            block->table = table ? table->table : NULL;
        }
    }
}

static uint32_t successor_count(const BlockRange *block)
{
    return 2 + (block->table && block->table->labels ? block->table->count : 0);
}

/* Branch targets come first and the block behind last, so that it is put right behind. */
static uint32_t successor(const Flow *flow, const BlockRange *block, uint32_t i)
{
    uint32_t count = successor_count(block);
    if (i == count - 1)
        return block->next[0];
    if (i == 0)
        return block->next[1];
    return flow->block_at[block->table->labels[i - 1]];
}

static uint32_t visit(Flow *flow, uint32_t b);

static void component(Flow *flow, uint32_t b)
{
    const BlockRange *block = &flow->blocks[b];
    for (uint32_t i = 0; i < successor_count(block); i++) {
        uint32_t next = successor(flow, block, i);
        if (next != UINT32_MAX && flow->number[next] == 0)
            visit(flow, next);
    }
    flow->order[--flow->left] = b;
}

static uint32_t visit(Flow *flow, uint32_t b)
{
    flow->stack[flow->stack_size++] = b;
    uint32_t head = flow->number[b] = ++flow->numbers;
    bool loop = false;
    const BlockRange *block = &flow->blocks[b];
    for (uint32_t i = 0; i < successor_count(block); i++) {
        uint32_t next = successor(flow, block, i);
        if (next == UINT32_MAX)
            continue;
        uint32_t least = flow->number[next] ? flow->number[next] : visit(flow, next);
        if (least <= head) {
            head = least;
            loop = true;
        }
    }
    if (head != flow->number[b])
        return head;
    flow->number[b] = UINT32_MAX;
    uint32_t element = flow->stack[--flow->stack_size];
    if (!loop) {
        flow->order[--flow->left] = b;
        return head;
    }
    for (; element != b; element = flow->stack[--flow->stack_size])
        flow->number[element] = 0;
    component(flow, b);
    return head;
}

static void order_blocks(Arena *arena, Flow *flow)
{
    flow->order = arena_alloc_array(arena, flow->count, sizeof(uint32_t));
    if (flow->count > DEEPEST) {
        for (uint32_t i = 0; i < flow->count; i++)
            flow->order[i] = i;
        return;
    }
    flow->number = arena_alloc_array(arena, flow->count, sizeof(uint32_t));
    flow->stack = arena_alloc_array(arena, flow->count, sizeof(uint32_t));
    flow->left = flow->count;
    visit(flow, 0);
}

CodeLayout layout_code(Arena *arena, const PtxFunction *function)
{
    Flow flow = {.function = function};
    find_blocks(arena, &flow);
    link_blocks(&flow);
    order_blocks(arena, &flow);
    uint32_t n = function->inst_count;
    CodeLayout layout = {0};
    layout.insts = arena_alloc_array(arena, (size_t)n + flow.count + 2, sizeof(uint32_t));
    layout.positions = arena_alloc_array(arena, (size_t)n + 1, sizeof(uint32_t));
    memset(layout.positions, 0xff, ((size_t)n + 1) * sizeof(uint32_t));
    for (uint32_t o = flow.left; o < flow.count; o++) {
        const BlockRange *block = &flow.blocks[flow.order[o]];
        layout.positions[block->first] = layout.count;
        for (uint32_t i = block->first; i < block->end; i++)
            layout.insts[layout.count++] = i;
        if (block->first == n)
            layout.insts[layout.count++] = LAYOUT_END;
        uint32_t behind = o + 1 < flow.count ? flow.order[o + 1] : UINT32_MAX;
        if (block->next[0] != UINT32_MAX && block->next[0] != behind)
            layout.insts[layout.count++] = LAYOUT_JUMP | flow.blocks[block->next[0]].first;
    }
    return layout;
}
