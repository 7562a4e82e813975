/* Changes to whole lines: indentation and comments. */
#include "view/editor.h"

#include <string.h>

/* The lines of the selection, or the cursor's. A selection that ends at a line's start leaves that
 * line out. */
static void selected_lines(const Editor *editor, size_t *first, size_t *last)
{
    size_t from, to;
    bool some = editor_selection(editor, &from, &to);
    *first = text_line_of(editor->text, from);
    *last = text_line_of(editor->text, to);
    if (some && *last > *first && text_line_start(editor->text, *last) == to)
        (*last)--;
}

/* Replaces bytes at a place before or in the selection; cursor and anchor keep their characters. */
static void replace_keeping_selection(Editor *editor, size_t from, size_t to, View with)
{
    Mark cursor = text_mark(editor->text, editor->cursor);
    Mark anchor = text_mark(editor->text, editor->anchor);
    text_replace(editor->text, from, to, with);
    editor->cursor = text_mark_position(editor->text, cursor);
    editor->anchor = text_mark_position(editor->text, anchor);
    text_unmark(editor->text, cursor);
    text_unmark(editor->text, anchor);
    editor->goal = -1;
}

/* How many bytes at the line's start make one step of indentation. */
static size_t one_indent(const Editor *editor, size_t start)
{
    size_t step = strlen(editor->indent), size = 0;
    if (text_byte(editor->text, start) == '\t')
        return 1;
    while (size < step && text_byte(editor->text, start + size) == ' ')
        size++;
    return size;
}

static void change_indent(Editor *editor, size_t line, bool out)
{
    size_t start = text_line_start(editor->text, line);
    if (out)
        replace_keeping_selection(editor, start, start + one_indent(editor, start), VIEW(""));
    else if (text_line_end(editor->text, line) > start)
        replace_keeping_selection(editor, start, start, view_of(editor->indent));
}

void editor_indent(Editor *editor, bool out)
{
    size_t first, last;
    selected_lines(editor, &first, &last);
    text_group_begin(editor->text);
    for (size_t line = first; line <= last; line++)
        change_indent(editor, line, out);
    text_group_end(editor->text);
}

static size_t first_visible(const Editor *editor, size_t line)
{
    size_t at = text_line_start(editor->text, line), end = text_line_end(editor->text, line);
    while (at < end && (text_byte(editor->text, at) == ' ' || text_byte(editor->text, at) == '\t'))
        at++;
    return at;
}

static bool is_comment(const Editor *editor, size_t at)
{
    return text_byte(editor->text, at) == '/' && text_byte(editor->text, at + 1) == '/';
}

static void comment_line(Editor *editor, size_t line, bool on)
{
    size_t at = first_visible(editor, line);
    if (at == text_line_end(editor->text, line))
        return;
    if (on)
        replace_keeping_selection(editor, at, at, VIEW("// "));
    else if (is_comment(editor, at))
        replace_keeping_selection(editor, at, at + (text_byte(editor->text, at + 2) == ' ' ? 3 : 2),
                                  VIEW(""));
}

void editor_toggle_comment(Editor *editor)
{
    size_t first, last;
    bool on = false;
    selected_lines(editor, &first, &last);
    for (size_t line = first; line <= last; line++) {
        size_t at = first_visible(editor, line);
        on |= at < text_line_end(editor->text, line) && !is_comment(editor, at);
    }
    text_group_begin(editor->text);
    for (size_t line = first; line <= last; line++)
        comment_line(editor, line, on);
    text_group_end(editor->text);
}
