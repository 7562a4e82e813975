/* Collecting, wrapping and drawing documents. */
#include "view/document.h"

#include <string.h>

#include "base/utf8.h"

void document_init(Document *document, int width)
{
    *document = (Document){.width = width > 8 ? width : 8};
}

void document_free(Document *document)
{
    arena_free(&document->arena);
    vec_free(&document->spans);
    vec_free(&document->lines);
    vec_free(&document->styles);
    strbuf_free(&document->flow);
}

void document_add(Document *document, View text, Style style)
{
    strbuf_add(&document->flow, text);
    for (size_t i = 0; i < text.size; i++)
        vec_push(&document->styles, (unsigned char)style);
}

static bool joins(View rest)
{
    return rest.size > 0 && !strchr("\n \t", rest.data[0]);
}

void document_add_prose(Document *document, View text, Style style)
{
    View rest = view_trim(text), line;
    while (view_split(&rest, '\n', &line)) {
        document_add(document, line, style);
        if (rest.data)
            document_add(document, joins(rest) && line.size > 0 ? VIEW(" ") : VIEW("\n"), style);
    }
}

void document_format(Document *document, Style style, const char *format, ...)
{
    StrBuf text = {0};
    va_list args;
    va_start(args, format);
    strbuf_format_args(&text, format, args);
    va_end(args);
    document_add(document, strbuf_view(&text), style);
    strbuf_free(&text);
}

static void add_span(Document *document, View text, Style style)
{
    if (text.size == 0)
        return;
    View kept = {arena_clone(&document->arena, text), text.size};
    vec_push(&document->spans, (DocumentSpan){kept, style});
    vec_last(&document->lines).count++;
}

static void begin_line(Document *document, const char *prefix)
{
    vec_push(&document->lines, (DocumentLine){document->spans.size, 0});
    add_span(document, view_of(prefix), STYLE_PLAIN);
}

/* Adds flow bytes [from, to) to the last line, one span for each stretch of one style. */
static void add_stretch(Document *document, size_t from, size_t to)
{
    const unsigned char *styles = document->styles.data;
    while (from < to) {
        size_t end = from + 1;
        while (end < to && styles[end] == styles[from])
            end++;
        add_span(document, view_slice(strbuf_view(&document->flow), from, end), styles[from]);
        from = end;
    }
}

/* Where the line that begins at `from` ends, and where the next begins. */
static size_t line_end(View flow, size_t from, int columns, size_t *next)
{
    size_t at = from, blank = 0;
    int used = 0;
    bool has_blank = false;
    while (at < flow.size && flow.data[at] != '\n') {
        View rest = view_slice(flow, at, flow.size);
        size_t size = utf8_cluster(rest);
        int width = utf8_columns(view_slice(rest, 0, size));
        if (flow.data[at] == ' ') {
            has_blank = true;
            blank = at;
        }
        if (used + width > columns && at > from) {
            *next = has_blank ? blank + 1 : at;
            return has_blank ? blank : at;
        }
        used += width;
        at += size;
    }
    *next = at + 1;
    return at;
}

void document_flush(Document *document, const char *first, const char *rest)
{
    View flow = strbuf_view(&document->flow);
    const char *prefix = first;
    for (size_t from = 0; from < flow.size;) {
        size_t next;
        size_t end = line_end(flow, from, document->width - utf8_columns(view_of(prefix)), &next);
        begin_line(document, prefix);
        add_stretch(document, from, end);
        prefix = rest;
        from = next;
    }
    strbuf_clear(&document->flow);
    vec_clear(&document->styles);
}

void document_add_line(Document *document, const char *prefix, View text, Style style)
{
    begin_line(document, prefix);
    add_span(document, text, style);
}

void document_add_blank(Document *document)
{
    if (document->lines.size > 0 && vec_last(&document->lines).count > 0)
        begin_line(document, "");
}

/* The text after its first `columns` columns. */
static View skip_columns(View text, int *columns)
{
    while (*columns > 0 && text.size > 0) {
        size_t size = utf8_cluster(text);
        *columns -= utf8_columns(view_slice(text, 0, size));
        text = view_slice(text, size, text.size);
    }
    return text;
}

static void draw_line(const Document *document, const DocumentLine *line, Surface *surface,
                      Rect rect, int left)
{
    int used = 0;
    for (size_t i = line->first; i < line->first + line->count; i++) {
        const DocumentSpan *span = &document->spans.data[i];
        View text = skip_columns(span->text, &left);
        used += surface_put(surface, rect.x + used, rect.y, text, span->style, rect.width - used);
    }
}

void document_draw(const Document *document, Surface *surface, Rect rect, size_t top, int left)
{
    for (int i = 0; i < rect.height && top + (size_t)i < document->lines.size; i++)
        draw_line(document, &document->lines.data[top + (size_t)i], surface,
                  (Rect){rect.x, rect.y + i, rect.width, 1}, left);
}
