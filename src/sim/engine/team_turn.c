/* What the run of a team's member asks for while its blocks run: its turn, and ways to memory. */
#include <stdlib.h>
#include <string.h>

#include "sim/engine/team_state.h"

enum { WAITS_SETTLE = 16 }; /* waits for a turn that say nothing yet: for first writes */

void team_forget_caches(Run *run)
{
    memset(run->caches, 0, sizeof(run->caches));
}

static void lose(Member *member)
{
    member->lost = true;
    member->run->over = true;
}

static bool is_stale(const Member *member)
{
    return member->span->writes !=
           atomic_load_explicit(&member->team->writes, memory_order_relaxed);
}

bool team_is_lost(Run *run)
{
    Member *member = run->member;
    if (member && (run->draft || member->early) && is_stale(member))
        lose(member);
    return member && member->lost;
}

void team_go_direct(Run *run)
{
    run->draft = NULL;
    run->member->early = false;
    run->issued_before = run->member->team->figures.issued;
    run_count_cycles(run);
    team_forget_caches(run);
}

/* Whether the span whose turn it is can only be run again by a member that waits for its own. */
static bool must_make_way(const Team *team)
{
    const Span *first = &team->spans[team->done % team->spans_used];
    return first->state == SPAN_LOST && team->waiting == team->member_count;
}

static bool wait_for_turn(Member *member)
{
    Team *team = member->team;
    pthread_mutex_lock(&team->lock);
    team->ahead -= member->ahead;
    member->ahead = false;
    team->waiting++;
    if (team->done != member->span->turn && ++team->waits > WAITS_SETTLE && team->each > 1)
        team->each /= 2; /* short spans have their turn sooner */
    pthread_cond_broadcast(&team->changed);
    while (team->done != member->span->turn && !is_stale(member) && !team->over &&
           !must_make_way(team))
        if (!team_commit(team))
            team_wait(team);
    team->waiting--;
    bool has_turn = team->done == member->span->turn && !is_stale(member) && !team->over;
    pthread_mutex_unlock(&team->lock);
    return has_turn;
}

bool team_order(Run *run)
{
    Member *member = run->member;
    if (!member || (!run->draft && !member->early && !member->lost))
        return true;
    if (member->lost || !wait_for_turn(member) || (run->draft && !draft_is_good(run->draft))) {
        lose(member);
        return false;
    }
    if (run->draft)
        draft_apply(run->draft);
    team_go_direct(run);
    return true;
}

static const SimInst *give_back(SimWarp *warp)
{
    warp->stop = WARP_FAULT;
    return NULL;
}

const SimInst *team_hand_over(SimWarp *warp, const SimInst *inst)
{
    Run *run = warp->run;
    if (!team_order(run))
        return give_back(warp);
    run->member->handed = true;
    run->over = true;
    run->handed = true;
    warp->stop = WARP_GOES_ON;
    warp->next = inst;
    return NULL;
}

/* -- memory */

static bool is_written(const Team *team, const SimAlloc *alloc)
{
    return alloc->id >= team->written_count || team->written[alloc->id];
}

/* The run, which has its turn, writes to the allocation for the first time. Others have read it as
 * if nobody did. */
static void note_written(Team *team, const SimAlloc *alloc)
{
    pthread_mutex_lock(&team->lock);
    team->changing = true;
    team->writes++;
    pthread_cond_broadcast(&team->changed);
    while (team->ahead)
        team_wait(team);
    team->written[alloc->id] = 1;
    team->changing = false;
    pthread_cond_broadcast(&team->changed);
    pthread_mutex_unlock(&team->lock);
}

bool team_cache(Run *run, uint32_t index, uint64_t address, uint64_t bytes, bool write)
{
    const SimAlloc *alloc = sim_memory_find(run->launch->memory, address, bytes);
    if (!alloc || alloc->read_only)
        return false;
    CacheWay way = CACHE_PLAIN;
    if (run->member) {
        Team *team = run->member->team;
        bool written = is_written(team, alloc);
        if (write && !written) {
            if (!team_order(run))
                return false;
            note_written(team, alloc);
        }
        way = run->draft         ? (written ? CACHE_DRAFT : CACHE_READ)
              : write || written ? CACHE_PLAIN
                                 : CACHE_READ;
    }
    run->caches[index] = (MemoryCache){alloc->address, alloc->size};
    run->cache_ways[index] = way;
    return true;
}

