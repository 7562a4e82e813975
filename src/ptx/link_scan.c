/* The top level of a PTX module, cut into its directives, for the linker. */
#include "ptx/link_scan.h"

#include "ptx/lexer.h"

typedef struct Scan {
    Lexer lexer;
    LinkItem item;
    const char *name;
    Error *error;
} Scan;

static bool fail(Scan *scan, const char *expected)
{
    const Token *token = &scan->lexer.token;
    return error_at(scan->error, ERROR_CONTENT, scan->name, (int)token->pos.line,
                    "expected %s, found '%.*s'", expected, VIEW_ARG(token->text));
}

static bool at_end(const Scan *scan)
{
    return scan->lexer.token.kind == TOKEN_END || scan->lexer.token.kind == TOKEN_BAD;
}

static bool is_word(const Scan *scan, const char *word)
{
    const Token *token = &scan->lexer.token;
    return token->kind == TOKEN_DOT && view_equal_text(token->text, word);
}

/* Past "( ... )" when it stands here. */
static bool skip_parens(Scan *scan)
{
    if (!lexer_is(&scan->lexer, '('))
        return true;
    while (!lexer_is(&scan->lexer, ')') && !at_end(scan))
        lexer_next(&scan->lexer);
    if (at_end(scan))
        return fail(scan, "')'");
    lexer_next(&scan->lexer);
    return true;
}

/* The token is `last`: the item ends with it. */
static bool end_with(Scan *scan, const char *last)
{
    if (at_end(scan))
        return fail(scan, last);
    scan->item.text.size = (size_t)(scan->lexer.at - scan->item.text.data);
    lexer_next(&scan->lexer);
    return true;
}

static bool scan_function(Scan *scan)
{
    View body;
    scan->item.is_entry = is_word(scan, "entry");
    lexer_next(&scan->lexer);
    if (!skip_parens(scan))
        return false;
    if (scan->lexer.token.kind != TOKEN_NAME)
        return fail(scan, "the name of a function");
    scan->item.kind = LINK_ITEM_FUNCTION;
    scan->item.name = scan->lexer.token.text;
    while (!lexer_is(&scan->lexer, ';') && !lexer_is(&scan->lexer, '{') && !at_end(scan))
        lexer_next(&scan->lexer);
    scan->item.cut = scan->lexer.token.text.data;
    if (!lexer_is(&scan->lexer, '{'))
        return end_with(scan, "';' or '{'");
    scan->item.defines = true;
    if (!lexer_take_braced(&scan->lexer, &body))
        return fail(scan, "'}'");
    scan->item.text.size = (size_t)(body.data + body.size + 1 - scan->item.text.data);
    return true;
}

/* Up to the name: ".global .align 4 .attribute(.managed) .b8". */
static bool skip_specification(Scan *scan)
{
    while (scan->lexer.token.kind != TOKEN_NAME) {
        if (at_end(scan) || lexer_is(&scan->lexer, ';'))
            return fail(scan, "the name of a variable");
        if (lexer_is(&scan->lexer, '('))
            skip_parens(scan);
        else
            lexer_next(&scan->lexer);
    }
    return true;
}

static bool scan_variable(Scan *scan)
{
    if (!skip_specification(scan))
        return false;
    LinkItem *item = &scan->item;
    item->kind = LINK_ITEM_VARIABLE;
    item->name = scan->lexer.token.text;
    item->defines = item->linkage != PTX_LINK_EXTERN;
    item->count = 1;
    while (!lexer_is(&scan->lexer, ';') && !at_end(scan)) {
        if (lexer_is(&scan->lexer, '=') && !item->cut)
            item->cut = scan->lexer.token.text.data;
        if (scan->lexer.token.kind == TOKEN_INT && !item->cut)
            item->count *= scan->lexer.token.value;
        lexer_next(&scan->lexer);
    }
    if (!item->cut)
        item->cut = scan->lexer.token.text.data;
    return end_with(scan, "';'");
}

static bool scan_section(Scan *scan)
{
    View body;
    lexer_next(&scan->lexer);
    scan->item.kind = LINK_ITEM_SECTION;
    scan->item.name = scan->lexer.token.text;
    while (!lexer_is(&scan->lexer, '{') && !at_end(scan))
        lexer_next(&scan->lexer);
    if (at_end(scan) || !lexer_take_braced(&scan->lexer, &body))
        return fail(scan, "'{' and '}'");
    scan->item.text.size = (size_t)(body.data + body.size + 1 - scan->item.text.data);
    return true;
}

/* Directives that no ';' ends: up to the next one. */
static bool scan_open(Scan *scan, LinkItemKind kind)
{
    scan->item.kind = kind;
    scan->item.name = scan->lexer.token.text;
    scan->item.cut = scan->lexer.at;
    const char *end = scan->lexer.at;
    for (lexer_next(&scan->lexer); scan->lexer.token.kind != TOKEN_DOT && !at_end(scan);
         lexer_next(&scan->lexer))
        end = scan->lexer.at;
    scan->item.text.size = (size_t)(end - scan->item.text.data);
    return true;
}

static bool scan_statement(Scan *scan)
{
    scan->item.kind = LINK_ITEM_OTHER;
    while (!lexer_is(&scan->lexer, ';') && !at_end(scan))
        lexer_next(&scan->lexer);
    return end_with(scan, "';'");
}

static void take_linkage(Scan *scan)
{
    scan->item.after = scan->item.text.data;
    for (int linkage = PTX_LINK_LOCAL + 1; linkage < PTX_LINK_COUNT; linkage++)
        if (is_word(scan, ptx_linkage_text((PtxLinkage)linkage))) {
            scan->item.linkage = (PtxLinkage)linkage;
            scan->item.after = scan->lexer.at;
            lexer_next(&scan->lexer);
            return;
        }
}

static bool scan_item(Scan *scan)
{
    static const char *const headers[] = {"version", "target", "address_size"};
    if (scan->lexer.token.kind != TOKEN_DOT)
        return fail(scan, "a directive such as .visible or .global");
    scan->item = (LinkItem){.text = {scan->lexer.token.text.data - 1, 0}};
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        if (is_word(scan, headers[i]))
            return scan_open(scan, LINK_ITEM_HEADER);
    if (is_word(scan, "file") || is_word(scan, "loc"))
        return scan_open(scan, LINK_ITEM_OTHER);
    if (is_word(scan, "section"))
        return scan_section(scan);
    if (is_word(scan, "pragma") || is_word(scan, "alias"))
        return scan_statement(scan);
    take_linkage(scan);
    return is_word(scan, "func") || is_word(scan, "entry") ? scan_function(scan)
                                                           : scan_variable(scan);
}

bool link_scan(View text, const char *name, LinkItems *out, Error *error)
{
    Scan scan = {.name = name, .error = error};
    lexer_start(&scan.lexer, text);
    if (!is_word(&scan, "version"))
        return fail(&scan, "'.version' at the start of the PTX");
    while (scan.lexer.token.kind != TOKEN_END) {
        if (!scan_item(&scan))
            return false;
        vec_push(out, scan.item);
    }
    return true;
}
