/* Saving a file: whatever system call fails or is the last one, old or new content stands there.
 *
 * The calls that file_save() makes are defined here again, so that the nth of them can fail or
 * end the process. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"

static int calls;      /* since armed */
static int fatal_call; /* that one fails or kills; 0: none */
static int failure;    /* errno, or 0: the process ends */

static bool struck(void)
{
    if (fatal_call == 0 || ++calls != fatal_call)
        return false;
    if (failure == 0)
        _exit(9);
    errno = failure;
    return true;
}

ssize_t write(int fd, const void *data, size_t size)
{
    return struck() ? -1 : (ssize_t)syscall(SYS_write, fd, data, size);
}

int fsync(int fd)
{
    return struck() ? -1 : (int)syscall(SYS_fsync, fd);
}

int fchmod(int fd, mode_t mode)
{
    return struck() ? -1 : (int)syscall(SYS_fchmod, fd, mode);
}

int rename(const char *from, const char *to)
{
    return struck() ? -1 : (int)syscall(SYS_renameat, AT_FDCWD, from, AT_FDCWD, to);
}

int close(int fd)
{
    if (struck()) {
        syscall(SYS_close, fd);
        return -1;
    }
    return (int)syscall(SYS_close, fd);
}

static char folder[64], path[96];

static int set_up(void **state)
{
    (void)state;
    fatal_call = 0;
    snprintf(folder, sizeof folder, "/tmp/culab-test-XXXXXX");
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/kernel.cu", folder);
    assert_true(file_save(path, VIEW("old"), NULL));
    return 0;
}

static int entries(void)
{
    int count = 0;
    DIR *listing = opendir(folder);
    for (struct dirent *entry; (entry = readdir(listing));)
        count += entry->d_name[0] != '.';
    closedir(listing);
    return count;
}

static int tear_down(void **state)
{
    (void)state;
    char command[192];
    fatal_call = 0;
    snprintf(command, sizeof command, "chmod -R u+w %s; rm -rf %s", folder, folder);
    return system(command);
}

static void assert_content(const char *expected, const char *or_else)
{
    StrBuf content = {0};
    assert_true(file_read(path, 1000, &content, NULL));
    if (strcmp(strbuf_text(&content), expected) != 0)
        assert_string_equal(strbuf_text(&content), or_else);
    strbuf_free(&content);
}

static void any_failing_call_leaves_old_or_new(void **state)
{
    (void)state;
    int failed = 0;
    for (int call = 1; call < 12; call++) {
        Error error = {0};
        calls = 0;
        failure = call % 2 ? ENOSPC : EIO;
        fatal_call = call;
        bool saved = file_save(path, VIEW("new"), &error);
        fatal_call = 0;
        if (!saved) {
            failed++;
            assert_content("old", "old");
            assert_non_null(strstr(error.text, strerror(failure)));
            assert_int_equal(error_exit_status(&error), 3);
        }
        assert_int_equal(entries(), 1); /* no temporary file stays */
        assert_true(file_save(path, VIEW("old"), NULL));
    }
    assert_true(failed >= 4);
}

static void death_at_any_call_leaves_old_or_new(void **state)
{
    (void)state;
    int died = 0;
    for (int call = 1; call < 12; call++) {
        pid_t child = fork();
        if (child == 0) {
            calls = 0;
            failure = 0;
            fatal_call = call;
            _exit(file_save(path, VIEW("new"), NULL) ? 0 : 1);
        }
        int status;
        waitpid(child, &status, 0);
        died += WEXITSTATUS(status) == 9;
        assert_content("old", "new");
        assert_true(file_save(path, VIEW("old"), NULL));
    }
    assert_true(died >= 4);
}

static void links_stay_links(void **state)
{
    (void)state;
    char link_path[128];
    struct stat status;
    snprintf(link_path, sizeof link_path, "%s/link.cu", folder);
    assert_int_equal(symlink(path, link_path), 0);
    assert_true(file_save(link_path, VIEW("new"), NULL));
    assert_int_equal(lstat(link_path, &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    assert_content("new", "new");
}

static void modes_are_kept(void **state)
{
    (void)state;
    struct stat status;
    assert_int_equal(chmod(path, 0600), 0);
    assert_true(file_save(path, VIEW("new"), NULL));
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 07777, 0600);
}

static void pipes_and_folders_are_refused(void **state)
{
    (void)state;
    char pipe_path[128];
    StrBuf content = {0};
    Error error = {0};
    snprintf(pipe_path, sizeof pipe_path, "%s/pipe", folder);
    assert_int_equal(mkfifo(pipe_path, 0600), 0);
    assert_false(file_read(pipe_path, 1000, &content, &error));
    assert_int_equal(error.kind, ERROR_CONTENT);
    assert_false(file_save(pipe_path, VIEW("x"), NULL));
    assert_false(file_read(folder, 1000, &content, NULL));
    strbuf_free(&content);
}

static void too_large_is_told(void **state)
{
    (void)state;
    StrBuf content = {0};
    Error error = {0};
    assert_false(file_read(path, 2, &content, &error));
    assert_non_null(strstr(error.text, "2 bytes"));
    strbuf_free(&content);
}

#define ROW(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        ROW(any_failing_call_leaves_old_or_new),
        ROW(death_at_any_call_leaves_old_or_new),
        ROW(links_stay_links),
        ROW(modes_are_kept),
        ROW(pipes_and_folders_are_refused),
        ROW(too_large_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
