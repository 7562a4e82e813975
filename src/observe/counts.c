/* Counters of one place: what its executions and its accesses add. */
#include "observe/figures.h"

#include "observe/expansion.h"

/* Whether or not a lane goes there. */
static void add_branches(Counts *counts, const PtxInst *inst, const SimCounts *told,
                         BranchForm form)
{
    bool is_branch = form == BRANCH_PLAIN || form == BRANCH_ALWAYS;
    uint64_t branches = is_branch ? told->executed : 0;
    if (inst->op == PTX_OP_BRX)
        branches = told->branches;
    if (branches == 0)
        return;
    counts->value[COUNT_BRANCH] += branches;
    uint64_t divergent = form == BRANCH_ALWAYS ? 0 : told->divergent;
    counts->value[COUNT_BRANCH_UNIFORM] += branches - divergent;
    counts->value[COUNT_BRANCH_DIVERGENT] += divergent;
}

/* Modulo 2^64: a difference may be less than nothing. */
static void add_class(Counts *counts, const PtxInst *inst, uint64_t threads)
{
    uint32_t width, lanes;
    FlopKind flop = inst_flop(inst, &width, &lanes);
    counts->value[COUNT_CLASS + inst_class(inst)] += threads;
    if (flop == FLOP_NONE)
        return;
    counts->value[COUNT_FLOP + FLOP_KINDS * width + flop] += threads;
    counts->value[COUNT_FLOPS + width] += threads * lanes * (flop == FLOP_FMA ? 2 : 1);
}

static void add_flops(Counts *counts, int width, FlopKind kind, uint64_t threads)
{
    static const int classes[] = {INST_FP16, INST_FP32, INST_FP64};
    counts->value[COUNT_FLOP + FLOP_KINDS * width + kind] += threads;
    counts->value[COUNT_FLOPS + width] += threads * (kind == FLOP_FMA ? 2 : 1);
    counts->value[COUNT_CLASS + classes[width]] += threads;
}

/* What is around in place of one instruction keeps together. */
static void add_expansion(Counts *counts, const PtxInst *inst, const SimCounts *told)
{
    enum { SINGLE = 1, DOUBLE = 2 };
    const Expansion *of = expansion_of(inst);
    if (!of)
        return;
    int width = inst->types[0] == PTX_F64 ? DOUBLE : SINGLE;
    for (int kind = 0; kind < FLOP_KINDS; kind++)
        add_flops(counts, width, kind, of->flops[kind] * told->threads);
    add_flops(counts, SINGLE, FLOP_FMA, of->single_fmas * told->threads);
    counts->value[COUNT_CLASS + INST_CONVERSION] += of->conversions * told->threads;
    counts->value[COUNT_CLASS + INST_FP32] += of->singles * told->threads;
    counts->value[COUNT_BRANCH] += of->branches * told->executed;
    counts->value[COUNT_BRANCH_UNIFORM] += of->branches * told->executed;
}

void counts_add_inst(Counts *counts, const PtxInst *inst, const SimCounts *told, BranchForm form)
{
    add_branches(counts, inst, told, form);
    counts->value[COUNT_INST] += told->executed;
    counts->value[COUNT_ACTIVE] += told->active;
    counts->value[COUNT_THREAD_INST] += told->threads;
    add_class(counts, inst, told->threads);
    add_expansion(counts, inst, told);
}

void counts_move_inst(Counts *counts, const PtxInst *inst, uint64_t from, uint64_t to)
{
    add_class(counts, inst, to - from);
}

