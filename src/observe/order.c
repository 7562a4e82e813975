/* Happens-before by warp clocks: blocks come and go, and what is ordered is asked. */
#include "observe/order.h"

#include <stdlib.h>

#include "observe/order_state.h"

Order *order_new(void)
{
    return calloc(1, sizeof(Order));
}

static void block_free(OrderBlock *block)
{
    for (uint32_t w = 0; w < block->warps; w++) {
        free(block->lanes[w]);
        free(block->relaxed[w]);
        seen_list_free(&block->seen[w]);
    }
    for (int i = 0; i < BARRIERS; i++) {
        seen_list_free(&block->barriers[i].gathered);
        seen_list_free(&block->barriers[i].read);
        free(block->barriers[i].relaxed);
    }
    free(block->lanes);
    free(block->relaxed);
    free(block->fenced);
    free(block->seen);
    free(block->memory);
    free(block);
}

void order_launch_end(Order *order)
{
    for (size_t i = 0; i < order->block_count; i++)
        block_free(order->blocks[i]);
    order_past_end(order);
    release_logs_free(&order->logs);
    free(order->blocks);
    *order = (Order){.epochs = order->epochs};
}

void order_free(Order *order)
{
    if (order)
        order_launch_end(order);
    free(order);
}

bool order_launch_begin(Order *order, const SimLaunchInfo *launch)
{
    order_launch_end(order);
    order->launch = launch;
    order->warps = who_warps(launch);
    order->failed = !who_fits(launch->grid, launch->block);
    return !order->failed;
}

/* One allocation for all of a block's small arrays. */
static bool carve(OrderBlock *block)
{
    size_t n = block->warps;
    size_t words = n + n + n * n + n + n + (size_t)BARRIERS * 2 * n;
    uint16_t *at = calloc(words, sizeof *at);
    block->memory = (unsigned char *)at;
    block->lanes = calloc(n, sizeof *block->lanes);
    block->fenced = calloc(n, sizeof *block->fenced);
    block->relaxed = calloc(n, sizeof *block->relaxed);
    block->seen = calloc(n, sizeof *block->seen);
    if (!at || !block->lanes || !block->fenced || !block->relaxed || !block->seen)
        return false;
    block->begun = at;
    block->clock = at += n;
    block->know = at += n;
    block->warp_sync = at += n * n;
    block->exited = at += n;
    at += n;
    for (int i = 0; i < BARRIERS; i++) {
        block->barriers[i].arrived = at;
        block->barriers[i].released = at + n;
        at += 2 * n;
    }
    return true;
}

bool order_block_begin(Order *order, uint32_t block_linear)
{
    if (order->failed)
        return false;
    if (order->block_count == order->block_room) {
        size_t room = order->block_room ? order->block_room * 2 : 16;
        OrderBlock **blocks = realloc(order->blocks, room * sizeof(OrderBlock *));
        if (!blocks)
            return !(order->failed = true);
        order->blocks = blocks;
        order->block_room = room;
    }
    OrderBlock *block = calloc(1, sizeof *block);
    if (!block)
        return !(order->failed = true);
    block->linear = block_linear;
    block->warps = order->warps;
    if (!carve(block)) {
        block->warps = 0;
        block_free(block);
        return !(order->failed = true);
    }
    /* Clock 0 is no clock: a fresh know[] of 0 knows nothing, and an access at clock 0 would too.
     */
    for (uint32_t w = 0; w < block->warps; w++)
        block->clock[w] = 1;
    block->epochs = &order->epochs;
    order_begin_epoch(block);
    order->blocks[order->block_count++] = block;
    return true;
}

OrderBlock *order_block(Order *order, uint32_t block_linear)
{
    for (size_t i = order->block_count; i-- > 0;)
        if (order->blocks[i]->linear == block_linear)
            return order->blocks[i];
    return NULL;
}

void order_block_end(Order *order, uint32_t block_linear)
{
    for (size_t i = order->block_count; i-- > 0;) {
        if (order->blocks[i]->linear == block_linear) {
            block_free(order->blocks[i]);
            order->blocks[i] = order->blocks[--order->block_count];
            return;
        }
    }
}

bool order_is_released(Order *order, uint64_t key)
{
    return release_is_logged(&order->logs, key);
}

void order_fetch(const Order *order, const OrderBlock *block, const uint64_t *keys, uint32_t mask)
{
    release_fetch(&order->logs, keys, mask, block->linear);
}

uint16_t order_clock(const OrderBlock *block, uint32_t warp)
{
    return block->clock[warp];
}

static bool lanes_ordered(const OrderBlock *block, uint32_t warp, uint32_t earlier, uint32_t now,
                          uint16_t clock)
{
    if (block->warp_sync[warp] > clock)
        return true;
    return block->lanes[warp] && block->lanes[warp][now][earlier] > clock;
}

bool order_before(Order *order, const OrderBlock *block, Stamp earlier, Who now)
{
    if (earlier.who == now || earlier.clock == ORDER_CLOCK_MAX)
        return true;
    uint32_t then_warp = (earlier.who - 1) / 32, now_warp = (now - 1) / 32;
    uint32_t w = now_warp % order->warps, v = then_warp % order->warps;
    if (then_warp == now_warp)
        return lanes_ordered(block, w, (earlier.who - 1) % 32, (now - 1) % 32, earlier.clock);
    uint32_t then_block = then_warp / order->warps;
    if (then_block == block->linear)
        return order_knowledge(block, w)[v] > earlier.clock;
    return release_covers(&order->logs, &block->seen[w], UINT32_C(1) << (now - 1) % 32,
                          (Moment){then_block, v, (earlier.who - 1) % 32, earlier.clock});
}

OrderView order_view(Order *order, const OrderBlock *block, uint32_t warp)
{
    return (OrderView){.order = order,
                       .block = block,
                       .know = order_knowledge(block, warp),
                       .first_warp = block->linear * block->warps + 1,
                       .warps = block->warps,
                       .warp = warp,
                       .epoch = block->epoch,
                       .begun = block->begun,
                       .synchronised = block->warp_sync[warp],
                       .by_lane = block->lanes[warp] != NULL,
                       .knows_others = block->seen[warp].count > 0,
                       .asking = SEEN_BY_ALL};
}

OrderAnswer order_other_block(const OrderView *view, Stamp earlier)
{
    uint32_t warp = (earlier.who - 1) / 32;
    const SeenList *seen = &view->block->seen[view->warp];
    ReleaseLogs *logs = &view->order->logs;
    Moment moment = {warp / view->warps, warp % view->warps, (earlier.who - 1) % 32, earlier.clock};
    if (release_covers(logs, seen, view->asking, moment))
        return ORDER_BEFORE;
    if (view->asking != SEEN_BY_ALL)
        return ORDER_CONCURRENT;
    for (size_t i = 0; i < seen->count; i++)
        if (seen->items[i].lanes != SEEN_BY_ALL)
            return ORDER_DIFFERS;
    return ORDER_CONCURRENT;
}

bool order_releases(const OrderBlock *block, uint32_t warp, SimOrder how)
{
    return how >= SIM_ORDER_RELEASE || block->fenced[warp];
}

bool order_is_idle(const Order *order, const OrderBlock *block, uint32_t warp, SimOrder how)
{
    return !order_releases(block, warp, how) && order->logs.count == 0;
}
