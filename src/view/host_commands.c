/* The commands of the panes of host programs. */
#include "view/commands.h"
#include "view/screen.h"

static void apply(CommandCall *call)
{
    Screen *screen = call->screen;
    screen->calls.scroll = (Scroll){0};
    if (screen->focus != PANE_CALLS)
        screen_focus(screen, PANE_CALLS);
    screen_update(screen);
}

static bool do_filter_calls(CommandCall *call)
{
    StrBuf *filter = &call->screen->calls.filter;
    strbuf_clear(filter);
    strbuf_add(filter, call->argument);
    apply(call);
    return true;
}

static bool do_all_calls(CommandCall *call)
{
    strbuf_clear(&call->screen->calls.filter);
    call->screen->calls.failed = false;
    apply(call);
    return true;
}

static bool do_failed_calls(CommandCall *call)
{
    call->screen->calls.failed = !call->screen->calls.failed;
    apply(call);
    return true;
}

static bool zoom(CommandCall *call, double factor)
{
    if (!timeline_zoom(call->screen, factor))
        return error_set(&call->error, ERROR_MISUSE, "the device has done nothing yet");
    return true;
}

static bool do_zoom_in(CommandCall *call)
{
    return zoom(call, 2);
}

static bool do_zoom_out(CommandCall *call)
{
    return zoom(call, 0.5);
}

static const Command rows[] = {
    {.name = "zoom-in",
     .keys = "+",
     .label = "closer",
     .help = "show half the time, around what is chosen",
     .scope = SCOPE_TIMELINE,
     .run = do_zoom_in},
    {.name = "zoom-out",
     .keys = "-",
     .label = "wider",
     .help = "show twice the time",
     .scope = SCOPE_TIMELINE,
     .run = do_zoom_out},
    {.name = "filter-calls",
     .argument = "TEXT",
     .keys = "f",
     .label = "filter",
     .help = "show only calls whose name, arguments or result hold TEXT",
     .scope = SCOPE_CALLS,
     .run = do_filter_calls},
    {.name = "all-calls",
     .keys = "a",
     .label = "all",
     .help = "show all calls",
     .scope = SCOPE_CALLS,
     .run = do_all_calls},
    {.name = "failed-calls",
     .keys = "e",
     .label = "failed",
     .help = "show only calls that failed, or all",
     .scope = SCOPE_CALLS,
     .run = do_failed_calls},
};

const CommandTable host_commands = COMMAND_TABLE(rows);
