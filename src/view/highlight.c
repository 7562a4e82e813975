/* The text as the lexer's cache reads it. */
#include "view/highlight.h"

#include "syntax/structure.h"

static const Style styles[SYNTAX_KIND_COUNT] = {
    [SYNTAX_PLAIN] = STYLE_PLAIN,
    [SYNTAX_KEYWORD] = STYLE_KEYWORD,
    [SYNTAX_QUALIFIER] = STYLE_BUILTIN,
    [SYNTAX_BUILTIN] = STYLE_BUILTIN,
    [SYNTAX_TYPE] = STYLE_TYPE,
    [SYNTAX_NUMBER] = STYLE_NUMBER,
    [SYNTAX_STRING] = STYLE_STRING,
    [SYNTAX_CHARACTER] = STYLE_STRING,
    [SYNTAX_ESCAPE] = STYLE_STRING,
    [SYNTAX_COMMENT] = STYLE_COMMENT,
    [SYNTAX_DIRECTIVE] = STYLE_PREPROCESSOR,
    [SYNTAX_FUNCTION] = STYLE_FUNCTION,
    [SYNTAX_REGISTER] = STYLE_PLAIN,
    [SYNTAX_LABEL] = STYLE_PLAIN,
    [SYNTAX_OPERATOR] = STYLE_PLAIN,
    [SYNTAX_ERROR] = STYLE_WRONG,
};

static size_t line_count(const void *context)
{
    return text_line_count(context);
}

static void copy_line(const void *context, size_t line, StrBuf *out)
{
    text_copy_line(context, line, out);
}

void highlight_open(Highlight *highlight, const Text *text)
{
    SyntaxSource source = {line_count, copy_line, text};
    *highlight = (Highlight){
        .cache = syntax_cache_new(SYNTAX_CUDA, source),
        .version = text_version(text),
    };
}

void highlight_free(Highlight *highlight)
{
    if (highlight->cache)
        syntax_cache_free(highlight->cache);
    vec_free(&highlight->spans);
    highlight->cache = NULL;
}

void highlight_changed(Highlight *highlight, const Text *text, size_t from, size_t to)
{
    if (highlight->version + 1 != text_version(text))
        return; /* others were not told: the next look starts afresh */
    syntax_cache_edit(highlight->cache, text_line_of(text, from), text_line_of(text, to));
    highlight->version = text_version(text);
}

static void catch_up(Highlight *highlight, const Text *text)
{
    if (highlight->version == text_version(text))
        return;
    syntax_cache_reset(highlight->cache);
    highlight->version = text_version(text);
}

const SyntaxSpans *highlight_line(Highlight *highlight, const Text *text, size_t line)
{
    catch_up(highlight, text);
    syntax_cache_line(highlight->cache, line, NULL, &highlight->spans);
    return &highlight->spans;
}

size_t highlight_indentation(Highlight *highlight, const Text *text, size_t line, size_t step)
{
    catch_up(highlight, text);
    return syntax_indentation(highlight->cache, line, step);
}

Style highlight_style(SyntaxKind kind)
{
    return styles[kind];
}
