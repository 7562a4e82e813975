/* clusterlaunchcontrol, tensormap.replace (ISA 9.7.13.17, 9.7.9.27.1.3), and st.bulk. */
#include <string.h>

#include "sim/engine/access_decode.h"
#include "sim/engine/bulk.h"
#include "sim/engine/fault.h"
#include "sim/engine/lanes/async_store.h"
#include "sim/engine/lanes/reach.h"
#include "sim/tensor_map.h"

/* The address of an operand with brackets, and its lanes. */
typedef struct PlaceForm {
    AccessForm access;
    SimInst at;
} PlaceForm;

static bool decode_place(SimDecoder *decoder, const PtxInst *inst, uint32_t operand, PtxSpace space,
                         SimAccessKind kind, PlaceForm *out)
{
    PtxInst part = *inst;
    part.type_count = 1;
    part.types[0] = PTX_B64;
    part.vector = 1;
    part.space = (uint8_t)space;
    AccessForm *form = access_decode(decoder, &part, &inst->operands[operand], &out->at);
    if (!form)
        return false;
    out->access = *form;
    out->access.kind = kind;
    return true;
}

static inline bool reach_place(SimWarp *warp, const SimInst *inst, const PlaceForm *form,
                               uint32_t lane, uint64_t bytes, uint32_t align, AccessRange *range)
{
    uint64_t address[SIM_LANES];
    access_addresses(warp, &form->at, &form->access, address);
    return access_range(warp, inst, &form->access, lane, address[lane], bytes, align, range);
}

/* -- st.bulk [a], size, 0 */

typedef struct FillForm {
    PlaceForm place;
    uint32_t size; /* slot, 64 bits */
} FillForm;

CORE_HANDLER(fill_zero)
{
    const FillForm *form = inst->extra;
    CORE_LANES(mask, lane)
    {
        uint64_t size = CORE_SLOT(uint64_t, form->size)[lane];
        static const unsigned char zero[16];
        AccessRange range;
        if (!reach_place(warp, inst, &form->place, lane, size, 8, &range) ||
            !run_charge(warp, size))
            return NULL;
        BulkCopy told = {.warp = warp, .inst = inst, .lane = lane};
        for (uint64_t at = 0; at < size; at += sizeof(zero)) {
            uint64_t left = size - at < sizeof(zero) ? size - at : sizeof(zero);
            AccessRange piece = {range.at + at, range.address + at, range.owner};
            bulk_tell(&told, &piece, SIM_ACCESS_STORE, left, zero);
        }
        memset(range.at, 0, size);
    }
    return inst + 1;
}

bool decode_bulk_store(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    FillForm *form = decoder_alloc(decoder, sizeof(*form));
    if (inst->operand_count != 3 || inst->operands[2].kind != PTX_OPERAND_IMM ||
        inst->operands[2].imm != 0)
        return decoder_refuse(decoder, inst, "takes an address, a size and the value 0");
    form->size = decoder_exact_source(decoder, inst, &inst->operands[1], PTX_U64);
    out->extra = form;
    out->full = out->partial = fill_zero;
    return decode_place(decoder, inst, 0, inst->space, SIM_ACCESS_STORE, &form->place) &&
           !decoder->refused;
}

/* -- clusterlaunchcontrol: a request is answered, but never granted */

typedef struct CancelForm {
    PlaceForm response, mbarrier;
    bool everywhere; /* all blocks of the cluster are answered, each at the same place */
} CancelForm;

static inline bool answer_all(const Cluster *cluster, BulkCopy *copy)
{
    for (uint32_t rank = 0; rank < cluster->size; rank++) {
        move_to_block(&copy->to, cluster->blocks[rank]);
        move_to_block(&copy->mbarrier, cluster->blocks[rank]);
        if (!bulk_add(copy))
            return false;
    }
    return true;
}

CORE_HANDLER(try_cancel)
{
    const CancelForm *form = inst->extra;
    CORE_LANES(mask, lane)
    {
        BulkCopy copy = {.warp = warp,
                         .inst = inst,
                         .lane = lane,
                         .bytes = 16,
                         .completes = 16,
                         .kept = BULK_WHOLE};
        if (!reach_place(warp, inst, &form->response, lane, 16, 16, &copy.to) ||
            !reach_place(warp, inst, &form->mbarrier, lane, 8, 8, &copy.mbarrier))
            return NULL;
        if (form->everywhere ? !answer_all(warp->block->cluster, &copy) : !bulk_add(&copy))
            return warp_no_memory(warp);
    }
    return inst + 1;
}

typedef unsigned __int128 Response;

CORE_HANDLER(is_canceled)
{
    const Response *in = CORE_SLOT(Response, inst->a);
    uint32_t *out = &SIM_PRED(warp, inst->d), granted = 0;
    CORE_LANES(mask, lane)
    granted |= (uint32_t)((uint64_t)in[lane] & 1) << lane;
    *out = (*out & ~mask) | granted;
    return inst + 1;
}

