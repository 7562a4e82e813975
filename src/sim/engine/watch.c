/* Instructions that observers are told of: asked for once, when a function first runs. */
#include <stdlib.h>

#include "sim/engine/warp.h"

bool watch_prepare(Run *run)
{
    const EngineLaunch *launch = run->launch;
    bool wanted = false;
    for (uint32_t i = 0; i < launch->observer_count; i++)
        wanted |= launch->observers[i]->instruction != NULL;
    if (!wanted)
        return true;
    run->watches = calloc((size_t)launch->module->ptx->function_count + 1, sizeof(*run->watches));
    return run->watches != NULL;
}

static bool is_watched(const EngineLaunch *launch, const PtxFunction *function, const PtxInst *inst)
{
    for (uint32_t i = 0; inst && i < launch->observer_count; i++) {
        const SimObserver *observer = launch->observers[i];
        if (observer->instruction &&
            (!observer->watches || observer->watches(observer->self, function, inst)))
            return true;
    }
    return false;
}

/* Without memory for the answer nothing is told. */
static void ask(const EngineLaunch *launch, const SimFunction *function, Watch *watch)
{
    watch->asked = true;
    for (uint32_t i = 0; i < function->inst_count; i++) {
        if (!is_watched(launch, function->source, function->insts[i].source))
            continue;
        if (!watch->insts && !(watch->insts = calloc(function->inst_count, 1)))
            return;
        watch->insts[i] = 1;
    }
}

const uint8_t *watch_of(Run *run, const SimFunction *function)
{
    Watch *watch = &run->watches[function->source->index];
    if (!watch->asked)
        ask(run->launch, function, watch);
    return watch->insts;
}

void watch_again(void *run)
{
    Run *asked = run;
    uint32_t functions = asked->launch->module->ptx->function_count;
    for (uint32_t i = 0; asked->watches && i < functions; i++)
        if (asked->watches[i].asked)
            ask(asked->launch, asked->program->functions[i], &asked->watches[i]);
}

void watch_free(Run *run)
{
    uint32_t functions = run->launch->module->ptx->function_count;
    for (uint32_t i = 0; run->watches && i < functions; i++)
        free(run->watches[i].insts);
    free(run->watches);
}
