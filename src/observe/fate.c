/* One lane's way from a load on. */
#include "observe/fate.h"

#include <stdlib.h>
#include <string.h>

#include "observe/fate_step.h"
#include "observe/flow.h"
#include "observe/lane_value.h"
#include "observe/undefined.h"
#include "observe/undefined_rules.h"

enum {
    STEPS_MAX = 4000,       /* of a way: what holds the value then must be dead */
    BEARERS_MAX = 64,       /* registers that hold something of it */
    STEPS_OF_ONE = 1 << 26, /* for one load; later ones are taken for idle like those before */
};

typedef struct Walk {
    Fate *fate;
    const SimWarpInfo *warp;
    const PtxFunction *function;
    uint32_t lane, at;
    uint32_t bearers[BEARERS_MAX], bearer_count;
    const PtxInst *last;
    bool computed; /* something was computed with what it brought, beyond copies and masks */
} Walk;

typedef enum Step { STEP_ON, STEP_USED, STEP_ENDED, STEP_LOST } Step;

void fate_free(Fate *fate)
{
    free(fate->regs);
    *fate = (Fate){0};
}

/* -- registers */

static FateReg *reg_of(const Walk *walk, uint32_t reg)
{
    FateReg *held = &walk->fate->regs[reg];
    if (held->turn == walk->fate->turn)
        return held;
    const void *lanes = walk->warp->lanes(walk->warp->frame, reg);
    *held = (FateReg){.turn = walk->fate->turn, .known = lanes != NULL};
    if (lanes)
        held->value = lane_value(walk->function, lanes, reg, walk->lane);
    return held;
}

/* False: more registers bear something of it than are followed. */
static bool reg_set(Walk *walk, uint32_t reg, FateReg now)
{
    now.turn = walk->fate->turn;
    *reg_of(walk, reg) = now;
    if (!now.bits)
        return true;
    for (uint32_t i = 0; i < walk->bearer_count; i++)
        if (walk->bearers[i] == reg)
            return true;
    if (walk->bearer_count == BEARERS_MAX)
        return false;
    walk->bearers[walk->bearer_count++] = reg;
    return true;
}

static bool bears(const Walk *walk, const PtxOperand *operand)
{
    bool reads = operand->kind == PTX_OPERAND_REG || operand->kind == PTX_OPERAND_ADDRESS;
    if (reads && operand->reg != PTX_NO_REG && reg_of(walk, operand->reg)->bits)
        return true;
    for (uint32_t i = 0; i < operand->item_count; i++)
        if (bears(walk, &operand->items[i]))
            return true;
    return false;
}

static bool results_set(Walk *walk, const PtxOperand *to, FateReg now)
{
    bool fits = to->kind != PTX_OPERAND_REG || reg_set(walk, to->reg, now);
    for (uint32_t i = 0; i < to->item_count; i++)
        fits &= results_set(walk, &to->items[i], now);
    return fits;
}

/* -- instructions */

static UndefinedWord word_of(const Walk *walk, const PtxOperand *operand)
{
    if (operand->kind == PTX_OPERAND_IMM)
        return (UndefinedWord){.value = (uint64_t)operand->imm, .known = true};
    if (operand->kind != PTX_OPERAND_REG)
        return (UndefinedWord){0};
    const FateReg *held = reg_of(walk, operand->reg);
    return (UndefinedWord){held->value ^ (operand->negate ? 1 : 0), held->bits, held->known};
}

/* One operand alone decides what an `and` or an `or` gives. */
static bool is_settled(const UndefinedCase *now, uint64_t *value)
{
    PtxOp op = now->inst->op;
    uint64_t all = undefined_ones(now->width), settles = op == PTX_OP_OR ? all : 0;
    for (uint32_t i = 0; i < now->count && (op == PTX_OP_AND || op == PTX_OP_OR); i++)
        if (now->from[i].known && !now->from[i].bits && (now->from[i].value & all) == settles) {
            *value = settles;
            return true;
        }
    return false;
}

static bool is_computation(const PtxInst *inst)
{
    switch (inst->op) {
    case PTX_OP_ADD:
    case PTX_OP_SUB:
    case PTX_OP_MUL:
    case PTX_OP_MAD:
    case PTX_OP_FMA:
    case PTX_OP_NEG:
    case PTX_OP_ABS:
    case PTX_OP_MIN:
    case PTX_OP_MAX:
    case PTX_OP_DIV:
    case PTX_OP_REM:
    case PTX_OP_SQRT:
    case PTX_OP_SETP:
        return true;
    default:
        return false;
    }
}

