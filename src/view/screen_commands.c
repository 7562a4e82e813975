/* The commands of the screen itself: which pane, help, prompt, quit. */
#include "view/commands.h"
#include "view/screen.h"

#include <stdio.h>
#include <string.h>

static bool focus(CommandCall *call, PaneId pane)
{
    bool aside = pane == PANE_HELP || pane == PANE_DEVICE;
    if (!call->screen->exercise && pane != PANE_LIST && !aside)
        return error_set(&call->error, ERROR_MISUSE, "first choose an exercise; Enter opens it");
    if (session_recovery(call->session) && !aside)
        return error_set(&call->error, ERROR_MISUSE,
                         "first say what becomes of the recovered text: y takes it, n does not");
    screen_focus(call->screen, pane);
    return true;
}

#define FOCUS(function, pane)                    \
    static bool do_##function(CommandCall *call) \
    {                                            \
        return focus(call, pane);                \
    }
FOCUS(help, PANE_HELP)
FOCUS(lessons, PANE_LIST)
FOCUS(lesson, PANE_LESSON)
FOCUS(editor, PANE_EDITOR)
FOCUS(verdict, PANE_VERDICT)
FOCUS(printf, PANE_PRINTF)
FOCUS(diff, PANE_DIFF)
FOCUS(findings, PANE_FINDINGS)
FOCUS(metrics, PANE_METRICS)
FOCUS(code, PANE_CODE)

static bool do_device(CommandCall *call)
{
    char name[64];
    if (call->argument.size == 0)
        return focus(call, PANE_DEVICE);
    snprintf(name, sizeof name, "%.*s", VIEW_ARG(call->argument));
    bool known = strcmp(name, "sim") == 0 || strcmp(name, "gpu") == 0;
    const char *device = name, *profile = "";
    for (size_t i = 0; !known && i < session_device_count(call->session); i++) {
        const DeviceOption *option = session_device_option(call->session, i);
        bool is_profile = strcmp(option->profile, name) == 0;
        known = is_profile || strcmp(option->device, name) == 0;
        device = is_profile ? "sim" : device;
        profile = is_profile ? name : profile;
    }
    if (!known)
        return error_set(&call->error, ERROR_MISUSE,
                         "no device is called %s: Alt-i shows those there are", name);
    session_choose_device(call->session, device, profile);
    return true;
}

/* Other exercises have no program of their own. */
static bool focus_host(CommandCall *call, PaneId pane)
{
    if (call->screen->exercise && session_file_count(call->session) < 2)
        return error_set(&call->error, ERROR_MISUSE, "this exercise has no host program");
    return focus(call, pane);
}

static bool do_output(CommandCall *call)
{
    return focus_host(call, PANE_OUTPUT);
}

static bool do_calls(CommandCall *call)
{
    return focus_host(call, PANE_CALLS);
}

static bool do_timeline(CommandCall *call)
{
    return focus_host(call, PANE_TIMELINE);
}

static bool do_schedule(CommandCall *call)
{
    if (call->screen->exercise && session_file_count(call->session) > 1)
        return error_set(&call->error, ERROR_MISUSE,
                         "of a host program the timeline shows what ran when");
    return focus(call, PANE_SCHEDULE);
}

static bool do_measure_schedule(CommandCall *call)
{
    if (!do_schedule(call))
        return false;
    session_schedule(call->session);
    return true;
}

/* Lesson, editor, results, and around. */
static bool turn(CommandCall *call, int step)
{
    enum { RING = 3 };
    const PaneId ring[RING] = {PANE_LESSON, PANE_EDITOR, call->screen->result};
    if (!call->screen->exercise)
        return focus(call, PANE_LIST);
    for (int i = 0; i < RING; i++)
        if (ring[i] == call->screen->focus)
            return focus(call, ring[(i + RING + step) % RING]);
    return focus(call, PANE_EDITOR);
}

static bool do_next_pane(CommandCall *call)
{
    return turn(call, 1);
}

static bool do_previous_pane(CommandCall *call)
{
    return turn(call, -1);
}

static bool do_other_file(CommandCall *call)
{
    size_t count = session_file_count(call->session);
    if (!call->screen->exercise || count < 2)
        return error_set(&call->error, ERROR_MISUSE, "this exercise has one file only");
    session_choose_file(call->session, (session_file(call->session) + 1) % count);
    screen_update(call->screen);
    screen_focus(call->screen, PANE_EDITOR);
    return true;
}

static bool do_zoom(CommandCall *call)
{
    call->screen->zoomed = !call->screen->zoomed;
    return true;
}

static bool do_prompt(CommandCall *call)
{
    strbuf_clear(&call->screen->prompt.line);
    call->screen->wants_prompt = true;
    return true;
}

static bool is_busy(const Session *session)
{
    SessionPhase phase = session_phase(session);
    return phase == PHASE_COMPILING || phase == PHASE_RUNNING || phase == PHASE_JUDGING;
}

