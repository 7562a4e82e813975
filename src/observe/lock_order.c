/* Watches which threads take locks, and what they hold then. What other accesses order is kept from
 * the first time on that a thread with a lock wants another: all of them count, fenced or not,
 * since a thread that waits for a flag doesn't come before it. The locks' own words don't: which
 * thread has a lock first is chance. */
#include "observe/lock_order.h"

#include <stdlib.h>
#include <string.h>

#include "observe/lock_circle.h"
#include "observe/lock_order_report.h"
#include "observe/lock_wait.h"
#include "observe/lock_words.h"

enum { USES = 256, STEPS_OF_TWO = 4 };

typedef struct KnownUse {
    const PtxInst *inst;
    LockUse use;
} KnownUse;

struct LockOrder {
    SimObserver observer;
    SimFindingSink findings;
    bool on;        /* the launch has locks that are waited for */
    bool keeps;     /* `order` is kept: a thread with a lock has wanted another */
    bool exhausted; /* more than can be kept: nothing is told of the launch */
    Order *order;
    LockWords words;
    LockSteps steps;
    FlowTable flows;
    KnownUse uses[USES]; /* by instruction */
};

/* One warp's access, lane by lane. */
typedef struct Visit {
    LockOrder *locks;
    const SimWarpInfo *warp;
    const SimAccess *access;
    const PtxInst *inst; /* what happens, if it is an atomic operation; else NULL */
    LockUse use;
    bool swaps; /* a compare-and-swap or an exchange, whose operands are: */
    const unsigned char *expected, *fresh; /* [32]; NULL: the constant of the operand */
    uint32_t lane;
    Who who;
    uint64_t key, before;        /* what its place held before the lane's turn, */
    uint64_t after;              /* and holds after it */
    uint64_t done[32], left[32]; /* keys of the lanes before, and what these left there */
    uint32_t count;
} Visit;

static LockUse use_of(LockOrder *locks, const SimWarpInfo *warp, const PtxInst *inst)
{
    KnownUse *known = &locks->uses[(uintptr_t)inst / sizeof *inst % USES];
    if (known->inst == inst)
        return known->use;
    const Flow *flow = flow_of(&locks->flows, warp->function);
    *known = (KnownUse){inst, flow ? lock_use(flow, inst) : LOCK_UNUSED};
    return known->use;
}

static uint64_t key_of(const SimAccess *access, uint32_t lane)
{
    uint64_t address = access->address[lane];
    return access->space == PTX_SPACE_SHARED ? address | (uint64_t)(access->owner_linear + 1) << 32
                                             : address;
}

static uint64_t number_at(const void *bytes, uint32_t size)
{
    uint64_t number = 0;
    memcpy(&number, bytes, size < sizeof number ? size : sizeof number);
    return number;
}

/* What an operand of the operation is for the visit's lane. */
static uint64_t operand_of(const Visit *visit, uint32_t operand, const unsigned char *lanes)
{
    uint32_t bytes = visit->access->bytes;
    uint64_t imm = (uint64_t)visit->inst->operands[operand].imm;
    return lanes ? number_at(lanes + (size_t)visit->lane * bytes, bytes) : number_at(&imm, bytes);
}

/* Registers of an operand; false: neither they nor a number. */
static bool take_operand(const SimWarpInfo *warp, const PtxOperand *operand,
                         const unsigned char **out)
{
    *out = operand->kind == PTX_OPERAND_REG ? warp->lanes(warp->frame, operand->reg) : NULL;
    return *out || operand->kind == PTX_OPERAND_IMM;
}

static void look_at_inst(Visit *visit)
{
    const SimAccess *access = visit->access;
    const PtxInst *inst = access->inst;
    const SimWarpInfo *warp = visit->warp;
    if (access->kind != SIM_ACCESS_ATOMIC || !inst || inst->op != PTX_OP_ATOM || !warp->function ||
        !warp->lanes)
        return;
    bool compares = ptx_has(inst, PTX_MOD_CAS);
    visit->inst = inst;
    visit->swaps = (compares || ptx_has(inst, PTX_MOD_EXCH)) && access->bytes <= 8 &&
                   take_operand(warp, &inst->operands[2], &visit->fresh);
    if (visit->swaps && compares) {
        visit->expected = visit->fresh;
        visit->swaps = take_operand(warp, &inst->operands[3], &visit->fresh);
    }
    visit->use = visit->swaps ? use_of(visit->locks, warp, inst) : LOCK_UNUSED;
}

