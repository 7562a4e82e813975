/* Instructions at which lanes of a warp meet: bar.warp.sync, shfl, vote, match, redux, elect, and
 * those of matrices. */
#ifndef CULAB_SIM_ENGINE_SYNC_H
#define CULAB_SIM_ENGINE_SYNC_H

#include "sim/engine/warp.h"

typedef enum SyncKind {
    SYNC_BAR,
    SYNC_SHFL,
    SYNC_VOTE,
    SYNC_MATCH,
    SYNC_REDUX,
    SYNC_ELECT,
    SYNC_ALIGNED /* see aligned.h */
} SyncKind;

/* What SimInst.extra points at for these. Lanes at different instructions meet when kind, form and
 * the mask they name are the same (ISA 9.7.13: "the same qualifiers and the same membermask"). */
typedef struct SyncForm {
    SyncKind kind;
    uint32_t form;    /* operation, mode, type */
    uint32_t members; /* slot of the mask that each lane names; */
    uint32_t value;   /* slot of the value that each lane brings; 0: none */
    uint32_t bytes;   /* of the value; 0: a predicate */
    uint32_t flip;    /* of the predicate */
    uint32_t pred;    /* slot of a predicate to be written */
    bool has_pred, has_dest;
    bool again; /* lanes that met come to the instruction once more, together */
    /* Gives `mask`, lanes of the running split, their results; `met` are all that take part and
     * whose values are in warp->exchange. */
    void (*finish)(SimWarp *warp, const SimInst *inst, uint32_t mask, uint32_t met);
} SyncForm;

/* The lanes of `same`, which all name `named`, wait; the others of `mask` come to `inst` again.
 * Returns what a handler returns. */
const SimInst *sync_part(SimWarp *warp, const SimInst *inst, uint32_t mask, uint32_t same,
                         uint32_t named);
/* Lets go every group of waiting lanes that is complete. */
void warp_check_syncs(SimWarp *warp);

#endif
