/* What the lexers share: blanks, numbers, comments, quoted text. */
#include "syntax/scan.h"

#include <string.h>

bool scan_done(const Scan *scan)
{
    return scan->at >= scan->line.size;
}

char scan_peek(const Scan *scan, size_t ahead)
{
    size_t at = scan->at + ahead;
    return at < scan->line.size ? scan->line.data[at] : '\0';
}

View scan_since(const Scan *scan, size_t from)
{
    return view_slice(scan->line, from, scan->at);
}

bool scan_starts(const Scan *scan, const char *text)
{
    return view_starts(view_slice(scan->line, scan->at, scan->line.size), text);
}

void scan_add(Scan *scan, size_t from, SyntaxKind kind)
{
    if (!scan->spans || from == scan->at)
        return;
    SyntaxSpan *last = scan->spans->size ? &vec_last(scan->spans) : NULL;
    if (last && last->to == from && last->kind == kind)
        last->to = (uint32_t)scan->at;
    else
        vec_push(scan->spans, (SyntaxSpan){(uint32_t)from, (uint32_t)scan->at, kind});
}

bool scan_continues(const Scan *scan)
{
    return view_ends(scan->line, "\\") || view_ends(scan->line, "\\\r");
}

bool is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

bool is_word_start(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_' ||
           byte == '$' || (unsigned char)byte >= 0x80;
}

bool is_word(char byte)
{
    return is_word_start(byte) || is_digit(byte);
}

bool is_blank(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\f' || byte == '\v';
}

void scan_blanks(Scan *scan)
{
    while (is_blank(scan_peek(scan, 0)))
        scan->at++;
}

/* A preprocessing number (C++ [lex.ppnumber]): digits, letters, points, quotes between digits, and
 * signs after an exponent. */
void scan_number(Scan *scan)
{
    size_t from = scan->at++;
    bool hex = scan->line.data[from] == '0' && (scan_peek(scan, 0) | 32) == 'x';
    for (; !scan_done(scan); scan->at++) {
        char byte = scan_peek(scan, 0);
        char before = scan->line.data[scan->at - 1];
        bool exponent = hex ? (before | 32) == 'p' : (before | 32) == 'e';
        bool sign = (byte == '+' || byte == '-') && exponent;
        bool separator = byte == '\'' && is_word(scan_peek(scan, 1));
        if (!is_word(byte) && byte != '.' && !sign && !separator)
            break;
    }
    scan_add(scan, from, SYNTAX_NUMBER);
}

void scan_block_comment(Scan *scan, bool inside)
{
    size_t from = scan->at;
    scan->at += inside ? 0 : 2;
    const char *start = scan->line.data + scan->at;
    const char *end = scan_done(scan) ? NULL : memmem(start, scan->line.size - scan->at, "*/", 2);
    scan->at = end ? (size_t)(end - scan->line.data) + 2 : scan->line.size;
    scan->state.mode = end ? MODE_CODE : MODE_BLOCK_COMMENT;
    scan_add(scan, from, SYNTAX_COMMENT);
}

void scan_line_comment(Scan *scan)
{
    size_t from = scan->at;
    scan->at = scan->line.size;
    scan->state.mode = scan_continues(scan) ? MODE_LINE_COMMENT : MODE_CODE;
    scan_add(scan, from, SYNTAX_COMMENT);
}

static void scan_escape(Scan *scan)
{
    size_t from = scan->at++;
    if (!scan_done(scan))
        scan->at++;
    scan_add(scan, from, SYNTAX_ESCAPE);
}

/* The span's kind so far: what is not ended on its line is wrong, unless it is continued. */
static void close_quoted(Scan *scan, size_t from, SyntaxKind kind, bool ended)
{
    bool continued = !ended && kind == SYNTAX_STRING && scan_continues(scan);
    scan->state.mode = continued ? MODE_STRING : MODE_CODE;
    scan_add(scan, from, ended || continued ? kind : SYNTAX_ERROR);
}

void scan_quoted(Scan *scan, char quote, bool inside)
{
    SyntaxKind kind = quote == '"' ? SYNTAX_STRING : SYNTAX_CHARACTER;
    size_t from = scan->at;
    scan->at += inside ? 0 : 1;
    for (; !scan_done(scan); scan->at++) {
        char byte = scan_peek(scan, 0);
        if (byte == '\\') {
            scan_add(scan, from, kind);
            scan_escape(scan);
            from = scan->at--;
        } else if (byte == quote) {
            scan->at++;
            close_quoted(scan, from, kind, true);
            return;
        }
    }
    close_quoted(scan, from, kind, false);
}
