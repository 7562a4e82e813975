/* Instructions in which the lanes of a warp exchange values: shfl, vote, match, redux, elect,
 * activemask (ISA 9.7.9, 9.7.13). */
#include <string.h>

#include "sim/engine/decoder.h"
#include "sim/engine/lanes/reach.h"
#include "sim/engine/lanes/sync_point.h"

/* -- shfl: a value, b lane or distance, c clamp and segment mask */

enum { SHFL_UP, SHFL_DOWN, SHFL_BFLY, SHFL_IDX };

/* What a lane gets from one that takes no part: undefined (ISA 9.7.9), so something that is seen.
 */
#define SHFL_UNDEFINED UINT32_C(0xC5C5C5C5)

#if SIM_OBSERVED
/* Whether the mask is what __activemask() gave the lane, and could have named the source too. */
static bool is_by_luck(const SimWarp *warp, int lane, uint32_t members, int32_t source)
{
    return members == warp->given[lane] && warp->together[lane] >> source & 1;
}
#endif

#if SIM_OBSERVED
/* Lanes that ask for one which is there, but not in their own mask: another group's. */
static uint32_t shfl_strangers(SimWarp *warp, const SimInst *inst, uint32_t mask,
                               const uint32_t *bs, const int32_t *sources)
{
    const SyncForm *form = inst->extra;
    const uint32_t *members = form->members ? CORE_SLOT(uint32_t, form->members) : NULL;
    uint32_t strangers = 0;
    for (int i = 0; members && form->form == SHFL_IDX && i < SIM_LANES; i++)
        strangers |= bs[i] < SIM_LANES && !(members[i] >> sources[i] & 1) ? core_bit[i] : 0;
    return strangers & mask;
}
#endif

/* Lanes that got nothing. Down and up with a mask of some lanes reach past them in tree sums that
 * are right, where nobody uses what comes from there. So do lanes that ask for no lane at all, like
 * the -1 of bfind. */
static void shfl_check(SimWarp *warp, const SimInst *inst, uint32_t lanes, const uint32_t *bs,
                       const int32_t *sources)
{
#if SIM_OBSERVED
    const SyncForm *form = inst->extra;
    const uint32_t *members = form->members ? CORE_SLOT(uint32_t, form->members) : NULL;
    CORE_LANES(lanes, lane)
    {
        bool named = members && members[lane] >> sources[lane] & 1;
        bool meant = form->form == SHFL_IDX && bs[lane] < SIM_LANES;
        if (members && !named && is_by_luck(warp, lane, members[lane], sources[lane])) {
            lanes_fault_luck(warp, inst, (uint32_t)lane, (uint32_t)sources[lane], members[lane]);
            return;
        }
        if (members && (named || meant)) {
            lanes_fault_source(warp, inst, (uint32_t)lane, (uint32_t)sources[lane], members[lane]);
            return;
        }
    }
#else
    (void)warp, (void)inst, (void)lanes, (void)bs, (void)sources;
#endif
}

/* The lane that each one reads, and which of them are in range; the others read their own. */
static inline uint32_t shfl_sources(uint32_t how, const uint32_t *bs, const uint32_t *cs,
                                    int32_t *sources)
{
    uint32_t in_range = 0;
    for (int own = 0; own < SIM_LANES; own++) {
        const int32_t b = (int32_t)(bs[own] & 31), clamp = (int32_t)(cs[own] & 31);
        const int32_t segment = (int32_t)(cs[own] >> 8 & 31), lowest = own & segment;
        const int32_t highest = lowest | (clamp & ~segment);
        const int32_t source = how == SHFL_UP     ? own - b
                               : how == SHFL_DOWN ? own + b
                               : how == SHFL_BFLY ? own ^ b
                                                  : lowest | (b & ~segment);
        const bool good = how == SHFL_UP ? source >= highest : source <= highest;
        sources[own] = good ? source : own;
        in_range |= good ? core_bit[own] : 0;
    }
    return in_range;
}

