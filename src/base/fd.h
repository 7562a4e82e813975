/* File descriptors: whole reads and writes, flags. */
#ifndef CULAB_BASE_FD_H
#define CULAB_BASE_FD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/strbuf.h"

bool fd_write_all(int fd, const void *data, size_t size); /* false: errno says why */
/* The same at a place in a file, which stays where it was for plain reads and writes. */
bool fd_write_all_at(int fd, const void *data, size_t size, uint64_t offset);
/* Reads to the end, at most `limit` bytes. False: errno says why (EFBIG past the limit). */
bool fd_read_all(int fd, StrBuf *out, size_t limit);
bool fd_set_nonblocking(int fd);
void fd_close(int *fd); /* closes and sets to -1; -1 is left alone */

#endif
