/* What a host program holds at each moment: its memory and its handles, followed call by call. */
#ifndef CULAB_HOST_TRACK_H
#define CULAB_HOST_TRACK_H

#include "cuda/types.h"
#include "host/rules.h"

typedef enum MemoryKind {
    MEMORY_DEVICE,
    MEMORY_PINNED,
    MEMORY_REGISTERED, /* the program's own memory, pinned */
    MEMORY_MANAGED,
    MEMORY_GLOBAL,   /* a module's variable */
    MEMORY_RESERVED, /* addresses alone */
    MEMORY_MAPPED,   /* at addresses that were reserved */
} MemoryKind;

typedef struct Held {
    uint64_t address, size;
    MemoryKind kind;
    uint32_t line, freed_line; /* freed_line counts when !live */
    bool live;
    /* Furthest byte that was copied or filled by the host from its start on, without a gap; and
     * whether anything else was. */
    uint64_t reached[2]; /* to the device, to the host */
    bool scattered[2];
    uint32_t copy_line[2];
} Held;

typedef struct Handle {
    uint64_t value;
    const char *what; /* "stream" */
    uint32_t line, freed_line;
    bool live;
    bool lasts; /* no context takes it along when it ends */
} Handle;

/* A copy to host memory that may still be under way. */
typedef struct PendingCopy {
    uint64_t address, size, stream;
    uint32_t line, call;
} PendingCopy;

typedef struct Track {
    const RuleInput *input;
    RunResult *out;
    VEC(Held) memory;
    VEC(Handle) handles;
    VEC(PendingCopy) pending;
    bool context_gone; /* everything in it went with it */
    bool graph_memory; /* graphs may have allocated memory, whose addresses the log doesn't tell */
} Track;

/* The memory that an address lies in: live before freed, newest first. NULL: none. */
Held *track_memory(Track *track, uint64_t address);
bool track_is_device(MemoryKind kind); /* a kernel can use it by its address */
bool track_is_pinned(MemoryKind kind);
/* Takes in what a call made or freed; tells of double frees. */
void track_call(Track *track, const LoggedCall *call);
void track_free(Track *track);

/* Adds a finding at a line; `other`: the line that it belongs with, 0: none. */
void rule_tell(const RuleInput *input, RunResult *out, const char *rule, uint32_t line,
               uint32_t other, const char *format, ...) __attribute__((format(printf, 6, 7)));
/* " (line 12)", "" for 0. */
const char *line_text(uint32_t line, char room[24]);

/* Which operations are ordered, followed call by call. */
typedef struct Races Races;
Races *races_new(Track *track);
void races_call(Races *races, const LoggedCall *call);
void races_free(Races *races);

/* The parts of host_rules(). `index` is the call's in the log. */
void rule_addresses(Track *track, const LoggedCall *call); /* freed, wrong kind */
void rule_copy(Track *track, const LoggedCall *call);      /* direction, sizes, pageable */
void rule_copies_end(Track *track);                        /* short copies, copies in a loop */
void rule_launch(Track *track, const LoggedCall *call);    /* argument sizes */
void rule_pending(Track *track, size_t index);             /* results read too early */
void rule_results(Track *track, size_t index);
void rule_leaks(Track *track);
void rule_times(const RuleInput *input, RunResult *out);   /* clocks, events */
void rule_streams(const RuleInput *input, RunResult *out); /* everything in the default stream */
void rule_errors(const RuleInput *input, RunResult *out);  /* ignored, unchecked, crashes */
void rule_results_given(const RuleInput *input, RunResult *out);

#endif
