/* Textures: tex, tld4, txq, istypep (ISA 9.7.10). */
#include <string.h>

#include "sim/engine/decoder.h"
#include "sim/engine/lanes/reach.h"
#include "sim/engine/lanes/texture_tell.h"
#include "sim/engine/texture_form.h"

static inline void read_vector(const SimWarp *warp, const uint32_t slots[3], uint32_t lane,
                               float out[3])
{
    for (uint32_t i = 0; i < 3; i++)
        out[i] = slots[i] ? CORE_SLOT(float, slots[i])[lane] : 0;
}

/* The instruction has 4 bits for it, that of a gather 6. */
static inline int32_t offset_of(uint32_t value, bool gathers)
{
    return (int32_t)(value << (gathers ? 26 : 28)) >> (gathers ? 26 : 28);
}

static inline void read_point(const SimWarp *warp, const TextureForm *form, uint32_t lane,
                              SamplePoint *point)
{
    *point = (SamplePoint){.is_integer = form->is_integer,
                           .base = !form->level && !form->dx[0],
                           .gradient = form->dx[0] != 0};
    if (form->layered)
        point->layer = CORE_SLOT(uint32_t, form->coordinates[0])[lane];
    for (uint32_t i = 0; i < form->dimensions; i++) {
        uint32_t slot = form->coordinates[i + form->layered];
        point->at[i] = form->is_integer ? 0 : CORE_SLOT(float, slot)[lane];
        point->index[i] = CORE_SLOT(int32_t, slot)[lane];
        if (form->offset[i])
            point->offset[i] = offset_of(CORE_SLOT(uint32_t, form->offset[i])[lane], form->gathers);
    }
    if (form->level && form->is_integer)
        point->level = (float)CORE_SLOT(int32_t, form->level)[lane];
    else if (form->level)
        point->level = CORE_SLOT(float, form->level)[lane];
    read_vector(warp, form->dx, lane, point->dx);
    read_vector(warp, form->dy, lane, point->dy);
}

static inline uint32_t half_of(uint32_t value)
{
    return texel_half_bits(texel_bits_float(value));
}

static inline void write_four(SimWarp *warp, const TextureForm *form, uint32_t lane,
                              const uint32_t value[4])
{
    const uint32_t count = form->packed_halves ? 2 : 4;
    for (uint32_t i = 0; i < count; i++) {
        uint16_t *half = CORE_SLOT(uint16_t, form->reg[i].slot);
        uint32_t *whole = CORE_SLOT(uint32_t, form->reg[i].slot);
        if (form->halves)
            half[lane] = (uint16_t)half_of(value[i]);
        else if (form->packed_halves)
            whole[lane] = half_of(value[2 * i]) | half_of(value[2 * i + 1]) << 16;
        else
            whole[lane] = value[i];
    }
}

/* The texture with what the instruction's own sampler says. NULL: the run is over. */
static inline const SimTexture *find(SimWarp *warp, const SimInst *inst, uint32_t lane,
                                     SimTexture *sampled)
{
    const TextureForm *form = inst->extra;
    const SimTexture *texture = texture_of_lane(warp, inst, lane);
    bool row = texture && form->shape == SIM_TEXTURE_1D && texture_is_row(texture);
    if (!texture || (!form->has_sampler && !row))
        return texture;
    const uint8_t *sampler = form->has_sampler ? sampler_of_lane(warp, inst, lane) : NULL;
    if (form->has_sampler && !sampler)
        return NULL;
    *sampled = sampler ? texture_with_sampler(texture, sampler) : *texture;
    if (row)
        sampled->shape = SIM_TEXTURE_1D;
    return sampled;
}

static inline const SimInst *look_up(SimWarp *warp, const SimInst *inst, uint32_t mask,
                                     bool gathers)
{
    const TextureForm *form = inst->extra;
    TextureTold told;
    texture_told_begin(&told);
    CORE_LANES(mask, lane)
    {
        SamplePoint point;
        SimTexture sampled;
        uint32_t value[4];
        const SimTexture *texture = find(warp, inst, lane, &sampled);
        if (!texture)
            return NULL;
        read_point(warp, form, lane, &point);
        point.touches = texture_touches(warp, &told);
        if (gathers)
            sample_gather(texture, &point, form->channel, value);
        else
            sample_fetch(texture, &point, value);
        write_four(warp, form, lane, value);
        texture_tell_lane(&told, lane, texture, texture->texel_bytes);
    }
    if (form->resident)
        SIM_PRED(warp, form->resident) |= mask;
    texture_tell(warp, inst, mask, &told, NULL);
    return inst + 1;
}

CORE_HANDLER(fetch)
{
    return look_up(warp, inst, mask, false);
}

CORE_HANDLER(gather)
{
    return look_up(warp, inst, mask, true);
}

CORE_HANDLER(query)
{
    const TextureForm *form = inst->extra;
    uint32_t *out = CORE_SLOT(uint32_t, inst->d);
    CORE_LANES(mask, lane)
    {
        const SimTexture *texture = texture_of_lane(warp, inst, lane);
        if (!texture)
            return NULL;
        uint32_t level = form->level ? CORE_SLOT(uint32_t, form->level)[lane] : 0;
        out[lane] = texture_query(texture, form->query, level);
    }
    return inst + 1;
}

CORE_HANDLER(is_type)
{
    const uint64_t *value = CORE_SLOT(uint64_t, inst->a);
    uint32_t yes = 0;
    CORE_LANES(mask, lane)
    yes |= (uint32_t)(texture_type_of(warp, value[lane]) == (PtxType)inst->aux) << lane;
    SIM_PRED(warp, inst->d) = (SIM_PRED(warp, inst->d) & ~mask) | yes;
    return inst + 1;
}

static bool decode_fetch(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    TextureForm *form = decoder_alloc(decoder, sizeof(*form));
    out->extra = form;
    out->full = out->partial = inst->op == PTX_OP_TLD4 ? gather : fetch;
    form->gathers = inst->op == PTX_OP_TLD4;
    return texture_decode_fetch(decoder, inst, form);
}

static bool decode_query(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    TextureForm *form = decoder_alloc(decoder, sizeof(*form));
    out->extra = form;
    out->full = out->partial = query;
    if (!texture_decode_query(decoder, inst, form))
        return false;
    out->d = decoder_exact_dest(decoder, inst, &inst->operands[0], 4);
    return !decoder->refused;
}

static bool decode_is_type(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    if (inst->operand_count != 2 || !inst->type_count)
        return decoder_refuse(decoder, inst, "takes a predicate and a register");
    out->d = decoder_exact_dest(decoder, inst, &inst->operands[0], 0);
    out->a = decoder_exact_source(decoder, inst, &inst->operands[1], PTX_B64);
    out->aux = inst->types[0];
    out->full = out->partial = is_type;
    return !decoder->refused;
}

const DecodeRow SIM_VARIANT(rows_texture)[] = {
    {PTX_OP_TEX, 0, decode_fetch},       {PTX_OP_TLD4, 0, decode_fetch},
    {PTX_OP_TXQ, 0, decode_query},       {PTX_OP_SUQ, 0, decode_query},
    {PTX_OP_ISTYPEP, 0, decode_is_type}, {PTX_OP_COUNT, 0, NULL},
};
