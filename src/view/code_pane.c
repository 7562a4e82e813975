/* Reading PTX and SASS into rows, and drawing them. */
#include "view/code_pane.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "session/source.h"
#include "syntax/syntax.h"
#include "view/document.h"
#include "view/highlight.h"
#include "view/screen.h"

enum { GUTTER = 6 };

static void add_row(CodePane *pane, uint32_t line, DiffKind kind, View text)
{
    vec_push(&pane->rows, (CodeRow){line, kind, text});
}

/* The number that the text begins with, taken off it with the blanks before; 0: none. */
static uint32_t take_number(View *text)
{
    uint64_t value = 0;
    size_t at = 0;
    *text = view_trim(*text);
    while (at < text->size && text->data[at] >= '0' && text->data[at] <= '9')
        at++;
    if (!view_to_u64(view_slice(*text, 0, at), &value) || value > UINT32_MAX)
        return 0;
    *text = view_slice(*text, at, text->size);
    return (uint32_t)value;
}

/* Whether `text` names the learner's file, in quotes, with or without folders before it. */
static bool names_kernel_file(View text)
{
    static const char name[] = KERNEL_FILE "\"";
    const char *at = memmem(text.data, text.size, name, sizeof name - 1);
    return at && at > text.data && (at[-1] == '/' || at[-1] == '"');
}

/* The number that ".file N "..." gives the learner's file; 0: none. */
static uint32_t kernel_file(View ptx)
{
    View line;
    while (view_split(&ptx, '\n', &line)) {
        line = view_trim(line);
        if (!view_starts(line, ".file"))
            continue;
        line = view_slice(line, strlen(".file"), line.size);
        uint32_t number = take_number(&line);
        if (names_kernel_file(line))
            return number;
    }
    return 0;
}

/* Debug data in braces, and lines that say nothing of the code. */
static bool is_noise(View line, bool *inside)
{
    if (view_starts(line, ".section"))
        *inside = true;
    bool noise = *inside || line.size == 0 || view_starts(line, "//") || view_starts(line, ".file");
    if (*inside && view_find(line, '}') < line.size)
        *inside = false;
    return noise;
}

void code_rows_of_ptx(View ptx, CodePane *pane)
{
    uint32_t own = kernel_file(ptx), line_number = 0;
    bool inside = false;
    View line;
    while (view_split(&ptx, '\n', &line)) {
        View text = view_trim(line);
        if (is_noise(text, &inside))
            continue;
        if (view_starts(text, ".loc")) {
            text = view_slice(text, strlen(".loc"), text.size);
            uint32_t file = take_number(&text), number = take_number(&text);
            line_number = file == own ? number : 0;
            continue;
        }
        if (view_starts(text, ".visible") || view_starts(text, ".entry") || view_starts(text, "}"))
            line_number = 0;
        add_row(pane, view_starts(text, ".reg") ? 0 : line_number, DIFF_SAME, line);
    }
}

/* "//## File "/x/kernel.cu", line 12 inlined at ..." */
static uint32_t line_of_mark(View mark)
{
    static const char words[] = "\", line ";
    const char *at = memmem(mark.data, mark.size, words, sizeof words - 1);
    if (!at)
        return 0;
    View file = {mark.data, (size_t)(at - mark.data) + 1};
    View rest = {at + sizeof words - 1, (size_t)(mark.data + mark.size - at) - (sizeof words - 1)};
    return names_kernel_file(file) ? take_number(&rest) : 0;
}

void code_rows_of_sass(View sass, CodePane *pane)
{
    uint32_t line_number = 0;
    View line;
    while (view_split(&sass, '\n', &line)) {
        View text = view_trim(line);
        const char *end = memmem(text.data, text.size, "*/", 2);
        bool code = end && view_starts(text, "/*");
        View instruction = code ? view_slice(text, (size_t)(end - text.data) + 2, text.size) : text;
        bool label =
            text.size > 0 && text.data[text.size - 1] == ':' && !view_starts(text, ".text.");
        if (view_starts(text, "//##"))
            line_number = line_of_mark(text);
        else if (code) /* without the address: labels tell where branches go */
            add_row(pane, line_number, DIFF_SAME, instruction);
        else if (label)
            add_row(pane, 0, DIFF_SAME, text);
    }
}

