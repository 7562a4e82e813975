/* What the files of the race checker share of one warp's access. */
#ifndef CULAB_OBSERVE_RACE_ACCESS_H
#define CULAB_OBSERVE_RACE_ACCESS_H

#include "observe/race_state.h"

/* -- race_access.c */
/* The shared memory of a block; NULL: it isn't resident, or has none. */
SharedShadow *race_shared_of(Race *race, uint32_t block);
/* Makes the block the current one. False: it isn't resident. */
bool race_enter_block(Race *race, uint32_t linear);
/* What of a touch is the warp's. False: its block isn't resident. */
bool race_view_warp(Race *race, const SimWarpInfo *warp);
/* A place's number in slots, which tells its strength too. */
uint32_t race_site_for(Race *race, const SimWarpInfo *warp, const SimAccess *access,
                       RaceStrength strength);
/* All of the touch's lanes, of an access that neither releases nor acquires. */
void race_touch_runs(Race *race, Touch *touch);
/* Has the processor fetch what race_touch_all() will look at, where each lane's lies elsewhere. */
void race_fetch_words(const Race *race, const SimAccess *access);
/* `lands`: the end of an asynchronous store. */
void race_touch_all(Race *race, const SimWarpInfo *warp, const SimAccess *access, bool lands);

/* An address as one of all memory: shared memory is a block's own. */
static inline uint64_t race_place(const SimAccess *access, uint64_t address)
{
    return access->space == PTX_SPACE_SHARED ? address | (uint64_t)(access->owner_linear + 1) << 32
                                             : address;
}

/* -- race_lane.c */
/* Whether a strong access of the warp in view may release or acquire anything now. */
bool race_synchronises(Race *race, const SimWarpInfo *warp, const SimAccess *access,
                       RaceStrength strength);

/* -- race_flight.c */
/* An access that is looked at by itself: of its lanes none yet. */
Touch race_touch_of(const Race *race, const SimWarpInfo *warp, const SimAccess *access);
/* A bulk copy begins to use shared memory, or it ends. */
void race_bulk(Race *race, const SimWarpInfo *warp, const SimBulk *bulk);
/* Whether an access to shared memory meets what bulk copies use that are under way. */
void race_meet_flights(Race *race, const SimWarpInfo *warp, const SimAccess *access);

/* -- race_proxy.c */
/* The warp has passed a fence between proxies. */
void race_proxy_fence(Race *race, const SimWarpInfo *warp, const PtxInst *fence);
/* A bulk copy begins to read what lies in [from, to) of a block's shared memory: whether a fence
 * stands between that and what threads wrote there. `touch`: of the copy's lane. */
void race_proxy_read(Race *race, Touch *touch, SharedShadow *shadow, uint64_t from, uint64_t to);
/* The same for what wgmma reads in shared memory, and a bulk copy in global memory. */
void race_proxy_access(Race *race, const SimWarpInfo *warp, const SimAccess *access);
void race_proxy_forget(SharedShadow *shadow);

/* -- race_note.c */
/* Notes a read of the warp's own block, if no write is there that could conflict with it. */
bool race_note_read(Race *race, SharedShadow *shadow, const SimWarpInfo *warp,
                    const SimAccess *access);
/* Before an access is looked at: reads that it may meet are. False: its block isn't resident. */
bool race_settle_logged(Race *race, SharedShadow *shadow, const SimWarpInfo *warp,
                        const SimAccess *access);
/* Nobody can meet them any more. */
void race_drop_logged(Race *race, SharedShadow *shadow);
/* Other things than barriers of whole blocks order threads from now on. */
void race_leave_simple(Race *race, const SimWarpInfo *warp);

#endif
