/* What the files of flow.h share. */
#ifndef CULAB_OBSERVE_FLOW_STATE_H
#define CULAB_OBSERVE_FLOW_STATE_H

#include "observe/flow.h"

struct Flow {
    const PtxFunction *function;
    uint32_t *first;       /* [reg]: where its definitions begin in `definitions` */
    uint32_t *definitions; /* instruction indices */
    FlowBase *bases;       /* [reg] */
};

/* Fills in `bases`, which is NULL yet. False: no memory. */
bool flow_find_bases(Flow *flow);

#endif
