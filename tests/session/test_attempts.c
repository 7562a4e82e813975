/* Compiling, running and judging, as typed and as asked for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

#include "base/clock.h"
#include "bench.h"

static void the_starter_fails_and_the_mended_text_passes(void **state)
{
    (void)state;
    Bench bench;
    bench_open(&bench, "", false);
    bench_exercise(&bench, "01-twice");
    assert_null(session_verdict(bench.session));
    session_run(bench.session);
    assert_int_equal(session_phase(bench.session), PHASE_COMPILING);
    bench_until(&bench, is_idle);
    const Verdict *verdict = session_verdict(bench.session);
    assert_int_equal(verdict->verdict, CASE_FAIL);
    assert_int_equal(verdict->cases.size, 3);
    assert_string_equal(verdict->reasons.data[0], "wrong-values");
    const Comparison *comparison = &verdict->cases.data[1].comparisons.data[0];
    assert_int_equal(comparison->wrong, 1);
    assert_int_equal(comparison->first_wrong, 999999);
    assert_false(isnan(session_latency_ms(bench.session)));
    assert_false(session_stale(bench.session));
    assert_int_equal(progress_attempts(session_progress(bench.session), "01-twice"), 1);

    bench_edit(&bench, "wrong", "right");
    assert_true(session_stale(bench.session));
    session_run(bench.session);
    bench_until(&bench, is_idle);
    assert_int_equal(session_verdict(bench.session)->verdict, CASE_PASS);
    assert_int_equal(progress_state(session_progress(bench.session), "01-twice"), STATE_PASSED);
    bench_close(&bench);
}

static bool writer_is_known(const Session *session)
{
    const Verdict *verdict = session_verdict(session);
    return verdict && verdict->cases.size && verdict->cases.data[0].comparisons.size &&
           verdict->cases.data[0].comparisons.data[0].mismatches.data[0].writer.known;
}

static void the_first_wrong_elements_say_who_wrote_them(void **state)
{
    (void)state;
    Bench bench;
    bench_open(&bench, "", false);
    bench_exercise(&bench, "01-twice");
    session_run(bench.session);
    bench_until(&bench, writer_is_known);
    const Mismatch *mismatch =
        &session_verdict(bench.session)->cases.data[0].comparisons.data[0].mismatches.data[0];
    assert_int_equal(mismatch->index, 4);
    assert_int_equal(mismatch->writer.thread.x, 4);
    assert_int_equal(mismatch->writer.place.line, 4);
    bench_close(&bench);
}

static void live_compiles_and_runs_what_was_typed_last(void **state)
{
    (void)state;
    Bench bench;
    bench_open(&bench, "", true);
    bench_exercise(&bench, "01-twice");
    bench_until(&bench, is_idle);
    assert_int_equal(session_verdict(bench.session)->verdict, CASE_FAIL);
    /* The first attempt began at once: its latency is what it took. */
    bool quick = session_latency_ms(bench.session) <= SESSION_LIVE_MS;
    bench_edit(&bench, "wrong", "right");
    assert_int_equal(session_phase(bench.session), PHASE_WAITING);
    bench_until(&bench, is_idle);
    assert_int_equal(session_verdict(bench.session)->verdict, CASE_PASS);
    assert_true(quick || session_times(bench.session)->waited >= SESSION_LIVE_MS);
    bench_close(&bench);
}

static void live_waits_for_further_keys_when_the_last_attempt_was_slow(void **state)
{
    (void)state;
    Bench bench;
    bench_open(&bench, "", true);
    bench_exercise(&bench, "01-twice");
    bench_until(&bench, is_idle);
    bench_edit(&bench, "wrong", "late"); /* one case takes 350 ms */
    bench_until(&bench, is_idle);
    bench_edit(&bench, "late", "right");
    bench_until(&bench, is_idle);
    assert_int_equal(session_verdict(bench.session)->verdict, CASE_PASS);
    assert_true(session_times(bench.session)->waited >= SESSION_LIVE_MS);
    assert_true(session_latency_ms(bench.session) >= session_times(bench.session)->waited);
    bench_close(&bench);
}

static void while_typing_an_error_the_last_results_stay(void **state)
{
    (void)state;
    Bench bench;
    bench_open(&bench, "", true);
    bench_exercise(&bench, "01-twice");
    bench_until(&bench, is_idle);
    int64_t edited = clock_now_ns();
    bench_edit(&bench, "wrong", "error");
    bench_until(&bench, is_idle);
    assert_true(clock_now_ns() - edited >= SESSION_LIVE_MS * INT64_C(1000000)); /* half a word? */
    const CompileResult *compile = session_compile(bench.session);
    assert_true(compile->ran && !compile->ok);
    assert_int_equal(compile->diagnostics.data[0].line, 3);
    assert_int_equal(session_verdict(bench.session)->cases.size, 3);
    assert_true(session_stale(bench.session));
    session_run(bench.session);
    bench_until(&bench, is_idle);
    assert_string_equal(session_verdict(bench.session)->reasons.data[0], "compile");
    assert_false(session_stale(bench.session));
    bench_close(&bench);
}

