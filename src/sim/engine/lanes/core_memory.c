/* Loads and stores (ISA 9.7.9): ld, ldu, st, prefetches. */
#include <string.h>

#include "sim/engine/access_decode.h"
#include "sim/engine/fault.h"
#include "sim/engine/lanes/async_store.h"
#include "sim/engine/lanes/reach.h"

/* -- any access, lane by lane */

static void load_lane(SimWarp *warp, const AccessForm *form, uint32_t lane,
                      const unsigned char *from)
{
    for (uint32_t e = 0; e < form->count; e++, from += form->element) {
        const AccessReg *reg = &form->reg[e];
        uint64_t value[2] = {0, 0};
        memcpy(value, from, form->element);
        if (form->sign && form->element < 8) {
            uint32_t shift = 64 - 8 * form->element;
            value[0] = (uint64_t)((int64_t)(value[0] << shift) >> shift);
        }
        memcpy(warp->frame.slots + reg->slot + (size_t)lane * reg->bytes, value, reg->bytes);
    }
}

static void store_lane(SimWarp *warp, const AccessForm *form, uint32_t lane, unsigned char *to)
{
    for (uint32_t e = 0; e < form->count; e++, to += form->element) {
        const AccessReg *reg = &form->reg[e];
        memcpy(to, warp->frame.slots + reg->slot + (size_t)lane * reg->bytes, form->element);
    }
}

CORE_HANDLER(load_any)
{
    const AccessForm *form = inst->extra;
    uint64_t address[SIM_LANES];
    Access access;
    access_addresses(warp, inst, form, address);
    if (!access_reach(warp, inst, form, mask, address, &access))
        return NULL;
    if (SIM_OBSERVED && warp->run->wants_access)
        access_tell(warp, inst, form, &access, NULL);
    CORE_LANES(mask, lane)
    load_lane(warp, form, lane, access.at[lane]);
    return inst + 1;
}

CORE_HANDLER(store_any)
{
    const AccessForm *form = inst->extra;
    uint64_t address[SIM_LANES];
    Access access;
    access_addresses(warp, inst, form, address);
    if (!access_reach(warp, inst, form, mask, address, &access))
        return NULL;
    if (SIM_OBSERVED && warp->run->wants_access) {
        unsigned char stored[SIM_LANES * ACCESS_BYTES];
        CORE_LANES(mask, lane)
        store_lane(warp, form, lane, stored + (size_t)lane * form->bytes);
        access_tell(warp, inst, form, &access, stored);
    }
    CORE_LANES(mask, lane)
    store_lane(warp, form, lane, access.at[lane]);
    if (access.local && !access_finish(warp, form, &access))
        return NULL;
    return inst + 1;
}

/* -- in the draft of a span that runs ahead: see team.h */

/* Where the lanes' elements are kept. False: the warp is handed back. */
static inline bool drafted_at(SimWarp *warp, const SimInst *inst, uint32_t mask, bool write,
                              unsigned char *at[SIM_LANES])
{
    const AccessForm *form = inst->extra;
    const uint64_t *base = CORE_SLOT(uint64_t, inst->a);
    uint64_t address[SIM_LANES];
    CORE_LOOP address[i] = base[i] + (uint64_t)inst->imm;
    return team_reach(warp, mask, address, form->bytes, write, at);
}

/* Whether all lanes' elements lie side by side, as wide in memory as in the register. */
static inline bool is_row(const SimWarp *warp, const SimInst *inst, uint32_t mask)
{
    const AccessForm *form = inst->extra;
    const uint64_t *base = CORE_SLOT(uint64_t, inst->a);
    uint64_t differs = 0;
    if (mask != SIM_FULL || form->count != 1 || form->element != form->reg[0].bytes)
        return false;
    for (int i = 0; i < SIM_LANES; i++)
        differs |= (base[i] - base[0]) ^ (uint64_t)i * form->element;
    return !differs;
}

static const SimInst *row_drafted(SimWarp *warp, const SimInst *inst, bool write)
{
    const AccessForm *form = inst->extra;
    const uint64_t address = CORE_SLOT(uint64_t, inst->a)[0] + (uint64_t)inst->imm;
    unsigned char *row = CORE_SLOT(unsigned char, form->reg[0].slot);
    return team_move_row(warp, address, row, SIM_LANES * form->element, write) ? inst + 1 : NULL;
}

