/* Textures and surfaces through the numbers that stand for them: tex, tld4, txq, suld, sust, suq
 * (ISA 9.7.10, 9.7.11). */
#include <string.h>

#include "sim/engine/access_decode.h"
#include "sim/engine/fault.h"
#include "sim/engine/lanes/reach.h"
#include "sim/engine/sample.h"

enum { COORDINATES = 4, ELEMENTS = 4 };

typedef enum Outside { OUTSIDE_TRAP, OUTSIDE_CLAMP, OUTSIDE_ZERO } Outside;

typedef struct TextureForm {
    uint32_t handle; /* slot of 64-bit numbers */
    bool surface;
    uint32_t dimensions; /* as the instruction says */
    bool layered, is_integer;
    uint32_t coordinates[COORDINATES]; /* slots; of layered ones the layer comes first */
    uint32_t level;                    /* slot; 0: the first */
    uint32_t channel;                  /* of tld4 */
    uint32_t query;                    /* of txq, suq: a PtxMod */
    bool store;
    Outside outside;
    uint32_t count, bytes; /* elements and bytes of one, of suld and sust */
    AccessReg reg[ELEMENTS];
} TextureForm;

static const SimInst *unknown(SimWarp *warp, const SimInst *inst, uint32_t lane, uint64_t handle,
                              const char *what)
{
    FaultText text = {.fault = ENGINE_FAULT_INSTRUCTION,
                      .rule = "invalid-texture",
                      .checker = "execution",
                      .address = handle};
    return warp_fault(warp, inst, lane, &text, "executes %.*s with 0x%llx, which is %s",
                      VIEW_ARG(inst->source->mnemonic), (unsigned long long)handle, what);
}

/* NULL: it isn't what the instruction takes; the run is over. */
static inline const SimTexture *find(SimWarp *warp, const SimInst *inst, uint32_t lane)
{
    const TextureForm *form = inst->extra;
    uint64_t handle = CORE_SLOT(uint64_t, form->handle)[lane];
    const SimTexture *texture = sim_texture_find(warp->run->launch->textures, handle);
    if (!texture || texture->surface != form->surface)
        unknown(warp, inst, lane, handle, form->surface ? "no surface" : "no texture");
    else if (form->dimensions && (sample_dimensions(texture) != form->dimensions ||
                                  sample_is_layered(texture) != form->layered))
        unknown(warp, inst, lane, handle,
                form->surface ? "a surface of another shape" : "a texture of another shape");
    else
        return texture;
    return NULL;
}

static inline void read_point(const SimWarp *warp, const TextureForm *form, uint32_t lane,
                              SamplePoint *point)
{
    *point = (SamplePoint){.is_integer = form->is_integer};
    if (form->layered)
        point->layer = CORE_SLOT(uint32_t, form->coordinates[0])[lane];
    for (uint32_t i = 0; i < form->dimensions; i++) {
        uint32_t slot = form->coordinates[i + form->layered];
        point->at[i] = form->is_integer ? 0 : CORE_SLOT(float, slot)[lane];
        point->index[i] = CORE_SLOT(int32_t, slot)[lane];
    }
    if (form->level)
        point->level = CORE_SLOT(float, form->level)[lane];
}

static inline void write_four(SimWarp *warp, const TextureForm *form, uint32_t lane,
                              const uint32_t value[4])
{
    for (uint32_t i = 0; i < ELEMENTS; i++)
        CORE_SLOT(uint32_t, form->reg[i].slot)[lane] = value[i];
}

CORE_HANDLER(fetch)
{
    const TextureForm *form = inst->extra;
    CORE_LANES(mask, lane)
    {
        SamplePoint point;
        uint32_t value[4];
        const SimTexture *texture = find(warp, inst, lane);
        if (!texture)
            return NULL;
        read_point(warp, form, lane, &point);
        sample_fetch(texture, &point, value);
        write_four(warp, form, lane, value);
    }
    return inst + 1;
}

CORE_HANDLER(gather)
{
    const TextureForm *form = inst->extra;
    CORE_LANES(mask, lane)
    {
        SamplePoint point;
        uint32_t value[4];
        const SimTexture *texture = find(warp, inst, lane);
        if (!texture)
            return NULL;
        read_point(warp, form, lane, &point);
        sample_gather(texture, &point, form->channel, value);
        write_four(warp, form, lane, value);
    }
    return inst + 1;
}

CORE_HANDLER(query)
{
    const TextureForm *form = inst->extra;
    uint32_t *out = CORE_SLOT(uint32_t, inst->d);
    CORE_LANES(mask, lane)
    {
        const SimTexture *texture = find(warp, inst, lane);
        if (!texture)
            return NULL;
        const SimTextureLevel *level = &texture->levels[0];
        out[lane] = form->query == PTX_MOD_WIDTH    ? level->width
                    : form->query == PTX_MOD_HEIGHT ? level->height
                                                    : level->depth;
    }
    return inst + 1;
}

/* -- surfaces: x counts bytes */

