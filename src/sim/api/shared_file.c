/* Files in memory that processes share, known by their names. */
#include "sim/api/shared_file.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* The size may not change under whoever maps it. */
static const int seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;

int shared_file_make(const char *name, uint64_t size)
{
    int file = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file >= 0 && ftruncate(file, (off_t)size) == 0 && fcntl(file, F_ADD_SEALS, seals) == 0)
        return file;
    if (file >= 0)
        close(file);
    return -1;
}

/* By the name that the system tells of it. */
bool shared_file_is(int file, const char *name, uint64_t *size)
{
    struct stat about;
    char link[64], target[128], expected[64];
    int sealed = fcntl(file, F_GET_SEALS);
    if (sealed < 0 || (sealed & seals) != seals || fstat(file, &about) != 0 || about.st_size <= 0)
        return false;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    int length = snprintf(expected, sizeof expected, "/memfd:%s", name);
    ssize_t got = readlink(link, target, sizeof target - 1);
    *size = (uint64_t)about.st_size;
    return got >= length && !memcmp(target, expected, (size_t)length);
}

bool shared_file_tell(int file, SharedFileName *out)
{
    struct stat about;
    if (fstat(file, &about) != 0)
        return false;
    *out = (SharedFileName){.process = getpid(),
                            .file = file,
                            .device = (uint64_t)about.st_dev,
                            .inode = (uint64_t)about.st_ino};
    return true;
}

int shared_file_open(const SharedFileName *told, const char *name, uint64_t *size)
{
    char path[64];
    SharedFileName found;
    snprintf(path, sizeof path, "/proc/%d/fd/%d", told->process, told->file);
    /* Whatever else the number may name by now, opening it does not wait. */
    int file = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (file >= 0 && shared_file_is(file, name, size) && shared_file_tell(file, &found) &&
        found.device == told->device && found.inode == told->inode)
        return file;
    if (file >= 0)
        close(file);
    return -1;
}
