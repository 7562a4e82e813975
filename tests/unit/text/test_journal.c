/* The journal: cut at every byte, killed while typing, foreign, damaged, on a full disk. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/fd.h"
#include "base/file.h"
#include "text/journal.h"
#include "text/lock.h"

static char folder[] = "/tmp/culab-journal-XXXXXX";
static char path[64], lock_path[64];

static int make_folder(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/journal", folder);
    snprintf(lock_path, sizeof lock_path, "%s/lock", folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    unlink(path);
    unlink(lock_path);
    return rmdir(folder);
}

typedef struct Hearing {
    Text *text;
    Journal *journal;
} Hearing;

static void hear(void *context, size_t from, size_t old_to, size_t new_to)
{
    Hearing *hearing = context;
    journal_edit(hearing->journal, hearing->text, from, old_to, new_to);
}

/* What the text was after each edit of a short session. */
enum { EDITS = 6 };
static void make_session(Hearing *hearing, StrBuf versions[EDITS + 1])
{
    static const struct {
        size_t from, to;
        const char *with;
    } edits[EDITS] = {{0, 0, "A"},  {1, 1, "nother "}, {0, 7, ""},
                      {2, 4, "\n"}, {0, 0, "//\n"},    {3, 3, "ending"}};
    Error error = {0};
    hearing->text = text_new(VIEW("base text\n"));
    hearing->journal = journal_open(path, VIEW("base text\n"), &error);
    assert_non_null(hearing->journal);
    text_listen(hearing->text, hear, hearing);
    strbuf_add_text(&versions[0], "base text\n");
    for (int i = 0; i < EDITS; i++) {
        text_replace(hearing->text, edits[i].from, edits[i].to, view_of(edits[i].with));
        text_copy(hearing->text, 0, text_size(hearing->text), &versions[i + 1]);
    }
    assert_true(journal_deadline(hearing->journal) - clock_now_ns() <= INT64_C(4000000000));
    assert_true(journal_flush(hearing->journal, &error));
    assert_true(journal_deadline(hearing->journal) == INT64_MAX);
}

static void end_session(Hearing *hearing, StrBuf versions[EDITS + 1])
{
    journal_close(hearing->journal, true);
    assert_false(file_exists(path));
    text_free(hearing->text);
    for (int i = 0; i <= EDITS; i++)
        strbuf_free(&versions[i]);
}

