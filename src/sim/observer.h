/* What the engine tells those who watch it. The engine doesn't know its observers; observers don't
 * change what the kernel does. Handlers are called from the engine's observed variant only.
 *
 * Within one launch calls come from one thread in the order of the simulated execution. */
#ifndef CULAB_SIM_OBSERVER_H
#define CULAB_SIM_OBSERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "ptx/ir.h"

typedef struct SimDim {
    uint32_t x, y, z;
} SimDim;

/* A place in the program: the PTX instruction, its function, its source line (0: unknown). */
typedef struct SimSite {
    const PtxModule *module;
    const PtxFunction *function;
    const PtxInst *inst;
    const PtxInst *inner; /* where `inst` is a call: the instruction inside of it; else NULL */
} SimSite;

/* A variable in a block's shared memory: bytes [offset, offset + symbol->size). */
typedef struct SimSharedVariable {
    const PtxSymbol *symbol;
    uint64_t offset;
} SimSharedVariable;

/* A question for the name of an element: what an access of `bytes` at byte `offset` is of, which
 * may lie outside. */
typedef struct SimElementOf {
    const PtxModule *module;
    View name;         /* in the PTX: of a variable, or of a kernel */
    int32_t parameter; /* of the kernel: what it points at, from the address on that it holds; -1:
                          of the variable */
    uint64_t declared; /* bytes of the variable; 0: it is as long as there is room for */
    uint64_t size;     /* bytes that are there, or behind the pointer */
    int64_t offset;
    uint32_t bytes;
} SimElementOf;

enum { SIM_ELEMENT = 96 };
typedef struct SimElement {
    char part[SIM_ELEMENT]; /* "[4][0]", "[33].x", ".count"; "" for all of a variable */
    char last[SIM_ELEMENT]; /* the last element there is, "[31][32]"; "": it is no array */
    uint64_t rest;          /* how many bytes behind the part's beginning the byte is */
    uint64_t plain;         /* bytes of an element of an array of one dimension whose elements have
                             * no parts; else 0 */
    char name[64];          /* the parameter's */
} SimElement;

/* "tile[4][0]", or "byte 2 of tile[4][0]". */
static inline void sim_element_text(char *out, size_t size, View name, const SimElement *element)
{
    if (element->rest)
        snprintf(out, size, "byte %llu of %.*s%s", (unsigned long long)element->rest,
                 VIEW_ARG(name), element->part);
    else
        snprintf(out, size, "%.*s%s", VIEW_ARG(name), element->part);
}

/* Names elements by the types that debug information tells. False: they aren't known. */
typedef struct SimElements {
    void *self;
    bool (*find)(void *self, const SimElementOf *of, SimElement *out);
} SimElements;

