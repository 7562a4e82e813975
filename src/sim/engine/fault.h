/* Building the sentences of findings. */
#ifndef CULAB_SIM_ENGINE_FAULT_H
#define CULAB_SIM_ENGINE_FAULT_H

#include "sim/engine/warp.h"

typedef struct FaultLine {
    char text[1024];
    size_t size;
} FaultLine;

void fault_add(FaultLine *line, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* " (line 7)", or the line in the PTX when there is no line information. */
void fault_add_place(FaultLine *line, const SimSite *site);

void fault_add_thread(FaultLine *line, SimDim thread, SimDim block);
/* A finding about one thread, without a text; and telling it with the one that was built. */
SimFinding fault_finding(const SimWarp *warp, const SimInst *inst, uint32_t lane,
                         const FaultText *what);
void fault_tell(const SimWarp *warp, SimFinding *finding, const FaultLine *line);

/* An access outside the memory that it may reach; `verb`: "reads", "writes", "updates"; `remote`:
 * it is one to shared memory of other blocks. NULL. */
const SimInst *fault_access(SimWarp *warp, const SimInst *inst, uint32_t lane, PtxSpace space,
                            uint64_t address, uint32_t bytes, const char *verb, bool remote);
/* The same of bytes behind the end of `alloc` that a device lets pass: told once for each
 * instruction and then counted, and the run goes on. */
void fault_padding(SimWarp *warp, const SimInst *inst, uint32_t lane, const SimAlloc *alloc,
                   uint64_t address, uint32_t bytes, const char *verb);
/* Shared memory of a block of the cluster that has come to its end. NULL. */
const SimInst *fault_exited(SimWarp *warp, const SimInst *inst, uint32_t lane, const Block *owner,
                            uint64_t address, uint32_t bytes, const char *verb);
const SimInst *fault_misaligned(SimWarp *warp, const SimInst *inst, uint32_t lane, PtxSpace space,
                                uint64_t address, uint32_t bytes, uint32_t align, const char *verb);
/* Nothing in the blocks can go on: tells who waits where, and ends the run. `looks`: what the warps
 * look at, block by block; NULL: nobody looks at anything. */
struct StallWarp;
void fault_deadlock(Block *const *blocks, uint32_t count, const struct StallWarp *looks);
/* Threads of one block wait at two places for the same barrier. Told once for each place. */
void fault_divergent_barrier(SimWarp *warp, const Split *split, const SimWarp *other_warp,
                             const Split *other);

/* "tile[17]", "cells[2].v[3]", "tile", or "byte 68 of shared memory". Where types aren't known,
 * elements are those of the PTX's variable. */
void fault_name_shared(const SimWarp *warp, uint64_t offset, uint32_t bytes, char *out,
                       size_t size);
/* SimLaunchInfo.name_global: what the owner of the allocation calls the element, or the module's
 * variable that it is of, or the kernel's parameter that points there. */
bool fault_name_global(const SimLaunchInfo *launch, uint64_t address, uint32_t bytes, char *out,
                       size_t size);
/* The element of an allocation or a shared variable by its type; the address may lie outside.
 * False: it isn't known. */
bool fault_element_global(const SimLaunchInfo *launch, const SimAlloc *alloc, uint64_t address,
                          uint32_t bytes, SimElement *out);
bool fault_element_shared(const SimLaunchInfo *launch, const SharedPlace *place, uint64_t offset,
                          uint32_t bytes, SimElement *out);
/* The kernel's only parameter that points into the allocation, counted from 0, and where to; -1:
 * none, or several. */
int32_t fault_parameter_into(const SimLaunchInfo *launch, const SimAlloc *alloc, uint64_t *pointer);
/* What the element's allocation is called. */
View fault_owner_name(const SimAlloc *alloc, const SimElement *element);
/* False: memory of the device's own, whose name is a phrase. */
bool fault_is_variable(const SimAlloc *alloc);
/* The variable's name in the source. */
View fault_variable_name(const SimAlloc *alloc);
/* SimLaunchInfo.extent. */
bool fault_extent(const void *memory, uint64_t address, uint64_t *start, uint64_t *size);
/* The shared variable that a place lies in or behind; NULL: it lies before all of them. */
const SharedPlace *fault_nearest_shared(const KernelLayout *layout, uint64_t offset);

#endif
