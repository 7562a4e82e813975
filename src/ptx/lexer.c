/* PTX text to tokens. The NUL behind the text stops every loop, so no loop asks for the end. */
#include "ptx/lexer.h"

#include <string.h>

enum { NAME_FIRST = 1, NAME_NEXT = 2, DIGIT = 4, BLANK = 8, WORD_NEXT = 16 };

#define LETTER (NAME_FIRST | NAME_NEXT | WORD_NEXT)
static const uint8_t classes[256] = {
    ['a' ... 'z'] = LETTER, ['A' ... 'Z'] = LETTER,
    ['_'] = LETTER,         ['$'] = NAME_FIRST | NAME_NEXT,
    ['%'] = NAME_FIRST,     ['0' ... '9'] = NAME_NEXT | DIGIT | WORD_NEXT,
    [' '] = BLANK,          ['\t'] = BLANK,
    ['\r'] = BLANK,         ['\f'] = BLANK,
    ['\v'] = BLANK,
};

static bool has_class(char c, int wanted)
{
    return classes[(uint8_t)c] & wanted;
}

static void new_line(Lexer *lexer, const char *line_start)
{
    lexer->line++;
    lexer->line_start = line_start;
}

/* Past a comment that starts at `p`; NULL when its end is missing. */
static const char *skip_comment(Lexer *lexer, const char *p)
{
    if (p[1] == '/') {
        const char *end = memchr(p, '\n', (size_t)(lexer->end - p));
        return end ? end : lexer->end;
    }
    Lexer before = *lexer;
    for (p += 2; p < lexer->end; p++) {
        if (*p == '\n')
            new_line(lexer, p + 1);
        else if (p[0] == '*' && p[1] == '/')
            return p + 2;
    }
    *lexer = before;
    return NULL;
}

/* Past blanks, line ends and comments. */
static const char *skip_space(Lexer *lexer, const char *p)
{
    for (;;) {
        if (has_class(*p, BLANK)) {
            p++;
        } else if (*p == '\n') {
            new_line(lexer, ++p);
        } else if (*p == '/' && (p[1] == '/' || p[1] == '*')) {
            const char *after = skip_comment(lexer, p);
            if (!after)
                return p;
            p = after;
        } else {
            return p;
        }
    }
}

static int digit_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return 99;
}

static const char *bad(Token *token, const char *why, const char *p)
{
    token->kind = TOKEN_BAD;
    token->text = view_of(why);
    return p;
}

/* 0f3F800000 and 0d3FF0000000000000: exactly so many hex digits (ISA 4.5.2). */
static const char *read_float_bits(Token *token, const char *p, int digits, TokenKind kind)
{
    for (int i = 0; i < digits; i++, p++) {
        if (digit_value(*p) > 15)
            return bad(token,
                       kind == TOKEN_F32 ? "0f takes 8 hex digits" : "0d takes 16 hex digits", p);
        token->value = token->value << 4 | (uint64_t)digit_value(*p);
    }
    token->kind = kind;
    return has_class(*p, NAME_NEXT) ? bad(token, "too many hex digits", p) : p;
}

static const char *read_digits(Token *token, const char *p, uint64_t base)
{
    const char *start = p;
    for (; digit_value(*p) < (int)base; p++) {
        uint64_t digit = (uint64_t)digit_value(*p);
        if (token->value > (UINT64_MAX - digit) / base)
            return bad(token, "an integer of more than 64 bits", p);
        token->value = token->value * base + digit;
    }
    if (p == start)
        return bad(token, "a number without digits", p);
    token->kind = TOKEN_INT;
    token->is_unsigned = *p == 'U' || *p == 'u' || token->value > INT64_MAX;
    p += *p == 'U' || *p == 'u';
    return has_class(*p, NAME_NEXT) ? bad(token, "a number that runs into letters", p) : p;
}

static const char *read_decimal_float(Token *token, const char *p)
{
    const char *start = p;
    double value;
    while (has_class(*p, DIGIT) || *p == '.')
        p++;
    if (*p == 'e' || *p == 'E') {
        p += p[1] == '+' || p[1] == '-' ? 2 : 1;
        while (has_class(*p, DIGIT))
            p++;
    }
    if (has_class(*p, NAME_NEXT) || !view_to_f64((View){start, (size_t)(p - start)}, &value))
        return bad(token, "a number that can't be read", p);
    token->kind = TOKEN_F64;
    memcpy(&token->value, &value, sizeof value);
    return p;
}

static bool is_decimal_float(const char *p)
{
    while (has_class(*p, DIGIT))
        p++;
    if (*p == '.')
        return !has_class(p[1], NAME_FIRST) || p[1] == 'e' || p[1] == 'E';
    if (*p != 'e' && *p != 'E')
        return false;
    p += p[1] == '+' || p[1] == '-';
    return has_class(p[1], DIGIT);
}