static void shfl_finish(SimWarp *warp, const SimInst *inst, uint32_t mask, uint32_t met)
{
    const SyncForm *form = inst->extra;
    uint32_t *out = CORE_SLOT(uint32_t, inst->d);
    const uint32_t *bs = CORE_SLOT(uint32_t, inst->b), *cs = CORE_SLOT(uint32_t, inst->c);
    int32_t sources[SIM_LANES];
    uint32_t in_range = 0, unfilled = 0;
    switch (form->form) { /* so that each is a loop without a choice in it */
    case SHFL_UP:
        in_range = shfl_sources(SHFL_UP, bs, cs, sources);
        break;
    case SHFL_DOWN:
        in_range = shfl_sources(SHFL_DOWN, bs, cs, sources);
        break;
    case SHFL_BFLY:
        in_range = shfl_sources(SHFL_BFLY, bs, cs, sources);
        break;
    default:
        in_range = shfl_sources(SHFL_IDX, bs, cs, sources);
        break;
    }
    if (mask == SIM_FULL && met == SIM_FULL) {
        for (int i = 0; i < SIM_LANES; i++)
            out[i] = (uint32_t)warp->exchange.value[sources[i]];
    } else {
        CORE_LANES(mask, lane)
        {
            bool filled = met >> sources[lane] & 1;
            out[lane] = filled ? (uint32_t)warp->exchange.value[sources[lane]] : SHFL_UNDEFINED;
            unfilled |= (uint32_t)!filled << lane;
        }
    }
#if SIM_OBSERVED
    unfilled |= shfl_strangers(warp, inst, mask, bs, sources);
#endif
    shfl_check(warp, inst, unfilled, bs, sources);
    if (form->has_pred)
        SIM_PRED(warp, form->pred) = (SIM_PRED(warp, form->pred) & ~mask) | (in_range & mask);
}

/* The groups of lanes that name the same members; each group has its own result. */
#define SYNC_GROUPS(WARP, FORM, MASK, MET, GROUP, ALL) \
    for (uint32_t todo_ = (MASK), GROUP, ALL;          \
         todo_ && (GROUP = sync_group(WARP, FORM, todo_, MET, &ALL), 1); todo_ &= ~GROUP)

/* Lanes of `mask` that name what its first lane names; *all: all that take part with them. */
static inline uint32_t sync_group(SimWarp *warp, const SyncForm *form, uint32_t mask, uint32_t met,
                                  uint32_t *all)
{
    const uint32_t *members = form->members ? CORE_SLOT(uint32_t, form->members) : NULL;
    *all = met;
    if (!members)
        return mask;
    uint32_t first = members[__builtin_ctz(mask)], group = 0;
    *all = met & first;
    for (int i = 0; i < SIM_LANES; i++)
        group |= members[i] == first ? core_bit[i] : 0;
    return group & mask;
}

/* -- vote */

enum { VOTE_ALL, VOTE_ANY, VOTE_UNI, VOTE_BALLOT };

static void vote_finish(SimWarp *warp, const SimInst *inst, uint32_t mask, uint32_t met)
{
    const SyncForm *form = inst->extra;
    SYNC_GROUPS(warp, form, mask, met, group, all)
    {
        uint32_t ballot = warp->exchange.pred & all;
        if (form->form == VOTE_BALLOT) {
            uint32_t *out = CORE_SLOT(uint32_t, inst->d);
            CORE_LANES(group, lane)
            out[lane] = ballot;
            continue;
        }
        bool value = form->form == VOTE_ALL   ? ballot == all
                     : form->form == VOTE_ANY ? ballot != 0
                                              : ballot == all || ballot == 0;
        uint32_t *out = &SIM_PRED(warp, inst->d);
        *out = value ? *out | group : *out & ~group;
    }
}

/* -- match: which lanes bring the same value */

enum { MATCH_ANY, MATCH_ALL };

/* Lanes that bring the value of lane `of`; `low` and `high`: the halves of the values. */
static inline uint32_t match_value(const uint32_t *low, const uint32_t *high, uint32_t of)
{
    const uint32_t value_low = low[of], value_high = high[of];
    uint32_t same = 0;
    for (int i = 0; i < SIM_LANES; i++)
        same |= ((low[i] ^ value_low) | (high[i] ^ value_high)) == 0 ? core_bit[i] : 0;
    return same;
}

static void match_finish(SimWarp *warp, const SimInst *inst, uint32_t mask, uint32_t met)
{
    const SyncForm *form = inst->extra;
    uint32_t *out = CORE_SLOT(uint32_t, inst->d), full = 0;
    uint32_t low[SIM_LANES], high[SIM_LANES];
    for (int i = 0; i < SIM_LANES; i++) {
        low[i] = (uint32_t)warp->exchange.value[i];
        high[i] = (uint32_t)(warp->exchange.value[i] >> 32);
    }
    SYNC_GROUPS(warp, form, mask, met, group, all)
    {
        for (uint32_t left = group, those; left; left &= ~those) {
            const uint32_t same = match_value(low, high, (uint32_t)__builtin_ctz(left)) & all;
            const bool everybody = same == all;
            const uint32_t result = form->form == MATCH_ANY || everybody ? same : 0;
            /* A lane that isn't in the mask it names has brought its value, too. */
            those = (left & same) | (left & -left);
            CORE_LANES(those, lane)
            out[lane] = result;
            full |= everybody ? those : 0;
        }
    }
    if (form->has_pred)
        SIM_PRED(warp, form->pred) = (SIM_PRED(warp, form->pred) & ~mask) | full;
}

