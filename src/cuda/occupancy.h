/* Theoretical occupancy: how many blocks a multiprocessor holds, and what limits them. Rules and
 * units are those of NVIDIA's occupancy calculator (cuda_occupancy.h of CUDA 13.0). */
#ifndef CULAB_CUDA_OCCUPANCY_H
#define CULAB_CUDA_OCCUPANCY_H

enum { OCCUPANCY_UNLIMITED = 2147483647 };

/* What a multiprocessor has; figures of cuDeviceGetAttribute. */
typedef struct OccupancyDevice {
    int major, minor; /* compute capability */
    int blocks, warps, registers;
    int registers_per_block;
    int shared, shared_reserved; /* bytes; reserved: for each block by the driver */
} OccupancyDevice;

/* What a launch asks for. */
typedef struct OccupancyNeeds {
    int threads;   /* of a block, at least 1 */
    int registers; /* of a thread; 0: none, or not known */
    int shared;    /* bytes of a block, static and dynamic */
    int barriers;  /* of a block; 0: none, or not known */
} OccupancyNeeds;

/* Blocks that fit by each of them, OCCUPANCY_UNLIMITED where it does not limit; `fit` is the least.
 */
typedef struct OccupancyLimits {
    int blocks, warps, registers, shared, barriers;
    int fit;
} OccupancyLimits;

/* What of a multiprocessor's memory is shared when `percent` of the most are preferred and a block
 * needs `needed` bytes, static and dynamic: the smallest of its ways to part it that holds both. */
int occupancy_shared_carved(const OccupancyDevice *device, int percent, int needed);

OccupancyLimits occupancy_limits(const OccupancyDevice *device, const OccupancyNeeds *needs);

/* Shared memory is given out in pieces of so many bytes. */
int occupancy_shared_unit(int major);
/* Registers that a thread gets when it asks for so many. */
int occupancy_registers_allocated(int registers);

#endif
