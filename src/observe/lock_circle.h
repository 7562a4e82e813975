/* Threads that hold a lock and wait for another, and circles among them: each of these threads may
 * come to wait for the next one, for ever. */
#ifndef CULAB_OBSERVE_LOCK_CIRCLE_H
#define CULAB_OBSERVE_LOCK_CIRCLE_H

#include "observe/order_known.h"

enum { LOCK_HELD_MOST = 6, LOCK_CIRCLE_MOST = 64 };

/* One that did. */
typedef struct LockStep {
    uint32_t held, wanted;        /* words */
    uint32_t all[LOCK_HELD_MOST]; /* that it held then, or that were held around it */
    uint32_t all_count;
    Who who;
    Stamp when;
    SimSite held_site, wanted_site;
    OrderKnown *known; /* what came before */
    uint32_t next;     /* of the same two words, + 1; 0: none */
    bool told;         /* it is part of a circle that was found */
    bool dead;         /* it can't be part of any */
} LockStep;

/* Start from {0}. */
typedef struct LockSteps {
    LockStep *steps;
    uint32_t count, room;
    uint32_t *slots; /* by the two words: the newest of them, + 1 */
} LockSteps;

/* The newest of two words, from which `next` leads to those before; NULL: none. */
LockStep *lock_steps_of(const LockSteps *steps, uint32_t held, uint32_t wanted);
bool lock_steps_are_full(const LockSteps *steps);
/* False: there are too many, or no memory; `known` is not taken then. */
bool lock_steps_add(LockSteps *steps, const LockStep *fresh);
/* Calls `found` for each circle, shortest first, of steps that are not dead and that no circle
 * before had. To be asked when the launch is over. */
void lock_circles(LockSteps *steps, void *state,
                  void (*found)(void *state, const LockStep *const *circle, uint32_t length));
void lock_steps_forget(LockSteps *steps);

#endif
