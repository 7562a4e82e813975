/* A module made ready to run: variables placed, functions decoded, once for each variant. */
#ifndef CULAB_SIM_ENGINE_PROGRAM_H
#define CULAB_SIM_ENGINE_PROGRAM_H

#include <pthread.h>

#include "base/arena.h"
#include "sim/engine/engine.h"
#include "sim/engine/inst.h"
#include "sim/observer.h"

/* More windows of the generic address space, beside those of sim/observer.h: a kernel's parameters
 * and functions lie there too. */
#define SIM_WINDOW_PARAM (UINT64_C(3) << 48)
#define SIM_WINDOW_FUNCTION (UINT64_C(4) << 48)
#define SIM_WINDOW_OFFSET(address) ((address) & ((UINT64_C(1) << 48) - 1))

/* A slot that isn't a constant of the program but of the thread, block, launch or frame. */
typedef enum SlotKind {
    SLOT_SPECIAL, /* special register `what`, `component` */
    SLOT_SHARED,  /* offset of the shared variable `symbol` in the block's shared memory */
    SLOT_LOCAL,   /* offset `addend` from the frame's start in the thread's local memory */
} SlotKind;

typedef struct SlotFill {
    SlotKind kind;
    uint32_t slot;
    uint32_t bytes; /* a lane: 4 or 8 */
    uint32_t what, component;
    const PtxSymbol *symbol;
    int64_t addend;
} SlotFill;

/* Runs the warp's current split from `inst` until a handler hands the warp back, `stop` is reached
 * or passed, or `limit` instructions have been issued. Returns how many were. */
typedef uint64_t SimDispatch(SimWarp *warp, const SimInst *inst, const SimInst *stop,
                             uint64_t limit);

typedef struct SimFunction {
    const PtxFunction *source;
    SimInst *insts; /* in the order of the layout; the last one is never reached by falling into
                     * what follows */
    uint32_t inst_count;
    uint32_t slots_bytes;      /* of a frame's slots */
    const uint32_t *reg_slots; /* by register */
    const uint32_t *named;     /* the registers that instructions name */
    uint32_t named_count;
    uint32_t carry_slot;              /* of the condition code register; 0: it has none */
    uint32_t fixed_slot, fixed_bytes; /* the constants lie together ... */
    const unsigned char *fixed;       /* ... and look like this */
    SlotFill *fills;                  /* what is put into place for each new frame */
    uint32_t fill_count;
    uint32_t results_at, locals_at, args_at; /* parts of the frame in local memory; params at 0 */
    uint32_t local_bytes;                    /* of the whole frame in local memory */
    uint32_t stack_bytes; /* what one activation is charged against the thread's stack */
} SimFunction;

/* What the handlers of a decoded program do beside their work. */
typedef enum SimView {
    SIM_VIEW_PLAIN,
    SIM_VIEW_OBSERVED, /* tell the observers */
    SIM_VIEW_AHEAD,    /* keep what they read and write in the run's draft: see draft.h */
    SIM_VIEWS
} SimView;

/* Decoded functions of a module in one view. */
typedef struct SimProgram {
    Arena arena;
    SimFunction **functions; /* by PtxFunction.index; NULL: no body */
    bool in_order;           /* has instructions that no draft is kept of: see draft.h */
} SimProgram;

/* A shared variable's place in the blocks of one kernel. */
typedef struct SharedPlace {
    const PtxSymbol *symbol;
    uint32_t offset;
    uint64_t size;
} SharedPlace;

typedef struct KernelLayout {
    SharedPlace *places;
    uint32_t place_count;
    uint64_t static_shared;  /* bytes, where dynamic shared memory begins */
    SimSharedVariable *told; /* the same places as observers are told them, [place_count] */
} KernelLayout;

struct EngineModule {
    const PtxModule *ptx;
    SimMemory *memory;
    uint64_t *variables;     /* address by PtxSymbol.index at module scope; 0: none */
    uint64_t **statics;      /* by PtxFunction.index: address by PtxSymbol.index of its locals */
    KernelLayout *layouts;   /* by PtxFunction.index, of entries */
    uint64_t constant_bytes; /* of all .const variables */
    SimProgram programs[SIM_VIEWS]; /* all but the plain one are made at their first use */
    bool ready[SIM_VIEWS];
    pthread_mutex_t lock;
    Arena arena;
};

/* The place of a shared variable in a block of this kernel; NULL: the kernel doesn't reach it. */
const SharedPlace *layout_find(const KernelLayout *layout, const PtxSymbol *symbol);
void layout_kernels(EngineModule *module);

/* Address of a module- or function-scope .global or .const variable. */
uint64_t module_symbol_address(const EngineModule *module, const PtxSymbol *symbol);
/* Whether the address lies in a .const variable of the module. */
bool module_is_const(const EngineModule *module, uint64_t address);
uint64_t module_function_address(const PtxFunction *function);
/* NULL: the value is no function's address. */
const PtxFunction *module_function_at(const EngineModule *module, uint64_t address);
/* The program of the view, decoded now if need be. */
const SimProgram *module_program(EngineModule *module, SimView view, Error *error);

/* Decodes every function of the module. */
bool program_decode(EngineModule *module, SimView view, SimProgram *program, Error *error);

#endif
