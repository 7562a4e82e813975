/* A line's code alone. */
#include "syntax/code.h"

#include <string.h>

#include "syntax/scan.h"

static bool is_code(SyntaxKind kind)
{
    return kind != SYNTAX_COMMENT && kind != SYNTAX_STRING && kind != SYNTAX_CHARACTER &&
           kind != SYNTAX_ESCAPE && kind != SYNTAX_ERROR;
}

/* Comments become blanks; quoted text becomes something that is no blank and no bracket. */
void code_line_load(CodeLine *code, SyntaxCache *cache, size_t line)
{
    bool inside = syntax_cache_state(cache, line).directive;
    syntax_cache_line(cache, line, &code->text, &code->spans);
    code->directive =
        inside || (code->spans.size > 0 && code->spans.data[0].kind == SYNTAX_DIRECTIVE);
    for (size_t i = 0; i < code->spans.size; i++) {
        SyntaxSpan span = code->spans.data[i];
        if (!is_code(span.kind))
            memset(code->text.data + span.from, span.kind == SYNTAX_COMMENT ? ' ' : 'q',
                   span.to - span.from);
    }
}

void code_line_free(CodeLine *code)
{
    strbuf_free(&code->text);
    vec_free(&code->spans);
}

size_t code_line_first(const CodeLine *code)
{
    size_t at = 0;
    while (at < code->text.size && is_blank(code->text.data[at]))
        at++;
    return at;
}

char code_line_last(const CodeLine *code)
{
    size_t at = code->text.size;
    while (at > 0 && is_blank(code->text.data[at - 1]))
        at--;
    return at > 0 ? code->text.data[at - 1] : '\0';
}
