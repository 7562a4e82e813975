/* Plain search in both directions, across the gap and around the end. */
#include <string.h>

#include "text/private.h"

static char fold(char byte)
{
    return byte >= 'A' && byte <= 'Z' ? (char)(byte - 'A' + 'a') : byte;
}

static bool matches(const char *at, View pattern, bool ignore_case)
{
    if (!ignore_case)
        return memcmp(at, pattern.data, pattern.size) == 0;
    for (size_t i = 0; i < pattern.size; i++)
        if (fold(at[i]) != fold(pattern.data[i]))
            return false;
    return true;
}

static bool find_first(View text, View pattern, bool ignore_case, size_t *match)
{
    if (pattern.size > text.size)
        return false;
    if (!ignore_case) {
        const char *at = memmem(text.data, text.size, pattern.data, pattern.size);
        *match = at ? (size_t)(at - text.data) : 0;
        return at != NULL;
    }
    for (size_t i = 0; i + pattern.size <= text.size; i++) {
        if (matches(text.data + i, pattern, true)) {
            *match = i;
            return true;
        }
    }
    return false;
}

static bool find_last(View text, View pattern, bool ignore_case, size_t *match)
{
    if (pattern.size > text.size)
        return false;
    for (size_t i = text.size - pattern.size + 1; i-- > 0;) {
        if (matches(text.data + i, pattern, ignore_case)) {
            *match = i;
            return true;
        }
    }
    return false;
}

typedef struct Search {
    const GapBuffer *bytes;
    View pattern;
    bool backwards, ignore_case;
} Search;

static bool find_in(const Search *search, View text, size_t offset, size_t *match)
{
    size_t at = 0;
    bool found = search->backwards ? find_last(text, search->pattern, search->ignore_case, &at)
                                   : find_first(text, search->pattern, search->ignore_case, &at);
    if (found)
        *match = offset + at;
    return found;
}

/* Matches that begin before the gap and end behind it, inside [from, to). */
static bool find_across(const Search *search, size_t from, size_t to, size_t *match)
{
    size_t gap = search->bytes->front, reach = search->pattern.size - 1;
    size_t low = gap > reach && gap - reach > from ? gap - reach : from;
    size_t high = to - gap > reach ? gap + reach : to;
    StrBuf joined = {0};
    gap_copy(search->bytes, low, high, &joined);
    bool found = find_in(search, strbuf_view(&joined), low, match);
    strbuf_free(&joined);
    return found;
}

/* A match that lies wholly in [from, to). */
static bool find_between(const Search *search, size_t from, size_t to, size_t *match)
{
    size_t gap = search->bytes->front;
    View parts[2];
    gap_views(search->bytes, from, to, parts);
    size_t behind = from > gap ? from : gap;
    bool crosses = from < gap && to > gap;
    if (search->backwards)
        return find_in(search, parts[1], behind, match) ||
               (crosses && find_across(search, from, to, match)) ||
               find_in(search, parts[0], from, match);
    return find_in(search, parts[0], from, match) ||
           (crosses && find_across(search, from, to, match)) ||
           find_in(search, parts[1], behind, match);
}

bool text_find(const Text *text, View pattern, size_t from, bool backwards, bool ignore_case,
               size_t *match)
{
    Search search = {&text->bytes, pattern, backwards, ignore_case};
    size_t size = text_size(text), found;
    if (pattern.size == 0 || pattern.size > size)
        return false;
    from = from < size ? from : size;
    /* A match that begins before `from` ends at the latest here. */
    size_t before = size - from > pattern.size - 1 ? from + pattern.size - 1 : size;
    bool ok =
        backwards
            ? find_between(&search, 0, before, &found) || find_between(&search, from, size, &found)
            : find_between(&search, from, size, &found) || find_between(&search, 0, before, &found);
    if (ok)
        *match = found;
    return ok;
}
