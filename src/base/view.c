/* Borrowed text: slicing, comparing, splitting, numbers. */
#include "base/view.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

View view_of(const char *text)
{
    return (View){text, text ? strlen(text) : 0};
}

View view_slice(View view, size_t from, size_t to)
{
    if (to > view.size)
        to = view.size;
    if (from > to)
        from = to;
    return (View){view.data + from, to - from};
}

bool view_equal(View a, View b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

bool view_equal_text(View view, const char *text)
{
    return view_equal(view, view_of(text));
}

bool view_starts(View view, const char *prefix)
{
    View p = view_of(prefix);
    return view.size >= p.size && view_equal(view_slice(view, 0, p.size), p);
}

bool view_ends(View view, const char *suffix)
{
    View s = view_of(suffix);
    return view.size >= s.size && view_equal(view_slice(view, view.size - s.size, view.size), s);
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

View view_trim(View view)
{
    while (view.size > 0 && is_space(view.data[0]))
        view = view_slice(view, 1, view.size);
    while (view.size > 0 && is_space(view.data[view.size - 1]))
        view.size--;
    return view;
}

size_t view_find(View view, char byte)
{
    const char *at = view.size ? memchr(view.data, byte, view.size) : NULL;
    return at ? (size_t)(at - view.data) : view.size;
}

bool view_split(View *rest, char separator, View *piece)
{
    if (!rest->data)
        return false;
    size_t at = view_find(*rest, separator);
    *piece = view_slice(*rest, 0, at);
    if (at == rest->size)
        *rest = (View){NULL, 0};
    else
        *rest = view_slice(*rest, at + 1, rest->size);
    return true;
}

enum { NUMBER_MAX = 64 };

/* strto* want a NUL; a number longer than this buffer is none that we accept. */
static bool copy_number(View view, char out[NUMBER_MAX])
{
    if (view.size == 0 || view.size >= NUMBER_MAX || is_space(view.data[0]))
        return false;
    memcpy(out, view.data, view.size);
    out[view.size] = '\0';
    return strlen(out) == view.size;
}

/* Base 10 unless 0x: a leading zero does not mean octal to a learner. */
static int number_base(const char *text)
{
    if (*text == '-' || *text == '+')
        text++;
    return text[0] == '0' && (text[1] == 'x' || text[1] == 'X') ? 16 : 10;
}

bool view_to_i64(View view, int64_t *out)
{
    char text[NUMBER_MAX], *end;
    if (!copy_number(view, text))
        return false;
    errno = 0;
    long long value = strtoll(text, &end, number_base(text));
    if (errno || *end || end == text)
        return false;
    *out = value;
    return true;
}

bool view_to_u64(View view, uint64_t *out)
{
    char text[NUMBER_MAX], *end;
    if (!copy_number(view, text) || text[0] == '-')
        return false;
    errno = 0;
    unsigned long long value = strtoull(text, &end, number_base(text));
    if (errno || *end || end == text)
        return false;
    *out = value;
    return true;
}

bool view_to_f64(View view, double *out)
{
    char text[NUMBER_MAX], *end;
    if (!copy_number(view, text))
        return false;
    double value = strtod(text, &end);
    if (*end || end == text)
        return false;
    *out = value;
    return true;
}
