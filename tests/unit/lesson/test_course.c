/* Loading a course: a good lesson, and each mistake told with its line. */
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
#include "lesson/lesson.h"

static const char good[] = "title: First\n"
                           "part: A. One\n"
                           "objective: To learn.\n"
                           "exercises:\n"
                           "  - id: 01-add\n"
                           "    title: Add\n"
                           "    kind: fix\n"
                           "    task: Mend it.\n"
                           "    kernel: add\n"
                           "    grid: ceil_div(n, 32)\n"
                           "    block: \"32\"\n"
                           "    arguments:\n"
                           "      - {name: a, type: f32, role: in, shape: n, fill: random 7 0 4}\n"
                           "      - {name: b, type: f32, role: out, shape: \"n, 2\"}\n"
                           "      - {name: n, type: i32, value: n}\n"
                           "    cases:\n"
                           "      - {name: one, set: \"n = 1, m = -2\"}\n"
                           "      - {name: two, set: n = 64, hidden: yes}\n"
                           "    reference: add\n"
                           "    tolerance: relative 1e-6\n"
                           "    hints: [first, second]\n"
                           "    mistakes:\n"
                           "      - name: bad\n"
                           "        reason: out-of-bounds\n"
                           "        has: [i <= n]\n"
                           "        explanation: It is bad.\n";

static void put(const char *root, const char *name, const char *content)
{
    StrBuf path = {0};
    Error error = {0};
    file_join(&path, root, name);
    char *slash = strrchr(path.data, '/');
    *slash = '\0';
    assert_true(file_make_folders(path.data, &error));
    *slash = '/';
    FILE *file = fopen(path.data, "w");
    assert_non_null(file);
    fputs(content, file);
    fclose(file);
    strbuf_free(&path);
}

static const char kernel[] = "__global__ void add(const float *a, float *b, int n) {}\n";

static void put_lesson(const char *root, const char *yaml)
{
    put(root, "lessons/01-first/lesson.md", "# First\n");
    put(root, "lessons/01-first/lesson.yml", yaml);
    put(root, "lessons/01-first/reference.c", "void add(const float *a, float *b, int n) {}\n");
    put(root, "kernels/01-add/starter.cu", kernel);
    put(root, "kernels/01-add/solution.cu", kernel);
    put(root, "kernels/01-add/mistake-bad.cu", kernel);
}

static int make_root(void **state)
{
    char *root = strdup("/tmp/culab-course-XXXXXX");
    *state = mkdtemp(root);
    return *state ? 0 : 1;
}

static int remove_root(void **state)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", (char *)*state);
    int status = system(command);
    free(*state);
    return status;
}

/* The good lesson with one piece replaced. */
static char *changed(const char *from, const char *to)
{
    StrBuf text = {0};
    const char *at = strstr(good, from);
    assert_non_null(at);
    strbuf_add(&text, (View){good, (size_t)(at - good)});
    strbuf_add_text(&text, to);
    strbuf_add_text(&text, at + strlen(from));
    return strbuf_take(&text);
}

static void expect_error(const char *root, int line, const char *what)
{
    Error error = {0};
    Course *course = course_load(root, &error);
    assert_non_null(course);
    assert_int_equal(course->lesson_count, 1);
    const Error *found = &course->lessons[0].error;
    if (found->kind != ERROR_CONTENT || found->line != line || !strstr(found->text, what))
        fail_msg("expected line %d and \"%s\", got line %d: %s", line, what, found->line,
                 found->text);
    assert_true(line == 0 || strstr(found->file, "lessons/01-first/lesson.yml"));
    course_free(course);
}

static void told(void **state, const char *from, const char *to, int line, const char *what)
{
    char *text = changed(from, to);
    put_lesson(*state, text);
    expect_error(*state, line, what);
    free(text);
}

static void loads(void **state)
{
    Error error = {0};
    put_lesson(*state, good);
    Course *course = course_load(*state, &error);
    assert_non_null(course);
    const Lesson *lesson = &course->lessons[0];
    assert_string_equal(lesson->error.text, "");
    assert_string_equal(lesson->title, "First");
    assert_string_equal(lesson->text, "# First\n");
    assert_int_equal(lesson->exercise_count, 1);
    const Exercise *exercise = &lesson->exercises[0];
    assert_ptr_equal(exercise->lesson, lesson);
    assert_int_equal(exercise->kind, EXERCISE_FIX);
    assert_string_equal(exercise->grid[0], "ceil_div(n, 32)");
    assert_null(exercise->grid[1]);
    const ArgumentSpec *a = &exercise->arguments[0], *b = &exercise->arguments[1];
    assert_int_equal(a->generator.kind, GENERATE_RANDOM);
    assert_int_equal(a->generator.seed, 7);
    assert_true(a->generator.from == 0 && a->generator.to == 4);
    assert_string_equal(b->shape[1], "2");
    assert_int_equal(b->role, ROLE_OUT);
    assert_false(exercise->arguments[2].is_buffer);
    assert_int_equal(exercise->cases[0].variables[1].value, -2);
    assert_true(exercise->cases[1].hidden);
    assert_int_equal(exercise->tolerance.kind, TOLERANCE_RELATIVE);
    assert_true(exercise->tolerance.limit == 1e-6);
    assert_int_equal(exercise->hint_count, 2);
    assert_string_equal(exercise->mistakes[0].has[0], "i <= n");
    course_free(course);
}

