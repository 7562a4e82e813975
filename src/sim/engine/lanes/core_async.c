/* Asynchronous copies (ISA 9.7.9.25): cp.async reads at once, and the bytes land at the wait, so
 * that a wait that is missing shows. */
#include <string.h>

#include "sim/engine/access_decode.h"
#include "sim/engine/async.h"
#include "sim/engine/fault.h"
#include "sim/engine/lanes/bulk_copy.h"
#include "sim/engine/lanes/reach.h"
#include "sim/engine/mbarrier.h"

/* How many bytes of the source are read; zeros land in the place of the rest. */
typedef enum CopySize {
    COPY_WHOLE,
    COPY_SIZE,   /* as many as a register says */
    COPY_IGNORE, /* none where a predicate holds */
} CopySize;

typedef struct CopyForm {
    AccessForm from, to;
    SimInst source, target; /* address parts of the two operands */
    uint32_t bytes;
    CopySize what;
    uint32_t size;   /* slot of what decides on the size */
    uint32_t invert; /* of the predicate */
} CopyForm;

static void copy_sizes(SimWarp *warp, const CopyForm *form, uint32_t mask, uint32_t *size)
{
    uint32_t ignored = form->what == COPY_IGNORE ? SIM_PRED(warp, form->size) ^ form->invert : 0;
    const uint32_t *asked = form->what == COPY_SIZE ? CORE_SLOT(uint32_t, form->size) : NULL;
    CORE_LANES(mask, lane)
    {
        size[lane] = asked && asked[lane] < form->bytes ? asked[lane] : form->bytes;
        if (ignored >> lane & 1)
            size[lane] = 0;
    }
}

/* Reads the lanes' sources in pieces of 16, 8, 4, 2 and 1 bytes: what isn't asked for need not be
 * there. */
static bool copy_read(SimWarp *warp, const SimInst *inst, uint32_t mask, AsyncCopy *copies)
{
    const CopyForm *form = inst->extra;
    uint64_t address[SIM_LANES], at[SIM_LANES];
    uint32_t size[SIM_LANES];
    Access from;
    AccessForm part = form->from;
    copy_sizes(warp, form, mask, size);
    access_addresses(warp, &form->source, &form->from, address);
    for (uint32_t piece = form->bytes; piece; piece >>= 1) {
        uint32_t lanes = 0;
        CORE_LANES(mask, lane)
        {
            lanes |= (uint32_t)(size[lane] & piece ? 1 : 0) << lane;
            at[lane] = address[lane] + (size[lane] & ~(2 * piece - 1));
        }
        if (!lanes)
            continue;
        part.bytes = part.element = piece;
        if (!access_reach(warp, inst, &part, lanes, at, &from))
            return false;
        if (SIM_OBSERVED && warp->run->wants_access)
            access_tell(warp, inst, &part, &from, NULL);
        CORE_LANES(lanes, lane)
        {
            memcpy(copies[lane].data + (size[lane] & ~(2 * piece - 1)), from.at[lane], piece);
        }
    }
    return true;
}

CORE_HANDLER(copy_begin)
{
    const CopyForm *form = inst->extra;
    uint64_t address[SIM_LANES];
    AsyncCopy copies[SIM_LANES] = {0};
    Access to;
    if (!copy_read(warp, inst, mask, copies))
        return NULL;
    access_addresses(warp, &form->target, &form->to, address);
    if (!access_reach(warp, inst, &form->to, mask, address, &to))
        return NULL;
    if (SIM_OBSERVED && warp->run->wants_access)
        access_tell(warp, inst, &form->to, &to, NULL);
    const SimSite site = SIM_OBSERVED ? warp_site(warp, inst) : (SimSite){0};
    CORE_LANES(mask, lane)
    {
        AsyncCopy *copy = &copies[lane];
        copy->to = (uint64_t)(uintptr_t)to.at[lane];
        copy->offset = to.address[lane];
        copy->site = site;
        copy->lane = lane;
        copy->bytes = form->bytes;
        if (!async_add(warp, copy))
            return warp_no_memory(warp);
    }
    return inst + 1;
}

CORE_HANDLER(group_commit)
{
    async_commit(warp, mask);
    return inst + 1;
}

/* aux: how many of the newest groups may stay under way. */
CORE_HANDLER(group_wait)
{
    async_wait(warp, mask, inst->aux);
    return inst + 1;
}

CORE_HANDLER(wait_all)
{
    async_commit(warp, mask);
    async_wait(warp, mask, 0);
    return inst + 1;
}

