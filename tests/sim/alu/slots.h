/* A decoder and a frame for instructions on their own: enough to run lane handlers without an
 * engine. It defines the decoder_*() services of sim/engine/decode.h. */
#ifndef CULAB_TESTS_SIM_ALU_SLOTS_H
#define CULAB_TESTS_SIM_ALU_SLOTS_H

#include "base/error.h"
#include "sim/engine/decode.h"

/* Stands where a warp does: handlers see its frame. */
typedef struct Slots Slots;

Slots *slots_new(const PtxFunction *function);
void slots_free(Slots *slots);
SimWarp *slots_warp(Slots *slots);
/* The lanes of a register, by name; NULL: there is none. Predicates: one word. */
void *slots_register(Slots *slots, const char *name);
/* Decodes all instructions of the function but its last, ret, by one of `tables`; `out` has room
 * for them. False: `error` says which is refused. */
bool slots_decode(Slots *slots, const DecodeRow *const *tables, SimInst *out, Error *error);

#endif
