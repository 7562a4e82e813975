/* Text that a killed lab left in its journal, shown as a diff against the saved text. */
#include "view/line_diff.h"
#include "view/screen.h"

enum { CONTEXT = 2 };

static const struct {
    const char *mark;
    Style style;
} kinds[] = {
    [DIFF_SAME] = {"  ", STYLE_DIM},
    [DIFF_REMOVED] = {"- ", STYLE_WRONG},
    [DIFF_ADDED] = {"+ ", STYLE_OK},
};

static bool is_near_change(const DiffLines *lines, size_t at)
{
    size_t from = at > CONTEXT ? at - CONTEXT : 0;
    for (size_t i = from; i <= at + CONTEXT && i < lines->size; i++)
        if (lines->data[i].kind != DIFF_SAME)
            return true;
    return false;
}

/* Leaves out what did not change, but for a little around each change. */
static void keep_changes(DiffLines *lines)
{
    DiffLines kept = {0};
    for (size_t i = 0; i < lines->size; i++)
        if (is_near_change(lines, i))
            vec_push(&kept, lines->data[i]);
    vec_free(lines);
    *lines = kept;
}

static void draw_lines(Screen *screen, const DiffLines *lines, Surface *surface, Rect rect)
{
    screen->recovery_lines = lines->size;
    scroll_clamp(&screen->recovery, lines->size, rect.height);
    for (int i = 0; i < rect.height; i++) {
        size_t at = screen->recovery.top + (size_t)i;
        if (at >= lines->size)
            break;
        const DiffLine *line = &lines->data[at];
        surface_put(surface, rect.x, rect.y + i, view_of(kinds[line->kind].mark),
                    kinds[line->kind].style, 2);
        surface_put(surface, rect.x + 2, rect.y + i, line->text, kinds[line->kind].style,
                    rect.width - 2);
    }
}

static void draw(Screen *screen, Surface *surface, Rect rect, bool focused)
{
    const char *recovered = session_recovery(screen->session);
    StrBuf saved = {0};
    DiffLines lines = {0};
    (void)focused;
    if (!recovered || !screen->text)
        return;
    text_copy(screen->text, 0, text_size(screen->text), &saved);
    line_diff(strbuf_view(&saved), view_of(recovered), &lines);
    keep_changes(&lines);
    surface_put(surface, rect.x + 1, rect.y,
                VIEW("The lab ended before this text was saved. - is saved, + is recovered."),
                STYLE_STRONG, rect.width - 1);
    draw_lines(screen, &lines, surface,
               (Rect){rect.x + 1, rect.y + 2, rect.width - 1, rect.height - 2});
    vec_free(&lines);
    strbuf_free(&saved);
}

static void move(Screen *screen, Move move)
{
    scroll_text(&screen->recovery, move, screen->recovery_lines);
}

const PaneOps recovery_pane = {
    .name = "Recovered text",
    .scope = SCOPE_RECOVERY,
    .keys = "recover discard",
    .draw = draw,
    .move = move,
};
