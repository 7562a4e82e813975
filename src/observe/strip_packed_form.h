/* What the files of strip_packed.h share: how a page's slots lie in memory. */
#ifndef CULAB_OBSERVE_STRIP_PACKED_FORM_H
#define CULAB_OBSERVE_STRIP_PACKED_FORM_H

#include "observe/strip_delta.h"
#include "observe/strip_packed.h"

enum {
    WHO_BITS = 24,   /* of a value; its tag's number is above */
    TAGS_LEAST = 3,  /* what the least allocation has room for */
    TAGS_MOST = 255, /* 0: a free slot */
    ROOM_LEAST = 4,
    MANY = 2, /* of eight units as many: most are expected to be taken sooner or later */
    FEW = 16, /* of all units one or less: a list of them, of kinds that mostly are for few */
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
    bool sparse : 1, fine : 1; /* fine: units are smaller than words */
    bool small : 1;            /* fine, and neighbours may be told by their differences */
    DeltaList deltas;
    size_t *held;
    PackedKind kinds[STRIP_KINDS];
};

static inline uint32_t *values_of(const StripPacked *packed, const PackedKind *kind)
{
    size_t before = kind->form == FORM_BITS ? packed->units / 8u : 0;
    return (uint32_t *)(void *)((unsigned char *)kind->memory + before);
}

static inline uint16_t *units_of(const PackedKind *kind) /* of a list */
{
    return (uint16_t *)((uint32_t *)kind->memory + kind->room);
}

static inline uint64_t *bits_of(const PackedKind *kind)
{
    return kind->memory;
}

/* How many values lie there, free ones among them if it is all of them. */
static inline uint32_t stored(const StripPacked *packed, const PackedKind *kind)
{
    return !kind->memory ? 0 : kind->form >= FORM_DELTA ? packed->units : kind->count;
}

/* -- strip_packed_form.c */
/* Bytes of what the whole page holds, beside its kinds. */
size_t form_tag_bytes(uint32_t room);
size_t form_delta_list_bytes(const StripPacked *packed);
/* What the kind holds is in `to` from now on. */
void form_replace(StripPacked *packed, PackedKind *kind, PackedKind to);
/* Gives the kind another form, or more room. False: no memory, or too many differences. */
bool form_make(StripPacked *packed, PackedKind *kind, Form form, uint32_t room);
/* The form that takes least for so many. */
Form form_choose(const StripPacked *packed, uint32_t room);
/* Room for one more. */
bool form_make_room(StripPacked *packed, PackedKind *kind);
/* False: there are too many differences, or no memory. */
bool form_put_delta(StripPacked *packed, PackedKind *kind, uint32_t at, uint32_t value);
/* The differences are too many. False: no memory. */
bool form_leave_deltas(StripPacked *packed);
/* 0: no memory or too many. */
uint32_t form_add_tag(StripPacked *packed, Slot tag);

static inline uint32_t tag_find(StripPacked *packed, Slot tag)
{
    if (packed->tag_last && packed->tags[packed->tag_last - 1] == tag)
        return packed->tag_last;
    for (uint32_t number = packed->tag_count; number > 0; number--)
        if (packed->tags[number - 1] == tag)
            return packed->tag_last = (uint8_t)number;
    return 0;
}

/* 0: it can't be said. */
static inline uint32_t value_of(StripPacked *packed, Slot slot)
{
    uint32_t number = tag_find(packed, slot & ~WHO_MASK);
    if (!number)
        number = form_add_tag(packed, slot & ~WHO_MASK);
    return number ? number << WHO_BITS | (uint32_t)(slot & WHO_MASK) : 0;
}

/* Number `i` of those stored. */
static inline uint32_t value_stored(const StripPacked *packed, const PackedKind *kind, uint32_t i)
{
    return kind->form == FORM_DELTA ? delta_get(&packed->deltas, kind->memory, packed->units, i)
                                    : values_of(packed, kind)[i];
}

static inline Slot slot_of(const StripPacked *packed, uint32_t value)
{
    return value ? packed->tags[(value >> WHO_BITS) - 1] | (value & WHO_MASK) : 0;
}

/* The first of the list whose unit is `at` or later. */
static inline uint32_t list_position(const PackedKind *kind, uint32_t at)
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
static inline uint32_t bits_position(const PackedKind *kind, uint32_t at)
{
    const uint64_t *bits = bits_of(kind);
    uint32_t count = 0;
    for (uint32_t i = 0; i < at / 64; i++)
        count += (uint32_t)__builtin_popcountll(bits[i]);
    return count + (uint32_t)__builtin_popcountll(bits[at / 64] & ~(UINT64_MAX << at % 64));
}

/* Where the unit's value is, or would have to be. */
static inline uint32_t position(const PackedKind *kind, uint32_t at)
{
    return kind->form == FORM_LIST   ? list_position(kind, at)
           : kind->form == FORM_BITS ? bits_position(kind, at)
                                     : at;
}

/* NULL: there is none, the unit is free. Not for differences. */
static inline uint32_t *value_at(const StripPacked *packed, const PackedKind *kind, uint32_t at)
{
    if (!kind->memory || (kind->form == FORM_BITS && !(bits_of(kind)[at / 64] >> at % 64 & 1)))
        return NULL;
    uint32_t i = position(kind, at);
    if (kind->form == FORM_LIST && (i == kind->count || units_of(kind)[i] != at))
        return NULL;
    return values_of(packed, kind) + i;
}

static inline bool is_delta(const PackedKind *kind)
{
    return kind->memory && kind->form == FORM_DELTA;
}

#endif
