/* Folders for a while: removed with all in them, and those of dead processes by others. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/temporary.h"

static char root[] = "/tmp/culab-test-XXXXXX";

static int make_root(void **state)
{
    (void)state;
    return mkdtemp(root) && setenv("TMPDIR", root, 1) == 0 ? 0 : -1;
}

static int remove_root(void **state)
{
    (void)state;
    temporary_remove(root);
    return access(root, F_OK) == 0;
}

static void what_is_in_it_goes_with_it(void **state)
{
    (void)state;
    char path[256];
    char *folder = temporary_make("it-", NULL);
    assert_non_null(folder);
    snprintf(path, sizeof path, "%s/below", folder);
    assert_int_equal(mkdir(path, 0700), 0);
    snprintf(path, sizeof path, "%s/below/link", folder);
    assert_int_equal(symlink("/tmp", path), 0);
    temporary_remove(folder);
    assert_int_not_equal(access(folder, F_OK), 0);
    assert_int_equal(access("/tmp", F_OK), 0);
    free(folder);
}

static void only_those_of_the_dead_are_swept(void **state)
{
    (void)state;
    char dead[256];
    pid_t pid = fork();
    if (pid == 0)
        _exit(0);
    assert_true(pid > 0);
    char *own = temporary_make("it-", NULL);
    snprintf(dead, sizeof dead, "%s/it-%d-abcdef", root, (int)pid);
    assert_int_equal(mkdir(dead, 0700), 0);
    siginfo_t info;
    assert_int_equal(waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT), 0);
    temporary_sweep("other-");
    assert_int_equal(access(dead, F_OK), 0);
    temporary_sweep("it-"); /* it has not been waited for */
    assert_int_not_equal(access(dead, F_OK), 0);
    assert_int_equal(access(own, F_OK), 0);
    waitpid(pid, NULL, 0);
    temporary_remove(own);
    free(own);
}

static void no_folder_to_be_had_is_told(void **state)
{
    (void)state;
    Error error = {0};
    setenv("TMPDIR", "/nowhere/at/all", 1);
    assert_null(temporary_make("it-", &error));
    assert_true(error.text[0] != '\0');
    setenv("TMPDIR", root, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_in_it_goes_with_it),
        cmocka_unit_test(only_those_of_the_dead_are_swept),
        cmocka_unit_test(no_folder_to_be_had_is_told),
    };
    return cmocka_run_group_tests(tests, make_root, remove_root);
}
