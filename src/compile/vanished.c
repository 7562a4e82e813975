/* Declarations with __shared__, looked for in the PTX by name. */
#include "compile/vanished.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "compile/tokens.h"

static bool is_part(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* The word `at` or behind it; NULL: none. */
static const char *find(View text, View word)
{
    return word.size ? memmem(text.data, text.size, word.data, word.size) : NULL;
}

bool text_has_word(View text, View word)
{
    const char *end = text.data + text.size;
    for (const char *at; (at = find(text, word)); text = (View){at + 1, (size_t)(end - at - 1)}) {
        const char *behind = at + word.size;
        bool begins = at == text.data || !is_part(at[-1]);
        if (begins && (behind == end || !is_part(*behind)))
            return true;
    }
    return false;
}

/* Whether the PTX has a variable of the name: alone, or mangled, where its length stands before it.
 */
static bool is_in_ptx(View ptx, View name)
{
    char length[24];
    const size_t digits = (size_t)snprintf(length, sizeof length, "%zu", name.size);
    const char *at;
    for (View rest = ptx; (at = find(rest, name)) != NULL;
         rest = (View){at + 1, (size_t)(ptx.data + ptx.size - at - 1)}) {
        const size_t before = (size_t)(at - ptx.data);
        if (before >= digits && memcmp(at - digits, length, digits) == 0)
            return true;
        const char *behind = at + name.size;
        if ((before == 0 || isspace((unsigned char)at[-1])) &&
            (behind == ptx.data + ptx.size || !is_part(*behind)))
            return true;
    }
    return false;
}

/* A declaration's names, from behind __shared__; returns where it ends. */
static size_t take_names(const TokenList *tokens, size_t at, View ptx, VanishedList *out)
{
    size_t words = 0;
    for (; at < tokens->size && !token_is(tokens, at, ";"); at++) {
        bool ends = token_is(tokens, at + 1, ";") || token_is(tokens, at + 1, ",");
        if (token_is(tokens, at, "[") || token_is(tokens, at, "(") || token_is(tokens, at, "{") ||
            token_is(tokens, at, "<"))
            return at;
        words += token_is_word(tokens, at);
        if (words > 1 && ends && token_is_word(tokens, at) &&
            !is_in_ptx(ptx, tokens->data[at].text))
            vec_push(out, tokens->data[at].text);
    }
    return at;
}

void source_vanished(View source, View ptx, VanishedList *out)
{
    TokenList tokens = {0};
    tokens_find(source, &tokens);
    for (size_t at = 0; at < tokens.size; at++)
        if (token_is(&tokens, at, "__shared__") && !token_is(&tokens, at - 1, "extern"))
            at = take_names(&tokens, at + 1, ptx, out);
    vec_free(&tokens);
}
