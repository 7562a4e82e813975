/* The editor: cursor, selection, clipboard and view of one text. Modeless. Every change goes
 * through text.h; who calls tells the session. */
#ifndef CULAB_VIEW_EDITOR_H
#define CULAB_VIEW_EDITOR_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strbuf.h"
#include "text/text.h"
#include "view/editor_marks.h"
#include "view/highlight.h"
#include "view/surface.h"

typedef struct Editor {
    Text *text; /* the session's; NULL: none is open */
    size_t cursor;
    size_t anchor; /* the selection's other end; equal to cursor: nothing is selected */
    bool ascii;    /* as drawn last: some characters are wider then */
    int goal;      /* column that vertical moves try to keep; -1: where the cursor is */
    size_t top;    /* first line shown */
    int left;      /* columns scrolled sideways */
    int rows;      /* as drawn last: for paging */
    int drawn_row; /* of the cursor, as drawn last: kept when marks appear above it */
    size_t drawn_cursor;
    int sentence_columns;             /* room for what stands under a line */
    char indent[TAB_COLUMNS * 2 + 1]; /* one step, as the text does it */
    StrBuf clipboard, pattern;
    EditorMarks marks;
    Highlight highlight;
} Editor;

void editor_open(Editor *editor, Text *text); /* NULL closes; clipboard and pattern are kept */
void editor_free(Editor *editor);
/* After the text was changed by someone else (reset, recovery): no position lies outside. */
void editor_clamp(Editor *editor);

/* Selection and changes (editor.c) */
bool editor_selection(const Editor *editor, size_t *from, size_t *to);
void editor_select_all(Editor *editor);
void editor_insert(Editor *editor, View text); /* instead of the selection; one undo step */
void editor_type(Editor *editor, View character);
void editor_newline(Editor *editor); /* the new line is indented as the code asks for */
void editor_delete(Editor *editor, size_t from, size_t to);
bool editor_copy(Editor *editor); /* false: nothing is selected */
bool editor_cut(Editor *editor);
void editor_paste(Editor *editor);
bool editor_undo(Editor *editor);
bool editor_redo(Editor *editor);
void editor_indent(Editor *editor, bool out); /* the lines of the selection, or the cursor's */
void editor_toggle_comment(Editor *editor);

/* Where a step leads from `position` (editor_move.c) */
typedef enum EditorStep {
    STEP_LEFT,
    STEP_RIGHT,
    STEP_WORD_LEFT,
    STEP_WORD_RIGHT,
    STEP_HOME, /* first character that is not blank; from there, the line's start */
    STEP_LINE_END,
    STEP_TEXT_START,
    STEP_TEXT_END,
    STEP_UP,
    STEP_DOWN,
    STEP_PAGE_UP,
    STEP_PAGE_DOWN
} EditorStep;
size_t editor_step(Editor *editor, EditorStep step);
void editor_move(Editor *editor, EditorStep step, bool select);
void editor_go_line(Editor *editor, size_t line, size_t column); /* 0-based; selects nothing */
/* Columns from the line's start to `position`, and the position at a column (editor_columns.c) */
int editor_column(const Editor *editor, size_t position);
size_t editor_position(const Editor *editor, size_t line, int column);
/* Columns that a character takes at `column`, as drawn. */
int editor_cell(View cluster, int column, bool ascii);

/* Find (editor_find.c): selects the match. False: there is none. */
bool editor_find(Editor *editor, View pattern);
bool editor_find_again(Editor *editor, bool backwards);

/* Scrolls so that the cursor is seen, and draws (editor_draw.c) */
void editor_draw(Editor *editor, Surface *surface, Rect rect, bool focused);

#endif
