/* The reference runner: right results, and lessons whose reference is at fault. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "check/check.h"

typedef struct Fixture {
    char folder[64];
    Lesson lesson;
    Exercise exercise;
    ArgumentSpec arguments[4];
    CaseSpec spec;
    CaseVariable variable;
} Fixture;

static void put_reference(Fixture *fixture, const char *source)
{
    char path[128];
    snprintf(path, sizeof path, "%s/reference.c", fixture->folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(source, file);
    fclose(file);
}

/* void f(const float *in, int32_t *out, int32_t *both, int n) */
static int make(void **state)
{
    Fixture *fixture = calloc(1, sizeof *fixture);
    strcpy(fixture->folder, "/tmp/culab-reference-XXXXXX");
    *state = fixture;
    if (!mkdtemp(fixture->folder))
        return 1;
    setenv("XDG_CACHE_HOME", fixture->folder, 1);
    fixture->lesson = (Lesson){.id = "01-test", .folder = fixture->folder};
    fixture->variable = (CaseVariable){"n", 100};
    fixture->spec = (CaseSpec){.name = "one", .variables = &fixture->variable, .variable_count = 1};
    Generator ramp = {.kind = GENERATE_RAMP, .to = 1};
    fixture->arguments[0] = (ArgumentSpec){
        .name = "in", .is_buffer = true, .type = ELEMENT_F32, .shape = {"n"}, .generator = ramp};
    fixture->arguments[1] = (ArgumentSpec){.name = "out",
                                           .is_buffer = true,
                                           .type = ELEMENT_I32,
                                           .role = ROLE_OUT,
                                           .shape = {"n", "2"}};
    fixture->arguments[2] = (ArgumentSpec){.name = "both",
                                           .is_buffer = true,
                                           .type = ELEMENT_I32,
                                           .role = ROLE_INOUT,
                                           .shape = {"n"},
                                           .generator = ramp};
    fixture->arguments[3] = (ArgumentSpec){.name = "n", .type = ELEMENT_I32, .value = "n"};
    fixture->exercise = (Exercise){.id = "01-a",
                                   .kernel = "f",
                                   .grid = {"ceil_div(n, 32)"},
                                   .block = {"32", "2"},
                                   .arguments = fixture->arguments,
                                   .argument_count = 4,
                                   .cases = &fixture->spec,
                                   .case_count = 1,
                                   .reference = "f",
                                   .lesson = &fixture->lesson};
    return 0;
}

static int unmake(void **state)
{
    Fixture *fixture = *state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", fixture->folder);
    free(fixture);
    unsetenv("CC");
    return system(command);
}

static bool run(Fixture *fixture, Reference *reference, Error *error)
{
    PreparedCase prepared;
    if (!case_prepare(&fixture->exercise, 0, &prepared, error))
        fail_msg("%s", error->text);
    assert_int_equal(prepared.grid.x, 4);
    assert_int_equal(prepared.block.y, 2);
    assert_int_equal(prepared.arguments[1].count, 200);
    bool ran = reference_run(&fixture->exercise, &prepared, reference, error);
    prepared_case_free(&prepared);
    return ran;
}

static void expect_error(Fixture *fixture, ErrorKind kind, const char *what)
{
    Reference reference;
    Error error = {0};
    assert_false(run(fixture, &reference, &error));
    if (error.kind != kind || !strstr(error.text, what))
        fail_msg("\"%s\" does not hold \"%s\"", error.text, what);
}

#define SIGNATURE "void f(const float *in, int *out, int *both, int n)\n"
static const char right[] = SIGNATURE "{ for (int i = 0; i < n; i++) { out[i] = (int)in[i] * 2;"
                                      " out[i + n] = 7; both[i] += 1; } }\n";

static void computes(void **state)
{
    Fixture *fixture = *state;
    Reference reference;
    Error error = {0};
    put_reference(fixture, right);
    if (!run(fixture, &reference, &error))
        fail_msg("%s", error.text);
    assert_int_equal(reference.count, 4);
    assert_null(reference.expected[0]);
    assert_null(reference.expected[3]);
    const int32_t *out = (const int32_t *)reference.expected[1];
    const int32_t *both = (const int32_t *)reference.expected[2];
    assert_int_equal(out[99], 198);
    assert_int_equal(out[199], 7);
    assert_int_equal(both[99], 100);
    reference_free(&reference);
}

