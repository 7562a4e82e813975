/* Moving: where each step leads. */
#include "base/utf8.h"
#include "view/editor.h"

enum { NEAR_BYTES = 4096 }; /* a cluster is looked for no farther than this */

static size_t step_right(const Editor *editor, size_t at)
{
    size_t size = text_size(editor->text);
    StrBuf near = {0};
    if (at >= size)
        return size;
    if (text_byte(editor->text, at) == '\n')
        return at + 1;
    size_t end = text_line_end(editor->text, text_line_of(editor->text, at));
    text_copy(editor->text, at, end - at < NEAR_BYTES ? end : at + NEAR_BYTES, &near);
    at += utf8_cluster(strbuf_view(&near));
    strbuf_free(&near);
    return at;
}

static size_t step_left(const Editor *editor, size_t at)
{
    if (at == 0 || text_byte(editor->text, at - 1) == '\n')
        return at > 0 ? at - 1 : 0;
    size_t start = text_line_start(editor->text, text_line_of(editor->text, at));
    size_t from = at - start < NEAR_BYTES ? start : at - NEAR_BYTES, last = from;
    StrBuf near = {0};
    text_copy(editor->text, from, at, &near);
    View rest = strbuf_view(&near);
    while (rest.size > 0) {
        last = at - rest.size;
        rest = view_slice(rest, utf8_cluster(rest), rest.size);
    }
    strbuf_free(&near);
    return last;
}

/* Blank, word or punctuation: a word move stops where the class changes. */
static int class_of(char byte)
{
    unsigned char c = (unsigned char)byte;
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r')
        return 0;
    bool word = c >= 0x80 || c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
                (c >= 'A' && c <= 'Z');
    return word ? 2 : 1;
}

static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\t';
}

/* Word moves stop at line ends. */
static size_t word_right(const Editor *editor, size_t at)
{
    size_t size = text_size(editor->text);
    int class = class_of(text_byte(editor->text, at));
    if (text_byte(editor->text, at) == '\n')
        return at + 1;
    while (at < size && class != 0 && class_of(text_byte(editor->text, at)) == class)
        at++;
    while (at < size && is_blank(text_byte(editor->text, at)))
        at++;
    return at;
}

static size_t word_left(const Editor *editor, size_t at)
{
    if (at > 0 && text_byte(editor->text, at - 1) == '\n')
        return at - 1;
    while (at > 0 && is_blank(text_byte(editor->text, at - 1)))
        at--;
    int class = at > 0 ? class_of(text_byte(editor->text, at - 1)) : 0;
    while (at > 0 && class != 0 && class_of(text_byte(editor->text, at - 1)) == class)
        at--;
    return at;
}

static size_t home(const Editor *editor, size_t at)
{
    size_t line = text_line_of(editor->text, at);
    size_t start = text_line_start(editor->text, line), first = start;
    size_t end = text_line_end(editor->text, line);
    while (first < end && class_of(text_byte(editor->text, first)) == 0)
        first++;
    return at == first ? start : first;
}

static size_t vertical(Editor *editor, long lines)
{
    long count = (long)text_line_count(editor->text);
    long line = (long)text_line_of(editor->text, editor->cursor) + lines;
    if (editor->goal < 0)
        editor->goal = editor_column(editor, editor->cursor);
    if (line < 0)
        return 0;
    if (line >= count)
        return text_size(editor->text);
    return editor_position(editor, (size_t)line, editor->goal);
}

size_t editor_step(Editor *editor, EditorStep step)
{
    size_t at = editor->cursor;
    long page = editor->rows > 2 ? editor->rows - 1 : 1;
    switch (step) {
    case STEP_LEFT:
        return step_left(editor, at);
    case STEP_RIGHT:
        return step_right(editor, at);
    case STEP_WORD_LEFT:
        return word_left(editor, at);
    case STEP_WORD_RIGHT:
        return word_right(editor, at);
    case STEP_HOME:
        return home(editor, at);
    case STEP_LINE_END:
        return text_line_end(editor->text, text_line_of(editor->text, at));
    case STEP_TEXT_START:
        return 0;
    case STEP_TEXT_END:
        return text_size(editor->text);
    case STEP_UP:
        return vertical(editor, -1);
    case STEP_DOWN:
        return vertical(editor, 1);
    case STEP_PAGE_UP:
        return vertical(editor, -page);
    case STEP_PAGE_DOWN:
        return vertical(editor, page);
    }
    return at;
}

void editor_move(Editor *editor, EditorStep step, bool select)
{
    size_t from, to;
    bool sideways = step == STEP_LEFT || step == STEP_RIGHT;
    if (!select && sideways && editor_selection(editor, &from, &to))
        editor->cursor = step == STEP_LEFT ? from : to;
    else
        editor->cursor = editor_step(editor, step);
    if (!select)
        editor->anchor = editor->cursor;
    if (step < STEP_UP)
        editor->goal = -1;
}

void editor_go_line(Editor *editor, size_t line, size_t column)
{
    size_t count = text_line_count(editor->text);
    if (line >= count)
        line = count - 1;
    size_t at = text_line_start(editor->text, line), end = text_line_end(editor->text, line);
    editor->cursor = editor->anchor = at + column < end ? at + column : end;
    editor->goal = -1;
}
