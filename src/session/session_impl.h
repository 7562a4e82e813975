/* What a Session is made of, for session*.c, attempt*.c and writers.c. */
#ifndef CULAB_SESSION_SESSION_IMPL_H
#define CULAB_SESSION_SESSION_IMPL_H

#include "session/cases.h"
#include "session/client.h"
#include "session/explainer.h"
#include "session/notices.h"
#include "session/session.h"
#include "session/work.h"

/* What one attempt (a compile, and the runs of all cases) gave so far. */
typedef struct Results {
    Verdict verdict;
    PrintLog prints;
    VEC(uint32_t) requests; /* of the run of each case, to ask for writers */
    uint64_t version;       /* of the text */
} Results;

/* A question to the worker that is not answered yet. */
typedef struct WriterQuestion {
    uint32_t request;
    size_t case_index, comparison;
    uint64_t element;
} WriterQuestion;

typedef VEC(DeviceOption) DeviceOptions;

/* A case that was sent to the worker. */
typedef struct SentCase {
    uint32_t request;
    PreparedCase prepared; /* the worker's client borrows it */
    Reference reference;
    uint64_t lost; /* of what it printed */
    bool has_run;  /* answered; those before it are not */
    RunResult run;
} SentCase;

/* The attempt under way. */
typedef struct Attempt {
    SessionPhase phase;
    bool time;             /* of the last shown case is measured */
    bool schedule;         /* of the same the schedule of its blocks is seen */
    bool asked;            /* for by the learner, not by the live clock */
    uint64_t version;      /* of the text that is compiled */
    StrBuf source, kernel; /* kernel: the file beside a host program */
    int64_t since_ns;      /* the last key, or the command */
    int64_t begun_ns;      /* when it was started */
    AttemptTimes times;
    int64_t turn_ns;      /* when it was the turn of the case under way */
    uint32_t request;     /* of the compile; 0: it is answered */
    bool ahead;           /* cases are sent while it is compiled */
    VEC(size_t) order;    /* of the cases */
    size_t position;      /* in it; the case under way is order[position] */
    VEC(SentCase *) sent; /* from there on */
    uint64_t lost_before; /* prints lost in earlier cases */
    Results results;      /* until they are shown */
    bool shown;           /* they are in session->results */
    StrBuf wrote;         /* by the host program that runs, so far */
    CompileResult held;   /* did not compile: told when no key has come for a while ... */
    int64_t held_ns;      /* ... which is then; INT64_MAX: nothing is held */
} Attempt;

struct Session {
    const Course *course;
    const Exercise *exercise; /* NULL: none is open */
    SessionOptions options;   /* what it points to is the caller's */
    char *data_folder;
    char *device, *profile; /* chosen; NULL: the first that is there, the default */
    DeviceOptions gpus, profiles;
    Progress *progress;
    Client *client;
    CaseStore *cases;
    Work *work; /* files[file] */
    Work *files[SESSION_FILES];
    size_t file_count, file;
    bool progress_told; /* that the store cannot be written */
    Notices notices;
    uint64_t notices_shown;
    bool time_next, schedule_next; /* by the attempt that begins */
    bool live, changed;
    int64_t edited_ns;     /* INT64_MIN: never */
    int64_t live_ns;       /* when the live clock strikes; INT64_MAX: never */
    uint64_t text_version; /* as it was last heard of */
    VEC(double) case_ms;   /* how long each case took when it was run last; NaN: not run */
    double latency_ms;
    double took_ms; /* the last attempt, from its start; NaN: none came to its end */
    size_t hints;
    uint32_t wants;   /* CODE_... of compiles */
    char *ptx_before; /* of the text before the last edit, if it compiled */
    bool edit_begins; /* after a pause: what compiled last is what was before this edit */
    Attempt attempt;
    CompileResult compile;
    uint64_t compile_version; /* of the text */
    bool has_compile, has_verdict;
    Results results; /* what the views read */
    VEC(WriterQuestion) questions;
    Explainer *explainer; /* of `results`; NULL: none is at work */
};

void results_free(Results *results);
uint64_t session_version(const Session *session); /* of all files' texts together */

/* attempt.c: compile, run case by case, judge. */
void attempt_start(Session *session, bool asked);
void attempt_abandon(Session *session); /* drops what is under way; what is shown stays */
void attempt_stop(Session *session);    /* the learner's wish */
void attempt_take_event(Session *session, ClientEvent *event);
void attempt_tell(Session *session); /* what attempt_deadline() was for */
/* The last one that came to its end, or the one under way, if that takes longer; NaN: none yet. */
double attempt_took_ms(const Session *session);

Results *attempt_results(Session *session); /* of the attempt under way, shown or not yet */
void attempt_show(Session *session);        /* the views see them from now on */
void attempt_enter(Session *session, SessionPhase phase);
void attempt_finish(Session *session); /* sums up */

/* attempt_cases.c */
void attempt_order_cases(Session *session); /* an attempt begins */
void attempt_run_cases(Session *session);   /* it has compiled */
void attempt_continue(Session *session);    /* a case that was waited for may be there */
void attempt_drop_cases(Session *session);  /* that were sent */
SentCase *attempt_sent(const Session *session, uint32_t request); /* NULL: none */
/* When the old results give way, should the first case not have answered by then, or when it is
 * told what did not compile. */
int64_t attempt_deadline(const Session *session);
void attempt_take_ran(Session *session, SentCase *sent, ClientEvent *event);
bool attempt_all_slow(const Session *session); /* when they were run last */

/* devices.c */
void devices_start(Session *session); /* the client, with the device chosen */
void devices_learn(Session *session, const HelloMessage *hello);
void devices_free(Session *session);

/* values.c: where values differ, and why. */
void values_step(Session *session);
void values_drop(Session *session); /* the results are about to go */

/* writers.c: who wrote the first wrong elements. */
void writers_ask(Session *session);
void writers_ask_one(Session *session, size_t case_index, size_t comparison, uint64_t element);
void writers_take(Session *session, ClientEvent *event);

#endif
