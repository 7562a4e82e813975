/* The proof that blocks keep apart, and that threads do: kernels for which it is made, kernels for
 * which it must not be, and kernels made by chance, beside what they really touch. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/strbuf.h"
#include "ptx/parse.h"
#include "sim/engine/apart.h"
#include "sim/engine/engine.h"

enum { BUFFER = 1 << 20, ROUNDS = 400, REGS = 40 };

/* Two buffers and a number, and what touches the first of them. */
typedef struct Place {
    SimMemory *memory;
    uint64_t out, in;
    uint32_t *stored, *loaded;       /* by byte of `out`: block + 1; UINT32_MAX: several */
    uint32_t *stored_by, *loaded_by; /* the same of threads */
    bool faulted, met, threads_met;
    bool threads_apart; /* proven */
    bool other_apart;   /* the same if all that isn't understood lies elsewhere */
} Place;

#define HEAD                                                                                     \
    ".version 7.0\n.target sm_80\n.address_size 64\n.global .align 4 .b8 words[4096];\n"         \
    ".visible .entry k(.param .u64 out, .param .u64 in, .param .u32 n)\n{\n.reg .pred %p<9>;\n"  \
    ".reg .b32 %r<41>;\n.reg .b64 %x<41>;\n.reg .b16 %h<9>;\n.shared .align 4 .b8 tile[1024];\n" \
    "ld.param.u64 %x1, [out];\nld.param.u64 %x2, [in];\nld.param.u32 %r1, [n];\n"                \
    "mov.u32 %r2, %ctaid.x;\nmov.u32 %r3, %ntid.x;\nmov.u32 %r4, %tid.x;\n"                      \
    "mov.u32 %r5, %ctaid.y;\nmov.u32 %r6, %ntid.y;\nmov.u32 %r7, %tid.y;\n"                      \
    "mad.lo.s32 %r8, %r2, %r3, %r4;\nmad.lo.s32 %r9, %r5, %r6, %r7;\n"
/* %x10 = out + 4 * i, of %r8 */
#define LINE "mul.wide.s32 %x9, %r8, 4;\nadd.s64 %x10, %x1, %x9;\nadd.s64 %x11, %x2, %x9;\n"
#define END "done:\nret;\n}\n"

static void place_make(Place *place)
{
    *place = (Place){.memory = sim_memory_new(UINT64_C(1) << 30)};
    assert_non_null(place->memory);
    place->out = sim_memory_alloc(place->memory, BUFFER, 0, SIM_ALLOC_DEVICE, 0, NULL);
    place->in = sim_memory_alloc(place->memory, BUFFER, 0, SIM_ALLOC_DEVICE, 0, NULL);
    place->stored = calloc(BUFFER, sizeof(*place->stored));
    place->loaded = calloc(BUFFER, sizeof(*place->loaded));
    place->stored_by = calloc(BUFFER, sizeof(*place->stored_by));
    place->loaded_by = calloc(BUFFER, sizeof(*place->loaded_by));
}

static void place_free(Place *place)
{
    sim_memory_free(place->memory);
    free(place->stored);
    free(place->loaded);
    free(place->stored_by);
    free(place->loaded_by);
}

static void touch(uint32_t *by, uint32_t block)
{
    *by = !*by || *by == block + 1 ? block + 1 : UINT32_MAX;
}

static bool is_other(uint32_t by, uint32_t block)
{
    return by && by != block + 1;
}

static void look(void *self, const SimWarpInfo *warp, const SimAccess *access)
{
    Place *place = self;
    if (access->space != PTX_SPACE_GLOBAL)
        return;
    for (uint32_t lane = 0; lane < 32; lane++)
        for (uint32_t b = 0; access->mask >> lane & 1 && b < access->bytes; b++) {
            const uint64_t at = access->address[lane] + b - place->out;
            if (at >= BUFFER)
                continue;
            const bool store = access->kind == SIM_ACCESS_STORE;
            place->met |= is_other(place->stored[at], warp->block_linear) ||
                          (store && is_other(place->loaded[at], warp->block_linear));
            touch(store ? &place->stored[at] : &place->loaded[at], warp->block_linear);
            const uint32_t thread = (warp->block_linear << 10) + warp->warp * 32 + lane;
            place->threads_met |= is_other(place->stored_by[at], thread) ||
                                  (store && is_other(place->loaded_by[at], thread));
            touch(store ? &place->stored_by[at] : &place->loaded_by[at], thread);
        }
}

