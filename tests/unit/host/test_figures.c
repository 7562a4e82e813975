/* Overlap and other figures over spans. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <string.h>

#include "host/figures.h"

static void span(HostRun *host, HostSpanKind kind, double begin, double end)
{
    HostSpan span = {.kind = kind, .call = HOST_NONE, .begin_ns = begin, .end_ns = end};
    vec_push(&host->spans, span);
}

static void overlap_counts_time_once(void **state)
{
    (void)state;
    HostRun host = {0};
    span(&host, SPAN_TO_DEVICE, 0, 10);
    span(&host, SPAN_TO_HOST, 5, 15); /* beside the other copy: 15 in all */
    span(&host, SPAN_KERNEL, 8, 20);
    span(&host, SPAN_KERNEL, 30, 40);
    span(&host, SPAN_ON_DEVICE, 0, 100); /* no copy with the host */
    Overlap overlap = host_overlap(&host);
    assert_true(overlap.copy_ns == 15 && overlap.kernel_ns == 22 && overlap.both_ns == 7);
    assert_true(fabs(overlap.share - 7.0 / 15) < 1e-12);
    host_run_free(&host);
}

static void no_kernel_no_overlap(void **state)
{
    (void)state;
    HostRun host = {0};
    span(&host, SPAN_TO_DEVICE, 0, 10);
    assert_true(isnan(host_overlap(&host).share));
    host_run_free(&host);
}

static double figure(const RunResult *run, const char *name)
{
    for (size_t i = 0; i < run->metrics.size; i++)
        if (strcmp(run->metrics.data[i].name, name) == 0)
            return run->metrics.data[i].value;
    return NAN;
}

static void counts_what_the_device_did(void **state)
{
    (void)state;
    HostRun host = {0};
    HostLog log = {0};
    RunResult run = {0};
    span(&host, SPAN_KERNEL, 1e6, 2e6);
    span(&host, SPAN_KERNEL, 2e6, 5e6);
    span(&host, SPAN_TO_HOST, 5e6, 6e6);
    host_figures(&log, &host, &run);
    assert_true(figure(&run, "host.launches") == 2);
    assert_true(figure(&run, "host.kernel_ms") == 4);
    assert_true(figure(&run, "host.kernel_first_ms") == 1);
    assert_true(figure(&run, "host.kernel_last_ms") == 3);
    assert_true(figure(&run, "host.copies_to_host") == 1);
    assert_true(figure(&run, "host.device_ms") == 5);
    run_result_free(&run);
    host_run_free(&host);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(overlap_counts_time_once),
        cmocka_unit_test(no_kernel_no_overlap),
        cmocka_unit_test(counts_what_the_device_did),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
