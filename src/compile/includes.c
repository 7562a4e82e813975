/* Finds include directives as the preprocessor does, in one pass over the characters. */
#include "compile/includes.h"

#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"

/* A cursor over the source that joins lines ending in a backslash. */
typedef struct Cursor {
    View source;
    size_t at;
    uint32_t line;
    size_t line_start;
    bool asks_defined; /* behind defined, ifdef or ifndef */
} Cursor;

static void skip_splices(Cursor *c)
{
    const char *s = c->source.data;
    for (;;) {
        size_t at = c->at, left = c->source.size - at;
        if (left >= 2 && s[at] == '\\' && s[at + 1] == '\n')
            c->at += 2;
        else if (left >= 3 && s[at] == '\\' && s[at + 1] == '\r' && s[at + 2] == '\n')
            c->at += 3;
        else
            return;
        c->line++;
        c->line_start = c->at;
    }
}

/* The character here; 0 at the end (a NUL in the source reads as a blank). */
static char here(Cursor *c)
{
    skip_splices(c);
    if (c->at >= c->source.size)
        return 0;
    return c->source.data[c->at] ? c->source.data[c->at] : ' ';
}

static void step(Cursor *c)
{
    if (here(c) == '\n') {
        c->line++;
        c->line_start = c->at + 1;
    }
    if (c->at < c->source.size)
        c->at++;
}

static char after(const Cursor *c)
{
    Cursor next = *c;
    step(&next);
    return here(&next);
}

static void skip_block_comment(Cursor *c)
{
    step(c);
    step(c);
    while (here(c) && !(here(c) == '*' && after(c) == '/'))
        step(c);
    step(c);
    step(c);
}

static void skip_line(Cursor *c)
{
    while (here(c) && here(c) != '\n')
        step(c);
}

/* Blanks and comments; comments in /.../ may go over lines. */
static void skip_blanks(Cursor *c)
{
    for (;;) {
        char byte = here(c);
        if (byte == '/' && after(c) == '*')
            skip_block_comment(c);
        else if (byte == ' ' || byte == '\t' || byte == '\v' || byte == '\f' || byte == '\r')
            step(c);
        else
            return;
    }
}

static void skip_quoted(Cursor *c, char quote)
{
    step(c);
    while (here(c) && here(c) != quote && here(c) != '\n') {
        if (here(c) == '\\')
            step(c);
        step(c);
    }
    if (here(c) == quote)
        step(c);
}

/* R"delimiter( ... )delimiter": no escapes, no joined lines, no comments inside. */
static void skip_raw(Cursor *c)
{
    View rest = view_slice(c->source, c->at + 1, c->source.size);
    size_t open = view_find(rest, '(');
    char end[20];
    /* As NVRTC's front end: a delimiter that is too long or goes over lines makes no raw string. */
    if (open > 16 || open == rest.size || view_find(view_slice(rest, 0, open), '\n') < open) {
        skip_quoted(c, '"');
        return;
    }
    size_t size = 0;
    end[size++] = ')';
    memcpy(end + size, rest.data, open);
    size += open;
    end[size++] = '"';
    const char *found = memmem(rest.data, rest.size, end, size);
    size_t stop = found ? (size_t)(found - c->source.data) + size : c->source.size;
    while (c->at < stop) {
        if (c->source.data[c->at] == '\n') {
            c->line++;
            c->line_start = c->at + 1;
        }
        c->at++;
    }
}

static bool is_word(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= '0' && byte <= '9') || byte == '_' || byte == '$' || (unsigned char)byte >= 128;
}

static void read_word(Cursor *c, StrBuf *out)
{
    strbuf_clear(out);
    while (is_word(here(c))) {
        strbuf_add_byte(out, here(c));
        step(c);
    }
}

