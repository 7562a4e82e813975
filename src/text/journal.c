/* The journal's writing side. */
#include "text/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/fd.h"
#include "base/hash.h"
#include "base/memory.h"
#include "text/journal_format.h"

enum { FLUSH_BYTES = 200, MEMORY_KEPT = 1 << 16 };
#define FLUSH_NS (INT64_C(4) * 1000 * 1000 * 1000)

struct Journal {
    char *path;
    int fd;
    uint64_t written; /* bytes on disk that are whole */
    StrBuf waiting;   /* records not on disk yet */
    size_t typed;     /* characters in them, inserted or removed */
    uint64_t chain;   /* the hash that the next record's is chained to */
    int64_t deadline;
    bool failing; /* the last flush did not work: told at the next journal_flush() */
};

static void make_head(unsigned char head[JOURNAL_HEAD], View base)
{
    memcpy(head, JOURNAL_MAGIC, 8);
    put_u64(head + 8, JOURNAL_VERSION);
    put_u64(head + 16, base.size);
    put_u64(head + 24, hash_bytes(HASH_START, base.data, base.size));
    put_u64(head + 32, hash_bytes(HASH_START, head, 32));
}

/* Writes at `offset`; what a failure leaves half written is cut off again. */
static bool write_at(int fd, uint64_t offset, View data)
{
    if (fd_write_all_at(fd, data.data, data.size, offset))
        return true;
    int cause = errno;
    (void)!ftruncate(fd, (off_t)offset);
    errno = cause;
    return false;
}

bool journal_restart(Journal *journal, View base, Error *error)
{
    unsigned char head[JOURNAL_HEAD];
    make_head(head, base);
    StrBuf start = {0};
    strbuf_add_bytes(&start, head, sizeof head);
    strbuf_add(&start, base);
    strbuf_clear(&journal->waiting);
    journal->typed = 0;
    journal->deadline = INT64_MAX;
    journal->failing = false;
    journal->chain = get_u64(head + 32);
    bool ok = ftruncate(journal->fd, 0) == 0 && write_at(journal->fd, 0, strbuf_view(&start));
    journal->written = ok ? start.size : 0;
    if (!ok) { /* it is tried again with the next flush */
        journal->waiting = start;
        journal->deadline = clock_now_ns() + FLUSH_NS;
        return error_errno(error, "cannot write the journal %s", journal->path);
    }
    strbuf_free(&start);
    return true;
}

Journal *journal_open(const char *path, View base, Error *error)
{
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
    if (fd < 0) {
        error_errno(error, "cannot make the journal %s", path);
        return NULL;
    }
    Journal *journal = memory_alloc(sizeof *journal);
    journal->path = memory_clone_text(path);
    journal->fd = fd;
    journal_restart(journal, base, error);
    return journal;
}

/* Allocates and frees nothing: it may be called from a signal handler. */
static bool flush(Journal *journal)
{
    bool ok = write_at(journal->fd, journal->written, strbuf_view(&journal->waiting)) &&
              fdatasync(journal->fd) == 0;
    journal->failing = !ok;
    if (!ok) {
        journal->deadline = clock_now_ns() + FLUSH_NS;
        return false;
    }
    journal->written += journal->waiting.size;
    strbuf_clear(&journal->waiting);
    journal->typed = 0;
    journal->deadline = INT64_MAX;
    return true;
}

void journal_edit(Journal *journal, const Text *text, size_t from, size_t old_to, size_t new_to)
{
    StrBuf inserted = {0};
    unsigned char head[RECORD_HEAD];
    if (journal->waiting.size == 0 && journal->waiting.capacity > MEMORY_KEPT)
        strbuf_free(&journal->waiting); /* it held a large paste */
    text_copy(text, from, new_to, &inserted);
    put_u64(head, from);
    put_u64(head + 8, old_to - from);
    put_u64(head + 16, inserted.size);
    put_u64(head + 24, hash_bytes(HASH_START, inserted.data, inserted.size));
    journal->chain = hash_bytes(journal->chain, head, 32);
    put_u64(head + 32, journal->chain);
    strbuf_add_bytes(&journal->waiting, head, sizeof head);
    strbuf_add(&journal->waiting, strbuf_view(&inserted));
    strbuf_free(&inserted);
    journal->typed += (old_to - from) + (new_to - from);
    if (journal->deadline == INT64_MAX)
        journal->deadline = clock_now_ns() + FLUSH_NS;
    if (journal->typed >= FLUSH_BYTES && !journal->failing && !flush(journal))
        journal->deadline = clock_now_ns(); /* so that the failure is told now */
}

int64_t journal_deadline(const Journal *journal)
{
    return journal->deadline;
}

bool journal_flush(Journal *journal, Error *error)
{
    if (journal->waiting.size == 0 || flush(journal))
        return true;
    return error_errno(error, "cannot write the journal %s", journal->path);
}

void journal_close(Journal *journal, bool remove)
{
    if (!journal)
        return;
    if (remove)
        unlink(journal->path);
    else if (journal->waiting.size > 0)
        flush(journal);
    fd_close(&journal->fd);
    strbuf_free(&journal->waiting);
    free(journal->path);
    free(journal);
}
