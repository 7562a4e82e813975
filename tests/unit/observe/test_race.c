/* Races: planted ones are found with both lines, ordered accesses are left in peace. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "observe/race.h"
#include "script.h"

static Script script;
static Race *race;

static int begin(void **state)
{
    (void)state;
    script = (Script){0};
    race = race_new(script_sink(&script));
    script_begin(&script, race_observer(race), 4, 64);
    return race ? 0 : -1;
}

static int end(void **state)
{
    (void)state;
    script_end(&script);
    race_free(race);
    return 0;
}

static void expect(const char *rule, uint32_t line, uint32_t other_line)
{
    assert_int_equal(script.found, 1);
    assert_string_equal(script.rule, rule);
    assert_int_equal(script.first.site.inst->loc->line, line);
    assert_int_equal(script.first.other_site.inst->loc->line, other_line);
}

static void missing_barrier(void **state)
{
    (void)state;
    STORE(&script, SHARED, 0, 32, 132, 8);
    LOAD(&script, SHARED, 0, 1, 132, 11);
    expect("shared-race", 11, 8);
    assert_int_equal(script.first.thread.x, 1);
    assert_int_equal(script.first.other_thread.x, 32);
    assert_non_null(strstr(script.text, "__syncthreads"));
}

static void barrier_orders(void **state)
{
    (void)state;
    STORE(&script, SHARED, 0, 32, 132, 8);
    script_barrier(&script, 0);
    LOAD(&script, SHARED, 0, 1, 132, 11);
    script_barrier(&script, 0);
    STORE(&script, SHARED, 0, 5, 132, 8);
    assert_int_equal(script.found, 0);
}

static void second_barrier_missing(void **state)
{
    (void)state;
    STORE(&script, SHARED, 0, 32, 132, 8);
    script_barrier(&script, 0);
    LOAD(&script, SHARED, 0, 1, 132, 11);
    STORE(&script, SHARED, 0, 32, 132, 8);
    expect("shared-race", 8, 11);
}

static void writer_among_readers(void **state)
{
    (void)state;
    LOAD(&script, SHARED, 0, 40, 0, 3);
    LOAD(&script, SHARED, 0, 1, 0, 3);
    STORE(&script, SHARED, 0, 1, 0, 4);
    expect("shared-race", 4, 3);
    assert_int_equal(script.first.other_thread.x, 40);
}

static void lanes_need_syncwarp(void **state)
{
    (void)state;
    STORE(&script, SHARED, 0, 3, 64, 5);
    script_sync(&script, SIM_SYNC_WARP, 0, 0, UINT32_MAX, SIM_SCOPE_NONE);
    LOAD(&script, SHARED, 0, 4, 64, 6);
    assert_int_equal(script.found, 0);
    STORE(&script, SHARED, 0, 4, 64, 7);
    LOAD(&script, SHARED, 0, 5, 64, 8);
    expect("shared-race", 8, 7);
    assert_non_null(strstr(script.text, "__syncwarp"));
}

static void syncwarp_of_some_lanes(void **state)
{
    (void)state;
    STORE(&script, SHARED, 0, 3, 64, 5);
    script_sync(&script, SIM_SYNC_WARP, 0, 0, 0x18, SIM_SCOPE_NONE);
    LOAD(&script, SHARED, 0, 4, 64, 6);
    assert_int_equal(script.found, 0);
    LOAD(&script, SHARED, 0, 9, 64, 7);
    expect("shared-race", 7, 5);
}

static void blocks_share_nothing_in_shared(void **state)
{
    (void)state;
    STORE(&script, SHARED, 0, 0, 0, 5);
    LOAD(&script, SHARED, 1, 0, 0, 6);
    assert_int_equal(script.found, 0);
}

static void blocks_race_in_global(void **state)
{
    (void)state;
    STORE(&script, GLOBAL, 0, 0, 256, 5);
    script_barrier(&script, 0);
    script_barrier(&script, 1);
    LOAD(&script, GLOBAL, 1, 0, 256, 6);
    expect("global-race", 6, 5);
}

static void neighbouring_bytes(void **state)
{
    (void)state;
    for (uint32_t t = 0; t < 4; t++)
        script_touch(&script, SIM_ACCESS_STORE, SIM_ORDER_WEAK, PTX_SPACE_GLOBAL, t, 0, t, 1, 5);
    assert_int_equal(script.found, 0);
    script_touch(&script, SIM_ACCESS_LOAD, SIM_ORDER_WEAK, PTX_SPACE_GLOBAL, 3, 0, 2, 1, 6);
    expect("global-race", 6, 5);
}

static void words_split_into_bytes_keep_their_writer(void **state)
{
    (void)state;
    STORE(&script, GLOBAL, 0, 0, 64, 5);
    script_touch(&script, SIM_ACCESS_LOAD, SIM_ORDER_WEAK, PTX_SPACE_GLOBAL, 1, 0, 67, 1, 6);
    expect("global-race", 6, 5);
}

static void atomics_do_not_race(void **state)
{
    (void)state;
    ATOMIC(&script, GLOBAL, 0, 0, 0, 5);
    ATOMIC(&script, GLOBAL, 1, 0, 0, 5);
    assert_int_equal(script.found, 0);
    LOAD(&script, GLOBAL, 2, 0, 0, 6);
    expect("global-race", 6, 5);
}

/* The classic: one thread zeroes the counter, all count, itself first. */
static void own_atomic_does_not_hide_a_store(void **state)
{
    (void)state;
    STORE(&script, GLOBAL, 0, 0, 0, 5);
    script_barrier(&script, 0);
    ATOMIC(&script, GLOBAL, 0, 0, 0, 6);
    ATOMIC(&script, GLOBAL, 0, 40, 0, 6);
    assert_int_equal(script.found, 0);
    ATOMIC(&script, GLOBAL, 1, 0, 0, 6);
    expect("global-race", 6, 5);
}

