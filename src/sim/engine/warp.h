/* The state of a launch: run, blocks, warps, splits and frames. */
#ifndef CULAB_SIM_ENGINE_WARP_H
#define CULAB_SIM_ENGINE_WARP_H

#include "sim/engine/engine.h"
#include "sim/engine/inst.h"
#include "sim/engine/program.h"

typedef struct Run Run;
typedef struct Team Team;
typedef struct Member Member; /* of a team: see team.h */
typedef struct Draft Draft;
typedef struct Block Block;
typedef struct Cluster Cluster;
typedef struct BulkCopy BulkCopy;
typedef struct Frame Frame;
typedef struct LaunchTree LaunchTree;
typedef struct ParamBuffer ParamBuffer;
typedef struct Work Work;

/* What kernels have launched and nobody has run. */
typedef struct WorkQueue {
    Work *first, *last;
} WorkQueue;

/* One activation of a function by lanes of a warp. */
struct Frame {
    unsigned char *slots; /* NULL: not yet, or not while the warp waits: see stage.c */
    const SimFunction *function;
    Frame *parent;
    Frame *next_free;
    const SimInst *back; /* the call; its lanes go on after it */
    uint32_t lanes;      /* that are inside */
    uint32_t depth;      /* 0: the kernel */
    uint32_t local_base; /* start of the frame in each lane's local memory */
    uint32_t local_top;  /* end; alloca moves it */
    uint32_t stack_used; /* charged so far, this activation included */
};

typedef enum SplitState {
    SPLIT_READY,
    SPLIT_SYNC,    /* waits for lanes of the warp: at `pc`, for `wait` */
    SPLIT_BARRIER, /* waits at block barrier `barrier` */
    SPLIT_CLUSTER, /* waits at the cluster's barrier */
} SplitState;

/* Lanes of a warp that are at one place. */
typedef struct Split {
    uint32_t mask;
    uint32_t wait; /* SPLIT_SYNC: lanes that must meet */
    SplitState state;
    uint32_t barrier;
    uint64_t ran;      /* turn in which it ran last */
    const SimInst *pc; /* READY: next instruction; else the one it waits at */
    Frame *frame;
} Split;

/* Why a handler gave the warp back. */
typedef enum WarpStop {
    WARP_GOES_ON, /* not at all: slice used up, or another split's place reached */
    WARP_SPLITS,  /* the splits have changed: choose again */
    WARP_CLOCK,   /* reads a clock: bring it up to date first */
    WARP_PAUSE,   /* lets others run first: nanosleep, failed try_wait */
    WARP_FAULT,   /* the run is over */
} WarpStop;

/* Values that lanes bring to a warp-wide instruction while they wait for each other. */
typedef struct Exchange {
    uint64_t value[SIM_LANES];
    uint32_t pred;
} Exchange;

/* Local memory of a warp's lanes: words of the lanes side by side, in chunks made when touched. */
enum { LOCAL_CHUNK_BYTES = 512 /* of each lane */, LOCAL_CHUNK_WORDS = LOCAL_CHUNK_BYTES / 4 };
typedef uint32_t LocalChunk[LOCAL_CHUNK_WORDS][SIM_LANES];
enum { LOCAL_PACKED_MOST = sizeof(LocalChunk) + LOCAL_CHUNK_WORDS };

/* Copies that cp.async has begun and no wait has finished. */
typedef struct AsyncCopy {
    uint64_t to;     /* host address */
    uint64_t offset; /* in shared memory */
    SimSite site;    /* where it began: it lands while the warp is elsewhere */
    uint32_t lane, bytes, group;
    unsigned char data[16];
} AsyncCopy;

/* The allocation that a memory instruction met last. */
typedef struct MemoryCache {
    uint64_t base;
    uint64_t size; /* 0: empty */
} MemoryCache;
enum { MEMORY_CACHES = 64 };

/* How often instructions ran, straight runs of them counted at both ends: an instruction's figure
 * is the sum of all entries up to its own. */
typedef struct InstCount {
    int64_t executed, threads;
    uint64_t masked; /* lanes that the guard held back, of this instruction alone */
    uint64_t branches, divergent;
} InstCount;

/* Which of a function's instructions observers want to be told of. */
typedef struct Watch {
    bool asked;
    uint8_t *insts; /* [inst_count]; NULL: none */
} Watch;