/* -- redux */

enum {
    REDUX_ADD,
    REDUX_MIN_U,
    REDUX_MAX_U,
    REDUX_MIN_S,
    REDUX_MAX_S,
    REDUX_AND,
    REDUX_OR,
    REDUX_XOR
};

static uint32_t redux_step(uint32_t how, uint32_t a, uint32_t b)
{
    switch (how) {
    case REDUX_ADD:
        return a + b;
    case REDUX_MIN_U:
        return a < b ? a : b;
    case REDUX_MAX_U:
        return a > b ? a : b;
    case REDUX_MIN_S:
        return (int32_t)a < (int32_t)b ? a : b;
    case REDUX_MAX_S:
        return (int32_t)a > (int32_t)b ? a : b;
    case REDUX_AND:
        return a & b;
    case REDUX_OR:
        return a | b;
    default:
        return a ^ b;
    }
}

/* -- redux of floats: min, max, of the sizes with .abs. A NaN counts with .NaN only. */

enum { REDUX_MAX_F = 1, REDUX_ABS_F = 2, REDUX_NAN_F = 4, REDUX_FLOAT = 64 };
#define FLOAT_NAN UINT32_C(0x7fffffff)

static bool is_nan(uint32_t bits)
{
    return (bits & INT32_MAX) > UINT32_C(0x7f800000);
}

/* Integers in the order of the floats, -0 before +0. */
static int32_t float_rank(uint32_t bits)
{
    return (int32_t)(bits >> 31 ? bits ^ INT32_MAX : bits);
}

static uint32_t float_step(uint32_t how, uint32_t a, uint32_t b)
{
    if (is_nan(a) || is_nan(b))
        return how & REDUX_NAN_F ? FLOAT_NAN : is_nan(a) ? b : a;
    bool take_b = how & REDUX_MAX_F ? float_rank(b) > float_rank(a) : float_rank(b) < float_rank(a);
    return take_b ? b : a;
}

static void redux_float_finish(SimWarp *warp, const SimInst *inst, uint32_t mask, uint32_t met)
{
    const SyncForm *form = inst->extra;
    uint32_t *out = CORE_SLOT(uint32_t, inst->d);
    uint32_t keep = form->form & REDUX_ABS_F ? INT32_MAX : UINT32_MAX;
    SYNC_GROUPS(warp, form, mask, met, group, all)
    {
        uint32_t from = all ? all : group, first = (uint32_t)__builtin_ctz(from);
        uint32_t value = (uint32_t)warp->exchange.value[first] & keep;
        CORE_LANES(from & (from - 1), lane)
        value = float_step(form->form, value, (uint32_t)warp->exchange.value[lane] & keep);
        CORE_LANES(group, lane)
        out[lane] = is_nan(value) ? FLOAT_NAN : value;
    }
}

static void redux_finish(SimWarp *warp, const SimInst *inst, uint32_t mask, uint32_t met)
{
    const SyncForm *form = inst->extra;
    uint32_t *out = CORE_SLOT(uint32_t, inst->d);
    SYNC_GROUPS(warp, form, mask, met, group, all)
    {
        uint32_t from = all ? all : group, first = (uint32_t)__builtin_ctz(from);
        uint32_t value = (uint32_t)warp->exchange.value[first];
        CORE_LANES(from & (from - 1), lane)
        value = redux_step(form->form, value, (uint32_t)warp->exchange.value[lane]);
        CORE_LANES(group, lane)
        out[lane] = value;
    }
}

/* -- elect: the lowest lane of the members */

static void elect_finish(SimWarp *warp, const SimInst *inst, uint32_t mask, uint32_t met)
{
    const SyncForm *form = inst->extra;
    uint32_t *out = CORE_SLOT(uint32_t, inst->d), elected = 0;
    SYNC_GROUPS(warp, form, mask, met, group, all)
    {
        uint32_t leader = (uint32_t)__builtin_ctz(all ? all : group);
        CORE_LANES(group, lane)
        out[lane] = leader;
        elected |= UINT32_C(1) << leader & group;
    }
    if (form->has_pred)
        SIM_PRED(warp, form->pred) = (SIM_PRED(warp, form->pred) & ~mask) | elected;
}

