/* What threads that go round in a loop look at, and what they see there. */
#include <stdio.h>
#include <string.h>

#include "sim/engine/fault.h"
#include "sim/engine/mbarrier.h"
#include "sim/engine/stall.h"

/* How much an instruction tells of what is waited for; 0: nothing. */
static int rank_of(const PtxInst *inst)
{
    switch (inst->op) {
    case PTX_OP_MBARRIER:
        return ptx_has(inst, PTX_MOD_TEST_WAIT) || ptx_has(inst, PTX_MOD_TRY_WAIT) ? 4 : 0;
    case PTX_OP_ATOM:
        return 3;
    case PTX_OP_LD:
        return ptx_has(inst, PTX_MOD_VOLATILE) || ptx_has(inst, PTX_MOD_RELAXED) ||
                       ptx_has(inst, PTX_MOD_ACQUIRE)
                   ? 3
                   : inst->space == PTX_SPACE_GENERIC || inst->space == PTX_SPACE_GLOBAL ||
                         inst->space == PTX_SPACE_SHARED;
    default:
        return 0;
    }
}

static bool address_of(const SimWarp *warp, const Split *split, uint32_t lane, uint64_t *out)
{
    const PtxInst *inst = split->pc->source;
    const SimFunction *function = split->frame->function;
    const PtxOperand *at = NULL;
    for (uint32_t i = 0; i < inst->operand_count && !at; i++)
        if (inst->operands[i].kind == PTX_OPERAND_ADDRESS)
            at = &inst->operands[i];
    if (!at)
        return false;
    *out = (uint64_t)at->imm;
    if (at->reg != PTX_NO_REG) {
        uint32_t bytes = ptx_type_bytes(function->source->regs[at->reg].type);
        uint64_t value = 0;
        if (bytes != 4 && bytes != 8)
            return false;
        memcpy(&value, split->frame->slots + function->reg_slots[at->reg] + (size_t)lane * bytes,
               bytes);
        *out += value;
    } else if (at->symbol && at->symbol->space == PTX_SPACE_SHARED) {
        const SharedPlace *place = layout_find(warp->run->layout, at->symbol);
        *out += place ? place->offset : 0;
        return place != NULL;
    } else if (at->symbol) {
        *out += module_symbol_address(warp->run->launch->module, at->symbol);
    }
    return true;
}

void stall_note_look(StallLook *look, const SimWarp *warp, const Split *split)
{
    const PtxInst *inst = split->pc->source;
    int rank = rank_of(inst);
    uint64_t address;
    uint32_t lane = (uint32_t)__builtin_ctz(split->mask);
    if (!rank || (look->inst && rank_of(look->inst->source) >= rank) ||
        !address_of(warp, split, lane, &address))
        return;
    PtxSpace space = inst->space == PTX_SPACE_GENERIC ? PTX_SPACE_GLOBAL : inst->space;
    if (space == PTX_SPACE_SHARED_CTA)
        space = PTX_SPACE_SHARED;
    if (space == PTX_SPACE_GLOBAL && SIM_WINDOW_OF(address) == SIM_WINDOW_SHARED)
        space = PTX_SPACE_SHARED;
    if (space == PTX_SPACE_SHARED)
        address = SIM_WINDOW_OFFSET(address);
    if (space != PTX_SPACE_SHARED && space != PTX_SPACE_GLOBAL)
        return;
    *look = (StallLook){split->pc, split->frame, split->mask, lane, space, address};
}

/* -- in words */

static const void *bytes_at(const StallLook *look, const SimWarp *warp, uint32_t bytes)
{
    uint64_t size = warp->run->shared_bytes;
    if (look->space == PTX_SPACE_SHARED)
        return look->address < size && size - look->address >= bytes
                   ? warp->block->shared + look->address
                   : NULL;
    return sim_memory_find(warp->run->launch->memory, look->address, bytes)
               ? (const void *)(uintptr_t)look->address
               : NULL;
}

static void name_of(const StallLook *look, const SimWarp *warp, char *out, size_t size)
{
    const PtxInst *inst = look->inst ? look->inst->source : NULL;
    uint32_t bytes =
        inst && inst->type_count ? ptx_type_bytes(inst->types[inst->type_count - 1]) : 0;
    if (look->space == PTX_SPACE_SHARED)
        fault_name_shared(warp, look->address, bytes, out, size);
    else if (!fault_name_global(&warp->run->info, look->address, bytes, out, size))
        snprintf(out, size, "the address 0x%llx", (unsigned long long)look->address);
}

static void describe_mbarrier(const StallLook *look, const SimWarp *warp, const char *name,
                              char *out, size_t size)
{
    uint64_t object;
    const void *bytes = bytes_at(look, warp, sizeof(object));
    if (!bytes)
        return;
    memcpy(&object, bytes, sizeof(object));
    uint32_t expected = mbarrier_expected(object), missing = mbarrier_pending(object);
    int32_t copies = mbarrier_bytes(object);
    int used = snprintf(out, size,
                        ", waiting at the mbarrier %s, which expects %u arrivals: %u have come, %u "
                        "are missing",
                        name, expected, expected - missing, missing);
    if (copies && used > 0 && (size_t)used < size)
        snprintf(out + used, size - (size_t)used, ", and %d bytes of copies", copies);
}

void stall_describe_look(const StallLook *look, const SimWarp *warp, char *out, size_t size)
{
    char name[160];
    out[0] = 0;
    if (!look->inst)
        return;
    const PtxInst *inst = look->inst->source;
    name_of(look, warp, name, sizeof(name));
    if (inst->op == PTX_OP_MBARRIER) {
        describe_mbarrier(look, warp, name, out, size);
        return;
    }
    PtxType type = inst->type_count ? inst->types[inst->type_count - 1] : PTX_B32;
    uint32_t bytes = ptx_type_bytes(type);
    const void *at = bytes ? bytes_at(look, warp, bytes) : NULL;
    int64_t value = 0;
    if (!at)
        return;
    memcpy(&value, at, bytes > 8 ? 8 : bytes);
    if (bytes == 4)
        value = (int32_t)value;
    snprintf(out, size, ", waiting for %s to change, which holds %lld", name, (long long)value);
}
