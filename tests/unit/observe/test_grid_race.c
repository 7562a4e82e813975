/* Races between grids, told by hand: what parents, children and siblings do to one place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "observe/grid_race.h"
#include "script.h"

enum { CHILD_LINE = 20, OTHER_LINE = 21, STREAM_A = 100, STREAM_B = 200, CALL = 60 };

static Script script;
static Race *race;
static GridRace *grids;
static SimObserver both; /* the race checker knows what the threads of a grid know of each other */
static PtxFunction runtime, child_kernel;
static PtxOperand callee;
static uint64_t works;

/* -- both observers, in the order that observe.c gives them */

static void launch_begin(void *self, const SimLaunchInfo *launch)
{
    (void)self;
    grid_race_observer(grids)->launch_begin(grids, launch);
    race_observer(race)->launch_begin(race, launch);
}

static void launch_end(void *self, const SimLaunchInfo *launch)
{
    (void)self;
    grid_race_observer(grids)->launch_end(grids, launch);
    race_observer(race)->launch_end(race, launch);
}

static void block_begin(void *self, const SimLaunchInfo *launch, SimDim block, uint32_t linear)
{
    (void)self;
    race_observer(race)->block_begin(race, launch, block, linear);
}

static void block_end(void *self, const SimLaunchInfo *launch, SimDim block, uint32_t linear)
{
    (void)self;
    race_observer(race)->block_end(race, launch, block, linear);
}

static void on_access(void *self, const SimWarpInfo *warp, const SimAccess *access)
{
    (void)self;
    grid_race_observer(grids)->access(grids, warp, access);
    race_observer(race)->access(race, warp, access);
}

static void on_sync(void *self, const SimWarpInfo *warp, const SimSync *sync)
{
    (void)self;
    grid_race_observer(grids)->sync(grids, warp, sync);
    race_observer(race)->sync(race, warp, sync);
}

/* -- grids */

static void root_begin(void)
{
    script_begin(&script, &both, 2, 64);
}

static int begin(void **state)
{
    (void)state;
    script = (Script){0};
    works = 0;
    race = race_new(script_sink(&script));
    grids = grid_race_new(script_sink(&script), race);
    both = (SimObserver){.launch_begin = launch_begin,
                         .launch_end = launch_end,
                         .block_begin = block_begin,
                         .block_end = block_end,
                         .access = on_access,
                         .sync = on_sync};
    runtime = (PtxFunction){.name = VIEW("cudaLaunchDevice")};
    child_kernel = (PtxFunction){.name = VIEW("child"), .has_body = true};
    callee = (PtxOperand){.kind = PTX_OPERAND_FUNCTION, .function = &runtime};
    script.kernel = (PtxFunction){.has_body = true, .insts = script.insts, .inst_count = SITES};
    script.insts[CALL].op = PTX_OP_CALL;
    script.insts[CALL].operands = &callee;
    script.insts[CALL].operand_count = 1;
    root_begin();
    return 0;
}

static int end(void **state)
{
    (void)state;
    grid_race_free(grids);
    race_free(race);
    return 0;
}

static uint64_t launch(SimWorkKind kind, uint32_t block, uint32_t thread, uint64_t stream,
                       uint32_t line)
{
    const SimWarpInfo warp = script_warp(&script, block, thread / 32);
    const SimLaunched launched = {.kind = kind,
                                  .site = script_site(&script, line),
                                  .lane = thread % 32,
                                  .stream = stream,
                                  .work = ++works,
                                  .kernel = kind == SIM_WORK_GRID ? &child_kernel : NULL};
    grid_race_observer(grids)->launched(grids, &warp, &launched);
    return launched.work;
}

/* The grid runs: one block of 32 threads. */
static void child_begin(uint64_t work)
{
    script.launch.id++;
    script.launch.work = work;
    script.launch.grid.x = 1;
    script.launch.block.x = 32;
    both.launch_begin(NULL, &script.launch);
    both.block_begin(NULL, &script.launch, (SimDim){0, 0, 0}, 0);
}

static void expect(const char *rule, uint32_t line, uint32_t other_line)
{
    assert_int_equal(script.found, 1);
    assert_string_equal(script.rule, rule);
    assert_int_equal(script.first.site.inst->loc->line, line);
    assert_int_equal(script.first.other_site.inst->loc->line, other_line);
}

static void child_reads_what_its_launcher_wrote(void **state)
{
    (void)state;
    STORE(&script, GLOBAL, 0, 3, 0, 5);
    uint64_t work = launch(SIM_WORK_GRID, 0, 3, SIM_STREAM_OF_BLOCK, 6);
    script_end(&script);
    child_begin(work);
    LOAD(&script, GLOBAL, 0, 0, 0, CHILD_LINE);
    assert_int_equal(script.found, 0);
    script_end(&script);
}

static void child_reads_what_another_thread_wrote(void **state)
{
    (void)state;
    STORE(&script, GLOBAL, 0, 40, 0, 5);
    uint64_t work = launch(SIM_WORK_GRID, 0, 3, SIM_STREAM_OF_BLOCK, 6);
    script_end(&script);
    child_begin(work);
    LOAD(&script, GLOBAL, 0, 0, 0, CHILD_LINE);
    expect("grid-race", CHILD_LINE, 5);
    assert_int_equal(script.first.other_thread.x, 40);
    assert_non_null(strstr(script.text, "__syncthreads"));
    script_end(&script);
}

