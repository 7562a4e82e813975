/* What of a source is a number that the compiler knows, by its text. */
#ifndef CULAB_COMPILE_CONSTANTS_H
#define CULAB_COMPILE_CONSTANTS_H

#include "base/map.h"
#include "compile/tokens.h"

/* The names that stand for numbers: macros, constants, enumerators, parameters of templates.
 * It goes by the text alone: a variable may be called like one of them somewhere else. Start from
 * {0}. */
typedef struct Constants {
    Map names;
} Constants;

void constants_find(const TokenList *tokens, Constants *out);
void constants_free(Constants *constants);
/* Whether the tokens from `from` up to `end` are such a number, and not plainly 0: "4", "N - 1",
 * "-1". */
bool constants_hold(const Constants *constants, const TokenList *tokens, size_t from, size_t end);

#endif
