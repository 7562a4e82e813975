/* Races: one warp's access, with what is known of it and of the warp, handed on to the rules. */
#include "observe/race_access.h"
#include "observe/lane_run.h"
#include "observe/race_quiet.h"
#include "observe/race_sated.h"
#include "observe/steer.h"

enum {
    FEW_RUNS = 3,
    SOME_RUNS = 8,
    WORD = 4,
    WORDS_MOST = 16, /* bytes of a lane's element of several words */
    PROXY_BYTES = 16,
    CACHE_LINE = 64,
    FAR = 4096, /* the processor itself looks no further ahead */
};

SharedShadow *race_shared_of(Race *race, uint32_t block)
{
    for (size_t i = 0; i < race->shared_count; i++)
        if (race->shared[i]->used && race->shared[i]->block == block)
            return race->shared[i];
    return NULL;
}

/* Makes the block the current one. False: it isn't resident. */
bool race_enter_block(Race *race, uint32_t linear)
{
    if (race->current_order && race->current == linear)
        return true;
    race->current = linear;
    race->current_order = order_block(race->order, linear);
    race->current_shared = race_shared_of(race, linear);
    return race->current_order != NULL;
}

static RaceStrength strength_of(const SimAccess *access)
{
    if (access->kind == SIM_ACCESS_ATOMIC || access->kind == SIM_ACCESS_REDUCTION)
        return RACE_ATOMICALLY;
    return access->order == SIM_ORDER_WEAK       ? RACE_WEAK
           : access->order == SIM_ORDER_VOLATILE ? RACE_STRONG
                                                 : RACE_ATOMICALLY;
}

/* Whatever the scope of what they order, operations on mbarriers are atomic to each other. */
static bool is_narrow(const SimAccess *access, RaceStrength strength)
{
    const PtxInst *inst = access->inst;
    return strength == RACE_ATOMICALLY && access->scope == SIM_SCOPE_CTA &&
           !(inst && inst->op == PTX_OP_MBARRIER);
}

/* A plain update of a volatile place: count = count + 1. */
static bool is_update(Race *race, const SimWarpInfo *warp, const SimAccess *access,
                      RaceStrength strength)
{
    if (strength != RACE_STRONG || access->kind != SIM_ACCESS_STORE || !access->inst ||
        !warp->function)
        return false;
    const Flow *flow = flow_of(&race->flows, warp->function);
    return flow && flow_is_update(flow, access->inst);
}

/* What the function around a strong access tells of it. */
static void look_around(Race *race, const SimWarpInfo *warp, const SimAccess *access,
                        RaceStrength strength, uint32_t site)
{
    bool plain = strength == RACE_WEAK || !access->inst || !warp->function ||
                 access->inst != access->site.inst;
    const Flow *flow = plain ? NULL : flow_of(&race->flows, warp->function);
    if (!flow)
        return;
    race->updates[site] = is_update(race, warp, access, strength);
    if (strength == RACE_STRONG) {
        race->data[site] = steer_is_data(flow, access->inst);
        race->fenced[site] =
            access->kind == SIM_ACCESS_STORE && steer_is_fenced(flow, access->inst);
    }
    const bool reads = access->kind == SIM_ACCESS_LOAD || access->kind == SIM_ACCESS_ATOMIC;
    if (reads && steer_mixes(flow, access->inst)) {
        race->decisive[site] = access->inst->op == PTX_OP_ATOM || steer_decides(flow, access->inst);
        race->mild[site] = strength == RACE_STRONG && !race->decisive[site];
    }
    race->blind[site] = access->kind == SIM_ACCESS_ATOMIC && access->inst->op == PTX_OP_ATOM &&
                        !steer_is_used(flow, access->inst);
}

/* Whether the number is that of this strength, which it gets at its first access. */
static bool is_of_strength(Race *race, const SimWarpInfo *warp, const SimAccess *access,
                           RaceStrength strength, uint32_t site)
{
    if (site == 0 || site > RACE_SITE_MAX)
        return false;
    if (race->strength[site] == 0) {
        race->strength[site] = (uint8_t)(strength + 1);
        race->narrow[site] = is_narrow(access, strength);
        look_around(race, warp, access, strength, site);
    }
    return race->strength[site] == strength + 1;
}

/* A place's number in slots, which tells its strength too: one that reads plainly and updates
 * atomically, as a bulk reduction does, has two. */
uint32_t race_site_for(Race *race, const SimWarpInfo *warp, const SimAccess *access,
                       RaceStrength strength)
{
    SimSite place = access->site;
    uint32_t site = site_number(&race->sites, &place);
    if (is_of_strength(race, warp, access, strength, site))
        return site;
    place.inner = place.inst;
    site = access->site.inner ? 0 : site_number(&race->sites, &place);
    return is_of_strength(race, warp, access, strength, site) ? site : RACE_SITE_MAX + 1 + strength;
}

/* Lanes of the mask that access the same bytes as this one, if the first of them does. */
static uint32_t lanes_at(const SimAccess *access, uint32_t lane, uint32_t mask)
{
    uint32_t same = 0;
    if (!mask || access->address[__builtin_ctz(mask)] != access->address[lane])
        return 0;
    for (uint32_t left = mask; left; left &= left - 1)
        if (access->address[__builtin_ctz(left)] == access->address[lane])
            same |= left & -left;
    return same;
}