static void found(void *state, const SimFinding *finding)
{
    (void)finding;
    ((Place *)state)->faulted = true;
}

static EngineLaunch launch_of(const Place *place, EngineModule *module, const PtxModule *ptx,
                              const void *params, SimDim grid, SimDim block)
{
    return (EngineLaunch){.module = module,
                          .kernel = ptx->functions[ptx->function_count - 1],
                          .grid = grid,
                          .block = block,
                          .params = params,
                          .memory = place->memory,
                          .profile = &sim_profiles[0],
                          .id = 1,
                          .threads = 1,
                          .findings = {(void *)(uintptr_t)place, found}};
}

/* Of what the proof doesn't understand. */
static bool is_elsewhere(void *state, const PtxInst *inst)
{
    (void)inst;
    return state != NULL;
}

typedef struct Params {
    uint64_t out, in;
    uint32_t n;
} Params;

static PtxModule *parse(const char *text)
{
    Error error = {0};
    PtxModule *ptx = ptx_parse(view_of(text), &error);
    if (!ptx)
        fail_msg("%s\n%s", error.text, text);
    return ptx;
}

/* The verdict about the kernel; in place->met what was seen. */
static bool keeps_apart(Place *place, const char *text, const Params *params, SimDim grid,
                        SimDim block)
{
    PtxModule *ptx = parse(text);
    Error error = {0};
    EngineModule *module = engine_module_new(ptx, place->memory, 0, NULL, NULL, &error);
    if (!module)
        fail_msg("%s\n%s", error.text, text);
    EngineLaunch launch = launch_of(place, module, ptx, params, grid, block);
    const bool apart = blocks_keep_apart(&launch);
    place->threads_apart =
        threads_keep_apart(&launch, place->out, place->out + BUFFER, is_elsewhere, NULL);
    place->other_apart =
        threads_keep_apart(&launch, place->out, place->out + BUFFER, is_elsewhere, place);
    const SimObserver observer = {.self = place, .access = look};
    const SimObserver *observers[] = {&observer};
    EngineResult result;
    launch.observers = observers;
    launch.observer_count = 1;
    launch.budget = 1 << 22;
    memset(place->stored, 0, BUFFER * sizeof(*place->stored));
    memset(place->loaded, 0, BUFFER * sizeof(*place->loaded));
    memset(place->stored_by, 0, BUFFER * sizeof(*place->stored_by));
    memset(place->loaded_by, 0, BUFFER * sizeof(*place->loaded_by));
    place->faulted = place->met = place->threads_met = false;
    engine_run(&launch, &result);
    if (apart && place->met)
        fail_msg("blocks meet, though it is proven that they don't:\n%s", text);
    if (place->threads_apart && place->threads_met)
        fail_msg("threads meet, though it is proven that they don't:\n%s", text);
    engine_module_free(module);
    ptx_free(ptx);
    return apart;
}

typedef struct Verdicts {
    bool blocks, threads, others;
} Verdicts;

static Verdicts verdicts(const char *body, uint32_t n, SimDim grid, SimDim block)
{
    Place place;
    StrBuf text = {0};
    place_make(&place);
    const Params params = {place.out, place.in, n};
    strbuf_format(&text, "%s%s%s", HEAD, body, END);
    const bool apart = keeps_apart(&place, text.data, &params, grid, block);
    strbuf_free(&text);
    place_free(&place);
    return (Verdicts){apart, place.threads_apart, place.other_apart};
}

static bool verdict(const char *body, uint32_t n, SimDim grid, SimDim block)
{
    return verdicts(body, n, grid, block).blocks;
}