typedef struct SimLaunchInfo {
    uint64_t id; /* 1, 2, ... in the order of launches in the process */
    const PtxModule *module;
    const PtxFunction *kernel;
    SimDim grid, block;
    SimDim cluster;                  /* blocks of a cluster; 1 each where there are none */
    uint64_t shared_bytes;           /* static + dynamic, a block */
    const SimSharedVariable *shared; /* what lies where; the dynamic part comes last */
    uint32_t shared_count;
    /* For what is worth to wait for, and for what isn't: a program compiled without debug
     * information may have to be compiled again. Valid up to the end of the launch; may be NULL. */
    const SimElements *elements, *elements_at_hand;
    /* Names what lies at a global address ("a[12]"); false: nothing is known. Where types aren't
     * known, elements of variables count as `bytes` wide, since PTX doesn't tell; 0: the variable
     * as a whole. May be NULL. */
    bool (*name_global)(const struct SimLaunchInfo *launch, uint64_t address, uint32_t bytes,
                        char *out, size_t size);
    /* The allocation around a global address; false: none. May be NULL. */
    bool (*extent)(const void *memory, uint64_t address, uint64_t *start, uint64_t *size);
    const void *memory; /* its first argument */
    /* Whether it follows from the code that no thread touches a byte of [start, end) that another
     * thread stores. `elsewhere` is asked of instructions whose addresses don't follow from it:
     * whether it is known that they access nothing there. May be NULL. */
    bool (*threads_apart)(const void *engine, uint64_t start, uint64_t end,
                          bool (*elsewhere)(void *state, const PtxInst *inst), void *state);
    const void *engine; /* its first argument */
    /* Has SimObserver.watches asked again, by one that wants to be told of more instructions from
     * now on. May be NULL. */
    void (*watch_more)(void *watching);
    void *watching; /* its argument */
    /* Where a .global or .const variable of the module lies; 0: nowhere. May be NULL. */
    uint64_t (*address_of)(const void *variables, const PtxSymbol *symbol);
    const void *variables; /* its first argument */
    const void *params;    /* the parameter block, kernel->param_size bytes; may be NULL */
    uint64_t stream;       /* an identity, 0: default */
    uint64_t work; /* of a grid that a kernel launched: its number in SimLaunched; 0: another */
    uint32_t sm;   /* compute capability of the device, such as 90 */
} SimLaunchInfo;

/* No number, in any width. */
enum { SIM_FORGOTTEN = 0x7ff1 };

typedef struct SimWarpInfo {
    const SimLaunchInfo *launch;
    SimDim block; /* blockIdx */
    uint32_t block_linear;
    uint32_t warp;   /* in the block; lane l is linear thread 32*warp + l */
    uint32_t live;   /* lanes that exist and have not exited */
    uint32_t active; /* of them, those that are here; a guard is not asked */
    uint64_t clock;  /* simulated cycles */
    /* What the registers of the running function hold, [32], as wide as they are declared (at least
     * 2 bytes a lane; a predicate is one mask). NULL where that isn't known. One that the program
     * will not read again may have been forgotten: it is full of SIM_FORGOTTEN. */
    const PtxFunction *function;
    const void *(*lanes)(const void *frame, uint32_t reg);
    const void *frame; /* its first argument */
    /* Its variables in local memory. */
    uint32_t locals_from, locals_to;
    /* The activation that called `frame`: its function, and where its variables in local memory
     * begin. NULL: `frame` is the kernel's own. */
    const void *(*caller)(const void *frame, const PtxFunction **function, uint32_t *locals_from);
} SimWarpInfo;

/* Where addresses that are no memory of the host lie in the generic address space. None of them is
 * an address that a 64-bit process can have. */
#define SIM_WINDOW_SHARED (UINT64_C(1) << 48)
#define SIM_WINDOW_LOCAL (UINT64_C(2) << 48)
#define SIM_WINDOW_OF(address) ((address) & (UINT64_C(0xffff) << 48))

typedef enum SimAccessKind {
    SIM_ACCESS_LOAD,
    SIM_ACCESS_STORE,
    SIM_ACCESS_ATOMIC,
    SIM_ACCESS_REDUCTION
} SimAccessKind;
typedef enum SimOrder {
    SIM_ORDER_WEAK,
    SIM_ORDER_VOLATILE,
    SIM_ORDER_RELAXED,
    SIM_ORDER_ACQUIRE,
    SIM_ORDER_RELEASE,
    SIM_ORDER_ACQ_REL,
    SIM_ORDER_SC
} SimOrder;
typedef enum SimScope {
    SIM_SCOPE_NONE,
    SIM_SCOPE_CTA,
    SIM_SCOPE_CLUSTER,
    SIM_SCOPE_GPU,
    SIM_SCOPE_SYS
} SimScope;

/* One memory instruction of one warp, told after its addresses are known and checked and before it
 * takes effect. `space` is the space actually reached (generic addresses are resolved): global,
 * shared, local, const, param; lanes of one generic access that reach different spaces come as
 * several accesses. Shared addresses are offsets in the block's shared memory. Elements of textures
 * and surfaces come as accesses of space tex, at their addresses in device memory. */
