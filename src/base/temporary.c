/* The folder's name tells whose it was when that process has died without removing it. */
#include "base/temporary.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/strbuf.h"

static const char *root(void)
{
    const char *folder = getenv("TMPDIR");
    return folder && *folder == '/' ? folder : "/tmp";
}

static void remove_all(int parent, const char *name)
{
    int fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *list = fd >= 0 ? fdopendir(fd) : NULL;
    for (struct dirent *entry; list && (entry = readdir(list));) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        if (unlinkat(fd, entry->d_name, 0) != 0 && (errno == EISDIR || errno == EPERM))
            remove_all(fd, entry->d_name);
    }
    if (list)
        closedir(list);
    unlinkat(parent, name, AT_REMOVEDIR);
}

void temporary_remove(const char *path)
{
    remove_all(AT_FDCWD, path);
}

/* One that nobody has waited for yet is dead, too. */
static bool is_dead(int pid)
{
    char path[64], state = 0;
    if (kill(pid, 0) != 0)
        return errno == ESRCH;
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    FILE *file = fopen(path, "re");
    bool read = file && fscanf(file, "%*d (%*[^)]) %c", &state) == 1;
    if (file)
        fclose(file);
    return read && state == 'Z';
}

void temporary_sweep(const char *prefix)
{
    DIR *list = opendir(root());
    size_t size = strlen(prefix);
    for (struct dirent *entry; list && (entry = readdir(list));) {
        struct stat info;
        int pid = 0;
        if (strncmp(entry->d_name, prefix, size) != 0 ||
            sscanf(entry->d_name + size, "%d-", &pid) != 1 || pid <= 0)
            continue;
        if (is_dead(pid) && fstatat(dirfd(list), entry->d_name, &info, AT_SYMLINK_NOFOLLOW) == 0 &&
            S_ISDIR(info.st_mode) && info.st_uid == getuid())
            remove_all(dirfd(list), entry->d_name);
    }
    if (list)
        closedir(list);
}

char *temporary_make(const char *prefix, Error *error)
{
    StrBuf path = {0};
    strbuf_format(&path, "%s/%s%d-XXXXXX", root(), prefix, (int)getpid());
    if (mkdtemp(path.data))
        return strbuf_take(&path);
    error_errno(error, "cannot make a folder in %s", root());
    strbuf_free(&path);
    return NULL;
}
