/* Packed slots: a list of units and their values, a bit for each unit and the values of those whose
 * bit is set, or a value for each unit. */
#include "observe/strip_packed.h"

#include <stdlib.h>
#include <string.h>

#include "observe/strip_packed_form.h"

StripPacked *packed_new(uint32_t units, bool sparse, bool small, size_t *held)
{
    StripPacked *packed = calloc(1, sizeof *packed);
    if (packed) {
        packed->units = (uint16_t)units;
        packed->sparse = sparse;
        packed->small = packed->fine = small;
        packed->held = held;
        *held += sizeof *packed + MALLOC_BYTES;
    }
    return packed;
}

void packed_free(StripPacked *packed)
{
    if (!packed)
        return;
    for (uint32_t kind = 0; kind < STRIP_KINDS; kind++)
        form_replace(packed, &packed->kinds[kind], (PackedKind){0});
    *packed->held -= sizeof *packed + MALLOC_BYTES + form_tag_bytes(packed->tag_room);
    *packed->held -= form_delta_list_bytes(packed);
    free(packed->tags);
    delta_list_free(&packed->deltas);
    free(packed);
}

uint32_t packed_count(const StripPacked *packed, uint32_t kind)
{
    return packed->kinds[kind].count;
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

void packed_fetch_lanes(StripPacked *const packed[32], uint32_t lanes, const uint32_t units[32])
{
    for (uint32_t rest = lanes; rest; rest &= rest - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(rest);
        __builtin_prefetch(packed[lane]->tags);
        packed_fetch(packed[lane], 0, units[lane]);
        packed_fetch(packed[lane], 1, units[lane]);
    }
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

static void clear(StripPacked *packed, PackedKind *kind, uint32_t at)
{
    uint32_t *value = value_at(packed, kind, at);
    if (!value || !*value)
        return;
    if (--kind->count == 0) {
        form_replace(packed, kind, (PackedKind){0});
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
    if (!form_put_delta(packed, to, at, number))
        return false;
    to->count = (uint16_t)(to->count + (number != 0) - was);
    if (to->count == 0)
        form_replace(packed, to, (PackedKind){0});
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
        if (is_delta(to) && !form_leave_deltas(packed))
            return false;
    }
    if (!slot) {
        clear(packed, to, at);
        return true;
    }
    uint32_t number = value_of(packed, slot);
    uint32_t *value = value_at(packed, to, at);
    if (!number || (!value && !form_make_room(packed, to)))
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
    if (!value || (!to->memory && !form_make_room(packed, to)) || to->form != FORM_ALL)
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
    if (!value || (!to->memory && !form_make_room(packed, to)) || to->form != FORM_ALL)
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

static bool is_all(const PackedKind *kind)
{
    return kind->memory && kind->form == FORM_ALL;
}

/* Whether the unit's slots of this kind and the next one's lie so that one can become the other. */
static bool can_push(const StripPacked *packed, uint32_t kind, uint32_t at)
{
    const PackedKind *from = &packed->kinds[kind];
    return !from->memory ||
           (is_all(from) && (!values_of(packed, from)[at] || is_all(&packed->kinds[kind + 1])));
}

bool packed_push(StripPacked *packed, uint32_t at, uint32_t kinds)
{
    for (uint32_t k = 0; k + 1 < kinds; k++)
        if (!can_push(packed, k, at))
            return false;
    for (uint32_t k = kinds - 1; k > 0; k--) {
        const PackedKind *from = &packed->kinds[k - 1];
        const uint32_t older = from->memory ? values_of(packed, from)[at] : 0;
        if (!older)
            continue;
        uint32_t *value = &values_of(packed, &packed->kinds[k])[at];
        packed->kinds[k].count += *value == 0;
        *value = older;
    }
    return true;
}

bool packed_update(StripPacked *packed, uint32_t at, uint32_t kinds, Slot slot, Slot again)
{
    PackedKind *first = &packed->kinds[0];
    const PackedKind *second = &packed->kinds[1];
    if (!is_all(first) || is_delta(second))
        return false;
    const uint32_t number = value_of(packed, slot);
    uint32_t *value = &values_of(packed, first)[at];
    if (!number)
        return false;
    if (*value && *value != number) {
        const uint32_t *before = value_at(packed, second, at);
        const bool none = !before || !*before;
        const Slot last = slot_of(packed, *value);
        const bool often = !none && slot_of(packed, *before) & last & again;
        if (!often && !packed_push(packed, at, kinds) && !(none && packed_put(packed, 1, at, last)))
            return false;
    }
    first->count += *value == 0;
    *value = number;
    return true;
}

/* The usual cases of packed_update(): the unit was written by nobody, by one or again and again. */
static inline bool update_usual(StripPacked *packed, uint32_t at, Slot slot, Slot again)
{
    PackedKind *first = &packed->kinds[0], *second = &packed->kinds[1];
    const uint32_t tag = is_all(first) ? tag_find(packed, slot & ~WHO_MASK) : 0;
    const uint32_t number = tag << WHO_BITS | (uint32_t)(slot & WHO_MASK);
    if (!tag)
        return false;
    uint32_t *value = &values_of(packed, first)[at];
    if (*value && *value != number) {
        uint32_t *before = is_all(second) ? &values_of(packed, second)[at] : NULL;
        if (!before || (*before && !(slot_of(packed, *before) & slot_of(packed, *value) & again)))
            return false;
        second->count += *before == 0;
        *before = *before ? *before : *value;
    }
    first->count += *value == 0;
    *value = number;
    return true;
}

uint32_t packed_update_lanes(StripPacked *const packed[32], uint32_t lanes,
                             const uint32_t units[32], uint32_t kinds, Slot slot, Slot again)
{
    uint32_t left = 0;
    for (uint32_t rest = lanes; rest; rest &= rest - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(rest);
        if (!update_usual(packed[lane], units[lane], slot + lane, again) &&
            !packed_update(packed[lane], units[lane], kinds, slot + lane, again))
            left |= UINT32_C(1) << lane;
    }
    return left;
}

void packed_forget(StripPacked *packed, uint32_t kind)
{
    form_replace(packed, &packed->kinds[kind], (PackedKind){0});
}

void packed_trim(StripPacked *packed)
{
    bool deltas = false;
    packed->sparse = true;
    packed->small = packed->fine; /* what differed much on its way may not do so any more */
    for (uint32_t k = 0; k < STRIP_KINDS; k++) {
        PackedKind *kind = &packed->kinds[k];
        uint32_t room = kind->count + kind->count / 16u + 1u;
        Form form = form_choose(packed, room);
        if (kind->memory && kind->form == FORM_ALL && form != FORM_ALL)
            form_make(packed, kind, form, room);
        deltas |= is_delta(kind);
    }
    if (packed->small && !deltas)
        form_leave_deltas(packed);
}
