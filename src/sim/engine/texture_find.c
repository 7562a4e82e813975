/* Which texture, surface or sampler a lane means, and what is said when it is none. */
#include <string.h>

#include "sim/engine/fault.h"
#include "sim/engine/texture_form.h"

static uint64_t read_slot(uint64_t address)
{
    uint64_t value;
    memcpy(&value, (const void *)(uintptr_t)address, sizeof(value));
    return value;
}

/* The variable of an opaque type that lies at this address; NULL: none. */
static const PtxSymbol *opaque_at(const SimWarp *warp, uint64_t address)
{
    const EngineModule *module = warp->run->launch->module;
    for (uint32_t i = 0; address && i < module->ptx->symbol_count; i++)
        if (module->variables[i] == address &&
            ptx_type_kind(module->ptx->symbols[i]->type) == PTX_KIND_OPAQUE)
            return module->ptx->symbols[i];
    return NULL;
}

/* What the operand says: an object's number, or a variable's address. */
static uint64_t value_of(const SimWarp *warp, const TextureName *name, uint32_t lane)
{
    if (name->is_param)
        return read_slot((uintptr_t)warp->run->params + name->symbol->offset);
    return ((const uint64_t *)(const void *)(warp->frame.slots + name->slot))[lane];
}

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

static const SimInst *unbound(SimWarp *warp, const SimInst *inst, uint32_t lane,
                              const PtxSymbol *symbol)
{
    FaultText text = {
        .fault = ENGINE_FAULT_INSTRUCTION, .rule = "invalid-texture", .checker = "execution"};
    return warp_fault(warp, inst, lane, &text,
                      "executes %.*s with %s reference %.*s, to which nothing is bound",
                      VIEW_ARG(inst->source->mnemonic),
                      symbol->type == PTX_SURFREF ? "surface" : "texture", VIEW_ARG(symbol->name));
}

/* Memory that a texture was made of may be freed before it; reading it would be a read after a
 * free. */
static bool is_there(const SimWarp *warp, const SimTexture *texture)
{
    return sim_memory_find(warp->run->launch->memory, texture->levels[0].address, 1) != NULL;
}

static const SimInst *gone(SimWarp *warp, const SimInst *inst, uint32_t lane,
                           const SimTexture *texture)
{
    FaultText text = {.fault = ENGINE_FAULT_ADDRESS,
                      .rule = "use-after-free",
                      .address = texture->levels[0].address};
    return warp_fault(warp, inst, lane, &text,
                      "executes %.*s with a %s whose memory has been freed",
                      VIEW_ARG(inst->source->mnemonic), texture->surface ? "surface" : "texture");
}

static bool fits(const TextureForm *form, const SimTexture *texture)
{
    SimTextureShape shape = texture->shape;
    if (form->shape == SIM_TEXTURE_LINEAR || form->shape == shape)
        return true;
    if (form->surface && texture_is_cube(texture))
        return form->shape == SIM_TEXTURE_2D_LAYERED; /* faces are layers (ISA 9.7.11) */
    return form->shape == SIM_TEXTURE_1D &&
           (shape == SIM_TEXTURE_LINEAR || texture_is_row(texture));
}

/* Questions after the size are answered by either: an object of the hardware is the same
 * description of an array, and compilers ask surfaces with txq too. */
static bool is_meant(const TextureForm *form, const SimTexture *texture)
{
    return texture->surface == form->surface || form->query;
}

const SimTexture *texture_of_lane(SimWarp *warp, const SimInst *inst, uint32_t lane)
{
    const TextureForm *form = inst->extra;
    const SimTextures *textures = warp->run->launch->textures;
    uint64_t value = value_of(warp, &form->name, lane);
    const PtxSymbol *variable = form->name.is_param ? NULL : form->name.symbol;
    const SimTexture *texture = variable ? NULL : sim_texture_find(textures, value);
    if (!texture && !variable)
        variable = opaque_at(warp, value);
    if (!texture && variable)
        texture = sim_texture_find(textures, read_slot(value));
    if (!texture && variable)
        unbound(warp, inst, lane, variable);
    else if (!texture || !is_meant(form, texture))
        unknown(warp, inst, lane, value, form->surface ? "no surface" : "no texture");
    else if (!fits(form, texture))
        unknown(warp, inst, lane, value,
                form->surface ? "a surface of another shape" : "a texture of another shape");
    else if (!is_there(warp, texture))
        gone(warp, inst, lane, texture);
    else
        return texture;
    return NULL;
}

const uint8_t *sampler_of_lane(SimWarp *warp, const SimInst *inst, uint32_t lane)
{
    const TextureForm *form = inst->extra;
    uint64_t value = value_of(warp, &form->sampler, lane);
    const PtxSymbol *variable = opaque_at(warp, value);
    if (variable && variable->type == PTX_SAMPLERREF)
        return (const uint8_t *)(uintptr_t)value;
    unknown(warp, inst, lane, value, "no sampler");
    return NULL;
}

