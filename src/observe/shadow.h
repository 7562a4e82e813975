/* The checkers' memory for what a kernel touches: how much it is, and that it stays fair. */
#ifndef CULAB_OBSERVE_SHADOW_H
#define CULAB_OBSERVE_SHADOW_H

#include "observe/init.h"
#include "observe/local_init.h"
#include "observe/observe.h"
#include "observe/race.h"
#include "observe/variables.h"
#include "observe/writers.h"

typedef struct Shadow Shadow;

/* Whose memory it is; NULL: there is none. */
typedef struct ShadowParts {
    Race *race;
    Writers *writers;
    const Init *init;
    const LocalInit *local_init;
    const Variables *variables;
} ShadowParts;

/* NULL: no memory. */
Shadow *shadow_new(void);
void shadow_free(Shadow *shadow); /* NULL is fine; after what it watches */
/* Watches their memory from now on. */
void shadow_watch(Shadow *shadow, const ShadowParts *parts);
/* It has to be told of a launch's end before they are. */
const SimObserver *shadow_observer(const Shadow *shadow);
void shadow_held(const Shadow *shadow, ObserveShadow *out);

#endif
