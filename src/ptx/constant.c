/* Constant expressions: precedence climbing over 64-bit integers and doubles. */
#include "ptx/constant.h"

#include <string.h>

enum { DEPTH_MAX = 64, TERNARY_LEVEL = 0, UNARY_LEVEL = 11 };

typedef struct Operator {
    int punct;
    int level; /* binds tighter when higher */
} Operator;

static const Operator operators[] = {
    {'*', 10},
    {'/', 10},
    {'%', 10},
    {'+', 9},
    {'-', 9},
    {TOKEN_PAIR('<', '<'), 8},
    {TOKEN_PAIR('>', '>'), 8},
    {'<', 7},
    {'>', 7},
    {TOKEN_PAIR('<', '='), 7},
    {TOKEN_PAIR('>', '='), 7},
    {TOKEN_PAIR('=', '='), 6},
    {TOKEN_PAIR('!', '='), 6},
    {'&', 5},
    {'^', 4},
    {'|', 3},
    {TOKEN_PAIR('&', '&'), 2},
    {TOKEN_PAIR('|', '|'), 1},
};

static double double_of(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static Constant constant_of(double value)
{
    Constant out = {.kind = CONSTANT_F64};
    memcpy(&out.bits, &value, sizeof value);
    return out;
}

double constant_double(const Constant *constant)
{
    if (constant->kind == CONSTANT_F64)
        return double_of(constant->bits);
    if (constant->kind == CONSTANT_INT)
        return constant->is_unsigned ? (double)constant->bits : (double)(int64_t)constant->bits;
    uint32_t bits = (uint32_t)constant->bits;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static bool parse_level(Parser *parser, int level, Constant *out);

static bool parse_nested(Parser *parser, int level, Constant *out)
{
    if (++parser->expression_depth > DEPTH_MAX)
        return parser_fail(parser, parser->lexer.token.pos,
                           "a constant expression nested more than %d deep", DEPTH_MAX);
    bool ok = parse_level(parser, level, out);
    parser->expression_depth--;
    return ok;
}

/* "(", then ".s64)" or ".u64)" for a cast, or an expression and ")". */
static bool parse_parentheses(Parser *parser, Constant *out)
{
    if (!parser_need(parser, '('))
        return false;
    bool is_signed = parser_take_word(parser, "s64");
    if (!is_signed && !parser_take_word(parser, "u64"))
        return parse_nested(parser, TERNARY_LEVEL, out) && parser_need(parser, ')');
    if (!parser_need(parser, ')') || !parse_nested(parser, UNARY_LEVEL, out))
        return false;
    if (out->kind != CONSTANT_INT)
        return parser_expected(parser, "an integer after the cast");
    out->is_unsigned = !is_signed;
    return true;
}

static bool negate(Parser *parser, PtxPos pos, int punct, Constant *out)
{
    if (punct == '+')
        return true;
    if (punct == '-' && out->kind == CONSTANT_INT)
        out->bits = 0 - out->bits;
    else if (punct == '-')
        out->bits ^= out->kind == CONSTANT_F32 ? UINT64_C(1) << 31 : UINT64_C(1) << 63;
    else if (out->kind != CONSTANT_INT)
        return parser_fail(parser, pos, "'%c' takes an integer", punct);
    else if (punct == '~')
        out->bits = ~out->bits;
    else
        out->bits = !out->bits;
    return true;
}

static bool parse_unary(Parser *parser, Constant *out)
{
    const Token *token = &parser->lexer.token;
    PtxPos pos = token->pos;
    if (token->kind == TOKEN_INT || token->kind == TOKEN_F32 || token->kind == TOKEN_F64) {
        out->kind = token->kind == TOKEN_INT   ? CONSTANT_INT
                    : token->kind == TOKEN_F32 ? CONSTANT_F32
                                               : CONSTANT_F64;
        out->bits = token->value;
        out->is_unsigned = token->is_unsigned;
        lexer_next(&parser->lexer);
        return true;
    }
    if (token->kind == TOKEN_NAME && view_equal_text(token->text, "WARP_SZ")) {
        *out = (Constant){.kind = CONSTANT_INT, .bits = 32};
        lexer_next(&parser->lexer);
        return true;
    }
    if (lexer_is(&parser->lexer, '('))
        return parse_parentheses(parser, out);
    for (const char *sign = "+-!~"; *sign; sign++)
        if (parser_take(parser, *sign))
            return parse_nested(parser, UNARY_LEVEL, out) && negate(parser, pos, *sign, out);
    return parser_expected(parser, "a constant");
}

static const Operator *find_operator(const Lexer *lexer)
{
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (lexer_is(lexer, operators[i].punct))
            return &operators[i];
    return NULL;
}

static bool apply_double(Parser *parser, PtxPos pos, int punct, Constant *left,
                         const Constant *right)
{
    double a = constant_double(left), b = constant_double(right);
    switch (punct) {
    case '+':
        *left = constant_of(a + b);
        return true;
    case '-':
        *left = constant_of(a - b);
        return true;
    case '*':
        *left = constant_of(a * b);
        return true;
    case '/':
        *left = constant_of(a / b);
        return true;
    default:
        return parser_fail(parser, pos, "this operator takes integers");
    }
}

static uint64_t shift_right(uint64_t value, uint64_t by, bool is_unsigned)
{
    bool minus = !is_unsigned && (int64_t)value < 0;
    if (by > 63)
        return minus ? UINT64_MAX : 0;
    return minus ? ~(~value >> by) : value >> by;
}

static uint64_t divide(uint64_t a, uint64_t b, bool is_unsigned, bool remainder)
{
    if (is_unsigned)
        return remainder ? a % b : a / b;
    if (b == UINT64_MAX) /* -1: the one case where the division overflows */
        return remainder ? 0 : 0 - a;
    return (uint64_t)(remainder ? (int64_t)a % (int64_t)b : (int64_t)a / (int64_t)b);
}

static bool is_less(uint64_t a, uint64_t b, bool is_unsigned)
{
    return is_unsigned ? a < b : (int64_t)a < (int64_t)b;
}

static uint64_t apply_integer(int punct, uint64_t a, uint64_t b, bool is_unsigned)
{
    switch (punct) {
    case '*':
        return a * b;
    case '/':
    case '%':
        return divide(a, b, is_unsigned, punct == '%');
    case '+':
        return a + b;
    case '-':
        return a - b;
    case TOKEN_PAIR('<', '<'):
        return b > 63 ? 0 : a << b;
    case TOKEN_PAIR('>', '>'):
        return shift_right(a, b, is_unsigned);
    case '<':
        return is_less(a, b, is_unsigned);
    case '>':
        return is_less(b, a, is_unsigned);
    case TOKEN_PAIR('<', '='):
        return !is_less(b, a, is_unsigned);
    case TOKEN_PAIR('>', '='):
        return !is_less(a, b, is_unsigned);
    case TOKEN_PAIR('=', '='):
        return a == b;
    case TOKEN_PAIR('!', '='):
        return a != b;
    case '&':
        return a & b;
    case '^':
        return a ^ b;
    case '|':
        return a | b;
    case TOKEN_PAIR('&', '&'):
        return a && b;
    default: /* || */
        return a || b;
    }
}

static bool apply(Parser *parser, PtxPos pos, int punct, Constant *left, const Constant *right)
{
    if (left->kind != CONSTANT_INT || right->kind != CONSTANT_INT)
        return apply_double(parser, pos, punct, left, right);
    if ((punct == '/' || punct == '%') && right->bits == 0)
        return parser_fail(parser, pos, "a division by zero in a constant expression");
    bool shift = punct == TOKEN_PAIR('<', '<') || punct == TOKEN_PAIR('>', '>');
    bool is_unsigned = left->is_unsigned || (!shift && right->is_unsigned);
    left->bits = apply_integer(punct, left->bits, right->bits, is_unsigned);
    left->is_unsigned = is_unsigned;
    return true;
}

static bool parse_ternary(Parser *parser, Constant *out)
{
    PtxPos pos = parser->lexer.token.pos;
    Constant yes, no;
    if (out->kind != CONSTANT_INT)
        return parser_fail(parser, pos, "'?' takes an integer");
    if (!parser_need(parser, '?') || !parse_nested(parser, TERNARY_LEVEL, &yes) ||
        !parser_need(parser, ':') || !parse_nested(parser, TERNARY_LEVEL, &no))
        return false;
    *out = out->bits ? yes : no;
    return true;
}

/* Operators of `level` and tighter ones. */
static bool parse_level(Parser *parser, int level, Constant *out)
{
    if (!parse_unary(parser, out))
        return false;
    const Operator *operator;
    while ((operator= find_operator(&parser->lexer)) && operator->level >= level) {
        PtxPos pos = parser->lexer.token.pos;
        Constant right;
        lexer_next(&parser->lexer);
        if (!parse_nested(parser, operator->level + 1, &right) ||
            !apply(parser, pos, operator->punct, out, &right))
            return false;
    }
    if (level == TERNARY_LEVEL && lexer_is(&parser->lexer, '?'))
        return parse_ternary(parser, out);
    return true;
}

bool constant_parse(Parser *parser, Constant *out)
{
    parser->expression_depth = 0;
    return parse_level(parser, TERNARY_LEVEL, out);
}