/* Of a request that was not granted the index is undefined: zero. */
CORE_HANDLER(first_index)
{
    for (uint32_t i = 0; i < inst->aux; i++) {
        uint32_t *out = CORE_SLOT(uint32_t, inst->more[i]);
        CORE_LANES(mask, lane)
        out[lane] = 0;
    }
    return inst + 1;
}

static bool decode_launch_control(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    if (ptx_has(inst, PTX_MOD_TRY_CANCEL)) {
        CancelForm *form = decoder_alloc(decoder, sizeof(*form));
        out->extra = form;
        out->full = out->partial = try_cancel;
        form->everywhere = ptx_has(inst, PTX_MOD_MULTICAST_ALL);
        return inst->operand_count == 2 &&
               decode_place(decoder, inst, 0, inst->space, SIM_ACCESS_STORE, &form->response) &&
               decode_place(decoder, inst, 1, inst->space, SIM_ACCESS_ATOMIC, &form->mbarrier);
    }
    const PtxOperand *to = &inst->operands[0];
    if (inst->operand_count != 2)
        return decoder_refuse(decoder, inst, "takes a destination and a response");
    out->a = decoder_exact_source(decoder, inst, &inst->operands[1], PTX_B128);
    if (ptx_has(inst, PTX_MOD_IS_CANCELED)) {
        out->d = decoder_exact_dest(decoder, inst, to, 0);
        out->full = out->partial = is_canceled;
        return !decoder->refused;
    }
    bool vector = to->kind == PTX_OPERAND_VECTOR;
    out->aux = vector ? to->item_count : 1;
    if (out->aux > 4)
        return decoder_refuse(decoder, inst, "takes four registers");
    for (uint32_t i = 0; i < out->aux; i++) {
        const PtxOperand *item = vector ? &to->items[i] : to;
        out->more[i] = item->kind == PTX_OPERAND_SINK ? decoder_scratch(decoder, 4)
                                                      : decoder_exact_dest(decoder, inst, item, 4);
    }
    out->full = out->partial = first_index;
    return !decoder->refused;
}

/* -- tensormap.replace */

enum { MAP_BYTES = 128, SWIZZLE_128 = 3 };

typedef struct ReplaceForm {
    PlaceForm place;
    PtxMod field;
    uint32_t ordinal, value, bytes; /* value: slot of a 32- or 64-bit value, ... */
    uint32_t constant;              /* ... or for some fields this */
} ReplaceForm;

/* Numbers of types in the instruction and in cuTensorMapEncode*. */
static const uint8_t replace_types[] = {0, 1, 2, 3, 4, 5, 6, 7, 10, 8, 9, 11, 12, 13, 14, 15};

static inline void replace_atomicity(SimTensorMap *map, uint8_t atomicity)
{
    map->atomicity = atomicity;
    if (map->swizzle >= SWIZZLE_128)
        map->swizzle = (uint8_t)(SWIZZLE_128 + atomicity);
}

/* False: the map has no such dimension. */
static inline bool replace_field(const ReplaceForm *form, uint64_t value, SimTensorMap *map)
{
    uint32_t at = form->ordinal;
    bool inside = at < SIM_TENSOR_RANK_MAX - (form->field == PTX_MOD_MAP_STRIDE);
    if (!inside)
        return false;
    if (form->field == PTX_MOD_MAP_ADDRESS)
        map->address = value;
    else if (form->field == PTX_MOD_MAP_RANK)
        map->rank = (uint8_t)(value + 1);
    else if (form->field == PTX_MOD_MAP_BOX)
        map->box[at] = (uint16_t)value;
    else if (form->field == PTX_MOD_MAP_DIM)
        map->last[at] = (uint32_t)value - 1;
    else if (form->field == PTX_MOD_MAP_ELEMENT_STRIDE)
        map->element_stride[at] = (uint8_t)value;
    else if (form->field == PTX_MOD_MAP_STRIDE)
        map->stride[at] = value;
    else if (form->field == PTX_MOD_MAP_TYPE)
        map->type = replace_types[form->constant];
    else if (form->field == PTX_MOD_MAP_INTERLEAVE)
        map->interleave = (uint8_t)form->constant;
    else if (form->field == PTX_MOD_MAP_SWIZZLE)
        map->swizzle =
            (uint8_t)(form->constant + (form->constant == SWIZZLE_128 ? map->atomicity : 0u));
    else if (form->field == PTX_MOD_MAP_FILL)
        map->fill = (uint8_t)form->constant;
    else
        replace_atomicity(map, (uint8_t)form->constant);
    return true;
}

