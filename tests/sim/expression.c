/* Expressions in i, as scripts use them for what buffers hold. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "script.h"

typedef struct Parser {
    const char *at;
    int64_t i;
} Parser;

static int64_t choice(Parser *parser);

static void blanks(Parser *parser)
{
    while (isspace((unsigned char)*parser->at))
        parser->at++;
}

static bool takes(Parser *parser, const char *word)
{
    blanks(parser);
    size_t size = strlen(word);
    if (strncmp(parser->at, word, size) != 0)
        return false;
    parser->at += size;
    return true;
}

static int64_t primary(Parser *parser)
{
    if (takes(parser, "-"))
        return (int64_t)(0 - (uint64_t)primary(parser));
    if (takes(parser, "~"))
        return ~primary(parser);
    if (takes(parser, "!"))
        return !primary(parser);
    if (takes(parser, "(")) {
        int64_t value = choice(parser);
        takes(parser, ")");
        return value;
    }
    if (takes(parser, "i"))
        return parser->i;
    char *end;
    blanks(parser);
    uint64_t value = strtoull(parser->at, &end, 0);
    if (end == parser->at) {
        fprintf(stderr, "not an expression: %s\n", parser->at);
        exit(2);
    }
    parser->at = end;
    return (int64_t)value;
}

static const char *const levels[][8] = {
    {"|", NULL},          {"^", NULL},
    {"&", NULL},          {"==", "!=", "<=", ">=", "<", ">", NULL},
    {"<<", ">>", NULL},   {"+", "-", NULL},
    {"*", "/", "%", NULL}};
enum { LEVELS = sizeof(levels) / sizeof(*levels) };

static int64_t apply(const char *op, int64_t a, int64_t b)
{
    uint64_t x = (uint64_t)a, y = (uint64_t)b;
    switch (op[0]) {
    case '|':
        return a | b;
    case '^':
        return a ^ b;
    case '&':
        return a & b;
    case '=':
        return a == b;
    case '!':
        return a != b;
    case '+':
        return (int64_t)(x + y);
    case '-':
        return (int64_t)(x - y);
    case '*':
        return (int64_t)(x * y);
    case '/':
        return b ? a / b : 0;
    case '%':
        return b ? a % b : 0;
    case '<':
        return op[1] == '<' ? (int64_t)(x << (y & 63)) : op[1] == '=' ? a <= b : a < b;
    default:
        return op[1] == '>' ? a >> (y & 63) : op[1] == '=' ? a >= b : a > b;
    }
}

static int64_t level(Parser *parser, int n)
{
    if (n == LEVELS)
        return primary(parser);
    int64_t value = level(parser, n + 1);
    for (bool again = true; again;) {
        again = false;
        for (int k = 0; levels[n][k]; k++)
            if (takes(parser, levels[n][k])) {
                value = apply(levels[n][k], value, level(parser, n + 1));
                again = true;
                break;
            }
    }
    return value;
}

static int64_t choice(Parser *parser)
{
    int64_t condition = level(parser, 0);
    if (!takes(parser, "?"))
        return condition;
    int64_t yes = choice(parser);
    takes(parser, ":");
    int64_t no = choice(parser);
    return condition ? yes : no;
}

int64_t expression_integer(const char *text, int64_t i)
{
    Parser parser = {text, i};
    int64_t value = choice(&parser);
    blanks(&parser);
    if (*parser.at) {
        fprintf(stderr, "not understood in an expression: %s\n", parser.at);
        exit(2);
    }
    return value;
}

bool expression_is_real(const char *text)
{
    return strchr(text, '.') != NULL || strstr(text, "nan") || strstr(text, "inf");
}

/* A number, or "A * i + B" with numbers A and B. */
double expression_real(const char *text, double i)
{
    double a, b = 0;
    char *end;
    a = strtod(text, &end);
    while (isspace((unsigned char)*end))
        end++;
    if (*end != '*')
        return a;
    const char *plus = strchr(end, '+');
    b = plus ? strtod(plus + 1, NULL) : 0;
    return a * i + b;
}
