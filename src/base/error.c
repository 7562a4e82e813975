/* Errors as values. */
#include "base/error.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* False: an earlier error stays. */
static bool fill(Error *error, ErrorKind kind, const char *format, va_list args)
{
    if (!error || error->kind != ERROR_NONE)
        return false;
    error->kind = kind;
    vsnprintf(error->text, sizeof error->text, format, args);
    return true;
}

bool error_set(Error *error, ErrorKind kind, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fill(error, kind, format, args);
    va_end(args);
    return false;
}

bool error_at(Error *error, ErrorKind kind, const char *file, int line, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    bool set = fill(error, kind, format, args);
    va_end(args);
    if (!set)
        return false;
    snprintf(error->file, sizeof error->file, "%s", file ? file : "");
    error->line = line;
    return false;
}

bool error_errno(Error *error, const char *format, ...)
{
    int number = errno;
    va_list args;
    va_start(args, format);
    bool set = fill(error, ERROR_SYSTEM, format, args);
    va_end(args);
    if (!set)
        return false;
    size_t used = strlen(error->text);
    snprintf(error->text + used, sizeof error->text - used, ": %s", strerror(number));
    errno = number;
    return false;
}

void error_clear(Error *error)
{
    *error = (Error){0};
}

void error_describe(const Error *error, StrBuf *out)
{
    if (error->file[0] && error->line > 0)
        strbuf_format(out, "%s:%d: ", error->file, error->line);
    else if (error->file[0])
        strbuf_format(out, "%s: ", error->file);
    strbuf_add_text(out, error->text);
}

int error_exit_status(const Error *error)
{
    switch (error->kind) {
    case ERROR_NONE:
        return 0;
    case ERROR_MISUSE:
    case ERROR_CONTENT:
        return 2;
    case ERROR_SYSTEM:
    case ERROR_MACHINE:
        return 3;
    }
    return 3;
}
