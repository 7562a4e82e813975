/* Reasons in words: short ones for the bottom line, sentences for the verdict. */
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "check/judge.h"
#include "result/rule_names.h"

typedef void Describe(StrBuf *out, const CaseResult *result);

void who_add(StrBuf *out, Dim3 block, Dim3 thread)
{
    strbuf_format(out, "block (%u,%u,%u) thread (%u,%u,%u)", block.x, block.y, block.z, thread.x,
                  thread.y, thread.z);
}

const char *finding_rule(const Finding *finding)
{
    return finding->rule && *finding->rule ? finding->rule : "finding";
}

const Finding *finding_of_rule(const CaseResult *result, const char *rule)
{
    for (size_t i = 0; result && i < result->run.findings.size; i++)
        if (strcmp(finding_rule(&result->run.findings.data[i]), rule) == 0)
            return &result->run.findings.data[i];
    return NULL;
}

static void add_rule(StrBuf *out, const char *rule)
{
    const char *words = rule_words(rule);
    if (words) {
        strbuf_add_text(out, words);
        return;
    }
    size_t start = out->size;
    utf8_add_inert(out, view_of(rule), false, false);
    for (size_t i = start; i < out->size; i++)
        if (out->data[i] == '-')
            out->data[i] = ' ';
}

static bool is_of_host(const Finding *finding)
{
    return finding->checker && strcmp(finding->checker, "host") == 0;
}

/* The file that a finding's lines are of, where a host program has lines besides the kernel; "":
 * nobody asks. */
static const char *file_of(const CaseResult *result, const Finding *finding)
{
    const char *file = finding->place.file ? finding->place.file : "";
    const char *slash = strrchr(file, '/');
    if (!result || !result->run.host || is_of_host(finding) || !finding->place.line)
        return "";
    return slash ? slash + 1 : file;
}

static void add_lines(StrBuf *out, const CaseResult *result, const Finding *finding)
{
    uint32_t line = finding->place.line, other = finding->has_other ? finding->other_place.line : 0;
    if (line && other && other != line)
        strbuf_format(out, ", lines %u and %u", line < other ? line : other,
                      line < other ? other : line);
    else if (line)
        strbuf_format(out, ", line %u", line);
    if (*file_of(result, finding))
        strbuf_format(out, " of %s", file_of(result, finding));
}

static bool is_first(Dim3 place)
{
    return place.x == 0 && place.y == 0 && place.z == 0;
}

/* Most checkers say in the text itself who and where; the block is left out where two threads of
 * one block are told of. */
static void add_finding(StrBuf *out, const CaseResult *result, const Finding *finding)
{
    const char *text = finding->text ? finding->text : "";
    bool host = is_of_host(finding), says_who = strstr(text, "hread (") != NULL;
    if (*file_of(result, finding))
        strbuf_format(out, "%s: ", file_of(result, finding));
    if (host && finding->place.line)
        strbuf_format(out, "line %u: ", finding->place.line);
    if (!host && !says_who) {
        if (finding->place.line)
            strbuf_format(out, "line %u, ", finding->place.line);
        who_add(out, finding->block, finding->thread);
        strbuf_add_text(out, ": ");
    }
    utf8_add_inert(out, view_of(text), false, false);
    if (finding->has_other && says_who && !strstr(text, "block (") && !is_first(finding->block))
        strbuf_format(out, " (In block (%u,%u,%u).)", finding->block.x, finding->block.y,
                      finding->block.z);
    if (finding->repeats)
        strbuf_format(out, " (and %llu more of the kind)", (unsigned long long)finding->repeats);
}

bool element_unwritten(const CaseResult *result, const Comparison *comparison, uint64_t index)
{
    const PreparedArgument *argument = &result->prepared.arguments[comparison->argument];
    const unsigned char *data = case_buffer(result, comparison->argument)->bytes;
    return argument->role == ROLE_OUT &&
           element_is_poison(argument->type, data + index * element_bytes(argument->type));
}

