/* The workspace of a cooperative launch, as cooperative_groups.h expects it of a driver. */
#include "sim/engine/workspace.h"

#include <string.h>

/* Its size in bytes, and the word in which the blocks of the grid count each other. */
typedef struct GridWorkspace {
    uint32_t size;
    uint32_t barrier;
} GridWorkspace;

bool workspace_make(Run *run)
{
    const EngineLaunch *launch = run->launch;
    if (!launch->cooperative)
        return true;
    run->workspace = sim_memory_alloc(launch->memory, sizeof(GridWorkspace), sizeof(GridWorkspace),
                                      SIM_ALLOC_MODULE, 0, "the grid's barrier");
    if (!run->workspace)
        return false;
    GridWorkspace fresh = {.size = sizeof(fresh)};
    memcpy((void *)(uintptr_t)run->workspace, &fresh, sizeof(fresh));
    return true;
}

void workspace_release(Run *run)
{
    if (run->workspace)
        sim_memory_release(run->launch->memory, run->workspace);
}
