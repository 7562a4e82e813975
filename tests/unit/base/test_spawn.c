/* Starting programs: a failed start is told by name; limits, groups and descriptors hold. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fd.h"
#include "base/spawn.h"

static void run(const char *script, SpawnRequest request, StrBuf *output, int *status)
{
    int ends[2];
    pid_t pid;
    const char *arguments[] = {"sh", "-c", script, NULL};
    assert_int_equal(pipe(ends), 0);
    request.arguments = arguments;
    request.input = request.errors = -1;
    request.output = ends[1];
    assert_true(spawn_start(&request, &pid, NULL));
    close(ends[1]);
    assert_true(fd_read_all(ends[0], output, 100000));
    close(ends[0]);
    spawn_wait(pid, status);
}

static void a_program_that_is_not_there_is_named(void **state)
{
    (void)state;
    const char *arguments[] = {"/nowhere/compiler", NULL};
    SpawnRequest request = {.arguments = arguments, .input = -1, .output = -1, .errors = -1};
    Error error = {0};
    pid_t pid;
    assert_false(spawn_start(&request, &pid, &error));
    assert_non_null(strstr(error.text, "/nowhere/compiler"));
    assert_non_null(strstr(error.text, "No such file"));
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* no child stays */
}

static void output_and_status_come_back(void **state)
{
    (void)state;
    StrBuf output = {0};
    int status;
    run("echo $GREETING; pwd; exit 7",
        (SpawnRequest){.environment = (const char *[]){"GREETING=hello", NULL}, .folder = "/"},
        &output, &status);
    assert_string_equal(strbuf_text(&output), "hello\n/\n");
    assert_int_equal(WEXITSTATUS(status), 7);
    strbuf_free(&output);
}

static void no_other_descriptor_is_inherited(void **state)
{
    (void)state;
    int ends[2], status;
    StrBuf output = {0};
    assert_int_equal(pipe(ends), 0);
    run("ls /proc/self/fd | wc -l", (SpawnRequest){0}, &output, &status);
    /* 0, 1, 2 and the one that ls reads the folder with */
    assert_string_equal(strbuf_text(&output), "4\n");
    close(ends[0]);
    close(ends[1]);
    strbuf_free(&output);
}

static void memory_is_limited(void **state)
{
    (void)state;
    StrBuf output = {0};
    int status;
    run("ulimit -v", (SpawnRequest){.memory_bytes = (size_t)512 << 20}, &output, &status);
    assert_string_equal(strbuf_text(&output), "524288\n");
    strbuf_free(&output);
}

static void ends_are_described(void **state)
{
    (void)state;
    StrBuf text = {0};
    spawn_describe(SIGSEGV, &text);
    assert_non_null(strstr(strbuf_text(&text), "SIGSEGV"));
    strbuf_clear(&text);
    spawn_describe(3 << 8, &text);
    assert_string_equal(strbuf_text(&text), "exited with status 3");
    strbuf_free(&text);
}

static void ends_are_waited_for(void **state)
{
    (void)state;
    const char *const quick[] = {"true", NULL}, *const endless[] = {"sleep", "1000", NULL};
    SpawnRequest request = {.arguments = quick, .input = -1, .output = -1, .errors = -1};
    pid_t pid;
    assert_true(spawn_start(&request, &pid, NULL));
    assert_true(spawn_ends_within(pid, 10000));
    assert_true(spawn_wait(pid, NULL));
    request.arguments = endless;
    assert_true(spawn_start(&request, &pid, NULL));
    assert_false(spawn_ends_within(pid, 1));
    kill(pid, SIGKILL);
    assert_true(spawn_ends_within(pid, 10000));
    assert_false(spawn_wait(pid, NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_program_that_is_not_there_is_named),
        cmocka_unit_test(output_and_status_come_back),
        cmocka_unit_test(no_other_descriptor_is_inherited),
        cmocka_unit_test(memory_is_limited),
        cmocka_unit_test(ends_are_described),
        cmocka_unit_test(ends_are_waited_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
