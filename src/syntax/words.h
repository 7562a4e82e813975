/* The words that the CUDA lexer knows. */
#ifndef CULAB_SYNTAX_WORDS_H
#define CULAB_SYNTAX_WORDS_H

#include "syntax/syntax.h"

/* SYNTAX_PLAIN: not one of them. */
SyntaxKind cuda_word_kind(View word);

#endif
