/* The decoder's services to the families: slots for operands, labels, refusals. */
#include "sim/engine/decode.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "ptx/effect.h"
#include "sim/engine/decoder.h"

bool decoder_refuse(SimDecoder *decoder, const PtxInst *inst, const char *format, ...)
{
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    decoder->refused = true;
    return error_at(decoder->error, ERROR_CONTENT, "PTX", (int)inst->pos.line, "%s: %s",
                    ptx_op_text(inst->op), text);
}

void *decoder_alloc(SimDecoder *decoder, size_t size)
{
    return arena_alloc(&decoder->program->arena, size);
}

static uint32_t slot_take(SimDecoder *decoder, uint32_t bytes)
{
    if (bytes == 0) { /* a predicate */
        uint32_t slot = decoder->next_slot;
        decoder->next_slot += sizeof(uint32_t);
        return slot;
    }
    uint32_t slot = (decoder->next_slot + 63) & ~63u;
    decoder->next_slot = slot + bytes * SIM_LANES;
    return slot;
}

uint32_t decoder_scratch(SimDecoder *decoder, uint32_t bytes_per_lane)
{
    return slot_take(decoder, bytes_per_lane == 1 ? 2 : bytes_per_lane);
}

uint32_t decoder_carry(SimDecoder *decoder)
{
    if (!decoder->carry)
        decoder->carry = slot_take(decoder, 0);
    return decoder->carry;
}

uint32_t decoder_constant(SimDecoder *decoder, uint32_t bytes, uint64_t low, uint64_t high)
{
    if (bytes < 8)
        low &= (UINT64_C(1) << 8 * bytes) - 1;
    FixedValue wanted = {low, bytes == 16 ? high : 0, bytes, 0};
    uint64_t key[3] = {wanted.low, wanted.high, bytes};
    View view = {(const char *)key, sizeof(key)};
    void *known = map_get(&decoder->fixed_map, view);
    if (known)
        return (uint32_t)(uintptr_t)known;
    if (decoder->fixed_count == decoder->fixed_capacity) {
        uint32_t capacity = decoder->fixed_capacity ? decoder->fixed_capacity * 2 : 32;
        FixedValue *grown =
            arena_alloc_array(&decoder->program->arena, capacity, sizeof(*decoder->fixed));
        if (decoder->fixed_count)
            memcpy(grown, decoder->fixed, decoder->fixed_count * sizeof(*grown));
        decoder->fixed = grown;
        decoder->fixed_capacity = capacity;
    }
    wanted.slot = slot_take(decoder, bytes);
    decoder->fixed[decoder->fixed_count++] = wanted;
    map_put(&decoder->fixed_map, view, (void *)(uintptr_t)wanted.slot);
    return wanted.slot;
}

static bool same_fill(const SlotFill *a, const SlotFill *b)
{
    return a->kind == b->kind && a->bytes == b->bytes && a->what == b->what &&
           a->component == b->component && a->symbol == b->symbol && a->addend == b->addend;
}

uint32_t decoder_fill(SimDecoder *decoder, const SlotFill *fill)
{
    SimFunction *out = decoder->out;
    for (uint32_t i = 0; i < out->fill_count; i++)
        if (same_fill(&out->fills[i], fill))
            return out->fills[i].slot;
    if (out->fill_count == decoder->fill_capacity) {
        uint32_t capacity = decoder->fill_capacity ? decoder->fill_capacity * 2 : 16;
        SlotFill *grown = arena_alloc_array(&decoder->program->arena, capacity, sizeof(*grown));
        if (out->fill_count)
            memcpy(grown, out->fills, out->fill_count * sizeof(*grown));
        out->fills = grown;
        decoder->fill_capacity = capacity;
    }
    SlotFill *added = &out->fills[out->fill_count++];
    *added = *fill;
    added->slot = slot_take(decoder, fill->bytes);
    return added->slot;
}

static uint64_t float_bits(double value)
{
    float narrow = (float)value;
    uint32_t bits;
    memcpy(&bits, &narrow, sizeof(bits));
    return bits;
}

static double bits_double(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof(value));
    return value;
}

static uint64_t double_bits(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

static double bits_float(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof(value));
    return value;
}

bool decoder_number(const PtxOperand *operand, PtxType type, uint64_t *bits)
{
    uint64_t raw = (uint64_t)operand->imm;
    uint32_t bytes = ptx_type_bytes(type);
    if (!operand->is_f32 && !operand->is_f64) {
        bool is_float = type == PTX_F32 || type == PTX_F64;
        double number = (double)operand->imm;
        *bits = !is_float ? raw : type == PTX_F32 ? float_bits(number) : double_bits(number);
        return true;
    }
    if (bytes == 4)
        *bits = operand->is_f32 ? (uint32_t)raw : float_bits(bits_double(raw));
    else if (bytes == 8)
        *bits = operand->is_f64 ? raw : double_bits(bits_float((uint32_t)raw));
    else
        return false;
    return true;
}

