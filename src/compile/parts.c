/* Whether a source has variables of which PTX doesn't tell the elements, by its words. */
#include "compile/parts.h"

#include <ctype.h>

#include "compile/tokens.h"

/* "float4", "ushort2", "__half2": names that end in how many parts they have. */
static bool is_vector(View word)
{
    static const char *const stems[] = {
        "char", "short", "int",       "long",   "longlong",      "float", "uchar",  "ushort",
        "uint", "ulong", "ulonglong", "double", "__nv_bfloat16", "half",  "__half", NULL};
    size_t size = word.size;
    bool found = false;
    if (size < 2 || word.data[size - 1] < '1' || word.data[size - 1] > '4')
        return false;
    for (size_t i = 0; stems[i] && !found; i++)
        found = view_equal_text(view_slice(word, 0, size - 1), stems[i]);
    return found;
}

static bool tells(const TokenList *tokens, size_t at)
{
    static const char *const words[] = {"struct", "union",  "class",   "reinterpret_cast",
                                        "char",   "int8_t", "uint8_t", NULL};
    if (tokens->data[at].kind == TOKEN_WORD)
        return token_is_one_of(tokens, at, words) || is_vector(tokens->data[at].text);
    return token_is(tokens, at, "]") && token_is(tokens, at + 1, "[");
}

static bool includes(View source)
{
    for (size_t i = 0; i < source.size; i++) {
        if (source.data[i] != '#')
            continue;
        do
            i++;
        while (i < source.size && isblank((unsigned char)source.data[i]));
        if (view_starts(view_slice(source, i, source.size), "include"))
            return true;
    }
    return false;
}

bool source_has_parts(View source)
{
    TokenList tokens = {0};
    bool found = includes(source);
    tokens_find(source, &tokens);
    for (size_t i = 0; i < tokens.size && !found; i++)
        found = tells(&tokens, i);
    vec_free(&tokens);
    return found;
}
