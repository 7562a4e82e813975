/* The commands that act on the session alone: run, save, hint, predict, open. */
#include "command/command.h"

#include <stdlib.h>

#include "base/memory.h"

static bool need_exercise(CommandCall *call)
{
    if (session_exercise(call->session))
        return true;
    return error_set(&call->error, ERROR_MISUSE, "no exercise is open: choose one from the list");
}

static bool must_predict_first(CommandCall *call)
{
    const Exercise *exercise = session_exercise(call->session);
    if (!exercise->question || session_prediction(call->session) >= 0)
        return false;
    error_set(&call->error, ERROR_MISUSE,
              "first predict: answer the question in the lesson pane, then run");
    return true;
}

static bool do_run(CommandCall *call)
{
    if (!need_exercise(call))
        return false;
    session_run(call->session); /* without a prediction it only compiles */
    return !must_predict_first(call);
}

static bool do_time(CommandCall *call)
{
    const DeviceInfo *device = session_device(call->session);
    if (!need_exercise(call))
        return false;
    if (!device || device->simulated)
        return error_set(&call->error, ERROR_MISUSE,
                         "time is measured on a GPU: the simulator counts, it does not model time");
    session_time(call->session);
    return !must_predict_first(call);
}

static bool do_stop(CommandCall *call)
{
    session_stop(call->session);
    return true;
}

static bool do_save(CommandCall *call)
{
    return need_exercise(call) && session_save(call->session, &call->error);
}

static bool do_reset(CommandCall *call)
{
    return need_exercise(call) && session_reset(call->session, &call->error);
}

static bool do_reload(CommandCall *call)
{
    return need_exercise(call) && session_reload(call->session, &call->error);
}

static bool do_live(CommandCall *call)
{
    bool on = !session_live(call->session);
    if (view_equal_text(call->argument, "on") || view_equal_text(call->argument, "off"))
        on = view_equal_text(call->argument, "on");
    else if (call->argument.size > 0)
        return error_set(&call->error, ERROR_MISUSE, "live takes on or off");
    session_set_live(call->session, on);
    return true;
}

static bool do_hint(CommandCall *call)
{
    if (!need_exercise(call))
        return false;
    size_t count = session_exercise(call->session)->hint_count;
    if (count == 0)
        return error_set(&call->error, ERROR_MISUSE, "this exercise has no hints");
    if (session_hints_revealed(call->session) >= count)
        return error_set(&call->error, ERROR_MISUSE, "all %zu hints are in the lesson pane", count);
    session_reveal_hint(call->session);
    return true;
}

bool question_choice(const Question *question, View letter, size_t *choice)
{
    if (letter.size != 1 || letter.data[0] < 'a')
        return false;
    *choice = (size_t)(letter.data[0] - 'a');
    return *choice < question->choice_count;
}

static bool do_predict(CommandCall *call)
{
    if (!need_exercise(call))
        return false;
    const Question *question = session_exercise(call->session)->question;
    size_t choice;
    if (!question)
        return error_set(&call->error, ERROR_MISUSE, "this exercise asks no question");
    if (session_prediction(call->session) >= 0)
        return error_set(&call->error, ERROR_MISUSE, "you have predicted already: run it and see");
    if (!question_choice(question, call->argument, &choice))
        return error_set(&call->error, ERROR_MISUSE, "predict takes a letter from a to %c",
                         'a' + (int)question->choice_count - 1);
    session_predict(call->session, choice);
    return true;
}

static bool open_exercise(CommandCall *call, const Exercise *exercise)
{
    if (exercise == session_exercise(call->session))
        return true;
    if (session_exercise(call->session) && session_modified(call->session) &&
        !session_save(call->session, &call->error))
        return false;
    return session_open(call->session, exercise, &call->error);
}

static bool do_open(CommandCall *call)
{
    char *name = memory_clone_bytes(call->argument.data, call->argument.size);
    const Exercise *exercise = course_find(session_course(call->session), name, &call->error);
    free(name);
    return exercise && open_exercise(call, exercise);
}

