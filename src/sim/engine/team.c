/* Threads that share a grid: when that is worth it, and the members of a team. */
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
    STACK_BYTES = 1 << 20   /* of a thread */
};

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
    bool ok = pthread_create(&member->thread, &attributes, team_member_work, member) == 0;
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
    team_member_work(&team->members[0]);
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
    team->figures = team_figures_of(main);
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
