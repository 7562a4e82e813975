/* Grids and what is ordered between them: launches, streams, events, and what a launching thread
 * knew of each other thread. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "observe/kin.h"

enum { STREAM_A = 100, STREAM_B = 200, EVENT = 7, WARPS = 2, THREADS = 64, BLOCKS = 3 };

static Kin *kin;
static Order *order;
static PtxFunction kernel;
static PtxInst lines[8];
static SimLaunchInfo launch;
static uint64_t works;

static int begin(void **state)
{
    (void)state;
    launch = (SimLaunchInfo){
        .id = 1, .kernel = &kernel, .grid = {BLOCKS, 1, 1}, .block = {THREADS, 1, 1}};
    works = 0;
    kin = kin_new();
    order = order_new();
    assert_true(kin_begin(kin, &launch));
    assert_true(order_launch_begin(order, &launch));
    for (uint32_t b = 0; b < BLOCKS; b++)
        assert_true(order_block_begin(order, b));
    return 0;
}

static int end(void **state)
{
    (void)state;
    order_free(order);
    kin_free(kin);
    return 0;
}

static SimWarpInfo warp_of(uint32_t block, uint32_t thread)
{
    return (SimWarpInfo){.launch = &launch,
                         .block = {block, 0, 0},
                         .block_linear = block,
                         .warp = thread / 32,
                         .live = UINT32_MAX};
}

/* The thread queues work of the kind; the number of a grid or move in the tree, else 0. */
static uint32_t queue(SimWorkKind kind, uint32_t block, uint32_t thread, uint64_t stream,
                      uint32_t line)
{
    const SimWarpInfo warp = warp_of(block, thread);
    const bool works_too = kind == SIM_WORK_GRID || kind == SIM_WORK_MOVE;
    const SimLaunched launched = {.kind = kind,
                                  .site = {.function = &kernel, .inst = &lines[line]},
                                  .lane = thread % 32,
                                  .stream = stream,
                                  .event = EVENT,
                                  .work = works_too ? ++works : 0,
                                  .kernel = &kernel};
    assert_true(kin_launched(kin, KIN_ROOT, order, &warp, &launched));
    return works_too ? kin_find(kin, launched.work) : 0;
}

static uint32_t child(uint32_t block, uint32_t thread, uint64_t stream)
{
    return queue(SIM_WORK_GRID, block, thread, stream, 0);
}

/* What the thread of the first grid does now. */
static KinMoment moment(uint32_t block, uint32_t thread)
{
    return (KinMoment){.grid = KIN_ROOT,
                       .who = block * THREADS + thread + 1,
                       .launches = kin_grid(kin, KIN_ROOT)->launches,
                       .clock = order_clock(order_block(order, block), thread / 32)};
}

static void expect(KinRelation relation, const KinMoment *earlier, uint32_t grid)
{
    uint32_t first, second;
    assert_int_equal(kin_relation(kin, earlier, grid, &first, &second), relation);
}

/* Of what two grids do. */
static void expect_grids(KinRelation relation, uint32_t a, uint32_t b)
{
    expect(relation, &(KinMoment){.grid = a, .who = 1, .clock = 1}, b);
}

static void sync(SimSyncKind kind, uint32_t block, uint32_t thread, uint32_t mask)
{
    const SimWarpInfo warp = warp_of(block, thread);
    const SimSync synced = {
        .kind = kind, .mask = mask, .scope = SIM_SCOPE_GPU, .orders_memory = true};
    order_sync(order, order_block(order, block), &warp, &synced);
}

static void barrier(uint32_t block)
{
    for (uint32_t w = 0; w < WARPS; w++)
        sync(SIM_SYNC_BARRIER_ARRIVE, block, 32 * w, UINT32_MAX);
    for (uint32_t w = 0; w < WARPS; w++)
        sync(SIM_SYNC_BARRIER_LEAVE, block, 32 * w, UINT32_MAX);
}

