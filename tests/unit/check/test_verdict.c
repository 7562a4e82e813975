/* Judging: every reason, its sentence, the headline, known mistakes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "check/check.h"

/* One exercise: out[i] = in[i] + 1 over n = 8 elements, 2 blocks of 4 threads. */
static Question question = {
    .text = "?", .choices = (char *[]){"x", "y", "z"}, .choice_count = 3, .answer = 1};
static MistakeSpec mistakes[] = {
    {.name = "le", .reason = "out-of-bounds", .has = (char *[]){"i <= n"}, .has_count = 1},
    {.name = "bare", .reason = "out-of-bounds", .lacks = (char *[]){"if ("}, .lack_count = 1},
    {.name = "c", .reason = "prediction", .has = (char *[]){"prediction: c"}, .has_count = 1},
    {.name = "any", .reason = "wrong-values"},
    {.name = "race", .reason = "global-race"},
};
static const char source[] = "__global__ void add() { if (i < n) out[i] = in[i] + 1; }";

typedef struct Fixture {
    CaseSpec specs[2];
    ArgumentSpec arguments[2];
    PrintSpec print;
    GateSpec gate;
    Exercise exercise;
    CompileResult compile;
    Verdict verdict;
    PrintRecord prints[64];
    size_t print_count;
} Fixture;

static int make(void **state)
{
    Fixture *fixture = calloc(1, sizeof *fixture);
    Generator ramp = {.kind = GENERATE_RAMP, .to = 1};
    *state = fixture;
    fixture->specs[0] = (CaseSpec){.name = "open"};
    fixture->specs[1] = (CaseSpec){.name = "secret", .hidden = true};
    fixture->arguments[0] = (ArgumentSpec){
        .name = "in", .is_buffer = true, .type = ELEMENT_I32, .shape = {"8"}, .generator = ramp};
    fixture->arguments[1] = (ArgumentSpec){
        .name = "out", .is_buffer = true, .type = ELEMENT_I32, .role = ROLE_OUT, .shape = {"8"}};
    fixture->exercise = (Exercise){.id = "01-add",
                                   .kernel = "add",
                                   .grid = {"2"},
                                   .block = {"4"},
                                   .arguments = fixture->arguments,
                                   .argument_count = 2,
                                   .cases = fixture->specs,
                                   .case_count = 1,
                                   .mistakes = mistakes,
                                   .mistake_count = 5};
    fixture->compile = (CompileResult){.ran = true, .ok = true};
    vec_push(&fixture->compile.kernels, strdup("add(int *)"));
    return 0;
}

static int unmake(void **state)
{
    Fixture *fixture = *state;
    compile_result_free(&fixture->compile);
    verdict_free(&fixture->verdict);
    free(fixture);
    return 0;
}

/* A run as it should be: right values, everything intact. */
static RunResult right_run(void)
{
    RunResult run = {.status = LAUNCH_OK, .buffer_count = 2};
    run.buffers = calloc(2, sizeof *run.buffers);
    run.buffers[0] = (BufferResult){.name = strdup("in"), .type = ELEMENT_I32, .count = 8};
    int32_t *out = malloc(8 * sizeof *out);
    for (int i = 0; i < 8; i++)
        out[i] = i + 1;
    run.buffers[1] = (BufferResult){.name = strdup("out"),
                                    .type = ELEMENT_I32,
                                    .role = ROLE_OUT,
                                    .count = 8,
                                    .bytes = (unsigned char *)out};
    return run;
}

static int32_t *outputs(RunResult *run)
{
    return (int32_t *)run->buffers[1].bytes;
}

static CaseResult *judge(Fixture *fixture, size_t index, RunResult *run)
{
    PreparedCase prepared;
    Error error = {0};
    assert_true(case_prepare(&fixture->exercise, index, &prepared, &error));
    Reference reference = {calloc(2, sizeof(unsigned char *)), 2};
    int32_t *expected = malloc(8 * sizeof *expected);
    for (int i = 0; i < 8; i++)
        expected[i] = i + 1;
    reference.expected[1] = (unsigned char *)expected;
    CaseResult result;
    case_judge(&fixture->exercise, index, run, &prepared, &reference, fixture->prints,
               fixture->print_count, &result);
    vec_push(&fixture->verdict.cases, result);
    return &vec_last(&fixture->verdict.cases);
}

