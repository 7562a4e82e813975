/* Bulk copies and asynchronous stores as instructions (ISA 9.7.9.25.4, 9.7.9.27, 9.7.9.12): what
 * core_async.c decodes. They begin here and land in bulk.c. */
#ifndef CULAB_SIM_ENGINE_LANES_BULK_COPY_H
#define CULAB_SIM_ENGINE_LANES_BULK_COPY_H

#include <stdlib.h>

#include "sim/engine/access_decode.h"
#include "sim/engine/fault.h"
#include "sim/engine/lanes/async_store.h"
#include "sim/engine/lanes/reach.h"
#include "sim/engine/tensor.h"

enum { BULK_ALIGN = 16, TENSOR_ALIGN = 128, MAP_ALIGN = 64, BULK_DATA = 4 };

/* An address operand: the form at its end, and where its registers are. */
typedef struct BulkAddress {
    bool given;
    AccessForm form;
    SimInst at;
} BulkAddress;

typedef struct BulkForm {
    BulkAddress to, from, mbarrier;
    bool whole_sizes; /* multiples of 16 bytes */
    uint32_t size;    /* slot of the bytes to copy; 0: `bytes` of the slots in data */
    uint32_t bytes, data[BULK_DATA];
    uint32_t multicast, mask; /* slots of 16-bit masks: of ranks, of bytes; 0: none */
    const Reduction *reduces;
    /* of tensors */
    uint32_t rank;
    uint32_t start[SIM_TENSOR_RANK_MAX], offset[3]; /* slots */
    uint32_t coordinates;
    bool im2col, store, rows, reduces_tensor;
    PtxMod operation;
} BulkForm;

static inline uint64_t bulk_address(const SimWarp *warp, const BulkAddress *address, uint32_t lane)
{
    uint64_t all[SIM_LANES];
    access_addresses(warp, &address->at, &address->form, all);
    return all[lane];
}

static inline bool bulk_refuse(SimWarp *warp, const SimInst *inst, uint32_t lane, const char *why)
{
    FaultText what = {.fault = ENGINE_FAULT_INSTRUCTION, .rule = "invalid-copy"};
    warp_fault(warp, inst, lane, &what, "begins a bulk copy, but %s", why);
    return false;
}

static inline bool bulk_keep(SimWarp *warp, const BulkCopy *copy)
{
    if (run_charge(warp, copy->tensor ? copy->completes : copy->bytes)) {
        if (bulk_add(copy))
            return true;
        warp_no_memory(warp);
    }
    free(copy->tensor);
    return false;
}

/* A copy to each block whose bit is set, each telling the mbarrier of that block. */
static inline bool bulk_multicast(SimWarp *warp, const SimInst *inst, BulkCopy *copy, uint32_t mask)
{
    const Cluster *cluster = warp->block->cluster;
    if (mask >> cluster->size)
        return bulk_refuse(warp, inst, copy->lane, "its mask names blocks that the cluster hasn't");
    const TensorCopy *tensor = copy->tensor;
    for (uint32_t rank = 0; rank < cluster->size; rank++) {
        if (!(mask >> rank & 1))
            continue;
        move_to_block(&copy->to, cluster->blocks[rank]);
        move_to_block(&copy->mbarrier, cluster->blocks[rank]);
        if (tensor) {
            copy->tensor = malloc(sizeof(*tensor));
            if (!copy->tensor) {
                warp_no_memory(warp);
                return false;
            }
            *copy->tensor = *tensor;
        }
        if (!bulk_keep(warp, copy))
            return false;
    }
    return true;
}

static inline bool bulk_submit(SimWarp *warp, const SimInst *inst, const BulkForm *form,
                               BulkCopy *copy)
{
    if (form->multicast)
        return bulk_multicast(warp, inst, copy, CORE_SLOT(uint16_t, form->multicast)[copy->lane]);
    if (copy->tensor) {
        const TensorCopy *tensor = copy->tensor;
        copy->tensor = malloc(sizeof(*tensor));
        if (!copy->tensor) {
            warp_no_memory(warp);
            return false;
        }
        *copy->tensor = *tensor;
    }
    return bulk_keep(warp, copy);
}

static inline bool bulk_reach_mbarrier(SimWarp *warp, const SimInst *inst, const BulkForm *form,
                                       BulkCopy *copy)
{
    copy->group = warp->bulk_group[copy->lane];
    return !form->mbarrier.given ||
           access_range(warp, inst, &form->mbarrier.form, copy->lane,
                        bulk_address(warp, &form->mbarrier, copy->lane), 8, 8, &copy->mbarrier);
}

