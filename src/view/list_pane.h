/* The list of lessons and exercises. */
#ifndef CULAB_VIEW_LIST_PANE_H
#define CULAB_VIEW_LIST_PANE_H

#include "base/vec.h"
#include "lesson/lesson.h"
#include "lesson/progress.h"
#include "view/scroll.h"

struct Screen;

typedef struct ListRow {
    const char *part;         /* heading of a part, or NULL */
    const Lesson *lesson;     /* or NULL */
    const Exercise *exercise; /* NULL: the row is the lesson */
    ExerciseState state;
    bool known; /* the state was read */
} ListRow;

typedef struct ListPane {
    VEC(ListRow) rows;
    Scroll scroll;
} ListPane;

void list_pane_load(struct Screen *screen); /* rows, without asking the progress store */
void list_pane_read_progress(struct Screen *screen);
void list_pane_choose(ListPane *list, const Exercise *exercise); /* its row, if it has one */
void list_pane_free(ListPane *list);

#endif
