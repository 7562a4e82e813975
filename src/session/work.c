/* The learner's text of one exercise: opening, closing, journal. */
#include "session/work.h"

#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "base/fd.h"
#include "base/file.h"
#include "session/work_impl.h"

static void journal_change(void *context, size_t from, size_t old_to, size_t new_to)
{
    Work *work = context;
    if (work->journal)
        journal_edit(work->journal, work->text, from, old_to, new_to);
}

/* The file's content, or the starter's when there is none; whatever goes wrong is told. */
static void load(Work *work, const char *starter, StrBuf *content, Notices *notices)
{
    Error error = {0};
    work->disk = disk_state(work->path);
    if (work->disk.exists && file_read(work->path, WORK_FILE_LIMIT, content, &error))
        return;
    strbuf_clear(content);
    if (work->disk.exists) {
        notices_add(notices, SEVERITY_ERROR,
                    "%s; the starter is shown instead and the file is left alone", error.text);
        work->disk = (DiskState){.exists = true}; /* never read: it equals nothing */
        work->conflict = true;
    }
    error_clear(&error);
    if (!file_read(starter, WORK_FILE_LIMIT, content, &error)) {
        strbuf_clear(content);
        notices_add_error(notices, SEVERITY_ERROR, &error);
    } else if (!work->disk.exists && !file_save(work->path, strbuf_view(content), &error)) {
        notices_add(notices, SEVERITY_ERROR, "%s; your text is kept in memory only", error.text);
    } else if (!work->disk.exists) {
        work->disk = disk_state(work->path);
    }
}

static void start_journal(Work *work, View base, Notices *notices)
{
    StrBuf path = {0};
    Error error = {0};
    if (work->slot > 0)
        work->journal =
            journal_open(work_side_path(work, &path, "journal", work->slot), base, &error);
    if (error.kind != ERROR_NONE) {
        notices_add(notices, SEVERITY_ERROR, "%s; save often", error.text);
        work->journal_failing = true;
    }
    strbuf_free(&path);
}

/* The folder in which the file itself lies, should `path` be a link. */
static int watch_folder(const char *path)
{
    int fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    char *real = realpath(path, NULL);
    char *slash = real ? strrchr(real, '/') : NULL;
    if (slash)
        slash[slash == real] = '\0';
    if (fd >= 0 &&
        (!slash || inotify_add_watch(fd, real, IN_CLOSE_WRITE | IN_MOVED_TO | IN_ONLYDIR) < 0))
        fd_close(&fd);
    free(real);
    return fd;
}

Work *work_open(const char *data_folder, const char *exercise, const WorkFile *file,
                Notices *notices)
{
    StrBuf path = {0}, content = {0};
    Error error = {0};
    Work *work = memory_alloc(sizeof *work);
    work->lock = work->watch = -1;
    strbuf_format(&path, "%s/work/%s", data_folder, exercise);
    work->folder = strbuf_take(&path);
    work->path = memory_clone_text(file_join(&path, work->folder, file->name));
    work->name = file->name;
    if (!file_make_folders(work->folder, &error))
        notices_add_error(notices, SEVERITY_ERROR, &error);
    load(work, file->starter, &content, notices);
    work->text = text_new(strbuf_view(&content));
    work->saved_hash = text_hash(work->text);
    work->saved_size = content.size;
    work_take_slot(work, notices);
    work_find_recovery(work, notices);
    start_journal(work, strbuf_view(&content), notices);
    work->watch = watch_folder(work->path);
    text_listen(work->text, journal_change, work);
    strbuf_free(&path);
    strbuf_free(&content);
    return work;
}

void work_close(Work *work)
{
    if (!work)
        return;
    journal_close(work->journal, !work_modified(work));
    text_free(work->text);
    fd_close(&work->lock);
    fd_close(&work->watch);
    strbuf_free(&work->recovery);
    free(work->recovery_path);
    free(work->folder);
    free(work->path);
    free(work);
}

Text *work_text(Work *work)
{
    return work->text;
}

bool work_modified(const Work *work)
{
    return text_size(work->text) != work->saved_size || text_hash(work->text) != work->saved_hash;
}

void work_replace_text(Work *work, View content)
{
    size_t from = 0, size = text_size(work->text), to = size, with = content.size;
    while (from < to && from < with && text_byte(work->text, from) == content.data[from])
        from++;
    while (to > from && with > from && text_byte(work->text, to - 1) == content.data[with - 1]) {
        to--;
        with--;
    }
    text_replace(work->text, from, to, view_slice(content, from, with));
}

int64_t work_deadline(const Work *work)
{
    return work->journal ? journal_deadline(work->journal) : INT64_MAX;
}

void work_flush(Work *work, Notices *notices)
{
    Error error = {0};
    if (!work->journal)
        return;
    bool ok = journal_flush(work->journal, &error);
    if (!ok && !work->journal_failing)
        notices_add(notices, SEVERITY_ERROR,
                    "%s; your text is in memory only until there is room: save, or copy it",
                    error.text);
    if (ok && work->journal_failing)
        notices_add(notices, SEVERITY_NOTE, "the journal can be written again");
    work->journal_failing = !ok;
}

bool work_flush_quietly(Work *work)
{
    return !work->journal || journal_flush(work->journal, NULL);
}

int work_watch_fd(const Work *work)
{
    return work->watch;
}

bool work_watch_drain(Work *work)
{
    /* Aligned as read() from inotify wants it; the events' names don't matter. */
    union {
        struct inotify_event event;
        char bytes[4096];
    } buffer;
    bool any = false;
    while (work->watch >= 0 && read(work->watch, buffer.bytes, sizeof buffer.bytes) > 0)
        any = true;
    return any;
}
