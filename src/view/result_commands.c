/* The commands of the findings and metrics panes. */
#include "view/commands.h"
#include "view/screen.h"

static bool do_go_other(CommandCall *call)
{
    Screen *screen = call->screen;
    if (screen->finding.chosen >= screen->findings.size)
        return error_set(&call->error, ERROR_MISUSE, "there is no finding");
    const Finding *finding = screen->findings.data[screen->finding.chosen].finding;
    if (!finding->has_other || !screen_go_line(screen, finding->other_place.line))
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

static const Command rows[] = {
    {.name = "figures",
     .keys = "Alt-g",
     .help = "figures at the ends of lines: waste, share of the cost, active lanes, none",
     .run = do_figures},
    {.name = "go-other",
     .keys = "o",
     .label = "other line",
     .help = "go to the other line of a finding: the other access of a race, who waits",
     .scope = SCOPE_FINDINGS,
     .run = do_go_other},
    {.name = "all-figures",
     .keys = "a",
     .label = "all",
     .help = "show every figure of the kernel and its lines, or the main ones only",
     .scope = SCOPE_METRICS,
     .run = do_all_figures},
};

const CommandTable result_commands = COMMAND_TABLE(rows);
