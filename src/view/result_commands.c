/* The commands of the findings, metrics and code panes. */
#include "view/commands.h"
#include "view/screen.h"

static bool do_go_other(CommandCall *call)
{
    Screen *screen = call->screen;
    if (screen->finding.chosen >= screen->findings.size)
        return error_set(&call->error, ERROR_MISUSE, "there is no finding");
    const Finding *finding = screen->findings.data[screen->finding.chosen].finding;
    if (!finding->has_other ||
        !screen_go_place(screen, finding->other_place.file, finding->other_place.line))
        return error_set(&call->error, ERROR_MISUSE, "this finding has no second line");
    return true;
}

static bool do_all_figures(CommandCall *call)
{
    call->screen->all_metrics = !call->screen->all_metrics;
    call->screen->metric = (Scroll){0};
    if (call->screen->focus != PANE_METRICS)
        screen_focus(call->screen, PANE_METRICS);
    return true;
}

static bool do_figures(CommandCall *call)
{
    static const char *const told[] = {
        [FIGURES_OF_WASTE] = "line ends show what misses its ideal",
        [FIGURES_OF_COST] = "line ends show the share of the kernel's instructions",
        [FIGURES_OF_LANES] = "line ends show how many lanes are active, of 32",
        [FIGURES_OFF] = "line ends show no figures",
    };
    EditorMarks *marks = &call->screen->editor.marks;
    marks->shown = (marks->shown + 1) % FIGURE_KINDS;
    screen_update(call->screen);
    screen_tell(call->screen, SEVERITY_NOTE, "%s", told[marks->shown]);
    return true;
}

static bool show_code(CommandCall *call, CodeMode mode)
{
    Screen *screen = call->screen;
    screen->code.mode = mode;
    screen->code.scroll = (Scroll){0};
    screen->code.followed = 0;
    if (screen->focus != PANE_CODE)
        screen_focus(screen, PANE_CODE);
    screen_update(screen);
    return true;
}

static bool do_code_ptx(CommandCall *call)
{
    return show_code(call, CODE_SHOWS_PTX);
}

static bool do_code_sass(CommandCall *call)
{
    return show_code(call, CODE_SHOWS_SASS);
}

static bool do_code_changes(CommandCall *call)
{
    return show_code(call, CODE_SHOWS_CHANGES);
}

static const Command rows[] = {
    {.name = "figures",
     .keys = "Alt-g",
     .help = "figures at the ends of lines: waste, share of the cost, active lanes, none",
     .run = do_figures},
    {.name = "go-other",
     .keys = "o",
     .label = "other",
     .help = "go to the other line of a finding: the other access of a race, who waits",
     .scope = SCOPE_FINDINGS,
     .run = do_go_other},
    {.name = "all-figures",
     .keys = "a",
     .label = "all",
     .help = "show every figure of the kernel and its lines, or the main ones only",
     .scope = SCOPE_METRICS,
     .run = do_all_figures},
    {.name = "code-ptx",
     .keys = "p",
     .label = "PTX",
     .help = "show the kernel's PTX, with the source lines it came from",
     .scope = SCOPE_CODE,
     .run = do_code_ptx},
    {.name = "code-sass",
     .keys = "s",
     .label = "SASS",
     .help = "show the machine's instructions (with nvdisasm)",
     .scope = SCOPE_CODE,
     .run = do_code_sass},
    {.name = "code-changes",
     .keys = "d",
     .label = "changes",
     .help = "show what the last edit changed in the PTX",
     .scope = SCOPE_CODE,
     .run = do_code_changes},
};

const CommandTable result_commands = COMMAND_TABLE(rows);
