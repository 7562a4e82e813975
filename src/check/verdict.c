/* Sums up: all cases, compiling, the prediction and the gates make one verdict and its headline. */
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "check/judge.h"
#include "result/rule_names.h"

bool compile_has_kernel(const CompileResult *compile, const char *name)
{
    for (size_t i = 0; i < compile->kernels.size; i++) {
        const char *kernel = compile->kernels.data[i];
        size_t size = strcspn(kernel, "(");
        if (strlen(name) == size && strncmp(kernel, name, size) == 0)
            return true;
    }
    return false;
}

static void add_kernels(StrBuf *out, const CompileResult *compile)
{
    for (size_t i = 0; i < compile->kernels.size; i++) {
        strbuf_add_text(out, i ? ", " : "; it has ");
        utf8_add_inert(out, view_of(compile->kernels.data[i]), false, false);
    }
}

static void add_diagnostic(StrBuf *out, const CompileResult *compile)
{
    for (size_t i = 0; i < compile->diagnostics.size; i++) {
        const Diagnostic *diagnostic = &compile->diagnostics.data[i];
        if (diagnostic->severity != SEVERITY_ERROR)
            continue;
        View text = view_of(diagnostic->text);
        if (diagnostic->line)
            strbuf_format(out, "line %u: ", diagnostic->line);
        utf8_add_inert(out, view_slice(text, 0, view_find(text, '\n')), false, false);
        return;
    }
    strbuf_add_text(out, "the source does not compile");
}

/* False: there is nothing to run. */
static bool judge_compile(const Exercise *exercise, const CompileResult *compile, Verdict *verdict)
{
    StrBuf sentence = {0};
    const char *reason = NULL;
    if (!compile->ran) {
        reason = "trouble";
        utf8_add_inert(&sentence,
                       view_of(compile->trouble ? compile->trouble : "the compiler did not run"),
                       false, false);
    } else if (!compile->ok) {
        reason = "compile";
        add_diagnostic(&sentence, compile);
    } else if (!compile_has_kernel(compile, exercise->kernel)) {
        reason = "compile";
        strbuf_format(&sentence, "there is no kernel %s in the source", exercise->kernel);
        add_kernels(&sentence, compile);
    }
    if (reason)
        reason_add(verdict, reason, strbuf_text(&sentence));
    strbuf_free(&sentence);
    return !reason;
}

static void judge_prediction(const Exercise *exercise, View source, Verdict *verdict)
{
    if (!exercise->question)
        return;
    int choice = prediction_read(exercise, source);
    if (choice < 0)
        reason_add(verdict, "prediction",
                   "no prediction yet: put the letter of your answer into the line "
                   "\"// prediction: ?\"");
    else if ((size_t)choice != exercise->question->answer) {
        StrBuf sentence = {0};
        strbuf_format(&sentence, "the prediction %c is not right: look at what the run shows",
                      'a' + choice);
        reason_add(verdict, "prediction", strbuf_text(&sentence));
        strbuf_free(&sentence);
    }
}

/* Visible cases speak before hidden ones, whose figures are not shown. */
static void gather(Verdict *verdict, bool hidden)
{
    for (size_t i = 0; i < verdict->cases.size; i++) {
        const CaseResult *result = &verdict->cases.data[i];
        if ((result->spec && result->spec->hidden) != hidden)
            continue;
        for (size_t j = 0; j < result->reasons.size; j++) {
            StrBuf sentence = {0};
            if (hidden)
                strbuf_add_text(&sentence, "a hidden case: ");
            strbuf_add_text(&sentence, result->sentences.data[j]);
            if (!hidden && verdict->cases.size > 1 && result->spec)
                strbuf_format(&sentence, " (case \"%s\")", result->spec->name);
            reason_add(verdict, result->reasons.data[j], strbuf_text(&sentence));
            strbuf_free(&sentence);
        }
    }
}

static size_t count_cases(const Verdict *verdict, CaseVerdict wanted)
{
    size_t count = 0;
    for (size_t i = 0; i < verdict->cases.size; i++)
        count += verdict->cases.data[i].verdict == wanted;
    return count;
}

