/* Any bytes as source: the lexers, the cache, brackets and indentation. */
#include <stdlib.h>

#include "syntax/structure.h"

typedef struct Lines {
    VEC(View) at;
} Lines;

static size_t count_lines(const void *context)
{
    return ((const Lines *)context)->at.size;
}

static void copy_line(const void *context, size_t line, StrBuf *out)
{
    strbuf_add(out, ((const Lines *)context)->at.data[line]);
}

static void check_line(SyntaxCache *cache, const Lines *lines, size_t line)
{
    SyntaxSpans spans = {0};
    SyntaxPlace match;
    syntax_cache_line(cache, line, NULL, &spans);
    uint32_t end = 0;
    for (size_t i = 0; i < spans.size; i++) {
        SyntaxSpan span = spans.data[i];
        if (span.from < end || span.to <= span.from || span.to > lines->at.data[line].size)
            abort();
        end = span.to;
    }
    for (size_t column = 0; column < lines->at.data[line].size && column < 8; column++)
        syntax_bracket_match(cache, (SyntaxPlace){line, column}, &match);
    syntax_indentation(cache, line, 4);
    vec_free(&spans);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Lines lines = {0};
    View rest = {(const char *)data, size}, line;
    while (view_split(&rest, '\n', &line) && lines.at.size < 40)
        vec_push(&lines.at, line);
    SyntaxLanguage language = size % 2 ? SYNTAX_CUDA : SYNTAX_PTX;
    SyntaxCache *cache = syntax_cache_new(language, (SyntaxSource){count_lines, copy_line, &lines});
    for (size_t i = 0; i < lines.at.size; i++)
        check_line(cache, &lines, i);
    syntax_cache_free(cache);
    vec_free(&lines.at);
    return 0;
}