CORE_HANDLER(map_replace)
{
    const ReplaceForm *form = inst->extra;
    CORE_LANES(mask, lane)
    {
        AccessRange range;
        SimTensorMap map;
        uint64_t value = !form->value       ? 0
                         : form->bytes == 8 ? CORE_SLOT(uint64_t, form->value)[lane]
                                            : CORE_SLOT(uint32_t, form->value)[lane];
        if (!reach_place(warp, inst, &form->place, lane, MAP_BYTES, MAP_BYTES, &range))
            return NULL;
        memcpy(&map, range.at, sizeof(map));
        if (map.magic != SIM_TENSOR_MAP_MAGIC || !replace_field(form, value, &map)) {
            FaultText what = {.fault = ENGINE_FAULT_INSTRUCTION, .rule = "invalid-copy"};
            return warp_fault(
                warp, inst, lane, &what,
                "changes a tensor map where none lies, or a dimension that it hasn't");
        }
        memcpy(range.at, &map, sizeof(map));
    }
    return inst + 1;
}

/* -- tensormap.cp_fenceproxy: the warp copies one map, and orders it before its uses */

typedef struct MapCopyForm {
    PlaceForm to, from;
} MapCopyForm;

CORE_HANDLER(map_copy)
{
    const MapCopyForm *form = inst->extra;
    uint32_t lane = (uint32_t)__builtin_ctz(mask);
    AccessRange to, from;
    if (!reach_place(warp, inst, &form->from, lane, MAP_BYTES, MAP_BYTES, &from) ||
        !reach_place(warp, inst, &form->to, lane, MAP_BYTES, MAP_BYTES, &to))
        return NULL;
    memcpy(to.at, from.at, MAP_BYTES);
    return inst + 1;
}

static bool decode_map_copy(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    MapCopyForm *form = decoder_alloc(decoder, sizeof(*form));
    out->extra = form;
    out->full = out->partial = map_copy;
    return decode_place(decoder, inst, 0, inst->space, SIM_ACCESS_STORE, &form->to) &&
           decode_place(decoder, inst, 1, inst->space2, SIM_ACCESS_LOAD, &form->from) &&
           !decoder->refused;
}

static bool decode_replace(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    static const struct {
        PtxMod mod;
        bool has_ordinal, is_constant;
        uint8_t most; /* of constants; a swizzle of 96 bytes, 4 for 10.3, is not built */
    } fields[] = {{PTX_MOD_MAP_ADDRESS, false, false, 0},
                  {PTX_MOD_MAP_RANK, false, false, 0},
                  {PTX_MOD_MAP_BOX, true, false, 0},
                  {PTX_MOD_MAP_DIM, true, false, 0},
                  {PTX_MOD_MAP_STRIDE, true, false, 0},
                  {PTX_MOD_MAP_ELEMENT_STRIDE, true, false, 0},
                  {PTX_MOD_MAP_TYPE, false, true, 15},
                  {PTX_MOD_MAP_INTERLEAVE, false, true, 2},
                  {PTX_MOD_MAP_SWIZZLE, false, true, SWIZZLE_128},
                  {PTX_MOD_MAP_FILL, false, true, 1},
                  {PTX_MOD_MAP_ATOMICITY, false, true, 3}};
    if (ptx_has(inst, PTX_MOD_CP_FENCEPROXY))
        return decode_map_copy(decoder, inst, out);
    ReplaceForm *form = decoder_alloc(decoder, sizeof(*form));
    size_t i = 0;
    while (i + 1 < sizeof(fields) / sizeof(*fields) && !ptx_has(inst, fields[i].mod))
        i++;
    uint32_t at = 1, needed = 2 + fields[i].has_ordinal;
    if (inst->operand_count != needed)
        return decoder_refuse(decoder, inst, "takes %u operands", needed);
    form->field = fields[i].mod;
    form->bytes = ptx_type_bytes(inst->types[inst->type_count - 1]);
    if (fields[i].has_ordinal)
        form->ordinal = (uint32_t)inst->operands[at++].imm;
    if (fields[i].is_constant && (uint64_t)inst->operands[at].imm > fields[i].most)
        return decoder_refuse(decoder, inst, "takes a constant up to %u here", fields[i].most);
    if (fields[i].is_constant)
        form->constant = (uint32_t)inst->operands[at].imm;
    else
        form->value = decoder_exact_source(decoder, inst, &inst->operands[at],
                                           form->bytes == 8 ? PTX_B64 : PTX_B32);
    out->extra = form;
    out->full = out->partial = map_replace;
    return decode_place(decoder, inst, 0, inst->space, SIM_ACCESS_STORE, &form->place) &&
           !decoder->refused;
}

const DecodeRow SIM_VARIANT(rows_cluster)[] = {
    {PTX_OP_CLUSTERLAUNCHCONTROL, 0, decode_launch_control},
    {PTX_OP_TENSORMAP, 0, decode_replace},
    {PTX_OP_COUNT, 0, NULL},
};
