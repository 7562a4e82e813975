/* Telling observers of plain accesses: the lanes' addresses and their shape, all lanes at once. */
#include "sim/engine/lanes/reach.h"

enum { FEW_RUNS = 4 }; /* up to which they are looked at one by one */

/* Bit l: the distance from lane l - 1 is that of neighbours; or none. `down`: some lane's address
 * is below that of the lane before. */
#define SHAPE_OF(NAME, T, S)                                                  \
    static inline AccessShape NAME(const T *base, uint32_t bytes, bool *down) \
    {                                                                         \
        uint32_t follows = 0, repeats = 0;                                    \
        T steps = 0;                                                          \
        CORE_SHAPE_LOOP                                                       \
        {                                                                     \
            const T step = base[i] - base[i - 1];                             \
            follows |= step == (T)bytes ? core_bit[i] : 0;                    \
            repeats |= step == 0 ? core_bit[i] : 0;                           \
            steps |= step;                                                    \
        }                                                                     \
        *down = (S)steps < 0;                                                 \
        return (AccessShape){follows, repeats, 0, 0};                         \
    }
#define CORE_SHAPE_LOOP for (int i = 1; i < SIM_LANES; i++)
SHAPE_OF(shape_of_32, uint32_t, int32_t)
SHAPE_OF(shape_of_64, uint64_t, int64_t)

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

/* The least and the greatest of the lanes' addresses. No address has the highest bit of 64. */
#define ENDS_OF(NAME, T, S)                                                                   \
    static inline void NAME(const T *base, T add, uint32_t mask, int64_t *low, int64_t *high) \
    {                                                                                         \
        const S one = (S)(base[__builtin_ctz(mask)] + add);                                   \
        S least = one, most = one;                                                            \
        for (int i = 0; i < SIM_LANES; i++) {                                                 \
            const S at = mask & core_bit[i] ? (S)(base[i] + add) : one;                       \
            least = at < least ? at : least;                                                  \
            most = at > most ? at : most;                                                     \
        }                                                                                     \
        *low = least;                                                                         \
        *high = most;                                                                         \
    }
ENDS_OF(ends_of_32, uint32_t, int32_t)
ENDS_OF(ends_of_64, uint64_t, int64_t)

/* Of lanes whose shape is known: where a run of them begins and where it ends. */
static inline void ends_of_runs(const AccessShape *shape, const uint64_t *address, uint32_t mask,
                                int64_t *low, int64_t *high)
{
    const uint32_t goes_on = shape->follows | shape->repeats;
    *low = *high = (int64_t)address[__builtin_ctz(mask)];
    CORE_LANES(mask & ~goes_on, lane)
    *low = (int64_t)address[lane] < *low ? (int64_t)address[lane] : *low;
    CORE_LANES(mask & ~(goes_on >> 1), lane)
    *high = (int64_t)address[lane] > *high ? (int64_t)address[lane] : *high;
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
    bool down = false;
    if (space == PTX_SPACE_SHARED)
        add -= warp->shared_base;
    if (form->in_frame)
        add += warp->top->local_base;
    const uint64_t *base = CORE_SLOT(uint64_t, inst->a);
    const uint32_t *narrow = CORE_SLOT(uint32_t, inst->a);
    const uint32_t imm = (uint32_t)inst->imm;
    const uint64_t more = add - (uint64_t)inst->imm;
    if (form->base_bytes == 8) {
        CORE_LOOP address[i] = base[i] + add;
        if (!grouped)
            shape = shape_of_64(base, form->bytes, &down);
    } else if (form->base_bytes == 4) {
        CORE_LOOP address[i] = (uint64_t)(int64_t)(int32_t)(narrow[i] + imm) + more;
        if (!grouped)
            shape = shape_of_32(narrow, form->bytes, &down);
    } else {
        CORE_LOOP address[i] = add;
    }
    if (grouped) {
        shape = shape_of_groups(address, form->bytes, reach);
        tell(warp, inst, space, mask, address, &shape, stored);
        return true;
    }
    const uint32_t pairs = mask & mask << 1;
    int64_t low, high;
    shape.follows &= pairs;
    shape.repeats &= pairs;
    if (mask == SIM_FULL && !down) {
        low = (int64_t)address[0];
        high = (int64_t)address[SIM_LANES - 1];
    } else if (__builtin_popcount(mask & ~(shape.follows | shape.repeats)) <= FEW_RUNS) {
        ends_of_runs(&shape, address, mask, &low, &high);
    } else if (form->base_bytes == 8) {
        ends_of_64(base, add, mask, &low, &high);
    } else {
        ends_of_32(narrow, imm, mask, &low, &high);
        low += (int64_t)more;
        high += (int64_t)more;
    }
    shape.low = (uint64_t)low;
    shape.high = (uint64_t)high + form->bytes;
    tell(warp, inst, space, mask, address, &shape, stored);
    return true;
}
