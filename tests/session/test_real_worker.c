/* The session with the real worker, compiler and simulator, on the lessons as they are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <signal.h>
#include <unistd.h>

#include "base/file.h"
#include "bench.h"

static bool knows_its_machine(const Session *session)
{
    return session_device(session) || session_notice(session);
}

/* False: this machine has no NVRTC (or, before it is built, no simulator). */
static bool open_real(Bench *bench)
{
    bench_open_course(bench, CULAB_SOURCE_DIR, "exec '" REAL_WORKER "'");
    bench_until(bench, knows_its_machine);
    if (!session_notice(bench->session))
        return true;
    print_message("skipped: %s\n", session_notice(bench->session)->text);
    bench_close(bench);
    return false;
}

static void put_text(Bench *bench, const char *path)
{
    StrBuf source = {0};
    Error error = {0};
    Text *text = session_text(bench->session);
    assert_true(file_read(path, 1 << 20, &source, &error));
    text_replace(text, 0, text_size(text), strbuf_view(&source));
    session_edited(bench->session);
    strbuf_free(&source);
}

static void run(Bench *bench, CaseVerdict expected)
{
    session_run(bench->session);
    bench_until(bench, is_idle);
    const Verdict *verdict = session_verdict(bench->session);
    if (verdict->verdict != expected)
        print_error("%s\n", verdict->headline);
    assert_int_equal(verdict->verdict, expected);
}

static void the_starter_fails_with_a_line_and_the_solution_passes(void **state)
{
    (void)state;
    Bench bench;
    if (!open_real(&bench))
        skip();
    bench_exercise(&bench, "03-vector-add");
    run(&bench, CASE_FAIL);
    const Verdict *verdict = session_verdict(bench.session);
    assert_string_equal(verdict->reasons.data[0], "out-of-bounds");
    assert_int_not_equal(verdict->cases.data[0].run.findings.data[0].place.line, 0);
    assert_non_null(verdict->mistake);
    put_text(&bench, session_exercise(bench.session)->solution);
    run(&bench, CASE_PASS);
    bench_close(&bench);
}

static void kill_children(void)
{
    char path[64];
    int pid;
    snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
    FILE *file = fopen(path, "r");
    while (file && fscanf(file, "%d", &pid) == 1)
        kill(pid, SIGKILL);
    if (file)
        fclose(file);
}

static void killed_workers_are_replaced(void **state)
{
    (void)state;
    Bench bench;
    if (!open_real(&bench))
        skip();
    bench_exercise(&bench, "03-vector-add");
    put_text(&bench, session_exercise(bench.session)->solution);
    run(&bench, CASE_PASS);
    kill_children();
    bench_until(&bench, has_notice);
    run(&bench, CASE_PASS);
    bench_close(&bench);
}

static void a_diagnostic_stands_on_its_line(void **state)
{
    (void)state;
    Bench bench;
    if (!open_real(&bench))
        skip();
    bench_exercise(&bench, "03-vector-add");
    Text *text = session_text(bench.session);
    text_replace(text, 0, text_size(text),
                 VIEW("__global__ void vector_add(const float *a,\n"
                      "                           const float *b, float *c, int n)\n"
                      "{\n"
                      "    c[0] = d;\n"
                      "}\n"));
    session_edited(bench.session);
    run(&bench, CASE_FAIL);
    const CompileResult *compile = session_compile(bench.session);
    assert_false(compile->ok);
    assert_int_equal(compile->diagnostics.data[0].line, 4);
    assert_non_null(strstr(compile->diagnostics.data[0].text, "\"d\""));
    bench_close(&bench);
}

/* Whether the worker answered all cases of the last attempt from those before; and not any case. */
static bool all_repeated(const Bench *bench, bool repeated)
{
    const Verdict *verdict = session_verdict(bench->session);
    for (size_t i = 0; i < verdict->cases.size; i++)
        if (verdict->cases.data[i].run.repeated != repeated)
            return false;
    return verdict->cases.size > 0;
}

