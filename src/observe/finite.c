/* Infinities and NaN that reach global memory. What they are made of is looked for when they are
 * stored, in the registers of the thread that stores them. Where these hold something else by then,
 * as in loops, divisions, roots and the like tell, which are looked at as they are executed; and of
 * what went through shared or local memory, what was born in the thread or the launch before. */
#include "observe/finite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "observe/births.h"
#include "observe/float_atomic.h"
#include "observe/float_cause.h"
#include "observe/float_formula.h"
#include "observe/float_step.h"
#include "observe/say.h"
#include "observe/site.h"
#include "observe/wide.h"

enum { RANGES = 256, SEARCHED = 128, DEFINITIONS = 32 };

typedef struct Range {
    uint64_t address, size;
} Range;

struct Finite {
    SimObserver observer;
    SimFindingSink findings;
    const SimLaunchInfo *launch;
    FlowTable flows;
    bool born;    /* `first` holds one */
    bool scanned; /* what the host gave was looked through ... */
    bool given;   /* ... and holds some already, */
    bool halves;  /* or what may be some of two bytes */
    Birth first;
    Births stored;  /* each thread's first that went to memory */
    Births divided; /* each thread's first that a division, root or the like made */
    struct {
        uint32_t reg;
        const PtxInst *inst;
        bool answer;
    } made_of;            /* the latest answer of was_made_of() */
    Range ranges[RANGES]; /* that the host wrote */
    uint32_t range_count;
    bool more_ranges;
    const PtxFunction *paired; /* the latest answer of has_pairs() */
    bool pairs;
    SayOnce said;
};

/* -- what the host gave */

/* The infinities and the NaN that hosts write; other patterns may well be integers. */
static bool is_given_pattern(const unsigned char *at, bool wide)
{
    uint32_t low, high;
    memcpy(&low, at, sizeof low);
    if (!wide)
        return (low & 0x7FFFFFFF) == 0x7F800000 || (low & 0x7FFFFFFF) == 0x7FC00000 ||
               low == 0x7FFFFFFF;
    memcpy(&high, at + 4, sizeof high);
    return low == 0 && ((high & 0x7FFFFFFF) == 0x7FF00000 || (high & 0x7FFFFFFF) == 0x7FF80000);
}

static bool range_holds_halves(const Range *range)
{
    const unsigned char *bytes = (const unsigned char *)(uintptr_t)range->address;
    for (uint64_t i = 0; i + 2 <= range->size; i += 2) {
        uint16_t half;
        memcpy(&half, bytes + i, sizeof half);
        half &= 0x7FFF;
        if (half == 0x7C00 || half == 0x7E00 || half == 0x7F80 || half == 0x7FC0 || half == 0x7FFF)
            return true;
    }
    return false;
}

static bool range_holds_some(const Range *range)
{
    const unsigned char *bytes = (const unsigned char *)(uintptr_t)range->address;
    for (uint64_t i = 0; i + 4 <= range->size; i += 4)
        if (is_given_pattern(bytes + i, false) ||
            (i % 8 == 0 && i + 8 <= range->size && is_given_pattern(bytes + i, true)))
            return true;
    return false;
}

/* Looked through once a launch, before anything that is not finite has been stored by it. */
static bool host_gave_some(Finite *finite)
{
    if (finite->scanned)
        return finite->given;
    finite->scanned = true;
    finite->given = finite->halves = finite->more_ranges;
    for (uint32_t i = 0; i < finite->range_count; i++) {
        finite->given = finite->given || range_holds_some(&finite->ranges[i]);
        finite->halves = finite->halves || range_holds_halves(&finite->ranges[i]);
    }
    return finite->given;
}

/* Pairs, of which one half's operands aren't known. */
static bool host_gave_pairs(Finite *finite, PtxType type)
{
    return float_type_of_half(type) != type && (host_gave_some(finite) || finite->halves);
}

static void on_host_write(void *self, uint64_t address, uint64_t size)
{
    Finite *finite = self;
    for (uint32_t i = 0; i < finite->range_count; i++) {
        Range *range = &finite->ranges[i];
        uint64_t end = range->address + range->size;
        if (address > end || address + size < range->address)
            continue;
        uint64_t start = address < range->address ? address : range->address;
        end = address + size > end ? address + size : end;
        *range = (Range){start, end - start};
        return;
    }
    if (finite->range_count == RANGES)
        finite->more_ranges = true;
    else
        finite->ranges[finite->range_count++] = (Range){address, size};
}

