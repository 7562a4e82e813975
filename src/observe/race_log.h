/* Reads of a block's shared memory that are only noted. Mostly a barrier makes them part of the
 * past before anybody writes where they read; only if not are they looked at one by one, as they
 * would have been when they came. */
#ifndef CULAB_OBSERVE_RACE_LOG_H
#define CULAB_OBSERVE_RACE_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/observer.h"

typedef struct RaceLog {
    uint32_t *words;
    uint32_t count, room; /* of words */
    uint32_t reads;
} RaceLog;

typedef struct LoggedRead {
    uint32_t warp; /* in the block */
    uint32_t site;
    uint16_t clock;
    uint8_t bytes;
    uint32_t mask, follows, repeats;
    uint64_t low, high;
    uint64_t address[32];
} LoggedRead;

/* Of a weak read whose shape is known. False: there is no room, of `most` words, or no memory. */
bool race_log_add(RaceLog *log, uint32_t most, const SimAccess *access, uint32_t warp,
                  uint16_t clock, uint32_t site);
/* Reads what lies `at` words from the begin, and returns where the next one is. */
uint32_t race_log_read(const RaceLog *log, uint32_t at, LoggedRead *out);
void race_log_clear(RaceLog *log);
size_t race_log_held(const RaceLog *log);
void race_log_free(RaceLog *log);

#endif