static void a_slow_run_is_not_repeated_by_itself(void **state)
{
    (void)state;
    Bench bench;
    bench_open(&bench, "", true);
    bench_exercise(&bench, "01-twice");
    bench_until(&bench, is_idle);
    bench_edit(&bench, "wrong", "slow");
    bench_until(&bench, is_idle);
    assert_int_equal(session_verdict(bench.session)->verdict, CASE_PASS);
    bench_edit(&bench, "slow", "wrong");
    bench_until(&bench, is_idle);
    assert_true(session_stale(bench.session));
    assert_true(session_compile(bench.session)->ok);
    assert_int_equal(session_verdict(bench.session)->verdict, CASE_PASS);
    session_run(bench.session);
    bench_until(&bench, is_idle);
    assert_int_equal(session_verdict(bench.session)->verdict, CASE_FAIL);
    bench_close(&bench);
}

static void a_slow_case_is_run_by_itself_only_when_the_others_pass(void **state)
{
    (void)state;
    Bench bench;
    bench_open(&bench, "", true);
    bench_exercise(&bench, "01-twice");
    bench_edit(&bench, "wrong", "late");
    bench_until(&bench, is_idle);
    assert_int_equal(session_verdict(bench.session)->verdict, CASE_PASS);
    bench_edit(&bench, "late", "wrong");
    bench_until(&bench, is_idle);
    const Verdict *verdict = session_verdict(bench.session);
    assert_int_equal(verdict->verdict, CASE_FAIL);
    assert_int_equal(verdict->cases.data[0].verdict, CASE_FAIL);
    assert_int_equal(verdict->cases.data[1].verdict, CASE_PENDING);
    assert_int_equal(verdict->cases.data[2].verdict, CASE_FAIL);
    bench_edit(&bench, "wrong", "right");
    bench_until(&bench, is_idle);
    assert_int_equal(session_verdict(bench.session)->verdict, CASE_PASS);
    bench_close(&bench);
}

static void an_endless_kernel_is_stopped_by_wish_and_by_newer_text(void **state)
{
    (void)state;
    Bench bench;
    bench_open(&bench, "", true);
    bench_exercise(&bench, "01-twice");
    bench_edit(&bench, "wrong", "spin");
    bench_until(&bench, is_running);
    session_stop(bench.session);
    bench_until(&bench, is_idle);
    assert_string_equal(session_verdict(bench.session)->reasons.data[0], "stopped");
    session_run(bench.session);
    bench_until(&bench, is_running);
    bench_edit(&bench, "spin", "right");
    bench_until(&bench, is_idle);
    assert_int_equal(session_verdict(bench.session)->verdict, CASE_PASS);
    bench_close(&bench);
}

static bool first_case_is_judged(const Session *session)
{
    const Verdict *verdict = session_verdict(session);
    return verdict && verdict->cases.data[0].verdict != CASE_PENDING;
}

static void cases_are_shown_as_they_come(void **state)
{
    (void)state;
    Bench bench;
    bench_open(&bench, "", false);
    bench_exercise(&bench, "01-twice");
    bench_edit(&bench, "wrong", "slow");
    session_run(bench.session);
    bench_until(&bench, first_case_is_judged);
    const Verdict *verdict = session_verdict(bench.session);
    assert_int_equal(verdict->verdict, CASE_PENDING);
    assert_int_equal(verdict->cases.data[0].verdict, CASE_PASS);
    assert_int_equal(verdict->cases.data[2].verdict, CASE_PENDING);
    assert_string_equal(verdict->headline, "running case 2 of 3");
    bench_until(&bench, is_idle);
    assert_int_equal(session_verdict(bench.session)->verdict, CASE_PASS);
    bench_close(&bench);
}

static bool runs_the_first_case(const Session *session)
{
    const Verdict *verdict = session_verdict(session);
    return verdict && verdict->headline && strcmp(verdict->headline, "running case 1 of 3") == 0;
}

static void old_results_give_way_when_a_run_takes_long(void **state)
{
    (void)state;
    Bench bench;
    bench_open(&bench, "", true);
    bench_exercise(&bench, "01-twice");
    bench_until(&bench, is_idle);
    bench_edit(&bench, "wrong", "spin");
    bench_until(&bench, runs_the_first_case);
    assert_int_equal(session_verdict(bench.session)->verdict, CASE_PENDING);
    assert_false(session_stale(bench.session));
    bench_close(&bench);
}

