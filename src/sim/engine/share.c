/* Liveness of registers, and slots for the ranges of the text in which they are live.
 *
 * A lane writes nothing but its own part of a slot, so that what holds for one thread's way through
 * the function holds for all, however their ways part. */
#include "sim/engine/share.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "ptx/effect.h"

enum { SET_BITS_MOST = 1 << 28, WIDTHS = 4 };

/* A straight run of instructions: only its first is jumped to, only its last jumps. */
typedef struct Piece {
    uint32_t from, to;
} Piece;

/* The instructions from the first to the last one at which a register is live, read or written. */
typedef struct Range {
    uint32_t from, to; /* from > to: nowhere */
    uint32_t reg;
} Range;

typedef struct Search {
    const PtxFunction *function;
    Piece *pieces;
    uint32_t piece_count, words;
    uint32_t *piece_at; /* by instruction, of those that begin one */
    uint64_t *live;     /* [piece][words]: at its begin */
    uint64_t *now;      /* [words] */
    Range *ranges;      /* by register */
} Search;

uint32_t register_lane_bytes(const PtxReg *reg)
{
    if (ptx_type_kind(reg->type) == PTX_KIND_PRED)
        return 0;
    uint32_t bytes = ptx_type_bytes(reg->type);
    return bytes < 2 ? 2 : bytes;
}

/* -- what an instruction reads and writes */

static bool has_result(const PtxInst *inst)
{
    return ptx_has_result(inst) && inst->operand_count &&
           inst->operands[0].kind != PTX_OPERAND_ADDRESS;
}

static void add_reads(uint64_t *set, const PtxOperand *operand)
{
    if ((operand->kind == PTX_OPERAND_REG || operand->kind == PTX_OPERAND_ADDRESS) &&
        operand->reg != PTX_NO_REG)
        set[operand->reg / 64] |= UINT64_C(1) << operand->reg % 64;
    for (uint32_t i = 0; i < operand->item_count; i++)
        add_reads(set, &operand->items[i]);
}

static void add_inst_reads(uint64_t *set, const PtxInst *inst)
{
    if (inst->guard != PTX_NO_REG)
        set[inst->guard / 64] |= UINT64_C(1) << inst->guard % 64;
    for (uint32_t i = has_result(inst); i < inst->operand_count; i++)
        add_reads(set, &inst->operands[i]);
}

/* Only what is certainly written in whole ends the life of what was there before. */
static bool is_whole(const PtxInst *inst)
{
    return inst->guard == PTX_NO_REG && inst->op != PTX_OP_CALL && has_result(inst);
}

static void visit_result(const PtxOperand *operand, Search *search,
                         void (*visit)(Search *search, uint32_t reg))
{
    if (operand->kind == PTX_OPERAND_REG && operand->reg != PTX_NO_REG)
        visit(search, operand->reg);
    for (uint32_t i = 0; i < operand->item_count; i++)
        visit_result(&operand->items[i], search, visit);
}

/* -- pieces */

static bool jumps(const PtxInst *inst)
{
    return inst->op == PTX_OP_BRA || inst->op == PTX_OP_BRX || inst->op == PTX_OP_RET ||
           inst->op == PTX_OP_EXIT || inst->op == PTX_OP_TRAP;
}

static void each_target(const PtxInst *inst, Search *search, uint32_t piece,
                        void (*visit)(Search *search, uint32_t piece, uint32_t inst))
{
    for (uint32_t i = 0; i < inst->operand_count; i++) {
        const PtxOperand *operand = &inst->operands[i];
        if (operand->kind == PTX_OPERAND_LABEL)
            visit(search, piece, operand->label);
        if (operand->kind != PTX_OPERAND_TABLE || !operand->table || !operand->table->labels)
            continue;
        for (uint32_t k = 0; k < operand->table->count; k++)
            visit(search, piece, operand->table->labels[k]);
    }
}

static void mark_target(Search *search, uint32_t piece, uint32_t inst)
{
    (void)piece;
    search->piece_at[inst] = 1;
}

static bool cut(Search *search)
{
    const PtxFunction *function = search->function;
    const uint32_t count = function->inst_count;
    search->piece_at = calloc((size_t)count + 2, sizeof(*search->piece_at));
    if (!search->piece_at)
        return false;
    search->piece_at[0] = 1;
    for (uint32_t i = 0; i < count; i++) {
        each_target(&function->insts[i], search, 0, mark_target);
        if (jumps(&function->insts[i]))
            search->piece_at[i + 1] = 1;
    }
    for (uint32_t i = 0; i < count; i++)
        search->piece_count += search->piece_at[i];
    search->pieces = calloc((size_t)search->piece_count + 1, sizeof(*search->pieces));
    if (!search->pieces)
        return false;
    for (uint32_t i = 0, piece = 0; i < count; i++) {
        if (search->piece_at[i]) {
            search->piece_at[i] = piece;
            search->pieces[piece++].from = i;
        }
        search->pieces[piece - 1].to = i + 1;
    }
    return true;
}

static bool make_sets(Search *search)
{
    const uint32_t regs = search->function->reg_count;
    search->words = regs / 64 + 1;
    size_t words = (size_t)search->piece_count * search->words;
    if (words > SET_BITS_MOST / 64)
        return false;
    search->live = calloc(words + 1, sizeof(uint64_t));
    search->now = calloc(search->words, sizeof(uint64_t));
    search->ranges = calloc((size_t)regs + 1, sizeof(*search->ranges));
    for (uint32_t i = 0; search->ranges && i < regs; i++)
        search->ranges[i] = (Range){UINT32_MAX, 0, i};
    return search->live && search->now && search->ranges;
}

