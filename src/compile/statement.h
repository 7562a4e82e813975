/* Statements in a source cut into tokens. */
#ifndef CULAB_COMPILE_STATEMENT_H
#define CULAB_COMPILE_STATEMENT_H

#include "compile/tokens.h"

/* Whether a statement that threads may go through differently begins at `at`, where another one can
 * stand behind it: an if with its else, a loop or a switch, that is not the body of another one
 * without braces. */
bool statement_parts_threads(const TokenList *tokens, size_t at);
/* The last token of the statement that begins at `at`; the list's size: it has no end. */
size_t statement_end(const TokenList *tokens, size_t at);
/* Is __syncthreads() or one of its kin, or a group's sync(), called from the token `at` to the
 * token `end`? */
bool statement_has_barrier(const TokenList *tokens, size_t at, size_t end);

#endif
