/* Judges one case: findings, how the launch ended, values, guards, inputs, prints. */
#include "check/judge.h"

#include <stdlib.h>
#include <string.h>

static void add(CaseResult *result, const char *reason)
{
    StrBuf sentence = {0};
    if (result->spec && result->spec->hidden)
        reason_add_hidden(&sentence, reason, result);
    else
        reason_add_sentence(&sentence, reason, result);
    reason_add(result, reason, strbuf_text(&sentence));
    strbuf_free(&sentence);
}

static const char *const launch_reasons[LAUNCH_STATUS_COUNT] = {
    [LAUNCH_NOT_RUN] = "trouble", [LAUNCH_REFUSED] = "launch-refused",
    [LAUNCH_FAULT] = "fault",     [LAUNCH_DEADLOCK] = "deadlock",
    [LAUNCH_BUDGET] = "budget",   [LAUNCH_STOPPED] = "stopped",
    [LAUNCH_TROUBLE] = "trouble",
};

/* Infinities and NaN explain wrong values; where the reference asks for them they are right. */
static bool is_only_a_value(const Finding *finding)
{
    return strcmp(finding->rule, "infinity") == 0 || strcmp(finding->rule, "not-a-number") == 0;
}

static void judge_launch(CaseResult *result)
{
    for (size_t i = 0; i < result->run.findings.size; i++)
        if (!result->run.findings.data[i].note && !is_only_a_value(&result->run.findings.data[i]))
            add(result, finding_rule(&result->run.findings.data[i]));
    LaunchStatus status = result->run.status;
    bool explained = status == LAUNCH_FAULT && result->reasons.size > 0;
    if (launch_reasons[status] && !explained)
        add(result, launch_reasons[status]);
}

static uint64_t count_unwritten(const CaseResult *result, const Comparison *comparison)
{
    uint64_t count = 0;
    for (uint64_t i = 0; i < comparison->count; i++)
        if (comparison->wrong_bits[i / 8] >> i % 8 & 1)
            count += element_unwritten(result, comparison, i);
    return count;
}

static void judge_comparison(CaseResult *result, const Comparison *comparison)
{
    if (comparison->wrong == 0)
        return;
    uint64_t unwritten = count_unwritten(result, comparison);
    size_t size = element_bytes(result->prepared.arguments[comparison->argument].type);
    /* In one byte the poison is a value like any other. */
    if (size == 1 && unwritten < comparison->wrong)
        unwritten = 0;
    if (unwritten > 0)
        add(result, "not-written");
    if (unwritten < comparison->wrong)
        add(result, "wrong-values");
    for (size_t i = 0; i < result->run.findings.size && unwritten < comparison->wrong; i++)
        if (is_only_a_value(&result->run.findings.data[i]))
            add(result, finding_rule(&result->run.findings.data[i]));
}

/* What came back must fit what was sent; the worker is not trusted. */
static bool buffer_fits(const PreparedArgument *sent, const BufferResult *got)
{
    return got->type == sent->type && got->count == sent->count;
}

static void compare_buffers(const Exercise *exercise, CaseResult *result)
{
    if (result->run.status == LAUNCH_TROUBLE)
        return; /* nothing of it is the learner's */
    for (size_t i = 0; i < result->prepared.argument_count; i++) {
        const PreparedArgument *sent = &result->prepared.arguments[i];
        const BufferResult *got = case_buffer(result, i);
        const unsigned char *expected =
            i < result->reference.count ? result->reference.expected[i] : NULL;
        if (!expected)
            continue;
        if (!got || !got->bytes || !buffer_fits(sent, got)) {
            if (result->run.status == LAUNCH_OK)
                add(result, "trouble");
            continue;
        }
        Comparison comparison = {.argument = i};
        comparison_make(sent->type, &exercise->tolerance, expected, got->bytes, sent->count,
                        &comparison);
        vec_push(&result->comparisons, comparison);
    }
}

