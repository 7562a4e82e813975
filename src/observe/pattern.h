/* How the lanes of a place's last access lay: accesses that lie the same way cost the same. */
#ifndef CULAB_OBSERVE_PATTERN_H
#define CULAB_OBSERVE_PATTERN_H

#include "observe/figures.h"

enum { PATTERN_LANES = 32, PATTERN_PERIOD = 128, PATTERN_WORD = 4, PATTERN_FEW_RUNS = 8 };

/* How the lanes of the last access by all of them lay to each other, and what such accesses cost,
 * by the word of a line that the first lane's address begins. All addresses PATTERN_PERIOD bytes
 * further on cost the same: their words meet in the same way in the same banks. */
typedef struct Pattern {
    SimAccessKind kind;
    PtxSpace space;
    uint32_t bytes;            /* 0: there was none */
    uint32_t follows, repeats; /* as hinted at */
    Counter first;
    uint32_t known;  /* bits: places that `traffic` is known of */
    uint32_t misses; /* accesses in a row that lay otherwise */
    uint64_t away[PATTERN_LANES];
    Traffic traffic[PATTERN_PERIOD / PATTERN_WORD];
} Pattern;

static inline bool pattern_is(const Pattern *last, const SimAccess *access)
{
    const uint64_t *address = access->address;
    uint64_t differs = 0;
    if (last->bytes != access->bytes || last->kind != access->kind ||
        last->space != access->space || last->follows != access->follows ||
        last->repeats != access->repeats)
        return false;
    uint32_t starts = ~(access->follows | access->repeats);
    if (__builtin_popcount(starts) <= PATTERN_FEW_RUNS) {
        for (uint32_t left = starts & (starts - 1); left; left &= left - 1) {
            int lane = __builtin_ctz(left);
            differs |= (address[lane] - address[0]) ^ last->away[lane];
        }
        return !differs;
    }
    for (int i = 0; i < PATTERN_LANES; i++)
        differs |= (address[i] - address[0]) ^ last->away[i];
    return !differs;
}

static inline void pattern_keep(Pattern *last, const SimAccess *access)
{
    last->kind = access->kind;
    last->space = access->space;
    last->bytes = access->bytes;
    last->follows = access->follows;
    last->repeats = access->repeats;
    last->first = counts_first(access);
    last->known = 0;
    for (int i = 0; i < PATTERN_LANES; i++)
        last->away[i] = access->address[i] - access->address[0];
}

#endif
