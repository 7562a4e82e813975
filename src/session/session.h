/* One learner at one exercise: the text, the worker, the results. Non-blocking: the poll loop asks
 * for descriptors and deadlines and calls session_step(); everything else returns at once. */
#ifndef CULAB_SESSION_SESSION_H
#define CULAB_SESSION_SESSION_H

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>

#include "check/check.h"
#include "lesson/lesson.h"
#include "lesson/progress.h"
#include "result/result.h"
#include "text/text.h"

typedef struct Session Session;

typedef struct SessionOptions {
    const char *worker_command; /* NULL: culab-worker beside this program; else as in --worker */
    const char *device;         /* "sim", "gpu", "gpu:1"; NULL: the first that is there */
    const char *profile;        /* simulated device; NULL: default */
    const char *data_folder;    /* $XDG_DATA_HOME/culab */
    bool live; /* compile 120 ms after the last key, run when the last run was quick */
} SessionOptions;

typedef enum SessionPhase {
    PHASE_IDLE,
    PHASE_WAITING /* for the last key */,
    PHASE_COMPILING,
    PHASE_RUNNING,
    PHASE_JUDGING
} SessionPhase;

/* What a person is to be told outside the panes: the newest first is the one shown. */
typedef struct Notice {
    Severity severity;
    char *text;
    int64_t at_ns;
} Notice;

Session *session_new(const SessionOptions *options, Course *course, Error *error);
void session_free(Session *session); /* flushes the journal, ends the worker */

/* Opens an exercise: its work file (made from the starter the first time), its journal. If a
 * journal holds text that was not saved, session_recovery() is set and the work file's text is
 * loaded. */
bool session_open(Session *session, const Exercise *exercise, Error *error);
const Exercise *session_exercise(const Session *session);
Text *session_text(Session *session);  /* edit through text.h, then session_edited() */
void session_edited(Session *session); /* journals, starts the live clock */
bool session_save(Session *session, Error *error);
bool session_modified(const Session *session);
/* Text recovered from the journal of a killed lab; NULL: none. Accept or discard it. */
const char *session_recovery(const Session *session);
void session_recover(Session *session, bool accept);
bool session_reset(Session *session, Error *error); /* back to the starter, one undo step */

void session_run(Session *session);  /* compile and run all cases now */
void session_stop(Session *session); /* stops a run */
void session_set_live(Session *session, bool live);
bool session_live(const Session *session);
/* The answer to a `predict` question; the run is unlocked by it. */
void session_predict(Session *session, size_t choice);
int session_prediction(const Session *session); /* -1: none yet */
void session_reveal_hint(Session *session);
size_t session_hints_revealed(const Session *session);

/* The poll loop. `deadline_ns` (monotonic) is when session_step() wants to be called at the latest.
 */
size_t session_poll_fds(Session *session, struct pollfd *fds, size_t capacity,
                        int64_t *deadline_ns);
/* True when something a view shows has changed. */
bool session_step(Session *session);

/* What the views read. Pointers hold until the next session_step(). */
SessionPhase session_phase(const Session *session);
const DeviceInfo *session_device(const Session *session); /* NULL until the worker said hello */
const CompileResult *
session_compile(const Session *session);                /* of the newest compile; NULL: none yet */
const Verdict *session_verdict(const Session *session); /* NULL: none yet */
const PrintLog *session_prints(const Session *session);
bool session_stale(const Session *session);           /* results belong to an older text */
double session_latency_ms(const Session *session);    /* last key to result; NaN: none yet */
const Notice *session_notice(const Session *session); /* NULL: none */
const Course *session_course(const Session *session);
Progress *session_progress(Session *session);
/* Asks the worker who wrote an element; the comparison's mismatch is filled when the answer comes.
 */
void session_ask_writer(Session *session, size_t case_index, size_t comparison, uint64_t element);

#endif