/* The lane's value, of an asynchronous store. */
static inline void bulk_take_data(const SimWarp *warp, const BulkForm *form, BulkCopy *copy)
{
    uint32_t each = form->to.form.element;
    for (uint32_t i = 0; i < form->to.form.count; i++)
        memcpy(copy->data + (size_t)i * each,
               warp->frame.slots + form->data[i] + (size_t)copy->lane * each, each);
}

static inline bool bulk_begin_lane(SimWarp *warp, const SimInst *inst, uint32_t lane)
{
    const BulkForm *form = inst->extra;
    BulkCopy copy = {.warp = warp, .inst = inst, .lane = lane, .reduces = form->reduces};
    copy.bytes = form->size ? CORE_SLOT(uint32_t, form->size)[lane] : form->bytes;
    copy.completes = (uint32_t)copy.bytes;
    copy.kept = form->mask ? CORE_SLOT(uint16_t, form->mask)[lane] : BULK_WHOLE;
    uint32_t align = form->size ? BULK_ALIGN : form->bytes;
    if (form->size && copy.bytes % BULK_ALIGN)
        return bulk_refuse(warp, inst, lane, "its size is no multiple of 16 bytes");
    if (form->from.given &&
        !access_range(warp, inst, &form->from.form, lane, bulk_address(warp, &form->from, lane),
                      copy.bytes, align, &copy.from))
        return false;
    if (!access_range(warp, inst, &form->to.form, lane, bulk_address(warp, &form->to, lane),
                      copy.bytes, align, &copy.to) ||
        !bulk_reach_mbarrier(warp, inst, form, &copy))
        return false;
    if (!form->from.given)
        bulk_take_data(warp, form, &copy);
    return bulk_submit(warp, inst, form, &copy);
}

CORE_HANDLER(bulk_begin)
{
    CORE_LANES(mask, lane)
    if (!bulk_begin_lane(warp, inst, lane))
        return NULL;
    return inst + 1;
}

/* -- tensors */

static inline bool tensor_take(SimWarp *warp, const SimInst *inst, uint32_t lane,
                               TensorCopy *tensor)
{
    const BulkForm *form = inst->extra;
    const BulkAddress *map = form->store ? &form->to : &form->from;
    uint64_t address = bulk_address(warp, map, lane);
    if (address % MAP_ALIGN)
        return bulk_refuse(warp, inst, lane,
                           "its tensor map doesn't lie at a multiple of 64 bytes");
    if (!access_read(warp, lane, address, &tensor->map, sizeof(tensor->map)))
        return bulk_refuse(warp, inst, lane, "its tensor map can't be read");
    tensor->im2col = form->im2col;
    tensor->store = form->store;
    tensor->rows = form->rows;
    for (uint32_t i = 0; i < form->coordinates; i++)
        tensor->start[i] = CORE_SLOT(int32_t, form->start[i])[lane];
    for (uint32_t i = 0; i < 3 && form->offset[i]; i++)
        tensor->offset[i] = CORE_SLOT(uint16_t, form->offset[i])[lane];
    const char *why = tensor_refusal(tensor, form->rank);
    return !why || bulk_refuse(warp, inst, lane, why);
}

static inline bool tensor_begin_lane(SimWarp *warp, const SimInst *inst, uint32_t lane)
{
    const BulkForm *form = inst->extra;
    TensorCopy tensor = {.store = false};
    if (!tensor_take(warp, inst, lane, &tensor))
        return false;
    BulkCopy copy = {
        .warp = warp, .inst = inst, .lane = lane, .kept = BULK_WHOLE, .tensor = &tensor};
    uint64_t bytes = tensor_bytes(&tensor);
    copy.completes = (uint32_t)bytes;
    const BulkAddress *shared = form->store ? &form->from : &form->to;
    if (form->reduces_tensor) {
        copy.reduces = tensor_reduction(&tensor, form->operation);
        if (!copy.reduces)
            return bulk_refuse(warp, inst, lane, "its tensor's type has no such operation");
    }
    return access_range(warp, inst, &shared->form, lane, bulk_address(warp, shared, lane), bytes,
                        TENSOR_ALIGN, form->store ? &copy.from : &copy.to) &&
           bulk_reach_mbarrier(warp, inst, form, &copy) && tensor_check(&copy) &&
           bulk_submit(warp, inst, form, &copy);
}

CORE_HANDLER(tensor_begin)
{
    CORE_LANES(mask, lane)
    if (!tensor_begin_lane(warp, inst, lane))
        return NULL;
    return inst + 1;
}

