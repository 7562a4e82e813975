/* A source for a compile that is to show what the compiler otherwise keeps to itself. */
#include "compile/reveal.h"

#include "compile/constants.h"
#include "compile/inlining.h"
#include "compile/statement.h"

enum { DEPTH_MAX = 64 };

typedef struct Reveal {
    View source;
    const char *done; /* up to here the source is in `out` */
    TokenList tokens;
    Constants constants;
    uint32_t depth, code_depth; /* of braces; from which depth on they hold statements, 0: not */
    size_t ends[DEPTH_MAX];     /* of statements around this place that have a barrier in them */
    uint32_t end_count;
    InliningList inlined; /* where __forceinline__ is to stand behind */
    size_t inlined_count; /* so many of them stand */
    StrBuf *out;
} Reveal;

static void copy_up_to(Reveal *reveal, const char *at)
{
    strbuf_add(reveal->out, (View){reveal->done, (size_t)(at - reveal->done)});
    reveal->done = at;
}

static const char *end_of(const Reveal *reveal, size_t token)
{
    View text = reveal->tokens.data[token].text;
    return text.data + text.size;
}

/* Returns the last token of it. */
static size_t hide(Reveal *reveal, size_t from, size_t end)
{
    copy_up_to(reveal, reveal->tokens.data[from].text.data);
    strbuf_add_text(reveal->out, "culab_index(");
    copy_up_to(reveal, end_of(reveal, end - 1));
    strbuf_add_byte(reveal->out, ')');
    return end - 1;
}

/* -- constant indexes */

static bool is_subscript(const TokenList *tokens, size_t at)
{
    static const char *const others[] = {"return", "delete", "auto", "operator", "new", NULL};
    if (at == 0 || token_is_one_of(tokens, at - 1, others))
        return false;
    return token_is_word(tokens, at - 1) || token_is(tokens, at - 1, "]") ||
           token_is(tokens, at - 1, ")");
}

/* A parameter whose type tells a template's number: (&a)[N], m[][N]. */
static bool is_deduced(const TokenList *tokens, size_t at)
{
    while (at > 0 && token_is(tokens, at - 1, "]")) {
        size_t open = token_opening(tokens, at - 1);
        if (open == tokens->size || open + 1 == at - 1)
            return true;
        at = open;
    }
    return at > 3 && token_is(tokens, at - 1, ")") && token_is(tokens, at - 3, "&") &&
           token_is(tokens, at - 4, "(");
}

/* Returns the last token that is dealt with. */
static size_t take_subscript(Reveal *reveal, size_t at)
{
    const TokenList *tokens = &reveal->tokens;
    size_t close = token_closing(tokens, at);
    return is_subscript(tokens, at) && !is_deduced(tokens, at) &&
                   constants_hold(&reveal->constants, tokens, at + 1, close)
               ? hide(reveal, at + 1, close)
               : at;
}

/* *(a + 4), *(a - 1), from the sign on. */
static size_t take_step(Reveal *reveal, size_t at)
{
    const TokenList *tokens = &reveal->tokens;
    size_t end = at + 1;
    while (end < tokens->size && tokens->data[end].kind == TOKEN_WORD)
        end++;
    size_t open = end == at + 2 && token_is(tokens, end, ")") ? token_opening(tokens, end) : 0;
    return open > 0 && open < tokens->size && token_is(tokens, open - 1, "*") &&
                   constants_hold(&reveal->constants, tokens, at + 1, end)
               ? hide(reveal, at + 1, end)
               : at;
}

/* -- shared variables */

static bool is_extern(const TokenList *tokens, size_t at)
{
    while (at-- > 0 && token_is_word(tokens, at))
        if (token_is(tokens, at, "extern"))
            return true;
    return false;
}

static bool is_declared(const TokenList *tokens, size_t at)
{
    return token_is_word(tokens, at) &&
           (token_is(tokens, at + 1, "[") || token_is(tokens, at + 1, ";") ||
            token_is(tokens, at + 1, ",") || token_is(tokens, at + 1, "="));
}

/* From a template's "<" to its ">". */
static size_t behind_parameters(const TokenList *tokens, size_t at)
{
    int depth = 0;
    for (; at < tokens->size && !token_is(tokens, at, ";"); at++) {
        depth += token_is(tokens, at, "<") - token_is(tokens, at, ">");
        if (depth == 0)
            return at;
    }
    return tokens->size;
}