#define ONE(x) ((SimDim){(x), 1, 1})
#define TWO(x, y) ((SimDim){(x), (y), 1})

static void elements_of_threads_are_apart(void **state)
{
    (void)state;
    const char *guarded = "setp.ge.s32 %p1, %r8, %r1;\n@%p1 bra done;\n" LINE
                          "ld.global.u32 %r10, [%x11];\nst.global.u32 [%x10], %r10;\n";
    assert_true(verdict(guarded, 1000, ONE(4), ONE(256)));
    /* What a guard leaves of a row: without it rows would run into each other. */
    const char *rows = "setp.ge.s32 %p1, %r8, %r1;\nsetp.ge.u32 %p2, %r9, 60;\n"
                       "or.pred %p3, %p1, %p2;\n@%p3 bra done;\n"
                       "mad.lo.s32 %r10, %r9, %r1, %r8;\nmul.wide.s32 %x9, %r10, 4;\n"
                       "add.s64 %x10, %x1, %x9;\nst.global.u32 [%x10], %r10;\n";
    assert_true(verdict(rows, 100, TWO(4, 8), TWO(32, 8)));
    /* In place; 64-bit indices; a predicate on the store itself. */
    assert_true(verdict(LINE "ld.global.u32 %r10, [%x10];\nst.global.u32 [%x10], %r10;\n", 0,
                        ONE(16), ONE(64)));
    assert_true(
        verdict("mul.wide.u32 %x3, %r2, %r3;\ncvt.u64.u32 %x4, %r4;\nadd.s64 %x5, %x3, %x4;\n"
                "shl.b64 %x6, %x5, 2;\nadd.s64 %x7, %x1, %x6;\nst.global.u32 [%x7], %r4;\n",
                0, ONE(16), ONE(64)));
    assert_true(verdict(LINE "setp.lt.u32 %p1, %r8, %r1;\n@%p1 st.global.u32 [%x10], %r8;\n", 900,
                        ONE(16), ONE(64)));
}

static void figures_of_blocks_and_warps_are_apart(void **state)
{
    (void)state;
    assert_true(verdict("setp.ne.s32 %p1, %r4, 0;\n@%p1 bra done;\nmul.wide.u32 %x3, %r2, 4;\n"
                        "add.s64 %x4, %x1, %x3;\nst.global.u32 [%x4], %r2;\n",
                        0, ONE(16), ONE(64)));
    assert_true(verdict("shr.u32 %r10, %r8, 5;\nmul.wide.u32 %x3, %r10, 4;\n"
                        "add.s64 %x4, %x1, %x3;\nst.global.u32 [%x4], %r2;\n",
                        0, ONE(16), ONE(64)));
    assert_true(verdict("and.b32 %r10, %r4, 31;\nshl.b32 %r11, %r2, 5;\nor.b32 %r12, %r11, %r10;\n"
                        "mul.wide.u32 %x3, %r12, 4;\nadd.s64 %x4, %x1, %x3;\n"
                        "st.global.u32 [%x4], %r2;\natom.shared.add.u32 %r13, [tile], 1;\n",
                        0, ONE(16), ONE(64)));
    assert_true(verdict("mov.u64 %x3, words;\nmul.wide.u32 %x4, %r2, 4;\nadd.s64 %x5, %x3, %x4;\n"
                        "st.global.u32 [%x5], %r2;\n",
                        0, ONE(16), ONE(64)));
}

