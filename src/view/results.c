/* Findings joined, wrong elements found, places written out. */
#include "view/results.h"

#include <inttypes.h>
#include <string.h>

static bool is_hidden(const CaseResult *result)
{
    return result->spec && result->spec->hidden;
}

static bool same_finding(const Finding *a, const Finding *b)
{
    return strcmp(a->rule, b->rule) == 0 && a->place.line == b->place.line &&
           a->has_other == b->has_other && a->other_place.line == b->other_place.line;
}

static FindingRow *find_same(FindingRows *rows, const Finding *finding)
{
    for (size_t i = 0; i < rows->size; i++)
        if (same_finding(rows->data[i].finding, finding))
            return &rows->data[i];
    return NULL;
}

static void collect_case(const CaseResult *result, size_t index, FindingRows *rows)
{
    for (size_t i = 0; i < result->run.findings.size; i++) {
        const Finding *finding = &result->run.findings.data[i];
        FindingRow *same = find_same(rows, finding);
        if (!same) {
            vec_push(rows, (FindingRow){finding, index, 0, 0});
            same = &vec_last(rows);
        }
        same->cases += same->cases == 0 || same->case_index != index;
        same->repeats += finding->repeats;
    }
}

void findings_collect(const Verdict *verdict, FindingRows *rows)
{
    vec_clear(rows);
    for (size_t i = 0; verdict && i < verdict->cases.size; i++)
        if (!is_hidden(&verdict->cases.data[i]))
            collect_case(&verdict->cases.data[i], i, rows);
}

bool first_wrong(const Verdict *verdict, size_t *case_index, size_t *comparison)
{
    for (size_t i = 0; verdict && i < verdict->cases.size; i++) {
        const CaseResult *result = &verdict->cases.data[i];
        for (size_t j = 0; !is_hidden(result) && j < result->comparisons.size; j++) {
            if (result->comparisons.data[j].wrong == 0)
                continue;
            *case_index = i;
            *comparison = j;
            return true;
        }
    }
    return false;
}

/* Small cases say little of how well memory is used. */
const CaseResult *measured_case(const Verdict *verdict)
{
    const CaseResult *found = NULL;
    for (size_t i = 0; verdict && i < verdict->cases.size; i++) {
        const CaseResult *result = &verdict->cases.data[i];
        if (result->run.timing.samples > 0)
            return result;
        if (result->run.metrics.size > 0 && !is_hidden(result) &&
            (!found || result->run.thread_instructions > found->run.thread_instructions))
            found = result;
    }
    return found;
}

void element_name(const BufferResult *buffer, uint64_t index, StrBuf *out)
{
    strbuf_add_text(out, buffer->name);
    element_add_index(buffer->shape, index, out);
}

void dim3_format(Dim3 value, StrBuf *out)
{
    strbuf_format(out, "%" PRIu32 ",%" PRIu32 ",%" PRIu32, value.x, value.y, value.z);
}

static void short_format(Dim3 value, StrBuf *out)
{
    if (value.y == 0 && value.z == 0)
        strbuf_format(out, "%" PRIu32, value.x);
    else
        strbuf_format(out, "(%" PRIu32 ",%" PRIu32 ",%" PRIu32 ")", value.x, value.y, value.z);
}

void thread_format(Dim3 block, Dim3 thread, StrBuf *out)
{
    strbuf_add_text(out, "block ");
    short_format(block, out);
    strbuf_add_text(out, " thread ");
    short_format(thread, out);
}

void thread_format_brief(Dim3 block, Dim3 thread, StrBuf *out)
{
    short_format(block, out);
    strbuf_add_text(out, ", ");
    short_format(thread, out);
}

size_t count_errors(const CompileResult *compile)
{
    size_t count = 0;
    for (size_t i = 0; compile && i < compile->diagnostics.size; i++)
        count += compile->diagnostics.data[i].severity == SEVERITY_ERROR;
    return count;
}

const Diagnostic *first_error(const CompileResult *compile)
{
    for (size_t i = 0; compile && i < compile->diagnostics.size; i++)
        if (compile->diagnostics.data[i].severity == SEVERITY_ERROR)
            return &compile->diagnostics.data[i];
    return NULL;
}

bool diagnostic_is_in_kernel(const Diagnostic *diagnostic)
{
    View file = view_of(diagnostic->file);
    return diagnostic->line > 0 &&
           (file.size == 0 || view_ends(file, ".cu") || view_ends(file, ".c"));
}

int file_of_name(const Session *session, const char *name)
{
    size_t count = session_file_count(session);
    if (count < 2)
        return 0;
    for (size_t i = 0; i < count; i++)
        if (view_ends(view_of(name), session_file_name(session, i)))
            return (int)i;
    return name && *name ? -1 : (int)count - 1; /* kernels' places may lack the file */
}

static const struct {
    const char *glyph;
    Style style;
} verdicts[] = {
    [CASE_PASS] = {"✓", STYLE_OK},
    [CASE_FAIL] = {"✗", STYLE_WRONG},
    [CASE_TROUBLE] = {"!", STYLE_WARNING},
    [CASE_PENDING] = {"…", STYLE_PLAIN},
};

const char *verdict_glyph(CaseVerdict verdict)
{
    return verdicts[verdict].glyph;
}

Style verdict_style(CaseVerdict verdict)
{
    return verdicts[verdict].style;
}

static const struct {
    const char *glyph, *text;
    Style style;
} severities[] = {
    [SEVERITY_NOTE] = {"·", "note", STYLE_NOTE},
    [SEVERITY_WARNING] = {"▲", "warning", STYLE_WARNING},
    [SEVERITY_ERROR] = {"✗", "error", STYLE_WRONG},
};

const char *severity_glyph(Severity severity)
{
    return severities[severity].glyph;
}

Style severity_style(Severity severity)
{
    return severities[severity].style;
}

const char *severity_text(Severity severity)
{
    return severities[severity].text;
}