typedef struct SimAccess {
    SimSite site;
    const PtxInst *inst; /* of SimWarpInfo.function; `site` may be its call instead */
    SimAccessKind kind;
    PtxSpace space;
    SimOrder order;
    SimScope scope;
    uint32_t bytes;          /* a lane, all vector elements together: 1 to 32 */
    uint32_t mask;           /* lanes that take part */
    const uint64_t *address; /* [32] */
    /* Hints at the shape, 0 where nothing is known. Bit l: lanes l - 1 and l both take part, and
     * the address of l is that of l - 1, plus `bytes` for those that follow. */
    uint32_t follows, repeats;
    uint64_t low, high; /* all lanes' bytes lie in [low, high) */
    const void *stored; /* stores: the lanes' values, `bytes` apart; else NULL */
    bool async;         /* a store that only begins: SIM_SYNC_LANDED tells its end */
    /* For space shared: whose it is. Another block than the warp's own is one of its cluster. */
    uint64_t shared_base; /* host address of the block's shared memory */
    uint32_t owner_linear;
    SimDim owner;
} SimAccess;

/* An mbarrier's 64 bits (ISA 9.7.13.15) as far as observers look into them: how many arrivals its
 * current phase still waits for, and whether that phase is an odd one. */
enum { SIM_MBARRIER_PENDING_AT = 20, SIM_MBARRIER_COUNT_BITS = 20, SIM_MBARRIER_PHASE_AT = 63 };

/* All that one instruction of a warp read or wrote in textures or surfaces, which its accesses tell
 * element by element. Lanes of one instruction may reach several; what is said of the texture is
 * said of the last one's. */
enum { SIM_LOOK_TOUCHES = 24 };
typedef struct SimLook {
    SimSite site;
    const PtxInst *inst; /* as in SimAccess */
    SimAccessKind kind;
    bool surface;
    bool whole;                       /* a texture's element by whole coordinates: tex1Dfetch() */
    bool gathers;                     /* one channel of four neighbours */
    bool filters;                     /* mixes neighbours */
    bool at_level;                    /* the instruction says at which level */
    bool levels;                      /* there are several, or lanes look several times */
    uint32_t dimensions, coordinates; /* 1 to 3; without a layer's number, and with it */
    uint32_t bytes;                   /* of an element */
    uint32_t mask;                    /* lanes that take part; those that reach nothing included */
    uint8_t count[32]; /* elements of each lane; more than SIM_LOOK_TOUCHES: not all are told */
    uint64_t sector[SIM_LOOK_TOUCHES][32]; /* the 32 bytes of a device's memory that each lies in */
    const uint64_t *address;               /* [32]: of each lane's first element */
} SimLook;

typedef enum SimSyncKind {
    SIM_SYNC_BARRIER_ARRIVE, /* this warp's lanes arrived at block barrier `id` */
    SIM_SYNC_BARRIER_LEAVE,  /* and were let go: everything before all arrivals is ordered before */
    SIM_SYNC_WARP, /* __syncwarp, shfl.sync, vote.sync, match.sync, redux.sync: `mask` met */
    /* barrier.cluster: this warp's lanes arrived in phase `id` (0 or 1) of their cluster's barrier;
     * and go on after all of that phase have come. An arrival that is relaxed orders nothing. */
    SIM_SYNC_CLUSTER_ARRIVE,
    SIM_SYNC_CLUSTER_LEAVE,
    SIM_SYNC_FENCE,  /* membar, fence: `scope`, lanes `mask` */
    SIM_SYNC_LANDED, /* lanes waited for asynchronous stores of their own: `landed` */
} SimSyncKind;