CORE_HANDLER(bulk_hint)
{
    (void)warp, (void)mask;
    return inst + 1;
}

CORE_HANDLER(bulk_group_commit)
{
    bulk_commit(warp, mask);
    return inst + 1;
}

CORE_HANDLER(bulk_group_wait)
{
    return bulk_wait(warp, mask, inst->aux) ? inst + 1 : NULL;
}

/* -- decoding */

static bool bulk_decode_address(SimDecoder *decoder, const PtxInst *inst, uint32_t operand,
                                PtxSpace space, SimAccessKind kind, BulkAddress *out)
{
    PtxInst part = *inst;
    part.type_count = 1;
    part.types[0] = PTX_B64;
    part.vector = 1;
    part.space = (uint8_t)space;
    AccessForm *form = access_decode(decoder, &part, &inst->operands[operand], &out->at);
    if (!form)
        return false;
    out->given = true;
    out->form = *form;
    out->form.kind = kind;
    return true;
}

static const PtxMod bulk_operations[] = {PTX_MOD_ADD, PTX_MOD_MIN, PTX_MOD_MAX, PTX_MOD_INC,
                                         PTX_MOD_DEC, PTX_MOD_AND, PTX_MOD_OR,  PTX_MOD_XOR};

static PtxMod bulk_operation(const PtxInst *inst)
{
    for (size_t i = 0; i < sizeof(bulk_operations) / sizeof(*bulk_operations); i++)
        if (ptx_has(inst, bulk_operations[i]))
            return bulk_operations[i];
    return PTX_MOD_COUNT;
}

/* mask and cache policy, at the end. */
static void bulk_decode_rest(SimDecoder *decoder, const PtxInst *inst, uint32_t at, BulkForm *form)
{
    if (ptx_has(inst, PTX_MOD_MULTICAST_CLUSTER) && at < inst->operand_count)
        form->multicast = decoder_exact_source(decoder, inst, &inst->operands[at++], PTX_B16);
    at += ptx_has(inst, PTX_MOD_L2_CACHE_HINT);
    if (ptx_has(inst, PTX_MOD_CP_MASK) && at < inst->operand_count)
        form->mask = decoder_exact_source(decoder, inst, &inst->operands[at], PTX_B16);
}

static bool decode_bulk_tensor(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    static const PtxMod ranks[] = {PTX_MOD_1D, PTX_MOD_2D, PTX_MOD_3D, PTX_MOD_4D, PTX_MOD_5D};
    BulkForm *form = decoder_alloc(decoder, sizeof(*form));
    form->store = inst->space == PTX_SPACE_GLOBAL;
    for (uint32_t i = 0; i < SIM_TENSOR_RANK_MAX; i++)
        if (ptx_has(inst, ranks[i]))
            form->rank = i + 1;
    const PtxOperand *map = &inst->operands[!form->store];
    form->rows = ptx_has(inst, PTX_MOD_TILE_GATHER4) || ptx_has(inst, PTX_MOD_TILE_SCATTER4);
    form->coordinates = form->rows ? 1 + TENSOR_ROWS : form->rank;
    if (map->kind != PTX_OPERAND_ADDRESS || map->item_count != form->coordinates)
        return decoder_refuse(decoder, inst,
                              form->rows ? "takes a column and four rows"
                                         : "takes as many coordinates as the tensor has "
                                           "dimensions");
    form->im2col = ptx_has(inst, PTX_MOD_IM2COL) || ptx_has(inst, PTX_MOD_IM2COL_NO_OFFS);
    form->operation = bulk_operation(inst);
    form->reduces_tensor = ptx_has(inst, PTX_MOD_REDUCE);
    for (uint32_t i = 0; i < form->coordinates; i++)
        form->start[i] = decoder_exact_source(decoder, inst, &map->items[i], PTX_B32);
    bool good =
        form->store
            ? bulk_decode_address(decoder, inst, 0, PTX_SPACE_GENERIC, SIM_ACCESS_LOAD,
                                  &form->to) &&
                  bulk_decode_address(decoder, inst, 1, inst->space2, SIM_ACCESS_LOAD, &form->from)
            : bulk_decode_address(decoder, inst, 0, inst->space, SIM_ACCESS_STORE, &form->to) &&
                  bulk_decode_address(decoder, inst, 1, PTX_SPACE_GENERIC, SIM_ACCESS_LOAD,
                                      &form->from) &&
                  bulk_decode_address(decoder, inst, 2, inst->space, SIM_ACCESS_ATOMIC,
                                      &form->mbarrier);
    uint32_t at = form->store ? 2 : 3;
    if (good && ptx_has(inst, PTX_MOD_IM2COL) && at < inst->operand_count) {
        const PtxOperand *offsets = &inst->operands[at++];
        if (offsets->kind != PTX_OPERAND_VECTOR || offsets->item_count + 2 != form->rank)
            return decoder_refuse(decoder, inst,
                                  "takes an offset for each dimension but the "
                                  "first and the last");
        for (uint32_t i = 0; i < offsets->item_count; i++)
            form->offset[i] = decoder_exact_source(decoder, inst, &offsets->items[i], PTX_B16);
    }
    bulk_decode_rest(decoder, inst, at, form);
    out->extra = form;
    out->full = out->partial = tensor_begin;
    return good && !decoder->refused;
}

