/* Physical memory with handles, and where it is mapped in reserved address ranges. */
#ifndef CULAB_SIM_API_VIRTUAL_MEMORY_H
#define CULAB_SIM_API_VIRTUAL_MEMORY_H

#include "sim/api/state.h"

/* What cuMemCreate makes: pages of a file in memory, that other processes can be given. */
typedef struct Physical {
    uint64_t id, size;
    int file;
    unsigned references; /* of the program; the handle is good while there are some */
    unsigned mappings;
    bool sync_memops;
    bool counted; /* as used memory of the device: not when it was imported */
    bool shown;   /* the device had access to it before: its bytes may be initialised */
    CUmemAllocationProp properties;
} Physical;

struct Mapping {
    uint64_t address, size;
    Physical *physical;
    CUmemAccess_flags access; /* the device's */
    CUmemAccess_flags host;
};

/* A number for the handle that stands for the memory. */
CUmemGenericAllocationHandle physical_handle(const Physical *physical);
/* NULL: not a handle. */
Physical *physical_of(CUmemGenericAllocationHandle handle);
/* Frees what neither handles nor mappings need any more. */
void physical_release(Physical *physical);
/* The mapping around an address; NULL: none. */
const Mapping *mapping_of(uint64_t address);
bool location_valid(const CUmemLocation *location);

#endif