typedef struct SimSync {
    SimSite site;
    SimSyncKind kind;
    uint32_t mask;
    uint32_t id;        /* block barrier's number */
    uint32_t expected;  /* threads that the barrier waits for */
    SimScope scope;     /* fences */
    bool orders_memory; /* true for bar and __syncwarp (bar.warp.sync); false for shfl, vote ... */
    const SimAccess *landed; /* the access as it was told when it began, of these lanes */
} SimSync;

/* One end of a lane's bulk copy (ISA 9.7.9.25.4) that lies in shared memory, as long as the copy is
 * under way: it reads or writes there beside all threads. */
typedef struct SimBulk {
    SimSite site;
    uint64_t number; /* of the copy in its launch, from 1 */
    uint32_t lane;
    bool begins; /* else it ends; its accesses are told of then */
    bool writes, reduces;
    uint64_t address, bytes; /* an offset in the shared memory of a block of the cluster: */
    uint64_t shared_base;    /* as in SimAccess */
    uint32_t owner_linear;
    SimDim owner;
} SimBulk;

/* What a kernel puts into a stream of the device runtime (CUDA C++ Programming Guide, "CUDA Dynamic
 * Parallelism"). It begins later, and never while a grid's instructions are told of. */
typedef enum SimWorkKind {
    SIM_WORK_GRID,
    SIM_WORK_MOVE,  /* a copy or fill */
    SIM_WORK_EVENT, /* `event` is recorded behind what the stream holds */
    SIM_WORK_WAIT   /* what comes into the stream from now on waits for `event` as it is recorded */
} SimWorkKind;
enum { /* streams with a name; others are handles */
       SIM_STREAM_OF_BLOCK,
       SIM_STREAM_TAIL = 3,
       SIM_STREAM_FIRE_AND_FORGET
};
typedef struct SimLaunched {
    SimWorkKind kind;
    SimSite site;
    uint32_t lane;
    uint64_t stream, event;
    uint64_t work;                /* 1, 2, ... among all grids and moves of a host's launch */
    const PtxFunction *kernel;    /* of a grid */
    uint64_t params, params_size; /* memory that its parameters were written to; 0: none */
} SimLaunched;

/* What is wrong, found by the engine itself (faults, deadlock) or by an observer. */
typedef struct SimFinding {
    const char *checker; /* "memory", "race", "initialisation", "synchronisation", "arithmetic" */
    const char
        *rule;    /* stable short name: "out-of-bounds", "shared-race", "divergent-barrier", ... */
    bool fatal;   /* the launch was stopped */
    SimSite site; /* where; may be all NULL */
    SimDim block, thread; /* who */
    bool has_other;
    SimSite other_site; /* the other access of a race, the thread that waits, ... */
    SimDim other_block, other_thread;
    uint64_t address; /* 0: none */
    uint32_t bytes;
    PtxSpace space;
    const char *variable; /* what was not set, or the element past its array, as the source calls
                           * it: "acc[2]"; NULL: not known */
    const char *about;    /* the variable or buffer; what is found of it by one rule in the same
                           * lines is told once. NULL: once for each pair of instructions */
    const char *text; /* one or two sentences for a learner, with variable names where known; NULL:
                       * one more with the rule and the sites of one told before, to be counted */
} SimFinding;

/* What one instruction did in a launch. */
typedef struct SimCounts {
    uint64_t executed;  /* by warps, those with no lane that its guard lets through included */
    uint64_t active;    /* lanes that were there, all together */
    uint64_t threads;   /* those of them that its guard let through */
    uint64_t branches;  /* of a branch: executions with a lane that its guard let through */
    uint64_t divergent; /* of these, those where the warp parted */
} SimCounts;

typedef struct SimFindingSink {
    void *state;
    void (*found)(void *state, const SimFinding *finding); /* copies what it keeps */
} SimFindingSink;

/* Which accesses an observer is told of: one bit for each row of memory and whether it is written;
 * texture and surface memory count as global, what is neither global nor shared as other. */
