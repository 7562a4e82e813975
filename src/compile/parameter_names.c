/* Definitions of kernels, found in the text of a source. */
#include "compile/parameter_names.h"

#include <stdlib.h>
#include <string.h>

#include "compile/tokens.h"
#include "result/kernel_name.h"

/* One definition: "__global__ void add(const float *a, int n) {". */
typedef struct Definition {
    View name;
    StrBuf names; /* of its parameters, with commas between */
    size_t count;
} Definition;

typedef VEC(Definition) DefinitionList;

/* Past the bracket that closes what opens at `at`. */
static size_t behind(const TokenList *tokens, size_t at)
{
    return token_closing(tokens, at) + 1;
}

/* Past the '>' that belongs to the '<' at `at`. */
static size_t behind_angle(const TokenList *tokens, size_t at)
{
    int depth = 0;
    while (at < tokens->size) {
        depth += token_is(tokens, at, "<");
        depth -= token_is(tokens, at, ">");
        at = token_is(tokens, at, "(") ? behind(tokens, at) : at + 1;
        if (depth == 0)
            return at;
    }
    return at;
}

static bool is_attribute(View word)
{
    return view_starts(word, "__") || view_equal_text(word, "alignas");
}

static bool is_type_word(View word)
{
    static const char *const words[] = {"int",  "float",    "double",   "char",   "short",
                                        "long", "bool",     "unsigned", "signed", "const",
                                        "void", "volatile", "struct"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (view_equal_text(word, words[i]))
            return true;
    return view_starts(word, "__");
}

/* The tokens from `from` to `to` are one parameter: what stands last of its declarator is its
 * name, unless it is its type. */
static View name_of(const TokenList *tokens, size_t from, size_t to)
{
    size_t end = from;
    while (end < to && !token_is(tokens, end, "=") && !token_is(tokens, end, "["))
        end++;
    if (end < from + 2 || !token_is_word(tokens, end - 1))
        return VIEW("");
    View name = tokens->data[end - 1].text;
    return is_type_word(name) || token_is(tokens, end - 2, ":") ? VIEW("") : name;
}

static void add_parameter(const TokenList *tokens, size_t from, size_t to, Definition *out)
{
    if (out->count++ > 0)
        strbuf_add_byte(&out->names, ',');
    strbuf_add(&out->names, name_of(tokens, from, to));
}

/* The brackets at `open` and `close` hold the parameters. */
static void read_parameters(const TokenList *tokens, size_t open, size_t close, Definition *out)
{
    size_t from = open + 1, at = from;
    if (at == close || (at + 1 == close && token_is(tokens, at, "void")))
        return;
    while (at < close) {
        if (token_is(tokens, at, ",")) {
            add_parameter(tokens, from, at, out);
            from = ++at;
        } else if (token_is(tokens, at, "<")) {
            at = behind_angle(tokens, at);
        } else {
            at = behind(tokens, at);
        }
    }
    add_parameter(tokens, from, close, out);
}

/* `at` is behind "__global__". */
static void read_definition(const TokenList *tokens, size_t at, DefinitionList *out)
{
    Definition definition = {0};
    while (token_is_word(tokens, at) || token_is(tokens, at, "(") || token_is(tokens, at, "<") ||
           token_is(tokens, at, "*")) {
        bool opens = token_is(tokens, at, "(");
        if (opens && definition.name.size > 0 && !is_attribute(definition.name))
            break;
        if (token_is_word(tokens, at))
            definition.name = tokens->data[at].text;
        at = opens                       ? behind(tokens, at)
             : token_is(tokens, at, "<") ? behind_angle(tokens, at)
                                         : at + 1;
    }
    size_t close = token_closing(tokens, at);
    if (!token_is(tokens, at, "(") || !token_is(tokens, close + 1, "{"))
        return;
    read_parameters(tokens, at, close, &definition);
    vec_push(out, definition);
}

static void find_definitions(const TokenList *tokens, DefinitionList *out)
{
    for (size_t at = 0; at < tokens->size; at++) {
        if (token_is(tokens, at, "#"))
            while (at < tokens->size && tokens->data[at].kind != TOKEN_END)
                at++;
        else if (token_is(tokens, at, "__global__"))
            read_definition(tokens, at + 1, out);
    }
}

/* The names of the only definition that it can be; "": none or several. */
static char *names_of(const DefinitionList *definitions, const Entry *entry)
{
    const Definition *found = NULL;
    View name = kernel_name_last(entry->name, false);
    for (size_t i = 0; i < definitions->size; i++) {
        const Definition *definition = &definitions->data[i];
        if (!view_equal(definition->name, name) || definition->count != entry->parameters.size)
            continue;
        if (found && !view_equal(strbuf_view(&found->names), strbuf_view(&definition->names)))
            return memory_clone_text("");
        found = definition;
    }
    return memory_clone_text(found ? strbuf_text(&found->names) : "");
}

void parameter_names_find(View source, const EntryList *entries, CompileResult *out)
{
    TokenList tokens = {0};
    DefinitionList definitions = {0};
    if (entries->size == 0)
        return;
    tokens_find(source, &tokens);
    find_definitions(&tokens, &definitions);
    for (size_t i = 0; i < entries->size; i++)
        vec_push(&out->parameters, names_of(&definitions, &entries->data[i]));
    for (size_t i = 0; i < definitions.size; i++)
        strbuf_free(&definitions.data[i].names);
    vec_free(&definitions);
    vec_free(&tokens);
}
