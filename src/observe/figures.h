/* What is counted at a place, and the figures made of it under Nsight Compute's names. */
#ifndef CULAB_OBSERVE_FIGURES_H
#define CULAB_OBSERVE_FIGURES_H

#include "observe/atomic_form.h"
#include "observe/branch_form.h"
#include "observe/inst_class.h"
#include "observe/observe.h"
#include "observe/traffic.h"

/* Counters of one kind of access stand together, in this order. */
enum {
    IN_REQUEST,
    IN_UNIT,
    IN_IDEAL,
    IN_LANES,
    IN_BYTES,
    IN_DATA, /* distinct bytes of each access; also, of global memory, sectors and lines */
    IN_SECTORS,
    IN_LINES,
    IN_PACKED,
    IN_ISSUED, /* instructions, also those whose predicate lets no lane through */
    IN_FIELDS
};

typedef enum Counter {
    COUNT_INST,
    COUNT_ACTIVE,
    COUNT_THREAD_INST,
    COUNT_BRANCH,
    COUNT_BRANCH_UNIFORM,
    COUNT_BRANCH_DIVERGENT,
    COUNT_CLASS,                               /* thread-instructions of each InstClass */
    COUNT_FLOP = COUNT_CLASS + INST_CLASSES,   /* [width][FlopKind] thread-instructions */
    COUNT_FLOPS = COUNT_FLOP + 3 * FLOP_KINDS, /* operations, of each width */
    COUNT_GLOBAL_LD = COUNT_FLOPS + 3,
    COUNT_GLOBAL_ST = COUNT_GLOBAL_LD + IN_FIELDS,
    COUNT_GLOBAL_ATOM = COUNT_GLOBAL_ST + IN_FIELDS, /* the ideal: distinct addresses */
    COUNT_GLOBAL_RED = COUNT_GLOBAL_ATOM + IN_FIELDS,
    COUNT_SHARED_LD = COUNT_GLOBAL_RED + IN_FIELDS, /* the unit: passes */
    COUNT_SHARED_ST = COUNT_SHARED_LD + IN_FIELDS,
    COUNT_SHARED_ATOM = COUNT_SHARED_ST + IN_FIELDS,
    COUNT_LOCAL_LD = COUNT_SHARED_ATOM + IN_FIELDS,
    COUNT_LOCAL_ST = COUNT_LOCAL_LD + IN_FIELDS,
    COUNT_CONST_LD = COUNT_LOCAL_ST + IN_FIELDS, /* the unit: distinct addresses */
    /* cp.async, which counts as COUNT_GLOBAL_LD as well: through the L1 cache, past it, and its
     * passes over the banks; ldmatrix and stmatrix, which do as COUNT_SHARED_... */
    COUNT_COPY_ACCESS = COUNT_CONST_LD + IN_FIELDS,
    COUNT_COPY_BYPASS = COUNT_COPY_ACCESS + IN_FIELDS,
    COUNT_COPY_STORE = COUNT_COPY_BYPASS + IN_FIELDS,
    COUNT_LDMATRIX = COUNT_COPY_STORE + IN_FIELDS,
    COUNT_STMATRIX = COUNT_LDMATRIX + IN_FIELDS,
    COUNT_BULK = COUNT_STMATRIX + IN_FIELDS,   /* global memory that bulk copies read or write */
    COUNT_GENERIC_LD = COUNT_BULK + IN_FIELDS, /* instructions */
    COUNT_GENERIC_ST,
    /* textures by whole coordinates and by points between elements, and surfaces: IN_REQUEST,
     * IN_SECTORS and IN_ISSUED of each */
    COUNT_TEXTURE_LD,
    COUNT_TEXTURE_TEX = COUNT_TEXTURE_LD + IN_FIELDS,
    COUNT_SURFACE_LD = COUNT_TEXTURE_TEX + IN_FIELDS,
    COUNT_SURFACE_ST = COUNT_SURFACE_LD + IN_FIELDS,
    COUNT_SURFACE_RED = COUNT_SURFACE_ST + IN_FIELDS,
    COUNT_LOOK_UNKNOWN = COUNT_SURFACE_RED + IN_FIELDS, /* looks whose sectors no rule tells */
    /* passes of atomics in shared memory, with those of generic ones on their way to global memory
     */
    COUNT_ATOMIC_PASSES,
    COUNT_ATOMIC_PASSES_LEAST,
    COUNTERS,
    NO_COUNTER = COUNTERS
} Counter;

/* Whether a counter is of sectors of textures or surfaces. */
static inline bool counter_is_of_looks(uint32_t counter)
{
    return counter >= COUNT_TEXTURE_LD && counter < COUNT_LOOK_UNKNOWN &&
           (counter - COUNT_TEXTURE_LD) % IN_FIELDS == IN_SECTORS;
}

typedef struct Counts {
    uint64_t value[COUNTERS];
} Counts;

/* What counts_add_inst() and counts_add_access() collect, told as figures; those without a
 * denominator, and those of things that the kernel or line does not do, are left out. `metric`
 * holds kernel, launch and line. */
void figures_each(const Counts *counts, ObserveMetric *metric, void *state,
                  void (*each)(void *state, const ObserveMetric *metric));
/* Those of them that are made of several counters. */
void sum_figures_each(const Counts *counts, ObserveMetric *metric, void *state,
                      void (*each)(void *state, const ObserveMetric *metric));

void counts_add_inst(Counts *counts, const PtxInst *inst, const SimCounts *told, BranchForm form);
/* For arithmetic that other threads than told before do. */
void counts_move_inst(Counts *counts, const PtxInst *inst, uint64_t from, uint64_t to);
/* The first of the counters of accesses like this one; NO_COUNTER: they are not counted. */
Counter counts_first(const SimAccess *access);
/* What an access costs, an atomic one in this form; nothing if it isn't counted. */
Traffic counts_traffic(const SimAccess *access, AtomicForm form);
static inline void counts_add_access(Counts *counts, Counter first, const SimAccess *access,
                                     Traffic traffic)
{
    uint32_t lanes = (uint32_t)__builtin_popcount(access->mask);
    uint64_t *at = &counts->value[first];
    if (first == NO_COUNTER)
        return;
    /* local memory is asked for each 128 bytes that a warp's lanes have side by side */
    bool wide = access->space == PTX_SPACE_LOCAL && access->bytes > 4;
    at[IN_REQUEST] += wide ? access->bytes / 4 : 1;
    at[IN_UNIT] += traffic.units;
    at[IN_IDEAL] += traffic.ideal;
    at[IN_LANES] += lanes;
    at[IN_BYTES] += (uint64_t)lanes * access->bytes;
    at[IN_DATA] += traffic.bytes;
    at[IN_SECTORS] += traffic.sectors;
    at[IN_LINES] += traffic.lines;
    at[IN_PACKED] += traffic.packed;
}
/* Of an atomic operation that shared memory doesn't have (ATOMIC_RETRIED): a load and a
 * compare-and-swap for all lanes, again for those that another lane of the warp came before, and so
 * on. On a device lanes of other warps come before as well. Returns what the swaps cost together.
 */
Traffic counts_add_retried(Counts *counts, const SimAccess *access);
void counts_add(Counts *into, const Counts *from);

#endif
