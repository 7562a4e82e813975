/* Finding, checking, running and completing commands. */
#include "command/command.h"

static const struct {
    const char *name, *title;
    Scope parent;
} scopes[SCOPE_COUNT] = {
    [SCOPE_EVERYWHERE] = {"everywhere", "Everywhere", SCOPE_EVERYWHERE},
    [SCOPE_PANES] = {"panes", "In every pane but the editor", SCOPE_EVERYWHERE},
    [SCOPE_LIST] = {"list", "Lesson list", SCOPE_PANES},
    [SCOPE_LESSON] = {"lesson", "Lesson", SCOPE_PANES},
    [SCOPE_EDITOR] = {"editor", "Editor", SCOPE_EVERYWHERE},
    [SCOPE_RESULTS] = {"results", "Results", SCOPE_PANES},
    [SCOPE_VERDICT] = {"verdict", "Verdict", SCOPE_RESULTS},
    [SCOPE_PRINTF] = {"printf", "Printf", SCOPE_RESULTS},
    [SCOPE_DIFF] = {"diff", "Diff", SCOPE_RESULTS},
    [SCOPE_FINDINGS] = {"findings", "Findings", SCOPE_RESULTS},
    [SCOPE_METRICS] = {"metrics", "Metrics", SCOPE_RESULTS},
    [SCOPE_CODE] = {"code", "Code", SCOPE_RESULTS},
    [SCOPE_OUTPUT] = {"output", "Output", SCOPE_RESULTS},
    [SCOPE_CALLS] = {"calls", "Calls", SCOPE_RESULTS},
    [SCOPE_TIMELINE] = {"timeline", "Timeline", SCOPE_RESULTS},
    [SCOPE_SCHEDULE] = {"schedule", "Schedule", SCOPE_RESULTS},
    [SCOPE_DEVICE] = {"device", "Device", SCOPE_PANES},
    [SCOPE_HELP] = {"help", "Help", SCOPE_PANES},
    [SCOPE_RECOVERY] = {"recovery", "Recovered text", SCOPE_PANES},
};

const char *scope_title(Scope scope)
{
    return scopes[scope].title;
}

Scope scope_parent(Scope scope)
{
    return scopes[scope].parent;
}

bool scope_parse(View name, Scope *out)
{
    for (int i = 0; i < SCOPE_COUNT; i++) {
        if (view_equal_text(name, scopes[i].name)) {
            *out = (Scope)i;
            return true;
        }
    }
    return false;
}

size_t command_count(const CommandSet *set)
{
    size_t count = 0;
    for (size_t i = 0; i < set->count; i++)
        count += set->tables[i]->count;
    return count;
}

const Command *command_at(const CommandSet *set, size_t index)
{
    size_t table = 0;
    while (index >= set->tables[table]->count)
        index -= set->tables[table++]->count;
    return &set->tables[table]->rows[index];
}

const Command *command_find(const CommandSet *set, View name)
{
    for (size_t i = 0; i < command_count(set); i++)
        if (view_equal_text(name, command_at(set, i)->name))
            return command_at(set, i);
    return NULL;
}

bool command_needs_argument(const Command *command)
{
    return command->argument && command->argument[0] != '[';
}

bool command_run(const Command *command, CommandCall *call)
{
    call->argument = view_trim(call->argument);
    if (call->argument.size == 0 && command_needs_argument(command))
        return error_set(&call->error, ERROR_MISUSE, "%s needs %s: %s", command->name,
                         command->argument, command->help);
    if (call->argument.size > 0 && !command->argument)
        return error_set(&call->error, ERROR_MISUSE, "%s takes no argument", command->name);
    return command->run(call);
}

/* Splits "name argument". */
static View line_name(View line, View *argument)
{
    line = view_trim(line);
    size_t end = view_find(line, ' ');
    *argument = view_trim(view_slice(line, end, line.size));
    return view_slice(line, 0, end);
}

static size_t shared_prefix(View name, const char *other)
{
    size_t shared = 0;
    while (shared < name.size && other[shared] && name.data[shared] == other[shared])
        shared++;
    return shared;
}

static const Command *nearest(const CommandSet *set, View name)
{
    const Command *best = NULL;
    size_t most = 0;
    for (size_t i = 0; i < command_count(set); i++) {
        size_t shared = shared_prefix(name, command_at(set, i)->name);
        if (shared > most) {
            most = shared;
            best = command_at(set, i);
        }
    }
    return best;
}

bool command_run_line(const CommandSet *set, View line, CommandCall *call)
{
    View name = line_name(line, &call->argument);
    if (name.size == 0)
        return true;
    const Command *command = command_find(set, name);
    if (command)
        return command_run(command, call);
    const Command *near = nearest(set, name);
    if (near)
        return error_set(&call->error, ERROR_MISUSE, "no command %.*s; near it: %s", VIEW_ARG(name),
                         near->name);
    return error_set(&call->error, ERROR_MISUSE, "no command %.*s; Tab lists them all",
                     VIEW_ARG(name));
}

static void complete_names(const CommandSet *set, View prefix, StrBuf *out)
{
    for (size_t i = 0; i < command_count(set); i++) {
        View name = view_of(command_at(set, i)->name);
        if (view_equal(view_slice(name, 0, prefix.size), prefix))
            strbuf_format(out, "%s\n", name.data);
    }
}

void command_complete(const CommandSet *set, View line, const CommandCall *call, StrBuf *out)
{
    size_t blank = view_find(line, ' ');
    if (blank == line.size) {
        complete_names(set, line, out);
        return;
    }
    const Command *command = command_find(set, view_slice(line, 0, blank));
    if (!command || !command->complete)
        return;
    StrBuf arguments = {0};
    command->complete(call, view_slice(line, blank + 1, line.size), &arguments);
    View rest = strbuf_view(&arguments), piece;
    while (view_split(&rest, '\n', &piece))
        if (piece.size > 0)
            strbuf_format(out, "%s %.*s\n", command->name, VIEW_ARG(piece));
    strbuf_free(&arguments);
}
