/* Calls: what SimInst.extra holds, and the functions that the device itself brings. */
#ifndef CULAB_SIM_ENGINE_CALL_H
#define CULAB_SIM_ENGINE_CALL_H

#include "sim/engine/warp.h"

/* One argument or result of a call. */
typedef struct CallValue {
    bool in_frame; /* a .param variable of the caller, else a register or constant */
    uint32_t at;   /* offset in the caller's frame, or slot */
    uint32_t bytes;
    uint32_t lane_bytes; /* width of the slot */
} CallValue;

typedef struct CallForm CallForm;
/* Runs a function that has no PTX body for the lanes of `mask`. Returns what a handler returns. */
typedef const SimInst *(*External)(SimWarp *warp, const SimInst *inst, uint32_t mask,
                                   const CallForm *form);

struct CallForm {
    const SimFunction *callee; /* NULL: indirect or external */
    External external;
    bool indirect;
    uint32_t target; /* slot of the function's address */
    CallValue *args, *results;
    uint32_t arg_count, result_count;
};

/* NULL: no such function on the device. */
External external_find(View name);

const SimInst *warp_call(SimWarp *warp, const SimInst *inst, uint32_t mask,
                         const SimFunction *callee);
const SimInst *warp_call_indirect(SimWarp *warp, const SimInst *inst, uint32_t mask);
const SimInst *warp_return(SimWarp *warp, const SimInst *inst, uint32_t mask);

/* Bytes [offset, offset + bytes) of a value, such as a struct; what lies outside is 0. */
void call_value_copy(SimWarp *warp, uint32_t lane, const CallValue *value, uint32_t offset,
                     void *out, uint32_t bytes);
/* A value of one lane, zero-extended; and back. */
uint64_t call_value_read(SimWarp *warp, uint32_t lane, const CallValue *value);
void call_value_write(SimWarp *warp, uint32_t lane, const CallValue *value, uint64_t bits);

#endif
