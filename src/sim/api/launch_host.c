/* What the engine asks of the library while a kernel runs that uses the device runtime. The lock is
 * free meanwhile. */
#include "sim/api/launch_host.h"

#include <stdio.h>

#include "sim/api/device.h"
#include "sim/api/findings.h"
#include "sim/api/function.h"
#include "sim/api/host_rests.h"
#include "sim/api/place.h"

static uint64_t child_begin(void *state, const EngineChild *child)
{
    Library *lib = library();
    Place place;
    char origin[640], line[340] = "";
    (void)state;
    pthread_mutex_lock(&lib->lock);
    uint64_t id = ++lib->next_launch;
    pthread_mutex_unlock(&lib->lock);
    place_fill(&place, &child->site, false);
    if (place.place.line)
        snprintf(line, sizeof line, " (%s:%u)", place.place.file, place.place.line);
    snprintf(origin, sizeof origin,
             "; in a grid of %.*s() that thread (%u,%u,%u) of block (%u,%u,%u) of launch %llu "
             "launched in %s%s",
             VIEW_ARG(child->kernel->name), child->thread.x, child->thread.y, child->thread.z,
             child->block.x, child->block.y, child->block.z, (unsigned long long)child->parent,
             place.place.function, line);
    findings_launch_child(id, origin);
    return id;
}

static void child_end(void *state, uint64_t id)
{
    (void)state;
    findings_launch(id);
}

static bool attribute(void *state, int number, int *value)
{
    (void)state;
    return device_attribute(library()->profile, (CUdevice_attribute)number, value);
}

static bool limit(void *state, int number, uint64_t *value)
{
    const Module *module = state;
    if (number < 0 || number >= API_LIMITS)
        return false;
    *value = module->context->limits[number];
    return true;
}

static bool rests(void *state)
{
    (void)state;
    return host_rests();
}

static int resident_blocks(void *state, const PtxFunction *kernel, uint64_t threads,
                           uint64_t dynamic_shared)
{
    const Module *module = state;
    for (uint32_t i = 0; i < module->function_count; i++)
        if (module->functions[i].ptx == kernel)
            return function_resident_blocks(&module->functions[i], threads, dynamic_shared);
    return 0;
}

EngineHost launch_host(Function *function)
{
    const size_t *limits = function->module->context->limits;
    return (EngineHost){
        .state = function->module,
        .child_begin = child_begin,
        .child_end = child_end,
        .attribute = attribute,
        .limit = limit,
        .resident_blocks = resident_blocks,
        .rests = rests,
        .pending_launches = (uint32_t)limits[CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT],
        .sync_depth = (uint32_t)limits[CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH],
    };
}
