/* Decoding what loads, stores and atomics have in common: address, space, order, registers. */
#include "sim/engine/access_decode.h"

static PtxSpace effective_space(const SimDecoder *decoder, const PtxInst *inst,
                                const PtxOperand *operand)
{
    switch (inst->space) {
    case PTX_SPACE_PARAM:
    case PTX_SPACE_PARAM_FUNC:
        break;
    case PTX_SPACE_PARAM_ENTRY:
        return PTX_SPACE_PARAM;
    case PTX_SPACE_SHARED_CTA:
    case PTX_SPACE_SHARED_CLUSTER:
        return PTX_SPACE_SHARED;
    default:
        return inst->space;
    }
    uint32_t offset;
    if (operand->symbol)
        return decoder_frame_offset(decoder, operand->symbol, &offset) ? PTX_SPACE_LOCAL
                                                                       : PTX_SPACE_PARAM;
    return decoder->function->is_entry ? PTX_SPACE_PARAM : PTX_SPACE_LOCAL;
}

SimOrder access_order(const PtxInst *inst)
{
    static const struct {
        PtxMod mod;
        SimOrder order;
    } words[] = {{PTX_MOD_VOLATILE, SIM_ORDER_VOLATILE}, {PTX_MOD_RELAXED, SIM_ORDER_RELAXED},
                 {PTX_MOD_ACQUIRE, SIM_ORDER_ACQUIRE},   {PTX_MOD_RELEASE, SIM_ORDER_RELEASE},
                 {PTX_MOD_ACQ_REL, SIM_ORDER_ACQ_REL},   {PTX_MOD_SC, SIM_ORDER_SC},
                 {PTX_MOD_MMIO, SIM_ORDER_RELAXED}};
    for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
        if (ptx_has(inst, words[i].mod))
            return words[i].order;
    return SIM_ORDER_WEAK;
}

SimScope access_scope(const PtxInst *inst)
{
    return ptx_has(inst, PTX_MOD_CTA)       ? SIM_SCOPE_CTA
           : ptx_has(inst, PTX_MOD_CLUSTER) ? SIM_SCOPE_CLUSTER
           : ptx_has(inst, PTX_MOD_GPU)     ? SIM_SCOPE_GPU
           : ptx_has(inst, PTX_MOD_SYS)     ? SIM_SCOPE_SYS
                                            : SIM_SCOPE_NONE;
}

static bool register_base(SimDecoder *decoder, const PtxInst *inst, const PtxOperand *operand,
                          SimInst *out, AccessForm *form)
{
    out->a = decoder->reg_slots[operand->reg];
    out->imm = operand->imm;
    form->base_bytes = ptx_type_bytes(decoder->function->regs[operand->reg].type);
    if (form->base_bytes != 4 && form->base_bytes != 8)
        return decoder_refuse(decoder, inst, "an address register has 32 or 64 bits");
    return true;
}

static bool within_parameters(SimDecoder *decoder, const PtxInst *inst, const SimInst *out,
                              const AccessForm *form)
{
    uint64_t size = decoder->function->param_size;
    if (out->imm < 0 || (uint64_t)out->imm > size || form->bytes > size - (uint64_t)out->imm)
        return decoder_refuse(decoder, inst, "reads past the end of the parameters");
    return true;
}

static bool symbol_base(SimDecoder *decoder, const PtxInst *inst, const PtxOperand *operand,
                        SimInst *out, AccessForm *form)
{
    const PtxSymbol *symbol = operand->symbol;
    uint32_t offset;
    if (form->space == PTX_SPACE_PARAM) {
        out->imm = (int64_t)symbol->offset + operand->imm;
        return within_parameters(decoder, inst, out, form);
    }
    if (decoder_frame_offset(decoder, symbol, &offset)) {
        form->in_frame = true;
        out->imm = (int64_t)offset + operand->imm;
        return true;
    }
    PtxOperand base = *operand;
    base.imm = 0;
    base.kind = PTX_OPERAND_SYMBOL;
    bool shared = form->space == PTX_SPACE_SHARED;
    form->base_bytes = shared ? 4 : 8;
    out->a = decoder_source(decoder, inst, &base, shared ? PTX_U32 : PTX_U64);
    out->imm = operand->imm;
    return !decoder->refused;
}

AccessForm *access_decode(SimDecoder *decoder, const PtxInst *inst, const PtxOperand *address,
                          SimInst *out)
{
    AccessForm *form = decoder_alloc(decoder, sizeof(*form));
    out->extra = form;
    out->aux = decoder->memory_insts++;
    if (!inst->type_count) {
        decoder_refuse(decoder, inst, "needs a type");
        return NULL;
    }
    PtxType type = inst->types[inst->type_count - 1];
    if (address->kind != PTX_OPERAND_ADDRESS || !ptx_type_bytes(type)) {
        decoder_refuse(decoder, inst, "needs an address in brackets and a type with a size");
        return NULL;
    }
    form->space = effective_space(decoder, inst, address);
    form->cluster = inst->space == PTX_SPACE_GENERIC || inst->space == PTX_SPACE_SHARED_CLUSTER;
    form->order = access_order(inst);
    form->scope = access_scope(inst);
    form->element = ptx_type_bytes(type);
    form->count = inst->vector ? inst->vector : 1;
    form->bytes = form->element * form->count;
    form->sign = ptx_type_kind(type) == PTX_KIND_SIGNED;
    if (form->count > ACCESS_ELEMENTS || form->bytes > ACCESS_BYTES) {
        decoder_refuse(decoder, inst, "accesses more than 32 bytes at once");
        return NULL;
    }
    bool ok = true;
    if (address->reg != PTX_NO_REG)
        ok = register_base(decoder, inst, address, out, form);
    else if (address->symbol)
        ok = symbol_base(decoder, inst, address, out, form);
    else {
        out->imm = address->imm;
        ok = form->space != PTX_SPACE_PARAM || within_parameters(decoder, inst, out, form);
    }
    return ok ? form : NULL;
}

bool access_decode_registers(SimDecoder *decoder, const PtxInst *inst, const PtxOperand *operand,
                             bool sources, AccessForm *form)
{
    bool vector = operand->kind == PTX_OPERAND_VECTOR;
    PtxType type = inst->types[inst->type_count - 1];
    if ((vector ? operand->item_count : 1) != form->count)
        return decoder_refuse(decoder, inst, "the number of registers doesn't fit .v%u",
                              form->count);
    for (uint32_t i = 0; i < form->count; i++) {
        const PtxOperand *item = vector ? &operand->items[i] : operand;
        AccessReg *reg = &form->reg[i];
        reg->slot =
            sources ? decoder_source(decoder, inst, item, type) : decoder_dest(decoder, inst, item);
        reg->bytes = item->kind == PTX_OPERAND_REG    ? decoder_reg_bytes(decoder, item)
                     : item->kind == PTX_OPERAND_SINK ? (form->element < 2 ? 2 : form->element)
                     : form->element < 2              ? 2
                                                      : form->element;
        if (decoder->refused)
            return false;
        if (reg->bytes < form->element)
            return decoder_refuse(decoder, inst, "the register is narrower than .%s",
                                  ptx_type_text(type));
    }
    return true;
}
