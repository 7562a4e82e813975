/* Sectors and wavefronts of access patterns whose figures are known by counting. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../rounds.h"
#include "observe/traffic.h"

typedef struct Row {
    const char *name;
    uint32_t bytes, stride, offset, mask;
    uint32_t sectors, ideal, waves;
} Row;

static const Row rows[] = {
    {"consecutive words", 4, 4, 0, UINT32_MAX, 4, 4, 1},
    {"one word off", 4, 4, 4, UINT32_MAX, 5, 4, 1},
    {"every second word", 4, 8, 0, UINT32_MAX, 8, 4, 2},
    {"a column of 32", 4, 128, 0, UINT32_MAX, 32, 4, 32},
    {"a padded column", 4, 132, 0, UINT32_MAX, 32, 4, 1},
    {"one word for all", 4, 0, 0, UINT32_MAX, 1, 1, 1},
    {"bytes", 1, 1, 0, UINT32_MAX, 1, 1, 1},
    {"doubles", 8, 8, 0, UINT32_MAX, 8, 8, 2},
    {"four floats", 16, 16, 0, UINT32_MAX, 16, 16, 4},
    {"one lane", 4, 4, 0, 1, 1, 1, 1},
    {"half a warp of doubles", 8, 8, 0, 0xFFFF, 4, 4, 1},
};

static void check(const Row *row, const SimAccess *access)
{
    Traffic sectors = traffic_sectors(access), waves = traffic_wavefronts(access);
    if (sectors.units != row->sectors || sectors.ideal != row->ideal || waves.units != row->waves)
        fail_msg("%s: %u sectors (ideal %u), %u wavefronts", row->name, sectors.units,
                 sectors.ideal, waves.units);
}

static void known_patterns(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const Row *row = &rows[i];
        uint64_t address[32];
        for (uint32_t lane = 0; lane < 32; lane++)
            address[lane] = 4096 + row->offset + lane * row->stride;
        SimAccess access = {.bytes = row->bytes, .mask = row->mask, .address = address};
        check(row, &access);
        access.follows = row->stride == row->bytes ? row->mask & row->mask << 1 : 0;
        access.repeats = row->stride == 0 ? row->mask & row->mask << 1 : 0;
        check(row, &access);
    }
}

static void bytes_and_lines_are_counted_once(void **state)
{
    uint64_t address[32];
    SimAccess access = {.bytes = 4, .mask = UINT32_MAX, .address = address};
    (void)state;
    for (uint32_t lane = 0; lane < 32; lane++)
        address[lane] = 4096 + 96 + lane / 2 * 4; /* pairs of lanes, over the end of a line */
    Traffic pairs = traffic_sectors(&access);
    assert_int_equal(pairs.bytes, 64);
    assert_int_equal(pairs.lines, 2);
    assert_int_equal(pairs.sectors, 2);
    assert_int_equal(pairs.packed, 2); /* of 128 bytes 4, but no more than there are */
    assert_int_equal(traffic_wavefronts(&access).bytes, 64);
    access.kind = SIM_ACCESS_REDUCTION;
    Traffic sums = traffic_global_atomics(&access);
    assert_int_equal(sums.sectors, 2);
    assert_int_equal(sums.lines, 2);
    assert_int_equal(sums.units, 4);
}

static void local_words_of_lanes_lie_side_by_side(void **state)
{
    uint64_t address[32] = {0};
    SimAccess access = {.bytes = 4, .mask = UINT32_MAX, .address = address};
    (void)state;
    for (uint32_t lane = 0; lane < 32; lane++)
        address[lane] = 24; /* the same place of every lane's frame */
    assert_int_equal(traffic_local(&access).units, 4);
    access.mask = 0xFF00; /* eight lanes that share one sector */
    assert_int_equal(traffic_local(&access).units, 1);
    access.mask = UINT32_MAX;
    access.bytes = 16;
    assert_int_equal(traffic_local(&access).units, 16);
    for (uint32_t lane = 0; lane < 32; lane++)
        address[lane] = lane * 4; /* every lane another element */
    access.bytes = 4;
    assert_int_equal(traffic_local(&access).units, 32);
    assert_int_equal(traffic_local(&access).ideal, 4);
}

