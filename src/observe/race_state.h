/* What the files of the race checker share: its state, and one warp's access as it goes along. */
#ifndef CULAB_OBSERVE_RACE_STATE_H
#define CULAB_OBSERVE_RACE_STATE_H

#include "observe/flow.h"
#include "observe/order.h"
#include "observe/race.h"
#include "observe/race_flag.h"
#include "observe/race_guess.h"
#include "observe/race_log.h"
#include "observe/say.h"
#include "observe/site.h"
#include "observe/strip.h"
#include "observe/written.h"

/* A slot's own bits: clock 16, site 11, flying 1 (an asynchronous copy that nobody has waited for),
 * update 1 (a write of a place that others read then). */
enum {
    RACE_SITE_BITS = 11,
    RACE_SITES = 1 << RACE_SITE_BITS,
    RACE_SITE_MAX = RACE_SITES - 4, /* the last three: an unknown place, by strength */
    RACE_FLYING = 1 << 27,
    RACE_UPDATE = 1 << 28
};
/* What bytes remember. The last plain write, the last atomic one (which must not hide the plain one
 * from other atomics), and two concurrent reads by different threads: enough that a later write
 * finds a reader other than itself if there is one. */
typedef enum RaceKind { RACE_WRITE, RACE_ATOMIC, RACE_READ, RACE_OTHER, RACE_KINDS } RaceKind;
/* A warp's last strong read of a place: the same one again tells nothing new as long as nothing was
 * written or synchronised since, which `serial` counts. */
enum { RACE_LOOKS = 256 };
typedef struct RaceLook {
    const PtxInst *inst;
    uint64_t serial, addresses;
    uint32_t block, warp, mask;
} RaceLook;
typedef enum RaceStrength { RACE_WEAK, RACE_STRONG, RACE_ATOMICALLY } RaceStrength;

enum {
    RACE_PART_BITS = 4,
    RACE_PARTS = 1 << RACE_PART_BITS, /* of a page, but not less than a warp's words */
    RACE_PART_LEAST_BITS = 7,
    RACE_WIDE = RACE_PARTS,
    RACE_ANY,
    RACE_ROWS
};

/* Fences between proxies by the warps of a block, see race_proxy.c. */
typedef struct ProxyFences ProxyFences;

/* An end of a bulk copy in shared memory, as long as the copy is under way. */
typedef struct Flight {
    uint64_t copy;
    uint32_t block; /* whose shared memory it is */
    uint64_t from, to;
    Slot slot; /* who began it, when and where */
    bool writes, reduces;
} Flight;
typedef struct Flights {
    Flight *items;
    size_t count, room;
} Flights;

/* Shared memory of one resident block. */
typedef struct SharedShadow {
    uint32_t block;
    bool used;
    ProxyFences *fences; /* for shared memory; NULL: none so far */
    ProxyFences *global_fences;
    /* After the clocks of all that the slots of a part remember, if they are the block's own: of
     * accesses that touch few parts, of those that touch more, and of all. */
    uint32_t after[RACE_ROWS][RACE_KINDS];
    RaceLog log; /* of reads that the strips don't know yet */
    Strips strips;
} SharedShadow;

/* One warp's access, and of it the lane that is looked at. */
typedef struct Touch {
    const SimWarpInfo *warp;
    const SimAccess *access;
    OrderBlock *block;
    Strips *strips;
    Who first; /* lane 0 */
    Slot own;  /* clock and site, in their place in a slot */
    uint16_t clock;
    RaceStrength strength;
    bool writes, shared;
    bool narrow;      /* strong for its block alone */
    bool updates;     /* a plain update of a volatile place: count = count + 1 */
    bool data;        /* volatile, and no flag */
    bool mild;        /* a volatile read that decides nothing, where other reads may: race_flag.h */
    bool blind;       /* an atomic operation of which only the effect counts */
    bool alike;       /* atomic to all that is done from the same place: both_strong() in short */
    bool lands;       /* an asynchronous copy that is waited for now */
    bool ends;        /* mbarrier.inval */
    uint32_t lane;    /* for reports */
    uint64_t address; /* and this */
    uint64_t key;     /* of the location for order.h, of strong accesses */
    OrderView view;   /* of the warp, as long as nothing is synchronised */
    bool viewed;      /* block, first, clock and view are of the warp of the last access */
    bool sates;       /* its reads may be sated: see race_sated.h */
    bool past_known;  /* and this: */
    uint16_t past;    /* what a warp of the block did before that clock is ordered before */
    uint32_t quiet;   /* bits: kinds of which all that is remembered where it goes is */
} Touch;

