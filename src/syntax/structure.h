/* Brackets and indentation of CUDA C++, with strings and comments looked past. */
#ifndef CULAB_SYNTAX_STRUCTURE_H
#define CULAB_SYNTAX_STRUCTURE_H

#include "syntax/cache.h"

/* A byte of a line. */
typedef struct SyntaxPlace {
    size_t line, column;
} SyntaxPlace;

/* The bracket that belongs to the one at `place`: () [] {}. False: none stands there, it has none,
 * or it is more than 20,000 lines away. */
bool syntax_bracket_match(SyntaxCache *cache, SyntaxPlace place, SyntaxPlace *match);

/* The columns of blanks that `line` should begin with, from what stands before it and from what it
 * begins with itself; `width`: of one level, and of a TAB. */
size_t syntax_indentation(SyntaxCache *cache, size_t line, size_t width);

#endif
