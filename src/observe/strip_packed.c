/* Packed slots: a list of units and their values, a bit for each unit and the values of those whose
 * bit is set, or a value for each unit. */
#include "observe/strip_packed.h"

#include <stdlib.h>
#include <string.h>

#include "observe/strip_delta.h"

enum {
    WHO_BITS = 24, /* of a value; its tag's number is above */
    TAGS_LEAST = 4,
    TAGS_MOST = 255, /* 0: a free slot */
    ROOM_LEAST = 8,
    MALLOC_BYTES = 16 /* that an allocation costs more, about */
};
#define WHO_MASK ((UINT64_C(1) << WHO_BITS) - 1)

/* What lies at a kind's memory. */
typedef enum Form {
    FORM_LIST,  /* [room] values, [room] units, in order */
    FORM_BITS,  /* a bit for each unit, [room] values */
    FORM_DELTA, /* see strip_delta.h */
    FORM_ALL    /* a value for each unit */
} Form;

typedef struct PackedKind {
    void *memory; /* NULL: all are free */
    uint16_t count, room;
    uint8_t form;
} PackedKind;

struct StripPacked {
    Slot *tags; /* [tag_room]: slots without a thread's low bits; number 1 is the first */
    uint8_t tag_count, tag_last;
    uint16_t tag_room, units;
    bool sparse, small;
    DeltaList deltas;
    size_t *held;
    PackedKind kinds[STRIP_KINDS];
};

static size_t form_bytes(const StripPacked *packed, Form form, uint32_t room)
{
    return form == FORM_LIST    ? room * (sizeof(uint32_t) + sizeof(uint16_t))
           : form == FORM_BITS  ? packed->units / 8u + room * sizeof(uint32_t)
           : form == FORM_DELTA ? delta_bytes(packed->units)
                                : packed->units * sizeof(uint32_t);
}

static size_t kind_bytes(const StripPacked *packed, const PackedKind *kind)
{
    return kind->memory ? form_bytes(packed, kind->form, kind->room) + MALLOC_BYTES : 0;
}

static size_t delta_list_bytes(const StripPacked *packed)
{
    const DeltaList *list = &packed->deltas;
    return list->room ? list->room * sizeof *list->deltas + MALLOC_BYTES : 0;
}

static size_t tag_bytes(uint32_t room)
{
    return room ? room * sizeof(Slot) + MALLOC_BYTES : 0;
}

StripPacked *packed_new(uint32_t units, bool sparse, bool small, size_t *held)
{
    StripPacked *packed = calloc(1, sizeof *packed);
    if (packed) {
        packed->units = (uint16_t)units;
        packed->sparse = sparse;
        packed->small = small;
        packed->held = held;
        *held += sizeof *packed + MALLOC_BYTES;
    }
    return packed;
}

/* What the kind holds is in `to` from now on. */
static void replace(StripPacked *packed, PackedKind *kind, PackedKind to)
{
    *packed->held += kind_bytes(packed, &to) - kind_bytes(packed, kind);
    free(kind->memory);
    *kind = to;
}

void packed_free(StripPacked *packed)
{
    if (!packed)
        return;
    for (uint32_t kind = 0; kind < STRIP_KINDS; kind++)
        replace(packed, &packed->kinds[kind], (PackedKind){0});
    *packed->held -= sizeof *packed + MALLOC_BYTES + tag_bytes(packed->tag_room);
    *packed->held -= delta_list_bytes(packed);
    free(packed->tags);
    delta_list_free(&packed->deltas);
    free(packed);
}

uint32_t packed_count(const StripPacked *packed, uint32_t kind)
{
    return packed->kinds[kind].count;
}

/* -- values */

static uint32_t *values_of(const StripPacked *packed, const PackedKind *kind)
{
    size_t before = kind->form == FORM_BITS ? packed->units / 8u : 0;
    return (uint32_t *)(void *)((unsigned char *)kind->memory + before);
}

