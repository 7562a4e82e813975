/* What of a source is a number that the compiler knows. */
#include "compile/constants.h"

#include <ctype.h>
#include <string.h>

static void learn(Constants *constants, View name)
{
    map_put(&constants->names, name, constants);
}

static bool is_number(View text)
{
    return text.size && isdigit((unsigned char)text.data[0]) && !memchr(text.data, '.', text.size);
}

static bool is_sign_of_sum(View text)
{
    return text.size == 1 && strchr("+-*/%()<>~:", text.data[0]) != NULL;
}

/* Config::N: the name before the colons may be any. */
static bool is_scope(const TokenList *tokens, size_t at)
{
    return token_is(tokens, at + 1, ":") && token_is(tokens, at + 2, ":");
}

static bool is_all_known(const Constants *constants, const TokenList *tokens, size_t from,
                         size_t end)
{
    bool word = false;
    for (size_t i = from; i < end; i++) {
        View text = tokens->data[i].text;
        if (tokens->data[i].kind != TOKEN_WORD && !is_sign_of_sum(text))
            return false;
        if (tokens->data[i].kind == TOKEN_WORD && !is_number(text) && !is_scope(tokens, i) &&
            !map_get(&constants->names, text))
            return false;
        word |= tokens->data[i].kind == TOKEN_WORD;
    }
    return word;
}

bool constants_hold(const Constants *constants, const TokenList *tokens, size_t from, size_t end)
{
    bool zero = end == from + 1 && token_is(tokens, from, "0");
    return end < tokens->size && !zero && is_all_known(constants, tokens, from, end);
}

/* -- where such names come from */

/* #define NAME 4, from the # on. */
static void learn_macro(const TokenList *tokens, size_t at, Constants *constants)
{
    size_t end = at + 3;
    if (!token_is(tokens, at + 1, "define") || !token_is_word(tokens, at + 2))
        return;
    while (end < tokens->size && tokens->data[end].kind != TOKEN_END)
        end++;
    if (is_all_known(constants, tokens, at + 3, end))
        learn(constants, tokens->data[at + 2].text);
}

/* const int N = 4, M = N + 1; from const on. */
static void learn_values(const TokenList *tokens, size_t at, Constants *constants)
{
    for (size_t i = at + 1; i < tokens->size && !token_is(tokens, i, ";"); i++) {
        if (token_is(tokens, i, "(") || token_is(tokens, i, "{") || token_is(tokens, i, ")"))
            return;
        if (!token_is(tokens, i, "=") || !token_is_word(tokens, i - 1))
            continue;
        size_t end = i + 1;
        while (end < tokens->size && !token_is(tokens, end, ";") && !token_is(tokens, end, ","))
            end++;
        if (is_all_known(constants, tokens, i + 1, end))
            learn(constants, tokens->data[i - 1].text);
        i = end - 1;
    }
}

/* enum Name : int { A, B = 3 } */
static void learn_enumerators(const TokenList *tokens, size_t at, Constants *constants)
{
    while (at < tokens->size && !token_is(tokens, at, "{"))
        if (token_is(tokens, at++, ";"))
            return;
    for (size_t i = at + 1; i < tokens->size && !token_is(tokens, i, "}"); i++)
        if (token_is_word(tokens, i) &&
            (token_is(tokens, i - 1, "{") || token_is(tokens, i - 1, ",")))
            learn(constants, tokens->data[i].text);
}

/* template <int N, typename T, unsigned M = 2> */
static void learn_parameters(const TokenList *tokens, size_t at, Constants *constants)
{
    int depth = 0;
    for (size_t i = at + 1; i + 1 < tokens->size; i++) {
        depth += token_is(tokens, i, "<") - token_is(tokens, i, ">");
        if (depth <= 0)
            return;
        bool typed = token_is_word(tokens, i - 1) && !token_is(tokens, i - 1, "typename") &&
                     !token_is(tokens, i - 1, "class");
        bool ends = token_is(tokens, i + 1, ",") || token_is(tokens, i + 1, ">") ||
                    token_is(tokens, i + 1, "=");
        if (token_is_word(tokens, i) && typed && ends)
            learn(constants, tokens->data[i].text);
    }
}

typedef struct Origin {
    const char *word;
    void (*learn)(const TokenList *tokens, size_t at, Constants *constants);
} Origin;

void constants_find(const TokenList *tokens, Constants *out)
{
    static const Origin origins[] = {
        {"#", learn_macro},          {"const", learn_values},        {"constexpr", learn_values},
        {"enum", learn_enumerators}, {"template", learn_parameters},
    };
    for (size_t i = 0; i < tokens->size; i++)
        for (size_t k = 0; k < sizeof origins / sizeof *origins; k++)
            if (token_is(tokens, i, origins[k].word))
                origins[k].learn(tokens, i, out);
}

void constants_free(Constants *constants)
{
    map_free(&constants->names);
}