Counter counts_first(const SimAccess *access)
{
    static const Counter global[] = {COUNT_GLOBAL_LD, COUNT_GLOBAL_ST, COUNT_GLOBAL_ATOM,
                                     COUNT_GLOBAL_RED};
    static const Counter shared[] = {COUNT_SHARED_LD, COUNT_SHARED_ST, COUNT_SHARED_ATOM,
                                     COUNT_SHARED_ATOM};
    bool copies = access->inst && access->inst->op == PTX_OP_CP;
    switch (access->space) {
    case PTX_SPACE_GLOBAL: /* bulk copies have a unit of their own there */
        return copies && ptx_has(access->inst, PTX_MOD_BULK) ? COUNT_BULK : global[access->kind];
    case PTX_SPACE_SHARED: /* what copies from global memory store is counted apart there */
        return copies ? NO_COUNTER : shared[access->kind];
    case PTX_SPACE_LOCAL: /* functions' parameters are registers there */
        if (access->inst && access->inst->space == PTX_SPACE_PARAM)
            return NO_COUNTER;
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
        return (Traffic){.units = 1, .ideal = 1, .sectors = 1, .lines = 1, .packed = 1};
    if (access->space != PTX_SPACE_SHARED)
        return traffic_global_atomics(access);
    Traffic one =
        form == ATOMIC_COUNTED ? traffic_wavefronts(access) : traffic_shared_atomics(access);
    /* of the second passes none is a conflict, of the first all but those that it takes at least */
    return form == ATOMIC_COMPARED
               ? (Traffic){.units = 2 * one.units, .ideal = one.units + one.ideal}
               : one;
}

Traffic counts_traffic(const SimAccess *access, AtomicForm form)
{
    bool atomic = access->kind == SIM_ACCESS_ATOMIC || access->kind == SIM_ACCESS_REDUCTION;
    if (counts_first(access) == NO_COUNTER)
        return (Traffic){0};
    switch (access->space) {
    case PTX_SPACE_SHARED:
        return atomic ? atomic_traffic(access, form) : traffic_wavefronts(access);
    case PTX_SPACE_LOCAL:
        return traffic_local(access);
    case PTX_SPACE_CONST:
        return (Traffic){.units = traffic_addresses(access), .ideal = 1};
    default:
        return atomic ? atomic_traffic(access, form) : traffic_sectors(access);
    }
}

/* Of lanes that meet in a bank the first one's swap succeeds; accesses of 8 bytes come by
 * half-warps. */
static uint32_t lanes_served(const SimAccess *access)
{
    uint32_t served = 0;
    for (uint32_t left = access->mask; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left), before = served;
        for (; before; before &= before - 1) {
            uint32_t other = (uint32_t)__builtin_ctz(before);
            bool together = access->bytes <= 4 || other / 16 == lane / 16;
            uint64_t away = access->address[other] ^ access->address[lane];
            if (away == 0 || (together && away % 128 / access->bytes == 0))
                break;
        }
        served |= before ? 0 : UINT32_C(1) << lane;
    }
    return served;
}

/* Each round forms the sums of those that are left. */
static void add_sums(Counts *counts, const SimAccess *round)
{
    PtxType type =
        round->inst && round->inst->type_count ? (PtxType)round->inst->types[0] : PTX_B32;
    uint32_t width = type == PTX_F64 ? 2 : 1;
    if (type == PTX_F32 || type == PTX_F64)
        counts->value[COUNT_FLOP + FLOP_KINDS * width + FLOP_ADD] +=
            (uint64_t)__builtin_popcount(round->mask);
}

Traffic counts_add_retried(Counts *counts, const SimAccess *access)
{
    SimAccess round = *access, load;
    Traffic all = {.ideal = 1};
    /* each round's branch asks who has come through; all have only in the last */
    counts->value[COUNT_BRANCH_UNIFORM]++;
    counts->value[COUNT_BRANCH_DIVERGENT]--;
    for (round.follows = round.repeats = 0; round.mask; round.mask &= ~lanes_served(&round)) {
        add_sums(counts, &round);
        counts->value[COUNT_BRANCH]++;
        counts->value[COUNT_BRANCH_DIVERGENT]++;
        bool halves = round.bytes > 4 && round.mask >> 16 && round.mask & 0xFFFF;
        uint32_t passes = halves ? 4 : 2;
        load = round;
        load.kind = SIM_ACCESS_LOAD;
        counts_add_access(counts, COUNT_SHARED_LD, &load, traffic_wavefronts(&load));
        counts_add_access(counts, COUNT_SHARED_ATOM, &round,
                          (Traffic){.units = passes, .ideal = passes});
        all.units += passes;
    }
    return all;
}

void counts_add(Counts *into, const Counts *from)
{
    for (int i = 0; i < COUNTERS; i++)
        into->value[i] += from->value[i];
}
