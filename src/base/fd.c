/* File descriptors: whole reads and writes, flags. */
#include "base/fd.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

bool fd_write_all(int fd, const void *data, size_t size)
{
    const char *at = data;
    while (size > 0) {
        ssize_t done = write(fd, at, size);
        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0)
            return false;
        at += done;
        size -= (size_t)done;
    }
    return true;
}

bool fd_write_all_at(int fd, const void *data, size_t size, uint64_t offset)
{
    const char *bytes = data;
    for (size_t done = 0; done < size;) {
        ssize_t n = pwrite(fd, bytes + done, size - done, (off_t)(offset + done));
        if (n < 0 && errno == EINTR)
            continue;
        if (n == 0)
            errno = ENOSPC;
        if (n <= 0)
            return false;
        done += (size_t)n;
    }
    return true;
}

bool fd_read_all(int fd, StrBuf *out, size_t limit)
{
    char piece[16384];
    for (;;) {
        ssize_t got = read(fd, piece, sizeof piece);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return false;
        if (got == 0)
            return true;
        if (out->size + (size_t)got > limit) {
            errno = EFBIG;
            return false;
        }
        strbuf_add_bytes(out, piece, (size_t)got);
    }
}

bool fd_set_nonblocking(int fd)
{
    int flags = fcntl(fd, F_GETFL);
    return flags >= 0 && fcntl(fd, F_SETFL, flags | O_NONBLOCK) == 0;
}

void fd_close(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}
