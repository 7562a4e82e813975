/* The lesson list: rows, progress, what the chosen one is about. */
#include "view/list_pane.h"

#include <string.h>

#include "view/document.h"
#include "view/screen.h"

static void add_lesson(ListPane *list, const Lesson *lesson)
{
    vec_push(&list->rows, (ListRow){.lesson = lesson});
    for (size_t i = 0; i < lesson->exercise_count; i++)
        vec_push(&list->rows, (ListRow){.lesson = lesson, .exercise = &lesson->exercises[i]});
}

void list_pane_load(Screen *screen)
{
    const Course *course = session_course(screen->session);
    ListPane *list = &screen->list;
    const char *part = NULL;
    vec_clear(&list->rows);
    for (size_t i = 0; i < course->lesson_count; i++) {
        const Lesson *lesson = &course->lessons[i];
        if (lesson->part && (!part || strcmp(part, lesson->part) != 0))
            vec_push(&list->rows, (ListRow){.part = lesson->part});
        part = lesson->part;
        add_lesson(list, lesson);
    }
    while (list->scroll.chosen + 1 < list->rows.size &&
           !list->rows.data[list->scroll.chosen].lesson)
        list->scroll.chosen++;
}

void list_pane_read_progress(Screen *screen)
{
    Progress *progress = session_progress(screen->session);
    for (size_t i = 0; i < screen->list.rows.size; i++) {
        ListRow *row = &screen->list.rows.data[i];
        if (!row->exercise)
            continue;
        row->state = progress_state(progress, row->exercise->id);
        row->known = true;
    }
}

void list_pane_choose(ListPane *list, const Exercise *exercise)
{
    for (size_t i = 0; exercise && i < list->rows.size; i++)
        if (list->rows.data[i].exercise == exercise)
            list->scroll.chosen = i;
}

void list_pane_free(ListPane *list)
{
    vec_free(&list->rows);
}

static void move(Screen *screen, Move move)
{
    ListPane *list = &screen->list;
    scroll_choose(&list->scroll, move, list->rows.size);
    bool up = move == MOVE_UP || move == MOVE_PAGE_UP;
    size_t chosen = list->scroll.chosen;
    if (list->rows.size > 0 && list->rows.data[chosen].part)
        scroll_choose(&list->scroll, up && chosen > 0 ? MOVE_UP : MOVE_DOWN, list->rows.size);
}

/* The first exercise of a lesson that is not passed yet, or its first. */
static const Exercise *exercise_to_do(const ListPane *list, const Lesson *lesson)
{
    for (size_t i = 0; i < list->rows.size; i++) {
        const ListRow *row = &list->rows.data[i];
        if (row->lesson == lesson && row->exercise && row->state != STATE_PASSED)
            return row->exercise;
    }
    return lesson->exercise_count > 0 ? &lesson->exercises[0] : NULL;
}

static const ListRow *chosen_row(const ListPane *list)
{
    return list->scroll.chosen < list->rows.size ? &list->rows.data[list->scroll.chosen] : NULL;
}

static bool go(CommandCall *call)
{
    Screen *screen = call->screen;
    const ListRow *row = chosen_row(&screen->list);
    if (!row || !row->lesson)
        return error_set(&call->error, ERROR_MISUSE, "there are no lessons here");
    const Exercise *exercise =
        row->exercise ? row->exercise : exercise_to_do(&screen->list, row->lesson);
    if (!exercise)
        return error_set(&call->error, ERROR_CONTENT, "lesson %s: %s", row->lesson->id,
                         row->lesson->error.kind != ERROR_NONE ? row->lesson->error.text
                                                               : "has no exercises");
    StrBuf line = {0};
    strbuf_format(&line, "open %s", exercise->id);
    bool good = screen_run(screen, strbuf_view(&line));
    strbuf_free(&line);
    if (good && exercise == session_exercise(screen->session) && screen->focus == PANE_LIST)
        screen_focus(screen, screen->main);
    return true;
}

static const struct {
    const char *glyph, *text;
    Style style;
} states[] = {
    [STATE_UNTOUCHED] = {"·", "not begun", STYLE_DIM},
    [STATE_STARTED] = {"○", "begun", STYLE_WARNING},
    [STATE_PASSED] = {"✓", "passed", STYLE_OK},
};

static size_t passed_of(const ListPane *list, const Lesson *lesson, size_t *count)
{
    size_t passed = 0;
    *count = 0;
    for (size_t i = 0; i < list->rows.size; i++) {
        const ListRow *row = &list->rows.data[i];
        if (!row->exercise || (lesson && row->lesson != lesson))
            continue;
        passed += row->known && row->state == STATE_PASSED;
        (*count)++;
    }
    return passed;
}

static void draw_lesson(const ListPane *list, const ListRow *row, Surface *surface, Rect at,
                        Style style)
{
    const Lesson *lesson = row->lesson;
    size_t count, passed = passed_of(list, lesson, &count);
    surface_format(surface, at.x, at.y, style, at.width - 8, " %2d  %s", lesson->number,
                   lesson->title ? lesson->title : lesson->id);
    int x = at.x + at.width - 7;
    if (lesson->error.kind != ERROR_NONE)
        surface_put(surface, x, at.y, VIEW("✗ error"), STYLE_WRONG, 7);
    else
        surface_format(surface, x, at.y, passed == count ? STYLE_OK : STYLE_DIM, 7, "%zu of %zu",
                       passed, count);
}

