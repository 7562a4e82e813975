/* Where the values in a function's registers come from: their definitions, and which variable or
 * parameter an address was made of. Computed once for a function, for any order of execution. */
#ifndef CULAB_OBSERVE_FLOW_H
#define CULAB_OBSERVE_FLOW_H

#include <stdbool.h>
#include <stdint.h>

#include "ptx/ir.h"

typedef struct Flow Flow;

Flow *flow_new(const PtxFunction *function); /* NULL: no memory */
void flow_free(Flow *flow);
const PtxFunction *flow_function(const Flow *flow);

/* The instructions that define a register, at most `room` of them; returns how many there are. */
uint32_t flow_definitions(const Flow *flow, uint32_t reg, const PtxInst **out, uint32_t room);
/* The only one; NULL: none or several. */
const PtxInst *flow_definition(const Flow *flow, uint32_t reg);

/* The register and all that it may be made of, without memory between, at most `room` of them;
 * returns how many. */
uint32_t flow_made_of(const Flow *flow, uint32_t reg, uint32_t *regs, uint32_t room);

typedef enum FlowKind {
    FLOW_NOTHING, /* never defined */
    FLOW_NUMBER,
    FLOW_SYMBOL,   /* an address in `symbol`, plus a number */
    FLOW_PARAM,    /* the pointer at `offset` in the entry's parameters, plus a number */
    FLOW_ARGUMENT, /* the pointer that a function which is no entry was called with, plus a number
                    */
    FLOW_ANYTHING  /* unknown, or several of these */
} FlowKind;
#define FLOW_WHOLE UINT64_MAX
typedef struct FlowBase {
    FlowKind kind;
    const PtxSymbol *symbol;
    uint64_t offset; /* of a parameter in the parameter block */
    uint64_t start; /* of a symbol in local memory, which holds all that a function keeps there: the
                     * number that was added to its address first, which is where the variable
                     * starts in code that isn't optimised; FLOW_WHOLE: none yet */
    uint32_t reg;   /* of an argument: the register that holds it */
} FlowBase;
/* What an address operand, PTX_OPERAND_ADDRESS, is relative to. */
FlowBase flow_address(const Flow *flow, const PtxOperand *address);
/* Whether a store's value was made of what the same thread loaded from the store's own address:
 * count = count + 1. */
bool flow_is_update(const Flow *flow, const PtxInst *store);
/* Whether registers, one or a vector of them, are used for nothing but to be stored in other local
 * variables, arguments and results. */
bool flow_is_only_copied(const Flow *flow, const PtxOperand *registers);
/* Whether the first of them is stored in global memory as it is. */
bool flow_goes_to_global(const Flow *flow, const PtxOperand *registers);
/* As flow_is_only_copied(), for loads of one certain place, whose values may be stored anywhere:
 * part of a struct that is copied. */
bool flow_is_part_of_copy(const Flow *flow, const PtxInst *load);
/* Whether of what is loaded some bits are kept, and stored where it came from with others among
 * them: a bit-field is set. */
bool flow_is_insertion(const Flow *flow, const PtxInst *load);
/* Whether an instruction writes to the registers of its first operand. */
bool flow_has_result(const PtxInst *inst);
/* Whether the operand is the register, or has it among its parts or in its address. */
bool flow_operand_has(const PtxOperand *operand, uint32_t reg);
/* The address operand of an instruction that accesses memory; NULL: it has none. */
const PtxOperand *flow_address_of(const PtxInst *inst);

/* Flows of the functions that were asked for. Start from {0}. */
typedef struct FlowTable {
    struct FlowEntry {
        const PtxFunction *function;
        Flow *flow;
    } * entries;
    uint32_t count, room;
} FlowTable;
const Flow *flow_of(FlowTable *table, const PtxFunction *function); /* NULL: no memory */
void flow_table_free(FlowTable *table);

#endif
