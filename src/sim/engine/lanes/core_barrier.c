/* Barriers and fences (ISA 9.7.13): bar, barrier, bar.warp.sync, membar, fence, mbarrier. */
#include <string.h>

#include "sim/engine/access_decode.h"
#include "sim/engine/barrier.h"
#include "sim/engine/bulk.h"
#include "sim/engine/decoder.h"
#include "sim/engine/fault.h"
#include "sim/engine/lanes/reach.h"
#include "sim/engine/lanes/sync_point.h"
#include "sim/engine/mbarrier.h"
#include "sim/engine/tell.h"

CORE_HANDLER(block_barrier)
{
    return warp_barrier(warp, inst, mask);
}

CORE_HANDLER(cluster_barrier_arrive)
{
    return cluster_arrive(warp, inst, mask);
}

CORE_HANDLER(cluster_barrier_wait)
{
    return cluster_wait(warp, inst, mask);
}

static void warp_met(SimWarp *warp, const SimInst *inst, uint32_t mask, uint32_t met)
{
    (void)warp, (void)inst, (void)mask, (void)met;
}

CORE_HANDLER(warp_barrier_sync)
{
    return sync_point(warp, inst, mask);
}

CORE_HANDLER(fence)
{
#if SIM_OBSERVED
    SimSync sync = {.site = warp_site(warp, inst),
                    .kind = SIM_SYNC_FENCE,
                    .mask = mask,
                    .scope = (SimScope)inst->aux,
                    .orders_memory = true};
    tell_sync(warp, &sync);
#else
    (void)warp, (void)mask;
#endif
    return inst + 1;
}

/* -- mbarrier */

typedef enum MbarrierKind {
    MBARRIER_INIT,
    MBARRIER_INVAL,
    MBARRIER_EXPECT,
    MBARRIER_COMPLETE,
    MBARRIER_ARRIVE,
    MBARRIER_ARRIVE_DROP,
    MBARRIER_ARRIVE_EXPECT,
    MBARRIER_DROP_EXPECT,
    MBARRIER_TEST,
    MBARRIER_TEST_PARITY
} MbarrierKind;

typedef struct MbarrierForm {
    AccessForm access; /* first: extra points at it */
    MbarrierKind kind;
    bool has_count, has_dest, may_pause;
    uint32_t count; /* slot */
    uint32_t state; /* slot of the state or parity that is waited for */
} MbarrierForm;

/* What one lane does to the object; false in *ok: it overflows. */
static uint64_t mbarrier_step(const MbarrierForm *form, uint64_t object, uint32_t count, bool *ok)
{
    *ok = true;
    switch (form->kind) {
    case MBARRIER_INIT:
        *ok = count > 0 && count <= MBARRIER_COUNT_MAX;
        return mbarrier_init(count);
    case MBARRIER_INVAL:
        return UINT64_C(0xCBCBCBCBCBCBCBCB);
    case MBARRIER_EXPECT:
        return mbarrier_expect(object, count, ok);
    case MBARRIER_COMPLETE:
        return mbarrier_complete(object, count, ok);
    case MBARRIER_ARRIVE:
        return mbarrier_arrive(object, count, false, ok);
    case MBARRIER_ARRIVE_DROP:
        return mbarrier_arrive(object, count, true, ok);
    case MBARRIER_ARRIVE_EXPECT:
    case MBARRIER_DROP_EXPECT:
        object = mbarrier_expect(object, count, ok);
        return *ok ? mbarrier_arrive(object, 1, form->kind == MBARRIER_DROP_EXPECT, ok) : object;
    default:
        return object;
    }
}

static const SimInst *mbarrier_overflow(SimWarp *warp, const SimInst *inst, uint32_t lane)
{
    FaultText what = {
        .fault = ENGINE_FAULT_LAUNCH, .rule = "invalid-barrier", .checker = "synchronisation"};
    return warp_fault(warp, inst, lane, &what,
                      "uses an mbarrier beyond its counts: more arrivals than it expects, or it "
                      "was not initialised");
}

CORE_HANDLER(mbarrier_update)
{
    const MbarrierForm *form = inst->extra;
    uint64_t address[SIM_LANES];
    Access access;
    access_addresses(warp, inst, &form->access, address);
    if (!access_reach(warp, inst, &form->access, mask, address, &access))
        return NULL;
    if (SIM_OBSERVED && warp->run->wants_access)
        access_tell(warp, inst, &form->access, &access, NULL);
    CORE_LANES(mask, lane)
    {
        uint64_t object, count = 1;
        bool ok;
        memcpy(&object, access.at[lane], sizeof(object));
        if (form->has_count)
            count = CORE_SLOT(uint32_t, form->count)[lane];
        uint64_t fresh = mbarrier_step(form, object, (uint32_t)count, &ok);
        if (!ok)
            return mbarrier_overflow(warp, inst, lane);
        memcpy(access.at[lane], &fresh, sizeof(fresh));
        if (form->has_dest)
            CORE_SLOT(uint64_t, inst->d)[lane] = object;
    }
    return inst + 1;
}

/* What completes on the mbarriers is done, and told of, before they are looked at. False: the run
 * is over. */
