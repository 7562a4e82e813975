/* What was changed, so that it can be taken back and done again, step by step. */
#ifndef CULAB_TEXT_UNDO_H
#define CULAB_TEXT_UNDO_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "base/vec.h"

/* At `from`, `removed` stood before and `inserted` stands after. */
typedef struct Change {
    size_t from;
    StrBuf removed, inserted;
    uint64_t step; /* changes of one step have the same number */
} Change;

/* Start from {0}. Changes before `done` can be undone, those from it on redone. */
typedef struct UndoHistory {
    VEC(Change) changes;
    size_t done;
    uint64_t step;
    unsigned depth;    /* of open groups */
    int64_t joined_ns; /* when the last change was made that typing may join; 0: none may */
} UndoHistory;

/* Records a change that was just made, and forgets what could be redone. Takes over `removed`. */
void undo_record(UndoHistory *history, size_t from, StrBuf *removed, View inserted, int64_t now_ns);
void undo_group_begin(UndoHistory *history);
void undo_group_end(UndoHistory *history);
/* The changes of the step to be undone are [*first, *last); false: none, or a group is open. The
 * caller undoes them from the last to the first. The history counts them as undone. */
bool undo_take_back(UndoHistory *history, size_t *first, size_t *last);
/* The same for redoing, from the first to the last. */
bool undo_take_again(UndoHistory *history, size_t *first, size_t *last);
void undo_free(UndoHistory *history);

#endif