static bool knows_the_writer(const Session *session)
{
    const Verdict *verdict = session_verdict(session);
    for (size_t i = 0; i < verdict->cases.size; i++)
        for (size_t c = 0; c < verdict->cases.data[i].comparisons.size; c++) {
            const Comparison *comparison = &verdict->cases.data[i].comparisons.data[c];
            if (comparison->mismatches.size > 0 && comparison->mismatches.data[0].writer.known)
                return true;
        }
    return false;
}

static void what_changes_no_code_is_not_run_again(void **state)
{
    (void)state;
    Bench bench;
    if (!open_real(&bench))
        skip();
    bench_exercise(&bench, "03-vector-add");
    put_text(&bench, session_exercise(bench.session)->solution);
    run(&bench, CASE_PASS);
    assert_true(all_repeated(&bench, false));
    bench_type(&bench, "// to be said");
    run(&bench, CASE_PASS);
    assert_true(all_repeated(&bench, true));
    bench_edit(&bench, "a[i] + b[i]", "a[i] - b[i]");
    run(&bench, CASE_FAIL);
    assert_true(all_repeated(&bench, false));
    bench_type(&bench, " twice");
    run(&bench, CASE_FAIL);
    assert_true(all_repeated(&bench, true));
    bench_until(&bench, knows_the_writer);
    bench_edit(&bench, "a[i] - b[i]", "a[i] + b[i]");
    run(&bench, CASE_PASS);
    bench_close(&bench);
}

/* A fault ends the context: nothing is left that could be repeated. */
static void faults_are_found_each_time(void **state)
{
    (void)state;
    Bench bench;
    if (!open_real(&bench))
        skip();
    bench_exercise(&bench, "03-vector-add"); /* its starter reads out of bounds */
    for (int i = 0; i < 2; i++) {
        bench_type(&bench, " // more");
        run(&bench, CASE_FAIL);
        const Verdict *verdict = session_verdict(bench.session);
        assert_string_equal(verdict->reasons.data[0], "out-of-bounds");
        assert_int_not_equal(verdict->cases.data[0].run.findings.data[0].place.line, 0);
    }
    bench_close(&bench);
}

static bool is_explained(const Session *session)
{
    return !session_explaining(session);
}

static void differences_are_looked_into_beside_the_runs(void **state)
{
    (void)state;
    Bench bench;
    Error error = {0};
    if (!open_real(&bench))
        skip();
    bench_exercise(&bench, "03-vector-add");
    assert_false(session_explain(bench.session, 0, &error)); /* nothing has run */
    Text *text = session_text(bench.session);
    text_replace(
        text, 0, text_size(text),
        VIEW("__global__ void vector_add(const float *a, const float *b, float *c, int n)\n"
             "{\n"
             "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
             "    if (i < n)\n"
             "        c[i] = a[i] + b[i] + (i == 7);\n"
             "}\n"));
    session_edited(bench.session);
    run(&bench, CASE_FAIL);
    size_t last = session_verdict(bench.session)->cases.size - 1;
    assert_true(session_explain(bench.session, last, &error));
    assert_true(session_explaining(bench.session));
    bench_until(&bench, is_explained);
    const Explanations *all = &session_verdict(bench.session)->cases.data[last].explanations;
    assert_int_equal(all->size, 1);
    assert_int_equal(all->data[0].differ, 1);
    assert_int_equal(all->data[0].rows.data[0].index, 7);
    assert_int_equal(all->data[0].rows.data[0].cause, CAUSE_UNKNOWN);
    /* New results in the middle of it. */
    assert_true(session_explain(bench.session, 0, &error));
    run(&bench, CASE_FAIL);
    assert_false(session_explaining(bench.session));
    bench_close(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_starter_fails_with_a_line_and_the_solution_passes),
        cmocka_unit_test(killed_workers_are_replaced),
        cmocka_unit_test(a_diagnostic_stands_on_its_line),
        cmocka_unit_test(what_changes_no_code_is_not_run_again),
        cmocka_unit_test(faults_are_found_each_time),
        cmocka_unit_test(differences_are_looked_into_beside_the_runs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