static void tells_the_line(void **state)
{
    told(state, "kind: fix", "kind: fxi", 7, "predict, fix, write");
    told(state, "    title: Add", "    titel: Add", 6, "unknown key \"titel\"; expected keys are");
    told(state, "    kernel: add\n", "", 5, "the key \"kernel\" is missing");
    told(state, "    cases:\n", "    cases: 3\n", 16, "");
    told(state, "n = 64", "m = 64", 10, "no variable n");
    told(state, "grid: ceil_div(n, 32)", "grid: ceil_div(k, 32)", 10, "no variable k");
    told(state, "grid: ceil_div(n, 32)", "grid: n / 2", 10, "less than 1");
    told(state, "reference: add", "reference: sub", 19, "no function sub");
    told(state, "    reference: add\n", "", 5, "names no reference");
    told(state, "relative 1e-6", "nearly", 20, "exact, absolute X");
    told(state, "fill: random 7 0 4", "fill: randm 7", 13, "random SEED [FROM TO]");
    told(state, "fill: random 7 0 4", "fill: random x", 13, "expected random SEED");
    told(state, ", fill: random 7 0 4", "", 13, "needs a fill");
    told(state, "type: f32, role: in", "type: f33, role: in", 13, "f16, f32, f64");
    told(state, "value: n}", "role: in}", 15, "either a value (a scalar) or a shape");
    told(state, "n = 1, m = -2", "n 1", 17, "is not a list such as");
    told(state, "    tolerance: relative 1e-6\n", "    print:\n      lines: [\"{m}\"]\n", 21,
         "no variable m");
    told(state, "n = 64, hidden: yes}\n", "\"n = 64, tx = 1\"}\n    print: {lines: [a]}\n", 18,
         "has the name of one that print lines have");
    told(state, "name: bad", "name: worse", 22, "mistake-bad.cu is not among");
    told(state, "id: 01-add", "id: 02-add", 5, "does not begin with the lesson's number");
    told(state, "objective: To learn.\n", "objective: To learn.\nneeds: [77-none]\n", 0,
         "needs a lesson 77-none");
    told(state, "    kernel: add", "\tkernel: add", 8, "no YAML from here on");
    told(state, "title: First\n", "title:\n", 1, "not empty");
    told(state, "shape: \"n, 2\"", "shape: n, m", 14, "a text with a comma must stand in quotes");
    put_lesson(*state, "");
    expect_error(*state, 1, "empty");
    put_lesson(*state, "title: \xff\n");
    expect_error(*state, 0, "not UTF-8");
}

/* Metrics, reasons and rules that there are not, with those that are near. */
static void names_of_others(void **state)
{
    static const char gate[] = "    gates:\n"
                               "      - {metric: %s, label: it, limit: 0}\n"
                               "    hints: [first, second]\n";
    static const char conflicts[] = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum";
    char text[256];
    snprintf(text, sizeof text, gate, conflicts);
    char *fine = changed("    hints: [first, second]\n", text);
    put_lesson(*state, fine);
    free(fine);
    Error error = {0};
    Course *course = course_load(*state, &error);
    assert_string_equal(course->lessons[0].error.text, "");
    course_free(course);
    snprintf(text, sizeof text, gate, "l1tex__data_bank_conflict_pipe_lsu_mem_shared_op_ld.sum");
    told(state, "    hints: [first, second]\n", text, 22, conflicts);
    snprintf(text, sizeof text, gate, "conflicts");
    told(state, "    hints: [first, second]\n", text, 22, "all of them: docs/metrics.md");
    told(state, "reason: out-of-bounds", "reason: shard-race", 24, "near it: shared-race");
    told(state, "reason: out-of-bounds", "reason: gates", 24, "near it: gate");
    told(state, "    kind: fix\n", "    kind: fix\n    fails: [leek]\n", 8, "near it: leak");
}