/* A fence, and the flag `key`. */
static void raise_flag(uint32_t block, uint32_t thread, uint64_t key)
{
    const SimWarpInfo warp = warp_of(block, thread);
    sync(SIM_SYNC_FENCE, block, thread, UINT32_C(1) << thread % 32);
    assert_true(order_release(order, order_block(order, block), &warp, UINT32_C(1) << thread % 32,
                              key, SIM_ORDER_RELAXED, SIM_SCOPE_GPU));
}

static void read_flag(uint32_t block, uint32_t thread, uint64_t key)
{
    order_acquire(order, order_block(order, block), thread / 32, 1u << thread % 32, key);
}

static void parent_ends(void)
{
    order_launch_end(order);
}

static void own_work_before_a_launch_is_seen(void **state)
{
    (void)state;
    const KinMoment before = moment(0, 5);
    const uint32_t grid = child(0, 5, SIM_STREAM_OF_BLOCK);
    const KinMoment after = moment(0, 5);
    parent_ends();
    expect(KIN_ORDERED, &before, grid);
    expect(KIN_AFTER_LAUNCH, &after, grid);
}

static void lanes_and_warps_need_a_barrier(void **state)
{
    (void)state;
    const KinMoment lane = moment(0, 6), warp = moment(0, 40);
    const uint32_t early = child(0, 5, SIM_STREAM_OF_BLOCK);
    barrier(0);
    const KinMoment beside = moment(0, 40);
    const uint32_t late = child(0, 5, SIM_STREAM_OF_BLOCK);
    parent_ends();
    expect(KIN_BESIDE_LAUNCH, &lane, early);
    expect(KIN_BESIDE_LAUNCH, &warp, early);
    expect(KIN_ORDERED, &lane, late);
    expect(KIN_ORDERED, &warp, late);
    expect(KIN_BESIDE_LAUNCH, &beside, late);
}

static void part_of_a_warp_meets(void **state)
{
    (void)state;
    const KinMoment inside = moment(0, 3), outside = moment(0, 20);
    sync(SIM_SYNC_WARP, 0, 0, 0x0000ffff);
    const uint32_t grid = child(0, 0, SIM_STREAM_OF_BLOCK);
    parent_ends();
    expect(KIN_ORDERED, &inside, grid);
    expect(KIN_BESIDE_LAUNCH, &outside, grid);
}

static void other_blocks_are_known_by_flags(void **state)
{
    (void)state;
    const KinMoment before = moment(1, 0), silent = moment(2, 0);
    raise_flag(1, 0, 0x1000);
    const KinMoment after = moment(1, 0);
    const uint32_t early = child(0, 0, STREAM_A);
    read_flag(0, 0, 0x1000);
    const uint32_t late = child(0, 0, STREAM_A);
    parent_ends();
    expect(KIN_BESIDE_LAUNCH, &before, early);
    expect(KIN_ORDERED, &before, late);
    expect(KIN_BESIDE_LAUNCH, &after, late);
    expect(KIN_BESIDE_LAUNCH, &silent, late); /* though something of others is known */
}

static void flags_pass_through_third_blocks(void **state)
{
    (void)state;
    const KinMoment first = moment(2, 0);
    raise_flag(2, 0, 0x1000);
    read_flag(1, 0, 0x1000);
    raise_flag(1, 0, 0x2000);
    read_flag(0, 0, 0x2000);
    const uint32_t grid = child(0, 0, STREAM_A), other_lane = child(0, 1, STREAM_A);
    parent_ends();
    expect(KIN_ORDERED, &first, grid);
    expect(KIN_BESIDE_LAUNCH, &first, other_lane);
}

static void what_was_known_outlives_the_next_launch(void **state)
{
    (void)state;
    const KinMoment before = moment(1, 0), silent = moment(2, 0);
    raise_flag(1, 0, 0x1000);
    read_flag(0, 0, 0x1000);
    const uint32_t grid = child(0, 0, STREAM_A);
    parent_ends();
    assert_true(order_launch_begin(order, &launch)); /* the child's own */
    assert_true(order_block_begin(order, 0));
    expect(KIN_ORDERED, &before, grid);
    expect(KIN_BESIDE_LAUNCH, &silent, grid);
}

