/* Addresses that mean something else than they did.
 *
 * A generic address of local memory is the same number in each thread, and one of shared memory in
 * each block: who takes it from memory, where another one left it, or by a shuffle reaches what is
 * its own there. Only what is stored as such a number is followed, and as long as that is in its
 * place. */
#include "observe/astray.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "observe/flow.h"
#include "observe/lane_value.h"
#include "observe/say.h"
#include "observe/shuffle_lane.h"
#include "observe/site.h"

/* More addresses than this in memory, and taken by threads, are not followed; so far behind one of
 * them an access may lie. */
enum { LEFT_MOST = 64, TAKEN_MOST = 1024, REACH = 4096, POINTER = 8 };

/* An address that a thread left in memory, or gave to a shuffle. */
typedef struct Left {
    bool shuffled;
    PtxSpace space;
    uint32_t block; /* whose shared memory it lies in; 0 in global memory */
    uint64_t at, value;
    Who who;
    uint32_t by_block; /* that thread's */
    SimSite site;
} Left;

/* One that another thread took. */
typedef struct Taken {
    Who who;
    Left from;
} Taken;

struct Astray {
    SimObserver observer;
    SimFindingSink findings;
    const SimLaunchInfo *launch;
    FlowTable flows;
    Left left[LEFT_MOST];
    uint32_t left_count;
    Taken *taken; /* [TAKEN_MOST], the newest over the oldest; NULL: nothing was taken yet */
    uint64_t taken_count;
    SayOnce said;
};

/* -- addresses in memory */

static bool is_own(uint64_t value)
{
    uint64_t window = SIM_WINDOW_OF(value);
    return window == SIM_WINDOW_LOCAL || window == SIM_WINDOW_SHARED;
}

static uint32_t block_of(const SimAccess *access)
{
    return access->space == PTX_SPACE_SHARED ? access->owner_linear : 0;
}

static Left *find_left(Astray *astray, const SimAccess *access, uint64_t at)
{
    for (uint32_t i = 0; i < astray->left_count; i++) {
        Left *left = &astray->left[i];
        if (left->at == at && left->space == access->space && left->block == block_of(access))
            return left;
    }
    return NULL;
}

static void leave(Astray *astray, const SimWarpInfo *warp, const SimAccess *access, uint32_t lane,
                  uint64_t value)
{
    uint64_t at = access->address[lane];
    Left *left = find_left(astray, access, at);
    if (!is_own(value)) {
        if (left)
            *left = astray->left[--astray->left_count];
        return;
    }
    if (!left && astray->left_count < LEFT_MOST)
        left = &astray->left[astray->left_count++];
    if (left)
        *left = (Left){.space = access->space,
                       .block = block_of(access),
                       .at = at,
                       .value = value,
                       .who = who_lane0(warp) + lane,
                       .by_block = warp->block_linear,
                       .site = access->site};
}

/* The values of an access that writes one address a lane; NULL: it writes something else. */
static const void *values_of(const SimWarpInfo *warp, const SimAccess *access)
{
    const PtxInst *inst = access->inst;
    if (access->bytes != POINTER || access->kind == SIM_ACCESS_LOAD || !inst)
        return NULL;
    if (access->stored)
        return access->stored;
    const PtxOperand *last = inst->operand_count ? &inst->operands[inst->operand_count - 1] : NULL;
    return last && last->kind == PTX_OPERAND_REG && warp->function && warp->lanes &&
                   last->reg < warp->function->reg_count &&
                   ptx_type_bytes(warp->function->regs[last->reg].type) == POINTER
               ? warp->lanes(warp->frame, last->reg)
               : NULL;
}

static void note_stores(Astray *astray, const SimWarpInfo *warp, const SimAccess *access)
{
    const char *values = values_of(warp, access);
    for (uint32_t left = values ? access->mask : 0; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        uint64_t value;
        memcpy(&value, values + POINTER * (size_t)lane, POINTER);
        if (astray->left_count || is_own(value))
            leave(astray, warp, access, lane, value);
    }
}

/* -- addresses that were taken */

static bool is_foreign(const Left *left, const SimWarpInfo *warp, Who who)
{
    return SIM_WINDOW_OF(left->value) == SIM_WINDOW_LOCAL ? left->who != who
                                                          : left->by_block != warp->block_linear;
}

static void take(Astray *astray, Who who, const Left *left)
{
    if (!astray->taken)
        astray->taken = calloc(TAKEN_MOST, sizeof *astray->taken);
    if (astray->taken)
        astray->taken[astray->taken_count++ % TAKEN_MOST] = (Taken){who, *left};
}

