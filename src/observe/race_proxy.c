/* Fences between proxies: bulk copies and wgmma read memory by the asynchronous proxy, and see what
 * threads wrote there only behind a fence that stands between the two in their order (ISA 8.7.1,
 * 9.7.9.25.2, 9.7.15.4). Who passed the fence does not matter, the writer or who reads; that of a
 * warp counts for all its lanes. Of global memory what other blocks wrote is not looked at. */
#include <stdlib.h>
#include <string.h>

#include "observe/race_access.h"

enum { KEPT = 8 /* of a warp's fences */ };

typedef struct ProxyFence {
    uint16_t before, after; /* the warp's clock */
    uint16_t *know;         /* [warps]: what it knew of its block */
} ProxyFence;

struct ProxyFences {
    uint32_t warps;
    uint32_t *passed; /* [warps] */
    ProxyFence *last; /* [warps][KEPT], by their number */
    uint16_t clocks[];
};

static ProxyFences *fences_new(uint32_t warps)
{
    size_t most = (size_t)warps * KEPT;
    ProxyFences *fences = calloc(1, sizeof *fences + most * warps * sizeof *fences->clocks);
    if (!fences)
        return NULL;
    fences->warps = warps;
    fences->passed = calloc(warps, sizeof *fences->passed);
    fences->last = calloc(most, sizeof *fences->last);
    for (size_t i = 0; fences->last && i < most; i++)
        fences->last[i].know = fences->clocks + i * warps;
    return fences;
}

static void fences_forget(ProxyFences **fences)
{
    if (!*fences)
        return;
    free((*fences)->passed);
    free((*fences)->last);
    free(*fences);
    *fences = NULL;
}

void race_proxy_forget(SharedShadow *shadow)
{
    fences_forget(&shadow->fences);
    fences_forget(&shadow->global_fences);
}

static void note_fence(const Race *race, const SimWarpInfo *warp, ProxyFences **at)
{
    const OrderView view = order_view(race->order, race->current_order, warp->warp);
    if (!*at && !(*at = fences_new(view.warps)))
        return;
    ProxyFences *fences = *at;
    if (!fences->passed || !fences->last)
        return;
    const uint32_t number = fences->passed[warp->warp]++;
    ProxyFence *fence = &fences->last[warp->warp * KEPT + number % KEPT];
    memcpy(fence->know, view.know, view.warps * sizeof *fence->know);
    fence->after = order_clock(race->current_order, warp->warp);
    fence->before = fence->after - 1;
    fence->know[warp->warp] = fence->after;
}

void race_proxy_fence(Race *race, const SimWarpInfo *warp, const PtxInst *fence)
{
    SharedShadow *shadow = race->current_shared;
    if (shadow && fence->space != PTX_SPACE_GLOBAL)
        note_fence(race, warp, &shadow->fences);
    if (shadow && (fence->space == PTX_SPACE_GLOBAL || fence->space == PTX_SPACE_GENERIC))
        note_fence(race, warp, &shadow->global_fences);
}

/* Is there a fence behind what warp `writer` did at `clock`, and before now in the view's warp? Of
 * those that are not kept any more it is taken for granted. */
static bool is_fenced(const ProxyFences *fences, const OrderView *view, uint32_t writer,
                      uint16_t clock)
{
    if (!fences)
        return false;
    if (!fences->passed || !fences->last)
        return true;
    for (uint32_t w = 0; w < fences->warps; w++) {
        bool old = fences->passed[w] > KEPT;
        for (uint32_t i = 0; i < KEPT && i < fences->passed[w]; i++) {
            const ProxyFence *fence = &fences->last[w * KEPT + i];
            bool comes = w == view->warp || view->know[w] > fence->before;
            old &= !comes;
            if (comes && fence->know[writer] > clock)
                return true;
        }
        if (old)
            return true;
    }
    return false;
}

