/* The commands of the lesson pane: marking an answer. */
#include "view/commands.h"
#include "view/screen.h"

static bool do_choose(CommandCall *call)
{
    const Exercise *exercise = session_exercise(call->session);
    uint64_t number;
    if (!exercise || !exercise->question)
        return error_set(&call->error, ERROR_MISUSE, "this exercise asks no question");
    if (session_prediction(call->session) >= 0)
        return error_set(&call->error, ERROR_MISUSE, "you have answered already");
    if (!view_to_u64(call->argument, &number) || number < 1 ||
        number > exercise->question->choice_count)
        return error_set(&call->error, ERROR_MISUSE, "the answers are 1 to %zu",
                         exercise->question->choice_count);
    call->screen->choice = (int)number - 1;
    screen_tell(call->screen, SEVERITY_NOTE, "Enter answers with %d", (int)number);
    return true;
}

static const Command rows[] = {
    {.name = "choose",
     .argument = "NUMBER",
     .help = "mark an answer of the question (the digits do it); Enter answers",
     .scope = SCOPE_LESSON,
     .run = do_choose},
};

CommandTable lesson_commands(void)
{
    return COMMAND_TABLE(rows);
}
