/* Device memory: what is allocated is found to the byte, and nothing else is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sim/memory.h"

static void test_bounds_are_exact(void **state)
{
    (void)state;
    SimMemory *memory = sim_memory_new(1 << 20);
    uint64_t a = sim_memory_alloc(memory, 1000, 0, SIM_ALLOC_DEVICE, 1, NULL);
    uint64_t b = sim_memory_alloc(memory, 1, 4096, SIM_ALLOC_DEVICE, 1, "b");
    assert_true(a && b && b % 4096 == 0);
    assert_ptr_not_equal(sim_memory_find(memory, a, 1000), NULL);
    assert_ptr_not_equal(sim_memory_find(memory, a + 999, 1), NULL);
    assert_null(sim_memory_find(memory, a + 999, 2));
    assert_null(sim_memory_find(memory, a - 1, 1));
    assert_null(sim_memory_find(memory, a + 1000, 1));
    assert_string_equal(sim_memory_find(memory, b, 1)->name, "b");
    assert_true(b >= a + 1000 + 512);
    assert_int_equal(((unsigned char *)(uintptr_t)a)[500], 0xCB);
    sim_memory_free(memory);
}

static void test_freed_ranges_are_gone_but_known(void **state)
{
    (void)state;
    int64_t distance = 1;
    SimMemory *memory = sim_memory_new(1 << 20);
    uint64_t a = sim_memory_alloc(memory, 64, 0, SIM_ALLOC_DEVICE, 1, NULL);
    uint64_t before = sim_memory_generation(memory);
    assert_true(sim_memory_release(memory, a));
    assert_false(sim_memory_release(memory, a));
    assert_true(sim_memory_generation(memory) > before);
    assert_null(sim_memory_find(memory, a, 1));
    const SimAlloc *nearest = sim_memory_nearest(memory, a + 8, &distance);
    assert_true(nearest && !nearest->live && distance == 0);
    assert_true(sim_memory_alloc(memory, 64, 0, SIM_ALLOC_DEVICE, 1, NULL) != a);
    sim_memory_free(memory);
}

static void test_nearest_tells_the_way(void **state)
{
    (void)state;
    int64_t distance = 0;
    SimMemory *memory = sim_memory_new(1 << 20);
    uint64_t a = sim_memory_alloc(memory, 100, 0, SIM_ALLOC_DEVICE, 1, NULL);
    assert_int_equal(sim_memory_nearest(memory, a - 4, &distance)->address, a);
    assert_int_equal(distance, -4);
    sim_memory_nearest(memory, a + 100, &distance);
    assert_int_equal(distance, 1);
    sim_memory_free(memory);
}

/* A variable's name lies in its module, which may be unloaded. */
static void test_released_variables_have_no_name(void **state)
{
    (void)state;
    int64_t distance = 0;
    SimMemory *memory = sim_memory_new(1 << 20);
    uint64_t a = sim_memory_alloc(memory, 64, 0, SIM_ALLOC_MODULE, 1, "table");
    assert_string_equal(sim_memory_nearest(memory, a, &distance)->name, "table");
    assert_true(sim_memory_release(memory, a));
    assert_null(sim_memory_nearest(memory, a, &distance)->name);
    sim_memory_free(memory);
}

static void test_limits_hold(void **state)
{
    (void)state;
    uint64_t left, total;
    SimMemory *memory = sim_memory_new(1000);
    assert_int_equal(sim_memory_alloc(memory, 1001, 0, SIM_ALLOC_DEVICE, 1, NULL), 0);
    uint64_t a = sim_memory_alloc(memory, 600, 0, SIM_ALLOC_DEVICE, 1, NULL);
    assert_true(a);
    assert_int_equal(sim_memory_alloc(memory, 600, 0, SIM_ALLOC_DEVICE, 1, NULL), 0);
    sim_memory_usage(memory, &left, &total);
    assert_int_equal(left, 400);
    assert_true(sim_memory_release(memory, a));
    assert_true(sim_memory_alloc(memory, 1000, 0, SIM_ALLOC_DEVICE, 1, NULL));
    sim_memory_free(memory);
    memory = sim_memory_new(1 << 20);
    sim_memory_set_heap_limit(memory, 100);
    assert_int_equal(sim_memory_alloc(memory, 101, 0, SIM_ALLOC_HEAP, 1, NULL), 0);
    assert_true(sim_memory_alloc(memory, 100, 0, SIM_ALLOC_HEAP, 1, NULL));
    sim_memory_free(memory);
}

static void test_registered_host_memory(void **state)
{
    (void)state;
    static char host[256];
    SimMemory *memory = sim_memory_new(1 << 20);
    uint64_t at = (uint64_t)(uintptr_t)host;
    assert_null(sim_memory_find(memory, at, 1));
    assert_true(sim_memory_register(memory, host, sizeof(host), 1));
    assert_ptr_not_equal(sim_memory_find(memory, at + 255, 1), NULL);
    assert_null(sim_memory_find(memory, at + 255, 2));
    assert_true(sim_memory_release(memory, at));
    assert_null(sim_memory_find(memory, at, 1));
    sim_memory_free(memory);
}

/* As a GPU's driver does it, and clients count on. */
static void test_large_ones_begin_at_pages(void **state)
{
    (void)state;
    SimMemory *memory = sim_memory_new(64 << 20);
    for (int i = 0; i < 3; i++) {
        uint64_t small = sim_memory_alloc(memory, 1 << 20, 0, SIM_ALLOC_DEVICE, 1, NULL);
        uint64_t large = sim_memory_alloc(memory, (1 << 20) + 1, 0, SIM_ALLOC_DEVICE, 1, NULL);
        assert_true(small && small % 512 == 0);
        assert_true(large && large % (2 << 20) == 0);
    }
    sim_memory_free(memory);
}

/* The region is 64 GB at most; going through it again and again must not run dry, and small pieces
 * that were freed make a large one. */
static void test_space_comes_back(void **state)
{
    (void)state;
    uint64_t size = UINT64_C(1) << 30;
    SimMemory *memory = sim_memory_new(UINT64_C(4) << 30);
    for (int i = 0; i < 70; i++) {
        uint64_t a = sim_memory_alloc(memory, size, 0, SIM_ALLOC_HOST, 1, NULL);
        assert_true(a != 0);
        assert_true(sim_memory_release(memory, a));
    }
    uint64_t kept = sim_memory_alloc(memory, 100, 0, SIM_ALLOC_DEVICE, 1, NULL);
    for (int i = 0; i < 2; i++) {
        uint64_t large = sim_memory_alloc(memory, 3 * size, 0, SIM_ALLOC_DEVICE, 1, NULL);
        assert_true(large && (large + 3 * size <= kept || kept + 100 <= large));
        assert_true(sim_memory_release(memory, large));
    }
    assert_ptr_not_equal(sim_memory_find(memory, kept, 100), NULL);
    sim_memory_free(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bounds_are_exact),
        cmocka_unit_test(test_freed_ranges_are_gone_but_known),
        cmocka_unit_test(test_nearest_tells_the_way),
        cmocka_unit_test(test_released_variables_have_no_name),
        cmocka_unit_test(test_limits_hold),
        cmocka_unit_test(test_registered_host_memory),
        cmocka_unit_test(test_large_ones_begin_at_pages),
        cmocka_unit_test(test_space_comes_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
