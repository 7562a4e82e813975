/* Functions of a source that can be made part of their callers where the compiler would call them,
 * so that what is never set can be followed through arguments and results. */
#ifndef CULAB_COMPILE_INLINING_H
#define CULAB_COMPILE_INLINING_H

#include <stdint.h>

#include "compile/tokens.h"

typedef VEC(size_t) InliningList; /* tokens, in order */

/* Adds the __device__ of each function's definition that __forceinline__ can stand behind. None, or
 * not all, where the code would grow by much: what a function calls is looked up among those
 * defined before it. */
void inlining_find(const TokenList *tokens, InliningList *out);

#endif
