/* Atomic operations (ISA 9.7.13.7): atom and red. Lanes take effect one after the other, from the
 * lowest up, so that a result doesn't depend on chance. */
#include <string.h>

#include "sim/engine/access_decode.h"
#include "sim/engine/cluster.h"
#include "sim/engine/draft.h"
#include "sim/engine/fault.h"
#include "sim/engine/lanes/async_store.h"
#include "sim/engine/lanes/lane_half.h"
#include "sim/engine/lanes/reach.h"

typedef unsigned __int128 u128;

/* Host addresses of the lanes' accesses. False: the run is over. */
static bool atomic_reach(SimWarp *warp, const SimInst *inst, uint32_t mask,
                         unsigned char *at[SIM_LANES])
{
    const AccessForm *form = inst->extra;
    bool shared = form->space == PTX_SPACE_SHARED;
    if (form->base_bytes == 8) {
        const uint64_t *address = CORE_SLOT(uint64_t, inst->a);
        uint64_t base = (uint64_t)inst->imm + (shared ? (uintptr_t)warp->shared : 0);
        if (shared ? reach_shared64_part(warp, inst, mask, address, form->bytes)
                   : reach_global_part(warp, inst, mask, address, form->bytes)) {
            CORE_LOOP at[i] = (unsigned char *)(uintptr_t)(base + address[i]);
            if (SIM_OBSERVED && warp->run->wants_access)
                access_tell_plain(warp, inst, mask, NULL, REACH_SCATTER);
            return true;
        }
    } else if (shared && form->base_bytes == 4) {
        const uint32_t *address = CORE_SLOT(uint32_t, inst->a);
        if (reach_shared32_part(warp, inst, mask, address, form->bytes)) {
            const uint32_t imm = (uint32_t)inst->imm;
            CORE_LOOP at[i] = warp->shared + (uint32_t)(address[i] + imm);
            if (SIM_OBSERVED && warp->run->wants_access)
                access_tell_plain(warp, inst, mask, NULL, REACH_SCATTER);
            return true;
        }
    }
    uint64_t address[SIM_LANES];
    Access access;
    access_addresses(warp, inst, form, address);
    if (!access_reach(warp, inst, form, mask, address, &access))
        return false;
    if (access.local) {
        uint32_t lane = (uint32_t)__builtin_ctz(access.local);
        FaultText what = {.fault = ENGINE_FAULT_SPACE,
                          .rule = "wrong-space",
                          .address = access.address[lane],
                          .bytes = form->bytes,
                          .space = PTX_SPACE_LOCAL};
        warp_fault(warp, inst, lane, &what,
                   "uses an atomic operation on a local variable, which no other thread can see");
        return false;
    }
    if (SIM_OBSERVED && warp->run->wants_access)
        access_tell(warp, inst, form, &access, NULL);
    memcpy(at, access.at, sizeof(access.at));
    return true;
}

static inline bool in_shared(const SimWarp *warp, const unsigned char *at)
{
    return cluster_holds(warp->block->cluster, warp->shared_bytes, at);
}

/* atom.add.f32 on global memory flushes subnormals, on shared memory it doesn't (ISA 9.7.13.7). */
static inline f32 flush_unless(bool shared, f32 x)
{
    u32 bits;
    memcpy(&bits, &x, sizeof(bits));
    if (!shared && !(bits & 0x7f800000u))
        bits &= 0x80000000u;
    memcpy(&x, &bits, sizeof(x));
    return x;
}

static inline f32 add_f32(bool shared, f32 a, f32 b)
{
    f32 sum = flush_unless(shared, flush_unless(shared, a) + flush_unless(shared, b));
    return sum == sum ? sum : value_f32(0x7fffffff);
}

/* min and max of numbers; a NaN gives way to a number. */
static inline bool is_nan(f32 x)
{
    return x != x;
}
static inline f32 least(f32 a, f32 b)
{
    return is_nan(a) ? b : is_nan(b) ? a : a < b || (a == b && __builtin_signbitf(a)) ? a : b;
}
static inline f32 greatest(f32 a, f32 b)
{
    return is_nan(a) ? b : is_nan(b) ? a : a > b || (a == b && !__builtin_signbitf(a)) ? a : b;
}

