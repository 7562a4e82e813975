/* What the files of init.h share. */
#ifndef CULAB_OBSERVE_INIT_STATE_H
#define CULAB_OBSERVE_INIT_STATE_H

#include "observe/discard.h"
#include "observe/fate.h"
#include "observe/flow.h"
#include "observe/init.h"
#include "observe/say.h"

/* Which bytes of [start, start + size) were written. */
typedef struct Known {
    uint64_t start, size;
    unsigned char *bits;
    uint64_t missing; /* bytes that were not */
    uint32_t block;   /* shared memory: whose */
    bool all;         /* every byte was; `bits` may not say so */
} Known;

typedef struct KnownList {
    Known *items; /* global: by start */
    size_t count, room;
    size_t held, most; /* bytes of bits: now, and at most so far */
} KnownList;

struct Init {
    SimObserver observer;
    SimFindingSink findings;
    const SimLaunchInfo *launch;
    KnownList global, shared;
    size_t last, last_shared; /* of the last look-ups */
    FlowTable flows;
    Discard discard;
    Fate fate;
    SayOnce said;
};

/* The allocation that is watched around the address; NULL: what is read there is fine. */
Known *init_known(Init *init, uint64_t address);

#endif