CORE_HANDLER(load_drafted)
{
    const AccessForm *form = inst->extra;
    unsigned char *at[SIM_LANES];
    if (is_row(warp, inst, mask))
        return row_drafted(warp, inst, false);
    if (!drafted_at(warp, inst, mask, false, at))
        return NULL;
    if (form->count == 1 && form->element == 4 && form->reg[0].bytes == 4) {
        uint32_t *out = CORE_SLOT(uint32_t, form->reg[0].slot);
        CORE_LANES(mask, lane)
        out[lane] = *(const uint32_t *)(const void *)at[lane];
        return inst + 1;
    }
    CORE_LANES(mask, lane)
    load_lane(warp, form, lane, at[lane]);
    return inst + 1;
}

CORE_HANDLER(store_drafted)
{
    const AccessForm *form = inst->extra;
    unsigned char *at[SIM_LANES];
    if (is_row(warp, inst, mask))
        return row_drafted(warp, inst, true);
    if (!drafted_at(warp, inst, mask, true, at))
        return NULL;
    if (form->count == 1 && form->element == 4) {
        const uint32_t *in = CORE_SLOT(uint32_t, form->reg[0].slot);
        const uint32_t step = form->reg[0].bytes / 4;
        CORE_LANES(mask, lane)
        *(uint32_t *)(void *)at[lane] = in[lane * step];
        return inst + 1;
    }
    CORE_LANES(mask, lane)
    store_lane(warp, form, lane, at[lane]);
    return inst + 1;
}

#include "sim/engine/lanes/memory_single.h"

/* -- several elements of 4 or 8 bytes from device or shared memory */

/* The lanes' host addresses, if all lie in one piece of memory. */
static inline int vector_reach(SimWarp *warp, const SimInst *inst, uint32_t mask,
                               const AccessForm *form, unsigned char *at[SIM_LANES])
{
    int shared = form->space == PTX_SPACE_SHARED;
    if (form->base_bytes == 4) {
        const uint32_t *address = CORE_SLOT(uint32_t, inst->a);
        const uint32_t imm = (uint32_t)inst->imm;
        if (!shared || !reach_shared32_part(warp, inst, mask, address, form->bytes))
            return 0;
        CORE_LOOP at[i] = warp->shared + (uint32_t)(address[i] + imm);
        return 1;
    }
    const uint64_t *address = CORE_SLOT(uint64_t, inst->a);
    uint64_t base = shared ? (uintptr_t)warp->shared : 0;
    if (!(shared ? reach_shared64_part(warp, inst, mask, address, form->bytes)
                 : reach_global_part(warp, inst, mask, address, form->bytes)))
        return 0;
    CORE_LOOP at[i] = (unsigned char *)(uintptr_t)(base + address[i] + (uint64_t)inst->imm);
    return 1;
}

static inline int is_drafted_vector(const SimWarp *warp, const SimInst *inst)
{
    const AccessForm *form = inst->extra;
    return form->space != PTX_SPACE_SHARED && is_drafted(warp, inst);
}

#define LOAD_VECTOR(NAME, T)                                          \
    CORE_HANDLER(NAME)                                                \
    {                                                                 \
        const AccessForm *form = inst->extra;                         \
        unsigned char *at[SIM_LANES];                                 \
        if (!vector_reach(warp, inst, mask, form, at))                \
            return load_any(warp, inst, mask);                        \
        if (SIM_OBSERVED && warp->run->wants_access)                  \
            access_tell_plain(warp, inst, mask, NULL, REACH_SCATTER); \
        if (is_drafted_vector(warp, inst))                            \
            return load_drafted(warp, inst, mask);                    \
        for (uint32_t e = 0; e < form->count; e++) {                  \
            T *out = CORE_SLOT(T, form->reg[e].slot);                 \
            CORE_LANES(mask, i)                                       \
            out[i] = ((const T *)at[i])[e];                           \
        }                                                             \
        return inst + 1;                                              \
    }
