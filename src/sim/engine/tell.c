/* Tells observers how threads order each other. */
#include "sim/engine/tell.h"

void tell_sync(const SimWarp *warp, const SimSync *sync)
{
    const EngineLaunch *launch = warp->run->launch;
    if (!warp->run->observed)
        return;
    SimWarpInfo info;
    warp_info(warp, &info);
    for (uint32_t i = 0; i < launch->observer_count; i++)
        if (launch->observers[i]->sync)
            launch->observers[i]->sync(launch->observers[i]->self, &info, sync);
}
