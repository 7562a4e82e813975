/* Finds the bracket that belongs to another. */
#include <string.h>

#include "syntax/code.h"
#include "syntax/structure.h"

enum { LINES_LOOKED_AT = 20000 };

static const char openers[] = "([{", closers[] = ")]}";

static const char *find_in(const char *set, char byte)
{
    return byte ? strchr(set, byte) : NULL;
}

/* What is looked for: brackets of one kind, in one direction. */
typedef struct Hunt {
    char deeper, shallower;
    size_t depth;
} Hunt;

static bool meets(Hunt *hunt, char byte)
{
    if (byte == hunt->deeper)
        hunt->depth++;
    return byte == hunt->shallower && --hunt->depth == 0;
}

static bool hunt_forward(Hunt *hunt, SyntaxCache *cache, CodeLine *code, SyntaxPlace *place)
{
    size_t lines = syntax_cache_line_count(cache), end = place->line + LINES_LOOKED_AT;
    for (; place->line < lines && place->line < end; place->line++, place->column = 0) {
        code_line_load(code, cache, place->line);
        for (; place->column < code->text.size; place->column++)
            if (meets(hunt, code->text.data[place->column]))
                return true;
    }
    return false;
}

static bool hunt_backward(Hunt *hunt, SyntaxCache *cache, CodeLine *code, SyntaxPlace *place)
{
    size_t end = place->line > LINES_LOOKED_AT ? place->line - LINES_LOOKED_AT : 0;
    size_t limit = place->column + 1; /* columns before it are looked at */
    for (;; limit = SIZE_MAX) {
        code_line_load(code, cache, place->line);
        for (size_t at = code->text.size < limit ? code->text.size : limit; at-- > 0;) {
            place->column = at;
            if (meets(hunt, code->text.data[at]))
                return true;
        }
        if (place->line == end)
            return false;
        place->line--;
    }
}

bool syntax_bracket_match(SyntaxCache *cache, SyntaxPlace place, SyntaxPlace *match)
{
    CodeLine code = {0};
    bool found = false;
    if (place.line < syntax_cache_line_count(cache))
        code_line_load(&code, cache, place.line);
    char byte = place.column < code.text.size ? code.text.data[place.column] : '\0';
    const char *opener = find_in(openers, byte), *closer = find_in(closers, byte);
    *match = place;
    if (opener) {
        Hunt hunt = {byte, closers[opener - openers], 0};
        found = hunt_forward(&hunt, cache, &code, match);
    } else if (closer) {
        Hunt hunt = {byte, openers[closer - closers], 0};
        found = hunt_backward(&hunt, cache, &code, match);
    }
    code_line_free(&code);
    return found;
}
