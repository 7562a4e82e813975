/* Names from mangled symbols: nested names and template arguments of simple types. */
#include <string.h>

#include "compile/entries.h"

typedef struct Demangler {
    View left;
    StrBuf *out;
    bool bad;
    int depth;
} Demangler;

enum { DEPTH_LIMIT = 32 };

typedef struct TypeLetter {
    char letter;
    const char *name;
} TypeLetter;

static const TypeLetter builtin_types[] = {
    {'v', "void"},
    {'b', "bool"},
    {'c', "char"},
    {'a', "signed char"},
    {'h', "unsigned char"},
    {'s', "short"},
    {'t', "unsigned short"},
    {'i', "int"},
    {'j', "unsigned int"},
    {'l', "long"},
    {'m', "unsigned long"},
    {'x', "long long"},
    {'y', "unsigned long long"},
    {'f', "float"},
    {'d', "double"},
};

static char next(const Demangler *d)
{
    return d->left.size ? d->left.data[0] : 0;
}

static void skip(Demangler *d, size_t count)
{
    d->left = view_slice(d->left, count, d->left.size);
}

static bool take(Demangler *d, char byte)
{
    if (next(d) != byte)
        return false;
    skip(d, 1);
    return true;
}

static void read_source_name(Demangler *d)
{
    size_t size = 0;
    while (next(d) >= '0' && next(d) <= '9' && size < 4096) {
        size = size * 10 + (size_t)(next(d) - '0');
        skip(d, 1);
    }
    if (size == 0 || size > d->left.size) {
        d->bad = true;
        return;
    }
    View name = view_slice(d->left, 0, size);
    strbuf_add(d->out, view_starts(name, "_GLOBAL__N_") ? VIEW("(anonymous)") : name);
    skip(d, size);
}

static void read_type(Demangler *d);

/* L <type> <number> E */
static void read_literal(Demangler *d)
{
    bool is_bool = next(d) == 'b';
    skip(d, 1);
    if (take(d, 'n'))
        strbuf_add_byte(d->out, '-');
    size_t size = view_find(d->left, 'E');
    View number = view_slice(d->left, 0, size);
    if (is_bool)
        strbuf_add_text(d->out, view_equal_text(number, "1") ? "true" : "false");
    else
        strbuf_add(d->out, number);
    skip(d, size);
    if (!take(d, 'E'))
        d->bad = true;
}

static void read_arguments(Demangler *d)
{
    strbuf_add_byte(d->out, '<');
    for (int i = 0; !d->bad && !take(d, 'E'); i++) {
        if (i > 0)
            strbuf_add_text(d->out, ", ");
        if (take(d, 'L'))
            read_literal(d);
        else
            read_type(d);
    }
    strbuf_add_byte(d->out, '>');
}

/* N <name>... E */
static void read_nested(Demangler *d)
{
    for (int i = 0; !d->bad && !take(d, 'E'); i++) {
        if (take(d, 'I')) {
            read_arguments(d);
            continue;
        }
        if (i > 0)
            strbuf_add_text(d->out, "::");
        read_source_name(d);
    }
}

static void read_name(Demangler *d)
{
    if (take(d, 'N')) {
        read_nested(d);
        return;
    }
    read_source_name(d);
    if (!d->bad && take(d, 'I'))
        read_arguments(d);
}

static bool read_builtin(Demangler *d)
{
    for (size_t i = 0; i < sizeof builtin_types / sizeof *builtin_types; i++)
        if (take(d, builtin_types[i].letter)) {
            strbuf_add_text(d->out, builtin_types[i].name);
            return true;
        }
    return false;
}

/* Substitutions (S_, T_) are not followed: the symbol is then left as it is. */
static void read_type(Demangler *d)
{
    if (++d->depth > DEPTH_LIMIT || d->bad) {
        d->bad = true;
    } else if (take(d, 'P')) {
        read_type(d);
        strbuf_add_text(d->out, " *");
    } else if (take(d, 'K')) {
        strbuf_add_text(d->out, "const ");
        read_type(d);
    } else if (!read_builtin(d)) {
        read_name(d);
    }
    d->depth--;
}

void symbol_demangle(View symbol, StrBuf *out)
{
    Demangler d = {.left = view_slice(symbol, 2, symbol.size), .out = out};
    size_t start = out->size;
    if (view_starts(symbol, "_Z"))
        read_name(&d);
    if (view_starts(symbol, "_Z") && !d.bad)
        return;
    if (out->data)
        out->data[out->size = start] = '\0';
    strbuf_add(out, symbol);
}