static void write_file(const void *data, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void a_whole_journal_gives_the_last_text(void **state)
{
    (void)state;
    Hearing hearing;
    StrBuf versions[EDITS + 1] = {{0}}, recovered = {0};
    Error error = {0};
    make_session(&hearing, versions);
    assert_true(journal_recover(path, &recovered, &error));
    assert_string_equal(strbuf_text(&recovered), strbuf_text(&versions[EDITS]));
    assert_int_equal(error.kind, ERROR_NONE);
    strbuf_free(&recovered);
    end_session(&hearing, versions);
}

static void cut_at_any_byte_it_gives_an_earlier_text(void **state)
{
    (void)state;
    Hearing hearing;
    StrBuf versions[EDITS + 1] = {{0}}, whole = {0};
    Error error = {0};
    make_session(&hearing, versions);
    assert_true(file_read(path, 1 << 20, &whole, &error));
    int newest = 0;
    for (size_t cut = 0; cut <= whole.size; cut++) {
        StrBuf recovered = {0};
        write_file(whole.data, cut);
        bool edited = journal_recover(path, &recovered, &error);
        assert_int_equal(error.kind, ERROR_NONE);
        if (edited && (newest == 0 || strcmp(versions[newest].data, recovered.data) != 0))
            newest++;
        assert_true(edited == (newest > 0));
        if (edited)
            assert_string_equal(strbuf_text(&recovered), strbuf_text(&versions[newest]));
        strbuf_free(&recovered);
    }
    assert_int_equal(newest, EDITS);
    strbuf_free(&whole);
    end_session(&hearing, versions);
}

static void a_changed_byte_is_never_taken_for_text(void **state)
{
    (void)state;
    Hearing hearing;
    StrBuf versions[EDITS + 1] = {{0}}, whole = {0};
    Error error = {0};
    make_session(&hearing, versions);
    assert_true(file_read(path, 1 << 20, &whole, &error));
    for (size_t at = 0; at < whole.size; at++) {
        StrBuf recovered = {0};
        Error told = {0};
        whole.data[at] ^= 0x41;
        write_file(whole.data, whole.size);
        bool edited = journal_recover(path, &recovered, &told);
        assert_int_equal(told.kind, ERROR_CONTENT);
        bool known = !edited;
        for (int i = 1; i < EDITS; i++)
            known |= strcmp(versions[i].data, strbuf_text(&recovered)) == 0;
        assert_true(known);
        whole.data[at] ^= 0x41;
        strbuf_free(&recovered);
    }
    strbuf_free(&whole);
    end_session(&hearing, versions);
}

static void foreign_files_are_told_and_left(void **state)
{
    (void)state;
    StrBuf recovered = {0};
    Error error = {0};
    assert_false(journal_recover(path, &recovered, &error));
    assert_int_equal(error.kind, ERROR_NONE);
    write_file("a shopping list, and more of it, quite long", 43);
    assert_false(journal_recover(path, &recovered, &error));
    assert_int_equal(error.kind, ERROR_CONTENT);
    error_clear(&error);
    write_file("\0\0\0\0", 4);
    assert_false(journal_recover(path, &recovered, &error));
    assert_int_equal(error.kind, ERROR_NONE);
    unlink(path);
    strbuf_free(&recovered);
}

static void a_restart_forgets_what_was_saved(void **state)
{
    (void)state;
    Hearing hearing;
    StrBuf versions[EDITS + 1] = {{0}}, recovered = {0};
    Error error = {0};
    make_session(&hearing, versions);
    assert_true(journal_restart(hearing.journal, strbuf_view(&versions[EDITS]), &error));
    assert_false(journal_recover(path, &recovered, &error));
    text_replace(hearing.text, 0, 0, VIEW("!"));
    assert_true(journal_flush(hearing.journal, &error));
    assert_true(journal_recover(path, &recovered, &error));
    assert_int_equal(recovered.data[0], '!');
    assert_string_equal(recovered.data + 1, versions[EDITS].data);
    assert_int_equal(error.kind, ERROR_NONE);
    strbuf_free(&recovered);
    end_session(&hearing, versions);
}

/* Types for ever, and says on `out` how far it is. */
static _Noreturn void type_until_killed(int out)
{
    Hearing hearing = {text_new(VIEW("")), journal_open(path, VIEW(""), NULL)};
    text_listen(hearing.text, hear, &hearing);
    for (uint32_t typed = 1;; typed++) {
        text_replace(hearing.text, text_size(hearing.text), SIZE_MAX, VIEW("k"));
        if (!fd_write_all(out, &typed, sizeof typed))
            _exit(1);
    }
}

static void killed_while_typing_loses_at_most_200_characters(void **state)
{
    (void)state;
    for (uint32_t target = 150; target < 2500; target += 611) {
        int pipe_fds[2];
        assert_int_equal(pipe(pipe_fds), 0);
        pid_t child = fork();
        if (child == 0)
            type_until_killed(pipe_fds[1]);
        close(pipe_fds[1]);
        uint32_t typed = 0;
        while (typed < target)
            assert_int_equal(read(pipe_fds[0], &typed, sizeof typed), sizeof typed);
        kill(child, SIGKILL);
        while (read(pipe_fds[0], &typed, sizeof typed) == sizeof typed)
            ;
        waitpid(child, NULL, 0);
        close(pipe_fds[0]);
        StrBuf recovered = {0};
        Error error = {0};
        journal_recover(path, &recovered, &error);
        assert_int_equal(error.kind, ERROR_NONE);
        assert_true(recovered.size <= typed + 1 && recovered.size + 200 >= typed);
        strbuf_free(&recovered);
        unlink(path);
    }
}

static void a_full_disk_is_told_and_nothing_is_lost(void **state)
{
    (void)state;
    Hearing hearing;
    StrBuf versions[EDITS + 1] = {{0}}, recovered = {0}, whole = {0};
    Error error = {0};
    struct rlimit unlimited, small = {.rlim_cur = 600};
    make_session(&hearing, versions);
    getrlimit(RLIMIT_FSIZE, &unlimited);
    small.rlim_max = unlimited.rlim_max;
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &small);
    for (int i = 0; i < 500; i++)
        text_replace(hearing.text, 0, 0, VIEW("x"));
    assert_true(journal_deadline(hearing.journal) <= clock_now_ns());
    assert_false(journal_flush(hearing.journal, &error));
    assert_int_equal(error.kind, ERROR_SYSTEM);
    assert_true(journal_recover(path, &recovered, NULL));
    assert_string_equal(strbuf_text(&recovered), strbuf_text(&versions[EDITS]));
    setrlimit(RLIMIT_FSIZE, &unlimited);
    error_clear(&error);
    assert_true(journal_flush(hearing.journal, &error));
    strbuf_clear(&recovered);
    assert_true(journal_recover(path, &recovered, &error));
    text_copy(hearing.text, 0, text_size(hearing.text), &whole);
    assert_string_equal(strbuf_text(&recovered), strbuf_text(&whole));
    strbuf_free(&recovered);
    strbuf_free(&whole);
    end_session(&hearing, versions);
}

static void a_lock_is_noticed_and_ends_with_its_process(void **state)
{
    (void)state;
    int ready[2];
    assert_int_equal(pipe(ready), 0);
    pid_t child = fork();
    if (child == 0) {
        bool busy;
        int fd = work_lock(lock_path, &busy, NULL);
        fd_write_all(ready[1], fd >= 0 ? "y" : "n", 1);
        pause();
        _exit(0);
    }
    char answer;
    bool busy;
    Error error = {0};
    assert_int_equal(read(ready[0], &answer, 1), 1);
    assert_int_equal(answer, 'y');
    assert_int_equal(work_lock(lock_path, &busy, &error), -1);
    assert_true(busy);
    assert_int_equal(error.kind, ERROR_NONE);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    int fd = work_lock(lock_path, &busy, &error);
    assert_true(fd >= 0 && !busy);
    fd_close(&fd);
    close(ready[0]);
    close(ready[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_journal_gives_the_last_text),
        cmocka_unit_test(cut_at_any_byte_it_gives_an_earlier_text),
        cmocka_unit_test(a_changed_byte_is_never_taken_for_text),
        cmocka_unit_test(foreign_files_are_told_and_left),
        cmocka_unit_test(a_restart_forgets_what_was_saved),
        cmocka_unit_test(killed_while_typing_loses_at_most_200_characters),
        cmocka_unit_test(a_full_disk_is_told_and_nothing_is_lost),
        cmocka_unit_test(a_lock_is_noticed_and_ends_with_its_process),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