/* What the lane's place holds, and what the lane makes of it. Of lanes at one place the lower ones
 * come first. False: what it makes of it isn't known. */
static bool look_at_place(Visit *visit)
{
    const SimAccess *access = visit->access;
    uint64_t base = access->space == PTX_SPACE_SHARED ? access->shared_base : 0;
    const void *place = (const void *)(uintptr_t)(base + access->address[visit->lane]);
    visit->before = number_at(place, access->bytes);
    for (uint32_t i = 0; i < visit->count; i++)
        if (visit->done[i] == visit->key)
            visit->before = visit->left[i];
    visit->after = visit->before;
    if (access->kind == SIM_ACCESS_STORE && access->stored && access->bytes <= 8) {
        const unsigned char *stored = access->stored;
        visit->after = number_at(stored + (size_t)visit->lane * access->bytes, access->bytes);
    } else if (visit->swaps) {
        bool compares = ptx_has(visit->inst, PTX_MOD_CAS);
        if (!compares || visit->before == operand_of(visit, 2, visit->expected))
            visit->after = operand_of(visit, compares ? 3 : 2, visit->fresh);
    } else {
        return false;
    }
    visit->done[visit->count] = visit->key;
    visit->left[visit->count++] = visit->after;
    return true;
}

static OrderBlock *block_of(const Visit *visit)
{
    return order_block(visit->locks->order, visit->warp->block_linear);
}

static Stamp stamp_now(const Visit *visit)
{
    OrderBlock *block = visit->locks->keeps ? block_of(visit) : NULL;
    return (Stamp){visit->who, block ? order_clock(block, visit->warp->warp) : 0};
}

/* Whether what happened then is ordered before the lane's access; before anybody kept time it may
 * have been. */
static bool is_earlier(const Visit *visit, Stamp then)
{
    OrderBlock *block = visit->locks->keeps ? block_of(visit) : NULL;
    return !block || then.clock == 0 || order_before(visit->locks->order, block, then, visit->who);
}

/* Locks that are held around what the lane does: by itself, or by another thread of its block that
 * took them before. False: too many. */
static bool gather(const Visit *visit, LockStep *step)
{
    const LockWords *words = &visit->locks->words;
    uint32_t in_block = who_warps(visit->warp->launch) * 32;
    for (uint32_t held = words->held; held; held = words->words[held - 1].behind) {
        const LockWord *word = &words->words[held - 1];
        bool near = (word->holder - 1) / in_block == (visit->who - 1) / in_block;
        if (!near || (word->holder != visit->who && !is_earlier(visit, word->since)))
            continue;
        if (step->all_count == LOCK_HELD_MOST)
            return false;
        step->all[step->all_count++] = held - 1;
    }
    return true;
}

/* Whether enough is known of these two words, or this thread's step among them can be used again
 * since it is past: `again`. */
static bool is_known(const Visit *visit, uint32_t held, uint32_t wanted, LockStep **again)
{
    LockSteps *steps = &visit->locks->steps;
    Stamp now = stamp_now(visit);
    uint32_t count = 0;
    *again = NULL;
    for (LockStep *step = lock_steps_of(steps, held, wanted); step;
         step = step->next ? &steps->steps[step->next - 1] : NULL) {
        if (step->who == now.who && step->when.clock == now.clock)
            return true;
        if (step->who == now.who || is_earlier(visit, step->when))
            *again = step;
        count++;
    }
    return !*again && count >= STEPS_OF_TWO;
}

static void note_step(Visit *visit, uint32_t held, uint32_t wanted)
{
    LockOrder *locks = visit->locks;
    locks->keeps = true;
    locks->words.words[held].nested = locks->words.words[wanted].nested = true;
    OrderBlock *block = block_of(visit);
    LockStep *again;
    if (!block || is_known(visit, held, wanted, &again) ||
        (!again && lock_steps_are_full(&locks->steps)))
        return;
    LockStep step = {.held = held,
                     .wanted = wanted,
                     .who = visit->who,
                     .when = stamp_now(visit),
                     .held_site = locks->words.words[held].site,
                     .wanted_site = visit->access->site};
    if (!gather(visit, &step))
        return;
    step.known = order_known_new(locks->order, block, visit->warp->warp, visit->lane);
    if (!step.known)
        return;
    if (again) {
        order_known_free(again->known);
        step.next = again->next;
        *again = step;
    } else if (!lock_steps_add(&locks->steps, &step)) {
        order_known_free(step.known);
    }
}

