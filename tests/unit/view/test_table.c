/* The live table of commands: whole, without clashes, every default key readable. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "command/keymap.h"
#include "view/screen.h"

static void every_row_is_whole(void **state)
{
    (void)state;
    const CommandSet *set = screen_commands_all();
    for (size_t i = 0; i < command_count(set); i++) {
        const Command *command = command_at(set, i);
        assert_non_null(command->name);
        assert_non_null(command->help);
        assert_non_null(command->run);
        if (command_find(set, view_of(command->name)) != command)
            fail_msg("two commands are called %s", command->name);
        assert_null(strchr(command->name, ' '));
    }
}

static size_t count_words(const char *text)
{
    View rest = view_of(text), word;
    size_t count = 0;
    while (view_split(&rest, ' ', &word))
        count += word.size > 0;
    return count;
}

static void every_default_key_is_bound_once(void **state)
{
    (void)state;
    const CommandSet *set = screen_commands_all();
    Keymap keymap;
    size_t words = 0;
    keymap_init(&keymap, set);
    for (size_t i = 0; i < command_count(set); i++)
        words += count_words(command_at(set, i)->keys);
    assert_int_equal(keymap.bindings.size, words);
    for (size_t i = 0; i < keymap.bindings.size; i++) {
        const Binding *binding = &keymap.bindings.data[i];
        if (keymap_find(&keymap, binding->scope, binding->key) != binding)
            fail_msg("a key of %s is taken by another command", binding->command->name);
    }
    keymap_free(&keymap);
}

static void every_hint_of_the_bar_is_a_command(void **state)
{
    (void)state;
    for (int pane = 0; pane < PANE_COUNT; pane++) {
        View rest = view_of(pane_ops((PaneId)pane)->keys), name;
        while (view_split(&rest, ' ', &name))
            if (!command_find(screen_commands_all(), name))
                fail_msg("%s: no command %.*s", pane_ops((PaneId)pane)->name, VIEW_ARG(name));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_is_whole),
        cmocka_unit_test(every_default_key_is_bound_once),
        cmocka_unit_test(every_hint_of_the_bar_is_a_command),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
