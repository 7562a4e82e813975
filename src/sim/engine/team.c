/* Threads that share a grid: who runs which span of blocks, and the order in which spans end. */
#include "sim/engine/team.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "sim/engine/apart.h"
#include "sim/engine/block.h"
#include "sim/engine/cluster.h"
#include "sim/engine/decoder.h"
#include "sim/engine/team_state.h"

enum {
    SPANS_AHEAD = 8,        /* more than members, at most: a draft may take 2 MB */
    SPANS_EACH = 4,         /* under way for each member */
    SPAN_LENGTH = 1 << 13,  /* warp-instructions aimed at */
    WORTH_LENGTH = 1 << 17, /* warp-instructions left from which on threads are started */
    STACK_BYTES = 1 << 20,  /* of a thread */
    LOSSES_MOST = 32,       /* spans run again, before ... */
    LOSSES_PART = 2,        /* ... they may be this part of all */
    PACE_SPANS = 64         /* spans after which the pace is looked at */
};
/* Thread-instructions that a span may take until the budget is looked at, a slice aside. */
#define SPAN_BUDGET (UINT64_C(1) << 23)

static uint32_t members_wanted(const Run *run)
{
    uint32_t threads = run->launch->threads;
    return threads < TEAM_MOST ? threads : TEAM_MOST;
}

static uint64_t budget_of(const Run *run)
{
    uint64_t reserve = 2 * SPAN_BUDGET * SPANS_EACH * members_wanted(run);
    uint64_t budget = run->budget;
    return budget > reserve ? budget - reserve : 0;
}

bool team_is_worth(const Run *run, uint64_t next, uint64_t total, uint64_t each)
{
    const EngineLaunch *launch = run->launch;
    if (members_wanted(run) < 2 || run->observed || run->program->in_order ||
        cluster_size(launch) > 1 || launch->cooperative || launch->seed || !run->teams_left)
        return false;
    if (run->budget && run->result->thread_instructions >= budget_of(run))
        return false;
    return total - next >= 2 && ((total - next) * each >= WORTH_LENGTH || launch->eager);
}

/* -- waiting */

void team_wait(Team *team)
{
    pthread_cond_wait(&team->changed, &team->lock);
}

/* -- the order of spans */

static void add_figures(Team *team, const Figures *figures)
{
    team->figures.thread_instructions += figures->thread_instructions;
    team->figures.warp_instructions += figures->warp_instructions;
    team->figures.issued += figures->issued;
    if (figures->longest > team->figures.longest)
        team->figures.longest = figures->longest;
}

static Span *span_in_turn(Team *team)
{
    return &team->spans[team->done % team->spans_used];
}

/* Of blocks that were not run in turn nobody knows where the budget ended: only that it did. */
static void look_at_end_of_budget(Team *team)
{
    const uint64_t budget = team->main->budget;
    if (!team->apart || !budget || team->figures.thread_instructions < budget)
        return;
    team->main->result->status = ENGINE_BUDGET;
    team->main->over = team->over = true;
    team->writes++;
}

static void span_done(Team *team, Span *span)
{
    add_figures(team, &span->figures);
    look_at_end_of_budget(team);
    span->state = SPAN_FREE;
    if (!team->apart)
        team->spare[team->spare_count++] = span->draft;
    team->done++;
}

static void span_lost(Team *team, Span *span)
{
    span->state = SPAN_LOST;
    team->losses++;
    if (team->losses > LOSSES_MOST && team->losses > team->done / LOSSES_PART)
        team->closed = true;
}

bool team_commit(Team *team)
{
    Span *span = span_in_turn(team);
    if (span->state != SPAN_READY || team->committing)
        return false;
    team->committing = true;
    pthread_mutex_unlock(&team->lock);
    bool good = team->apart || (span->writes == team->writes && draft_is_good(span->draft));
    if (good && !team->apart)
        draft_apply(span->draft);
    pthread_mutex_lock(&team->lock);
    team->committing = false;
    if (good)
        span_done(team, span);
    else
        span_lost(team, span);
    pthread_cond_broadcast(&team->changed);
    return true;
}