static void note_loads(Astray *astray, const SimWarpInfo *warp, const SimAccess *access)
{
    bool reads = access->kind == SIM_ACCESS_LOAD || access->kind == SIM_ACCESS_ATOMIC;
    if (!astray->left_count || !reads || access->bytes < POINTER)
        return;
    for (uint32_t left = access->mask; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        for (uint32_t part = 0; part + POINTER <= access->bytes; part += POINTER) {
            const Left *found = find_left(astray, access, access->address[lane] + part);
            if (found && is_foreign(found, warp, who_lane0(warp) + lane))
                take(astray, who_lane0(warp) + lane, found);
        }
    }
}

/* -- by shuffles, of which the half with the address's window is looked at */

/* The register of 64 bits whose upper half is shuffled; PTX_NO_REG: it is none. */
static uint32_t shuffled_address(Astray *astray, const SimWarpInfo *warp, const PtxInst *shfl)
{
    const Flow *flow = flow_of(&astray->flows, warp->function);
    const PtxInst *made =
        flow && shfl->operand_count > 3 && shfl->operands[1].kind == PTX_OPERAND_REG
            ? flow_definition(flow, shfl->operands[1].reg)
            : NULL;
    if (!made || made->op != PTX_OP_MOV || made->operands[0].item_count != 2 ||
        made->operands[0].items[1].kind != PTX_OPERAND_REG ||
        made->operands[0].items[1].reg != shfl->operands[1].reg ||
        made->operands[1].kind != PTX_OPERAND_REG ||
        ptx_type_bytes(warp->function->regs[made->operands[1].reg].type) != POINTER)
        return PTX_NO_REG;
    return made->operands[1].reg;
}

static uint32_t number_of(const SimWarpInfo *warp, const PtxOperand *operand, uint32_t lane)
{
    const void *lanes =
        operand->kind == PTX_OPERAND_REG ? warp->lanes(warp->frame, operand->reg) : NULL;
    return lanes ? (uint32_t)lane_value(warp->function, lanes, operand->reg, lane)
                 : (uint32_t)operand->imm;
}

static void on_instruction(void *self, const SimWarpInfo *warp, const SimSite *site,
                           const PtxInst *shfl, uint32_t mask)
{
    Astray *astray = self;
    if (!warp->function || !warp->lanes)
        return;
    const uint32_t reg = shuffled_address(astray, warp, shfl);
    const void *values = reg == PTX_NO_REG ? NULL : warp->lanes(warp->frame, reg);
    for (uint32_t left = values ? mask : 0; left; left &= left - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(left);
        const uint32_t from = shuffle_lane(shfl, lane, number_of(warp, &shfl->operands[2], lane),
                                           number_of(warp, &shfl->operands[3], lane));
        const uint64_t value = lane_value(warp->function, values, reg, from);
        if (from != lane && mask >> from & 1 && SIM_WINDOW_OF(value) == SIM_WINDOW_LOCAL)
            take(astray, who_lane0(warp) + lane,
                 &(Left){.shuffled = true,
                         .value = value,
                         .who = who_lane0(warp) + from,
                         .by_block = warp->block_linear,
                         .site = *site});
    }
}

static bool watches(void *self, const PtxFunction *function, const PtxInst *inst)
{
    (void)self;
    (void)function;
    return inst->op == PTX_OP_SHFL;
}

static const Left *find_taken(const Astray *astray, Who who, uint64_t value)
{
    uint64_t count = astray->taken_count < TAKEN_MOST ? astray->taken_count : TAKEN_MOST;
    for (uint64_t i = 0; i < count; i++) {
        const Taken *taken = &astray->taken[i];
        if (taken->who == who && value - taken->from.value < REACH)
            return &taken->from;
    }
    return NULL;
}

/* -- telling */

static void report(Astray *astray, const SimWarpInfo *warp, const SimAccess *access, uint32_t lane,
                   const char *rule, const Left *left)
{
    SimFinding finding = {
        .checker = "memory",
        .rule = rule,
        .site = access->site,
        .address = access->address[lane],
        .bytes = access->bytes,
        .space = access->space,
    };
    char text[SAY_TEXT], who[96], line[48], other[96], origin[48];
    who_place(who_lane0(warp) + lane, astray->launch->grid, astray->launch->block, &finding.block,
              &finding.thread);
    say_thread(who, sizeof who, finding.block, finding.thread, false);
    say_line(line, sizeof line, &finding.site);
    const char *verb = access->kind == SIM_ACCESS_LOAD ? "reads" : "writes";
    if (left) {
        bool local = access->space == PTX_SPACE_LOCAL;
        finding.has_other = true;
        finding.other_site = left->site;
        who_place(left->who, astray->launch->grid, astray->launch->block, &finding.other_block,
                  &finding.other_thread);
        say_thread(other, sizeof other, finding.other_block, finding.other_thread, false);
        say_line(origin, sizeof origin, &left->site);
        snprintf(text, sizeof text,
                 "T%s %s in %s by an address of %s memory that %s %s in %s: in another %s it "
                 "leads to that one's own %s memory, not to the variable that was meant.",
                 who + 1, verb, line, local ? "local" : "shared", other,
                 left->shuffled ? "handed on" : "left", origin, local ? "thread" : "block",
                 local ? "local" : "shared");
    } else {
        snprintf(text, sizeof text,
                 "T%s %s byte %llu of its local memory in %s, where no function that runs has a "
                 "variable: it was one's of a function that has returned, or the index is wrong.",
                 who + 1, verb, (unsigned long long)finding.address, line);
    }
    if (say_first(&astray->said, rule, access->site.inst, finding.other_site.inst))
        finding.text = text;
    astray->findings.found(astray->findings.state, &finding);
}

