/* Conversions to and from ue8m0, which is a power of two (ISA 5.2.3, 9.7.9.21): the exponent of an
 * f32 as it stands there, its sign left out; 255 is NaN, and 0 is 2^-127. */
#ifndef CULAB_SIM_ENGINE_LANES_CONVERT_SCALE_H
#define CULAB_SIM_ENGINE_LANES_CONVERT_SCALE_H

#include "sim/engine/lanes/lane_macros.h"

enum { SCALE_UP = 1, SCALE_FINITE = 2 }; /* aux */

static inline u32 scale_of(u32 bits, u32 how)
{
    const u32 magnitude = bits & 0x7fffffffu, infinity = 0x7f800000u, least = 0x00400000u;
    u32 scale = magnitude >> 23;
    if (how & SCALE_UP && magnitude & 0x7fffffu && magnitude > least && magnitude < infinity)
        scale++;
    return how & SCALE_FINITE && magnitude <= infinity && scale == 0xff ? 0xfe : scale;
}

static inline u32 bf16_of_scale(u32 scale)
{
    return scale == 0xff ? 0x7fff : scale ? scale << 7 : 0x0040;
}

LANE_HANDLER(scale_f32)
{
    u16 *out = LANE_SLOT(u16, inst->d);
    const u32 *as = LANE_SLOT(u32, inst->a), *bs = LANE_SLOT(u32, inst->b);
    LANE_LOOP
    {
        u32 packed = scale_of(as[i], inst->aux) << 8 | scale_of(bs[i], inst->aux);
        out[i] = mask & lane_bit[i] ? (u16)packed : out[i];
    }
    return inst + 1;
}

LANE_HANDLER(scale_bf16x2)
{
    u16 *out = LANE_SLOT(u16, inst->d);
    const u32 *as = LANE_SLOT(u32, inst->a);
    LANE_LOOP
    {
        u32 high = scale_of(as[i] & 0xffff0000u, inst->aux);
        u32 packed = high << 8 | scale_of(as[i] << 16, inst->aux);
        out[i] = mask & lane_bit[i] ? (u16)packed : out[i];
    }
    return inst + 1;
}

LANE_HANDLER(unscale_bf16x2)
{
    u32 *out = LANE_SLOT(u32, inst->d);
    const u16 *as = LANE_SLOT(u16, inst->a);
    LANE_LOOP
    {
        u32 packed = bf16_of_scale(as[i] >> 8) << 16 | bf16_of_scale(as[i] & 0xff);
        out[i] = mask & lane_bit[i] ? packed : out[i];
    }
    return inst + 1;
}

static bool decode_scale(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    bool back = inst->types[0] != PTX_UE8M0X2, single = inst->types[1] == PTX_F32;
    if (inst->operand_count != 2 + single || (back && inst->types[0] != PTX_BF16X2))
        return decoder_refuse(decoder, inst,
                              "ue8m0x2 comes from two .f32 or a .bf16x2, and goes to "
                              ".bf16x2");
    out->aux = (ptx_has(inst, PTX_MOD_RP) ? SCALE_UP : 0) |
               (ptx_has(inst, PTX_MOD_SATFINITE) ? SCALE_FINITE : 0);
    out->full = out->partial = back ? unscale_bf16x2 : single ? scale_f32 : scale_bf16x2;
    PtxType from = back ? PTX_B16 : PTX_B32;
    return lane_form_source(decoder, inst, &inst->operands[1], single ? PTX_F32 : from, &out->a) &&
           (!single || lane_form_source(decoder, inst, &inst->operands[2], PTX_F32, &out->b)) &&
           lane_form_dest(decoder, inst, &inst->operands[0], back ? 4 : 2, &out->d);
}

#endif
