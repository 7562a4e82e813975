/* State spaces (ISA 5.1). */
#ifndef CULAB_PTX_SPACE_H
#define CULAB_PTX_SPACE_H

#include <stdbool.h>
#include <stdint.h>

#include "ptx/words.h"

/* Memory of a thread's, a block's or a cluster's own: no other part of the grid reaches it. */
static inline bool ptx_space_is_own(uint8_t space)
{
    switch (space) {
    case PTX_SPACE_SHARED:
    case PTX_SPACE_SHARED_CTA:
    case PTX_SPACE_SHARED_CLUSTER:
    case PTX_SPACE_LOCAL:
    case PTX_SPACE_PARAM:
    case PTX_SPACE_PARAM_ENTRY:
    case PTX_SPACE_PARAM_FUNC:
        return true;
    default:
        return false;
    }
}

#endif