/* Threads that are no faster than one was are not worth their while. */
static void look_at_pace(Team *team)
{
    if (team->done < PACE_SPANS || team->done % PACE_SPANS || team->main->pace <= 0)
        return;
    double taken = (double)(clock_now_ns() - team->began);
    if ((double)(team->figures.issued - team->begun_at) < team->main->pace * taken * 0.7)
        team->closed = true;
}

/* The first span is run alone, since it shows which allocations are written, unless that doesn't
 * matter. */
static bool may_claim(const Team *team)
{
    if (team->next == team->total || team->closed || team->changing ||
        team->claimed - team->done >= team->spans_used ||
        (team->claimed && !team->done && !team->apart))
        return false;
    return !team->budget || team->figures.thread_instructions < team->budget;
}

static Span *claim(Team *team)
{
    Span *span = &team->spans[team->claimed % team->spans_used];
    uint64_t left = team->total - team->next;
    span->first = team->next;
    span->count = !team->claimed && !team->apart ? 1 : left < team->each ? left : team->each;
    team->next += span->count;
    span->turn = team->claimed++;
    span->draft = team->apart ? NULL : team->spare[--team->spare_count];
    return span;
}

/* -- one span */

static Figures figures_of(const Run *run)
{
    return (Figures){run->result->thread_instructions, run->result->warp_instructions, run->issued,
                     run->longest};
}

static void hand_over_block(Member *member)
{
    if (!team_order(member->run))
        return;
    member->handed = true;
    member->run->over = true;
}

static void look_at_budget(Member *member)
{
    const Team *team = member->team;
    uint64_t own = member->run->result->thread_instructions;
    if (!team->budget || own < SPAN_BUDGET || !team_order(member->run))
        return;
    if (team->figures.thread_instructions + own < team->budget)
        return;
    /* What blocks that run at the same time have stored can't be undone here. */
    if (team->apart)
        member->run->budget = team->main->budget - team->figures.thread_instructions;
    else
        hand_over_block(member);
}

/* After a slice in which the block did not come to its end. */
static void look_at_long_block(Member *member)
{
    Run *run = member->run;
    if (!member->team->apart && run_waits_for_others(run, member->block)) {
        hand_over_block(member);
        return;
    }
    if (run->draft && !draft_is_good(run->draft)) {
        member->lost = true;
        run->over = true;
    } else {
        look_at_budget(member);
    }
}

static void run_block(Member *member, uint64_t linear)
{
    Run *run = member->run;
    cluster_start(member->cluster, run->launch, linear);
    block_start(member->block, linear);
    while (!run->over) {
        run_check_caches(run);
        switch (block_run(member->block, run_slice_length())) {
        case BLOCK_DONE:
            run_count_done(run, member->block);
            return;
        case BLOCK_STUCK:
            hand_over_block(member);
            break;
        case BLOCK_SLICE:
            look_at_long_block(member);
            break;
        case BLOCK_OVER:
            break;
        }
    }
}

static void run_begin(Member *member, bool has_turn)
{
    Run *run = member->run;
    *run->result = (EngineResult){.status = ENGINE_DONE};
    run->over = run->handed = member->lost = member->handed = false;
    run->issued = run->longest = 0;
    run->budget = member->team->main->budget;
    run->draft = member->span->draft;
    member->early = member->team->apart;
    if (run->draft)
        draft_clear(run->draft);
    if (has_turn)
        team_go_direct(run);
    else
        team_forget_caches(run);
}