static void on_freed(void *self, uint64_t address, uint64_t size)
{
    Finite *finite = self;
    for (uint32_t i = finite->range_count; i-- > 0;) {
        const Range *range = &finite->ranges[i];
        if (range->address < address + size && address < range->address + range->size)
            finite->ranges[i] = finite->ranges[--finite->range_count];
    }
}

/* -- telling */

/* Between a branch backwards and where it leads. */
static bool is_in_loop(const PtxFunction *function, const PtxInst *inst)
{
    if (!function || inst < function->insts || inst >= function->insts + function->inst_count)
        return true;
    uint32_t at = (uint32_t)(inst - function->insts);
    for (uint32_t i = at; i < function->inst_count; i++) {
        const PtxInst *branch = &function->insts[i];
        if (branch->op == PTX_OP_BRX ||
            (branch->op == PTX_OP_BRA && branch->operand_count &&
             branch->operands[0].kind == PTX_OPERAND_LABEL && branch->operands[0].label <= at))
            return true;
    }
    return false;
}

static void describe(const Finite *finite, const Birth *birth, const SimAccess *access,
                     uint32_t lane, const SimFinding *finding, char *text, size_t size)
{
    char what[160], who[96], line[48], store_line[48], result[40], step[256] = "";
    say_global(what, sizeof what, finite->launch, access->address[lane], access->bytes);
    say_thread(who, sizeof who, finding->block, finding->thread, false);
    say_line(line, sizeof line, &finding->site);
    say_line(store_line, sizeof store_line, &finding->other_site);
    if (birth->inst->op == PTX_OP_MOV || birth->inst->op == PTX_OP_SELP)
        snprintf(step, sizeof step,
                 "what a function of the mathematics library gives where it has no other value");
    else if (birth->certain)
        float_formula_add(birth->inst, &birth->step, step, sizeof step);
    else
        snprintf(step, sizeof step, "by %.*s", VIEW_ARG(birth->inst->mnemonic));
    if (birth->looped && is_in_loop(birth->site.function, birth->inst))
        strncat(step, " in a round of its loop", sizeof step - strlen(step) - 1);
    snprintf(text, size, "%s becomes %s in %s. It arose in %s, from %s: %s, in %s.", what,
             float_text(birth->result, result, sizeof result), store_line, line,
             birth->infinite ? "infinities" : "finite numbers", step, who);
}

static void report(Finite *finite, const SimWarpInfo *warp, const SimAccess *access, uint32_t lane,
                   const Birth *birth)
{
    const SimLaunchInfo *launch = finite->launch;
    SimFinding finding = {
        .checker = "arithmetic",
        .rule = isnan(birth->result) ? "not-a-number" : "infinity",
        .site = birth->site,
        .has_other = true,
        .other_site = access->site,
        .address = access->address[lane],
        .bytes = access->bytes,
        .space = access->space,
    };
    who_place(birth->who, launch->grid, launch->block, &finding.block, &finding.thread);
    who_place(who_lane0(warp) + lane, launch->grid, launch->block, &finding.other_block,
              &finding.other_thread);
    char text[SAY_TEXT], whose[160];
    if (say_first(&finite->said, finding.rule, birth->site.inst, access->site.inst)) {
        describe(finite, birth, access, lane, &finding, text, sizeof text);
        finding.about = say_whose_global(whose, sizeof whose, launch, finding.address);
        finding.text = text;
    }
    finite->findings.found(finite->findings.state, &finding);
}

/* -- looking */

/* Whether a register may be made of what an instruction has computed, without memory between. */
static bool is_made_of(const Flow *flow, uint32_t reg, const PtxInst *inst)
{
    const PtxInst *definitions[DEFINITIONS];
    uint32_t regs[SEARCHED], count = flow_made_of(flow, reg, regs, SEARCHED);
    for (uint32_t at = 0; at < count; at++) {
        uint32_t found = flow_definitions(flow, regs[at], definitions, DEFINITIONS);
        for (uint32_t d = 0; d < found && d < DEFINITIONS; d++)
            if (definitions[d] == inst)
                return true;
    }
    return false;
}

/* Asked for each lane, as a rule again and again the same. */
static bool was_made_of(Finite *finite, const SimWarpInfo *warp, uint32_t reg, const PtxInst *inst)
{
    if (finite->made_of.inst != inst || finite->made_of.reg != reg) {
        const Flow *flow = flow_of(&finite->flows, warp->function);
        finite->made_of.answer = is_made_of(flow, reg, inst);
        finite->made_of.reg = reg;
        finite->made_of.inst = inst;
    }
    return finite->made_of.answer;
}

