/* A list that is scrolled through: which row is chosen, which is on top. */
#ifndef CULAB_VIEW_SCROLL_H
#define CULAB_VIEW_SCROLL_H

#include <stdbool.h>
#include <stddef.h>

typedef enum Move {
    MOVE_UP,
    MOVE_DOWN,
    MOVE_PAGE_UP,
    MOVE_PAGE_DOWN,
    MOVE_TOP,
    MOVE_BOTTOM,
    MOVE_LEFT,
    MOVE_RIGHT
} Move;

typedef struct Scroll {
    size_t top, chosen;
    int rows; /* as drawn last */
    int left; /* columns scrolled sideways */
} Scroll;

/* Moves the chosen row of `count`. */
void scroll_choose(Scroll *scroll, Move move, size_t count);
/* Moves the top row of a text of `count` lines; nothing is chosen in it. */
void scroll_text(Scroll *scroll, Move move, size_t count);
/* Before drawing: the chosen row is on the screen. */
void scroll_show(Scroll *scroll, size_t count, int rows);
/* Before drawing a text: no more is scrolled than there is. */
void scroll_clamp(Scroll *scroll, size_t count, int rows);

#endif
