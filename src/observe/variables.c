/* Variables in registers that are used without having been set, and results of divisions by zero:
 * followed from where a function begins, or divides, to where something comes of them. */
#include "observe/variables.h"

#include <stdio.h>
#include <stdlib.h>

#include "debug/names.h"
#include "observe/division.h"
#include "observe/flow.h"
#include "observe/say.h"
#include "observe/undefined_rules.h"
#include "observe/variable_frames.h"

enum { COPIES = 4 }; /* of a register that are followed to one with a name */

struct Variables {
    SimObserver observer;
    SimFindingSink findings;
    const SimLaunchInfo *launch;
    VariableFrames frames;
    SayOnce said;
    bool divided; /* it is divisions by zero that are followed, */
    bool any;     /* and some thread of the launch has done one: what follows is watched too */
    Divisions divisions;
};

/* -- telling */

/* Where something comes of a register's bits that are chance. */
typedef struct Use {
    const SimWarpInfo *warp;
    SimSite site;
    const PtxInst *inst;
    uint32_t reg;
    const char *what; /* "branches on what comes of it" */
    PtxSpace space;
    const uint64_t *address; /* of accesses, by lane */
    uint32_t bytes;
} Use;

/* What debug information calls the variable, or that of which the register is a copy; false: it
 * tells nothing. */
static bool find_name(Variables *variables, const Use *use, const UndefinedOrigin *origin,
                      DebugName *name)
{
    const PtxFunction *function = origin->function;
    const VariableFunction *known = variable_function(&variables->frames, function);
    uint32_t reg = origin->reg, at = (uint32_t)(origin->inst - function->insts);
    for (int step = 0; step < COPIES; step++) {
        if (debug_name_register(name, use->site.module, function, at, reg))
            return true;
        const PtxInst *made =
            known && known->flow && reg != PTX_NO_REG ? flow_definition(known->flow, reg) : NULL;
        if (!made || made->op != PTX_OP_MOV || made->operands[1].kind != PTX_OPERAND_REG)
            return false;
        reg = made->operands[1].reg;
    }
    return false;
}

static void describe(const Variables *variables, const Use *use, const PtxInst *origin,
                     const SimFinding *finding, uint32_t lane, char *text, size_t size)
{
    char who[96], line[48], at[64] = "", place[160] = "", divides[64];
    say_thread(who, sizeof who, finding->block, finding->thread, false);
    say_line(line, sizeof line, &finding->site);
    if (finding->has_other) {
        char other[48];
        say_line(other, sizeof other, &use->site);
        snprintf(at, sizeof at, " in %s", other);
    }
    if (use->address && use->space == PTX_SPACE_GLOBAL)
        say_global(place, sizeof place, use->warp->launch, use->address[lane], use->bytes);
    const char *in = place[0] ? " in " : "";
    if (variables->divided) {
        division_say(&variables->divisions, use->warp, origin, lane, divides, sizeof divides);
        snprintf(text, size, "T%s %s in %s, which may give any number, and %s%s%s%s.", who + 1,
                 divides, line, use->what, in, place, at);
        return;
    }
    snprintf(text, size,
             "T%s uses %s in %s, which it has not set on its way there, so that its value is "
             "chance, and %s%s%s%s.",
             who + 1, finding->variable ? finding->variable : "a variable", line, use->what, in,
             place, at);
}

static void report(Variables *variables, UndefinedFrame *frame, const Use *use, uint32_t lanes)
{
    UndefinedOrigin origin = undefined_of(frame, use->reg)->origin;
    if (!origin.inst)
        origin = (UndefinedOrigin){use->inst, use->warp->function, use->reg, false};
    const SimLaunchInfo *launch = variables->launch;
    for (uint32_t left = lanes; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        SimFinding finding = {
            .checker = variables->divided ? "arithmetic" : "initialisation",
            .rule = variables->divided ? "division-by-zero" : "uninitialised-variable",
            .site = use->site,
            .address = use->address ? use->address[lane] : 0,
            .bytes = use->bytes,
            .space = use->space,
        };
        who_place(who_lane0(use->warp) + lane, launch->grid, launch->block, &finding.block,
                  &finding.thread);
        if (origin.inst != use->inst && !use->site.inner) {
            finding.has_other = true;
            finding.other_site = use->site;
            finding.other_block = finding.block;
            finding.other_thread = finding.thread;
            finding.site = (SimSite){use->site.module, origin.function, origin.inst, NULL};
        }
        char text[SAY_TEXT];
        DebugName name;
        if (say_first(&variables->said, finding.rule, finding.site.inst, NULL)) {
            if (!variables->divided && find_name(variables, use, &origin, &name))
                finding.variable = name.variable;
            describe(variables, use, origin.inst, &finding, lane, text, sizeof text);
            finding.text = text;
        }
        variables->findings.found(variables->findings.state, &finding);
    }
    undefined_set(frame, use->reg, lanes, NULL, UNDEFINED_COPIED); /* told once is enough */
}

