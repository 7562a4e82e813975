/* The rules of the occupancy calculator. */
#include "cuda/occupancy.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    WARP = 32,
    SCHEDULERS = 4,     /* warps are dealt to so many, each with its part of the registers */
    REGISTER_UNIT = 256 /* a warp's registers come in pieces of these */
};

static int64_t round_up(int64_t value, int64_t unit)
{
    return (value + unit - 1) / unit * unit;
}

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

int occupancy_shared_unit(int major)
{
    return major < 8 ? 256 : 128;
}

int occupancy_registers_allocated(int registers)
{
    return (int)(round_up((int64_t)registers * WARP, REGISTER_UNIT) / WARP);
}

static int by_registers(const OccupancyDevice *device, int64_t registers, int64_t warps)
{
    int64_t of_warp = round_up(registers * WARP, REGISTER_UNIT);
    if (of_warp <= 0)
        return OCCUPANCY_UNLIMITED;
    /* A launch is checked as if every scheduler had as many of its warps as the fullest. */
    if (of_warp * round_up(warps, SCHEDULERS) > device->registers_per_block)
        return 0;
    return (int)(device->registers / SCHEDULERS / of_warp * SCHEDULERS / warps);
}

static int by_shared(const OccupancyDevice *device, int64_t bytes)
{
    int64_t of_block =
        round_up(bytes + device->shared_reserved, occupancy_shared_unit(device->major));
    return of_block > 0 ? (int)(device->shared / of_block) : OCCUPANCY_UNLIMITED;
}

/* Kilobytes that can be shared, by compute capability; the most is the device's own figure. */
int occupancy_shared_carved(const OccupancyDevice *device, int percent, int needed)
{
    static const int turing[] = {32}, small[] = {0, 8, 16, 32, 64},
                     large[] = {0, 8, 16, 32, 64, 100, 132, 164, 196};
    enum { KB = 1024 };
    bool is_small = device->major == 8 && device->minor != 0 && device->minor != 7;
    const int *ways = device->major < 8 ? turing : is_small ? small : large;
    size_t count = device->major < 8 ? 1
                   : is_small        ? sizeof small / sizeof *small
                                     : sizeof large / sizeof *large;
    int64_t preferred = (int64_t)device->shared * percent / 100;
    int64_t of_block =
        round_up((int64_t)needed + device->shared_reserved, occupancy_shared_unit(device->major));
    for (size_t i = 0; i < count; i++)
        if (ways[i] * KB >= preferred && ways[i] * KB >= of_block && ways[i] * KB < device->shared)
            return ways[i] * KB;
    return device->shared;
}

/* Counted from compute capability 9 on: two barriers for each block, one on the smaller chips. */
static int by_barriers(const OccupancyDevice *device, int barriers)
{
    bool single = device->major >= 11 || (device->major == 10 && device->minor == 1);
    if (device->major < 9 || barriers <= 0)
        return OCCUPANCY_UNLIMITED;
    return device->blocks * (single ? 1 : 2) / barriers;
}

OccupancyLimits occupancy_limits(const OccupancyDevice *device, const OccupancyNeeds *needs)
{
    int warps = (needs->threads + WARP - 1) / WARP;
    OccupancyLimits limits = {.blocks = device->blocks,
                              .warps = device->warps / warps,
                              .registers = by_registers(device, needs->registers, warps),
                              .shared = by_shared(device, needs->shared),
                              .barriers = by_barriers(device, needs->barriers)};
    int64_t fit = smaller(smaller(limits.blocks, limits.warps), limits.registers);
    limits.fit = (int)smaller(smaller(fit, limits.shared), limits.barriers);
    return limits;
}