static inline bool land_copies(SimWarp *warp, const Access *access, uint32_t mask)
{
    Cluster *cluster = warp->block->cluster;
    const unsigned char *last = NULL; /* all lanes look at one as a rule */
    CORE_LANES(mask, lane)
    {
        if (access->at[lane] == last)
            continue;
        last = access->at[lane];
        if (cluster->copy_count && !bulk_land(cluster, last))
            return false;
    }
    return true;
}

CORE_HANDLER(mbarrier_test)
{
    const MbarrierForm *form = inst->extra;
    uint64_t address[SIM_LANES];
    Access access;
    access_addresses(warp, inst, &form->access, address);
    if (!access_reach(warp, inst, &form->access, mask, address, &access))
        return NULL;
    if (!land_copies(warp, &access, mask))
        return NULL;
    if (SIM_OBSERVED && warp->run->wants_access)
        access_tell(warp, inst, &form->access, &access, NULL);
    uint32_t passed = 0;
    CORE_LANES(mask, lane)
    {
        uint64_t object;
        memcpy(&object, access.at[lane], sizeof(object));
        bool is = form->kind == MBARRIER_TEST
                      ? mbarrier_passed(object, CORE_SLOT(uint64_t, form->state)[lane])
                      : mbarrier_passed_parity(object, CORE_SLOT(uint32_t, form->state)[lane]);
        passed |= (uint32_t)is << lane;
    }
    uint32_t *out = &SIM_PRED(warp, inst->d);
    *out = (*out & ~mask) | passed;
    if (passed == mask || !form->may_pause || mask != warp->active)
        return inst + 1;
    warp->stop = WARP_PAUSE; /* try_wait: those that are waited for get their turn */
    warp->next = inst + 1;
    return NULL;
}

CORE_HANDLER(mbarrier_count)
{
    const uint64_t *state = CORE_SLOT(uint64_t, inst->a);
    uint32_t *out = CORE_SLOT(uint32_t, inst->d);
    CORE_LANES(mask, lane)
    out[lane] = mbarrier_pending(state[lane]);
    return inst + 1;
}

/* -- decoding */

static bool decode_warp_sync(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    SyncForm *form = decoder_alloc(decoder, sizeof(*form));
    form->kind = SYNC_BAR;
    form->finish = warp_met;
    form->members = decoder_exact_source(decoder, inst, &inst->operands[0], PTX_U32);
    out->extra = form;
    out->full = out->partial = warp_barrier_sync;
    return !decoder->refused;
}

static BarrierReduce reduction(const PtxInst *inst)
{
    return !ptx_has(inst, PTX_MOD_RED)   ? BARRIER_PLAIN
           : ptx_has(inst, PTX_MOD_POPC) ? BARRIER_POPC
           : ptx_has(inst, PTX_MOD_AND)  ? BARRIER_AND
                                         : BARRIER_OR;
}

static bool decode_cluster_barrier(const PtxInst *inst, SimInst *out)
{
    bool waits = ptx_has(inst, PTX_MOD_WAIT);
    out->aux = ptx_has(inst, PTX_MOD_RELAXED);
    out->full = out->partial = waits ? cluster_barrier_wait : cluster_barrier_arrive;
    return true;
}

/* bar{.cta}.sync a{, b}; .arrive a, b; .red d, a{, b}, p; bar.warp.sync mask. */
static bool decode_bar(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    if (ptx_has(inst, PTX_MOD_WARP) && inst->operand_count == 1)
        return decode_warp_sync(decoder, inst, out);
    if (ptx_has(inst, PTX_MOD_CLUSTER))
        return decode_cluster_barrier(inst, out);
    BarrierForm *form = decoder_alloc(decoder, sizeof(*form));
    uint32_t first = 0, count = inst->operand_count;
    out->extra = form;
    out->full = out->partial = block_barrier;
    form->reduce = reduction(inst);
    form->arrive = ptx_has(inst, PTX_MOD_ARRIVE);
    form->aligned = inst->op == PTX_OP_BAR || ptx_has(inst, PTX_MOD_ALIGNED);
    if (form->reduce != BARRIER_PLAIN) {
        if (count < 3)
            return decoder_refuse(decoder, inst, "takes a destination, a barrier and a predicate");
        out->d = decoder_exact_dest(decoder, inst, &inst->operands[first++],
                                    form->reduce == BARRIER_POPC ? 4 : 0);
        form->pred = decoder_pred(decoder, inst, &inst->operands[--count], &form->flip);
    }
    if (count <= first || count - first > 2 || (form->arrive && count - first != 2))
        return decoder_refuse(decoder, inst, "takes a barrier's number and a thread count");
    out->a = decoder_exact_source(decoder, inst, &inst->operands[first], PTX_U32);
    form->has_count = count - first == 2;
    if (form->has_count)
        out->b = decoder_exact_source(decoder, inst, &inst->operands[first + 1], PTX_U32);
    return !decoder->refused;
}