static void one_stream_is_in_order(void **state)
{
    (void)state;
    const uint32_t a = child(0, 0, STREAM_A), b = child(0, 0, STREAM_A),
                   other = child(0, 0, STREAM_B), fired = child(0, 0, SIM_STREAM_FIRE_AND_FORGET),
                   tail = child(0, 0, SIM_STREAM_TAIL);
    const KinMoment parent = moment(0, 33);
    parent_ends();
    expect_grids(KIN_ORDERED, a, b);
    expect_grids(KIN_OTHER_STREAM, b, other);
    expect_grids(KIN_OTHER_STREAM, a, fired);
    expect_grids(KIN_ORDERED, fired, tail);
    expect(KIN_ORDERED, &parent, tail);
}

static void default_streams_are_the_blocks(void **state)
{
    (void)state;
    const uint32_t a = child(0, 0, SIM_STREAM_OF_BLOCK), b = child(0, 0, SIM_STREAM_OF_BLOCK),
                   other = child(1, 0, SIM_STREAM_OF_BLOCK);
    parent_ends();
    expect_grids(KIN_ORDERED, a, b);
    expect_grids(KIN_OTHER_STREAM, a, other);
}

static void two_threads_launch_in_any_order(void **state)
{
    (void)state;
    const uint32_t a = queue(SIM_WORK_GRID, 0, 0, STREAM_A, 1),
                   b = queue(SIM_WORK_GRID, 0, 40, STREAM_A, 2),
                   same_line = queue(SIM_WORK_GRID, 0, 1, STREAM_A, 1);
    barrier(0);
    const uint32_t late = queue(SIM_WORK_GRID, 0, 40, STREAM_A, 3);
    parent_ends();
    expect_grids(KIN_LAUNCH_ORDER, a, b);
    expect_grids(KIN_ORDERED, a, same_line);
    expect_grids(KIN_ORDERED, a, late);
}

static void events_order_streams(void **state)
{
    (void)state;
    const uint32_t a = child(0, 0, STREAM_A);
    queue(SIM_WORK_EVENT, 0, 0, STREAM_A, 0);
    const uint32_t unrecorded = child(0, 0, STREAM_A), early = child(0, 0, STREAM_B);
    queue(SIM_WORK_WAIT, 0, 0, STREAM_B, 0);
    const uint32_t late = child(0, 0, STREAM_B);
    parent_ends();
    expect_grids(KIN_OTHER_STREAM, a, early);
    expect_grids(KIN_ORDERED, a, late);
    expect_grids(KIN_OTHER_STREAM, unrecorded, late);
}

static void moves_count_like_grids(void **state)
{
    (void)state;
    const uint32_t move = queue(SIM_WORK_MOVE, 0, 0, STREAM_A, 0), grid = child(0, 0, STREAM_A),
                   other = child(0, 0, STREAM_B);
    parent_ends();
    expect(KIN_ORDERED, &(KinMoment){.grid = move}, grid);
    expect(KIN_OTHER_STREAM, &(KinMoment){.grid = move}, other);
}

static void what_nobody_told_of_is_unknown(void **state)
{
    (void)state;
    child(0, 0, STREAM_A);
    assert_int_equal(kin_find(kin, 0), KIN_ROOT);
    assert_int_not_equal(kin_find(kin, 1), KIN_NOBODY);
    assert_int_equal(kin_find(kin, 2), KIN_NOBODY);
}

#define ROW(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        ROW(own_work_before_a_launch_is_seen),
        ROW(lanes_and_warps_need_a_barrier),
        ROW(part_of_a_warp_meets),
        ROW(other_blocks_are_known_by_flags),
        ROW(flags_pass_through_third_blocks),
        ROW(what_was_known_outlives_the_next_launch),
        ROW(one_stream_is_in_order),
        ROW(default_streams_are_the_blocks),
        ROW(two_threads_launch_in_any_order),
        ROW(events_order_streams),
        ROW(moves_count_like_grids),
        ROW(what_nobody_told_of_is_unknown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
