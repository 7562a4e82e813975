/* What can be said of a source before it is compiled. */
#include "session/source.h"

#include "base/utf8.h"

typedef struct SourcePlace {
    uint32_t line, column; /* 1-based */
} SourcePlace;

static SourcePlace place_of(View source, size_t position)
{
    SourcePlace place = {1, 1};
    for (size_t i = 0; i < position; i++) {
        place.column++;
        if (source.data[i] == '\n')
            place = (SourcePlace){place.line + 1, 1};
    }
    return place;
}

static void refuse(const char *file, SourcePlace place, char *text, CompileResult *out)
{
    *out = (CompileResult){.ran = true};
    Diagnostic diagnostic = {SEVERITY_ERROR, memory_clone_text(file), place.line, place.column,
                             text};
    vec_push(&out->diagnostics, diagnostic);
}

/* The first byte that no compiler should get; source.size: there is none. */
static size_t first_bad_byte(View source)
{
    size_t at = 0;
    while (at < source.size) {
        uint32_t codepoint;
        size_t size = utf8_decode(view_slice(source, at, source.size), &codepoint);
        if (codepoint == 0 || (codepoint == 0xFFFD && size == 1))
            return at;
        at += size;
    }
    return at;
}

bool source_check(const char *file, View source, CompileResult *out)
{
    StrBuf text = {0};
    if (source.size > SOURCE_LIMIT) {
        strbuf_format(&text, "the source has %zu bytes; at most %d are compiled", source.size,
                      SOURCE_LIMIT);
        refuse(file, (SourcePlace){0, 0}, strbuf_take(&text), out);
        return false;
    }
    size_t bad = first_bad_byte(source);
    if (bad == source.size)
        return true;
    if (source.data[bad] == '\0')
        strbuf_add_text(&text, "there is a NUL character in the source: delete it");
    else
        strbuf_format(&text, "the byte %02X is not valid UTF-8: delete it, or save as UTF-8",
                      (unsigned char)source.data[bad]);
    refuse(file, place_of(source, bad), strbuf_take(&text), out);
    return false;
}