static void tells_missing_files(void **state)
{
    char path[128];
    put_lesson(*state, good);
    snprintf(path, sizeof path, "%s/kernels/01-add/solution.cu", (char *)*state);
    assert_int_equal(unlink(path), 0);
    expect_error(*state, 5, "solution.cu");
    put_lesson(*state, good);
    snprintf(path, sizeof path, "%s/kernels/01-add/mistake-bad.cu", (char *)*state);
    assert_int_equal(unlink(path), 0);
    expect_error(*state, 23, "mistake-bad.cu");
    put_lesson(*state, good);
    snprintf(path, sizeof path, "%s/lessons/01-first/lesson.md", (char *)*state);
    assert_int_equal(unlink(path), 0);
    Error error = {0};
    Course *course = course_load(*state, &error);
    assert_int_equal(course->lessons[0].error.kind, ERROR_SYSTEM);
    course_free(course);
}

static void kernels_are_looked_for(void **state)
{
    Error error = {0};
    put_lesson(*state, good);
    put(*state, "kernels/01-add/mistake-bad.cu", "__global__ void radd(int n) { int add; }\n");
    Course *course = course_load(*state, &error);
    assert_int_equal(course->lessons[0].error.kind, ERROR_NONE);
    assert_null(course_find(course, "01-add", &error));
    assert_non_null(strstr(error.text, "no kernel add("));
    assert_non_null(strstr(error.file, "mistake-bad.cu"));
    course_free(course);
}

static void others_still_load(void **state)
{
    Error error = {0};
    put_lesson(*state, good);
    put(*state, "lessons/02-broken/lesson.md", "text");
    put(*state, "lessons/02-broken/lesson.yml", "title: half-writ");
    put(*state, "lessons/notes/readme", "");
    Course *course = course_load(*state, &error);
    assert_int_equal(course->lesson_count, 3);
    int loaded = 0;
    for (size_t i = 0; i < course->lesson_count; i++)
        loaded += course->lessons[i].error.kind == ERROR_NONE;
    assert_int_equal(loaded, 1);
    assert_null(course_find(course, "02-anything", &error));
    assert_non_null(strstr(error.text, "missing"));
    course_free(course);
}

/* However a lesson was cut off, it is told, and nothing is read past its end. */
static void half_written(void **state)
{
    for (size_t size = 0; size < sizeof good - 1; size++) {
        Error error = {0};
        char *text = strndup(good, size);
        put_lesson(*state, text);
        Course *course = course_load(*state, &error);
        assert_non_null(course);
        assert_int_equal(course->lesson_count, 1);
        const Lesson *lesson = &course->lessons[0];
        assert_true(lesson->error.kind == ERROR_CONTENT || lesson->exercise_count == 1);
        assert_true(lesson->error.kind == ERROR_NONE || lesson->error.line > 0);
        course_free(course);
        free(text);
    }
}

static void finds(void **state)
{
    Error error = {0};
    put_lesson(*state, good);
    Course *course = course_load(*state, &error);
    const Exercise *exercise = &course->lessons[0].exercises[0];
    assert_ptr_equal(course_find(course, "01-add", &error), exercise);
    assert_ptr_equal(course_find(course, "1", &error), exercise);
    assert_ptr_equal(course_find(course, "01", &error), exercise);
    assert_ptr_equal(course_find(course, "1/1", &error), exercise);
    assert_ptr_equal(course_find(course, "01-first", &error), exercise);
    assert_null(course_find(course, "1/2", &error));
    assert_non_null(strstr(error.text, "exercises 1 to 1"));
    error_clear(&error);
    assert_null(course_find(course, "01-ad", &error));
    assert_int_equal(error.kind, ERROR_MISUSE);
    assert_non_null(strstr(error.text, "did you mean: 01-add"));
    error_clear(&error);
    assert_null(course_find(course, "", &error));
    assert_null(course_find(course, "something else", NULL));
    course_free(course);
}

static void no_lessons_at_all(void **state)
{
    Error error = {0};
    assert_null(course_load(*state, &error));
    assert_int_equal(error.kind, ERROR_SYSTEM);
}

int main(void)
{
#define IN_ROOT(test) cmocka_unit_test_setup_teardown(test, make_root, remove_root)
    const struct CMUnitTest tests[] = {
        IN_ROOT(loads),
        IN_ROOT(tells_the_line),
        IN_ROOT(names_of_others),
        IN_ROOT(tells_missing_files),
        IN_ROOT(kernels_are_looked_for),
        IN_ROOT(others_still_load),
        IN_ROOT(half_written),
        IN_ROOT(finds),
        IN_ROOT(no_lessons_at_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
