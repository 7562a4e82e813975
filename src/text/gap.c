/* Bytes with a gap where the last edit was. */
#include "text/gap.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

size_t gap_size(const GapBuffer *gap)
{
    return gap->front + gap->back;
}

static const char *behind(const GapBuffer *gap)
{
    return gap->data + gap->capacity - gap->back;
}

char gap_byte(const GapBuffer *gap, size_t position)
{
    return position < gap->front ? gap->data[position] : behind(gap)[position - gap->front];
}

void gap_views(const GapBuffer *gap, size_t from, size_t to, View parts[2])
{
    parts[0] = parts[1] = (View){"", 0};
    if (from < gap->front && from < to)
        parts[0] = (View){gap->data + from, (to < gap->front ? to : gap->front) - from};
    if (to > gap->front && from < to) {
        size_t start = from > gap->front ? from : gap->front;
        parts[1] = (View){behind(gap) + (start - gap->front), to - start};
    }
}

void gap_copy(const GapBuffer *gap, size_t from, size_t to, StrBuf *out)
{
    View parts[2];
    gap_views(gap, from, to, parts);
    strbuf_add(out, parts[0]);
    strbuf_add(out, parts[1]);
}

static void move_to(GapBuffer *gap, size_t position)
{
    char *back = gap->data + gap->capacity - gap->back;
    if (position < gap->front) {
        size_t count = gap->front - position;
        memmove(back - count, gap->data + position, count);
        gap->front -= count;
        gap->back += count;
    } else if (position > gap->front) {
        size_t count = position - gap->front;
        memmove(gap->data + gap->front, back, count);
        gap->front += count;
        gap->back -= count;
    }
}

static void make_room(GapBuffer *gap, size_t count)
{
    size_t size = gap_size(gap);
    if (gap->capacity - size >= count)
        return;
    size_t capacity = (size + count) * 3 / 2 + 256;
    size_t old_start = gap->capacity - gap->back;
    gap->data = memory_resize(gap->data, capacity, 1);
    memmove(gap->data + capacity - gap->back, gap->data + old_start, gap->back);
    gap->capacity = capacity;
}

void gap_replace(GapBuffer *gap, size_t from, size_t to, View with)
{
    make_room(gap, with.size);
    if (gap->data)
        move_to(gap, from);
    gap->back -= to - from;
    if (with.size)
        memcpy(gap->data + gap->front, with.data, with.size);
    gap->front += with.size;
}

void gap_free(GapBuffer *gap)
{
    free(gap->data);
    *gap = (GapBuffer){0};
}
