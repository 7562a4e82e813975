/* Any bytes as the journal of a killed lab. The hashes are mended first, so that what lies behind
 * them is reached too. */
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/fd.h"
#include "base/hash.h"
#include "text/journal.h"
#include "text/journal_format.h"

static void mend(unsigned char *bytes, size_t size)
{
    if (size < JOURNAL_HEAD)
        return;
    memcpy(bytes, JOURNAL_MAGIC, 8);
    put_u64(bytes + 8, JOURNAL_VERSION);
    uint64_t base = get_u64(bytes + 16) % 64;
    put_u64(bytes + 16, base);
    if (JOURNAL_HEAD + base > size)
        return;
    put_u64(bytes + 24, hash_bytes(HASH_START, bytes + JOURNAL_HEAD, base));
    uint64_t chain = hash_bytes(HASH_START, bytes, 32);
    put_u64(bytes + 32, chain);
    for (size_t at = JOURNAL_HEAD + base; size - at >= RECORD_HEAD;) {
        uint64_t inserted = get_u64(bytes + at + 16);
        if (inserted > size - at - RECORD_HEAD)
            return;
        put_u64(bytes + at + 24, hash_bytes(HASH_START, bytes + at + RECORD_HEAD, inserted));
        chain = hash_bytes(chain, bytes + at, 32);
        put_u64(bytes + at + 32, chain);
        at += RECORD_HEAD + inserted;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    unsigned char bytes[4096];
    char path[64];
    StrBuf recovered = {0};
    if (size == 0 || size > sizeof bytes)
        return 0;
    memcpy(bytes, data, size);
    if (data[size - 1] & 1)
        mend(bytes, size);
    int fd = memfd_create("journal", MFD_CLOEXEC);
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    if (fd >= 0 && fd_write_all(fd, bytes, size))
        journal_recover(path, &recovered, NULL);
    strbuf_free(&recovered);
    fd_close(&fd);
    return 0;
}
