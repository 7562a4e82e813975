/* Which atomic operations take locks, and which of them wait until they have: by what the code does
 * with what they return. */
#ifndef CULAB_OBSERVE_LOCK_WAIT_H
#define CULAB_OBSERVE_LOCK_WAIT_H

#include "observe/flow.h"

typedef enum LockUse {
    LOCK_UNUSED, /* takes none */
    LOCK_TRIES,  /* looks at whether it has got it, and goes on anyhow */
    LOCK_WAITS /* tries the same place again until it has got it, and does nothing else till then */
} LockUse;

/* Of a compare-and-swap that expects one certain value, or an exchange. One whose way back to
 * itself changes memory is not said to wait, since a lock may be given back there. */
LockUse lock_use(const Flow *flow, const PtxInst *atomic);
/* Whether the kernel, or what it calls, waits for a lock at all. */
bool lock_is_waited_for(FlowTable *flows, const PtxModule *module, const PtxFunction *kernel);

#endif
