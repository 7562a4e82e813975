/* Shadow memory stays in proportion to what is touched, however it is touched. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "../rounds.h"
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
    double peak; /* the same of what is held at most while it runs; 0: not asked */
} Pattern;

static const Pattern patterns[] = {
    {"words side by side", 4, 4, 1 << 18, 1, 0, true, true, 2, 0},
    {"words 33 apart", 4, 4, 1 << 18, 33, 0, true, true, 4, 0},
    {"words 33 apart, read", 4, 4, 1 << 18, 33, 0, true, false, 4, 0},
    {"words 33 apart, written", 4, 4, 1 << 18, 33, 0, false, true, 4, 0},
    {"words 1025 apart", 4, 4, 1 << 18, 1025, 0, true, true, 4, 0},
    {"words by chance", 4, 4, 1 << 18, 0, 0, true, true, 4, 0},
    {"words read by chance", 4, 4, 1 << 18, 0, 0, true, false, 4, 0},
    {"words written in five launches", 4, 4, 1 << 17, 33, 5, false, true, 4, 0},
    {"few words, 33 apart", 4, 4, 1 << 14, 33, 0, true, true, 4, 0},
    {"eight bytes, 33 apart", 8, 8, 1 << 17, 33, 0, true, true, 4, 0},
    {"sixteen bytes, 33 apart", 16, 16, 1 << 16, 33, 0, true, true, 4, 0},
    {"half words, side by side", 2, 2, 1 << 18, 1, 0, true, true, 4, 0},
    {"bytes side by side", 1, 1, 1 << 18, 1, 0, true, true, 4, 0},
    {"bytes 33 apart", 1, 1, 1 << 18, 33, 0, true, true, 4, 0},
    {"bytes 1025 apart", 1, 1, 1 << 18, 1025, 0, true, true, 4, 0},
    {"half words, 33 apart", 2, 2, 1 << 18, 33, 0, true, true, 4, 0},
    {"each 9th word", 4, 36, 1 << 17, 1, 0, true, true, 6, .peak = 6},
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

static uint64_t count_of(const Pattern *pattern)
{
    return rounds((uint32_t)pattern->count);
}

/* Bytes touched. `peak`: made as many as were held after any block. */
static uint64_t play(const Pattern *pattern, uint64_t step, uint64_t *peak)
{
    const uint64_t count = count_of(pattern);
    uint32_t chance = 1;
    uint64_t address[LANES], touched = 0;
    unsigned char *taken = calloc(count, 1);
    for (uint64_t i = 0; i < count; i += BLOCK) {
        each_block((uint32_t)(i / BLOCK), true);
        for (uint32_t w = 0; w < WARPS; w++) {
            for (uint32_t lane = 0; lane < LANES; lane++) {
                chance = chance * 1664525 + 1013904223;
                uint64_t thread = i + w * LANES + lane;
                uint64_t at = (step ? thread * step : chance >> 8) % count;
                touched += taken[at] ? 0 : pattern->bytes;
                taken[at] = 1;
                address[lane] = BASE + at * pattern->apart;
            }
            touch(pattern, (uint32_t)(i / BLOCK), w, address);
        }
        each_block((uint32_t)(i / BLOCK), false);
        const uint64_t held = observe_shadow(set).global;
        *peak = held > *peak ? held : *peak;
    }
    free(taken);
    return touched;
}

static double ratio_of(const Pattern *pattern, double *peak_ratio)
{
    uint32_t count;
    script = (Script){0};
    set = observe_new(OBSERVE_RACE | OBSERVE_INIT | OBSERVE_PROVENANCE,
                      (SimFindingSink){NULL, found});
    const SimObserver *const *all = observe_observers(set, &count);
    for (uint32_t i = 0; i < count; i++)
        if (all[i]->allocated)
            all[i]->allocated(all[i]->self, BASE, count_of(pattern) * pattern->apart);
    const SimObserver none = {.launch_begin = all[0]->launch_begin, .self = all[0]->self};
    script_begin(&script, &none, (uint32_t)(count_of(pattern) / BLOCK), BLOCK);
    uint64_t touched = 0, peak = 0;
    for (uint32_t launch = 0; launch == 0 || launch < pattern->launches; launch++) {
        script.launch.id++;
        each_begin();
        touched = play(pattern, pattern->step + 2 * launch, &peak);
        each_end();
    }
    double ratio = (double)observe_shadow(set).global / (double)touched;
    *peak_ratio = (double)peak / (double)touched;
    observe_free(set);
    return ratio;
}

static void is_fair(void **state)
{
    const bool judged = rounds(16) == 16; /* a part of them does not fill the pages it opens */
    int bad = 0;
    (void)state;
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        double peak, ratio = ratio_of(&patterns[i], &peak);
        print_message("%-28s %6.2f %6.2f\n", patterns[i].name, ratio, peak);
        bad += judged &&
               (ratio > patterns[i].most || (patterns[i].peak > 0 && peak > patterns[i].peak));
    }
    assert_int_equal(bad, 0);
}

/* -- shared memory */

/* What a block's warps do of its words, barriers between: each stores one, and reads as said. */
typedef struct SharedPattern {
    const char *name;
    uint32_t bytes; /* that the block has */
    uint32_t apart; /* words from a thread's to the next one's */
    enum { EACH_ALL, EACH_ITS_PARTNER, EACH_COLUMN } reads;
    bool in_place; /* writes again after it has read */
    double most;
} SharedPattern;

