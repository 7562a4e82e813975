/* The editor's state and the changes it makes. */
#include "view/editor.h"

#include <string.h>

/* One step of indentation, as the first indented line has it. */
static void find_indent(Editor *editor)
{
    strcpy(editor->indent, "    ");
    size_t count = text_line_count(editor->text);
    for (size_t line = 0; line < count && line < 1000; line++) {
        size_t at = text_line_start(editor->text, line), blanks = 0;
        if (text_byte(editor->text, at) == '\t') {
            strcpy(editor->indent, "\t");
            return;
        }
        while (text_byte(editor->text, at + blanks) == ' ')
            blanks++;
        if (blanks == 2 || blanks == 4 || blanks == 8) {
            snprintf(editor->indent, sizeof editor->indent, "%*s", (int)blanks, "");
            return;
        }
    }
}

void editor_open(Editor *editor, Text *text)
{
    StrBuf clipboard = editor->clipboard, pattern = editor->pattern;
    editor_marks_free(&editor->marks, editor->text);
    highlight_free(&editor->highlight);
    *editor = (Editor){.text = text, .goal = -1, .drawn_row = -1, .clipboard = clipboard, .pattern = pattern};
    if (!text)
        return;
    highlight_open(&editor->highlight, text);
    find_indent(editor);
}

void editor_free(Editor *editor)
{
    editor_open(editor, NULL);
    strbuf_free(&editor->clipboard);
    strbuf_free(&editor->pattern);
}

void editor_clamp(Editor *editor)
{
    size_t size = editor->text ? text_size(editor->text) : 0;
    if (editor->cursor > size)
        editor->cursor = size;
    if (editor->anchor > size)
        editor->anchor = size;
}

bool editor_selection(const Editor *editor, size_t *from, size_t *to)
{
    bool forwards = editor->anchor < editor->cursor;
    *from = forwards ? editor->anchor : editor->cursor;
    *to = forwards ? editor->cursor : editor->anchor;
    return *from < *to;
}

void editor_select_all(Editor *editor)
{
    editor->anchor = 0;
    editor->cursor = text_size(editor->text);
    editor->goal = -1;
}

static void place_cursor(Editor *editor, size_t position)
{
    editor->cursor = editor->anchor = position;
    editor->goal = -1;
}

void editor_insert(Editor *editor, View text)
{
    size_t from, to;
    editor_selection(editor, &from, &to);
    text_replace(editor->text, from, to, text);
    highlight_changed(&editor->highlight, editor->text, from);
    place_cursor(editor, from + text.size);
}

/* Adds the blanks that `line` begins with, up to `limit`. */
static void add_indent_of(const Editor *editor, size_t line, size_t limit, StrBuf *out)
{
    for (size_t at = text_line_start(editor->text, line); at < limit; at++) {
        char byte = text_byte(editor->text, at);
        if (byte != ' ' && byte != '\t')
            break;
        strbuf_add_byte(out, byte);
    }
}

static char last_visible_before(const Editor *editor, size_t position)
{
    size_t start = text_line_start(editor->text, text_line_of(editor->text, position));
    while (position > start) {
        char byte = text_byte(editor->text, --position);
        if (byte != ' ' && byte != '\t')
            return byte;
    }
    return '\0';
}

void editor_newline(Editor *editor)
{
    size_t from, to;
    StrBuf text = {0};
    editor_selection(editor, &from, &to);
    strbuf_add_byte(&text, '\n');
    add_indent_of(editor, text_line_of(editor->text, from), from, &text);
    if (last_visible_before(editor, from) == '{')
        strbuf_add_text(&text, editor->indent);
    editor_insert(editor, strbuf_view(&text));
    strbuf_free(&text);
}

void editor_delete(Editor *editor, size_t from, size_t to)
{
    if (from < to) {
        text_replace(editor->text, from, to, VIEW(""));
        highlight_changed(&editor->highlight, editor->text, from);
    }
    place_cursor(editor, from);
}

bool editor_copy(Editor *editor)
{
    size_t from, to;
    if (!editor_selection(editor, &from, &to))
        return false;
    strbuf_clear(&editor->clipboard);
    text_copy(editor->text, from, to, &editor->clipboard);
    return true;
}

bool editor_cut(Editor *editor)
{
    size_t from, to;
    if (!editor_copy(editor))
        return false;
    editor_selection(editor, &from, &to);
    editor_delete(editor, from, to);
    return true;
}

void editor_paste(Editor *editor)
{
    text_group_begin(editor->text);
    editor_insert(editor, strbuf_view(&editor->clipboard));
    text_group_end(editor->text);
}

bool editor_undo(Editor *editor)
{
    size_t position;
    if (!text_undo(editor->text, &position))
        return false;
    place_cursor(editor, position);
    return true;
}

bool editor_redo(Editor *editor)
{
    size_t position;
    if (!text_redo(editor->text, &position))
        return false;
    place_cursor(editor, position);
    return true;
}
