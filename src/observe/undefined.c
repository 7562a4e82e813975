/* Which bits of registers are chance: through one instruction of one warp. */
#include "observe/undefined.h"

#include <stdlib.h>
#include <string.h>

#include "observe/flow.h"
#include "observe/lane_value.h"
#include "observe/shuffle_lane.h"
#include "observe/undefined_rules.h"

/* -- registers */

void undefined_pool_free(UndefinedPool *pool)
{
    while (pool->spare) {
        Undefined *next = pool->spare->next;
        free(pool->spare);
        pool->spare = next;
    }
}

static Undefined *take(UndefinedPool *pool)
{
    Undefined *undefined = pool->spare;
    if (undefined)
        pool->spare = undefined->next;
    else
        undefined = malloc(sizeof *undefined);
    if (undefined)
        memset(undefined, 0, sizeof *undefined);
    return undefined;
}

uint32_t undefined_lanes(const UndefinedFrame *frame, uint32_t reg, uint32_t mask)
{
    const Undefined *undefined = undefined_of(frame, reg);
    uint32_t lanes = 0;
    if (!undefined)
        return 0;
    for (uint32_t left = mask; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        lanes |= undefined->bits[lane] ? 1u << lane : 0;
    }
    return lanes;
}

static bool is_defined(const Undefined *undefined)
{
    uint64_t any = 0;
    for (uint32_t lane = 0; lane < 32; lane++)
        any |= undefined->bits[lane];
    return !any;
}

void undefined_set(UndefinedFrame *frame, uint32_t reg, uint32_t mask, const uint64_t bits[32],
                   UndefinedOrigin origin)
{
    uint32_t number = reg == PTX_NO_REG ? 0 : live_number(frame->live, reg);
    if (!number)
        return;
    Undefined **at = &frame->regs[number - 1];
    if (!*at && !bits)
        return;
    if (!*at && !(*at = take(frame->pool))) /* no memory: tells less */
        return;
    for (uint32_t left = mask; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        (*at)->bits[lane] = bits ? bits[lane] : 0;
    }
    if (bits)
        (*at)->origin = origin;
    if (!is_defined(*at))
        return;
    (*at)->next = frame->pool->spare;
    frame->pool->spare = *at;
    *at = NULL;
}

uint32_t undefined_width(const PtxFunction *function, uint32_t reg)
{
    PtxType type = function->regs[reg].type;
    uint32_t bytes = ptx_type_bytes(type);
    return type == PTX_PRED ? 1 : bytes >= 8 ? 64 : bytes * 8;
}

/* -- one instruction */

typedef struct Step {
    UndefinedFrame *frame;
    const SimWarpInfo *warp;
    const PtxInst *inst;
    uint32_t mask;
    UndefinedOrigin origin; /* of what its sources hold */
    uint32_t source;        /* a register that was only copied; PTX_NO_REG: none */
    bool any;               /* some source holds bits that are chance */
} Step;

static uint64_t value_of(const Step *step, uint32_t reg, uint32_t lane)
{
    const void *lanes = step->warp->lanes(step->warp->frame, reg);
    return lane_value(step->warp->function, lanes, reg, lane);
}

static UndefinedWord word_of(const Step *step, const PtxOperand *operand, uint32_t lane)
{
    if (operand->kind == PTX_OPERAND_IMM)
        return (UndefinedWord){.value = (uint64_t)operand->imm, .known = true};
    if (operand->kind != PTX_OPERAND_REG)
        return (UndefinedWord){0};
    const Undefined *undefined = undefined_of(step->frame, operand->reg);
    return (UndefinedWord){
        .value = value_of(step, operand->reg, lane) ^ (operand->negate ? 1 : 0),
        .bits = undefined ? undefined->bits[lane] : 0,
        .known = true,
    };
}

static void note_source(Step *step, const PtxOperand *operand)
{
    if (operand->kind == PTX_OPERAND_REG) {
        const Undefined *undefined = undefined_of(step->frame, operand->reg);
        step->any |= undefined != NULL;
        if (undefined && undefined->origin.inst)
            step->origin = undefined->origin;
        else if (undefined)
            step->source = operand->reg;
    }
    for (uint32_t i = 0; i < operand->item_count; i++)
        note_source(step, &operand->items[i]);
}

