/* Finds .entry directives in PTX. */
#include "compile/entries.h"

#include <stdlib.h>
#include <string.h>

#include "result/kernel_name.h"

static bool is_symbol(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= '0' && byte <= '9') || byte == '_' || byte == '$' || byte == '%';
}

static void add_entry(View symbol, EntryList *out)
{
    StrBuf name = {0};
    symbol_demangle(symbol, &name);
    vec_push(out, (Entry){.symbol = memory_clone_bytes(symbol.data, symbol.size),
                          .name = strbuf_take(&name)});
}

/* Bytes of a PTX type: ".f32" 4, ".b8" 1. 0: not a type. */
static uint32_t type_bytes(View word)
{
    int64_t bits;
    if (word.size < 3 || word.data[0] != '.' || !strchr("busf", word.data[1]) ||
        !view_to_i64(view_slice(word, 2, word.size), &bits) || bits < 8 || bits > 128)
        return 0;
    return (uint32_t)bits / 8;
}

/* ".param .u64 .ptr .global .align 1 name", ".param .align 8 .b8 name[24]". */
static uint32_t parameter_bytes(View text)
{
    View rest = text, word;
    uint32_t bytes = 0;
    int64_t count = 1;
    while (view_split(&rest, ' ', &word))
        if (!bytes)
            bytes = type_bytes(view_trim(word));
    size_t open = view_find(text, '['), close = view_find(text, ']');
    if (open < close && close < text.size)
        view_to_i64(view_trim(view_slice(text, open + 1, close)), &count);
    return count > 0 && count <= 65536 ? bytes * (uint32_t)count : 0;
}

/* `text` begins behind the kernel's name. */
static void read_parameters(View text, Entry *entry)
{
    size_t open = view_find(text, '('), body = view_find(text, '{');
    if (open > body)
        return;
    View list = view_slice(text, open + 1, text.size), parameter;
    list = view_slice(list, 0, view_find(list, ')'));
    while (view_split(&list, ',', &parameter)) {
        uint32_t bytes = parameter_bytes(parameter);
        if (bytes)
            vec_push(&entry->parameters, bytes);
    }
}

/* The barrier's place in memory stands in this register (see sim/engine/workspace.h). Functions
 * that a kernel calls count for all. */
static bool mentions_workspace(View text)
{
    static const char word[] = "%envreg2";
    return memmem(text.data, text.size, word, sizeof word - 1) != NULL;
}

static View body_of(View text)
{
    static const char word[] = "\n}";
    const char *stop = memmem(text.data, text.size, word, sizeof word - 1);
    return stop ? view_slice(text, 0, (size_t)(stop - text.data)) : text;
}

static void find_grid_waits(View ptx, EntryList *list)
{
    static const char function[] = ".func ";
    if (!mentions_workspace(ptx))
        return;
    bool all = false;
    View rest = ptx;
    const char *at;
    while (!all && (at = memmem(rest.data, rest.size, function, sizeof function - 1)) != NULL) {
        rest = view_slice(rest, (size_t)(at - rest.data) + 1, rest.size);
        all = mentions_workspace(body_of(rest));
    }
    for (size_t i = 0; i < list->size; i++)
        list->data[i].waits_for_grid |= all;
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
        if (stop > at) {
            add_entry((View){at, (size_t)(stop - at)}, out);
            View rest = {stop, (size_t)(end - stop)};
            read_parameters(rest, &vec_last(out));
            vec_last(out).waits_for_grid = mentions_workspace(body_of(rest));
        }
        at = stop;
    }
    find_grid_waits(ptx, out);
}

void entries_free(EntryList *list)
{
    for (size_t i = 0; i < list->size; i++) {
        free(list->data[i].symbol);
        free(list->data[i].name);
        vec_free(&list->data[i].parameters);
    }
    vec_free(list);
}

static const Entry *only_part(const EntryList *list, const char *name, bool arguments)
{
    const Entry *found = NULL;
    for (size_t i = 0; i < list->size; i++) {
        if (!view_equal_text(kernel_name_last(list->data[i].name, arguments), name))
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

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* "... .ptr .global .align 1 k_param_0": what a parameter leads to. */
static bool is_of_parameter(View before)
{
    return view_ends(view_trim(before), ".ptr");
}

/* Instructions have it between other words: ld.global.u32. */
bool ptx_has_variables(View ptx)
{
    static const char word[] = ".global";
    size_t size = sizeof word - 1;
    const char *at = ptx.data, *end = ptx.data + ptx.size;
    while (at < end && (at = memmem(at, (size_t)(end - at), word, size)) != NULL) {
        bool alone =
            (at == ptx.data || is_blank(at[-1])) && (at + size == end || is_blank(at[size]));
        size_t before = (size_t)(at - ptx.data), near = before < 8 ? before : 8;
        if (alone && !is_of_parameter((View){at - near, near}))
            return true;
        at += size;
    }
    return false;
}
