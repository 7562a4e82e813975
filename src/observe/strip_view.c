/* Views of packed pages: a few slots of one page at a time. */
#include "observe/strip_view.h"

#include <stdlib.h>
#include <string.h>

#include "observe/strip_budget.h"

static size_t slots_most(const Strips *strips)
{
    return (size_t)1 << strips->page_bits;
}

static StripView *view_new(const Strips *strips)
{
    StripView *view = calloc(1, sizeof *view);
    /* Touched where a page's slots are: mostly the first quarter, for words. */
    Slot *slots = view ? malloc(STRIP_KINDS * slots_most(strips) * sizeof *slots) : NULL;
    if (!slots) {
        free(view);
        return NULL;
    }
    for (size_t kind = 0; kind < STRIP_KINDS; kind++)
        view->slots[kind] = slots + kind * slots_most(strips);
    return view;
}

void view_free(Strips *strips)
{
    if (strips->view)
        free(strips->view->slots[0]);
    free(strips->view);
    strips->view = NULL;
}

static void take_over(StripView *view, StripPage *page)
{
    view->page = *page;
    view->page.is_packed = false;
    memset(view->page.kinds, 0, sizeof view->page.kinds);
    view->of = page;
    view->count = 0;
}

StripPage *view_open(Strips *strips, StripPage *page)
{
    if (!strips->view && !(strips->view = view_new(strips)))
        return NULL;
    if (strips->view->of == page)
        return &strips->view->page;
    budget_viewed(strips->budget);
    if (!strips_store(strips))
        return NULL;
    if (!budget_packs(strips))
        return strips_unpack(strips, page) ? page : NULL;
    take_over(strips->view, page);
    return &strips->view->page;
}

void view_drop(Strips *strips, const StripPage *page)
{
    if (strips->view && strips->view->of == page)
        strips->view->of = NULL;
}

Slot *view_kind(Strips *strips, uint32_t kind)
{
    StripView *view = strips->view;
    view->page.kinds[kind] = view->slots[kind];
    memset(view->slots[kind] + view->first, 0, view->count * sizeof(Slot));
    return view->slots[kind];
}

/* False: there are too many tags, or no memory. */
static bool store_kinds(const StripView *view)
{
    for (uint32_t kind = 0; kind < STRIP_KINDS; kind++) {
        const Slot *slots = view->page.kinds[kind];
        for (size_t i = view->first; slots && i < view->first + view->count; i++)
            if (slots[i] != packed_get(view->of->packed, kind, (uint32_t)i) &&
                !packed_put(view->of->packed, kind, (uint32_t)i, slots[i]))
                return false;
    }
    return true;
}

/* What can't be packed is kept as it is. */
static bool store_open(Strips *strips, StripView *view)
{
    StripPage *page = view->of;
    if (!strips_unpack(strips, page))
        return false;
    page->age = STRIP_STIFF;
    for (uint32_t kind = 0; kind < STRIP_KINDS; kind++) {
        const Slot *from = view->page.kinds[kind];
        Slot *to = from ? strips_kind(strips, page, kind) : NULL;
        if (from && !to)
            return false;
        if (from)
            memcpy(to + view->first, from + view->first, view->count * sizeof *to);
    }
    return true;
}

bool strips_store(Strips *strips)
{
    StripView *view = strips->view;
    if (!view || !view->of)
        return true;
    StripPage *page = view->of;
    page->marks = view->page.marks;
    page->marks_stamp = view->page.marks_stamp;
    page->lasting = view->page.lasting;
    bool ok = !view->count || store_kinds(view) || store_open(strips, view);
    view->of = NULL;
    view->count = 0;
    budget_grew(strips, page);
    return ok;
}

StripPage *strips_load_view(Strips *strips, uint64_t from, uint64_t to)
{
    StripView *view = strips->view;
    const size_t first = strips_index(strips, &view->page, from);
    const size_t count = strips_index(strips, &view->page, to - 1) - first + 1;
    StripPage *page = view->of;
    if (first >= view->first && first + count <= view->first + view->count)
        return &view->page;
    if (view->count) {
        if (!strips_store(strips))
            return NULL;
        if (!page->is_packed)
            return page;
        take_over(view, page);
    }
    view->first = first;
    view->count = count;
    for (uint32_t kind = 0; kind < STRIP_KINDS; kind++)
        if (packed_count(page->packed, kind)) {
            view->page.kinds[kind] = view->slots[kind];
            packed_read(page->packed, kind, (uint32_t)first, (uint32_t)count,
                        view->slots[kind] + first);
        }
    return &view->page;
}
