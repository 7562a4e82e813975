/* Where the lines start, kept through every edit. */
#include "text/lines.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

size_t lines_count(const LineIndex *lines)
{
    return lines->front + lines->back + 1;
}

size_t lines_feed(const LineIndex *lines, size_t number)
{
    if (number < lines->front)
        return lines->at[number];
    size_t from_end = lines->front + lines->back - number;
    return lines->text_size - lines->at[lines->capacity - from_end];
}

size_t lines_before(const LineIndex *lines, size_t position)
{
    size_t low = 0, high = lines->front + lines->back;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (lines_feed(lines, middle) < position)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Moves the gap so that `count` entries lie before it. */
static void move_to(LineIndex *lines, size_t count)
{
    while (lines->front > count) {
        lines->back++;
        lines->at[lines->capacity - lines->back] = lines->text_size - lines->at[--lines->front];
    }
    while (lines->front < count) {
        lines->at[lines->front++] = lines->text_size - lines->at[lines->capacity - lines->back];
        lines->back--;
    }
}

static size_t count_feeds(View text)
{
    size_t count = 0;
    for (size_t i = 0; i < text.size; i++)
        count += text.data[i] == '\n';
    return count;
}

static void make_room(LineIndex *lines, size_t count)
{
    size_t used = lines->front + lines->back;
    if (lines->capacity - used >= count)
        return;
    size_t capacity = (used + count) * 3 / 2 + 64;
    size_t old_start = lines->capacity - lines->back;
    lines->at = memory_resize(lines->at, capacity, sizeof *lines->at);
    memmove(lines->at + capacity - lines->back, lines->at + old_start,
            lines->back * sizeof *lines->at);
    lines->capacity = capacity;
}

static void add_feeds(LineIndex *lines, size_t from, View with)
{
    const char *at = with.data, *end = with.data + with.size;
    while (at < end && (at = memchr(at, '\n', (size_t)(end - at))) != NULL) {
        lines->at[lines->front++] = from + (size_t)(at - with.data);
        at++;
    }
}

void lines_replace(LineIndex *lines, size_t from, size_t to, View with)
{
    size_t first = lines_before(lines, from), last = lines_before(lines, to);
    make_room(lines, count_feeds(with));
    move_to(lines, first);
    lines->back -= last - first;
    lines->text_size = lines->text_size - (to - from) + with.size;
    if (with.size)
        add_feeds(lines, from, with);
}

void lines_free(LineIndex *lines)
{
    free(lines->at);
    *lines = (LineIndex){0};
}