static void finish(Fixture *fixture, const char *text, CaseVerdict expected, const char *headline)
{
    verdict_finish(&fixture->exercise, &fixture->compile, view_of(text), &fixture->verdict);
    assert_string_equal(fixture->verdict.headline, headline);
    assert_int_equal(fixture->verdict.verdict, expected);
    assert_int_equal(fixture->verdict.reasons.size, fixture->verdict.sentences.size);
}

/* Exactly this reason, and the sentence. */
static void expect(const CaseResult *result, const char *reason, const char *sentence)
{
    assert_int_equal(result->verdict, CASE_FAIL);
    assert_int_equal(result->reasons.size, 1);
    assert_string_equal(result->reasons.data[0], reason);
    assert_string_equal(result->sentences.data[0], sentence);
}

static Finding finding_at(const char *rule, uint32_t line)
{
    Finding finding = {.checker = strdup("memory"),
                       .rule = strdup(rule),
                       .text = strdup("reads in[8]"),
                       .place.line = line,
                       .thread = {3, 0, 0},
                       .block = {1, 0, 0}};
    return finding;
}

static void passes(void **state)
{
    RunResult run = right_run();
    assert_int_equal(judge(*state, 0, &run)->verdict, CASE_PASS);
    finish(*state, source, CASE_PASS, "passed");
}

static void wrong_values(void **state)
{
    Fixture *fixture = *state;
    RunResult run = right_run();
    outputs(&run)[2] = 33;
    outputs(&run)[7] = 0;
    CaseResult *result = judge(fixture, 0, &run);
    expect(result, "wrong-values", "out[2] is 33, expected 3; 2 of 8 are wrong");
    result->comparisons.data[0].mismatches.data[0].writer =
        (Writer){.known = true, .thread = {2, 0, 0}, .place.line = 11};
    case_describe(result);
    assert_string_equal(result->sentences.data[0],
                        "out[2] is 33, expected 3; 2 of 8 are wrong; "
                        "written by block (0,0,0) thread (2,0,0), line 11");
    finish(fixture, source, CASE_FAIL, "out[2] is 33, expected 3");
    assert_string_equal(fixture->verdict.mistake->name, "any");
}

/* Not the one that is listed first. */
static void the_gravest_reason_tells_the_mistake(void **state)
{
    Fixture *fixture = *state;
    RunResult run = right_run();
    outputs(&run)[2] = 33;
    vec_push(&run.findings, finding_at("global-race", 7));
    judge(fixture, 0, &run);
    finish(fixture, source, CASE_FAIL, "race, line 7");
    assert_string_equal(fixture->verdict.mistake->name, "race");
}

static void never_written(void **state)
{
    RunResult run = right_run();
    memset(outputs(&run) + 4, POISON_BYTE, 4 * sizeof(int32_t));
    expect(judge(*state, 0, &run), "not-written",
           "out[4] was never written; 4 of 8 elements are wrong or missing");
    finish(*state, source, CASE_FAIL, "out[4] was never written");
}

static void one_never_written(void **state)
{
    RunResult run = right_run();
    memset(outputs(&run) + 4, POISON_BYTE, sizeof(int32_t));
    expect(judge(*state, 0, &run), "not-written",
           "out[4] was never written; 1 of 8 elements is wrong or missing");
}

static void unwritten_and_wrong(void **state)
{
    RunResult run = right_run();
    outputs(&run)[0] = 5;
    memset(outputs(&run) + 4, POISON_BYTE, sizeof(int32_t));
    CaseResult *result = judge(*state, 0, &run);
    assert_int_equal(result->reasons.size, 2);
    assert_string_equal(result->reasons.data[0], "not-written");
    assert_string_equal(result->reasons.data[1], "wrong-values");
    assert_string_equal(result->sentences.data[1], "out[0] is 5, expected 1; 2 of 8 are wrong");
}

static void finding_fails_right_values(void **state)
{
    Fixture *fixture = *state;
    RunResult run = right_run();
    Finding finding = finding_at("shared-race", 11);
    finding.has_other = true;
    finding.other_place.line = 8;
    finding.repeats = 4;
    vec_push(&run.findings, finding);
    expect(judge(fixture, 0, &run), "shared-race",
           "line 11, block (1,0,0) thread (3,0,0): reads in[8] (and 4 more of the kind)");
    finish(fixture, source, CASE_FAIL, "right by luck, race, lines 8 and 11");
    assert_null(fixture->verdict.mistake);
}