#define HALF_STEP(NAME, KIND, EXPR)                                   \
    static inline u16 NAME(u16 x, u16 y)                              \
    {                                                                 \
        f32 a = widen_##KIND(x), b = widen_##KIND(y);                 \
        return narrow_##KIND(EXPR);                                   \
    }                                                                 \
    static inline u32 NAME##x2(u32 x, u32 y)                          \
    {                                                                 \
        u32 low = NAME((u16)x, (u16)y);                               \
        return low | (u32)NAME((u16)(x >> 16), (u16)(y >> 16)) << 16; \
    }
HALF_STEP(add_f16, f16, a + b)
HALF_STEP(min_f16, f16, least(a, b))
HALF_STEP(max_f16, f16, greatest(a, b))
HALF_STEP(add_bf16, bf16, a + b)
HALF_STEP(min_bf16, bf16, least(a, b))
HALF_STEP(max_bf16, bf16, greatest(a, b))

/* What an atomic operation's result is used for decides how it is made in a span of blocks that
 * runs ahead: one that nobody looks at is listed, for others the blocks before must be done. False:
 * the warp is handed back. */
static inline bool atomic_begin(SimWarp *warp, const SimInst *inst)
{
    const AccessForm *form = inst->extra;
    if (form->unused)
        return true;
    warp->run->polls++;
    if (form->space == PTX_SPACE_SHARED)
        return true;
    warp->run->waits++;
    if (!SIM_AHEAD || team_order(warp->run))
        return true;
    warp->stop = WARP_FAULT;
    return false;
}

/* Whether those of the lanes' operations that are in global memory are listed. */
static inline bool are_listed(const SimWarp *warp, const SimInst *inst)
{
    const AccessForm *form = inst->extra;
    return SIM_AHEAD && warp->run->draft && form->unused && form->space != PTX_SPACE_SHARED;
}

/* The operands of a listed operation. */
typedef struct Operands {
    unsigned char b[16], c[16];
} Operands;
_Static_assert(sizeof(Operands) == DRAFT_OPERANDS, "as draft.h has room for");

static bool list(SimWarp *warp, const unsigned char *at, const void *b, const void *c,
                 uint32_t bytes, DraftReduce later)
{
    Operands operands;
    memcpy(operands.b, b, bytes);
    memcpy(operands.c, c, bytes);
    return draft_has_room(warp->run->draft) &&
           draft_reduce(warp->run->draft, (uintptr_t)at, bytes, later, &operands);
}

/* Lists element `e` of the lanes' operations that are in global memory, and leaves those in *mask
 * that are to be made at once. False: the warp is handed back. */
static bool list_lanes(SimWarp *warp, uint32_t *mask, unsigned char *const at[SIM_LANES],
                       uint32_t e, const void *bs, const void *cs, uint32_t bytes,
                       DraftReduce later)
{
    uint32_t now = 0;
    CORE_LANES(*mask, i)
    {
        unsigned char *p = at[i] + e * bytes;
        const unsigned char *b = bs, *c = cs;
        if (in_shared(warp, p)) {
            now |= 1u << i;
        } else if (!list(warp, p, b + (size_t)i * bytes, c + (size_t)i * bytes, bytes, later)) {
            if (!team_order(warp->run)) {
                warp->stop = WARP_FAULT;
                return false;
            }
            now |= *mask >> i << i;
            break;
        }
    }
    *mask = now;
    return true;
}

/* clang-format off */
/* old: what lies there; b, c: the lane's operands; shared: whether it is in shared memory. Elements
 * of vectors one by one. */
