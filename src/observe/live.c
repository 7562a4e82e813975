/* Registers that a function may read before it has written them: liveness at its entry (a register
 * is live where some way leads to a read without a write before it), and what depends on them. */
#include "observe/live.h"

#include <stdlib.h>
#include <string.h>

#include "observe/division.h"
#include "observe/flow.h"

/* A straight run of instructions: only its first is jumped to, only its last jumps. */
typedef struct Piece {
    uint32_t from, to;
} Piece;

typedef struct Search {
    const PtxFunction *function;
    Piece *pieces;
    uint32_t piece_count;
    uint32_t *piece_of; /* by instruction, those that begin one */
    uint32_t *seen;     /* by register: piece + 1 in which it was written so far */
    uint32_t *numbers;  /* by register: its bit + 1; 0: every read follows a write in its piece */
    uint32_t bits, words;
    uint64_t *reads, *writes, *live; /* [piece][words] */
} Search;

typedef void RegVisit(void *state, uint32_t reg);

static void visit_reads(const PtxOperand *operand, void *state, RegVisit *visit)
{
    if (operand->kind == PTX_OPERAND_REG || operand->kind == PTX_OPERAND_ADDRESS)
        if (operand->reg != PTX_NO_REG)
            visit(state, operand->reg);
    for (uint32_t i = 0; i < operand->item_count; i++)
        visit_reads(&operand->items[i], state, visit);
}

/* What an instruction reads: all but the registers of its result. */
static void inst_reads(const PtxInst *inst, void *state, RegVisit *visit)
{
    bool result = flow_has_result(inst) || inst->op == PTX_OP_CALL;
    if (inst->guard != PTX_NO_REG)
        visit(state, inst->guard);
    for (uint32_t i = 0; i < inst->operand_count; i++)
        if (i > 0 || !result || inst->operands[i].kind == PTX_OPERAND_ADDRESS)
            visit_reads(&inst->operands[i], state, visit);
}

static void inst_writes(const PtxInst *inst, void *state, RegVisit *visit)
{
    if (inst->operand_count == 0 || inst->operands[0].kind == PTX_OPERAND_ADDRESS)
        return;
    if (flow_has_result(inst) || inst->op == PTX_OP_CALL)
        visit_reads(&inst->operands[0], state, visit);
}

static bool jumps(const PtxInst *inst)
{
    return inst->op == PTX_OP_BRA || inst->op == PTX_OP_BRX || inst->op == PTX_OP_RET ||
           inst->op == PTX_OP_EXIT || inst->op == PTX_OP_TRAP;
}

static void mark_targets(const PtxInst *inst, uint32_t *begins)
{
    for (uint32_t i = 0; i < inst->operand_count; i++) {
        const PtxOperand *operand = &inst->operands[i];
        if (operand->kind == PTX_OPERAND_LABEL)
            begins[operand->label] = 1;
        if (operand->kind == PTX_OPERAND_TABLE && operand->table)
            for (uint32_t k = 0; operand->table->kind == 'b' && k < operand->table->count; k++)
                begins[operand->table->labels[k]] = 1;
    }
}

static bool cut(Search *search)
{
    const PtxFunction *function = search->function;
    uint32_t count = function->inst_count;
    search->piece_of = calloc((size_t)count + 2, sizeof *search->piece_of);
    if (!search->piece_of)
        return false;
    search->piece_of[0] = 1;
    for (uint32_t i = 0; i < count; i++) {
        mark_targets(&function->insts[i], search->piece_of);
        if (jumps(&function->insts[i]))
            search->piece_of[i + 1] = 1;
    }
    for (uint32_t i = 0; i < count; i++)
        search->piece_count += search->piece_of[i];
    search->pieces = calloc((size_t)search->piece_count + 1, sizeof *search->pieces);
    if (!search->pieces)
        return false;
    uint32_t piece = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (search->piece_of[i]) {
            search->piece_of[i] = piece;
            search->pieces[piece++].from = i;
        }
        search->pieces[piece - 1].to = i + 1;
    }
    return true;
}

