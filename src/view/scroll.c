/* Moves in lists and texts. */
#include "view/scroll.h"

enum { LEFT_STEP = 8 };

static size_t moved(size_t at, Move move, size_t last, size_t page)
{
    switch (move) {
    case MOVE_UP:
        return at > 0 ? at - 1 : 0;
    case MOVE_DOWN:
        return at < last ? at + 1 : last;
    case MOVE_PAGE_UP:
        return at > page ? at - page : 0;
    case MOVE_PAGE_DOWN:
        return last - at > page ? at + page : last;
    case MOVE_TOP:
        return 0;
    case MOVE_BOTTOM:
        return last;
    default:
        return at;
    }
}

static void sideways(Scroll *scroll, Move move)
{
    if (move == MOVE_RIGHT)
        scroll->left += LEFT_STEP;
    if (move == MOVE_LEFT)
        scroll->left = scroll->left > LEFT_STEP ? scroll->left - LEFT_STEP : 0;
}

static size_t page_of(const Scroll *scroll)
{
    return scroll->rows > 1 ? (size_t)scroll->rows - 1 : 1;
}

void scroll_choose(Scroll *scroll, Move move, size_t count)
{
    size_t last = count > 0 ? count - 1 : 0;
    if (scroll->chosen > last)
        scroll->chosen = last;
    scroll->chosen = moved(scroll->chosen, move, last, page_of(scroll));
    sideways(scroll, move);
}

void scroll_text(Scroll *scroll, Move move, size_t count)
{
    size_t rows = scroll->rows > 0 ? (size_t)scroll->rows : 1;
    size_t last = count > rows ? count - rows : 0;
    if (scroll->top > last)
        scroll->top = last;
    scroll->top = moved(scroll->top, move, last, page_of(scroll));
    sideways(scroll, move);
}

void scroll_show(Scroll *scroll, size_t count, int rows)
{
    size_t shown = rows > 0 ? (size_t)rows : 1;
    scroll->rows = rows;
    if (scroll->chosen >= count)
        scroll->chosen = count > 0 ? count - 1 : 0;
    if (scroll->chosen < scroll->top)
        scroll->top = scroll->chosen;
    if (scroll->chosen >= scroll->top + shown)
        scroll->top = scroll->chosen - shown + 1;
    scroll_clamp(scroll, count, rows);
}

void scroll_clamp(Scroll *scroll, size_t count, int rows)
{
    size_t shown = rows > 0 ? (size_t)rows : 1;
    scroll->rows = rows;
    if (scroll->top + shown > count)
        scroll->top = count > shown ? count - shown : 0;
}
