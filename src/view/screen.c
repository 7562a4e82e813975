/* The screen's state: keys to commands, and what follows from each. */
#include "view/screen.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "view/commands.h"

/* Keys that carry an argument, in the form of the learner's own file. */
static const char argument_keys[] = "lesson:a choose a\nlesson:b choose b\nlesson:c choose c\n"
                                    "lesson:d choose d\nlesson:e choose e\nlesson:f choose f\n"
                                    "lesson:g choose g\nlesson:1 choose a\nlesson:2 choose b\n"
                                    "lesson:3 choose c\nlesson:4 choose d\nlesson:5 choose e\n"
                                    "lesson:6 choose f\nlesson:7 choose g\nlesson:8 choose h\n";

const CommandSet *screen_commands_all(void)
{
    static const CommandTable *const tables[] = {
        &screen_commands, &session_commands, &move_commands, &editor_move_commands,
        &editor_commands, &print_commands,   &diff_commands, &lesson_commands,
        &result_commands, &host_commands,
    };
    static const CommandSet set = {tables, sizeof tables / sizeof *tables};
    return &set;
}

void screen_init(Screen *screen, Session *session)
{
    *screen = (Screen){
        .session = session,
        .focus = PANE_LIST,
        .back = PANE_LIST,
        .main = PANE_EDITOR,
        .result = PANE_VERDICT,
        .choice = -1,
    };
    keymap_init(&screen->keymap, screen_commands_all());
    keymap_read(&screen->keymap, screen_commands_all(), view_of(argument_keys), "", NULL);
    list_pane_load(screen);
    screen_update(screen);
}

void screen_free(Screen *screen)
{
    editor_free(&screen->editor);
    list_pane_free(&screen->list);
    print_pane_free(&screen->print);
    diff_pane_free(&screen->diff);
    code_pane_free(&screen->code);
    call_pane_free(&screen->calls);
    vec_free(&screen->findings);
    keymap_free(&screen->keymap);
    strbuf_free(&screen->message);
    strbuf_free(&screen->prompt.line);
    strbuf_free(&screen->prompt.matches);
}

void screen_tell(Screen *screen, Severity severity, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    strbuf_clear(&screen->message);
    strbuf_format_args(&screen->message, format, args);
    va_end(args);
    screen->severity = severity;
}

void screen_focus(Screen *screen, PaneId pane)
{
    bool aside = pane == PANE_HELP || pane == PANE_DEVICE;
    if (!screen->exercise && !aside)
        pane = PANE_LIST;
    if (aside && screen->focus != PANE_HELP && screen->focus != PANE_DEVICE)
        screen->back = screen->focus;
    if (pane == PANE_HELP && screen->focus != PANE_HELP)
        screen->help = (Scroll){0};
    if (pane == PANE_LIST && screen->focus != PANE_LIST) {
        list_pane_read_progress(screen);
        list_pane_choose(&screen->list, screen->exercise);
    }
    if (pane == PANE_LESSON || pane == PANE_EDITOR)
        screen->main = pane;
    if (pane_is_result(pane))
        screen->result = pane;
    screen->focus = pane;
}

bool screen_go_line(Screen *screen, uint32_t line)
{
    if (!screen->text || line == 0 || line > text_line_count(screen->text))
        return false;
    editor_go_line(&screen->editor, line - 1, 0);
    screen_focus(screen, PANE_EDITOR);
    return true;
}

bool screen_go_place(Screen *screen, const char *file, uint32_t line)
{
    int index = file_of_name(screen->session, file);
    if (index < 0 || line == 0)
        return false;
    if ((size_t)index != session_file(screen->session)) {
        session_choose_file(screen->session, (size_t)index);
        screen_update(screen);
    }
    return screen_go_line(screen, line);
}

static bool is_new(const Screen *screen)
{
    return progress_state(session_progress(screen->session), screen->exercise->id) ==
           STATE_UNTOUCHED;
}

/* Where a learner begins: with the text when there is a question, or nothing was done yet and only
 * one pane can be seen. */
static PaneId first_pane(const Screen *screen)
{
    const Exercise *exercise = screen->exercise;
    bool asked = exercise->question && session_prediction(screen->session) < 0;
    bool narrow = screen->width < LAYOUT_WIDE;
    return asked || (narrow && is_new(screen)) ? PANE_LESSON : PANE_EDITOR;
}

static void take_exercise(Screen *screen)
{
    screen->exercise = session_exercise(screen->session);
    screen->text = screen->exercise ? session_text(screen->session) : NULL;
    editor_open(&screen->editor, screen->text);
    screen->lesson = screen->verdict = screen->finding = screen->metric = (Scroll){0};
    screen->print.scroll = screen->diff.scroll = screen->calls.scroll = screen->output =
        (Scroll){0};
    screen->diff.chosen = false;
    screen->print.filter = (PrintFilter){0};
    screen->choice = -1;
    screen->file = screen->exercise ? session_file(screen->session) : 0;
    memset(screen->cursors, 0, sizeof screen->cursors);
    if (!screen->exercise)
        return;
    screen->shows_task = !is_new(screen) || screen->exercise != screen->exercise->lesson->exercises;
    bool prints = screen->exercise->print && !screen->exercise->reference;
    screen->result = prints ? PANE_PRINTF : PANE_VERDICT;
    screen_focus(screen, first_pane(screen));
}

