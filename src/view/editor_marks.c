/* Collecting what the results say about lines. */
#include "view/editor_marks.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "result/metric_names.h"
#include "view/results.h"

enum { MARKS_SHOWN = 200 };

void editor_marks_free(EditorMarks *marks, Text *text)
{
    for (size_t i = 0; i < marks->marks.size; i++) {
        free(marks->marks.data[i].sentence);
        if (text)
            text_unmark(text, marks->marks.data[i].mark);
    }
    for (size_t i = 0; i < marks->figures.size; i++) {
        free(marks->figures.data[i].text);
        if (text)
            text_unmark(text, marks->figures.data[i].mark);
    }
    vec_free(&marks->marks);
    vec_free(&marks->figures);
}

/* `line` is 1-based; takes the sentence over. */
static void add(EditorMarks *marks, Text *text, uint32_t line, Severity severity, char *sentence)
{
    if (line == 0 || line > text_line_count(text) || marks->marks.size >= MARKS_SHOWN) {
        free(sentence);
        return;
    }
    LineMark mark = {text_mark(text, text_line_start(text, line - 1)), severity, sentence};
    vec_push(&marks->marks, mark);
}

static View first_line(const char *text)
{
    View whole = view_of(text);
    return view_slice(whole, 0, view_find(whole, '\n'));
}

/* Of the file that is shown. */
static bool is_here(const Session *session, const char *file)
{
    return file_of_name(session, file) == (int)session_file(session);
}

static void add_diagnostics(EditorMarks *marks, Text *text, const Session *session,
                            const CompileResult *compile)
{
    for (size_t i = 0; compile && i < compile->diagnostics.size; i++) {
        const Diagnostic *diagnostic = &compile->diagnostics.data[i];
        StrBuf sentence = {0};
        if (!diagnostic_is_in_kernel(diagnostic) || !is_here(session, diagnostic->file))
            continue;
        strbuf_format(&sentence, "%s: ", severity_text(diagnostic->severity));
        strbuf_add(&sentence, first_line(diagnostic->text));
        add(marks, text, diagnostic->line, diagnostic->severity, strbuf_take(&sentence));
    }
}

static void add_findings(EditorMarks *marks, Text *text, const Session *session,
                         const Verdict *verdict)
{
    FindingRows rows = {0};
    findings_collect(verdict, &rows);
    for (size_t i = 0; i < rows.size; i++) {
        const Finding *finding = rows.data[i].finding;
        StrBuf sentence = {0};
        if (!is_here(session, finding->place.file))
            continue;
        strbuf_add(&sentence, first_line(finding->text));
        add(marks, text, finding->place.line, finding->note ? SEVERITY_NOTE : SEVERITY_ERROR,
            strbuf_take(&sentence));
    }
    vec_free(&rows);
}

static void add_wrong_value(EditorMarks *marks, Text *text, const Verdict *verdict)
{
    size_t index, which;
    if (!first_wrong(verdict, &index, &which))
        return;
    const CaseResult *result = &verdict->cases.data[index];
    const Comparison *comparison = &result->comparisons.data[which];
    const BufferResult *buffer = case_buffer(result, comparison->argument);
    if (!buffer || comparison->mismatches.size == 0)
        return;
    const Mismatch *first = &comparison->mismatches.data[0];
    if (!first->writer.known)
        return;
    StrBuf sentence = {0};
    element_name(buffer, first->index, &sentence);
    strbuf_add_text(&sentence, " = ");
    element_format(buffer->type, first->got, &sentence, false);
    strbuf_add_text(&sentence, ", expected ");
    element_format(buffer->type, first->expected, &sentence, false);
    strbuf_add_text(&sentence, ": written by ");
    thread_format(first->writer.block, first->writer.thread, &sentence);
    add(marks, text, first->writer.place.line, SEVERITY_ERROR, strbuf_take(&sentence));
}

typedef struct Placed {
    size_t line, order;
    LineMark mark;
} Placed;

static int compare_placed(const void *a, const void *b)
{
    const Placed *x = a, *y = b;
    if (x->line != y->line)
        return x->line < y->line ? -1 : 1;
    if (x->mark.severity != y->mark.severity)
        return (int)y->mark.severity - (int)x->mark.severity;
    return x->order < y->order ? -1 : 1;
}

