/* Which key does what where: the rows' default keys, and over them the learner's own from the text
 * file $XDG_CONFIG_HOME/culab/keys. */
#ifndef CULAB_COMMAND_KEYMAP_H
#define CULAB_COMMAND_KEYMAP_H

#include "base/vec.h"
#include "command/command.h"
#include "command/key.h"

typedef struct Binding {
    Scope scope;
    Key key;
    const Command *command; /* NULL: the key was taken away */
    char *argument;         /* NULL: none */
} Binding;

typedef struct Keymap {
    VEC(Binding) bindings; /* the last one that fits counts */
} Keymap;

void keymap_init(Keymap *keymap, const CommandSet *set); /* default keys */
/* Adds the learner's bindings, one a line: "[SCOPE:]KEY COMMAND [ARGUMENT]", or "none" as command;
 * '#' begins a comment. A wrong line is left out and told in `error` (the first one, with its
 * place); the others hold. `file` is named in errors. */
bool keymap_read(Keymap *keymap, const CommandSet *set, View content, const char *file,
                 Error *error);
void keymap_free(Keymap *keymap);
/* The binding that a key has in a scope, by way of the scope's parents. NULL: none. */
const Binding *keymap_find(const Keymap *keymap, Scope scope, Key key);
/* The first key that leads to `command` from `scope`, one of its own rather than of its parents; 0:
 * only the prompt does. */
Key keymap_key_of(const Keymap *keymap, Scope scope, const Command *command);
/* Adds all keys of a command, as the help screen shows them: "F5, Alt-r". */
void keymap_add_keys(const Keymap *keymap, const Command *command, StrBuf *out);

#endif
