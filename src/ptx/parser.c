/* Small steps over tokens, and errors that say what was found. */
#include "ptx/parser.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "ptx/constant.h"

bool parser_fail(Parser *parser, PtxPos pos, const char *format, ...)
{
    char text[sizeof parser->error->text];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return error_at(parser->error, ERROR_CONTENT, "PTX", (int)pos.line, "%s", text);
}

bool parser_expected(Parser *parser, const char *what)
{
    const Token *token = &parser->lexer.token;
    View text = token->text;
    if (token->kind == TOKEN_BAD)
        return parser_fail(parser, token->pos, "column %u: %.*s", token->pos.column,
                           NAME_ARG(text));
    if (token->kind == TOKEN_END)
        return parser_fail(parser, token->pos, "expected %s, found the end of the text", what);
    if (token->kind == TOKEN_STRING)
        return parser_fail(parser, token->pos, "expected %s, found a string", what);
    return parser_fail(parser, token->pos, "expected %s, found '%s%.*s'", what,
                       token->kind == TOKEN_DOT ? "." : "", NAME_ARG(text));
}

bool parser_take(Parser *parser, int punct)
{
    if (!lexer_is(&parser->lexer, punct))
        return false;
    lexer_next(&parser->lexer);
    return true;
}

bool parser_need(Parser *parser, int punct)
{
    char what[] = {'\'', (char)punct, '\'', '\0'};
    return parser_take(parser, punct) || parser_expected(parser, what);
}

bool parser_need_name(Parser *parser, View *name, PtxPos *pos)
{
    if (parser->lexer.token.kind != TOKEN_NAME)
        return parser_expected(parser, "a name");
    *name = parser->lexer.token.text;
    *pos = parser->lexer.token.pos;
    lexer_next(&parser->lexer);
    return true;
}

bool parser_need_number(Parser *parser, const char *what, uint64_t max, uint64_t *value)
{
    PtxPos pos = parser->lexer.token.pos;
    Constant constant;
    if (!constant_parse(parser, &constant))
        return false;
    if (constant.kind != CONSTANT_INT)
        return parser_fail(parser, pos, "%s must be an integer", what);
    if (!constant.is_unsigned && (int64_t)constant.bits < 0)
        return parser_fail(parser, pos, "%s must not be negative", what);
    if (constant.bits > max)
        return parser_fail(parser, pos, "%s is %llu, more than the limit of %llu", what,
                           (unsigned long long)constant.bits, (unsigned long long)max);
    *value = constant.bits;
    return true;
}

bool parser_is_word(const Parser *parser, const char *word)
{
    return parser->lexer.token.kind == TOKEN_DOT && view_equal_text(parser->lexer.token.text, word);
}

bool parser_take_word(Parser *parser, const char *word)
{
    if (!parser_is_word(parser, word))
        return false;
    lexer_next(&parser->lexer);
    return true;
}

void *parser_keep(Parser *parser, const void *data, size_t count, size_t size)
{
    if (!count)
        return NULL;
    void *copy = arena_alloc_array(&parser->module->arena, count, size);
    memcpy(copy, data, count * size);
    return copy;
}
