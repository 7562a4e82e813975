/* A line's code alone: comments and quoted text blanked out, byte for byte. */
#ifndef CULAB_SYNTAX_CODE_H
#define CULAB_SYNTAX_CODE_H

#include "syntax/cache.h"

/* Start from {0}; keeps its memory from line to line. */
typedef struct CodeLine {
    StrBuf text;
    SyntaxSpans spans;
    bool directive; /* a preprocessor line, or one that goes on from one */
} CodeLine;

void code_line_load(CodeLine *code, SyntaxCache *cache, size_t line);
void code_line_free(CodeLine *code);
/* Column of the first byte that is no blank; text.size when there is none. */
size_t code_line_first(const CodeLine *code);
/* The last byte that is no blank; '\0' when there is none. */
char code_line_last(const CodeLine *code);

#endif