/* Every block stores a part, fences, counts itself in; the last one reads all parts. */
static void last_block(bool fenced)
{
    for (uint32_t b = 0; b < 4; b++) {
        STORE(&script, GLOBAL, b, 40, 16 * b, 5);
        script_barrier(&script, b);
        if (fenced)
            script_sync(&script, SIM_SYNC_FENCE, b, 0, 1, SIM_SCOPE_GPU);
        ATOMIC(&script, GLOBAL, b, 0, 1024, 6);
    }
    script_barrier(&script, 3);
    for (uint32_t b = 0; b < 4; b++)
        LOAD(&script, GLOBAL, 3, 50 + b, 16 * b, 9);
}

static void last_block_with_fence(void **state)
{
    (void)state;
    last_block(true);
    assert_int_equal(script.found, 0);
}

static void last_block_without_fence(void **state)
{
    (void)state;
    last_block(false);
    assert_int_equal(script.found, 1);
    assert_string_equal(script.rule, "global-race");
    assert_int_equal(script.again, 2);
}

static void block_fence_does_not_reach_others(void **state)
{
    (void)state;
    STORE(&script, GLOBAL, 0, 0, 0, 5);
    script_sync(&script, SIM_SYNC_FENCE, 0, 0, 1, SIM_SCOPE_CTA);
    ATOMIC(&script, GLOBAL, 0, 0, 1024, 6);
    ATOMIC(&script, GLOBAL, 1, 0, 1024, 6);
    LOAD(&script, GLOBAL, 1, 0, 0, 9);
    expect("global-race", 9, 5);
}

/* Knowledge passes on: block 0 to 1 by one flag, 1 to 2 by another. */
static void through_a_third_block(void **state)
{
    (void)state;
    STORE(&script, GLOBAL, 0, 0, 0, 5);
    script_sync(&script, SIM_SYNC_FENCE, 0, 0, 1, SIM_SCOPE_GPU);
    ATOMIC(&script, GLOBAL, 0, 0, 1024, 6);
    ATOMIC(&script, GLOBAL, 1, 0, 1024, 6);
    script_sync(&script, SIM_SYNC_FENCE, 1, 0, 1, SIM_SCOPE_GPU);
    ATOMIC(&script, GLOBAL, 1, 0, 2048, 7);
    ATOMIC(&script, GLOBAL, 2, 0, 2048, 7);
    LOAD(&script, GLOBAL, 2, 0, 0, 9);
    assert_int_equal(script.found, 0);
}

static void what_came_after_the_release_is_not_covered(void **state)
{
    (void)state;
    script_sync(&script, SIM_SYNC_FENCE, 0, 0, 1, SIM_SCOPE_GPU);
    ATOMIC(&script, GLOBAL, 0, 0, 1024, 6);
    STORE(&script, GLOBAL, 0, 0, 0, 7);
    ATOMIC(&script, GLOBAL, 1, 0, 1024, 6);
    LOAD(&script, GLOBAL, 1, 0, 0, 9);
    expect("global-race", 9, 7);
}

