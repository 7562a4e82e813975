/* Drawing the editor: line numbers, marks with their sentences under the line, colours, selection,
 * cursor. */
#include "base/utf8.h"
#include "view/editor.h"
#include "view/results.h"

enum {
    LEFT_STEP = 8,   /* columns scrolled sideways at a time */
    ROOMY_ROWS = 20, /* of the editor: from here on sentences are shown whole */
};

/* How many sentences stand under a line, and how many rows each may take. */
typedef struct SentenceRoom {
    size_t sentences;
    int rows;
} SentenceRoom;

typedef struct Draw {
    Editor *editor;
    Surface *surface;
    Rect rect;
    int gutter;      /* columns of line number and mark */
    size_t from, to; /* selection */
} Draw;

static int digits(size_t number)
{
    int count = 1;
    for (; number >= 10; number /= 10)
        count++;
    return count;
}

static SentenceRoom sentence_room(const Editor *editor, size_t count)
{
    if (editor->rows >= ROOMY_ROWS)
        return (SentenceRoom){count < 3 ? count : 3, 3};
    return count == 1 ? (SentenceRoom){1, 2} : (SentenceRoom){count < 2 ? count : 2, 1};
}

/* Where a sentence of more than `columns` is broken: at a blank. */
static size_t break_at(View sentence, int columns)
{
    size_t at = 0, blank = 0;
    for (int used = 0; at < sentence.size; used++) {
        if (used >= columns)
            return blank > 0 ? blank : at;
        if (sentence.data[at] == ' ')
            blank = at + 1;
        at += utf8_cluster(view_slice(sentence, at, sentence.size));
    }
    return sentence.size;
}

static int rows_of_sentence(View sentence, int columns, int most)
{
    int rows = 1;
    for (size_t end; rows < most && (end = break_at(sentence, columns)) < sentence.size; rows++)
        sentence = view_slice(sentence, end, sentence.size);
    return rows;
}

static int rows_of_line(const Editor *editor, size_t line)
{
    size_t first, count = editor_marks_of_line(&editor->marks, editor->text, line, &first);
    SentenceRoom room = sentence_room(editor, count);
    int rows = 1;
    for (size_t i = 0; i < room.sentences; i++)
        rows += rows_of_sentence(view_of(editor->marks.marks.data[first + i].sentence),
                                 editor->sentence_columns, room.rows);
    return rows;
}

/* The row of `line` when `top` is the first one shown; `limit` is as good as any row past it. */
static int row_of(const Editor *editor, size_t line, int limit)
{
    int row = 0;
    for (size_t i = editor->top; i < line && row < limit; i++)
        row += rows_of_line(editor, i);
    return row;
}

/* Marks that came or went above the cursor do not move its line on the screen. */
static void keep_row(Editor *editor, size_t line, int rows)
{
    if (editor->drawn_cursor != editor->cursor || editor->drawn_row < 0)
        return;
    while (editor->top < line && row_of(editor, line, 2 * rows) > editor->drawn_row)
        editor->top++;
    while (editor->top > 0 &&
           row_of(editor, line, 2 * rows) + rows_of_line(editor, editor->top - 1) <=
               editor->drawn_row)
        editor->top--;
}

/* No rows are left empty at the bottom while lines are hidden above. */
static void fill_up(Editor *editor, int rows)
{
    size_t count = text_line_count(editor->text);
    while (editor->top > 0 &&
           row_of(editor, count, rows) + rows_of_line(editor, editor->top - 1) <= rows)
        editor->top--;
}

static void scroll_rows(Editor *editor, int rows)
{
    size_t line = text_line_of(editor->text, editor->cursor);
    keep_row(editor, line, rows);
    if (line < editor->top)
        editor->top = line;
    if (line > editor->top + (size_t)rows)
        editor->top = line - (size_t)rows;
    /* The sentences under the cursor's line are to be seen too, if there is room for them. */
    int needed = rows_of_line(editor, line) < rows ? rows_of_line(editor, line) : 1;
    while (editor->top < line && row_of(editor, line, 2 * rows) + needed > rows)
        editor->top++;
    fill_up(editor, rows);
    editor->drawn_row = row_of(editor, line, rows);
    editor->drawn_cursor = editor->cursor;
}

