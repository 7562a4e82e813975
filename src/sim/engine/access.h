/* Memory accesses of a warp, lane by lane: the way that handles every space and every fault. The
 * lanes' fast paths come here for whatever is not one plain piece of device memory. */
#ifndef CULAB_SIM_ENGINE_ACCESS_H
#define CULAB_SIM_ENGINE_ACCESS_H

#include "sim/engine/warp.h"

enum { ACCESS_BYTES = 32, ACCESS_ELEMENTS = 8 };

typedef struct AccessReg {
    uint32_t slot;
    uint32_t bytes; /* a lane of the slot */
} AccessReg;

/* What SimInst.extra points at for ld, st, atom, red and their kin. */
typedef struct AccessForm {
    PtxSpace space; /* as written; entry parameters: PARAM, of the frame: LOCAL */
    SimAccessKind kind;
    SimOrder order;
    SimScope scope;
    uint32_t bytes;   /* all elements together */
    uint32_t element; /* one element in memory */
    uint32_t count;
    bool sign;           /* of loads: extend it to a wider register */
    bool cluster;        /* may reach shared memory of other blocks of the cluster */
    uint32_t base_bytes; /* width of the slot that holds the address; 0: none, imm is the address */
    bool in_frame;       /* imm is an offset in the frame in local memory */
    bool async;          /* SimAccess.async */
    bool unused;         /* of atomics: nobody reads the result */
    SimHandler weak_full, weak_partial; /* of volatile and acquiring loads */
    AccessReg reg[ACCESS_ELEMENTS];
} AccessForm;

/* The lanes' accesses with their spaces known and checked. */
typedef struct Access {
    uint64_t address[SIM_LANES];  /* as observers see them: offsets in shared, local, param */
    unsigned char *at[SIM_LANES]; /* host; lanes in local memory point into `raw` */
    uint8_t space[SIM_LANES];     /* PtxSpace reached */
    uint8_t rank[SIM_LANES];      /* of shared memory: the block in the cluster whose it is */
    uint32_t mask;
    uint32_t local; /* lanes that reach local memory */
    _Alignas(16) unsigned char raw[SIM_LANES][ACCESS_BYTES];
} Access;

/* Effective addresses of the lanes. */
void access_addresses(const SimWarp *warp, const SimInst *inst, const AccessForm *form,
                      uint64_t address[SIM_LANES]);
/* False: some lane's access is no good; the run is over and the finding told. For loads and atomics
 * of local memory the bytes have been fetched. */
bool access_reach(SimWarp *warp, const SimInst *inst, const AccessForm *form, uint32_t mask,
                  const uint64_t address[SIM_LANES], Access *access);
/* Writes back what was stored to local memory. */
bool access_finish(SimWarp *warp, const AccessForm *form, const Access *access);
/* The allocation around an address into the cache. False: there is none. */
bool access_cache(SimWarp *warp, MemoryCache *cache, uint64_t address, uint64_t bytes);
/* Tells observers; `stored` as in SimAccess. */
void access_tell(SimWarp *warp, const SimInst *inst, const AccessForm *form, const Access *access,
                 const void *stored);
/* The same for lanes in one space; the shape is as in SimAccess, where `high` may be 0: not known.
 */
typedef struct AccessShape {
    uint32_t follows, repeats;
    uint64_t low, high;
} AccessShape;
void access_tell_lanes(SimWarp *warp, const SimInst *inst, PtxSpace space, uint32_t mask,
                       const uint64_t *address, const AccessShape *shape, const void *stored);
/* The same for shared memory of the block `owner` of the cluster. */
void access_tell_owner(SimWarp *warp, const SimInst *inst, PtxSpace space, uint32_t mask,
                       const uint64_t *address, const AccessShape *shape, const void *stored,
                       const Block *owner);
/* What a texture's or surface's instruction reached; completes the look with who did it. */
void access_tell_look(SimWarp *warp, const SimInst *inst, SimLook *look);
const char *access_verb(const AccessForm *form);

/* A range of bytes that one lane names, in global or shared memory. */
typedef struct AccessRange {
    unsigned char *at;  /* host */
    uint64_t address;   /* in shared memory: the offset */
    const Block *owner; /* of shared memory; NULL: global */
} AccessRange;
/* False: it is not wholly there, or the address is no multiple of `align`; the run is over. */
bool access_range(SimWarp *warp, const SimInst *inst, const AccessForm *form, uint32_t lane,
                  uint64_t address, uint64_t bytes, uint32_t align, AccessRange *range);

/* For functions of the device: bytes at generic addresses of one lane. `bytes_left` says how many
 * bytes lie there in one piece. NULL: not readable, or in local memory. */
const unsigned char *access_peek(SimWarp *warp, uint64_t address, uint64_t *bytes_left);
bool access_read(SimWarp *warp, uint32_t lane, uint64_t address, void *out, uint32_t bytes);
/* Observers are told. */
bool access_write(SimWarp *warp, const SimInst *inst, uint32_t lane, uint64_t address,
                  const void *data, uint32_t bytes);

#endif
