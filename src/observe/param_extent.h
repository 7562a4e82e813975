/* The allocation that a pointer among the launch's parameters points into. */
#ifndef CULAB_OBSERVE_PARAM_EXTENT_H
#define CULAB_OBSERVE_PARAM_EXTENT_H

#include <string.h>

#include "observe/flow.h"
#include "sim/observer.h"

/* `base` is of kind FLOW_PARAM. False: it isn't known, or there is none. */
static inline bool param_extent(const SimLaunchInfo *launch, const FlowBase *base, uint64_t *start,
                                uint64_t *size)
{
    uint64_t pointer;
    if (!launch->params || !launch->extent || base->offset > launch->kernel->param_size ||
        launch->kernel->param_size - base->offset < sizeof pointer)
        return false;
    memcpy(&pointer, (const char *)launch->params + base->offset, sizeof pointer);
    return launch->extent(launch->memory, pointer, start, size);
}

#endif
