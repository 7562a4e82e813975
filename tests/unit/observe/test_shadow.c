/* Shadow memory stays in proportion to what is touched, however it is touched. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "observe/observe.h"
#include "script.h"

enum { WARPS = 8, LANES = 32, BLOCK = WARPS * LANES };
#define BASE UINT64_C(0x7f0000000000)

/* Thread i touches element (i * step) % count, or one by chance, of `apart` bytes each. */
typedef struct Pattern {
    const char *name;
    uint32_t bytes, apart;
    uint64_t count, step; /* step 0: by chance */
    uint32_t launches;    /* each with a step that is 2 more; 0: one */
    bool reads, writes;
    double most; /* bytes of shadow for a byte touched */
} Pattern;

static const Pattern patterns[] = {
    {"words side by side", 4, 4, 1 << 18, 1, 0, true, true, 2},
    {"words 33 apart", 4, 4, 1 << 18, 33, 0, true, true, 4},
    {"words 33 apart, read", 4, 4, 1 << 18, 33, 0, true, false, 4},
    {"words 33 apart, written", 4, 4, 1 << 18, 33, 0, false, true, 4},
    {"words 1025 apart", 4, 4, 1 << 18, 1025, 0, true, true, 4},
    {"words by chance", 4, 4, 1 << 18, 0, 0, true, true, 4},
    {"words read by chance", 4, 4, 1 << 18, 0, 0, true, false, 4},
    {"words written in five launches", 4, 4, 1 << 18, 33, 5, false, true, 4},
    {"few words, 33 apart", 4, 4, 1 << 14, 33, 0, true, true, 4},
    {"eight bytes, 33 apart", 8, 8, 1 << 17, 33, 0, true, true, 4},
    {"sixteen bytes, 33 apart", 16, 16, 1 << 16, 33, 0, true, true, 4},
    {"half words, side by side", 2, 2, 1 << 18, 1, 0, true, true, 4},
    {"bytes side by side", 1, 1, 1 << 18, 1, 0, true, true, 4},
    {"bytes 33 apart", 1, 1, 1 << 18, 33, 0, true, true, 4},
    {"bytes 1025 apart", 1, 1, 1 << 18, 1025, 0, true, true, 4},
    {"half words, 33 apart", 2, 2, 1 << 18, 33, 0, true, true, 4},
};

static ObserveSet *set;
static Script script;

static void found(void *state, const SimFinding *finding)
{
    (void)state;
    (void)finding;
}

/* All observers, as one. */
static void each_begin(void)
{
    uint32_t count;
    const SimObserver *const *all = observe_observers(set, &count);
    for (uint32_t i = 0; i < count; i++)
        if (all[i]->launch_begin)
            all[i]->launch_begin(all[i]->self, &script.launch);
}

static void each_end(void)
{
    uint32_t count;
    const SimObserver *const *all = observe_observers(set, &count);
    for (uint32_t i = 0; i < count; i++)
        if (all[i]->launch_end)
            all[i]->launch_end(all[i]->self, &script.launch);
}

static void each_block(uint32_t block, bool begins)
{
    uint32_t count;
    const SimObserver *const *all = observe_observers(set, &count);
    for (uint32_t i = 0; i < count; i++) {
        const SimObserver *one = all[i];
        if (begins && one->block_begin)
            one->block_begin(one->self, &script.launch, (SimDim){block, 0, 0}, block);
        if (!begins && one->block_end)
            one->block_end(one->self, &script.launch, (SimDim){block, 0, 0}, block);
    }
}

static void each_access(const SimWarpInfo *warp, const SimAccess *access)
{
    uint32_t count;
    const SimObserver *const *all = observe_observers(set, &count);
    for (uint32_t i = 0; i < count; i++)
        if (all[i]->access)
            all[i]->access(all[i]->self, warp, access);
}

static void hint(SimAccess *access)
{
    access->follows = access->repeats = 0;
    for (uint32_t lane = 1; lane < LANES; lane++) {
        uint64_t step = access->address[lane] - access->address[lane - 1];
        access->follows |= (uint32_t)(step == access->bytes) << lane;
        access->repeats |= (uint32_t)(step == 0) << lane;
    }
}

static void touch(const Pattern *pattern, uint32_t block, uint32_t warp, uint64_t address[LANES])
{
    SimWarpInfo info = script_warp(&script, block, warp);
    SimAccess access = {.site = script_site(&script, 1),
                        .kind = SIM_ACCESS_LOAD,
                        .space = PTX_SPACE_GLOBAL,
                        .bytes = pattern->bytes,
                        .mask = UINT32_MAX,
                        .address = address};
    hint(&access);
    if (pattern->reads)
        each_access(&info, &access);
    access.site = script_site(&script, 2);
    access.kind = SIM_ACCESS_STORE;
    if (pattern->writes)
        each_access(&info, &access);
}

/* Bytes touched. */
static uint64_t play(const Pattern *pattern, uint64_t step)
{
    uint32_t chance = 1;
    uint64_t address[LANES], touched = 0;
    unsigned char *taken = calloc(pattern->count, 1);
    for (uint64_t i = 0; i < pattern->count; i += BLOCK) {
        each_block((uint32_t)(i / BLOCK), true);
        for (uint32_t w = 0; w < WARPS; w++) {
            for (uint32_t lane = 0; lane < LANES; lane++) {
                chance = chance * 1664525 + 1013904223;
                uint64_t thread = i + w * LANES + lane;
                uint64_t at = (step ? thread * step : chance >> 8) % pattern->count;
                touched += taken[at] ? 0 : pattern->bytes;
                taken[at] = 1;
                address[lane] = BASE + at * pattern->apart;
            }
            touch(pattern, (uint32_t)(i / BLOCK), w, address);
        }
        each_block((uint32_t)(i / BLOCK), false);
    }
    free(taken);
    return touched;
}

static double ratio_of(const Pattern *pattern)
{
    uint32_t count;
    script = (Script){0};
    set = observe_new(OBSERVE_RACE | OBSERVE_INIT | OBSERVE_PROVENANCE,
                      (SimFindingSink){NULL, found});
    const SimObserver *const *all = observe_observers(set, &count);
    for (uint32_t i = 0; i < count; i++)
        if (all[i]->allocated)
            all[i]->allocated(all[i]->self, BASE, pattern->count * pattern->apart);
    const SimObserver none = {.launch_begin = all[0]->launch_begin, .self = all[0]->self};
    script_begin(&script, &none, (uint32_t)(pattern->count / BLOCK), BLOCK);
    uint64_t touched = 0;
    for (uint32_t launch = 0; launch == 0 || launch < pattern->launches; launch++) {
        script.launch.id++;
        each_begin();
        touched = play(pattern, pattern->step + 2 * launch);
        each_end();
    }
    double ratio = (double)observe_shadow(set).global / (double)touched;
    observe_free(set);
    return ratio;
}

static void is_fair(void **state)
{
    int bad = 0;
    (void)state;
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        double ratio = ratio_of(&patterns[i]);
        print_message("%-28s %6.2f\n", patterns[i].name, ratio);
        bad += ratio > patterns[i].most;
    }
    assert_int_equal(bad, 0);
}

static void none_when_off(void **state)
{
    (void)state;
    uint32_t count;
    ObserveSet *off = observe_new(0, (SimFindingSink){NULL, found});
    ObserveShadow shadow = observe_shadow(off);
    observe_observers(off, &count);
    assert_int_equal(count, 0);
    assert_int_equal(shadow.global + shadow.shared + shadow.local, 0);
    observe_free(off);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(is_fair), cmocka_unit_test(none_when_off)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