static Birth birth_of(Finite *finite, const SimWarpInfo *warp, const SimAccess *access,
                      uint32_t lane, const FloatCause *cause, uint32_t reg, PtxType type,
                      const void *value)
{
    Birth birth = {.site = access->site,
                   .inst = cause->inst,
                   .who = who_lane0(warp) + lane,
                   .type = type,
                   .step = float_step(warp, cause->inst, lane, cause->type),
                   .result = float_number(type, value),
                   .looped = cause->looped,
                   .infinite = cause->infinite};
    if (cause->inst->loc && cause->inst->loc->line)
        birth.site = (SimSite){access->site.module, warp->function, cause->inst, NULL};
    birth.certain = cause->certain && birth.step.known &&
                    float_step_leaves(cause->inst, &birth.step, cause->type);
    const bool whole = birth.certain && !birth.infinite; /* nothing lies before it */
    const Birth *divided = whole ? NULL : births_of(&finite->divided, birth.who);
    if (divided && was_made_of(finite, warp, reg, divided->inst)) {
        double result = birth.result;
        birth = *divided;
        birth.result = result;
    }
    return birth;
}

static void report_loaded(Finite *finite, const SimWarpInfo *warp, const SimAccess *access,
                          uint32_t lane, PtxType type, const void *value)
{
    const Birth *own = births_of(&finite->stored, who_lane0(warp) + lane);
    Birth birth = own ? *own : finite->first;
    birth.result = float_number(type, value);
    report(finite, warp, access, lane, &birth);
}

static void keep_stored(Finite *finite, const SimWarpInfo *warp, const SimAccess *access,
                        uint32_t lane, const Birth *birth)
{
    if (!finite->born)
        finite->first = *birth;
    finite->born = true;
    births_add(&finite->stored, birth);
    if (access->space == PTX_SPACE_GLOBAL)
        report(finite, warp, access, lane, birth);
}

/* A lane is about to store a number that is not finite. */
static void on_wild(Finite *finite, const SimWarpInfo *warp, const SimAccess *access, uint32_t lane,
                    uint32_t reg, PtxType type, const void *value)
{
    const Flow *flow = flow_of(&finite->flows, warp->function);
    FloatCause cause = float_cause(flow, warp, lane, reg, type);
    bool global = access->space == PTX_SPACE_GLOBAL;
    bool given = host_gave_some(finite) || host_gave_pairs(finite, type);
    Birth birth = {0};
    if (cause.origin == FLOAT_BORN)
        birth = birth_of(finite, warp, access, lane, &cause, reg, type, value);
    bool sure = birth.certain && !birth.infinite && birth.inst == cause.inst;
    if (cause.origin == FLOAT_BORN && (sure || !given)) {
        birth.local = access->space == PTX_SPACE_LOCAL;
        keep_stored(finite, warp, access, lane, &birth);
    } else if (cause.origin == FLOAT_LOADED && global && finite->born && !given) {
        report_loaded(finite, warp, access, lane, type, value);
    }
}

static void on_instruction(void *self, const SimWarpInfo *warp, const SimSite *site,
                           const PtxInst *inst, uint32_t mask)
{
    Finite *finite = self;
    PtxType type = float_step_steep(inst);
    if (type == PTX_TYPE_NONE || !mask || !warp->lanes || !warp->function)
        return;
    for (uint32_t left = float_step_births(warp, inst, mask); left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        Birth birth = {.site = *site,
                       .inst = inst,
                       .who = who_lane0(warp) + lane,
                       .type = type,
                       .step = float_step(warp, inst, lane, type),
                       .certain = true};
        births_add(&finite->divided, &birth);
    }
}

static bool watches(void *self, const PtxFunction *function, const PtxInst *inst)
{
    (void)self;
    (void)function;
    return float_step_steep(inst) != PTX_TYPE_NONE;
}

static const PtxOperand *value_operand(const PtxInst *inst)
{
    uint32_t at = inst->op == PTX_OP_ATOM ? 2 : 1;
    return (inst->op == PTX_OP_ST || inst->op == PTX_OP_RED || inst->op == PTX_OP_ATOM) &&
                   inst->operand_count > at
               ? &inst->operands[at]
               : NULL;
}

