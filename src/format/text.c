/* Adding to a FormatText. */
#include "format/text.h"

#include <stdlib.h>

enum { LEAST = 256 };

bool format_text_grow(FormatText *out, size_t size)
{
    size_t capacity = (out->size + size + 1) * 2;
    char *grown = realloc(out->data, capacity < LEAST ? LEAST : capacity);
    if (!grown) {
        out->cut = true;
        return false;
    }
    out->data = grown;
    out->capacity = capacity < LEAST ? LEAST : capacity;
    return true;
}

void format_text_fill(FormatText *out, char c, int count)
{
    char piece[64];
    memset(piece, c, sizeof piece);
    for (; count > 0; count -= (int)sizeof piece)
        format_text_add(out, piece, count < (int)sizeof piece ? (size_t)count : sizeof piece);
}
