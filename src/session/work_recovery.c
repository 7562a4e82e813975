/* What killed labs left: their journals are set aside, and their texts offered one by one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fd.h"
#include "base/file.h"
#include "session/work_impl.h"
#include "text/lock.h"

/* Labs that may have one exercise open, and texts that may wait to be recovered. */
enum { SLOTS = 8, RECOVERIES = 32 };

const char *work_side_path(const Work *work, StrBuf *out, const char *name, int number)
{
    strbuf_clear(out);
    strbuf_format(out, "%s/.%s.%s", work->folder, work->name, name);
    if (number > 1)
        strbuf_format(out, "-%d", number);
    return strbuf_text(out);
}

const char *work_free_side_path(const Work *work, StrBuf *out, const char *name)
{
    int number = 1;
    while (file_exists(work_side_path(work, out, name, number)))
        number++;
    return strbuf_text(out);
}

static void set_aside(const Work *work, const char *path, const char *name, Notices *notices)
{
    StrBuf aside = {0};
    if (rename(path, work_free_side_path(work, &aside, name)) != 0)
        notices_add(notices, SEVERITY_ERROR, "cannot set %s aside", path);
    strbuf_free(&aside);
}

/* A journal that no living lab writes. */
static void examine_journal(const Work *work, int slot, Notices *notices)
{
    StrBuf path = {0}, text = {0};
    Error error = {0};
    work_side_path(work, &path, "journal", slot);
    if (journal_recover(strbuf_text(&path), &text, &error)) {
        set_aside(work, strbuf_text(&path), "recovered", notices);
    } else if (error.kind != ERROR_NONE) {
        notices_add(notices, SEVERITY_WARNING, "%s; it was set aside", error.text);
        set_aside(work, strbuf_text(&path), "damaged", notices);
    }
    strbuf_free(&path);
    strbuf_free(&text);
}

void work_take_slot(Work *work, Notices *notices)
{
    StrBuf path = {0};
    Error error = {0};
    bool other_lab = false;
    for (int slot = 1; slot <= SLOTS; slot++) {
        bool busy;
        int lock = work_lock(work_side_path(work, &path, "lock", slot), &busy, &error);
        other_lab |= busy;
        if (lock < 0)
            continue;
        examine_journal(work, slot, notices);
        if (work->lock < 0) {
            work->lock = lock;
            work->slot = slot;
        } else {
            fd_close(&lock);
        }
        if (!file_exists(work_side_path(work, &path, "lock", slot + 1)))
            break;
    }
    if (other_lab)
        notices_add(notices, SEVERITY_WARNING,
                    "this exercise is open in another culab too: whoever saves first is kept, "
                    "the other is asked");
    if (work->lock < 0 && error.kind != ERROR_NONE)
        notices_add(notices, SEVERITY_ERROR, "%s; no journal is kept: save often", error.text);
    strbuf_free(&path);
}

static bool differs_from_text(const Work *work, const StrBuf *text)
{
    StrBuf ours = {0};
    text_copy(work->text, 0, text_size(work->text), &ours);
    bool differs = !view_equal(strbuf_view(text), strbuf_view(&ours));
    strbuf_free(&ours);
    return differs;
}

/* True when the file holds a text to be offered; one that holds none is cleared away. */
static bool offer(Work *work, const char *path, Notices *notices)
{
    StrBuf text = {0};
    Error error = {0};
    bool found = journal_recover(path, &text, &error);
    bool damaged = error.kind != ERROR_NONE;
    if (found && differs_from_text(work, &text)) {
        work->recovery = text;
        work->recovery_path = memory_clone_text(path);
        work->recovery_damaged = damaged;
        notices_add(notices, SEVERITY_WARNING,
                    "text that was not saved was found: take it over or drop it");
        return true;
    }
    if (damaged)
        set_aside(work, path, "damaged", notices);
    else
        unlink(path);
    strbuf_free(&text);
    return false;
}

void work_find_recovery(Work *work, Notices *notices)
{
    StrBuf path = {0};
    for (int number = 1; number <= RECOVERIES; number++) {
        work_side_path(work, &path, "recovered", number);
        if (file_exists(strbuf_text(&path)) && offer(work, strbuf_text(&path), notices))
            break;
    }
    strbuf_free(&path);
}

const char *work_recovery(const Work *work)
{
    return work->recovery_path ? strbuf_text(&work->recovery) : NULL;
}

void work_recover(Work *work, bool accept, Notices *notices)
{
    if (!work->recovery_path)
        return;
    if (accept)
        work_replace_text(work, strbuf_view(&work->recovery));
    /* The old journal goes only when the new one holds its text. */
    bool safe = !accept || (work->journal && work_flush_quietly(work));
    if (work->recovery_damaged)
        set_aside(work, work->recovery_path, "damaged", notices);
    else if (safe)
        unlink(work->recovery_path);
    strbuf_free(&work->recovery);
    free(work->recovery_path);
    work->recovery_path = NULL;
    if (safe)
        work_find_recovery(work, notices);
}