static void what_others_touch_is_not_apart(void **state)
{
    (void)state;
    /* The neighbour's element, one place for all, rows without a guard, a grid of two dimensions
     * of which the address knows one. */
    assert_false(verdict(LINE "ld.global.u32 %r10, [%x10+4];\nst.global.u32 [%x10], %r10;\n", 0,
                         ONE(16), ONE(64)));
    assert_false(verdict("st.global.u32 [%x1], %r2;\n", 0, ONE(16), ONE(64)));
    assert_false(verdict("mad.lo.s32 %r10, %r9, %r1, %r8;\nmul.wide.s32 %x9, %r10, 4;\n"
                         "add.s64 %x10, %x1, %x9;\nst.global.u32 [%x10], %r10;\n",
                         100, TWO(4, 8), TWO(32, 8)));
    assert_false(verdict(LINE "st.global.u32 [%x10], %r8;\n", 0, TWO(16, 2), ONE(64)));
    /* An index that wraps around: 2^30 * 4 is 0. */
    assert_false(
        verdict("shl.b32 %r10, %r2, 30;\nadd.s32 %r11, %r10, %r4;\nshl.b32 %r12, %r11, 2;\n"
                "cvt.u64.u32 %x3, %r12;\nadd.s64 %x4, %x1, %x3;\n"
                "st.global.u32 [%x4], %r2;\n",
                0, ONE(16), ONE(64)));
    /* An index out of memory. */
    assert_false(verdict(LINE "ld.global.u32 %r10, [%x11];\nmul.wide.u32 %x12, %r10, 4;\n"
                              "add.s64 %x13, %x1, %x12;\nst.global.u32 [%x13], %r2;\n",
                         0, ONE(16), ONE(64)));
    assert_false(verdict(LINE "ld.global.u64 %x12, [%x11];\nld.global.u32 %r10, [%x12];\n"
                              "st.global.u32 [%x10], %r10;\n",
                         0, ONE(16), ONE(64)));
}

/* Two blocks come to one index, by an operation each. */
static void indices_that_fall_together_are_not_apart(void **state)
{
    (void)state;
    static const char *const operations[] = {
        "shr.u32 %r10, %r2, 1;\n",
        "shr.s32 %r10, %r2, 1;\n",
        "div.u32 %r10, %r2, 3;\n",
        "div.s32 %r10, %r2, 2;\n",
        "rem.u32 %r10, %r2, 15;\n",
        "and.b32 %r10, %r2, 7;\n",
        "or.b32 %r10, %r2, 1;\n",
        "min.u32 %r10, %r2, 14;\n",
        "max.s32 %r10, %r2, 1;\n",
        "mul.lo.u32 %r11, %r2, 0x10000000;\nshr.u32 %r10, %r11, 29;\n",
        "mul.lo.u32 %r11, %r2, 0x20000000;\nshr.u32 %r10, %r11, 27;\n",
        "cvt.u16.u32 %h1, %r2;\nmul.lo.u16 %h2, %h1, 8192;\ncvt.u32.u16 %r10, %h2;\n",
        "mul.lo.u32 %r11, %r2, 32;\ncvt.u8.u32 %r10, %r11;\n",
        "setp.lt.u32 %p2, %r2, 3;\nselp.b32 %r10, 5, %r2, %p2;\n",
        "sub.s32 %r11, %r2, 8;\nabs.s32 %r10, %r11;\n",
        "sub.s32 %r11, %r2, 8;\ndiv.s32 %r12, %r11, 1;\nmul.lo.s32 %r10, %r12, %r12;\n",
        "xor.b32 %r11, %r2, 5;\nand.b32 %r10, %r11, 14;\n",
    };
    for (uint32_t i = 0; i < sizeof(operations) / sizeof(*operations); i++) {
        StrBuf body = {0};
        strbuf_format(&body,
                      "%smul.wide.u32 %%x3, %%r10, 4;\nadd.s64 %%x4, %%x1, %%x3;\n"
                      "st.global.u32 [%%x4], %%r2;\n",
                      operations[i]);
        if (verdict(body.data, 0, ONE(16), ONE(32)))
            fail_msg("%s", operations[i]);
        strbuf_free(&body);
    }
}

