/* Plain reads that only guess at what a compare-and-swap of the same place will find:
 * `old = *p; do { seen = old; old = atomicCAS(p, seen, f(seen)); } while (old != seen);`. A guess
 * that is wrong costs another round, whatever it was read beside. */
#ifndef CULAB_OBSERVE_RACE_GUESS_H
#define CULAB_OBSERVE_RACE_GUESS_H

#include "observe/flow.h"
#include "sim/observer.h"

enum { GUESSES = 64 };

/* What is known of a launch's loads. Start with guesses_begin(). */
typedef struct Guesses {
    bool any; /* the kernel has compare-and-swaps */
    struct {
        const PtxInst *load;
        bool guess;
    } last[GUESSES]; /* by address of the instruction */
} Guesses;

void guesses_begin(Guesses *guesses, const SimLaunchInfo *launch);
/* Is the access such a read? `guesses->any` is asked before, since that mostly tells. */
bool guesses_have(Guesses *guesses, FlowTable *flows, const SimWarpInfo *warp,
                  const SimAccess *access);

#endif
