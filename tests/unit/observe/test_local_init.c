/* Local arrays: what a thread reads of them without having written it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "observe/local_init.h"
#include "play.h"

enum { FROM = 16, TO = 48 };

static const char body[] = "st.local.u32 [%a1], %r1;\n"  /* line 1 */
                           "ld.local.u32 %r2, [%a1];\n"  /* 2 */
                           "add.u32 %r3, %r2, 1;\n"      /* 3 */
                           "ld.local.u64 %a3, [%a1];\n"  /* 4 */
                           "add.u64 %a4, %a3, 1;\n"      /* 5 */
                           "ld.local.u32 %r4, [%a1];\n"  /* 6 */
                           "st.local.u32 [%a2], %r4;\n"; /* 7: all that %r4 is for */

static LocalInit *begin(Play *play)
{
    play_open(play, body);
    play->locals_from = FROM;
    play->locals_to = TO;
    LocalInit *init = local_init_new(script_sink(&play->script));
    script_begin(&play->script, local_init_observer(init), 1, 64);
    return init;
}

/* The same place in all lanes of the mask, as local addresses mostly are. */
static void touch(Play *play, uint32_t line, uint32_t warp, uint32_t mask, uint64_t address)
{
    for (uint32_t lane = 0; lane < 32; lane++)
        play->address[lane] = address;
    play_access(play, line, line == 1 ? SIM_ACCESS_STORE : SIM_ACCESS_LOAD, PTX_SPACE_LOCAL, warp,
                mask, NULL);
}

static void element_that_was_not_written(void **state)
{
    Play play;
    LocalInit *init = begin(&play);
    (void)state;
    touch(&play, 1, 0, UINT32_MAX, FROM);
    touch(&play, 2, 0, UINT32_MAX, FROM);
    assert_int_equal(play.script.found, 0);
    touch(&play, 2, 0, 1u << 9, FROM + 8);
    assert_int_equal(play.script.found, 1);
    assert_string_equal(play.script.rule, "uninitialised-local");
    assert_int_equal(play.script.first.site.inst->loc->line, 2);
    assert_int_equal(play.script.first.thread.x, 9);
    assert_non_null(strstr(play.script.text, "4 bytes"));
    assert_non_null(strstr(play.script.text, "from byte 8 on of the 32"));
    touch(&play, 2, 0, 1u << 9, FROM + 8); /* the same mistake */
    assert_int_equal(play.script.again, 0);
    play_close(&play);
    local_init_free(init);
}

/* Local memory is each thread's own, and each thread that reads too early counts. */
static void each_thread_has_its_own(void **state)
{
    Play play;
    LocalInit *init = begin(&play);
    (void)state;
    touch(&play, 1, 0, 0x0000FFFF, FROM);
    touch(&play, 2, 0, 0x0000FFFF, FROM);
    assert_int_equal(play.script.found, 0);
    touch(&play, 2, 0, UINT32_MAX, FROM);
    assert_int_equal(play.script.found, 1);
    assert_int_equal(play.script.first.thread.x, 16);
    assert_int_equal(play.script.again, 15);
    touch(&play, 2, 1, UINT32_MAX, FROM);
    assert_int_equal(play.script.again, 47);
    play_close(&play);
    local_init_free(init);
}

static void lanes_at_different_elements(void **state)
{
    Play play;
    LocalInit *init = begin(&play);
    (void)state;
    touch(&play, 1, 0, UINT32_MAX, FROM + 4);
    for (uint32_t lane = 0; lane < 32; lane++)
        play.address[lane] = lane == 20 ? FROM + 12 : FROM + 4;
    play_access(&play, 2, SIM_ACCESS_LOAD, PTX_SPACE_LOCAL, 0, UINT32_MAX, NULL);
    assert_int_equal(play.script.found, 1);
    assert_int_equal(play.script.again, 0);
    assert_int_equal(play.script.first.thread.x, 20);
    play_close(&play);
    local_init_free(init);
}

/* Padding comes along with the bytes beside it; copies bring all of a struct; what lies outside the
 * function's variables is written by calls. */
static void what_is_no_mistake(void **state)
{
    Play play;
    LocalInit *init = begin(&play);
    (void)state;
    touch(&play, 1, 0, UINT32_MAX, FROM);
    touch(&play, 4, 0, UINT32_MAX, FROM);      /* 8 bytes, 4 of them written */
    touch(&play, 6, 0, UINT32_MAX, FROM + 16); /* only copied */
    touch(&play, 2, 0, UINT32_MAX, FROM - 4);
    touch(&play, 2, 0, UINT32_MAX, TO);
    assert_int_equal(play.script.found + play.script.again, 0);
    touch(&play, 4, 0, 1, FROM + 24);
    assert_int_equal(play.script.found, 1);
    play_close(&play);
    local_init_free(init);
}

static void the_next_block_begins_without(void **state)
{
    Play play;
    LocalInit *init = begin(&play);
    const SimObserver *observer = local_init_observer(init);
    (void)state;
    touch(&play, 1, 1, UINT32_MAX, FROM);
    observer->block_end(observer->self, &play.script.launch, (SimDim){0, 0, 0}, 0);
    touch(&play, 2, 1, 1, FROM);
    assert_int_equal(play.script.found, 1);
    script_end(&play.script);
    script_begin(&play.script, observer, 1, 64);
    touch(&play, 2, 1, 1, FROM);
    assert_int_equal(play.script.found, 2); /* a launch tells its own */
    play_close(&play);
    local_init_free(init);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(element_that_was_not_written),  cmocka_unit_test(each_thread_has_its_own),
        cmocka_unit_test(lanes_at_different_elements),   cmocka_unit_test(what_is_no_mistake),
        cmocka_unit_test(the_next_block_begins_without),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