/* Lines stand from their first column on as long as that shows the cursor. */
static void scroll_columns(Editor *editor, int columns)
{
    int column = editor_column(editor, editor->cursor);
    if (column < columns)
        editor->left = 0;
    else if (column < editor->left)
        editor->left = column - column % LEFT_STEP;
    if (column >= editor->left + columns)
        editor->left = (column - columns + LEFT_STEP) / LEFT_STEP * LEFT_STEP;
}

static void draw_gutter(const Draw *draw, size_t line, int y, bool current)
{
    size_t first,
        count = editor_marks_of_line(&draw->editor->marks, draw->editor->text, line, &first);
    surface_format(draw->surface, draw->rect.x, y, current ? STYLE_STRONG : STYLE_LINE_NUMBER,
                   draw->gutter, "%*zu", draw->gutter - 3, line + 1);
    if (count == 0)
        return;
    Severity severity = draw->editor->marks.marks.data[first].severity;
    surface_put(draw->surface, draw->rect.x + draw->gutter - 2, y,
                view_of(severity_glyph(severity)),
                draw->editor->marks.stale ? STYLE_DIM : severity_style(severity), 1);
}

/* Characters of one style that are put at once. */
typedef struct Run {
    StrBuf text;
    int column; /* of its first character */
    Style style;
} Run;

static void put_run(const Draw *draw, Run *run, int y)
{
    int x = draw->rect.x + draw->gutter + run->column - draw->editor->left;
    surface_put(draw->surface, x, y, strbuf_view(&run->text), run->style,
                draw->rect.x + draw->rect.width - x);
    strbuf_clear(&run->text);
}

static void add_cell(const Draw *draw, Run *run, View cluster, int column, int width, Style style,
                     int y)
{
    int left = draw->editor->left;
    if (column + width <= left)
        return;
    if (run->text.size > 0 && run->style != style)
        put_run(draw, run, y);
    if (run->text.size == 0) {
        run->column = column < left ? left : column;
        run->style = style;
    }
    if (cluster.data[0] != '\t' && column >= left)
        strbuf_add(&run->text, cluster);
    else
        for (int i = column < left ? left : column; i < column + width; i++)
            strbuf_add_byte(&run->text, ' ');
}

static Style style_at(const Draw *draw, const SyntaxSpans *spans, size_t *span, size_t offset,
                      size_t position)
{
    if (position >= draw->from && position < draw->to)
        return STYLE_SELECTED;
    while (*span < spans->size && spans->data[*span].to <= offset)
        (*span)++;
    if (*span < spans->size && spans->data[*span].from <= offset)
        return highlight_style(spans->data[*span].kind);
    return STYLE_PLAIN;
}

static size_t cluster_at(View rest)
{
    bool plain = (unsigned char)rest.data[0] < 0x80 &&
                 (rest.size == 1 || (unsigned char)rest.data[1] < 0x80);
    return plain ? 1 : utf8_cluster(rest);
}

/* Returns the column after the line's end, or where the pane ends. */
static int draw_text(const Draw *draw, size_t line, int y)
{
    Editor *editor = draw->editor;
    const SyntaxSpans *spans = highlight_line(&editor->highlight, editor->text, line);
    size_t start = text_line_start(editor->text, line), span = 0;
    int column = 0, end = editor->left + draw->rect.width - draw->gutter;
    StrBuf content = {0};
    Run run = {0};
    text_copy_line(editor->text, line, &content);
    for (size_t at = 0; at < content.size && column <= end;) {
        View rest = view_slice(strbuf_view(&content), at, content.size);
        View cluster = view_slice(rest, 0, cluster_at(rest));
        int width = editor_cell(cluster, column, editor->ascii);
        add_cell(draw, &run, cluster, column, width, style_at(draw, spans, &span, at, start + at),
                 y);
        column += width;
        at += cluster.size;
    }
    put_run(draw, &run, y);
    size_t line_end = start + content.size;
    if (line_end >= draw->from && line_end < draw->to && column >= editor->left && column < end)
        surface_put(draw->surface, draw->rect.x + draw->gutter + column - editor->left, y,
                    VIEW(" "), STYLE_SELECTED, 1); /* the selected line end */
    strbuf_free(&run.text);
    strbuf_free(&content);
    return column;
}

/* Figures stand behind the text. One that the window cuts anyway gives way to them, but for the
 * line that the cursor is in. */
static bool gives_way(const Draw *draw, int column, bool current)
{
    return !current && column - draw->editor->left > draw->rect.width - draw->gutter;
}