static void a_question_locks_the_run_until_it_is_answered(void **state)
{
    (void)state;
    Bench bench;
    bench_open(&bench, "", true);
    bench_exercise(&bench, "01-guess");
    bench_until(&bench, is_idle);
    assert_true(session_compile(bench.session)->ok);
    assert_null(session_verdict(bench.session));
    assert_int_equal(session_prediction(bench.session), -1);
    session_run(bench.session);
    bench_until(&bench, is_idle);
    assert_null(session_verdict(bench.session));
    assert_notice(&bench, "answer the question first");
    session_predict(bench.session, 1);
    assert_text(&bench, "// prediction: b", true);
    assert_int_equal(session_prediction(bench.session), 1);
    assert_int_equal(progress_prediction(session_progress(bench.session), "01-guess"), 1);
    bench_until(&bench, is_idle);
    assert_int_equal(session_verdict(bench.session)->verdict, CASE_PASS);
    assert_int_equal(session_prints(bench.session)->records.size, 2);
    bench_close(&bench);
}

static void bytes_that_no_compiler_should_get_are_a_diagnostic(void **state)
{
    (void)state;
    Bench bench;
    bench_open(&bench, "", false);
    bench_exercise(&bench, "01-twice");
    Text *text = session_text(bench.session);
    text_replace(text, text_size(text), SIZE_MAX, (View){"\n\0", 2});
    session_edited(bench.session);
    session_run(bench.session);
    bench_until(&bench, is_idle);
    const CompileResult *compile = session_compile(bench.session);
    assert_true(compile->ran && !compile->ok);
    assert_int_equal(compile->diagnostics.data[0].line, 6);
    assert_int_equal(compile->diagnostics.data[0].column, 1);
    assert_non_null(strstr(compile->diagnostics.data[0].text, "NUL"));
    text_replace(text, text_size(text) - 1, SIZE_MAX, VIEW("ab\xff"));
    session_edited(bench.session);
    session_run(bench.session);
    bench_until(&bench, is_idle);
    compile = session_compile(bench.session);
    assert_int_equal(compile->diagnostics.data[0].column, 3);
    assert_non_null(strstr(compile->diagnostics.data[0].text, "FF"));
    bench_close(&bench);
}

static void a_source_without_the_kernel_is_not_run(void **state)
{
    (void)state;
    Bench bench;
    bench_open(&bench, "", false);
    bench_exercise(&bench, "01-twice");
    bench_edit(&bench, "void twice", "void thrice");
    session_run(bench.session);
    bench_until(&bench, is_idle);
    const Verdict *verdict = session_verdict(bench.session);
    assert_int_equal(verdict->verdict, CASE_FAIL);
    assert_string_equal(verdict->reasons.data[0], "compile");
    assert_non_null(strstr(verdict->headline, "thrice"));
    bench_close(&bench);
}

static void hints_are_counted_and_kept(void **state)
{
    (void)state;
    Bench bench;
    bench_open(&bench, "", false);
    bench_exercise(&bench, "01-twice");
    session_reveal_hint(bench.session);
    session_reveal_hint(bench.session);
    session_reveal_hint(bench.session);
    assert_int_equal(session_hints_revealed(bench.session), 2);
    bench_restart(&bench, false);
    bench_exercise(&bench, "01-twice");
    assert_int_equal(session_hints_revealed(bench.session), 2);
    bench_exercise(&bench, "01-guess");
    assert_int_equal(session_hints_revealed(bench.session), 0);
    bench_close(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_starter_fails_and_the_mended_text_passes),
        cmocka_unit_test(the_first_wrong_elements_say_who_wrote_them),
        cmocka_unit_test(live_compiles_and_runs_what_was_typed_last),
        cmocka_unit_test(live_waits_for_further_keys_when_the_last_attempt_was_slow),
        cmocka_unit_test(while_typing_an_error_the_last_results_stay),
        cmocka_unit_test(a_slow_run_is_not_repeated_by_itself),
        cmocka_unit_test(a_slow_case_is_run_by_itself_only_when_the_others_pass),
        cmocka_unit_test(an_endless_kernel_is_stopped_by_wish_and_by_newer_text),
        cmocka_unit_test(cases_are_shown_as_they_come),
        cmocka_unit_test(old_results_give_way_when_a_run_takes_long),
        cmocka_unit_test(a_question_locks_the_run_until_it_is_answered),
        cmocka_unit_test(bytes_that_no_compiler_should_get_are_a_diagnostic),
        cmocka_unit_test(a_source_without_the_kernel_is_not_run),
        cmocka_unit_test(hints_are_counted_and_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