/* The registers of the result, two at most (of a PAIR), get the same bits. */
static void set_result(Step *step, const uint64_t bits[32])
{
    const PtxOperand *to = &step->inst->operands[0];
    uint32_t items = to->kind == PTX_OPERAND_REG ? 1 : to->item_count;
    UndefinedOrigin origin = step->origin;
    bool computed = !undefined_is_copy(step->inst);
    if (!origin.inst && computed)
        origin = (UndefinedOrigin){step->inst, step->warp->function, step->source, true};
    origin.computed |= computed;
    for (uint32_t i = 0; i < items; i++) {
        const PtxOperand *one = to->kind == PTX_OPERAND_REG ? to : &to->items[i];
        if (one->kind == PTX_OPERAND_REG)
            undefined_set(step->frame, one->reg, step->mask, bits, origin);
    }
}

static uint32_t result_width(const Step *step)
{
    const PtxOperand *to = &step->inst->operands[0];
    if (to->kind == PTX_OPERAND_PAIR && to->item_count)
        to = &to->items[0];
    return to->kind == PTX_OPERAND_REG ? undefined_width(step->warp->function, to->reg) : 0;
}

static void lane_by_lane(Step *step)
{
    const PtxInst *inst = step->inst;
    uint64_t bits[32] = {0};
    UndefinedCase now = {.inst = inst, .width = result_width(step)};
    for (uint32_t left = step->mask; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        now.count = 0;
        for (uint32_t i = 1; i < inst->operand_count && now.count < UNDEFINED_SOURCES; i++)
            now.from[now.count++] = word_of(step, &inst->operands[i], lane);
        bits[lane] = undefined_result(&now);
    }
    set_result(step, bits);
}

/* mov.b64 {a, b}, c and its reverse. */
static void pack(Step *step)
{
    const PtxOperand *from = &step->inst->operands[1];
    uint64_t bits[32] = {0};
    for (uint32_t left = step->mask; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left), at = 0;
        for (uint32_t i = 0; i < from->item_count && at < 64; i++) {
            const PtxOperand *item = &from->items[i];
            uint32_t width = item->kind == PTX_OPERAND_REG
                                 ? undefined_width(step->warp->function, item->reg)
                                 : ptx_type_bytes(step->inst->types[0]) * 8 / from->item_count;
            bits[lane] |= word_of(step, item, lane).bits << at;
            at += width;
        }
    }
    set_result(step, bits);
}

static void unpack(Step *step)
{
    const PtxOperand *to = &step->inst->operands[0];
    uint32_t width = ptx_type_bytes(step->inst->types[0]) * 8 / (to->item_count + !to->item_count);
    for (uint32_t i = 0; i < to->item_count; i++) {
        uint64_t bits[32] = {0};
        for (uint32_t lane = 0; lane < 32; lane++)
            if (step->mask >> lane & 1 && i * width < 64)
                bits[lane] = word_of(step, &step->inst->operands[1], lane).bits >> (i * width) &
                             undefined_ones(width);
        if (to->items[i].kind == PTX_OPERAND_REG)
            undefined_set(step->frame, to->items[i].reg, step->mask, bits, step->origin);
    }
}

/* -- across lanes */

/* A lane that isn't told with this one is taken for defined. */
static void shuffle(Step *step)
{
    const PtxInst *inst = step->inst;
    const PtxOperand *to = &inst->operands[0];
    uint64_t bits[32] = {0};
    for (uint32_t left = step->mask; left && inst->operand_count > 3; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        uint32_t from =
            shuffle_lane(inst, lane, (uint32_t)word_of(step, &inst->operands[2], lane).value,
                         (uint32_t)word_of(step, &inst->operands[3], lane).value);
        if (step->mask >> from & 1)
            bits[lane] = word_of(step, &inst->operands[1], from).bits;
    }
    const PtxOperand *value = to->kind == PTX_OPERAND_PAIR && to->item_count ? &to->items[0] : to;
    if (to->kind == PTX_OPERAND_PAIR && to->item_count > 1)
        undefined_set(step->frame, to->items[1].reg, step->mask, NULL, UNDEFINED_COPIED);
    if (value->kind == PTX_OPERAND_REG)
        undefined_set(step->frame, value->reg, step->mask, bits, step->origin);
}

