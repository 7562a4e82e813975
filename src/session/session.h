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

/* The name that the learner's source has in diagnostics and line tables. */
#define KERNEL_FILE "kernel.cu"
/* Of a host exercise, which has both: the program first. */
#define HOST_FILE "host.c"
enum { SESSION_FILES = 2 };

typedef struct Session Session;

/* Live mode waits so long for further keys before it says what does not compile, and before it
 * compiles what took longer than that the last time. All else it compiles and runs with each key.
 */
enum { SESSION_LIVE_MS = 120 };

typedef struct SessionOptions {
    const char *worker_command; /* NULL: culab-worker beside this program; else as in --worker */
    const char *device;         /* "sim", "gpu", "gpu:1"; NULL: the first that is there */
    const char *profile;        /* simulated device; NULL: default */
    const char *data_folder;    /* $XDG_DATA_HOME/culab */
    bool start_later; /* session_start() is called when the first screen is drawn; what the
                         pointers above lead to stays until then */
    bool live; /* compile and run after each key (SESSION_LIVE_MS); cases that took 0.3 s or longer
                * only when the others pass, and not if all did */
} SessionOptions;

/* A device that can be chosen. */
typedef struct DeviceOption {
    char *device, *profile; /* "gpu:1", ""; "sim", "a100" */
    char *text;             /* what it is; "" */
    char *trouble;          /* what is known against it; "" */
    bool in_use;
} DeviceOption;

typedef enum SessionPhase {
    PHASE_IDLE,
    PHASE_WAITING /* for the last key */,
    PHASE_COMPILING,
    PHASE_RUNNING,
    PHASE_JUDGING /* or waiting for the reference */
} SessionPhase;

/* Where the time of an attempt went, in ms: the parts follow each other, and what they leave of the
 * latency is the lab's own work between them. */
typedef struct AttemptTimes {
    double waited;  /* for further keys */
    double compile; /* from the request to its answer ... */
    double nvrtc;   /* ... of that as the compiler tells it */
    double runs;    /* from each case's request to its answer, in sum ... */
    double kernels; /* ... of that the launches */
    double judging; /* of all cases */
} AttemptTimes;

/* What a person is to be told outside the panes: the newest first is the one shown. */
typedef struct Notice {
    Severity severity;
    char *text;
    int64_t at_ns;
} Notice;

/* Devices that the worker told of: GPUs first, then what the simulator can be. */
size_t session_device_count(const Session *session);
const DeviceOption *session_device_option(const Session *session, size_t index);
/* From now on, for all exercises, until another one is chosen; "" profile: the default. The source
 * is compiled anew in live mode. */
void session_choose_device(Session *session, const char *device, const char *profile);
/* Why there is no device, or why the simulator was taken though nobody asked for it; "". */
const char *session_device_trouble(const Session *session);

/* Never NULL: what cannot be had (a data folder, a worker) is told by notices, and the lab goes on
 * without. `course` outlives the session. A write beyond a file size limit must be an error, not a
 * signal: ignore SIGXFSZ. */
Session *session_new(const SessionOptions *options, const Course *course);
/* Opens the progress store and starts the worker: what session_new() was told to leave for later.
 * Before it only the reading functions below may be called. */
void session_start(Session *session);
void session_free(Session *session); /* flushes the journal, ends the worker */

/* Opens an exercise: its work file (made from the starter the first time), its journal. If a
 * journal holds text that was not saved, session_recovery() is set and the work file's text is
 * loaded. */
bool session_open(Session *session, const Exercise *exercise, Error *error);
const Exercise *session_exercise(const Session *session);
/* The files of the exercise, of which one is shown: a kernel; or a host program and its kernel. */
size_t session_file_count(const Session *session);
const char *session_file_name(const Session *session, size_t file); /* "host.c" */
size_t session_file(const Session *session);
void session_choose_file(Session *session, size_t file);
/* Of the file shown. */
Text *session_text(Session *session);  /* edit through text.h, then session_edited() */
void session_edited(Session *session); /* journals, starts the live clock */
/* When another program wrote the file meanwhile, the first try fails and says so; the next one
 * keeps that program's text beside the file and goes on. */
bool session_save(Session *session, Error *error); /* all files */
/* Takes the work file's text, as one undo step. */
bool session_reload(Session *session, Error *error);
/* Writes the journal out, for a signal handler or for want of memory: calls nothing that allocates.
 */
void session_flush(Session *session);
bool session_modified(const Session *session);
/* Text recovered from the journal of a killed lab; NULL: none. Accept or discard it. */
const char *session_recovery(const Session *session);
void session_recover(Session *session, bool accept);
bool session_reset(Session *session, Error *error); /* back to the starter, one undo step */

/* Compiles, and runs all cases, now. An exercise that asks first is only compiled until its
 * question is answered. */
void session_run(Session *session);
/* The same, and on a GPU the time of the last case that is shown is measured. */
void session_time(Session *session);
/* The same, and of the last case that is shown it is seen which block runs when on which SM. */
void session_schedule(Session *session);
void session_stop(Session *session); /* stops a run */
void session_set_live(Session *session, bool live);
bool session_live(const Session *session);
/* What compiles give beside the kernels (CODE_... of result.h); what is wanted anew is compiled for
 * at once. */
void session_want_code(Session *session, uint32_t wants);
uint32_t session_wanted_code(const Session *session);
/* The PTX of the last source that compiled and was another one; NULL: none yet. */
const char *session_ptx_before(const Session *session);
/* The answer to the exercise's question, written into the text; the run is unlocked by it. */
void session_predict(Session *session, size_t choice);
int session_prediction(const Session *session); /* as it stands in the text; -1: none yet */
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
session_compile(const Session *session); /* of the newest compile; NULL: none yet */
/* The newest verdict that has something to show; NULL: none yet. While its cases are still run,
 * verdict and cases are CASE_PENDING. */
const Verdict *session_verdict(const Session *session);
const PrintLog *session_prints(const Session *session); /* of the same runs */
/* What the host program that runs has written so far; empty when none runs. */
View session_output(const Session *session);
bool session_stale(const Session *session);         /* verdict and prints: of an older text */
bool session_compile_stale(const Session *session); /* the same for the compile */
/* From the last key (or the command to run) to the verdict; NaN: none yet. */
double session_latency_ms(const Session *session);
/* Where it went. */
const AttemptTimes *session_times(const Session *session);
const Notice *session_notice(const Session *session); /* NULL: none */
const Course *session_course(const Session *session);
Progress *session_progress(Session *session);
/* Asks the worker who wrote an element; the comparison's mismatch is filled when the answer comes.
 */
/* Looks for the causes of differences between the values of the GPU, the simulator and the CPU: by
 * and by they stand in the case's `explanations`. False: not possible, `error` says why. */
bool session_explain(Session *session, size_t case_index, Error *error);
bool session_explaining(const Session *session); /* under way */
void session_ask_writer(Session *session, size_t case_index, size_t comparison, uint64_t element);

#endif