static void rows_of_changes(const char *before, const char *now, CodePane *pane)
{
    DiffLines lines = {0};
    bool inside = false;
    line_diff(view_of(before), view_of(now), &lines);
    for (size_t i = 0; i < lines.size; i++) {
        View text = view_trim(lines.data[i].text);
        if (!is_noise(text, &inside) && !view_starts(text, ".loc"))
            add_row(pane, 0, lines.data[i].kind, lines.data[i].text);
    }
    vec_free(&lines);
}

static void add_kernel(const CompileResult *compile, const Exercise *exercise, StrBuf *out)
{
    for (size_t i = 0; i < compile->code.size; i++) {
        const KernelCode *code = &compile->code.data[i];
        if (compile->code.size > 1 && (!exercise || !strstr(code->name, exercise->kernel)))
            continue;
        strbuf_format(out, ": %" PRIu32 " registers", code->registers);
        if (code->spill_stores + code->spill_loads > 0)
            strbuf_format(out, ", spills %" PRIu32 " bytes out, %" PRIu32 " in", code->spill_stores,
                          code->spill_loads);
        if (code->stack > 0)
            strbuf_format(out, ", %" PRIu32 " bytes of local memory", code->stack);
        return;
    }
}

static void describe(CodePane *pane, const Session *session, const CompileResult *compile)
{
    StrBuf head = {0};
    static const char *const shown[] = {"PTX", "SASS", "PTX: what the last edit changed"};
    strbuf_add_text(&head, shown[pane->mode]);
    if (compile && compile->machine) {
        strbuf_format(&head, ", %s", compile->machine);
        add_kernel(compile, session_exercise(session), &head);
    }
    free(pane->head);
    pane->head = strbuf_take(&head);
}

/* Why there is nothing to be seen; NULL: there is. */
static const char *missing(const CodePane *pane, const Session *session)
{
    const CompileResult *compile = session_compile(session);
    if (!compile || !compile->ptx)
        return compile && !compile->ok ? "The kernel does not compile." : "Compiling...";
    if (pane->mode == CODE_SHOWS_SASS && !compile->sass)
        return compile->sass_trouble ? compile->sass_trouble : "No machine code was made.";
    if (pane->mode == CODE_SHOWS_CHANGES && !session_ptx_before(session))
        return "Nothing was edited since this pane was opened.";
    return NULL;
}

static void follow(CodePane *pane, uint32_t line)
{
    if (line == pane->followed)
        return;
    for (size_t i = 0; i < pane->rows.size; i++)
        if (pane->rows.data[i].line == line) {
            pane->followed = line;
            pane->scroll.chosen = i;
            return;
        }
}

void code_pane_update(CodePane *pane, const Session *session, uint32_t line, bool focused)
{
    const CompileResult *compile = session_compile(session);
    vec_clear(&pane->rows);
    describe(pane, session, compile);
    if (!missing(pane, session)) {
        if (pane->mode == CODE_SHOWS_PTX)
            code_rows_of_ptx(view_of(compile->ptx), pane);
        else if (pane->mode == CODE_SHOWS_SASS)
            code_rows_of_sass(view_of(compile->sass), pane);
        else
            rows_of_changes(session_ptx_before(session), compile->ptx, pane);
    }
    if (!focused)
        follow(pane, line);
}

void code_pane_free(CodePane *pane)
{
    vec_free(&pane->rows);
    free(pane->head);
}

/* --- drawing --- */

static uint32_t editor_line(const Screen *screen)
{
    return screen->text ? (uint32_t)text_line_of(screen->text, screen->editor.cursor) + 1 : 0;
}

