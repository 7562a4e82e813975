/* Telling observers of plain accesses: the lanes' addresses and their shape, all lanes at once. */
#include "sim/engine/lanes/reach.h"

/* Bit l: the distance from lane l - 1 is that of neighbours; or none. */
#define SHAPE_OF(NAME, T)                                         \
    static inline AccessShape NAME(const T *base, uint32_t bytes) \
    {                                                             \
        uint32_t follows = 0, repeats = 0;                        \
        CORE_SHAPE_LOOP                                           \
        {                                                         \
            const T step = base[i] - base[i - 1];                 \
            follows |= step == (T)bytes ? core_bit[i] : 0;        \
            repeats |= step == 0 ? core_bit[i] : 0;               \
        }                                                         \
        return (AccessShape){follows, repeats};                   \
    }
#define CORE_SHAPE_LOOP for (int i = 1; i < SIM_LANES; i++)
SHAPE_OF(shape_of_32, uint32_t)
SHAPE_OF(shape_of_64, uint64_t)

bool access_tell_plain(SimWarp *warp, const SimInst *inst, uint32_t mask, const void *stored)
{
    const AccessForm *form = inst->extra;
    const PtxSpace space = form->space == PTX_SPACE_GENERIC ? PTX_SPACE_GLOBAL : form->space;
    uint64_t address[SIM_LANES];
    uint64_t add = (uint64_t)inst->imm;
    AccessShape shape = {0, SIM_FULL};
    if (space == PTX_SPACE_SHARED)
        add -= warp->shared_base;
    if (form->in_frame)
        add += warp->top->local_base;
    if (form->base_bytes == 8) {
        const uint64_t *base = CORE_SLOT(uint64_t, inst->a);
        shape = shape_of_64(base, form->bytes);
        CORE_LOOP address[i] = base[i] + add;
    } else if (form->base_bytes == 4) {
        const uint32_t *base = CORE_SLOT(uint32_t, inst->a);
        const uint32_t imm = (uint32_t)inst->imm;
        const uint64_t more = add - (uint64_t)inst->imm;
        shape = shape_of_32(base, form->bytes);
        CORE_LOOP address[i] = (uint64_t)(int64_t)(int32_t)(base[i] + imm) + more;
    } else {
        CORE_LOOP address[i] = add;
    }
    const uint32_t pairs = mask & mask << 1;
    shape.follows &= pairs;
    shape.repeats &= pairs;
    access_tell_lanes(warp, inst, space, mask, address, shape, stored);
    return true;
}
