/* Workers that die, lie, hang, or find no compiler: told, replaced, nothing frozen. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/clock.h"
#include "bench.h"

static void run_with(Bench *bench, const char *word)
{
    bench_open(bench, "", false);
    bench_exercise(bench, "01-twice");
    bench_edit(bench, "wrong", word);
    session_run(bench->session);
    bench_until(bench, is_idle);
}

static void assert_mendable(Bench *bench, const char *word)
{
    bench_edit(bench, word, "right");
    session_run(bench->session);
    bench_until(bench, is_idle);
    assert_int_equal(session_verdict(bench->session)->verdict, CASE_PASS);
    bench_close(bench);
}

static void a_worker_that_dies_is_replaced(void **state)
{
    (void)state;
    Bench bench;
    run_with(&bench, "die");
    assert_int_equal(session_verdict(bench.session)->verdict, CASE_TROUBLE);
    assert_non_null(session_notice(bench.session));
    assert_mendable(&bench, "die");
}

/* With a worker that ends at the compile at which it finds `file`, made anew here. */
static void open_with_end(Bench *bench, const char *option, char *file)
{
    char arguments[64];
    int fd = mkstemp(file);
    assert_true(fd >= 0);
    close(fd);
    snprintf(arguments, sizeof arguments, "%s %s", option, file);
    bench_open(bench, arguments, false);
    bench_exercise(bench, "01-twice");
}

static void assert_run(Bench *bench, CaseVerdict verdict)
{
    session_run(bench->session);
    bench_until(bench, is_idle);
    assert_int_equal(session_verdict(bench->session)->verdict, verdict);
}

static void a_worker_that_dies_before_any_answer_costs_no_run(void **state)
{
    (void)state;
    Bench bench;
    char file[] = "/tmp/culab-once-XXXXXX";
    open_with_end(&bench, "--dies-once", file);
    bench_edit(&bench, "wrong", "right");
    assert_run(&bench, CASE_PASS);
    assert_int_not_equal(access(file, F_OK), 0);
    bench_close(&bench);
}

static void a_worker_that_is_killed_at_work_costs_no_run(void **state)
{
    (void)state;
    Bench bench;
    char file[] = "/tmp/culab-once-XXXXXX";
    open_with_end(&bench, "--killed-once", file);
    unlink(file);
    assert_run(&bench, CASE_FAIL);
    write_file(file, "");
    bench_edit(&bench, "wrong", "right");
    assert_run(&bench, CASE_PASS);
    assert_int_not_equal(access(file, F_OK), 0);
    bench_close(&bench);
}

static void a_worker_that_lies_is_replaced(void **state)
{
    (void)state;
    Bench bench;
    run_with(&bench, "lie");
    assert_int_equal(session_verdict(bench.session)->verdict, CASE_TROUBLE);
    assert_mendable(&bench, "lie");
}

static void a_fault_is_the_kernels_and_the_next_run_works(void **state)
{
    (void)state;
    Bench bench;
    run_with(&bench, "fault");
    assert_int_equal(session_verdict(bench.session)->verdict, CASE_FAIL);
    assert_string_equal(session_verdict(bench.session)->reasons.data[0], "fault");
    assert_mendable(&bench, "fault");
}

static bool is_compiling(const Session *session)
{
    return session_phase(session) == PHASE_COMPILING && session_device(session);
}

static void a_hanging_compiler_freezes_nothing(void **state)
{
    (void)state;
    Bench bench;
    bench_open(&bench, "", false);
    bench_exercise(&bench, "01-twice");
    bench_edit(&bench, "wrong", "hang");
    session_run(bench.session);
    bench_until(&bench, is_compiling);
    int64_t start = clock_now_ns();
    bench_type(&bench, "// still typing\n");
    session_stop(bench.session);
    session_step(bench.session);
    assert_true(clock_now_ns() - start < INT64_C(1000000000));
    assert_true(is_idle(bench.session));
    assert_mendable(&bench, "hang");
}

static void no_compiler_is_told_and_the_text_is_kept(void **state)
{
    (void)state;
    Bench bench;
    bench_open(&bench, "--no-compiler", false);
    bench_exercise(&bench, "01-twice");
    session_run(bench.session);
    bench_until(&bench, is_idle);
    assert_int_equal(session_verdict(bench.session)->verdict, CASE_TROUBLE);
    assert_notice(&bench, "NVRTC is missing");
    assert_false(session_compile(bench.session)->ran);
    bench_close(&bench);
}

static void a_worker_that_cannot_be_started_is_told(void **state)
{
    (void)state;
    Bench bench;
    bench_open(&bench, "", false);
    session_free(bench.session);
    SessionOptions options = {.worker_command = "exit 3", .data_folder = bench.data};
    bench.session = session_new(&options, bench.course);
    bench_exercise(&bench, "01-twice");
    session_run(bench.session);
    bench_until(&bench, is_idle);
    assert_int_equal(session_verdict(bench.session)->verdict, CASE_TROUBLE);
    assert_non_null(session_notice(bench.session));
    bench_close(&bench);
}

static void another_exercise_can_be_opened_in_the_middle_of_a_run(void **state)
{
    (void)state;
    Bench bench;
    bench_open(&bench, "", false);
    bench_exercise(&bench, "01-twice");
    bench_edit(&bench, "wrong", "spin");
    session_run(bench.session);
    bench_until(&bench, is_running);
    bench_exercise(&bench, "01-guess");
    assert_null(session_verdict(bench.session));
    session_predict(bench.session, 1);
    session_run(bench.session);
    bench_until(&bench, is_idle);
    assert_int_equal(session_verdict(bench.session)->verdict, CASE_PASS);
    bench_close(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_worker_that_dies_is_replaced),
        cmocka_unit_test(a_worker_that_dies_before_any_answer_costs_no_run),
        cmocka_unit_test(a_worker_that_is_killed_at_work_costs_no_run),
        cmocka_unit_test(a_worker_that_lies_is_replaced),
        cmocka_unit_test(a_fault_is_the_kernels_and_the_next_run_works),
        cmocka_unit_test(a_hanging_compiler_freezes_nothing),
        cmocka_unit_test(no_compiler_is_told_and_the_text_is_kept),
        cmocka_unit_test(a_worker_that_cannot_be_started_is_told),
        cmocka_unit_test(another_exercise_can_be_opened_in_the_middle_of_a_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
