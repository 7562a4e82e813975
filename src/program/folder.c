/* A host program's folder: its headers, and files written into it. */
#include "program/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/fd.h"
#include "base/memory.h"
#include "base/temporary.h"
#include "program/headers.h"

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
    if (folder->path)
        return true;
    temporary_sweep(TEMPORARY_HOST);
    folder->path = temporary_make(TEMPORARY_HOST, error);
    if (folder->path && write_headers(folder, error))
        return true;
    folder_remove(folder);
    return false;
}

void folder_remove(ProgramFolder *folder)
{
    if (folder->path)
        temporary_remove(folder->path);
    free(folder->path);
    folder->path = NULL;
}
