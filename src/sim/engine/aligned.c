/* Bringing all threads of a warp together at one instruction. */
#include "sim/engine/aligned.h"

/* Those that have met are made one split again, which executes the instruction. */
static void meet(SimWarp *warp, const SimInst *inst, uint32_t mask, uint32_t met)
{
    (void)warp, (void)inst, (void)mask, (void)met;
}

void aligned_init(SyncForm *form, const PtxInst *inst)
{
    *form = (SyncForm){.kind = SYNC_ALIGNED, .form = inst->pos.line, .finish = meet, .again = true};
}

static const SimInst *not_whole(SimWarp *warp, const SimInst *inst, uint32_t mask)
{
    FaultText what = {
        .fault = ENGINE_FAULT_INSTRUCTION, .rule = "incomplete-warp", .checker = "synchronisation"};
    int missing = SIM_LANES - __builtin_popcount(warp->live);
    return warp_fault(warp, inst, (uint32_t)__builtin_ctz(mask), &what,
                      "executes %.*s, which takes all 32 threads of a warp, but %d of them %s%s",
                      VIEW_ARG(inst->source->mnemonic), missing,
                      warp->exists == SIM_FULL ? ""
                      : missing == 1           ? "does not exist"
                                               : "do not exist",
                      warp->exists != SIM_FULL ? ""
                      : missing == 1           ? "has ended"
                                               : "have ended");
}

bool aligned_ready(SimWarp *warp, const SimInst *inst, uint32_t mask, const SimInst **out)
{
    if (mask == SIM_FULL)
        return true;
    *out = NULL;
    if (warp->live != SIM_FULL) {
        *out = not_whole(warp, inst, mask);
        return false;
    }
    Split *split = warp_wait(warp, inst, mask, SPLIT_SYNC);
    split->wait = SIM_FULL;
    warp_check_syncs(warp);
    return false;
}