/* Integers and floats (ISA 4.5.1, 4.5.2). */
static const char *read_number(Token *token, const char *p)
{
    if (p[0] == '0' && (p[1] == 'f' || p[1] == 'F'))
        return read_float_bits(token, p + 2, 8, TOKEN_F32);
    if (p[0] == '0' && (p[1] == 'd' || p[1] == 'D'))
        return read_float_bits(token, p + 2, 16, TOKEN_F64);
    if (p[0] == '0' && (p[1] == 'x' || p[1] == 'X'))
        return read_digits(token, p + 2, 16);
    if (p[0] == '0' && (p[1] == 'b' || p[1] == 'B'))
        return read_digits(token, p + 2, 2);
    if (is_decimal_float(p))
        return read_decimal_float(token, p);
    return read_digits(token, p, p[0] == '0' ? 8 : 10);
}

static const char *read_string(Lexer *lexer, Token *token, const char *p)
{
    const char *start = ++p;
    for (; *p != '"'; p++) {
        if (p >= lexer->end || *p == '\n')
            return bad(token, "a string that doesn't end on its line", p);
        p += *p == '\\' && p[1] && p[1] != '\n';
    }
    token->kind = TOKEN_STRING;
    token->text = (View){start, (size_t)(p - start)};
    return p + 1;
}

/* Letters, digits, and "::" with a letter or digit behind it. */
static const char *skip_word(const char *p)
{
    while (has_class(*p, WORD_NEXT) || (p[0] == ':' && p[1] == ':' && has_class(p[2], WORD_NEXT)))
        p += *p == ':' ? 2 : 1;
    return p;
}

static const char *read_punct(Lexer *lexer, Token *token, const char *p)
{
    static const char pairs[][3] = {"<<", ">>", "<=", ">=", "==", "!=", "&&", "||"};
    token->kind = TOKEN_PUNCT;
    token->punct = (uint8_t)*p;
    if (p >= lexer->end) {
        token->kind = TOKEN_END;
        return p;
    }
    if (p[0] == '/' && p[1] == '*')
        return bad(token, "a comment that doesn't end", lexer->end);
    if (!*p || !strchr("{}[]()<>,;:@!+-*/%&|^~?=", *p))
        return bad(token, "a character that PTX doesn't have", p + 1);
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        if (p[0] == pairs[i][0] && p[1] == pairs[i][1]) {
            token->punct = TOKEN_PAIR(p[0], p[1]);
            return p + 2;
        }
    }
    return p + 1;
}

void lexer_next(Lexer *lexer)
{
    const char *p = skip_space(lexer, lexer->at);
    Token *token = &lexer->token;
    token->pos = (PtxPos){lexer->line, (uint32_t)(p - lexer->line_start) + 1};
    token->value = 0;
    token->is_unsigned = false;
    const char *start = p;
    token->text = (View){start, 0};
    if (has_class(*p, NAME_FIRST) && (*p != '%' || has_class(p[1], NAME_NEXT))) {
        token->kind = TOKEN_NAME;
        for (p++; has_class(*p, NAME_NEXT); p++)
            ;
    } else if (has_class(*p, DIGIT) || (*p == '.' && has_class(p[1], DIGIT))) {
        p = read_number(token, p);
    } else if (*p == '.' && has_class(p[1], WORD_NEXT)) {
        token->kind = TOKEN_DOT;
        start++;
        p = skip_word(p + 1);
    } else if (*p == '"') {
        p = read_string(lexer, token, p);
    } else {
        p = read_punct(lexer, token, p);
    }
    if (token->kind != TOKEN_STRING && token->kind != TOKEN_BAD)
        token->text = (View){start, (size_t)(p - start)};
    lexer->at = p;
}

void lexer_start(Lexer *lexer, View text)
{
    *lexer =
        (Lexer){.at = text.data, .end = text.data + text.size, .line_start = text.data, .line = 1};
    lexer_next(lexer);
}

void lexer_extend_mnemonic(Lexer *lexer)
{
    const char *p = lexer->at;
    while (p[0] == '.' && has_class(p[1], WORD_NEXT))
        p = skip_word(p + 1);
    lexer->token.text.size = (size_t)(p - lexer->token.text.data);
    lexer->at = p;
}

bool lexer_take_braced(Lexer *lexer, View *body)
{
    const char *start = lexer->at, *p = start;
    size_t depth = 1;
    for (;; p++) {
        p = skip_space(lexer, p);
        if (p >= lexer->end || (p[0] == '/' && p[1] == '*'))
            return false;
        if (*p == '"') {
            Token ignored = {0};
            p = read_string(lexer, &ignored, p) - 1;
        }
        depth += *p == '{';
        if (*p == '}' && --depth == 0)
            break;
    }
    *body = (View){start, (size_t)(p - start)};
    lexer->at = p + 1;
    lexer_next(lexer);
    return true;
}
