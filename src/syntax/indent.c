/* The indentation that a line should get. */
#include <string.h>

#include "syntax/code.h"
#include "syntax/scan.h"
#include "syntax/structure.h"

enum { LINES_LOOKED_AT = 2000 };

typedef struct Indenter {
    SyntaxCache *cache;
    CodeLine own;   /* the line to be indented */
    CodeLine other; /* whichever is looked at */
    size_t width;
} Indenter;

static size_t columns(const CodeLine *code, size_t to, size_t width)
{
    size_t column = 0;
    for (size_t i = 0; i < to; i++)
        column += code->text.data[i] == '\t' ? width - column % width : 1;
    return column;
}

/* In `other`, from the right, below `limit`: the opening bracket that *open closed ones do not
 * belong to. */
static bool find_opener(const CodeLine *code, size_t limit, size_t *open, size_t *column)
{
    for (size_t at = limit; at-- > 0;) {
        char byte = code->text.data[at];
        if (byte && strchr(")]}", byte))
            ++*open;
        else if (byte && strchr("([{", byte) && (*open)-- == 0) {
            *column = at;
            return true;
        }
    }
    return false;
}

/* The innermost bracket that is open where `line` begins. */
static bool innermost(Indenter *in, size_t line, SyntaxPlace *place)
{
    size_t open = 0;
    size_t end = line > LINES_LOOKED_AT ? line - LINES_LOOKED_AT : 0;
    for (place->line = line; place->line-- > end;) {
        code_line_load(&in->other, in->cache, place->line);
        if (!in->other.directive &&
            find_opener(&in->other, in->other.text.size, &open, &place->column))
            return true;
    }
    return false;
}

/* The line where the statement starts whose text before `place` stands in `other`: a head that is
 * spread over lines ends in a ) that is opened further up. */
static size_t statement_line(Indenter *in, SyntaxPlace place)
{
    size_t depth = 0;
    for (size_t at = 0; at < place.column && at < in->other.text.size; at++) {
        char byte = in->other.text.data[at];
        SyntaxPlace match, closer = {place.line, at};
        depth += byte == '(';
        if (byte != ')' || depth-- > 0)
            continue;
        if (!syntax_bracket_match(in->cache, closer, &match))
            return place.line;
        code_line_load(&in->other, in->cache, match.line);
        return match.line;
    }
    return place.line;
}

static bool starts_with_word(const CodeLine *code, const char *word)
{
    size_t first = code_line_first(code), size = strlen(word);
    View rest = view_slice(strbuf_view(&code->text), first, code->text.size);
    return view_starts(rest, word) && (rest.size == size || !is_word(rest.data[size]));
}

static bool starts_with_any(const CodeLine *code, const char *const words[])
{
    for (size_t i = 0; words[i]; i++)
        if (starts_with_word(code, words[i]))
            return true;
    return false;
}

static bool is_label(const CodeLine *code)
{
    static const char *const labels[] = {"case", "default", "public", "private", "protected", NULL};
    return starts_with_any(code, labels);
}

/* Whether the statement of the last code line before `line` goes on in it. */
static bool is_continued(Indenter *in, size_t line, SyntaxPlace opener)
{
    static const char *const heads[] = {"if", "for", "while", "else", NULL};
    static const char *const openings[] = {"else", "do", NULL};
    while (line-- > opener.line) {
        code_line_load(&in->other, in->cache, line);
        char last = code_line_last(&in->other);
        if (last == '\0' || in->other.directive)
            continue;
        if (last == ')') {
            statement_line(in, (SyntaxPlace){line, SIZE_MAX});
            return starts_with_any(&in->other, heads) ||
                   (in->other.text.data[code_line_first(&in->other)] == '}' &&
                    memmem(in->other.text.data, in->other.text.size, "else if", 7));
        }
        if (starts_with_any(&in->other, openings) && is_word(last))
            return true;
        return !strchr(";{}:,", last);
    }
    return false;
}

static size_t inside_braces(Indenter *in, size_t line, SyntaxPlace opener, char first)
{
    statement_line(in, opener);
    size_t base = columns(&in->other, code_line_first(&in->other), in->width);
    if (first == '}' || is_label(&in->own))
        return base;
    return base + in->width * (1 + (first != '{' && is_continued(in, line, opener)));
}

/* In round or square brackets: below what follows the bracket, if something does. */
static size_t inside_list(Indenter *in, SyntaxPlace opener, char first)
{
    size_t base = columns(&in->other, code_line_first(&in->other), in->width);
    size_t at = opener.column + 1;
    if (first == ')' || first == ']')
        return base;
    while (at < in->other.text.size && is_blank(in->other.text.data[at]))
        at++;
    return at < in->other.text.size ? columns(&in->other, at, in->width) : base + 2 * in->width;
}

static size_t indentation(Indenter *in, size_t line)
{
    SyntaxPlace opener;
    size_t at = code_line_first(&in->own);
    char first = at < in->own.text.size ? in->own.text.data[at] : '\0';
    if (first == '#' || !innermost(in, line, &opener))
        return 0;
    bool braces = in->other.text.data[opener.column] == '{';
    return braces ? inside_braces(in, line, opener, first) : inside_list(in, opener, first);
}

size_t syntax_indentation(SyntaxCache *cache, size_t line, size_t width)
{
    Indenter in = {.cache = cache, .width = width ? width : 1};
    if (line >= syntax_cache_line_count(cache))
        return 0;
    code_line_load(&in.own, cache, line);
    size_t result = indentation(&in, line);
    code_line_free(&in.own);
    code_line_free(&in.other);
    return result;
}