static void touch_lanes(Race *race, Touch *touch)
{
    for (uint32_t left = touch->access->mask; left && race->on;) {
        const uint32_t lane = (uint32_t)__builtin_ctz(left);
        race_touch_lane(race, touch, lane);
        left &= left - 1;
        const uint32_t same = lanes_at(touch->access, lane, left);
        if ((same & (same - 1)) && race->on && race_touch_same(race, touch, same))
            left &= ~same;
    }
}

void race_touch_runs(Race *race, Touch *touch)
{
    const SimAccess *access = touch->access;
    uint32_t left = access->mask;
    const int runs = __builtin_popcount(left & ~(access->follows | access->repeats));
    if (runs > FEW_RUNS && access->bytes >= WORD && access->bytes <= WORDS_MOST) {
        left = race_touch_easy_words(touch, left);
        race_hear_own(touch);
        if (left && runs > SOME_RUNS) {
            race_touch_words(race, touch, left);
            return;
        }
    }
    while (left && race->on) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        bool repeated = lane < 31 && access->repeats >> (lane + 1) & 1;
        LaneRun run = lane_run_next(access, repeated ? access->repeats : access->follows, &left);
        if (repeated)
            race_touch_repeated(race, touch, UINT32_MAX >> (32 - run.count) << run.lane);
        else
            race_touch_run(race, touch, run.lane, run.start, run.end);
        race_hear_own(touch);
    }
}

/* What of a touch is the warp's, which accesses one thing after another. False: its block isn't
 * resident. */
bool race_view_warp(Race *race, const SimWarpInfo *warp)
{
    Touch *touch = &race->touch;
    if (touch->viewed && race->current == warp->block_linear && touch->view.warp == warp->warp)
        return true;
    if (!race_enter_block(race, warp->block_linear))
        return false;
    touch->block = race->current_order;
    touch->first = who_lane0(warp);
    touch->clock = order_clock(touch->block, warp->warp);
    touch->view = order_view(race->order, touch->block, warp->warp);
    touch->past_known = false;
    touch->sates = race->simple && touch->clock == touch->view.begun[warp->warp];
    return touch->viewed = true;
}

/* The next access from the same place mostly lies as far from this one as this from the last one.
 * Where that is far, the processor is told to fetch its shadow and the kernel's data, which
 * it would do of itself if not for all that the checkers do between two of the kernel's accesses.
 */
static void fetch_ahead(Race *race, uint32_t site, uint64_t low)
{
    const uint64_t step = low - race->last[site];
    const unsigned char *next = (const unsigned char *)(uintptr_t)(low + step);
    race->last[site] = low;
    if (step + FAR <= 2 * FAR)
        return;
    __builtin_prefetch(next);
    __builtin_prefetch(next + CACHE_LINE);
    strips_fetch_page(&race->global, low + 2 * step);
    strips_fetch_slot(&race->global, low + step, race->touch.writes ? RACE_WRITE : RACE_READ);
}

void race_fetch_words(const Race *race, const SimAccess *access)
{
    const bool load = access->kind == SIM_ACCESS_LOAD;
    const RaceKind kind = load ? RACE_READ : RACE_WRITE;
    const uint32_t lanes = access->mask & ~(access->follows | access->repeats);
    if (!race->on || __builtin_popcount(lanes) <= SOME_RUNS ||
        written_apart(&race->written, access) ||
        (load ? written_never(&race->written, access) : written_by_atomics(&race->written, access)))
        return;
    if (access->high - access->low <= UINT64_C(2) << race->global.page_bits)
        return; /* those of a page are looked at all at once */
    for (uint32_t left = lanes; left; left &= left - 1)
        strips_fetch_page(&race->global, access->address[__builtin_ctz(left)]);
    for (uint32_t left = lanes; left; left &= left - 1)
        strips_fetch_slot(&race->global, access->address[__builtin_ctz(left)], kind);
}

/* Whether the warp has just read so: who waits in a loop does so again and again. */
static bool looks_again(Race *race, const SimWarpInfo *warp, const SimAccess *access)
{
    uint64_t addresses = access->owner_linear;
    for (uint32_t left = access->mask; left; left &= left - 1) {
        addresses ^= access->address[__builtin_ctz(left)];
        addresses = addresses * UINT64_C(0x9E3779B97F4A7C15) ^ addresses >> 29;
    }
    const uint64_t at =
        (uintptr_t)access->site.inst / sizeof(PtxInst) + warp->block_linear * 31 + warp->warp;
    RaceLook *last = &race->looks[at % RACE_LOOKS];
    RaceLook now = {access->site.inst,  race->serial, addresses,
                    warp->block_linear, warp->warp,   access->mask};
    bool again = last->inst == now.inst && last->serial == now.serial &&
                 last->addresses == addresses && last->block == now.block &&
                 last->warp == now.warp && last->mask == now.mask;
    *last = now;
    return again;
}

