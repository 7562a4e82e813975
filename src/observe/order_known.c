/* What a thread knew at a moment, kept for when its launch is over. */
#include "observe/order_known.h"

#include "observe/order_state.h"

/* What was released in a launch, from its end on. */
struct OrderPast {
    uint32_t holders;
    bool over;
    ReleaseLogs logs;
};

struct OrderKnown {
    Who who;
    uint32_t warps;        /* of a block */
    uint16_t lanes[LANES]; /* the clock of its own warp up to which it knows each lane */
    SeenList seen;         /* what it had read of other blocks' releases */
    OrderPast *past;       /* NULL: it had read none */
    uint16_t know[];       /* [warps]: of its block's */
};

static OrderPast *past_hold(Order *order)
{
    if (!order->past && (order->past = calloc(1, sizeof *order->past)))
        order->past->holders = 1;
    if (order->past)
        order->past->holders++;
    return order->past;
}

static void past_drop(OrderPast *past)
{
    if (!past || --past->holders)
        return;
    release_logs_free(&past->logs);
    free(past);
}

void order_past_end(Order *order)
{
    OrderPast *past = order->past;
    if (!past)
        return;
    past->logs = order->logs;
    past->over = true;
    order->logs = (ReleaseLogs){0};
    order->past = NULL;
    past_drop(past);
}

OrderKnown *order_known_new(Order *order, const OrderBlock *block, uint32_t warp, uint32_t lane)
{
    const SeenList *seen = &block->seen[warp];
    OrderKnown *known = calloc(1, sizeof *known + block->warps * sizeof *known->know);
    if (!known)
        return NULL;
    known->who = (block->linear * block->warps + warp) * LANES + lane + 1;
    known->warps = block->warps;
    memcpy(known->know, order_knowledge(block, warp), block->warps * sizeof *known->know);
    for (uint32_t l = 0; l < LANES; l++) {
        uint16_t own = block->lanes[warp] ? block->lanes[warp][lane][l] : 0;
        known->lanes[l] = own > block->warp_sync[warp] ? own : block->warp_sync[warp];
    }
    for (size_t i = 0; i < seen->count; i++) {
        Seen item = seen->items[i];
        if ((item.lanes >> lane & 1) == 0)
            continue;
        item.lanes = SEEN_BY_ALL;
        seen_add(&known->seen, item);
    }
    if (!known->seen.count)
        return known;
    release_stamp(&order->logs, &known->seen);
    known->past = past_hold(order);
    if (known->past)
        return known;
    order_known_free(known);
    return NULL;
}

void order_known_free(OrderKnown *known)
{
    if (!known)
        return;
    past_drop(known->past);
    seen_list_free(&known->seen);
    free(known);
}

bool order_known_has(const OrderKnown *known, Stamp earlier)
{
    const uint32_t warp = (earlier.who - 1) / LANES, lane = (earlier.who - 1) % LANES;
    const uint32_t own = (known->who - 1) / LANES;
    if (earlier.who == known->who || earlier.clock == ORDER_CLOCK_MAX)
        return true;
    if (warp == own)
        return known->lanes[lane] > earlier.clock;
    if (warp / known->warps == own / known->warps)
        return known->know[warp % known->warps] > earlier.clock;
    Moment moment = {warp / known->warps, warp % known->warps, lane, earlier.clock};
    return known->past && (!known->past->over ||
                           release_covers(&known->past->logs, &known->seen, SEEN_BY_ALL, moment));
}