struct SimWarp {
    SimFrame frame;  /* of the running split; first, for SIM_LANE() */
    uint32_t active; /* lanes of the running split */
    uint32_t live;   /* lanes that exist and have not exited */
    Frame *top;      /* the running split's */
    MemoryCache *caches;
    unsigned char *shared; /* host address that is added to an address of the block's own */
    uint64_t shared_base;  /* the first of these: 0 unless in a cluster, see cluster.h */
    uint64_t shared_bytes;
    Run *run;
    Block *block;
    const SimInst *next; /* where the running split goes on, when `stop` is WARP_GOES_ON or later */
    WarpStop stop;
    InstCount *counts; /* of the running function's instructions; NULL: nobody asks */
    uint32_t index;    /* in the block */
    uint32_t exists;
    uint32_t current; /* running split */
    uint32_t split_count;
    Split splits[SIM_LANES];
    uint64_t clock; /* warp-instructions that this warp has issued */
    uint64_t turn;
    uint32_t since_rotation; /* instructions since every split had its chance */
    uint64_t polls;          /* Run.polls then */
    bool rotate;             /* the split that has waited longest comes next */
    Exchange exchange;
    LocalChunk **local;
    uint32_t local_count;
    AsyncCopy *copies;
    uint32_t copy_count, copy_capacity;
    uint32_t copy_group[SIM_LANES]; /* number of the group being filled */
    uint32_t bulk_group[SIM_LANES]; /* the same of bulk copies */
    uint32_t cluster_arrived;       /* lanes that are at the cluster's barrier ... */
    uint32_t cluster_phase;         /* ... and in which phase they came */
    uint32_t *device_errors;        /* of the device's runtime, by lane; NULL: there was none */
    Frame *root;
    unsigned char *kept; /* what it held when it gave its slots away: see stage.c */
    size_t kept_size, kept_room;
    /* With a seed, of activemask: lanes that have been parted and are to ask again; and for each
     * lane what it was given last, and could have been given. */
    uint32_t parting, given[SIM_LANES], together[SIM_LANES];
    bool staged;  /* all its frames have their slots */
    bool changed; /* since `kept` was written */
};

enum { BLOCK_BARRIERS = 16 };
typedef struct Barrier {
    uint32_t expected; /* threads; 0: all that have not exited */
    uint32_t arrived;  /* threads, as counted in `expected` */
    uint32_t waiting;  /* of them, those that wait */
    uint32_t popc;
    bool and_all, or_any;
} Barrier;

/* Shared memory that the system keeps for its own libraries (%reserved_smem_offset_*) lies apart
 * from that of the program, so that nobody comes there by mistake. */
enum { SHARED_RESERVED_AT = 0xfff000, SHARED_RESERVED_BYTES = 1024 };

struct Block {
    Run *run;
    Block *next;
    SimDim index;
    uint32_t linear, slot;
    Cluster *cluster;
    uint32_t rank; /* in it */
    uint32_t warp_count;
    uint32_t live; /* threads */
    SimWarp *warps;
    uint32_t *arrived; /* [warp * BLOCK_BARRIERS + barrier]: lanes that arrived */
    unsigned char *shared;
    _Alignas(16) unsigned char reserved[SHARED_RESERVED_BYTES]; /* of it what the system keeps */
    Barrier barriers[BLOCK_BARRIERS];
    uint32_t barriers_used; /* bit: somebody has arrived */
    uint32_t next_warp;
    uint64_t resume; /* what is left of the slice of `next_warp`; 0: it begins a new one */
    uint64_t clock;  /* cycles at which the block began */
    uint64_t issued; /* warp-instructions in this block */
    uint64_t waits;  /* Run.waits when its slice began */
};

/* What activations of a function leave for others. */
typedef struct FramePool {
    Frame *free;
    unsigned char *slots; /* free ones: a list, see frame.c */
    uint32_t slots_count;
    bool searched; /* for the liveness of its registers: then it is known, or too much */
    struct Liveness *liveness;
} FramePool;

enum { RUN_DIVERGENT = 16 };

/* Instructions that findings have been told about, as written in the PTX. */
typedef struct Told {
    const PtxInst *barriers[RUN_DIVERGENT], *warpwide[RUN_DIVERGENT], *padding[RUN_DIVERGENT];
    uint32_t barrier_count, warpwide_count, padding_count;
} Told;

