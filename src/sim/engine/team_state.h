/* What a team and its members hold: for team.c, team_span.c and team_turn.c. */
#ifndef CULAB_SIM_ENGINE_TEAM_STATE_H
#define CULAB_SIM_ENGINE_TEAM_STATE_H

#include <pthread.h>

#include "sim/engine/draft.h"
#include "sim/engine/team.h"

/* APART: bytes, so that what one thread writes often isn't near to what another one reads. */
enum { TEAM_MOST = 16, TEAM_SPANS = 4 * TEAM_MOST, APART = 128 };

typedef enum SpanState {
    SPAN_FREE,
    SPAN_RUNNING,
    SPAN_READY, /* run to its end ahead of its turn: its draft is to be looked at */
    SPAN_LOST   /* to be run again when it is its turn */
} SpanState;

/* What blocks add to the figures of a launch. */
typedef struct Figures {
    uint64_t thread_instructions, warp_instructions;
    uint64_t issued, longest; /* as in Run */
} Figures;

typedef struct Span {
    SpanState state;
    uint64_t turn;         /* its number */
    uint64_t first, count; /* blocks */
    uint32_t writes;       /* Team.writes when it was begun */
    Draft *draft;          /* of the team's, while the span is under way; NULL: blocks are apart */
    Figures figures;
} Span;

typedef struct Member {
    _Alignas(APART) Team *team;
    Run *run; /* its own: caches, frames, figures of the span */
    Block *block;
    Cluster *cluster; /* of this block only */
    Span *span;
    bool ahead; /* of its turn, and counted in Team.ahead */
    bool early; /* its turn has not come, and it works on memory directly all the same */
    bool lost, handed;
    pthread_t thread;
    EngineResult result;
} Member;

struct Team {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    Run *main;
    bool apart;                /* blocks are: nobody needs a draft (apart.h) */
    Figures figures;           /* of the spans that are done */
    uint64_t next, total;      /* blocks: the first that no span has */
    uint64_t each;             /* blocks in a span */
    uint64_t budget;           /* thread-instructions up to which spans are begun; 0: any */
    uint64_t claimed;          /* spans */
    _Atomic uint64_t done;     /* spans: the number of the one whose turn it is */
    Span spans[TEAM_SPANS];    /* by number */
    uint32_t spans_used;       /* of them: how many may be under way at once */
    Draft *drafts[TEAM_SPANS]; /* [spans_used], of which ... */
    Draft *spare[TEAM_SPANS];  /* ... these are free: the last one is most likely in a cache yet */
    uint32_t spare_count;
    uint32_t ahead, waiting; /* members: run ahead, wait for their turn within a block */
    uint32_t losses, waits;
    unsigned char *written; /* by SimAlloc.id */
    uint32_t written_count;
    bool committing, changing; /* somebody looks at a draft; waits until nobody runs ahead */
    bool closed, over;         /* no further spans; nobody goes on */
    Member *handed;
    int64_t began;
    uint64_t begun_at; /* Run.issued then */
    uint32_t member_count;
    /* Looked at between turns. */
    _Alignas(APART) _Atomic uint32_t writes; /* grows when an allocation is first written */
    Member members[TEAM_MOST];
};

/* Thread-instructions that a span may take until the budget is looked at, a slice aside. */
#define SPAN_BUDGET (UINT64_C(1) << 23)

/* -- team_span.c */
/* What the run has counted. */
Figures team_figures_of(const Run *run);
/* What a member, the argument, does until the team's work is done. */
void *team_member_work(void *member);
/* With the lock held: ends the span whose turn it is if it is ready. False: it isn't. */
bool team_commit(Team *team);
/* With the lock held: until something changes. */
void team_wait(Team *team);
/* -- team_turn.c */
/* The run's caches hold what isn't true any more. */
void team_forget_caches(Run *run);
/* The run's span has memory to itself from now on. */
void team_go_direct(Run *run);

#endif
