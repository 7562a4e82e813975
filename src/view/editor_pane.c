/* The editor as a pane. */
#include "view/screen.h"

static void draw(Screen *screen, Surface *surface, Rect rect, bool focused)
{
    editor_draw(&screen->editor, surface, rect, focused);
}

static void add_title(const Screen *screen, StrBuf *out)
{
    const Exercise *exercise = session_exercise(screen->session);
    size_t count = session_file_count(screen->session);
    if (count > 1)
        strbuf_format(out, "%s %zu/%zu", session_file_name(screen->session, screen->file),
                      screen->file + 1, count);
    else
        strbuf_format(out, "%s.cu", exercise ? exercise->id : "kernel");
    if (session_modified(screen->session))
        strbuf_add_text(out, " ●");
}

const PaneOps editor_pane = {
    .name = "Editor",
    .scope = SCOPE_EDITOR,
    .keys = "run next-problem next-pane hint lesson help",
    .add_title = add_title,
    .draw = draw,
};