/* Where a driver's own shared memory lies. */

bool decoder_frame_offset(const SimDecoder *decoder, const PtxSymbol *symbol, uint32_t *offset)
{
    const PtxFunction *function = decoder->function;
    const SimFunction *out = decoder->out;
    for (uint32_t i = 0; i < function->param_count; i++)
        if (function->params[i] == symbol) {
            *offset = (uint32_t)symbol->offset;
            return !function->is_entry;
        }
    for (uint32_t i = 0; i < function->result_count; i++)
        if (function->results[i] == symbol) {
            *offset = out->results_at + (uint32_t)symbol->offset;
            return true;
        }
    if (symbol->function != function)
        return false;
    if (symbol->space == PTX_SPACE_LOCAL)
        *offset = out->locals_at + (uint32_t)symbol->offset;
    else if (symbol->space == PTX_SPACE_PARAM)
        *offset = out->args_at + (uint32_t)symbol->offset;
    else
        return false;
    return true;
}

static uint32_t address_slot(SimDecoder *decoder, const PtxInst *inst, const PtxOperand *operand,
                             uint32_t bytes)
{
    const PtxSymbol *symbol = operand->symbol;
    SlotFill fill = {.bytes = bytes, .addend = operand->imm};
    uint32_t offset;
    if (bytes != 4 && bytes != 8) {
        decoder_refuse(decoder, inst, "an address doesn't fit %u bytes", bytes);
        return 0;
    }
    switch (symbol->space) {
    case PTX_SPACE_SHARED:
    case PTX_SPACE_SHARED_CTA:
    case PTX_SPACE_SHARED_CLUSTER:
        fill.kind = SLOT_SHARED;
        fill.symbol = symbol;
        return decoder_fill(decoder, &fill);
    case PTX_SPACE_GLOBAL:
    case PTX_SPACE_CONST: {
        uint64_t at = module_symbol_address(decoder->module, symbol);
        return decoder_constant(decoder, bytes, at + (uint64_t)operand->imm, 0);
    }
    case PTX_SPACE_PARAM:
    case PTX_SPACE_PARAM_ENTRY:
    case PTX_SPACE_PARAM_FUNC:
    case PTX_SPACE_LOCAL:
        if (decoder_frame_offset(decoder, symbol, &offset)) {
            fill.kind = SLOT_LOCAL;
            fill.addend += offset;
            return decoder_fill(decoder, &fill);
        }
        if (symbol->space != PTX_SPACE_LOCAL) /* a kernel's parameter: its offset */
            return decoder_constant(decoder, bytes, symbol->offset + (uint64_t)operand->imm, 0);
        break;
    default:
        break;
    }
    decoder_refuse(decoder, inst, "the address of %.*s (%s space) is not supported",
                   VIEW_ARG(symbol->name), ptx_space_text(symbol->space));
    return 0;
}

uint32_t decoder_source(SimDecoder *decoder, const PtxInst *inst, const PtxOperand *operand,
                        PtxType type)
{
    uint32_t bytes = ptx_type_bytes(type);
    uint64_t bits = 0;
    if (bytes < 2)
        bytes = 2;
    switch (operand->kind) {
    case PTX_OPERAND_REG:
        return decoder->reg_slots[operand->reg];
    case PTX_OPERAND_IMM:
        if (!decoder_number(operand, type, &bits)) {
            decoder_refuse(decoder, inst, "a floating-point literal can't stand for .%s",
                           ptx_type_text(type));
            return 0;
        }
        return decoder_constant(decoder, bytes, bits, operand->imm < 0 ? UINT64_MAX : 0);
    case PTX_OPERAND_SPECIAL:
        if (ptx_special_is_clock(operand->special)) {
            decoder_refuse(decoder, inst, "%s can only be read by mov",
                           ptx_special_text(operand->special));
            return 0;
        }
        return decoder_fill(decoder, &(SlotFill){.kind = SLOT_SPECIAL,
                                                 .bytes = bytes,
                                                 .what = operand->special,
                                                 .component = operand->component});
    case PTX_OPERAND_SYMBOL:
        return address_slot(decoder, inst, operand, bytes);
    case PTX_OPERAND_FUNCTION:
        return decoder_constant(decoder, bytes, module_function_address(operand->function), 0);
    default:
        decoder_refuse(decoder, inst, "this kind of source operand is not supported");
        return 0;
    }
}

