/* UTF-8: decoding that cannot fail, widths, and making foreign text inert. */
#include "base/utf8.h"

#include <utf8proc.h>

size_t utf8_decode(View text, uint32_t *codepoint)
{
    utf8proc_int32_t decoded;
    if (text.size == 0) {
        *codepoint = 0;
        return 0;
    }
    utf8proc_ssize_t used = utf8proc_iterate((const utf8proc_uint8_t *)text.data,
                                             (utf8proc_ssize_t)text.size, &decoded);
    if (used <= 0) {
        *codepoint = 0xFFFD;
        return 1;
    }
    *codepoint = (uint32_t)decoded;
    return (size_t)used;
}

size_t utf8_encode(uint32_t codepoint, char out[4])
{
    utf8proc_ssize_t size =
        utf8proc_encode_char((utf8proc_int32_t)codepoint, (utf8proc_uint8_t *)out);
    return size > 0 ? (size_t)size : 0;
}

static bool is_invalid(View text, size_t used, uint32_t codepoint)
{
    return codepoint == 0xFFFD && used == 1 && text.size > 0;
}

bool utf8_valid(View text)
{
    while (text.size > 0) {
        uint32_t codepoint;
        size_t used = utf8_decode(text, &codepoint);
        if (is_invalid(text, used, codepoint))
            return false;
        text = view_slice(text, used, text.size);
    }
    return true;
}

size_t utf8_cluster(View text)
{
    uint32_t before, after;
    size_t size = utf8_decode(text, &before);
    utf8proc_int32_t state = 0;
    while (size < text.size) {
        size_t used = utf8_decode(view_slice(text, size, text.size), &after);
        if (utf8proc_grapheme_break_stateful((utf8proc_int32_t)before, (utf8proc_int32_t)after,
                                             &state))
            break;
        size += used;
        before = after;
    }
    return size;
}

int utf8_width(uint32_t codepoint)
{
    if (codepoint < 0x20 || (codepoint >= 0x7F && codepoint < 0xA0))
        return 1;
    return utf8proc_charwidth((utf8proc_int32_t)codepoint);
}

int utf8_columns(View text)
{
    int columns = 0;
    while (text.size > 0) {
        uint32_t codepoint;
        size_t used = utf8_decode(text, &codepoint);
        columns += utf8_width(codepoint);
        text = view_slice(text, used, text.size);
    }
    return columns;
}

static bool is_bidi_mark(uint32_t c)
{
    return c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) ||
           (c >= 0x2066 && c <= 0x2069);
}

static void add_control(StrBuf *out, uint32_t c, bool ascii)
{
    char glyph[4];
    if (ascii)
        strbuf_format(out, "^%c", c == 0x7F ? '?' : (int)c + '@');
    else
        strbuf_add_bytes(out, glyph, utf8_encode(c == 0x7F ? 0x2421 : 0x2400 + c, glyph));
}

void utf8_add_inert(StrBuf *out, View text, bool keep_lines, bool ascii)
{
    while (text.size > 0) {
        uint32_t c;
        size_t used = utf8_decode(text, &c);
        if (is_invalid(text, used, c))
            strbuf_format(out, "<%02X>", (unsigned char)text.data[0]);
        else if (keep_lines && (c == '\n' || c == '\t'))
            strbuf_add_byte(out, (char)c);
        else if (c < 0x20 || c == 0x7F)
            add_control(out, c, ascii);
        else if ((c >= 0x80 && c < 0xA0) || is_bidi_mark(c) || (ascii && c >= 0x80))
            strbuf_format(out, "<U+%04X>", c);
        else
            strbuf_add(out, view_slice(text, 0, used));
        text = view_slice(text, used, text.size);
    }
}
