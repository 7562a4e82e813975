/* Adding to a FormatText. */
#ifndef CULAB_FORMAT_TEXT_H
#define CULAB_FORMAT_TEXT_H

#include <string.h>

#include "format/format.h"

enum { TEXT_LIMIT = 1 << 20 /* bytes of one record */ };

/* Makes room for `size` bytes and an end; false: there is none, and the text is marked as cut. */
bool format_text_grow(FormatText *out, size_t size);

/* Room for `size` bytes behind the text, which is not longer for that; NULL: there is none. */
static inline char *format_text_room(FormatText *out, size_t size)
{
    if (out->capacity - out->size <= size && !format_text_grow(out, size))
        return NULL;
    return out->data + out->size;
}

static inline void format_text_add(FormatText *out, const char *text, size_t size)
{
    if (size > TEXT_LIMIT - out->size) {
        size = TEXT_LIMIT - out->size;
        out->cut = true;
    }
    char *at = format_text_room(out, size);
    if (!at)
        return;
    memcpy(at, text, size);
    at[size] = '\0';
    out->size += size;
}

/* `count` times the same; less than 1: nothing. */
void format_text_fill(FormatText *out, char c, int count);

#endif
