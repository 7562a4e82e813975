/* A source cut into words and signs; comments, texts and directives but #define are left out. */
#ifndef CULAB_COMPILE_TOKENS_H
#define CULAB_COMPILE_TOKENS_H

#include "base/vec.h"
#include "base/view.h"

typedef enum TokenKind {
    TOKEN_WORD, /* a name or a number */
    TOKEN_SIGN, /* one character; a text or character constant is one, by its quote */
    TOKEN_END,  /* of a #define, whose tokens begin with the sign # */
} TokenKind;

typedef struct Token {
    TokenKind kind;
    View text; /* in the source; empty at an end */
} Token;

typedef VEC(Token) TokenList;

void tokens_find(View source, TokenList *out);
/* Outside of the list they are empty: false. */
bool token_is(const TokenList *list, size_t at, const char *text);
bool token_is_one_of(const TokenList *list, size_t at, const char *const *texts); /* up to NULL */
bool token_is_word(const TokenList *list, size_t at);
/* Where the bracket that opens at `at` is closed, or the one that closes there is opened; the
 * list's size: nowhere. */
size_t token_closing(const TokenList *list, size_t at);
size_t token_opening(const TokenList *list, size_t at);

#endif
