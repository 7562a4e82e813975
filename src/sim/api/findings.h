/* Findings of the engine and the observers, kept until the caller clears them. */
#ifndef CULAB_SIM_API_FINDINGS_H
#define CULAB_SIM_API_FINDINGS_H

#include "sim/culab_sim.h"
#include "sim/observer.h"

/* Where engine and observers send what they find. The store has a lock of its own, since a launch
 * runs with the library's released. */
SimFindingSink findings_sink(void);
/* Findings that come now belong to this launch. */
void findings_launch(uint64_t launch);
/* The same; `origin` is added to their texts: "; in a grid that ...". */
void findings_launch_child(uint64_t launch, const char *origin);
void findings_each(void *state, void (*each)(void *state, const CulabSimFinding *finding));
void findings_clear(void);
/* Forgets them when there are many: for one who has told them. */
void findings_make_room(void);
/* What the host itself did wrong, outside launches: kept as of launch 0, and reported at once. */
void findings_tell_host(const SimFinding *finding);

#endif
