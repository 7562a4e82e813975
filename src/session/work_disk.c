/* Saving, and other programs that write the same file. */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/hash.h"
#include "session/work_impl.h"

DiskState disk_state(const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0)
        /* A link that leads nowhere is something all the same. */
        return (DiskState){.exists = lstat(path, &status) == 0};
    return (DiskState){true, status.st_dev, status.st_ino, status.st_size, status.st_mtim};
}

bool disk_state_equal(const DiskState *a, const DiskState *b)
{
    return a->exists == b->exists && a->device == b->device && a->inode == b->inode &&
           a->size == b->size && a->modified.tv_sec == b->modified.tv_sec &&
           a->modified.tv_nsec == b->modified.tv_nsec;
}

void work_agree(Work *work, View content, DiskState state)
{
    work->disk = state;
    work->saved_hash = hash_bytes(HASH_START, content.data, content.size);
    work->saved_size = content.size;
    work->conflict = false;
    if (work->journal && !journal_restart(work->journal, content, NULL))
        work->journal_failing = false; /* told with the next flush */
}

static bool is_saved_content(const Work *work, const StrBuf *content)
{
    return content->size == work->saved_size &&
           hash_bytes(HASH_START, strbuf_text(content), content->size) == work->saved_hash;
}

static bool is_our_text(const Work *work, const StrBuf *content)
{
    return content->size == text_size(work->text) &&
           hash_bytes(HASH_START, strbuf_text(content), content->size) == text_hash(work->text);
}

/* Another program's text goes to kernel.cu.other, kernel.cu.other-2, ... */
static bool keep_theirs(const Work *work, View content, Error *error)
{
    StrBuf path = {0};
    strbuf_format(&path, "%s.other", work->path);
    for (int number = 2; disk_state(strbuf_text(&path)).exists; number++) {
        strbuf_clear(&path);
        strbuf_format(&path, "%s.other-%d", work->path, number);
    }
    bool kept = file_save(strbuf_text(&path), content, error);
    strbuf_free(&path);
    return kept;
}

/* May the file be overwritten? */
static bool check_conflict(Work *work, Error *error)
{
    DiskState now = disk_state(work->path);
    StrBuf theirs = {0};
    if (!now.exists || disk_state_equal(&now, &work->disk))
        return true;
    bool fine = file_read(work->path, WORK_FILE_LIMIT, &theirs, error);
    if (fine && !is_saved_content(work, &theirs) && !is_our_text(work, &theirs)) {
        if (!work->conflict)
            fine = error_set(error, ERROR_CONTENT,
                             "%s was written by another program: save again to put your text there "
                             "(theirs is then kept as %s.other), or reload it",
                             work->path, work->name);
        else
            fine = keep_theirs(work, strbuf_view(&theirs), error);
        work->conflict = true;
    }
    strbuf_free(&theirs);
    return fine;
}

bool work_save(Work *work, Error *error)
{
    StrBuf content = {0};
    if (!file_make_folders(work->folder, error) || !check_conflict(work, error))
        return false;
    text_copy(work->text, 0, text_size(work->text), &content);
    bool saved = file_save(work->path, strbuf_view(&content), error);
    if (saved)
        work_agree(work, strbuf_view(&content), disk_state(work->path));
    strbuf_free(&content);
    return saved;
}

bool work_reload(Work *work, Error *error)
{
    StrBuf content = {0};
    DiskState state = disk_state(work->path);
    bool read = file_read(work->path, WORK_FILE_LIMIT, &content, error);
    if (read) {
        work_replace_text(work, strbuf_view(&content));
        work_agree(work, strbuf_view(&content), state);
    }
    strbuf_free(&content);
    return read;
}

static bool take_theirs(Work *work, const StrBuf *content, DiskState state, Notices *notices)
{
    bool modified = work_modified(work);
    if (modified && !is_our_text(work, content)) {
        if (!work->conflict)
            notices_add(notices, SEVERITY_WARNING,
                        "another program wrote %s while your text is not saved: "
                        "save to keep both, or reload",
                        work->name);
        work->conflict = true;
        return false;
    }
    if (!modified) {
        work_replace_text(work, strbuf_view(content));
        notices_add(notices, SEVERITY_NOTE, "another program wrote %s: its text was loaded",
                    work->name);
    }
    work_agree(work, strbuf_view(content), state);
    return !modified;
}

bool work_check_disk(Work *work, Notices *notices)
{
    DiskState now = disk_state(work->path);
    StrBuf content = {0};
    Error error = {0};
    bool changed = false;
    if (!now.exists || disk_state_equal(&now, &work->disk))
        return false;
    if (!file_read(work->path, WORK_FILE_LIMIT, &content, &error)) {
        if (!work->conflict)
            notices_add_error(notices, SEVERITY_WARNING, &error);
        work->conflict = true;
    } else if (is_saved_content(work, &content)) {
        work->disk = now;
    } else {
        changed = take_theirs(work, &content, now, notices);
    }
    strbuf_free(&content);
    return changed;
}
