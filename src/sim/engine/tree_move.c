/* Copies and fills that kernels ask for: cudaMemcpyAsync, cudaMemsetAsync on the device. */
#include <string.h>

#include "sim/engine/fault.h"
#include "sim/engine/tree.h"

static void tell_written(const EngineLaunch *launch, uint64_t address, uint64_t size)
{
    for (uint32_t i = 0; i < launch->observer_count; i++)
        if (launch->observers[i]->host_write)
            launch->observers[i]->host_write(launch->observers[i]->self, address, size);
}

static void tell_read(const EngineLaunch *launch, uint64_t address, uint64_t size)
{
    for (uint32_t i = 0; i < launch->observer_count; i++)
        if (launch->observers[i]->host_read)
            launch->observers[i]->host_read(launch->observers[i]->self, address, size);
}

/* Before the bytes are moved. */
static void tell_moved(const EngineLaunch *launch, const Work *work, uint64_t to, uint64_t from)
{
    for (uint32_t i = 0; i < launch->observer_count; i++)
        if (launch->observers[i]->moved)
            launch->observers[i]->moved(launch->observers[i]->self, work->number, to, from,
                                        work->box.width);
}

static bool fail(const EngineLaunch *launch, const Work *work, uint64_t address, const char *what)
{
    const EngineChild *origin = &work->origin;
    FaultLine line = {0};
    fault_add_thread(&line, origin->thread, origin->block);
    fault_add(&line, "asked for a %s that %s 0x%llx, %llu bytes that are not all allocated",
              work->kind == WORK_COPY ? "copy" : "fill", what, (unsigned long long)address,
              (unsigned long long)work->box.width);
    fault_add_place(&line, &origin->site);
    SimFinding finding = {.checker = "memory",
                          .rule = "out-of-bounds",
                          .fatal = true,
                          .site = origin->site,
                          .block = origin->block,
                          .thread = origin->thread,
                          .address = address,
                          .space = PTX_SPACE_GLOBAL,
                          .text = line.text};
    if (launch->findings.found)
        launch->findings.found(launch->findings.state, &finding);
    return false;
}

static bool row_move(const EngineLaunch *launch, const Work *work, uint64_t to, uint64_t from)
{
    uint64_t width = work->box.width;
    if (!sim_memory_find(launch->memory, to, width))
        return fail(launch, work, to, "writes to");
    if (work->kind == WORK_COPY && !sim_memory_find(launch->memory, from, width))
        return fail(launch, work, from, "reads from");
    tell_moved(launch, work, to, from);
    if (work->kind == WORK_FILL) {
        memset((void *)(uintptr_t)to, (int)work->box.from, width);
    } else {
        tell_read(launch, from, width);
        memmove((void *)(uintptr_t)to, (const void *)(uintptr_t)from, width);
    }
    tell_written(launch, to, width);
    return true;
}

bool work_move(const EngineLaunch *launch, const Work *work)
{
    const WorkBox *box = &work->box;
    bool fill = work->kind == WORK_FILL;
    for (uint64_t z = 0; box->width && z < box->depth; z++)
        for (uint64_t y = 0; y < box->height; y++)
            if (!row_move(launch, work, box->to + z * box->to_slice + y * box->to_pitch,
                          fill ? 0 : box->from + z * box->from_slice + y * box->from_pitch))
                return false;
    return true;
}