/* -- liveness, from the end to the begin */

static void end_life(Search *search, uint32_t reg)
{
    search->now[reg / 64] &= ~(UINT64_C(1) << reg % 64);
}

static void stretch(Search *search, uint32_t reg, uint32_t at)
{
    Range *range = &search->ranges[reg];
    range->from = at < range->from ? at : range->from;
    range->to = at > range->to ? at : range->to;
}

static void join_live(Search *search, uint32_t piece, uint32_t inst)
{
    (void)piece;
    if (inst >= search->function->inst_count)
        return;
    const uint64_t *live = search->live + (size_t)search->piece_at[inst] * search->words;
    for (uint32_t w = 0; w < search->words; w++)
        search->now[w] |= live[w];
}

/* What is live behind a piece, into `now`. */
static void begin_behind(Search *search, uint32_t piece)
{
    const uint32_t end = search->pieces[piece].to;
    const PtxInst *last = &search->function->insts[end - 1];
    memset(search->now, 0, search->words * sizeof(uint64_t));
    each_target(last, search, piece, join_live);
    if (!jumps(last) || last->guard != PTX_NO_REG)
        join_live(search, piece, end);
}

static bool flow_through(Search *search, uint32_t piece)
{
    uint64_t *live = search->live + (size_t)piece * search->words, changed = 0;
    begin_behind(search, piece);
    for (uint32_t i = search->pieces[piece].to; i-- > search->pieces[piece].from;) {
        const PtxInst *inst = &search->function->insts[i];
        if (is_whole(inst))
            visit_result(&inst->operands[0], search, end_life);
        add_inst_reads(search->now, inst);
    }
    for (uint32_t w = 0; w < search->words; w++) {
        changed |= search->now[w] & ~live[w];
        live[w] |= search->now[w];
    }
    return changed != 0;
}

static void stretch_all(Search *search, const uint64_t *set, uint32_t at)
{
    for (uint32_t w = 0; w < search->words; w++)
        for (uint64_t left = set[w]; left; left &= left - 1)
            stretch(search, w * 64 + (uint32_t)__builtin_ctzll(left), at);
}

static void measure_piece(Search *search, uint32_t piece)
{
    const Piece *run = &search->pieces[piece];
    begin_behind(search, piece);
    stretch_all(search, search->now, run->to - 1);
    stretch_all(search, search->live + (size_t)piece * search->words, run->from);
    for (uint32_t i = run->from; i < run->to; i++) {
        const PtxInst *inst = &search->function->insts[i];
        memset(search->now, 0, search->words * sizeof(uint64_t));
        add_inst_reads(search->now, inst);
        for (uint32_t k = 0; k < inst->operand_count; k++)
            add_reads(search->now, &inst->operands[k]);
        stretch_all(search, search->now, i);
    }
}

static void find_ranges(Search *search)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t piece = search->piece_count; piece-- > 0;)
            changed |= flow_through(search, piece);
    }
    for (uint32_t piece = 0; piece < search->piece_count; piece++)
        measure_piece(search, piece);
}

/* -- slots */

static int by_begin(const void *a, const void *b)
{
    const Range *x = a, *y = b;
    return x->from != y->from ? (x->from < y->from ? -1 : 1)
                              : (x->reg > y->reg) - (x->reg < y->reg);
}

/* The lowest slot that is free again, or a new one. `ends`: where the last range in each ends. */
static uint32_t take_slot(uint32_t *ends, uint32_t *count, const Range *range)
{
    uint32_t slot = 0;
    while (slot < *count && ends[slot] >= range->from)
        slot++;
    *count += slot == *count;
    ends[slot] = range->to;
    return slot;
}

static uint32_t *give_slots(Search *search)
{
    const PtxFunction *function = search->function;
    const size_t regs = (size_t)function->reg_count + 1;
    uint32_t *numbers = calloc(regs, sizeof(*numbers)), counts[WIDTHS] = {0};
    uint32_t *ends = calloc(regs * WIDTHS, sizeof(*ends));
    qsort(search->ranges, function->reg_count, sizeof(*search->ranges), by_begin);
    for (uint32_t i = 0; numbers && ends && i < function->reg_count; i++) {
        const Range *range = &search->ranges[i];
        uint32_t bytes = register_lane_bytes(&function->regs[range->reg]);
        uint32_t width = bytes ? (uint32_t)__builtin_ctz(bytes) - 1 : 0;
        if (range->from > range->to || !bytes || width >= WIDTHS)
            continue; /* never mentioned: any slot is right */
        numbers[range->reg] = take_slot(ends + width * regs, &counts[width], range);
    }
    if (!ends) {
        free(numbers);
        numbers = NULL;
    }
    free(ends);
    return numbers;
}

uint32_t *registers_share(const PtxFunction *function)
{
    Search search = {.function = function};
    uint32_t *numbers = NULL;
    if (function->inst_count && cut(&search) && make_sets(&search)) {
        find_ranges(&search);
        numbers = give_slots(&search);
    }
    free(search.pieces);
    free(search.piece_at);
    free(search.live);
    free(search.now);
    free(search.ranges);
    return numbers;
}
