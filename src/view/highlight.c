/* Lexing as far as the screen shows. */
#include "view/highlight.h"

enum { LEXED_BYTES = 65536 }; /* of a line; the rest of a longer one is plain */

static const Style styles[SYNTAX_KIND_COUNT] = {
    [SYNTAX_PLAIN] = STYLE_PLAIN,          [SYNTAX_KEYWORD] = STYLE_KEYWORD,
    [SYNTAX_QUALIFIER] = STYLE_BUILTIN,    [SYNTAX_BUILTIN] = STYLE_BUILTIN,
    [SYNTAX_TYPE] = STYLE_TYPE,            [SYNTAX_NUMBER] = STYLE_NUMBER,
    [SYNTAX_STRING] = STYLE_STRING,        [SYNTAX_CHARACTER] = STYLE_STRING,
    [SYNTAX_ESCAPE] = STYLE_STRING,        [SYNTAX_COMMENT] = STYLE_COMMENT,
    [SYNTAX_DIRECTIVE] = STYLE_PREPROCESSOR, [SYNTAX_FUNCTION] = STYLE_FUNCTION,
    [SYNTAX_REGISTER] = STYLE_PLAIN,       [SYNTAX_LABEL] = STYLE_PLAIN,
    [SYNTAX_OPERATOR] = STYLE_PLAIN,       [SYNTAX_ERROR] = STYLE_WRONG,
};

static void start_afresh(Highlight *highlight, const Text *text)
{
    vec_clear(&highlight->states);
    vec_push(&highlight->states, (SyntaxState){0});
    highlight->version = text_version(text);
}

void highlight_open(Highlight *highlight, const Text *text)
{
    *highlight = (Highlight){0};
    start_afresh(highlight, text);
}

void highlight_free(Highlight *highlight)
{
    vec_free(&highlight->states);
    vec_free(&highlight->spans);
    strbuf_free(&highlight->line);
}

void highlight_changed(Highlight *highlight, const Text *text, size_t position)
{
    size_t line = text_line_of(text, position);
    if (highlight->states.size > line + 1)
        highlight->states.size = line + 1;
    highlight->version = text_version(text);
}

static SyntaxState lex(Highlight *highlight, const Text *text, size_t line, SyntaxSpans *spans)
{
    size_t start = text_line_start(text, line), end = text_line_end(text, line);
    strbuf_clear(&highlight->line);
    text_copy(text, start, end - start > LEXED_BYTES ? start + LEXED_BYTES : end, &highlight->line);
    return syntax_line(SYNTAX_CUDA, highlight->states.data[line], strbuf_view(&highlight->line),
                       spans);
}

const SyntaxSpans *highlight_line(Highlight *highlight, const Text *text, size_t line)
{
    if (highlight->version != text_version(text))
        start_afresh(highlight, text);
    while (highlight->states.size <= line) {
        SyntaxState next = lex(highlight, text, highlight->states.size - 1, NULL);
        vec_push(&highlight->states, next);
    }
    lex(highlight, text, line, &highlight->spans);
    return &highlight->spans;
}

Style highlight_style(SyntaxKind kind)
{
    return styles[kind];
}
