/* The decoder's own state, and what only the engine's families ask of it. */
#ifndef CULAB_SIM_ENGINE_DECODER_H
#define CULAB_SIM_ENGINE_DECODER_H

#include "base/error.h"
#include "base/map.h"
#include "sim/engine/decode.h"
#include "sim/engine/program.h"

typedef struct FixedValue {
    uint64_t low, high;
    uint32_t bytes, slot;
} FixedValue;

struct SimDecoder {
    EngineModule *module;
    const PtxFunction *function;
    SimFunction *out;
    SimProgram *program;
    Error *error;
    uint32_t *reg_slots; /* by register */
    uint32_t *positions; /* by PtxInst index: where a label before it leads in out->insts */
    uint32_t *reg_uses;  /* by register: how often it is written down in the function; NULL: not
                          * counted yet */
    uint32_t next_slot;
    uint32_t carry; /* slot; 0: not yet */
    uint32_t sink;  /* slot of what nobody reads; 0: not yet */
    FixedValue *fixed;
    uint32_t fixed_count, fixed_capacity;
    Map fixed_map;
    uint32_t fill_capacity;
    uint32_t memory_insts; /* counts memory instructions, to spread them over the caches */
    bool refused;
};

enum { SIM_SLOT_FALSE = 4 };

/* As decoder_source() and decoder_dest(), but a register must have the width asked for; else it is
 * refused (bytes 0: a predicate). */
uint32_t decoder_exact_source(SimDecoder *decoder, const PtxInst *inst, const PtxOperand *operand,
                              PtxType type);
uint32_t decoder_exact_dest(SimDecoder *decoder, const PtxInst *inst, const PtxOperand *operand,
                            uint32_t bytes);
/* A constant of `bytes` (2, 4, 8, 16) a lane. */
uint32_t decoder_constant(SimDecoder *decoder, uint32_t bytes, uint64_t low, uint64_t high);
/* A slot of the frame's or thread's own constants. */
uint32_t decoder_fill(SimDecoder *decoder, const SlotFill *fill);
/* The instruction that a label leads to. */
const SimInst *decoder_label(const SimDecoder *decoder, uint32_t label);
/* The number an immediate stands for as `type`; false: it can't be. */
bool decoder_number(const PtxOperand *operand, PtxType type, uint64_t *bits);
/* Offset of a parameter, result, .local or .param variable from the start of the frame in local
 * memory. False: it is a kernel's parameter, or not of this function. */
bool decoder_frame_offset(const SimDecoder *decoder, const PtxSymbol *symbol, uint32_t *offset);
/* A slot for a declared register. */
uint32_t decoder_reg_slot(SimDecoder *decoder, const PtxReg *reg, const PtxInst *inst);
const SimFunction *decoder_callee(const SimDecoder *decoder, const PtxFunction *function);

/* Order of the instructions: see layout.c. */
typedef struct CodeLayout {
    uint32_t *insts; /* PtxInst index, or LAYOUT_JUMP | label, or LAYOUT_END */
    uint32_t count;
    uint32_t *positions; /* by PtxInst index (and one for the end): position of what a label there
                          * leads to; UINT32_MAX: unreachable */
} CodeLayout;
#define LAYOUT_JUMP 0x80000000u
#define LAYOUT_END UINT32_MAX
CodeLayout layout_code(Arena *arena, const PtxFunction *function);

/* All rows of one variant by opcode. */
enum { FAMILIES_FOR_ONE = 8 };
typedef struct FamilyIndex {
    const DecodeRow *rows[PTX_OP_COUNT][FAMILIES_FOR_ONE];
} FamilyIndex;
void family_index(SimView view, FamilyIndex *index);
/* NULL: no family has a row for it. */
const DecodeRow *family_index_row(const FamilyIndex *index, const PtxInst *inst);
SimDispatch *family_dispatch(SimView view);

#endif
