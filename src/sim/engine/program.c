/* Decoding of whole functions. */
#include "sim/engine/program.h"

#include <stdlib.h>
#include <string.h>

#include "sim/engine/decoder.h"

enum { FRAME_LIMIT = 1 << 28 }; /* bytes of slots of one function */

static uint32_t round16(uint64_t value)
{
    return (uint32_t)((value + 15) & ~UINT64_C(15));
}

static uint64_t extent(PtxSymbol *const *symbols, uint32_t count)
{
    uint64_t end = 0;
    for (uint32_t i = 0; i < count; i++)
        if (symbols[i]->offset + symbols[i]->size > end)
            end = symbols[i]->offset + symbols[i]->size;
    return end;
}

/* The parts of a frame in local memory: parameters, results, variables, arguments of calls. */
static bool place_frame(SimDecoder *decoder)
{
    const PtxFunction *function = decoder->function;
    SimFunction *out = decoder->out;
    uint64_t params = function->is_entry ? 0 : function->param_size;
    uint64_t results = extent(function->results, function->result_count);
    uint64_t total = params + results + function->local_size + function->frame_param_size;
    if (params > FRAME_LIMIT || results > FRAME_LIMIT || function->local_size > FRAME_LIMIT ||
        function->frame_param_size > FRAME_LIMIT || total > FRAME_LIMIT)
        return error_at(decoder->error, ERROR_CONTENT, "PTX", (int)function->pos.line,
                        "function %.*s needs %llu bytes of local memory, more than a thread has",
                        VIEW_ARG(function->name), (unsigned long long)total);
    out->results_at = round16(params);
    out->locals_at = round16(out->results_at + results);
    out->args_at = round16(out->locals_at + function->local_size);
    out->local_bytes = round16(out->args_at + function->frame_param_size);
    return true;
}

static uint32_t reg_bytes(const PtxReg *reg)
{
    return ptx_type_bytes(reg->type);
}

/* Registers that no instruction names, of which PTX may declare thousands, share one slot. */
static void place_registers(SimDecoder *decoder)
{
    const PtxFunction *function = decoder->function;
    Arena *arena = &decoder->program->arena;
    PtxInst place = {.op = PTX_OP_MOV, .pos = function->pos};
    const uint32_t *uses = decoder_reg_uses(decoder);
    uint32_t *slots = arena_alloc_array(arena, function->reg_count + 1, sizeof(uint32_t));
    uint32_t *named = arena_alloc_array(arena, function->reg_count + 1, sizeof(uint32_t));
    const PtxReg *widest = NULL;
    uint32_t count = 0;
    decoder->next_slot = SIM_SLOT_FALSE + sizeof(uint32_t);
    for (int predicates = 1; predicates >= 0; predicates--)
        for (uint32_t i = 0; i < function->reg_count; i++) {
            const PtxReg *reg = &function->regs[i];
            if ((ptx_type_kind(reg->type) == PTX_KIND_PRED) != predicates || uses[i] == 0)
                continue;
            slots[i] = decoder_reg_slot(decoder, reg, &place);
            named[count++] = i;
        }
    for (uint32_t i = 0; i < function->reg_count; i++) {
        if (uses[i] == 0 && (!widest || reg_bytes(&function->regs[i]) > reg_bytes(widest)))
            widest = &function->regs[i];
    }
    const uint32_t nobodys = widest ? decoder_reg_slot(decoder, widest, &place) : 0;
    for (uint32_t i = 0; i < function->reg_count; i++)
        if (uses[i] == 0)
            slots[i] = nobodys;
    decoder->reg_slots = slots;
    decoder->out->named = named;
    decoder->out->named_count = count;
}

/* Surfaces, and what reaches memory while the thread does something else. */
static bool goes_past_drafts(const PtxInst *inst)
{
    switch (inst->op) {
    case PTX_OP_SULD:
    case PTX_OP_SUST:
    case PTX_OP_SURED:
    case PTX_OP_TENSORMAP:
    case PTX_OP_CLUSTERLAUNCHCONTROL:
        return true;
    default:
        return ptx_has(inst, PTX_MOD_BULK) ||
               ((inst->op == PTX_OP_ST || inst->op == PTX_OP_RED) && ptx_has(inst, PTX_MOD_ASYNC));
    }
}

static bool decode_inst(SimDecoder *decoder, const FamilyIndex *families, const PtxInst *inst,
                        SimInst *out)
{
    out->source = inst;
    out->guard = SIM_SLOT_TRUE;
    if (inst->guard != PTX_NO_REG) {
        out->guard = decoder->reg_slots[inst->guard];
        out->flip = inst->guard_negate ? UINT32_MAX : 0;
    }
    const DecodeRow *row = family_index_row(families, inst);
    if (!row && inst->type_count)
        return decoder_refuse(decoder, inst, "not supported for type .%s",
                              ptx_type_text(inst->types[0]));
    if (!row)
        return decoder_refuse(decoder, inst, "the simulator doesn't support this instruction");
    decoder->program->in_order |= goes_past_drafts(inst);
    return row->decode(decoder, inst, out) && !decoder->refused;
}

