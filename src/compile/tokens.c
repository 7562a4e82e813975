/* A source cut into words and signs. */
#include "compile/tokens.h"

#include <ctype.h>
#include <string.h>

#include "compile/scan.h"

typedef struct Reader {
    const char *at, *end;
    bool defines; /* in a #define, which a line's end ends */
    TokenList *out;
} Reader;

static bool is_letter(char sign)
{
    return isalnum((unsigned char)sign) || sign == '_';
}

static void add(Reader *reader, TokenKind kind, const char *from)
{
    vec_push(reader->out, (Token){kind, {from, (size_t)(reader->at - from)}});
}

static bool is_define(const Reader *reader)
{
    const char *at = reader->at + 1, *word = "define";
    while (at < reader->end && (*at == ' ' || *at == '\t'))
        at++;
    return (size_t)(reader->end - at) > strlen(word) && !memcmp(at, word, strlen(word));
}

/* R"mark( ... )mark", from the quote on. */
static void skip_raw(Reader *reader)
{
    const char *mark = reader->at + 1, *open = mark;
    while (open < reader->end && *open != '(')
        open++;
    size_t size = (size_t)(open - mark);
    for (const char *at = open; at < reader->end; at++)
        if (*at == ')' && (size_t)(reader->end - at) > size + 1 && at[size + 1] == '"' &&
            !memcmp(at + 1, mark, size)) {
            reader->at = at + size + 2;
            return;
        }
    reader->at = reader->end;
}

static void read_word(Reader *reader)
{
    const char *from = reader->at;
    bool number = isdigit((unsigned char)*from);
    while (reader->at < reader->end &&
           (is_letter(*reader->at) || (number && (*reader->at == '.' || *reader->at == '\''))))
        reader->at++;
    bool raw = reader->at < reader->end && *reader->at == '"' && reader->at[-1] == 'R';
    if (raw)
        skip_raw(reader);
    add(reader, raw ? TOKEN_SIGN : TOKEN_WORD, from);
}

static void end_line(Reader *reader)
{
    if (reader->defines)
        add(reader, TOKEN_END, reader->at);
    reader->defines = false;
}

/* Comments and what else is one to C++, blanks, directives. */
static bool skip(Reader *reader)
{
    const char *from = reader->at;
    bool line = *from == '\n' || (*from == '/' && reader->end - from > 1 && from[1] == '/');
    if (line)
        end_line(reader);
    if (*from == '\\' && reader->end - from > 1 && from[1] == '\n') {
        reader->at += 2;
        return true;
    }
    if (isspace((unsigned char)*from)) {
        reader->at++;
        return true;
    }
    if (*from == '"' || *from == '\'' || (*from == '#' && (reader->defines || is_define(reader))))
        return false;
    return scan_skip(&reader->at, reader->end);
}

void tokens_find(View source, TokenList *out)
{
    Reader reader = {.at = source.data, .end = source.data + source.size, .out = out};
    while (reader.at < reader.end) {
        const char *from = reader.at;
        if (skip(&reader))
            continue;
        if (is_letter(*from)) {
            read_word(&reader);
            continue;
        }
        reader.defines |= *from == '#';
        if (!(*from == '"' || *from == '\'') || !scan_skip(&reader.at, reader.end))
            reader.at++;
        add(&reader, TOKEN_SIGN, from);
    }
    end_line(&reader);
}

bool token_is(const TokenList *list, size_t at, const char *text)
{
    return at < list->size && view_equal_text(list->data[at].text, text);
}

bool token_is_one_of(const TokenList *list, size_t at, const char *const *texts)
{
    for (; *texts; texts++)
        if (token_is(list, at, *texts))
            return true;
    return false;
}

bool token_is_word(const TokenList *list, size_t at)
{
    return at < list->size && list->data[at].kind == TOKEN_WORD;
}

static int depth_of(const Token *token)
{
    if (token->kind != TOKEN_SIGN || token->text.size != 1)
        return 0;
    char sign = token->text.data[0];
    return (sign == '(' || sign == '[' || sign == '{') -
           (sign == ')' || sign == ']' || sign == '}');
}

size_t token_closing(const TokenList *list, size_t at)
{
    for (int depth = 0; at < list->size; at++) {
        depth += depth_of(&list->data[at]);
        if (depth <= 0)
            return at;
    }
    return list->size;
}

size_t token_opening(const TokenList *list, size_t at)
{
    int depth = 0;
    for (size_t i = at + 1; at < list->size && i-- > 0;) {
        depth -= depth_of(&list->data[i]);
        if (depth <= 0)
            return i;
    }
    return list->size;
}