static void draw_exercise(const ListRow *row, Surface *surface, Rect at, Style style)
{
    Style mark = style == STYLE_SELECTED ? style : states[row->state].style;
    surface_put(surface, at.x + 5, at.y, view_of(row->known ? states[row->state].glyph : " "), mark,
                1);
    int used =
        surface_put(surface, at.x + 7, at.y, view_of(row->exercise->title), style, at.width - 7);
    int x = at.x + at.width - 9;
    if (at.x + 7 + used + 1 < x)
        surface_put(surface, x, at.y, view_of(exercise_kind_text(row->exercise->kind)), STYLE_DIM,
                    9);
}

static void draw_row(const ListPane *list, size_t index, Surface *surface, Rect at, bool focused)
{
    const ListRow *row = &list->rows.data[index];
    bool chosen = index == list->scroll.chosen;
    Style style = row->exercise ? STYLE_PLAIN : STYLE_STRONG;
    if (chosen) {
        style = focused ? STYLE_SELECTED : STYLE_STRONG;
        surface_fill(surface, at, focused ? STYLE_SELECTED : STYLE_PLAIN);
        surface_put(surface, at.x, at.y, VIEW("▸"), style, 1);
    }
    at = (Rect){at.x + 1, at.y, at.width - 2, 1};
    if (row->part)
        surface_put(surface, at.x, at.y, view_of(row->part), STYLE_HEADING, at.width);
    else if (row->exercise)
        draw_exercise(row, surface, at, style);
    else
        draw_lesson(list, row, surface, at, style);
}

static void add_needs(Document *about, const Lesson *lesson)
{
    for (size_t i = 0; i < lesson->need_count; i++)
        document_format(about, STYLE_PLAIN, "%s%s", i == 0 ? "Comes after " : ", ",
                        lesson->needs[i]);
    document_flush(about, "", "  ");
}

static void add_exercise(Document *about, const ListRow *row)
{
    const Exercise *exercise = row->exercise;
    document_add_blank(about);
    document_add(about, view_of(exercise->title), STYLE_STRONG);
    document_format(about, STYLE_DIM, "  %s, %s", exercise_kind_text(exercise->kind),
                    row->known ? states[row->state].text : "");
    document_flush(about, "", "");
    document_format(about, STYLE_PLAIN, "%zu %s, %zu %s.", exercise->case_count,
                    exercise->case_count == 1 ? "case" : "cases", exercise->hint_count,
                    exercise->hint_count == 1 ? "hint" : "hints");
    document_flush(about, "", "");
}

static void draw_about(const ListPane *list, Surface *surface, Rect rect)
{
    const ListRow *row = chosen_row(list);
    Document about;
    if (!row || !row->lesson || rect.height < 1)
        return;
    const Lesson *lesson = row->lesson;
    document_init(&about, rect.width);
    document_format(&about, STYLE_HEADING, "%d  %s", lesson->number,
                    lesson->title ? lesson->title : lesson->id);
    document_flush(&about, "", "");
    if (lesson->error.kind != ERROR_NONE) {
        StrBuf why = {0};
        error_describe(&lesson->error, &why);
        document_format(&about, STYLE_WRONG, "✗ %s", strbuf_text(&why));
        document_flush(&about, "", "  ");
        strbuf_free(&why);
    }
    if (lesson->objective)
        document_add(&about, view_of(lesson->objective), STYLE_PLAIN);
    document_flush(&about, "", "");
    add_needs(&about, lesson);
    if (row->exercise)
        add_exercise(&about, row);
    document_draw(&about, surface, rect, 0, 0);
    document_free(&about);
}

static void draw_rows(ListPane *list, Surface *surface, Rect rect, bool focused)
{
    scroll_show(&list->scroll, list->rows.size, rect.height);
    for (int i = 0; i < rect.height && list->scroll.top + (size_t)i < list->rows.size; i++)
        draw_row(list, list->scroll.top + (size_t)i, surface,
                 (Rect){rect.x, rect.y + i, rect.width, 1}, focused);
}

static void draw(Screen *screen, Surface *surface, Rect rect, bool focused)
{
    enum { WIDE = 96, LIST_COLUMNS = 60, ABOUT_ROWS = 4 };
    ListPane *list = &screen->list;
    if (rect.width >= WIDE) {
        draw_rows(list, surface, (Rect){rect.x, rect.y, LIST_COLUMNS, rect.height}, focused);
        int x = rect.x + LIST_COLUMNS + 3;
        draw_about(list, surface,
                   (Rect){x, rect.y + 1, rect.x + rect.width - x - 2, rect.height - 1});
        return;
    }
    int rows = rect.height > 3 * ABOUT_ROWS ? rect.height - ABOUT_ROWS - 1 : rect.height;
    draw_rows(list, surface, (Rect){rect.x, rect.y, rect.width, rows}, focused);
    if (rows == rect.height)
        return;
    surface_line(surface, rect.x, rect.y + rows, rect.width, STYLE_BORDER);
    draw_about(list, surface, (Rect){rect.x + 1, rect.y + rows + 1, rect.width - 2, ABOUT_ROWS});
}

static void add_title(const Screen *screen, StrBuf *out)
{
    size_t count, passed = passed_of(&screen->list, NULL, &count);
    strbuf_format(out, "Lessons: %zu of %zu exercises passed", passed, count);
}

const PaneOps list_pane = {
    .name = "Lessons",
    .scope = SCOPE_LIST,
    .keys = "go help prompt quit",
    .add_title = add_title,
    .draw = draw,
    .move = move,
    .go = go,
};
