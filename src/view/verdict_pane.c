/* The verdict: each case, why it failed, the gates, what a known mistake is called. */
#include <inttypes.h>

#include "result/metric_names.h"
#include "view/document.h"
#include "view/screen.h"

static uint64_t wrong_elements(const CaseResult *result)
{
    uint64_t wrong = 0;
    for (size_t i = 0; i < result->comparisons.size; i++)
        wrong += result->comparisons.data[i].wrong;
    return wrong;
}

static void add_variables(Document *page, const CaseSpec *spec)
{
    for (size_t i = 0; i < spec->variable_count; i++)
        document_format(page, STYLE_DIM, "  %s=%" PRId64, spec->variables[i].name,
                        spec->variables[i].value);
}

static void add_values(Document *page, const CaseResult *result)
{
    uint64_t wrong = wrong_elements(result);
    if (result->verdict == CASE_PENDING || result->run.status == LAUNCH_NOT_RUN)
        return;
    if (result->run.status != LAUNCH_OK)
        document_format(page, STYLE_WRONG, "   %s", launch_status_text(result->run.status));
    else if (result->comparisons.size > 0 && wrong == 0)
        document_add(page, VIEW("   values right"), STYLE_PLAIN);
    else if (wrong > 0)
        document_format(page, STYLE_WRONG, "   %" PRIu64 " wrong", wrong);
    size_t findings = result->run.findings.size;
    if (findings > 0)
        document_format(page, STYLE_WRONG, "   %zu finding%s", findings, findings == 1 ? "" : "s");
}

static void add_case(Document *page, const CaseResult *result, size_t index)
{
    const CaseSpec *spec = result->spec;
    document_format(page, verdict_style(result->verdict), "%s ", verdict_glyph(result->verdict));
    if (spec && spec->name)
        document_add(page, view_of(spec->name), STYLE_STRONG);
    else
        document_format(page, STYLE_STRONG, "case %zu", index + 1);
    if (spec)
        add_variables(page, spec);
    add_values(page, result);
    document_flush(page, " ", "     ");
    for (size_t i = 0; i < result->sentences.size; i++) {
        document_add(page, view_of(result->sentences.data[i]), STYLE_PLAIN);
        document_flush(page, "     ", "     ");
    }
    if (result->run.status > LAUNCH_OK && result->sentences.size == 0 && result->run.error_text) {
        document_add(page, view_of(result->run.error_text), STYLE_PLAIN);
        document_flush(page, "     ", "     ");
    }
}

/* Hidden cases tell how they ended and, when they failed, what to look for; not their sizes. */
static void add_hidden(Document *page, const Verdict *verdict)
{
    size_t count = 0, failed = 0, pending = 0;
    const CaseResult *first = NULL;
    for (size_t i = 0; i < verdict->cases.size; i++) {
        const CaseResult *result = &verdict->cases.data[i];
        if (!result->spec || !result->spec->hidden)
            continue;
        count++;
        pending += result->verdict == CASE_PENDING;
        failed += result->verdict == CASE_FAIL || result->verdict == CASE_TROUBLE;
        if (!first && result->verdict == CASE_FAIL)
            first = result;
    }
    if (count == 0)
        return;
    bool all_passed = pending == 0 && failed == 0;
    document_format(page,
                    failed       ? STYLE_WRONG
                    : all_passed ? STYLE_OK
                                 : STYLE_DIM,
                    "%s hidden × %zu",
                    failed       ? "✗"
                    : all_passed ? "✓"
                                 : "?",
                    count);
    if (failed)
        document_format(page, STYLE_WRONG, "   %zu failed", failed);
    document_flush(page, " ", "   ");
    if (first && first->sentences.size > 0) {
        document_format(page, STYLE_PLAIN, "the first of them: %s", first->sentences.data[0]);
        document_flush(page, "     ", "     ");
    }
}

