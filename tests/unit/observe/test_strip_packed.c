/* Packed slots are what was put there, dense or sparse, whatever their tags. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "observe/strip_packed.h"

enum { UNITS = 512, STEPS = 20000 };

static uint32_t state_of_chance;
static Slot slots[STRIP_KINDS][UNITS];

static uint32_t chance(uint32_t below)
{
    state_of_chance = state_of_chance * 1664525 + 1013904223;
    return (uint32_t)((uint64_t)(state_of_chance >> 8) * below >> 24);
}

static Slot random_slot(uint32_t tags)
{
    return chance(3) ? slot_make(slot_own_bits(1 + chance(tags)), 1 + chance(1 << 24) * 7, 2) : 0;
}

static void compare(const StripPacked *packed)
{
    Slot read[UNITS];
    for (uint32_t kind = 0; kind < STRIP_KINDS; kind++) {
        uint32_t first = chance(UNITS), count = 1 + chance(UNITS - first), taken = 0;
        packed_read(packed, kind, first, count, read);
        assert_memory_equal(read, &slots[kind][first], count * sizeof *read);
        for (uint32_t i = 0; i < UNITS; i++) {
            assert_true(packed_get(packed, kind, i) == slots[kind][i]);
            taken += slots[kind][i] != 0;
        }
        assert_int_equal(packed_count(packed, kind), taken);
    }
}

/* Slots [at, at + count) or none of them. */
static void put_run(StripPacked *packed, uint32_t kind, uint32_t at, uint32_t count)
{
    Slot slot = slot_make(slot_own_bits(1 + chance(3)), 1 + chance(1 << 23), 2);
    uint32_t step = chance(2);
    if (packed_put_run(packed, kind, at, count, slot, step))
        for (uint32_t i = 0; i < count; i++)
            slots[kind][at + i] = slot + i * step;
}

static void play(bool sparse, bool small, uint32_t tags, uint32_t near)
{
    size_t held = 0;
    uint32_t refused = 0;
    memset(slots, 0, sizeof slots);
    StripPacked *packed = packed_new(UNITS, sparse, small, &held);
    for (uint32_t step = 0; step < STEPS; step++) {
        uint32_t kind = chance(STRIP_KINDS), at = chance(near);
        Slot slot = random_slot(tags);
        if (chance(10) == 0)
            put_run(packed, kind, at, 1 + chance(near - at));
        else if (packed_put(packed, kind, at, slot))
            slots[kind][at] = slot;
        else
            refused++;
        if (step % 500 == 0) {
            compare(packed);
            if (chance(4) == 0)
                packed_trim(packed);
        }
    }
    compare(packed);
    assert_true(tags * 128 * STRIP_KINDS < 255 ? refused == 0 : true);
    packed_free(packed);
    assert_int_equal(held, 0);
}

static void holds_what_was_put(void **state)
{
    (void)state;
    state_of_chance = 1;
    play(false, false, 1, UNITS);
    play(true, false, 1, UNITS);
    play(true, false, 1, 40);
    play(false, false, 1000, UNITS);
    play(true, false, 20, UNITS);
    play(true, true, 20, UNITS);
}

static void few_take_little(void **state)
{
    (void)state;
    size_t held = 0;
    StripPacked *packed = packed_new(UNITS, true, false, &held);
    const size_t empty = held;
    for (uint32_t i = 0; i < UNITS; i += 16)
        assert_true(packed_put(packed, 0, i, slot_make(slot_own_bits(5), i + 1, 2)));
    assert_true(held - empty <= 32 * 12);
    for (uint32_t i = 0; i < UNITS; i += 16)
        assert_true(packed_put(packed, 0, i, 0));
    assert_true(held - empty <= 64); /* the tags */
    packed_free(packed);
}

/* As threads that touch bytes 33 apart leave them, around and around; in an order that isn't that
 * of the bytes, and read while it goes on. */
