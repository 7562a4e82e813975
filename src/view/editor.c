/* The editor's state and the changes it makes. */
#include "view/editor.h"

#include <stdio.h>
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
    editor_marks_free(&editor->marks, NULL); /* the old text may be gone */
    highlight_free(&editor->highlight);
    *editor = (Editor){
        .text = text, .goal = -1, .drawn_row = -1, .clipboard = clipboard, .pattern = pattern};
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

static void replace(Editor *editor, size_t from, size_t to, View with)
{
    text_replace(editor->text, from, to, with);
    highlight_changed(&editor->highlight, editor->text, from, from + with.size);
}

void editor_insert(Editor *editor, View text)
{
    size_t from, to;
    editor_selection(editor, &from, &to);
    replace(editor, from, to, text);
    place_cursor(editor, from + text.size);
}

/* Makes the blanks at the line's start what the code around asks for; the cursor stays behind
 * them. */
static void indent_by_code(Editor *editor)
{
    bool tabs = editor->indent[0] == '\t';
    size_t step = tabs ? TAB_COLUMNS : strlen(editor->indent);
    size_t line = text_line_of(editor->text, editor->cursor);
    size_t start = text_line_start(editor->text, line), end = start;
    size_t columns = highlight_indentation(&editor->highlight, editor->text, line, step);
    size_t behind = 0;
    StrBuf blanks = {0};
    while (text_byte(editor->text, end) == ' ' || text_byte(editor->text, end) == '\t')
        end++;
    if (editor->cursor > end)
        behind = editor->cursor - end;
    for (; tabs && columns >= TAB_COLUMNS; columns -= TAB_COLUMNS)
        strbuf_add_byte(&blanks, '\t');
    for (; columns > 0; columns--)
        strbuf_add_byte(&blanks, ' ');
    replace(editor, start, end, strbuf_view(&blanks));
    place_cursor(editor, start + blanks.size + behind);
    strbuf_free(&blanks);
}

void editor_newline(Editor *editor)
{
    text_group_begin(editor->text);
    editor_insert(editor, VIEW("\n"));
    indent_by_code(editor);
    text_group_end(editor->text);
}

/* A } that is alone on its line goes where its block began. */
static bool is_lone_brace(const Editor *editor)
{
    size_t at = editor->cursor - 1;
    size_t start = text_line_start(editor->text, text_line_of(editor->text, at));
    while (at > start &&
           (text_byte(editor->text, at - 1) == ' ' || text_byte(editor->text, at - 1) == '\t'))
        at--;
    return at == start && text_byte(editor->text, editor->cursor - 1) == '}';
}

void editor_type(Editor *editor, View character)
{
    editor_insert(editor, character);
    if (is_lone_brace(editor))
        indent_by_code(editor);
}

void editor_delete(Editor *editor, size_t from, size_t to)
{
    if (from < to)
        replace(editor, from, to, VIEW(""));
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
