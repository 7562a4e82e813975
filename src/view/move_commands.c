/* Moving and choosing in every pane but the editor. */
#include "view/commands.h"
#include "view/screen.h"

static bool move(CommandCall *call, Move which)
{
    const PaneOps *ops = pane_ops(call->screen->focus);
    if (ops->move)
        ops->move(call->screen, which);
    return true;
}

/* function, name, move, keys, help */
#define MOVES(X)                                                                 \
    X(up, "move-up", MOVE_UP, "Up k", "one line up")                             \
    X(down, "move-down", MOVE_DOWN, "Down j", "one line down")                   \
    X(page_up, "page-up", MOVE_PAGE_UP, "PageUp", "one page up")                 \
    X(page_down, "page-down", MOVE_PAGE_DOWN, "PageDown Space", "one page down") \
    X(top, "top", MOVE_TOP, "Home", "to the first line")                         \
    X(bottom, "bottom", MOVE_BOTTOM, "End", "to the last line")                  \
    X(left, "move-left", MOVE_LEFT, "Left", "scroll to the left")                \
    X(right, "move-right", MOVE_RIGHT, "Right", "scroll to the right")

#define MOVE_FUNCTION(function, text, which, key, about) \
    static bool do_##function(CommandCall *call)         \
    {                                                    \
        return move(call, which);                        \
    }
MOVES(MOVE_FUNCTION)

static bool do_go(CommandCall *call)
{
    const PaneOps *ops = pane_ops(call->screen->focus);
    return !ops->go || ops->go(call);
}

#define MOVE_ROW(function, text, which, key, about) \
    {.name = text, .keys = key, .help = about, .scope = SCOPE_PANES, .run = do_##function},

static const Command rows[] = {{.name = "go",
                                .keys = "Enter",
                                .label = "go",
                                .help = "open what is chosen; from a result, go to its line",
                                .scope = SCOPE_PANES,
                                .run = do_go},
                               MOVES(MOVE_ROW)};

const CommandTable move_commands = COMMAND_TABLE(rows);