/* All copies of the thread so far land, and then it arrives. */
CORE_HANDLER(arrive)
{
    const AccessForm *form = inst->extra;
    uint64_t address[SIM_LANES];
    Access access;
    wait_all(warp, inst, mask);
    access_addresses(warp, inst, form, address);
    if (!access_reach(warp, inst, form, mask, address, &access))
        return NULL;
    if (SIM_OBSERVED && warp->run->wants_access)
        access_tell(warp, inst, form, &access, NULL);
    bool counted = inst->b;
    CORE_LANES(mask, lane)
    {
        uint64_t object;
        bool ok = true;
        memcpy(&object, access.at[lane], sizeof(object));
        if (!counted)
            object = mbarrier_raise(object, &ok);
        object = mbarrier_arrive(object, 1, false, &ok);
        if (!ok) {
            FaultText what = {.fault = ENGINE_FAULT_INSTRUCTION,
                              .rule = "invalid-barrier",
                              .checker = "synchronisation"};
            return warp_fault(warp, inst, lane, &what, "arrives at an mbarrier beyond its count");
        }
        memcpy(access.at[lane], &object, sizeof(object));
    }
    return inst + 1;
}

/* -- decoding */

/* cp.async ..., size {, src-size | ignore-src} {, cache-policy} */
static void decode_copy_size(SimDecoder *decoder, const PtxInst *inst, CopyForm *form)
{
    const uint32_t policies = ptx_has(inst, PTX_MOD_L2_CACHE_HINT);
    if (inst->operand_count <= 3 + policies)
        return;
    const PtxOperand *operand = &inst->operands[3];
    bool is_pred = operand->kind == PTX_OPERAND_REG && decoder_reg_bytes(decoder, operand) == 0;
    form->what = is_pred ? COPY_IGNORE : COPY_SIZE;
    form->size = is_pred ? decoder_pred(decoder, inst, operand, &form->invert)
                         : decoder_exact_source(decoder, inst, operand, PTX_U32);
}

static bool decode_copy(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    CopyForm *form = decoder_alloc(decoder, sizeof(*form));
    PtxInst part = *inst;
    if (inst->operand_count < 3 || inst->operands[2].kind != PTX_OPERAND_IMM)
        return decoder_refuse(decoder, inst, "takes two addresses and a size");
    form->bytes = (uint32_t)inst->operands[2].imm;
    if (form->bytes != 4 && form->bytes != 8 && form->bytes != 16)
        return decoder_refuse(decoder, inst, "copies 4, 8 or 16 bytes");
    part.type_count = 1;
    part.types[0] = form->bytes == 4 ? PTX_B32 : form->bytes == 8 ? PTX_B64 : PTX_B128;
    part.space = PTX_SPACE_SHARED;
    AccessForm *to = access_decode(decoder, &part, &inst->operands[0], &form->target);
    part.space = PTX_SPACE_GLOBAL;
    AccessForm *from = access_decode(decoder, &part, &inst->operands[1], &form->source);
    if (!to || !from)
        return false;
    form->to = *to;
    form->from = *from;
    form->to.kind = SIM_ACCESS_STORE;
    form->to.async = true;
    form->from.kind = SIM_ACCESS_LOAD;
    decode_copy_size(decoder, inst, form);
    out->extra = form;
    out->full = out->partial = copy_begin;
    return !decoder->refused;
}

static bool decode_arrive(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    PtxInst part = *inst;
    part.type_count = 1;
    part.types[0] = PTX_B64;
    AccessForm *form =
        inst->operand_count ? access_decode(decoder, &part, &inst->operands[0], out) : NULL;
    if (!form)
        return decoder_refuse(decoder, inst, "takes the address of an mbarrier");
    form->kind = SIM_ACCESS_ATOMIC;
    form->order = SIM_ORDER_ACQ_REL;
    out->b = ptx_has(inst, PTX_MOD_NOINC);
    out->full = out->partial = arrive;
    return true;
}

static bool decode_cp(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    if (ptx_has(inst, PTX_MOD_BULK))
        return decode_bulk(decoder, inst, out);
    if (ptx_has(inst, PTX_MOD_MBARRIER))
        return decode_arrive(decoder, inst, out);
    if (ptx_has(inst, PTX_MOD_COMMIT_GROUP)) {
        out->full = out->partial = group_commit;
        return true;
    }
    if (ptx_has(inst, PTX_MOD_WAIT_ALL)) {
        out->full = out->partial = wait_all;
        return true;
    }
    if (ptx_has(inst, PTX_MOD_WAIT_GROUP)) {
        if (inst->operand_count != 1 || inst->operands[0].kind != PTX_OPERAND_IMM ||
            inst->operands[0].imm < 0)
            return decoder_refuse(decoder, inst, "takes a number of groups");
        out->aux = (uint32_t)inst->operands[0].imm;
        out->full = out->partial = group_wait;
        return true;
    }
    return decode_copy(decoder, inst, out);
}

const DecodeRow SIM_VARIANT(rows_async)[] = {
    {PTX_OP_CP, 0, decode_cp},
    {PTX_OP_COUNT, 0, NULL},
};
