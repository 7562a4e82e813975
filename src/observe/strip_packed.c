/* Packed slots: dense, one value for each unit, or sparse, values in the order of their units. */
#include "observe/strip_packed.h"

#include <stdlib.h>
#include <string.h>

enum {
    WHO_BITS = 24, /* of a value; its tag's number is above */
    TAGS_LEAST = 4,
    TAGS_MOST = 255, /* 0: a free slot */
    ROOM_LEAST = 8,
    DENSE_BYTES = 4, /* a unit */
    SPARSE_BYTES = 6,
    MALLOC_BYTES = 16 /* that an allocation costs more, about */
};
#define WHO_MASK ((UINT64_C(1) << WHO_BITS) - 1)

/* Of the memory of `values`: [room] values and, if sparse, [room] units in order. */
typedef struct PackedKind {
    uint32_t *values; /* NULL: all are free */
    uint16_t count, room;
    bool dense; /* room is the page's units */
} PackedKind;

struct StripPacked {
    Slot *tags; /* [tag_room]: slots without a thread's low bits; number 1 is the first */
    uint8_t tag_count, tag_last;
    uint16_t tag_room, units;
    bool sparse;
    size_t *held;
    PackedKind kinds[STRIP_KINDS];
};

static size_t kind_bytes(const PackedKind *kind)
{
    size_t bytes = (size_t)kind->room * (kind->dense ? DENSE_BYTES : SPARSE_BYTES);
    return kind->values ? bytes + MALLOC_BYTES : 0;
}

static size_t tag_bytes(uint32_t room)
{
    return room ? room * sizeof(Slot) + MALLOC_BYTES : 0;
}

StripPacked *packed_new(uint32_t units, bool sparse, size_t *held)
{
    StripPacked *packed = calloc(1, sizeof *packed);
    if (packed) {
        packed->units = (uint16_t)units;
        packed->sparse = sparse;
        packed->held = held;
        *held += sizeof *packed + MALLOC_BYTES;
    }
    return packed;
}

/* The kind's values are those of `to` from now on. */
static void replace(StripPacked *packed, PackedKind *kind, PackedKind to)
{
    *packed->held += kind_bytes(&to) - kind_bytes(kind);
    free(kind->values);
    *kind = to;
}

void packed_free(StripPacked *packed)
{
    if (!packed)
        return;
    for (uint32_t kind = 0; kind < STRIP_KINDS; kind++)
        replace(packed, &packed->kinds[kind], (PackedKind){0});
    *packed->held -= sizeof *packed + MALLOC_BYTES + tag_bytes(packed->tag_room);
    free(packed->tags);
    free(packed);
}

uint32_t packed_count(const StripPacked *packed, uint32_t kind)
{
    return packed->kinds[kind].count;
}

/* -- tags */

static uint32_t tag_find(StripPacked *packed, Slot tag)
{
    if (packed->tag_last && packed->tags[packed->tag_last - 1] == tag)
        return packed->tag_last;
    for (uint32_t number = packed->tag_count; number > 0; number--)
        if (packed->tags[number - 1] == tag)
            return packed->tag_last = (uint8_t)number;
    return 0;
}

/* Forgets tags that no slot has any more. */
static void tags_sweep(StripPacked *packed)
{
    uint8_t number_of[TAGS_MOST + 1] = {0};
    uint32_t count = 0;
    for (uint32_t k = 0; k < STRIP_KINDS; k++) {
        const PackedKind *kind = &packed->kinds[k];
        uint32_t values = kind->dense ? kind->room : kind->count;
        for (uint32_t i = 0; kind->values && i < values; i++)
            number_of[kind->values[i] >> WHO_BITS] = 1;
    }
    for (uint32_t number = 1; number <= packed->tag_count; number++)
        if (number_of[number]) {
            packed->tags[count] = packed->tags[number - 1];
            number_of[number] = (uint8_t)++count;
        }
    for (uint32_t k = 0; k < STRIP_KINDS; k++) {
        PackedKind *kind = &packed->kinds[k];
        uint32_t values = kind->dense ? kind->room : kind->count;
        for (uint32_t i = 0; kind->values && i < values; i++)
            if (kind->values[i])
                kind->values[i] = (kind->values[i] & (uint32_t)WHO_MASK) |
                                  (uint32_t)number_of[kind->values[i] >> WHO_BITS] << WHO_BITS;
    }
    packed->tag_count = (uint8_t)count;
    packed->tag_last = 0;
}

