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

static const Command rows[] = {
    {.name = "choose",
     .argument = "LETTER",
     .help = "mark an answer of the question (its letter or number does it); Enter answers",
     .scope = SCOPE_LESSON,
     .run = do_choose},
};

CommandTable lesson_commands(void)
{
    return COMMAND_TABLE(rows);
}
