/* Steps over comments, texts, characters and directives. */
#include "compile/scan.h"

#include <stddef.h>
#include <string.h>

static bool starts(const char *at, const char *end, const char *mark)
{
    size_t size = strlen(mark);
    return (size_t)(end - at) >= size && memcmp(at, mark, size) == 0;
}

static const char *behind(const char *at, const char *end, const char *mark)
{
    while (at < end && !starts(at, end, mark))
        at++;
    return at < end ? at + strlen(mark) : end;
}

static const char *behind_quoted(const char *at, const char *end)
{
    char quote = *at;
    for (at++; at < end && *at != quote && *at != '\n'; at++)
        at += *at == '\\' && at + 1 < end;
    return at < end ? at + 1 : end;
}

static const char *behind_directive(const char *at, const char *end)
{
    while (at < end && *at != '\n')
        at += *at == '\\' && at + 1 < end ? 2 : 1;
    return at;
}

bool scan_skip(const char **at, const char *end)
{
    const char *from = *at;
    if (from == end)
        return false;
    if (starts(from, end, "//"))
        *at = behind(from, end, "\n");
    else if (starts(from, end, "/*"))
        *at = behind(from + 2, end, "*/");
    else if (*from == '#')
        *at = behind_directive(from, end);
    else if (*from == '"' || *from == '\'')
        *at = behind_quoted(from, end);
    return *at != from;
}
