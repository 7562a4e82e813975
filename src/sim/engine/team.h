/* Blocks over threads, with the results of one thread, bit for bit.
 *
 * The grid's blocks are cut into spans. Each thread takes the next span and runs it ahead of its
 * turn: what it reads and writes stays in a draft (draft.h). Spans are ended in the order of their
 * blocks: a draft whose reads still hold is put into memory; else the span runs again, now that it
 * is its turn. The span whose turn it is works on memory directly. So the result is that of blocks
 * that run one after the other, whatever the kernel does and however fast the threads are.
 *
 * What depends on the blocks before (atomics whose result is used, volatile and acquiring loads,
 * clocks, faults) waits for the span's turn: team_order(). What needs the thread that launched
 * (printf, device-side malloc) or blocks that take turns (one waits for another) ends the team: the
 * block goes on outside of it: team_hand_over().
 *
 * Memory that the kernel has not written so far is read without a draft. The first write to an
 * allocation waits for its turn, and all that ran ahead is run again.
 *
 * Where it is proven that no block touches what another one stores (apart.h), there are no drafts:
 * spans work on memory directly, and only end in order. They can't be run again then, so the team
 * runs them to their ends, and the budget's end is found within it. */
#ifndef CULAB_SIM_ENGINE_TEAM_H
#define CULAB_SIM_ENGINE_TEAM_H

#include "sim/engine/warp.h"

/* Whether blocks from `next` on, which are known to have about `each` warp-instructions, are worth
 * a team, and may have one. */
bool team_is_worth(const Run *run, uint64_t next, uint64_t total, uint64_t each);
/* Runs blocks from *next on until all are done, the run is over, or a block must go on outside. The
 * figures of the run are brought up to date. Returns that block, which is the run's own from now on
 * and stands before *next; else NULL. */
Block *team_run(Run *run, uint64_t *next, uint64_t total, uint64_t each);

/* For runs of a team's members; in all others they say yes. */

/* Waits for the span's turn. False: it is lost and will run again; hand the warp back. */
bool team_order(Run *run);
/* At an instruction that can only run outside of the team: as a handler returns. */
const SimInst *team_hand_over(SimWarp *warp, const SimInst *inst);
/* Whether what the run has done so far is known to be for nothing. */
bool team_is_lost(Run *run);

/* How accesses to an allocation are made: what stands in Run.cache_ways. */
typedef enum CacheWay {
    CACHE_READ,  /* in place, reads only */
    CACHE_DRAFT, /* through the draft */
    CACHE_PLAIN  /* in place */
} CacheWay;
/* The allocation around an address into the run's cache `index`. False: there is none, or the span
 * is lost. */
bool team_cache(Run *run, uint32_t index, uint64_t address, uint64_t bytes, bool write);
/* Where the lanes' accesses, all of them checked and in global memory, are made: through the draft
 * if the run has one. False: the warp is handed back. */
bool team_reach(SimWarp *warp, uint32_t mask, const uint64_t *address, uint32_t bytes, bool write,
                unsigned char **at);
/* The same for `bytes` side by side, moved from or to `row`. */
bool team_move_row(SimWarp *warp, uint64_t address, unsigned char *row, uint32_t bytes, bool write);
/* The same wherever in global memory the lanes' accesses lie. */
bool team_reach_any(SimWarp *warp, uint32_t mask, const uint64_t *address, uint32_t bytes,
                    bool write, unsigned char **at);

#endif
