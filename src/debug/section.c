/* A section with debug information as bytes. */
#include "debug/section.h"

#include <string.h>

#include "ptx/lexer.h"

typedef struct Reader {
    Lexer lexer;
    const char *end;
    DebugSection *section;
} Reader;

static bool at_end(const Reader *reader)
{
    const Token *token = &reader->lexer.token;
    return token->kind == TOKEN_END || token->kind == TOKEN_BAD || token->text.data >= reader->end;
}

static bool take(Reader *reader, int punct)
{
    if (at_end(reader) || !lexer_is(&reader->lexer, punct))
        return false;
    lexer_next(&reader->lexer);
    return true;
}

static void put(DebugSection *section, uint64_t value, uint32_t bytes)
{
    for (uint32_t i = 0; i < bytes; i++)
        vec_push(&section->bytes, (unsigned char)(value >> 8 * i));
}

/* "name", "name+4", ".section+4", and the difference "a-b", which nothing here needs: it is 0. */
static void read_name(Reader *reader, uint32_t bytes)
{
    DebugSection *section = reader->section;
    const Token *token = &reader->lexer.token;
    bool dot = token->kind == TOKEN_DOT;
    DebugRef ref = {section->bytes.size, {token->text.data - dot, token->text.size + dot}, 0};
    lexer_next(&reader->lexer);
    if (take(reader, '+') && !at_end(reader) && token->kind == TOKEN_INT) {
        ref.addend = token->value;
        lexer_next(&reader->lexer);
    }
    if (take(reader, '-')) {
        if (!at_end(reader))
            lexer_next(&reader->lexer);
    } else {
        vec_push(&section->refs, ref);
    }
    put(section, 0, bytes);
}

static bool read_value(Reader *reader, uint32_t bytes)
{
    const Token *token = &reader->lexer.token;
    bool minus = take(reader, '-');
    if (at_end(reader))
        return false;
    if (token->kind == TOKEN_INT) {
        put(reader->section, minus ? 0 - token->value : token->value, bytes);
        lexer_next(&reader->lexer);
        return true;
    }
    if (token->kind != TOKEN_NAME && token->kind != TOKEN_DOT)
        return false;
    read_name(reader, bytes);
    return true;
}

static uint32_t width_of(View word)
{
    static const char *const words[] = {"b8", "b16", "b32", "b64"};
    for (uint32_t i = 0; i < 4; i++)
        if (view_equal_text(word, words[i]))
            return 1u << i;
    return 0;
}

static bool read_directive(Reader *reader)
{
    uint32_t bytes = width_of(reader->lexer.token.text);
    lexer_next(&reader->lexer);
    if (!bytes)
        return false;
    do {
        if (!read_value(reader, bytes))
            return false;
    } while (take(reader, ','));
    return true;
}

static bool read_label(Reader *reader)
{
    DebugSection *section = reader->section;
    View name = reader->lexer.token.text;
    lexer_next(&reader->lexer);
    if (!take(reader, ':'))
        return false;
    vec_push(&section->places, section->bytes.size);
    map_put(&section->labels, name, (void *)(uintptr_t)(section->places.size - 1));
    return true;
}

static void read_text(DebugSection *section, View text)
{
    Reader reader = {.end = text.data + text.size, .section = section};
    lexer_start(&reader.lexer, text);
    while (!at_end(&reader)) {
        TokenKind kind = reader.lexer.token.kind;
        bool good = kind == TOKEN_DOT    ? read_directive(&reader)
                    : kind == TOKEN_NAME ? read_label(&reader)
                                         : false;
        if (!good)
            return;
    }
}

void debug_section_read(DebugSection *section, const PtxModule *module, const char *name)
{
    *section = (DebugSection){0};
    vec_push(&section->places, 0);
    for (uint32_t i = 0; i < module->section_count; i++)
        if (view_equal_text(module->sections[i].name, name))
            read_text(section, module->sections[i].body);
}

const DebugRef *debug_section_ref(const DebugSection *section, size_t at)
{
    size_t from = 0, to = section->refs.size;
    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (section->refs.data[middle].at < at)
            from = middle + 1;
        else
            to = middle;
    }
    return from < section->refs.size && section->refs.data[from].at == at
               ? &section->refs.data[from]
               : NULL;
}

bool debug_section_label(const DebugSection *section, View name, size_t *at)
{
    size_t place = (size_t)(uintptr_t)map_get(&section->labels, name);
    *at = section->places.data[place];
    return place != 0;
}

void debug_section_free(DebugSection *section)
{
    vec_free(&section->bytes);
    vec_free(&section->refs);
    vec_free(&section->places);
    map_free(&section->labels);
}
