/* Telling observers of plain accesses: the lanes' addresses and their shape, all lanes at once. */
#include "sim/engine/lanes/reach.h"

bool access_tell_plain(SimWarp *warp, const SimInst *inst, uint32_t mask, const void *stored)
{
    const AccessForm *form = inst->extra;
    uint64_t around[1 + SIM_LANES]; /* one before lane 0, which joins nothing */
    uint64_t *address = around + 1;
    around[0] = 0;
    access_addresses(warp, inst, form, address);
    const uint64_t bytes = form->bytes;
    uint64_t follows = 0, repeats = 0;
    for (int i = 0; i < SIM_LANES; i++) {
        uint64_t step = around[i + 1] - around[i];
        follows |= step == bytes ? (uint64_t)core_bit[i] : 0;
        repeats |= step == 0 ? (uint64_t)core_bit[i] : 0;
    }
    const uint32_t pairs = mask & mask << 1;
    const AccessShape shape = {(uint32_t)follows & pairs, (uint32_t)repeats & pairs};
    PtxSpace space = form->space == PTX_SPACE_GENERIC ? PTX_SPACE_GLOBAL : form->space;
    if (space == PTX_SPACE_SHARED && warp->shared_base)
        for (int i = 0; i < SIM_LANES; i++)
            address[i] -= warp->shared_base;
    access_tell_lanes(warp, inst, space, mask, address, shape, stored);
    return true;
}
