/* Initialisation, writers and metrics: what they find and what they say afterwards. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "observe/init.h"
#include "observe/metrics.h"
#include "observe/writers.h"
#include "script.h"

/* Plays one access at an absolute address. */
static void touch_at(Script *script, SimAccessKind kind, uint32_t thread, uint64_t address,
                     uint32_t bytes, uint32_t line)
{
    uint64_t addresses[32] = {0};
    SimWarpInfo warp = script_warp(script, 0, thread / 32);
    addresses[thread % 32] = address;
    SimAccess access = {.site = script_site(script, line),
                        .kind = kind,
                        .space = PTX_SPACE_GLOBAL,
                        .bytes = bytes,
                        .mask = 1u << thread % 32,
                        .address = addresses};
    script->observer->access(script->observer->self, &warp, &access);
}

static void unwritten_memory_is_told_once(void **state)
{
    (void)state;
    Script script = {0};
    Init *init = init_new(script_sink(&script));
    const SimObserver *observer = init_observer(init);
    observer->allocated(observer->self, 0x1000, 64);
    observer->host_write(observer->self, 0x1000, 6);
    script_begin(&script, observer, 1, 32);
    touch_at(&script, SIM_ACCESS_LOAD, 0, 0x1000, 4, 3);
    touch_at(&script, SIM_ACCESS_LOAD, 0, 0x1004, 4, 3); /* half of it was written */
    touch_at(&script, SIM_ACCESS_LOAD, 0, 0x9000, 4, 3); /* not watched */
    assert_int_equal(script.found, 0);
    touch_at(&script, SIM_ACCESS_ATOMIC, 7, 0x1008, 4, 4);
    touch_at(&script, SIM_ACCESS_LOAD, 8, 0x1008, 4, 5);
    assert_int_equal(script.found, 1);
    assert_string_equal(script.rule, "uninitialised-global");
    assert_int_equal(script.first.thread.x, 7);
    touch_at(&script, SIM_ACCESS_STORE, 8, 0x1010, 4, 5);
    touch_at(&script, SIM_ACCESS_LOAD, 9, 0x1010, 4, 6);
    LOAD(&script, SHARED, 0, 0, 16, 7);
    assert_int_equal(script.found, 2);
    script_end(&script);
    observer->freed(observer->self, 0x1000, 64);
    init_free(init);
}

static void the_last_writer_is_known(void **state)
{
    (void)state;
    Script script = {0};
    Writers *writers = writers_new();
    const SimObserver *observer = writers_observer(writers);
    ObserveWriter who[OBSERVE_WRITERS];
    script_begin(&script, observer, 1, 64);
    touch_at(&script, SIM_ACCESS_STORE, 33, 0x2000, 4, 3);
    touch_at(&script, SIM_ACCESS_STORE, 34, 0x2001, 1, 4);
    touch_at(&script, SIM_ACCESS_LOAD, 1, 0x2000, 4, 5);
    script_end(&script);
    assert_int_equal(writers_find(writers, 0x2000, who), 1);
    assert_int_equal(who[0].thread.x, 33);
    assert_int_equal(writers_find(writers, 0x2001, who), 2);
    assert_int_equal(who[0].thread.x, 34);
    assert_int_equal(who[0].site.inst->loc->line, 4);
    assert_int_equal(who[1].thread.x, 33);
    assert_int_equal(who[1].site.inst->loc->line, 3);
    assert_int_equal(writers_find(writers, 0x2004, who), 0);
    observer->host_write(observer->self, 0x2000, 4);
    assert_int_equal(writers_find(writers, 0x2000, who), 0);
    writers_free(writers);
}

static void sum_up(void *state, const ObserveMetric *metric)
{
    double *sectors = state;
    if (strcmp(metric->name, "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum") == 0)
        sectors[metric->line] = metric->value;
}

static void metrics_by_line(void **state)
{
    (void)state;
    Script script = {0};
    Metrics *metrics = metrics_new();
    double sectors[SITES] = {0};
    script_begin(&script, metrics_observer(metrics), 1, 32);
    touch_at(&script, SIM_ACCESS_LOAD, 0, 0x2000, 4, 3);
    touch_at(&script, SIM_ACCESS_LOAD, 0, 0x2000, 16, 4);
    touch_at(&script, SIM_ACCESS_LOAD, 0, 0x2000, 4, 4);
    script_end(&script);
    metrics_each(metrics, sectors, sum_up);
    assert_true(sectors[0] == 3 && sectors[3] == 1 && sectors[4] == 2);
    metrics_free(metrics);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unwritten_memory_is_told_once),
        cmocka_unit_test(the_last_writer_is_known),
        cmocka_unit_test(metrics_by_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