static const SimInst *outside(SimWarp *warp, const SimInst *inst, uint32_t lane)
{
    const TextureForm *form = inst->extra;
    FaultText text = {.fault = ENGINE_FAULT_ADDRESS, .rule = "surface-out-of-bounds"};
    int64_t at[3] = {0};
    for (uint32_t i = 0; i < form->dimensions; i++)
        at[i] = CORE_SLOT(int32_t, form->coordinates[i + form->layered])[lane];
    return warp_fault(warp, inst, lane, &text,
                      "%s a surface outside of it: byte %lld, row %lld, "
                      "slice %lld",
                      form->store ? "writes" : "reads", (long long)at[0], (long long)at[1],
                      (long long)at[2]);
}

/* Brings one coordinate into [0, size). False: it lies outside. */
static inline bool bring_in(int64_t *at, uint64_t size, Outside how)
{
    if (*at >= 0 && (uint64_t)*at < size)
        return true;
    if (how != OUTSIDE_CLAMP)
        return false;
    *at = *at < 0 ? 0 : (int64_t)size - 1;
    return true;
}

/* The lane's bytes; NULL with *zero: outside, and that is fine. NULL alone: the run is over. */
static inline unsigned char *surface_at(SimWarp *warp, const SimInst *inst, uint32_t lane,
                                        bool *zero)
{
    const TextureForm *form = inst->extra;
    const SimTexture *texture = find(warp, inst, lane);
    *zero = false;
    if (!texture)
        return NULL;
    const SimTextureLevel *level = &texture->levels[0];
    uint32_t bytes = form->count * form->bytes;
    int64_t at[3] = {0};
    for (uint32_t i = 0; i < form->dimensions; i++)
        at[i] = CORE_SLOT(int32_t, form->coordinates[i + form->layered])[lane];
    if (form->layered)
        at[2] = CORE_SLOT(uint32_t, form->coordinates[0])[lane];
    if (at[0] & (bytes - 1)) {
        fault_misaligned(warp, inst, lane, PTX_SPACE_GLOBAL, (uint64_t)at[0], bytes,
                         form->store ? "writes" : "reads");
        return NULL;
    }
    at[0] = at[0] < 0 ? -1 : at[0] / bytes; /* in units of the access */
    uint64_t units = (uint64_t)level->width * texture->texel_bytes / bytes;
    bool inside = units && bring_in(&at[0], units, form->outside) &&
                  bring_in(&at[1], level->height, form->outside) &&
                  bring_in(&at[2], level->depth, form->outside);
    if (inside)
        return (unsigned char *)(uintptr_t)(level->address + (uint64_t)at[2] * level->slice +
                                            (uint64_t)at[1] * level->pitch +
                                            (uint64_t)at[0] * bytes);
    *zero = form->outside == OUTSIDE_ZERO;
    if (!*zero)
        outside(warp, inst, lane);
    return NULL;
}

static inline unsigned char *register_at(SimWarp *warp, const AccessReg *reg, uint32_t lane)
{
    return warp->frame.slots + reg->slot + (size_t)lane * reg->bytes;
}

CORE_HANDLER(surface_load)
{
    const TextureForm *form = inst->extra;
    CORE_LANES(mask, lane)
    {
        bool zero;
        const unsigned char *from = surface_at(warp, inst, lane, &zero);
        if (!from && !zero)
            return NULL;
        for (uint32_t i = 0; i < form->count; i++) {
            unsigned char *to = register_at(warp, &form->reg[i], lane);
            memset(to, 0, form->reg[i].bytes);
            if (from)
                memcpy(to, from + (size_t)i * form->bytes, form->bytes);
        }
    }
    return inst + 1;
}

CORE_HANDLER(surface_store)
{
    const TextureForm *form = inst->extra;
    CORE_LANES(mask, lane)
    {
        bool zero;
        unsigned char *to = surface_at(warp, inst, lane, &zero);
        if (!to && !zero)
            return NULL;
        for (uint32_t i = 0; to && i < form->count; i++)
            memcpy(to + (size_t)i * form->bytes, register_at(warp, &form->reg[i], lane),
                   form->bytes);
    }
    return inst + 1;
}

/* -- decoding */

static bool shape_read(const PtxInst *inst, TextureForm *form)
{
    static const struct {
        PtxMod mod;
        uint8_t dimensions;
        bool layered;
    } shapes[] = {{PTX_MOD_1D, 1, false},
                  {PTX_MOD_2D, 2, false},
                  {PTX_MOD_3D, 3, false},
                  {PTX_MOD_A1D, 1, true},
                  {PTX_MOD_A2D, 2, true}};
    for (size_t i = 0; i < sizeof(shapes) / sizeof(*shapes); i++)
        if (ptx_has(inst, shapes[i].mod)) {
            form->dimensions = shapes[i].dimensions;
            form->layered = shapes[i].layered;
            return true;
        }
    return false;
}

/* The number in a register. */
static bool decode_handle(SimDecoder *decoder, const PtxInst *inst, const PtxOperand *operand,
                          TextureForm *form)
{
    if (operand->kind != PTX_OPERAND_ADDRESS || operand->reg == PTX_NO_REG || operand->imm)
        return decoder_refuse(decoder, inst,
                              "is supported for texture and surface objects in a register only");
    PtxOperand number = {.kind = PTX_OPERAND_REG, .reg = operand->reg};
    form->handle = decoder_exact_source(decoder, inst, &number, PTX_U64);
    return !decoder->refused;
}