/* The first mismatch that is (or is not) an element never written. */
static const Mismatch *first_mismatch(const CaseResult *result, bool unwritten,
                                      const Comparison **in)
{
    for (size_t i = 0; i < result->comparisons.size; i++) {
        const Comparison *comparison = &result->comparisons.data[i];
        for (size_t j = 0; j < comparison->mismatches.size; j++)
            if (element_unwritten(result, comparison, comparison->mismatches.data[j].index) ==
                unwritten) {
                *in = comparison;
                return &comparison->mismatches.data[j];
            }
    }
    /* Past those that were kept, or poison that is a value like any other in small types. */
    for (size_t i = 0; i < result->comparisons.size; i++)
        if (result->comparisons.data[i].mismatches.size) {
            *in = &result->comparisons.data[i];
            return &(*in)->mismatches.data[0];
        }
    return NULL;
}

static void add_element(StrBuf *out, const CaseResult *result, const Comparison *comparison,
                        const Mismatch *mismatch)
{
    const PreparedArgument *argument = &result->prepared.arguments[comparison->argument];
    unsigned long long index = mismatch->index, width = argument->shape[0];
    strbuf_format(out, "%s[%llu]", argument->name, index);
    if (argument->shape[1] > 1)
        strbuf_format(out, " (x %llu, y %llu)", index % width, index / width);
}

static void add_unwritten(StrBuf *out, const CaseResult *result)
{
    const Comparison *comparison;
    const Mismatch *mismatch = first_mismatch(result, true, &comparison);
    if (!mismatch)
        return;
    add_element(out, result, comparison, mismatch);
    strbuf_add_text(out, " was never written");
}

static void add_wrong(StrBuf *out, const CaseResult *result)
{
    const Comparison *comparison;
    const Mismatch *mismatch = first_mismatch(result, false, &comparison);
    if (!mismatch)
        return;
    ElementType type = result->prepared.arguments[comparison->argument].type;
    add_element(out, result, comparison, mismatch);
    strbuf_add_text(out, " is ");
    element_format(type, mismatch->got, out, false);
    strbuf_add_text(out, ", expected ");
    element_format(type, mismatch->expected, out, false);
}

/* "1 of 8 is wrong"; "2 of 8 are". */
static const char *verb_of(const Comparison *comparison)
{
    return comparison->wrong == 1 ? "is" : "are";
}

static void add_writer(StrBuf *out, const Writer *writer)
{
    if (!writer->known)
        return;
    strbuf_add_text(out, "; written by ");
    who_add(out, writer->block, writer->thread);
    if (writer->place.line)
        strbuf_format(out, ", line %u", writer->place.line);
}

static void add_wrong_tail(StrBuf *out, const CaseResult *result)
{
    const Comparison *comparison;
    const Mismatch *mismatch = first_mismatch(result, false, &comparison);
    if (!mismatch)
        return;
    strbuf_format(out, "; %llu of %llu %s wrong", (unsigned long long)comparison->wrong,
                  (unsigned long long)comparison->count, verb_of(comparison));
    add_writer(out, &mismatch->writer);
}

static void add_unwritten_tail(StrBuf *out, const CaseResult *result)
{
    const Comparison *comparison;
    if (first_mismatch(result, true, &comparison))
        strbuf_format(out, "; %llu of %llu element%s %s wrong or missing",
                      (unsigned long long)comparison->wrong, (unsigned long long)comparison->count,
                      comparison->count == 1 ? "" : "s", verb_of(comparison));
}

static void add_error_text(StrBuf *out, const CaseResult *result)
{
    const char *text = result->run.error_text, *name = result->run.error_name;
    if (text && *text)
        utf8_add_inert(out, view_of(text), false, false);
    else if (name && *name)
        utf8_add_inert(out, view_of(name), false, false);
}

static void add_launch_tail(StrBuf *out, const CaseResult *result)
{
    StrBuf text = {0};
    add_error_text(&text, result);
    if (text.size)
        strbuf_format(out, ": %s", strbuf_text(&text));
    strbuf_free(&text);
}