/* The load that a register is a copy of; NULL: none. */
static const PtxInst *load_of(const Flow *flow, uint32_t reg)
{
    const PtxInst *from = flow_definition(flow, reg);
    for (int i = 0; i < 4 && from && from->op == PTX_OP_MOV; i++)
        from = from->operands[1].kind == PTX_OPERAND_REG
                   ? flow_definition(flow, from->operands[1].reg)
                   : NULL;
    return from && from->op == PTX_OP_LD ? from : NULL;
}

static bool is_same_number(double a, double b)
{
    return isnan(a) ? isnan(b) : a == b;
}

/* Structs are copied as integers. Of these only those are taken for numbers that are such as the
 * thread has put into its own memory. */
static void look_at_copy(Finite *finite, const SimWarpInfo *warp, const SimAccess *access,
                         uint32_t reg, const char *lanes)
{
    uint32_t bytes = ptx_type_bytes(warp->function->regs[reg].type);
    if (!finite->born || access->space != PTX_SPACE_GLOBAL || host_gave_some(finite) ||
        !load_of(flow_of(&finite->flows, warp->function), reg))
        return;
    for (uint32_t left = access->mask; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        const Birth *own = births_of(&finite->stored, who_lane0(warp) + lane);
        const char *value = lanes + (size_t)lane * bytes;
        if (own && own->local && bytes == ptx_type_bytes(own->type) &&
            !float_is_finite(own->type, value) &&
            is_same_number(own->result, float_number(own->type, value)))
            report_loaded(finite, warp, access, lane, own->type, value);
    }
}

/* Lanes whose numbers are not finite. */
static OBSERVE_WIDE uint32_t wild_lanes(PtxType type, const void *lanes)
{
    const uint16_t *half = lanes;
    const uint32_t *single = lanes;
    const uint64_t *wide = lanes, exponent = UINT64_C(0x7FF0000000000000);
    uint32_t wild = 0;
    if (type == PTX_F32)
        for (uint32_t l = 0; l < 32; l++)
            wild |= (uint32_t)((single[l] & 0x7F800000) == 0x7F800000) << l;
    else if (type == PTX_F64)
        for (uint32_t l = 0; l < 32; l++)
            wild |= (uint32_t)((wide[l] & exponent) == exponent) << l;
    else if (type == PTX_F16)
        for (uint32_t l = 0; l < 32; l++)
            wild |= (uint32_t)((half[l] & 0x7C00) == 0x7C00) << l;
    else if (type == PTX_F16X2)
        for (uint32_t l = 0; l < 32; l++)
            wild |=
                (uint32_t)((single[l] & 0x7C00) == 0x7C00 || (single[l] & 0x7C000000) == 0x7C000000)
                << l;
    else
        for (uint32_t l = 0; l < 32; l++)
            wild |= (uint32_t)!float_is_finite(type, (const char *)lanes +
                                                         (size_t)l * ptx_type_bytes(type))
                    << l;
    return wild;
}

static void look_at_register(Finite *finite, const SimWarpInfo *warp, const SimAccess *access,
                             const PtxOperand *operand)
{
    if (operand->kind != PTX_OPERAND_REG)
        return;
    const Flow *flow = flow_of(&finite->flows, warp->function);
    const char *lanes = warp->lanes(warp->frame, operand->reg);
    PtxType type = flow ? float_type_of(flow, operand->reg) : PTX_TYPE_NONE;
    uint32_t bytes = ptx_type_bytes(type);
    if (!flow || !lanes)
        return;
    if (!bytes) {
        look_at_copy(finite, warp, access, operand->reg, lanes);
        return;
    }
    for (uint32_t left = access->mask & wild_lanes(type, lanes); left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        on_wild(finite, warp, access, lane, operand->reg, type, lanes + (size_t)lane * bytes);
    }
}

/* A quick look at what is stored: could any of it be such a number? Words of 4 bytes tell for
 * doubles too, and halves are looked at in pairs. */
static bool looks_finite(const SimAccess *access)
{
    const uint32_t *words = access->stored;
    uint32_t count = access->bytes / 4 * 32, wild = 0;
    if (!words || access->bytes < 4)
        return false;
    for (uint32_t i = 0; i < count; i++)
        wild |= (words[i] & 0x7F800000) == 0x7F800000 || (words[i] & 0x7FF00000) == 0x7FF00000;
    return !wild;
}

