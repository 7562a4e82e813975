/* Device memory: one address for host and device, every byte known to be allocated or not.
 *
 * One region of address space is reserved; allocations lie in it at 256-byte boundaries or better,
 * never next to each other, and freed ranges are not handed out again soon. A look-up finds the
 * allocation that an address belongs to in constant time. Host memory that was registered, or
 * allocated by the host, is found too. Thread-safe for alloc and free against look-ups. */
#ifndef CULAB_SIM_MEMORY_H
#define CULAB_SIM_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/observer.h"

/* Addresses below it are null pointers, plus a small offset. */
enum { NULL_PAGE = 4096 };

typedef struct SimMemory SimMemory;

typedef enum SimAllocKind {
    SIM_ALLOC_DEVICE,
    SIM_ALLOC_HOST,
    SIM_ALLOC_MANAGED,
    SIM_ALLOC_REGISTERED,
    SIM_ALLOC_MODULE,
    SIM_ALLOC_HEAP,
    SIM_ALLOC_ARRAY /* of textures and surfaces */
} SimAllocKind;

/* Who made or freed an allocation, for messages. */
typedef struct SimDeed {
    const char *call; /* the host's, as "cuMemFree" and who called it; NULL: a thread's */
    bool known;
    uint32_t line; /* of the thread; 0: unknown */
    uint64_t launch;
    SimDim block, thread;
} SimDeed;

typedef struct SimAlloc {
    uint64_t address;
    uint64_t size;
    SimAllocKind kind;
    bool live;
    uint32_t id;      /* 1, 2, ...: never reused */
    const char *name; /* of a module variable while it is live, or NULL */
    uint64_t owner;   /* context identity */
    char label[24];   /* what its owner calls it, "" when it doesn't say */
    uint32_t element; /* bytes of an element, for messages; 0 with an empty label */
    bool read_only;   /* the device may not write it */
    bool of_file;     /* its pages are a file's and no other allocation's */
    bool foreign;     /* another process's memory: counted there */
    SimDeed made, freed;
    SimSite made_at; /* of a thread's malloc(); valid while its module is */
} SimAlloc;

enum { SIM_VIRTUAL_GRANULE = 2 << 20 }; /* bytes that virtual ranges are made of */

SimMemory *sim_memory_new(uint64_t limit_bytes); /* NULL: no address space */
void sim_memory_free(SimMemory *memory);
/* 0 when the device's memory (`limit_bytes`) or the host's is exhausted. New bytes are filled with
 * a pattern that is no plausible value (0xCB...), as fresh device memory holds garbage; of an
 * allocation above 64 MB only the first 64 MB are, the rest is zero. Managed memory is zero, as new
 * pages of the host are. */
uint64_t sim_memory_alloc(SimMemory *memory, uint64_t size, uint64_t align, SimAllocKind kind,
                          uint64_t owner, const char *name);
bool sim_memory_register(SimMemory *memory, void *host, uint64_t size, uint64_t owner);
/* The live allocation that starts at `address` may not be written by the device. */
void sim_memory_protect(SimMemory *memory, uint64_t address);
/* Whether the address is one that this memory hands out, live or not. */
bool sim_memory_reserves(const SimMemory *memory, uint64_t address);
/* Who made the live allocation that starts at the address; who frees it, before it is released. */
void sim_memory_made_by(SimMemory *memory, uint64_t address, const SimDeed *who, const SimSite *at);
void sim_memory_freed_by(SimMemory *memory, uint64_t address, const SimDeed *who);
/* " by cuMemFree", " by cuMemFree, called from main+0x1c in ...", " by thread (1,0,0) of block
 * (0,0,0) in line 9", or "". */
enum { SIM_DEED_TEXT = 500 }; /* room for that */
void sim_deed_describe(const SimDeed *deed, char *out, size_t size);
/* Calls `visit` for each live allocation of a kind. */
void sim_memory_each(SimMemory *memory, SimAllocKind kind, void *state,
                     void (*visit)(void *state, const SimAlloc *alloc));
/* False: not the start of a live allocation. */
bool sim_memory_release(SimMemory *memory, uint64_t address);
/* The live allocation that [address, address + size) lies in wholly, or NULL. */
const SimAlloc *sim_memory_find(const SimMemory *memory, uint64_t address, uint64_t size);
/* The same for bytes that lie in the allocation or in what it was rounded up to, which is at most
 * 511 bytes more: memory that is there and that nobody else has. */
