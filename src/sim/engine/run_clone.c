/* Runs for the members of a team: the launch is shared, what a thread changes is its own. */
#include <stdlib.h>
#include <string.h>

#include "sim/engine/decoder.h"
#include "sim/engine/warp.h"

Run *run_clone(Run *run, SimView view)
{
    const EngineLaunch *launch = run->launch;
    const SimProgram *program = module_program(launch->module, view, NULL);
    Run *clone = malloc(sizeof(*clone));
    if (!program || !clone) {
        free(clone);
        return NULL;
    }
    *clone = *run;
    clone->program = program;
    clone->kernel = program->functions[launch->kernel->index];
    clone->dispatch = family_dispatch(view);
    clone->frames = NULL;
    clone->frame_count = clone->frame_capacity = 0;
    clone->engine_bytes = 0;
    clone->packed = NULL;
    clone->packed_room = 0;
    memset(clone->caches, 0, sizeof(clone->caches));
    clone->pools = calloc(launch->module->ptx->function_count + 1, sizeof(*clone->pools));
    if (clone->pools)
        return clone;
    free(clone);
    return NULL;
}

void run_free_clone(Run *clone)
{
    frames_free(clone);
    free(clone);
}

bool run_adopt(Run *run, Run *clone, Block *block)
{
    size_t count = run->frame_count + clone->frame_count;
    Frame **frames = realloc(run->frames, (count + 1) * sizeof(*frames));
    if (!frames) {
        run->over = true;
        run->result->status = ENGINE_MEMORY;
        return false;
    }
    memcpy(frames + run->frame_count, clone->frames, clone->frame_count * sizeof(*frames));
    run->frames = frames;
    run->frame_count = run->frame_capacity = count;
    run->engine_bytes += clone->engine_bytes;
    clone->frame_count = 0;
    block->run = run;
    for (uint32_t i = 0; i < block->warp_count; i++) {
        block->warps[i].run = run;
        block->warps[i].caches = run->caches;
    }
    return true;
}
