/* Counters of one place: what its executions and its accesses add. */
#include "observe/figures.h"

/* Conditional ones, whether or not a lane goes there. */
static void add_branches(Counts *counts, const SimCounts *told, BranchForm form)
{
    uint64_t branches = form == BRANCH_PLAIN ? told->executed : 0;
    if (form == BRANCH_NONE)
        branches = told->branches;
    if (branches == 0)
        return;
    counts->value[COUNT_BRANCH] += branches;
    counts->value[COUNT_BRANCH_UNIFORM] += branches - told->divergent;
    counts->value[COUNT_BRANCH_DIVERGENT] += told->divergent;
}

void counts_add_inst(Counts *counts, const PtxInst *inst, const SimCounts *told, BranchForm form)
{
    uint32_t width, lanes;
    FlopKind flop = inst_flop(inst, &width, &lanes);
    add_branches(counts, told, form);
    counts->value[COUNT_INST] += told->executed;
    counts->value[COUNT_ACTIVE] += told->active;
    counts->value[COUNT_THREAD_INST] += told->threads;
    counts->value[COUNT_CLASS + inst_class(inst)] += told->threads;
    if (flop == FLOP_NONE)
        return;
    counts->value[COUNT_FLOP + FLOP_KINDS * width + flop] += told->threads;
    counts->value[COUNT_FLOPS + width] += told->threads * lanes * (flop == FLOP_FMA ? 2 : 1);
}

Counter counts_first(const SimAccess *access)
{
    static const Counter global[] = {COUNT_GLOBAL_LD, COUNT_GLOBAL_ST, COUNT_GLOBAL_ATOM,
                                     COUNT_GLOBAL_RED};
    static const Counter shared[] = {COUNT_SHARED_LD, COUNT_SHARED_ST, COUNT_SHARED_ATOM,
                                     COUNT_SHARED_ATOM};
    switch (access->space) {
    case PTX_SPACE_GLOBAL:
        return global[access->kind];
    case PTX_SPACE_SHARED:
        return shared[access->kind];
    case PTX_SPACE_LOCAL:
        return access->kind == SIM_ACCESS_LOAD ? COUNT_LOCAL_LD : COUNT_LOCAL_ST;
    case PTX_SPACE_CONST:
        return COUNT_CONST_LD;
    default:
        return NO_COUNTER;
    }
}

/* One lane does it for all. */
static bool is_gathered(const SimAccess *access, AtomicForm form)
{
    bool gathers =
        form == ATOMIC_GATHERED || (form == ATOMIC_GATHERED_ALL && access->mask == UINT32_MAX);
    return gathers && traffic_addresses(access) == 1;
}

static Traffic atomic_traffic(const SimAccess *access, AtomicForm form)
{
    if (is_gathered(access, form))
        return (Traffic){1, 1};
    if (access->space != PTX_SPACE_SHARED)
        return traffic_global_atomics(access);
    return form == ATOMIC_COUNTED ? traffic_wavefronts(access) : traffic_shared_atomics(access);
}

Traffic counts_traffic(const SimAccess *access, AtomicForm form)
{
    bool atomic = access->kind == SIM_ACCESS_ATOMIC || access->kind == SIM_ACCESS_REDUCTION;
    if (counts_first(access) == NO_COUNTER)
        return (Traffic){0, 0};
    switch (access->space) {
    case PTX_SPACE_SHARED:
        return atomic ? atomic_traffic(access, form) : traffic_wavefronts(access);
    case PTX_SPACE_LOCAL:
        return traffic_local(access);
    case PTX_SPACE_CONST:
        return (Traffic){traffic_addresses(access), 1};
    default:
        return atomic ? atomic_traffic(access, form) : traffic_sectors(access);
    }
}

/* One lane of each address: the first. */
static uint32_t lanes_served(const SimAccess *access)
{
    uint32_t served = 0;
    for (uint32_t left = access->mask; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left), before = served;
        while (before && access->address[__builtin_ctz(before)] != access->address[lane])
            before &= before - 1;
        served |= before ? 0 : UINT32_C(1) << lane;
    }
    return served;
}

Traffic counts_add_retried(Counts *counts, const SimAccess *access)
{
    SimAccess round = *access;
    Traffic swaps = {0, 0};
    for (round.follows = round.repeats = 0; round.mask; round.mask &= ~lanes_served(&round)) {
        Traffic swap = traffic_shared_atomics(&round);
        counts_add_access(counts, COUNT_SHARED_LD, &round, traffic_wavefronts(&round));
        counts_add_access(counts, COUNT_SHARED_ATOM, &round, swap);
        swaps.units += swap.units;
        swaps.ideal += swaps.ideal ? 0 : swap.ideal;
    }
    return swaps;
}

void counts_add(Counts *into, const Counts *from)
{
    for (int i = 0; i < COUNTERS; i++)
        into->value[i] += from->value[i];
}