/* By line, then the gravest first, then as they came. */
static void sort(EditorMarks *marks, const Text *text)
{
    size_t count = marks->marks.size;
    Placed *placed = memory_alloc_array(count + 1, sizeof *placed);
    for (size_t i = 0; i < count; i++) {
        LineMark mark = marks->marks.data[i];
        placed[i] = (Placed){text_line_of(text, text_mark_position(text, mark.mark)), i, mark};
    }
    qsort(placed, count, sizeof *placed, compare_placed);
    for (size_t i = 0; i < count; i++)
        marks->marks.data[i] = placed[i].mark;
    free(placed);
}

static const char lanes_name[] = "smsp__thread_inst_executed_per_inst_executed.ratio";
static const char cost_name[] = "smsp__inst_executed.sum";
enum { WARP_LANES = 32 };

/* The lanes below which a line is told: three quarters of those that a warp of the launch can have,
 * since the last warp's idle lanes are no reason to tell. */
static double few_lanes(const CaseResult *result)
{
    Dim3 block = result->prepared.block;
    double threads = (double)block.x * block.y * block.z;
    return 0.75 * (threads > 0 && threads < WARP_LANES ? threads : WARP_LANES);
}

/* Passes over the banks for each one that the accesses of the line need: 32 of a 32-way conflict.
 * NAN: that isn't known. */
static double conflict_ways(const RunResult *run, const Metric *conflicts)
{
    static const char start[] = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_";
    char passes[96];
    if (strncmp(conflicts->name, start, sizeof start - 1) != 0)
        return NAN;
    snprintf(passes, sizeof passes, "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_%s",
             conflicts->name + sizeof start - 1);
    for (size_t i = 0; i < run->metrics.size; i++) {
        const Metric *metric = &run->metrics.data[i];
        if (metric->line == conflicts->line && strcmp(metric->name, passes) == 0)
            return metric->ideal > 0 ? metric->value / metric->ideal : NAN;
    }
    return NAN;
}

static void add_lanes(double lanes, StrBuf *out)
{
    strbuf_format(out, "%.3g lane%s", lanes, lanes > 1 ? "s" : "");
}

static bool waste_text(const CaseResult *result, const Metric *metric, StrBuf *out)
{
    if (strcmp(metric->name, lanes_name) == 0 && metric->value < few_lanes(result)) {
        add_lanes(metric->value, out);
        return true;
    }
    if (!metric_is_of_line(metric->name) || !(metric->value > metric->ideal * 1.01))
        return false;
    double ways = conflict_ways(&result->run, metric);
    if (ways > 1) {
        strbuf_format(out, "%.3g-way conflicts", ways);
        return true;
    }
    strbuf_format(out, metric->value == trunc(metric->value) ? "%.0f %s" : "%.4g %s", metric->value,
                  metric_brief(metric->name));
    return true;
}

/* What the figure says at its line's end; false: nothing. */
static bool figure_text(FigureKind kind, const CaseResult *result, const Metric *metric,
                        StrBuf *out)
{
    const RunResult *run = &result->run;
    double whole;
    switch (kind) {
    case FIGURES_OF_WASTE:
        return waste_text(result, metric, out);
    case FIGURES_OF_COST:
        if (strcmp(metric->name, cost_name) != 0 || !run_figure(run, cost_name, &whole) ||
            !(whole > 0))
            return false;
        strbuf_format(out, "%.1f %%", 100 * metric->value / whole);
        return true;
    case FIGURES_OF_LANES:
        if (strcmp(metric->name, lanes_name) != 0)
            return false;
        add_lanes(metric->value, out);
        return true;
    default:
        return false;
    }
}

/* Takes the text over; one that stands there already is left out. */
static void add_at_end(EditorMarks *marks, Text *text, uint32_t line, char *said)
{
    size_t start = text_line_start(text, line - 1);
    for (size_t i = 0; i < marks->figures.size; i++) {
        const LineFigure *figure = &marks->figures.data[i];
        if (text_mark_position(text, figure->mark) == start && strcmp(figure->text, said) == 0) {
            free(said);
            return;
        }
    }
    vec_push(&marks->figures, (LineFigure){text_mark(text, start), said});
}

