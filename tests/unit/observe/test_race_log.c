/* Noted reads of shared memory: what is read is what was noted, in bounds, and no write that
 * another thread's read meets is taken for one that meets none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "observe/race_log.h"

enum { LANES = 32, READS = 40, MEMORY = 2048, ROUNDS = 4000, MOST = 3 * MEMORY / 2 };

/* One warp's access, with the addresses that it points to. */
typedef struct Warp {
    SimAccess access;
    uint64_t address[LANES];
    uint32_t warp, site;
    uint16_t clock;
} Warp;

static uint32_t chance_state = 1;

static uint32_t chance(uint32_t below)
{
    chance_state = chance_state * 1664525 + 1013904223;
    return (uint32_t)((uint64_t)(chance_state >> 8) * below >> 24);
}

static void hint(Warp *warp)
{
    SimAccess *access = &warp->access;
    access->address = warp->address;
    access->low = UINT64_MAX;
    for (uint32_t lane = 0; lane < LANES; lane++) {
        const uint64_t at = warp->address[lane];
        if (!(access->mask >> lane & 1))
            continue;
        const bool pair = lane && access->mask >> (lane - 1) & 1;
        const uint64_t step = pair ? at - warp->address[lane - 1] : UINT64_MAX;
        access->follows |= (uint32_t)(step == access->bytes) << lane;
        access->repeats |= (uint32_t)(step == 0) << lane;
        access->low = at < access->low ? at : access->low;
        access->high = at + access->bytes > access->high ? at + access->bytes : access->high;
    }
}

/* Of the shapes that kernels have: runs, steps, one word for all, pairs, chance. */
static Warp make_warp(uint32_t warp)
{
    static const uint32_t masks[] = {UINT32_MAX, UINT32_MAX, 0xffff,    0x0ff0,
                                     0x55555555, 1,          0x80000001};
    const uint32_t bytes = UINT32_C(1) << chance(5);
    const uint32_t elements = MEMORY / bytes, first = chance(elements), kind = chance(6);
    const uint32_t step = kind == 0 ? 0 : kind == 1 ? 2 : kind == 2 ? 33 : 1;
    Warp one = {.warp = warp, .site = 1 + chance(90), .clock = (uint16_t)(7 + warp)};
    one.access = (SimAccess){.bytes = bytes, .mask = masks[chance(sizeof masks / sizeof *masks)]};
    for (uint32_t lane = 0; lane < LANES; lane++) {
        const uint32_t at = kind == 5 ? chance(elements) : first + (lane ^ (kind == 4)) * step;
        one.address[lane] = at % elements * bytes;
    }
    hint(&one);
    return one;
}

static void move(Warp *warp, uint64_t step)
{
    if (warp->access.high + step > MEMORY)
        return;
    for (uint32_t lane = 0; lane < LANES; lane++)
        warp->address[lane] += step;
    warp->access.low += step;
    warp->access.high += step;
}

static bool overlap(const Warp *a, uint32_t la, const Warp *b, uint32_t lb)
{
    return a->address[la] < b->address[lb] + b->access.bytes &&
           b->address[lb] < a->address[la] + a->access.bytes;
}

/* Whether another thread's read lies where one writes, byte by byte. */
static bool meets(const Warp *read, const Warp *write)
{
    for (uint32_t r = 0; r < LANES; r++)
        for (uint32_t w = 0; w < LANES; w++)
            if (read->access.mask >> r & 1 && write->access.mask >> w & 1 &&
                !(read->warp == write->warp && r == w) && overlap(read, r, write, w))
                return true;
    return false;
}

static bool is_same(const LoggedRead *read, const Warp *noted)
{
    bool same = read->warp == noted->warp && read->site == noted->site &&
                read->clock == noted->clock && read->bytes == noted->access.bytes &&
                read->mask == noted->access.mask && read->low == noted->access.low &&
                read->high == noted->access.high;
    for (uint32_t lane = 0; lane < LANES; lane++)
        same &= !(read->mask >> lane & 1) || read->address[lane] == noted->address[lane];
    return same;
}

