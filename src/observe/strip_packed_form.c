/* Forms of packed slots: which takes least, how one becomes another; tags, of which there are few.
 */
#include "observe/strip_packed_form.h"

#include <stdlib.h>
#include <string.h>

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

size_t form_delta_list_bytes(const StripPacked *packed)
{
    const DeltaList *list = &packed->deltas;
    return list->room ? list->room * sizeof *list->deltas + MALLOC_BYTES : 0;
}

size_t form_tag_bytes(uint32_t room)
{
    return room ? room * sizeof(Slot) + MALLOC_BYTES : 0;
}

void form_replace(StripPacked *packed, PackedKind *kind, PackedKind to)
{
    *packed->held += kind_bytes(packed, &to) - kind_bytes(packed, kind);
    free(kind->memory);
    *kind = to;
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

uint32_t form_add_tag(StripPacked *packed, Slot tag)
{
    if (packed->tag_count == TAGS_MOST && form_leave_deltas(packed))
        tags_sweep(packed);
    if (packed->tag_count == TAGS_MOST)
        return 0;
    if (packed->tag_count == packed->tag_room) {
        uint16_t room = packed->tag_room ? (uint16_t)(packed->tag_room * 2) : TAGS_LEAST;
        Slot *tags = realloc(packed->tags, room * sizeof *tags);
        if (!tags)
            return 0;
        *packed->held += form_tag_bytes(room) - form_tag_bytes(packed->tag_room);
        packed->tags = tags;
        packed->tag_room = room;
    }
    packed->tags[packed->tag_count++] = tag;
    return packed->tag_last = packed->tag_count;
}

bool form_put_delta(StripPacked *packed, PackedKind *kind, uint32_t at, uint32_t value)
{
    const size_t before = form_delta_list_bytes(packed);
    bool put = delta_put(&packed->deltas, kind->memory, packed->units, at, value);
    *packed->held += form_delta_list_bytes(packed) - before;
    return put;
}

/* A unit behind all that are taken so far. False: as form_put_delta(). */
static bool append(StripPacked *packed, PackedKind *to, uint32_t at, uint32_t value)
{
    if (to->form == FORM_DELTA) {
        to->count++;
        return form_put_delta(packed, to, at, value);
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
    form_replace(packed, kind, to);
    return true;
}

/* What a list or bits hold becomes bits, or all values. */
static void spread(const StripPacked *packed, const PackedKind *kind, PackedKind *to)
{
    const uint32_t *from = values_of(packed, kind);
    const uint64_t *bits = kind->form == FORM_BITS ? bits_of(kind) : NULL;
    uint32_t *values = values_of(packed, to), next = 0;
    for (uint32_t i = 0; !bits && i < kind->count; i++) {
        const uint32_t at = units_of(kind)[i];
        if (to->form == FORM_BITS)
            bits_of(to)[at / 64] |= UINT64_C(1) << at % 64;
        values[to->form == FORM_BITS ? i : at] = from[i];
    }
    for (uint32_t at = 0; bits && at < packed->units; at += 64)
        for (uint64_t left = bits[at / 64]; left; left &= left - 1)
            values[at + (uint32_t)__builtin_ctzll(left)] = from[next++];
    to->count = kind->count;
}

static bool takes_in_order(const PackedKind *kind, Form form)
{
    return kind->memory && ((kind->form == FORM_LIST && (form == FORM_BITS || form == FORM_ALL)) ||
                            (kind->form == FORM_BITS && form == FORM_ALL));
}

/* The same for any two forms. False: no memory, or too many differences. */
static bool append_all(StripPacked *packed, const PackedKind *kind, PackedKind *to)
{
    uint32_t at = 0;
    bool ok = true;
    for (uint32_t i = 0; ok && i < stored(packed, kind); i++, at++) {
        const uint32_t value = value_stored(packed, kind, i);
        if (kind->form == FORM_LIST)
            at = units_of(kind)[i];
        while (kind->form == FORM_BITS && !(bits_of(kind)[at / 64] >> at % 64 & 1))
            at++;
        ok = !value || append(packed, to, at, value);
    }
    return ok;
}

bool form_make(StripPacked *packed, PackedKind *kind, Form form, uint32_t room)
{
    if (kind->memory && kind->form == form && form <= FORM_BITS)
        return grow(packed, kind, room);
    PackedKind to = {calloc(1, form_bytes(packed, form, room)), 0, (uint16_t)room, form};
    bool ok = true;
    if (!to.memory)
        return false;
    if (takes_in_order(kind, form))
        spread(packed, kind, &to);
    else
        ok = append_all(packed, kind, &to);
    if (ok)
        form_replace(packed, kind, to);
    else
        free(to.memory);
    return ok;
}

bool form_leave_deltas(StripPacked *packed)
{
    bool ok = true;
    packed->small = false;
    for (uint32_t k = 0; k < STRIP_KINDS; k++)
        if (is_delta(&packed->kinds[k]))
            ok &= form_make(packed, &packed->kinds[k], FORM_ALL, packed->units);
    if (ok) {
        *packed->held -= form_delta_list_bytes(packed);
        delta_list_free(&packed->deltas);
    }
    return ok;
}

Form form_choose(const StripPacked *packed, uint32_t room)
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

bool form_make_room(StripPacked *packed, PackedKind *kind)
{
    if (kind->memory && (kind->form >= FORM_DELTA || kind->count < kind->room))
        return true;
    const bool first = kind == packed->kinds, few = !first && kind->count < packed->units / FEW;
    uint32_t more = packed->sparse ? kind->room / 8u + 4u : kind->room;
    uint32_t room = kind->memory ? kind->room + more : ROOM_LEAST;
    uint32_t most = room < packed->units ? room : packed->units;
    Form form = packed->sparse || few ? form_choose(packed, room) : FORM_ALL;
    if (form == FORM_BITS && !packed->small && room > packed->units / 8 * MANY)
        form = FORM_ALL; /* room for one more among so many takes long to make */
    if (form_make(packed, kind, form, most))
        return true;
    return form == FORM_DELTA && form_leave_deltas(packed) &&
           form_make(packed, kind, form_choose(packed, room), most);
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
        form_replace(packed, kind, to);
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
        const Form form = packed->sparse ? form_choose(packed, room) : FORM_ALL;
        const PackedKind to = {calloc(1, form_bytes(packed, form, room)), 0, (uint16_t)room, form};
        if (fill_form(packed, &packed->kinds[kind], slots, to))
            return true;
        if (form != FORM_DELTA || !form_leave_deltas(packed))
            return false;
    }
}