/* Whether the access lies where nobody writes in this launch, or where each thread has its own. */
static bool meets_nobody(Race *race, const SimAccess *access, RaceStrength strength)
{
    WrittenSet *written = &race->written;
    const bool load = access->kind == SIM_ACCESS_LOAD;
    if (load && strength == RACE_WEAK && written_never(written, access))
        return true;
    written->known = written->known && (load || written_was_expected(written, access));
    if (strength == RACE_WEAK && written_apart(written, access))
        return true;
    if (written->known && (load || strength != RACE_ATOMICALLY || is_narrow(access, strength)))
        written_plainly(written, access->low, access->high);
    return false;
}

/* By the asynchronous proxy, which is told of 16 bytes at a time; where bulk copies read shared
 * memory is looked at when they begin. */
static bool reads_by_proxy(const SimAccess *access)
{
    const PtxInst *inst = access->inst;
    if (access->bytes != PROXY_BYTES || access->kind != SIM_ACCESS_LOAD || !inst)
        return false;
    return access->space == PTX_SPACE_SHARED ? inst->op == PTX_OP_WGMMA
                                             : inst->op == PTX_OP_CP && ptx_has(inst, PTX_MOD_BULK);
}

static void mark_flags(Race *race, const SimAccess *access)
{
    for (uint32_t left = access->mask; left; left &= left - 1)
        race_flags_add(&race->marked, race_place(access, access->address[__builtin_ctz(left)]),
                       access->bytes);
}

/* `lands`: the end of an asynchronous store. */
void race_touch_all(Race *race, const SimWarpInfo *warp, const SimAccess *access, bool lands)
{
    bool shared = access->space == PTX_SPACE_SHARED;
    const bool guess =
        race->guesses.any && guesses_have(&race->guesses, &race->flows, warp, access);
    const RaceStrength strength = guess ? RACE_ATOMICALLY : strength_of(access);
    if (!shared && meets_nobody(race, access, strength))
        return;
    if (!race->on ||
        (!shared && access->space != PTX_SPACE_GLOBAL && access->space != PTX_SPACE_TEX) ||
        !race_view_warp(race, warp))
        return;
    if (shared && race->flights.count)
        race_meet_flights(race, warp, access);
    Touch *touch = &race->touch;
    touch->strips = &race->global;
    const bool own = access->owner_linear == warp->block_linear;
    SharedShadow *shadow = NULL;
    if (shared) {
        shadow = own ? race->current_shared : race_shared_of(race, access->owner_linear);
        if (!shadow)
            return;
    }
    if (reads_by_proxy(access))
        race_proxy_access(race, warp, access);
    if (shared) {
        if (own && !lands && !guess && race_note_read(race, shadow, warp, access))
            return;
        touch->strips = &shadow->strips;
    }
    if (access->kind == SIM_ACCESS_LOAD && strength == RACE_WEAK && access->high &&
        access->order == SIM_ORDER_WEAK && touch->sates &&
        sated_has(touch, access->low, access->high))
        return;
    if (shadow && !race_settle_logged(race, shadow, warp, access))
        return;
    const bool meets = strength != RACE_WEAK && race_synchronises(race, warp, access, strength);
    if (access->kind != SIM_ACCESS_LOAD)
        race->serial++;
    if (!shared && !meets && written_by_atomics(&race->written, access))
        return;
    if (access->kind == SIM_ACCESS_LOAD && strength != RACE_WEAK && !lands &&
        looks_again(race, warp, access))
        return;
    uint32_t site = race_site_for(race, warp, access, strength);
    touch->warp = warp;
    touch->access = access;
    touch->own = slot_own_bits(touch->clock | site << 16 | (access->async ? RACE_FLYING : 0));
    touch->strength = strength;
    touch->writes = access->kind != SIM_ACCESS_LOAD;
    touch->shared = shared;
    touch->narrow = is_narrow(access, strength);
    touch->data = race->data[site];
    touch->mild = race->mild[site];
    touch->blind = race->blind[site];
    touch->alike =
        strength == RACE_ATOMICALLY && !touch->narrow && !race->narrow[site] && !race->data[site];
    touch->updates = access->inst == access->site.inst ? race->updates[site]
                                                       : is_update(race, warp, access, strength);
    if (race->decisive[site])
        mark_flags(race, access);
    touch->lands = lands;
    touch->ends = shared && access->inst && access->inst->op == PTX_OP_MBARRIER &&
                  ptx_has(access->inst, PTX_MOD_INVAL);
    const QuietParts parts = shadow ? quiet_parts(shadow, access) : (QuietParts){0, 0};
    touch->quiet = shadow && own ? quiet_kinds(touch, shadow, parts) : 0;
    touch->strips->spare = shadow && own && race->simple ? quiet_spare(touch, shadow) : 0;
    if (!shadow && access->low)
        fetch_ahead(race, site, access->low);
    if (meets || touch->clock == ORDER_CLOCK_MAX) {
        touch_lanes(race, touch);
        touch->viewed = false;
    } else {
        race_touch_runs(race, touch);
    }
    if (shadow)
        quiet_keep(touch, shadow, parts, own);
}
