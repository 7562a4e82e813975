/* Occupancy: rows whose answers were computed with NVIDIA's cuda_occupancy.h of CUDA 13.0. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cuda/occupancy.h"

static const OccupancyDevice t4 = {7, 5, 16, 32, 65536, 65536, 65536, 0};
static const OccupancyDevice rtx3060 = {8, 6, 16, 48, 65536, 65536, 102400, 1024};
static const OccupancyDevice h100 = {9, 0, 32, 64, 65536, 65536, 233472, 1024};
static const OccupancyDevice rtx5090 = {12, 0, 24, 48, 65536, 65536, 102400, 1024};

static void limits_are_those_of_the_calculator(void **state)
{
    enum { FREE = OCCUPANCY_UNLIMITED };
    static const struct {
        const OccupancyDevice *device;
        OccupancyNeeds needs;
        OccupancyLimits limits;
    } rows[] = {
        {&t4, {256, 16, 1028, 0}, {16, 4, 16, 51, FREE, 4}},
        {&t4, {64, 0, 0, 3}, {16, 16, FREE, FREE, FREE, 16}},
        {&rtx3060, {32, 40, 0, 1}, {16, 48, 48, 100, FREE, 16}},
        {&rtx3060, {224, 92, 0, 0}, {16, 6, 2, 100, FREE, 2}},
        {&rtx3060, {1024, 65, 0, 0}, {16, 1, 0, 100, FREE, 0}},
        {&h100, {1, 32, 0, 16}, {32, 64, 64, 228, 4, 4}},
        {&h100, {128, 168, 49152, 0}, {32, 16, 3, 4, FREE, 3}},
        {&rtx5090, {256, 40, 640, 5}, {24, 6, 6, 61, 4, 4}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        OccupancyLimits limits = occupancy_limits(rows[i].device, &rows[i].needs);
        assert_int_equal(limits.blocks, rows[i].limits.blocks);
        assert_int_equal(limits.warps, rows[i].limits.warps);
        assert_int_equal(limits.registers, rows[i].limits.registers);
        assert_int_equal(limits.shared, rows[i].limits.shared);
        assert_int_equal(limits.barriers, rows[i].limits.barriers);
        assert_int_equal(limits.fit, rows[i].limits.fit);
    }
}

static void units_follow_the_device(void **state)
{
    (void)state;
    assert_int_equal(occupancy_shared_unit(7), 256);
    assert_int_equal(occupancy_shared_unit(8), 128);
    assert_int_equal(occupancy_registers_allocated(33), 40);
    assert_int_equal(occupancy_registers_allocated(0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limits_are_those_of_the_calculator),
        cmocka_unit_test(units_follow_the_device),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
