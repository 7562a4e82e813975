/* The lexer for CUDA C++. */
#include <string.h>

#include "base/hash.h"
#include "syntax/scan.h"
#include "syntax/words.h"

enum { DELIMITER_LIMIT = 16 }; /* C++ [lex.string] */

static uint32_t delimiter_hash(const char *at, size_t size)
{
    return (uint32_t)hash_bytes(HASH_START, at, size);
}

/* At the delimiter after R": takes it and the bracket; false when this is no raw string. */
static bool scan_delimiter(Scan *scan)
{
    size_t from = scan->at, to = from;
    while (to < scan->line.size && to - from <= DELIMITER_LIMIT && scan->line.data[to] != '(')
        to++;
    if (to >= scan->line.size || scan->line.data[to] != '(')
        return false;
    scan->state.delimiter = delimiter_hash(scan->line.data + from, to - from);
    scan->at = to + 1;
    return true;
}

/* At ')': the length of )delimiter" when it is the one that ends the raw string, else 0. */
static size_t raw_string_end(const Scan *scan)
{
    for (size_t size = 0; size <= DELIMITER_LIMIT; size++) {
        if (scan_peek(scan, 1 + size) != '"')
            continue;
        if (delimiter_hash(scan->line.data + scan->at + 1, size) == scan->state.delimiter)
            return size + 2;
    }
    return 0;
}

/* The inside of a raw string, whose span begins at `from`. */
static void scan_raw_string(Scan *scan, size_t from)
{
    scan->state.mode = MODE_RAW_STRING;
    for (; !scan_done(scan); scan->at++) {
        size_t end = scan_peek(scan, 0) == ')' ? raw_string_end(scan) : 0;
        if (end == 0)
            continue;
        scan->at += end;
        scan->state.mode = MODE_CODE;
        scan->state.delimiter = 0;
        break;
    }
    scan_add(scan, from, SYNTAX_STRING);
}

static bool is_string_prefix(View word)
{
    static const char *const prefixes[] = {"L", "u", "U", "u8", "R", "LR", "uR", "UR", "u8R"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (view_equal_text(word, prefixes[i]))
            return true;
    return false;
}

/* After a prefix, at the quote. */
static void scan_prefixed(Scan *scan, size_t from)
{
    char quote = scan_peek(scan, 0);
    if (quote == '"' && view_ends(scan_since(scan, from), "R")) {
        scan->at++;
        if (scan_delimiter(scan)) {
            scan_raw_string(scan, from);
            return;
        }
        scan->at--;
    }
    scan_add(scan, from, quote == '"' ? SYNTAX_STRING : SYNTAX_CHARACTER);
    scan_quoted(scan, quote, false);
}

/* Whether a name stands before a call: an opening bracket, or the <<< of a launch. */
static bool is_called(const Scan *scan)
{
    Scan ahead = *scan;
    scan_blanks(&ahead);
    return scan_peek(&ahead, 0) == '(' || scan_starts(&ahead, "<<<");
}

static void scan_word(Scan *scan)
{
    size_t from = scan->at;
    while (is_word(scan_peek(scan, 0)))
        scan->at++;
    View word = scan_since(scan, from);
    char next = scan_peek(scan, 0);
    if ((next == '"' || next == '\'') && is_string_prefix(word)) {
        scan_prefixed(scan, from);
        return;
    }
    SyntaxKind kind = cuda_word_kind(word);
    if (kind == SYNTAX_PLAIN && is_called(scan))
        kind = SYNTAX_FUNCTION;
    if (kind != SYNTAX_PLAIN)
        scan_add(scan, from, kind);
}

/* At '#': the directive's name, and the file of an #include. */
static void scan_directive(Scan *scan)
{
    size_t from = scan->at++;
    scan_blanks(scan);
    size_t name = scan->at;
    while (is_word(scan_peek(scan, 0)))
        scan->at++;
    bool include = view_equal_text(scan_since(scan, name), "include");
    scan_add(scan, from, SYNTAX_DIRECTIVE);
    scan->state.directive = 1;
    scan_blanks(scan);
    if (!include || scan_peek(scan, 0) != '<')
        return;
    from = scan->at;
    while (!scan_done(scan) && scan_peek(scan, 0) != '>')
        scan->at++;
    scan->at += !scan_done(scan);
    scan_add(scan, from, SYNTAX_STRING);
}

static void scan_operator(Scan *scan)
{
    size_t from = scan->at++;
    if (strchr("+-*/%=<>!&|^~?:", scan->line.data[from]) && scan->line.data[from])
        scan_add(scan, from, SYNTAX_OPERATOR);
}

static void scan_code(Scan *scan, bool line_start)
{
    char byte = scan_peek(scan, 0);
    if (scan_starts(scan, "//"))
        scan_line_comment(scan);
    else if (scan_starts(scan, "/*"))
        scan_block_comment(scan, false);
    else if (line_start && byte == '#')
        scan_directive(scan);
    else if (is_digit(byte) || (byte == '.' && is_digit(scan_peek(scan, 1))))
        scan_number(scan);
    else if (is_word_start(byte))
        scan_word(scan);
    else if (byte == '"' || byte == '\'')
        scan_quoted(scan, byte, false);
    else
        scan_operator(scan);
}

static void scan_inside(Scan *scan)
{
    switch (scan->state.mode) {
    case MODE_BLOCK_COMMENT:
        scan_block_comment(scan, true);
        break;
    case MODE_LINE_COMMENT:
        scan_line_comment(scan);
        break;
    case MODE_STRING:
        scan_quoted(scan, '"', true);
        break;
    case MODE_RAW_STRING:
        scan_raw_string(scan, scan->at);
        break;
    default:
        break;
    }
}

SyntaxState cuda_line(SyntaxState in, View line, SyntaxSpans *spans)
{
    Scan scan = {line, 0, in, spans};
    bool line_start = in.mode == MODE_CODE && !in.directive;
    scan_inside(&scan);
    for (scan_blanks(&scan); !scan_done(&scan); scan_blanks(&scan)) {
        scan_code(&scan, line_start);
        line_start = false;
    }
    if (scan.state.mode == MODE_CODE && !scan_continues(&scan))
        scan.state.directive = 0;
    return scan.state;
}
