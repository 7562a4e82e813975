/* Arenas, maps, string buffers: growth, alignment, replacing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/map.h"
#include "base/strbuf.h"
#include "base/vec.h"

static void arenas_align_and_zero(void **state)
{
    (void)state;
    Arena arena = {0};
    for (size_t size = 1; size < 200000; size = size * 3 + 1) {
        unsigned char *at = arena_alloc(&arena, size);
        assert_int_equal((uintptr_t)at % 16, 0);
        for (size_t i = 0; i < size; i++)
            assert_int_equal(at[i], 0);
        memset(at, 0xAA, size);
    }
    assert_string_equal(arena_format(&arena, "%d-%s", 5, "x"), "5-x");
    arena_free(&arena);
}

static void maps_find_what_was_put(void **state)
{
    (void)state;
    Map map = {0};
    int values[500];
    char key[16];
    assert_null(map_get(&map, VIEW("k0")));
    for (int i = 0; i < 500; i++) {
        snprintf(key, sizeof key, "k%d", i);
        map_put(&map, view_of(key), &values[i]);
    }
    map_put(&map, VIEW("k7"), &values[8]);
    assert_int_equal(map.size, 500);
    assert_ptr_equal(map_get(&map, VIEW("k7")), &values[8]);
    assert_ptr_equal(map_get(&map, VIEW("k499")), &values[499]);
    assert_null(map_get(&map, VIEW("k500")));
    map_free(&map);
}

static void buffers_grow(void **state)
{
    (void)state;
    StrBuf buf = {0};
    assert_string_equal(strbuf_text(&buf), "");
    for (int i = 0; i < 1000; i++)
        strbuf_format(&buf, "%03d", i);
    assert_int_equal(buf.size, 3000);
    assert_int_equal(strlen(strbuf_text(&buf)), 3000);
    char *text = strbuf_take(&buf);
    assert_int_equal(buf.size, 0);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arenas_align_and_zero),
        cmocka_unit_test(maps_find_what_was_put),
        cmocka_unit_test(buffers_grow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
