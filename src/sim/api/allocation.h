/* Allocations as the API knows them: whose, of what kind, from which pool. */
#ifndef CULAB_SIM_API_ALLOCATION_H
#define CULAB_SIM_API_ALLOCATION_H

#include "sim/api/state.h"

/* What an allocation of another process is known by: file, place in it, number there. */
typedef struct ImportSource {
    uint64_t inode, offset, id;
} ImportSource;

typedef struct Allocation {
    uint64_t address, size;
    uint64_t id; /* CU_POINTER_ATTRIBUTE_BUFFER_ID */
    SimAllocKind kind;
    unsigned flags; /* as given to cuMemHostAlloc or cuMemHostRegister */
    Context *context;
    Pool *pool;   /* stream-ordered; else NULL */
    bool freeing; /* cuMemFreeAsync waits in a stream */
    bool sync_memops;
    unsigned opened; /* how often, when it is another process's; it has `from` then */
    ImportSource from;
    unsigned graph_holders; /* allocation nodes that stand for it */
    bool graph_live;        /* a launch allocated it, and nothing freed it since */
    bool graph_mapped;      /* a launch gave it memory, which it keeps until a trim */
} Allocation;

struct CUmemPoolHandle_st {
    uint64_t id;
    SimAllocKind kind; /* device, host, managed: where its memory lies */
    uint64_t limit;    /* bytes; 0: none */
    bool shareable;    /* with other processes; its memory lies in `file` */
    bool imported;     /* it is another process's */
    int file;
    uint64_t going;         /* bytes that are freed, and whose streams have not come there */
    CUmemLocation location; /* as it was asked for */
    uint64_t inode;         /* of the file */
    uint64_t settings[CU_MEMPOOL_ATTR_USED_MEM_HIGH + 1]; /* by CUmemPool_attribute */
    Pool *next;
};

/* NULL: out of memory. Pools may be NULL. */
Allocation *allocation_make(Context *context, uint64_t size, uint64_t align, SimAllocKind kind,
                            Pool *pool);
/* Host memory of the program itself; NULL: it overlaps memory that is known already. */
Allocation *allocation_register(Context *context, void *host, uint64_t size, unsigned flags);
/* Memory of another process, at that place of its file. NULL: no memory. */
Allocation *allocation_import(Context *context, SimAllocKind kind, Pool *pool, int file,
                              uint64_t size, const ImportSource *from);
/* What was made by that and is still there, in the context; NULL: nothing. */
Allocation *allocation_imported(const Context *context, const ImportSource *from);
/* Whether other processes can be given it by cuIpcGetMemHandle. */
bool allocation_can_be_given(const Allocation *allocation);
/* `call`: the function of the API that asked for it, for messages; it is freed now, or later. */
void allocation_freed_in(const Allocation *allocation, const char *call);
void allocation_free_by(Allocation *allocation, const char *call);
void allocation_free(Allocation *allocation);
/* It is to be freed when its stream comes there. Its pool doesn't count it as used from now on. */
void allocation_begin_free(Allocation *allocation);
void allocations_free(Context *context);
/* What a call that frees answers before it looks further: it works in the memory's own context, and
 * without memory in the current one, if there is one. */
CUresult allocation_check_context(const Allocation *allocation);
Allocation *allocation_at(uint64_t address); /* that begins there; NULL */
Allocation *allocation_of(uint64_t address); /* that the byte lies in; NULL */
/* Device-reachable memory that a kernel or a copy may touch, module variables too. */
/* After a wait for work: pools give back what they hold beyond their thresholds. */
void pools_settle(void);
/* NULL: no memory. */
Pool *pool_make(SimAllocKind kind);
/* Its memory is to lie in a file from now on. False: the host refuses. */
bool pool_make_shareable(Pool *pool);
/* Gives back what the pool holds and doesn't use, but for `keep` bytes. */
void pool_trim(Pool *pool, uint64_t keep);
bool memory_reachable(uint64_t address, uint64_t size);
/* Whether cuMemFreeAsync() was called for what the address lies in, and is yet to run: the driver
 * takes it for freed (recorded on an H200). */
bool allocation_is_going(uint64_t address);
/* malloc(), a variable or the like: mapped, and nothing of the library's. */
bool memory_is_hosts_own(uint64_t address);
/* Page-locked or managed: copies to and from it can be asynchronous. */
bool memory_is_pinned(uint64_t address);

#endif
