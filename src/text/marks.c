/* Positions that move with the text around them. */
#include "text/marks.h"

uint32_t marks_add(Marks *marks, size_t position)
{
    for (size_t i = 0; i < marks->positions.size; i++) {
        if (marks->positions.data[i] == MARK_FREE) {
            marks->positions.data[i] = position;
            return (uint32_t)i;
        }
    }
    vec_push(&marks->positions, position);
    return (uint32_t)(marks->positions.size - 1);
}

void marks_remove(Marks *marks, uint32_t mark)
{
    if (mark < marks->positions.size)
        marks->positions.data[mark] = MARK_FREE;
}

void marks_move(Marks *marks, size_t from, size_t old_to, size_t new_to)
{
    for (size_t i = 0; i < marks->positions.size; i++) {
        size_t *position = &marks->positions.data[i];
        if (*position == MARK_FREE || *position < from)
            continue;
        if (*position >= old_to)
            *position = *position - old_to + new_to;
        else if (*position > new_to)
            *position = new_to;
    }
}