static void steps_take_little(void **state)
{
    (void)state;
    size_t held = 0;
    const uint32_t all = 1 << 22;
    StripPacked *packed = packed_new(UNITS, true, true, &held);
    memset(slots, 0, sizeof slots);
    state_of_chance = 7;
    for (uint32_t n = 0; n < UNITS; n++) {
        uint32_t at = n * 33 % UNITS, who = 1 + (uint32_t)((uint64_t)at * 254201 % all);
        for (uint32_t kind = 0; kind < 2; kind++) {
            slots[kind][at] = slot_make(slot_own_bits(9 + kind), who, 0);
            assert_true(packed_put(packed, kind, at, slots[kind][at]));
        }
        if (n % 64 == 0)
            compare(packed);
    }
    compare(packed);
    assert_true(held < 2 * UNITS * 2);
    for (uint32_t n = 0; n < 2000; n++) { /* taken out and put back */
        uint32_t at = chance(UNITS), kind = chance(2);
        slots[kind][at] = slots[kind][at] ? 0 : slot_make(slot_own_bits(9), at + 1, 0);
        assert_true(packed_put(packed, kind, at, slots[kind][at]));
    }
    compare(packed);
    packed_free(packed);
    assert_int_equal(held, 0);
}

/* More threads' high bits and places than there are numbers for. */
static void refuses_too_many_tags(void **state)
{
    (void)state;
    size_t held = 0;
    StripPacked *packed = packed_new(UNITS, false, false, &held);
    for (uint32_t i = 0; i < 255; i++)
        assert_true(packed_put(packed, 0, i, slot_make(slot_own_bits(i), 1, 2)));
    assert_false(packed_put(packed, 0, 300, slot_make(slot_own_bits(300), 1, 2)));
    assert_true(packed_get(packed, 0, 300) == 0);
    assert_true(packed_put(packed, 0, 0, 0)); /* one is free again */
    assert_true(packed_put(packed, 0, 300, slot_make(slot_own_bits(300), 1, 2)));
    assert_true(packed_get(packed, 0, 254) == slot_make(slot_own_bits(254), 1, 2));
    packed_free(packed);
}

/* The same units in two pages, of which one is updated by all lanes at once. */
static void updates_by_lanes(bool sparse, uint32_t near)
{
    const Slot again = slot_own_bits(1 << 20);
    size_t held[2] = {0, 0};
    StripPacked *one = packed_new(UNITS, sparse, false, &held[0]), *all[32];
    StripPacked *other = packed_new(UNITS, sparse, false, &held[1]);
    uint32_t units[32], put = 0;
    for (uint32_t lane = 0; lane < 32; lane++)
        all[lane] = other;
    for (uint32_t step = 0; step < 2000; step++) {
        const uint32_t own = chance(3) | (chance(4) ? 1 << 20 : 0), lanes = chance(1 << 24) << 8;
        const Slot slot = slot_make(slot_own_bits(own), 1 + chance(1 << 20) * 16, 2);
        uint32_t left = 0;
        for (uint32_t lane = 0; lane < 32; lane++)
            units[lane] = chance(near);
        packed_fetch_lanes(all, lanes, units);
        for (uint32_t rest = lanes; rest; rest &= rest - 1) {
            const uint32_t lane = (uint32_t)__builtin_ctz(rest);
            const bool done = packed_update(one, units[lane], STRIP_KINDS, slot + lane, again);
            left |= (uint32_t)!done << lane;
        }
        assert_int_equal(packed_update_lanes(all, lanes, units, STRIP_KINDS, slot, again), left);
        put += (uint32_t)__builtin_popcount(lanes & ~left);
        for (uint32_t rest = left; rest; rest &= rest - 1) {
            const uint32_t lane = (uint32_t)__builtin_ctz(rest);
            packed_put(one, 0, units[lane], slot + lane);
            packed_put(other, 0, units[lane], slot + lane);
        }
        for (uint32_t kind = 0; kind < STRIP_KINDS; kind++) {
            assert_int_equal(packed_count(one, kind), packed_count(other, kind));
            for (uint32_t at = 0; at < near; at++)
                assert_true(packed_get(one, kind, at) == packed_get(other, kind, at));
        }
    }
    assert_true(put > 10000);
    packed_free(one);
    packed_free(other);
}

static void lanes_update_as_one_after_the_other(void **state)
{
    (void)state;
    updates_by_lanes(false, UNITS);
    updates_by_lanes(false, 40);
    updates_by_lanes(true, UNITS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(holds_what_was_put), cmocka_unit_test(few_take_little),
        cmocka_unit_test(steps_take_little), cmocka_unit_test(refuses_too_many_tags),
        cmocka_unit_test(lanes_update_as_one_after_the_other)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
