/* Finds .entry directives in PTX. */
#include "compile/entries.h"

#include <stdlib.h>
#include <string.h>

static bool is_symbol(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= '0' && byte <= '9') || byte == '_' || byte == '$' || byte == '%';
}

static void add_entry(View symbol, EntryList *out)
{
    StrBuf name = {0};
    symbol_demangle(symbol, &name);
    vec_push(out, (Entry){memory_clone_bytes(symbol.data, symbol.size), strbuf_take(&name)});
}

void entries_find(View ptx, EntryList *out)
{
    static const char word[] = ".entry ";
    const char *at = ptx.data, *end = ptx.data + ptx.size;
    while ((at = memmem(at, (size_t)(end - at), word, sizeof word - 1)) != NULL) {
        at += sizeof word - 1;
        const char *stop = at;
        while (stop < end && is_symbol(*stop))
            stop++;
        if (stop > at)
            add_entry((View){at, (size_t)(stop - at)}, out);
        at = stop;
    }
}

void entries_free(EntryList *list)
{
    for (size_t i = 0; i < list->size; i++) {
        free(list->data[i].symbol);
        free(list->data[i].name);
    }
    vec_free(list);
}

/* "tile<float>" of "space::tile<float>", "tile" without the arguments. */
static View last_part(const char *name, bool arguments)
{
    View view = view_of(name);
    size_t from = 0, end = view_find(view, '<');
    for (size_t i = 0; i + 1 < end; i++)
        if (name[i] == ':' && name[i + 1] == ':')
            from = i + 2;
    return view_slice(view, from, arguments ? view.size : end);
}

static const Entry *only_part(const EntryList *list, const char *name, bool arguments)
{
    const Entry *found = NULL;
    for (size_t i = 0; i < list->size; i++) {
        if (!view_equal_text(last_part(list->data[i].name, arguments), name))
            continue;
        if (found)
            return NULL;
        found = &list->data[i];
    }
    return found;
}

const Entry *entry_find(const EntryList *list, const char *name)
{
    for (size_t i = 0; i < list->size; i++)
        if (!strcmp(list->data[i].symbol, name) || !strcmp(list->data[i].name, name))
            return &list->data[i];
    const Entry *entry = only_part(list, name, true);
    return entry ? entry : only_part(list, name, false);
}
