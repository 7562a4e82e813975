/* Where the lines start, kept through every edit: a list of the LF positions with a gap at the last
 * edit. Those behind the gap are counted from the end of the text, so that an edit moves none. */
#ifndef CULAB_TEXT_LINES_H
#define CULAB_TEXT_LINES_H

#include <stddef.h>

#include "base/view.h"

/* Start from {0}: the empty text. */
typedef struct LineIndex {
    size_t *at;
    size_t capacity;
    size_t front, back; /* entries before and behind the gap */
    size_t text_size;
} LineIndex;

size_t lines_count(const LineIndex *lines); /* LFs + 1 */
/* Position of the LF with this number; the number is below lines_count() - 1. */
size_t lines_feed(const LineIndex *lines, size_t number);
/* How many LFs lie before `position`: the line it is in. */
size_t lines_before(const LineIndex *lines, size_t position);
/* [from, to) of the text became `with`. */
void lines_replace(LineIndex *lines, size_t from, size_t to, View with);
void lines_free(LineIndex *lines);

#endif