static void cached_by_content(void **state)
{
    Fixture *fixture = *state;
    Reference reference;
    Error error = {0};
    put_reference(fixture, right);
    assert_true(run(fixture, &reference, &error));
    reference_free(&reference);
    put_reference(fixture, SIGNATURE "{ for (int i = 0; i < n; i++) out[i] = both[i] = in[i]; }\n");
    assert_true(run(fixture, &reference, &error));
    assert_int_equal(((const int32_t *)reference.expected[1])[99], 99);
    reference_free(&reference);
    /* The compiler is needed no more for what is in the cache, but for what isn't. */
    char path[128];
    snprintf(path, sizeof path, "%s/cc", fixture->folder);
    assert_int_equal(symlink("/usr/bin/cc", path), 0);
    setenv("CC", path, 1);
    assert_true(run(fixture, &reference, &error));
    reference_free(&reference);
    unlink(path);
    assert_true(run(fixture, &reference, &error));
    reference_free(&reference);
    put_reference(fixture, right);
    expect_error(fixture, ERROR_MACHINE, "need a C compiler");
}

/* A cache that cannot be made, as of a user without a home: a folder of the user's own for
 * temporary files does, but nobody else's. */
static void does_without_a_home(void **state)
{
    Fixture *fixture = *state;
    Reference reference;
    Error error = {0};
    char file[128], own[160];
    put_reference(fixture, right);
    snprintf(file, sizeof file, "%s/reference.c", fixture->folder);
    setenv("XDG_CACHE_HOME", file, 1); /* no folder */
    setenv("TMPDIR", fixture->folder, 1);
    assert_true(run(fixture, &reference, &error));
    assert_int_equal(((const int32_t *)reference.expected[1])[199], 7);
    reference_free(&reference);
    snprintf(own, sizeof own, "%s/culab-references-%u", fixture->folder, (unsigned)geteuid());
    assert_int_equal(access(own, X_OK), 0);
    assert_int_equal(chmod(own, 0777), 0);
    expect_error(fixture, ERROR_SYSTEM, "not this user's own folder");
    unsetenv("TMPDIR");
}

static void blames_the_lesson(void **state)
{
    Fixture *fixture = *state;
    put_reference(fixture, "void f(int n) {}\n");
    expect_error(fixture, ERROR_CONTENT, "does not compile");
    put_reference(fixture, SIGNATURE "{ out[0] = *(volatile int *)16; }\n");
    expect_error(fixture, ERROR_CONTENT, "killed by SIGSEGV");
    put_reference(fixture, "#include <stdlib.h>\n#include <stdio.h>\n" SIGNATURE
                           "{ fputs(\"no \\033[31mgood\\n\", stderr); exit(3); }\n");
    expect_error(fixture, ERROR_CONTENT, "exited with status 3 no \xe2\x90\x9b[31mgood");
    put_reference(fixture,
                  "#include <stdlib.h>\n#include <string.h>\n" SIGNATURE
                  "{ volatile char *p = malloc((size_t)64 << 30); p[0] = 1; *out = p[0]; }\n");
    expect_error(fixture, ERROR_CONTENT, "killed by");
    char path[128];
    snprintf(path, sizeof path, "%s/reference.c", fixture->folder);
    unlink(path);
    expect_error(fixture, ERROR_SYSTEM, "reference.c");
}

static void needs_none(void **state)
{
    Fixture *fixture = *state;
    Reference reference;
    Error error = {0};
    fixture->exercise.reference = NULL;
    assert_true(run(fixture, &reference, &error));
    assert_int_equal(reference.count, 0);
    reference_free(&reference);
}

static void prepares_all_or_nothing(void **state)
{
    Fixture *fixture = *state;
    PreparedCase prepared;
    Error error = {0};
    fixture->arguments[1].shape[0] = "n * 9000000000";
    assert_false(case_prepare(&fixture->exercise, 0, &prepared, &error));
    assert_non_null(strstr(error.text, "larger than"));
    error_clear(&error);
    fixture->arguments[1].shape[0] = "n";
    fixture->exercise.grid[0] = "0";
    assert_false(case_prepare(&fixture->exercise, 0, &prepared, &error));
    assert_non_null(strstr(error.text, "outside 1 to"));
}

int main(void)
{
#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make, unmake)
    const struct CMUnitTest tests[] = {
        IN_FOLDER(computes),
        IN_FOLDER(cached_by_content),
        IN_FOLDER(does_without_a_home),
        IN_FOLDER(blames_the_lesson),
        IN_FOLDER(needs_none),
        IN_FOLDER(prepares_all_or_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
