/* Notices the same work file open in two labs. */
#include "text/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

int work_lock(const char *path, bool *busy, Error *error)
{
    *busy = false;
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
    if (fd < 0) {
        error_errno(error, "cannot lock %s", path);
        return -1;
    }
    if (flock(fd, LOCK_EX | LOCK_NB) == 0)
        return fd;
    *busy = errno == EWOULDBLOCK;
    if (!*busy)
        error_errno(error, "cannot lock %s", path);
    close(fd);
    return -1;
}
