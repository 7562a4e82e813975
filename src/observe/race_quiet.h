/* What of a block's shared memory is past as a whole: kinds of slots of which none that an access
 * meets can conflict with it, known without a look at them. Clocks of all accesses to a part of the
 * memory are kept as one, the latest. */
#ifndef CULAB_OBSERVE_RACE_QUIET_H
#define CULAB_OBSERVE_RACE_QUIET_H

#include "observe/race_past.h"
#include "observe/race_state.h"

/* The rows of `after` that an access adds to. */
typedef struct QuietParts {
    uint32_t first, last;
} QuietParts;

static inline QuietParts quiet_parts(const SharedShadow *shadow, const SimAccess *access)
{
    const uint32_t page_bits = shadow->strips.page_bits;
    const uint32_t shift = page_bits < RACE_PART_BITS + RACE_PART_LEAST_BITS
                               ? RACE_PART_LEAST_BITS
                               : page_bits - RACE_PART_BITS;
    const uint64_t first = access->low >> shift, last = (access->high - 1) >> shift;
    if (!access->high || last >= RACE_PARTS || last - first > 1)
        return (QuietParts){RACE_WIDE, RACE_WIDE};
    return (QuietParts){(uint32_t)first, (uint32_t)last};
}

static inline uint32_t quiet_later(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* The kinds of which everything there is past. */
static inline uint32_t quiet_kinds(Touch *touch, const SharedShadow *own, QuietParts parts)
{
    const bool wide = parts.first == RACE_WIDE;
    const uint32_t *first = own->after[wide ? RACE_ANY : parts.first];
    const uint32_t *last = own->after[wide ? RACE_ANY : parts.last];
    uint32_t quiet = 0;
    past_find(touch);
    for (int kind = 0; kind < RACE_KINDS; kind++) {
        uint32_t after =
            quiet_later(quiet_later(first[kind], last[kind]), own->after[RACE_WIDE][kind]);
        quiet |= (uint32_t)(after <= touch->past) << kind;
    }
    return quiet;
}

/* Whether all reads that are remembered anywhere are past. */
static inline bool quiet_reads(Touch *touch, const SharedShadow *own)
{
    past_find(touch);
    return own->after[RACE_ANY][RACE_READ] <= touch->past;
}

/* Kinds of which all that is remembered anywhere is past for all of the block's warps, and which
 * the access adds nothing to. */
static inline uint32_t quiet_spare(Touch *touch, const SharedShadow *own)
{
    const uint32_t reads = 1 << RACE_READ | 1 << RACE_OTHER;
    const uint32_t writes = touch->strength == RACE_ATOMICALLY ? 1 << RACE_ATOMIC : 1 << RACE_WRITE;
    const uint32_t *after = own->after[RACE_ANY];
    uint32_t spare = 0;
    past_find(touch);
    for (int kind = 0; kind < RACE_KINDS; kind++)
        spare |= (uint32_t)(after[kind] <= touch->past) << kind;
    return spare & ~(touch->writes ? writes : reads);
}

/* A plain read by the block itself is remembered. */
static inline void quiet_keep_read(const Touch *touch, SharedShadow *shadow, QuietParts parts)
{
    const uint32_t rows[] = {parts.first, parts.last, RACE_ANY}, now = (uint32_t)touch->clock + 1;
    for (int i = 0; i < 3; i++) {
        uint32_t *after = shadow->after[rows[i]];
        after[RACE_READ] = quiet_later(after[RACE_READ], now);
        after[RACE_OTHER] = quiet_later(after[RACE_OTHER], now);
    }
}

/* What is remembered there from now on. `own`: of the block itself. */
static inline void quiet_keep(const Touch *touch, SharedShadow *shadow, QuietParts parts, bool own)
{
    const bool known = own && !touch->access->async && !touch->lands;
    const uint32_t now = known ? (uint32_t)touch->clock + 1 : UINT32_MAX;
    const bool atomic = touch->strength == RACE_ATOMICALLY;
    const uint32_t after[RACE_KINDS] = {
        [RACE_WRITE] = touch->writes && !atomic ? now : 0,
        [RACE_ATOMIC] = touch->writes && atomic ? now : 0,
        [RACE_READ] = touch->writes ? 0 : now,
        [RACE_OTHER] = touch->writes ? 0 : now,
    };
    const uint32_t rows[] = {parts.first, parts.last, RACE_ANY};
    for (int i = 0; i < 3; i++)
        for (int kind = 0; kind < RACE_KINDS; kind++)
            shadow->after[rows[i]][kind] = quiet_later(shadow->after[rows[i]][kind], after[kind]);
}

#endif