static bool decode_fence(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    SimScope scope = access_scope(inst);
    if (inst->op == PTX_OP_MEMBAR && ptx_has(inst, PTX_MOD_GL))
        scope = SIM_SCOPE_GPU;
    (void)decoder;
    out->aux = scope;
    out->full = out->partial = fence;
    return true;
}

static MbarrierKind mbarrier_kind(const PtxInst *inst)
{
    bool waits = ptx_has(inst, PTX_MOD_TEST_WAIT) || ptx_has(inst, PTX_MOD_TRY_WAIT);
    if (waits)
        return ptx_has(inst, PTX_MOD_PARITY) ? MBARRIER_TEST_PARITY : MBARRIER_TEST;
    if (ptx_has(inst, PTX_MOD_INIT))
        return MBARRIER_INIT;
    if (ptx_has(inst, PTX_MOD_INVAL))
        return MBARRIER_INVAL;
    if (ptx_has(inst, PTX_MOD_ARRIVE_DROP))
        return ptx_has(inst, PTX_MOD_EXPECT_TX) ? MBARRIER_DROP_EXPECT : MBARRIER_ARRIVE_DROP;
    if (ptx_has(inst, PTX_MOD_ARRIVE))
        return ptx_has(inst, PTX_MOD_EXPECT_TX) ? MBARRIER_ARRIVE_EXPECT : MBARRIER_ARRIVE;
    return ptx_has(inst, PTX_MOD_EXPECT_TX) ? MBARRIER_EXPECT : MBARRIER_COMPLETE;
}

static bool decode_pending_count(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    if (inst->operand_count != 2)
        return decoder_refuse(decoder, inst, "takes a destination and a state");
    out->d = decoder_exact_dest(decoder, inst, &inst->operands[0], 4);
    out->a = decoder_exact_source(decoder, inst, &inst->operands[1], PTX_B64);
    out->full = out->partial = mbarrier_count;
    return !decoder->refused;
}

static bool decode_mbarrier_wait(SimDecoder *decoder, const PtxInst *inst, MbarrierForm *form,
                                 SimInst *out)
{
    if (inst->operand_count < 3)
        return decoder_refuse(decoder, inst, "takes a predicate, an address and a state or parity");
    form->may_pause = ptx_has(inst, PTX_MOD_TRY_WAIT);
    form->access.kind = SIM_ACCESS_LOAD; /* it changes nothing and releases nothing */
    form->access.order = ptx_has(inst, PTX_MOD_RELAXED) ? SIM_ORDER_RELAXED : SIM_ORDER_ACQUIRE;
    out->d = decoder_exact_dest(decoder, inst, &inst->operands[0], 0);
    form->state = decoder_exact_source(decoder, inst, &inst->operands[2],
                                       form->kind == MBARRIER_TEST ? PTX_B64 : PTX_B32);
    out->full = out->partial = mbarrier_test;
    return !decoder->refused;
}

static bool decode_mbarrier(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    if (ptx_has(inst, PTX_MOD_PENDING_COUNT))
        return decode_pending_count(decoder, inst, out);
    uint32_t at = 0;
    while (at < inst->operand_count && inst->operands[at].kind != PTX_OPERAND_ADDRESS)
        at++;
    if (at == inst->operand_count || at > 1)
        return decoder_refuse(decoder, inst, "this form is not supported");
    PtxInst typed = *inst; /* expect_tx and complete_tx name no type */
    typed.type_count = 1;
    typed.types[0] = PTX_B64;
    AccessForm *access = access_decode(decoder, &typed, &inst->operands[at], out);
    MbarrierForm *form = decoder_alloc(decoder, sizeof(*form));
    if (!access)
        return false;
    form->access = *access;
    form->access.kind = SIM_ACCESS_ATOMIC;
    form->access.order = ptx_has(inst, PTX_MOD_RELAXED) ? SIM_ORDER_RELAXED : SIM_ORDER_ACQ_REL;
    form->kind = mbarrier_kind(inst);
    if (form->kind == MBARRIER_INIT || form->kind == MBARRIER_INVAL) {
        form->access.kind = SIM_ACCESS_STORE;
        form->access.order = SIM_ORDER_WEAK;
    }
    out->extra = form;
    if (form->kind >= MBARRIER_TEST)
        return decode_mbarrier_wait(decoder, inst, form, out);
    form->has_dest = at == 1 && inst->operands[0].kind == PTX_OPERAND_REG;
    if (form->has_dest)
        out->d = decoder_exact_dest(decoder, inst, &inst->operands[0], 8);
    form->has_count = inst->operand_count > at + 1;
    if (form->has_count)
        form->count = decoder_exact_source(decoder, inst, &inst->operands[at + 1], PTX_U32);
    out->full = out->partial = mbarrier_update;
    return !decoder->refused;
}

const DecodeRow SIM_VARIANT(rows_barrier)[] = {
    {PTX_OP_BAR, 0, decode_bar},           {PTX_OP_BARRIER, 0, decode_bar},
    {PTX_OP_MEMBAR, 0, decode_fence},      {PTX_OP_FENCE, 0, decode_fence},
    {PTX_OP_MBARRIER, 0, decode_mbarrier}, {PTX_OP_COUNT, 0, NULL},
};
