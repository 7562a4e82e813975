/* What was changed, so that it can be taken back and done again. */
#include "text/undo.h"

#include <string.h>

#include "base/utf8.h"

/* A pause this long while typing begins a new step. */
#define PAUSE_NS (INT64_C(2) * 1000 * 1000 * 1000)

static void change_free(Change *change)
{
    strbuf_free(&change->removed);
    strbuf_free(&change->inserted);
}

static void forget_undone(UndoHistory *history)
{
    while (history->changes.size > history->done)
        change_free(&vec_pop(&history->changes));
}

/* One character, as a key types or deletes it; a line end begins a new step. */
static bool is_keystroke(View text)
{
    return text.size > 0 && text.size == utf8_cluster(text) && text.data[0] != '\n';
}

static bool joins_typed(const Change *last, size_t from, View removed, View inserted)
{
    return removed.size == 0 && last->removed.size == 0 && is_keystroke(inserted) &&
           from == last->from + last->inserted.size;
}

static bool joins_deleted(const Change *last, size_t from, View removed, View inserted)
{
    return inserted.size == 0 && last->inserted.size == 0 && is_keystroke(removed) &&
           (from == last->from || from + removed.size == last->from);
}

static void join_deleted(Change *last, size_t from, StrBuf *removed)
{
    if (from == last->from) {
        strbuf_add(&last->removed, strbuf_view(removed));
        strbuf_free(removed);
        return;
    }
    strbuf_add(removed, strbuf_view(&last->removed));
    strbuf_free(&last->removed);
    last->removed = *removed;
    last->from = from;
}

/* True when the change became part of the one before it. */
static bool join(UndoHistory *history, size_t from, StrBuf *removed, View inserted, int64_t now_ns)
{
    if (history->depth > 0 || history->joined_ns == 0 || history->changes.size == 0 ||
        now_ns - history->joined_ns > PAUSE_NS)
        return false;
    Change *last = &vec_last(&history->changes);
    if (joins_typed(last, from, strbuf_view(removed), inserted)) {
        strbuf_add(&last->inserted, inserted);
        strbuf_free(removed);
    } else if (joins_deleted(last, from, strbuf_view(removed), inserted)) {
        join_deleted(last, from, removed);
    } else {
        return false;
    }
    history->joined_ns = now_ns;
    return true;
}

void undo_record(UndoHistory *history, size_t from, StrBuf *removed, View inserted, int64_t now_ns)
{
    if (history->done < history->changes.size)
        history->joined_ns = 0;
    forget_undone(history);
    if (join(history, from, removed, inserted, now_ns))
        return;
    if (history->depth == 0)
        history->step++;
    Change change = {.from = from, .removed = *removed, .step = history->step};
    strbuf_add(&change.inserted, inserted);
    bool typing = removed->size == 0 ? is_keystroke(inserted)
                                     : inserted.size == 0 && is_keystroke(strbuf_view(removed));
    history->joined_ns = typing && history->depth == 0 ? now_ns : 0;
    vec_push(&history->changes, change);
    history->done = history->changes.size;
}

void undo_group_begin(UndoHistory *history)
{
    if (history->depth++ == 0)
        history->step++;
}

void undo_group_end(UndoHistory *history)
{
    if (history->depth > 0 && --history->depth == 0)
        history->joined_ns = 0;
}

bool undo_take_back(UndoHistory *history, size_t *first, size_t *last)
{
    if (history->depth > 0 || history->done == 0)
        return false;
    *last = *first = history->done;
    uint64_t step = history->changes.data[history->done - 1].step;
    while (*first > 0 && history->changes.data[*first - 1].step == step)
        --*first;
    history->done = *first;
    history->joined_ns = 0;
    return true;
}

bool undo_take_again(UndoHistory *history, size_t *first, size_t *last)
{
    if (history->depth > 0 || history->done == history->changes.size)
        return false;
    *last = *first = history->done;
    uint64_t step = history->changes.data[history->done].step;
    while (*last < history->changes.size && history->changes.data[*last].step == step)
        ++*last;
    history->done = *last;
    history->joined_ns = 0;
    return true;
}

void undo_free(UndoHistory *history)
{
    history->done = 0;
    forget_undone(history);
    vec_free(&history->changes);
}
