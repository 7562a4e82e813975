/* Flags and data in one volatile variable, such as an array of {flag, value}: which of its places
 * are flags shows when what somebody reads there decides where he goes, maybe long after others
 * have met in it. What looks like a race of data there is kept until the launch ends. */
#ifndef CULAB_OBSERVE_RACE_FLAG_H
#define CULAB_OBSERVE_RACE_FLAG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "observe/say.h"
#include "sim/observer.h"

typedef struct KeptRace {
    uint64_t place;
    SimFinding finding; /* text and about are its own */
} KeptRace;

typedef struct RaceFlags {
    uint64_t *places; /* of flags: a hash set */
    size_t capacity, count;
    bool all; /* no memory: any place counts as a flag's */
    KeptRace *kept;
    size_t kept_count, kept_room;
} RaceFlags;

/* The bytes at a place, at most 16, were read by somebody who goes by them. */
void race_flags_add(RaceFlags *flags, uint64_t place, uint32_t bytes);
/* Keeps a copy of the finding. */
void race_flags_keep(RaceFlags *flags, uint64_t place, const SimFinding *finding);
/* Tells what was kept of places that are no flags, and forgets all. */
void race_flags_end(RaceFlags *flags, SayOnce *said, const SimFindingSink *sink);
void race_flags_free(RaceFlags *flags);

#endif
