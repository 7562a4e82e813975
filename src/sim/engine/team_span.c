/* Who runs which span of blocks, and the order in which spans end. */
#include "base/clock.h"
#include "sim/engine/block.h"
#include "sim/engine/cluster.h"
#include "sim/engine/team_state.h"

enum {
    LOSSES_MOST = 32, /* spans run again, before ... */
    LOSSES_PART = 2,  /* ... they may be this part of all */
    PACE_SPANS = 64   /* spans after which the pace is looked at */
};

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

Figures team_figures_of(const Run *run)
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
    Figures figures = team_figures_of(member->run);
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
    span->figures = team_figures_of(run);
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

void *team_member_work(void *argument)
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
