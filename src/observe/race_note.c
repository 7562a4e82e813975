/* Reads of shared memory that are noted, and looked at later or never: race_log.h. */
#include "observe/race_access.h"
#include "observe/race_quiet.h"

enum { LOGGED_BADLY = 256 /* reads noted for nothing in a launch that may be */ };

void race_drop_logged(Race *race, SharedShadow *shadow)
{
    race->logged_well += shadow->log.told;
    race_log_clear(&shadow->log);
}

/* Whether the thread wrote all that it had read, so that the write stands for both. */
static bool was_written(Strips *strips, Who thread, uint16_t clock, uint64_t at, uint64_t end)
{
    const StripPage *page;
    for (; at < end; at = (at | ((UINT64_C(1) << page->unit_bits) - 1)) + 1) {
        page = strips_find(strips, at);
        const Slot *writes = page ? page->kinds[RACE_WRITE] : NULL;
        const Slot last = writes ? writes[strips_index(strips, page, at)] : 0;
        const uint64_t inside = page ? at & ((UINT64_C(1) << page->unit_bits) - 1) : 0;
        if (!last || race_clock(last) != clock ||
            slot_who(last) + (uint32_t)(inside >> slot_shift(last)) != thread)
            return false;
    }
    return true;
}

/* As when it came: nothing that it could conflict with was done since. */
static void touch_logged(Race *race, SharedShadow *shadow, const SimWarpInfo *now, LoggedRead *read)
{
    Touch *touch = &race->touch;
    SimWarpInfo warp = *now;
    uint32_t left = read->mask;
    warp.warp = read->warp;
    warp.block_linear = shadow->block;
    touch->viewed = false;
    if (!race_view_warp(race, &warp))
        return;
    for (uint32_t rest = left; rest; rest &= rest - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(rest);
        const uint64_t at = read->address[lane];
        if (was_written(&shadow->strips, touch->first + lane, read->clock, at, at + read->bytes))
            left &= ~(UINT32_C(1) << lane);
    }
    if (!left)
        return;
    logged_read_keep(read, left);
    const SimAccess access = {.kind = SIM_ACCESS_LOAD,
                              .site = site_of(&race->sites, read->site),
                              .space = PTX_SPACE_SHARED,
                              .bytes = read->bytes,
                              .mask = read->mask,
                              .address = read->address,
                              .follows = read->follows,
                              .repeats = read->repeats,
                              .low = read->low,
                              .high = read->high,
                              .owner_linear = shadow->block};
    *touch = (Touch){.warp = &warp,
                     .access = &access,
                     .block = touch->block,
                     .strips = &shadow->strips,
                     .first = touch->first,
                     .view = touch->view,
                     .clock = read->clock,
                     .own = slot_own_bits(read->clock | read->site << 16),
                     .strength = RACE_WEAK,
                     .shared = true,
                     .quiet = 1 << RACE_WRITE | 1 << RACE_ATOMIC};
    touch->strips->spare = race->simple ? quiet_spare(touch, shadow) : 0;
    race_touch_runs(race, touch);
}

static void replay_logged(Race *race, SharedShadow *shadow, const SimWarpInfo *warp)
{
    LoggedRead read;
    race->logged_badly += shadow->log.told;
    for (uint32_t i = 0; i < shadow->log.read_count && race->on; i++)
        for (uint32_t t = 0; t < race_log_times(&shadow->log, i) && race->on; t++) {
            race_log_read(&shadow->log, i, t, &read);
            touch_logged(race, shadow, warp, &read);
        }
    race_log_clear(&shadow->log);
    race->touch.viewed = false;
}

/* Whether what the access meets is found without a look at reads that were only noted: by what it
 * does, or since it writes where no other thread has read. */
static bool meets_no_logged(const SharedShadow *shadow, const SimWarpInfo *warp,
                            const SimAccess *access)
{
    if (access->kind == SIM_ACCESS_LOAD || access->async)
        return access->kind == SIM_ACCESS_LOAD && access->order == SIM_ORDER_WEAK;
    return (access->kind != SIM_ACCESS_STORE || access->order == SIM_ORDER_WEAK) &&
           !race_log_meets(&shadow->log, access, warp->warp);
}

/* Before an access that is looked at meets reads that were only noted. False: its block isn't
 * resident. */
bool race_settle_logged(Race *race, SharedShadow *shadow, const SimWarpInfo *warp,
                        const SimAccess *access)
{
    const bool own = access->owner_linear == warp->block_linear;
    Touch *touch = &race->touch;
    if (shadow->log.read_count == 0 ||
        (own && (quiet_kinds(touch, shadow, quiet_parts(shadow, access)) >> RACE_READ & 1 ||
                 meets_no_logged(shadow, warp, access))))
        return true;
    replay_logged(race, shadow, warp);
    bool resident = race_view_warp(race, warp);
    touch->strips = &shadow->strips;
    return resident;
}

/* One and a half times the shared memory. */
static size_t log_most(const SharedShadow *shadow)
{
    return (size_t)3 << shadow->strips.page_bits >> 1;
}

/* Notes a read, if no write is there that could conflict with it. */
bool race_note_read(Race *race, SharedShadow *shadow, const SimWarpInfo *warp,
                    const SimAccess *access)
{
    const uint32_t writes = 1 << RACE_WRITE | 1 << RACE_ATOMIC;
    Touch *touch = &race->touch;
    if (access->kind != SIM_ACCESS_LOAD || access->order != SIM_ORDER_WEAK || !touch->sates ||
        !access->high || touch->clock == ORDER_CLOCK_MAX ||
        race->logged_badly > race->logged_well / 4 + LOGGED_BADLY)
        return false;
    const QuietParts parts = quiet_parts(shadow, access);
    const uint32_t site = race_site_for(race, warp, access, RACE_WEAK);
    if ((quiet_kinds(touch, shadow, parts) & writes) != writes || site > RACE_SITE_MAX)
        return false;
    if (shadow->log.read_count && quiet_reads(touch, shadow))
        race_drop_logged(race, shadow);
    if (!race_log_add(&shadow->log, log_most(shadow), access, warp->warp, touch->clock, site))
        return false;
    quiet_keep_read(touch, shadow, parts);
    return true;
}

/* Other things than barriers of whole blocks order threads from now on. */
void race_leave_simple(Race *race, const SimWarpInfo *warp)
{
    race->simple = false;
    for (size_t i = 0; i < race->shared_count; i++)
        if (race->shared[i]->used && race->on)
            replay_logged(race, race->shared[i], warp);
}
