/* A host program's log, read: calls in order with their functions, arguments and lines; and the
 * records of all other kinds. What is in it was written by a stranger: every size is checked, and
 * what doesn't fit is left out. */
#ifndef CULAB_HOST_RECORD_H
#define CULAB_HOST_RECORD_H

#include "base/vec.h"
#include "base/view.h"
#include "host/function.h"
#include "host/lines.h"
#include "host/log.h"

typedef struct LoggedCall {
    LogCall log;
    HostFunction function;
    View extras[PARAMETERS_MAX]; /* what the arguments point to; in the log's memory */
    uint32_t line;
} LoggedCall;

/* The records of one kind, each with what stands behind its struct. */
typedef struct LoggedText {
    LogText log;
    uint32_t line;
} LoggedText;

typedef struct LoggedPrint {
    LogPrint log;
    View text;
} LoggedPrint;

typedef struct LoggedFinding {
    LogFinding log;
    View texts[FINDING_TEXTS];
} LoggedFinding;

typedef struct HostLog {
    LogHeader header;
    VEC(LoggedCall) calls;
    VEC(LogSpan) spans;
    VEC(LoggedPrint) prints;
    VEC(LoggedFinding) findings;
    VEC(LogNumber) numbers;
    VEC(LogResult) results;
    VEC(LogMetric) metrics;
    VEC(LogTouch) touches; /* by call, kind and address */
    VEC(LoggedText) refused, misuses, troubles, failed;
    LogCrash crash; /* signal 0: none */
    LineTable lines;
} HostLog;

/* `memory` must outlive `out`. False: it is no log. `program` is the program's image (may be
 * empty: no lines), `file` the source's name. */
bool host_log_read(View memory, View program, const char *file, HostLog *out);
void host_log_free(HostLog *log);
/* The line of the call that returns to `pc`; 0: unknown. */
uint32_t host_log_line(const HostLog *log, uint64_t pc);

/* An argument by the name of its parameter; -1: the function has none of it. */
int call_argument(const LoggedCall *call, const char *name);
bool call_is(const LoggedCall *call, const char *symbol);
/* The parameters of a launched kernel; their number. */
size_t call_parameters(const LoggedCall *call, LogParameter out[LOG_PARAMETERS]);

#endif