static void run_span(Member *member, bool has_turn)
{
    Run *run = member->run;
    const Span *span = member->span;
    run_begin(member, has_turn);
    for (uint64_t i = 0; i < span->count && !run->over; i++) {
        bool its_turn =
            atomic_load_explicit(&member->team->done, memory_order_relaxed) == member->span->turn;
        if ((run->draft || member->early) && its_turn && !team_order(run))
            return;
        run_block(member, span->first + i);
    }
}

/* The launch ends here, or goes on outside of the team. */
static void span_stopped(Member *member)
{
    Team *team = member->team;
    EngineResult *result = team->main->result;
    Figures figures = figures_of(member->run);
    if (figures.longest < member->block->issued)
        figures.longest = member->block->issued; /* it is under way */
    add_figures(team, &figures);
    team->over = true;
    team->writes++; /* for those that run ahead */
    if (member->handed) {
        team->handed = member;
        return;
    }
    result->status = member->result.status;
    result->fault = member->result.fault;
    team->main->over = true;
}

static void span_ended(Member *member)
{
    Team *team = member->team;
    Span *span = member->span;
    Run *run = member->run;
    team->ahead -= member->ahead;
    member->ahead = false;
    span->figures = figures_of(run);
    bool stopped = member->result.status == ENGINE_STOPPED;
    if (team->over) {
        block_abandon(member->block);
    } else if (stopped || member->handed ||
               (run->over && !member->lost && !run->draft && !member->early)) {
        span_stopped(member);
    } else if (run->over) {
        block_abandon(member->block);
        span_lost(team, span);
    } else if (run->draft || member->early) {
        span->state = SPAN_READY;
    } else {
        span_done(team, span);
    }
    look_at_pace(team);
    pthread_cond_broadcast(&team->changed);
}

/* With the lock held; it is free meanwhile. */
static void take_span(Member *member, Span *span)
{
    Team *team = member->team;
    bool has_turn = team->done == span->turn;
    member->span = span;
    member->ahead = !has_turn;
    team->ahead += member->ahead;
    span->state = SPAN_RUNNING;
    span->writes = team->writes;
    pthread_mutex_unlock(&team->lock);
    run_span(member, has_turn);
    pthread_mutex_lock(&team->lock);
    span_ended(member);
}

static bool all_done(const Team *team)
{
    bool no_more = team->next == team->total || team->closed ||
                   (team->budget && team->figures.thread_instructions >= team->budget);
    return team->over || (no_more && team->done == team->claimed);
}

static void *member_work(void *argument)
{
    Member *member = argument;
    Team *team = member->team;
    pthread_mutex_lock(&team->lock);
    while (!all_done(team)) {
        Span *first = span_in_turn(team);
        if (team_commit(team))
            continue;
        if (first->state == SPAN_LOST && !team->committing)
            take_span(member, first);
        else if (may_claim(team))
            take_span(member, claim(team));
        else
            team_wait(team);
    }
    pthread_cond_broadcast(&team->changed);
    pthread_mutex_unlock(&team->lock);
    return NULL;
}

/* -- members */

static bool member_make(Team *team, Member *member)
{
    member->team = team;
    member->run = run_clone(team->main, team->apart ? SIM_VIEW_PLAIN : SIM_VIEW_AHEAD);
    if (!member->run)
        return false;
    member->run->member = member;
    member->run->result = &member->result;
    member->cluster = cluster_new(1);
    if (!member->cluster)
        return false;
    member->block = block_new(member->run, 0, member->cluster, 0);
    if (member->block)
        cluster_join(member->cluster, member->block);
    return member->block != NULL;
}

static void member_free(Member *member)
{
    if (member->cluster)
        cluster_free(member->cluster);
    if (member->block)
        block_free(member->block);
    if (member->run)
        run_free_clone(member->run);
}

/* Signals of the process are for its own threads. */
static bool thread_start(Member *member)
{
    sigset_t all, before;
    pthread_attr_t attributes;
    sigfillset(&all);
    if (pthread_attr_init(&attributes) != 0)
        return false;
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool ok = pthread_create(&member->thread, &attributes, member_work, member) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return ok;
}

