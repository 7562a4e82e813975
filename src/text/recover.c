/* The journal's reading side: what a killed lab left. Nothing in the file is trusted. */
#include <errno.h>
#include <string.h>

#include "base/file.h"
#include "base/hash.h"
#include "text/journal.h"
#include "text/journal_format.h"

typedef struct Reader {
    const unsigned char *at;
    size_t left;
    uint64_t chain;
} Reader;

typedef enum Read {
    READ_RECORD,
    READ_END,    /* nothing more, or a record that was not written to its end */
    READ_DAMAGED /* something that this lab did not write */
} Read;

/* After a crash of the machine a file may end in zeros that were never written. */
static bool only_zeros(const Reader *reader)
{
    for (size_t i = 0; i < reader->left; i++)
        if (reader->at[i])
            return false;
    return true;
}

static Read read_record(Reader *reader, Text *text)
{
    if (reader->left < RECORD_HEAD)
        return READ_END;
    const unsigned char *head = reader->at;
    uint64_t from = get_u64(head), removed = get_u64(head + 8), inserted = get_u64(head + 16);
    if (hash_bytes(reader->chain, head, 32) != get_u64(head + 32))
        return only_zeros(reader) ? READ_END : READ_DAMAGED;
    if (inserted > reader->left - RECORD_HEAD)
        return READ_END;
    const char *bytes = (const char *)head + RECORD_HEAD;
    if (hash_bytes(HASH_START, bytes, inserted) != get_u64(head + 24))
        return READ_DAMAGED;
    if (from > text_size(text) || removed > text_size(text) - from)
        return READ_DAMAGED;
    text_replace(text, from, from + removed, (View){bytes, inserted});
    reader->chain = get_u64(head + 32);
    reader->at += RECORD_HEAD + inserted;
    reader->left -= RECORD_HEAD + inserted;
    return READ_RECORD;
}

/* READ_RECORD: *base is whole. */
static Read read_head(Reader *reader, View *base)
{
    const unsigned char *head = reader->at;
    size_t magic = reader->left < 8 ? reader->left : 8;
    if (memcmp(head, JOURNAL_MAGIC, magic) != 0)
        return only_zeros(reader) ? READ_END : READ_DAMAGED;
    if (reader->left < JOURNAL_HEAD)
        return READ_END;
    uint64_t size = get_u64(head + 16);
    if (hash_bytes(HASH_START, head, 32) != get_u64(head + 32) ||
        get_u64(head + 8) != JOURNAL_VERSION)
        return READ_DAMAGED;
    if (size > reader->left - JOURNAL_HEAD)
        return READ_END;
    *base = (View){(const char *)head + JOURNAL_HEAD, size};
    if (hash_bytes(HASH_START, base->data, size) != get_u64(head + 24))
        return READ_DAMAGED;
    reader->chain = get_u64(head + 32);
    reader->at += JOURNAL_HEAD + size;
    reader->left -= JOURNAL_HEAD + size;
    return READ_RECORD;
}

static bool replay(Reader *reader, View base, const char *path, StrBuf *recovered, Error *error)
{
    Text *text = text_new(base);
    Read read;
    while ((read = read_record(reader, text)) == READ_RECORD)
        ;
    bool edited = text_version(text) > 0;
    if (read == READ_DAMAGED)
        error_set(error, ERROR_CONTENT, "the journal %s is damaged", path);
    if (edited)
        text_copy(text, 0, text_size(text), recovered);
    text_free(text);
    return edited;
}

bool journal_recover(const char *path, StrBuf *recovered, Error *error)
{
    StrBuf content = {0};
    if (!file_exists(path) && errno == ENOENT)
        return false;
    if (!file_read(path, JOURNAL_LIMIT, &content, error)) {
        strbuf_free(&content);
        return false;
    }
    Reader reader = {(const unsigned char *)strbuf_text(&content), content.size, 0};
    View base;
    Read head = read_head(&reader, &base);
    bool edited = head == READ_RECORD && replay(&reader, base, path, recovered, error);
    if (head == READ_DAMAGED)
        error_set(error, ERROR_CONTENT, "%s is not a journal of this lab", path);
    strbuf_free(&content);
    return edited;
}