/* 0: no memory or too many. */
static uint32_t tag_add(StripPacked *packed, Slot tag)
{
    if (packed->tag_count == TAGS_MOST)
        tags_sweep(packed);
    if (packed->tag_count == TAGS_MOST)
        return 0;
    if (packed->tag_count == packed->tag_room) {
        uint16_t room = packed->tag_room ? (uint16_t)(packed->tag_room * 2) : TAGS_LEAST;
        Slot *tags = realloc(packed->tags, room * sizeof *tags);
        if (!tags)
            return 0;
        *packed->held += tag_bytes(room) - tag_bytes(packed->tag_room);
        packed->tags = tags;
        packed->tag_room = room;
    }
    packed->tags[packed->tag_count++] = tag;
    return packed->tag_last = packed->tag_count;
}

/* 0: it can't be said. */
static uint32_t value_of(StripPacked *packed, Slot slot)
{
    uint32_t number = tag_find(packed, slot & ~WHO_MASK);
    if (!number)
        number = tag_add(packed, slot & ~WHO_MASK);
    return number ? number << WHO_BITS | (uint32_t)(slot & WHO_MASK) : 0;
}

static inline Slot slot_of(const StripPacked *packed, uint32_t value)
{
    return value ? packed->tags[(value >> WHO_BITS) - 1] | (value & WHO_MASK) : 0;
}

/* -- values */

static uint16_t *units_of(const PackedKind *kind)
{
    return (uint16_t *)(kind->values + kind->room);
}

