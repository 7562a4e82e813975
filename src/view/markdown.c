/* Walks cmark's tree and collects its blocks in a document. */
#include "view/markdown.h"

#include <cmark.h>
#include <stdio.h>
#include <string.h>

/* What stands before the lines of nested lists and quotes. */
typedef struct Layout {
    Document *document;
    char first[64], rest[64]; /* before the next block's first line, and before the others */
} Layout;

static void add_inlines(Layout *layout, cmark_node *parent, Style style);

static View literal_of(cmark_node *node)
{
    return view_of(cmark_node_get_literal(node));
}

static void add_link(Layout *layout, cmark_node *node)
{
    const char *url = cmark_node_get_url(node);
    size_t before = layout->document->flow.size;
    add_inlines(layout, node, STYLE_LINK);
    View shown = strbuf_view(&layout->document->flow);
    shown = view_slice(shown, before, shown.size);
    if (url && *url && !view_equal_text(shown, url))
        document_format(layout->document, STYLE_DIM, " <%s>", url);
}

static void add_inline(Layout *layout, cmark_node *node, Style style)
{
    switch (cmark_node_get_type(node)) {
    case CMARK_NODE_TEXT:
    case CMARK_NODE_HTML_INLINE:
        document_add(layout->document, literal_of(node), style);
        break;
    case CMARK_NODE_CODE:
        document_add(layout->document, literal_of(node), STYLE_CODE);
        break;
    case CMARK_NODE_SOFTBREAK:
        document_add(layout->document, VIEW(" "), style);
        break;
    case CMARK_NODE_LINEBREAK:
        document_add(layout->document, VIEW("\n"), style);
        break;
    case CMARK_NODE_STRONG:
        add_inlines(layout, node, STYLE_STRONG);
        break;
    case CMARK_NODE_LINK:
        add_link(layout, node);
        break;
    default: /* emphasis, image, custom */
        add_inlines(layout, node, STYLE_EMPHASIS);
    }
}

static void add_inlines(Layout *layout, cmark_node *parent, Style style)
{
    for (cmark_node *node = cmark_node_first_child(parent); node; node = cmark_node_next(node))
        add_inline(layout, node, style);
}

/* Only the first line of a list item has its mark. */
static void use_up_first(Layout *layout)
{
    memcpy(layout->first, layout->rest, sizeof layout->first);
}

static void flush(Layout *layout)
{
    document_flush(layout->document, layout->first, layout->rest);
    use_up_first(layout);
}

static void add_heading(Layout *layout, cmark_node *node)
{
    document_add_blank(layout->document);
    add_inlines(layout, node, STYLE_HEADING);
    flush(layout);
    if (cmark_node_get_heading_level(node) > 1)
        return;
    for (int i = 0; i < layout->document->width; i++)
        document_add(layout->document, VIEW("─"), STYLE_BORDER);
    flush(layout);
}

static void add_code_block(Layout *layout, cmark_node *node)
{
    View rest = literal_of(node), line;
    if (view_ends(rest, "\n"))
        rest.size--;
    while (view_split(&rest, '\n', &line)) {
        document_add_line(layout->document, layout->first, line, STYLE_CODE);
        use_up_first(layout);
    }
}

static void add_rule(Layout *layout)
{
    for (int i = 0; i < layout->document->width; i++)
        document_add(layout->document, VIEW("─"), STYLE_BORDER);
    flush(layout);
}

static void add_blocks(Layout *layout, cmark_node *parent, bool tight);

/* Lays out a nested block behind `mark` (first line) and `indent` (others). */
static void add_nested(const Layout *outer, cmark_node *node, bool tight, const char *mark,
                       const char *indent)
{
    Layout inner = {.document = outer->document};
    snprintf(inner.first, sizeof inner.first, "%.40s%s", outer->first, mark);
    snprintf(inner.rest, sizeof inner.rest, "%.40s%s", outer->rest, indent);
    add_blocks(&inner, node, tight);
}

static void add_list(Layout *layout, cmark_node *list)
{
    bool tight = cmark_node_get_list_tight(list);
    bool numbered = cmark_node_get_list_type(list) == CMARK_ORDERED_LIST;
    int number = cmark_node_get_list_start(list);
    for (cmark_node *item = cmark_node_first_child(list); item; item = cmark_node_next(item)) {
        char mark[20] = "• ", indent[20] = "  ";
        if (numbered)
            snprintf(indent, sizeof indent, "%*s", snprintf(mark, sizeof mark, "%d. ", number++),
                     "");
        add_nested(layout, item, tight, mark, indent);
        use_up_first(layout);
        if (!tight)
            document_add_blank(layout->document);
    }
}

static void add_block(Layout *layout, cmark_node *node)
{
    switch (cmark_node_get_type(node)) {
    case CMARK_NODE_HEADING:
        add_heading(layout, node);
        break;
    case CMARK_NODE_CODE_BLOCK:
    case CMARK_NODE_HTML_BLOCK:
        add_code_block(layout, node);
        break;
    case CMARK_NODE_LIST:
        add_list(layout, node);
        break;
    case CMARK_NODE_BLOCK_QUOTE:
        add_nested(layout, node, false, "│ ", "│ ");
        break;
    case CMARK_NODE_THEMATIC_BREAK:
        add_rule(layout);
        break;
    default: /* paragraph */
        add_inlines(layout, node, STYLE_PLAIN);
        flush(layout);
    }
}

static void add_blocks(Layout *layout, cmark_node *parent, bool tight)
{
    for (cmark_node *node = cmark_node_first_child(parent); node; node = cmark_node_next(node)) {
        add_block(layout, node);
        if (!tight && cmark_node_next(node))
            document_add_blank(layout->document);
    }
}

void markdown_layout(Document *document, View source)
{
    if (source.size == 0)
        return;
    cmark_node *root = cmark_parse_document(source.data, source.size, CMARK_OPT_DEFAULT);
    Layout layout = {.document = document};
    add_blocks(&layout, root, false);
    cmark_node_free(root);
}
