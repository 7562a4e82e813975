/* What is known of the places in a kernel while it runs: what its accesses cost, and counters. */
#ifndef CULAB_OBSERVE_SPOT_H
#define CULAB_OBSERVE_SPOT_H

#include "observe/figures.h"
#include "observe/pattern.h"
#include "observe/shared_vector.h"
#include "observe/site.h"

typedef struct Spot {
    Counts counts;
    Pattern last;
    ObserveAccess worst; /* units 0: none yet */
    uint64_t executed;   /* by warps */
    uint64_t threads;    /* that executed it */
    uint64_t gone;       /* of a branch: warps all of whose lanes took it */
    uint64_t around;     /* by warps, if it stands in a body that a predicate is put before */
    bool has_part;       /* whether `part` is known */
    SharedPart part;
    uint8_t level;   /* of a look: 1: by the number 0, 2: by another, 0: not known yet */
    uint8_t form[2]; /* of its atomics, [in shared memory]: AtomicForm + 1; 0: not known yet */
} Spot;

/* Start from {0}. */
typedef struct Spots {
    SiteTable sites;
    Spot *at; /* [site - 1] */
    size_t room;
} Spots;

/* Room for places up to this number; false: no memory. */
bool spots_grow(Spots *spots, uint32_t number);
/* NULL: no memory; then the figure stays missing rather than wrong (see launch end). */
static inline Spot *spot_of(Spots *spots, const SimSite *site)
{
    uint32_t number = site_number(&spots->sites, site);
    if (number == 0 || (number > spots->room && !spots_grow(spots, number)))
        return NULL;
    return &spots->at[number - 1];
}
void spots_clear(Spots *spots);
void spots_free(Spots *spots);

#endif
