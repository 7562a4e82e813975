/* Loads the course: every folder of lessons/ is a lesson, with its own error if it has one. */
#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "lesson/build.h"
#include "lesson/yaml.h"

enum { FILE_LIMIT = 1 << 20 };

static bool read_text(const char *path, StrBuf *out, Error *error)
{
    if (!file_read(path, FILE_LIMIT, out, error))
        return false;
    return (utf8_valid(strbuf_view(out)) && !memchr(strbuf_text(out), '\0', out->size)) ||
           error_at(error, ERROR_CONTENT, path, 0, "the file is not UTF-8 text");
}

static bool build_exercises(const Builder *builder, const RawLesson *raw, Lesson *lesson)
{
    char prefix[16];
    snprintf(prefix, sizeof prefix, "%02d-", lesson->number);
    lesson->exercises =
        arena_alloc_array(builder->arena, raw->exercise_count, sizeof *lesson->exercises);
    for (unsigned i = 0; i < raw->exercise_count; i++) {
        Exercise *exercise = &lesson->exercises[i];
        exercise->lesson = lesson;
        if (strncmp(raw->exercises[i].id, prefix, strlen(prefix)) != 0)
            return builder_fail(builder, NULL, raw->exercises[i].id,
                                "the id %s does not begin with the lesson's number, %s",
                                raw->exercises[i].id, prefix);
        if (!exercise_build(builder, &raw->exercises[i], exercise) ||
            !exercise_check(builder, exercise))
            return false;
        for (unsigned j = 0; j < i; j++)
            if (strcmp(exercise->id, lesson->exercises[j].id) == 0)
                return builder_fail(builder, NULL, exercise->id, "the id %s is there twice",
                                    exercise->id);
        lesson->exercise_count++;
    }
    return true;
}

static bool build_lesson(const Builder *builder, Lesson *lesson)
{
    RawLesson *raw = yaml_load(builder->file, builder->text, &lesson_schema, builder->error);
    if (!raw)
        return false;
    lesson->title = builder_clone(builder, raw->title);
    lesson->part = builder_clone(builder, raw->part);
    lesson->objective = builder_clone(builder, raw->objective);
    lesson->needs = builder_clone_list(builder, &raw->needs);
    lesson->need_count = raw->needs.count;
    bool fine = build_exercises(builder, raw, lesson);
    yaml_free(&lesson_schema, raw);
    return fine;
}

/* The number that a folder's name "14-shared-memory" begins with; 0 when there is none. */
static int number_of(const char *id)
{
    char *end;
    long number = isdigit((unsigned char)id[0]) ? strtol(id, &end, 10) : 0;
    return number > 0 && number < 1000 && *end == '-' && end[1] ? (int)number : 0;
}

static void load_lesson(Course *course, Lesson *lesson)
{
    StrBuf path = {0}, yaml = {0}, text = {0}, references = {0};
    Error none = {0};
    lesson->title = lesson->id;
    lesson->part = lesson->objective = lesson->text = arena_clone(&course->arena, VIEW(""));
    if (lesson->number == 0)
        error_set(&lesson->error, ERROR_CONTENT,
                  "lessons/%s: a lesson's folder has a name such as 14-shared-memory", lesson->id);
    else if (read_text(file_join(&path, lesson->folder, "lesson.md"), &text, &lesson->error) &&
             read_text(file_join(&path, lesson->folder, "lesson.yml"), &yaml, &lesson->error)) {
        lesson->text = arena_clone(&course->arena, strbuf_view(&text));
        StrBuf reference_path = {0};
        read_text(file_join(&reference_path, lesson->folder, "reference.c"), &references, &none);
        strbuf_free(&reference_path);
        Builder builder = {&course->arena,           course->root,
                           strbuf_text(&path),       strbuf_view(&yaml),
                           strbuf_view(&references), &lesson->error};
        build_lesson(&builder, lesson);
    }
    strbuf_free(&path);
    strbuf_free(&yaml);
    strbuf_free(&text);
    strbuf_free(&references);
}

static int by_number(const void *a, const void *b)
{
    const Lesson *left = a, *right = b;
    return left->number != right->number
               ? (left->number > right->number) - (left->number < right->number)
               : strcmp(left->id, right->id);
}

static bool lesson_exists(const Course *course, const char *id)
{
    for (size_t i = 0; i < course->lesson_count; i++)
        if (strcmp(course->lessons[i].id, id) == 0)
            return true;
    return false;
}

/* A lesson may need one that is loaded after it, so that this is asked last. */
static void check_needs(const Course *course, Lesson *lesson)
{
    for (size_t i = 0; i < lesson->need_count; i++)
        if (!lesson_exists(course, lesson->needs[i]))
            error_set(&lesson->error, ERROR_CONTENT,
                      "%s/lesson.yml: needs a lesson %s, which is not there", lesson->folder,
                      lesson->needs[i]);
}

static void list_lessons(Course *course, DIR *folder)
{
    VEC(Lesson) lessons = {0};
    for (struct dirent *entry; (entry = readdir(folder));) {
        if (entry->d_name[0] == '.' || entry->d_type == DT_REG)
            continue;
        Lesson lesson = {
            .id = arena_clone(&course->arena, view_of(entry->d_name)),
            .number = number_of(entry->d_name),
            .folder = arena_format(&course->arena, "%s/lessons/%s", course->root, entry->d_name),
        };
        vec_push(&lessons, lesson);
    }
    course->lesson_count = lessons.size;
    course->lessons = arena_alloc_array(&course->arena, lessons.size, sizeof *course->lessons);
    if (lessons.size) {
        qsort(lessons.data, lessons.size, sizeof *lessons.data, by_number);
        memcpy(course->lessons, lessons.data, lessons.size * sizeof *lessons.data);
    }
    vec_free(&lessons);
}

Course *course_load(const char *root, Error *error)
{
    StrBuf path = {0};
    DIR *folder = opendir(file_join(&path, root, "lessons"));
    if (!folder) {
        error_errno(error, "cannot read the lessons in %s", strbuf_text(&path));
        strbuf_free(&path);
        return NULL;
    }
    strbuf_free(&path);
    Course *course = memory_alloc(sizeof *course);
    course->root = arena_clone(&course->arena, view_of(root));
    list_lessons(course, folder);
    closedir(folder);
    for (size_t i = 0; i < course->lesson_count; i++)
        load_lesson(course, &course->lessons[i]);
    for (size_t i = 0; i < course->lesson_count; i++)
        check_needs(course, &course->lessons[i]);
    return course;
}

void course_free(Course *course)
{
    if (!course)
        return;
    arena_free(&course->arena);
    free(course);
}
