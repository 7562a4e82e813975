/* Tables of instruction forms: one row says which spelling it takes, where its operands are and
 * which pair of lane handlers executes it. The arithmetic families in lanes/ decode through these.
 *
 * A row matches when the opcode and the types are its own, all its modifiers are written, and any
 * other modifier written is among its options. The first row that matches is taken, so quick
 * special handlers stand before general ones. */
#ifndef CULAB_SIM_ENGINE_LANE_FORM_H
#define CULAB_SIM_ENGINE_LANE_FORM_H

#include "sim/engine/decode.h"

/* Modifiers that a row may leave open. The handler finds in inst->aux which of these were written,
 * required ones too. */
enum {
    LANE_RN = 1 << 0, /* .rn, where it is the default */
    LANE_FTZ = 1 << 1,
    LANE_SAT = 1 << 2,
    LANE_RELU = 1 << 3,
    LANE_NAN = 1 << 4,
    LANE_APPROX = 1 << 5, /* .approx, where it is the default */
};

typedef struct LaneForm {
    uint8_t op;       /* PtxOp */
    uint8_t types[3]; /* PtxType; PTX_TYPE_NONE: none written */
    /* Operands: the destination's letter, '=', a letter for each source.
     *   t, s, r  as types[0], types[1], types[2]    w  twice as wide as types[0]
     *   u  .u32    d  .b64    p  predicate */
    const char *shape;
    SimHandler full, partial;
    uint16_t mods[4]; /* PtxMod + 1, see LANE_MOD */
    uint8_t options;
    uint8_t aux; /* or-ed into inst->aux above the options, shifted by 8 */
} LaneForm;

#define LANE_MOD(NAME) (PTX_MOD_##NAME + 1)
_Static_assert(PTX_MOD_COUNT < UINT16_MAX && PTX_OP_COUNT < 256, "LaneForm keeps them so");

/* Decodes by the first row that matches; refuses, with what the opcode does take, when none does.
 */
bool lane_form_decode(SimDecoder *decoder, const PtxInst *inst, SimInst *out, const LaneForm *forms,
                      size_t count);
/* Fills out->d, a, b, c, more[] as `shape` says. Refuses a wrong number of operands and registers
 * of another width. */
bool lane_form_operands(SimDecoder *decoder, const PtxInst *inst, SimInst *out, const char *shape);
/* One source operand of exactly `type`'s width. False: refused. */
bool lane_form_source(SimDecoder *decoder, const PtxInst *inst, const PtxOperand *operand,
                      PtxType type, uint32_t *slot);
bool lane_form_dest(SimDecoder *decoder, const PtxInst *inst, const PtxOperand *operand,
                    uint32_t bytes, uint32_t *slot);

#endif