/* The lane waits for a lock, if only for a moment. */
static void want(Visit *visit, LockThread *thread, uint32_t wanted)
{
    LockWords *words = &visit->locks->words;
    thread->waits = wanted;
    for (uint32_t held = thread->held; held != LOCK_NONE; held = words->words[held].next)
        if (held != wanted)
            note_step(visit, held, wanted);
}

/* Nobody holds it: it is taken, or was never a lock. */
static void take(Visit *visit, LockThread *thread, uint32_t number)
{
    LockWord *word = &visit->locks->words.words[number];
    if (word->was_taken && word->free != visit->before)
        word->broken = true;
    word->was_taken = true;
    word->free = visit->before;
    lock_word_take(&visit->locks->words, number, thread, &visit->access->site, stamp_now(visit));
}

/* Somebody writes to what is a lock. */
static void write_word(Visit *visit, uint32_t number, bool is_exact)
{
    LockWords *words = &visit->locks->words;
    LockWord *word = &words->words[number];
    bool changes = !is_exact || visit->after != visit->before;
    if (word->holder && changes) {
        if (word->holder != visit->who && !is_earlier(visit, word->since))
            word->broken = true;
        lock_word_drop(words, number);
    } else if (changes && visit->use == LOCK_UNUSED) {
        word->broken = true;
    }
}

/* What is no lock may be a flag; and who looks at what another has left under a lock that is only
 * ever taken by itself may learn from it what to do next. */
static void synchronise(const Visit *visit)
{
    const SimAccess *access = visit->access;
    Order *order = visit->locks->order;
    OrderBlock *block = visit->locks->keeps ? block_of(visit) : NULL;
    uint32_t warp = visit->warp->warp;
    if (!block)
        return;
    if (access->kind == SIM_ACCESS_LOAD || access->kind == SIM_ACCESS_ATOMIC)
        order_acquire(order, block, warp, UINT32_C(1) << visit->lane, visit->key);
    if (access->kind != SIM_ACCESS_LOAD)
        order_release(order, block, visit->warp, UINT32_C(1) << visit->lane, visit->key,
                      SIM_ORDER_ACQ_REL, SIM_SCOPE_SYS);
}

static void synchronise_word(const Visit *visit, uint32_t word)
{
    if (!visit->locks->words.words[word].nested)
        synchronise(visit);
}

static void visit_swap(Visit *visit)
{
    LockWords *words = &visit->locks->words;
    const SimAccess *access = visit->access;
    bool takes = visit->after != visit->before;
    uint32_t number = lock_word_find(words, visit->key);
    if (number == LOCK_NONE) {
        const LockWord fresh = {.key = visit->key,
                                .address = access->address[visit->lane],
                                .space = access->space,
                                .bytes = access->bytes};
        number = lock_word_for(words, &fresh);
    }
    LockThread *thread = number == LOCK_NONE ? NULL : lock_thread_for(words, visit->who);
    if (!thread) {
        visit->locks->exhausted = true;
        return;
    }
    bool was_held = words->words[number].holder != 0;
    if (visit->use == LOCK_WAITS && words->words[number].holder != visit->who)
        want(visit, thread, number);
    if (was_held)
        write_word(visit, number, true);
    else if (takes)
        take(visit, thread, number);
    if (takes)
        synchronise_word(visit, number);
}

static void visit_lane(Visit *visit)
{
    LockOrder *locks = visit->locks;
    const SimAccess *access = visit->access;
    visit->key = key_of(access, visit->lane);
    if (visit->use != LOCK_UNUSED && look_at_place(visit)) {
        visit_swap(visit);
        return;
    }
    uint32_t number =
        access->kind == SIM_ACCESS_LOAD ? LOCK_NONE : lock_word_find(&locks->words, visit->key);
    if (number == LOCK_NONE) {
        if (access->order != SIM_ORDER_WEAK)
            synchronise(visit);
        return;
    }
    write_word(visit, number, look_at_place(visit));
    synchronise_word(visit, number);
}

/* Whether it may write to a lock. */
static bool meets_words(const LockWords *words, const SimAccess *access)
{
    return access->space == PTX_SPACE_SHARED
               ? words->shared
               : access->low < words->high && access->high > words->low;
}