/* The exercise `step` (1 or -1) places from the open one in the course's order, or NULL. */
static const Exercise *neighbour(const CommandCall *call, int step)
{
    const Course *course = session_course(call->session);
    const Exercise *open = session_exercise(call->session), *before = NULL;
    bool found = false;
    for (size_t i = 0; i < course->lesson_count; i++) {
        for (size_t j = 0; j < course->lessons[i].exercise_count; j++) {
            const Exercise *here = &course->lessons[i].exercises[j];
            if (found)
                return here;
            if (here == open && step < 0)
                return before;
            found = here == open;
            before = here;
        }
    }
    return NULL;
}

static bool open_neighbour(CommandCall *call, int step)
{
    const Exercise *next = need_exercise(call) ? neighbour(call, step) : NULL;
    if (!next)
        return error_set(&call->error, ERROR_MISUSE,
                         step > 0 ? "this is the last exercise" : "this is the first exercise");
    return open_exercise(call, next);
}

static bool do_next(CommandCall *call)
{
    return open_neighbour(call, 1);
}

static bool do_previous(CommandCall *call)
{
    return open_neighbour(call, -1);
}

static bool end_recovery(CommandCall *call, bool accept)
{
    if (!session_recovery(call->session))
        return error_set(&call->error, ERROR_MISUSE, "there is no recovered text");
    session_recover(call->session, accept);
    return true;
}

static bool do_recover(CommandCall *call)
{
    return end_recovery(call, true);
}

static bool do_discard(CommandCall *call)
{
    return end_recovery(call, false);
}

static void complete_exercises(const CommandCall *call, View prefix, StrBuf *out)
{
    const Course *course = session_course(call->session);
    for (size_t i = 0; i < course->lesson_count; i++) {
        for (size_t j = 0; j < course->lessons[i].exercise_count; j++) {
            View id = view_of(course->lessons[i].exercises[j].id);
            if (view_equal(view_slice(id, 0, prefix.size), prefix))
                strbuf_format(out, "%s\n", id.data);
        }
    }
}

static void complete_switch(const CommandCall *call, View prefix, StrBuf *out)
{
    (void)call;
    static const char *const words[] = {"on", "off"};
    for (size_t i = 0; i < 2; i++)
        if (view_equal(view_slice(view_of(words[i]), 0, prefix.size), prefix))
            strbuf_format(out, "%s\n", words[i]);
}

static const Command rows[] = {
    {.name = "run",
     .keys = "F5 Alt-r",
     .label = "run",
     .help = "compile and run all cases now",
     .run = do_run},
    {.name = "time",
     .keys = "Alt-t",
     .help = "run, and measure the kernel's time on the GPU",
     .run = do_time},
    {.name = "stop", .keys = "Alt-s", .label = "stop", .help = "stop the run", .run = do_stop},
    {.name = "save", .keys = "Ctrl-S", .help = "save the kernel", .run = do_save},
    {.name = "live",
     .argument = "[on|off]",
     .keys = "F9 Alt-v",
     .help = "compile and run while you type, or only on request",
     .run = do_live,
     .complete = complete_switch},
    {.name = "hint",
     .keys = "F7 panes:h",
     .label = "hint",
     .help = "show the next hint",
     .run = do_hint},
    {.name = "predict",
     .argument = "LETTER",
     .help = "answer the lesson's question",
     .run = do_predict},
    {.name = "open",
     .argument = "EXERCISE",
     .keys = "Ctrl-O",
     .help = "open an exercise: 14-stencil, 14, or 14/2",
     .run = do_open,
     .complete = complete_exercises},
    {.name = "next-exercise",
     .keys = "Alt-Right",
     .label = "next",
     .help = "go to the next exercise",
     .run = do_next},
    {.name = "previous-exercise",
     .keys = "Alt-Left",
     .help = "go to the exercise before",
     .run = do_previous},
    {.name = "recover",
     .keys = "y",
     .label = "take the recovered text",
     .help = "go on with the recovered text",
     .scope = SCOPE_RECOVERY,
     .run = do_recover},
    {.name = "discard",
     .keys = "n",
     .label = "keep the saved text",
     .help = "go on with the saved text; the recovered one is thrown away",
     .scope = SCOPE_RECOVERY,
     .run = do_discard},
    {.name = "reload",
     .help = "take the work file's text, as another program left it (undo brings yours back)",
     .run = do_reload},
    {.name = "reset",
     .help = "put the starter's text back (undo brings yours back)",
     .run = do_reset},
};

const CommandTable session_commands = COMMAND_TABLE(rows);
