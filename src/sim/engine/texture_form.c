/* Decoding of texture and surface instructions (ISA 9.7.10, 9.7.11). */
#include "sim/engine/texture_form.h"

#include <string.h>

#include "sim/engine/access_decode.h"
#include "sim/engine/decoder.h"

static bool shape_read(const PtxInst *inst, TextureForm *form)
{
    static const struct {
        PtxMod mod;
        SimTextureShape shape;
        uint8_t dimensions; /* coordinates besides the layer */
        bool layered;
    } shapes[] = {{PTX_MOD_1D, SIM_TEXTURE_1D, 1, false},
                  {PTX_MOD_2D, SIM_TEXTURE_2D, 2, false},
                  {PTX_MOD_3D, SIM_TEXTURE_3D, 3, false},
                  {PTX_MOD_A1D, SIM_TEXTURE_1D_LAYERED, 1, true},
                  {PTX_MOD_A2D, SIM_TEXTURE_2D_LAYERED, 2, true},
                  {PTX_MOD_CUBE, SIM_TEXTURE_CUBE, 3, false},
                  {PTX_MOD_ACUBE, SIM_TEXTURE_CUBE_LAYERED, 3, true}};
    for (size_t i = 0; i < sizeof(shapes) / sizeof(*shapes); i++)
        if (ptx_has(inst, shapes[i].mod)) {
            form->shape = shapes[i].shape;
            form->dimensions = shapes[i].dimensions;
            form->layered = shapes[i].layered;
            return true;
        }
    return false;
}

/* A parameter of the kernel itself, with an object's number in it. */
static bool is_kernel_param(const SimDecoder *decoder, const PtxSymbol *symbol)
{
    const PtxFunction *function = decoder->function;
    for (uint32_t i = 0; function->is_entry && i < function->param_count; i++)
        if (function->params[i] == symbol)
            return true;
    return false;
}

/* Whether the symbol has a slot that can be read: variables in .global and .const do. */
static bool names_one(const SimDecoder *decoder, const PtxSymbol *symbol)
{
    return ptx_type_kind(symbol->type) == PTX_KIND_OPAQUE &&
           (symbol->space == PTX_SPACE_GLOBAL || symbol->space == PTX_SPACE_CONST ||
            is_kernel_param(decoder, symbol));
}

bool texture_decode_name(SimDecoder *decoder, const PtxInst *inst, const PtxOperand *operand,
                         TextureName *name)
{
    const PtxSymbol *symbol = operand->symbol;
    if (operand->imm || (symbol ? !names_one(decoder, symbol) : operand->reg == PTX_NO_REG))
        return decoder_refuse(decoder, inst,
                              "takes the name of a .texref, .samplerref or .surfref, or a register "
                              "with its number");
    *name = (TextureName){.symbol = symbol, .is_param = symbol && is_kernel_param(decoder, symbol)};
    if (name->is_param)
        return true;
    PtxOperand number = *operand;
    number.kind = symbol ? PTX_OPERAND_SYMBOL : PTX_OPERAND_REG;
    number.items = NULL;
    number.item_count = 0;
    name->slot = symbol ? decoder_source(decoder, inst, &number, PTX_U64)
                        : decoder_exact_source(decoder, inst, &number, PTX_U64);
    return !decoder->refused;
}

bool texture_decode_place(SimDecoder *decoder, const PtxInst *inst, const PtxOperand *operand,
                          TextureForm *form)
{
    if (!shape_read(inst, form))
        return decoder_refuse(decoder, inst, "takes .1d, .2d, .3d, .a1d, .a2d, .cube or .acube");
    uint32_t needed = form->dimensions + form->layered, first = operand->sampler;
    form->has_sampler = operand->sampler;
    if (operand->item_count < first + needed || operand->item_count > first + TEXTURE_COORDINATES)
        return decoder_refuse(decoder, inst, "takes %u coordinates here", needed);
    for (uint32_t i = 0; i < needed; i++) {
        bool real = !form->is_integer && !(form->layered && i == 0);
        form->coordinates[i] = decoder_exact_source(decoder, inst, &operand->items[first + i],
                                                    real ? PTX_F32 : PTX_B32);
    }
    if (first && !texture_decode_name(decoder, inst, &operand->items[0], &form->sampler))
        return false;
    return texture_decode_name(decoder, inst, operand, &form->name);
}