/* -- which registers are worth a bit */

typedef struct PieceVisit {
    Search *search;
    uint32_t piece;
} PieceVisit;

static void number_read(void *state, uint32_t reg)
{
    PieceVisit *visit = state;
    Search *search = visit->search;
    if (search->seen[reg] != visit->piece + 1 && !search->numbers[reg])
        search->numbers[reg] = ++search->bits;
}

static void note_write(void *state, uint32_t reg)
{
    PieceVisit *visit = state;
    visit->search->seen[reg] = visit->piece + 1;
}

static void visit_piece(Search *search, uint32_t piece, RegVisit *on_read, RegVisit *on_write)
{
    PieceVisit visit = {search, piece};
    for (uint32_t i = search->pieces[piece].from; i < search->pieces[piece].to; i++) {
        const PtxInst *inst = &search->function->insts[i];
        inst_reads(inst, &visit, on_read);
        if (inst->guard == PTX_NO_REG)
            inst_writes(inst, &visit, on_write);
    }
}

static bool number_registers(Search *search)
{
    size_t regs = (size_t)search->function->reg_count + 1;
    search->seen = calloc(regs, sizeof *search->seen);
    search->numbers = calloc(regs, sizeof *search->numbers);
    if (!search->seen || !search->numbers)
        return false;
    for (uint32_t p = 0; p < search->piece_count; p++)
        visit_piece(search, p, number_read, note_write);
    return true;
}

/* -- liveness */

static bool has_bit(const uint64_t *set, uint32_t bit)
{
    return set[bit / 64] >> bit % 64 & 1;
}

static void add_read(void *state, uint32_t reg)
{
    PieceVisit *visit = state;
    const Search *search = visit->search;
    size_t row = (size_t)visit->piece * search->words;
    uint32_t bit = search->numbers[reg] - 1;
    if (search->numbers[reg] && !has_bit(search->writes + row, bit))
        search->reads[row + bit / 64] |= UINT64_C(1) << bit % 64;
}

static void add_write(void *state, uint32_t reg)
{
    PieceVisit *visit = state;
    const Search *search = visit->search;
    uint32_t bit = search->numbers[reg] - 1;
    if (search->numbers[reg])
        search->writes[(size_t)visit->piece * search->words + bit / 64] |= UINT64_C(1) << bit % 64;
}

/* What is live at the start of the piece that begins with an instruction flows into `row`. */
static bool flow_from(const Search *search, uint32_t inst, uint32_t into)
{
    if (inst >= search->function->inst_count)
        return false;
    const uint64_t *from = search->live + (size_t)search->piece_of[inst] * search->words;
    size_t row = (size_t)into * search->words;
    uint64_t changed = 0;
    for (uint32_t w = 0; w < search->words; w++) {
        uint64_t more = from[w] & ~search->writes[row + w] & ~search->live[row + w];
        search->live[row + w] |= more;
        changed |= more;
    }
    return changed != 0;
}

static bool flow_into(const Search *search, uint32_t piece)
{
    const PtxFunction *function = search->function;
    uint32_t end = search->pieces[piece].to;
    const PtxInst *last = &function->insts[end - 1];
    bool changed = false;
    for (uint32_t i = 0; i < last->operand_count; i++) {
        const PtxOperand *operand = &last->operands[i];
        if (operand->kind == PTX_OPERAND_LABEL)
            changed |= flow_from(search, operand->label, piece);
        if (operand->kind == PTX_OPERAND_TABLE && operand->table)
            for (uint32_t k = 0; operand->table->kind == 'b' && k < operand->table->count; k++)
                changed |= flow_from(search, operand->table->labels[k], piece);
    }
    if (!jumps(last) || last->guard != PTX_NO_REG)
        changed |= flow_from(search, end, piece);
    return changed;
}

