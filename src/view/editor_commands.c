/* The editor's other commands: changes, clipboard, undo, find. */
#include "view/commands.h"
#include "view/screen.h"

static Editor *need_text(CommandCall *call)
{
    if (call->screen->text)
        return &call->screen->editor;
    error_set(&call->error, ERROR_MISUSE, "no text is open");
    return NULL;
}

static bool do_newline(CommandCall *call)
{
    Editor *editor = need_text(call);
    if (editor)
        editor_newline(editor);
    return editor;
}

/* Deletes the selection, or from the cursor to where the step leads. */
static bool delete_to(CommandCall *call, EditorStep step)
{
    Editor *editor = need_text(call);
    size_t from, to;
    if (!editor)
        return false;
    if (!editor_selection(editor, &from, &to)) {
        size_t other = editor_step(editor, step);
        from = other < editor->cursor ? other : editor->cursor;
        to = other < editor->cursor ? editor->cursor : other;
    }
    editor_delete(editor, from, to);
    return true;
}

static bool do_backspace(CommandCall *call)
{
    return delete_to(call, STEP_LEFT);
}

static bool do_delete(CommandCall *call)
{
    return delete_to(call, STEP_RIGHT);
}

static bool do_delete_word_left(CommandCall *call)
{
    return delete_to(call, STEP_WORD_LEFT);
}

static bool do_delete_word_right(CommandCall *call)
{
    return delete_to(call, STEP_WORD_RIGHT);
}

static bool do_delete_line(CommandCall *call)
{
    Editor *editor = need_text(call);
    if (!editor)
        return false;
    size_t line = text_line_of(editor->text, editor->cursor);
    editor_delete(editor, text_line_start(editor->text, line),
                  text_line_start(editor->text, line + 1));
    return true;
}

static bool do_select_all(CommandCall *call)
{
    Editor *editor = need_text(call);
    if (editor)
        editor_select_all(editor);
    return editor;
}

static bool do_copy(CommandCall *call)
{
    Editor *editor = need_text(call);
    if (!editor)
        return false;
    if (!editor_copy(editor))
        return error_set(&call->error, ERROR_MISUSE,
                         "nothing is selected: select with Shift and the arrows");
    screen_tell(call->screen, SEVERITY_NOTE, "copied");
    return true;
}

static bool do_cut(CommandCall *call)
{
    Editor *editor = need_text(call);
    if (!editor)
        return false;
    return editor_cut(editor) || error_set(&call->error, ERROR_MISUSE,
                                           "nothing is selected: select with Shift and the arrows");
}

static bool do_paste(CommandCall *call)
{
    Editor *editor = need_text(call);
    if (!editor)
        return false;
    if (editor->clipboard.size == 0)
        return error_set(&call->error, ERROR_MISUSE, "nothing was copied yet");
    editor_paste(editor);
    return true;
}

static bool do_undo(CommandCall *call)
{
    Editor *editor = need_text(call);
    if (!editor)
        return false;
    return editor_undo(editor) || error_set(&call->error, ERROR_MISUSE, "nothing to undo");
}

static bool do_redo(CommandCall *call)
{
    Editor *editor = need_text(call);
    if (!editor)
        return false;
    return editor_redo(editor) || error_set(&call->error, ERROR_MISUSE, "nothing to redo");
}

static bool do_indent(CommandCall *call)
{
    Editor *editor = need_text(call);
    size_t from, to;
    if (!editor)
        return false;
    if (editor_selection(editor, &from, &to))
        editor_indent(editor, false);
    else
        editor_insert(editor, view_of(editor->indent));
    return true;
}

static bool do_unindent(CommandCall *call)
{
    Editor *editor = need_text(call);
    if (editor)
        editor_indent(editor, true);
    return editor;
}

static bool do_comment(CommandCall *call)
{
    Editor *editor = need_text(call);
    if (editor)
        editor_toggle_comment(editor);
    return editor;
}

static bool found(CommandCall *call, bool is_found)
{
    Editor *editor = &call->screen->editor;
    if (is_found) {
        screen_focus(call->screen, PANE_EDITOR);
        return true;
    }
    if (editor->pattern.size == 0)
        return error_set(&call->error, ERROR_MISUSE, "nothing was looked for yet");
    return error_set(&call->error, ERROR_MISUSE, "not found: %s", strbuf_text(&editor->pattern));
}