static FlowKind kind_of(Astray *astray, const SimWarpInfo *warp, const PtxOperand *address)
{
    const Flow *flow = flow_of(&astray->flows, warp->function);
    return flow ? flow_address(flow, address).kind : FLOW_SYMBOL;
}

static void check_taken(Astray *astray, const SimWarpInfo *warp, const SimAccess *access)
{
    const PtxOperand *address = flow_address_of(access->inst);
    if (!astray->taken_count || !address || address->reg == PTX_NO_REG || !warp->lanes ||
        access->inst->space != PTX_SPACE_GENERIC ||
        kind_of(astray, warp, address) != FLOW_ANYTHING ||
        ptx_type_bytes(warp->function->regs[address->reg].type) != POINTER)
        return;
    const char *values = warp->lanes(warp->frame, address->reg);
    for (uint32_t left = values ? access->mask : 0; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        uint64_t value;
        memcpy(&value, values + POINTER * (size_t)lane, POINTER);
        const Left *found =
            find_taken(astray, who_lane0(warp) + lane, value + (uint64_t)address->imm);
        if (found)
            report(astray, warp, access, lane, "wrong-space", found);
    }
}

/* Whether the byte is one of the variables of a function that runs. */
static bool is_in_frames(const SimWarpInfo *warp, uint64_t at)
{
    const PtxFunction *function = warp->function;
    uint32_t from = warp->locals_from;
    for (const void *frame = warp->frame; frame; frame = warp->caller(frame, &function, &from))
        if (at >= from && at - from < function->local_size)
            return true;
    return false;
}

/* Of an index past a variable of the function's own others tell. */
static void check_frames(Astray *astray, const SimWarpInfo *warp, const SimAccess *access)
{
    const PtxOperand *address = flow_address_of(access->inst);
    if (access->space != PTX_SPACE_LOCAL || !warp->caller || !address ||
        kind_of(astray, warp, address) == FLOW_SYMBOL)
        return;
    for (uint32_t left = access->mask; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        if (!is_in_frames(warp, access->address[lane]))
            report(astray, warp, access, lane, "out-of-bounds", NULL);
    }
}

/* -- */

static void on_access(void *self, const SimWarpInfo *warp, const SimAccess *access)
{
    Astray *astray = self;
    if (!warp->function || !access->inst)
        return;
    if (access->space == PTX_SPACE_LOCAL || access->space == PTX_SPACE_SHARED)
        check_taken(astray, warp, access);
    check_frames(astray, warp, access);
    if (access->space != PTX_SPACE_GLOBAL && access->space != PTX_SPACE_SHARED)
        return;
    note_loads(astray, warp, access);
    note_stores(astray, warp, access);
}

/* Whether code makes generic addresses of local or shared memory: else there are none to follow. */
static bool concerns(void *self, const SimLaunchInfo *launch)
{
    const PtxModule *module = launch->module;
    (void)self;
    if (launch->cluster.x * launch->cluster.y * launch->cluster.z > 1)
        return false; /* there an address of shared memory tells whose it is */
    for (uint32_t f = 0; f < module->function_count; f++) {
        const PtxFunction *function = module->functions[f];
        for (uint32_t i = 0; i < function->inst_count; i++)
            if (function->insts[i].op == PTX_OP_CVTA &&
                (function->insts[i].space == PTX_SPACE_LOCAL ||
                 function->insts[i].space == PTX_SPACE_SHARED))
                return true;
    }
    return false;
}

static void forget(Astray *astray)
{
    astray->left_count = 0;
    astray->taken_count = 0;
    flow_table_free(&astray->flows);
    say_forget(&astray->said);
}

static void on_launch_begin(void *self, const SimLaunchInfo *launch)
{
    Astray *astray = self;
    forget(astray);
    astray->launch = launch;
}

Astray *astray_new(SimFindingSink findings)
{
    Astray *astray = calloc(1, sizeof *astray);
    if (!astray)
        return NULL;
    astray->findings = findings;
    astray->observer = (SimObserver){
        .self = astray,
        .concerns = concerns,
        .launch_begin = on_launch_begin,
        .access = on_access,
        .instruction = on_instruction,
        .watches = watches,
    };
    return astray;
}

void astray_free(Astray *astray)
{
    if (!astray)
        return;
    forget(astray);
    free(astray->taken);
    free(astray);
}

const SimObserver *astray_observer(const Astray *astray)
{
    return &astray->observer;
}