static bool find_live(Search *search)
{
    search->words = (search->bits + 63) / 64;
    size_t room = (size_t)search->piece_count * search->words + 1;
    search->reads = calloc(room, sizeof *search->reads);
    search->writes = calloc(room, sizeof *search->writes);
    search->live = calloc(room, sizeof *search->live);
    if (!search->reads || !search->writes || !search->live)
        return false;
    for (uint32_t p = 0; p < search->piece_count; p++)
        visit_piece(search, p, add_read, add_write);
    memcpy(search->live, search->reads, room * sizeof *search->live);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t p = search->piece_count; p-- > 0;)
            changed |= flow_into(search, p);
    }
    return true;
}

/* -- what depends on them */

typedef struct Spread {
    Live *live;
    bool found;
} Spread;

static void look(void *state, uint32_t reg)
{
    Spread *spread = state;
    spread->found |= spread->live->numbers[reg] != 0;
}

static void number(void *state, uint32_t reg)
{
    Spread *spread = state;
    if (!spread->live->numbers[reg]) {
        spread->live->numbers[reg] = ++spread->live->count;
        spread->found = true;
    }
}

/* Shared memory carries what is stored there on to those who load it. */
static bool may_share(const PtxInst *inst, uint16_t op)
{
    return inst->op == op &&
           (inst->space == PTX_SPACE_GENERIC || inst->space == PTX_SPACE_SHARED ||
            inst->space == PTX_SPACE_SHARED_CTA || inst->space == PTX_SPACE_SHARED_CLUSTER);
}

static void spread(const PtxFunction *function, Live *live)
{
    bool shared = false;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < function->inst_count; i++) {
            const PtxInst *inst = &function->insts[i];
            Spread from = {live, false}, to = {live, false};
            inst_reads(inst, &from, look);
            if (from.found && may_share(inst, PTX_OP_ST)) {
                changed |= !shared;
                shared = true;
            }
            if (inst->op != PTX_OP_LD ? from.found : shared && may_share(inst, PTX_OP_LD))
                inst_writes(inst, &to, number);
            changed |= to.found;
        }
    }
}

static bool keep(const Search *search, Live *out)
{
    uint32_t regs = search->function->reg_count;
    for (uint32_t r = 0; r < regs; r++) {
        if (!search->numbers[r] || !has_bit(search->live, search->numbers[r] - 1))
            continue;
        if (!out->numbers && !(out->numbers = calloc((size_t)regs + 1, sizeof *out->numbers)))
            return false;
        out->numbers[r] = ++out->count;
    }
    out->entry = out->count;
    if (out->count)
        spread(search->function, out);
    return true;
}

bool live_find(const PtxFunction *function, Live *out)
{
    Search search = {.function = function};
    *out = (Live){0};
    bool fine = function->inst_count == 0 || (cut(&search) && number_registers(&search) &&
                                              find_live(&search) && keep(&search, out));
    free(search.pieces);
    free(search.piece_of);
    free(search.seen);
    free(search.numbers);
    free(search.reads);
    free(search.writes);
    free(search.live);
    return fine;
}

void live_free(Live *live)
{
    free(live->numbers);
    *live = (Live){0};
}

bool live_find_divided(const PtxFunction *function, Live *out)
{
    *out = (Live){0};
    for (uint32_t i = 0; i < function->inst_count; i++) {
        const PtxInst *inst = &function->insts[i];
        Spread to = {out, false};
        if (!division_is(inst))
            continue;
        if (!out->numbers &&
            !(out->numbers = calloc((size_t)function->reg_count + 1, sizeof *out->numbers)))
            return false;
        inst_writes(inst, &to, number);
    }
    if (out->count)
        spread(function, out);
    return true;
}

bool live_concerns(const Live *live, const PtxInst *inst)
{
    Spread either = {(Live *)live, false};
    if (!live->numbers)
        return false;
    inst_reads(inst, &either, look);
    inst_writes(inst, &either, look);
    return either.found;
}
