/* Printf records as JSON text, in the layout that json_print() gives. */
#include "report/print_json.h"

#include <string.h>

#include "base/utf8.h"

/* Behind a line's end none but the document's own keys stand after one blank: line ends within
 * texts are escaped. */
static const char empty_list[] = "\n \"printf\": []";

static const char *const escapes[128] = {
    ['\b'] = "\\b", ['\t'] = "\\t", ['\n'] = "\\n",  ['\f'] = "\\f",
    ['\r'] = "\\r", ['"'] = "\\\"", ['\\'] = "\\\\",
};

static bool is_plain(unsigned char c)
{
    return c >= 0x20 && c < 0x80 && c != '"' && c != '\\';
}

static void add_escaped(StrBuf *out, uint32_t codepoint)
{
    if (codepoint < 128 && escapes[codepoint])
        strbuf_add_text(out, escapes[codepoint]);
    else if (codepoint < 0x10000)
        strbuf_format(out, "\\u%04X", codepoint);
    else
        strbuf_format(out, "\\u%04X\\u%04X", 0xD800 + ((codepoint - 0x10000) >> 10),
                      0xDC00 + ((codepoint - 0x10000) & 0x3FF));
}

static void add_string(StrBuf *out, View text)
{
    strbuf_add_byte(out, '"');
    while (text.size > 0) {
        size_t plain = 0;
        uint32_t codepoint;
        while (plain < text.size && is_plain((unsigned char)text.data[plain]))
            plain++;
        strbuf_add_bytes(out, text.data, plain);
        text = view_slice(text, plain, text.size);
        if (text.size == 0)
            break;
        size_t used = utf8_decode(text, &codepoint);
        add_escaped(out, codepoint);
        text = view_slice(text, used, text.size);
    }
    strbuf_add_byte(out, '"');
}

static void add_number(StrBuf *out, uint32_t number)
{
    char digits[16], *end = digits + sizeof digits, *at = end;
    do {
        *--at = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    strbuf_add_bytes(out, at, (size_t)(end - at));
}

static void add_dim(StrBuf *out, const char *name, const PrintRecord *record, Dim3 dim)
{
    strbuf_add_text(out, name);
    if (!record->attributed) {
        strbuf_add_text(out, "null");
        return;
    }
    strbuf_add_text(out, "[\n    ");
    add_number(out, dim.x);
    strbuf_add_text(out, ",\n    ");
    add_number(out, dim.y);
    strbuf_add_text(out, ",\n    ");
    add_number(out, dim.z);
    strbuf_add_text(out, "\n   ]");
}

static void add_record(StrBuf *out, const PrintRecord *record)
{
    strbuf_add_text(out, "\n  {\n   \"run\": ");
    add_number(out, record->run);
    add_dim(out, ",\n   \"block\": ", record, record->block);
    add_dim(out, ",\n   \"thread\": ", record, record->thread);
    strbuf_add_text(out, ",\n   \"line\": ");
    add_number(out, record->line);
    strbuf_add_text(out, ",\n   \"text\": ");
    add_string(out, (View){record->text, record->size});
    strbuf_add_text(out, record->malformed ? ",\n   \"malformed\": true\n  }"
                                           : ",\n   \"malformed\": false\n  }");
}

static void add_records(StrBuf *out, const PrintLog *prints)
{
    for (size_t i = 0; i < prints->records.size; i++) {
        if (i > 0)
            strbuf_add_byte(out, ',');
        add_record(out, &prints->records.data[i]);
    }
    strbuf_add_text(out, "\n ");
}

void json_print_with_prints(json_t *document, const PrintLog *prints, StrBuf *out)
{
    StrBuf whole = {0};
    json_print(document, &whole);
    View text = strbuf_view(&whole);
    const char *list = memmem(text.data, text.size, empty_list, sizeof empty_list - 1);
    size_t before = list ? (size_t)(list - text.data) + sizeof empty_list - 2 : text.size;
    strbuf_add(out, view_slice(text, 0, before));
    if (list && prints->records.size > 0)
        add_records(out, prints);
    strbuf_add(out, view_slice(text, before, text.size));
    strbuf_free(&whole);
}