/* Does what is written there come from a thread, by a plain or atomic instruction of its own? */
static bool is_generic(const Race *race, Slot slot)
{
    const PtxInst *inst = race_inst(race, slot);
    return inst && !race_is_flying(slot) && !ptx_has(inst, PTX_MOD_BULK) &&
           (inst->op == PTX_OP_ST || inst->op == PTX_OP_ATOM || inst->op == PTX_OP_RED ||
            inst->op == PTX_OP_STMATRIX);
}

static bool lacks_fence(const Race *race, const Touch *touch, const ProxyFences *fences,
                        const OrderView *view, Slot slot)
{
    const uint32_t writer = race_warp(slot) - view->first_warp;
    if (!slot || !is_generic(race, slot) || writer >= view->warps ||
        race_clock(slot) == ORDER_CLOCK_MAX)
        return false;
    /* What isn't ordered at all is told of as that. */
    return order_before(race->order, touch->block, (Stamp){slot_who(slot), race_clock(slot)},
                        touch->first + touch->lane) &&
           !is_fenced(fences, view, writer, race_clock(slot));
}

/* Whether a fence stands before what lies in [from, to) is read now. */
static void look_through(Race *race, Touch *touch, Strips *strips, const ProxyFences *fences,
                         uint64_t from, uint64_t to)
{
    static const RaceKind kinds[] = {RACE_WRITE, RACE_ATOMIC};
    const OrderView view = order_view(race->order, touch->block, touch->warp->warp);
    Slot fine = 0; /* the last one: neighbours are mostly alike */
    for (uint64_t at = from; at < to;) {
        StripPage *page = strips_find(strips, at);
        if (!page || !(page = strips_load(strips, page, at, at + 1))) {
            at = ((at >> strips->page_bits) + 1) << strips->page_bits;
            continue;
        }
        size_t i = strips_index(strips, page, at);
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
            Slot slot = page->kinds[kinds[k]] ? page->kinds[kinds[k]][i] : 0;
            if (slot == fine)
                continue;
            if (lacks_fence(race, touch, fences, &view, slot)) {
                touch->address = at;
                race_report_proxy(race, touch, slot_make(touch->own, touch->first + touch->lane, 0),
                                  slot);
                return;
            }
            fine = slot;
        }
        at = ((at >> page->unit_bits) + 1) << page->unit_bits;
    }
}

void race_proxy_read(Race *race, Touch *touch, SharedShadow *shadow, uint64_t from, uint64_t to)
{
    if (shadow->block == touch->warp->block_linear)
        look_through(race, touch, &shadow->strips, shadow->fences, from, to);
}

/* Is it CUDA's own memcpy_async() that made a bulk copy of it? Who calls that asks for a copy and
 * for no proxy. What has no line may be. */
static bool is_plain_copy(const PtxInst *inst)
{
    static const char name[] = "memcpy_async";
    if (ptx_has(inst, PTX_MOD_TENSOR))
        return false;
    for (const PtxLoc *loc = inst->loc; loc; loc = loc->inlined)
        if (loc->function.size &&
            memmem(loc->function.data, loc->function.size, name, sizeof name - 1))
            return true;
    return !inst->loc;
}

void race_proxy_access(Race *race, const SimWarpInfo *warp, const SimAccess *access)
{
    const bool shared = access->space == PTX_SPACE_SHARED;
    SharedShadow *shadow = race->current_shared;
    if (!shadow || (shared && access->owner_linear != warp->block_linear) ||
        (!shared && is_plain_copy(access->inst)))
        return;
    Touch touch = race_touch_of(race, warp, access);
    for (uint32_t left = access->mask; left; left &= left - 1) {
        touch.lane = (uint32_t)__builtin_ctz(left);
        uint64_t from = access->address[touch.lane];
        look_through(race, &touch, shared ? &shadow->strips : &race->global,
                     shared ? shadow->fences : shadow->global_fences, from, from + access->bytes);
    }
}