static bool do_find(CommandCall *call)
{
    Editor *editor = need_text(call);
    return editor && found(call, editor_find(editor, call->argument));
}

static bool do_find_next(CommandCall *call)
{
    Editor *editor = need_text(call);
    return editor && found(call, editor_find_again(editor, false));
}

static bool do_find_previous(CommandCall *call)
{
    Editor *editor = need_text(call);
    return editor && found(call, editor_find_again(editor, true));
}

static bool do_line(CommandCall *call)
{
    uint64_t line;
    if (!need_text(call))
        return false;
    if (!view_to_u64(call->argument, &line) || line > UINT32_MAX ||
        !screen_go_line(call->screen, (uint32_t)line))
        return error_set(&call->error, ERROR_MISUSE, "the kernel has lines 1 to %zu",
                         text_line_count(call->screen->text));
    return true;
}

static bool step_problem(CommandCall *call, bool backwards)
{
    Editor *editor = need_text(call);
    size_t line;
    if (!editor)
        return false;
    if (!editor_marks_next(&editor->marks, editor->text, text_line_of(editor->text, editor->cursor),
                           backwards, &line))
        return error_set(&call->error, ERROR_MISUSE, "no line is marked");
    return screen_go_line(call->screen, (uint32_t)line + 1);
}

static bool do_next_problem(CommandCall *call)
{
    return step_problem(call, false);
}

static bool do_previous_problem(CommandCall *call)
{
    return step_problem(call, true);
}

#define ROW(command, key, about, function)                                                  \
    {                                                                                       \
        .name = command, .keys = key, .help = about, .scope = SCOPE_EDITOR, .run = function \
    }

static const Command rows[] = {
    ROW("newline", "Enter", "begin a new line, indented like this one", do_newline),
    ROW("backspace", "Backspace", "delete the character before the cursor", do_backspace),
    ROW("delete", "Delete", "delete the character at the cursor", do_delete),
    ROW("delete-word-left", "Ctrl-W Alt-Backspace", "delete the word before the cursor",
        do_delete_word_left),
    ROW("delete-word-right", "Ctrl-Delete Alt-d", "delete the word after the cursor",
        do_delete_word_right),
    ROW("delete-line", "Ctrl-K", "delete the line", do_delete_line),
    ROW("select-all", "Ctrl-A", "select the whole text", do_select_all),
    ROW("copy", "Ctrl-C", "copy the selection", do_copy),
    ROW("cut", "Ctrl-X", "cut the selection out", do_cut),
    ROW("paste", "Ctrl-V", "put in what was copied or cut", do_paste),
    ROW("undo", "Ctrl-Z", "take the last change back", do_undo),
    ROW("redo", "Ctrl-Y", "make the change again that was taken back", do_redo),
    ROW("indent", "Tab", "indent the selected lines, or put in one step", do_indent),
    ROW("unindent", "Shift-Tab", "take one step of indentation away", do_unindent),
    ROW("comment", "Ctrl-_ Alt-/", "make the lines comments, or code again", do_comment),
    {.name = "find",
     .argument = "TEXT",
     .keys = "Ctrl-F",
     .help = "go to the next TEXT; in lower case it finds either case",
     .scope = SCOPE_EDITOR,
     .run = do_find},
    ROW("find-next", "Ctrl-N", "the next one", do_find_next),
    ROW("find-previous", "Ctrl-P", "the one before", do_find_previous),
    {.name = "line",
     .argument = "NUMBER",
     .keys = "Ctrl-G",
     .help = "go to a line",
     .scope = SCOPE_EDITOR,
     .run = do_line},
    {.name = "next-problem",
     .keys = "F8 Alt-.",
     .label = "problem",
     .help = "go to the next marked line",
     .scope = SCOPE_EDITOR,
     .run = do_next_problem},
    ROW("previous-problem", "Shift-F8 Alt-,", "go to the marked line before", do_previous_problem),
};

const CommandTable editor_commands = COMMAND_TABLE(rows);
