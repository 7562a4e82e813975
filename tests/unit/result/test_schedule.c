/* Blocks sorted into waves; blocks dealt out by rule. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "result/schedule.h"
#include "result/schedule_deal.h"
#include "result/schedule_picture.h"

static void make(uint64_t blocks, uint32_t sms, uint32_t per_sm, uint64_t ns, Schedule *out)
{
    BlockStamp *stamps = memory_alloc_array(blocks, sizeof *stamps);
    for (uint64_t i = 0; i < blocks; i++) {
        uint64_t begin = UINT64_C(1700000000000000000) + i / (sms * per_sm) * ns;
        stamps[i] = (BlockStamp){begin, begin + ns, (uint32_t)(i % sms), 0};
    }
    ScheduleInput input = {
        .stamps = stamps, .blocks = blocks, .sms = sms, .per_sm = per_sm, .tick_ns = 1};
    schedule_make(&input, out);
    free(stamps);
}

static void last_wave_is_told(void **state)
{
    (void)state;
    Schedule schedule;
    make(124, 28, 2, 100, &schedule);
    assert_int_equal(schedule.last_blocks, 12);
    assert_int_equal(schedule.last_sms, 12);
    assert_int_equal(schedule.wave_ns.size, 3);
    assert_true(schedule.total_ns == 300 && schedule.tail_ns == 100);
    assert_true(fabs(schedule.tail_filled - 12.0 / 56) < 1e-9);
    assert_true(fabs(schedule.filled - 124.0 / 168) < 1e-9);
    assert_true(schedule.tick_ns == 100);
    StrBuf words = {0};
    schedule_add_words(&schedule, &words);
    assert_non_null(strstr(strbuf_text(&words), "the last wave fills 12 of 28 SMs: 12 of 56"));
    strbuf_free(&words);
    schedule_free(&schedule);
}

static void shades_follow_the_places(void **state)
{
    (void)state;
    Schedule schedule;
    make(6, 2, 2, 100, &schedule); /* four, then two */
    assert_int_equal(schedule_shade(&schedule, 0, 1, 0, 0.5), SHADE_FULL);
    assert_int_equal(schedule_shade(&schedule, 0, 1, 0.5, 1), SHADE_HALF);
    assert_int_equal(schedule_shade(&schedule, 0, 2, 0, 1), SHADE_MOST);
    schedule_free(&schedule);
}

static void what_was_seen_at_once_counts_where_nobody_says(void **state)
{
    (void)state;
    Schedule schedule;
    BlockStamp stamps[] = {{10, 20, 0, 0}, {12, 22, 0, 0}, {20, 30, 0, 0}, {0, 0, 0, 0}};
    ScheduleInput input = {.stamps = stamps, .blocks = 4, .sms = 1, .tick_ns = 1};
    schedule_make(&input, &schedule);
    assert_int_equal(schedule.per_sm, 2);
    assert_int_equal(schedule.unseen, 1);
    schedule_free(&schedule);
}

static void nothing_seen_is_told(void **state)
{
    (void)state;
    Schedule schedule;
    BlockStamp stamps[] = {{5, 0, 0, 0}, {9, 4, 0, 0}, {1, 2, 4000000000u, 0}};
    ScheduleInput input = {.stamps = stamps, .blocks = 3, .sms = 1, .tick_ns = 1};
    schedule_make(&input, &schedule);
    assert_non_null(schedule.trouble);
    schedule_free(&schedule);
}

static void an_sm_shares_its_time(void **state)
{
    (void)state;
    /* Two places on one SM: 10 and 30 together until 20, then 30's other 20 beside the next 10. */
    ScheduleSpan spans[] = {{0, 9, 0, 10}, {1, 9, 5, 35}, {2, 9, 0, 10}};
    schedule_deal(spans, 3, 1, 2);
    assert_true(spans[0].begin_ns == 0 && spans[0].end_ns == 20);
    assert_true(spans[2].begin_ns == 20 && fabs(spans[2].end_ns - 40) < 1e-9);
    assert_true(spans[1].begin_ns == 0 && fabs(spans[1].end_ns - 50) < 1e-9);
}

static void blocks_go_where_there_is_room(void **state)
{
    (void)state;
    ScheduleSpan spans[] = {{0, 0, 0, 30}, {1, 0, 0, 10}, {2, 0, 0, 10}, {3, 0, 0, 5}};
    schedule_deal(spans, 4, 2, 1);
    assert_int_equal(spans[0].sm, 0);
    assert_int_equal(spans[1].sm, 1);
    assert_int_equal(spans[2].sm, 1);
    assert_int_equal(spans[3].sm, 1);
    assert_true(spans[3].begin_ns == 20 && spans[3].end_ns == 25);
}

static void many_blocks_keep_only_their_parts(void **state)
{
    (void)state;
    Schedule schedule;
    make(100000, 132, 16, 50, &schedule);
    assert_int_equal(schedule.spans.size, 0);
    assert_int_equal(schedule.busy.size, 132 * SCHEDULE_PARTS);
    assert_true(schedule.filled > 0.98);
    schedule_free(&schedule);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(last_wave_is_told),
        cmocka_unit_test(shades_follow_the_places),
        cmocka_unit_test(what_was_seen_at_once_counts_where_nobody_says),
        cmocka_unit_test(nothing_seen_is_told),
        cmocka_unit_test(an_sm_shares_its_time),
        cmocka_unit_test(blocks_go_where_there_is_room),
        cmocka_unit_test(many_blocks_keep_only_their_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