/* From lane `lane` on, how many lie side by side in one line. */
static uint32_t lanes_together(const uint64_t *address, uint32_t mask, uint32_t lane,
                               uint32_t bytes)
{
    const uint32_t room = (DRAFT_LINE - (uint32_t)(address[lane] % DRAFT_LINE)) / bytes;
    const uint32_t most = room < SIM_LANES - lane ? room : SIM_LANES - lane;
    uint32_t count = 1;
    while (count < most && mask >> (lane + count) & 1 &&
           address[lane + count] == address[lane] + (uint64_t)count * bytes)
        count++;
    return count;
}

static bool reach_drafted(Run *run, uint32_t mask, const uint64_t *address, uint32_t bytes,
                          bool write, unsigned char **at)
{
    for (uint32_t left = mask; left;) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        uint32_t count = lanes_together(address, mask, lane, bytes);
        unsigned char *kept = write ? draft_write(run->draft, address[lane], count * bytes)
                                    : draft_read(run->draft, address[lane], count * bytes);
        if (!kept)
            return false;
        for (uint32_t i = 0; i < count; i++)
            at[lane + i] = kept + i * bytes;
        left = lane + count < SIM_LANES ? left >> (lane + count) << (lane + count) : 0;
    }
    return true;
}

bool team_reach(SimWarp *warp, uint32_t mask, const uint64_t *address, uint32_t bytes, bool write,
                unsigned char **at)
{
    Run *run = warp->run;
    if (run->draft && draft_has_room(run->draft) &&
        reach_drafted(run, mask, address, bytes, write, at))
        return true;
    if (!team_order(run)) {
        give_back(warp);
        return false;
    }
    for (uint32_t lane = 0; lane < SIM_LANES; lane++)
        at[lane] = (unsigned char *)(uintptr_t)address[lane];
    return true;
}

/* How many bytes of the row went through the draft. */
static uint32_t move_drafted(Draft *draft, uint64_t address, unsigned char *row, uint32_t bytes,
                             bool write)
{
    uint32_t moved = 0;
    while (moved < bytes) {
        uint32_t room = DRAFT_LINE - (uint32_t)((address + moved) % DRAFT_LINE);
        uint32_t size = room < bytes - moved ? room : bytes - moved;
        unsigned char *kept = write ? draft_write(draft, address + moved, size)
                                    : draft_read(draft, address + moved, size);
        if (!kept)
            break;
        memcpy(write ? kept : row + moved, write ? row + moved : kept, size);
        moved += size;
    }
    return moved;
}

bool team_move_row(SimWarp *warp, uint64_t address, unsigned char *row, uint32_t bytes, bool write)
{
    Run *run = warp->run;
    uint32_t moved = 0;
    if (run->draft && draft_has_room(run->draft))
        moved = move_drafted(run->draft, address, row, bytes, write);
    if (moved == bytes)
        return true;
    if (!team_order(run)) {
        give_back(warp);
        return false;
    }
    unsigned char *at = (unsigned char *)(uintptr_t)(address + moved);
    memcpy(write ? at : row + moved, write ? row + moved : at, bytes - moved);
    return true;
}

/* False: some lane needs the span's turn. */
static bool reach_each(Run *run, uint32_t mask, const uint64_t *address, uint32_t bytes, bool write,
                       unsigned char **at)
{
    for (uint32_t left = mask; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        const SimAlloc *alloc = sim_memory_find(run->launch->memory, address[lane], bytes);
        bool written = !alloc || is_written(run->member->team, alloc);
        if (!written && write)
            return false;
        if (!written)
            at[lane] = (unsigned char *)(uintptr_t)address[lane];
        else
            at[lane] = write ? draft_write(run->draft, address[lane], bytes)
                             : draft_read(run->draft, address[lane], bytes);
        if (!at[lane])
            return false;
    }
    return true;
}

bool team_reach_any(SimWarp *warp, uint32_t mask, const uint64_t *address, uint32_t bytes,
                    bool write, unsigned char **at)
{
    Run *run = warp->run;
    if (run->draft && draft_has_room(run->draft) &&
        reach_each(run, mask, address, bytes, write, at))
        return true;
    if (run->member->team->apart)
        return true; /* `at` points there */
    if (!team_order(run)) {
        give_back(warp);
        return false;
    }
    for (uint32_t left = mask; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        const SimAlloc *alloc = sim_memory_find(run->launch->memory, address[lane], bytes);
        if (write && alloc && !is_written(run->member->team, alloc))
            note_written(run->member->team, alloc);
        at[lane] = (unsigned char *)(uintptr_t)address[lane];
    }
    return true;
}