static void luck_is_said_of_all_cases(void **state)
{
    Fixture *fixture = *state;
    fixture->exercise.case_count = 2;
    for (size_t i = 0; i < 2; i++) {
        RunResult run = right_run();
        Finding finding = finding_at("shared-race", 11);
        vec_push(&run.findings, finding);
        outputs(&run)[2] = i == 0 ? outputs(&run)[2] : 33;
        judge(fixture, i, &run);
    }
    finish(fixture, source, CASE_FAIL, "2 of 2 cases fail: race, line 11");
}

/* What is only slow gives the same values every time. */
static void right_though_slow(void **state)
{
    RunResult run = right_run();
    vec_push(&run.findings, finding_at("default-stream", 9));
    judge(*state, 0, &run);
    finish(*state, source, CASE_FAIL, "everything in the default stream, line 9");
}

static void a_finding_that_leaves_out_the_block(void **state)
{
    RunResult run = right_run();
    Finding finding = finding_at("shared-race", 9);
    free(finding.text);
    finding.has_other = true;
    finding.text = strdup("Race on t[1]: thread (1,0,0) reads it, thread (0,0,0) writes it.");
    vec_push(&run.findings, finding);
    expect(judge(*state, 0, &run), "shared-race",
           "Race on t[1]: thread (1,0,0) reads it, thread (0,0,0) writes it. (In block (1,0,0).)");
}

/* A host program's lines are one file's, the kernel's another's. */
static void a_finding_in_the_kernel_of_a_host_program(void **state)
{
    RunResult run = right_run();
    run.host = calloc(1, sizeof *run.host);
    Finding finding = finding_at("misaligned", 9);
    finding.place.file = strdup("/somewhere/kernel.cu");
    vec_push(&run.findings, finding);
    expect(judge(*state, 0, &run), "misaligned",
           "kernel.cu: line 9, block (1,0,0) thread (3,0,0): reads in[8]");
    finish(*state, source, CASE_FAIL, "right by luck, misaligned access, line 9 of kernel.cu");
}

static void a_finding_that_says_who(void **state)
{
    RunResult run = right_run();
    Finding finding = finding_at("out-of-bounds", 7);
    free(finding.text);
    finding.text = strdup("Thread (3,0,0) reads too far in line 7.");
    vec_push(&run.findings, finding);
    expect(judge(*state, 0, &run), "out-of-bounds", "Thread (3,0,0) reads too far in line 7.");
}

static void fatal_finding(void **state)
{
    Fixture *fixture = *state;
    RunResult run = right_run();
    vec_push(&run.findings, finding_at("out-of-bounds", 7));
    run.status = LAUNCH_FAULT;
    memset(outputs(&run), POISON_BYTE, 32);
    expect(judge(fixture, 0, &run), "out-of-bounds",
           "line 7, block (1,0,0) thread (3,0,0): reads in[8]");
    finish(fixture, "add() { if (i<=n) /* i < n */ x; }", CASE_FAIL,
           "access out of bounds, line 7");
    assert_string_equal(fixture->verdict.mistake->name, "le");
    verdict_finish(&fixture->exercise, &fixture->compile, VIEW("add() { x; } // if (i <= n)"),
                   &fixture->verdict);
    assert_string_equal(fixture->verdict.mistake->name, "bare");
}