static void use_lanes(Variables *variables, UndefinedFrame *frame, const Use *use, uint32_t mask)
{
    uint32_t lanes = undefined_lanes(frame, use->reg, mask);
    if (lanes)
        report(variables, frame, use, lanes);
}

/* -- instructions */

static bool has_effect(const PtxInst *inst)
{
    switch (inst->op) {
    case PTX_OP_BRA:
    case PTX_OP_RET:
    case PTX_OP_EXIT:
    case PTX_OP_TRAP:
    case PTX_OP_CALL:
    case PTX_OP_ST:
    case PTX_OP_ATOM:
    case PTX_OP_RED:
    case PTX_OP_BAR:
    case PTX_OP_BARRIER:
        return true;
    default:
        return false;
    }
}

/* What an atomic combines with memory: its operands behind the address. */
static void use_operands(Variables *variables, UndefinedFrame *frame, Use *use, uint32_t mask)
{
    const PtxInst *inst = use->inst;
    bool behind = false;
    use->what = "memory is changed by what comes of it";
    for (uint32_t i = 0; i < inst->operand_count; i++) {
        use->reg = inst->operands[i].reg;
        if (behind && inst->operands[i].kind == PTX_OPERAND_REG)
            use_lanes(variables, frame, use, mask);
        behind |= inst->operands[i].kind == PTX_OPERAND_ADDRESS;
    }
}

static const PtxOperand *item_of(const PtxOperand *operand, uint32_t at)
{
    return operand->kind == PTX_OPERAND_VECTOR ? &operand->items[at] : operand;
}

/* What printf() is given is seen by a person. */
static void use_printed(Variables *variables, UndefinedFrame *frame, Use *use, uint32_t mask)
{
    const PtxOperand *from = &use->inst->operands[1];
    uint32_t items = from->kind == PTX_OPERAND_VECTOR ? from->item_count : 1;
    use->what = "what comes of it is printed";
    for (uint32_t i = 0; i < items; i++) {
        use->reg = item_of(from, i)->reg;
        use_lanes(variables, frame, use, mask);
    }
}

/* From here on the results of the lanes that divide by zero are chance. */
static void divide(Variables *variables, UndefinedFrame *frame, const SimWarpInfo *warp,
                   const PtxInst *inst, uint32_t lanes)
{
    const PtxOperand *to = &inst->operands[0];
    uint64_t bits[32];
    for (uint32_t lane = 0; lane < 32; lane++)
        bits[lane] = undefined_ones(undefined_width(warp->function, to->reg));
    division_note(&variables->divisions, warp, inst, lanes);
    undefined_set(frame, to->reg, lanes, bits,
                  (UndefinedOrigin){inst, warp->function, to->reg, true});
}

static void on_instruction(void *self, const SimWarpInfo *warp, const SimSite *site,
                           const PtxInst *inst, uint32_t mask)
{
    Variables *variables = self;
    uint32_t zero =
        variables->divided && division_is(inst) ? division_zero_lanes(warp, inst, mask) : 0;
    if (zero && !variables->any && variables->launch->watch_more) {
        variables->any = true;
        variables->launch->watch_more(variables->launch->watching);
    }
    if (!variables->any && variables->divided)
        return;
    const VariableFunction *function = variable_function(&variables->frames, warp->function);
    size_t index = (size_t)(inst - warp->function->insts);
    if (!function || !function->live.count || index >= warp->function->inst_count ||
        !function->concerned[index])
        return;
    VariableFrame *frame = variable_frame(&variables->frames, warp);
    if (!frame)
        return;
    if (index == 0 && function->restarts)
        variable_frame_begin(frame, mask);
    Use use = {.warp = warp, .site = *site, .inst = inst};
    if (has_effect(inst)) {
        use.reg = inst->guard;
        use.what = inst->op == PTX_OP_BRA ? "its way depends on what comes of it"
                                          : "what it does depends on it";
        use_lanes(variables, &frame->undefined, &use, warp->active);
    }
    const PtxOperand *address = flow_address_of(inst);
    if (address) {
        use.reg = address->reg;
        use.what = "what comes of it is used as an address";
        use_lanes(variables, &frame->undefined, &use, mask);
    }
    if (inst->op == PTX_OP_ATOM || inst->op == PTX_OP_RED)
        use_operands(variables, &frame->undefined, &use, mask);
    if (function->printed[index])
        use_printed(variables, &frame->undefined, &use, mask);
    if (mask)
        undefined_step(&frame->undefined, warp, inst, mask);
    if (zero)
        divide(variables, &frame->undefined, warp, inst, zero);
}

