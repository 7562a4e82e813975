/* Statements in a source cut into tokens. */
#include "compile/statement.h"

enum { DEPTH_MAX = 64 }; /* of statements in statements without braces */

bool statement_parts_threads(const TokenList *tokens, size_t at)
{
    static const char *const heads[] = {"if", "for", "while", "do", "switch", NULL};
    static const char *const before[] = {"{", "}", ";", ":", NULL};
    return at > 0 && token_is_one_of(tokens, at, heads) && token_is_one_of(tokens, at - 1, before);
}

/* From anywhere in a simple statement to its semicolon. */
static size_t simple_end(const TokenList *tokens, size_t at)
{
    for (; at < tokens->size; at = token_closing(tokens, at) + 1) {
        if (token_is(tokens, at, ";"))
            return at;
        if (tokens->data[at].kind == TOKEN_END || token_is(tokens, at, "}"))
            break;
    }
    return tokens->size;
}

/* Of an if, a loop or a switch, the first token of what it holds. */
static size_t behind_head(const TokenList *tokens, size_t at)
{
    at += 1 + token_is(tokens, at + 1, "constexpr");
    size_t close = token_is(tokens, at, "(") ? token_closing(tokens, at) : tokens->size;
    return close < tokens->size ? close + 1 : tokens->size;
}

static size_t end_within(const TokenList *tokens, size_t at, uint32_t depth)
{
    static const char *const heads[] = {"for", "while", "switch", NULL};
    if (at >= tokens->size || depth == 0)
        return tokens->size;
    if (token_is(tokens, at, "{"))
        return token_closing(tokens, at);
    if (token_is(tokens, at, "do")) {
        size_t body = end_within(tokens, at + 1, depth - 1);
        return body < tokens->size ? simple_end(tokens, body + 1) : body;
    }
    if (token_is_one_of(tokens, at, heads))
        return end_within(tokens, behind_head(tokens, at), depth - 1);
    if (!token_is(tokens, at, "if"))
        return simple_end(tokens, at);
    size_t then = end_within(tokens, behind_head(tokens, at), depth - 1);
    return token_is(tokens, then + 1, "else") ? end_within(tokens, then + 2, depth - 1) : then;
}

size_t statement_end(const TokenList *tokens, size_t at)
{
    return end_within(tokens, at, DEPTH_MAX);
}

static bool is_barrier(const TokenList *tokens, size_t at)
{
    static const char *const before[] = {".", ">", ":", NULL};
    bool group = token_is(tokens, at, "sync") && at > 0 && token_is_one_of(tokens, at - 1, before);
    return view_starts(tokens->data[at].text, "__syncthreads") ||
           (group && token_is(tokens, at + 1, "("));
}

bool statement_has_barrier(const TokenList *tokens, size_t at, size_t end)
{
    for (; at <= end && at < tokens->size; at++)
        if (is_barrier(tokens, at))
            return true;
    return false;
}
