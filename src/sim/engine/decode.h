/* From PtxInst to SimInst: what a family of instructions gives to and gets from the decoder.
 *
 * The files in lanes/ hold the handlers and are compiled several times from one source: for the
 * plain x86-64 (v2) and the AVX2 (v3) instruction set, and those that reach memory also for each
 * SimView. Everything in them is static but one table of DecodeRow, named by SIM_VARIANT(). */
#ifndef CULAB_SIM_ENGINE_DECODE_H
#define CULAB_SIM_ENGINE_DECODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ptx/ir.h"
#include "sim/engine/inst.h"

/* SIM_ISA is set by the build: v2, v3 (or `generic` off x86), and SIM_VIEW_NUMBER, a SimView. A
 * family's table is `const DecodeRow SIM_VARIANT(rows_integer)[]`, and so on. */
#define SIM_OBSERVED (SIM_VIEW_NUMBER == 1)
#define SIM_AHEAD (SIM_VIEW_NUMBER == 2)
#define SIM_PASTE3(a, b, c) a##_##b##_##c
#define SIM_PASTE(a, b, c) SIM_PASTE3(a, b, c)
#define SIM_VARIANT(name) SIM_PASTE(name, SIM_ISA, SIM_VIEW_NUMBER)

typedef struct SimDecoder SimDecoder;

/* Fills `out` (zeroed; guard, flip, source are set already) for one instruction. False: the form is
 * not supported; the reason was given by decoder_refuse(). */
typedef bool (*SimDecode)(SimDecoder *decoder, const PtxInst *inst, SimInst *out);

/* Who decodes an opcode. One opcode may have a row in several families (add: integer, float32,
 * float64, half), told apart by the first type written; the sets of an opcode's rows don't meet. */
typedef struct DecodeRow {
    PtxOp op;
    uint64_t types; /* set of SIM_TYPE() that types[0] must be in; 0: any type, or none written */
    SimDecode decode;
} DecodeRow;

#define SIM_TYPE(type) (UINT64_C(1) << (type))
_Static_assert(PTX_TYPE_COUNT <= 64, "a set of types is a uint64_t");

/* Slot of a source operand seen as `bytes` wide lanes (2, 4, 8, 16; 1-byte types use 2): a
 * register's own slot; a constant's slot (made once for each value and width: integer immediates
 * cut to the width, float literals converted when is_f32/is_f64 and `type` ask for it); a special
 * register's; a symbol's address. If the register is narrower or wider than `bytes`, that is fine
 * only where the ISA allows it (9.4.1, ld, st, cvt); the handler must then be chosen by
 * decoder_reg_bytes(). */
uint32_t decoder_source(SimDecoder *decoder, const PtxInst *inst, const PtxOperand *operand,
                        PtxType type);
/* Slot of a destination register; a sink gives a scratch slot that nobody reads. */
uint32_t decoder_dest(SimDecoder *decoder, const PtxInst *inst, const PtxOperand *operand);
/* Slot of a predicate source (register, or constant true/false); *flip is set to ~0 for !p. */
uint32_t decoder_pred(SimDecoder *decoder, const PtxInst *inst, const PtxOperand *operand,
                      uint32_t *flip);
/* Width of a register operand in bytes as declared; 0 for predicates; for immediates the type's. */
uint32_t decoder_reg_bytes(SimDecoder *decoder, const PtxOperand *operand);
/* Predicate slot of the condition code CC.CF (ISA 9.7.2): one for each function, made on the first
 * call, not kept across calls. */
uint32_t decoder_carry(SimDecoder *decoder);
/* Whether some instruction of the function reads the register or vector that an instruction writes;
 * false also for a sink. */
bool decoder_is_read(SimDecoder *decoder, const PtxOperand *dest);
/* How often the function's instructions name each register. */
const uint32_t *decoder_reg_uses(SimDecoder *decoder);
/* A fresh slot for the instruction's own use. */
uint32_t decoder_scratch(SimDecoder *decoder, uint32_t bytes_per_lane);
/* Zeroed memory that lives as long as the decoded function. */
void *decoder_alloc(SimDecoder *decoder, size_t size);
/* Says that this form is not supported, with what is: "add.f16x2 takes .rn, .ftz, .sat". Returns
 * false. */
bool decoder_refuse(SimDecoder *decoder, const PtxInst *inst, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The families. Every base opcode of opcodes.def has a row; a test checks that, and that no two
 * rows take the same opcode and type. Each table ends with op == PTX_OP_COUNT. ALU families are
 * compiled for the plain view only. */
#define SIM_FAMILIES_ALU(F) \
    F(integer) F(float32) F(float64) F(half) F(compare) F(logic) F(convert) F(video)
#define SIM_FAMILIES_CORE(F) \
    F(memory)                \
    F(move)                  \
    F(async)                 \
    F(atomic)                \
    F(control)               \
    F(warpwide) F(barrier) F(matrix) F(warpgroup) F(tile) F(texture) F(cluster) F(surface) F(policy)

#endif
