/* One learner at one exercise: opening, the text's commands, the learner's answers. */
#include "session/session.h"

#include <math.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/file.h"
#include "session/session_impl.h"

#define LIVE_DELAY_NS (INT64_C(1000) * 1000 * SESSION_LIVE_MS)
#define EDIT_PAUSE_NS (INT64_C(1000) * 1000 * 1000) /* between one edit and the next */

static void open_progress(Session *session)
{
    StrBuf path = {0};
    Error error = {0};
    bool set_aside = false;
    if (!file_make_folders(session->data_folder, &error)) {
        notices_add(&session->notices, SEVERITY_ERROR, "%s; your progress is not kept", error.text);
        return;
    }
    session->progress =
        progress_open(file_join(&path, session->data_folder, "progress.db"), &set_aside, &error);
    if (!session->progress)
        notices_add(&session->notices, SEVERITY_ERROR, "%s; your progress is not kept", error.text);
    else if (set_aside)
        notices_add(&session->notices, SEVERITY_WARNING,
                    "the progress store could not be read: it was set aside, a new one begun");
    strbuf_free(&path);
}

Session *session_new(const SessionOptions *options, const Course *course)
{
    Session *session = memory_alloc(sizeof *session);
    session->course = course;
    session->data_folder = memory_clone_text(options->data_folder);
    session->live = options->live;
    session->live_ns = INT64_MAX;
    session->edited_ns = INT64_MIN;
    session->latency_ms = session->took_ms = NAN;
    session->attempt.held_ns = INT64_MAX;
    session->options = *options;
    session->cases = cases_new();
    if (!options->start_later)
        session_start(session);
    return session;
}

void session_start(Session *session)
{
    const SessionOptions *options = &session->options;
    if (session->client)
        return;
    open_progress(session);
    session->device = options->device ? memory_clone_text(options->device) : NULL;
    session->profile = options->profile ? memory_clone_text(options->profile) : NULL;
    devices_start(session);
    session->changed = true;
}

static void close_exercise(Session *session)
{
    if (!session->exercise)
        return;
    attempt_abandon(session);
    values_drop(session);
    results_free(&session->results);
    compile_result_free(&session->compile);
    session->compile = (CompileResult){0};
    free(session->ptx_before);
    session->ptx_before = NULL;
    session->has_compile = session->has_verdict = false;
    session->latency_ms = session->took_ms = NAN;
    vec_clear(&session->case_ms);
    session->live_ns = INT64_MAX;
    session->edited_ns = INT64_MIN;
    for (size_t i = 0; i < session->file_count; i++)
        work_close(session->files[i]);
    session->work = NULL;
    session->file_count = session->file = 0;
    session->exercise = NULL;
    cases_open(session->cases, NULL);
}

void session_free(Session *session)
{
    if (!session)
        return;
    close_exercise(session);
    client_free(session->client);
    devices_free(session);
    cases_free(session->cases);
    progress_close(session->progress);
    notices_free(&session->notices);
    vec_free(&session->questions);
    vec_free(&session->case_ms);
    vec_free(&session->attempt.order);
    vec_free(&session->attempt.sent);
    strbuf_free(&session->attempt.source);
    strbuf_free(&session->attempt.kernel);
    strbuf_free(&session->attempt.wrote);
    free(session->data_folder);
    free(session);
}

uint64_t session_version(const Session *session)
{
    uint64_t version = 0;
    for (size_t i = 0; i < session->file_count; i++)
        version += text_version(work_text(session->files[i])); /* each only grows */
    return version;
}

static void show_file(Session *session, size_t file)
{
    session->file = file;
    session->work = session->files[file];
    session->changed = true;
}

/* A text that waits to be recovered is shown before the others. */
static void show_recovery(Session *session)
{
    for (size_t i = 0; i < session->file_count && !work_recovery(session->work); i++)
        if (work_recovery(session->files[i]))
            show_file(session, i);
}

static void open_files(Session *session, const Exercise *exercise)
{
    const WorkFile kernel = {KERNEL_FILE,
                             exercise->kernel_file ? exercise->kernel_file : exercise->starter};
    const WorkFile host = {HOST_FILE, exercise->starter};
    if (exercise->kernel_file)
        session->files[session->file_count++] =
            work_open(session->data_folder, exercise->id, &host, &session->notices);
    session->files[session->file_count++] =
        work_open(session->data_folder, exercise->id, &kernel, &session->notices);
    show_file(session, 0);
    show_recovery(session);
}

size_t session_file_count(const Session *session)
{
    return session->file_count;
}

const char *session_file_name(const Session *session, size_t file)
{
    return file == 0 && session->file_count > 1 ? HOST_FILE : KERNEL_FILE;
}

size_t session_file(const Session *session)
{
    return session->file;
}

void session_choose_file(Session *session, size_t file)
{
    if (file < session->file_count && !session_recovery(session))
        show_file(session, file);
}

bool session_open(Session *session, const Exercise *exercise, Error *error)
{
    if (!file_exists(exercise->starter))
        return error_errno(error, "cannot read %s", exercise->starter);
    close_exercise(session);
    session->exercise = exercise;
    open_files(session, exercise);
    session->text_version = session_version(session);
    session->hints = (size_t)progress_hints(session->progress, exercise->id);
    for (size_t i = 0; i < exercise->case_count; i++)
        vec_push(&session->case_ms, NAN);
    cases_open(session->cases, exercise);
    if (session->live)
        session->live_ns = clock_now_ns();
    session->changed = true;
    return true;
}

const Exercise *session_exercise(const Session *session)
{
    return session->exercise;
}

