/* The learner's text through kills, full disks, other labs and other programs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "bench.h"

static void type_many(Bench *bench, const char *keys, int times)
{
    for (int i = 0; i < times; i++)
        bench_type(bench, keys);
}

/* Another lab on the same data types `keys` so many times and is killed. */
static void lab_killed_while_typing(Bench *bench, const char *keys, int times)
{
    session_free(bench->session);
    bench->session = NULL;
    pid_t child = fork();
    if (child == 0) {
        bench_restart(bench, false);
        bench_exercise(bench, "01-twice");
        type_many(bench, keys, times);
        raise(SIGKILL);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    bench_restart(bench, false);
    bench_exercise(bench, "01-twice");
}

static size_t count(const char *text, char byte)
{
    size_t found = 0;
    for (; *text; text++)
        found += *text == byte;
    return found;
}

static void the_work_file_is_made_from_the_starter_and_saved(void **state)
{
    (void)state;
    Bench bench;
    StrBuf path = {0};
    Error error = {0};
    bench_open(&bench, "", false);
    bench_exercise(&bench, "01-twice");
    assert_false(session_modified(bench.session));
    assert_file(bench_path(&bench, &path, "01-twice", "kernel.cu"), "// fake: wrong");
    bench_edit(&bench, "wrong", "right");
    assert_true(session_modified(bench.session));
    assert_file(strbuf_text(&path), "// fake: wrong");
    assert_true(session_save(bench.session, &error));
    assert_false(session_modified(bench.session));
    assert_file(strbuf_text(&path), "// fake: right");
    bench_restart(&bench, false);
    bench_exercise(&bench, "01-twice");
    assert_text(&bench, "// fake: right", true);
    assert_null(session_recovery(bench.session));
    assert_true(session_reset(bench.session, &error));
    assert_text(&bench, "// fake: wrong", true);
    size_t position;
    assert_true(text_undo(session_text(bench.session), &position));
    assert_text(&bench, "// fake: right", true);
    strbuf_free(&path);
    bench_close(&bench);
}

static void a_killed_lab_loses_at_most_200_characters(void **state)
{
    (void)state;
    Bench bench;
    Error error = {0};
    bench_open(&bench, "", false);
    lab_killed_while_typing(&bench, "~", 550);
    const char *recovery = session_recovery(bench.session);
    assert_non_null(recovery);
    size_t kept = count(recovery, '~');
    assert_true(kept >= 350 && kept <= 550);
    assert_notice(&bench, "not saved");
    assert_text(&bench, "~", false);
    session_recover(bench.session, true);
    assert_null(session_recovery(bench.session));
    assert_text(&bench, "~~~~", true);
    assert_true(session_modified(bench.session));
    assert_true(session_save(bench.session, &error));
    bench_restart(&bench, false);
    bench_exercise(&bench, "01-twice");
    assert_null(session_recovery(bench.session));
    assert_text(&bench, "~~~~", true);
    bench_close(&bench);
}

static void recovered_text_waits_until_it_is_decided_on(void **state)
{
    (void)state;
    Bench bench;
    bench_open(&bench, "", false);
    lab_killed_while_typing(&bench, "~", 250);
    assert_non_null(session_recovery(bench.session));
    lab_killed_while_typing(&bench, "@", 250);
    const char *first = session_recovery(bench.session);
    assert_true(count(first, '~') >= 200);
    session_recover(bench.session, false);
    const char *second = session_recovery(bench.session);
    assert_non_null(second);
    assert_true(count(second, '@') >= 200);
    assert_int_equal(count(second, '~'), 0);
    session_recover(bench.session, false);
    assert_null(session_recovery(bench.session));
    bench_restart(&bench, false);
    bench_exercise(&bench, "01-twice");
    assert_null(session_recovery(bench.session));
    bench_close(&bench);
}

static void text_left_unsaved_at_the_end_is_offered_again(void **state)
{
    (void)state;
    Bench bench;
    bench_open(&bench, "", false);
    bench_exercise(&bench, "01-twice");
    bench_type(&bench, "// few");
    bench_restart(&bench, false);
    bench_exercise(&bench, "01-twice");
    assert_non_null(strstr(session_recovery(bench.session), "// few"));
    bench_close(&bench);
}

static void a_foreign_journal_is_told_and_set_aside(void **state)
{
    (void)state;
    Bench bench;
    StrBuf path = {0};
    Error error = {0};
    bench_open(&bench, "", false);
    assert_true(file_make_folders(bench_path(&bench, &path, "01-twice", ""), &error));
    write_file(bench_path(&bench, &path, "01-twice", ".kernel.cu.journal"), "not a journal at all");
    bench_exercise(&bench, "01-twice");
    assert_notice(&bench, "set aside");
    assert_null(session_recovery(bench.session));
    assert_file(bench_path(&bench, &path, "01-twice", ".kernel.cu.damaged"), "not a journal");
    assert_text(&bench, "// fake: wrong", true);
    strbuf_free(&path);
    bench_close(&bench);
}

static void limit_files(rlim_t size)
{
    struct rlimit limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = size < limit.rlim_max ? size : limit.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void a_full_disk_is_told_and_the_text_stays(void **state)
{
    (void)state;
    Bench bench;
    StrBuf path = {0};
    Error error = {0};
    signal(SIGXFSZ, SIG_IGN);
    bench_open(&bench, "", false);
    bench_exercise(&bench, "01-twice");
    limit_files(512);
    type_many(&bench, "0123456789", 60);
    assert_notice(&bench, "journal");
    assert_notice(&bench, "in memory only");
    assert_false(session_save(bench.session, &error));
    assert_int_equal(error.kind, ERROR_SYSTEM);
    limit_files(RLIM_INFINITY);
    assert_file(bench_path(&bench, &path, "01-twice", "kernel.cu"), "// fake: wrong");
    assert_text(&bench, "01234567890123456789", true);
    error_clear(&error);
    assert_true(session_save(bench.session, &error));
    assert_file(strbuf_text(&path), "01234567890123456789");
    strbuf_free(&path);
    bench_close(&bench);
}

static void a_second_lab_is_noticed_and_neither_text_is_lost(void **state)
{
    (void)state;
    Bench bench;
    StrBuf path = {0};
    Error error = {0};
    bench_open(&bench, "", false);
    bench_exercise(&bench, "01-twice");
    assert_null(session_notice(bench.session));
    Bench second = bench;
    SessionOptions options = {.worker_command = bench.command, .data_folder = bench.data};
    second.session = session_new(&options, bench.course);
    bench_exercise(&second, "01-twice");
    assert_notice(&second, "open in another culab");
    bench_type(&bench, "// first");
    bench_type(&second, "// second");
    assert_true(session_save(bench.session, &error));
    assert_false(session_save(second.session, &error));
    assert_non_null(strstr(error.text, "another program"));
    assert_file(bench_path(&bench, &path, "01-twice", "kernel.cu"), "// first");
    error_clear(&error);
    assert_true(session_save(second.session, &error));
    assert_file(strbuf_text(&path), "// second");
    assert_file(bench_path(&bench, &path, "01-twice", "kernel.cu.other"), "// first");
    session_free(second.session);
    strbuf_free(&path);
    bench_close(&bench);
}

static bool has_foreign_text(const Session *session)
{
    size_t at;
    return text_find(session_text((Session *)session), VIEW("elsewhere"), 0, false, false, &at);
}

static void another_editor_can_write_the_file(void **state)
{
    (void)state;
    Bench bench;
    StrBuf path = {0};
    Error error = {0};
    bench_open(&bench, "", false);
    bench_exercise(&bench, "01-twice");
    write_file(bench_path(&bench, &path, "01-twice", "kernel.cu"), "// from elsewhere\n");
    bench_until(&bench, has_foreign_text);
    assert_notice(&bench, "was loaded");
    assert_false(session_modified(bench.session));
    bench_type(&bench, "// mine");
    write_file(strbuf_text(&path), "// theirs\n");
    while (!session_notice(bench.session) ||
           !strstr(session_notice(bench.session)->text, "is not saved"))
        session_step(bench.session);
    assert_text(&bench, "// mine", true);
    assert_true(session_reload(bench.session, &error));
    assert_text(&bench, "// theirs", true);
    assert_false(session_modified(bench.session));
    size_t position;
    assert_true(text_undo(session_text(bench.session), &position));
    assert_text(&bench, "// mine", true);
    strbuf_free(&path);
    bench_close(&bench);
}

static void a_link_stays_a_link(void **state)
{
    (void)state;
    Bench bench;
    StrBuf path = {0}, target = {0};
    struct stat status;
    Error error = {0};
    bench_open(&bench, "", false);
    assert_true(file_make_folders(bench_path(&bench, &path, "01-twice", ""), &error));
    strbuf_format(&target, "%s/mine.cu", bench.data);
    write_file(strbuf_text(&target), "// fake: right\nvoid twice(\n");
    bench_path(&bench, &path, "01-twice", "kernel.cu");
    assert_int_equal(symlink(strbuf_text(&target), strbuf_text(&path)), 0);
    bench_exercise(&bench, "01-twice");
    bench_type(&bench, "// more");
    assert_true(session_save(bench.session, &error));
    assert_int_equal(lstat(strbuf_text(&path), &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    assert_file(strbuf_text(&target), "// more");
    strbuf_free(&path);
    strbuf_free(&target);
    bench_close(&bench);
}

static void a_fifo_in_the_files_place_is_left_alone(void **state)
{
    (void)state;
    Bench bench;
    StrBuf path = {0};
    struct stat status;
    Error error = {0};
    bench_open(&bench, "", false);
    assert_true(file_make_folders(bench_path(&bench, &path, "01-twice", ""), &error));
    bench_path(&bench, &path, "01-twice", "kernel.cu");
    assert_int_equal(mkfifo(strbuf_text(&path), 0600), 0);
    bench_exercise(&bench, "01-twice");
    assert_notice(&bench, "not a regular file");
    assert_text(&bench, "// fake: wrong", true);
    bench_type(&bench, "// kept");
    assert_false(session_save(bench.session, &error));
    assert_false(session_save(bench.session, &error));
    assert_int_equal(lstat(strbuf_text(&path), &status), 0);
    assert_true(S_ISFIFO(status.st_mode));
    assert_text(&bench, "// kept", true);
    strbuf_free(&path);
    bench_close(&bench);
}

static void a_data_folder_that_cannot_be_made_is_told(void **state)
{
    (void)state;
    Bench bench;
    StrBuf path = {0};
    Error error = {0};
    bench_open(&bench, "", false);
    session_free(bench.session);
    strbuf_format(&path, "%s/file", bench.data);
    write_file(strbuf_text(&path), "in the way");
    SessionOptions options = {.worker_command = bench.command, .data_folder = strbuf_text(&path)};
    bench.session = session_new(&options, bench.course);
    assert_notice(&bench, "progress is not kept");
    bench_exercise(&bench, "01-twice");
    assert_text(&bench, "// fake: wrong", true);
    bench_edit(&bench, "wrong", "right");
    assert_false(session_save(bench.session, &error));
    session_run(bench.session);
    bench_until(&bench, is_idle);
    assert_int_equal(session_verdict(bench.session)->verdict, CASE_PASS);
    strbuf_free(&path);
    bench_close(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_work_file_is_made_from_the_starter_and_saved),
        cmocka_unit_test(a_killed_lab_loses_at_most_200_characters),
        cmocka_unit_test(recovered_text_waits_until_it_is_decided_on),
        cmocka_unit_test(text_left_unsaved_at_the_end_is_offered_again),
        cmocka_unit_test(a_foreign_journal_is_told_and_set_aside),
        cmocka_unit_test(a_full_disk_is_told_and_the_text_stays),
        cmocka_unit_test(a_second_lab_is_noticed_and_neither_text_is_lost),
        cmocka_unit_test(another_editor_can_write_the_file),
        cmocka_unit_test(a_link_stays_a_link),
        cmocka_unit_test(a_fifo_in_the_files_place_is_left_alone),
        cmocka_unit_test(a_data_folder_that_cannot_be_made_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
