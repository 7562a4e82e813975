/* The lexer's state after each line, kept through edits. */
#include "syntax/cache.h"

#include <string.h>

struct SyntaxCache {
    SyntaxLanguage language;
    SyntaxSource source;
    VEC(SyntaxState) after; /* after[i]: the state that line i leaves; lines past it are unknown */
    size_t lines;           /* of the text, when it was last heard of */
    /* States in [dirty_from, dirty_to) are wrong; those behind may be. Equal: none is. */
    size_t dirty_from, dirty_to;
    StrBuf line;
    uint64_t work;
};

SyntaxCache *syntax_cache_new(SyntaxLanguage language, SyntaxSource source)
{
    SyntaxCache *cache = memory_alloc(sizeof *cache);
    cache->language = language;
    cache->source = source;
    syntax_cache_reset(cache);
    return cache;
}

void syntax_cache_free(SyntaxCache *cache)
{
    if (!cache)
        return;
    vec_free(&cache->after);
    strbuf_free(&cache->line);
    free(cache);
}

size_t syntax_cache_line_count(const SyntaxCache *cache)
{
    return cache->source.line_count(cache->source.context);
}

void syntax_cache_reset(SyntaxCache *cache)
{
    vec_clear(&cache->after);
    cache->lines = syntax_cache_line_count(cache);
    cache->dirty_from = cache->dirty_to = 0;
}

uint64_t syntax_cache_work(const SyntaxCache *cache)
{
    return cache->work;
}

static SyntaxState known_before(const SyntaxCache *cache, size_t line)
{
    return line == 0 ? (SyntaxState){0} : cache->after.data[line - 1];
}

/* Lines [first, first + old) became [first, first + fresh). The last of them keeps the state that
 * the lines behind were lexed with, so that it is seen whether they must be lexed again. */
static void splice(SyntaxCache *cache, size_t first, size_t old, size_t fresh)
{
    size_t tail = cache->after.size - first - old;
    SyntaxState left = known_before(cache, first + old);
    vec_reserve(&cache->after, first + fresh + tail);
    SyntaxState *at = cache->after.data + first;
    memmove(at + fresh, at + old, tail * sizeof *at);
    cache->after.size = first + fresh + tail;
    memset(at, 0, fresh * sizeof *at);
    if (fresh > 0)
        at[fresh - 1] = left;
}

static size_t moved(size_t line, size_t first, size_t old, size_t fresh)
{
    if (line <= first)
        return line;
    return line >= first + old ? line - old + fresh : first + fresh;
}

static void mark_dirty(SyntaxCache *cache, size_t first, size_t old, size_t fresh)
{
    size_t from = first, to = first + (fresh ? fresh : 1);
    if (cache->dirty_from < cache->dirty_to) {
        size_t other_from = moved(cache->dirty_from, first, old, fresh);
        size_t other_to = moved(cache->dirty_to, first, old, fresh);
        from = other_from < from ? other_from : from;
        to = other_to > to ? other_to : to;
    }
    cache->dirty_from = from;
    cache->dirty_to = to;
}

void syntax_cache_edit(SyntaxCache *cache, size_t first, size_t last)
{
    size_t lines = syntax_cache_line_count(cache), fresh = last - first + 1;
    size_t old = fresh + cache->lines - lines;
    cache->lines = lines;
    if (first >= cache->after.size)
        return;
    if (old > cache->after.size - first) { /* from here on nothing is known */
        cache->after.size = first;
        cache->dirty_to = cache->dirty_to < first ? cache->dirty_to : first;
        cache->dirty_from = cache->dirty_from < first ? cache->dirty_from : cache->dirty_to;
        return;
    }
    splice(cache, first, old, fresh);
    mark_dirty(cache, first, old, fresh);
}

static SyntaxState lex(SyntaxCache *cache, size_t line)
{
    strbuf_clear(&cache->line);
    cache->source.copy_line(cache->source.context, line, &cache->line);
    cache->work++;
    return syntax_line(cache->language, known_before(cache, line), strbuf_view(&cache->line), NULL);
}

/* Lexes the first wrong line again. */
static void mend_line(SyntaxCache *cache)
{
    size_t line = cache->dirty_from++;
    SyntaxState state = lex(cache, line);
    bool same = syntax_state_equal(state, cache->after.data[line]);
    cache->after.data[line] = state;
    if (cache->dirty_from == cache->after.size)
        cache->dirty_to = cache->dirty_from;
    else if (cache->dirty_from >= cache->dirty_to)
        cache->dirty_to = cache->dirty_from + !same;
}

SyntaxState syntax_cache_state(SyntaxCache *cache, size_t line)
{
    size_t lines = syntax_cache_line_count(cache);
    line = line < lines ? line : lines;
    while (cache->dirty_from < cache->dirty_to && cache->dirty_from < line)
        mend_line(cache);
    while (cache->after.size < line) {
        SyntaxState state = lex(cache, cache->after.size);
        vec_push(&cache->after, state);
    }
    return known_before(cache, line);
}

void syntax_cache_line(SyntaxCache *cache, size_t line, StrBuf *text, SyntaxSpans *spans)
{
    SyntaxState state = syntax_cache_state(cache, line);
    strbuf_clear(&cache->line);
    cache->source.copy_line(cache->source.context, line, &cache->line);
    syntax_line(cache->language, state, strbuf_view(&cache->line), spans);
    if (text) {
        strbuf_clear(text);
        strbuf_add(text, strbuf_view(&cache->line));
    }
}