static void judge_buffers(const Exercise *exercise, CaseResult *result)
{
    compare_buffers(exercise, result);
    bool broken = false, changed = false;
    for (size_t i = 0; i < result->run.buffer_count; i++) {
        const BufferResult *buffer = &result->run.buffers[i];
        broken |= buffer->guard_before_broken || buffer->guard_after_broken;
        changed |= buffer->role == ROLE_IN && buffer->input_changed;
    }
    if (broken)
        add(result, "guard");
    if (changed)
        add(result, "input-changed");
    /* A launch that did not end leaves anything behind: shown, but no reason of its own. */
    if (result->run.status == LAUNCH_OK)
        for (size_t i = 0; i < result->comparisons.size; i++)
            judge_comparison(result, &result->comparisons.data[i]);
}

static void judge_prints(const Exercise *exercise, size_t index, const PrintRecord *prints,
                         size_t print_count, CaseResult *result)
{
    StrBuf sentence = {0};
    if (result->run.status == LAUNCH_OK && !prints_right(exercise, &result->prepared, &result->run,
                                                         index, prints, print_count, &sentence)) {
        if (result->spec && result->spec->hidden)
            add(result, "printf");
        else
            reason_add(result, "printf", strbuf_text(&sentence));
    }
    strbuf_free(&sentence);
}

static CaseVerdict verdict_of(const CaseResult *result)
{
    if (result->reasons.size == 0)
        return CASE_PASS;
    bool trouble = texts_hold((const Texts *)&result->reasons, "trouble");
    return trouble && result->reasons.size == 1 ? CASE_TROUBLE : CASE_FAIL;
}

void case_judge(const Exercise *exercise, size_t index, RunResult *run, PreparedCase *prepared,
                Reference *reference, const PrintRecord *prints, size_t print_count,
                CaseResult *out)
{
    *out = (CaseResult){.spec = prepared->spec, .run = *run, .prepared = *prepared};
    *run = (RunResult){0};
    *prepared = (PreparedCase){0};
    if (reference) {
        out->reference = *reference;
        *reference = (Reference){0};
    }
    host_weigh(exercise, &out->run);
    judge_launch(out);
    judge_buffers(exercise, out);
    judge_prints(exercise, index, prints, print_count, out);
    if (out->run.host && out->run.status == LAUNCH_OK)
        host_judge_measures(exercise, out);
    out->verdict = verdict_of(out);
}

void case_describe(CaseResult *result)
{
    for (size_t i = 0; i < result->reasons.size; i++) {
        const char *reason = result->reasons.data[i];
        if ((strcmp(reason, "wrong-values") != 0 && strcmp(reason, "not-written") != 0) ||
            (result->spec && result->spec->hidden))
            continue;
        StrBuf sentence = {0};
        reason_add_sentence(&sentence, reason, result);
        free(result->sentences.data[i]);
        result->sentences.data[i] = strbuf_take(&sentence);
    }
}

void case_break(CaseResult *result, const Error *error)
{
    StrBuf text = {0};
    error_describe(error, &text);
    result->verdict = CASE_TROUBLE;
    reason_add(result, "trouble", strbuf_text(&text));
    strbuf_free(&text);
}

const BufferResult *case_buffer(const CaseResult *result, size_t argument)
{
    const PreparedCase *prepared = &result->prepared;
    size_t buffer = 0;
    if (argument >= prepared->argument_count || !prepared->arguments[argument].is_buffer)
        return NULL;
    for (size_t i = 0; i < argument; i++)
        buffer += prepared->arguments[i].is_buffer;
    return buffer < result->run.buffer_count ? &result->run.buffers[buffer] : NULL;
}

void case_result_free(CaseResult *result)
{
    for (size_t i = 0; i < result->explanations.size; i++)
        explanation_free(&result->explanations.data[i]);
    vec_free(&result->explanations);
    for (size_t i = 0; i < result->comparisons.size; i++)
        comparison_free(&result->comparisons.data[i]);
    vec_free(&result->comparisons);
    run_result_free(&result->run);
    prepared_case_free(&result->prepared);
    reference_free(&result->reference);
    texts_free((Texts *)&result->reasons);
    texts_free((Texts *)&result->sentences);
    *result = (CaseResult){0};
}