static void what_is_not_understood_is_not_apart(void **state)
{
    (void)state;
    static const char *const bodies[] = {
        LINE "st.global.u32 [%x10], %r8;\nred.global.add.u32 [%x2], 1;\n",
        LINE "st.volatile.global.u32 [%x10], %r8;\n",
        LINE "ld.acquire.gpu.global.u32 %r10, [%x11];\nst.global.u32 [%x10], %r8;\n",
        LINE "atom.global.add.u32 %r10, [%x10], 1;\n",
        /* A register that one way doesn't write; one that two instructions write. */
        "setp.lt.u32 %p1, %r4, 5;\n@%p1 bra over;\nmov.u32 %r8, 7;\nover:\n" LINE
        "st.global.u32 [%x10], %r8;\n",
        "setp.lt.u32 %p1, %r4, 5;\n@%p1 bra over;\nmov.u32 %r12, 7;\nover:\n"
        "mul.wide.u32 %x3, %r12, 4;\nadd.s64 %x4, %x1, %x3;\nmul.wide.u32 %x5, %r2, 4096;\n"
        "add.s64 %x6, %x4, %x5;\nst.global.u32 [%x6], %r8;\n",
    };
    for (uint32_t i = 0; i < sizeof(bodies) / sizeof(*bodies); i++)
        if (verdict(bodies[i], 0, ONE(16), ONE(64)))
            fail_msg("kernel %u", i);
}

static void memory_that_others_see_is_not_apart(void **state)
{
    (void)state;
    static const SimAllocKind kinds[] = {SIM_ALLOC_DEVICE, SIM_ALLOC_HOST, SIM_ALLOC_MANAGED};
    Place place;
    place_make(&place);
    for (uint32_t i = 0; i < 3; i++) {
        const Params params = {sim_memory_alloc(place.memory, BUFFER, 0, kinds[i], 0, NULL),
                               place.in, 0};
        assert_int_equal(keeps_apart(&place, HEAD LINE "st.global.u32 [%x10], %r8;\n" END, &params,
                                     ONE(16), ONE(64)),
                         kinds[i] == SIM_ALLOC_DEVICE);
    }
    /* Both parameters are one buffer; the second begins where the first one ends, and before. */
    const char *copy = HEAD LINE "ld.global.u32 %r10, [%x11];\nst.global.u32 [%x10], %r8;\n" END;
    const int64_t away[] = {4096, 4092, 0, 4, -4092, -4096};
    const bool apart[] = {true, false, true, false, false, true};
    for (uint32_t i = 0; i < 6; i++) {
        const Params params = {place.out + 8192, place.out + 8192 + (uint64_t)away[i], 0};
        assert_int_equal(keeps_apart(&place, copy, &params, ONE(16), ONE(64)), apart[i]);
    }
    place_free(&place);
}

/* -- kernels by chance */

typedef struct Maker {
    StrBuf text;
    uint64_t random;
    uint32_t regs; /* %r0 ... hold something */
} Maker;

static uint32_t chance(Maker *maker, uint32_t choices)
{
    maker->random = maker->random * UINT64_C(6364136223846793005) + 1442695040888963407;
    return (uint32_t)(maker->random >> 33) % choices;
}