static const CaseResult *first_failing(const Verdict *verdict)
{
    const CaseResult *hidden = NULL;
    for (size_t i = 0; i < verdict->cases.size; i++) {
        const CaseResult *result = &verdict->cases.data[i];
        if (result->reasons.size == 0)
            continue;
        if (!result->spec || !result->spec->hidden)
            return result;
        hidden = hidden ? hidden : result;
    }
    return hidden;
}

static bool is_luck(const CaseResult *result)
{
    const Texts *reasons = (const Texts *)&result->reasons;
    return result->run.status == LAUNCH_OK && result->comparisons.size > 0 &&
           finding_of_rule(result, result->reasons.data[0]) &&
           rule_is_luck(result->reasons.data[0]) && !texts_hold(reasons, "wrong-values") &&
           !texts_hold(reasons, "not-written");
}

/* Said of all cases that fail, and so not where one of them has wrong values. */
static bool all_luck(const Verdict *verdict)
{
    for (size_t i = 0; i < verdict->cases.size; i++)
        if (verdict->cases.data[i].reasons.size > 0 && !is_luck(&verdict->cases.data[i]))
            return false;
    return true;
}

static void add_failing(StrBuf *out, const Verdict *verdict, const CaseResult *result)
{
    size_t failing = count_cases(verdict, CASE_FAIL) + count_cases(verdict, CASE_TROUBLE);
    bool is_hidden = result->spec && result->spec->hidden;
    if (verdict->cases.size > 1)
        strbuf_format(out, "%zu of %zu cases fail: ", failing, verdict->cases.size);
    if (is_hidden)
        strbuf_add_text(out, "in a hidden one ");
    if (all_luck(verdict))
        strbuf_add_text(out, "right by luck, ");
    if (is_hidden)
        reason_add_hidden(out, result->reasons.data[0], result);
    else
        reason_add_short(out, result->reasons.data[0], result);
}

static char *make_headline(const Exercise *exercise, const Verdict *verdict)
{
    StrBuf out = {0};
    const CaseResult *failing = first_failing(verdict);
    if (verdict->verdict == CASE_PENDING)
        strbuf_format(&out, "%zu of %zu cases are still to run",
                      count_cases(verdict, CASE_PENDING) + exercise->case_count -
                          verdict->cases.size,
                      exercise->case_count);
    else if (failing)
        add_failing(&out, verdict, failing);
    else if (verdict->sentences.size)
        strbuf_add_text(&out, verdict->sentences.data[0]);
    else if (verdict->cases.size > 1)
        strbuf_format(&out, "all %zu cases pass", verdict->cases.size);
    else
        strbuf_add_text(&out, "passed");
    return strbuf_take(&out);
}

static CaseVerdict sum_up(const Exercise *exercise, const Verdict *verdict, bool compiled)
{
    bool trouble = texts_hold((const Texts *)&verdict->reasons, "trouble");
    if (verdict->reasons.size > (size_t)trouble)
        return CASE_FAIL;
    if (trouble)
        return CASE_TROUBLE;
    if (count_cases(verdict, CASE_PENDING) ||
        (compiled && verdict->cases.size < exercise->case_count))
        return CASE_PENDING;
    return CASE_PASS;
}

static void forget(Verdict *verdict)
{
    texts_free((Texts *)&verdict->reasons);
    texts_free((Texts *)&verdict->sentences);
    vec_free(&verdict->gates);
    free(verdict->headline);
    verdict->headline = NULL;
    verdict->mistake = NULL;
}

void verdict_finish(const Exercise *exercise, const CompileResult *compile, View source,
                    Verdict *verdict)
{
    forget(verdict);
    bool compiled = judge_compile(exercise, compile, verdict);
    gather(verdict, false);
    gather(verdict, true);
    if (compiled) {
        judge_prediction(exercise, source, verdict);
        gates_judge(exercise, verdict);
    }
    verdict->verdict = sum_up(exercise, verdict, compiled);
    verdict->headline = make_headline(exercise, verdict);
    if (verdict->verdict == CASE_FAIL)
        verdict->mistake = mistake_find(exercise, source, (const Texts *)&verdict->reasons);
}

void verdict_free(Verdict *verdict)
{
    forget(verdict);
    for (size_t i = 0; i < verdict->cases.size; i++)
        case_result_free(&verdict->cases.data[i]);
    vec_free(&verdict->cases);
    *verdict = (Verdict){0};
}