struct Run {
    const EngineLaunch *launch;
    EngineResult *result;
    const SimProgram *program;
    const SimFunction *kernel;
    const KernelLayout *layout;
    bool observed;
    bool crowded;          /* warps that wait keep little: see stage.c */
    size_t kept_share;     /* of a warp, up to which it keeps what only observers may look at */
    unsigned char *packed; /* where it is written first ... */
    size_t packed_room;
    bool wants_access, wants_branch, wants_counts; /* by some observer */
    const SimObserver *
        *watchers;      /* [SIM_WANTS][count + 1]: who is told of which accesses, NULL last */
    InstCount **counts; /* by PtxFunction.index: of its instructions, and one more */
    Watch *watches;     /* by PtxFunction.index; NULL: nobody wants to be told of instructions */
    SimLaunchInfo info;
    uint64_t shared_bytes;
    uint32_t stack_limit;
    uint64_t workspace;    /* of a cooperative launch; 0: none */
    unsigned char *params; /* host copy, param_size bytes */
    MemoryCache caches[MEMORY_CACHES];
    uint8_t cache_ways[MEMORY_CACHES]; /* CacheWay, in the view of those that run ahead */
    uint64_t generation;               /* of the memory when the caches were filled */
    FramePool *pools;                  /* by PtxFunction.index */
    Frame **frames;                    /* all ever made */
    size_t frame_count, frame_capacity;
    size_t engine_bytes; /* of blocks, frames and local memory */
    LaunchTree *tree;
    uint32_t level;            /* 0: launched by the host */
    WorkQueue children, tails; /* that this grid launched; tails: into the tail stream */
    ParamBuffer *buffers, *spent_buffers;
    uint64_t issued;        /* warp-instructions of the blocks that are done */
    uint64_t issued_before; /* of a team's member: by the spans before its own */
    uint64_t longest;       /* warp-instructions of the block that took most */
    uint64_t pauses;        /* clocks read, and turns given up */
    uint64_t bulk_copies;   /* that were begun */
    uint64_t waits;         /* executed instructions by which a block can wait for another one */
    uint64_t polls;         /* those by which a lane can wait for another one of its warp */
    uint64_t cycles;        /* of one SM, up to the end of the last block that is done */
    uint64_t budget;        /* thread-instructions of `result` at which it ends; 0: none */
    uint64_t random;
    uint64_t started_ns;
    Told told_here, *told; /* of the launch: only whose turn it is uses them */
    bool over;
    bool handed; /* the last instruction was not executed: it will be outside of the team */
    SimDispatch *dispatch;
    Member *member; /* whose run this is; NULL: no team's */
    Draft *draft;   /* what it reads and writes ahead of its turn; NULL: memory itself */
    uint32_t teams_left;
    double pace; /* warp-instructions a nanosecond before there was a team */
};

/* -- run.c: what running blocks ask of their launch */
/* A slice, changed by chance when the launch has a seed. */
uint64_t run_vary(Run *run, uint64_t slice);
/* 0 ... choices - 1 by chance when the launch has a seed, else 0. */
uint64_t run_chance(Run *run, uint64_t choices);
/* Whether the budget is used up or somebody asks to stop; sets the status if so. */
bool run_is_over(Run *run);
/* Takes from the budget what an instruction that moves many bytes is worth, so that a loop of them
 * comes to its end as others do: as much as loads of as many words would be. False: it is used up,
 * and the run over; hand the warp back. For programs that run in order (SimProgram.in_order). */
bool run_charge(SimWarp *warp, uint64_t bytes);
/* How long a block runs alone until it is asked whether it waits for another one. */
uint64_t run_slice_length(void);
/* Asked after such a slice. */
bool run_waits_for_others(Run *run, Block *block);
void run_check_caches(Run *run);
void run_count_done(Run *run, const Block *block);
/* Brings the clock up to what has been issued. */
void run_count_cycles(Run *run);

/* -- run_clone.c: runs for the members of a team */
/* A run of the same launch for another thread, in the view of those that run ahead, or in that of
 * the run itself. NULL: no memory. */
Run *run_clone(Run *run, SimView view);
void run_free_clone(Run *clone);
/* A block of the clone goes on in the run. False: no memory. */
bool run_adopt(Run *run, Run *clone, Block *block);

