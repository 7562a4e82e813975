/* mbarrier objects: expected arrivals, pending arrivals, pending bytes, phase in 64 bits. */
#include "sim/engine/mbarrier.h"

#include "sim/observer.h"

enum {
    PENDING_AT = SIM_MBARRIER_PENDING_AT,
    BYTES_AT = PENDING_AT + SIM_MBARRIER_COUNT_BITS,
    PHASE_AT = SIM_MBARRIER_PHASE_AT
};

typedef struct Parts {
    uint32_t expected, pending;
    int32_t bytes;
    uint32_t phase;
} Parts;

static Parts take_apart(uint64_t object)
{
    int64_t bytes = (int64_t)(object << 1) >> (BYTES_AT + 1); /* bits 40 to 62, signed */
    return (Parts){(uint32_t)object & MBARRIER_COUNT_MAX,
                   (uint32_t)(object >> PENDING_AT) & MBARRIER_COUNT_MAX, (int32_t)bytes,
                   (uint32_t)(object >> PHASE_AT)};
}

static uint64_t put_together(Parts parts)
{
    uint64_t bytes = (uint64_t)(int64_t)parts.bytes & ((UINT64_C(1) << 23) - 1);
    return (uint64_t)parts.phase << PHASE_AT | bytes << BYTES_AT |
           (uint64_t)parts.pending << PENDING_AT | parts.expected;
}

/* A phase ends when nobody and nothing is pending; the next one begins at once. */
static uint64_t settle(Parts parts)
{
    if (parts.pending == 0 && parts.bytes == 0) {
        parts.phase ^= 1;
        parts.pending = parts.expected;
    }
    return put_together(parts);
}

uint64_t mbarrier_init(uint32_t count)
{
    return put_together((Parts){count, count, 0, 0});
}

uint64_t mbarrier_arrive(uint64_t object, uint32_t count, bool drop, bool *ok)
{
    Parts parts = take_apart(object);
    *ok = count <= parts.pending && (!drop || count <= parts.expected);
    if (!*ok)
        return object;
    parts.pending -= count;
    parts.expected -= drop ? count : 0;
    return settle(parts);
}

static uint64_t change_bytes(uint64_t object, int64_t by, bool *ok)
{
    Parts parts = take_apart(object);
    int64_t bytes = parts.bytes + by;
    *ok = bytes >= -MBARRIER_COUNT_MAX && bytes <= MBARRIER_COUNT_MAX;
    if (!*ok)
        return object;
    parts.bytes = (int32_t)bytes;
    return by > 0 ? put_together(parts) : settle(parts);
}

uint64_t mbarrier_expect(uint64_t object, uint32_t bytes, bool *ok)
{
    return change_bytes(object, bytes, ok);
}

uint64_t mbarrier_complete(uint64_t object, uint32_t bytes, bool *ok)
{
    return change_bytes(object, -(int64_t)bytes, ok);
}

uint64_t mbarrier_raise(uint64_t object, bool *ok)
{
    Parts parts = take_apart(object);
    *ok = parts.pending < MBARRIER_COUNT_MAX;
    parts.pending += *ok;
    return put_together(parts);
}

bool mbarrier_passed(uint64_t object, uint64_t state)
{
    return take_apart(object).phase != take_apart(state).phase;
}

bool mbarrier_passed_parity(uint64_t object, uint32_t parity)
{
    return take_apart(object).phase != (parity & 1);
}

uint32_t mbarrier_pending(uint64_t state)
{
    return take_apart(state).pending;
}

uint32_t mbarrier_expected(uint64_t object)
{
    return take_apart(object).expected;
}

int32_t mbarrier_bytes(uint64_t object)
{
    return take_apart(object).bytes;
}