static uint16_t *units_of(const PackedKind *kind) /* of a list */
{
    return (uint16_t *)((uint32_t *)kind->memory + kind->room);
}

static uint64_t *bits_of(const PackedKind *kind)
{
    return kind->memory;
}

/* How many values lie there, free ones among them if it is all of them. */
static uint32_t stored(const StripPacked *packed, const PackedKind *kind)
{
    return !kind->memory ? 0 : kind->form >= FORM_DELTA ? packed->units : kind->count;
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
        const uint32_t *values = values_of(packed, &packed->kinds[k]);
        for (uint32_t i = 0; i < stored(packed, &packed->kinds[k]); i++)
            number_of[values[i] >> WHO_BITS] = 1;
    }
    for (uint32_t number = 1; number <= packed->tag_count; number++)
        if (number_of[number]) {
            packed->tags[count] = packed->tags[number - 1];
            number_of[number] = (uint8_t)++count;
        }
    number_of[0] = 0;
    for (uint32_t k = 0; k < STRIP_KINDS; k++) {
        uint32_t *values = values_of(packed, &packed->kinds[k]);
        for (uint32_t i = 0; i < stored(packed, &packed->kinds[k]); i++)
            values[i] = (values[i] & (uint32_t)WHO_MASK) |
                        (uint32_t)number_of[values[i] >> WHO_BITS] << WHO_BITS;
    }
    packed->tag_count = (uint8_t)count;
    packed->tag_last = 0;
}

static bool leave_deltas(StripPacked *packed);

