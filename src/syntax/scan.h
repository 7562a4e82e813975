/* The lexers' cursor over one line, and what both languages share. */
#ifndef CULAB_SYNTAX_SCAN_H
#define CULAB_SYNTAX_SCAN_H

#include "syntax/syntax.h"

typedef struct Scan {
    View line;
    size_t at;
    SyntaxState state;
    SyntaxSpans *spans; /* may be NULL */
} Scan;

enum { MODE_CODE, MODE_BLOCK_COMMENT, MODE_LINE_COMMENT, MODE_STRING, MODE_RAW_STRING };

bool scan_done(const Scan *scan);
char scan_peek(const Scan *scan, size_t ahead); /* '\0' past the end */
bool scan_starts(const Scan *scan, const char *text);
void scan_add(Scan *scan, size_t from, SyntaxKind kind); /* [from, at) */
bool scan_continues(const Scan *scan);                   /* the line ends in a backslash */
View scan_since(const Scan *scan, size_t from);

bool is_word_start(char byte);
bool is_word(char byte);
bool is_digit(char byte);
bool is_blank(char byte);

void scan_blanks(Scan *scan);
/* At a digit, or at a point before one. */
void scan_number(Scan *scan);
/* Both when they begin here and when the line begins inside of them. */
void scan_block_comment(Scan *scan, bool inside);
void scan_line_comment(Scan *scan);
/* At the opening quote, unless `inside`. */
void scan_quoted(Scan *scan, char quote, bool inside);

SyntaxState cuda_line(SyntaxState in, View line, SyntaxSpans *spans);
SyntaxState ptx_line(SyntaxState in, View line, SyntaxSpans *spans);

#endif