static void on_access(void *self, const SimWarpInfo *warp, const SimAccess *access)
{
    LockOrder *locks = self;
    bool strong = access->order != SIM_ORDER_WEAK;
    if (!locks->on || locks->exhausted ||
        (access->space != PTX_SPACE_SHARED && access->space != PTX_SPACE_GLOBAL) ||
        (access->kind == SIM_ACCESS_LOAD && !(locks->keeps && strong)) ||
        (access->kind == SIM_ACCESS_STORE && !(locks->keeps && strong) &&
         !meets_words(&locks->words, access)))
        return;
    Visit visit = {.locks = locks, .warp = warp, .access = access};
    look_at_inst(&visit);
    if (visit.use == LOCK_UNUSED && !locks->keeps && !meets_words(&locks->words, access))
        return;
    for (uint32_t left = access->mask; left; left &= left - 1) {
        visit.lane = (uint32_t)__builtin_ctz(left);
        visit.who = who_lane0(warp) + visit.lane;
        visit_lane(&visit);
    }
}

static void on_sync(void *self, const SimWarpInfo *warp, const SimSync *sync)
{
    LockOrder *locks = self;
    OrderBlock *block = locks->keeps ? order_block(locks->order, warp->block_linear) : NULL;
    if (!block)
        return;
    SimSync told = *sync;
    told.orders_memory = true; /* who meets others in a shuffle comes behind what they did before */
    order_sync(locks->order, block, warp, &told);
}

static void on_thread_exit(void *self, const SimWarpInfo *warp, uint32_t mask)
{
    LockOrder *locks = self;
    (void)mask;
    OrderBlock *block = locks->on ? order_block(locks->order, warp->block_linear) : NULL;
    if (block)
        order_exit(block, warp->warp);
}

static void on_block_begin(void *self, const SimLaunchInfo *launch, SimDim index, uint32_t linear)
{
    LockOrder *locks = self;
    (void)launch;
    (void)index;
    locks->on = locks->on && order_block_begin(locks->order, linear);
}

static void on_block_end(void *self, const SimLaunchInfo *launch, SimDim index, uint32_t linear)
{
    LockOrder *locks = self;
    (void)launch;
    (void)index;
    if (locks->on)
        order_block_end(locks->order, linear);
}

static void forget(LockOrder *locks)
{
    order_launch_end(locks->order);
    lock_words_forget(&locks->words);
    lock_steps_forget(&locks->steps);
    locks->on = locks->keeps = locks->exhausted = false;
}

/* A thread still waits: the launch did not end well, and why is told already. */
static bool stands_still(const LockWords *words)
{
    for (uint32_t i = 0; i < words->thread_count; i++)
        if (words->threads[i].waits != LOCK_NONE)
            return true;
    return false;
}

/* Asked before the launch begins. */
static bool concerns(void *self, const SimLaunchInfo *launch)
{
    LockOrder *locks = self;
    forget(locks);
    flow_table_free(&locks->flows);
    memset(locks->uses, 0, sizeof locks->uses);
    locks->on = launch->module && launch->kernel &&
                lock_is_waited_for(&locks->flows, launch->module, launch->kernel) &&
                order_launch_begin(locks->order, launch);
    return locks->on;
}

static void on_launch_end(void *self, const SimLaunchInfo *launch)
{
    LockOrder *locks = self;
    order_launch_end(locks->order);
    if (locks->on && !locks->exhausted && !stands_still(&locks->words))
        lock_order_report(&locks->steps, &locks->words, launch, locks->findings);
    forget(locks);
}

LockOrder *lock_order_new(SimFindingSink findings)
{
    LockOrder *locks = calloc(1, sizeof *locks);
    if (!locks || !(locks->order = order_new())) {
        free(locks);
        return NULL;
    }
    locks->findings = findings;
    locks->observer = (SimObserver){
        .self = locks,
        .wants = SIM_WANTS_GLOBAL | SIM_WANTS_SHARED,
        .concerns = concerns,
        .launch_end = on_launch_end,
        .block_begin = on_block_begin,
        .block_end = on_block_end,
        .access = on_access,
        .sync = on_sync,
        .thread_exit = on_thread_exit,
    };
    return locks;
}

void lock_order_free(LockOrder *locks)
{
    if (!locks)
        return;
    forget(locks);
    flow_table_free(&locks->flows);
    order_free(locks->order);
    free(locks);
}

const SimObserver *lock_order_observer(const LockOrder *locks)
{
    return &locks->observer;
}