/* An instruction that the layout adds: a jump, or the return at the end. */
static const PtxInst *made_inst(SimDecoder *decoder, uint32_t what)
{
    const PtxFunction *function = decoder->function;
    PtxInst *inst = decoder_alloc(decoder, sizeof(*inst));
    if (function->inst_count)
        *inst = function->insts[function->inst_count - 1];
    memset(inst->mods, 0, sizeof(inst->mods));
    inst->mnemonic = VIEW("ret");
    inst->guard = PTX_NO_REG;
    inst->type_count = 0;
    inst->operand_count = 0;
    inst->op = PTX_OP_RET;
    if (what != LAYOUT_END) {
        inst->op = PTX_OP_BRA;
        inst->operand_count = 1;
        inst->operands = decoder_alloc(decoder, sizeof(*inst->operands));
        inst->operands[0].kind = PTX_OPERAND_LABEL;
        inst->operands[0].label = what & ~LAYOUT_JUMP;
        inst->mods[PTX_MOD_UNI / 64] |= UINT64_C(1) << PTX_MOD_UNI % 64;
    }
    return inst;
}

static void broadcast(unsigned char *at, const FixedValue *value)
{
    unsigned char bytes[16];
    memcpy(bytes, &value->low, 8);
    memcpy(bytes + 8, &value->high, 8);
    for (uint32_t lane = 0; lane < SIM_LANES; lane++)
        memcpy(at + (size_t)lane * value->bytes, bytes, value->bytes);
}

static void make_fixed(SimDecoder *decoder, uint32_t from)
{
    SimFunction *out = decoder->out;
    out->slots_bytes = (decoder->next_slot + 63) & ~63u;
    out->fixed_slot = from;
    out->fixed_bytes = out->slots_bytes - from;
    unsigned char *image = decoder_alloc(decoder, out->fixed_bytes ? out->fixed_bytes : 1);
    for (uint32_t i = 0; i < decoder->fixed_count; i++)
        broadcast(image + decoder->fixed[i].slot - from, &decoder->fixed[i]);
    out->fixed = image;
}

static bool decode_function(SimDecoder *decoder, const FamilyIndex *families)
{
    const PtxFunction *function = decoder->function;
    SimFunction *out = decoder->out;
    if (!place_frame(decoder))
        return false;
    place_registers(decoder);
    out->reg_slots = decoder->reg_slots;
    uint32_t fixed_from = decoder->next_slot = (decoder->next_slot + 63) & ~63u;
    if (decoder->refused || decoder->next_slot > FRAME_LIMIT)
        return error_at(decoder->error, ERROR_CONTENT, "PTX", (int)function->pos.line,
                        "function %.*s has more registers than the simulator can hold",
                        VIEW_ARG(function->name));
    CodeLayout code = layout_code(&decoder->program->arena, function);
    decoder->positions = code.positions;
    out->insts = arena_alloc_array(&decoder->program->arena, code.count + 1, sizeof(SimInst));
    out->inst_count = code.count;
    for (uint32_t i = 0; i < code.count; i++) {
        uint32_t what = code.insts[i];
        const PtxInst *inst =
            what & LAYOUT_JUMP ? made_inst(decoder, what) : &function->insts[what];
        if (!decode_inst(decoder, families, inst, &out->insts[i]))
            return false;
    }
    make_fixed(decoder, fixed_from);
    out->carry_slot = decoder->carry;
    out->stack_bytes = out->local_bytes + out->slots_bytes / SIM_LANES;
    return true;
}

bool program_decode(EngineModule *module, SimView view, SimProgram *program, Error *error)
{
    const PtxModule *ptx = module->ptx;
    FamilyIndex families;
    family_index(view, &families);
    program->functions =
        arena_alloc_array(&program->arena, ptx->function_count + 1, sizeof(*program->functions));
    for (uint32_t i = 0; i < ptx->function_count; i++)
        if (ptx->functions[i]->has_body) {
            program->functions[i] = arena_alloc(&program->arena, sizeof(SimFunction));
            program->functions[i]->source = ptx->functions[i];
        }
    for (uint32_t i = 0; i < ptx->function_count; i++) {
        if (!program->functions[i])
            continue;
        SimDecoder decoder = {.module = module,
                              .function = ptx->functions[i],
                              .out = program->functions[i],
                              .program = program,
                              .error = error};
        bool ok = decode_function(&decoder, &families);
        map_free(&decoder.fixed_map);
        if (!ok)
            return false;
    }
    return true;
}