/* Each noted read is there once, in whatever order. */
static void has_all(const RaceLog *log, const Warp *noted, uint32_t count)
{
    uint64_t found = 0;
    for (uint32_t i = 0; i < log->read_count; i++)
        for (uint32_t t = 0; t < race_log_times(log, i); t++) {
            LoggedRead read;
            uint32_t n = 0;
            race_log_read(log, i, t, &read);
            while (n < count && (found >> n & 1 || !is_same(&read, &noted[n])))
                n++;
            assert_true(n < count);
            found |= UINT64_C(1) << n;
        }
    assert_true(found == (UINT64_C(1) << count) - 1);
}

static void tells_what_it_was_told(void **state)
{
    static Warp noted[READS];
    RaceLog log = {0};
    uint32_t none = 0, free_of = 0;
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        uint32_t count = 0;
        const uint32_t reads = 1 + chance(round % 2 ? READS : 4);
        for (uint32_t i = 0; i < reads; i++) {
            Warp one = make_warp(chance(4));
            if (count && chance(3) == 0) { /* as the last one, a step further, or not */
                one = noted[count - 1];
                move(&one, chance(3) * one.access.bytes);
            }
            noted[count] = one;
            noted[count].access.address = noted[count].address;
            if (race_log_add(&log, MOST, &noted[count].access, one.warp, one.clock, one.site))
                count++;
        }
        assert_int_equal(log.told, count);
        assert_true(race_log_held(&log) <= MOST);
        has_all(&log, noted, count);
        Warp write = make_warp(chance(4));
        if (count && chance(4) == 0)
            write = noted[chance(count)];
        write.access.address = write.address;
        bool any = false;
        for (uint32_t i = 0; i < count; i++)
            any |= meets(&noted[i], &write);
        if (any)
            assert_true(race_log_meets(&log, &write.access, write.warp));
        none += !any && count;
        free_of += !any && count && !race_log_meets(&log, &write.access, write.warp);
        race_log_clear(&log);
    }
    /* Nor is it of no use. */
    print_message("writes that meet nothing: %u, seen: %u\n", none, free_of);
    assert_true(free_of * 4 > none);
    race_log_free(&log);
}

/* A loop's reads are one; without an end there is no room some time. */
static void is_small(void **state)
{
    RaceLog log = {0};
    Warp one = {.access = {.bytes = 16, .mask = UINT32_MAX}};
    uint32_t more = 0;
    (void)state;
    hint(&one);
    for (uint32_t i = 0; i < 512; i++) {
        move(&one, i % 128 ? 16 : -one.access.low);
        assert_true(race_log_add(&log, MOST, &one.access, i / 128, 1, 5));
    }
    assert_int_equal(log.read_count, 4);
    assert_true(race_log_held(&log) <= 512);
    for (bool added = true; added && more < MOST; more++) {
        move(&one, chance(MEMORY / 16 - 1) * 16 - one.access.low);
        added = race_log_add(&log, MOST, &one.access, 0, 1, 5);
    }
    assert_true(more < MOST && race_log_held(&log) <= MOST);
    race_log_clear(&log);
    assert_true(race_log_add(&log, MOST, &one.access, 0, 2, 5));
    race_log_free(&log);
}

/* A warp whose clock has gone on is told that there is no room. */
static void keeps_one_clock(void **state)
{
    RaceLog log = {0};
    Warp one = make_warp(3);
    (void)state;
    one.access.address = one.address;
    assert_true(race_log_add(&log, MOST, &one.access, 3, 7, 1));
    assert_false(race_log_add(&log, MOST, &one.access, 3, 8, 1));
    race_log_clear(&log);
    assert_true(race_log_add(&log, MOST, &one.access, 3, 8, 1));
    race_log_free(&log);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(tells_what_it_was_told),
                                       cmocka_unit_test(is_small),
                                       cmocka_unit_test(keeps_one_clock)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
