/* Reads of a block's shared memory that are only noted. Mostly a barrier makes them part of the
 * past before anybody writes where they read; only if not are they looked at one by one, as they
 * would have been when they came.
 *
 * A read takes four bytes: its warp, where it begins, and the number of a form, which is the place
 * in the program and how far its lanes lie from each other; those of a loop that goes on by a
 * constant step take twelve together. There are few forms, and they are kept from one barrier to
 * the next. */
#ifndef CULAB_OBSERVE_RACE_LOG_H
#define CULAB_OBSERVE_RACE_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/observer.h"

enum { RACE_LOG_ROWS = 64, RACE_LOG_WARPS = 32 };

typedef struct RaceLogForm {
    uint32_t shape;      /* where it begins in `shapes` */
    uint16_t site, next; /* of its row, + 1; 0: the last */
    uint32_t last;       /* read of it, + 1; 0: none */
} RaceLogForm;

/* Reads of a loop. */
typedef struct RaceLogRun {
    uint32_t read; /* the first */
    uint16_t count;
    int16_t step;
} RaceLogRun;

/* Start from {0}. */
typedef struct RaceLog {
    uint32_t *reads, *shapes;
    RaceLogForm *forms;
    RaceLogRun *runs;
    uint32_t read_count, read_room, shape_count, shape_room, form_count, form_room;
    uint32_t run_count, run_room, told; /* told: how many reads they are, those of runs counted */
    uint16_t rows[RACE_LOG_ROWS];       /* the last form of each, + 1; by site */
    bool full;                          /* there was no room for a read */
    uint32_t warps;                     /* of which there are reads */
    struct RaceLogWarp {
        uint32_t low, high;   /* all its reads lie in [low, high) */
        uint32_t first, last; /* of them, among others */
        uint16_t clock;
    } of_warp[RACE_LOG_WARPS];
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

/* Of a weak read whose shape is known. False: there is no room, of `most` bytes, or no memory. */
bool race_log_add(RaceLog *log, size_t most, const SimAccess *access, uint32_t warp, uint16_t clock,
                  uint32_t site);
/* How many reads number `i` is, of log->read_count; and one of them. */
uint32_t race_log_times(const RaceLog *log, uint32_t i);
void race_log_read(const RaceLog *log, uint32_t i, uint32_t time, LoggedRead *out);
/* Leaves the read's lanes of a mask, one or more. */
void logged_read_keep(LoggedRead *read, uint32_t mask);
/* Whether another thread than the one that writes a byte may have read it; false only where that is
 * easily seen. */
bool race_log_meets(const RaceLog *log, const SimAccess *write, uint32_t warp);
void race_log_clear(RaceLog *log);
/* Sites have other numbers from now on. */
void race_log_forget(RaceLog *log);
size_t race_log_held(const RaceLog *log);
void race_log_free(RaceLog *log);

#endif
