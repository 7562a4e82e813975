/* The lexer's state after each line of a text, kept through edits: only what an edit changed is
 * lexed again, down to the line where the states agree. */
#ifndef CULAB_SYNTAX_CACHE_H
#define CULAB_SYNTAX_CACHE_H

#include "base/strbuf.h"
#include "syntax/syntax.h"

/* Where the lines come from. */
typedef struct SyntaxSource {
    size_t (*line_count)(const void *context);
    void (*copy_line)(const void *context, size_t line, StrBuf *out); /* appends, without LF */
    const void *context;
} SyntaxSource;

typedef struct SyntaxCache SyntaxCache;

SyntaxCache *syntax_cache_new(SyntaxLanguage language, SyntaxSource source);
void syntax_cache_free(SyntaxCache *cache);
/* After an edit: lines [first, last], as they are numbered now, are new or changed; the lines
 * before and behind them are the ones that were there. */
void syntax_cache_edit(SyntaxCache *cache, size_t first, size_t last);
/* After another text took the place of the old one. */
void syntax_cache_reset(SyntaxCache *cache);
size_t syntax_cache_line_count(const SyntaxCache *cache);
/* The spans of a line; `text`, when not NULL, is emptied and gets the line itself. */
void syntax_cache_line(SyntaxCache *cache, size_t line, StrBuf *text, SyntaxSpans *spans);
/* What `line` begins inside of. */
SyntaxState syntax_cache_state(SyntaxCache *cache, size_t line);
/* Lines lexed for their state since the cache was made: what edits cost. */
uint64_t syntax_cache_work(const SyntaxCache *cache);

#endif
