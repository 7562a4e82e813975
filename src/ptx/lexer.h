/* PTX text to tokens (ISA 4). One token is looked at; nothing is allocated. */
#ifndef CULAB_PTX_LEXER_H
#define CULAB_PTX_LEXER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/view.h"
#include "ptx/ir.h"

typedef enum TokenKind {
    TOKEN_END,
    TOKEN_NAME,   /* identifier, also %r1, $L__1, _ */
    TOKEN_DOT,    /* .word; text without the dot */
    TOKEN_INT,    /* value; is_unsigned after U or when it needs 64 bits */
    TOKEN_F32,    /* 0f...: value holds the 32 bits */
    TOKEN_F64,    /* 0d... or decimal: value holds the 64 bits */
    TOKEN_STRING, /* text without the quotes, escapes as written */
    TOKEN_PUNCT,  /* punct: one character, or two as TOKEN_PAIR(a, b) */
    TOKEN_BAD,    /* what can't be read; text says it */
} TokenKind;

#define TOKEN_PAIR(a, b) ((a) << 8 | (b))

typedef struct Token {
    TokenKind kind;
    uint16_t punct;
    bool is_unsigned;
    View text;
    uint64_t value;
    PtxPos pos;
} Token;

typedef struct Lexer {
    const char *at; /* after `token` */
    const char *end;
    const char *line_start;
    uint32_t line;
    Token token;
} Lexer;

/* `text` must be followed by a NUL. Reads the first token. */
void lexer_start(Lexer *lexer, View text);
void lexer_next(Lexer *lexer);
/* With a NAME as token: makes it longer by the dotted words that follow without a blank:
 * "ld.global.f32". The next token is not read. */
void lexer_extend_mnemonic(Lexer *lexer);
/* With "{" as token: takes the text up to the brace that closes it, and reads the token after it.
 * False when there is none. */
bool lexer_take_braced(Lexer *lexer, View *body);

static inline bool lexer_is(const Lexer *lexer, int punct)
{
    return lexer->token.kind == TOKEN_PUNCT && lexer->token.punct == punct;
}

#endif