Text *session_text(Session *session)
{
    return session->work ? work_text(session->work) : NULL;
}

void session_edited(Session *session)
{
    uint64_t version = session_version(session);
    int64_t now = clock_now_ns();
    if (!session->work || version == session->text_version)
        return;
    session->text_version = version;
    session->changed = true;
    session->edit_begins |=
        session->edited_ns == INT64_MIN || now - session->edited_ns > EDIT_PAUSE_NS;
    session->edited_ns = now;
    if (session->live)
        session->live_ns = attempt_took_ms(session) <= SESSION_LIVE_MS ? now : now + LIVE_DELAY_NS;
    for (size_t i = 0; i < session->file_count; i++)
        if (work_deadline(session->files[i]) <= session->edited_ns)
            work_flush(session->files[i], &session->notices);
}

static bool need_exercise(const Session *session, Error *error)
{
    return session->work || error_set(error, ERROR_MISUSE, "no exercise is open");
}

bool session_save(Session *session, Error *error)
{
    bool saved = need_exercise(session, error);
    session->changed = true;
    for (size_t i = 0; i < session->file_count; i++)
        saved = (!work_modified(session->files[i]) && session->files[i] != session->work) ||
                        work_save(session->files[i], error)
                    ? saved
                    : false;
    return saved;
}

bool session_reload(Session *session, Error *error)
{
    bool loaded = need_exercise(session, error) && work_reload(session->work, error);
    session_edited(session);
    return loaded;
}

void session_flush(Session *session)
{
    for (size_t i = 0; i < session->file_count; i++)
        work_flush_quietly(session->files[i]);
}

bool session_modified(const Session *session)
{
    for (size_t i = 0; i < session->file_count; i++)
        if (work_modified(session->files[i]))
            return true;
    return false;
}

const char *session_recovery(const Session *session)
{
    return session->work ? work_recovery(session->work) : NULL;
}

void session_recover(Session *session, bool accept)
{
    if (!session->work)
        return;
    work_recover(session->work, accept, &session->notices);
    show_recovery(session);
    session->changed = true;
    session_edited(session);
}

bool session_reset(Session *session, Error *error)
{
    StrBuf starter = {0};
    if (!need_exercise(session, error))
        return false;
    const Exercise *exercise = session->exercise;
    bool kernel = exercise->kernel_file && session->file > 0;
    bool read =
        file_read(kernel ? exercise->kernel_file : exercise->starter, SIZE_MAX, &starter, error);
    if (read)
        work_replace_text(session->work, strbuf_view(&starter));
    strbuf_free(&starter);
    session_edited(session);
    return read;
}

void session_run(Session *session)
{
    if (session->work)
        attempt_start(session, true);
}

void session_time(Session *session)
{
    session->time_next = true;
    session_run(session);
}

void session_schedule(Session *session)
{
    session->schedule_next = true;
    session_run(session);
}

void session_stop(Session *session)
{
    session->live_ns = INT64_MAX;
    if (session->work)
        attempt_stop(session);
}

void session_set_live(Session *session, bool live)
{
    session->changed |= live != session->live;
    session->live = live;
    bool due = live && session->work &&
               (!session->has_compile || session->attempt.version != session_version(session));
    session->live_ns = due ? clock_now_ns() : INT64_MAX;
}

bool session_live(const Session *session)
{
    return session->live;
}

void session_want_code(Session *session, uint32_t wants)
{
    bool more = wants & ~session->wants;
    session->wants = wants;
    client_want_code(session->client, wants);
    const CompileResult *compile = &session->compile;
    bool lacks =
        (wants & CODE_MACHINE && !compile->machine) || (wants & CODE_TEXT && !compile->ptx);
    if (more && lacks && session->work && session->has_compile && compile->ok)
        attempt_start(session, false);
}

uint32_t session_wanted_code(const Session *session)
{
    return session->wants;
}

const char *session_ptx_before(const Session *session)
{
    return session->ptx_before;
}

/* The answer stands in the first file. */
static void copy_text(const Session *session, StrBuf *out)
{
    const Text *text = work_text(session->files[0]);
    text_copy(text, 0, text_size(text), out);
}

void session_predict(Session *session, size_t choice)
{
    StrBuf source = {0};
    size_t from, to;
    if (!session->work || !session->exercise->question ||
        choice >= session->exercise->question->choice_count)
        return;
    Text *text = work_text(session->files[0]);
    char letter = (char)('a' + choice);
    copy_text(session, &source);
    if (prediction_find(strbuf_view(&source), &from, &to)) {
        text_replace(text, from, to, (View){&letter, 1});
    } else {
        char line[] = "// prediction: ?\n";
        line[sizeof line - 3] = letter;
        text_replace(text, 0, 0, view_of(line));
    }
    strbuf_free(&source);
    progress_predict(session->progress, session->exercise->id, (int)choice,
                     choice == session->exercise->question->answer);
    session_edited(session);
}

int session_prediction(const Session *session)
{
    if (!session->work || !session->exercise->question)
        return -1;
    StrBuf source = {0};
    copy_text(session, &source);
    int choice = prediction_read(session->exercise, strbuf_view(&source));
    strbuf_free(&source);
    return choice;
}

void session_reveal_hint(Session *session)
{
    if (!session->exercise || session->hints >= session->exercise->hint_count)
        return;
    session->hints++;
    session->changed = true;
    progress_hint(session->progress, session->exercise->id, (int)session->hints);
}

size_t session_hints_revealed(const Session *session)
{
    return session->hints;
}

const Course *session_course(const Session *session)
{
    return session->course;
}

Progress *session_progress(Session *session)
{
    return session->progress;
}
