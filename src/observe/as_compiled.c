/* Counters of PTX instructions turned into those of the machine code. */
#include "observe/as_compiled.h"

#include "observe/copy.h"
#include "observe/copy_form.h"
#include "observe/loop_form.h"

bool counts_when_off(const PtxInst *inst)
{
    bool moves = inst->op == PTX_OP_LD || inst->op == PTX_OP_ST || inst->op == PTX_OP_CP;
    return moves && inst->space != PTX_SPACE_PARAM;
}

static void move(uint64_t *at, Counter from, Counter to)
{
    for (int i = 0; i < IN_FIELDS; i++) {
        at[to + i] += at[from + i];
        at[from + i] = 0;
    }
}

/* Those by generic addresses always give a result, and pass shared memory on their way to global
 * memory, twice where they compare. */
static void generic_atomic_as_compiled(const PtxInst *inst, uint64_t *at)
{
    move(at, COUNT_GLOBAL_RED, COUNT_GLOBAL_ATOM);
    uint64_t passes = at[COUNT_GLOBAL_ATOM + IN_REQUEST] * (ptx_has(inst, PTX_MOD_CAS) ? 2 : 1);
    at[COUNT_ATOMIC_PASSES] += passes;
    at[COUNT_ATOMIC_PASSES_LEAST] += passes;
    at[COUNT_SHARED_ATOM + IN_REQUEST] = 0;
}

/* The machine's compiler makes a reduction of an atomic whose result nobody uses; there is none
 * that swaps, and none that later accesses wait for. */
static void atomics_as_compiled(const SimSite *site, Counts *counts)
{
    const PtxInst *inst = site->inst;
    bool stays = ptx_has(inst, PTX_MOD_EXCH) || ptx_has(inst, PTX_MOD_CAS) ||
                 ptx_has(inst, PTX_MOD_ACQUIRE) || ptx_has(inst, PTX_MOD_ACQ_REL);
    uint64_t *at = counts->value;
    at[COUNT_ATOMIC_PASSES] = at[COUNT_SHARED_ATOM + IN_UNIT];
    at[COUNT_ATOMIC_PASSES_LEAST] = at[COUNT_SHARED_ATOM + IN_IDEAL];
    at[COUNT_SHARED_ATOM + IN_ISSUED] = at[COUNT_SHARED_ATOM + IN_REQUEST];
    if (inst->op != PTX_OP_ATOM && inst->op != PTX_OP_RED)
        return;
    if (inst->space == PTX_SPACE_GENERIC)
        generic_atomic_as_compiled(inst, at);
    else if (inst->op == PTX_OP_ATOM && !stays && inst_result_unused(site->function, inst))
        move(at, COUNT_GLOBAL_ATOM, COUNT_GLOBAL_RED);
}

/* Matrices' loads and stores have figures of their own there. */
static void matrix_as_compiled(Spot *spot, Counter of, Counter own)
{
    uint64_t *at = spot->counts.value;
    at[of + IN_REQUEST] = at[of + IN_ISSUED] = 0;
    for (int i = 0; i < IN_FIELDS; i++)
        at[own + i] = at[of + i];
    at[own + IN_ISSUED] = spot->executed;
}

/* Where instructions of this kind are counted, a predicate or not; NO_COUNTER: nowhere. */
static Counter issued_counter(const PtxInst *inst)
{
    bool loads = inst->op == PTX_OP_LD;
    if (inst->op == PTX_OP_CP)
        return copy_is_made_by(inst) ? COUNT_COPY_STORE + IN_ISSUED : NO_COUNTER;
    switch (inst->space) {
    case PTX_SPACE_SHARED:
        return (loads ? COUNT_SHARED_LD : COUNT_SHARED_ST) + IN_REQUEST;
    case PTX_SPACE_GLOBAL:
        return (loads ? COUNT_GLOBAL_LD : COUNT_GLOBAL_ST) + IN_ISSUED;
    case PTX_SPACE_LOCAL:
        return (loads ? COUNT_LOCAL_LD : COUNT_LOCAL_ST) + IN_ISSUED;
    case PTX_SPACE_GENERIC:
        return loads ? COUNT_GENERIC_LD : COUNT_GENERIC_ST;
    default:
        return NO_COUNTER;
    }
}

