/* The engine: runs one grid of one kernel to its end, a fault, a deadlock or a stop. */
#ifndef CULAB_SIM_ENGINE_ENGINE_H
#define CULAB_SIM_ENGINE_ENGINE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "ptx/ir.h"
#include "sim/memory.h"
#include "sim/observer.h"
#include "sim/profile.h"
#include "sim/texture.h"

typedef struct EngineModule EngineModule;

/* Resolves a name that the module doesn't define. 0: unknown. May be NULL. */
typedef uint64_t (*EngineResolve)(void *state, View name, bool is_function);

/* Lays out module variables in `memory`, applies initialisers, decodes all functions. NULL: `error`
 * names instruction and PTX line. The module stays the caller's and must outlive the result. */
EngineModule *engine_module_new(const PtxModule *module, SimMemory *memory, uint64_t owner,
                                EngineResolve resolve, void *resolve_state, Error *error);
void engine_module_free(EngineModule *module); /* NULL is fine */
/* A name that some function of the module uses, but neither the module nor the device defines;
 * empty: none. */
View engine_undefined_name(const PtxModule *module);
/* Address and size of a module-scope .global or .const variable. */
bool engine_module_variable(const EngineModule *module, View name, uint64_t *address,
                            uint64_t *size);
/* A .texref or .surfref and its slot (see sim/texture.h); NULL: there is none of that name. */
const PtxSymbol *engine_module_reference(const EngineModule *module, View name, PtxType type,
                                         uint64_t *address);

typedef struct EngineFunctionInfo {
    uint32_t registers; /* estimate of 32-bit registers a thread (the simulator has no ptxas) */
    uint64_t static_shared, local, constant;
    uint32_t max_threads; /* from .maxntid/.reqntid, else the device's */
} EngineFunctionInfo;
void engine_function_info(const EngineModule *module, const PtxFunction *function,
                          EngineFunctionInfo *out);

/* One line that a thread printed. */
typedef struct EnginePrint {
    uint64_t launch;
    SimDim block, thread;
    SimSite site;     /* of the call, so that inlined code still names its line */
    const char *text; /* formatted; may hold any byte but ends at `size` */
    size_t size;
    bool malformed; /* the format and its arguments did not fit each other */
} EnginePrint;

typedef enum EngineStatus {
    ENGINE_DONE,
    ENGINE_FAULT, /* `finding` says which: illegal address, misaligned, trap, assert, stack overflow
                     ... */
    ENGINE_DEADLOCK, /* nothing can go on; `finding` and further findings say who waits where */
    ENGINE_BUDGET,   /* the instruction budget is used up */
    ENGINE_STOPPED,  /* *stop became true */
    ENGINE_MEMORY,   /* the host has no memory for the engine */
} EngineStatus;

typedef enum EngineFault {
    ENGINE_FAULT_NONE,
    ENGINE_FAULT_ADDRESS,
    ENGINE_FAULT_MISALIGNED,
    ENGINE_FAULT_SPACE,
    ENGINE_FAULT_PC,
    ENGINE_FAULT_TRAP,
    ENGINE_FAULT_ASSERT,
    ENGINE_FAULT_STACK,
    ENGINE_FAULT_INSTRUCTION,
    ENGINE_FAULT_LAUNCH /* what a device tells no more of than that the launch failed */
} EngineFault;

/* A grid that a kernel launched. */
typedef struct EngineChild {
    const PtxFunction *kernel;
    SimSite site;         /* of the launch */
    SimDim block, thread; /* who launched it */
    uint64_t parent;      /* id of the launch that they belong to */
} EngineChild;

/* What the engine and the device's own runtime ask of those who launch: any function may be NULL.
 */
typedef struct EngineHost {
    void *state;
    /* A grid launched by a kernel begins; returns its id. After it, and after those that it
     * launched, what is found belongs to the grid `id` again. */
    uint64_t (*child_begin)(void *state, const EngineChild *child);
    void (*child_end)(void *state, uint64_t id);
    /* CU_DEVICE_ATTRIBUTE_...; false: no such attribute. */
    bool (*attribute)(void *state, int attribute, int *value);
    int (*resident_blocks)(void *state, const PtxFunction *kernel, uint64_t threads,
                           uint64_t dynamic_shared);
    /* CU_LIMIT_...; false: no such limit. */
    bool (*limit)(void *state, int limit, uint64_t *value);
    /* cudaGraphLaunch() of an executable graph in one of the streams that have names for it.
     * Returns a cudaError_t. */
    uint32_t (*graph_launch)(void *state, uint64_t exec, uint64_t stream);
    void *graph_state;
    /* Whether nobody writes to memory that the host reaches while the launch runs. */
    bool (*rests)(void *state);
    uint32_t pending_launches, sync_depth; /* limits too; 0: as they are at first */
} EngineHost;

typedef struct EngineLaunch {
    EngineModule *module;
    const PtxFunction *kernel;
    SimDim grid, block;
    SimDim cluster; /* blocks of a cluster, which divide the grid; x 0: none was asked for */
    uint64_t dynamic_shared;
    const void *params; /* the parameter block, kernel->param_size bytes */
    SimMemory *memory;
    const SimTextures *textures; /* that handles in the kernel stand for; NULL: none */
    const SimProfile *profile;
    uint64_t id, stream;
    uint64_t work;        /* SimLaunchInfo.work; 0 for the host's own */
    bool cooperative;     /* all blocks must be resident: checked by the caller */
    uint32_t threads;     /* that the launch may use, with the one that calls */
    bool eager;           /* uses them however little there is to do: for tests */
    uint64_t seed;        /* 0: the plain schedule */
    uint64_t budget;      /* thread-instructions, moved words among them; 0: none */
    bool tolerant;        /* an allocation's padding may be reached: a finding, but no fault */
    uint64_t print_limit; /* records kept; more are counted as lost; 0: none */
    atomic_bool *stop;    /* may be NULL */
    const SimObserver *const *observers; /* `observer_count`; with 0 the plain variant runs */
    uint32_t observer_count;
    const SimElements *elements, *elements_at_hand; /* SimLaunchInfo's; may be NULL */
    SimFindingSink findings;
    const EngineHost *host; /* may be NULL */
    void *print_state;      /* findings may come from any of the launch's threads, one at a time; */
    void (*print)(void *state, const EnginePrint *print); /* prints from the one that calls */
} EngineLaunch;

typedef struct EngineResult {
    EngineStatus status;
    EngineFault fault;
    uint64_t prints_lost;
    uint64_t thread_instructions, warp_instructions;
    uint64_t charged; /* what bulk copies took of the budget besides, in thread-instructions */
    uint64_t cycles;  /* simulated */
    double seconds;
} EngineResult;

void engine_run(const EngineLaunch *launch, EngineResult *result);

#endif
