/* The observers of the engine, chosen by bits and read out afterwards.
 *
 * One set watches one context: create it, hand its observers to every launch, tell it of
 * allocations and copies, read metrics and writers. Not thread-safe: its owner locks. Running out
 * of memory turns the checker that needed it off for the rest of the launch and is told as a
 * finding. */
#ifndef CULAB_OBSERVE_OBSERVE_H
#define CULAB_OBSERVE_OBSERVE_H

#include <stdbool.h>
#include <stdint.h>

#include "observe/init.h"
#include "observe/stream_race.h"
#include "observe/touch.h"
#include "sim/observer.h"

/* The same numbers as CULAB_SIM_CHECK_... in culab_sim.h. */
enum {
    OBSERVE_MEMORY = 1,
    OBSERVE_RACE = 2,
    OBSERVE_INIT = 4,
    OBSERVE_SYNC = 8,
    OBSERVE_ARITHMETIC = 16,
    OBSERVE_PROVENANCE = 32,
    OBSERVE_METRICS = 64,
    OBSERVE_TOUCHES = 128, /* not among those of culab_sim.h */
};

typedef struct ObserveSet ObserveSet;

/* NULL: no memory. */
ObserveSet *observe_new(uint32_t checks, SimFindingSink findings);
void observe_free(ObserveSet *set);
/* Ended by the count; the array belongs to the set. */
const SimObserver *const *observe_observers(const ObserveSet *set, uint32_t *count);
/* Whether later launches are told of what can't be told from what is right; see overrun.h. */
void observe_doubtful(ObserveSet *set, bool doubtful);
/* What is told from now on is of that operation; NULL: of one that runs beside no other. */
void observe_operation(ObserveSet *set, const StreamOperation *operation);
/* The operation makes memory, which others may use behind it. */
void observe_operation_allocates(ObserveSet *set, uint64_t address, uint64_t size);
/* Forgets metrics and writers; what is initialised stays known. */
void observe_clear(ObserveSet *set);

typedef struct ObserveMetric {
    const char *kernel;
    uint64_t launch;
    uint32_t line;    /* in the CUDA source; 0: the whole kernel */
    const char *name; /* Nsight Compute's full metric name */
    double value;
    double ideal; /* NaN: none */
} ObserveMetric;
void observe_metrics(const ObserveSet *set, void *state,
                     void (*each)(void *state, const ObserveMetric *metric));

/* One access of one warp, the most wasteful at its place: what each lane touched. */
typedef struct ObserveAccess {
    uint64_t launch;
    uint32_t line; /* in the CUDA source */
    SimDim block;
    uint32_t warp; /* in the block */
    SimAccessKind kind;
    PtxSpace space; /* global, shared, local, const */
    uint32_t bytes, mask;
    uint64_t address[32];  /* of the lanes in `mask`; in shared and local memory offsets */
    uint32_t units, ideal; /* sectors, passes over the banks, or distinct addresses (const) */
    char name[64];         /* of what the first lane touched, "a[12]"; "" unknown */
} ObserveAccess;
/* For each place with a source line, of the launches that figures are kept of. */
void observe_accesses(const ObserveSet *set, void *state,
                      void (*each)(void *state, const ObserveAccess *access));

typedef struct ObserveWriter {
    uint64_t launch;
    SimSite site;
    SimDim block, thread;
} ObserveWriter;
enum { OBSERVE_WRITERS = 4 };
/* Who wrote the byte at a global address in kernels, the last one first, then those before that
 * differ in thread or place, but of many atomic operations one behind the other only the last and
 * one before it; 0: nobody that was seen. The sites are valid as long as their modules
 * are. */
uint32_t observe_writers(const ObserveSet *set, uint64_t address,
                         ObserveWriter out[OBSERVE_WRITERS]);
/* Bytes that the checkers take for memory that kernels touch: of global memory now, of shared and
 * local memory at most in a launch so far. */
typedef struct ObserveShadow {
    size_t global, shared, local;
} ObserveShadow;
ObserveShadow observe_shadow(const ObserveSet *set);
/* See init.h; without OBSERVE_INIT nothing is missing. */
void observe_gaps(const ObserveSet *set, uint64_t address, uint64_t size, InitGaps *gaps);
void observe_accept(const ObserveSet *set, uint64_t address, uint64_t size);
void observe_copied(const ObserveSet *set, uint64_t to, uint64_t from, uint64_t size);
/* Adds OBSERVE_TOUCHES to a set; not while a launch runs. False: no memory. */
bool observe_watch_touches(ObserveSet *set);
/* See touch.h; false without OBSERVE_TOUCHES. */
bool observe_touches_strongly(const ObserveSet *set, uint64_t address, uint64_t size);
/* The ranges of global memory that the last launch touched; see touch.h. */
void observe_touches(const ObserveSet *set, void *state,
                     void (*each)(void *state, TouchKind kind, uint64_t address, uint64_t size));

#endif
