/* Reads of shared memory that are noted, and looked at later or never: race_log.h. */
#include "observe/race_access.h"
#include "observe/race_quiet.h"

enum { LOGGED_BADLY = 256 /* reads noted for nothing in a launch that may be */ };

void race_drop_logged(Race *race, SharedShadow *shadow)
{
    race->logged_well += shadow->log.reads;
    race_log_clear(&shadow->log);
}

/* As when it came: nothing that it could conflict with was done since. */
static void touch_logged(Race *race, SharedShadow *shadow, const SimWarpInfo *now,
                         const LoggedRead *read)
{
    Touch *touch = &race->touch;
    SimWarpInfo warp = *now;
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
    warp.warp = read->warp;
    warp.block_linear = shadow->block;
    touch->viewed = false;
    if (!race_view_warp(race, &warp))
        return;
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
    race_touch_runs(race, touch);
}

static void replay_logged(Race *race, SharedShadow *shadow, const SimWarpInfo *warp)
{
    LoggedRead read;
    race->logged_badly += shadow->log.reads;
    for (uint32_t at = 0; at < shadow->log.count && race->on;) {
        at = race_log_read(&shadow->log, at, &read);
        touch_logged(race, shadow, warp, &read);
    }
    race_log_clear(&shadow->log);
    race->touch.viewed = false;
}

/* Before an access that is looked at meets reads that were only noted. False: its block isn't
 * resident. */
bool race_settle_logged(Race *race, SharedShadow *shadow, const SimWarpInfo *warp,
                        const SimAccess *access)
{
    const bool own = access->owner_linear == warp->block_linear;
    Touch *touch = &race->touch;
    if (shadow->log.count == 0 ||
        (own && quiet_kinds(touch, shadow, quiet_parts(shadow, access)) >> RACE_READ & 1))
        return true;
    replay_logged(race, shadow, warp);
    bool resident = race_view_warp(race, warp);
    touch->strips = &shadow->strips;
    return resident;
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
    if (shadow->log.count && quiet_reads(touch, shadow))
        race_drop_logged(race, shadow);
    if (!race_log_add(&shadow->log, UINT32_C(2) << shadow->strips.page_bits, access, warp->warp,
                      touch->clock, site))
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
