/* The lesson pane: the lesson's text, the task, the question to answer first, the hints. */
#include <stdio.h>

#include "view/document.h"
#include "view/markdown.h"
#include "view/screen.h"

static void add_heading(Document *page, const char *text)
{
    document_add_blank(page);
    document_add(page, view_of(text), STYLE_HEADING);
    document_flush(page, "", "");
}

static void add_choices(Document *page, const Screen *screen, const Question *question)
{
    int answered = session_prediction(screen->session);
    int marked = answered >= 0 ? answered : screen->choice;
    for (size_t i = 0; i < question->choice_count; i++) {
        char first[32];
        bool here = marked == (int)i;
        snprintf(first, sizeof first, " %s %c  ", here ? "▸" : " ", 'a' + (int)i);
        document_add_prose(page, view_of(question->choices[i]), here ? STYLE_STRONG : STYLE_PLAIN);
        document_flush(page, first, "      ");
    }
}

/* What the run showed is told when there was one, not before. */
static void add_answer(Document *page, const Screen *screen, const Question *question)
{
    const Verdict *verdict = session_verdict(screen->session);
    int answered = session_prediction(screen->session);
    document_add_blank(page);
    if (answered < 0) {
        document_format(page, STYLE_DIM, "Press a %s %c to choose, Enter to answer.",
                        question->choice_count > 2 ? "to" : "or",
                        'a' + (int)question->choice_count - 1);
    } else if (!verdict) {
        document_add(page, VIEW("Predicted. Now run it and see."), STYLE_DIM);
    } else {
        bool right = (size_t)answered == question->answer;
        document_add(page, right ? VIEW("✓ Right. ") : VIEW("✗ Not so. "),
                     right ? STYLE_OK : STYLE_WRONG);
        document_add_prose(page, view_of(question->explanation), STYLE_PLAIN);
    }
    document_flush(page, "", "");
}

static void add_question(Document *page, const Screen *screen, const Question *question)
{
    document_add_blank(page);
    document_add(page, VIEW("Predict: "), STYLE_HEADING);
    document_add_prose(page, view_of(question->text), STYLE_STRONG);
    document_flush(page, "", "");
    add_choices(page, screen, question);
    add_answer(page, screen, question);
}

static void add_hints(Document *page, const Screen *screen, const Exercise *exercise)
{
    size_t revealed = session_hints_revealed(screen->session);
    if (exercise->hint_count == 0)
        return;
    for (size_t i = 0; i < revealed && i < exercise->hint_count; i++) {
        document_add_blank(page);
        document_format(page, STYLE_NOTE, "Hint %zu: ", i + 1);
        document_add_prose(page, view_of(exercise->hints[i]), STYLE_PLAIN);
        document_flush(page, "", "  ");
    }
    document_add_blank(page);
    document_format(page, STYLE_DIM, "[h] hint %zu of %zu", revealed, exercise->hint_count);
    document_flush(page, "", "");
}

/* `task`: the line where the exercise begins. */
static void lay_out(const Screen *screen, Document *page, size_t *task)
{
    const Exercise *exercise = session_exercise(screen->session);
    if (!exercise)
        return;
    if (exercise->lesson && exercise->lesson->text)
        markdown_layout(page, view_of(exercise->lesson->text));
    document_add_blank(page);
    *task = page->lines.size;
    add_heading(page, exercise->title);
    document_add_blank(page);
    if (exercise->task)
        markdown_layout(page, view_of(exercise->task));
    if (exercise->question)
        add_question(page, screen, exercise->question);
    add_hints(page, screen, exercise);
}

static void draw(Screen *screen, Surface *surface, Rect rect, bool focused)
{
    Document page;
    (void)focused;
    document_init(&page, rect.width - 2);
    lay_out(screen, &page, &screen->task_line);
    screen->lesson_lines = page.lines.size;
    if (screen->shows_task)
        screen->lesson.top = screen->task_line;
    screen->shows_task = false;
    scroll_clamp(&screen->lesson, page.lines.size, rect.height);
    document_draw(&page, surface, (Rect){rect.x + 1, rect.y, rect.width - 2, rect.height},
                  screen->lesson.top, screen->lesson.left);
    document_free(&page);
}

static void move(Screen *screen, Move move)
{
    scroll_text(&screen->lesson, move, screen->lesson_lines);
}

static bool go(CommandCall *call)
{
    Screen *screen = call->screen;
    const Exercise *exercise = session_exercise(call->session);
    if (!exercise || !exercise->question || session_prediction(call->session) >= 0) {
        screen_focus(screen, PANE_EDITOR);
        return true;
    }
    if (screen->choice < 0)
        return error_set(&call->error, ERROR_MISUSE, "first choose an answer with a to %c",
                         'a' + (int)exercise->question->choice_count - 1);
    session_predict(call->session, (size_t)screen->choice);
    return true;
}

/* Arrows tell in which directions there is more. */
static void add_title(const Screen *screen, StrBuf *out)
{
    size_t rows = (size_t)screen->lesson.rows;
    strbuf_add_text(out, "Lesson");
    if (screen->lesson.top > 0)
        strbuf_add_text(out, " ▴");
    if (rows > 0 && screen->lesson.top + rows < screen->lesson_lines)
        strbuf_add_text(out, " ▾ more");
}

const PaneOps lesson_pane = {
    .name = "Lesson",
    .scope = SCOPE_LESSON,
    .keys = "task run editor hint next-pane lessons help",
    .add_title = add_title,
    .draw = draw,
    .move = move,
    .go = go,
};