static void add_operation(Maker *maker)
{
    static const char *const operations[] = {
        "add.s32 %%r%u, %%r%u, %%r%u;\n",
        "sub.s32 %%r%u, %%r%u, %%r%u;\n",
        "add.u32 %%r%u, %%r%u, %d;\n",
        "mul.lo.s32 %%r%u, %%r%u, %d;\n",
        "shl.b32 %%r%u, %%r%u, %d;\n",
        "shr.u32 %%r%u, %%r%u, %d;\n",
        "shr.s32 %%r%u, %%r%u, %d;\n",
        "and.b32 %%r%u, %%r%u, %d;\n",
        "or.b32 %%r%u, %%r%u, %d;\n",
        "rem.u32 %%r%u, %%r%u, %d;\n",
        "div.u32 %%r%u, %%r%u, %d;\n",
        "rem.s32 %%r%u, %%r%u, %d;\n",
        "div.s32 %%r%u, %%r%u, %d;\n",
        "min.s32 %%r%u, %%r%u, %d;\n",
        "max.u32 %%r%u, %%r%u, %d;\n",
        "or.b32 %%r%u, %%r%u, %%r%u;\n",
        "mul.lo.u32 %%r%u, %%r%u, %%r%u;\n",
        "selp.b32 %%r%u, %%r%u, %%r%u, %%p2;\n",
        "mad.lo.s32 %%r%u, %%r%u, 64, %%r%u;\n",
        "add.s32 %%r%u, %%r%u, %%r%u;\n",
        "neg.s32 %%r%u, %%r%u;\n",
        "not.b32 %%r%u, %%r%u;\n",
    };
    const uint32_t count = sizeof(operations) / sizeof(*operations);
    const char *operation = operations[chance(maker, count)];
    const uint32_t a = 2 + chance(maker, maker->regs - 2), b = 2 + chance(maker, maker->regs - 2);
    const int constants[] = {1, 2, 3, 4, 5, 7, 8, 15, 16, 31, 32, 64, 100};
    const bool shift = strstr(operation, "sh") != NULL;
    const uint32_t d = maker->regs++;
    if (strstr(operation, "%d"))
        strbuf_format(&maker->text, operation, d, a,
                      shift ? (int)chance(maker, 7) : constants[chance(maker, 13)]);
    else
        strbuf_format(&maker->text, operation, d, a, b);
}

/* A way round what follows, by a comparison. */
static void add_guard(Maker *maker)
{
    static const char *const words[] = {"lt.s32", "ge.s32", "gt.u32", "le.u32",
                                        "eq.s32", "ne.s32", "lo.u32", "hs.u32"};
    const uint32_t a = 2 + chance(maker, maker->regs - 2), b = 1 + chance(maker, maker->regs - 1);
    strbuf_format(&maker->text, "setp.%s %%p3, %%r%u, ", words[chance(maker, 8)], a);
    if (chance(maker, 2))
        strbuf_format(&maker->text, "%%r%u;\n", b);
    else
        strbuf_format(&maker->text, "%u;\n", chance(maker, 200));
    strbuf_format(&maker->text, "@%s%%p3 bra done;\n", chance(maker, 2) ? "!" : "");
}

static void add_access(Maker *maker, uint32_t number)
{
    static const char *const ways[] = {"mul.wide.s32 %%x%u, %%r%u, 4;\n",
                                       "mul.wide.u32 %%x%u, %%r%u, 4;\n",
                                       "mul.wide.s32 %%x%u, %%r%u, 8;\n"};
    const uint32_t x = 10 + 2 * number, of = maker->regs - 1 - chance(maker, 3);
    strbuf_format(&maker->text, ways[chance(maker, 3)], x, of);
    strbuf_format(&maker->text, "add.s64 %%x%u, %%x%u, %%x1;\n", x + 1, x);
    if (number == 0 || chance(maker, 2))
        strbuf_format(&maker->text, "st.global.u32 [%%x%u], %%r%u;\n", x + 1, of);
    else
        strbuf_format(&maker->text, "ld.global.u32 %%r%u, [%%x%u];\n", REGS, x + 1);
}

static void make_kernel(Maker *maker)
{
    strbuf_clear(&maker->text);
    strbuf_format(&maker->text, "%s", HEAD "mov.u32 %r0, 0;\nsetp.lt.s32 %p2, %r4, 9;\n");
    maker->regs = 10;
    for (uint32_t accesses = 0; accesses < 1 + chance(maker, 2) || !accesses; accesses++) {
        const uint32_t operations = chance(maker, 6);
        for (uint32_t i = 0; i < operations; i++)
            add_operation(maker);
        if (chance(maker, 3) == 0)
            add_guard(maker);
        add_access(maker, accesses);
        if (accesses == 2)
            break;
    }
    strbuf_format(&maker->text, "%s", END);
}

/* As LINE, of %r10. */
#define AT "mul.wide.s32 %x9, %r10, 4;\nadd.s64 %x10, %x1, %x9;\n"

