/* The bottom line: what is wrong, and which key leads there. Or the prompt. */
#include <inttypes.h>
#include <stdio.h>

#include "base/utf8.h"
#include "view/screen.h"

static Style add_compile_errors(const CompileResult *compile, StrBuf *out)
{
    const Diagnostic *first = first_error(compile);
    size_t count = count_errors(compile);
    if (!first) {
        strbuf_add_text(out, "✗ it does not compile");
        return STYLE_WRONG;
    }
    View text = view_of(first->text);
    strbuf_add_text(out, "✗ ");
    if (count > 1)
        strbuf_format(out, "%zu errors; ", count);
    if (first->line > 0)
        strbuf_format(out, "line %" PRIu32 ": ", first->line);
    strbuf_add(out, view_slice(text, 0, view_find(text, '\n')));
    return STYLE_WRONG;
}

static Style add_results(const Screen *screen, StrBuf *out)
{
    const CompileResult *compile = session_compile(screen->session);
    const Verdict *verdict = session_verdict(screen->session);
    const Question *question = screen->exercise->question;
    if (question && session_prediction(screen->session) < 0) {
        strbuf_add_text(out, "? predict first: answer the question in the lesson");
        return STYLE_WARNING;
    }
    if (compile && !compile->ran) {
        strbuf_format(out, "! %s", compile->trouble ? compile->trouble : "not compiled");
        return STYLE_WARNING;
    }
    if (compile && !compile->ok)
        return add_compile_errors(compile, out);
    if (verdict && verdict->headline) {
        bool stale = session_stale(screen->session);
        strbuf_format(out, "%s %s", verdict_glyph(verdict->verdict), verdict->headline);
        if (stale && session_phase(screen->session) == PHASE_IDLE)
            strbuf_add_text(out, " (of an older text)");
        return stale ? STYLE_DIM : verdict_style(verdict->verdict);
    }
    strbuf_add_text(out, compile ? "compiled; not run yet" : "not run yet");
    return STYLE_PLAIN;
}

static Style add_status(const Screen *screen, StrBuf *out)
{
    const Notice *notice = session_notice(screen->session);
    if (screen->message.size > 0) {
        strbuf_add(out, strbuf_view(&screen->message));
        return severity_style(screen->severity);
    }
    if (notice && notice->at_ns != screen->notice_seen) {
        strbuf_add_text(out, notice->text);
        return severity_style(notice->severity);
    }
    if (session_recovery(screen->session))
        strbuf_add_text(out, "unsaved text was recovered");
    else if (screen->focus == PANE_DEVICE)
        strbuf_add_text(out, "choose a device");
    else if (screen->focus == PANE_HELP)
        strbuf_add_text(out, "all commands");
    else if (!screen->exercise || screen->focus == PANE_LIST)
        strbuf_add_text(out, "choose an exercise");
    else
        return add_results(screen, out);
    return STYLE_PLAIN;
}

/* One key and what it does. */
typedef struct KeyHint {
    StrBuf key;
    const char *label;
    int columns;
} KeyHint;

static bool make_hint(const Screen *screen, View name, KeyHint *out)
{
    char command[32];
    snprintf(command, sizeof command, "%.*s", VIEW_ARG(name));
    Key key = screen_key_of(screen, command);
    const Command *row = command_find(screen_commands_all(), name);
    if (key == 0 || !row)
        return false;
    *out = (KeyHint){.label = row->label ? row->label : row->name};
    key_format(key, &out->key);
    out->columns = utf8_columns(strbuf_view(&out->key)) + 1 + utf8_columns(view_of(out->label));
    return true;
}

enum { HINTS = 10 };

static int gap(const Surface *surface)
{
    return surface->width < LAYOUT_WIDE ? 2 : 3;
}

static size_t make_hints(const Screen *screen, KeyHint *hints)
{
    SessionPhase phase = session_phase(screen->session);
    View rest = view_of(pane_ops(screen->focus)->keys), name;
    size_t count = 0;
    if ((phase == PHASE_RUNNING || phase == PHASE_COMPILING) &&
        make_hint(screen, VIEW("stop"), &hints[count]))
        count++;
    while (count < HINTS && view_split(&rest, ' ', &name))
        count += make_hint(screen, name, &hints[count]);
    return count;
}

/* As many hints as fit; the last one, which is help, always. */
static size_t fit_hints(const KeyHint *hints, size_t count, int room, int between, int *columns)
{
    size_t fit = 0;
    *columns = count > 0 ? hints[count - 1].columns : 0;
    while (fit + 1 < count && *columns + hints[fit].columns + between <= room)
        *columns += hints[fit++].columns + between;
    return fit;
}

