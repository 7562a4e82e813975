/* Declarations without a value, found in the text of a source. */
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
    bool type;       /* "struct", "namespace": what its braces hold is no code */
} Statement;

typedef struct Scan {
    const char *at, *end;
    Statement statement;
    bool code[DEPTH_MAX]; /* whether the braces at this depth hold statements */
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
    static const char *const others[] = {
        "return", "goto",     "using",  "typedef",  "extern", "__shared__", "delete", "throw",
        "break",  "continue", "static", "template", "friend", "co_return",  NULL};
    static const char *const types[] = {"struct", "class", "union", "enum", "namespace", NULL};
    const char *from = scan->at;
    while (scan->at < scan->end && (isalnum((unsigned char)*scan->at) || *scan->at == '_'))
        scan->at++;
    View word = {from, (size_t)(scan->at - from)};
    Statement *statement = &scan->statement;
    statement->words++;
    statement->other |= is_one_of(word, others);
    statement->type |= is_one_of(word, types);
}

/* A piece of a declaration ends: the first has a type and a name, the others only a name. */
static void end_piece(Statement *statement)
{
    uint32_t needed = statement->pieces == 0 ? 2 : 1;
    statement->unset |= statement->plain && statement->words >= needed;
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

static void open_brace(Scan *scan)
{
    if (scan->depth < DEPTH_MAX)
        scan->code[scan->depth] = !scan->statement.type;
    scan->depth++;
    begin(scan);
}

static void close_brace(Scan *scan)
{
    scan->depth -= scan->depth > 0;
    begin(scan);
}

static bool in_code(const Scan *scan)
{
    return scan->depth > 0 && scan->depth <= DEPTH_MAX && scan->code[scan->depth - 1];
}

/* One character that begins no word. True: a variable without a value was declared. */
static bool take_sign(Scan *scan)
{
    Statement *statement = &scan->statement;
    char sign = *scan->at;
    switch (sign) {
    case ';':
        end_piece(statement);
        if (statement->unset && !statement->other && !statement->type && in_code(scan))
            return true;
        begin(scan);
        break;
    case ',':
        end_piece(statement);
        break;
    case '(':
        statement->plain = false;
        skip_nested(scan, '(', ')');
        return false;
    case '[':
        skip_nested(scan, '[', ']');
        return false;
    case '<':
        skip_nested(scan, '<', '>');
        return false;
    case '{':
        open_brace(scan);
        break;
    case '}':
        close_brace(scan);
        break;
    case '*':
    case '&':
    case ':':
        break;
    default:
        statement->plain &= isspace((unsigned char)sign) != 0;
        break;
    }
    scan->at++;
    return false;
}

bool source_has_unset(View source)
{
    Scan scan = {.at = source.data, .end = source.data + source.size};
    begin(&scan);
    while (scan.at < scan.end) {
        char sign = *scan.at;
        if (scan_skip(&scan.at, scan.end))
            continue;
        if (isalnum((unsigned char)sign) || sign == '_')
            take_word(&scan);
        else if (take_sign(&scan))
            return true;
    }
    return false;
}