/* Another file of the same exercise: the cursor stands where it was in it. */
static void take_file(Screen *screen)
{
    Text *text = session_text(screen->session);
    size_t now = session_file(screen->session);
    if (text == screen->text)
        return;
    screen->cursors[screen->file] = screen->editor.cursor;
    screen->text = text;
    screen->file = now;
    editor_open(&screen->editor, text);
    if (screen->cursors[now] <= text_size(text))
        editor_go_line(&screen->editor, text_line_of(text, screen->cursors[now]), 0);
}

static void follow_recovery(Screen *screen)
{
    bool recovering = session_recovery(screen->session) != NULL;
    if (recovering && screen->focus != PANE_RECOVERY) {
        screen->recovery = (Scroll){0};
        screen->focus = PANE_RECOVERY;
    } else if (!recovering && screen->focus == PANE_RECOVERY) {
        screen_focus(screen, PANE_EDITOR);
    }
}

/* What the pane in sight shows is asked for, what none shows costs nothing. */
static void want_code(Screen *screen)
{
    uint32_t wants = screen->result == PANE_CODE      ? CODE_MACHINE | CODE_TEXT
                     : screen->result == PANE_METRICS ? CODE_MACHINE
                                                      : 0;
    if (screen->exercise && session_wanted_code(screen->session) != wants)
        session_want_code(screen->session, wants);
}

void screen_update(Screen *screen)
{
    Session *session = screen->session;
    bool same = session_exercise(session) == screen->exercise;
    if (same && screen->exercise && session_file_count(session) > 1)
        take_file(screen);
    else if (!same || (screen->exercise && session_text(session) != screen->text))
        take_exercise(screen);
    follow_recovery(screen);
    editor_clamp(&screen->editor);
    if (screen->text)
        editor_marks_read(&screen->editor.marks, screen->text, session);
    findings_collect(session_verdict(session), &screen->findings);
    print_pane_update(&screen->print, session_prints(session), screen->exercise,
                      session_verdict(session));
    diff_pane_update(&screen->diff, session_verdict(session));
    call_pane_update(&screen->calls, session_verdict(session));
    if (screen->result == PANE_CODE && screen->text)
        code_pane_update(&screen->code, session,
                         (uint32_t)text_line_of(screen->text, screen->editor.cursor) + 1,
                         screen->focus == PANE_CODE);
    want_code(screen);
}

/* Tells the session when the text it had is still open and is not what it was. */
static void tell_edits(Screen *screen, const Text *before, uint64_t version)
{
    const Text *text = session_text(screen->session);
    bool same = session_exercise(screen->session) == screen->exercise && text == before;
    if (text && same && text_version(text) != version)
        session_edited(screen->session);
    screen_update(screen);
}

static bool run(Screen *screen, const Command *command, View line, View argument)
{
    CommandCall call = {.session = screen->session, .screen = screen, .argument = argument};
    const Text *text = screen->text;
    uint64_t version = text ? text_version(text) : 0;
    bool good = command ? command_run(command, &call)
                        : command_run_line(screen_commands_all(), line, &call);
    if (!good && call.error.kind != ERROR_NONE) {
        StrBuf described = {0};
        error_describe(&call.error, &described);
        screen_tell(screen, SEVERITY_WARNING, "%s", strbuf_text(&described));
        strbuf_free(&described);
    }
    tell_edits(screen, text, version);
    return good;
}

bool screen_run(Screen *screen, View line)
{
    return run(screen, NULL, line, (View){0});
}

static void ask_argument(Screen *screen, const Command *command)
{
    strbuf_clear(&screen->prompt.line);
    strbuf_format(&screen->prompt.line, "%s ", command->name);
    screen->wants_prompt = true;
}

static void type_character(Screen *screen, Key key)
{
    char bytes[4];
    View text = {bytes, utf8_encode(key, bytes)};
    uint64_t version = text_version(screen->text);
    editor_type(&screen->editor, text);
    tell_edits(screen, screen->text, version);
}

static void tell_unbound(Screen *screen, Key key)
{
    StrBuf name = {0};
    key_format(key, &name);
    screen_tell(screen, SEVERITY_NOTE, "%s does nothing here", strbuf_text(&name));
    strbuf_free(&name);
}

void screen_key(Screen *screen, Key key)
{
    const Binding *binding = keymap_find(&screen->keymap, pane_ops(screen->focus)->scope, key);
    const Notice *notice = session_notice(screen->session);
    strbuf_clear(&screen->message);
    screen->notice_seen = notice ? notice->at_ns : 0;
    if (!binding && screen->focus == PANE_EDITOR && screen->text && key_is_character(key))
        type_character(screen, key);
    else if (!binding)
        tell_unbound(screen, key);
    else if (command_needs_argument(binding->command) && !binding->argument)
        ask_argument(screen, binding->command);
    else
        run(screen, binding->command, (View){0}, view_of(binding->argument));
}

void screen_paste(Screen *screen, View text)
{
    if (screen->focus != PANE_EDITOR || !screen->text) {
        screen_tell(screen, SEVERITY_NOTE, "pasting works in the editor");
        return;
    }
    uint64_t version = text_version(screen->text);
    text_group_begin(screen->text);
    editor_insert(&screen->editor, text);
    text_group_end(screen->text);
    tell_edits(screen, screen->text, version);
}

void screen_complete(Screen *screen, View line, StrBuf *out)
{
    CommandCall call = {.session = screen->session, .screen = screen};
    command_complete(screen_commands_all(), line, &call, out);
}

Key screen_key_of(const Screen *screen, const char *command)
{
    const Command *row = command_find(screen_commands_all(), view_of(command));
    return row ? keymap_key_of(&screen->keymap, pane_ops(screen->focus)->scope, row) : 0;
}
