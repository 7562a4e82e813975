/* Grids that one host's launch led to: who launched whom, and what the program orders before what
 * (CUDA C++ Programming Guide, "CUDA Dynamic Parallelism", "Memory Coherence and Consistency" and
 * "Streams"). A grid sees what its launch was ordered behind; its parent goes on beside it. Grids
 * in one stream come one after the other, with all that they launch; the default stream is one for
 * each block. Fire-and-forget grids are ordered with nothing but their launch. What goes to the
 * tail stream begins when its parent and all else that this launched has ended. */
#ifndef CULAB_OBSERVE_KIN_H
#define CULAB_OBSERVE_KIN_H

#include "observe/order_known.h"

enum { KIN_NOBODY, KIN_ROOT };

/* The launching thread. */
typedef struct KinView {
    Who who;
    uint32_t number;   /* of the launch among its grid's, from 1 */
    uint16_t clock;    /* of its warp */
    OrderKnown *known; /* by that thread then */
} KinView;

/* A point in a stream: everything up to its operation of this number. */
typedef struct KinPoint {
    uint32_t stream, position;
} KinPoint;

/* What a stream waits for besides itself; never changed once it is made. */
typedef struct KinAfter {
    struct KinAfter *made_before; /* of all */
    uint32_t count;
    KinPoint points[];
} KinAfter;

typedef struct KinGrid {
    uint32_t parent, depth;    /* parent 0: nobody knows it */
    const PtxFunction *kernel; /* NULL: a copy or fill */
    SimDim grid, block;        /* once it has begun */
    SimSite site;              /* of the launch */
    SimDim launcher_block, launcher_thread;
    uint64_t stream; /* SIM_STREAM_... or a handle */
    KinPoint point;
    const KinAfter *after;
    KinView view;
    uint32_t launches; /* that it made so far */
} KinGrid;

/* A moment in a grid: which thread, its warp's clock, how many launches the grid had made, and when
 * among everything that is told. */
typedef struct KinMoment {
    uint32_t grid;
    Who who; /* 0: a copy or fill */
    uint32_t launches;
    uint16_t clock;
    uint64_t time;
} KinMoment;

typedef struct Kin Kin;

Kin *kin_new(void); /* NULL: no memory */
void kin_free(Kin *kin);
/* A host's launch: everything before is forgotten. False: no memory. */
bool kin_begin(Kin *kin, const SimLaunchInfo *launch);
/* A thread of the grid launches. `order`: what the threads of that grid know of each other. False:
 * no memory. */
bool kin_launched(Kin *kin, uint32_t grid, Order *order, const SimWarpInfo *warp,
                  const SimLaunched *launched);
/* The number of the work in the tree; KIN_NOBODY where it isn't known. */
uint32_t kin_find(const Kin *kin, uint64_t work);
KinGrid *kin_grid(const Kin *kin, uint32_t number);

typedef enum KinRelation {
    KIN_ORDERED,
    KIN_AFTER_LAUNCH,  /* the earlier one's grid did it after it had launched */
    KIN_BESIDE_LAUNCH, /* by a thread that the launch isn't ordered behind */
    KIN_OTHER_STREAM,  /* of two grids that nothing orders */
    KIN_LAUNCH_ORDER /* of two grids in one stream, in the order in which two threads launch them */
} KinRelation;

/* How what happened at `earlier` stands to what the grid does, in which it did not happen; `first`
 * and `second`: the two launches that aren't ordered, or that and KIN_NOBODY. */
KinRelation kin_relation(const Kin *kin, const KinMoment *earlier, uint32_t grid, uint32_t *first,
                         uint32_t *second);

#endif