/* Every lane that took part in an access to one word learns what was released there, no other. */
static void lanes_at_one_word_learn_alike(void **state)
{
    const uint32_t asking = 0xf0f0f0f0;
    (void)state;
    script_touch_lanes(&script, SIM_ACCESS_REDUCTION, SIM_ORDER_RELAXED, 0, UINT32_MAX, 4, 4, 5);
    script_sync(&script, SIM_SYNC_FENCE, 0, 0, UINT32_MAX, SIM_SCOPE_GPU);
    script_touch_lanes(&script, SIM_ACCESS_ATOMIC, SIM_ORDER_RELAXED, 0, 1, 1024, 0, 6);
    script_touch_lanes(&script, SIM_ACCESS_ATOMIC, SIM_ORDER_RELAXED, 1, asking, 1024, 0, 6);
    script_touch_lanes(&script, SIM_ACCESS_LOAD, SIM_ORDER_WEAK, 1, asking, 0, 4, 7);
    assert_int_equal(script.found, 0);
    script_touch_lanes(&script, SIM_ACCESS_LOAD, SIM_ORDER_WEAK, 1, 1 << 3, 4, 4, 8);
    expect("global-race", 8, 5);
}

static void hand_over(uint32_t from, uint32_t to, uint64_t flag)
{
    script_sync(&script, SIM_SYNC_FENCE, from, 0, 1, SIM_SCOPE_GPU);
    ATOMIC(&script, GLOBAL, from, 0, flag, 20);
    ATOMIC(&script, GLOBAL, to, 0, flag, 20);
}

/* Of three readers the first one is not forgotten while only the second one is ordered before. */
static void reader_among_ordered_ones(void **state)
{
    (void)state;
    LOAD(&script, GLOBAL, 0, 0, 0, 3);
    LOAD(&script, GLOBAL, 1, 0, 0, 4);
    hand_over(1, 2, 1024);
    LOAD(&script, GLOBAL, 2, 0, 0, 5);
    STORE(&script, GLOBAL, 2, 0, 0, 6);
    expect("global-race", 6, 3);
}

/* Where two readers are remembered, who comes after both is in order, whatever one knew of the
 * other; who comes after the last one only is not, unless that came after the first one. */
static void readers_in_order_and_not(void **state)
{
    (void)state;
    LOAD(&script, GLOBAL, 3, 0, 8, 1); /* the page has room for a second reader */
    LOAD(&script, GLOBAL, 2, 0, 8, 1);
    LOAD(&script, GLOBAL, 0, 0, 0, 3);
    LOAD(&script, GLOBAL, 0, 0, 4, 4);
    hand_over(0, 1, 1024);
    LOAD(&script, GLOBAL, 1, 0, 0, 5);
    LOAD(&script, GLOBAL, 3, 0, 4, 6);
    hand_over(1, 2, 2048);
    hand_over(3, 2, 3072);
    STORE(&script, GLOBAL, 2, 0, 0, 7);
    assert_int_equal(script.found, 0);
    LOAD(&script, GLOBAL, 3, 1, 12, 8);
    LOAD(&script, GLOBAL, 1, 0, 12, 9);
    hand_over(1, 2, 2048);
    STORE(&script, GLOBAL, 2, 0, 12, 10);
    expect("global-race", 10, 8);
}

static void same_value_is_milder(void **state)
{
    (void)state;
    STORE(&script, GLOBAL, 0, 0, 0, 5);
    STORE(&script, GLOBAL, 1, 0, 0, 5);
    expect("global-same-value", 5, 5);
}

static void launches_are_ordered(void **state)
{
    (void)state;
    STORE(&script, GLOBAL, 0, 0, 0, 5);
    script_end(&script);
    script_begin(&script, race_observer(race), 4, 64);
    LOAD(&script, GLOBAL, 1, 0, 0, 6);
    assert_int_equal(script.found, 0);
}

static void wide_accesses_meet_narrow_ones(void **state)
{
    (void)state;
    script_touch(&script, SIM_ACCESS_STORE, SIM_ORDER_WEAK, PTX_SPACE_SHARED, 0, 0, 16, 16, 5);
    LOAD(&script, SHARED, 0, 1, 28, 6);
    expect("shared-race", 6, 5);
}

#define ROW(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        ROW(missing_barrier),
        ROW(barrier_orders),
        ROW(second_barrier_missing),
        ROW(writer_among_readers),
        ROW(lanes_need_syncwarp),
        ROW(syncwarp_of_some_lanes),
        ROW(blocks_share_nothing_in_shared),
        ROW(blocks_race_in_global),
        ROW(neighbouring_bytes),
        ROW(words_split_into_bytes_keep_their_writer),
        ROW(atomics_do_not_race),
        ROW(own_atomic_does_not_hide_a_store),
        ROW(last_block_with_fence),
        ROW(last_block_without_fence),
        ROW(block_fence_does_not_reach_others),
        ROW(through_a_third_block),
        ROW(what_came_after_the_release_is_not_covered),
        ROW(lanes_at_one_word_learn_alike),
        ROW(reader_among_ordered_ones),
        ROW(readers_in_order_and_not),
        ROW(same_value_is_milder),
        ROW(launches_are_ordered),
        ROW(wide_accesses_meet_narrow_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