static void atomics_at_one_address_come_one_by_one(void **state)
{
    uint64_t address[32];
    SimAccess access = {
        .kind = SIM_ACCESS_REDUCTION, .bytes = 4, .mask = UINT32_MAX, .address = address};
    (void)state;
    for (uint32_t lane = 0; lane < 32; lane++)
        address[lane] = lane / 8 * 4;
    assert_int_equal(traffic_addresses(&access), 4);
    assert_int_equal(traffic_shared_atomics(&access).units, 8);
    assert_int_equal(traffic_global_atomics(&access).units, 8);
    for (uint32_t lane = 16; lane < 32; lane++)
        address[lane] = lane * 4; /* two sectors more, each address once */
    assert_int_equal(traffic_global_atomics(&access).units, 8 + 2);
    for (uint32_t lane = 16; lane < 32; lane++)
        address[lane] = lane / 8 * 4;
    access.repeats = 0xFEFEFEFE;
    assert_int_equal(traffic_addresses(&access), 4);
}

/* Of each sector the lanes at the address in it that most of them share. */
static uint32_t sectors_one_by_one(const SimAccess *access)
{
    uint32_t units = 0;
    for (uint32_t sector = 0; sector < 64; sector++) {
        uint32_t most = 0;
        for (uint64_t address = sector * 32; address < sector * 32 + 32; address++) {
            uint32_t lanes = 0;
            for (uint32_t l = 0; l < 32; l++)
                lanes += access->mask >> l & 1 && access->address[l] == address;
            most = lanes > most ? lanes : most;
        }
        units += most;
    }
    return units;
}

static void atomics_at_any_addresses_are_counted(void **state)
{
    uint64_t address[32];
    uint32_t seed = 5;
    SimAccess access = {.kind = SIM_ACCESS_REDUCTION, .bytes = 4, .address = address};
    (void)state;
    for (uint32_t round = 0; round < rounds(2000); round++) {
        uint32_t range = 1u << (seed >> 20) % 10;
        for (uint32_t l = 0; l < 32; l++) {
            seed = seed * 1664525 + 1013904223;
            address[l] = (seed >> 8) % range % 512 * 4;
        }
        seed = seed * 1664525 + 1013904223;
        access.mask = round % 2 ? UINT32_MAX : seed;
        bool met[512] = {false};
        uint32_t distinct = 0;
        for (uint32_t l = 0; l < 32; l++) {
            distinct += access.mask >> l & 1 && !met[address[l] / 4];
            met[address[l] / 4] |= access.mask >> l & 1;
        }
        assert_int_equal(traffic_addresses(&access), distinct);
        assert_int_equal(traffic_global_atomics(&access).ideal, distinct);
        assert_int_equal(traffic_global_atomics(&access).units, sectors_one_by_one(&access));
    }
}

/* Of all lanes' words one after the other; where lanes that share one don't, of the lanes. */
static uint32_t counted_one_by_one(const SimAccess *access, uint32_t from, uint32_t to, bool share)
{
    uint32_t most = 0;
    for (uint32_t bank = 0; bank < 32; bank++) {
        uint32_t load = 0;
        for (uint32_t l = from; l < to; l++) {
            bool counts = access->mask >> l & 1 && access->address[l] / 4 % 32 == bank;
            for (uint32_t k = from; k < l && share; k++)
                counts &=
                    !(access->mask >> k & 1) || access->address[k] / 4 != access->address[l] / 4;
            load += counts;
        }
        most = load > most ? load : most;
    }
    return most;
}

static void chance_is_counted_as_one_by_one(void **state)
{
    uint32_t chance = 1;
    (void)state;
    for (uint32_t round = 0; round < rounds(3000); round++) {
        uint64_t address[32];
        uint32_t bytes = 1u << round % 5, parts = bytes > 4 ? bytes / 4 : 1, waves = 0;
        SimAccess access = {.kind = SIM_ACCESS_STORE, .bytes = bytes, .address = address};
        for (uint32_t l = 0; l < 32; l++) {
            chance = chance * 1664525 + 1013904223;
            address[l] = (chance >> 8) % (256u << round % 10) / bytes * bytes;
            access.mask |= (round & 1 ? chance >> 31 : 1) << l;
        }
        for (uint32_t part = 0; part < parts; part++)
            waves += counted_one_by_one(&access, part * 32 / parts, (part + 1) * 32 / parts, true);
        assert_int_equal(traffic_wavefronts(&access).units, waves);
        if (bytes <= 4)
            assert_int_equal(traffic_shared_atomics(&access).units,
                             counted_one_by_one(&access, 0, 32, false));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_patterns),
        cmocka_unit_test(bytes_and_lines_are_counted_once),
        cmocka_unit_test(local_words_of_lanes_lie_side_by_side),
        cmocka_unit_test(atomics_at_one_address_come_one_by_one),
        cmocka_unit_test(atomics_at_any_addresses_are_counted),
        cmocka_unit_test(chance_is_counted_as_one_by_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
