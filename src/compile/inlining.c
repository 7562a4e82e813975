/* Functions that can be made part of their callers, and how much code that makes: those that take
 * and give values alone, and are no struct's. */
#include "compile/inlining.h"

enum { FUNCTIONS_MAX = 64, ONE_MAX = 1000, ALL_MAX = 30000 }; /* sizes in tokens */

typedef struct Helper {
    View name;
    size_t mark;           /* its __device__ */
    size_t body, body_end; /* its braces */
    uint32_t size;         /* with all that is made part of it; 0: it stays a function */
} Helper;

typedef VEC(Helper) HelperList;

/* No pointers among what it takes and gives: what they point at is known by the function's own
 * types. */
static bool has_values(const TokenList *tokens, size_t from, size_t to)
{
    static const char *const signs[] = {"*", "&", "[", NULL};
    for (; from < to; from++)
        if (token_is_one_of(tokens, from, signs))
            return false;
    return true;
}

/* Of a constructor's members. */
static bool is_lone_colon(const TokenList *tokens, size_t at)
{
    return token_is(tokens, at, ":") && !token_is(tokens, at - 1, ":") &&
           !token_is(tokens, at + 1, ":");
}

/* From a __device__ on. False: no definition of a function, or one that isn't to be made part. */
static bool read_helper(const TokenList *tokens, size_t at, Helper *out)
{
    static const char *const others[] = {"__global__", "__noinline__", "__forceinline__",
                                         "constexpr",  "virtual",      NULL};
    static const char *const ends[] = {";", "=", "{", "}", NULL};
    *out = (Helper){.mark = at};
    for (; at < tokens->size && !token_is_one_of(tokens, at, ends);
         at = token_closing(tokens, at) + 1) {
        if (tokens->data[at].kind == TOKEN_END || token_is_one_of(tokens, at, others) ||
            is_lone_colon(tokens, at))
            return false;
        if (!token_is(tokens, at, "(") || !token_is_word(tokens, at - 1))
            continue;
        size_t close = token_closing(tokens, at);
        out->name = tokens->data[at - 1].text;
        out->body = close + 1 + token_is(tokens, close + 1, "noexcept");
        out->body_end = token_closing(tokens, out->body);
        if (token_is(tokens, out->body, "{"))
            return out->body_end < tokens->size && !token_is(tokens, at - 2, ":") &&
                   has_values(tokens, out->mark, close);
    }
    return false;
}

static bool is_before(const TokenList *tokens, size_t at, const char *word)
{
    static const char *const ends[] = {";", "{", "}", ")", NULL};
    while (at-- > 0 && !token_is_one_of(tokens, at, ends))
        if (token_is(tokens, at, word))
            return true;
    return false;
}

/* Where the braces at `at` hold functions, as those of a namespace and of extern "C" do, `at`; else
 * where they end. */
static size_t behind_braces(const TokenList *tokens, size_t at)
{
    bool holds = at > 0 && view_starts(tokens->data[at - 1].text, "\"");
    for (size_t back = 1; back <= 2 && back <= at; back++)
        holds |= token_is(tokens, at - back, "namespace");
    return holds ? at : token_closing(tokens, at);
}

static void find_helpers(const TokenList *tokens, HelperList *out)
{
    Helper helper;
    for (size_t i = 0; i < tokens->size && out->size < FUNCTIONS_MAX; i++)
        if (token_is(tokens, i, "{"))
            i = behind_braces(tokens, i);
        else if (token_is(tokens, i, "__device__") && read_helper(tokens, i, &helper) &&
                 !is_before(tokens, i, "__noinline__") && !is_before(tokens, i, "__global__") &&
                 !is_before(tokens, i, "constexpr"))
            vec_push(out, helper);
}

/* What the calls between two tokens grow by; `at`: where the helpers begin that can't be judged
 * yet. UINT32_MAX: one of these is called. */
static uint32_t growth(const TokenList *tokens, const HelperList *helpers, size_t from, size_t to,
                       size_t at)
{
    uint64_t grown = 0;
    for (size_t i = from; i < to; i++)
        for (size_t h = 0; h < helpers->size; h++)
            if (view_equal(tokens->data[i].text, helpers->data[h].name)) {
                if (h >= at)
                    return UINT32_MAX;
                grown += helpers->data[h].size;
            }
    return grown < UINT32_MAX ? (uint32_t)grown : UINT32_MAX;
}

static void measure(const TokenList *tokens, HelperList *helpers)
{
    for (size_t h = 0; h < helpers->size; h++) {
        Helper *helper = &helpers->data[h];
        uint64_t size = helper->body_end - helper->body +
                        (uint64_t)growth(tokens, helpers, helper->body, helper->body_end, h);
        helper->size = size <= ONE_MAX ? (uint32_t)size : 0;
    }
}

void inlining_find(const TokenList *tokens, InliningList *out)
{
    HelperList helpers = {0};
    find_helpers(tokens, &helpers);
    measure(tokens, &helpers);
    if (growth(tokens, &helpers, 0, tokens->size, helpers.size) <= ALL_MAX)
        for (size_t h = 0; h < helpers.size; h++)
            if (helpers.data[h].size)
                vec_push(out, helpers.data[h].mark);
    vec_free(&helpers);
}