/* 0: no memory or too many. */
static uint32_t tag_add(StripPacked *packed, Slot tag)
{
    if (packed->tag_count == TAGS_MOST && leave_deltas(packed))
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

/* Number `i` of those stored. */
static uint32_t value_stored(const StripPacked *packed, const PackedKind *kind, uint32_t i)
{
    return kind->form == FORM_DELTA ? delta_get(&packed->deltas, kind->memory, packed->units, i)
                                    : values_of(packed, kind)[i];
}

static inline Slot slot_of(const StripPacked *packed, uint32_t value)
{
    return value ? packed->tags[(value >> WHO_BITS) - 1] | (value & WHO_MASK) : 0;
}

/* -- slots */

/* The first of the list whose unit is `at` or later. */
static uint32_t list_position(const PackedKind *kind, uint32_t at)
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

/* How many units before `at` are taken. */
static uint32_t bits_position(const PackedKind *kind, uint32_t at)
{
    const uint64_t *bits = bits_of(kind);
    uint32_t count = 0;
    for (uint32_t i = 0; i < at / 64; i++)
        count += (uint32_t)__builtin_popcountll(bits[i]);
    return count + (uint32_t)__builtin_popcountll(bits[at / 64] & ~(UINT64_MAX << at % 64));
}

/* Where the unit's value is, or would have to be. */
static uint32_t position(const PackedKind *kind, uint32_t at)
{
    return kind->form == FORM_LIST   ? list_position(kind, at)
           : kind->form == FORM_BITS ? bits_position(kind, at)
                                     : at;
}

/* NULL: there is none, the unit is free. Not for differences. */
static uint32_t *value_at(const StripPacked *packed, const PackedKind *kind, uint32_t at)
{
    if (!kind->memory || (kind->form == FORM_BITS && !(bits_of(kind)[at / 64] >> at % 64 & 1)))
        return NULL;
    uint32_t i = position(kind, at);
    if (kind->form == FORM_LIST && (i == kind->count || units_of(kind)[i] != at))
        return NULL;
    return values_of(packed, kind) + i;
}

static bool is_delta(const PackedKind *kind)
{
    return kind->memory && kind->form == FORM_DELTA;
}

Slot packed_get(const StripPacked *packed, uint32_t kind, uint32_t at)
{
    if (is_delta(&packed->kinds[kind]))
        return slot_of(packed, value_stored(packed, &packed->kinds[kind], at));
    const uint32_t *value = value_at(packed, &packed->kinds[kind], at);
    return value ? slot_of(packed, *value) : 0;
}

void packed_fetch(const StripPacked *packed, uint32_t kind, uint32_t at)
{
    const PackedKind *of = &packed->kinds[kind];
    if (of->memory && of->form == FORM_ALL)
        __builtin_prefetch(values_of(packed, of) + at, 1);
}

void packed_read(const StripPacked *packed, uint32_t kind, uint32_t first, uint32_t count,
                 Slot *out)
{
    const PackedKind *from = &packed->kinds[kind];
    const uint32_t *values = values_of(packed, from), end = first + count;
    if (!from->memory || from->form == FORM_LIST)
        memset(out, 0, count * sizeof *out);
    if (!from->memory)
        return;
    uint32_t i = position(from, first);
    if (from->form == FORM_LIST)
        for (const uint16_t *units = units_of(from); i < from->count && units[i] < end; i++)
            out[units[i] - first] = slot_of(packed, values[i]);
    else if (from->form == FORM_BITS)
        for (uint32_t at = first; at < end; at++)
            out[at - first] =
                bits_of(from)[at / 64] >> at % 64 & 1 ? slot_of(packed, values[i++]) : 0;
    else if (from->form == FORM_DELTA)
        for (; i < end; i++)
            out[i - first] = slot_of(packed, value_stored(packed, from, i));
    else
        for (; i < end; i++)
            out[i - first] = slot_of(packed, values[i]);
}

/* False: there are too many differences, or no memory. */
static bool put_delta(StripPacked *packed, PackedKind *kind, uint32_t at, uint32_t value)
{
    const size_t before = delta_list_bytes(packed);
    bool put = delta_put(&packed->deltas, kind->memory, packed->units, at, value);
    *packed->held += delta_list_bytes(packed) - before;
    return put;
}

/* A unit behind all that are taken so far. False: as put_delta(). */
static bool append(StripPacked *packed, PackedKind *to, uint32_t at, uint32_t value)
{
    if (to->form == FORM_DELTA) {
        to->count++;
        return put_delta(packed, to, at, value);
    }
    if (to->form == FORM_LIST)
        units_of(to)[to->count] = (uint16_t)at;
    else if (to->form == FORM_BITS)
        bits_of(to)[at / 64] |= UINT64_C(1) << at % 64;
    values_of(packed, to)[to->form == FORM_ALL ? at : to->count] = value;
    to->count++;
    return true;
}

/* More room for a list or bits. */
static bool grow(StripPacked *packed, PackedKind *kind, uint32_t room)
{
    PackedKind to = {malloc(form_bytes(packed, kind->form, room)), kind->count, (uint16_t)room,
                     kind->form};
    if (!to.memory)
        return false;
    memcpy(values_of(packed, &to), values_of(packed, kind), kind->count * sizeof(uint32_t));
    if (kind->form == FORM_LIST)
        memcpy(units_of(&to), units_of(kind), kind->count * sizeof(uint16_t));
    else
        memcpy(bits_of(&to), bits_of(kind), packed->units / 8u);
    replace(packed, kind, to);
    return true;
}

static bool make_form(StripPacked *packed, PackedKind *kind, Form form, uint32_t room)
{
    if (kind->memory && kind->form == form && form <= FORM_BITS)
        return grow(packed, kind, room);
    PackedKind to = {calloc(1, form_bytes(packed, form, room)), 0, (uint16_t)room, form};
    uint32_t at = 0;
    bool ok = true;
    if (!to.memory)
        return false;
    for (uint32_t i = 0; ok && i < stored(packed, kind); i++, at++) {
        const uint32_t value = value_stored(packed, kind, i);
        if (kind->form == FORM_LIST)
            at = units_of(kind)[i];
        while (kind->form == FORM_BITS && !(bits_of(kind)[at / 64] >> at % 64 & 1))
            at++;
        ok = !value || append(packed, &to, at, value);
    }
    if (ok)
        replace(packed, kind, to);
    else
        free(to.memory);
    return ok;
}

/* The differences are too many. False: no memory. */
static bool leave_deltas(StripPacked *packed)
{
    bool ok = true;
    packed->small = false;
    for (uint32_t k = 0; k < STRIP_KINDS; k++)
        if (is_delta(&packed->kinds[k]))
            ok &= make_form(packed, &packed->kinds[k], FORM_ALL, packed->units);
    if (ok) {
        *packed->held -= delta_list_bytes(packed);
        delta_list_free(&packed->deltas);
    }
    return ok;
}

/* The form that takes least for so many. */
static Form form_for(const StripPacked *packed, uint32_t room)
{
    Form form = FORM_ALL;
    if (form_bytes(packed, FORM_BITS, room) < form_bytes(packed, form, room))
        form = FORM_BITS;
    if (form_bytes(packed, FORM_LIST, room) < form_bytes(packed, form, room))
        form = FORM_LIST;
    if (packed->small && delta_bytes(packed->units) < form_bytes(packed, form, room))
        form = FORM_DELTA;
    return form;
}

/* Room for one more. */
static bool make_room(StripPacked *packed, PackedKind *kind)
{
    if (kind->memory && (kind->form >= FORM_DELTA || kind->count < kind->room))
        return true;
    uint32_t room = kind->memory ? kind->room + kind->room / 8u + 4u : ROOM_LEAST;
    uint32_t most = room < packed->units ? room : packed->units;
    Form form = packed->sparse ? form_for(packed, room) : FORM_ALL;
    if (make_form(packed, kind, form, most))
        return true;
    return form == FORM_DELTA && leave_deltas(packed) &&
           make_form(packed, kind, form_for(packed, room), most);
}

/* False: no memory, too many tags or, for that form alone, too many differences. */
static bool fill_form(StripPacked *packed, PackedKind *kind, const Slot *slots, PackedKind to)
{
    bool ok = to.memory != NULL;
    for (uint32_t at = 0; ok && at < packed->units; at++) {
        const Slot tag = slots[at] & ~WHO_MASK;
        /* Numbers of tags don't change meanwhile. */
        ok = !slots[at] || ((packed->tag_count < TAGS_MOST || tag_find(packed, tag)) &&
                            append(packed, &to, at, value_of(packed, slots[at])));
    }
    if (ok)
        replace(packed, kind, to);
    else
        free(to.memory);
    return ok;
}

bool packed_fill(StripPacked *packed, uint32_t kind, const Slot *slots)
{
    uint32_t taken = 0;
    for (uint32_t at = 0; at < packed->units; at++)
        taken += slots[at] != 0;
    if (taken == 0)
        return true;
    const uint32_t room = taken + taken / 16 + 1;
    for (;;) {
        const Form form = packed->sparse ? form_for(packed, room) : FORM_ALL;
        const PackedKind to = {calloc(1, form_bytes(packed, form, room)), 0, (uint16_t)room, form};
        if (fill_form(packed, &packed->kinds[kind], slots, to))
            return true;
        if (form != FORM_DELTA || !leave_deltas(packed))
            return false;
    }
}

static void clear(StripPacked *packed, PackedKind *kind, uint32_t at)
{
    uint32_t *value = value_at(packed, kind, at);
    if (!value || !*value)
        return;
    if (--kind->count == 0) {
        replace(packed, kind, (PackedKind){0});
        return;
    }
    uint32_t i = (uint32_t)(value - values_of(packed, kind));
    if (kind->form == FORM_ALL) {
        *value = 0;
        return;
    }
    memmove(value, value + 1, (kind->count - i) * sizeof *value);
    if (kind->form == FORM_LIST)
        memmove(units_of(kind) + i, units_of(kind) + i + 1,
                (kind->count - i) * sizeof *units_of(kind));
    else
        bits_of(kind)[at / 64] &= ~(UINT64_C(1) << at % 64);
}

/* Its place among the others; there is room. */
static uint32_t *insert(const StripPacked *packed, PackedKind *kind, uint32_t at)
{
    uint32_t i = position(kind, at), *value = values_of(packed, kind) + i;
    if (kind->form == FORM_ALL)
        return value;
    memmove(value + 1, value, (kind->count - i) * sizeof *value);
    if (kind->form == FORM_BITS) {
        bits_of(kind)[at / 64] |= UINT64_C(1) << at % 64;
    } else {
        uint16_t *units = units_of(kind) + i;
        memmove(units + 1, units, (kind->count - i) * sizeof *units);
        *units = (uint16_t)at;
    }
    *value = 0;
    return value;
}

/* True: done. */
static bool put_difference(StripPacked *packed, PackedKind *to, uint32_t at, uint32_t number)
{
    const bool was = value_stored(packed, to, at) != 0;
    if (!put_delta(packed, to, at, number))
        return false;
    to->count = (uint16_t)(to->count + (number != 0) - was);
    if (to->count == 0)
        replace(packed, to, (PackedKind){0});
    return true;
}

bool packed_put(StripPacked *packed, uint32_t kind, uint32_t at, Slot slot)
{
    PackedKind *to = &packed->kinds[kind];
    if (is_delta(to)) {
        uint32_t value = slot ? value_of(packed, slot) : 0;
        if (slot && !value)
            return false;
        if (is_delta(to) && put_difference(packed, to, at, value))
            return true;
        if (is_delta(to) && !leave_deltas(packed))
            return false;
    }
    if (!slot) {
        clear(packed, to, at);
        return true;
    }
    uint32_t number = value_of(packed, slot);
    uint32_t *value = value_at(packed, to, at);
    if (!number || (!value && !make_room(packed, to)))
        return false;
    if (is_delta(to)) /* now */
        return packed_put(packed, kind, at, slot);
    if (!value)
        value = insert(packed, to, at);
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
    if (!value || (!to->memory && !make_room(packed, to)) || to->form != FORM_ALL)
        return false;
    uint32_t *values = values_of(packed, to) + first;
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

uint32_t packed_put_lanes(StripPacked *packed, uint32_t kind, uint32_t lanes,
                          const uint32_t units[32], Slot slot)
{
    PackedKind *to = &packed->kinds[kind];
    const uint32_t value = (slot & WHO_MASK) + 32 > WHO_MASK ? 0 : value_of(packed, slot);
    uint32_t left = 0, taken = 0;
    if (!value || (!to->memory && !make_room(packed, to)) || to->form != FORM_ALL)
        return lanes;
    uint32_t *values = values_of(packed, to);
    for (uint32_t rest = lanes; rest; rest &= rest - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(rest), before = values[units[lane]];
        const bool other = before && before != value + lane;
        taken += before == 0;
        left |= (uint32_t)other << lane;
        values[units[lane]] = other ? before : value + lane;
    }
    to->count = (uint16_t)(to->count + taken);
    return left;
}

bool packed_push(StripPacked *packed, uint32_t at, uint32_t kinds)
{
    for (uint32_t k = 0; k < kinds; k++)
        if (!packed->kinds[k].memory || packed->kinds[k].form != FORM_ALL)
            return false;
    for (uint32_t k = kinds - 1; k > 0; k--) {
        const uint32_t older = values_of(packed, &packed->kinds[k - 1])[at];
        uint32_t *value = &values_of(packed, &packed->kinds[k])[at];
        if (!older)
            continue;
        packed->kinds[k].count += *value == 0;
        *value = older;
    }
    return true;
}

void packed_forget(StripPacked *packed, uint32_t kind)
{
    replace(packed, &packed->kinds[kind], (PackedKind){0});
}

void packed_trim(StripPacked *packed)
{
    packed->sparse = true;
    for (uint32_t k = 0; k < STRIP_KINDS; k++) {
        PackedKind *kind = &packed->kinds[k];
        uint32_t room = kind->count + kind->count / 16u + 1u;
        Form form = form_for(packed, room);
        if (kind->memory && kind->form == FORM_ALL && form != FORM_ALL)
            make_form(packed, kind, form, room);
    }
}