static bool watches(void *self, const PtxFunction *function, const PtxInst *inst)
{
    Variables *variables = self;
    const VariableFunction *known = variable_function(&variables->frames, function);
    size_t index = (size_t)(inst - function->insts);
    if (!known || !known->live.count || index >= function->inst_count)
        return false;
    return variables->divided && !variables->any ? division_is(inst) : known->concerned[index];
}

/* -- memory */

/* Every byte of the register's part holds bits that are chance. */
static uint32_t lanes_all_chance(const UndefinedFrame *frame, uint32_t reg, uint32_t bytes,
                                 uint32_t mask)
{
    const Undefined *undefined = undefined_of(frame, reg);
    uint32_t lanes = 0;
    for (uint32_t left = undefined ? mask : 0; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left), count = 0;
        for (uint32_t b = 0; b < bytes && b < 8; b++)
            count += (undefined->bits[lane] >> (8 * b) & 0xff) != 0;
        lanes |= count == bytes ? 1u << lane : 0;
    }
    return lanes;
}

/* Parts of a struct that were only brought along may be chance, as long as one of them isn't. */
static void store_global(Variables *variables, UndefinedFrame *frame, const SimWarpInfo *warp,
                         const SimAccess *access)
{
    const PtxOperand *from = &access->inst->operands[1];
    uint32_t items = from->kind == PTX_OPERAND_VECTOR ? from->item_count : 1;
    uint32_t bytes = access->bytes / (items + !items), all = access->mask;
    for (uint32_t i = 0; i < items; i++)
        all &= lanes_all_chance(frame, item_of(from, i)->reg, bytes, access->mask);
    for (uint32_t i = 0; i < items; i++) {
        uint32_t reg = item_of(from, i)->reg;
        const Undefined *undefined = undefined_of(frame, reg);
        Use use = {.warp = warp,
                   .site = access->site,
                   .inst = access->inst,
                   .reg = reg,
                   .what = "what comes of it is stored",
                   .space = access->space,
                   .address = access->address,
                   .bytes = access->bytes};
        if (undefined)
            use_lanes(variables, frame, &use, undefined->origin.computed ? access->mask : all);
    }
}

/* The byte that one lane stores in shared memory; `undefined` NULL: it is defined. */
static void store_byte(VariableShared *shared, uint64_t at, unsigned char bits,
                       const UndefinedOrigin *origin)
{
    shared->bits[at] = bits;
    if (bits)
        shared->origins[at / 4] = *origin;
}

/* `frame` NULL: all of what is stored is defined. */
static void store_shared(Variables *variables, const UndefinedFrame *frame, const SimWarpInfo *warp,
                         const SimAccess *access)
{
    const PtxOperand *from = frame ? &access->inst->operands[1] : NULL;
    uint32_t items = from && from->kind == PTX_OPERAND_VECTOR ? from->item_count : 1;
    uint32_t bytes = access->bytes / (items + !items), any = 0;
    for (uint32_t i = 0; frame && i < items; i++)
        any |= undefined_lanes(frame, item_of(from, i)->reg, access->mask);
    VariableShared *shared = variable_shared(&variables->frames, access->owner_linear, any != 0);
    for (uint32_t left = shared ? access->mask : 0; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        for (uint32_t b = 0; b < access->bytes; b++) {
            uint32_t reg = any ? item_of(from, b / bytes)->reg : PTX_NO_REG;
            const Undefined *undefined = any ? undefined_of(frame, reg) : NULL;
            uint64_t at = access->address[lane] + b, bits = undefined ? undefined->bits[lane] : 0;
            UndefinedOrigin origin =
                undefined && undefined->origin.inst
                    ? undefined->origin
                    : (UndefinedOrigin){access->inst, warp->function, reg, false};
            if (at < variables->launch->shared_bytes)
                store_byte(shared, at,
                           b % bytes < 8 ? (unsigned char)(bits >> (8 * (b % bytes))) : 0, &origin);
        }
    }
}

