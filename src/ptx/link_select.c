/* Before linking: what is defined twice, and which members of libraries a linker takes. */
#include <stdlib.h>

#include "base/map.h"
#include "base/memory.h"
#include "ptx/link.h"
#include "ptx/link_scan.h"

typedef struct Candidate {
    StrBuf text; /* a copy, ended by NUL */
    LinkItems items;
    bool readable;
} Candidate;

/* Names, with what is known of each. */
typedef struct Needs {
    Map defined, wanted;
} Needs;

static bool is_symbol(const LinkItem *item)
{
    return (item->kind == LINK_ITEM_FUNCTION || item->kind == LINK_ITEM_VARIABLE) &&
           item->linkage != PTX_LINK_LOCAL;
}

static void take(Needs *needs, Candidate *candidate)
{
    for (size_t i = 0; i < candidate->items.size; i++) {
        const LinkItem *item = &candidate->items.data[i];
        if (is_symbol(item))
            map_put(item->defines ? &needs->defined : &needs->wanted, item->name, candidate);
    }
}

static bool is_needed(const Needs *needs, const Candidate *candidate)
{
    for (size_t i = 0; i < candidate->items.size; i++) {
        const LinkItem *item = &candidate->items.data[i];
        if (is_symbol(item) && item->defines && map_get(&needs->wanted, item->name) &&
            !map_get(&needs->defined, item->name))
            return true;
    }
    return false;
}

static void scan(Candidate *candidate, View text)
{
    Error ignored = {0};
    strbuf_add(&candidate->text, text);
    strbuf_add_text(&candidate->text, "\n");
    candidate->readable =
        link_scan(strbuf_view(&candidate->text), "input", &candidate->items, &ignored);
}

static void choose(Needs *needs, Candidate *candidates, size_t count, bool *chosen)
{
    bool more = true;
    while (more) {
        more = false;
        for (size_t i = 0; i < count; i++) {
            if (chosen[i] || !is_needed(needs, &candidates[i]))
                continue;
            chosen[i] = more = true;
            take(needs, &candidates[i]);
        }
    }
}

void ptx_link_select(const PtxLinkInput *inputs, const bool *optional, size_t count, bool *chosen)
{
    size_t fixed = 0;
    for (size_t i = 0; i < count; i++)
        fixed += !optional[i];
    for (size_t i = 0; i < count; i++)
        chosen[i] = !optional[i] || !fixed;
    if (!fixed || fixed == count)
        return;
    Needs needs = {0};
    Candidate *candidates = memory_alloc_array(count, sizeof *candidates);
    for (size_t i = 0; i < count; i++) {
        scan(&candidates[i], inputs[i].text);
        chosen[i] = chosen[i] || !candidates[i].readable;
        if (chosen[i])
            take(&needs, &candidates[i]);
    }
    choose(&needs, candidates, count, chosen);
    for (size_t i = 0; i < count; i++) {
        strbuf_free(&candidates[i].text);
        vec_free(&candidates[i].items);
    }
    free(candidates);
    map_free(&needs.defined);
    map_free(&needs.wanted);
}

static bool is_strong(const LinkItem *item)
{
    return is_symbol(item) && item->defines && item->linkage != PTX_LINK_WEAK &&
           item->linkage != PTX_LINK_COMMON;
}

/* Whether the input defines none of the names. */
static bool is_apart(const PtxLinkInput *input, const Map *names, const char *last, Error *error)
{
    Candidate other = {0};
    bool apart = true;
    scan(&other, input->text);
    for (size_t i = 0; apart && i < other.items.size; i++) {
        const LinkItem *item = &other.items.data[i];
        if (is_strong(item) && map_get(names, item->name))
            apart = error_set(error, ERROR_CONTENT,
                              "Multiple definition of '%.*s' in '%s', first defined in '%s'",
                              VIEW_ARG(item->name), last, input->name);
    }
    strbuf_free(&other.text);
    vec_free(&other.items);
    return apart;
}

bool ptx_link_check(const PtxLinkInput *inputs, size_t count, Error *error)
{
    Candidate last = {0};
    Map names = {0};
    bool apart = true;
    if (count < 2)
        return true;
    scan(&last, inputs[count - 1].text);
    for (size_t i = 0; i < last.items.size; i++)
        if (is_strong(&last.items.data[i]))
            map_put(&names, last.items.data[i].name, &last);
    for (size_t i = 0; apart && names.size && i + 1 < count; i++)
        apart = is_apart(&inputs[i], &names, inputs[count - 1].name, error);
    strbuf_free(&last.text);
    vec_free(&last.items);
    map_free(&names);
    return apart;
}