enum {
    SIM_WANTS_LOADS = 0x15,
    SIM_WANTS_WRITES = 0x2A,
    SIM_WANTS_GLOBAL = 0x03,
    SIM_WANTS_SHARED = 0x0C,
    SIM_WANTS_OTHER = 0x30,
    SIM_WANTS = 6 /* how many bits */
};
static inline uint32_t sim_access_bit(const SimAccess *access)
{
    uint32_t row = access->space == PTX_SPACE_GLOBAL || access->space == PTX_SPACE_TEX ? 0
                   : access->space == PTX_SPACE_SHARED                                 ? 2
                                                                                       : 4;
    return row + (access->kind != SIM_ACCESS_LOAD);
}

/* Any function may be NULL. `self` is the first argument of all. */
typedef struct SimObserver {
    void *self;
    uint32_t wants; /* accesses it is told of; 0: all */
    /* Whether it is told of accesses in this launch at all, asked before it begins. NULL: yes. */
    bool (*concerns)(void *self, const SimLaunchInfo *launch);
    void (*launch_begin)(void *self, const SimLaunchInfo *launch);
    void (*launch_end)(void *self, const SimLaunchInfo *launch);
    void (*block_begin)(void *self, const SimLaunchInfo *launch, SimDim block, uint32_t linear);
    void (*block_end)(void *self, const SimLaunchInfo *launch, SimDim block, uint32_t linear);
    /* Before `inst` is executed, which the site may be the call of; `mask`: lanes that its guard
     * lets through. */
    void (*instruction)(void *self, const SimWarpInfo *warp, const SimSite *site,
                        const PtxInst *inst, uint32_t mask);
    /* Whether `instruction` is to be called for this one: asked once a launch for those of a
     * function that runs, unless watch_more(). NULL: for all. It may still be called for others. */
    bool (*watches)(void *self, const PtxFunction *function, const PtxInst *inst);
    void (*branch)(void *self, const SimWarpInfo *warp, const SimSite *site, uint32_t taken,
                   uint32_t not_taken);
    /* Instead of a call for each execution: once for each instruction, before launch_end. */
    void (*counts)(void *self, const SimLaunchInfo *launch, const SimSite *site,
                   const SimCounts *counts);
    void (*access)(void *self, const SimWarpInfo *warp, const SimAccess *access);
    /* After its accesses. Only where `access` is called for. */
    void (*look)(void *self, const SimWarpInfo *warp, const SimLook *look);
    /* One lane's access outside all memory, before the launch ends for it. Returns an address in
     * the allocation that was meant, as the way of the address tells; 0: it doesn't. */
    uint64_t (*fault)(void *self, const SimWarpInfo *warp, const SimAccess *access);
    void (*sync)(void *self, const SimWarpInfo *warp, const SimSync *sync);
    void (*bulk)(void *self, const SimWarpInfo *warp, const SimBulk *bulk);
    void (*thread_exit)(void *self, const SimWarpInfo *warp, uint32_t mask);
    /* One lane frees what malloc() in a kernel returned, before `freed` tells of it. */
    void (*given_back)(void *self, const SimWarpInfo *warp, const SimSite *site, uint32_t lane,
                       uint64_t address, uint64_t size);
    /* One lane queues work that observers are told of when it begins: a grid as a launch, whose
     * `work` it is, a copy or fill row by row. `from` 0: a fill. */
    void (*launched)(void *self, const SimWarpInfo *warp, const SimLaunched *launched);
    void (*moved)(void *self, uint64_t work, uint64_t to, uint64_t from, uint64_t size);
    /* device memory outside launches */
    void (*allocated)(void *self, uint64_t address, uint64_t size);
    void (*freed)(void *self, uint64_t address, uint64_t size);
    void (*host_write)(void *self, uint64_t address,
                       uint64_t size); /* copies and memsets to the device */
    void (*host_read)(void *self, uint64_t address, uint64_t size);
} SimObserver;

#endif