/* A matrix is stored piece by piece, each of some of the registers. */
static void look_at_matrix(Finite *finite, const SimWarpInfo *warp, const SimAccess *access)
{
    enum { WORD = 4 };
    const PtxOperand *items = &access->inst->operands[1];
    for (uint32_t i = 0; i < items->item_count; i++) {
        const uint32_t reg =
            items->items[i].kind == PTX_OPERAND_REG ? items->items[i].reg : PTX_NO_REG;
        const char *lanes = reg == PTX_NO_REG ? NULL : warp->lanes(warp->frame, reg);
        SimAccess one = *access;
        if (!lanes || ptx_type_bytes(warp->function->regs[reg].type) != WORD)
            continue;
        for (uint32_t left = access->mask; left; left &= left - 1) {
            const uint32_t lane = (uint32_t)__builtin_ctz(left);
            const char *stored = (const char *)access->stored + (size_t)lane * access->bytes;
            bool is_part = false;
            for (uint32_t b = 0; b + WORD <= access->bytes; b += WORD)
                is_part |= memcmp(stored + b, lanes + (size_t)lane * WORD, WORD) == 0;
            one.mask &= is_part ? one.mask : ~(UINT32_C(1) << lane);
        }
        look_at_register(finite, warp, &one, &items->items[i]);
    }
}

static void look_at_atomic(Finite *finite, const SimWarpInfo *warp, const SimAccess *access)
{
    FloatSum sum;
    if (!float_atomic_birth(warp, access, &sum))
        return;
    const Birth birth = {.site = access->site,
                         .inst = access->inst,
                         .who = who_lane0(warp) + sum.lane,
                         .type = sum.type,
                         .step = {.count = 2, .operands = {sum.before, sum.added}, .known = true},
                         .result = sum.sum,
                         .certain = true};
    keep_stored(finite, warp, access, sum.lane, &birth);
}

/* Whether pairs of halves are computed in the function, in which words don't show what is not
 * finite. */
static bool has_pairs(Finite *finite, const PtxFunction *function)
{
    if (finite->paired != function)
        finite->pairs = false;
    for (uint32_t i = 0; finite->paired != function && i < function->inst_count; i++) {
        const PtxInst *inst = &function->insts[i];
        finite->pairs |= inst->op == PTX_OP_MMA ||
                         (inst->type_count && float_type_of_half(inst->types[0]) != inst->types[0]);
    }
    finite->paired = function;
    return finite->pairs;
}

static void on_access(void *self, const SimWarpInfo *warp, const SimAccess *access)
{
    Finite *finite = self;
    const PtxInst *inst = access->inst;
    if (access->kind == SIM_ACCESS_LOAD || !inst || !warp->lanes || !warp->function)
        return;
    if (inst->op == PTX_OP_WMMA && access->stored && inst->operand_count > 1)
        look_at_matrix(finite, warp, access);
    const PtxOperand *value = value_operand(inst);
    if (!value || (inst->type_count && ptx_type_bytes(inst->types[inst->type_count - 1]) < 2) ||
        (access->kind == SIM_ACCESS_STORE && looks_finite(access) &&
         !has_pairs(finite, warp->function)))
        return;
    if (access->kind != SIM_ACCESS_STORE)
        look_at_atomic(finite, warp, access);
    if (value->kind == PTX_OPERAND_VECTOR)
        for (uint32_t i = 0; i < value->item_count; i++)
            look_at_register(finite, warp, access, &value->items[i]);
    else
        look_at_register(finite, warp, access, value);
}

static void on_launch_begin(void *self, const SimLaunchInfo *launch)
{
    Finite *finite = self;
    finite->launch = launch;
    finite->born = finite->scanned = finite->given = false;
    births_free(&finite->stored);
    births_free(&finite->divided);
    finite->made_of.inst = NULL;
    finite->paired = NULL;
    flow_table_free(&finite->flows);
    say_forget(&finite->said);
}

Finite *finite_new(SimFindingSink findings)
{
    Finite *finite = calloc(1, sizeof *finite);
    if (!finite)
        return NULL;
    finite->findings = findings;
    finite->observer = (SimObserver){
        .self = finite,
        .wants = SIM_WANTS_WRITES,
        .launch_begin = on_launch_begin,
        .instruction = on_instruction,
        .watches = watches,
        .access = on_access,
        .freed = on_freed,
        .host_write = on_host_write,
    };
    return finite;
}

void finite_free(Finite *finite)
{
    if (!finite)
        return;
    flow_table_free(&finite->flows);
    births_free(&finite->stored);
    births_free(&finite->divided);
    say_forget(&finite->said);
    free(finite);
}

const SimObserver *finite_observer(const Finite *finite)
{
    return &finite->observer;
}
