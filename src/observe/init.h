/* Reads of memory that nothing wrote: shared memory of a block, and device allocations. */
#ifndef CULAB_OBSERVE_INIT_H
#define CULAB_OBSERVE_INIT_H

#include "sim/observer.h"

typedef struct Init Init;

Init *init_new(SimFindingSink findings); /* NULL: no memory */
void init_free(Init *init);
const SimObserver *init_observer(const Init *init);
/* How many bytes its shadow takes of global memory now, and took of shared memory at most so far.
 */
size_t init_held(const Init *init);
size_t init_shared_most(const Init *init);

/* What of some ranges, told one after the other, nothing has written. Start from {0}. */
typedef struct InitGaps {
    uint64_t bytes, missing;
    uint64_t first;         /* address of the first byte that is missing */
    uint64_t count;         /* of runs of bytes */
    uint64_t length, apart; /* of the first of them; from the first's beginning to the second's */
    uint64_t last;          /* the last one's beginning */
    bool uneven;            /* some are of another length, or otherwise apart */
} InitGaps;
void init_gaps(Init *init, uint64_t address, uint64_t size, InitGaps *gaps);
/* Told once is enough: from now on the range counts as written. */
void init_accept(Init *init, uint64_t address, uint64_t size);
/* A copy that was told as a write: what nothing wrote where it came from, nothing wrote here. */
void init_copied(Init *init, uint64_t to, uint64_t from, uint64_t size);

#endif