/* The launching thread is the first member. Without threads or memory for others it works alone. */
static void members_work(Team *team, uint32_t wanted)
{
    for (uint32_t i = 1; i < wanted; i++) {
        Member *member = &team->members[team->member_count];
        if (!member_make(team, member) || !thread_start(member)) {
            member_free(member);
            break;
        }
        pthread_mutex_lock(&team->lock);
        team->member_count++;
        pthread_mutex_unlock(&team->lock);
    }
    member_work(&team->members[0]);
    for (uint32_t i = 1; i < team->member_count; i++)
        pthread_join(team->members[i].thread, NULL);
}

static void team_free(Team *team)
{
    for (uint32_t i = 0; i < team->member_count; i++)
        member_free(&team->members[i]);
    for (uint32_t i = 0; i < team->spans_used; i++)
        draft_free(team->drafts[i]);
    free(team->written);
    pthread_mutex_destroy(&team->lock);
    pthread_cond_destroy(&team->changed);
    free(team);
}

static uint64_t blocks_each(uint64_t left, uint64_t each, uint32_t members)
{
    uint64_t blocks = SPAN_LENGTH / (each ? each : 1);
    uint64_t fair = left / ((uint64_t)members * 8);
    blocks = blocks < fair ? blocks : fair;
    return blocks ? blocks : 1;
}

static Team *team_new(Run *main, uint64_t first, uint64_t total, uint64_t each)
{
    const uint32_t members = members_wanted(main);
    Team *team = aligned_alloc(APART, sizeof(*team));
    if (!team)
        return NULL;
    memset(team, 0, sizeof(*team));
    team->main = main;
    team->apart = blocks_keep_apart(main->launch);
    team->figures = figures_of(main);
    team->next = first;
    team->total = total;
    team->each = blocks_each(total - first, each, members);
    team->budget = main->budget ? budget_of(main) : 0;
    team->spans_used = SPANS_EACH * members;
    if (team->spans_used > members + SPANS_AHEAD)
        team->spans_used = members + SPANS_AHEAD;
    team->began = clock_now_ns();
    team->begun_at = main->issued;
    team->written_count = sim_memory_count(main->launch->memory) + 1;
    team->written = calloc(team->written_count, 1);
    bool ok = team->written != NULL;
    for (uint32_t i = 0; ok && !team->apart && i < team->spans_used; i++) {
        team->drafts[i] = team->spare[i] = draft_new();
        ok = team->drafts[i] != NULL;
    }
    team->spare_count = team->spans_used;
    pthread_mutex_init(&team->lock, NULL);
    pthread_cond_init(&team->changed, NULL);
    team->member_count = 1;
    if (ok && member_make(team, &team->members[0]))
        return team;
    team_free(team);
    return NULL;
}

static void take_figures(Team *team)
{
    Run *main = team->main;
    main->result->thread_instructions = team->figures.thread_instructions;
    main->result->warp_instructions = team->figures.warp_instructions;
    main->issued = team->figures.issued;
    main->longest = team->figures.longest;
    run_count_cycles(main);
}

Block *team_run(Run *run, uint64_t *next, uint64_t total, uint64_t each)
{
    Team *team = team_new(run, *next, total, each);
    Block *block = NULL;
    run->teams_left--;
    if (!team) {
        run->teams_left = 0;
        return NULL;
    }
    members_work(team, members_wanted(run));
    take_figures(team);
    if (team->closed)
        run->teams_left = 0;
    *next = team->next;
    if (team->handed) {
        block = team->handed->block;
        *next = (uint64_t)block->linear + 1;
        if (run_adopt(run, team->handed->run, block)) {
            team->handed->block = NULL;
            team->handed->cluster = NULL;
        } else {
            block = NULL;
        }
    }
    team_free(team);
    return block;
}