const SimAlloc *sim_memory_find_padded(const SimMemory *memory, uint64_t address, uint64_t size);
/* For messages: the allocation nearest to the address, live or freed, and the distance in bytes
 * (0: inside a freed one; negative: before its start). NULL: none. */
const SimAlloc *sim_memory_nearest(const SimMemory *memory, uint64_t address, int64_t *distance);
/* Hands all live bytes of device memory to `visit`, an allocation at a time. False, and nothing is
 * visited: they are more than `limit`, or some of them may be changed without a call: what was
 * registered, and where the host does not rest all that it reaches. */
bool sim_memory_visit(SimMemory *memory, uint64_t limit, bool host_rests, void *state,
                      void (*visit)(void *state, const void *bytes, uint64_t size));
/* Grows whenever something is released: what was found before may be gone. */
uint64_t sim_memory_generation(const SimMemory *memory);
/* The largest id so far. */
uint32_t sim_memory_count(const SimMemory *memory);
/* Bytes that SIM_ALLOC_HEAP may hold together (device-side malloc); 8 MB at first, as on a GPU. */
void sim_memory_set_heap_limit(SimMemory *memory, uint64_t bytes);
/* Gives the live allocation that starts at `address` a name for messages (cut to 23 bytes). False:
 * there is none. */
bool sim_memory_label(SimMemory *memory, uint64_t address, const char *label, uint32_t element);

/* Virtual ranges: address space that is reserved first, has pages mapped into it, and is shown to
 * the device in pieces. Addresses, sizes and offsets are multiples of SIM_VIRTUAL_GRANULE.
 * Reserving returns 0 when there is no room; `hint` may be 0 and need not be followed. */
uint64_t sim_memory_reserve(SimMemory *memory, uint64_t size, uint64_t align, uint64_t hint);
/* False: no reservation has just this address and size. */
bool sim_memory_unreserve(SimMemory *memory, uint64_t address, uint64_t size);
/* Whether the range lies wholly in one reservation. */
bool sim_memory_is_reserved(SimMemory *memory, uint64_t address, uint64_t size);
/* The reserved range that the address lies in: true, and where it is. */
bool sim_memory_reserved(SimMemory *memory, uint64_t address, uint64_t *begin, uint64_t *size);
/* Pages of a file in the place of a reserved range, and none again. False: the host's refusal. */
bool sim_memory_map(uint64_t address, uint64_t size, int file, uint64_t offset);
void sim_memory_unmap(uint64_t address, uint64_t size);
/* From now on the device can access the mapped range, as one allocation; no part of it may be shown
 * already. False: no memory. */
bool sim_memory_show(SimMemory *memory, uint64_t address, uint64_t size, bool read_only);
/* Ends that for what was shown at this address. */
void sim_memory_hide(SimMemory *memory, uint64_t address);
/* Whether the host may touch the bytes: not in the holes of virtual ranges. */
bool sim_memory_touchable(const SimMemory *memory, uint64_t address, uint64_t size);
/* Memory that other processes can be given: pages of a file. An allocation out of `file`, whose
 * place in it follows from its address; and one that shows `size` bytes of another process's file,
 * `offset` into it. 0: no memory. */
uint64_t sim_memory_alloc_in(SimMemory *memory, uint64_t size, SimAllocKind kind, uint64_t owner,
                             int file);
uint64_t sim_memory_adopt(SimMemory *memory, uint64_t size, SimAllocKind kind, uint64_t owner,
                          int file, uint64_t offset);
/* How far into its file what lies at the address is. */
uint64_t sim_memory_file_offset(const SimMemory *memory, uint64_t address);
/* Bytes that a file needs for all of this memory; most of them are never there. */
uint64_t sim_memory_file_size(const SimMemory *memory);
/* Puts the pages of a live allocation into `file`, the same one at each call, with what they hold.
 * Nothing may be using them. False: the host's refusal. */
bool sim_memory_share(SimMemory *memory, uint64_t address, int file);

/* Counts bytes of the device's memory as used that lie in no allocation. False: too many. */
bool sim_memory_take(SimMemory *memory, uint64_t bytes);
void sim_memory_give(SimMemory *memory, uint64_t bytes);
void sim_memory_usage(const SimMemory *memory, uint64_t *free_bytes, uint64_t *total_bytes);

#endif
