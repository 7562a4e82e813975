/* Bytes with a gap where the last edit was: an edit costs what it changes plus the way to it. */
#ifndef CULAB_TEXT_GAP_H
#define CULAB_TEXT_GAP_H

#include "base/strbuf.h"
#include "base/view.h"

/* Start from {0}. The text is the bytes before the gap and those behind it. */
typedef struct GapBuffer {
    char *data;
    size_t capacity;
    size_t front; /* bytes before the gap */
    size_t back;  /* bytes behind it, at the end of `data` */
} GapBuffer;

size_t gap_size(const GapBuffer *gap);
/* `position` lies inside the text. */
char gap_byte(const GapBuffer *gap, size_t position);
/* The part of [from, to) that lies before the gap, and the part behind it. */
void gap_views(const GapBuffer *gap, size_t from, size_t to, View parts[2]);
void gap_copy(const GapBuffer *gap, size_t from, size_t to, StrBuf *out); /* appends */
/* from <= to <= size; `with` lies outside the buffer. */
void gap_replace(GapBuffer *gap, size_t from, size_t to, View with);
void gap_free(GapBuffer *gap);

#endif
