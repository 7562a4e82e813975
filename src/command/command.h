/* Commands as rows: name, argument, default keys, help, and the one function that does it. Keys,
 * prompt, completion, help screen and help bar all read these rows. */
#ifndef CULAB_COMMAND_COMMAND_H
#define CULAB_COMMAND_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/strbuf.h"
#include "base/view.h"
#include "session/session.h"

/* Where a key is listened to. A key that a scope does not bind is looked up in its parent. */
typedef enum Scope {
    SCOPE_EVERYWHERE,
    SCOPE_PANES, /* all panes but the editor, where letters are text */
    SCOPE_LIST,
    SCOPE_LESSON,
    SCOPE_EDITOR,
    SCOPE_RESULTS, /* all result tabs */
    SCOPE_VERDICT,
    SCOPE_PRINTF,
    SCOPE_DIFF,
    SCOPE_FINDINGS,
    SCOPE_METRICS,
    SCOPE_CODE,
    SCOPE_OUTPUT,
    SCOPE_CALLS,
    SCOPE_TIMELINE,
    SCOPE_SCHEDULE,
    SCOPE_DEVICE,
    SCOPE_HELP,
    SCOPE_RECOVERY,
    SCOPE_COUNT
} Scope;
const char *scope_title(Scope scope); /* heading on the help screen */
bool scope_parse(View name, Scope *out);
Scope scope_parent(Scope scope); /* of SCOPE_EVERYWHERE: itself */

struct Screen; /* what the commands of src/view act on */

typedef struct CommandCall {
    Session *session;
    struct Screen *screen;
    View argument; /* trimmed; empty: none given */
    Error error;   /* set by a command that could not do it */
} CommandCall;

/* Adds the possible arguments that begin with `prefix`, one a line. */
typedef void (*CommandComplete)(const CommandCall *call, View prefix, StrBuf *out);

typedef struct Command {
    const char *name;
    const char *argument; /* "TEXT": needed, "[TEXT]": optional, NULL: none */
    const char *keys;     /* default keys, apart by blanks: "F5 Alt-r panes:r"; NULL: none */
    const char *label;    /* one or two words for the help bar; NULL: the name */
    const char *help;     /* one line */
    Scope scope;          /* of its keys, unless they name one; and its place on the help screen */
    bool (*run)(CommandCall *call);
    CommandComplete complete; /* NULL: nothing to complete */
} Command;

typedef struct CommandTable {
    const Command *rows;
    size_t count;
} CommandTable;
#define COMMAND_TABLE(rows)                   \
    {                                         \
        (rows), sizeof(rows) / sizeof *(rows) \
    }

/* The tables that are in use, in the order of the help screen. */
typedef struct CommandSet {
    const CommandTable *const *tables;
    size_t count;
} CommandSet;

size_t command_count(const CommandSet *set);
const Command *command_at(const CommandSet *set, size_t index);
const Command *command_find(const CommandSet *set, View name); /* NULL: unknown */
bool command_needs_argument(const Command *command);
/* Runs one command; false: call->error says why not. An argument that is missing, or one too many,
 * is an error. */
bool command_run(const Command *command, CommandCall *call);
/* Runs "name argument"; an unknown name is answered with what is near. */
bool command_run_line(const CommandSet *set, View line, CommandCall *call);
/* Adds whole lines that complete `line`, one a line. */
void command_complete(const CommandSet *set, View line, const CommandCall *call, StrBuf *out);

/* The choice that a letter from 'a' on stands for. */
bool question_choice(const Question *question, View letter, size_t *choice);

/* Commands that act on the session alone (session_commands.c). */
extern const CommandTable session_commands;

#endif