static int put_hint(Surface *surface, int x, int y, const KeyHint *hint)
{
    x += surface_put(surface, x, y, strbuf_view(&hint->key), STYLE_KEY, hint->columns) + 1;
    return x + surface_put(surface, x, y, view_of(hint->label), STYLE_PLAIN, hint->columns) +
           gap(surface);
}

/* The status, of `status` columns, comes first, but some hints there are always. */
static int draw_hints(const Screen *screen, Surface *surface, int y, int status)
{
    KeyHint hints[HINTS];
    int columns, room = surface->width - status - 4, least = surface->width / 5;
    size_t count = make_hints(screen, hints);
    size_t fit = fit_hints(hints, count, room > least ? room : least, gap(surface), &columns);
    int start = surface->width - 1 - columns, x = start;
    for (size_t i = 0; i < fit; i++)
        x = put_hint(surface, x, y, &hints[i]);
    if (count > 0)
        put_hint(surface, x, y, &hints[count - 1]);
    for (size_t i = 0; i < count; i++)
        strbuf_free(&hints[i].key);
    return start;
}

static void draw_matches(const Screen *screen, Surface *surface, int bottom)
{
    enum { ROWS = 6, LEAST = 20 };
    View rest = strbuf_view(&screen->prompt.matches), match;
    int columns = LEAST, count = 0;
    while (view_split(&rest, '\n', &match)) {
        int needed = utf8_columns(match) + 2;
        columns = needed > columns ? needed : columns;
        count++;
    }
    int across = surface->width / columns > 0 ? surface->width / columns : 1;
    int rows = (count + across - 1) / across;
    rows = rows > ROWS ? ROWS : rows;
    surface_fill(surface, (Rect){0, bottom - rows, surface->width, rows}, STYLE_PLAIN);
    rest = strbuf_view(&screen->prompt.matches);
    for (int i = 0; i < rows * across && view_split(&rest, '\n', &match); i++)
        surface_put(surface, 1 + i % across * columns, bottom - rows + i / across, match,
                    STYLE_NOTE, columns - 1);
}

static void draw_prompt(const Screen *screen, Surface *surface, int y)
{
    View line = strbuf_view(&screen->prompt.line);
    int cursor = utf8_columns(view_slice(line, 0, screen->prompt.cursor));
    int room = surface->width - 3;
    while (cursor > room && line.size > 0) { /* the front scrolls away */
        size_t size = utf8_cluster(line);
        cursor -= utf8_columns(view_slice(line, 0, size));
        line = view_slice(line, size, line.size);
    }
    if (screen->prompt.matches.size > 0)
        draw_matches(screen, surface, y);
    surface_put(surface, 0, y, VIEW(":"), STYLE_KEY, 1);
    surface_put(surface, 1, y, line, STYLE_PLAIN, surface->width - 1);
    surface_cursor(surface, 1 + cursor, y);
}

/* The longest word that is a path; empty: there is none. */
static View find_path(View text)
{
    View path = {0}, word;
    while (view_split(&text, ' ', &word))
        if (view_find(word, '/') < word.size && word.size > path.size)
            path = word;
    return path;
}

/* "cannot save …/29-saxpy/kernel.cu: No space left on device": a path loses its front before the
 * text loses its end, which says why. */
static void fit_path(StrBuf *text, int columns)
{
    View whole = strbuf_view(text), path = find_path(whole);
    int excess = utf8_columns(whole) - columns;
    if (excess <= 0 || utf8_columns(path) <= excess + 1)
        return;
    StrBuf cut = {0};
    View kept = path;
    while (utf8_columns(kept) > utf8_columns(path) - excess - 1)
        kept = view_slice(kept, utf8_cluster(kept), kept.size);
    size_t slash = view_find(kept, '/'); /* whole names, if one is left */
    kept = view_slice(kept, slash < kept.size ? slash : 0, kept.size);
    strbuf_add(&cut, view_slice(whole, 0, (size_t)(path.data - whole.data)));
    strbuf_add_text(&cut, "…");
    strbuf_add(&cut, (View){kept.data, (size_t)(whole.data + whole.size - kept.data)});
    strbuf_free(text);
    *text = cut;
}

void bar_draw(const Screen *screen, Surface *surface)
{
    int y = surface->height - 1;
    if (screen->prompt.open) {
        draw_prompt(screen, surface, y);
        return;
    }
    StrBuf status = {0};
    Style style = add_status(screen, &status);
    int start = draw_hints(screen, surface, y, 1 + utf8_columns(strbuf_view(&status)));
    fit_path(&status, start - 3);
    surface_put(surface, 1, y, strbuf_view(&status), style, start - 3);
    strbuf_free(&status);
}