static bool decode_bulk_copy(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    BulkForm *form = decoder_alloc(decoder, sizeof(*form));
    if (ptx_has(inst, PTX_MOD_REDUCE)) {
        form->reduces =
            inst->type_count ? reduction_find(bulk_operation(inst), (PtxType)inst->types[0]) : NULL;
        if (!form->reduces)
            return decoder_refuse(decoder, inst, "there is no such operation for the type");
    }
    bool grouped = ptx_has(inst, PTX_MOD_BULK_GROUP);
    SimAccessKind kind = form->reduces ? SIM_ACCESS_REDUCTION : SIM_ACCESS_STORE;
    if (inst->operand_count < (grouped ? 3u : 4u) ||
        !bulk_decode_address(decoder, inst, 0, inst->space, kind, &form->to) ||
        !bulk_decode_address(decoder, inst, 1, inst->space2, SIM_ACCESS_LOAD, &form->from))
        return decoder_refuse(decoder, inst, "takes two addresses, a size and an mbarrier");
    form->size = decoder_exact_source(decoder, inst, &inst->operands[2], PTX_U32);
    if (!grouped &&
        !bulk_decode_address(decoder, inst, 3, inst->space, SIM_ACCESS_ATOMIC, &form->mbarrier))
        return false;
    bulk_decode_rest(decoder, inst, grouped ? 3 : 4, form);
    out->extra = form;
    out->full = out->partial = bulk_begin;
    return !decoder->refused;
}

static bool decode_bulk(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    if (ptx_has(inst, PTX_MOD_PREFETCH)) {
        out->full = out->partial = bulk_hint;
        return true;
    }
    if (ptx_has(inst, PTX_MOD_COMMIT_GROUP)) {
        out->full = out->partial = bulk_group_commit;
        return true;
    }
    if (ptx_has(inst, PTX_MOD_WAIT_GROUP)) {
        if (inst->operand_count != 1 || inst->operands[0].imm < 0)
            return decoder_refuse(decoder, inst, "takes a number of groups");
        out->aux = (uint32_t)inst->operands[0].imm;
        out->full = out->partial = bulk_group_wait;
        return true;
    }
    return ptx_has(inst, PTX_MOD_TENSOR) ? decode_bulk_tensor(decoder, inst, out)
                                         : decode_bulk_copy(decoder, inst, out);
}

/* st.async [a], b, [mbar]; red.async [a], b, [mbar]. */
bool decode_async_store(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    BulkForm *form = decoder_alloc(decoder, sizeof(*form));
    bool reduces = inst->op == PTX_OP_RED;
    PtxInst part = *inst;
    part.space = PTX_SPACE_SHARED_CLUSTER;
    AccessForm *to = access_decode(decoder, &part, &inst->operands[0], &form->to.at);
    if (!to || !access_decode_registers(decoder, inst, &inst->operands[1], true, to) ||
        !bulk_decode_address(decoder, inst, 2, PTX_SPACE_SHARED_CLUSTER, SIM_ACCESS_ATOMIC,
                             &form->mbarrier))
        return false;
    form->to.form = *to;
    form->to.form.kind = reduces ? SIM_ACCESS_REDUCTION : SIM_ACCESS_STORE;
    form->to.given = true;
    form->bytes = to->bytes;
    for (uint32_t i = 0; i < to->count && i < BULK_DATA; i++) {
        form->data[i] = to->reg[i].slot;
        if (to->reg[i].bytes != to->element)
            return decoder_refuse(decoder, inst, "takes registers of the type's width");
    }
    if (reduces) {
        form->reduces = reduction_find(bulk_operation(inst), (PtxType)inst->types[0]);
        if (!form->reduces)
            return decoder_refuse(decoder, inst, "there is no such operation for the type");
    }
    out->extra = form;
    out->full = out->partial = bulk_begin;
    return !decoder->refused;
}

#endif