static bool decode_results(SimDecoder *decoder, const PtxInst *inst, const PtxOperand *operand,
                           TextureForm *form)
{
    form->halves = inst->types[0] == PTX_F16;
    form->packed_halves = inst->types[0] == PTX_F16X2;
    uint32_t count = form->packed_halves ? 2 : 4, bytes = form->halves ? 2 : 4;
    const PtxOperand *vector = operand;
    if (operand->kind == PTX_OPERAND_PAIR) {
        vector = &operand->items[0];
        form->resident = decoder_exact_dest(decoder, inst, &operand->items[1], 0);
    }
    if (vector->kind != PTX_OPERAND_VECTOR || vector->item_count != count)
        return decoder_refuse(decoder, inst, "takes a vector of %u registers", count);
    for (uint32_t i = 0; i < count; i++)
        form->reg[i] =
            (AccessReg){decoder_exact_dest(decoder, inst, &vector->items[i], bytes), bytes};
    return !decoder->refused;
}

/* A vector with a value for each dimension; more are not looked at. */
static bool decode_vector(SimDecoder *decoder, const PtxInst *inst, const PtxOperand *vector,
                          PtxType type, const TextureForm *form, uint32_t slots[3])
{
    if (vector->kind != PTX_OPERAND_VECTOR || vector->item_count < form->dimensions)
        return decoder_refuse(decoder, inst, "takes a vector of %u values for each side",
                              form->dimensions);
    for (uint32_t i = 0; i < form->dimensions; i++)
        slots[i] = decoder_exact_source(decoder, inst, &vector->items[i], type);
    return !decoder->refused;
}

bool texture_decode_fetch(SimDecoder *decoder, const PtxInst *inst, TextureForm *form)
{
    if (inst->operand_count < 2 || inst->type_count != 2)
        return decoder_refuse(decoder, inst, "takes a vector, a texture and coordinates");
    uint32_t next = 2;
    const PtxOperand *operands = inst->operands;
    form->is_integer = inst->types[1] == PTX_S32;
    form->access = (AccessForm){.kind = SIM_ACCESS_LOAD, .order = SIM_ORDER_WEAK};
    form->channel = ptx_has(inst, PTX_MOD_G)   ? 1
                    : ptx_has(inst, PTX_MOD_B) ? 2
                    : ptx_has(inst, PTX_MOD_A) ? 3
                                               : 0;
    if (!decode_results(decoder, inst, &operands[0], form) ||
        !texture_decode_place(decoder, inst, &operands[1], form))
        return false;
    bool cube = form->shape == SIM_TEXTURE_CUBE || form->shape == SIM_TEXTURE_CUBE_LAYERED;
    if (cube && form->is_integer)
        return decoder_refuse(decoder, inst, "takes a direction of .f32 for cube maps");
    if (ptx_has(inst, PTX_MOD_LEVEL))
        form->level = decoder_exact_source(decoder, inst, &operands[next++], inst->types[1]);
    if (ptx_has(inst, PTX_MOD_GRAD)) {
        if (!decode_vector(decoder, inst, &operands[next], PTX_F32, form, form->dx) ||
            !decode_vector(decoder, inst, &operands[next + 1], PTX_F32, form, form->dy))
            return false;
        next += 2;
    }
    if (next < inst->operand_count && cube)
        return decoder_refuse(decoder, inst, "takes no offset for cube maps");
    return next == inst->operand_count ||
           decode_vector(decoder, inst, &operands[next], PTX_S32, form, form->offset);
}

