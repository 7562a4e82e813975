/* The names in force at a place of the PTX. Buckets hold the innermost name first, and scopes close
 * in the order opposite to that in which they opened, so closing one unlinks the heads of buckets.
 */
#include "ptx/names.h"

#include <string.h>

#include "ptx/lookup.h"

enum { BUCKETS_MIN = 256, BUCKETS_MAX = 1 << 16, BYTES_A_NAME = 64 };

void names_start(Names *names, size_t text_size)
{
    uint32_t buckets = BUCKETS_MIN;
    while (buckets < BUCKETS_MAX && buckets < text_size / BYTES_A_NAME)
        buckets *= 2;
    *names = (Names){.mask = buckets - 1};
    names->buckets = arena_alloc_array(&names->arena, buckets, sizeof *names->buckets);
}

void names_free(Names *names)
{
    arena_free(&names->arena);
    *names = (Names){0};
}

void names_open_scope(Names *names)
{
    names->depth++;
}

static Name **bucket_of(const Names *names, uint32_t hash)
{
    return &names->buckets[(hash ^ hash >> 16) & names->mask];
}

static uint32_t *counter_of(Names *names, const Name *name)
{
    bool percent = name->text.data[0] == '%';
    if (name->kind == NAME_RANGE)
        return percent ? NULL : &names->plain_ranges;
    return percent ? &names->percent_names : NULL;
}

void names_close_scope(Names *names)
{
    while (names->newest && names->newest->depth == names->depth) {
        Name *name = names->newest;
        *bucket_of(names, name->hash) = name->hidden;
        names->newest = name->older;
        uint32_t *counter = counter_of(names, name);
        if (counter)
            --*counter;
        name->older = names->spare;
        names->spare = name;
    }
    names->depth--;
}

static bool is_same(const Name *name, View text, uint32_t hash)
{
    return name->hash == hash && name->text.size == text.size &&
           memcmp(name->text.data, text.data, text.size) == 0;
}

/* Ranges and other names live side by side. */
static Name *find_kind(const Names *names, View text, uint32_t hash, bool range)
{
    Name *name = *bucket_of(names, hash);
    while (name && !((name->kind == NAME_RANGE) == range && is_same(name, text, hash)))
        name = name->hidden;
    return name;
}

static Name *name_alloc(Names *names)
{
    Name *name = names->spare;
    if (!name)
        return arena_alloc(&names->arena, sizeof *name);
    names->spare = name->older;
    *name = (Name){0};
    return name;
}

Name *names_add(Names *names, View text, NameKind kind)
{
    uint32_t hash = lookup_hash(text);
    const Name *old = find_kind(names, text, hash, kind == NAME_RANGE);
    if (old && old->depth == names->depth)
        return NULL;
    Name **bucket = bucket_of(names, hash);
    Name *name = name_alloc(names);
    *name = (Name){.text = text,
                   .hash = hash,
                   .depth = names->depth,
                   .kind = (uint8_t)kind,
                   .hidden = *bucket,
                   .older = names->newest};
    *bucket = name;
    names->newest = name;
    uint32_t *counter = counter_of(names, name);
    if (counter)
        ++*counter;
    return name;
}

/* Splits "%r12" into "%r" and 12. False without a number, or with one that no range can write. */
static bool split_number(View text, View *prefix, uint32_t *number)
{
    size_t at = text.size;
    while (at > 0 && text.data[at - 1] >= '0' && text.data[at - 1] <= '9')
        at--;
    size_t digits = text.size - at;
    if (digits == 0 || digits > 9 || at == 0 || (digits > 1 && text.data[at] == '0'))
        return false;
    *prefix = (View){text.data, at};
    *number = 0;
    for (; at < text.size; at++)
        *number = *number * 10 + (uint32_t)(text.data[at] - '0');
    return true;
}

static const Name *find_in_range(const Names *names, View text, uint32_t *reg)
{
    View prefix;
    uint32_t number;
    if (!split_number(text, &prefix, &number))
        return NULL;
    uint32_t hash = lookup_hash(prefix);
    const Name *name = find_kind(names, prefix, hash, true);
    while (name &&
           !(name->kind == NAME_RANGE && is_same(name, prefix, hash) && number < name->count))
        name = name->hidden;
    if (name)
        *reg = name->reg + number;
    return name;
}

const Name *names_find(const Names *names, View text, uint32_t *reg)
{
    bool percent = text.data[0] == '%';
    const Name *range = percent || names->plain_ranges ? find_in_range(names, text, reg) : NULL;
    if (range && percent && !names->percent_names)
        return range;
    const Name *name = find_kind(names, text, lookup_hash(text), false);
    if (!name || (range && range->depth >= name->depth))
        return range;
    *reg = name->reg;
    return name;
}

const Name *names_find_here(const Names *names, View text)
{
    const Name *name = find_kind(names, text, lookup_hash(text), false);
    return name && name->depth == names->depth ? name : NULL;
}
