/* Whole files. */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fd.h"

bool file_read(const char *path, size_t limit, StrBuf *out, Error *error)
{
    struct stat status;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return error_errno(error, "cannot read %s", path);
    if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) {
        close(fd);
        return error_set(error, ERROR_CONTENT, "%s is not a regular file", path);
    }
    bool read = fd_read_all(fd, out, limit);
    if (!read && errno == EFBIG)
        error_set(error, ERROR_CONTENT, "%s is larger than the %zu bytes allowed", path, limit);
    else if (!read)
        error_errno(error, "cannot read %s", path);
    close(fd);
    return read;
}

/* A rename is only durable when the folder is synced too. Some file systems cannot: the file is
 * whole all the same. */
static void sync_folder_of(const char *path)
{
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%s", path);
    char *slash = strrchr(folder, '/');
    if (slash)
        slash[slash == folder] = '\0';
    int fd = open(slash ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return;
    fsync(fd);
    close(fd);
}

static bool write_temporary(int fd, const char *target, View content)
{
    struct stat status;
    mode_t mode = stat(target, &status) == 0 ? status.st_mode & 07777 : 0644;
    return fchmod(fd, mode) == 0 && fd_write_all(fd, content.data, content.size) && fsync(fd) == 0;
}

bool file_save(const char *path, View content, Error *error)
{
    char real[PATH_MAX], temporary[PATH_MAX + 16];
    if (!realpath(path, real))
        snprintf(real, sizeof real, "%s", path);
    struct stat status;
    if (stat(real, &status) == 0 && !S_ISREG(status.st_mode))
        return error_set(error, ERROR_CONTENT, "%s is not a regular file; not written", path);
    if (access(real, F_OK) == 0 && access(real, W_OK) != 0)
        return error_errno(error, "cannot save %s", path);
    snprintf(temporary, sizeof temporary, "%s.XXXXXX", real);
    int fd = mkostemp(temporary, O_CLOEXEC);
    if (fd < 0)
        return error_errno(error, "cannot save %s", path);
    bool written = write_temporary(fd, real, content);
    int cause = errno;
    if (close(fd) != 0 && written) {
        written = false;
        cause = errno;
    }
    if (written && rename(temporary, real) != 0) {
        written = false;
        cause = errno;
    }
    if (!written) {
        unlink(temporary);
        errno = cause;
        return error_errno(error, "cannot save %s", path);
    }
    sync_folder_of(real);
    return true;
}

bool file_exists(const char *path)
{
    return access(path, F_OK) == 0;
}

bool file_is_folder(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

bool file_program_folder(StrBuf *out)
{
    char self[PATH_MAX];
    ssize_t size = readlink("/proc/self/exe", self, sizeof self);
    if (size < 0)
        return false;
    View path = {self, (size_t)size};
    while (path.size > 0 && path.data[path.size - 1] != '/')
        path.size--;
    strbuf_add(out, view_slice(path, 0, path.size > 1 ? path.size - 1 : path.size));
    return true;
}

bool file_make_folders(const char *path, Error *error)
{
    char part[PATH_MAX];
    if (strlen(path) >= sizeof part)
        return error_set(error, ERROR_CONTENT, "the path %.80s... is too long", path);
    snprintf(part, sizeof part, "%s", path);
    for (char *at = part + 1;; at++) {
        if (*at != '/' && *at != '\0')
            continue;
        char kept = *at;
        *at = '\0';
        if (mkdir(part, 0700) != 0 && errno != EEXIST)
            return error_errno(error, "cannot make the folder %s", part);
        *at = kept;
        if (kept == '\0')
            return true;
    }
}

const char *file_join(StrBuf *out, const char *base, const char *name)
{
    strbuf_clear(out);
    strbuf_format(out, "%s/%s", base, name);
    return strbuf_text(out);
}
