/* What the proof knows of a kernel: for the files apart*.c. */
#ifndef CULAB_SIM_ENGINE_APART_STATE_H
#define CULAB_SIM_ENGINE_APART_STATE_H

#include "sim/engine/affine.h"
#include "sim/engine/dominators.h"
#include "sim/engine/engine.h"

enum { APART_BOUNDS = 256, APART_ACCESSES = 96 };
#define APART_NO_DEF UINT32_MAX
#define APART_MANY_DEFS (UINT32_MAX - 1)

/* Of threads: for which bytes they are to keep apart, and who knows of instructions whose address
 * the proof can't tell whether they lie elsewhere. */
typedef struct ApartPart {
    uint64_t start, end;
    bool (*elsewhere)(void *state, const PtxInst *inst);
    void *state;
} ApartPart;

typedef struct Apart {
    const EngineLaunch *launch;
    const ApartPart *part; /* NULL: of blocks, and for all bytes */
    const PtxFunction *function;
    Dominators code;
    FormSpace space;
    uint32_t *defs;       /* by register: the instruction that alone writes it, always */
    Form *forms;          /* by register, of those with such a one */
    const Bound **bounds; /* by block: what is known there */
    uint32_t at;          /* the instruction looked at */
    Reached reached[APART_ACCESSES];
    bool stores[APART_ACCESSES];
    uint32_t reached_count;
    Bound kept[APART_BOUNDS];
    uint32_t kept_count;
} Apart;

/* Whether the register holds at instruction `at` what its one definition gave it last. */
bool apart_is_defined(const Apart *apart, uint32_t reg, uint32_t at);
/* -- apart_operand.c */
/* An operand's value at apart->at. */
Form apart_operand(const Apart *apart, const PtxOperand *operand);
/* Of a type of whole numbers: how many bits, and whether they are signed. */
bool apart_type(PtxType type, uint32_t *bits, bool *is_signed);
/* -- apart_value.c */
/* What the instruction at apart->at gives to its first operand. */
Form apart_value(Apart *apart, const PtxInst *inst);
/* -- apart_bound.c */
/* The bounds, and what follows from the predicate's being `truth`. */
const Bound *apart_assume(Apart *apart, const Bound *bounds, uint32_t predicate, bool truth);

#endif