static void add_gates(Document *page, const Verdict *verdict)
{
    for (size_t i = 0; i < verdict->gates.size; i++) {
        const GateResult *gate = &verdict->gates.data[i];
        const char *label =
            gate->spec->label ? gate->spec->label : metric_words(gate->spec->metric);
        document_format(page, gate->passed ? STYLE_OK : STYLE_WRONG, "%s ",
                        gate->passed ? "✓" : "✗");
        if (gate->missing)
            document_format(page, STYLE_PLAIN, "%s: no figure came back, so it is not passed",
                            label);
        else
            document_format(page, STYLE_PLAIN, "%s: now %.6g%s, ideal %.6g, pass at %s %.6g", label,
                            gate->value, gate->simulated ? " (on the simulator)" : "",
                            gate->spec->ideal, gate->spec->at_least ? "least" : "most",
                            gate->spec->limit);
        document_flush(page, " ", "   ");
    }
}

static void add_compile(Document *page, const CompileResult *compile)
{
    if (!compile->ran) {
        document_format(page, STYLE_WARNING, "! not compiled: %s",
                        compile->trouble ? compile->trouble : "");
        document_flush(page, " ", "   ");
        return;
    }
    for (size_t i = 0; i < compile->diagnostics.size && i < 50; i++) {
        const Diagnostic *diagnostic = &compile->diagnostics.data[i];
        View text = view_of(diagnostic->text);
        document_format(page, severity_style(diagnostic->severity), "%s line %" PRIu32 ": ",
                        severity_glyph(diagnostic->severity), diagnostic->line);
        document_add(page, view_slice(text, 0, view_find(text, '\n')), STYLE_PLAIN);
        document_flush(page, " ", "   ");
    }
}

static void add_verdict(Document *page, const Verdict *verdict)
{
    for (size_t i = 0; i < verdict->cases.size; i++)
        if (!verdict->cases.data[i].spec || !verdict->cases.data[i].spec->hidden)
            add_case(page, &verdict->cases.data[i], i);
    add_hidden(page, verdict);
    add_gates(page, verdict);
    if (verdict->mistake && verdict->mistake->explanation) {
        document_add_blank(page);
        document_add_prose(page, view_of(verdict->mistake->explanation), STYLE_EMPHASIS);
        document_flush(page, " ", " ");
    }
}

static void add_nothing_yet(Document *page, const Screen *screen)
{
    const Exercise *exercise = session_exercise(screen->session);
    if (exercise && exercise->question && session_prediction(screen->session) < 0)
        document_add(page, VIEW("Answer the question in the lesson first; then the run is open."),
                     STYLE_DIM);
    else
        document_add(page, VIEW("Nothing has run yet."), STYLE_DIM);
    document_flush(page, " ", " ");
}

static void draw(Screen *screen, Surface *surface, Rect rect, bool focused)
{
    const CompileResult *compile = session_compile(screen->session);
    const Verdict *verdict = session_verdict(screen->session);
    Document page;
    (void)focused;
    document_init(&page, rect.width - 1);
    if (compile && (!compile->ran || !compile->ok))
        add_compile(&page, compile);
    else if (verdict)
        add_verdict(&page, verdict);
    else
        add_nothing_yet(&page, screen);
    screen->verdict_lines = page.lines.size;
    scroll_clamp(&screen->verdict, page.lines.size, rect.height);
    document_draw(&page, surface, rect, screen->verdict.top, 0);
    document_free(&page);
}

static void move(Screen *screen, Move move)
{
    scroll_text(&screen->verdict, move, screen->verdict_lines);
}

static bool go(CommandCall *call)
{
    Screen *screen = call->screen;
    size_t line;
    if (!screen->text ||
        !editor_marks_next(&screen->editor.marks, screen->text, SIZE_MAX, false, &line))
        return error_set(&call->error, ERROR_MISUSE, "no line of the kernel is blamed");
    return screen_go_line(screen, (uint32_t)line + 1);
}

static void add_title(const Screen *screen, StrBuf *out)
{
    const Verdict *verdict = session_verdict(screen->session);
    strbuf_add_text(out, "Verdict");
    if (verdict && !session_stale(screen->session))
        strbuf_format(out, " %s", verdict_glyph(verdict->verdict));
}

const PaneOps verdict_pane = {
    .name = "Verdict",
    .scope = SCOPE_VERDICT,
    .keys = "go run hint next-pane help",
    .add_title = add_title,
    .draw = draw,
    .move = move,
    .go = go,
};