static void add_include(Cursor *c, IncludeList *out)
{
    StrBuf name = {0};
    skip_blanks(c);
    Include include = {.line = c->line, .column = (uint32_t)(c->at - c->line_start) + 1};
    char close = here(c) == '<' ? '>' : here(c) == '"' ? '"' : 0;
    if (close) {
        step(c);
        while (here(c) && here(c) != close && here(c) != '\n') {
            strbuf_add_byte(&name, here(c));
            step(c);
        }
    }
    include.name = strbuf_take(&name);
    vec_push(out, include);
}

/* The cursor is behind the # that begins a directive. */
static void read_directive(Cursor *c, IncludeList *out)
{
    StrBuf word = {0};
    skip_blanks(c);
    read_word(c, &word);
    const char *text = strbuf_text(&word);
    if (!strcmp(text, "include") || !strcmp(text, "include_next") || !strcmp(text, "import"))
        add_include(c, out);
    c->asks_defined = !strcmp(text, "ifdef") || !strcmp(text, "ifndef");
    strbuf_free(&word);
}

/* 1'000'000 */
static void skip_number(Cursor *c)
{
    while (is_word(here(c)) || (here(c) == '\'' && is_word(after(c))))
        step(c);
}

/* __has_include tells which files there are. Without a name of its own it is fine only where it is
 * asked for itself: elsewhere a macro could give it one. */
static void read_question(Cursor *c, IncludeList *out)
{
    bool fine = c->asks_defined;
    skip_blanks(c);
    if (here(c) == '(')
        step(c);
    else if (fine)
        return;
    add_include(c, out);
}

/* A word may be the prefix of a raw string: R, LR, uR, UR, u8R. */
static void read_token(Cursor *c, IncludeList *out)
{
    StrBuf word = {0};
    if (here(c) >= '0' && here(c) <= '9') {
        skip_number(c);
        return;
    }
    read_word(c, &word);
    const char *text = strbuf_text(&word);
    bool raw = !strcmp(text, "R") || !strcmp(text, "LR") || !strcmp(text, "uR") ||
               !strcmp(text, "UR") || !strcmp(text, "u8R");
    if (raw && here(c) == '"')
        skip_raw(c);
    else if (!strcmp(text, "__has_include") || !strcmp(text, "__has_include_next"))
        read_question(c, out);
    c->asks_defined = !strcmp(text, "defined");
    strbuf_free(&word);
}

void includes_find(View source, IncludeList *out)
{
    Cursor c = {.source = source, .line = 1};
    bool line_begins = true;
    for (;;) {
        skip_blanks(&c);
        char byte = here(&c);
        if (!byte)
            return;
        bool directive = line_begins && (byte == '#' || (byte == '%' && after(&c) == ':'));
        line_begins = byte == '\n';
        if (directive) {
            step(&c);
            if (byte == '%')
                step(&c);
            read_directive(&c, out);
        } else if (byte == '/' && after(&c) == '/') {
            skip_line(&c);
        } else if (byte == '"' || byte == '\'') {
            skip_quoted(&c, byte);
        } else if (is_word(byte)) {
            read_token(&c, out);
        } else {
            c.asks_defined = c.asks_defined && byte == '(';
            step(&c);
        }
    }
}

void includes_free(IncludeList *list)
{
    for (size_t i = 0; i < list->size; i++)
        free(list->data[i].name);
    vec_free(list);
}

/* No root, no way up, no other way to write a path. */
static bool is_plain_path(const char *name)
{
    View rest = view_of(name), part;
    if (!*name || *name == '/' || strchr(name, '\\'))
        return false;
    while (view_split(&rest, '/', &part))
        if (view_equal_text(part, "..") || view_equal_text(part, ".") || part.size == 0)
            return false;
    return true;
}

const char *include_problem(const char *name)
{
    if (!*name)
        return "an include by way of a macro is not supported here: write <name> or \"name\"";
    if (!is_plain_path(name))
        return "files of this machine are out of reach here: kernels include the CUDA toolkit's "
               "headers and the lab's own";
    return NULL;
}