/* The first of these that there is something of. */
static bool do_cancel(CommandCall *call)
{
    Screen *screen = call->screen;
    size_t from, to;
    if (screen->focus == PANE_HELP || screen->focus == PANE_DEVICE)
        screen_focus(screen, screen->back);
    else if (screen->text && editor_selection(&screen->editor, &from, &to))
        screen->editor.anchor = screen->editor.cursor;
    else if (is_busy(call->session))
        session_stop(call->session);
    else if (screen->zoomed)
        screen->zoomed = false;
    else if (pane_is_result(screen->focus))
        screen_focus(screen, PANE_EDITOR);
    return true;
}

static bool do_quit(CommandCall *call)
{
    Screen *screen = call->screen;
    if (screen->exercise && session_modified(call->session) && !screen->quit_anyway &&
        !session_recovery(call->session) && !session_save(call->session, &call->error)) {
        screen->quit_anyway = true;
        StrBuf why = {0};
        error_describe(&call->error, &why);
        error_clear(&call->error);
        error_set(&call->error, ERROR_SYSTEM,
                  "not saved: %s. Quit again leaves; the next start recovers the text",
                  strbuf_text(&why));
        strbuf_free(&why);
        return false;
    }
    screen->wants_quit = true;
    return true;
}

static bool do_suspend(CommandCall *call)
{
    call->screen->wants_suspend = true;
    return true;
}

static const Command rows[] = {
    {.name = "help",
     .keys = "F1 panes:? Alt-h",
     .label = "help",
     .help = "this screen: all keys and commands",
     .run = do_help},
    {.name = "prompt",
     .keys = "F10 Alt-x panes::",
     .label = "command",
     .help = "type a command by its name",
     .run = do_prompt},
    {.name = "lessons", .keys = "F3 Alt-o", .help = "the list of lessons", .run = do_lessons},
    {.name = "lesson", .keys = "F2 Alt-l", .help = "the lesson's text", .run = do_lesson},
    {.name = "editor", .keys = "F4 Alt-e", .help = "the kernel's text", .run = do_editor},
    {.name = "next-pane",
     .keys = "F6 Alt-n panes:Tab",
     .label = "pane",
     .help = "go to the next pane",
     .run = do_next_pane},
    {.name = "previous-pane",
     .keys = "Shift-F6 Alt-p panes:Shift-Tab",
     .help = "go to the pane before",
     .run = do_previous_pane},
    {.name = "verdict", .keys = "Alt-1 results:1", .help = "the verdict", .run = do_verdict},
    {.name = "printf", .keys = "Alt-2 results:2", .help = "what was printed", .run = do_printf},
    {.name = "diff", .keys = "Alt-3 results:3", .help = "expected and got", .run = do_diff},
    {.name = "findings",
     .keys = "Alt-4 results:4",
     .help = "what the simulator found",
     .run = do_findings},
    {.name = "metrics", .keys = "Alt-5 results:5", .help = "the figures", .run = do_metrics},
    {.name = "code",
     .keys = "Alt-6 results:6",
     .help = "PTX and SASS of the kernel",
     .run = do_code},
    {.name = "output",
     .keys = "Alt-7 results:7",
     .help = "what the host program wrote",
     .run = do_output},
    {.name = "calls",
     .keys = "Alt-8 results:8",
     .help = "the host program's calls of the Driver API",
     .run = do_calls},
    {.name = "timeline",
     .keys = "Alt-9 results:9",
     .help = "what the device did when",
     .run = do_timeline},
    {.name = "schedule",
     .keys = "Alt-0 results:0",
     .help = "which block ran when on which SM",
     .run = do_schedule},
    {.name = "measure-schedule",
     .keys = "Alt-b schedule:b",
     .label = "see blocks",
     .help = "run, and see which block runs when on which SM",
     .run = do_measure_schedule},
    {.name = "device",
     .argument = "[DEVICE]",
     .keys = "Alt-i",
     .help = "the device in use and its limits; choose another: gpu, gpu:1, sim, a100",
     .run = do_device},
    {.name = "other-file",
     .keys = "Alt-f F12",
     .label = "file",
     .help = "show the other file of the exercise: the host program, or its kernel",
     .run = do_other_file},
    {.name = "zoom",
     .keys = "Alt-z F11",
     .help = "give the pane the whole screen, or take it back",
     .run = do_zoom},
    {.name = "cancel",
     .keys = "Esc",
     .label = "back",
     .help = "leave help, drop the selection, stop the run, go back to the editor",
     .run = do_cancel},
    {.name = "suspend",
     .keys = "panes:Ctrl-Z",
     .help = "stop the lab and give the terminal back; fg goes on",
     .run = do_suspend},
    {.name = "quit", .keys = "Ctrl-Q", .label = "quit", .help = "save and leave", .run = do_quit},
};

const CommandTable screen_commands = COMMAND_TABLE(rows);