static bool decode_place(SimDecoder *decoder, const PtxInst *inst, const PtxOperand *operand,
                         TextureForm *form)
{
    if (!shape_read(inst, form))
        return decoder_refuse(decoder, inst, "takes .1d, .2d, .3d, .a1d or .a2d");
    uint32_t needed = form->dimensions + form->layered;
    if (operand->item_count < needed || operand->item_count > COORDINATES)
        return decoder_refuse(decoder, inst, "takes %u coordinates here", needed);
    for (uint32_t i = 0; i < needed; i++) {
        bool real = !form->is_integer && !(form->layered && i == 0);
        form->coordinates[i] =
            decoder_exact_source(decoder, inst, &operand->items[i], real ? PTX_F32 : PTX_B32);
    }
    return decode_handle(decoder, inst, operand, form);
}

static bool decode_results(SimDecoder *decoder, const PtxInst *inst, TextureForm *form)
{
    const PtxOperand *vector = &inst->operands[0];
    if (vector->kind != PTX_OPERAND_VECTOR || vector->item_count != ELEMENTS)
        return decoder_refuse(decoder, inst, "takes a vector of four registers");
    for (uint32_t i = 0; i < ELEMENTS; i++)
        form->reg[i] = (AccessReg){decoder_exact_dest(decoder, inst, &vector->items[i], 4), 4};
    return !decoder->refused;
}

static bool decode_fetch(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    if (inst->operand_count < 2 || inst->type_count != 2)
        return decoder_refuse(decoder, inst, "takes a vector, a texture and coordinates");
    TextureForm *form = decoder_alloc(decoder, sizeof(*form));
    out->extra = form;
    form->is_integer = inst->types[1] == PTX_S32;
    if (inst->operand_count > 2)
        form->level = decoder_exact_source(decoder, inst, &inst->operands[2], PTX_F32);
    form->channel = ptx_has(inst, PTX_MOD_G)   ? 1
                    : ptx_has(inst, PTX_MOD_B) ? 2
                    : ptx_has(inst, PTX_MOD_A) ? 3
                                               : 0;
    out->full = out->partial = inst->op == PTX_OP_TLD4 ? gather : fetch;
    return decode_results(decoder, inst, form) &&
           decode_place(decoder, inst, &inst->operands[1], form);
}

static bool decode_query(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    if (inst->operand_count != 2)
        return decoder_refuse(decoder, inst, "takes a register and a texture");
    TextureForm *form = decoder_alloc(decoder, sizeof(*form));
    out->extra = form;
    form->surface = inst->op == PTX_OP_SUQ;
    form->query = ptx_has(inst, PTX_MOD_WIDTH)    ? PTX_MOD_WIDTH
                  : ptx_has(inst, PTX_MOD_HEIGHT) ? PTX_MOD_HEIGHT
                                                  : PTX_MOD_DEPTH;
    out->d = decoder_exact_dest(decoder, inst, &inst->operands[0], 4);
    out->full = out->partial = query;
    return !decoder->refused && decode_handle(decoder, inst, &inst->operands[1], form);
}

static bool decode_surface(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    bool store = inst->op == PTX_OP_SUST;
    if (inst->operand_count != 2 || inst->type_count != 1)
        return decoder_refuse(decoder, inst, "takes a vector, a surface and coordinates");
    TextureForm *form = decoder_alloc(decoder, sizeof(*form));
    AccessForm registers = {.element = ptx_type_bytes(inst->types[0]), .count = inst->vector};
    out->extra = form;
    form->surface = form->is_integer = true;
    form->store = store;
    form->outside = ptx_has(inst, PTX_MOD_CLAMP)  ? OUTSIDE_CLAMP
                    : ptx_has(inst, PTX_MOD_ZERO) ? OUTSIDE_ZERO
                                                  : OUTSIDE_TRAP;
    form->count = inst->vector;
    form->bytes = registers.element;
    if (form->count > ELEMENTS || form->count * form->bytes > 16)
        return decoder_refuse(decoder, inst, "moves at most 16 bytes");
    if (!access_decode_registers(decoder, inst, &inst->operands[store], store, &registers))
        return false;
    memcpy(form->reg, registers.reg, sizeof(form->reg));
    out->full = out->partial = store ? surface_store : surface_load;
    return decode_place(decoder, inst, &inst->operands[!store], form);
}

const DecodeRow SIM_VARIANT(rows_texture)[] = {
    {PTX_OP_TEX, 0, decode_fetch},    {PTX_OP_TLD4, 0, decode_fetch},
    {PTX_OP_TXQ, 0, decode_query},    {PTX_OP_SULD, 0, decode_surface},
    {PTX_OP_SUST, 0, decode_surface}, {PTX_OP_SUQ, 0, decode_query},
    {PTX_OP_COUNT, 0, NULL},
};
