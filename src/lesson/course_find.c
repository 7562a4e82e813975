/* Finds an exercise by what a learner types, or tells what is near. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/near.h"
#include "lesson/build.h"

static const Exercise *exercise_named(const Course *course, const char *name)
{
    for (size_t i = 0; i < course->lesson_count; i++)
        for (size_t j = 0; j < course->lessons[i].exercise_count; j++)
            if (strcmp(course->lessons[i].exercises[j].id, name) == 0)
                return &course->lessons[i].exercises[j];
    return NULL;
}

static bool is_lesson(const Lesson *lesson, View name)
{
    int64_t number;
    return view_equal_text(name, lesson->id) ||
           (view_to_i64(name, &number) && number == lesson->number && number > 0);
}

static bool is_near(const char *name, const char *id)
{
    const char *dash = strchr(id, '-');
    return strstr(id, name) || text_distance(name, id) <= 3 ||
           (dash && text_distance(name, dash + 1) <= 2);
}

static void tell_near(const Course *course, const char *name, Error *error)
{
    StrBuf near = {0};
    for (size_t i = 0; i < course->lesson_count; i++)
        for (size_t j = 0; j < course->lessons[i].exercise_count; j++)
            if (*name && is_near(name, course->lessons[i].exercises[j].id))
                strbuf_format(&near, "%s%s", near.size ? ", " : "",
                              course->lessons[i].exercises[j].id);
    if (near.size)
        error_set(error, ERROR_MISUSE, "no exercise \"%s\"; did you mean: %s", name,
                  strbuf_text(&near));
    else
        error_set(error, ERROR_MISUSE, "no exercise \"%s\"; \"culab list\" shows all", name);
    strbuf_free(&near);
}

static const Exercise *numbered(const Lesson *lesson, View which, Error *error)
{
    int64_t number = 1;
    if (lesson->error.kind != ERROR_NONE) {
        *error = lesson->error;
        return NULL;
    }
    if (which.size && !view_to_i64(which, &number))
        number = 0;
    if (number >= 1 && (uint64_t)number <= lesson->exercise_count)
        return &lesson->exercises[number - 1];
    error_set(error, ERROR_MISUSE, "lesson %s has the exercises 1 to %zu, not \"%.*s\"", lesson->id,
              lesson->exercise_count, VIEW_ARG(which));
    return NULL;
}

/* An exercise of a lesson that is there but could not be loaded. */
static const Lesson *broken_lesson(const Course *course, const char *name)
{
    for (size_t i = 0; i < course->lesson_count; i++) {
        const Lesson *lesson = &course->lessons[i];
        char prefix[16];
        snprintf(prefix, sizeof prefix, "%02d-", lesson->number);
        if (lesson->error.kind != ERROR_NONE && strncmp(name, prefix, strlen(prefix)) == 0)
            return lesson;
    }
    return NULL;
}

static const Exercise *find(const Course *course, const char *name, Error *error)
{
    const Exercise *exercise = exercise_named(course, name);
    if (exercise)
        return exercise;
    View which = view_of(name), lesson_name;
    if (view_split(&which, '/', &lesson_name))
        for (size_t i = 0; i < course->lesson_count; i++)
            if (is_lesson(&course->lessons[i], lesson_name))
                return numbered(&course->lessons[i], which, error);
    const Lesson *broken = broken_lesson(course, name);
    if (broken)
        *error = broken->error;
    else
        tell_near(course, name, error);
    return NULL;
}

const Exercise *course_find(const Course *course, const char *name, Error *error)
{
    Error unused = {0};
    const Exercise *exercise = find(course, name, error ? error : &unused);
    return exercise && exercise_check_sources(exercise, error) ? exercise : NULL;
}
