/* The folder's name holds the worker's process number, so that it is known whose it was. */
#include "program/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fd.h"
#include "base/memory.h"
#include "program/headers.h"

static const char prefix[] = "culab-host-";

static const char *temporary(void)
{
    const char *folder = getenv("TMPDIR");
    return folder && *folder == '/' ? folder : "/tmp";
}

/* Removes a folder and all that is in it; follows no links. */
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

/* Folders of this user whose worker is no more. */
static void sweep(const char *where)
{
    DIR *list = opendir(where);
    for (struct dirent *entry; list && (entry = readdir(list));) {
        struct stat info;
        int pid = 0;
        if (strncmp(entry->d_name, prefix, sizeof prefix - 1) != 0 ||
            sscanf(entry->d_name + sizeof prefix - 1, "%d-", &pid) != 1 || pid <= 0)
            continue;
        if (kill(pid, 0) == 0 || errno != ESRCH)
            continue;
        if (fstatat(dirfd(list), entry->d_name, &info, AT_SYMLINK_NOFOLLOW) == 0 &&
            S_ISDIR(info.st_mode) && info.st_uid == getuid())
            remove_all(dirfd(list), entry->d_name);
    }
    if (list)
        closedir(list);
}

char *folder_file(const ProgramFolder *folder, const char *name)
{
    StrBuf out = {0};
    strbuf_format(&out, "%s/%s", folder->path, name);
    return strbuf_take(&out);
}

bool folder_write(const ProgramFolder *folder, const char *name, View text, Error *error)
{
    char *path = folder_file(folder, name);
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    bool done = fd >= 0 && fd_write_all(fd, text.data, text.size);
    if (!done)
        error_errno(error, "cannot write %s", path);
    fd_close(&fd);
    free(path);
    return done;
}

static bool make_part(const ProgramFolder *folder, const char *name, Error *error)
{
    char *path = folder_file(folder, name);
    bool made = mkdir(path, 0700) == 0 || error_errno(error, "cannot make %s", path);
    free(path);
    return made;
}

static bool write_headers(const ProgramFolder *folder, Error *error)
{
    bool done = make_part(folder, "include", error) && make_part(folder, "include/cuda", error);
    for (const ProgramHeader *header = program_headers; done && header->path; header++) {
        StrBuf name = {0};
        strbuf_format(&name, "include/%s", header->path);
        done = folder_write(folder, strbuf_text(&name), (View){header->text, header->size}, error);
        strbuf_free(&name);
    }
    return done;
}

bool folder_make(ProgramFolder *folder, Error *error)
{
    StrBuf path = {0};
    if (folder->path)
        return true;
    sweep(temporary());
    strbuf_format(&path, "%s/%s%d-XXXXXX", temporary(), prefix, (int)getpid());
    if (!mkdtemp(path.data)) {
        error_errno(error, "cannot make a folder for the program in %s", temporary());
        strbuf_free(&path);
        return false;
    }
    folder->path = strbuf_take(&path);
    if (write_headers(folder, error))
        return true;
    folder_remove(folder);
    return false;
}

void folder_remove(ProgramFolder *folder)
{
    if (folder->path)
        remove_all(AT_FDCWD, folder->path);
    free(folder->path);
    folder->path = NULL;
}
