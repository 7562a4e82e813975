/* The one libcuda of the process: its lock, its objects, what is current in a thread.
 *
 * A libcuda is a single thing in a process by its interface, so this is the place of the only
 * mutable global. Every entry point calls one of the enter functions, which take the lock when they
 * succeed, and returns through api_leave(). */
#ifndef CULAB_SIM_API_STATE_H
#define CULAB_SIM_API_STATE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "cuda/types.h"
#include "observe/observe.h"
#include "sim/api/symbols.h"
#include "sim/api/table.h"
#include "sim/api/units.h"
#include "sim/culab_sim.h"
#include "sim/memory.h"
#include "sim/profile.h"
#include "sim/texture.h"

enum { POOL_KINDS = SIM_ALLOC_MANAGED + 1 }; /* device, host, managed */
enum { API_VERSION = 13000, API_LIMITS = 10, API_MODULES_MAX_OPTIONS = 64 };

typedef struct CUctx_st Context;
typedef struct CUstream_st Stream;
typedef struct CUevent_st Event;
typedef struct CUmod_st Module;
typedef struct CUfunc_st Function;
typedef struct CUlib_st ImageLibrary;
typedef struct CUkern_st Kernel;
typedef struct CUmemPoolHandle_st Pool;
typedef struct CUgraph_st Graph;
typedef struct CUgraphNode_st Node;
typedef struct CUuserObject_st UserObject;
typedef struct CUarray_st Array;
typedef struct CUmipmappedArray_st MipmappedArray;
typedef struct TextureReference TextureReference;
typedef struct Capture Capture;
typedef struct GraphRun GraphRun;
typedef struct Program Program;
typedef struct FindingStore FindingStore;
typedef struct Mapping Mapping;
typedef struct Advice Advice;
typedef struct Logs Logs;
typedef struct EventSlot EventSlot;
typedef struct Shared Shared;

/* The kinds of handles a caller may hold; a handle is known by its address and kind. */
typedef enum HandleKind {
    HANDLE_CONTEXT = 1,
    HANDLE_STREAM,
    HANDLE_EVENT,
    HANDLE_MODULE,
    HANDLE_FUNCTION,
    HANDLE_LIBRARY,
    HANDLE_KERNEL,
    HANDLE_POOL,
    HANDLE_LINK,
    HANDLE_GRAPH,
    HANDLE_GRAPH_NODE,
    HANDLE_GRAPH_EXEC,
    HANDLE_USER_OBJECT,
    HANDLE_ARRAY,
    HANDLE_MIPMAPPED_ARRAY,
    HANDLE_TEXTURE_REFERENCE,
    HANDLE_SURFACE_REFERENCE,
    HANDLE_PHYSICAL,
    HANDLE_RESOURCE_DESC,
    HANDLE_GREEN_CONTEXT,
    HANDLE_LOG_CALLBACK,
    HANDLE_NOTIFICATION,
} HandleKind;

typedef struct CoredumpSettings {
    bool ready, on_exception, trigger_host, lightweight, user_trigger;
    unsigned generation;
    char file[1024], pipe[1024];
} CoredumpSettings;

struct CUctx_st {
    uint64_t id;
    bool primary;
    bool active; /* false: destroyed, or a primary context that nobody retains */
    unsigned retained;
    unsigned flags, api_version;
    unsigned flags_asked; /* by cuDevicePrimaryCtxSetFlags: told whatever the context's own have
                             become */
    CUresult fault;       /* what every call answers after a kernel's fault */
    size_t limits[API_LIMITS];
    CUfunc_cache cache;
    CUsharedconfig banks;
    CoredumpSettings *coredump; /* its own; NULL: those of the process */
    CUgreenCtx green;           /* whose face this is; NULL: a context of its own */
    Context *whole;             /* of a face: the context that has all else */
    Stream *legacy;
    Stream *streams; /* all, the default ones too */
    Stream *foreign; /* that stand for records of other processes: in them nothing runs */
    Event *events;
    Module *modules;
    Array *arrays; /* those that are no levels of others */
    MipmappedArray *mipmapped_arrays;
    TextureReference *references; /* to textures and surfaces: of modules, and others */
    Context *next;
};

