/* Sectors and wavefronts of access patterns whose figures are known by counting. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(known_patterns)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
