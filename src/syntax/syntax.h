/* What the parts of a line are, for CUDA C++ and PTX, one line at a time: what a line begins inside
 * of (a comment, a raw string, a continued directive) is the state that the line before it left. */
#ifndef CULAB_SYNTAX_SYNTAX_H
#define CULAB_SYNTAX_SYNTAX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"
#include "base/view.h"

typedef enum SyntaxLanguage { SYNTAX_CUDA, SYNTAX_PTX } SyntaxLanguage;

/* Kinds of spans: enumerator, name. What no span covers is plain. */
#define SYNTAX_KINDS(X)                                                              \
    X(SYNTAX_PLAIN, "plain")                                                         \
    X(SYNTAX_KEYWORD, "keyword")                                                     \
    X(SYNTAX_QUALIFIER, "qualifier") /* __global__, __shared__; PTX: .reg, .entry */ \
    X(SYNTAX_BUILTIN, "builtin")     /* threadIdx, __syncthreads; PTX: %tid.x */     \
    X(SYNTAX_TYPE, "type")                                                           \
    X(SYNTAX_NUMBER, "number")                                                       \
    X(SYNTAX_STRING, "string")                                                       \
    X(SYNTAX_CHARACTER, "character")                                                 \
    X(SYNTAX_ESCAPE, "escape") /* in a string or character */                        \
    X(SYNTAX_COMMENT, "comment")                                                     \
    X(SYNTAX_DIRECTIVE, "directive") /* preprocessor */                              \
    X(SYNTAX_FUNCTION, "function")   /* a name before ( or <<<; PTX: the opcode */   \
    X(SYNTAX_REGISTER, "register")                                                   \
    X(SYNTAX_LABEL, "label")                                                         \
    X(SYNTAX_OPERATOR, "operator")                                                   \
    X(SYNTAX_ERROR, "error") /* a string that its line does not end */

#define SYNTAX_ENUMERATOR(name, text) name,
typedef enum SyntaxKind { SYNTAX_KINDS(SYNTAX_ENUMERATOR) SYNTAX_KIND_COUNT } SyntaxKind;
#undef SYNTAX_ENUMERATOR

const char *syntax_kind_text(SyntaxKind kind);

/* Bytes [from, to) of the line. Spans come in order and do not overlap. */
typedef struct SyntaxSpan {
    uint32_t from, to;
    SyntaxKind kind;
} SyntaxSpan;
typedef VEC(SyntaxSpan) SyntaxSpans;

/* Start from {0}: the beginning of a file. */
typedef struct SyntaxState {
    uint16_t mode;      /* what the line begins inside of; the lexers' own */
    uint16_t directive; /* inside a preprocessor line */
    uint32_t delimiter; /* hash of a raw string's delimiter */
} SyntaxState;

bool syntax_state_equal(SyntaxState a, SyntaxState b);

/* Lexes one line (without its LF). `spans` is emptied first; NULL: only the state is wanted. */
SyntaxState syntax_line(SyntaxLanguage language, SyntaxState in, View line, SyntaxSpans *spans);

#endif
