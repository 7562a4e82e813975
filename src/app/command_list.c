/* culab list: the lessons and their exercises. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "app/folders.h"
#include "app/subcommand.h"
#include "base/file.h"
#include "base/utf8.h"
#include "lesson/progress.h"
#include "report/json.h"

static const char *const state_texts[] = {
    [STATE_UNTOUCHED] = "", [STATE_STARTED] = "started", [STATE_PASSED] = "passed"};

/* NULL when there is no store yet: listing makes none. */
static Progress *open_progress(void)
{
    char *data = folder_data();
    StrBuf path = {0};
    bool aside;
    const char *file = file_join(&path, data, "progress.db");
    Progress *progress = file_exists(file) ? progress_open(file, &aside, NULL) : NULL;
    strbuf_free(&path);
    free(data);
    return progress;
}

static ExerciseState state_of(Progress *progress, const Exercise *exercise)
{
    return progress ? progress_state(progress, exercise->id) : STATE_UNTOUCHED;
}

static void add_lesson(StrBuf *out, const Lesson *lesson, Progress *progress)
{
    if (lesson->error.kind != ERROR_NONE) {
        strbuf_format(out, "%s cannot be loaded: ", lesson->id);
        error_describe(&lesson->error, out);
        strbuf_add_byte(out, '\n');
        return;
    }
    strbuf_format(out, "%2d  %s\n", lesson->number, lesson->title);
    for (size_t i = 0; i < lesson->exercise_count; i++) {
        const Exercise *exercise = &lesson->exercises[i];
        strbuf_format(out, "    %-22s %-9s %-8s %s\n", exercise->id,
                      exercise_kind_text(exercise->kind), state_texts[state_of(progress, exercise)],
                      exercise->title);
    }
}

static json_t *json_of_exercise(const Exercise *exercise, Progress *progress)
{
    const char *state = state_texts[state_of(progress, exercise)];
    return json_pack("{s:o,s:o,s:s,s:s,s:o}", "id", json_of_text(exercise->id), "title",
                     json_of_text(exercise->title), "kind", exercise_kind_text(exercise->kind),
                     "state", *state ? state : "untouched", "kernel",
                     json_of_text(exercise->kernel));
}

static json_t *json_of_lesson(const Lesson *lesson, Progress *progress)
{
    json_t *exercises = json_array();
    StrBuf problem = {0};
    for (size_t i = 0; i < lesson->exercise_count; i++)
        json_array_append_new(exercises, json_of_exercise(&lesson->exercises[i], progress));
    if (lesson->error.kind != ERROR_NONE)
        error_describe(&lesson->error, &problem);
    json_t *value = json_pack("{s:o,s:i,s:o,s:o,s:o,s:o,s:o}", "id", json_of_text(lesson->id),
                              "number", lesson->number, "title", json_of_text(lesson->title),
                              "part", json_of_text(lesson->part), "objective",
                              json_of_text(lesson->objective), "exercises", exercises, "error",
                              problem.size ? json_of_view(strbuf_view(&problem)) : json_null());
    strbuf_free(&problem);
    return value;
}

static void list_json(const Course *course, Progress *progress, StrBuf *out)
{
    json_t *lessons = json_array();
    for (size_t i = 0; i < course->lesson_count; i++)
        json_array_append_new(lessons, json_of_lesson(&course->lessons[i], progress));
    json_print(json_pack("{s:o}", "lessons", lessons), out);
}

static void list_text(const Course *course, Progress *progress, StrBuf *out)
{
    StrBuf text = {0};
    for (size_t i = 0; i < course->lesson_count; i++)
        add_lesson(&text, &course->lessons[i], progress);
    utf8_add_inert(out, strbuf_view(&text), true, false);
    strbuf_free(&text);
}

static bool is_whole(const Course *course)
{
    for (size_t i = 0; i < course->lesson_count; i++)
        if (course->lessons[i].error.kind != ERROR_NONE)
            return false;
    return true;
}

static int run(const Arguments *arguments)
{
    Error error = {0};
    StrBuf out = {0};
    Course *course = folder_load_course(&error);
    if (!course)
        return error_report(&error);
    Progress *progress = open_progress();
    if (arguments_has(arguments, "--json"))
        list_json(course, progress, &out);
    else
        list_text(course, progress, &out);
    fwrite(strbuf_text(&out), 1, out.size, stdout);
    strbuf_free(&out);
    int status = is_whole(course) ? 0 : 1;
    progress_close(progress);
    course_free(course);
    return status;
}

static const Flag flags[] = {FLAG_JSON, {0}};

const Subcommand subcommand_list = {
    .name = "list",
    .synopsis = "[--json]",
    .help = "list the lessons and their exercises",
    .flags = flags,
    .run = run,
};