static void launches_that_fail(void **state)
{
    static const struct {
        LaunchStatus status;
        CaseVerdict verdict;
        const char *reason, *sentence;
    } rows[] = {
        {LAUNCH_REFUSED, CASE_FAIL, "launch-refused", "the launch was refused: why"},
        {LAUNCH_FAULT, CASE_FAIL, "fault", "the kernel was stopped by a fault: why"},
        {LAUNCH_DEADLOCK, CASE_FAIL, "deadlock",
         "deadlock: threads wait for what cannot come: why"},
        {LAUNCH_BUDGET, CASE_FAIL, "budget",
         "the kernel did not end within its limit; does every loop end?"},
        {LAUNCH_STOPPED, CASE_FAIL, "stopped", "the run was stopped"},
        {LAUNCH_TROUBLE, CASE_TROUBLE, "trouble",
         "the run failed, and that is not your kernel's fault: why"},
        {LAUNCH_NOT_RUN, CASE_TROUBLE, "trouble",
         "the run failed, and that is not your kernel's fault: why"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        RunResult run = {.status = rows[i].status, .error_text = strdup("why")};
        CaseResult *result = judge(*state, 0, &run);
        assert_int_equal(result->verdict, rows[i].verdict);
        assert_int_equal(result->reasons.size, 1);
        assert_string_equal(result->reasons.data[0], rows[i].reason);
        assert_string_equal(result->sentences.data[0], rows[i].sentence);
    }
}

static void memory_around_the_buffers(void **state)
{
    RunResult run = right_run();
    run.buffers[1].guard_after_broken = true;
    run.buffers[1].guard_offset = 4;
    expect(judge(*state, 0, &run), "guard",
           "the kernel wrote just outside a buffer: 4 bytes past the end of out");
    run = right_run();
    run.buffers[1].guard_after_broken = true;
    expect(judge(*state, 0, &run), "guard",
           "the kernel wrote just outside a buffer: right behind out");
    run = right_run();
    run.buffers[1].guard_before_broken = true;
    run.buffers[1].guard_offset = INT64_MIN; /* a worker may say anything */
    expect(judge(*state, 0, &run), "guard",
           "the kernel wrote just outside a buffer: 9223372036854775808 bytes before the start of "
           "out");
    run = right_run();
    run.buffers[0].input_changed = true;
    run.buffers[0].first_changed = 6;
    expect(judge(*state, 0, &run), "input-changed", "the kernel wrote to an input, in[6]");
    run = right_run();
    run.buffers[0].input_changed = true;
    run.buffers[0].changed_by = (Writer){.known = true, .thread = {3, 0, 0}, .place.line = 12};
    expect(judge(*state, 0, &run), "input-changed",
           "the kernel wrote to an input, in[0]; written by block (0,0,0) thread (3,0,0), line 12");
}

static void a_lying_worker(void **state)
{
    RunResult run = right_run();
    run.buffers[1].count = 7;
    CaseResult *result = judge(*state, 0, &run);
    assert_int_equal(result->verdict, CASE_TROUBLE);
    run = right_run();
    free(run.buffers[1].bytes);
    run.buffers[1].bytes = NULL;
    assert_int_equal(judge(*state, 0, &run)->verdict, CASE_TROUBLE);
    run = right_run();
    run.buffer_count = 1;
    free(run.buffers[1].bytes);
    free(run.buffers[1].name);
    assert_int_equal(judge(*state, 0, &run)->verdict, CASE_TROUBLE);
}

static void hidden_cases_keep_their_figures(void **state)
{
    Fixture *fixture = *state;
    fixture->exercise.case_count = 2;
    RunResult run = right_run();
    judge(fixture, 0, &run);
    run = right_run();
    outputs(&run)[2] = 33;
    judge(fixture, 1, &run);
    assert_string_equal(fixture->verdict.cases.data[1].sentences.data[0],
                        "some elements are wrong");
    finish(fixture, source, CASE_FAIL,
           "1 of 2 cases fail: in a hidden one some elements are wrong");
    assert_string_equal(fixture->verdict.sentences.data[0],
                        "a hidden case: some elements are wrong");
}

static void hidden_findings_keep_their_line(void **state)
{
    Fixture *fixture = *state;
    fixture->exercise.case_count = 2;
    RunResult run = right_run();
    judge(fixture, 0, &run);
    run = right_run();
    vec_push(&run.findings, finding_at("out-of-bounds", 7));
    judge(fixture, 1, &run);
    finish(fixture, source, CASE_FAIL,
           "1 of 2 cases fail: in a hidden one right by luck, access out of bounds, line 7");
    assert_string_equal(fixture->verdict.sentences.data[0],
                        "a hidden case: access out of bounds, line 7");
}

static void visible_cases_speak_first(void **state)
{
    Fixture *fixture = *state;
    fixture->exercise.case_count = 2;
    RunResult run = right_run();
    outputs(&run)[1] = 0;
    judge(fixture, 1, &run);
    run = right_run();
    outputs(&run)[2] = 33;
    judge(fixture, 0, &run);
    finish(fixture, source, CASE_FAIL, "2 of 2 cases fail: out[2] is 33, expected 3");
    assert_string_equal(fixture->verdict.sentences.data[0],
                        "out[2] is 33, expected 3; 1 of 8 is wrong (case \"open\")");
}

static void pending_until_all_ran(void **state)
{
    Fixture *fixture = *state;
    fixture->exercise.case_count = 2;
    RunResult run = right_run();
    judge(fixture, 0, &run);
    verdict_finish(&fixture->exercise, &fixture->compile, view_of(source), &fixture->verdict);
    assert_int_equal(fixture->verdict.verdict, CASE_PENDING);
    verdict_free(&fixture->verdict);
    verdict_finish(&fixture->exercise, &fixture->compile, view_of(source), &fixture->verdict);
    assert_int_equal(fixture->verdict.verdict, CASE_PENDING);
}

static void compiling(void **state)
{
    Fixture *fixture = *state;
    Diagnostic warning = {SEVERITY_WARNING, strdup("k.cu"), 2, 1, strdup("unused")};
    Diagnostic error = {SEVERITY_ERROR, strdup("k.cu"), 7, 3, strdup("expected a \";\"\n  here")};
    vec_push(&fixture->compile.diagnostics, warning);
    vec_push(&fixture->compile.diagnostics, error);
    fixture->compile.ok = false;
    finish(fixture, source, CASE_FAIL, "line 7: expected a \";\"");
    assert_string_equal(fixture->verdict.reasons.data[0], "compile");
    fixture->compile.ok = true;
    fixture->exercise.kernel = "ad";
    finish(fixture, source, CASE_FAIL, "there is no kernel ad in the source; it has add(int *)");
    fixture->compile.ran = false;
    fixture->compile.trouble = strdup("no NVRTC");
    finish(fixture, source, CASE_TROUBLE, "no NVRTC");
}

static void predictions(void **state)
{
    Fixture *fixture = *state;
    RunResult run = right_run();
    fixture->exercise.question = &question;
    judge(fixture, 0, &run);
    static const char none[] =
        "no prediction yet: put the letter of your answer into the line \"// prediction: ?\"";
    static const char wrong[] = "the prediction c is not right: look at what the run shows";
    finish(fixture, source, CASE_FAIL, none);
    finish(fixture, "// prediction: ?\n", CASE_FAIL, none);
    finish(fixture, "// prediction: d\n", CASE_FAIL, none);
    finish(fixture, "  //  prediction:  C \n", CASE_FAIL, wrong);
    assert_string_equal(fixture->verdict.mistake->name, "c");
    finish(fixture, "// prediction: a\n// c", CASE_FAIL,
           "the prediction a is not right: look at what the run shows");
    assert_null(fixture->verdict.mistake);
    finish(fixture, "x;\n// prediction: c\n", CASE_FAIL, wrong);
    assert_string_equal(fixture->verdict.mistake->name, "c");
    finish(fixture, "// prediction: b\n// prediction: c", CASE_PASS, "passed");
    size_t from, to;
    assert_true(prediction_find(VIEW("a\n// prediction:\nb"), &from, &to));
    assert_int_equal(from, 16);
    assert_int_equal(to, 16);
    assert_true(prediction_find(VIEW("// prediction: ?"), &from, &to));
    assert_int_equal(from, 15);
    assert_int_equal(to, 16);
    assert_false(prediction_find(VIEW("prediction: a"), &from, &to));
}

static void put_print(Fixture *fixture, uint32_t block, uint32_t thread, const char *text)
{
    fixture->prints[fixture->print_count++] = (PrintRecord){.block = {block, 0, 0},
                                                            .thread = {thread, 0, 0},
                                                            .attributed = true,
                                                            .text = text,
                                                            .size = strlen(text)};
}

static const char *print_sentence(Fixture *fixture)
{
    RunResult run = right_run();
    CaseResult *result = judge(fixture, 0, &run);
    fixture->print_count = 0;
    return result->verdict == CASE_PASS ? "" : result->sentences.data[0];
}

static void prints(void **state)
{
    Fixture *fixture = *state;
    fixture->print = (PrintSpec){
        .lines = (char *[]){"{bx} k {k}"}, .line_count = 1, .repeat = "2", .when = "tx == 0"};
    fixture->exercise.print = &fixture->print;
    put_print(fixture, 1, 0, "1 k 0\n");
    put_print(fixture, 0, 0, "0 k 0\n0 k");
    put_print(fixture, 1, 0, "1 k 1\n");
    put_print(fixture, 0, 0, " 1\n");
    assert_string_equal(print_sentence(fixture), "");
    put_print(fixture, 0, 0, "0 k 1\n");
    put_print(fixture, 0, 0, "0 k 0\n");
    assert_string_equal(print_sentence(fixture),
                        "block (0,0,0) thread (0,0,0) printed the lines \"0 k 1\", \"0 k 0\", "
                        "expected the lines \"0 k 0\", \"0 k 1\"; 1 other thread did not print "
                        "what was asked either");
    put_print(fixture, 0, 3, "me\x1b too\n");
    assert_non_null(strstr(print_sentence(fixture), "thread (0,0,0) printed nothing, expected"));
    fixture->print.when = "0";
    put_print(fixture, 0, 3, "me\x1b too\n");
    assert_string_equal(print_sentence(fixture),
                        "block (0,0,0) thread (3,0,0) printed \"me\xe2\x90\x9b too\" and should "
                        "print nothing");
    for (int i = 0; i < 12; i++)
        put_print(fixture, 0, 0, "a line of 20 letters\n");
    assert_string_equal(print_sentence(fixture),
                        "block (0,0,0) thread (0,0,0) printed the lines \"a line of 20 letters\", "
                        "\"a line of 20 letters\", \"a line of 20 letters\" and 9 more and should "
                        "print nothing");
    put_print(fixture, 9, 0, "x");
    assert_non_null(strstr(print_sentence(fixture), "cannot be told by thread"));
    fixture->print.when = "1";
    fixture->print.repeat = "1000001";
    assert_non_null(strstr(print_sentence(fixture), "more than 1000000"));
    fixture->print.when = "1 / tx";
    assert_non_null(strstr(print_sentence(fixture), "division by zero"));
}

static void other_runs_prints_are_not_mine(void **state)
{
    Fixture *fixture = *state;
    fixture->print = (PrintSpec){.when = "0"};
    fixture->exercise.print = &fixture->print;
    put_print(fixture, 0, 0, "x");
    fixture->prints[0].run = 1;
    assert_string_equal(print_sentence(fixture), "");
}

static void lost_prints_do_not_pass(void **state)
{
    Fixture *fixture = *state;
    fixture->print = (PrintSpec){.when = "0"};
    fixture->exercise.print = &fixture->print;
    RunResult run = right_run();
    run.prints_lost = 3;
    expect(judge(fixture, 0, &run), "printf", "3 lines were lost, so that they cannot be judged");
}

static void put_metric(RunResult *run, double value, uint32_t line)
{
    Metric metric = {
        .kernel = strdup("add"), .name = strdup("sectors"), .value = value, .line = line};
    vec_push(&run->metrics, metric);
}

static void gates(void **state)
{
    Fixture *fixture = *state;
    fixture->gate =
        (GateSpec){.metric = "sectors", .label = "sectors per request", .ideal = 4, .limit = 4.5};
    fixture->exercise.gates = &fixture->gate;
    fixture->exercise.gate_count = 1;
    fixture->exercise.case_count = 2;
    RunResult run = right_run();
    put_metric(&run, 4.25, 0);
    put_metric(&run, 32, 7);
    judge(fixture, 0, &run);
    run = right_run();
    put_metric(&run, 32, 0);
    judge(fixture, 1, &run);
    finish(fixture, source, CASE_FAIL, "sectors per request: now 32, ideal 4, pass at most 4.5");
    assert_string_equal(fixture->verdict.reasons.data[0], "gate");
    fixture->verdict.cases.data[1].run.metrics.data[0].value = 4.5;
    finish(fixture, source, CASE_PASS, "all 2 cases pass");
    fixture->verdict.cases.data[1].run.metrics.data[0].name[0] = 'X';
    finish(fixture, source, CASE_FAIL,
           "sectors per request: the figure is missing, so that it cannot pass");
    assert_true(fixture->verdict.gates.data[0].missing);
}

int main(void)
{
#define FIXED(test) cmocka_unit_test_setup_teardown(test, make, unmake)
    const struct CMUnitTest tests[] = {
        FIXED(passes),
        FIXED(wrong_values),
        FIXED(the_gravest_reason_tells_the_mistake),
        FIXED(never_written),
        FIXED(one_never_written),
        FIXED(unwritten_and_wrong),
        FIXED(finding_fails_right_values),
        FIXED(luck_is_said_of_all_cases),
        FIXED(right_though_slow),
        FIXED(a_finding_that_leaves_out_the_block),
        FIXED(a_finding_in_the_kernel_of_a_host_program),
        FIXED(a_finding_that_says_who),
        FIXED(fatal_finding),
        FIXED(launches_that_fail),
        FIXED(memory_around_the_buffers),
        FIXED(a_lying_worker),
        FIXED(hidden_cases_keep_their_figures),
        FIXED(hidden_findings_keep_their_line),
        FIXED(visible_cases_speak_first),
        FIXED(pending_until_all_ran),
        FIXED(compiling),
        FIXED(predictions),
        FIXED(prints),
        FIXED(other_runs_prints_are_not_mine),
        FIXED(lost_prints_do_not_pass),
        FIXED(gates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