typedef struct Library {
    pthread_mutex_t lock;
    pthread_cond_t idle;
    pthread_cond_t work; /* something was enqueued, or the process ends: see forward.h */
    bool forward, forward_always, forward_asleep;
    pthread_t forward_thread;
    const Stream *urged; /* somebody asks whether it is done; NULL */
    bool ending;
    uint64_t calls;   /* that entered */
    unsigned waiting; /* threads that wait for operations */
    unsigned
        idle_milliseconds; /* without a call, after which operations run by themselves; 0: never */
    bool running;          /* an operation runs with the lock released */
    bool in_host_function; /* and is one of the host's own functions */
    pthread_t runner;
    bool initialised;
    atomic_bool forked; /* this is a child of the process that initialised: nothing works here */
    const SimProfile *profile;
    SimMemory *memory;
    SimTextures *textures;
    Table texture_objects; /* and surface objects, by number */
    Context *contexts;     /* destroyed ones too: a thread may still have one current */
    Context *primary;
    unsigned green_contexts; /* that live: the primary context is not reset under them */
    Table handles;           /* address -> kind */
    Table allocations;
    Table call_texts; /* of places in the program: see call_site.h */
    Table compiled;   /* images, see jit_cache.c */
    Graph *graphs;
    Capture *captures;             /* under way */
    UserObject *dying;             /* whose destructor is to be called when the call returns */
    uint64_t graph_memory_cached;  /* bytes of graphs that are gone, kept for others */
    uint64_t graph_memory_high[2]; /* most bytes of graphs: used, reserved */
    Advice *advices;               /* on managed memory, by address */
    Pool *pools;
    Pool *pools_default[POOL_KINDS]; /* made at their first use */
    Pool *pools_chosen[POOL_KINDS];  /* cuDeviceSetMemPool, cuMemSetMemPool; NULL: the default */
    Mapping *mappings;               /* in reserved address ranges, by address */
    size_t mapping_count, mapping_capacity;
    uint64_t next_id;
    uint64_t next_sequence;
    uint64_t next_launch;
    double last_end;    /* simulated nanoseconds at which the last operation ended */
    uint64_t last_op;   /* its sequence number */
    double patience;    /* seconds that a stream may wait for a value that nothing writes */
    double stuck_since; /* real time at which nothing could run any more; 0: something could */
    double host_time;   /* simulated nanoseconds at which the host's next call is made */
    Units units;
    struct HostWatch *watches; /* of pending operations: see host_watch.h */
    uint32_t watch_count;
    uint64_t watched_bytes;
    uint64_t beside_group; /* see beside.h */
    uint32_t beside_count, beside_waiting;
    bool order_hidden;
    bool wants_touches; /* a kernel was given memory of the host's */
    void *twin_state;
    const char *(*twin)(void *state, int at_hand); /* of culabSimApi's set_twin(); NULL: none */
    void *touch_state;
    void (*touch)(void *state, uint64_t call, int kind, uint64_t address, uint64_t size);
    void *span_state;
    void (*span)(void *state, const CulabSimSpan *span); /* told of each operation; NULL: nobody */
    uint32_t threads;                                    /* that a launch may use */
    bool eager;                                          /* see EngineLaunch */
    CulabSimOptions options;
    ObserveSet *observers;
    uint32_t observed_checks; /* what `observers` was made for */
    FindingStore *findings;
    CulabSimLaunchStatus last;
    CoredumpSettings coredump;
    Logs *logs;
    Shared *shared; /* with other processes; NULL: nothing is */
    bool logged;    /* the call that is being made has an entry */
    bool logs_due;  /* callbacks are to be told of entries when the call returns */
    atomic_bool stop;
    Program *kept; /* whose module is gone while observers may still speak of its lines */
} Library;

Library *library(void);

/* Locks when it succeeds. NOT_INITIALIZED before cuInit, NOT_PERMITTED inside a callback. */
CUresult api_enter(void);
/* Also asks for a current context that is alive and has met no fault. */
CUresult api_enter_context(Context **context);
/* Also asks for a handle of that kind: INVALID_HANDLE. A call with a handle works in the handle's
 * own context, whether one is current or not: api_check_context() comes next. */
CUresult api_enter_handle(const void *handle, HandleKind kind);
/* What every call in the context answers, the lock being held: it is destroyed, or met a fault. */
CUresult api_check_context(const Context *context);
/* For a call whose arguments are wrong, where that is told before anything of a context is. */
CUresult api_wrong(void);
CUresult api_leave(CUresult result); /* unlocks, returns `result` */
/* Between these two the lock is free and the thread counts as inside a callback. */
void api_callback_begin(void);
void api_callback_end(void);

/* The stack of current contexts of the calling thread. */
Context *current_get(void);
Context *current_handle(void); /* which may be a green context's face */
bool current_push(Context *context);
bool current_pop(Context **context);
bool current_set(Context *context); /* replaces the top; NULL pops */

/* Stream 0 of this thread's calls is its own default stream while this is set. */
void per_thread_default_set(bool on);
bool per_thread_default(void);
/* A number for the calling thread, never reused. */
uint64_t thread_number(void);

bool handle_add(const void *handle, HandleKind kind); /* false: no memory */
void handle_remove(const void *handle);
bool handle_is(const void *handle, HandleKind kind);
/* The same of a handle that a call was given: one that was destroyed is told as a finding. */
bool handle_check(const void *handle, HandleKind kind);

#endif
