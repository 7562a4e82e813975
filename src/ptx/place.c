/* Which line of the learner's own source an instruction belongs to. */
#include "ptx/place.h"

static View file_name(const PtxModule *module, uint32_t index)
{
    return index < module->file_count ? module->files[index].name : VIEW("");
}

PtxPlace ptx_place(const PtxModule *module, const PtxInst *inst)
{
    PtxPlace unknown = {VIEW(""), 0};
    if (!module || !inst || !inst->loc)
        return unknown;
    const PtxLoc *outermost = inst->loc;
    while (outermost->inlined)
        outermost = outermost->inlined;
    const PtxLoc *own = inst->loc;
    while (own->file != outermost->file)
        own = own->inlined;
    return (PtxPlace){file_name(module, own->file), own->line};
}