/* Appends what tells the types of what is declared from `at` on; the token that ends that. */
static size_t list_declared(const TokenList *tokens, size_t at, StrBuf *out)
{
    for (; at < tokens->size && !token_is(tokens, at, ";"); at++) {
        View name = tokens->data[at].text;
        if (tokens->data[at].kind == TOKEN_END || token_is(tokens, at, "}"))
            return tokens->size;
        if (is_declared(tokens, at))
            strbuf_format(out, "culab_shared(%.*s);", VIEW_ARG(name));
        at = token_is(tokens, at, "<") ? behind_parameters(tokens, at) : token_closing(tokens, at);
    }
    return at;
}

static void take_shared(Reveal *reveal, size_t at, StrBuf *types, size_t *end)
{
    if (!reveal->code_depth || is_extern(&reveal->tokens, at))
        return;
    strbuf_clear(types);
    *end = list_declared(&reveal->tokens, at + 1, types);
}

/* -- barriers in branches */

static void take_statement(Reveal *reveal, size_t at)
{
    const TokenList *tokens = &reveal->tokens;
    if (!reveal->code_depth || reveal->end_count == DEPTH_MAX ||
        !statement_parts_threads(tokens, at))
        return;
    size_t end = statement_end(tokens, at);
    if (end < tokens->size && statement_has_barrier(tokens, at, end))
        reveal->ends[reveal->end_count++] = end;
}

static void end_statements(Reveal *reveal, size_t at)
{
    for (; reveal->end_count && reveal->ends[reveal->end_count - 1] <= at; reveal->end_count--) {
        copy_up_to(reveal, end_of(reveal, at));
        strbuf_add_text(reveal->out, "culab_behind();");
    }
}

/* -- functions that are called */

static void take_function(Reveal *reveal, size_t at)
{
    if (reveal->inlined_count == reveal->inlined.size ||
        reveal->inlined.data[reveal->inlined_count] != at)
        return;
    reveal->inlined_count++;
    copy_up_to(reveal, end_of(reveal, at));
    strbuf_add_text(reveal->out, " __forceinline__");
}

/* -- */

static void open_brace(Reveal *reveal, size_t at)
{
    const TokenList *tokens = &reveal->tokens;
    bool code = at > 0 && (token_is(tokens, at - 1, ")") || token_is(tokens, at - 1, "const") ||
                           token_is(tokens, at - 1, "noexcept"));
    reveal->depth++;
    if (code && !reveal->code_depth)
        reveal->code_depth = reveal->depth;
}

static void close_brace(Reveal *reveal)
{
    if (reveal->depth == reveal->code_depth)
        reveal->code_depth = 0;
    reveal->depth -= reveal->depth > 0;
}

static void walk(Reveal *reveal)
{
    const TokenList *tokens = &reveal->tokens;
    StrBuf types = {0};
    size_t declared = tokens->size; /* where the types' declarations end */
    for (size_t i = 0; i < tokens->size; i++) {
        take_statement(reveal, i);
        take_function(reveal, i);
        if (token_is(tokens, i, "{"))
            open_brace(reveal, i);
        else if (token_is(tokens, i, "}"))
            close_brace(reveal);
        else if (token_is(tokens, i, "__shared__"))
            take_shared(reveal, i, &types, &declared);
        else if (token_is(tokens, i, "["))
            i = take_subscript(reveal, i);
        else if (token_is(tokens, i, "+") || token_is(tokens, i, "-"))
            i = take_step(reveal, i);
        if (i == declared) {
            copy_up_to(reveal, end_of(reveal, i));
            strbuf_add(reveal->out, strbuf_view(&types));
        }
        end_statements(reveal, i);
    }
    strbuf_free(&types);
}

void source_reveal(View source, StrBuf *out)
{
    Reveal reveal = {.source = source, .done = source.data, .out = out};
    tokens_find(source, &reveal.tokens);
    constants_find(&reveal.tokens, &reveal.constants);
    inlining_find(&reveal.tokens, &reveal.inlined);
    walk(&reveal);
    copy_up_to(&reveal, source.data + source.size);
    constants_free(&reveal.constants);
    vec_free(&reveal.inlined);
    vec_free(&reveal.tokens);
}
