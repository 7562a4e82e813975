/* What held work up, and the path that decided how long a program took. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "result/timeline.h"

static void add(HostRun *host, HostSpanKind kind, uint32_t stream, double begin, double end)
{
    HostSpan span = {
        .kind = kind, .call = HOST_NONE, .stream = stream, .begin_ns = begin, .end_ns = end};
    vec_push(&host->spans, span);
}

static void assert_critical(const HostRun *host, const char *expected)
{
    bool *critical = timeline_critical(host);
    for (size_t i = 0; i < host->spans.size; i++)
        assert_int_equal(critical[i], expected[i] == '1');
    free(critical);
}

static void a_stream_is_a_chain(void **state)
{
    HostRun host = {0};
    (void)state;
    add(&host, SPAN_TO_DEVICE, 0, 0, 100);
    add(&host, SPAN_KERNEL, 0, 100, 150);
    add(&host, SPAN_KERNEL, 1, 0, 50); /* of nobody's way */
    add(&host, SPAN_TO_HOST, 0, 150, 300);
    assert_critical(&host, "1101");
    host_run_free(&host);
}

static void an_event_leads_to_the_other_stream(void **state)
{
    HostRun host = {0};
    (void)state;
    add(&host, SPAN_TO_DEVICE, 1, 0, 400);
    add(&host, SPAN_KERNEL, 2, 0, 50);
    add(&host, SPAN_KERNEL, 2, 400, 500);
    vec_push(&host.spans.data[2].after, 0);
    assert_int_equal(timeline_cause(&host, 2), 0);
    assert_critical(&host, "101");
    host_run_free(&host);
}

static void an_engine_that_was_busy_is_the_cause(void **state)
{
    HostRun host = {0};
    (void)state;
    add(&host, SPAN_TO_DEVICE, 1, 0, 100);
    add(&host, SPAN_TO_DEVICE, 2, 100, 200);
    assert_int_equal(timeline_cause(&host, 1), 0);
    host_run_free(&host);
}

static void work_asked_for_late_waited_for_the_host(void **state)
{
    HostRun host = {0};
    HostCall call = {.begin_ns = 500, .end_ns = 510};
    (void)state;
    vec_push(&host.calls, call);
    add(&host, SPAN_KERNEL, 0, 0, 100);
    add(&host, SPAN_KERNEL, 0, 520, 600);
    host.spans.data[1].call = 0;
    assert_int_equal(timeline_cause(&host, 1), HOST_NONE);
    assert_critical(&host, "01");
    host_run_free(&host);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stream_is_a_chain),
        cmocka_unit_test(an_event_leads_to_the_other_stream),
        cmocka_unit_test(an_engine_that_was_busy_is_the_cause),
        cmocka_unit_test(work_asked_for_late_waited_for_the_host),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
