/* Positions that move with the text around them. */
#ifndef CULAB_TEXT_MARKS_H
#define CULAB_TEXT_MARKS_H

#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"

/* Start from {0}. A free slot holds MARK_FREE. */
typedef struct Marks {
    VEC(size_t) positions;
} Marks;

#define MARK_FREE SIZE_MAX

uint32_t marks_add(Marks *marks, size_t position);
void marks_remove(Marks *marks, uint32_t mark);
/* [from, old_to) became [from, new_to): what stood behind moves along, what stood inside stays as
 * far as there is text for it. Text inserted at a mark pushes it. */
void marks_move(Marks *marks, size_t from, size_t old_to, size_t new_to);

#endif
