/* The progress store: what it keeps, foreign and corrupt files, two instances. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "lesson/progress.h"

typedef struct Fixture {
    char folder[64], path[96];
} Fixture;

static int make(void **state)
{
    Fixture *fixture = calloc(1, sizeof *fixture);
    strcpy(fixture->folder, "/tmp/culab-progress-XXXXXX");
    *state = fixture;
    if (!mkdtemp(fixture->folder))
        return 1;
    snprintf(fixture->path, sizeof fixture->path, "%s/deep/progress.db", fixture->folder);
    return 0;
}

static int unmake(void **state)
{
    Fixture *fixture = *state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", fixture->folder);
    free(fixture);
    return system(command);
}

static Progress *open_it(void **state, bool expect_aside)
{
    Fixture *fixture = *state;
    Error error = {0};
    bool aside;
    Progress *progress = progress_open(fixture->path, &aside, &error);
    if (!progress)
        fail_msg("%s", error.text);
    assert_int_equal(aside, expect_aside);
    return progress;
}

static void keeps(void **state)
{
    Progress *progress = open_it(state, false);
    assert_int_equal(progress_state(progress, "a"), STATE_UNTOUCHED);
    assert_int_equal(progress_prediction(progress, "a"), -1);
    progress_attempt(progress, "a", false, "out-of-bounds");
    progress_attempt(progress, "a", true, NULL);
    progress_attempt(progress, "a", false, "deadlock");
    progress_hint(progress, "b", 2);
    progress_hint(progress, "b", 1);
    progress_predict(progress, "c", 3, true);
    progress_close(progress);
    progress = open_it(state, false);
    assert_int_equal(progress_state(progress, "a"), STATE_PASSED);
    assert_int_equal(progress_attempts(progress, "a"), 3);
    assert_int_equal(progress_state(progress, "b"), STATE_STARTED);
    assert_int_equal(progress_hints(progress, "b"), 2);
    assert_int_equal(progress_prediction(progress, "c"), 3);
    assert_int_equal(progress_prediction(progress, "a"), -1);
    assert_null(progress_trouble(progress));
    progress_close(progress);
}

static void two_instances(void **state)
{
    Progress *first = open_it(state, false), *second = open_it(state, false);
    for (int i = 0; i < 20; i++) {
        progress_attempt(first, "a", false, "x");
        progress_attempt(second, "a", false, "y");
    }
    assert_int_equal(progress_attempts(first, "a"), 40);
    assert_int_equal(progress_attempts(second, "a"), 40);
    progress_close(first);
    progress_close(second);
}

static void write_file(const char *path, const char *content, size_t size)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fwrite(content, 1, size, file);
    fclose(file);
}

/* The foreign content is found again under its new name. */
static void expect_aside(void **state, const char *content, size_t size)
{
    Fixture *fixture = *state;
    char aside[128];
    Progress *progress = open_it(state, true);
    progress_attempt(progress, "a", true, NULL);
    assert_int_equal(progress_state(progress, "a"), STATE_PASSED);
    progress_close(progress);
    snprintf(aside, sizeof aside, "%s.set-aside-1", fixture->path);
    StrBuf found = {0};
    Error error = {0};
    assert_true(file_read(aside, 1 << 20, &found, &error));
    assert_int_equal(found.size, size);
    assert_memory_equal(found.data, content, size);
    strbuf_free(&found);
}

static void foreign_is_set_aside(void **state)
{
    Fixture *fixture = *state;
    static const char text[] = "this is the diary of somebody else, and long enough to be read";
    progress_close(open_it(state, false));
    write_file(fixture->path, text, sizeof text);
    expect_aside(state, text, sizeof text);
}

static void corrupt_is_set_aside(void **state)
{
    Fixture *fixture = *state;
    Progress *progress = open_it(state, false);
    for (int i = 0; i < 200; i++)
        progress_attempt(progress, "a", false, "a reason that fills the pages of the store");
    progress_close(progress);
    StrBuf content = {0};
    Error error = {0};
    assert_true(file_read(fixture->path, 1 << 22, &content, &error));
    memset(content.data + 4096, 0x5a, content.size - 4096);
    write_file(fixture->path, content.data, content.size);
    expect_aside(state, content.data, content.size);
    strbuf_free(&content);
}

static void other_database_is_set_aside(void **state)
{
    Fixture *fixture = *state;
    progress_close(open_it(state, false));
    StrBuf content = {0};
    Error error = {0};
    assert_true(file_read(fixture->path, 1 << 22, &content, &error));
    content.data[68] ^= 1; /* application_id: offset 68 of SQLite's header */
    write_file(fixture->path, content.data, content.size);
    expect_aside(state, content.data, content.size);
    strbuf_free(&content);
}

static void newer_is_left_alone(void **state)
{
    Fixture *fixture = *state;
    progress_close(open_it(state, false));
    StrBuf content = {0};
    Error error = {0};
    bool aside;
    assert_true(file_read(fixture->path, 1 << 22, &content, &error));
    content.data[63] = 99; /* user_version: offset 60, big-endian */
    write_file(fixture->path, content.data, content.size);
    assert_null(progress_open(fixture->path, &aside, &error));
    assert_false(aside);
    assert_non_null(strstr(error.text, "newer"));
    strbuf_free(&content);
}

static void goes_on_without(void **state)
{
    (void)state;
    Error error = {0};
    bool aside;
    assert_null(progress_open("/proc/no/such/place", &aside, &error));
    assert_int_equal(error.kind, ERROR_SYSTEM);
    progress_attempt(NULL, "a", true, NULL);
    progress_hint(NULL, "a", 1);
    progress_predict(NULL, "a", 1, true);
    assert_int_equal(progress_state(NULL, "a"), STATE_UNTOUCHED);
    assert_int_equal(progress_prediction(NULL, "a"), -1);
    progress_close(NULL);
}

int main(void)
{
#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make, unmake)
    const struct CMUnitTest tests[] = {
        IN_FOLDER(keeps),
        IN_FOLDER(two_instances),
        IN_FOLDER(foreign_is_set_aside),
        IN_FOLDER(corrupt_is_set_aside),
        IN_FOLDER(other_database_is_set_aside),
        IN_FOLDER(newer_is_left_alone),
        IN_FOLDER(goes_on_without),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