static void add_refused(StrBuf *out, const CaseResult *result)
{
    strbuf_add_text(out, "the launch was refused");
    add_launch_tail(out, result);
}

static void add_changed(StrBuf *out, const CaseResult *result)
{
    for (size_t i = 0; i < result->run.buffer_count; i++) {
        const BufferResult *buffer = &result->run.buffers[i];
        if (!buffer->input_changed)
            continue;
        strbuf_format(out, ", %s[%llu]", buffer->name, (unsigned long long)buffer->first_changed);
        add_writer(out, &buffer->changed_by);
        return;
    }
}

static void add_guard(StrBuf *out, const CaseResult *result)
{
    for (size_t i = 0; i < result->run.buffer_count; i++) {
        const BufferResult *buffer = &result->run.buffers[i];
        int64_t offset = buffer->guard_offset;
        if (!buffer->guard_before_broken && !buffer->guard_after_broken)
            continue;
        if (offset == 0)
            strbuf_format(out, ": right behind %s", buffer->name);
        else
            strbuf_format(
                out, ": %llu bytes %s %s",
                (unsigned long long)(offset < 0 ? 0 - (uint64_t)offset : (uint64_t)offset),
                offset < 0 ? "before the start of" : "past the end of", buffer->name);
        return;
    }
}

static const struct ReasonWords {
    const char *reason;
    const char *general; /* when no figures may be shown, or there are none */
    Describe *figures;   /* in place of `general`, or NULL */
    const char *after;   /* follows in a sentence */
    Describe *tail;      /* follows in a sentence */
} words[] = {
    {"not-written", "some elements were never written", add_unwritten, "", add_unwritten_tail},
    {"wrong-values", "some elements are wrong", add_wrong, "", add_wrong_tail},
    {"input-changed", "the kernel wrote to an input", NULL, "", add_changed},
    {"guard", "the kernel wrote just outside a buffer", NULL, "", add_guard},
    {"launch-refused", "the launch was refused", add_refused, "", NULL},
    {"fault", "the kernel was stopped by a fault", NULL, "", add_launch_tail},
    {"deadlock", "deadlock: threads wait for what cannot come", NULL, "", add_launch_tail},
    {"budget", "the kernel did not end within its limit", NULL, "; does every loop end?", NULL},
    {"stopped", "the run was stopped", NULL, "", NULL},
    {"printf", "not all threads printed what was asked", NULL, "", NULL},
    {"prediction", "the question is not answered rightly yet", NULL, "", NULL},
    {"measure", "something was measured wrongly", NULL, "", NULL},
    {"gate", "a count is over its limit", NULL, "", NULL},
    {"compile", "the source does not compile", NULL, "", NULL},
    {"trouble", "the run failed, and that is not your kernel's fault", NULL, "", add_launch_tail},
};

static const struct ReasonWords *words_of(const char *reason)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i].reason, reason) == 0)
            return &words[i];
    return NULL;
}

void reason_add_short(StrBuf *out, const char *reason, const CaseResult *result)
{
    const struct ReasonWords *row = words_of(reason);
    const Finding *finding = finding_of_rule(result, reason);
    size_t start = out->size;
    if (finding || !row) {
        add_rule(out, reason);
        if (finding)
            add_lines(out, result, finding);
        return;
    }
    if (result && row->figures)
        row->figures(out, result);
    if (out->size == start)
        strbuf_add_text(out, row->general);
}

void reason_add_hidden(StrBuf *out, const char *reason, const CaseResult *result)
{
    const Finding *finding = finding_of_rule(result, reason);
    reason_add_short(out, reason, finding ? result : NULL);
}

void reason_add_sentence(StrBuf *out, const char *reason, const CaseResult *result)
{
    const struct ReasonWords *row = words_of(reason);
    const Finding *finding = finding_of_rule(result, reason);
    if (finding) {
        add_finding(out, result, finding);
        return;
    }
    reason_add_short(out, reason, result);
    if (row)
        strbuf_add_text(out, row->after);
    if (row && row->tail)
        row->tail(out, result);
}