/* Of lanes out of the mask anything is told. */
#define STORE_VECTOR(NAME, T)                                                  \
    static void NAME##_tell(SimWarp *warp, const SimInst *inst, uint32_t mask) \
    {                                                                          \
        const AccessForm *form = inst->extra;                                  \
        const uint32_t count = form->count;                                    \
        T stored[SIM_LANES * ACCESS_BYTES / sizeof(T)];                        \
        for (uint32_t e = 0; e < count; e++) {                                 \
            const T *in = CORE_SLOT(T, form->reg[e].slot);                     \
            for (uint32_t i = 0; i < SIM_LANES; i++)                           \
                stored[i * count + e] = in[i];                                 \
        }                                                                      \
        access_tell_plain(warp, inst, mask, stored, REACH_SCATTER);            \
    }                                                                          \
    CORE_HANDLER(NAME)                                                         \
    {                                                                          \
        const AccessForm *form = inst->extra;                                  \
        unsigned char *at[SIM_LANES];                                          \
        if (!vector_reach(warp, inst, mask, form, at))                         \
            return store_any(warp, inst, mask);                                \
        if (SIM_OBSERVED && warp->run->wants_access)                           \
            NAME##_tell(warp, inst, mask);                                     \
        if (is_drafted_vector(warp, inst))                                     \
            return store_drafted(warp, inst, mask);                            \
        for (uint32_t e = 0; e < form->count; e++) {                           \
            const T *in = CORE_SLOT(T, form->reg[e].slot);                     \
            CORE_LANES(mask, i)                                                \
            ((T *)at[i])[e] = in[i];                                           \
        }                                                                      \
        return inst + 1;                                                       \
    }
LOAD_VECTOR(load_vector_32, uint32_t)
LOAD_VECTOR(load_vector_64, uint64_t)
STORE_VECTOR(store_vector_32, uint32_t)
STORE_VECTOR(store_vector_64, uint64_t)

/* -- a kernel's parameters: the same for all lanes */

CORE_HANDLER(load_parameter)
{
    const AccessForm *form = inst->extra;
    const unsigned char *from = warp->run->params + inst->imm;
    uint32_t value;
    if (form->count != 1 || form->element != 4 || form->reg[0].bytes != 4 || mask != SIM_FULL) {
        CORE_LANES(mask, lane)
        load_lane(warp, form, lane, from);
        return inst + 1;
    }
    memcpy(&value, from, sizeof(value));
    uint32_t *out = CORE_SLOT(uint32_t, form->reg[0].slot);
    CORE_LOOP out[i] = value;
    return inst + 1;
}

CORE_HANDLER(load_parameter64)
{
    const AccessForm *form = inst->extra;
    uint64_t value;
    if (mask != SIM_FULL)
        return load_parameter(warp, inst, mask);
    memcpy(&value, warp->run->params + inst->imm, sizeof(value));
    uint64_t *out = CORE_SLOT(uint64_t, form->reg[0].slot);
    CORE_LOOP out[i] = value;
    return inst + 1;
}

/* -- local memory: one place in all lanes is a row of words */

/* The offset that all lanes of the mask use; false: they differ, or it is no good. */
static inline bool local_place(SimWarp *warp, const SimInst *inst, uint32_t mask,
                               const AccessForm *form, uint32_t *offset)
{
    uint64_t at = (uint64_t)inst->imm, differs = 0;
    if (form->in_frame) {
        at += warp->top->local_base;
    } else if (form->base_bytes == 8) {
        const uint64_t *base = CORE_SLOT(uint64_t, inst->a);
        const uint64_t first = base[__builtin_ctz(mask)];
        for (int i = 0; i < SIM_LANES; i++)
            differs |= mask & core_bit[i] ? base[i] ^ first : 0;
        at += first;
    } else if (form->base_bytes == 4) {
        const uint32_t *base = CORE_SLOT(uint32_t, inst->a);
        const uint32_t first = base[__builtin_ctz(mask)];
        for (int i = 0; i < SIM_LANES; i++)
            differs |= mask & core_bit[i] ? base[i] ^ first : 0;
        at += first;
    }
    *offset = (uint32_t)at;
    return !(SIM_OBSERVED && warp->run->wants_access) && !differs && at < warp->top->local_top &&
           warp->top->local_top - at >= form->bytes && !(at & (form->bytes - 1));
}

