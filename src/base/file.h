/* Whole files: reading, saving so that old or new content stands there and never less, folders. */
#ifndef CULAB_BASE_FILE_H
#define CULAB_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/strbuf.h"

/* Appends the content of a regular file of at most `limit` bytes. A FIFO, device or folder is
 * refused, and never waited for. */
bool file_read(const char *path, size_t limit, StrBuf *out, Error *error);
/* Writes a temporary file beside `path`, syncs and renames it. A symbolic link is followed, so that
 * the link stays one. On failure the old file is untouched and no temporary file stays. */
bool file_save(const char *path, View content, Error *error);
bool file_exists(const char *path);
bool file_is_folder(const char *path);
/* Appends the folder that this program's own file lies in, without a slash at its end. False: errno
 * says why it is not known. */
bool file_program_folder(StrBuf *out);
/* Makes the folder and those above it (mode 0700); one that is there is fine. */
bool file_make_folders(const char *path, Error *error);
/* "base/name" appended to an emptied `out`; returns its text. */
const char *file_join(StrBuf *out, const char *base, const char *name);

#endif
