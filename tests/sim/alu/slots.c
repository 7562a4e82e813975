/* Decoder services on a frame of its own. */
#include "slots.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { SLOT = SIM_LANES * 16, SLOTS_MAX = 64 };

struct Slots {
    SimFrame frame; /* first: handlers take the whole for a warp */
    SimDecoder *decoder;
};

struct SimDecoder {
    const PtxFunction *function;
    Slots *slots;
    uint32_t used; /* bytes of the frame: the registers' slots first, in order */
    uint32_t carry;
    Arena arena;
    Error *error;
};

Slots *slots_new(const PtxFunction *function)
{
    Slots *slots = memory_alloc(sizeof *slots);
    SimDecoder *decoder = memory_alloc(sizeof *decoder);
    slots->frame.slots = aligned_alloc(64, SLOT * SLOTS_MAX);
    memset(slots->frame.slots, 0x5a, SLOT * SLOTS_MAX);
    memset(slots->frame.slots + SIM_SLOT_TRUE, 0xff, sizeof(uint32_t));
    *decoder = (SimDecoder){.function = function, .slots = slots};
    decoder->used = SLOT * (function->reg_count + 1);
    slots->decoder = decoder;
    return slots;
}

void slots_free(Slots *slots)
{
    arena_free(&slots->decoder->arena);
    free(slots->decoder);
    free(slots->frame.slots);
    free(slots);
}

SimWarp *slots_warp(Slots *slots)
{
    return (SimWarp *)slots;
}

static uint32_t register_slot(uint32_t reg)
{
    return SLOT * (reg + 1);
}

void *slots_register(Slots *slots, const char *name)
{
    const PtxFunction *function = slots->decoder->function;
    for (uint32_t i = 0; i < function->reg_count; i++)
        if (view_equal_text(function->regs[i].name, name))
            return slots->frame.slots + register_slot(i);
    return NULL;
}

/* Services */

uint32_t decoder_scratch(SimDecoder *decoder, uint32_t bytes_per_lane)
{
    uint32_t slot = decoder->used;
    (void)bytes_per_lane;
    if (slot + SLOT > SLOT * SLOTS_MAX)
        abort();
    decoder->used += SLOT;
    return slot;
}

void *decoder_alloc(SimDecoder *decoder, size_t size)
{
    return arena_alloc(&decoder->arena, size);
}

uint32_t decoder_carry(SimDecoder *decoder)
{
    if (!decoder->carry)
        decoder->carry = decoder_scratch(decoder, 4);
    return decoder->carry;
}

uint32_t decoder_reg_bytes(SimDecoder *decoder, const PtxOperand *operand)
{
    return operand->kind == PTX_OPERAND_REG
               ? ptx_type_bytes(decoder->function->regs[operand->reg].type)
               : 0;
}

static uint32_t constant_slot(SimDecoder *decoder, uint64_t value, uint32_t bytes)
{
    uint32_t slot = decoder_scratch(decoder, bytes);
    unsigned char *lanes = decoder->slots->frame.slots + slot;
    for (int i = 0; i < SIM_LANES; i++)
        memcpy(lanes + (size_t)i * bytes, &value, bytes);
    return slot;
}

uint32_t decoder_source(SimDecoder *decoder, const PtxInst *inst, const PtxOperand *operand,
                        PtxType type)
{
    uint32_t bytes = ptx_type_bytes(type);
    (void)inst;
    if (operand->kind == PTX_OPERAND_REG)
        return register_slot(operand->reg);
    return constant_slot(decoder, (uint64_t)operand->imm, bytes < 2 ? 2 : bytes);
}

uint32_t decoder_dest(SimDecoder *decoder, const PtxInst *inst, const PtxOperand *operand)
{
    (void)inst;
    return operand->kind == PTX_OPERAND_REG ? register_slot(operand->reg)
                                            : decoder_scratch(decoder, 16);
}

uint32_t decoder_pred(SimDecoder *decoder, const PtxInst *inst, const PtxOperand *operand,
                      uint32_t *flip)
{
    (void)decoder, (void)inst;
    *flip = operand->negate ? UINT32_MAX : 0;
    return operand->kind == PTX_OPERAND_REG ? register_slot(operand->reg) : SIM_SLOT_TRUE;
}

bool decoder_refuse(SimDecoder *decoder, const PtxInst *inst, const char *format, ...)
{
    char text[900];
    va_list args;
    (void)inst;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return error_set(decoder->error, ERROR_CONTENT, "%s", text);
}

static const DecodeRow *find_row(const DecodeRow *const *tables, const PtxInst *inst)
{
    uint64_t type = SIM_TYPE(inst->type_count ? inst->types[0] : PTX_TYPE_NONE);
    for (; *tables; tables++)
        for (const DecodeRow *row = *tables; row->op != PTX_OP_COUNT; row++)
            if (row->op == inst->op && (!row->types || row->types & type))
                return row;
    return NULL;
}

bool slots_decode(Slots *slots, const DecodeRow *const *tables, SimInst *out, Error *error)
{
    const PtxFunction *function = slots->decoder->function;
    slots->decoder->error = error;
    for (uint32_t i = 0; i + 1 < function->inst_count; i++) {
        const PtxInst *inst = &function->insts[i];
        const DecodeRow *row = find_row(tables, inst);
        out[i] = (SimInst){.guard = SIM_SLOT_TRUE, .source = inst};
        if (!row)
            return error_set(error, ERROR_CONTENT, "no family takes %s with this type",
                             ptx_op_text(inst->op));
        if (!row->decode(slots->decoder, inst, &out[i]))
            return false;
    }
    return true;
}
