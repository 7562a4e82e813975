/* Which bytes of global memory a launch reads and writes: exact ranges, for whoever compares
 * launches and copies with each other. */
#ifndef CULAB_OBSERVE_TOUCH_H
#define CULAB_OBSERVE_TOUCH_H

#include "sim/observer.h"

typedef enum TouchKind { TOUCH_READ, TOUCH_WRITE, TOUCH_ATOMIC, TOUCH_KINDS } TouchKind;

typedef struct Touches Touches;

/* NULL: no memory. */
Touches *touches_new(void);
void touches_free(Touches *touches); /* NULL is fine */
/* Forgets what it has seen at the start of each launch of the host's: what kernels launch belongs
 * to it. */
const SimObserver *touches_observer(Touches *touches);
/* Whether a volatile or atomic access of the last launch touched the bytes: they may be a flag. */
bool touches_strongly(const Touches *touches, uint64_t address, uint64_t size);
/* The ranges of the last launch, each kind in order. None of a kind whose ranges were too many. */
void touches_each(const Touches *touches, void *state,
                  void (*each)(void *state, TouchKind kind, uint64_t address, uint64_t size));

#endif
