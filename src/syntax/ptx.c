/* The lexer for PTX. */
#include "syntax/scan.h"

typedef enum Expect {
    EXPECT_OPCODE,   /* at the start of a statement */
    EXPECT_OPERANDS, /* of an instruction, to its semicolon, over as many lines as it takes */
    EXPECT_REST      /* of a directive, to the end of the line */
} Expect;

static void scan_while_word(Scan *scan)
{
    while (is_word(scan_peek(scan, 0)))
        scan->at++;
}

static bool is_type_name(View name)
{
    static const char *const types[] = {".b8",     ".b16",  ".b32", ".b64", ".b128",  ".s8",
                                        ".s16",    ".s32",  ".s64", ".u8",  ".u16",   ".u32",
                                        ".u64",    ".f16",  ".f32", ".f64", ".f16x2", ".bf16",
                                        ".bf16x2", ".tf32", ".pred"};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (view_equal_text(name, types[i]))
            return true;
    return false;
}

/* ".visible", ".reg", ".f32": a directive, or a type. */
static void scan_dotted(Scan *scan)
{
    size_t from = scan->at++;
    scan_while_word(scan);
    bool type = is_type_name(scan_since(scan, from));
    scan_add(scan, from, type ? SYNTAX_TYPE : SYNTAX_QUALIFIER);
}

/* "%r1", "%p<4>", "%tid.x": a register, or one of the special ones, which have no number. */
static void scan_percent(Scan *scan)
{
    size_t from = scan->at++;
    scan_while_word(scan);
    char last = scan->line.data[scan->at - 1], next = scan_peek(scan, 0);
    bool numbered = is_digit(last) || next == '<' || scan->at == from + 1;
    if (next == '.' && is_word_start(scan_peek(scan, 1))) {
        scan->at++;
        scan_while_word(scan);
        numbered = false;
    }
    scan_add(scan, from, numbered ? SYNTAX_REGISTER : SYNTAX_BUILTIN);
}

/* "ld.global.f32": the name, and its modifiers with the types among them. */
static void scan_opcode(Scan *scan)
{
    size_t from = scan->at;
    scan_while_word(scan);
    scan_add(scan, from, SYNTAX_FUNCTION);
    while (scan_peek(scan, 0) == '.' && is_word(scan_peek(scan, 1))) {
        from = scan->at++;
        scan_while_word(scan);
        while (scan_starts(scan, "::") && is_word(scan_peek(scan, 2))) {
            scan->at += 2;
            scan_while_word(scan);
        }
        bool type = is_type_name(scan_since(scan, from));
        scan_add(scan, from, type ? SYNTAX_TYPE : SYNTAX_FUNCTION);
    }
}

static Expect scan_word(Scan *scan, Expect expect)
{
    Scan ahead = *scan;
    scan_while_word(&ahead);
    size_t end = ahead.at;
    scan_blanks(&ahead);
    if (expect == EXPECT_OPCODE && scan_peek(&ahead, 0) == ':' && scan_peek(&ahead, 1) != ':') {
        size_t from = scan->at;
        scan->at = end;
        scan_add(scan, from, SYNTAX_LABEL);
        scan->at = ahead.at + 1;
        return EXPECT_OPCODE;
    }
    if (expect == EXPECT_OPCODE) {
        scan_opcode(scan);
        return EXPECT_OPERANDS;
    }
    size_t from = scan->at;
    scan->at = end;
    if (view_starts(scan_since(scan, from), "$"))
        scan_add(scan, from, SYNTAX_LABEL);
    return expect;
}

/* One byte that is none of the others; it may end a statement or begin a guard. */
static Expect scan_other(Scan *scan, Expect expect)
{
    char byte = scan_peek(scan, 0);
    scan->at++;
    if (byte == ';' || byte == '{' || byte == '}')
        return EXPECT_OPCODE;
    if (byte != '@')
        return expect;
    scan->at += scan_peek(scan, 0) == '!';
    if (scan_peek(scan, 0) == '%')
        scan_percent(scan);
    return EXPECT_OPCODE;
}

static Expect scan_code(Scan *scan, Expect expect)
{
    char byte = scan_peek(scan, 0);
    if (scan_starts(scan, "//")) {
        scan_line_comment(scan);
        scan->state.mode = MODE_CODE;
    } else if (scan_starts(scan, "/*")) {
        scan_block_comment(scan, false);
    } else if (is_digit(byte)) {
        scan_number(scan);
    } else if (byte == '"') {
        scan_quoted(scan, '"', false);
        scan->state.mode = MODE_CODE;
    } else if (byte == '.' && is_word_start(scan_peek(scan, 1))) {
        scan_dotted(scan);
        return expect == EXPECT_OPCODE ? EXPECT_REST : expect;
    } else if (byte == '%') {
        scan_percent(scan);
    } else if (is_word_start(byte)) {
        return scan_word(scan, expect);
    } else {
        return scan_other(scan, expect);
    }
    return expect;
}

SyntaxState ptx_line(SyntaxState in, View line, SyntaxSpans *spans)
{
    Scan scan = {line, 0, in, spans};
    /* `directive`: the statement goes on from the line before. */
    Expect expect = in.directive ? EXPECT_OPERANDS : EXPECT_OPCODE;
    if (in.mode == MODE_BLOCK_COMMENT)
        scan_block_comment(&scan, true);
    for (scan_blanks(&scan); !scan_done(&scan); scan_blanks(&scan))
        expect = scan_code(&scan, expect);
    scan.state.directive = expect == EXPECT_OPERANDS;
    return scan.state;
}
