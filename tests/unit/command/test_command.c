/* Commands and keys: written forms, bindings, the learner's file, prompt lines, completion. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "command/keymap.h"

static int ran;
static char given[64];

static bool note(CommandCall *call)
{
    ran++;
    snprintf(given, sizeof given, "%.*s", VIEW_ARG(call->argument));
    return true;
}

static void complete_fruit(const CommandCall *call, View prefix, StrBuf *out)
{
    static const char *const fruit[] = {"apple", "apricot", "pear"};
    (void)call;
    for (size_t i = 0; i < 3; i++)
        if (view_equal(view_slice(view_of(fruit[i]), 0, prefix.size), prefix))
            strbuf_format(out, "%s\n", fruit[i]);
}

static const Command rows[] = {
    {.name = "run", .keys = "F5 panes:r", .help = "runs", .run = note},
    {.name = "rest", .keys = "r", .help = "rests", .scope = SCOPE_EDITOR, .run = note},
    {.name = "eat", .argument = "FRUIT", .help = "eats", .run = note, .complete = complete_fruit},
    {.name = "look", .argument = "[WHERE]", .keys = "panes::", .help = "looks", .run = note},
};
static const CommandTable table = COMMAND_TABLE(rows);
static const CommandTable *const tables[] = {&table};
static const CommandSet set = {tables, 1};

static Key key(const char *text)
{
    Key result;
    assert_true(key_parse(view_of(text), &result));
    return result;
}

static void keys_are_written_and_read(void **state)
{
    static const char *const names[] = {"a",      "A",         "Space",         "Ctrl-A",
                                        "Alt-x",  "F5",        "Shift-Tab",     "Ctrl-Shift-Left",
                                        "Ctrl-_", "Alt-Right", "Alt-Backspace", "é",
                                        ":",      "Ctrl-Alt-A"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        StrBuf text = {0};
        key_format(key(names[i]), &text);

        assert_string_equal(strbuf_text(&text), names[i]);
        strbuf_free(&text);
    }
    Key result;
    assert_false(key_parse(VIEW("Ctrl-"), &result));
    assert_false(key_parse(VIEW("Hyper-A"), &result));
    assert_false(key_parse(VIEW(""), &result));
    assert_int_equal(key("Ctrl-s"), key("Ctrl-S"));
}

static const char *bound(const Keymap *keymap, Scope scope, const char *name)
{
    const Binding *binding = keymap_find(keymap, scope, key(name));
    return binding ? binding->command->name : "none";
}

static void scopes_inherit(void **state)
{
    (void)state;
    Keymap keymap;
    keymap_init(&keymap, &set);
    assert_string_equal(bound(&keymap, SCOPE_EDITOR, "r"), "rest");
    assert_string_equal(bound(&keymap, SCOPE_DIFF, "r"), "run");
    assert_string_equal(bound(&keymap, SCOPE_DIFF, "F5"), "run");
    assert_string_equal(bound(&keymap, SCOPE_HELP, ":"), "look");
    assert_string_equal(bound(&keymap, SCOPE_EDITOR, ":"), "none");
    assert_int_equal(keymap_key_of(&keymap, SCOPE_DIFF, &rows[0]), key("r"));
    assert_int_equal(keymap_key_of(&keymap, SCOPE_EDITOR, &rows[0]), key("F5"));
    assert_int_equal(keymap_key_of(&keymap, SCOPE_DIFF, &rows[1]), 0);
    keymap_free(&keymap);
}

static void learners_keys_come_first(void **state)
{
    (void)state;
    Keymap keymap;
    Error error = {0};
    keymap_init(&keymap, &set);
    assert_true(keymap_read(&keymap, &set,
                            VIEW("# mine\nCtrl-R  run\n\ndiff:r eat  pear tree \nF5 none\n"),
                            "keys", &error));
    assert_string_equal(bound(&keymap, SCOPE_EDITOR, "Ctrl-R"), "run");
    assert_string_equal(bound(&keymap, SCOPE_EDITOR, "F5"), "none");
    const Binding *eat = keymap_find(&keymap, SCOPE_DIFF, key("r"));
    assert_string_equal(eat->argument, "pear tree");
    StrBuf keys = {0};
    keymap_add_keys(&keymap, &rows[0], &keys);
    assert_string_equal(strbuf_text(&keys), "r, Ctrl-R");
    strbuf_free(&keys);
    keymap_free(&keymap);
}

static void wrong_lines_are_told_and_left_out(void **state)
{
    (void)state;
    Keymap keymap;
    Error error = {0};
    keymap_init(&keymap, &set);
    assert_false(
        keymap_read(&keymap, &set, VIEW("F2 run\nHyper-X run\nF3 rnu\nF4 run"), "keys", &error));
    assert_int_equal(error.line, 2);
    assert_string_equal(bound(&keymap, SCOPE_EDITOR, "F2"), "run");
    assert_string_equal(bound(&keymap, SCOPE_EDITOR, "F3"), "none");
    assert_string_equal(bound(&keymap, SCOPE_EDITOR, "F4"), "run");
    keymap_free(&keymap);
}

static bool run(const char *line, Error *error)
{
    CommandCall call = {0};
    bool good = command_run_line(&set, view_of(line), &call);
    *error = call.error;
    return good;
}

static void lines_run_commands(void **state)
{
    (void)state;
    Error error;
    ran = 0;
    assert_true(run("  eat   a ripe pear ", &error));
    assert_string_equal(given, "a ripe pear");
    assert_true(run("look", &error));
    assert_true(run("", &error));
    assert_int_equal(ran, 2);
    assert_false(run("eat", &error));
    assert_non_null(strstr(error.text, "FRUIT"));
    assert_false(run("run now", &error));
    assert_false(run("rn", &error));
    assert_non_null(strstr(error.text, "near it: run"));
    assert_int_equal(ran, 2);
}

static void complete(const char *line, const char *expected)
{
    StrBuf out = {0};
    CommandCall call = {0};
    command_complete(&set, view_of(line), &call, &out);
    assert_string_equal(strbuf_text(&out), expected);
    strbuf_free(&out);
}

static void names_and_arguments_complete(void **state)
{
    (void)state;
    complete("r", "run\nrest\n");
    complete("eat ap", "eat apple\neat apricot\n");
    complete("run x", "");
    complete("zzz", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_are_written_and_read),
        cmocka_unit_test(scopes_inherit),
        cmocka_unit_test(learners_keys_come_first),
        cmocka_unit_test(wrong_lines_are_told_and_left_out),
        cmocka_unit_test(lines_run_commands),
        cmocka_unit_test(names_and_arguments_complete),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