/* Arithmetic is counted with the threads that need its result. */
static void place_as_compiled(Spots *spots, Compiled *compiled, const SimSite *site, Spot *spot,
                              uint32_t sm)
{
    uint32_t width, lanes;
    if (site->inner || inst_flop(site->inst, &width, &lanes) == FLOP_NONE)
        return;
    SimSite there = *site;
    there.inst = compiled_place(compiled, site->function, site->inst, sm);
    uint32_t number = there.inst == site->inst ? 0 : site_known(&spots->sites, &there);
    if (number && spots->at[number - 1].threads < spot->threads)
        counts_move_inst(&spot->counts, site->inst, spot->threads, spots->at[number - 1].threads);
}

/* Warps that come into the loop from the straight code before it; 0: not known. */
static uint64_t entries_of(const Spots *spots, const SimSite *back, const LoopForm *form)
{
    SimSite before = *back;
    if (form->head == 0)
        return 0;
    before.inst = &back->function->insts[form->head - 1];
    uint32_t number = site_known(&spots->sites, &before);
    return number ? spots->at[number - 1].executed - spots->at[number - 1].gone : 0;
}

/* Of a loop whose lanes all have the same number of rounds. */
static void loop_as_compiled(const Spots *spots, const SimSite *site, Spot *spot, uint32_t sm)
{
    uint64_t *at = spot->counts.value;
    if (site->inner || at[COUNT_BRANCH] == 0 || at[COUNT_BRANCH_DIVERGENT] > 0)
        return;
    LoopForm form = loop_form(site->function, site->inst, sm);
    uint64_t entries = form.unrolled ? entries_of(spots, site, &form) : 0;
    if (entries == 0)
        return;
    uint64_t rounds = at[COUNT_BRANCH] / entries, more = at[COUNT_BRANCH] % entries;
    at[COUNT_BRANCH] = at[COUNT_BRANCH_UNIFORM] =
        (entries - more) * loop_branches(&form, rounds) + more * loop_branches(&form, rounds + 1);
}

static void instructions_as_compiled(const SimSite *site, Spot *spot, uint32_t sm)
{
    uint64_t *at = spot->counts.value;
    at[COUNT_SHARED_LD + IN_ISSUED] = at[COUNT_SHARED_LD + IN_REQUEST]; /* for a lane or more */
    at[COUNT_SHARED_ST + IN_ISSUED] = at[COUNT_SHARED_ST + IN_REQUEST];
    uint64_t issued = spot->around ? spot->around : spot->executed;
    Counter counter = issued_counter(site->inst);
    if (site->inst->op == PTX_OP_LDMATRIX)
        matrix_as_compiled(spot, COUNT_SHARED_LD, COUNT_LDMATRIX);
    if (site->inst->op == PTX_OP_STMATRIX)
        matrix_as_compiled(spot, COUNT_SHARED_ST, COUNT_STMATRIX);
    if (site->inst->space == PTX_SPACE_GENERIC) /* they are not those of the memory reached */
        at[COUNT_SHARED_LD + IN_REQUEST] = at[COUNT_SHARED_ST + IN_REQUEST] = 0;
    if (!site->inner && counter != NO_COUNTER && counts_when_off(site->inst) && !spot->part.joined)
        at[counter] = issued * (spot->part.other ? 2 : 1);
    if (!site->inner)
        at[COUNT_SHARED_LD + IN_REQUEST] +=
            issued * copy_idle_loads(site->function, site->inst, sm);
}

void spot_as_compiled(Spots *spots, uint32_t number, Compiled *compiled, uint32_t sm)
{
    SimSite site = site_of(&spots->sites, number);
    Spot *spot = &spots->at[number - 1];
    atomics_as_compiled(&site, &spot->counts);
    instructions_as_compiled(&site, spot, sm);
    place_as_compiled(spots, compiled, &site, spot, sm);
    loop_as_compiled(spots, &site, spot, sm);
}
