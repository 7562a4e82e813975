/* Bindings from the rows' defaults and from the learner's file. */
#include "command/keymap.h"

/* Reads "[SCOPE:]KEY"; `scope` keeps its value when none is named. ":" alone is a key. */
static bool parse_place(View text, Scope *scope, Key *key)
{
    size_t colon = view_find(text, ':');
    if (colon > 0 && colon + 1 < text.size) {
        if (!scope_parse(view_slice(text, 0, colon), scope))
            return false;
        text = view_slice(text, colon + 1, text.size);
    }
    return key_parse(text, key);
}

static void add_defaults(Keymap *keymap, const Command *command)
{
    View rest = view_of(command->keys), piece;
    while (view_split(&rest, ' ', &piece)) {
        Binding binding = {.scope = command->scope, .command = command};
        if (parse_place(piece, &binding.scope, &binding.key))
            vec_push(&keymap->bindings, binding);
    }
}

void keymap_init(Keymap *keymap, const CommandSet *set)
{
    *keymap = (Keymap){0};
    for (size_t i = 0; i < command_count(set); i++)
        add_defaults(keymap, command_at(set, i));
}

static View take_word(View *rest)
{
    *rest = view_trim(*rest);
    size_t end = 0;
    while (end < rest->size && rest->data[end] != ' ' && rest->data[end] != '\t')
        end++;
    View word = view_slice(*rest, 0, end);
    *rest = view_trim(view_slice(*rest, end, rest->size));
    return word;
}

static bool read_line(Keymap *keymap, const CommandSet *set, View line, const char *file,
                      int number, Error *error)
{
    View place = take_word(&line), name = take_word(&line);
    Binding binding = {.scope = SCOPE_EVERYWHERE, .command = command_find(set, name)};
    if (!parse_place(place, &binding.scope, &binding.key))
        return error_at(error, ERROR_CONTENT, file, number,
                        "no such key: %.*s; write one as Ctrl-S, Alt-1, F5 or printf:x",
                        VIEW_ARG(place));
    if (!binding.command && !view_equal_text(name, "none"))
        return error_at(error, ERROR_CONTENT, file, number, "no command %.*s", VIEW_ARG(name));
    if (line.size > 0)
        binding.argument = memory_clone_bytes(line.data, line.size);
    vec_push(&keymap->bindings, binding);
    return true;
}

bool keymap_read(Keymap *keymap, const CommandSet *set, View content, const char *file,
                 Error *error)
{
    View line;
    bool good = true;
    for (int number = 1; view_split(&content, '\n', &line); number++) {
        line = view_trim(line);
        if (line.size > 0 && line.data[0] != '#')
            good &= read_line(keymap, set, line, file, number, error);
    }
    return good;
}

void keymap_free(Keymap *keymap)
{
    for (size_t i = 0; i < keymap->bindings.size; i++)
        free(keymap->bindings.data[i].argument);
    vec_free(&keymap->bindings);
}

static const Binding *find_here(const Keymap *keymap, Scope scope, Key key)
{
    for (size_t i = keymap->bindings.size; i-- > 0;) {
        const Binding *binding = &keymap->bindings.data[i];
        if (binding->scope == scope && binding->key == key)
            return binding;
    }
    return NULL;
}

const Binding *keymap_find(const Keymap *keymap, Scope scope, Key key)
{
    for (;;) {
        const Binding *binding = find_here(keymap, scope, key);
        if (binding)
            return binding->command ? binding : NULL;
        if (scope_parent(scope) == scope)
            return NULL;
        scope = scope_parent(scope);
    }
}

Key keymap_key_of(const Keymap *keymap, Scope scope, const Command *command)
{
    for (Scope from = scope;; from = scope_parent(from)) {
        for (size_t i = 0; i < keymap->bindings.size; i++) {
            const Binding *binding = &keymap->bindings.data[i];
            if (binding->scope == from && binding->command == command && !binding->argument &&
                keymap_find(keymap, scope, binding->key) == binding)
                return binding->key;
        }
        if (scope_parent(from) == from)
            return 0;
    }
}

void keymap_add_keys(const Keymap *keymap, const Command *command, StrBuf *out)
{
    size_t start = out->size;
    for (size_t i = 0; i < keymap->bindings.size; i++) {
        const Binding *binding = &keymap->bindings.data[i];
        if (binding->command != command ||
            find_here(keymap, binding->scope, binding->key) != binding)
            continue;
        if (out->size > start)
            strbuf_add_text(out, ", ");
        key_format(binding->key, out);
    }
}