static void barrier_before_the_launch(void **state)
{
    (void)state;
    STORE(&script, GLOBAL, 0, 40, 0, 5);
    script_barrier(&script, 0);
    uint64_t work = launch(SIM_WORK_GRID, 0, 3, SIM_STREAM_OF_BLOCK, 6);
    STORE(&script, GLOBAL, 0, 3, 8, 7);
    script_end(&script);
    child_begin(work);
    LOAD(&script, GLOBAL, 0, 0, 0, CHILD_LINE);
    assert_int_equal(script.found, 0);
    LOAD(&script, GLOBAL, 0, 0, 8, OTHER_LINE);
    expect("grid-race", OTHER_LINE, 7);
    assert_non_null(strstr(script.text, "cudaStreamTailLaunch"));
    script_end(&script);
}

/* The other block fenced and raised a flag, the launcher read it: before the block wrote, or
 * after. */
static void last_block_launches(bool flag_first)
{
    if (!flag_first)
        STORE(&script, GLOBAL, 1, 0, 0, 5);
    script_sync(&script, SIM_SYNC_FENCE, 1, 0, UINT32_MAX, SIM_SCOPE_GPU);
    ATOMIC(&script, GLOBAL, 1, 0, 64, 6);
    if (flag_first)
        STORE(&script, GLOBAL, 1, 0, 0, 5);
    ATOMIC(&script, GLOBAL, 0, 0, 64, 6);
    uint64_t work = launch(SIM_WORK_GRID, 0, 0, SIM_STREAM_OF_BLOCK, 7);
    script_end(&script);
    child_begin(work);
    LOAD(&script, GLOBAL, 0, 0, 0, CHILD_LINE);
}

static void flag_of_the_last_block(void **state)
{
    (void)state;
    last_block_launches(false);
    assert_int_equal(script.found, 0);
    script_end(&script);
}

static void flag_raised_too_early(void **state)
{
    (void)state;
    last_block_launches(true);
    expect("grid-race", CHILD_LINE, 5);
    script_end(&script);
}

/* Two children write one place. */
static void siblings(uint64_t stream, uint64_t other_stream)
{
    uint64_t a = launch(SIM_WORK_GRID, 0, 0, stream, 6);
    uint64_t b = launch(SIM_WORK_GRID, 0, 0, other_stream, 7);
    script_end(&script);
    child_begin(a);
    STORE(&script, GLOBAL, 0, 0, 0, CHILD_LINE);
    script_end(&script);
    child_begin(b);
    STORE(&script, GLOBAL, 0, 1, 0, OTHER_LINE);
    script_end(&script);
}

static void siblings_in_one_stream(void **state)
{
    (void)state;
    siblings(STREAM_A, STREAM_A);
    assert_int_equal(script.found, 0);
}

static void siblings_in_two_streams(void **state)
{
    (void)state;
    siblings(STREAM_A, STREAM_B);
    expect("grid-race", OTHER_LINE, CHILD_LINE);
}

static void siblings_that_only_read(void **state)
{
    (void)state;
    uint64_t a = launch(SIM_WORK_GRID, 0, 0, STREAM_A, 6);
    uint64_t b = launch(SIM_WORK_GRID, 0, 0, STREAM_B, 7);
    script_end(&script);
    child_begin(a);
    LOAD(&script, GLOBAL, 0, 0, 0, CHILD_LINE);
    ATOMIC(&script, GLOBAL, 0, 0, 8, CHILD_LINE);
    script_end(&script);
    child_begin(b);
    LOAD(&script, GLOBAL, 0, 1, 0, OTHER_LINE);
    ATOMIC(&script, GLOBAL, 0, 1, 8, OTHER_LINE);
    assert_int_equal(script.found, 0);
    STORE(&script, GLOBAL, 0, 1, 0, 22);
    expect("grid-race", 22, CHILD_LINE);
    script_end(&script);
}

static void copies_count_like_grids(void **state)
{
    (void)state;
    static unsigned char backing[64];
    uint64_t base = (uint64_t)(uintptr_t)backing;
    uint64_t move = launch(SIM_WORK_MOVE, 0, 0, STREAM_A, 6);
    uint64_t other = launch(SIM_WORK_MOVE, 0, 0, STREAM_B, 7);
    script_end(&script);
    grid_race_observer(grids)->moved(grids, move, base, base + 32, 16);
    grid_race_observer(grids)->moved(grids, other, base + 48, base + 32, 16);
    assert_int_equal(script.found, 0);
    grid_race_observer(grids)->moved(grids, other, base + 32, 0, 16);
    expect("grid-race", 7, 6);
}

static void the_hosts_next_launch_is_another_tree(void **state)
{
    (void)state;
    STORE(&script, GLOBAL, 0, 40, 0, 5);
    launch(SIM_WORK_GRID, 0, 3, SIM_STREAM_OF_BLOCK, 6);
    script_end(&script);
    script.launch.work = 0;
    works = 0;
    root_begin();
    uint64_t work = launch(SIM_WORK_GRID, 0, 3, SIM_STREAM_OF_BLOCK, 6);
    script_end(&script);
    child_begin(work);
    LOAD(&script, GLOBAL, 0, 0, 0, CHILD_LINE);
    assert_int_equal(script.found, 0);
    script_end(&script);
}

#define ROW(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        ROW(child_reads_what_its_launcher_wrote),
        ROW(child_reads_what_another_thread_wrote),
        ROW(barrier_before_the_launch),
        ROW(flag_of_the_last_block),
        ROW(flag_raised_too_early),
        ROW(siblings_in_one_stream),
        ROW(siblings_in_two_streams),
        ROW(siblings_that_only_read),
        ROW(copies_count_like_grids),
        ROW(the_hosts_next_launch_is_another_tree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
