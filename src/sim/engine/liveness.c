/* Liveness of registers, backwards through the text.
 *
 * A lane writes nothing but its own part of a register, so that what holds for one thread's way
 * through the function holds for all, however their ways part. */
#include "sim/engine/liveness.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "ptx/effect.h"

enum { SET_BITS_MOST = 1 << 26, KNOWN = 16 };

/* A straight run of instructions: only its first is jumped to, only its last jumps. */
typedef struct Piece {
    uint32_t from, to;
} Piece;

struct Liveness {
    const PtxFunction *function;
    Piece *pieces;
    uint32_t piece_count, words;
    uint32_t *piece_at;       /* by instruction, of those that begin one */
    uint64_t *live;           /* [piece][words]: at its begin */
    uint64_t *now;            /* [words] */
    uint64_t *known;          /* [KNOWN][words]: at instructions asked for before ... */
    uint32_t known_at[KNOWN]; /* ... these, plus 1 */
};

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

/* Its first operand is read, too: a sum that is added to, or the function that a call without
 * results calls. */
static bool reads_first(const PtxInst *inst)
{
    return inst->op == PTX_OP_CALL || inst->op == PTX_OP_WGMMA || !has_result(inst);
}

static void add_inst_reads(uint64_t *set, const PtxInst *inst)
{
    if (inst->guard != PTX_NO_REG)
        set[inst->guard / 64] |= UINT64_C(1) << inst->guard % 64;
    for (uint32_t i = !reads_first(inst); i < inst->operand_count; i++)
        add_reads(set, &inst->operands[i]);
}

/* Only what is certainly written in whole ends the life of what was there before. */
static bool is_whole(const PtxInst *inst)
{
    return inst->guard == PTX_NO_REG && !reads_first(inst);
}

static void visit_result(const PtxOperand *operand, Liveness *liveness,
                         void (*visit)(Liveness *liveness, uint32_t reg))
{
    if (operand->kind == PTX_OPERAND_REG && operand->reg != PTX_NO_REG)
        visit(liveness, operand->reg);
    for (uint32_t i = 0; i < operand->item_count; i++)
        visit_result(&operand->items[i], liveness, visit);
}

/* -- pieces */

static bool jumps(const PtxInst *inst)
{
    return inst->op == PTX_OP_BRA || inst->op == PTX_OP_BRX || inst->op == PTX_OP_RET ||
           inst->op == PTX_OP_EXIT || inst->op == PTX_OP_TRAP;
}

static void each_target(const PtxInst *inst, Liveness *liveness, uint32_t piece,
                        void (*visit)(Liveness *liveness, uint32_t piece, uint32_t inst))
{
    for (uint32_t i = 0; i < inst->operand_count; i++) {
        const PtxOperand *operand = &inst->operands[i];
        if (operand->kind == PTX_OPERAND_LABEL)
            visit(liveness, piece, operand->label);
        if (operand->kind != PTX_OPERAND_TABLE || !operand->table || !operand->table->labels)
            continue;
        for (uint32_t k = 0; k < operand->table->count; k++)
            visit(liveness, piece, operand->table->labels[k]);
    }
}

static void mark_target(Liveness *liveness, uint32_t piece, uint32_t inst)
{
    (void)piece;
    liveness->piece_at[inst] = 1;
}

static bool cut(Liveness *liveness)
{
    const PtxFunction *function = liveness->function;
    const uint32_t count = function->inst_count;
    liveness->piece_at = calloc((size_t)count + 2, sizeof(*liveness->piece_at));
    if (!liveness->piece_at)
        return false;
    liveness->piece_at[0] = 1;
    for (uint32_t i = 0; i < count; i++) {
        each_target(&function->insts[i], liveness, 0, mark_target);
        if (jumps(&function->insts[i]))
            liveness->piece_at[i + 1] = 1;
    }
    for (uint32_t i = 0; i < count; i++)
        liveness->piece_count += liveness->piece_at[i];
    liveness->pieces = calloc((size_t)liveness->piece_count + 1, sizeof(*liveness->pieces));
    if (!liveness->pieces)
        return false;
    for (uint32_t i = 0, piece = 0; i < count; i++) {
        if (liveness->piece_at[i]) {
            liveness->piece_at[i] = piece;
            liveness->pieces[piece++].from = i;
        }
        liveness->pieces[piece - 1].to = i + 1;
    }
    return true;
}

