/* Memory that a launch writes to, by what the addresses of its stores are made of: no read of any
 * other can race, nor can what all of the launch does by atomic operations alone, nor what each
 * thread has for itself. */
#ifndef CULAB_OBSERVE_WRITTEN_H
#define CULAB_OBSERVE_WRITTEN_H

#include "observe/flow.h"
#include "sim/observer.h"

enum { WRITTEN_MOST = 8 };

typedef struct WrittenSet {
    bool known; /* else anything may be written */
    uint32_t count;
    struct WrittenPart {
        uint64_t start, end;
        bool plainly;      /* not by atomic operations alone whose scope is all of the grid */
        bool apart;        /* no thread touches what another one stores there */
    } parts[WRITTEN_MOST]; /* whole allocations */
} WrittenSet;

/* Looks through the launch's kernel and what it calls. */
void written_find(WrittenSet *set, FlowTable *flows, const SimLaunchInfo *launch);

/* Whether a write lies where one was expected: an index may lead out of its own allocation. */
bool written_was_expected(const WrittenSet *set, const SimAccess *access);

/* Whether it lies where each thread has what it touches for itself. */
static inline bool written_apart(const WrittenSet *set, const SimAccess *access)
{
    for (uint32_t i = 0; set->known && i < set->count; i++)
        if (access->low >= set->parts[i].start && access->high <= set->parts[i].end)
            return set->parts[i].apart;
    return false;
}

/* Whether all that is read is never written. */
static inline bool written_never(const WrittenSet *set, const SimAccess *access)
{
    if (!set->known || !access->high)
        return false;
    for (uint32_t i = 0; i < set->count; i++)
        if (access->low < set->parts[i].end && access->high > set->parts[i].start)
            return false;
    return true;
}

/* Whether nothing but atomic operations of all of the grid's scope touches all this. */
static inline bool written_by_atomics(const WrittenSet *set, const SimAccess *access)
{
    for (uint32_t i = 0; set->known && i < set->count; i++)
        if (access->low >= set->parts[i].start && access->high <= set->parts[i].end)
            return !set->parts[i].plainly;
    return false;
}

/* What accesses [low, high) is none of them, whatever was expected; `high` is 0: anywhere. */
static inline void written_plainly(WrittenSet *set, uint64_t low, uint64_t high)
{
    for (uint32_t i = 0; i < set->count; i++)
        if (!high || (low < set->parts[i].end && high > set->parts[i].start))
            set->parts[i].plainly = true;
}

#endif