uint32_t decoder_dest(SimDecoder *decoder, const PtxInst *inst, const PtxOperand *operand)
{
    if (operand->kind == PTX_OPERAND_REG)
        return decoder->reg_slots[operand->reg];
    if (operand->kind == PTX_OPERAND_SINK) {
        if (!decoder->sink)
            decoder->sink = decoder_scratch(decoder, 16);
        return decoder->sink;
    }
    decoder_refuse(decoder, inst, "the destination must be a register");
    return 0;
}

uint32_t decoder_pred(SimDecoder *decoder, const PtxInst *inst, const PtxOperand *operand,
                      uint32_t *flip)
{
    *flip = operand->negate ? UINT32_MAX : 0;
    if (operand->kind == PTX_OPERAND_REG && decoder_reg_bytes(decoder, operand) == 0)
        return decoder->reg_slots[operand->reg];
    if (operand->kind == PTX_OPERAND_IMM)
        return operand->imm ? SIM_SLOT_TRUE : SIM_SLOT_FALSE;
    decoder_refuse(decoder, inst, "a predicate is expected here");
    return SIM_SLOT_FALSE;
}

uint32_t decoder_reg_bytes(SimDecoder *decoder, const PtxOperand *operand)
{
    if (operand->kind != PTX_OPERAND_REG)
        return operand->is_f64 ? 8 : 4;
    uint32_t bytes = ptx_type_bytes(decoder->function->regs[operand->reg].type);
    return bytes == 1 ? 2 : bytes;
}

static void check_width(SimDecoder *decoder, const PtxInst *inst, const PtxOperand *operand,
                        uint32_t bytes)
{
    if (operand->kind == PTX_OPERAND_REG && decoder_reg_bytes(decoder, operand) != bytes)
        decoder_refuse(decoder, inst, "register %.*s hasn't the %u bits that are needed here",
                       VIEW_ARG(decoder->function->regs[operand->reg].name), bytes ? 8 * bytes : 1);
}

uint32_t decoder_exact_source(SimDecoder *decoder, const PtxInst *inst, const PtxOperand *operand,
                              PtxType type)
{
    uint32_t bytes = ptx_type_bytes(type);
    check_width(decoder, inst, operand, bytes < 2 ? 2 : bytes);
    return decoder_source(decoder, inst, operand, type);
}

uint32_t decoder_exact_dest(SimDecoder *decoder, const PtxInst *inst, const PtxOperand *operand,
                            uint32_t bytes)
{
    check_width(decoder, inst, operand, bytes);
    return decoder_dest(decoder, inst, operand);
}

const SimInst *decoder_label(const SimDecoder *decoder, uint32_t label)
{
    uint32_t position = decoder->positions[label];
    return position == UINT32_MAX ? NULL : &decoder->out->insts[position];
}

const SimFunction *decoder_callee(const SimDecoder *decoder, const PtxFunction *function)
{
    return decoder->program->functions[function->index];
}

uint32_t decoder_reg_slot(SimDecoder *decoder, const PtxReg *reg, const PtxInst *inst)
{
    if (ptx_type_kind(reg->type) == PTX_KIND_OPAQUE)
        decoder_refuse(decoder, inst, "register %.*s: opaque registers are not supported",
                       VIEW_ARG(reg->name));
    uint32_t bytes = ptx_type_bytes(reg->type);
    return slot_take(decoder, bytes == 1 ? 2 : bytes);
}

static void count_uses(const PtxOperand *operands, uint32_t count, uint32_t *uses)
{
    for (uint32_t i = 0; i < count; i++) {
        if (operands[i].reg != PTX_NO_REG &&
            (operands[i].kind == PTX_OPERAND_REG || operands[i].kind == PTX_OPERAND_ADDRESS))
            uses[operands[i].reg]++;
        count_uses(operands[i].items, operands[i].item_count, uses);
    }
}

const uint32_t *decoder_reg_uses(SimDecoder *decoder)
{
    const PtxFunction *function = decoder->function;
    if (decoder->reg_uses)
        return decoder->reg_uses;
    decoder->reg_uses =
        arena_alloc_array(&decoder->program->arena, function->reg_count + 1, sizeof(uint32_t));
    for (uint32_t i = 0; i < function->inst_count; i++) {
        const PtxInst *inst = &function->insts[i];
        count_uses(inst->operands, inst->operand_count, decoder->reg_uses);
        if (inst->guard != PTX_NO_REG)
            decoder->reg_uses[inst->guard]++;
    }
    return decoder->reg_uses;
}

bool decoder_is_read(SimDecoder *decoder, const PtxOperand *dest)
{
    if (dest->kind == PTX_OPERAND_REG)
        return decoder_reg_uses(decoder)[dest->reg] > 1;
    for (uint32_t i = 0; i < dest->item_count; i++)
        if (decoder_is_read(decoder, &dest->items[i]))
            return true;
    return false;
}