CORE_HANDLER(exchange)
{
    return sync_point(warp, inst, mask);
}

/* Nothing promises that lanes which could go on together do, even if they have never parted: with a
 * seed some of them come here later. */
static bool part_by_chance(SimWarp *warp, const SimInst *inst, uint32_t mask)
{
    uint32_t some = (uint32_t)run_chance(warp->run, UINT64_C(1) << 32) & mask;
    if (!some || some == mask || run_chance(warp->run, 2))
        return false;
    CORE_LANES(mask, lane)
    warp->together[lane] = mask;
    warp->parting |= mask;
    warp_part(warp, some, inst, inst);
    return true;
}

static void note_given(SimWarp *warp, uint32_t mask)
{
    CORE_LANES(mask, lane)
    {
        warp->given[lane] = mask;
        if (!(warp->parting >> lane & 1))
            warp->together[lane] = mask;
    }
    warp->parting &= ~mask;
}

CORE_HANDLER(read_active)
{
    uint32_t *out = CORE_SLOT(uint32_t, inst->d);
    if (warp->run->launch->seed) {
        if (!(warp->parting & mask) && part_by_chance(warp, inst, mask))
            return NULL;
        note_given(warp, mask);
    }
    CORE_LANES(mask, lane)
    out[lane] = mask;
    return inst + 1;
}

/* -- decoding */

static SyncForm *new_form(SimDecoder *decoder, SimInst *out, SyncKind kind, uint32_t how,
                          void (*finish)(SimWarp *, const SimInst *, uint32_t, uint32_t))
{
    SyncForm *form = decoder_alloc(decoder, sizeof(*form));
    form->kind = kind;
    form->form = how;
    form->finish = finish;
    out->extra = form;
    out->full = out->partial = exchange;
    return form;
}

/* d, or d|p. */
static void decode_result(SimDecoder *decoder, const PtxInst *inst, SyncForm *form, SimInst *out)
{
    const PtxOperand *to = &inst->operands[0];
    uint32_t flip;
    if (to->kind == PTX_OPERAND_PAIR) {
        if (to->items[1].kind == PTX_OPERAND_REG) {
            form->has_pred = true;
            form->pred = decoder_pred(decoder, inst, &to->items[1], &flip);
        }
        to = &to->items[0];
    }
    out->d = decoder_exact_dest(decoder, inst, to, 4);
}

static void decode_members(SimDecoder *decoder, const PtxInst *inst, SyncForm *form,
                           uint32_t operand)
{
    if (ptx_has(inst, PTX_MOD_SYNC))
        form->members = decoder_exact_source(decoder, inst, &inst->operands[operand], PTX_U32);
}

/* Without .sync the lanes are those that happen to run together, which newer devices do not tell:
 * ISA 6.4 took these forms away for them. */
static bool may_lack_sync(SimDecoder *decoder, const PtxInst *inst)
{
    const PtxModule *ptx = decoder->module->ptx;
    bool old = ptx->version_major < 6 || (ptx->version_major == 6 && ptx->version_minor < 4);
    return ptx->target_sm < 70 || old ||
           decoder_refuse(decoder, inst, "without .sync is for targets before sm_70");
}

static bool decode_shfl(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    bool sync = ptx_has(inst, PTX_MOD_SYNC);
    uint32_t how = ptx_has(inst, PTX_MOD_UP)     ? SHFL_UP
                   : ptx_has(inst, PTX_MOD_DOWN) ? SHFL_DOWN
                   : ptx_has(inst, PTX_MOD_BFLY) ? SHFL_BFLY
                                                 : SHFL_IDX;
    if (inst->operand_count != (sync ? 5 : 4))
        return decoder_refuse(decoder, inst, "takes a destination, value, lane and clamp%s",
                              sync ? ", and the members" : "");
    if (!sync && !may_lack_sync(decoder, inst))
        return false;
    SyncForm *form = new_form(decoder, out, SYNC_SHFL, how, shfl_finish);
    decode_result(decoder, inst, form, out);
    form->value = decoder_exact_source(decoder, inst, &inst->operands[1], PTX_B32);
    form->bytes = 4;
    out->b = decoder_exact_source(decoder, inst, &inst->operands[2], PTX_B32);
    out->c = decoder_exact_source(decoder, inst, &inst->operands[3], PTX_B32);
    decode_members(decoder, inst, form, 4);
    return !decoder->refused;
}

