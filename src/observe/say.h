/* Telling findings: each pair of places once in words, the rest as counts; names for threads and
 * for what lies in shared memory. */
#ifndef CULAB_OBSERVE_SAY_H
#define CULAB_OBSERVE_SAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "observe/site.h"
#include "sim/observer.h"

enum { SAY_TEXT = 768 };

/* Which findings were told in this launch: a set of (rule, site, other site). */
typedef struct SayOnce {
    uint64_t *keys;
    size_t capacity, count;
} SayOnce;

/* True the first time. Without memory it says true: too much told is better than too little. */
bool say_first(SayOnce *once, const char *rule, const PtxInst *site, const PtxInst *other);
/* Whether it was told before, without telling it. */
bool say_was_told(const SayOnce *once, const char *rule, const PtxInst *site, const PtxInst *other);
void say_forget(SayOnce *once);

/* "thread (1,0,0) of block (0,0,0)"; the block is left out when `same_block`. */
void say_thread(char *out, size_t size, SimDim block, SimDim thread, bool same_block);
/* "line 8", or "PTX line 120" without line information. */
void say_line(char *out, size_t size, const SimSite *site);
/* "tile[17]", "cells[2].v[3]", "tile", or "byte 68 of shared memory". Where types aren't known,
 * elements are as wide as the access. */
void say_shared(char *out, size_t size, const SimLaunchInfo *launch, uint64_t offset,
                uint32_t bytes);
/* An element of a shared variable, which the offset may lie outside of. False: types aren't known.
 */
bool say_shared_element(const SimLaunchInfo *launch, const PtxSymbol *symbol, uint64_t offset,
                        uint32_t bytes, SimElement *element);
/* "a[12]", or "global memory at 0x... (byte 48 of an allocation of 64 bytes, which parameter 1
 * points to)". Elements of variables are as wide as the access; 0: the variable or allocation as a
 * whole.
 */
void say_global(char *out, size_t size, const SimLaunchInfo *launch, uint64_t address,
                uint32_t bytes);
/* Cuts a name of one of the two to what is about all of the variable: "tile" of "tile[17]", "s" of
 * "s.count". */
const char *say_whose(char *name);
/* What is about all of the allocation around the address: its name, or where it begins. */
const char *say_whose_global(char *name, size_t size, const SimLaunchInfo *launch,
                             uint64_t address);

#endif