static void load_shared(Variables *variables, UndefinedFrame *frame, const SimAccess *access)
{
    const VariableShared *shared = variable_shared(&variables->frames, access->owner_linear, false);
    const PtxOperand *to = &access->inst->operands[0];
    uint32_t items = to->kind == PTX_OPERAND_VECTOR ? to->item_count : 1;
    uint32_t bytes = access->bytes / (items + !items);
    for (uint32_t i = 0; shared && i < items; i++) {
        uint64_t bits[32] = {0}, any = 0;
        UndefinedOrigin origin = UNDEFINED_COPIED;
        for (uint32_t left = access->mask; left; left &= left - 1) {
            uint32_t lane = (uint32_t)__builtin_ctz(left);
            uint64_t at = access->address[lane] + (uint64_t)i * bytes;
            for (uint32_t b = 0; b < bytes && b < 8; b++)
                if (at + b < variables->launch->shared_bytes)
                    bits[lane] |= (uint64_t)shared->bits[at + b] << (8 * b);
            if (bits[lane] && !any)
                origin = shared->origins[at / 4];
            any |= bits[lane];
        }
        undefined_set(frame, item_of(to, i)->reg, access->mask, any ? bits : NULL, origin);
    }
}

static void on_access(void *self, const SimWarpInfo *warp, const SimAccess *access)
{
    Variables *variables = self;
    bool shared = access->space == PTX_SPACE_SHARED;
    if (!variables->frames.concerned || (variables->divided && !variables->any) ||
        (!shared && access->space != PTX_SPACE_GLOBAL) || !warp->function)
        return;
    VariableFrame *frame =
        access->inst && warp->lanes ? variable_frame(&variables->frames, warp) : NULL;
    bool plain = frame && access->inst->operand_count > 1;
    if (access->kind == SIM_ACCESS_LOAD) {
        if (shared && plain && access->inst->op == PTX_OP_LD)
            load_shared(variables, &frame->undefined, access);
        return;
    }
    plain &= frame && access->inst->op == PTX_OP_ST;
    if (shared)
        store_shared(variables, plain ? &frame->undefined : NULL, warp, access);
    else if (plain)
        store_global(variables, &frame->undefined, warp, access);
}

/* -- */

static uint64_t on_fault(void *self, const SimWarpInfo *warp, const SimAccess *access)
{
    on_access(self, warp, access);
    return 0;
}

static void on_launch_begin(void *self, const SimLaunchInfo *launch)
{
    Variables *variables = self;
    variables->launch = launch;
    variables->frames.launch = launch;
    variables->frames.divided = variables->divided;
    variables->any = false;
    variables->divisions = (Divisions){0};
    say_forget(&variables->said);
}

/* What is known of functions belongs to the module, which may be gone later. */
static void on_launch_end(void *self, const SimLaunchInfo *launch)
{
    Variables *variables = self;
    (void)launch;
    variable_frames_free(&variables->frames);
}

static void on_block_end(void *self, const SimLaunchInfo *launch, SimDim index, uint32_t linear)
{
    Variables *variables = self;
    (void)launch;
    (void)index;
    variable_block_end(&variables->frames, linear);
}

static Variables *make(SimFindingSink findings, bool divided)
{
    Variables *variables = calloc(1, sizeof *variables);
    if (!variables)
        return NULL;
    variables->findings = findings;
    variables->divided = divided;
    variables->observer = (SimObserver){
        .self = variables,
        .wants = (SIM_WANTS_GLOBAL & SIM_WANTS_WRITES) | SIM_WANTS_SHARED,
        .launch_begin = on_launch_begin,
        .launch_end = on_launch_end,
        .block_end = on_block_end,
        .instruction = on_instruction,
        .watches = watches,
        .access = on_access,
        .fault = on_fault,
    };
    return variables;
}

Variables *variables_new(SimFindingSink findings)
{
    return make(findings, false);
}

Variables *variables_new_divided(SimFindingSink findings)
{
    return make(findings, true);
}

void variables_free(Variables *variables)
{
    if (!variables)
        return;
    variable_frames_free(&variables->frames);
    say_forget(&variables->said);
    free(variables);
}

size_t variables_shared_most(const Variables *variables)
{
    return variables->frames.shared_most;
}

const SimObserver *variables_observer(const Variables *variables)
{
    return &variables->observer;
}
