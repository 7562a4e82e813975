/* The table of textures: handles that are known, gone, or never were. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "sim/texture.h"

static void handles_are_found_until_removed(void **state)
{
    (void)state;
    SimTextures *textures = sim_textures_new();
    uint64_t handles[200];
    for (uint32_t i = 0; i < 200; i++) {
        handles[i] = sim_texture_add(textures, &(SimTexture){.channels = i});
        assert_int_not_equal(handles[i], 0);
    }
    for (uint32_t i = 0; i < 200; i++)
        assert_int_equal(sim_texture_find(textures, handles[i])->channels, i);
    assert_true(sim_texture_remove(textures, handles[7]));
    assert_false(sim_texture_remove(textures, handles[7]));
    assert_null(sim_texture_find(textures, handles[7]));
    for (uint32_t i = 0; i < 100; i++)
        sim_texture_add(textures, &(SimTexture){0});
    assert_null(sim_texture_find(textures, handles[7]));
    sim_textures_free(textures);
}

static void any_number_may_be_asked_for(void **state)
{
    (void)state;
    SimTextures *textures = sim_textures_new();
    assert_null(sim_texture_find(NULL, 1));
    assert_null(sim_texture_find(textures, 1));
    uint64_t handle = sim_texture_add(textures, &(SimTexture){0});
    assert_null(sim_texture_find(textures, 0));
    assert_null(sim_texture_find(textures, handle + 1));
    assert_null(sim_texture_find(textures, handle ^ UINT64_C(1) << 40));
    assert_null(sim_texture_find(textures, UINT64_MAX));
    sim_textures_free(textures);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(handles_are_found_until_removed),
        cmocka_unit_test(any_number_may_be_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