struct Race {
    SimObserver observer, ahead;
    SimFindingSink findings;
    Order *order;
    const SimLaunchInfo *launch;
    bool on;            /* false for the rest of a launch that it can't follow */
    WrittenSet written; /* of global memory: whatever else is read stays as it was */
    bool simple;        /* only barriers of whole blocks order anything: see race_simple.h */
    Strips global;
    SharedShadow **shared;
    size_t shared_count;
    Flights flights;
    uint32_t current;          /* the block of the last access, and what belongs to it */
    OrderBlock *current_order; /* NULL: not looked up */
    SharedShadow *current_shared;
    Touch touch;                        /* the last one */
    uint64_t logged_well, logged_badly; /* reads: no longer of use later, or looked at after all */
    SiteTable sites;
    uint8_t strength[RACE_SITES]; /* RaceStrength + 1; 0: no access from there so far */
    bool narrow[RACE_SITES];      /* strong for its block alone */
    /* Of volatile accesses: to what is no flag; a store that directly follows a fence; one that
     * updates its place. Of atomic ones: what they return is not used. */
    bool data[RACE_SITES], fenced[RACE_SITES], updates[RACE_SITES], blind[RACE_SITES];
    /* Reads of a volatile variable some of whose reads decide where their thread goes: those that
     * don't, and those that do. */
    bool mild[RACE_SITES], decisive[RACE_SITES];
    RaceFlags marked;           /* what the latter have read */
    uint64_t last[RACE_SITES];  /* the lowest address of the last access to global memory */
    RaceLook looks[RACE_LOOKS]; /* by block, warp and instruction */
    uint64_t serial;
    FlowTable flows;
    Guesses guesses;
    SayOnce said;
};

static inline uint16_t race_clock(Slot slot)
{
    return (uint16_t)(slot >> SLOT_OWN_AT);
}
static inline uint32_t race_site(Slot slot)
{
    return (uint32_t)(slot >> (SLOT_OWN_AT + 16)) & (RACE_SITES - 1);
}
static inline bool race_is_update(Slot slot)
{
    return slot_own(slot) & RACE_UPDATE;
}
static inline bool race_is_flying(Slot slot)
{
    return slot_own(slot) & RACE_FLYING;
}
static inline const PtxInst *race_inst(const Race *race, Slot slot) /* NULL: unknown */
{
    uint32_t number = race_site(slot);
    SimSite site = number <= RACE_SITE_MAX ? site_of(&race->sites, number) : (SimSite){0};
    return site_inst(&site);
}
static inline RaceStrength race_strength(const Race *race, Slot slot)
{
    return (RaceStrength)(race->strength[race_site(slot)] - 1);
}

/* The lanes that are left may meet what the access's own lanes left behind. */
static inline void race_hear_own(Touch *touch)
{
    const uint32_t reads = 1 << RACE_READ | 1 << RACE_OTHER, atomics = 1 << RACE_ATOMIC;
    touch->quiet &= ~(!touch->writes                       ? reads
                      : touch->strength == RACE_ATOMICALLY ? atomics
                                                           : UINT32_C(1) << RACE_WRITE);
}
/* A page's slots of a kind as far as one may conflict with anything. */
static inline const Slot *race_loud(const Touch *touch, const StripPage *page, RaceKind kind)
{
    return touch->quiet >> kind & 1 ? NULL : page->kinds[kind];
}

static inline uint32_t race_warp(Slot slot) /* in the grid, from 1; 0: nobody */
{
    return (slot_who(slot) + 31) / 32;
}

/* -- race_report.c */
/* Tells that what `touch` does as `now` races with `before`; `before_writes`: a write. */
void race_report(Race *race, const Touch *touch, Slot now, Slot before, bool before_writes);
/* Tells that the bulk copy that `touch` begins reads what `before` wrote, in order, but without a
 * fence between the two proxies. */
void race_report_proxy(Race *race, const Touch *touch, Slot now, Slot before);

/* -- race_touch.c, race_lane.c */
/* Lanes side by side, `lane` on, that access the bytes from `start` to `end`. */
void race_touch_run(Race *race, Touch *touch, uint32_t lane, uint64_t start, uint64_t end);
/* One lane, in every case; the others are for accesses that release and acquire nothing. */
void race_touch_lane(Race *race, Touch *touch, uint32_t lane);
/* The same for its bytes from `from` on. */
void race_touch_lane_rest(Race *race, Touch *touch, uint32_t lane, uint64_t from);
/* Two lanes or more that access what race_touch_lane() was just called for. False, and nothing was
 * changed: one by one, please. */
bool race_touch_same(Race *race, Touch *touch, uint32_t lanes);
/* Lanes of 4, 8 or 16 bytes each that lie apart. */
void race_touch_words(Race *race, Touch *touch, uint32_t lanes);
/* -- race_words.c: as many of them as nothing can conflict with. Returns those that are left. */
uint32_t race_touch_easy_words(Touch *touch, uint32_t lanes);
/* Two lanes or more that access the same bytes. */
void race_touch_repeated(Race *race, Touch *touch, uint32_t lanes);

#endif
