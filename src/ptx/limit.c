/* A compiler's limit of registers, said in the PTX itself. */
#include "ptx/limit.h"

#include "ptx/lexer.h"
#include "ptx/link_scan.h"

/* Whether one of a kernel's directives, between its parameters and its body, rules the registers.
 */
static bool has_own(const LinkItem *item)
{
    static const char *const own[] = {"maxnreg", "maxntid", "reqntid", "minnctapersm"};
    Lexer lexer;
    lexer_start(&lexer, item->text);
    for (; lexer.token.kind != TOKEN_END && lexer.token.text.data < item->cut; lexer_next(&lexer))
        for (size_t i = 0; lexer.token.kind == TOKEN_DOT && i < sizeof own / sizeof *own; i++)
            if (view_equal_text(lexer.token.text, own[i]))
                return true;
    return false;
}

bool ptx_limit_registers(View text, uint32_t limit, StrBuf *out, Error *error)
{
    LinkItems items = {0};
    StrBuf copy = {0}; /* ended by NUL for the scan */
    strbuf_add(&copy, text);
    strbuf_add_byte(&copy, '\n');
    bool scanned = link_scan(strbuf_view(&copy), NULL, &items, error);
    const char *from = copy.data, *end = copy.data + text.size;
    for (size_t i = 0; scanned && i < items.size; i++) {
        const LinkItem *item = &items.data[i];
        if (!item->is_entry || !item->defines || has_own(item))
            continue;
        strbuf_add(out, (View){from, (size_t)(item->cut - from)});
        strbuf_format(out, ".maxnreg %u\n", limit);
        from = item->cut;
    }
    if (scanned)
        strbuf_add(out, (View){from, (size_t)(end - from)});
    vec_free(&items);
    strbuf_free(&copy);
    return scanned;
}