static void put_text(View text, const SyntaxSpans *spans, Surface *surface, int x, int y, int right)
{
    size_t at = 0;
    for (size_t i = 0; i <= spans->size && x < right; i++) {
        size_t start = i < spans->size ? spans->data[i].from : text.size;
        size_t end = i < spans->size ? spans->data[i].to : text.size;
        x += surface_put(surface, x, y, view_slice(text, at, start), STYLE_PLAIN, right - x);
        if (i < spans->size && x < right)
            x += surface_put(surface, x, y, view_slice(text, start, end),
                             highlight_style(spans->data[i].kind), right - x);
        at = end;
    }
}

static void draw_row(const CodePane *pane, const CodeRow *row, uint32_t current, bool chosen,
                     Surface *surface, Rect at)
{
    static const char *const marks[] = {
        [DIFF_SAME] = " ", [DIFF_REMOVED] = "-", [DIFF_ADDED] = "+"};
    bool here = row->line > 0 && row->line == current;
    Style style = chosen                      ? STYLE_SELECTED
                  : row->kind == DIFF_REMOVED ? STYLE_WRONG
                  : row->kind == DIFF_ADDED   ? STYLE_OK
                  : here                      ? STYLE_STRONG
                                              : STYLE_PLAIN;
    int right = at.x + at.width, x = at.x + GUTTER + 2;
    SyntaxSpans spans = {0};
    if (chosen)
        surface_fill(surface, at, style);
    if (row->line > 0)
        surface_format(surface, at.x, at.y, chosen ? style : STYLE_LINE_NUMBER, GUTTER, "%4" PRIu32,
                       row->line);
    surface_put(surface, at.x + GUTTER - 1, at.y, view_of(here ? "▸" : marks[row->kind]), style, 1);
    View text = row->text;
    if (pane->mode == CODE_SHOWS_SASS)
        text = view_trim(text);
    if (style == STYLE_PLAIN && pane->mode == CODE_SHOWS_PTX)
        syntax_line(SYNTAX_PTX, (SyntaxState){0}, text, &spans);
    if (spans.size > 0)
        put_text(text, &spans, surface, x, at.y, right);
    else
        surface_put(surface, x, at.y, text, style, right - x);
    vec_free(&spans);
}

static void draw_words(const char *words, Surface *surface, Rect rect)
{
    Document page;
    document_init(&page, rect.width);
    document_add(&page, view_of(words), STYLE_PLAIN);
    document_flush(&page, "", "");
    document_draw(&page, surface, rect, 0, 0);
    document_free(&page);
}

static void draw(Screen *screen, Surface *surface, Rect rect, bool focused)
{
    CodePane *pane = &screen->code;
    const char *why = missing(pane, screen->session);
    rect = (Rect){rect.x + 1, rect.y, rect.width - 1, rect.height};
    surface_put(surface, rect.x, rect.y, view_of(pane->head ? pane->head : ""), STYLE_DIM,
                rect.width);
    if (why) {
        draw_words(why, surface, (Rect){rect.x, rect.y + 1, rect.width, rect.height - 1});
        return;
    }
    scroll_show(&pane->scroll, pane->rows.size, rect.height - 1);
    for (int i = 1; i < rect.height; i++) {
        size_t index = pane->scroll.top + (size_t)i - 1;
        if (index >= pane->rows.size)
            break;
        draw_row(pane, &pane->rows.data[index], editor_line(screen),
                 focused && index == pane->scroll.chosen, surface,
                 (Rect){rect.x, rect.y + i, rect.width, 1});
    }
}

static void move(Screen *screen, Move move)
{
    scroll_choose(&screen->code.scroll, move, screen->code.rows.size);
}

static bool go(CommandCall *call)
{
    const CodePane *pane = &call->screen->code;
    if (pane->scroll.chosen >= pane->rows.size ||
        !screen_go_line(call->screen, pane->rows.data[pane->scroll.chosen].line))
        return error_set(&call->error, ERROR_MISUSE, "this instruction has no line of yours");
    return true;
}

const PaneOps code_pane = {
    .name = "Code",
    .scope = SCOPE_CODE,
    .keys = "go code-ptx code-sass code-changes run next-pane help",
    .draw = draw,
    .move = move,
    .go = go,
};