/* A finding stands under one of its two lines; at the end of the other one is told where. */
static void add_other_lines(EditorMarks *marks, Text *text, const Session *session,
                            const Verdict *verdict)
{
    FindingRows rows = {0};
    findings_collect(verdict, &rows);
    for (size_t i = 0; i < rows.size && marks->figures.size < MARKS_SHOWN; i++) {
        const Finding *finding = rows.data[i].finding;
        uint32_t line = finding->place.line, other = finding->other_place.line;
        StrBuf said = {0};
        if (!finding->has_other || line == 0 || other == 0 || other == line ||
            other > text_line_count(text) || !is_here(session, finding->place.file) ||
            !is_here(session, finding->other_place.file))
            continue;
        bool race = strstr(finding->rule, "race") || strstr(finding->rule, "same-value");
        strbuf_format(&said, "%s line %" PRIu32, race ? "race with" : "see", line);
        add_at_end(marks, text, other, strbuf_take(&said));
    }
    vec_free(&rows);
}

/* How many times as much as would do. */
static double waste_of(const RunResult *run, const Metric *metric)
{
    double ways = conflict_ways(run, metric);
    if (strcmp(metric->name, lanes_name) == 0)
        return WARP_LANES / metric->value;
    return ways > 1 ? ways : metric->ideal > 0 ? metric->value / metric->ideal : metric->value;
}

typedef struct Figure {
    uint32_t line;
    double waste;
    size_t order;
    char *text;
} Figure;

/* The most wasteful of a line comes first: it is shown where there is room for one only. */
static int compare_figures(const void *a, const void *b)
{
    const Figure *x = a, *y = b;
    if (x->line != y->line)
        return x->line < y->line ? -1 : 1;
    if (x->waste != y->waste)
        return x->waste > y->waste ? -1 : 1;
    return x->order < y->order ? -1 : 1;
}

static void add_figures(EditorMarks *marks, Text *text, const Verdict *verdict)
{
    const CaseResult *result = measured_case(verdict);
    VEC(Figure) figures = {0};
    for (size_t i = 0; result && i < result->run.metrics.size; i++) {
        const Metric *metric = &result->run.metrics.data[i];
        StrBuf said = {0};
        if (metric->line == 0 || metric->line > text_line_count(text) ||
            !figure_text(marks->shown, result, metric, &said))
            continue;
        vec_push(&figures,
                 (Figure){metric->line, waste_of(&result->run, metric), i, strbuf_take(&said)});
    }
    if (figures.size)
        qsort(figures.data, figures.size, sizeof *figures.data, compare_figures);
    for (size_t i = 0; i < figures.size; i++)
        add_at_end(marks, text, figures.data[i].line, figures.data[i].text);
    vec_free(&figures);
}

void editor_marks_read(EditorMarks *marks, Text *text, const Session *session)
{
    const CompileResult *compile = session_compile(session);
    const Verdict *verdict = session_stale(session) ? NULL : session_verdict(session);
    bool awaited = compile && compile->ok && !verdict && session_phase(session) != PHASE_IDLE;
    marks->stale = compile && (session_compile_stale(session) || awaited);
    if (marks->stale)
        return;
    editor_marks_free(marks, text);
    add_diagnostics(marks, text, session, compile);
    if (compile && compile->ok) {
        add_findings(marks, text, session, verdict);
        add_other_lines(marks, text, session, verdict);
        if (is_here(session, KERNEL_FILE)) {
            add_wrong_value(marks, text, verdict);
            add_figures(marks, text, verdict);
        }
    }
    sort(marks, text);
}

size_t editor_marks_of_line(const EditorMarks *marks, const Text *text, size_t line, size_t *first)
{
    size_t start = text_line_start(text, line), end = text_line_end(text, line), count = 0;
    for (size_t i = 0; i < marks->marks.size; i++) {
        size_t at = text_mark_position(text, marks->marks.data[i].mark);
        if (at < start || at > end)
            continue;
        if (count++ == 0)
            *first = i;
    }
    return count;
}

bool editor_marks_next(const EditorMarks *marks, const Text *text, size_t line, bool backwards,
                       size_t *next)
{
    size_t count = marks->marks.size;
    for (size_t i = 0; i < count; i++) {
        size_t which = backwards ? count - 1 - i : i;
        *next = text_line_of(text, text_mark_position(text, marks->marks.data[which].mark));
        if (backwards ? *next < line : *next > line)
            return true;
    }
    if (count > 0)
        *next = text_line_of(
            text, text_mark_position(text, marks->marks.data[backwards ? count - 1 : 0].mark));
    return count > 0;
}
