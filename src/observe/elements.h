/* What the source calls elements of variables and of what parameters point at, by the types in the
 * debug information of a program, or of its twin: the same source compiled with it (-G), whose
 * variables and kernels have the same names, wherever they lie. */
#ifndef CULAB_OBSERVE_ELEMENTS_H
#define CULAB_OBSERVE_ELEMENTS_H

#include <pthread.h>

#include "debug/objects.h"
#include "sim/observer.h"

/* The twin's PTX, ended by NUL and kept by who gives it; NULL: there is none. `at_hand`: it may be
 * left out where it would have to be made first. */
typedef const char *ElementsTwin(void *state, bool at_hand);

/* Of one launch. Nothing is read before somebody asks. */
typedef struct Elements {
    ElementsTwin *twin; /* may be NULL */
    void *state;
    pthread_mutex_t lock;
    const PtxModule *module; /* that was asked of last */
    DebugObjects *objects;   /* its own, or its twin's; NULL: not known */
    PtxModule *twin_module;
    bool asked; /* in vain, though it was worth to wait */
    SimElements known, at_hand;
} Elements;

void elements_open(Elements *elements, ElementsTwin *twin, void *state);
void elements_close(Elements *elements);

#endif
