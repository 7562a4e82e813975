/* What the learner's source itself tells: the prediction in it, and which known mistake it is. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "check/judge.h"

static const char mark[] = "prediction:";

/* The answer on one line; `line` lies in `source`. */
static bool answer_on(View source, View line, size_t *from, size_t *to)
{
    View rest = view_trim(line);
    if (!view_starts(rest, "//"))
        return false;
    rest = view_trim(view_slice(rest, 2, rest.size));
    if (!view_starts(rest, mark))
        return false;
    View answer = view_trim(view_slice(rest, sizeof mark - 1, rest.size));
    *from = answer.size ? (size_t)(answer.data - source.data)
                        : (size_t)(rest.data - source.data) + sizeof mark - 1;
    *to = *from + answer.size;
    return true;
}

bool prediction_find(View source, size_t *from, size_t *to)
{
    View rest = source, line;
    while (view_split(&rest, '\n', &line))
        if (answer_on(source, line, from, to))
            return true;
    return false;
}

int prediction_read(const Exercise *exercise, View source)
{
    size_t from, to;
    if (!exercise->question || !prediction_find(source, &from, &to) || to - from != 1)
        return -1;
    int choice = tolower((unsigned char)source.data[from]) - 'a';
    return choice >= 0 && (size_t)choice < exercise->question->choice_count ? choice : -1;
}

/* Past a comment that begins at `at`, or `at` itself. */
static size_t skip_comment(View source, size_t at)
{
    View rest = view_slice(source, at, source.size);
    if (view_starts(rest, "//"))
        return at + view_find(rest, '\n');
    if (!view_starts(rest, "/*"))
        return at;
    const char *end = rest.size > 2 ? memmem(rest.data + 2, rest.size - 2, "*/", 2) : NULL;
    return end ? (size_t)(end + 2 - source.data) : source.size;
}

/* The source without blanks and comments, but with the prediction. */
static void add_bare(StrBuf *out, View source)
{
    size_t from, to;
    if (prediction_find(source, &from, &to) && to > from) {
        strbuf_add_text(out, mark);
        for (size_t at = from; at < to; at++)
            strbuf_add_byte(out, (char)tolower((unsigned char)source.data[at]));
        strbuf_add_byte(out, ';');
    }
    for (size_t at = 0; at < source.size;) {
        size_t next = skip_comment(source, at);
        if (next == at) {
            if (!isspace((unsigned char)source.data[at]))
                strbuf_add_byte(out, source.data[at]);
            next++;
        }
        at = next;
    }
}

static bool bare_holds(const StrBuf *bare, const char *text)
{
    StrBuf wanted = {0};
    for (const char *at = text; *at; at++)
        if (!isspace((unsigned char)*at))
            strbuf_add_byte(&wanted, *at);
    bool holds = strstr(strbuf_text(bare), strbuf_text(&wanted)) != NULL;
    strbuf_free(&wanted);
    return holds;
}

static bool fits(const MistakeSpec *mistake, const StrBuf *bare)
{
    for (size_t i = 0; i < mistake->has_count; i++)
        if (!bare_holds(bare, mistake->has[i]))
            return false;
    for (size_t i = 0; i < mistake->lack_count; i++)
        if (bare_holds(bare, mistake->lacks[i]))
            return false;
    return true;
}

/* The reason that weighs most decides, not the order in which mistakes are listed: a race comes
 * before the gate that it breaks besides. */
const MistakeSpec *mistake_find(const Exercise *exercise, View source, const Texts *reasons)
{
    const MistakeSpec *found = NULL;
    StrBuf bare = {0};
    add_bare(&bare, source);
    for (size_t i = 0; i < reasons->size && !found; i++)
        for (size_t j = 0; j < exercise->mistake_count && !found; j++)
            if (strcmp(exercise->mistakes[j].reason, reasons->data[i]) == 0 &&
                fits(&exercise->mistakes[j], &bare))
                found = &exercise->mistakes[j];
    strbuf_free(&bare);
    return found;
}