CORE_HANDLER(load_local)
{
    const AccessForm *form = inst->extra;
    uint32_t at;
    if (!local_place(warp, inst, mask, form, &at))
        return load_any(warp, inst, mask);
    for (uint32_t e = 0; e < form->count; e++, at += form->element) {
        const uint32_t *low = local_row(warp, at);
        if (!low)
            return warp_no_memory(warp);
        if (form->element == 4) {
            uint32_t *out = CORE_SLOT(uint32_t, form->reg[e].slot);
            CORE_LOOP out[i] = mask & core_bit[i] ? low[i] : out[i];
        } else {
            const uint32_t *high = low + SIM_LANES;
            uint64_t *out = CORE_SLOT(uint64_t, form->reg[e].slot);
            CORE_LOOP out[i] = mask & core_bit[i] ? low[i] | (uint64_t)high[i] << 32 : out[i];
        }
    }
    return inst + 1;
}

CORE_HANDLER(store_local)
{
    const AccessForm *form = inst->extra;
    uint32_t at;
    if (!local_place(warp, inst, mask, form, &at))
        return store_any(warp, inst, mask);
    for (uint32_t e = 0; e < form->count; e++, at += form->element) {
        uint32_t *low = local_row(warp, at);
        if (!low)
            return warp_no_memory(warp);
        if (form->element == 4) {
            const uint32_t *in = CORE_SLOT(uint32_t, form->reg[e].slot);
            CORE_LOOP low[i] = mask & core_bit[i] ? in[i] : low[i];
        } else {
            uint32_t *high = low + SIM_LANES;
            const uint64_t *in = CORE_SLOT(uint64_t, form->reg[e].slot);
            CORE_LOOP low[i] = mask & core_bit[i] ? (uint32_t)in[i] : low[i];
            CORE_LOOP high[i] = mask & core_bit[i] ? (uint32_t)(in[i] >> 32) : high[i];
        }
    }
    return inst + 1;
}

/* Volatile and acquiring loads that may reach global memory: a block can wait for another one by
 * them, and so they wait for the blocks before. */
CORE_HANDLER(load_strong)
{
    const AccessForm *form = inst->extra;
    warp->run->waits++;
    warp->run->polls++;
    if (SIM_AHEAD && !team_order(warp->run)) {
        warp->stop = WARP_FAULT;
        return NULL;
    }
    return (mask == SIM_FULL ? form->weak_full : form->weak_partial)(warp, inst, mask);
}

CORE_HANDLER(do_nothing)
{
    (void)warp;
    (void)mask;
    return inst + 1;
}

/* -- decoding */

static void choose_single(const Mover *movers, size_t count, const AccessForm *form, SimInst *out)
{
    bool shared = form->space == PTX_SPACE_SHARED;
    uint32_t column = !shared ? 0 : form->base_bytes == 8 ? 1 : 2;
    bool sign = form->sign && form->kind == SIM_ACCESS_LOAD && form->reg[0].bytes > form->element;
    if (!form->base_bytes || (!shared && form->base_bytes != 8))
        return;
    for (size_t i = 0; i < count; i++)
        if (movers[i].memory == form->element && movers[i].reg == form->reg[0].bytes &&
            movers[i].sign == sign) {
            out->full = movers[i].full[column];
            out->partial = movers[i].part[column];
        }
}

/* The fastest handler that fits; the one that takes anything is set already. */
static void choose_handler(const AccessForm *form, SimInst *out)
{
    bool load = form->kind == SIM_ACCESS_LOAD;
    bool words = form->element == 4 || form->element == 8;
    for (uint32_t e = 0; e < form->count; e++)
        words &= form->reg[e].bytes == form->element;
    switch (form->space) {
    case PTX_SPACE_PARAM:
        if (load && !form->base_bytes)
            out->full = out->partial =
                form->element == 8 && words && form->count == 1 ? load_parameter64 : load_parameter;
        break;
    case PTX_SPACE_LOCAL:
        if (words)
            out->full = out->partial = load ? load_local : store_local;
        break;
    case PTX_SPACE_GENERIC:
    case PTX_SPACE_GLOBAL:
    case PTX_SPACE_CONST:
    case PTX_SPACE_SHARED:
        if (form->count == 1 && load)
            choose_single(loads, sizeof(loads) / sizeof(*loads), form, out);
        else if (form->count == 1)
            choose_single(stores, sizeof(stores) / sizeof(*stores), form, out);
        else if (words && form->base_bytes)
            out->full = out->partial = load ? (form->element == 4 ? load_vector_32 : load_vector_64)
                                       : form->element == 4 ? store_vector_32
                                                            : store_vector_64;
        break;
    default:
        break;
    }
}