SimTexture texture_with_sampler(const SimTexture *texture, const uint8_t *sampler)
{
    static const SimTextureBorder modes[] = {
        [OPAQUE_WRAP] = SIM_TEXTURE_WRAP,
        [OPAQUE_MIRROR] = SIM_TEXTURE_MIRROR,
        [OPAQUE_CLAMP_OGL] = SIM_TEXTURE_CLAMP,
        [OPAQUE_CLAMP_TO_EDGE] = SIM_TEXTURE_CLAMP,
        [OPAQUE_CLAMP_TO_BORDER] = SIM_TEXTURE_BORDER,
    };
    SimTexture with = *texture;
    for (uint32_t i = 0; i < 3; i++)
        with.borders[i] = sampler[OPAQUE_ADDRESS_0 + i]
                              ? modes[(sampler[OPAQUE_ADDRESS_0 + i] - 1) % 5]
                              : SIM_TEXTURE_WRAP;
    with.linear = sampler[OPAQUE_FILTER] == 2;
    with.normalised = sampler[OPAQUE_UNNORMALIZED] != 2;
    return with;
}

PtxType texture_type_of(const SimWarp *warp, uint64_t value)
{
    const SimTexture *texture = sim_texture_find(warp->run->launch->textures, value);
    const PtxSymbol *variable = texture ? NULL : opaque_at(warp, value);
    return texture    ? (texture->surface ? PTX_SURFREF : PTX_TEXREF)
           : variable ? variable->type
                      : PTX_TYPE_NONE;
}

/* Constants of OpenCL, as the ISA says (5.3). */
static uint32_t data_type_of(const SimTexture *texture)
{
    static const uint16_t integers[] = {
        [SIM_TEXEL_U8] = 0x10DA,  [SIM_TEXEL_U16] = 0x10DB, [SIM_TEXEL_U32] = 0x10DC,
        [SIM_TEXEL_S8] = 0x10D7,  [SIM_TEXEL_S16] = 0x10D8, [SIM_TEXEL_S32] = 0x10D9,
        [SIM_TEXEL_F16] = 0x10DD, [SIM_TEXEL_F32] = 0x10DE, [SIM_TEXEL_U10_2] = 0x10D6,
    };
    static const uint16_t fractions[] = {
        [SIM_TEXEL_U8] = 0x10D2,
        [SIM_TEXEL_U16] = 0x10D3,
        [SIM_TEXEL_S8] = 0x10D0,
        [SIM_TEXEL_S16] = 0x10D1,
    };
    bool fraction = texture->type < sizeof(fractions) / sizeof(*fractions) &&
                    fractions[texture->type] && !texture->integer;
    return fraction ? fractions[texture->type] : integers[texture->type];
}

/* As an H200 tells them: the layers of one side are its rows; sides that there aren't are 0, but
 * for the rows of a texture of one side. */
static uint32_t height_of(const SimTexture *texture, const SimTextureLevel *level)
{
    switch (texture->shape) {
    case SIM_TEXTURE_LINEAR:
        return 0;
    case SIM_TEXTURE_1D:
        return texture->surface ? 0 : 1;
    case SIM_TEXTURE_1D_LAYERED:
        return level->depth;
    default:
        return level->height;
    }
}

static uint32_t depth_of(const SimTexture *texture, const SimTextureLevel *level)
{
    switch (texture->shape) {
    case SIM_TEXTURE_3D:
    case SIM_TEXTURE_2D_LAYERED:
        return level->depth;
    case SIM_TEXTURE_CUBE_LAYERED:
        return texture->surface ? level->depth : level->depth / 6;
    case SIM_TEXTURE_CUBE:
        return texture->surface ? level->depth : 0;
    default:
        return 0;
    }
}

uint32_t texture_query(const SimTexture *texture, uint32_t query, uint32_t at)
{
    static const uint16_t orders[] = {0, 0x10B0, 0x10B2, 0x10B4, 0x10B5}; /* R, RG, RGB, RGBA */
    if (at >= texture->level_count)
        return 0;
    const SimTextureLevel *level = &texture->levels[at];
    switch (query) {
    case PTX_MOD_WIDTH:
        return level->width;
    case PTX_MOD_HEIGHT:
        return height_of(texture, level);
    case PTX_MOD_DEPTH:
        return depth_of(texture, level);
    case PTX_MOD_ARRAY_SIZE:
        return texture_is_layered(texture) ? level->depth / (texture_is_cube(texture) ? 6 : 1) : 0;
    case PTX_MOD_CHANNEL_DATA_TYPE:
        return data_type_of(texture);
    case PTX_MOD_CHANNEL_ORDER:
        return orders[texture->channels];
    case PTX_MOD_NORMALIZED_COORDS:
        return texture->normalised;
    case PTX_MOD_FORCE_UNNORMALIZED_COORDS:
        return !texture->normalised;
    case PTX_MOD_NUM_MIPMAP_LEVELS:
        return texture->level_count;
    case PTX_MOD_NUM_SAMPLES:
        return 1;
    case PTX_MOD_FILTER_MODE:
        return texture->linear;
    case PTX_MOD_ADDR_MODE_0:
    case PTX_MOD_ADDR_MODE_1:
    case PTX_MOD_ADDR_MODE_2:
        return texture->borders[query - PTX_MOD_ADDR_MODE_0];
    default:
        return 0; /* memory_layout: rows and slices */
    }
}
