/* The prompt: what is typed comes from its keys alone, whatever waits in the terminal. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include <cmocka.h>

#include "term/prompt.h"

static void complete(void *context, View line, StrBuf *out)
{
    (void)context;
    (void)line;
    strbuf_add_text(out, "help\n");
}

static PromptState type(const char *text)
{
    PromptState state = PROMPT_OPEN;
    for (; *text && state == PROMPT_OPEN; text++)
        state = prompt_key((Key)(unsigned char)*text);
    return state;
}

static int open_prompt(void **state)
{
    (void)state;
    prompt_begin(NULL);
    prompt_open(view_of(""), complete, NULL);
    return 0;
}

static int close_prompt(void **state)
{
    (void)state;
    prompt_close();
    prompt_end();
    return 0;
}

static void keys_are_edited(void **state)
{
    (void)state;
    assert_int_equal(type("elp"), PROMPT_OPEN);
    assert_int_equal(prompt_key(KEYCODE_HOME), PROMPT_OPEN);
    assert_int_equal(type("h"), PROMPT_OPEN);
    assert_true(view_equal(prompt_line(), view_of("help")));
    assert_int_equal(prompt_cursor(), 1);
    assert_int_equal(prompt_key(KEYCODE_ENTER), PROMPT_DONE);
    assert_true(view_equal(prompt_line(), view_of("help")));
}

/* Somebody types faster than the keys are taken. */
static void waiting_input_is_left_alone(void **state)
{
    int ends[2], before = dup(STDIN_FILENO);
    (void)state;
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(dup2(ends[0], STDIN_FILENO), STDIN_FILENO);
    assert_int_equal(write(ends[1], "elp\r", 4), 4);
    assert_int_equal(type("h"), PROMPT_OPEN);
    assert_true(view_equal(prompt_line(), view_of("h")));
    assert_int_equal(type("elp"), PROMPT_OPEN);
    assert_int_equal(prompt_key(KEYCODE_ENTER), PROMPT_DONE);
    assert_true(view_equal(prompt_line(), view_of("help")));
    assert_int_equal(dup2(before, STDIN_FILENO), STDIN_FILENO);
    close(before);
    close(ends[0]);
    close(ends[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(keys_are_edited, open_prompt, close_prompt),
        cmocka_unit_test_setup_teardown(waiting_input_is_left_alone, open_prompt, close_prompt),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