static void threads_have_their_own(void **state)
{
    (void)state;
    const char *own = LINE "ld.global.u32 %r11, [%x10];\nst.global.u32 [%x10], %r11;\n";
    assert_true(verdicts(own, 0, ONE(4), ONE(64)).threads);
    const char *pairs = "shl.b32 %r10, %r8, 1;\n" AT "ld.global.u32 %r11, [%x10+4];\n"
                        "st.global.u32 [%x10], %r11;\nst.global.u32 [%x10+4], %r11;\n";
    assert_true(verdicts(pairs, 0, ONE(4), ONE(64)).threads);
    const char *neighbours = LINE "ld.global.u32 %r11, [%x10+4];\nst.global.u32 [%x10], %r11;\n";
    assert_false(verdicts(neighbours, 0, ONE(4), ONE(64)).threads);
    /* One number for a block, by its first thread, and by all of them. */
    const char *first = "setp.ne.s32 %p1, %r4, 0;\n@%p1 bra done;\nmov.u32 %r10, %r2;\n" AT
                        "st.global.u32 [%x10], %r11;\n";
    assert_true(verdicts(first, 0, ONE(4), ONE(64)).threads);
    assert_false(verdicts(first, 0, ONE(4), TWO(32, 2)).threads);
    const char *all = "mov.u32 %r10, %r2;\n" AT "st.global.u32 [%x10], %r11;\n";
    assert_true(verdict(all, 0, ONE(4), ONE(64)));
    assert_false(verdicts(all, 0, ONE(4), ONE(64)).threads);
}

static void threads_meet_elsewhere(void **state)
{
    (void)state;
    const char *gather = LINE "ld.global.u32 %r10, [%x11];\nmul.wide.u32 %x12, %r10, 0;\n"
                              "cvt.u64.u32 %x13, %r10;\nsub.s64 %x12, %x13, %x13;\n"
                              "add.s64 %x12, %x12, %x2;\nxor.b64 %x12, %x12, 0;\n"
                              "ld.global.u32 %r10, [%x12];\nst.global.u32 [%x10], %r10;\n";
    const Verdicts of = verdicts(gather, 0, ONE(4), ONE(64));
    assert_false(of.blocks || of.threads);
    assert_true(of.others);
}

static void verdicts_hold_by_chance(void **state)
{
    (void)state;
    const char *text = getenv("CULAB_TEST_ROUNDS");
    const uint32_t rounds = text ? (uint32_t)strtoul(text, NULL, 10) : ROUNDS;
    Maker maker = {.random = text ? rounds : 7};
    Place place;
    uint32_t proven = 0, apart = 0, threads = 0;
    place_make(&place);
    for (uint32_t i = 0; i < rounds; i++) {
        make_kernel(&maker);
        const Params params = {place.out + BUFFER / 2, place.in, 50 + chance(&maker, 200)};
        const SimDim grid = TWO(1 + chance(&maker, 5), 1 + chance(&maker, 3));
        const SimDim block = TWO(1u << (3 + chance(&maker, 4)), 1 + chance(&maker, 4));
        const bool shown = keeps_apart(&place, maker.text.data, &params, grid, block);
        proven += shown;
        threads += place.threads_apart;
        apart += !place.met && !place.faulted;
    }
    print_message("%u of %u kernels proven, %u apart, %u of threads\n", proven, rounds, apart,
                  threads);
    assert_in_range(proven, rounds / 20, rounds); /* else this shows nothing */
    assert_in_range(threads, rounds / 100, rounds);
    strbuf_free(&maker.text);
    place_free(&place);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elements_of_threads_are_apart),
        cmocka_unit_test(figures_of_blocks_and_warps_are_apart),
        cmocka_unit_test(what_others_touch_is_not_apart),
        cmocka_unit_test(indices_that_fall_together_are_not_apart),
        cmocka_unit_test(what_is_not_understood_is_not_apart),
        cmocka_unit_test(memory_that_others_see_is_not_apart),
        cmocka_unit_test(threads_have_their_own),
        cmocka_unit_test(threads_meet_elsewhere),
        cmocka_unit_test(verdicts_hold_by_chance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
