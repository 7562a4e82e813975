/* How far into which release logs somebody has read. */
#include "observe/seen.h"

#include <stdlib.h>
#include <string.h>

/* The first item of the log, or where it would be. */
static size_t position(const SeenList *list, uint32_t log)
{
    size_t low = 0, high = list->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (list->items[middle].log < log)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool insert(SeenList *list, size_t at, Seen item)
{
    if (list->count == list->room) {
        size_t room = list->room ? list->room * 2 : 4;
        Seen *items = realloc(list->lent ? NULL : list->items, room * sizeof *items);
        if (!items)
            return false;
        if (list->lent)
            memcpy(items, list->items, list->count * sizeof *items);
        list->lent = false;
        list->items = items;
        list->room = room;
    }
    memmove(list->items + at + 1, list->items + at, (list->count - at) * sizeof item);
    list->items[at] = item;
    list->count++;
    return true;
}

bool seen_add(SeenList *list, Seen item)
{
    size_t first = position(list, item.log), at = first;
    list->mixed |= item.lanes != SEEN_BY_ALL;
    for (; at < list->count && list->items[at].log == item.log; at++)
        if (list->items[at].length >= item.length && (item.lanes & ~list->items[at].lanes) == 0)
            return false;
    for (at = first; at < list->count && list->items[at].log == item.log; at++) {
        Seen *known = &list->items[at];
        if (known->length == item.length) {
            known->lanes |= item.lanes;
            return true;
        }
        if (known->length < item.length && (known->lanes & ~item.lanes) == 0) {
            *known = item;
            return true;
        }
    }
    return insert(list, at, item);
}

bool seen_merge(SeenList *into, const SeenList *from, uint32_t lanes)
{
    bool more = false;
    for (size_t i = 0; i < from->count; i++) {
        Seen item = from->items[i];
        item.lanes = lanes;
        more |= seen_add(into, item);
    }
    return more;
}

bool seen_share(SeenList *list, uint32_t lanes)
{
    size_t kept = 0;
    if (!list->mixed)
        return false;
    list->parted = lanes != SEEN_BY_ALL;
    for (size_t i = 0; i < list->count; i++) {
        Seen item = list->items[i];
        if (item.lanes & lanes)
            item.lanes |= lanes;
        Seen *last = kept ? &list->items[kept - 1] : NULL;
        if (last && last->log == item.log && last->lanes == item.lanes)
            *last = last->length > item.length ? *last : item;
        else
            list->items[kept++] = item;
    }
    list->count = kept;
    list->mixed = list->parted;
    return true;
}

bool seen_has_all(const SeenList *list, const SeenList *other)
{
    for (size_t i = 0; i < other->count; i++) {
        const Seen *wanted = &other->items[i];
        size_t at = position(list, wanted->log);
        while (at < list->count && list->items[at].log == wanted->log &&
               list->items[at].length < wanted->length)
            at++;
        if (at == list->count || list->items[at].log != wanted->log)
            return false;
    }
    return true;
}

void seen_list_free(SeenList *list)
{
    if (!list->lent)
        free(list->items);
    *list = (SeenList){0};
}
