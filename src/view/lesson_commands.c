/* The commands of the lesson pane: marking an answer. */
#include "view/commands.h"
#include "view/screen.h"

static bool do_choose(CommandCall *call)
{
    const Exercise *exercise = session_exercise(call->session);
    size_t choice;
    if (!exercise || !exercise->question)
        return error_set(&call->error, ERROR_MISUSE, "this exercise asks no question");
    if (session_prediction(call->session) >= 0)
        return error_set(&call->error, ERROR_MISUSE, "you have answered already");
    if (!question_choice(exercise->question, call->argument, &choice))
        return error_set(&call->error, ERROR_MISUSE, "the answers are a to %c",
                         'a' + (int)exercise->question->choice_count - 1);
    call->screen->choice = (int)choice;
    screen_tell(call->screen, SEVERITY_NOTE, "Enter answers with %c", 'a' + (int)choice);
    return true;
}

/* To the task; from there back to the lesson's first line. */
static bool do_task(CommandCall *call)
{
    Screen *screen = call->screen;
    bool there = screen->focus == PANE_LESSON && screen->lesson.top > 0 &&
                 (screen->lesson.top >= screen->task_line ||
                  screen->lesson.top + (size_t)screen->lesson.rows >= screen->lesson_lines);
    if (!screen->exercise)
        return error_set(&call->error, ERROR_MISUSE, "first choose an exercise; Enter opens it");
    screen_focus(screen, PANE_LESSON);
    screen->shows_task = !there;
    if (there)
        screen->lesson.top = 0;
    return true;
}

static const Command rows[] = {
    {.name = "task",
     .keys = "t F2",
     .label = "task",
     .help = "go to the exercise's task, or back to the lesson's text",
     .scope = SCOPE_LESSON,
     .run = do_task},
    {.name = "choose",
     .argument = "LETTER",
     .help = "mark an answer of the question (its letter or number does it); Enter answers",
     .scope = SCOPE_LESSON,
     .run = do_choose},
};

const CommandTable lesson_commands = COMMAND_TABLE(rows);
