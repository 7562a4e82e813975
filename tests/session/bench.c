/* A session on a fresh data folder, with the fake worker, driven without a terminal. */
#include "bench.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <ftw.h>
#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"

static void start(Bench *bench, bool live)
{
    SessionOptions options = {
        .worker_command = bench->command, .data_folder = bench->data, .live = live};
    bench->session = session_new(&options, bench->course);
    assert_non_null(bench->session);
}

static void load(Bench *bench, const char *root)
{
    Error error = {0};
    char folder[] = "/tmp/culab-session-XXXXXX";
    assert_non_null(mkdtemp(folder));
    bench->data = memory_clone_text(folder);
    bench->course = course_load(root, &error);
    assert_non_null(bench->course);
    assert_string_equal(bench->course->lessons[0].error.text, "");
}

void bench_open(Bench *bench, const char *arguments, bool live)
{
    StrBuf command = {0};
    load(bench, TEST_COURSE);
    strbuf_format(&command, "exec '%s' %s", FAKE_WORKER, arguments);
    bench->command = strbuf_take(&command);
    start(bench, live);
}

void bench_open_course(Bench *bench, const char *root, const char *worker_command)
{
    load(bench, root);
    bench->command = memory_clone_text(worker_command);
    start(bench, false);
}

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *walk)
{
    (void)status;
    (void)type;
    (void)walk;
    return remove(path);
}

void bench_close(Bench *bench)
{
    session_free(bench->session);
    course_free(bench->course);
    nftw(bench->data, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    free(bench->data);
    free(bench->command);
}

void bench_restart(Bench *bench, bool live)
{
    session_free(bench->session);
    start(bench, live);
}

void bench_exercise(Bench *bench, const char *id)
{
    Error error = {0};
    const Exercise *exercise = course_find(bench->course, id, &error);
    assert_non_null(exercise);
    assert_true(session_open(bench->session, exercise, &error));
}

static int poll_time(int64_t deadline_ns)
{
    int64_t left = deadline_ns - clock_now_ns();
    return left <= 0 ? 0 : (int)(left / 1000000) + 1;
}

void bench_until(Bench *bench, bool (*done)(const Session *))
{
    int64_t end = clock_now_ns() + INT64_C(20000000000);
    while (!done(bench->session)) {
        struct pollfd fds[8];
        int64_t deadline = end;
        size_t count = session_poll_fds(bench->session, fds, 8, &deadline);
        poll(fds, count, poll_time(deadline));
        session_step(bench->session);
        assert_true(clock_now_ns() < end);
    }
}

bool is_idle(const Session *session)
{
    return session_phase(session) == PHASE_IDLE;
}

bool is_running(const Session *session)
{
    return session_phase(session) == PHASE_RUNNING;
}

bool has_notice(const Session *session)
{
    return session_notice(session) != NULL;
}

void bench_edit(Bench *bench, const char *old, const char *fresh)
{
    Text *text = session_text(bench->session);
    size_t at;
    assert_true(text_find(text, view_of(old), 0, false, false, &at));
    text_replace(text, at, at + strlen(old), view_of(fresh));
    session_edited(bench->session);
}

void bench_type(Bench *bench, const char *keys)
{
    Text *text = session_text(bench->session);
    for (; *keys; keys++) {
        text_replace(text, text_size(text), SIZE_MAX, (View){keys, 1});
        session_edited(bench->session);
    }
}

void assert_text(Bench *bench, const char *part, bool expected)
{
    size_t at;
    Text *text = session_text(bench->session);
    assert_int_equal(text_find(text, view_of(part), 0, false, false, &at), expected);
}

void assert_notice(Bench *bench, const char *part)
{
    const Notice *notice = session_notice(bench->session);
    assert_non_null(notice);
    if (!strstr(notice->text, part))
        print_error("the notice is: %s\n", notice->text);
    assert_non_null(strstr(notice->text, part));
}

const char *bench_path(const Bench *bench, StrBuf *out, const char *id, const char *name)
{
    strbuf_clear(out);
    strbuf_format(out, "%s/work/%s/%s", bench->data, id, name);
    return strbuf_text(out);
}

void write_file(const char *path, const char *content)
{
    Error error = {0};
    assert_true(file_save(path, view_of(content), &error));
}

void assert_file(const char *path, const char *part)
{
    StrBuf content = {0};
    Error error = {0};
    assert_true(file_read(path, 1 << 20, &content, &error));
    assert_non_null(strstr(strbuf_text(&content), part));
    strbuf_free(&content);
}
