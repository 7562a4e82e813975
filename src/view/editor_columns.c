/* Columns and positions: what a character of the text takes on the screen. */
#include <limits.h>

#include "base/utf8.h"
#include "view/editor.h"

int editor_cell(View cluster, int column, bool ascii)
{
    unsigned char byte = (unsigned char)cluster.data[0];
    if (byte == '\t')
        return TAB_COLUMNS - column % TAB_COLUMNS;
    if (cluster.size == 1 && byte >= 0x20 && byte < 0x7F)
        return 1;
    StrBuf shown = {0};
    surface_add_inert(&shown, cluster, ascii);
    int columns = utf8_columns(strbuf_view(&shown));
    strbuf_free(&shown);
    return columns;
}

/* Walks `line` until `offset` bytes or `limit` columns are used up; tells both. */
static size_t walk(View line, size_t offset, int limit, bool ascii, int *column)
{
    size_t at = 0;
    *column = 0;
    while (at < line.size && at < offset) {
        View rest = view_slice(line, at, line.size);
        size_t size = (unsigned char)rest.data[0] < 0x7F &&
                              (rest.size == 1 || (unsigned char)rest.data[1] < 0x7F)
                          ? 1
                          : utf8_cluster(rest);
        int width = editor_cell(view_slice(rest, 0, size), *column, ascii);
        if (*column + width > limit)
            break;
        *column += width;
        at += size;
    }
    return at;
}

int editor_column(const Editor *editor, size_t position)
{
    size_t start = text_line_start(editor->text, text_line_of(editor->text, position));
    StrBuf line = {0};
    int column;
    text_copy(editor->text, start, position, &line);
    walk(strbuf_view(&line), line.size, INT_MAX / 2, editor->ascii, &column);
    strbuf_free(&line);
    return column;
}

size_t editor_position(const Editor *editor, size_t line, int column)
{
    StrBuf content = {0};
    int used;
    text_copy_line(editor->text, line, &content);
    size_t at = walk(strbuf_view(&content), content.size, column, editor->ascii, &used);
    strbuf_free(&content);
    return text_line_start(editor->text, line) + at;
}