static bool decode_vote(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    bool sync = ptx_has(inst, PTX_MOD_SYNC);
    uint32_t how = ptx_has(inst, PTX_MOD_BALLOT) ? VOTE_BALLOT
                   : ptx_has(inst, PTX_MOD_ALL)  ? VOTE_ALL
                   : ptx_has(inst, PTX_MOD_ANY)  ? VOTE_ANY
                                                 : VOTE_UNI;
    if (inst->operand_count != (sync ? 3 : 2))
        return decoder_refuse(decoder, inst, "takes a destination and a predicate%s",
                              sync ? ", and the members" : "");
    if (!sync && !may_lack_sync(decoder, inst))
        return false;
    SyncForm *form = new_form(decoder, out, SYNC_VOTE, how, vote_finish);
    out->d = decoder_exact_dest(decoder, inst, &inst->operands[0], how == VOTE_BALLOT ? 4 : 0);
    form->value = decoder_pred(decoder, inst, &inst->operands[1], &form->flip);
    decode_members(decoder, inst, form, 2);
    return !decoder->refused;
}

static bool decode_match(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    if (inst->operand_count != 3 || !inst->type_count)
        return decoder_refuse(decoder, inst, "takes a destination, a value and the members");
    uint32_t how = ptx_has(inst, PTX_MOD_ALL) ? MATCH_ALL : MATCH_ANY;
    SyncForm *form = new_form(decoder, out, SYNC_MATCH, how, match_finish);
    decode_result(decoder, inst, form, out);
    form->bytes = ptx_type_bytes(inst->types[0]);
    form->value = decoder_exact_source(decoder, inst, &inst->operands[1], inst->types[0]);
    decode_members(decoder, inst, form, 2);
    return !decoder->refused;
}

static bool decode_redux(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    bool is_signed = inst->type_count && inst->types[0] == PTX_S32;
    bool minimum = ptx_has(inst, PTX_MOD_MIN), maximum = ptx_has(inst, PTX_MOD_MAX);
    uint32_t how = minimum                      ? (is_signed ? REDUX_MIN_S : REDUX_MIN_U)
                   : maximum                    ? (is_signed ? REDUX_MAX_S : REDUX_MAX_U)
                   : ptx_has(inst, PTX_MOD_AND) ? REDUX_AND
                   : ptx_has(inst, PTX_MOD_OR)  ? REDUX_OR
                   : ptx_has(inst, PTX_MOD_XOR) ? REDUX_XOR
                                                : REDUX_ADD;
    if (inst->operand_count != 3 || !inst->type_count)
        return decoder_refuse(decoder, inst, "takes a destination, a value and the members");
    bool is_float = inst->types[0] == PTX_F32;
    if (ptx_type_bytes(inst->types[0]) != 4)
        return decoder_refuse(decoder, inst, "is supported for 32-bit types, not for .%s",
                              ptx_type_text(inst->types[0]));
    if (is_float)
        how = REDUX_FLOAT | (maximum ? REDUX_MAX_F : 0) |
              (ptx_has(inst, PTX_MOD_ABS) ? REDUX_ABS_F : 0) |
              (ptx_has(inst, PTX_MOD_NAN) ? REDUX_NAN_F : 0);
    SyncForm *form =
        new_form(decoder, out, SYNC_REDUX, how, is_float ? redux_float_finish : redux_finish);
    out->d = decoder_exact_dest(decoder, inst, &inst->operands[0], 4);
    form->value = decoder_exact_source(decoder, inst, &inst->operands[1], inst->types[0]);
    form->bytes = 4;
    decode_members(decoder, inst, form, 2);
    return !decoder->refused;
}

static bool decode_elect(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    if (inst->operand_count != 2)
        return decoder_refuse(decoder, inst, "takes d|p and the members");
    SyncForm *form = new_form(decoder, out, SYNC_ELECT, 0, elect_finish);
    decode_result(decoder, inst, form, out);
    form->value = SIM_SLOT_TRUE;
    decode_members(decoder, inst, form, 1);
    return !decoder->refused;
}

static bool decode_activemask(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    if (inst->operand_count != 1)
        return decoder_refuse(decoder, inst, "takes a destination");
    out->d = decoder_exact_dest(decoder, inst, &inst->operands[0], 4);
    out->full = out->partial = read_active;
    return !decoder->refused;
}

const DecodeRow SIM_VARIANT(rows_warpwide)[] = {
    {PTX_OP_SHFL, 0, decode_shfl},   {PTX_OP_VOTE, 0, decode_vote},
    {PTX_OP_MATCH, 0, decode_match}, {PTX_OP_REDUX, 0, decode_redux},
    {PTX_OP_ELECT, 0, decode_elect}, {PTX_OP_ACTIVEMASK, 0, decode_activemask},
    {PTX_OP_COUNT, 0, NULL},
};
