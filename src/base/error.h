/* A user's error is a value: what happened, where, and what to do next. Start from {0}. */
#ifndef CULAB_BASE_ERROR_H
#define CULAB_BASE_ERROR_H

#include <stdarg.h>
#include <stdbool.h>

#include "base/strbuf.h"

typedef enum ErrorKind {
    ERROR_NONE,
    ERROR_MISUSE,  /* wrong flag, unknown name: exit status 2 */
    ERROR_CONTENT, /* a file or a text holds what it must not: exit status 2 */
    ERROR_SYSTEM,  /* the operating system refused: exit status 3 */
    ERROR_MACHINE, /* something is missing here, such as NVRTC: exit status 3 */
} ErrorKind;

typedef struct Error {
    ErrorKind kind;
    int line;        /* 1-based; 0 when there is no place */
    char file[256];  /* "" when there is no file */
    char text[1024]; /* one sentence or two, UTF-8, without a line end */
} Error;

/* Sets kind and text; keeps the first error if one is set already. Always returns false, so that a
 * failing function can say `return error_set(error, ...)`. `error` may be NULL. */
bool error_set(Error *error, ErrorKind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same with a place. */
bool error_at(Error *error, ErrorKind kind, const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
/* ERROR_SYSTEM with the text of errno at its end. */
bool error_errno(Error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));
void error_clear(Error *error);
/* "file:line: text", or the text alone. */
void error_describe(const Error *error, StrBuf *out);
/* The exit status for this kind of error: 0, 2 or 3. */
int error_exit_status(const Error *error);

#endif
