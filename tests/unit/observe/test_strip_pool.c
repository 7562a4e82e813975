/* Memory for shadows: zeroed whenever it is handed out, kept over a rewind. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "observe/strip.h"
#include "observe/strip_pool.h"

enum { COUNT = 3000, BYTES = 4096 };

static void expect_zero(const unsigned char *memory, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        assert_int_equal(memory[i], 0);
}

/* Takes many pieces of several sizes, each zero, and writes into them. */
static void take_many(StripPool *pool)
{
    for (size_t i = 0; i < COUNT; i++) {
        size_t bytes = (size_t)64 << i % 8;
        unsigned char *memory = pool_take(pool, bytes);
        assert_non_null(memory);
        expect_zero(memory, bytes);
        memset(memory, 0xA5, bytes);
        if (i % 3 == 0)
            pool_give(pool, memory, bytes);
    }
}

static void test_rewound_memory_is_used_again(void **state)
{
    StripPool pool = {0};
    (void)state;
    take_many(&pool);
    size_t total = pool.total;
    for (int round = 0; round < 3; round++) {
        pool_rewind(&pool, SIZE_MAX);
        take_many(&pool);
        assert_int_equal(pool.total, total);
        assert_null(pool.spare);
    }
    pool_free(&pool);
}

static void test_too_much_is_not_kept(void **state)
{
    StripPool pool = {0};
    (void)state;
    take_many(&pool);
    pool_rewind(&pool, pool.total - 1);
    assert_null(pool.chunks);
    assert_null(pool.spare);
    take_many(&pool);
    pool_free(&pool);
}

/* What was known is forgotten, and what is known afterwards is right. */
static void test_strips_forget(void **state)
{
    Strips strips;
    (void)state;
    strips_init(&strips, 11, 4);
    for (uint64_t round = 1; round < 4; round++) {
        for (uint64_t at = 0; at < 200 * BYTES; at += BYTES) {
            assert_null(strips_find(&strips, at));
            StripPage *page = strips_page(&strips, at);
            assert_non_null(page);
            Slot *slots = strips_kind(&strips, page, 0);
            assert_non_null(slots);
            assert_true(slots[strips_index(&strips, page, at + 8)] == 0);
            slots[strips_index(&strips, page, at + 8)] = round;
        }
        strips_rewind(&strips, SIZE_MAX);
    }
    strips_free(&strips);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rewound_memory_is_used_again),
        cmocka_unit_test(test_too_much_is_not_kept),
        cmocka_unit_test(test_strips_forget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