static void draw_figures(const Draw *draw, size_t line, int column, bool current, int y)
{
    const EditorMarks *marks = &draw->editor->marks;
    size_t start = text_line_start(draw->editor->text, line);
    size_t end = text_line_end(draw->editor->text, line);
    int right = draw->rect.x + draw->rect.width;
    bool over = gives_way(draw, column, current);
    int free_from =
        draw->rect.x + draw->gutter +
        (over ? (draw->rect.width - draw->gutter) / 2 : column - draw->editor->left + 2);
    for (size_t i = 0; i < marks->figures.size; i++) {
        size_t at = text_mark_position(draw->editor->text, marks->figures.data[i].mark);
        View text = view_of(marks->figures.data[i].text);
        int x = right - utf8_columns(text);
        if (at < start || at > end || x < free_from)
            continue;
        if (over)
            surface_put(draw->surface, x - 2, y, VIEW("… "), STYLE_DIM, 2);
        surface_put(draw->surface, x, y, text, STYLE_DIM, right - x);
        right = x - 2;
    }
}

/* Returns the rows that it took; the last one ends with how many sentences more there are. */
static int draw_sentence(const Draw *draw, const LineMark *mark, Style style, int y, int most,
                         size_t more)
{
    int x = draw->rect.x + draw->gutter, columns = draw->editor->sentence_columns;
    int bottom = draw->rect.y + draw->rect.height;
    View rest = view_of(mark->sentence);
    int rows = rows_of_sentence(rest, columns, most);
    surface_put(draw->surface, x, y, VIEW("└ "), style, 2);
    for (int i = 0; i < rows && y + i < bottom; i++) {
        bool last = i + 1 == rows;
        size_t end = last ? rest.size : break_at(rest, columns);
        int used = surface_put(draw->surface, x + 2, y + i, view_slice(rest, 0, end), style,
                               columns - (last && more > 0 ? 9 : 0));
        if (last && more > 0)
            surface_format(draw->surface, x + 2 + used, y + i, STYLE_DIM, 9, " +%zu more", more);
        rest = view_slice(rest, end, rest.size);
    }
    return rows;
}

static void draw_sentences(const Draw *draw, size_t line, int y)
{
    const EditorMarks *marks = &draw->editor->marks;
    size_t first, count = editor_marks_of_line(marks, draw->editor->text, line, &first);
    SentenceRoom room = sentence_room(draw->editor, count);
    int bottom = draw->rect.y + draw->rect.height;
    for (size_t i = 0; i < room.sentences && y < bottom; i++) {
        const LineMark *mark = &marks->marks.data[first + i];
        Style style = marks->stale ? STYLE_DIM : severity_style(mark->severity);
        y += draw_sentence(draw, mark, style, y, room.rows,
                           i + 1 == room.sentences ? count - room.sentences : 0);
    }
}

static void draw_cursor(const Draw *draw)
{
    const Editor *editor = draw->editor;
    int x = draw->gutter + editor_column(editor, editor->cursor) - editor->left;
    if (x < draw->rect.width && editor->drawn_row < draw->rect.height)
        surface_cursor(draw->surface, draw->rect.x + x, draw->rect.y + editor->drawn_row);
}

void editor_draw(Editor *editor, Surface *surface, Rect rect, bool focused)
{
    if (!editor->text || rect.width < 8 || rect.height < 1)
        return;
    size_t count = text_line_count(editor->text);
    int width = digits(count) < 2 ? 2 : digits(count);
    Draw draw = {.editor = editor, .surface = surface, .rect = rect, .gutter = width + 3};
    editor->ascii = surface->ascii;
    editor->rows = rect.height;
    editor->sentence_columns = rect.width - draw.gutter - 2;
    editor_clamp(editor);
    scroll_rows(editor, rect.height);
    scroll_columns(editor, rect.width - draw.gutter);
    editor_selection(editor, &draw.from, &draw.to);
    size_t current = text_line_of(editor->text, editor->cursor), line = editor->top;
    for (int y = 0; y < rect.height && line < count; line++) {
        draw_gutter(&draw, line, rect.y + y, line == current);
        int column = draw_text(&draw, line, rect.y + y);
        draw_figures(&draw, line, column, line == current, rect.y + y);
        draw_sentences(&draw, line, rect.y + y + 1);
        y += rows_of_line(editor, line);
    }
    if (focused)
        draw_cursor(&draw);
}