/* An instruction with one register as result, whose sources are registers and numbers. */
static Step compute(Walk *walk, const PtxInst *inst)
{
    const PtxOperand *to = &inst->operands[0];
    UndefinedCase now = {.inst = inst, .width = undefined_width(walk->function, to->reg)};
    uint64_t from[UNDEFINED_SOURCES];
    bool known = true;
    for (uint32_t i = 1; i < inst->operand_count && now.count < UNDEFINED_SOURCES; i++) {
        now.from[now.count] = word_of(walk, &inst->operands[i]);
        from[now.count] = now.from[now.count].value;
        known &= now.from[now.count++].known;
    }
    FateReg result = {.bits = undefined_result(&now) & undefined_ones(now.width)};
    walk->computed |= result.bits && is_computation(inst);
    result.known = is_settled(&now, &result.value) ||
                   (known && fate_value(inst, from, now.count, &result.value));
    result.value &= undefined_ones(now.width);
    return reg_set(walk, to->reg, result) ? STEP_ON : STEP_USED;
}

static bool any_bears(const Walk *walk, const PtxInst *inst)
{
    for (uint32_t i = flow_has_result(inst) ? 1 : 0; i < inst->operand_count; i++)
        if (bears(walk, &inst->operands[i]))
            return true;
    return inst->operand_count && inst->operands[0].kind == PTX_OPERAND_ADDRESS &&
           bears(walk, &inst->operands[0]);
}

/* A factor of 0 would throw it away by the data's luck and not by the program's will. */
static bool is_product(const PtxInst *inst)
{
    return inst->op == PTX_OP_MUL || inst->op == PTX_OP_MAD || inst->op == PTX_OP_FMA;
}

static Step execute(Walk *walk, const PtxInst *inst, bool surely)
{
    bool plain = fate_is_plain(inst) && inst->operand_count > 1 && surely &&
                 inst->operands[0].kind == PTX_OPERAND_REG && !inst->operands[1].item_count;
    if (plain && !(is_product(inst) && any_bears(walk, inst)))
        return compute(walk, inst);
    if (any_bears(walk, inst))
        return STEP_USED;
    if (!flow_has_result(inst) && inst->op != PTX_OP_CALL)
        return STEP_ON;
    if (!surely && bears(walk, &inst->operands[0]))
        return STEP_USED;
    if (inst->operand_count)
        results_set(walk, &inst->operands[0], (FateReg){0});
    return STEP_ON;
}

static Step step(Walk *walk)
{
    const PtxInst *inst = walk->last = &walk->function->insts[walk->at++];
    bool surely = true;
    if (inst->guard != PTX_NO_REG) {
        const FateReg *guard = reg_of(walk, inst->guard);
        if (guard->bits)
            return STEP_USED;
        surely = guard->known;
        if (surely && (guard->value & 1) == inst->guard_negate)
            return STEP_ON;
    }
    switch (inst->op) {
    case PTX_OP_BRA:
        if (!surely) {
            walk->at--;
            return STEP_LOST;
        }
        walk->at = inst->operands[0].label;
        return STEP_ON;
    case PTX_OP_BRX:
        walk->at--;
        return bears(walk, &inst->operands[0]) ? STEP_USED : STEP_LOST;
    case PTX_OP_RET:
    case PTX_OP_EXIT:
        return surely ? STEP_ENDED : STEP_ON;
    default:
        return execute(walk, inst, surely);
    }
}

/* -- what is left of it where the way can't be followed any further */

static bool reads(const PtxInst *inst, uint32_t reg)
{
    if (inst->guard == reg)
        return true;
    bool result = flow_has_result(inst);
    for (uint32_t i = 0; i < inst->operand_count; i++) {
        const PtxOperand *operand = &inst->operands[i];
        if ((i || !result || operand->kind == PTX_OPERAND_ADDRESS) &&
            flow_operand_has(operand, reg))
            return true;
    }
    return false;
}

static bool replaces(const PtxInst *inst, uint32_t reg)
{
    return inst->guard == PTX_NO_REG && flow_has_result(inst) &&
           flow_operand_has(&inst->operands[0], reg);
}

/* `seen`: a byte an instruction; `open`: room for all of them. */
static bool is_live(const PtxFunction *function, uint32_t from, uint32_t reg, unsigned char *seen,
                    uint32_t *open)
{
    uint32_t count = 0;
    memset(seen, 0, function->inst_count);
    open[count++] = from;
    while (count) {
        uint32_t at = open[--count];
        while (at < function->inst_count && !seen[at]) {
            const PtxInst *inst = &function->insts[at];
            seen[at++] = 1;
            if (reads(inst, reg) || inst->op == PTX_OP_BRX)
                return true;
            if (replaces(inst, reg))
                break;
            bool ends = inst->op == PTX_OP_RET || inst->op == PTX_OP_EXIT;
            if (inst->op == PTX_OP_BRA && inst->guard == PTX_NO_REG)
                at = inst->operands[0].label;
            else if (inst->op == PTX_OP_BRA)
                open[count++] = inst->operands[0].label;
            else if (ends && inst->guard == PTX_NO_REG)
                break;
        }
    }
    return false;
}