/* The first of the sparse kind's values whose unit is `at` or later. */
static uint32_t position(const PackedKind *kind, uint32_t at)
{
    const uint16_t *units = units_of(kind);
    uint32_t low = 0, high = kind->count;
    if (high && units[high - 1] < at)
        return high;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (units[middle] < at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* NULL: it is free, or sparse and not there. */
static uint32_t *value_at(const PackedKind *kind, uint32_t at)
{
    if (!kind->values || kind->dense)
        return kind->values ? &kind->values[at] : NULL;
    uint32_t i = position(kind, at);
    return i < kind->count && units_of(kind)[i] == at ? &kind->values[i] : NULL;
}

Slot packed_get(const StripPacked *packed, uint32_t kind, uint32_t at)
{
    const uint32_t *value = value_at(&packed->kinds[kind], at);
    return value ? slot_of(packed, *value) : 0;
}

void packed_read(const StripPacked *packed, uint32_t kind, uint32_t first, uint32_t count,
                 Slot *out)
{
    const PackedKind *from = &packed->kinds[kind];
    if (from->values && from->dense) {
        for (uint32_t i = 0; i < count; i++)
            out[i] = slot_of(packed, from->values[first + i]);
        return;
    }
    memset(out, 0, count * sizeof *out);
    if (!from->values)
        return;
    const uint16_t *units = units_of(from);
    for (uint32_t i = position(from, first); i < from->count && units[i] < first + count; i++)
        out[units[i] - first] = slot_of(packed, from->values[i]);
}

static bool make_dense(StripPacked *packed, PackedKind *kind)
{
    uint32_t *values = calloc(packed->units, sizeof *values);
    if (!values)
        return false;
    for (uint32_t i = 0; kind->values && i < kind->count; i++)
        values[units_of(kind)[i]] = kind->values[i];
    replace(packed, kind, (PackedKind){values, kind->count, packed->units, true});
    return true;
}

static bool make_sparse(StripPacked *packed, PackedKind *kind, uint32_t room)
{
    PackedKind sparse = {malloc((size_t)room * SPARSE_BYTES), 0, (uint16_t)room, false};
    if (!sparse.values)
        return false;
    for (uint32_t i = 0; kind->values && i < (kind->dense ? kind->room : kind->count); i++)
        if (kind->values[i]) {
            units_of(&sparse)[sparse.count] = kind->dense ? (uint16_t)i : units_of(kind)[i];
            sparse.values[sparse.count++] = kind->values[i];
        }
    replace(packed, kind, sparse);
    return true;
}

/* Room for one more, or all of it. */
static bool make_room(StripPacked *packed, PackedKind *kind)
{
    uint32_t room = kind->values ? kind->room + kind->room / 2u : ROOM_LEAST;
    if (kind->values && (kind->dense || kind->count < kind->room))
        return true;
    bool dense = !packed->sparse || room * SPARSE_BYTES >= packed->units * DENSE_BYTES;
    return dense ? make_dense(packed, kind) : make_sparse(packed, kind, room);
}

static void clear(StripPacked *packed, PackedKind *kind, uint32_t at)
{
    uint32_t *value = value_at(kind, at);
    if (!value || !*value)
        return;
    if (--kind->count == 0) {
        replace(packed, kind, (PackedKind){0});
    } else if (kind->dense) {
        *value = 0;
    } else {
        uint32_t i = (uint32_t)(value - kind->values);
        uint16_t *units = units_of(kind);
        memmove(value, value + 1, (kind->count - i) * sizeof *value);
        memmove(units + i, units + i + 1, (kind->count - i) * sizeof *units);
    }
}

bool packed_put(StripPacked *packed, uint32_t kind, uint32_t at, Slot slot)
{
    PackedKind *to = &packed->kinds[kind];
    if (!slot) {
        clear(packed, to, at);
        return true;
    }
    uint32_t number = value_of(packed, slot);
    uint32_t *value = value_at(to, at);
    if (!number)
        return false;
    if (!value && !make_room(packed, to))
        return false;
    if (!value && !to->dense) {
        uint32_t i = position(to, at);
        uint16_t *units = units_of(to);
        memmove(to->values + i + 1, to->values + i, (to->count - i) * sizeof *to->values);
        memmove(units + i + 1, units + i, (to->count - i) * sizeof *units);
        units[i] = (uint16_t)at;
        value = &to->values[i];
        *value = 0;
    }
    value = value ? value : &to->values[at];
    to->count += *value == 0;
    *value = number;
    return true;
}

bool packed_put_run(StripPacked *packed, uint32_t kind, uint32_t first, uint32_t count, Slot slot,
                    uint32_t step)
{
    PackedKind *to = &packed->kinds[kind];
    uint32_t taken = 0, differs = 0;
    if ((slot & WHO_MASK) + (uint64_t)count * step > WHO_MASK)
        return false;
    const uint32_t value = value_of(packed, slot);
    if (!value || (!to->values && !make_room(packed, to)) || !to->dense)
        return false;
    uint32_t *values = to->values + first;
    for (uint32_t i = 0; i < count; i++) {
        taken += values[i] != 0;
        differs |= values[i] && values[i] != value + i * step;
    }
    if (differs)
        return false;
    for (uint32_t i = 0; i < count; i++)
        values[i] = value + i * step;
    to->count = (uint16_t)(to->count + count - taken);
    return true;
}

void packed_trim(StripPacked *packed)
{
    packed->sparse = true;
    for (uint32_t k = 0; k < STRIP_KINDS; k++) {
        PackedKind *kind = &packed->kinds[k];
        uint32_t room = kind->count + kind->count / 4u;
        if (kind->values && kind->dense && room * SPARSE_BYTES < packed->units * DENSE_BYTES)
            make_sparse(packed, kind, room < ROOM_LEAST ? ROOM_LEAST : room);
    }
}
