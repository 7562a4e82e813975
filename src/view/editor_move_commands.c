/* The editor's moves as commands; each has a form that selects. */
#include "view/commands.h"
#include "view/screen.h"

static bool step(CommandCall *call, EditorStep which, bool select)
{
    if (!call->screen->text)
        return error_set(&call->error, ERROR_MISUSE, "no text is open");
    editor_move(&call->screen->editor, which, select);
    return true;
}

/* function, name, step, key, help */
#define STEPS(X)                                                                            \
    X(left, "left", STEP_LEFT, "Left", "one character to the left")                         \
    X(right, "right", STEP_RIGHT, "Right", "one character to the right")                    \
    X(up, "up", STEP_UP, "Up", "one line up")                                               \
    X(down, "down", STEP_DOWN, "Down", "one line down")                                     \
    X(word_left, "word-left", STEP_WORD_LEFT, "Ctrl-Left", "one word to the left")          \
    X(word_right, "word-right", STEP_WORD_RIGHT, "Ctrl-Right", "one word to the right")     \
    X(home, "line-start", STEP_HOME, "Home", "to the line's first character, or its start") \
    X(end, "line-end", STEP_LINE_END, "End", "to the line's end")                           \
    X(page_up, "screen-up", STEP_PAGE_UP, "PageUp", "one screen up")                        \
    X(page_down, "screen-down", STEP_PAGE_DOWN, "PageDown", "one screen down")              \
    X(text_start, "text-start", STEP_TEXT_START, "Ctrl-Home", "to the start of the text")   \
    X(text_end, "text-end", STEP_TEXT_END, "Ctrl-End", "to the end of the text")

#define STEP_FUNCTIONS(function, text, which, key, about) \
    static bool do_##function(CommandCall *call)          \
    {                                                     \
        return step(call, which, false);                  \
    }                                                     \
    static bool do_select_##function(CommandCall *call)   \
    {                                                     \
        return step(call, which, true);                   \
    }
STEPS(STEP_FUNCTIONS)

#define STEP_ROW(function, text, which, key, about) \
    {.name = text, .keys = key, .help = about, .scope = SCOPE_EDITOR, .run = do_##function},
#define SELECT_ROW(function, text, which, key, about) \
    {.name = "select-" text,                          \
     .keys = "Shift-" key,                            \
     .help = "select " about,                         \
     .scope = SCOPE_EDITOR,                           \
     .run = do_select_##function},

static const Command rows[] = {STEPS(STEP_ROW) STEPS(SELECT_ROW)};

const CommandTable editor_move_commands = COMMAND_TABLE(rows);