static bool is_left(const Walk *walk)
{
    const PtxFunction *function = walk->function;
    uint32_t *open = malloc(((size_t)function->inst_count + 1) * sizeof *open);
    unsigned char *seen = malloc(function->inst_count + 1);
    bool left = !open || !seen;
    for (uint32_t i = 0; i < walk->bearer_count && !left; i++)
        left = reg_of(walk, walk->bearers[i])->bits &&
               is_live(function, walk->at, walk->bearers[i], seen, open);
    free(open);
    free(seen);
    return left;
}

/* -- the way */

static bool begin(Fate *fate, const PtxFunction *function)
{
    if (fate->capacity < function->reg_count) {
        FateReg *regs = calloc(function->reg_count, sizeof *regs);
        if (!regs)
            return false;
        free(fate->regs);
        fate->regs = regs;
        fate->capacity = function->reg_count;
        fate->turn = 0;
    }
    if (++fate->turn == 0) {
        memset(fate->regs, 0, fate->capacity * sizeof *fate->regs);
        fate->turn = 1;
    }
    return true;
}

/* Nothing came of it on the way, and nothing can behind its end. */
static bool walk_on(Walk *walk)
{
    Step now = STEP_ON;
    for (uint32_t i = 0; i < STEPS_MAX && now == STEP_ON; i++) {
        walk->fate->steps++;
        now = walk->at < walk->function->inst_count ? step(walk) : STEP_ENDED;
    }
    return now == STEP_ENDED || (now != STEP_USED && !is_left(walk));
}

/* `bits` of each register, which are chance; NULL: all. */
static bool bring(Walk *walk, const PtxOperand *to, const uint64_t *bits)
{
    bool fits = true;
    if (to->kind == PTX_OPERAND_REG) {
        const uint64_t all = undefined_ones(undefined_width(walk->function, to->reg));
        fits = reg_set(walk, to->reg, (FateReg){.bits = bits ? *bits & all : all, .known = !bits});
    }
    for (uint32_t i = 0; i < to->item_count; i++)
        fits &= bring(walk, &to->items[i], bits ? bits + i : NULL);
    return fits;
}

static bool is_followed(const SimWarpInfo *warp, const PtxInst *load)
{
    const PtxFunction *function = warp->function;
    return function && warp->lanes && load->op == PTX_OP_LD && load->operand_count &&
           load >= function->insts && load < function->insts + function->inst_count;
}

static Walk walk_from(Fate *fate, const SimWarpInfo *warp, const PtxInst *load, uint32_t lane)
{
    return (Walk){.fate = fate,
                  .warp = warp,
                  .function = warp->function,
                  .lane = lane,
                  .at = (uint32_t)(load - warp->function->insts) + 1};
}

/* What takes the value on is no end of its way. */
static bool is_end(const Walk *walk, const PtxInst *inst)
{
    if (inst->op == PTX_OP_ST)
        return walk->computed &&
               (inst->space == PTX_SPACE_GLOBAL || inst->space == PTX_SPACE_GENERIC);
    return inst->op == PTX_OP_BRA || inst->op == PTX_OP_BRX || is_computation(inst);
}

bool fate_shows(Fate *fate, const SimWarpInfo *warp, const PtxInst *load, uint32_t lane,
                const uint64_t bits[FATE_ITEMS])
{
    if (!is_followed(warp, load) || load->operands[0].item_count > FATE_ITEMS ||
        !begin(fate, warp->function))
        return false;
    Walk walk = walk_from(fate, warp, load, lane);
    Step now = bring(&walk, &load->operands[0], bits) ? STEP_ON : STEP_LOST;
    for (uint32_t i = 0; i < STEPS_MAX && now == STEP_ON; i++)
        now = walk.at < walk.function->inst_count ? step(&walk) : STEP_ENDED;
    return now == STEP_USED && is_end(&walk, walk.last);
}

bool fate_is_idle(Fate *fate, const SimWarpInfo *warp, const PtxInst *load, uint32_t lane)
{
    const PtxFunction *function = warp->function;
    if (!is_followed(warp, load))
        return false;
    if (load == fate->idle && fate->steps > STEPS_OF_ONE)
        return true;
    if (load != fate->idle)
        fate->steps = 0;
    if (!begin(fate, function))
        return false;
    Walk walk = walk_from(fate, warp, load, lane);
    bool idle = bring(&walk, &load->operands[0], NULL) && walk_on(&walk);
    fate->idle = idle ? load : NULL;
    return idle;
}
