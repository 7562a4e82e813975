/* Longest common subsequence of lines, after equal fronts and backs are taken off. */
#include "view/line_diff.h"

#include <stdint.h>
#include <stdlib.h>

enum { FINEST = 2000 }; /* lines on a side that are compared one by one */

typedef VEC(View) Lines;

static void split(View text, Lines *out)
{
    View line;
    while (view_split(&text, '\n', &line))
        vec_push(out, line);
}

static void add(DiffLines *out, DiffKind kind, const Lines *lines, size_t from, size_t to)
{
    for (; from < to; from++)
        vec_push(out, (DiffLine){kind, lines->data[from]});
}

/* Lines [from, to) of both texts. */
typedef struct Middle {
    const Lines *old, *new;
    size_t from, old_to, new_to;
} Middle;

/* common[i][j]: length of the longest common subsequence of old from i and new from j on. */
static uint16_t *common_lengths(const Middle *middle, size_t rows, size_t columns)
{
    uint16_t *common = memory_alloc_array((rows + 1) * (columns + 1), sizeof *common);
    for (size_t i = rows; i-- > 0;) {
        for (size_t j = columns; j-- > 0;) {
            uint16_t *here = &common[i * (columns + 1) + j];
            uint16_t down = here[columns + 1], right = here[1];
            if (view_equal(middle->old->data[middle->from + i],
                           middle->new->data[middle->from + j]))
                *here = (uint16_t)(here[columns + 2] + 1);
            else
                *here = down > right ? down : right;
        }
    }
    return common;
}

static void compare_finely(const Middle *middle, DiffLines *out)
{
    size_t rows = middle->old_to - middle->from, columns = middle->new_to - middle->from;
    uint16_t *common = common_lengths(middle, rows, columns);
    size_t i = 0, j = 0;
    while (i < rows || j < columns) {
        const uint16_t *here = &common[i * (columns + 1) + j];
        if (i < rows && j < columns &&
            view_equal(middle->old->data[middle->from + i], middle->new->data[middle->from + j])) {
            vec_push(out, (DiffLine){DIFF_SAME, middle->old->data[middle->from + i]});
            i++;
            j++;
        } else if (j == columns || (i < rows && here[columns + 1] >= here[1])) {
            vec_push(out, (DiffLine){DIFF_REMOVED, middle->old->data[middle->from + i++]});
        } else {
            vec_push(out, (DiffLine){DIFF_ADDED, middle->new->data[middle->from + j++]});
        }
    }
    free(common);
}

void line_diff(View old, View new, DiffLines *out)
{
    Lines a = {0}, b = {0};
    size_t front = 0, back = 0;
    split(old, &a);
    split(new, &b);
    size_t least = a.size < b.size ? a.size : b.size;
    while (front < least && view_equal(a.data[front], b.data[front]))
        front++;
    while (back < least - front && view_equal(a.data[a.size - 1 - back], b.data[b.size - 1 - back]))
        back++;
    Middle middle = {&a, &b, front, a.size - back, b.size - back};
    add(out, DIFF_SAME, &a, 0, front);
    if (middle.old_to - front <= FINEST && middle.new_to - front <= FINEST) {
        compare_finely(&middle, out);
    } else {
        add(out, DIFF_REMOVED, &a, front, middle.old_to);
        add(out, DIFF_ADDED, &b, front, middle.new_to);
    }
    add(out, DIFF_SAME, &a, a.size - back, a.size);
    vec_free(&a);
    vec_free(&b);
}