static bool make_sets(Liveness *liveness)
{
    liveness->words = liveness->function->reg_count / 64 + 1;
    size_t words = (size_t)liveness->piece_count * liveness->words;
    if (words > SET_BITS_MOST / 64)
        return false;
    liveness->live = calloc(words + 1, sizeof(uint64_t));
    liveness->now = calloc(liveness->words, sizeof(uint64_t));
    liveness->known = calloc((size_t)KNOWN * liveness->words, sizeof(uint64_t));
    return liveness->live && liveness->now && liveness->known;
}

/* -- liveness, from the end to the begin */

static void end_life(Liveness *liveness, uint32_t reg)
{
    liveness->now[reg / 64] &= ~(UINT64_C(1) << reg % 64);
}

static void join_live(Liveness *liveness, uint32_t piece, uint32_t inst)
{
    (void)piece;
    if (inst >= liveness->function->inst_count)
        return;
    const uint64_t *live = liveness->live + (size_t)liveness->piece_at[inst] * liveness->words;
    for (uint32_t w = 0; w < liveness->words; w++)
        liveness->now[w] |= live[w];
}

/* What is live behind a piece, into `now`. */
static void begin_behind(Liveness *liveness, uint32_t piece)
{
    const uint32_t end = liveness->pieces[piece].to;
    const PtxInst *last = &liveness->function->insts[end - 1];
    memset(liveness->now, 0, liveness->words * sizeof(uint64_t));
    each_target(last, liveness, piece, join_live);
    if (!jumps(last) || last->guard != PTX_NO_REG)
        join_live(liveness, piece, end);
}

static void step_back(Liveness *liveness, const PtxInst *inst)
{
    if (is_whole(inst))
        visit_result(&inst->operands[0], liveness, end_life);
    add_inst_reads(liveness->now, inst);
}

static bool flow_through(Liveness *liveness, uint32_t piece)
{
    uint64_t *live = liveness->live + (size_t)piece * liveness->words, changed = 0;
    begin_behind(liveness, piece);
    for (uint32_t i = liveness->pieces[piece].to; i-- > liveness->pieces[piece].from;)
        step_back(liveness, &liveness->function->insts[i]);
    for (uint32_t w = 0; w < liveness->words; w++) {
        changed |= liveness->now[w] & ~live[w];
        live[w] |= liveness->now[w];
    }
    return changed != 0;
}

static void find_live(Liveness *liveness)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t piece = liveness->piece_count; piece-- > 0;)
            changed |= flow_through(liveness, piece);
    }
}

Liveness *liveness_new(const PtxFunction *function)
{
    Liveness *liveness = calloc(1, sizeof(*liveness));
    if (!liveness)
        return NULL;
    liveness->function = function;
    if (function->inst_count && cut(liveness) && make_sets(liveness)) {
        find_live(liveness);
        return liveness;
    }
    liveness_free(liveness);
    return NULL;
}

void liveness_free(Liveness *liveness)
{
    if (!liveness)
        return;
    free(liveness->pieces);
    free(liveness->piece_at);
    free(liveness->live);
    free(liveness->now);
    free(liveness->known);
    free(liveness);
}

uint32_t liveness_words(const Liveness *liveness)
{
    return liveness->words;
}

static uint32_t piece_of(const Liveness *liveness, uint32_t inst)
{
    uint32_t low = 0, high = liveness->piece_count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (liveness->pieces[middle].from <= inst)
            low = middle;
        else
            high = middle;
    }
    return low;
}

const uint64_t *liveness_at(Liveness *liveness, uint32_t inst)
{
    uint64_t *known = liveness->known + (size_t)(inst % KNOWN) * liveness->words;
    if (liveness->known_at[inst % KNOWN] == inst + 1)
        return known;
    uint32_t piece = piece_of(liveness, inst);
    begin_behind(liveness, piece);
    for (uint32_t i = liveness->pieces[piece].to; i-- > inst;)
        step_back(liveness, &liveness->function->insts[i]);
    memcpy(known, liveness->now, liveness->words * sizeof(*known));
    liveness->known_at[inst % KNOWN] = inst + 1;
    return known;
}
