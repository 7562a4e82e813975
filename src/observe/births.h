/* Where numbers that are not finite arose: for each thread the first time. */
#ifndef CULAB_OBSERVE_BIRTHS_H
#define CULAB_OBSERVE_BIRTHS_H

#include "observe/float_step.h"
#include "observe/site.h"

typedef struct Birth {
    SimSite site;
    const PtxInst *inst; /* the same, or one in a function called there */
    Who who;
    PtxType type;
    FloatStep step; /* what it was made of */
    double result;
    bool local;    /* it was stored in the thread's own memory */
    bool looped;   /* in a round of a loop: its operands may be those of another one */
    bool certain;  /* the step holds what it was given then */
    bool infinite; /* which was not finite itself */
} Birth;

/* Start from {0}. */
typedef struct Births {
    Birth *list;
    uint32_t count, room;
    uint32_t *slots; /* by a hash of the thread: a place in the list and 1; 0: free */
} Births;

const Birth *births_of(const Births *births, Who who); /* NULL: none */
/* Keeps it if it is its thread's first; of very many threads only some. */
void births_add(Births *births, const Birth *birth);
void births_free(Births *births);

#endif
