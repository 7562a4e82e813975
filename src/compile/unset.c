/* Declarations without a value and of arrays, found in the text of a source. */
#include "compile/unset.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

#include "compile/scan.h"

enum { DEPTH_MAX = 64 };

/* One statement as far as it was read: "float a = 1, b[4]". */
typedef struct Statement {
    uint32_t words;  /* of the piece at hand, the type's among them */
    uint32_t pieces; /* that a comma has ended */
    bool plain;      /* the piece has no value, no call, no body */
    bool other;      /* the statement declares no variable of a function */
    bool unset;      /* some piece was a variable without a value */
    bool array;      /* some piece has a dimension */
    bool matrix;     /* some piece has two dimensions */
    bool type;       /* "struct", "namespace": what its braces hold is no code */
    bool body;       /* "struct", "class": it may have constructors */
    bool base;       /* a colon was met: what follows names a base class */
    View name;       /* the last word before that */
} Statement;

typedef struct Found {
    bool unset, array;
} Found;

typedef struct Scan {
    const char *at, *end;
    Found found;
    Statement statement;
    /* Whether the braces at this depth hold statements; the parts of a type. */
    bool code[DEPTH_MAX], parts[DEPTH_MAX];
    View types[DEPTH_MAX]; /* the name of the struct or class whose parts they are; or empty */
    uint32_t depth;
} Scan;

static bool is_one_of(View word, const char *const *list)
{
    for (; *list; list++)
        if (view_equal_text(word, *list))
            return true;
    return false;
}

static void begin(Scan *scan)
{
    scan->statement = (Statement){.plain = true};
}

static void take_word(Scan *scan)
{
    static const char *const others[] = {"return",     "goto",   "using",    "typedef", "extern",
                                         "__shared__", "delete", "throw",    "else",    "break",
                                         "continue",   "static", "template", "friend",  "co_return",
                                         "case",       "do",     NULL};
    static const char *const types[] = {"struct", "class", "union", "enum", "namespace", NULL};
    const char *from = scan->at;
    while (scan->at < scan->end && (isalnum((unsigned char)*scan->at) || *scan->at == '_'))
        scan->at++;
    View word = {from, (size_t)(scan->at - from)};
    Statement *statement = &scan->statement;
    statement->words++;
    if (!statement->base)
        statement->name = word;
    statement->other |= is_one_of(word, others);
    statement->type |= is_one_of(word, types);
    statement->body |= view_equal_text(word, "struct") || view_equal_text(word, "class");
}

/* The first piece of a declaration has a type and a name, the others only a name. */
static bool is_declaration(const Statement *statement)
{
    return statement->plain && statement->words >= (statement->pieces == 0 ? 2 : 1);
}

static void end_piece(Statement *statement)
{
    statement->unset |= is_declaration(statement);
    statement->pieces++;
    statement->plain = true;
    statement->words = 0;
}

/* From "(", "[" or a template's "<" to behind what closes it. */
static void skip_nested(Scan *scan, char open, char close)
{
    uint32_t depth = 0;
    for (; scan->at < scan->end && *scan->at != ';' && *scan->at != '{'; scan->at++) {
        depth += *scan->at == open;
        depth -= *scan->at == close;
        if (depth == 0) {
            scan->at++;
            return;
        }
    }
}

static bool is_in(const Scan *scan, const bool kind[DEPTH_MAX])
{
    return scan->depth > 0 && scan->depth <= DEPTH_MAX && kind[scan->depth - 1];
}

/* Which may leave members without a value. */
static bool is_constructor(const Scan *scan)
{
    View type = is_in(scan, scan->parts) ? scan->types[scan->depth - 1] : (View){0};
    return type.size && view_equal(scan->statement.name, type);
}

static void note_array(Scan *scan)
{
    const Statement *statement = &scan->statement;
    bool code = is_in(scan, scan->code), parts = is_in(scan, scan->parts);
    bool own = statement->array && !statement->other && (code || parts);
    scan->found.array |= !statement->type && (own || statement->matrix);
}

static void note_unset(Scan *scan)
{
    const Statement *statement = &scan->statement;
    scan->found.unset |=
        statement->unset && !statement->other && !statement->type && is_in(scan, scan->code);
}

/* Of a body, or of the value of a declaration's last piece. */
static void open_brace(Scan *scan)
{
    note_unset(scan);
    note_array(scan);
    if (scan->depth < DEPTH_MAX) {
        scan->code[scan->depth] = !scan->statement.type;
        scan->parts[scan->depth] = scan->statement.type;
        scan->types[scan->depth] = scan->statement.body ? scan->statement.name : (View){0};
    }
    scan->depth++;
    begin(scan);
}

static void close_brace(Scan *scan)
{
    scan->depth -= scan->depth > 0;
    begin(scan);
}

/* One character that begins no word. */
static void take_sign(Scan *scan)
{
    static const char *const specifiers[] = {"alignas", "__align__", "__attribute__", "decltype",
                                             NULL};
    Statement *statement = &scan->statement;
    char sign = *scan->at;
    switch (sign) {
    case ';':
        end_piece(statement);
        note_unset(scan);
        note_array(scan);
        begin(scan);
        break;
    case ',':
        end_piece(statement);
        break;
    case '(':
        scan->found.unset |= is_constructor(scan);
        statement->plain &= is_one_of(statement->name, specifiers);
        skip_nested(scan, '(', ')');
        return;
    case '[':
        statement->array |= is_declaration(statement);
        skip_nested(scan, '[', ']');
        statement->matrix |= is_declaration(statement) && scan->at < scan->end && *scan->at == '[';
        return;
    case '<':
        skip_nested(scan, '<', '>');
        return;
    case '{':
        open_brace(scan);
        break;
    case '}':
        close_brace(scan);
        break;
    case ':':
        statement->base = true;
        break;
    case '*':
    case '&':
        break;
    default:
        statement->plain &= isspace((unsigned char)sign) != 0;
        break;
    }
    scan->at++;
}

static Found look_through(View source)
{
    Scan scan = {.at = source.data, .end = source.data + source.size};
    begin(&scan);
    while (scan.at < scan.end && !(scan.found.unset && scan.found.array)) {
        char sign = *scan.at;
        if (scan_skip(&scan.at, scan.end))
            continue;
        if (isalnum((unsigned char)sign) || sign == '_')
            take_word(&scan);
        else
            take_sign(&scan);
    }
    return scan.found;
}

bool source_has_unset(View source)
{
    return look_through(source).unset;
}

bool source_has_array(View source)
{
    return look_through(source).array;
}

static View line_of(View source, uint32_t line)
{
    const char *at = source.data, *end = source.data + source.size;
    for (; line > 1 && at < end; at++)
        line -= *at == '\n';
    const char *stop = at < end ? memchr(at, '\n', (size_t)(end - at)) : NULL;
    return (View){at, (size_t)((stop ? stop : end) - at)};
}

static bool is_letter(char sign)
{
    return isalnum((unsigned char)sign) || sign == '_';
}

bool source_has_index(View source, uint32_t line, View name)
{
    View text = line ? line_of(source, line) : (View){0};
    for (size_t i = 0; name.size && i + name.size < text.size; i++) {
        size_t next = i + name.size;
        if (memcmp(text.data + i, name.data, name.size) != 0 || (i && is_letter(text.data[i - 1])))
            continue;
        while (next < text.size && isspace((unsigned char)text.data[next]))
            next++;
        if (next < text.size && text.data[next] == '[')
            return true;
    }
    return false;
}
