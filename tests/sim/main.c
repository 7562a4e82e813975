/* Runs scripts of the simulator: see script.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "ptx/parse.h"
#include "script.h"

static void keep_finding(void *state, const SimFinding *finding)
{
    Record *record = state;
    StrBuf text = {0};
    strbuf_format(&text, "%s: %s", finding->rule, finding->text);
    vec_push(&record->findings, strbuf_take(&text));
}

static void keep_print(void *state, const EnginePrint *print)
{
    Record *record = state;
    PrintLine line = {.block = print->block.x, .thread = print->thread.x};
    snprintf(line.text, sizeof(line.text), "%s%.*s", print->malformed ? "(malformed)" : "",
             (int)print->size, print->text);
    vec_push(&record->prints, line);
}

void record_clear(Record *record)
{
    for (size_t i = 0; i < record->findings.size; i++)
        free(record->findings.data[i]);
    vec_free(&record->findings);
    vec_free(&record->prints);
}

static const PtxFunction *find_kernel(const Script *script, const PtxModule *ptx)
{
    if (script->kernel[0])
        return ptx_find_function(ptx, view_of(script->kernel));
    for (uint32_t i = 0; i < ptx->function_count; i++)
        if (ptx->functions[i]->is_entry)
            return ptx->functions[i];
    return NULL;
}

/* An observer that looks at everything it is told, so that wrong pointers show. */
typedef struct Watcher {
    uint64_t sum;
} Watcher;

static void watch_access(void *self, const SimWarpInfo *warp, const SimAccess *access)
{
    Watcher *watcher = self;
    const unsigned char *stored = access->stored;
    for (uint32_t lane = 0; lane < 32; lane++) {
        if (!(access->mask >> lane & 1))
            continue;
        watcher->sum += access->address[lane] + (stored ? stored[lane * access->bytes] : 0);
        if (access->space == PTX_SPACE_SHARED && access->address[lane] < warp->launch->shared_bytes)
            watcher->sum +=
                ((const unsigned char *)(uintptr_t)access->shared_base)[access->address[lane]];
    }
    watcher->sum += warp->clock + access->site.inst->pos.line;
}

static void watch_instruction(void *self, const SimWarpInfo *warp, const SimSite *site,
                              const PtxInst *inst, uint32_t mask)
{
    ((Watcher *)self)->sum += warp->live + inst->op + mask + site->inst->pos.line;
}

static void watch_branch(void *self, const SimWarpInfo *warp, const SimSite *site, uint32_t taken,
                         uint32_t not_taken)
{
    ((Watcher *)self)->sum += warp->live + site->inst->op + taken + not_taken;
}

static void watch_sync(void *self, const SimWarpInfo *warp, const SimSync *sync)
{
    ((Watcher *)self)->sum += warp->live + sync->mask + sync->site.inst->op;
    if (sync->landed)
        watch_access(self, warp, sync->landed);
}

static void watch_exit(void *self, const SimWarpInfo *warp, uint32_t mask)
{
    ((Watcher *)self)->sum += warp->live + mask;
}

typedef struct Variant {
    const char *name;
    bool observed;
    uint64_t seed;
    uint32_t threads;
} Variant;

static int run_variant(Script *script, EngineModule *module, const PtxFunction *kernel,
                       SimMemory *memory, const Variant *variant)
{
    Watcher watcher = {0};
    const SimObserver observer = {.self = &watcher,
                                  .access = watch_access,
                                  .instruction = watch_instruction,
                                  .branch = watch_branch,
                                  .sync = watch_sync,
                                  .thread_exit = watch_exit};
    const SimObserver *observers[] = {&observer};
    unsigned char params[4096] = {0};
    Record record = {0};
    buffers_place(script, memory);
    SimTextures *textures = textures_place(script);
    if (kernel->param_size > sizeof(params) || !params_fill(script, kernel, params)) {
        printf("%s: the arguments don't fit the kernel\n", script->path);
        return 1;
    }
    EngineLaunch launch = {.module = module,
                           .kernel = kernel,
                           .grid = script->grid,
                           .block = script->block,
                           .cluster = script->cluster,
                           .dynamic_shared = script->shared,
                           .params = params,
                           .memory = memory,
                           .profile = sim_profile_find("rtx3060"),
                           .textures = textures,
                           .id = 1,
                           .cooperative = script->cooperative,
                           .seed = variant->seed ? variant->seed : script->seed,
                           .threads = variant->threads,
                           .eager = true,
                           .budget = script->budget,
                           .print_limit = script->print_limit,
                           .observers = observers,
                           .observer_count = variant->observed,
                           .findings = {&record, keep_finding},
                           .print_state = &record,
                           .print = keep_print};
    EngineResult result;
    engine_run(&launch, &result);
    int bad = script_check(script, &result, &record, variant->name);
    record_clear(&record);
    sim_textures_free(textures);
    buffers_release(script, memory);
    return bad;
}

static int run_module(Script *script, const PtxModule *ptx, SimMemory *memory, Error *error)
{
    EngineModule *module = engine_module_new(ptx, memory, 0, NULL, NULL, error);
    if (!module)
        return 0;
    int bad = 1;
    const PtxFunction *kernel = find_kernel(script, ptx);
    const Variant variants[] = {{"plain", false, 0, 1},
                                {"observed", true, 0, 1},
                                {"two threads", false, 0, 2},
                                {"four threads", false, 0, 4},
                                {"seeded", false, 7, 1}};
    if (kernel) {
        bad = 0;
        for (int i = 0; i < (script->fixed ? 4 : 5); i++)
            bad += run_variant(script, module, kernel, memory, &variants[i]);
    } else {
        printf("%s: no such kernel\n", script->path);
    }
    engine_module_free(module);
    return bad;
}

static int check_error(const Script *script, const Error *error)
{
    StrBuf text = {0};
    error_describe(error, &text);
    bool wanted = script->error[0] && strstr(strbuf_text(&text), script->error);
    bool fine = error->kind == ERROR_NONE ? !script->error[0] : wanted;
    if (!fine)
        printf("%s: expected the error \"%s\", got \"%s\"\n", script->path, script->error,
               strbuf_text(&text));
    strbuf_free(&text);
    return !fine;
}

static int run_file(const char *path)
{
    StrBuf text = {0};
    Error error = {0};
    Script script;
    if (!file_read(path, 16 << 20, &text, &error)) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    script_parse(&script, path, strbuf_view(&text));
    int bad = 0;
    PtxModule *ptx = ptx_parse(strbuf_view(&text), &error);
    SimMemory *memory = sim_memory_new(UINT64_C(1) << 30);
    if (ptx)
        bad += run_module(&script, ptx, memory, &error);
    bad += check_error(&script, &error);
    sim_memory_free(memory);
    ptx_free(ptx);
    script_free(&script);
    strbuf_free(&text);
    return bad;
}

int main(int argc, char **argv)
{
    int bad = 0;
    for (int i = 1; i < argc; i++)
        bad += run_file(argv[i]);
    return bad || argc < 2;
}
