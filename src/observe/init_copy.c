/* Copies of memory that nothing wrote: what is missing, and taking that along. */
#include <string.h>

#include "observe/init_state.h"

static bool is_set(const Known *known, uint64_t at)
{
    return known->bits[at / 8] >> at % 8 & 1;
}

/* The first byte from `at` on that is set, or is not; `end`: none. */
static uint64_t next(const Known *known, uint64_t at, uint64_t end, bool set)
{
    const uint64_t skipped = set ? 0 : UINT64_MAX;
    while (at < end) {
        uint64_t eight;
        if (at % 8 == 0 && end - at >= 64) {
            memcpy(&eight, known->bits + at / 8, sizeof eight);
            if (eight == skipped) {
                at += 64;
                continue;
            }
        }
        if (is_set(known, at) == set)
            return at;
        at++;
    }
    return end;
}

static void note(InitGaps *gaps, uint64_t address, uint64_t size)
{
    gaps->missing += size;
    if (gaps->count++ == 0) {
        gaps->first = address;
        gaps->length = size;
    } else if (gaps->count == 2) {
        gaps->apart = address - gaps->last;
        gaps->uneven = size != gaps->length;
    } else {
        gaps->uneven |= size != gaps->length || address - gaps->last != gaps->apart;
    }
    gaps->last = address;
}

/* The part of a range that lies in one watched allocation; NULL: nothing does, or all is known. */
static const Known *part(Init *init, uint64_t address, uint64_t size, uint64_t *from, uint64_t *to)
{
    const Known *known = init_known(init, address);
    if (!known || known->all)
        return NULL;
    *from = address - known->start;
    *to = size < known->size - *from ? *from + size : known->size;
    return known;
}

void init_gaps(Init *init, uint64_t address, uint64_t size, InitGaps *gaps)
{
    uint64_t at, end;
    const Known *known = part(init, address, size, &at, &end);
    gaps->bytes += size;
    while (known && (at = next(known, at, end, false)) < end) {
        uint64_t over = next(known, at, end, true);
        note(gaps, known->start + at, over - at);
        at = over;
    }
}

static void forget(Known *known, uint64_t from, uint64_t to)
{
    if (known->all) {
        memset(known->bits, 0xFF, known->size / 8 + 1);
        known->all = false;
        known->missing = 0;
    }
    for (uint64_t at = from; at < to && at < known->size; at++) {
        known->missing += is_set(known, at);
        known->bits[at / 8] &= (unsigned char)~(1u << at % 8);
    }
}

void init_copied(Init *init, uint64_t to, uint64_t from, uint64_t size)
{
    uint64_t at, end;
    const Known *source = part(init, from, size, &at, &end);
    Known *target = source ? init_known(init, to) : NULL;
    if (!target || target == source)
        return; /* within one allocation they may overlap */
    const uint64_t begin = at;
    while ((at = next(source, at, end, false)) < end) {
        uint64_t over = next(source, at, end, true);
        uint64_t offset = to - target->start + (at - begin);
        forget(target, offset, offset + (over - at));
        at = over;
    }
}