/* What all lanes get together: chance if what one of them brings is, unless another decides. */
static void together(Step *step)
{
    const PtxInst *inst = step->inst;
    uint32_t chance = 0, decided = 0;
    uint64_t bits[32];
    for (uint32_t left = step->mask; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        UndefinedWord word = word_of(step, &inst->operands[1], lane);
        chance |= word.bits ? 1u << lane : 0;
        decided |= !word.bits && ((ptx_has(inst, PTX_MOD_ANY) && word.value) ||
                                  (ptx_has(inst, PTX_MOD_ALL) && !word.value));
    }
    uint64_t all = inst->op == PTX_OP_VOTE && ptx_has(inst, PTX_MOD_BALLOT) ? chance
                   : !chance || (inst->op == PTX_OP_VOTE && decided)
                       ? 0
                       : undefined_ones(result_width(step));
    for (uint32_t lane = 0; lane < 32; lane++)
        bits[lane] = all;
    set_result(step, bits);
}

/* -- */

/* Which instructions give what this can't judge; their results are taken for defined. */
static bool is_opaque(const PtxInst *inst)
{
    switch (inst->op) {
    case PTX_OP_LD:
    case PTX_OP_LDU:
    case PTX_OP_ATOM:
    case PTX_OP_TEX:
    case PTX_OP_TLD4:
    case PTX_OP_TXQ:
    case PTX_OP_SULD:
    case PTX_OP_SUQ:
    case PTX_OP_MMA:
    case PTX_OP_WMMA:
    case PTX_OP_LDMATRIX:
    case PTX_OP_MOVMATRIX:
    case PTX_OP_MBARRIER:
    case PTX_OP_CALL:
    case PTX_OP_BAR:
    case PTX_OP_BARRIER:
    case PTX_OP_ACTIVEMASK:
    case PTX_OP_ELECT:
        return true;
    default:
        return false;
    }
}

/* A guard that is chance: whether the result is the old or the new value is. */
static void add_guard(Step *step, uint32_t lanes)
{
    const PtxOperand *to = &step->inst->operands[0];
    uint64_t bits[32];
    for (uint32_t lane = 0; lane < 32; lane++)
        bits[lane] = UINT64_MAX;
    step->mask = lanes;
    if (lanes && to->kind == PTX_OPERAND_REG) {
        uint64_t ones = undefined_ones(undefined_width(step->warp->function, to->reg));
        for (uint32_t lane = 0; lane < 32; lane++)
            bits[lane] &= ones;
        set_result(step, bits);
    }
}

void undefined_step(UndefinedFrame *frame, const SimWarpInfo *warp, const PtxInst *inst,
                    uint32_t mask)
{
    Step step = {.frame = frame, .warp = warp, .inst = inst, .mask = mask, .source = PTX_NO_REG};
    bool result = inst->operand_count && (flow_has_result(inst) || inst->op == PTX_OP_CALL);
    if (!result || inst->operands[0].kind == PTX_OPERAND_ADDRESS)
        return;
    uint32_t guard = undefined_lanes(frame, inst->guard, mask);
    if (guard)
        step.source = inst->guard;
    for (uint32_t i = 1; i < inst->operand_count; i++)
        note_source(&step, &inst->operands[i]);
    if (!step.any || is_opaque(inst))
        set_result(&step, NULL);
    else if (inst->op == PTX_OP_SHFL)
        shuffle(&step);
    else if (inst->op == PTX_OP_VOTE || inst->op == PTX_OP_MATCH || inst->op == PTX_OP_REDUX)
        together(&step);
    else if (inst->op == PTX_OP_MOV && inst->operands[1].kind == PTX_OPERAND_VECTOR)
        pack(&step);
    else if (inst->op == PTX_OP_MOV && inst->operands[0].kind == PTX_OPERAND_VECTOR)
        unpack(&step);
    else
        lane_by_lane(&step);
    add_guard(&step, guard);
}
