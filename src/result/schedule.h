/* Which block of a grid ran when on which multiprocessor: waves, the last one, the tail. */
#ifndef CULAB_RESULT_SCHEDULE_H
#define CULAB_RESULT_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "base/vec.h"

enum {
    SCHEDULE_SPANS = 8192, /* blocks that are kept one by one; of larger grids the parts only */
    SCHEDULE_PARTS = 240,  /* of the time, for the picture */
    SCHEDULE_WAVES = 64,   /* beginnings of waves that are kept */
    SCHEDULE_SMS = 1024,
};

typedef struct ScheduleSpan {
    uint64_t block; /* x + nx * (y + ny * z) */
    uint32_t sm;
    double begin_ns, end_ns; /* since the first block began */
} ScheduleSpan;

typedef struct Schedule {
    bool simulated;       /* dealt out by rule, from what each block costs; else as a GPU did it */
    uint64_t blocks;      /* of the grid; 0: there is no schedule */
    uint64_t unseen;      /* of these: ran, but left no stamps */
    uint32_t sms;         /* of the device, SCHEDULE_SMS at most */
    uint32_t used_sms;    /* that had a block */
    uint32_t per_sm;      /* blocks that an SM holds at once, as the stamped kernel is */
    uint32_t plain_sm;    /* the same of the kernel as it is; 0: unknown */
    double total_ns;      /* from the first begin to the last end */
    double tick_ns;       /* the clock's steps; 0: unknown */
    double waves;         /* blocks over places */
    uint64_t last_blocks; /* of the last wave */
    uint32_t last_sms;    /* that these were given to */
    double tail_ns;       /* from the last begin to the end: no block waits any more */
    double tail_filled;   /* part of the places in use meanwhile, 0 to 1 */
    double filled;        /* the same of the whole time */
    double least_ns, median_ns, most_ns; /* of a block */
    VEC(ScheduleSpan) spans;             /* in order of their begin; empty: too many */
    VEC(double) wave_ns;                 /* when the first block of each wave began */
    uint32_t parts;
    VEC(double) busy; /* [sms][parts]: how many blocks the SM held, on average */
    char *trouble;    /* asked for, but not to be had: why; NULL: fine, or not asked for */
} Schedule;

/* What a block left: two times in ticks, and where it was. */
typedef struct BlockStamp {
    uint64_t begin, end; /* end 0: none */
    uint32_t sm, unused;
} BlockStamp;

typedef struct ScheduleInput {
    const BlockStamp *stamps; /* of all blocks, by their number */
    uint64_t blocks;
    uint32_t sms, per_sm; /* per_sm 0: as many as were seen at once */
    double tick_ns;
    /* The stamps tell only how long each block takes by itself; blocks are dealt out in order to
     * the SM with most room, and those of an SM share its time. */
    bool simulated;
} ScheduleInput;

void schedule_make(const ScheduleInput *input, Schedule *out);
/* The same in sentences, one a line. */
void schedule_add_words(const Schedule *schedule, StrBuf *out);
void schedule_free(Schedule *schedule);

#endif
