/* What functions are called with. */
#ifndef CULAB_OBSERVE_HANDED_H
#define CULAB_OBSERVE_HANDED_H

#include "observe/flow.h"

/* Whether a function of the module gets nothing for this parameter but the address at which some
 * variable begins: a pointer to the end of one may be that of another's start as well. */
bool handed_starts(FlowTable *flows, const PtxModule *module, const PtxFunction *function,
                   const PtxSymbol *param);

#endif