static const SharedPattern shared_patterns[] = {
    {"a tile that each warp reads", 1024, 1, EACH_ALL, false, 4},
    {"a tile, by columns", 1024 + 128, 1, EACH_COLUMN, false, 4},
    {"a reduction", 1024, 1, EACH_ITS_PARTNER, true, 4},
};

static void each_barrier(uint32_t block)
{
    static const SimSyncKind kinds[] = {SIM_SYNC_BARRIER_ARRIVE, SIM_SYNC_BARRIER_LEAVE};
    uint32_t count;
    const SimObserver *const *all = observe_observers(set, &count);
    for (int k = 0; k < 2; k++)
        for (uint32_t w = 0; w < WARPS; w++) {
            const SimWarpInfo info = script_warp(&script, block, w);
            const SimSync sync = {.site = script_site(&script, 3),
                                  .kind = kinds[k],
                                  .mask = UINT32_MAX,
                                  .orders_memory = true};
            for (uint32_t i = 0; i < count; i++)
                if (all[i]->sync)
                    all[i]->sync(all[i]->self, &info, &sync);
        }
}

static void touch_shared(uint32_t block, uint32_t warp, uint32_t line, uint32_t mask,
                         const uint32_t word[LANES])
{
    const SimWarpInfo info = script_warp(&script, block, warp);
    uint64_t address[LANES];
    SimAccess access = {.site = script_site(&script, line),
                        .kind = line < 8 ? SIM_ACCESS_STORE : SIM_ACCESS_LOAD,
                        .space = PTX_SPACE_SHARED,
                        .bytes = 4,
                        .mask = mask,
                        .address = address,
                        .low = UINT64_MAX,
                        .owner_linear = block};
    for (uint32_t lane = 0; lane < LANES; lane++)
        address[lane] = 4 * (uint64_t)word[lane];
    hint(&access);
    access.follows &= mask & mask << 1;
    access.repeats &= mask & mask << 1;
    for (uint32_t left = mask; left; left &= left - 1) {
        const uint64_t at = address[__builtin_ctz(left)];
        access.low = at < access.low ? at : access.low;
        access.high = at + 4 > access.high ? at + 4 : access.high;
    }
    each_access(&info, &access);
}

/* What thread `t` reads in step `i`. */
static uint32_t word_read(const SharedPattern *pattern, uint32_t t, uint32_t i)
{
    return pattern->reads == EACH_ALL      ? i * pattern->apart
           : pattern->reads == EACH_COLUMN ? t % 8 * 32 + i % 32
                                           : t + i;
}

static void step_shared(const SharedPattern *pattern, uint32_t block, uint32_t warp, uint32_t i,
                        uint32_t threads)
{
    uint32_t read[LANES], own[LANES], mask = 0;
    for (uint32_t lane = 0; lane < LANES; lane++) {
        own[lane] = warp * LANES + lane;
        read[lane] = word_read(pattern, own[lane], i);
        mask |= (uint32_t)(own[lane] < threads) << lane;
    }
    if (!mask)
        return;
    touch_shared(block, warp, 8, mask, read);
    if (pattern->in_place) {
        touch_shared(block, warp, 9, mask, own);
        touch_shared(block, warp, 2, mask, own);
    }
}

static void play_shared(const SharedPattern *pattern, uint32_t block)
{
    for (uint32_t w = 0; w < WARPS; w++) {
        uint32_t word[LANES];
        for (uint32_t lane = 0; lane < LANES; lane++)
            word[lane] = (w * LANES + lane) * pattern->apart;
        touch_shared(block, w, 1, UINT32_MAX, word);
    }
    each_barrier(block);
    if (pattern->reads == EACH_ITS_PARTNER)
        for (uint32_t half = BLOCK / 2; half; half /= 2, each_barrier(block))
            for (uint32_t w = 0; w < WARPS; w++)
                step_shared(pattern, block, w, half, half);
    else
        for (uint32_t w = 0; w < WARPS; w++)
            for (uint32_t i = 0; i < BLOCK; i++)
                step_shared(pattern, block, w, i, BLOCK);
}

static double shared_ratio(const SharedPattern *pattern)
{
    uint32_t count;
    script = (Script){0};
    set = observe_new(OBSERVE_RACE | OBSERVE_INIT | OBSERVE_PROVENANCE,
                      (SimFindingSink){NULL, found});
    const SimObserver *const *all = observe_observers(set, &count);
    const SimObserver none = {.launch_begin = all[0]->launch_begin, .self = all[0]->self};
    script_begin(&script, &none, 4, BLOCK);
    script.launch.shared_bytes = pattern->bytes;
    each_begin();
    for (uint32_t block = 0; block < 4; block++) {
        each_block(block, true);
        play_shared(pattern, block);
        each_block(block, false);
    }
    each_end();
    const double ratio = (double)observe_shadow(set).shared / (4 * BLOCK);
    observe_free(set);
    return ratio;
}

static void is_fair_in_shared(void **state)
{
    int bad = 0;
    (void)state;
    for (size_t i = 0; i < sizeof shared_patterns / sizeof *shared_patterns; i++) {
        const double ratio = shared_ratio(&shared_patterns[i]);
        print_message("%-28s %6.2f\n", shared_patterns[i].name, ratio);
        bad += ratio <= 0 || ratio > shared_patterns[i].most;
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(is_fair),
                                       cmocka_unit_test(is_fair_in_shared),
                                       cmocka_unit_test(none_when_off)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