static bool decode_load(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    if (inst->operand_count < 2)
        return decoder_refuse(decoder, inst, "takes a destination and an address");
    AccessForm *form = access_decode(decoder, inst, &inst->operands[1], out);
    if (!form || !access_decode_registers(decoder, inst, &inst->operands[0], false, form))
        return false;
    form->kind = SIM_ACCESS_LOAD;
    out->d = form->reg[0].slot;
    out->full = out->partial = load_any;
    choose_handler(form, out);
    if (form->order != SIM_ORDER_WEAK &&
        (form->space == PTX_SPACE_GENERIC || form->space == PTX_SPACE_GLOBAL)) {
        form->weak_full = out->full;
        form->weak_partial = out->partial;
        out->full = out->partial = load_strong;
    }
    return true;
}

static bool decode_store(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    if (ptx_has(inst, PTX_MOD_ASYNC) && inst->operand_count == 3) /* st.async.mmio: at once */
        return decode_async_store(decoder, inst, out);
    if (ptx_has(inst, PTX_MOD_BULK))
        return decode_bulk_store(decoder, inst, out);
    if (inst->operand_count < 2)
        return decoder_refuse(decoder, inst, "takes an address and a source");
    AccessForm *form = access_decode(decoder, inst, &inst->operands[0], out);
    if (!form || !access_decode_registers(decoder, inst, &inst->operands[1], true, form))
        return false;
    if (form->space == PTX_SPACE_CONST)
        return decoder_refuse(decoder, inst, "constant memory can't be written");
    form->kind = SIM_ACCESS_STORE;
    out->b = form->reg[0].slot;
    out->full = out->partial = store_any;
    choose_handler(form, out);
    return true;
}

/* discard (ISA 9.7.9.20): like a write of values that don't last, so the line must be there. */
enum { DISCARDED = 128 };

CORE_HANDLER(discard)
{
    const AccessForm *form = inst->extra;
    uint64_t address[SIM_LANES];
    AccessRange range;
    if (SIM_AHEAD && !team_order(warp->run)) {
        warp->stop = WARP_FAULT;
        return NULL;
    }
    access_addresses(warp, inst, form, address);
    CORE_LANES(mask, lane)
    if (!access_range(warp, inst, form, lane, address[lane], DISCARDED, DISCARDED, &range))
        return NULL;
    return inst + 1;
}

static bool decode_discard(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    PtxInst typed = *inst; /* a type is not written, and an access has one */
    typed.types[0] = PTX_B64;
    typed.type_count = 1;
    if (inst->operand_count < 1)
        return decoder_refuse(decoder, inst, "takes an address");
    AccessForm *form = access_decode(decoder, &typed, &inst->operands[0], out);
    if (!form)
        return false;
    form->kind = SIM_ACCESS_STORE;
    out->full = out->partial = discard;
    return true;
}

/* Hints to the caches change nothing that a program can see. */
static bool decode_hint(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    (void)decoder;
    (void)inst;
    out->full = out->partial = do_nothing;
    return true;
}

const DecodeRow SIM_VARIANT(rows_memory)[] = {
    {PTX_OP_LD, 0, decode_load},
    {PTX_OP_LDU, 0, decode_load},
    {PTX_OP_ST, 0, decode_store},
    {PTX_OP_PREFETCH, 0, decode_hint},
    {PTX_OP_PREFETCHU, 0, decode_hint},
    {PTX_OP_DISCARD, 0, decode_discard},
    {PTX_OP_APPLYPRIORITY, 0, decode_hint},
    {PTX_OP_COUNT, 0, NULL},
};
