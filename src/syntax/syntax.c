/* The languages, and the names of the kinds. */
#include "syntax/syntax.h"

#include "syntax/scan.h"

#define SYNTAX_TEXT(name, text) [name] = text,
static const char *const kind_texts[] = {SYNTAX_KINDS(SYNTAX_TEXT)};
#undef SYNTAX_TEXT

static SyntaxState (*const lexers[])(SyntaxState in, View line, SyntaxSpans *spans) = {
    [SYNTAX_CUDA] = cuda_line,
    [SYNTAX_PTX] = ptx_line,
};

const char *syntax_kind_text(SyntaxKind kind)
{
    return kind < SYNTAX_KIND_COUNT ? kind_texts[kind] : "";
}

bool syntax_state_equal(SyntaxState a, SyntaxState b)
{
    return a.mode == b.mode && a.directive == b.directive && a.delimiter == b.delimiter;
}

SyntaxState syntax_line(SyntaxLanguage language, SyntaxState in, View line, SyntaxSpans *spans)
{
    if (spans)
        vec_clear(spans);
    return lexers[language](in, line, spans);
}