/* -- frame.c: frames and what is put into their slots */
Frame *frame_new(SimWarp *warp, const SimFunction *function, Frame *parent, uint32_t lanes);
/* `fresh`: the frame is new to this warp; else only what differs between blocks is put in. */
void frame_fill(SimWarp *warp, Frame *frame, bool fresh);
void frame_release(Run *run, Frame *frame);
/* Slots as those of a new frame. False: no memory. */
bool frame_take_slots(SimWarp *warp, Frame *frame);
void frame_give_slots(SimWarp *warp, Frame *frame);
/* All frames and what they have left. */
void frames_free(Run *run);
/* -- stage.c: who has slots */
/* Blocks are there that wait for each other: looks whether they hold too much. */
void stage_look(Run *run, uint32_t blocks);
/* Before anything looks at the warp's registers: all its frames have slots. False: no memory. */
bool stage_enter(SimWarp *warp);
/* Its turn, or its block's, is over. Nothing where the run isn't crowded. */
void stage_leave(SimWarp *warp);
void stage_leave_block(Block *block);

uint64_t special_value(const SimWarp *warp, uint32_t lane, uint32_t special, uint32_t component);

/* Who is told of an access, ended by NULL. */
static inline const SimObserver *const *run_watchers(const Run *run, const SimAccess *access)
{
    return run->watchers + (size_t)sim_access_bit(access) * (run->launch->observer_count + 1);
}

/* -- counts.c: how often each instruction ran */
bool counts_prepare(Run *run);
void counts_tell(const Run *run);
void counts_free(Run *run);

/* -- watch.c: instructions that observers are told of */
bool watch_prepare(Run *run);
/* By the function's instructions, 1 where somebody watches; NULL: nobody watches any. */
const uint8_t *watch_of(Run *run, const SimFunction *function);
void watch_again(void *run); /* SimLaunchInfo.watch_more */
void watch_free(Run *run);

/* -- split.c: the splits of a warp */
void warp_start(SimWarp *warp, uint32_t lanes);
/* Its lanes go no further; their frames are given back. */
void warp_abandon(SimWarp *warp);
/* Chooses the split to run; false: none can. Sets *stop, the place where it may meet another. */
bool warp_choose(SimWarp *warp, bool rotate, const SimInst **stop);
/* The running split parts: `taken` go to `target`, the others to `otherwise`. */
const SimInst *warp_part(SimWarp *warp, uint32_t taken, const SimInst *target,
                         const SimInst *otherwise);
const SimInst *warp_exit(SimWarp *warp, const SimInst *inst, uint32_t lanes);
/* The lanes of `mask` leave the running split and wait; the others go on after `inst`. Returns what
 * a handler returns. */
Split *warp_wait(SimWarp *warp, const SimInst *inst, uint32_t mask, SplitState state);
Split *warp_add_split(SimWarp *warp, uint32_t mask, const SimInst *pc, Frame *frame);
void warp_remove_split(SimWarp *warp, uint32_t index);
/* Makes the split whose lanes are looked at the current one for handlers. */
void warp_enter_split(SimWarp *warp, const Split *split);

/* -- barrier.c */
void block_check_barriers(Block *block);

/* -- local.c: local memory */
/* The row of words that holds byte `offset` (a multiple of 4) of all lanes; NULL: no memory. */
uint32_t *local_row(SimWarp *warp, uint32_t offset);
/* For stage.c. A chunk's words in little room, at most LOCAL_PACKED_MOST bytes; returns how many.
 */
size_t local_pack(const LocalChunk *chunk, unsigned char *out);
/* The warp's chunks are given back; `kept`: they were packed, and come again. */
void local_leave(SimWarp *warp, bool kept);
/* All chunks, as they were packed one behind the other. False: no memory. */
bool local_enter(SimWarp *warp, const unsigned char *kept);
void local_free(SimWarp *warp);
bool local_read(SimWarp *warp, uint32_t lane, uint64_t offset, void *out, uint32_t bytes);
bool local_write(SimWarp *warp, uint32_t lane, uint64_t offset, const void *data, uint32_t bytes);

/* -- fault.c */
typedef struct FaultText {
    EngineFault fault;
    const char *checker; /* NULL: "memory" */
    const char *rule;
    uint64_t address;
    uint32_t bytes;
    PtxSpace space;
    bool has_other; /* another thread of the block has a part in it */
    SimSite other_site;
    SimDim other_thread;
} FaultText;
/* Ends the run with a finding about one thread. Always NULL, as a handler returns. */
const SimInst *warp_fault(SimWarp *warp, const SimInst *inst, uint32_t lane, const FaultText *what,
                          const char *format, ...) __attribute__((format(printf, 5, 6)));
const SimInst *warp_no_memory(SimWarp *warp);

/* -- site.c */
SimSite warp_site(const SimWarp *warp, const SimInst *inst);
SimDim warp_thread(const SimWarp *warp, uint32_t lane);
void warp_info(const SimWarp *warp, SimWarpInfo *out);

#endif