#define ATOMIC(NAME, T, EXPR)                                                                     \
    static void NAME##_later(unsigned char *p, const void *operands)                              \
    {                                                                                             \
        const bool shared = false;                                                                \
        T old = *(T *)(void *)p, b, c;                                                            \
        memcpy(&b, ((const Operands *)operands)->b, sizeof(b));                                   \
        memcpy(&c, ((const Operands *)operands)->c, sizeof(c));                                   \
        (void)old, (void)b, (void)c, (void)shared;                                                \
        *(T *)(void *)p = (EXPR);                                                                 \
    }                                                                                             \
    CORE_HANDLER(NAME)                                                                            \
    {                                                                                             \
        const AccessForm *form = inst->extra;                                                     \
        unsigned char *at[SIM_LANES];                                                             \
        if (!atomic_begin(warp, inst) || !atomic_reach(warp, inst, mask, at))                     \
            return NULL;                                                                          \
        const T *cs = CORE_SLOT(T, inst->c);                                                      \
        for (uint32_t e = 0; e < form->count; e++) {                                              \
            const T *bs = CORE_SLOT(T, inst->more[e]);                                            \
            T *out = CORE_SLOT(T, form->reg[e].slot);                                             \
            uint32_t now = mask;                                                                  \
            if (are_listed(warp, inst) &&                                                         \
                !list_lanes(warp, &now, at, e, bs, cs, sizeof(T), NAME##_later))                  \
                return NULL;                                                                      \
            CORE_LANES(now, i) {                                                                  \
                unsigned char *p = at[i] + e * sizeof(T);                                         \
                T b = bs[i], c = cs[i];                                                           \
                const bool shared = in_shared(warp, p);                                           \
                T old = *(T *)(void *)p;                                                          \
                (void)b, (void)c, (void)shared;                                                   \
                *(T *)(void *)p = (EXPR);                                                         \
                out[i] = old;                                                                     \
            }                                                                                     \
        }                                                                                         \
        return inst + 1;                                                                          \
    }
/* clang-format on */

ATOMIC(atomic_add_32, u32, old + b)
ATOMIC(atomic_add_64, u64, old + b)
ATOMIC(atomic_add_f32, f32, add_f32(shared, old, b))
ATOMIC(atomic_add_f64, f64, old + b)
ATOMIC(atomic_min_u32, u32, old < b ? old : b)
ATOMIC(atomic_max_u32, u32, old > b ? old : b)
ATOMIC(atomic_min_s32, s32, old < b ? old : b)
ATOMIC(atomic_max_s32, s32, old > b ? old : b)
ATOMIC(atomic_min_u64, u64, old < b ? old : b)
ATOMIC(atomic_max_u64, u64, old > b ? old : b)
ATOMIC(atomic_min_s64, s64, old < b ? old : b)
ATOMIC(atomic_max_s64, s64, old > b ? old : b)
ATOMIC(atomic_inc_u32, u32, old >= b ? 0 : old + 1)
ATOMIC(atomic_dec_u32, u32, old == 0 || old > b ? b : old - 1)
ATOMIC(atomic_and_32, u32, old &b)
ATOMIC(atomic_or_32, u32, old | b)
ATOMIC(atomic_xor_32, u32, old ^ b)
ATOMIC(atomic_and_64, u64, old &b)
ATOMIC(atomic_or_64, u64, old | b)
ATOMIC(atomic_xor_64, u64, old ^ b)
ATOMIC(atomic_exch_32, u32, b)
ATOMIC(atomic_exch_64, u64, b)
ATOMIC(atomic_exch_128, u128, b)
ATOMIC(atomic_cas_16, u16, old == b ? c : old)
ATOMIC(atomic_cas_32, u32, old == b ? c : old)
ATOMIC(atomic_cas_64, u64, old == b ? c : old)
ATOMIC(atomic_cas_128, u128, old == b ? c : old)
ATOMIC(atomic_add_f16, u16, add_f16(old, b))
ATOMIC(atomic_min_f16, u16, min_f16(old, b))
ATOMIC(atomic_max_f16, u16, max_f16(old, b))
ATOMIC(atomic_add_f16x2, u32, add_f16x2(old, b))
ATOMIC(atomic_min_f16x2, u32, min_f16x2(old, b))
ATOMIC(atomic_max_f16x2, u32, max_f16x2(old, b))
ATOMIC(atomic_add_bf16, u16, add_bf16(old, b))
ATOMIC(atomic_min_bf16, u16, min_bf16(old, b))
ATOMIC(atomic_max_bf16, u16, max_bf16(old, b))
ATOMIC(atomic_add_bf16x2, u32, add_bf16x2(old, b))
ATOMIC(atomic_min_bf16x2, u32, min_bf16x2(old, b))
ATOMIC(atomic_max_bf16x2, u32, max_bf16x2(old, b))

typedef struct AtomicRow {
    PtxMod op;
    uint64_t types;
    SimHandler run;
} AtomicRow;

#define T(TYPE) SIM_TYPE(PTX_##TYPE)
static const AtomicRow operations[] = {
    {PTX_MOD_ADD, T(U32) | T(S32), atomic_add_32},
    {PTX_MOD_ADD, T(U64) | T(S64), atomic_add_64},
    {PTX_MOD_ADD, T(F32), atomic_add_f32},
    {PTX_MOD_ADD, T(F64), atomic_add_f64},
    {PTX_MOD_ADD, T(F16), atomic_add_f16},
    {PTX_MOD_ADD, T(F16X2), atomic_add_f16x2},
    {PTX_MOD_ADD, T(BF16), atomic_add_bf16},
    {PTX_MOD_ADD, T(BF16X2), atomic_add_bf16x2},
    {PTX_MOD_MIN, T(U32), atomic_min_u32},
    {PTX_MOD_MIN, T(S32), atomic_min_s32},
    {PTX_MOD_MIN, T(U64), atomic_min_u64},
    {PTX_MOD_MIN, T(S64), atomic_min_s64},
    {PTX_MOD_MIN, T(F16), atomic_min_f16},
    {PTX_MOD_MIN, T(F16X2), atomic_min_f16x2},
    {PTX_MOD_MIN, T(BF16), atomic_min_bf16},
    {PTX_MOD_MIN, T(BF16X2), atomic_min_bf16x2},
    {PTX_MOD_MAX, T(U32), atomic_max_u32},
    {PTX_MOD_MAX, T(S32), atomic_max_s32},
    {PTX_MOD_MAX, T(U64), atomic_max_u64},
    {PTX_MOD_MAX, T(S64), atomic_max_s64},
    {PTX_MOD_MAX, T(F16), atomic_max_f16},
    {PTX_MOD_MAX, T(F16X2), atomic_max_f16x2},
    {PTX_MOD_MAX, T(BF16), atomic_max_bf16},
    {PTX_MOD_MAX, T(BF16X2), atomic_max_bf16x2},
    {PTX_MOD_INC, T(U32), atomic_inc_u32},
    {PTX_MOD_DEC, T(U32), atomic_dec_u32},
    {PTX_MOD_AND, T(B32), atomic_and_32},
    {PTX_MOD_OR, T(B32), atomic_or_32},
    {PTX_MOD_XOR, T(B32), atomic_xor_32},
    {PTX_MOD_AND, T(B64), atomic_and_64},
    {PTX_MOD_OR, T(B64), atomic_or_64},
    {PTX_MOD_XOR, T(B64), atomic_xor_64},
    {PTX_MOD_EXCH, T(B32) | T(U32) | T(S32) | T(F32), atomic_exch_32},
    {PTX_MOD_EXCH, T(B64) | T(U64) | T(S64) | T(F64), atomic_exch_64},
    {PTX_MOD_EXCH, T(B128), atomic_exch_128},
    {PTX_MOD_CAS, T(B16) | T(U16) | T(S16), atomic_cas_16},
    {PTX_MOD_CAS, T(B32) | T(U32) | T(S32), atomic_cas_32},
    {PTX_MOD_CAS, T(B64) | T(U64) | T(S64), atomic_cas_64},
    {PTX_MOD_CAS, T(B128), atomic_cas_128},
};
#undef T

static SimHandler find_handler(const PtxInst *inst)
{
    for (size_t i = 0; i < sizeof(operations) / sizeof(*operations); i++)
        if (ptx_has(inst, operations[i].op) && operations[i].types & SIM_TYPE(inst->types[0]))
            return operations[i].run;
    return NULL;
}

static bool decode_sources(SimDecoder *decoder, const PtxInst *inst, const PtxOperand *operand,
                           const AccessForm *form, SimInst *out)
{
    bool vector = operand->kind == PTX_OPERAND_VECTOR;
    if ((vector ? operand->item_count : 1) != form->count || form->count > SIM_OPERANDS)
        return decoder_refuse(decoder, inst, "takes a vector of %u registers, at most %d",
                              form->count, SIM_OPERANDS);
    for (uint32_t i = 0; i < form->count; i++)
        out->more[i] = decoder_exact_source(decoder, inst, vector ? &operand->items[i] : operand,
                                            inst->types[0]);
    return !decoder->refused;
}

static bool decode_dests(SimDecoder *decoder, const PtxInst *inst, const PtxOperand *operand,
                         AccessForm *form)
{
    if (operand && !access_decode_registers(decoder, inst, operand, false, form))
        return false;
    for (uint32_t i = 0; operand && i < form->count; i++)
        if (form->reg[i].bytes != form->element)
            return decoder_refuse(decoder, inst, "the destination is wider than the type");
    if (operand)
        return true;
    for (uint32_t i = 0; i < form->count; i++)
        form->reg[i] = (AccessReg){decoder_scratch(decoder, form->element), form->element};
    return true;
}

/* atom.op.type d, [a], b{, c}; red.op.type [a], b. A cache policy may follow. */
static bool decode_atomic(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    bool returns = inst->op == PTX_OP_ATOM;
    uint32_t at = returns, needed = at + 2 + ptx_has(inst, PTX_MOD_CAS);
    if (ptx_has(inst, PTX_MOD_ASYNC))
        return decode_async_store(decoder, inst, out);
    out->full = out->partial = inst->type_count ? find_handler(inst) : NULL;
    if (!out->full)
        return decoder_refuse(decoder, inst, "this operation is not supported for .%s",
                              ptx_type_text(inst->type_count ? inst->types[0] : PTX_TYPE_NONE));
    if (inst->operand_count < needed)
        return decoder_refuse(decoder, inst, "takes %u operands", needed);
    AccessForm *form = access_decode(decoder, inst, &inst->operands[at], out);
    if (!form)
        return false;
    form->kind = returns ? SIM_ACCESS_ATOMIC : SIM_ACCESS_REDUCTION;
    if (form->order == SIM_ORDER_WEAK)
        form->order = SIM_ORDER_RELAXED;
    if (form->scope == SIM_SCOPE_NONE)
        form->scope = SIM_SCOPE_GPU;
    if (form->space == PTX_SPACE_CONST || form->space == PTX_SPACE_PARAM ||
        form->space == PTX_SPACE_LOCAL)
        return decoder_refuse(decoder, inst, "works on global and shared memory only");
    if (ptx_has(inst, PTX_MOD_CAS))
        out->c = decoder_exact_source(decoder, inst, &inst->operands[at + 2], inst->types[0]);
    else
        out->c = decoder_scratch(decoder, form->element);
    form->unused = !returns || !decoder_is_read(decoder, &inst->operands[0]);
    return decode_sources(decoder, inst, &inst->operands[at + 1], form, out) &&
           decode_dests(decoder, inst, returns ? &inst->operands[0] : NULL, form);
}

const DecodeRow SIM_VARIANT(rows_atomic)[] = {
    {PTX_OP_ATOM, 0, decode_atomic},
    {PTX_OP_RED, 0, decode_atomic},
    {PTX_OP_COUNT, 0, NULL},
};
