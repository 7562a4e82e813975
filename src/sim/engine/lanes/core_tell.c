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
        return (AccessShape){follows, repeats, 0, 0};             \
    }
#define CORE_SHAPE_LOOP for (int i = 1; i < SIM_LANES; i++)
SHAPE_OF(shape_of_32, uint32_t)
SHAPE_OF(shape_of_64, uint64_t)

/* In groups of lanes the shape is known. */
static inline AccessShape shape_of_groups(const uint64_t *address, uint32_t bytes, Reach reach)
{
    const uint32_t first = 0x01010101, inside = ~first;
    AccessShape shape = {reach == REACH_STRIDE ? inside : 0, reach == REACH_STRIDE ? 0 : inside,
                         address[0], address[0]};
    for (int g = 0; g < SIM_LANES; g += REACH_GROUP) {
        const uint64_t last = address[g + REACH_GROUP - 1];
        const uint64_t step = g ? address[g] - address[g - 1] : UINT64_MAX;
        shape.follows |= (uint32_t)(step == bytes) << g;
        shape.repeats |= (uint32_t)(step == 0) << g;
        shape.low = address[g] < shape.low ? address[g] : shape.low;
        shape.high = last > shape.high ? last : shape.high;
    }
    shape.high += bytes;
    return shape;
}

/* Where the lanes' bytes lie. */
static inline void find_ends(AccessShape *shape, const uint64_t *address, uint32_t mask,
                             uint32_t bytes)
{
    const int64_t one = (int64_t)address[__builtin_ctz(mask)];
    int64_t low = one, high = one; /* no address has the highest bit */
    for (int i = 0; i < SIM_LANES; i++) {
        int64_t at = mask & core_bit[i] ? (int64_t)address[i] : one;
        low = at < low ? at : low;
        high = at > high ? at : high;
    }
    shape->low = (uint64_t)low;
    shape->high = (uint64_t)high + bytes;
}

static inline void tell(SimWarp *warp, const SimInst *inst, PtxSpace space, uint32_t mask,
                        const uint64_t *address, const AccessShape *shape, const void *stored)
{
    const AccessForm *form = inst->extra;
    const Block *block = warp->block;
    SimWarpInfo info;
    SimAccess told;
    warp_info(warp, &info);
    if (warp->top && !warp->top->parent) { /* field by field: it is read at once */
        told.site.module = warp->run->launch->module->ptx;
        told.site.function = warp->top->function->source;
        told.site.inst = inst->source;
        told.site.inner = NULL;
    } else {
        told.site = warp_site(warp, inst);
    }
    told.inst = inst->source;
    told.kind = form->kind;
    told.space = space;
    told.order = form->order;
    told.scope = form->scope;
    told.bytes = form->bytes;
    told.mask = mask;
    told.address = address;
    told.follows = shape->follows;
    told.repeats = shape->repeats;
    told.low = shape->low;
    told.high = shape->high;
    told.stored = stored;
    told.async = form->async;
    told.shared_base = (uintptr_t)block->shared;
    told.owner_linear = block->linear;
    told.owner = block->index;
    const SimObserver *const *watcher = run_watchers(warp->run, &told);
    for (; *watcher; watcher++)
        (*watcher)->access((*watcher)->self, &info, &told);
}

bool access_tell_plain(SimWarp *warp, const SimInst *inst, uint32_t mask, const void *stored,
                       Reach reach)
{
    const AccessForm *form = inst->extra;
    const PtxSpace space = form->space == PTX_SPACE_GENERIC ? PTX_SPACE_GLOBAL : form->space;
    const bool grouped = reach == REACH_STRIDE || reach == REACH_UNIFORM;
    uint64_t address[SIM_LANES];
    uint64_t add = (uint64_t)inst->imm;
    AccessShape shape = {0, SIM_FULL, 0, 0};
    if (space == PTX_SPACE_SHARED)
        add -= warp->shared_base;
    if (form->in_frame)
        add += warp->top->local_base;
    if (form->base_bytes == 8) {
        const uint64_t *base = CORE_SLOT(uint64_t, inst->a);
        CORE_LOOP address[i] = base[i] + add;
        if (!grouped)
            shape = shape_of_64(base, form->bytes);
    } else if (form->base_bytes == 4) {
        const uint32_t *base = CORE_SLOT(uint32_t, inst->a);
        const uint32_t imm = (uint32_t)inst->imm;
        const uint64_t more = add - (uint64_t)inst->imm;
        CORE_LOOP address[i] = (uint64_t)(int64_t)(int32_t)(base[i] + imm) + more;
        if (!grouped)
            shape = shape_of_32(base, form->bytes);
    } else {
        CORE_LOOP address[i] = add;
    }
    if (grouped) {
        shape = shape_of_groups(address, form->bytes, reach);
    } else {
        const uint32_t pairs = mask & mask << 1;
        shape.follows &= pairs;
        shape.repeats &= pairs;
        find_ends(&shape, address, mask, form->bytes);
    }
    tell(warp, inst, space, mask, address, &shape, stored);
    return true;
}