bool texture_decode_query(SimDecoder *decoder, const PtxInst *inst, TextureForm *form)
{
    static const PtxMod queries[] = {
        PTX_MOD_WIDTH,         PTX_MOD_HEIGHT,
        PTX_MOD_DEPTH,         PTX_MOD_CHANNEL_DATA_TYPE,
        PTX_MOD_CHANNEL_ORDER, PTX_MOD_NORMALIZED_COORDS,
        PTX_MOD_ARRAY_SIZE,    PTX_MOD_NUM_MIPMAP_LEVELS,
        PTX_MOD_NUM_SAMPLES,   PTX_MOD_FORCE_UNNORMALIZED_COORDS,
        PTX_MOD_FILTER_MODE,   PTX_MOD_ADDR_MODE_0,
        PTX_MOD_ADDR_MODE_1,   PTX_MOD_ADDR_MODE_2,
        PTX_MOD_MEMORY_LAYOUT,
    };
    if (inst->operand_count < 2)
        return decoder_refuse(decoder, inst, "takes a register and a texture");
    form->surface = inst->op == PTX_OP_SUQ;
    for (size_t i = 0; i < sizeof(queries) / sizeof(*queries); i++)
        if (ptx_has(inst, queries[i]))
            form->query = queries[i];
    if (inst->operand_count > 2)
        form->level = decoder_exact_source(decoder, inst, &inst->operands[2], PTX_B32);
    return !decoder->refused && texture_decode_name(decoder, inst, &inst->operands[1], &form->name);
}

static uint32_t reduction_of(const PtxInst *inst)
{
    static const PtxMod reductions[] = {PTX_MOD_ADD, PTX_MOD_MIN, PTX_MOD_MAX, PTX_MOD_AND,
                                        PTX_MOD_OR};
    for (size_t i = 0; i < sizeof(reductions) / sizeof(*reductions); i++)
        if (ptx_has(inst, reductions[i]))
            return reductions[i];
    return 0;
}

bool texture_decode_surface(SimDecoder *decoder, const PtxInst *inst, TextureForm *form)
{
    bool writes = inst->op != PTX_OP_SULD;
    if (inst->operand_count != 2 || inst->type_count != 1)
        return decoder_refuse(decoder, inst, "takes a vector, a surface and coordinates");
    AccessForm registers = {.element = ptx_type_bytes(inst->types[0]), .count = inst->vector};
    form->surface = form->is_integer = true;
    form->formatted = ptx_has(inst, PTX_MOD_P);
    form->reduction = inst->op == PTX_OP_SURED ? reduction_of(inst) : 0;
    form->type = (PtxType)inst->types[0];
    form->outside = ptx_has(inst, PTX_MOD_CLAMP)  ? OUTSIDE_CLAMP
                    : ptx_has(inst, PTX_MOD_ZERO) ? OUTSIDE_ZERO
                                                  : OUTSIDE_TRAP;
    form->count = inst->vector;
    form->bytes = registers.element;
    form->access = (AccessForm){.kind = form->reduction ? SIM_ACCESS_REDUCTION
                                        : writes        ? SIM_ACCESS_STORE
                                                        : SIM_ACCESS_LOAD,
                                .order = form->reduction ? SIM_ORDER_RELAXED : SIM_ORDER_WEAK,
                                .scope = form->reduction ? SIM_SCOPE_GPU : SIM_SCOPE_NONE};
    if (form->count > TEXTURE_ELEMENTS || form->count * form->bytes > 16)
        return decoder_refuse(decoder, inst, "moves at most 16 bytes");
    if (!access_decode_registers(decoder, inst, &inst->operands[writes], writes, &registers))
        return false;
    memcpy(form->reg, registers.reg, sizeof(form->reg));
    return texture_decode_place(decoder, inst, &inst->operands[!writes], form);
}
